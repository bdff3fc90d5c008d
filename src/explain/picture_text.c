/* picture_text.c - a text as it is read: words in lines, highlighted by what they contribute. */
#include "explain/picture_credit.h"

#include "base/mem.h"
#include "draw/colors.h"

#include <math.h>

/* Pixels: letters, around a word, between words, from line to line, of a line. */
enum { LETTERS = 15, PADDING = 5, GAP = 4, LINE = 30, LONGEST = 680 };

static const double STRONGEST = 0.7; /* of the scale: words stay readable */

typedef struct word_place {
    double x, y, width;
} word_place;

static void name_word(char *text, size_t room, const sg_page *p, uint32_t v)
{
    (void)sg_explainer_node_name(text, room, p->explainer, p->explanation->graph, v);
}

/* Words that lower the output are underlined, too. */
static void draw_word(const sg_credit_page *c, const word_place *at, uint32_t v)
{
    sg_svg *svg = &c->page->svg;
    const double share = sg_credit_share(c, v);
    char color[SG_COLOR_ROOM], word[80];
    sg_color_signed(color, STRONGEST * share);
    sg_svg_rectangle(svg, at->x, at->y, at->width, LINE - 2 * GAP);
    sg_svg_number(svg, "rx", 3);
    if (!c->unknown[v]) {
        sg_svg_attribute(svg, "fill", color);
        if (sg_credit_is_small(share)) sg_svg_attribute(svg, "fill-opacity", "0");
    }
    sg_credit_node(c, v);
    sg_svg_close(svg);
    name_word(word, sizeof word, c->page, v);
    const bool is_plain = c->unknown[v] || sg_credit_is_small(share);
    sg_svg_open(svg, "text");
    sg_svg_number(svg, "x", at->x + at->width / 2);
    sg_svg_number(svg, "y", at->y + LINE / 2.0 + 1);
    sg_svg_number(svg, "font-size", LETTERS);
    sg_svg_attribute(svg, "text-anchor", "middle");
    if (is_plain)
        sg_svg_class(svg, "sg-ink");
    else
        sg_svg_attribute(svg, "fill", sg_color_words_on(color));
    sg_svg_words(svg, word);
    sg_svg_close(svg);
    if (is_plain || share >= 0) return;
    sg_svg_line(svg, at->x + PADDING, at->y + LINE - 2 * GAP - 3, at->x + at->width - PADDING,
                at->y + LINE - 2 * GAP - 3);
    sg_svg_attribute(svg, "stroke", sg_color_words_on(color));
    sg_svg_number(svg, "stroke-width", 1.3);
    sg_svg_attribute(svg, "stroke-dasharray", "3 2.5");
    sg_svg_close(svg);
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
