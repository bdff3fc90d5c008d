/* picture_text.c - a text as it is read: words in lines, highlighted by what they contribute. */
#include "explain/pictures/picture_credit.h"

#include "base/mem.h"
#include "draw/colors.h"

#include <math.h>

/* Pixels: letters, around a word, between words, from line to line, of a line. */
enum { LETTERS = 15, PADDING = 5, GAP = 4, LINE = 30, LONGEST = 680 };

/* The most opaque highlight: words in the ink of the paper stay readable on it, and where it is weak the paper
 * shines through, light or dark. */
static const double STRONGEST = 0.62;

typedef struct word_place {
    double x, y, width;
} word_place;

static void name_word(char *text, size_t room, const sg_page *p, uint32_t v)
{
    (void)sg_explainer_node_name(text, room, p->explainer, p->explanation->graph, v);
}

static void underline(sg_svg *svg, double from, double to, double y)
{
    sg_svg_line(svg, from, y, to, y);
    sg_svg_class(svg, "sg-bond");
    sg_svg_number(svg, "stroke-width", 1.3);
    sg_svg_attribute(svg, "stroke-dasharray", "3 2.5");
    sg_svg_close(svg);
}

/* Words that lower the output are underlined, too. */
static void draw_word(const sg_credit_page *c, const word_place *at, uint32_t v)
{
    sg_svg *svg = &c->page->svg;
    const double share = sg_credit_share(c, v);
    char word[80];
    sg_svg_rectangle(svg, at->x, at->y, at->width, LINE - 2 * GAP);
    sg_svg_number(svg, "rx", 3);
    if (!c->unknown[v]) {
        sg_svg_attribute(svg, "fill", sg_color_of_sign(share));
        sg_svg_number(svg, "fill-opacity",
                      sg_credit_is_small(share) ? 0 : STRONGEST * fabs(share));
    }
    sg_credit_node(c, v);
    sg_svg_close(svg);
    name_word(word, sizeof word, c->page, v);
    sg_svg_open(svg, "text");
    sg_svg_number(svg, "x", at->x + at->width / 2);
    sg_svg_number(svg, "y", at->y + LINE / 2.0 + 1);
    sg_svg_number(svg, "font-size", LETTERS);
    sg_svg_attribute(svg, "text-anchor", "middle");
    sg_svg_class(svg, "sg-ink");
    sg_svg_words(svg, word);
    sg_svg_close(svg);
    if (c->unknown[v] || sg_credit_is_small(share) || share >= 0) return;
    underline(svg, at->x + PADDING, at->x + at->width - PADDING, at->y + LINE - 2 * GAP - 3);
}

static void draw_key(sg_svg *svg, double x, double y, int sign)
{
    sg_svg_rectangle(svg, x - 9, y - 8, 18, 16);
    sg_svg_number(svg, "rx", 3);
    sg_svg_attribute(svg, "fill", sg_color_of_sign(sign));
    sg_svg_number(svg, "fill-opacity", STRONGEST);
    sg_svg_close(svg);
    if (sign < 0) underline(svg, x - 6, x + 6, y + 5);
}

static void draw_text(const sg_credit_page *c)
{
    const word_place *at = c->context;
    for (uint32_t v = 0; v < c->page->explanation->n_nodes; v++) draw_word(c, &at[v], v);
}

static const sg_credit_form WORDS = {.panel = "words",
                                     .mark = "Highlights",
                                     .one = "word",
                                     .many = "words",
                                     .draw = draw_text,
                                     .key = draw_key,
                                     .lowering = "underlined",
                                     .pooled = true};

/* Lines of words; the size of the drawing follows. */
static void find_lines(word_place *at, sg_page *p)
{
    double x = 0, y = GAP, widest = 0;
    for (uint32_t v = 0; v < p->explanation->n_nodes; v++) {
        char word[80];
        name_word(word, sizeof word, p, v);
        const double width = sg_svg_text_width(word, LETTERS) + 2 * PADDING;
        if (x > 0 && x + width > LONGEST) {
            x = 0;
            y += LINE;
        }
        at[v] = (word_place){x, y, width};
        x += width + GAP;
        widest = fmax(widest, x);
    }
    p->width = fmax(widest + 2 * SG_PAGE_MARGIN, SG_CREDIT_LEAST);
    p->its.width = p->width - 2 * SG_PAGE_MARGIN;
    p->its.height = y + LINE + GAP;
}

sg_status sg_page_text(sg_page *p, sg_error *err)
{
    sg_status status = SG_OK;
    word_place *at = NULL;
    SG_ALLOC(at, p->explanation->n_nodes);
    find_lines(at, p);
    SG_TRY(sg_page_credit(p, &WORDS, at, err));
done:
    sg_free(at);
    return status;
}
