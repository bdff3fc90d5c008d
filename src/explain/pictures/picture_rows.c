/* picture_rows.c - the graph itself above, then a row for every encoder layer. */
#include "explain/pictures/picture_page.h"

#include "draw/colors.h"

#include <math.h>
#include <stdio.h>

enum { SCALE_STEPS = 16, SCALE_STEP = 7 /* pixels */ };

/* Where step i of a scale begins that ends at `right`, and its two ends in numbers. */
static double begin_scale(sg_page *p, double right, double y, double largest)
{
    const double end = right - 42, begin = end - SCALE_STEP * (SCALE_STEPS + 1);
    sg_svg_text(&p->svg, begin - 4, y + 8, 10, SG_ANCHOR_END, "sg-soft", "%.3g", -largest);
    sg_svg_text(&p->svg, end + 4, y + 8, 10, SG_ANCHOR_START, "sg-soft", "%.3g", largest);
    return begin;
}

static void draw_node_scale(sg_page *p, double right, double y, double largest)
{
    const double begin = begin_scale(p, right, y, largest);
    for (int i = 0; i <= SCALE_STEPS; i++) {
        char color[SG_COLOR_ROOM];
        sg_color_signed(color, 2.0 * i / SCALE_STEPS - 1);
        sg_svg_rectangle(&p->svg, begin + SCALE_STEP * i, y, SCALE_STEP, 9);
        sg_svg_attribute(&p->svg, "fill", color);
        sg_svg_close(&p->svg);
    }
}

static void draw_arrow_scale(sg_page *p, double right, double y, double largest)
{
    const double begin = begin_scale(p, right, y, largest);
    for (int i = 0; i <= SCALE_STEPS; i++) {
        const double value = 2.0 * i / SCALE_STEPS - 1, x = begin + SCALE_STEP * i;
        sg_svg_line(&p->svg, x, y + 4.5, x + SCALE_STEP, y + 4.5);
        sg_picture_arrow_look(&p->svg, &p->its, value);
        sg_svg_close(&p->svg);
    }
}

static double largest_of(const double *value, uint32_t n)
{
    double largest = 0;
    for (uint32_t v = 0; v < n; v++) largest = fmax(largest, fabs(value[v]));
    return largest;
}

/* The group that holds a layer's numbers. */
static void open_layer(sg_page *p, const sg_layer_explanation *layer)
{
    sg_svg_open(&p->svg, "g");
    sg_svg_integer(&p->svg, "data-layer", layer->layer);
    sg_svg_value(&p->svg, "data-rest", layer->rest);
    sg_svg_value(&p->svg, "data-gap", layer->gap);
    if (p->near != NULL)
        sg_svg_value(&p->svg, "data-left", p->near->left[layer - p->explanation->layer]);
    sg_svg_value(&p->svg, "data-value", p->explanation->value);
}

enum { LEGEND_LINES = 6, LEGEND_STEP = 16 };

/* Where the legend stands: behind the panels of the first row, of which there is one where nothing pools the nodes. */
static uint32_t legend_column(const sg_page *p)
{
    return p->explanation->layer[p->explanation->n_layers - 1].decodes ? 2 : 1;
}

/* How to read the picture, beside the first panels. */
static void draw_legend(sg_page *p, const sg_layer_explanation *last, double bias)
{
    const double x = sg_page_column(p, legend_column(p)) + 6,
                 width = p->width - SG_PAGE_MARGIN - x;
    const double y = p->y + SG_PAGE_PANEL_TITLE + 12;
    double nodes = 0;
    char sum[160], rest[40];
    for (uint32_t v = 0; v < p->explanation->n_nodes; v++) nodes += p->explanation->node[v];
    (void)snprintf(rest, sizeof rest, ", rest %+.4g", last->rest);
    if (last->decodes)
        (void)snprintf(sum, sizeof sum, "Output %.4g = nodes %+.4g, bias %+.4g%s",
                       p->explanation->value, nodes, bias, fabs(last->rest) < 1e-9 ? "" : rest);
    else
        (void)snprintf(sum, sizeof sum, "Output %.4g of the node with the thick rim.",
                       p->explanation->value);
    const char *const line[LEGEND_LINES] = {
        sum,
        "Orange raises, purple (dashed) lowers; darker is more.",
        "Arrows are messages from sender to receiver,",
        "rings what a node sends to itself.",
        p->options.by_contribution ? "Color and width: what a message contributes."
                                   : "Color and width: the weight of a message.",
        "Below the largest: value, sender \xe2\x86\x92 receiver, pair (times)."};
    for (int i = 0; i < LEGEND_LINES; i++)
        sg_page_line(p, x, y + LEGEND_STEP * i, 10.5, "sg-soft", line[i], width);
}

