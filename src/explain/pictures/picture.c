/* picture.c - the page: what is on it and how large it is, and its title.
 *
 * All panels show the same graph in the same places, so all are of the same size, and the page is
 * known before anything is drawn. */
#include "explain/pictures/picture.h"

#include "base/mem.h"
#include "explain/pictures/picture_page.h"
#include "images/image_look.h"
#include "kernels/statistics.h"

#include <math.h>
#include <stdio.h>

enum { DEFAULT_TOP = 3, MOST_TOP = 20 };

enum { HEADLINE = 17, HEADLINE_STEP = 21, SUBTITLE = 12, SUBTITLE_STEP = 15 }; /* pixels */
static const double LEAST_WIDTH = 420, WIDEST_PANEL = 420; /* pixels, for the title */

/* What is explained, numbered through the data; and whether the data has classes or targets of such. */
static uint32_t item_of(const sg_page *p)
{
    const sg_explanation *e = p->explanation;
    const uint32_t first = p->explainer->data->graph.graph_offset[e->graph];
    return e->explained_node != SG_NONE ? first + sg_page_node(p, e->explained_node) : e->graph;
}

static bool has_truth(const sg_page *p)
{
    return p->explainer->data->items.kind == sg_explainer_item(p->explainer);
}

static void class_outcome(char *text, size_t room, const sg_page *p)
{
    const sg_dataset *data = p->explainer->data;
    const sg_explanation *explanation = p->explanation;
    const uint32_t best = sg_largest(explanation->score, explanation->n_outputs),
                   output = explanation->output;
    char guess[96], asked[96], truth[120] = "", other[200] = "";
    (void)sg_outputs_name(guess, sizeof guess, &p->explainer->model->outputs, best);
    (void)sg_outputs_name(asked, sizeof asked, &p->explainer->model->outputs, output);
    uint32_t number = SG_NO_CLASS;
    if (has_truth(p) && data->items.item_class != NULL && data->items.class_name != NULL)
        number = data->items.item_class[item_of(p)];
    if (number != SG_NO_CLASS) {
        char name[96];
        sg_items_class_name(name, sizeof name, &data->items, number);
        (void)snprintf(truth, sizeof truth, "true class %s, ", name);
    }
    if (output != best)
        (void)snprintf(other, sizeof other, "; explained: class %s (probability %.3g)", asked,
                       explanation->score[output]);
    (void)snprintf(text, room, "%spredicted class %s (probability %.3g)%s", truth, guess,
                   explanation->score[best], other);
}

/* What is true, what is predicted and what is explained. */
static void outcome_text(char *text, size_t room, const sg_page *p)
{
    const sg_dataset *data = p->explainer->data;
    const sg_model *model = p->explainer->model;
    const sg_explanation *explanation = p->explanation;
    const uint32_t output = explanation->output;
    uint32_t column = 0;
    char name[96], truth[120] = "";
    if (model->outputs.class_name != NULL) {
        class_outcome(text, room, p);
        return;
    }
    (void)sg_outputs_name(name, sizeof name, &p->explainer->model->outputs, output);
    if (has_truth(p) && model->outputs.target_column != NULL &&
        sg_outputs_column(&column, &model->outputs, output, &data->items))
        (void)snprintf(
            truth, sizeof truth, "true %s, ",
            sg_page_number(
                data->items.target
                    .value[(size_t)item_of(p) * data->items.target.n_columns + column],
                4, false)
                .text);
    (void)snprintf(text, room, "%s: %spredicted %s", name, truth,
                   sg_page_number(explanation->score[output], 4, false).text);
}

