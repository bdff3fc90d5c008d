/* picture_panels.c - a panel: title, frame, graph, and what stands below it. */
#include "explain/pictures/picture_page.h"

#include "draw/colors.h"
#include "plans/triple_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEYS = 8, TOP_SIZE = 9 };

sg_number_words sg_page_number(double value, int digits, bool has_plus)
{
    sg_number_words words;
    const char *sign = value < 0 ? "\xe2\x88\x92" : has_plus ? "+" : "";
    (void)snprintf(words.text, sizeof words.text, "%s%.*g", sign, digits, fabs(value));
    return words;
}

/* As much of the words as fits; the rest becomes three dots. */
void sg_page_line(sg_page *p, double x, double y, double size, const char *class_name,
                  const char *words, double width)
{
    char text[200];
    size_t length = strlen(words);
    if (length >= sizeof text) length = sizeof text - 1;
    memcpy(text, words, length);
    text[length] = '\0';
    if (sg_svg_text_width(text, size) > width) {
        while (length > 0 && sg_svg_text_width(text, size) > width - size)
            text[--length] = '\0';
        if (length + 4 > sizeof text) length = sizeof text - 4;
        memcpy(text + length, "\xe2\x80\xa6", 4);
    }
    sg_svg_text(&p->svg, x, y, size, SG_ANCHOR_START, class_name, "%s", text);
}

void sg_page_open_panel(sg_page *p, uint32_t column, const char *kind, const char *title)
{
    sg_svg_group_at(&p->svg, sg_page_column(p, column), p->y);
    sg_svg_attribute(&p->svg, "data-panel", kind);
    sg_page_line(p, 0, SG_PAGE_PANEL_TITLE - 7, 11.5, "sg-ink", title, p->its.width);
    sg_svg_group_at(&p->svg, 0, SG_PAGE_PANEL_TITLE);
    sg_svg_rectangle(&p->svg, 0, 0, p->its.width, p->its.height);
    sg_svg_number(&p->svg, "rx", 4);
    sg_svg_class(&p->svg, "sg-frame");
    sg_svg_close(&p->svg);
    const bool has_arrows = strcmp(kind, "messages") == 0 || strcmp(kind, "top") == 0;
    sg_picture_edges(&p->svg, &p->its, has_arrows ? "sg-frame" : "sg-line");
}

void sg_page_close_panel(sg_page *p)
{
    sg_svg_close(&p->svg);
    sg_svg_close(&p->svg);
}

/* Where nodes are too small for names, colors get a key below the panel. */
static void draw_key(sg_page *p, const sg_node_labels *labels,
                     size_t (*name)(char *, size_t, const void *, uint32_t))
{
    uint32_t n_drawn = 0;
    double x = 4;
    if (sg_picture_has_names(p->its.radius)) return;
    for (uint32_t v = 0; v < p->its.graph.n_nodes && n_drawn < KEYS; v++) {
        char text[32];
        if (p->rank[v] != n_drawn) continue;
        (void)name(text, sizeof text, labels, v);
        if (text[0] == '\0') return;
        sg_svg_circle(&p->svg, x + 4, p->its.height + 9, 4);
        sg_svg_attribute(&p->svg, "fill", sg_color_label(p->rank[v]));
        sg_svg_class(&p->svg, "sg-rim");
        sg_svg_close(&p->svg);
        sg_svg_text(&p->svg, x + 11, p->its.height + 12.5, 10, SG_ANCHOR_START, "sg-soft", "%s",
                    text);
        x += 17 + sg_svg_text_width(text, 10);
        n_drawn++;
    }
}

void sg_page_label_panel(sg_page *p, uint32_t column, const char *title,
                         const sg_node_labels *labels)
{
    const sg_node_style style = sg_page_label_style(labels, false);
    sg_page_rank_labels(labels, p->rank);
    sg_page_open_panel(p, column, "labels", title);
    sg_picture_nodes(&p->svg, &p->its, &style);
    draw_key(p, labels, style.name);
    sg_page_close_panel(p);
}