/* A chain of atoms is a flat panel, lower than the legend. */
double sg_page_first_row_height(const sg_page *p)
{
    const double panel = p->its.height + SG_PAGE_LINE;
    const double legend = p->n_columns > legend_column(p) ? LEGEND_STEP * LEGEND_LINES : 0;
    return SG_PAGE_PANEL_TITLE + fmax(panel, legend) + SG_PAGE_BETWEEN + 6;
}

void sg_page_first_row(sg_page *p)
{
    const sg_explanation *explanation = p->explanation;
    const sg_layer_explanation *last = &explanation->layer[explanation->n_layers - 1];
    const sg_node_labels own = {.page = p};
    const sg_node_values values = {.page = p,
                                   .value = explanation->node,
                                   .largest =
                                       largest_of(explanation->node, explanation->n_nodes)};
    const sg_node_style style = sg_page_value_style(&values);
    double bias = 0;
    for (uint32_t h = 0; h < last->n_heads; h++) bias += last->head[h].bias;
    sg_page_label_panel(p, 0,
                        p->near != NULL                                ? "The nodes it hears"
                        : p->explainer->data->node_label.n_columns > 0 ? "Node labels"
                                                                       : "The graph",
                        &own);
    if (!last->decodes) { /* nodes are predicted one by one: nothing pools them */
        draw_legend(p, last, bias);
        p->y += sg_page_first_row_height(p);
        return;
    }
    char title
        [64]; /* halos of molecules are of another layer: nobody may take one for the other */
    (void)snprintf(title, sizeof title, "Contributions of the nodes in layer %u", last->layer);
    open_layer(p, last);
    sg_page_open_panel(p, 1, "decoder", title);
    sg_picture_nodes(&p->svg, &p->its, &style);
    sg_svg_open(&p->svg, "text");
    sg_svg_attribute(&p->svg, "y", "0");
    sg_svg_number(&p->svg, "x", 0);
    sg_svg_value(&p->svg, "data-contribution", bias);
    sg_svg_close(&p->svg);
    draw_node_scale(p, p->its.width, p->its.height + 6, values.largest);
    sg_page_close_panel(p);
    sg_svg_close(&p->svg);
    if (p->n_columns > 2) draw_legend(p, last, bias);
    p->y += sg_page_first_row_height(p);
}

/* The largest value of any message of the layer that is shown. */
static double layer_scale(const sg_page *p, const sg_layer_explanation *layer)
{
    double largest = 0;
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        sg_arrows arrows;
        if (!sg_page_shows_head(p, h)) continue;
        sg_arrows_all(&arrows, p->message, &layer->head[h], p->options.by_contribution);
        largest = fmax(largest, arrows.largest);
    }
    return largest;
}

static void draw_row_title(sg_page *p, const sg_layer_explanation *layer, uint32_t n_heads,
                           double largest)
{
    const char *head = p->explainer->head[layer->head[0].head].text;
    char words[200];
    if (n_heads == 1 && p->options.head == NULL)
        (void)snprintf(words, sizeof words, "Layer %u: %s", layer->layer, head);
    else
        (void)snprintf(words, sizeof words, "Layer %u", layer->layer);
    sg_svg_line(&p->svg, SG_PAGE_MARGIN, p->y + 2, p->width - SG_PAGE_MARGIN, p->y + 2);
    sg_svg_class(&p->svg, "sg-grid");
    sg_svg_close(&p->svg);
    sg_page_line(p, SG_PAGE_MARGIN, p->y + 21, 13.5, "sg-ink", words,
                 p->width - 2 * SG_PAGE_MARGIN - 290);
    draw_arrow_scale(p, p->width - SG_PAGE_MARGIN, p->y + 12, largest);
    sg_svg_text(
        &p->svg, p->width - SG_PAGE_MARGIN - 212, p->y + 20, 10, SG_ANCHOR_END, "sg-soft", "%s",
        p->options.by_contribution ? "contribution of a message" : "weight of a message");
    p->y += SG_PAGE_ROW_TITLE;
}

/* Both signs of the largest weights of a head. */
static sg_status find_tops(sg_arrows *arrows, sg_top_weight *top, uint32_t *n, sg_page *p,
                           const sg_head_explanation *head, double sign, double largest,
                           sg_error *err)
{
    sg_status status = SG_OK;
    *n = p->top;
    SG_TRY(
        sg_arrows_top(arrows, top, n, p->message, head, sign, p->options.by_contribution, err));
    arrows->largest = largest;
done:
    return status;
}

sg_status sg_page_layer_width(double *width, sg_page *p, const sg_layer_explanation *layer,
                              sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t h = 0; h < layer->n_heads; h++)
        for (int sign = -1; sign <= 1 && sg_page_shows_head(p, h); sign += 2) {
            sg_arrows arrows = {0};
            uint32_t n = 0;
            SG_TRY(find_tops(&arrows, p->tops, &n, p, &layer->head[h], sign, 0, err));
            *width = fmax(*width, sg_page_tops_width(p, &layer->head[h], p->tops, n));
        }
done:
    return status;
}