/* Long names take several lines. */
static uint32_t title_lines(sg_page *p, sg_svg *svg, uint32_t *n_below)
{
    char outcome[500], words[600 + SG_HEARD_WORDS], part[SG_HEARD_WORDS] = "";
    outcome_text(outcome, sizeof outcome, p);
    const char *id = sg_names_or_null(&p->explainer->data->graph_id, p->explanation->graph);
    char node[40] = "";
    if (p->explanation->explained_node != SG_NONE)
        (void)snprintf(node, sizeof node, "node %u of ",
                       sg_page_node(p, p->explanation->explained_node));
    (void)snprintf(words, sizeof words, "%.200s, %sgraph %u%s%.200s%s",
                   p->explainer->data->name, node, p->explanation->graph,
                   id != NULL ? " (" : "", id != NULL ? id : "", id != NULL ? ")" : "");
    const double room = p->width - 2 * SG_PAGE_MARGIN;
    const uint32_t n = sg_svg_lines(svg, SG_PAGE_MARGIN, SG_PAGE_MARGIN + 8, HEADLINE,
                                    HEADLINE_STEP, room, "sg-ink", words);
    const sg_explanation *e = p->explanation;
    const bool is_said =
        e->output < p->explainer->model->outputs.n && e->score[e->output] == e->value;
    if (p->near != NULL) sg_neighborhood_words(part, p->near);
    (void)snprintf(words, sizeof words, "%s%s%s%s%s", outcome, is_said ? "" : "; output ",
                   is_said ? "" : sg_page_number(e->value, 4, false).text,
                   part[0] != '\0' ? ". " : "", part);
    *n_below = sg_svg_lines(svg, SG_PAGE_MARGIN, SG_PAGE_MARGIN + 26 + (n - 1) * HEADLINE_STEP,
                            SUBTITLE, SUBTITLE_STEP, room, "sg-soft", words);
    return n;
}

double sg_page_title_height(sg_page *p)
{
    uint32_t n_below = 0;
    const uint32_t n = title_lines(p, NULL, &n_below);
    return SG_PAGE_TITLE + (n - 1) * HEADLINE_STEP + (n_below - 1) * SUBTITLE_STEP;
}

void sg_page_title(sg_page *p)
{
    uint32_t n_below = 0;
    (void)title_lines(p, &p->svg, &n_below);
    p->y = sg_page_title_height(p);
}

static sg_status check_options(const sg_page *p, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explanation *explanation = p->explanation;
    bool has_layer = p->options.layer == NULL, has_head = p->options.head == NULL;
    for (uint32_t i = 0; i < explanation->n_layers; i++) {
        const sg_layer_explanation *layer = &explanation->layer[i];
        if (!sg_page_shows_layer(p, layer)) continue;
        has_layer = true;
        has_head = has_head || *p->options.head < layer->n_heads;
    }
    SG_REQUIRE(has_layer, SG_EINVAL, "picture: layer %u of the model passes no messages",
               *p->options.layer);
    SG_REQUIRE(has_head, SG_EINVAL, "picture: no layer that is drawn has a head %u",
               *p->options.head);
    SG_REQUIRE(p->options.top <= MOST_TOP, SG_EINVAL, "picture: top %u is more than %d",
               p->options.top, MOST_TOP);
done:
    return status;
}

static sg_status measure(sg_page *p, double *height, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explanation *explanation = p->explanation;
    const sg_one_graph graph = p->near != NULL
                                   ? p->near->graph
                                   : sg_view_graph(&p->explainer->view, explanation->graph);
    uint32_t most_messages = 0;
    p->n_columns = 2;
    for (uint32_t i = 0; i < explanation->n_layers; i++) {
        const sg_layer_explanation *layer = &explanation->layer[i];
        for (uint32_t h = 0; h < layer->n_heads; h++)
            if (layer->head[h].n_messages > most_messages)
                most_messages = layer->head[h].n_messages;
        if (!sg_page_shows_layer(p, layer)) continue;
        const uint32_t n_heads = sg_page_count_heads(p, layer), n = n_heads == 1 ? 4 : n_heads;
        if (n > p->n_columns) p->n_columns = n;
    }
    SG_TRY(sg_picture_graph_find(&p->its, &graph, p->n_columns > 4 ? 240 : 300, err));
    const double before = p->its.width;
    p->its.number = p->near != NULL ? p->near->node : NULL;
    SG_ALLOC(p->message, most_messages); /* NOLINT(bugprone-sizeof-expression) */
    SG_ALLOC(p->tops, (size_t)2 * p->top);
    SG_ALLOC(p->rank, graph.n_nodes);
    for (uint32_t i = 0; i < explanation->n_layers; i++)
        if (sg_page_shows_layer(p, &explanation->layer[i]))
            SG_TRY(sg_page_layer_width(&p->its.width, p, &explanation->layer[i], err));
    p->its.width = fmin(p->its.width, fmax(before, WIDEST_PANEL));
    p->width =
        fmax(sg_page_column(p, p->n_columns) - SG_PAGE_BETWEEN + SG_PAGE_MARGIN, LEAST_WIDTH);
    *height = sg_page_title_height(p) + sg_page_first_row_height(p) + SG_PAGE_MARGIN;
    for (uint32_t i = 0; i < explanation->n_layers; i++)
        if (sg_page_shows_layer(p, &explanation->layer[i]) &&
            sg_page_count_heads(p, &explanation->layer[i]) > 0)
            *height += sg_page_row_height(p, &explanation->layer[i]);
done:
    return status;
}

