/* predictor.h - a model on some data, ready to predict.
 *
 *     SG_TRY(sg_predictor_open(&predictor, &model, data, &options, 128, err));
 *     sg_predictor_run(output, predictor, graphs, n);        // [n][model.n_outputs]
 *     sg_predictor_close(predictor);
 */
#ifndef SG_MODEL_PREDICTOR_H
#define SG_MODEL_PREDICTOR_H

#include "model/model.h"

typedef struct sg_predictor sg_predictor;

/* Label the data in the model's words and open a network on it.  Everything is borrowed until close.
 * Fails with SG_EFORMAT (the model is not sound), SG_EINVAL (the data lacks what the model looks
 * at), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
sg_status sg_predictor_open(sg_predictor **predictor, const sg_model *model,
                            const sg_dataset *data, const sg_invariant_options *options,
                            uint32_t max_batch, sg_error *err);

void sg_predictor_close(sg_predictor *predictor);

/* Predict: probabilities of classes, values of targets, probabilities of labels. */
void sg_predictor_run(double *output, sg_predictor *predictor, const uint32_t *graph,
                      uint32_t n);

const sg_binding *sg_predictor_binding(const sg_predictor *predictor);

#endif