/* A layer of one head: labels, all messages, the largest positive and negative weights. */
static sg_status draw_single(sg_page *p, const sg_head_explanation *head, double largest,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explained_head *of = &p->explainer->head[head->head];
    const char *expression = p->explainer->labeling[of->receiver].expression;
    const sg_labeling_kind *kind = p->explainer->labeling_part[of->receiver].kind;
    const sg_node_labels labels = {.page = p,
                                   .label = head->receiver_label,
                                   .labeling = of->receiver,
                                   .is_own = kind != NULL && kind->is_of_data};
    char title[160];
    sg_arrows arrows;
    (void)snprintf(title, sizeof title, "Invariant labels: %s", expression);
    sg_page_label_panel(p, 0, title, &labels);
    sg_arrows_all(&arrows, p->message, head, p->options.by_contribution);
    arrows.largest = largest;
    (void)snprintf(title, sizeof title, "All messages (%u)", arrows.n);
    sg_page_arrow_panel(p, 1, "messages", title, &arrows);
    for (int negative = 0; negative < 2; negative++) {
        uint32_t n;
        SG_TRY(find_tops(&arrows, p->tops, &n, p, head, negative ? -1 : 1, largest, err));
        (void)snprintf(title, sizeof title, "Top %u %s", p->top,
                       negative ? "negative" : "positive");
        sg_page_arrow_panel(p, negative ? 3 : 2, "top", title, &arrows);
        sg_page_list_tops(p, negative ? 3 : 2, head, p->tops, n);
    }
    p->y += SG_PAGE_PANEL_TITLE + p->its.height + SG_PAGE_LINE * p->top + SG_PAGE_BETWEEN;
done:
    return status;
}

/* The messages of both signs in one panel: negative ones behind positive ones in memory, sorted
 * again by the panel's levels of color only, so each sign is drawn by itself. */
static sg_status draw_top_column(sg_page *p, uint32_t column, const sg_head_explanation *head,
                                 double largest, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node_labels labels = {.page = p,
                                   .label = head->receiver_label,
                                   .labeling = p->explainer->head[head->head].receiver};
    const sg_node_style style = sg_page_label_style(&labels, true);
    char title[64];
    uint32_t n = 0, n_listed = 0;
    sg_page_rank_labels(&labels, p->rank);
    (void)snprintf(title, sizeof title, "Top %u positive, negative", p->top);
    sg_page_open_panel(p, column, "top", title);
    for (int negative = 0; negative < 2 && status == SG_OK; negative++) {
        sg_arrows arrows = {0};
        status = find_tops(&arrows, p->tops + n_listed, &n, p, head, negative ? -1 : 1, largest,
                           err);
        if (status != SG_OK) break;
        sg_picture_arrows(&p->svg, &p->its, &arrows);
        n_listed += n;
    }
    sg_picture_nodes(&p->svg, &p->its, &style);
    sg_page_close_panel(p);
    sg_page_list_tops(p, column, head, p->tops, n_listed);
    return status;
}

static sg_status draw_columns(sg_page *p, const sg_layer_explanation *layer, double largest,
                              sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t column = 0;
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        sg_arrows arrows;
        sg_arrows_all(&arrows, p->message, &layer->head[h], p->options.by_contribution);
        arrows.largest = largest;
        sg_page_arrow_panel(p, column++, "messages",
                            p->explainer->head[layer->head[h].head].text, &arrows);
    }
    p->y += SG_PAGE_PANEL_TITLE + p->its.height + SG_PAGE_BETWEEN;
    column = 0;
    for (uint32_t h = 0; h < layer->n_heads; h++)
        SG_TRY(draw_top_column(p, column++, &layer->head[h], largest, err));
    p->y += SG_PAGE_PANEL_TITLE + p->its.height + 2 * SG_PAGE_LINE * p->top + SG_PAGE_BETWEEN;
done:
    return status;
}

double sg_page_row_height(const sg_page *p, const sg_layer_explanation *layer)
{
    const double panel = SG_PAGE_PANEL_TITLE + p->its.height;
    if (sg_page_count_heads(p, layer) == 1)
        return SG_PAGE_ROW_TITLE + panel + SG_PAGE_LINE * p->top + SG_PAGE_BETWEEN;
    return SG_PAGE_ROW_TITLE + 2 * panel + SG_PAGE_BETWEEN + 2 * SG_PAGE_LINE * p->top +
           SG_PAGE_BETWEEN;
}

sg_status sg_page_layer(sg_page *p, const sg_layer_explanation *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_heads = sg_page_count_heads(p, layer);
    const double largest = layer_scale(p, layer);
    if (n_heads == 0) return SG_OK;
    open_layer(p, layer);
    draw_row_title(p, layer, n_heads, largest);
    if (n_heads == 1)
        status = draw_single(p, &layer->head[p->options.head != NULL ? *p->options.head : 0],
                             largest, err);
    else
        status = draw_columns(p, layer, largest, err);
    sg_svg_close(&p->svg);
    return status;
}
