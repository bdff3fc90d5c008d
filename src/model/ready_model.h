/* ready_model.h - a model with all prepared that does not depend on the data, to predict a few graphs
 * at a time.
 *
 *     SG_TRY(sg_ready_model_make(&ready, &model, err));
 *     SG_TRY(sg_ready_model_predict(score, NULL, &ready, data, &options, err));
 *
 * The scores of a graph have the same bits whatever other graphs are in `data`, as long as these are
 * few: sg_ready_model_fits says how many.
 */
#ifndef SG_MODEL_READY_MODEL_H
#define SG_MODEL_READY_MODEL_H

#include "model/model.h"
#include "sharegnn/inspection.h"

/* {0} is empty.  Once made it is only read, by any number of threads. */
typedef struct sg_ready_model {
    const sg_model *model; /* borrowed */
    sg_knowledge_index index;
    void *parameters; /* [model->n_weights] in the model's precision */
} sg_ready_model;

/* Prepare a model, which is borrowed until `ready` is freed.
 * Fails with SG_EFORMAT (the model is not sound) or SG_ENOMEM.  Time O(weights). */
sg_status sg_ready_model_make(sg_ready_model *ready, const sg_model *model, sg_error *err);

void sg_ready_model_free(sg_ready_model *ready);

/* Whether a graph of n_nodes can join others that have n_pairs = the sum of their squared numbers of
 * nodes.  One graph always fits. */
static inline bool sg_ready_model_fits(uint64_t n_pairs, uint64_t n_nodes)
{
    return n_pairs == 0 || n_pairs + n_nodes * n_nodes <= (uint64_t)1 << 17;
}

/* Predict all graphs of `data`.
 *
 *   score    out; [n_graphs][n_outputs]
 *   trust    out; [n_graphs], or NULL
 *   options  with the pool, if any, that shares out the graphs; NULL: none
 *
 * Fails with SG_EINVAL (the data lacks what the model looks at), SG_EFORMAT, SG_ELIMIT, SG_ECANCELED or
 * SG_ENOMEM. */
sg_status sg_ready_model_predict(double *score, sg_trust *trust, const sg_ready_model *ready,
                                 const sg_dataset *data, const sg_invariant_options *options,
                                 sg_error *err);

#endif
