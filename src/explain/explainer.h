/* explainer.h - a model on some data, opened for looking inside.
 *
 *     SG_TRY(sg_explainer_open(&explainer, model, data, NULL, err));
 *     SG_TRY(sg_explainer_hire(explainer, 2, err));
 *     const sg_explainer_question why = {.graph = 17, .output = SG_PREDICTED};
 *     SG_TRY(sg_explainer_answer(&explanation, explainer, 1, why, err));
 *     sg_explanation_free(&explanation);
 *     sg_explainer_close(explainer);
 *
 * An explainer knows the labelings and heads of the model by the words of sharegnn/explanation.h,
 * and says for a graph what every message, bias and node contributes to an output.  Everything is
 * computed in double precision, whatever the model's own.
 *
 *   explainer.c            opening: the model on its data, layers
 *   explainer_labelings.c  labels and examples of them
 *   explainer_heads.c      weights by label and pair value
 *   explainer_graph.c      the contributions of one graph
 *   explainer_names.c      names for people
 *   ranking.c              all graphs together
 */
#ifndef SG_EXPLAIN_EXPLAINER_H
#define SG_EXPLAIN_EXPLAINER_H

#include "explain/path_gradient.h"
#include "model/model.h"
#include "sharegnn/explanation.h"

/* The defaults of sg_explainer_options, and the most steps that can be asked for. */
#define SG_PATH_TOLERANCE 1e-7
enum { SG_PATH_STEPS = 20000, SG_PATH_MOST_STEPS = 1000000 };

/* Let `n_workers` threads explain at once, each under its own number; one can from the start.
 * Fails with SG_ENOMEM. */
sg_status sg_explainer_hire(sg_explainer *explainer, uint32_t n_workers, sg_error *err);

/* Whether the model has the weights that the explainer was opened with; else SG_EINVAL. */
sg_status sg_explainer_check_model(const sg_explainer *explainer, sg_error *err);

/* What the model predicts. */
sg_item_kind sg_explainer_item(const sg_explainer *explainer);

/* What the explainer's data set is called, for messages. */
const char *sg_explainer_data_name(const sg_explainer *explainer);

/* How many pairs of nodes of the chosen graphs use each weight of a head that passes messages.
 *
 *   uses    out; [n_weights of the head]
 *   chosen  [graphs of the data]
 *
 * Fails with SG_ENOMEM.  Time O(pairs of these graphs). */
sg_status sg_explainer_count_uses(uint64_t *uses, const sg_explainer *explainer, uint32_t head,
                                  const bool *chosen, sg_error *err);

typedef struct sg_explainer_question {
    uint32_t graph, output;
    uint32_t node;  /* of the graph, from 0, where the model predicts nodes */
    uint32_t steps; /* the most gradients; 0: as many as the explainer was opened with */
    const sg_observer *observer; /* told of gradients, by this thread; may be NULL */
} sg_explainer_question;

/* Explain an output of a graph, as worker number `worker`.
 * Fails with SG_EINVAL (no such graph, node or output), SG_ENOMEM, SG_ECANCELED, or what pair properties
 * fail with. */
sg_status sg_explainer_answer(sg_explanation *explanation, sg_explainer *explainer,
                              uint32_t worker, sg_explainer_question question, sg_error *err);

#endif
