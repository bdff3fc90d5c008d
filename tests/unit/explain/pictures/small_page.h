/* small_page.h - the page of a picture around a path 5 - 5 - 9, placed by hand.
 *
 * One bond is 30 pixels, and a panel has 100 x 60: the nodes are at (20, 30), (50, 30) and (80, 30).
 * Heads pass messages between neighbors: the weights are -2 for 5 to 5, or 2 and 3 for the others. */
#ifndef SG_TESTS_UNIT_EXPLAIN_SMALL_PAGE_H
#define SG_TESTS_UNIT_EXPLAIN_SMALL_PAGE_H

#include "explain/pictures/picture_page.h"
#include "pair_graph.h"
#include "support/explained_models.h"
#include "support/small_data.h"

typedef struct small_page {
    sg_dataset data;
    sg_model model;
    sg_explainer *explainer;
    sg_explanation explanation;
    const sg_explained_message *message[16];
    sg_top_weight tops[4];
    uint32_t rank[3];
    sg_page page;
} small_page;

#define ONE_HEAD                                                                               \
    "layers: [{encoder: {heads: ['label @ distance 1']}},"                                     \
    " {decoder: {heads: [label], bias: false}}]"
#define TWO_HEADS                                                                              \
    "layers: [{encoder: {heads: ['label @ distance 1 x2']}},"                                  \
    " {decoder: {heads: [label], bias: false}}, {linear: {outputs: targets}}]"

static inline small_page *small_page_open(const char *description)
{
    static sg_point at[] = {{0, 0}, {1, 0}, {2, 0}};
    small_page *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->data = small_data("0: 5 5 9 / 0-1 1-2", "1: 9");
    s->model = small_model(&s->data, description);
    s->model.weight[0] = -2;
    s->explainer = explainer_of(&s->model, &s->data);
    s->explanation = explained_graph(s->explainer, 0, 0);
    s->page = (sg_page){.svg = begun(),
                        .explainer = s->explainer,
                        .explanation = &s->explanation,
                        .top = 2,
                        .n_columns = 4,
                        .width = 600,
                        .y = 100,
                        .message = s->message,
                        .tops = s->tops,
                        .rank = s->rank};
    s->page.its = (sg_picture_graph){.graph = sg_view_graph(&s->explainer->view, 0),
                                     .layout = {.n_nodes = 3, .at = at, .width = 2},
                                     .scale = 30,
                                     .radius = 8,
                                     .dot = 4,
                                     .width = 100,
                                     .height = 60};
    return s;
}

static inline void small_page_close(small_page *s)
{
    sg_svg_free(&s->page.svg);
    sg_explanation_free(&s->explanation);
    sg_explainer_close(s->explainer);
    sg_model_free(&s->model);
    sg_dataset_free(&s->data);
    free(s);
}

#endif
