/* tiny_model.h - plans and labels of random graphs, for testing layers.
 *
 *     tiny_model tiny = tiny_model_draw(&rng);
 *     sg_encoder_head head = {.plan = &tiny.plan[TINY_WL]};
 */
#ifndef SG_TESTS_SUPPORT_TINY_MODEL_H
#define SG_TESTS_SUPPORT_TINY_MODEL_H

#include "model/plan.h"
#include "support/labeled_graph.h"

enum { TINY_LABEL, TINY_WL, TINY_DEGREE, N_TINY };

typedef struct tiny_model {
    labeled_graph data;
    sg_labels labels[N_TINY];    /* label, wl:1, degree                                */
    sg_plan plan[N_TINY];        /* of these, receivers and senders alike              */
    sg_weight_keys keys[N_TINY]; /* of the plans                                       */
} tiny_model;

/* Random graphs, none of them without nodes, and plans over "distance 0..2". */
tiny_model tiny_model_draw(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes);

void tiny_model_free(tiny_model *tiny);

/* Make the plan of one expression over any graphs. */
void tiny_plan(sg_plan *plan, sg_weight_keys *keys, sg_labels *labels,
               const sg_graph_view *view, const char *label, const char *pair);

#endif