void sg_page_arrow_panel(sg_page *p, uint32_t column, const char *kind, const char *title,
                         const sg_arrows *arrows)
{
    const sg_head_explanation *head = arrows->head;
    const bool is_all = strcmp(kind, "messages") == 0;
    const sg_node_labels labels = {.page = p,
                                   .label = head->receiver_label,
                                   .labeling = p->explainer->head[head->head].receiver,
                                   .contribution = is_all ? head->node : NULL};
    const sg_node_style style = sg_page_label_style(&labels, true);
    sg_page_rank_labels(&labels, p->rank);
    sg_page_open_panel(p, column, kind, title);
    sg_picture_arrows(&p->svg, &p->its, arrows);
    sg_picture_nodes(&p->svg, &p->its, &style);
    sg_page_close_panel(p);
}

/* Take every `part` out of `text`. */
static void take_out(char *text, const char *part)
{
    const size_t length = strlen(part);
    for (char *found = text; (found = strstr(found, part)) != NULL;)
        memmove(found, found + length, strlen(found + length) + 1);
}

/* "+0.42: C(#17) to N at distance 3 (2 times)", with signs for words; the panel's title says which
 * labelings these are. */
static void weight_text(char *text, size_t room, const sg_page *p,
                        const sg_head_explanation *head, const sg_top_weight *top)
{
    const sg_explained_head *of = &p->explainer->head[head->head];
    char sender[80], receiver[80], triple[160], times[32] = "", expression[80];
    (void)sg_explainer_label_name(sender, sizeof sender, p->explainer, of->sender,
                                  of->weight_sender[top->weight]);
    (void)sg_explainer_label_name(receiver, sizeof receiver, p->explainer, of->receiver,
                                  of->weight_receiver[top->weight]);
    (void)snprintf(expression, sizeof expression, "%s ",
                   p->explainer->labeling[of->receiver].expression);
    take_out(sender, expression);
    take_out(receiver, expression);
    (void)sg_triple_text(triple, sizeof triple,
                         &(sg_triple_words){.sender = sender,
                                            .receiver = receiver,
                                            .value = of->value[of->weight_value[top->weight]],
                                            .is_place = of->measure != NULL,
                                            .arrow = "\xe2\x86\x92"});
    if (top->n_messages > 1)
        (void)snprintf(times, sizeof times, " (\xc3\x97 %u)", top->n_messages);
    (void)snprintf(text, room, "%s: %s%s", sg_page_number(top->value, 3, true).text, triple,
                   times);
}

double sg_page_tops_width(const sg_page *p, const sg_head_explanation *head,
                          const sg_top_weight *top, uint32_t n)
{
    double width = 0;
    for (uint32_t i = 0; i < n; i++) {
        char words[240];
        weight_text(words, sizeof words, p, head, &top[i]);
        width = fmax(width, sg_svg_text_width(words, TOP_SIZE) + 2);
    }
    return width;
}

void sg_page_list_tops(sg_page *p, uint32_t column, const sg_head_explanation *head,
                       const sg_top_weight *top, uint32_t n)
{
    if (n == 0)
        sg_page_line(p, sg_page_column(p, column),
                     p->y + SG_PAGE_PANEL_TITLE + p->its.height + SG_PAGE_LINE, TOP_SIZE,
                     "sg-soft", "There are none.", p->its.width);
    for (uint32_t i = 0; i < n; i++) {
        char words[240];
        weight_text(words, sizeof words, p, head, &top[i]);
        sg_page_line(p, sg_page_column(p, column),
                     p->y + SG_PAGE_PANEL_TITLE + p->its.height + SG_PAGE_LINE * (i + 1),
                     TOP_SIZE, "sg-soft", words, p->its.width + SG_PAGE_BETWEEN - 2);
    }
}
