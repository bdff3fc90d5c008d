/* predictor.h - a model on some data, ready to predict.
 *
 *     SG_TRY(sg_predictor_open(&predictor, &model, NULL, data, &options, 128, err));
 *     SG_TRY(sg_predictor_run(output, predictor, items, n, err));     // [n][model.outputs.n]
 *     SG_TRY(sg_predictor_trust(trust, predictor, err));
 *     sg_predictor_close(predictor);
 *
 * Where the states of a large graph would take very much memory, its nodes are predicted some at a time, with what
 * they hear (network/narrow_spec.h).
 */
#ifndef SG_MODEL_PREDICTOR_H
#define SG_MODEL_PREDICTOR_H

#include "model/prepared_model.h"
#include "sharegnn/prediction.h"

typedef struct sg_predictor sg_predictor;

/* Label the data in the model's words and open a network on it.  Everything is borrowed until close.
 *
 *   prepared   the same model, prepared; NULL: it is not
 *   options    with the threads, if any, that share the work; NULL: none
 *   max_batch  items that are computed at once
 *
 * Fails with SG_EFORMAT (the model is not sound), SG_EINVAL (the data lacks what the model looks
 * at), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
sg_status sg_predictor_open(sg_predictor **predictor, const sg_model *model,
                            const sg_prepared_model *prepared, const sg_dataset *data,
                            const sg_invariant_options *options, uint32_t max_batch,
                            sg_error *err);

void sg_predictor_close(sg_predictor *predictor);

/* Predict nodes some at a time where the states of a graph would take more bytes; 0: never.  Without this call it is
 * SG_MOST_STATE_BYTES.  Models with layers that look at whole graphs, and those of graphs, go on as they are.  Before
 * the first prediction. */
void sg_predictor_limit_states(sg_predictor *predictor, uint64_t most_bytes);

#define SG_MOST_STATE_BYTES ((uint64_t)1 << 30)

/* Predict: probabilities of classes, values of targets, probabilities of labels.  Fails with SG_ENOMEM. */
sg_status sg_predictor_run(double *output, sg_predictor *predictor, const uint32_t *item,
                           uint32_t n, sg_error *err);

/* What is behind layer `layer` of the blueprint, its activation included; SG_INPUT_STATE: the input. */
const sg_state *sg_predictor_state(const sg_predictor *predictor, uint32_t layer);

/* That state of graph[0 .. n): the rows of the first graph, then those of the next.  Fails with SG_ENOMEM. */
sg_status sg_predictor_states(double *value, sg_predictor *predictor, uint32_t layer,
                              const uint32_t *graph, uint32_t n, sg_error *err);

/* How much of each graph the model has never met, [n_graphs] (trust.h). */
sg_status sg_predictor_trust(sg_trust *trust, const sg_predictor *predictor, sg_error *err);

/* ---- A few graphs at a time ----------------------------------------------------------------- */

/* Whether a graph of n_nodes can join others that have n_pairs = the sum of their squared numbers of
 * nodes.  One graph always fits. */
static inline bool sg_predict_few_fits(uint64_t n_pairs, uint64_t n_nodes)
{
    return n_pairs == 0 || n_pairs + n_nodes * n_nodes <= (uint64_t)1 << 17;
}

/* Predict all graphs of `data`, which are few.  The scores of a graph have the same bits whatever other
 * graphs there are, as long as they fit.
 *
 *   score    out; [sg_model_count_items][n_outputs]
 *   trust    out; [n_graphs], or NULL
 *
 * Fails like sg_predictor_open. */
sg_status sg_predict_few(double *score, sg_trust *trust, const sg_prepared_model *prepared,
                         const sg_dataset *data, const sg_invariant_options *options,
                         sg_error *err);

#endif