static sg_status draw_page(sg_page *p, double height, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explanation *explanation = p->explanation;
    char title[200];
    (void)snprintf(title, sizeof title, "Explanation of graph %u of %s", explanation->graph,
                   p->explainer->data->name);
    sg_svg_begin(&p->svg, p->width, height, title, SG_SVG_ALONE);
    sg_picture_arrow_heads(&p->svg, SG_ARROW_HEAD);
    sg_page_title(p);
    sg_page_first_row(p);
    for (uint32_t i = 0; i < explanation->n_layers; i++)
        if (sg_page_shows_layer(p, &explanation->layer[i]))
            SG_TRY(sg_page_layer(p, &explanation->layer[i], err));
    SG_TRY(sg_svg_end(&p->svg, err));
done:
    return status;
}

/* Arrows, their number and one head of several are asked for where messages are of interest. */
static bool draws_nodes(const sg_page *p)
{
    const sg_picture_options *o = &p->options;
    return !o->arrows && o->top == 0 && !o->by_contribution && o->head == NULL;
}

/* Molecules, texts, images and dense graphs have pictures of their own; *drawn says whether this is one. */
static sg_status draw_own(bool *drawn, sg_page *p, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = p->explainer->data;
    const sg_one_graph one = sg_view_graph(&p->explainer->view, p->explanation->graph);
    sg_molecule_look look = {0};
    bool is_dense = false;
    *drawn = true;
    SG_TRY(sg_molecule_look_find(&look, data, p->explanation->graph, err));
    if (look.atom != NULL)
        SG_TRY(sg_page_molecule(p, &look, err));
    else if (data->node_name.content != NULL && data->node_label.n_columns == 1)
        SG_TRY(sg_page_text(p, err));
    else if (sg_image_grid(data, &one).width > 0)
        SG_TRY(sg_page_image(p, &one, err));
    else {
        SG_TRY(sg_page_is_dense(&is_dense, p, &one, err));
        if (is_dense) SG_TRY(sg_page_classes(p, &one, err));
        *drawn = is_dense;
    }
done:
    sg_molecule_look_free(&look);
    return status;
}

sg_status sg_picture_draw(sg_text *svg, const sg_explainer *explainer,
                          const sg_explanation *explanation, const sg_picture_options *options,
                          sg_error *err)
{
    sg_status status = SG_OK;
    sg_page p = {.explainer = explainer, .explanation = explanation};
    sg_neighborhood near = {0};
    bool drawn = false;
    double height = 0;
    if (options != NULL) p.options = *options;
    p.top = p.options.top > 0 ? p.options.top : DEFAULT_TOP;
    SG_TRY(check_options(&p, err));
    if (sg_neighborhood_is_needed(explanation)) {
        SG_TRY(sg_neighborhood_find(&near, explainer, explanation, err));
        p.near = &near;
        p.explanation = &near.shown;
    } else if (draws_nodes(&p))
        SG_TRY(draw_own(&drawn, &p, err));
    if (!drawn) {
        SG_TRY(measure(&p, &height, err));
        SG_TRY(draw_page(&p, height, err));
    }
    SG_TRY(sg_text_add_bytes(svg, p.svg.text.data, p.svg.text.size, err));
done:
    sg_free(p.rank);
    sg_free(p.tops);
    sg_free((void *)p.message);
    sg_layout_free(&p.its.layout);
    sg_svg_free(&p.svg);
    sg_neighborhood_free(&near);
    return status;
}
