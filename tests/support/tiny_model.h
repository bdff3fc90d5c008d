/* tiny_model.h - plans and labels of random graphs, for testing layers.
 *
 *     tiny_model tiny = tiny_model_draw(&rng, 3, 6);
 *     sg_encoder_head head = {.plan = &tiny.plan[TINY_WL]};
 *     tiny_model_free(&tiny);
 */
#ifndef SG_TESTS_SUPPORT_TINY_MODEL_H
#define SG_TESTS_SUPPORT_TINY_MODEL_H

#include "plans/plan.h"
#include "support/labeled_graph.h"

enum {
    /* Labelings, and plans from each to itself over "distance 0..2": */
    TINY_LABEL,
    TINY_WL,
    TINY_DEGREE,
    N_TINY_LABELS,
    /* Other plans: */
    TINY_EDGE = N_TINY_LABELS, /* degree -> label @ edge                                  */
    TINY_FREQUENT,             /* wl:1 @ distance 0..2, triples that occur thrice or more */
    TINY_RARE,                 /* the others                                              */
    TINY_NEIGHBORS,            /* degree @ distance 1: some nodes receive nothing         */
    TINY_WEIGHED,              /* label @ edge weight 0, by labels of edges               */
    N_TINY_PLANS
};

typedef struct tiny_model {
    labeled_graph data;
    sg_labels labels[N_TINY_LABELS]; /* label, wl:1, degree */
    sg_plan plan[N_TINY_PLANS];
    sg_weight_keys keys[N_TINY_PLANS]; /* of the plans */
} tiny_model;

/* Random graphs, none of them without nodes. */
tiny_model tiny_model_draw(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes);

/* Directed ones with self-loops. */
tiny_model tiny_model_draw_directed(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes);

/* The plans and labels of given graphs, which are moved. */
tiny_model tiny_model_of(labeled_graph *data);

void tiny_model_free(tiny_model *tiny);

/* Make all plans anew, of the other kind: lists of pairs, as they are first, or tables of
 * labels, but for TINY_WEIGHED. Slots stay the same. */
void tiny_model_replan(tiny_model *tiny, sg_plan_kind kind);

/* Make the plan of one expression over any graphs, a list of pairs. */
void tiny_plan(sg_plan *plan, sg_weight_keys *keys, sg_labels *labels,
               const sg_graph_view *view, const char *label, const char *pair);

/* The same, of a given kind. */
void tiny_plan_of(sg_plan *plan, sg_weight_keys *keys, sg_labels *labels,
                  const sg_graph_view *view, const char *label, const char *pair,
                  sg_plan_kind kind);

#endif
