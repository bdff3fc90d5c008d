/* prepared_model.h - a model with everything ready that does not depend on the data.
 *
 *     SG_TRY(sg_prepared_model_make(&prepared, &model, err));
 *     SG_TRY(sg_predict_few(score, NULL, &prepared, data, &options, err));      // predictor.h
 *
 * Tables of a large model take longer to make than predicting a hundred graphs; whoever predicts a few
 * graphs at a time makes them once.
 */
#ifndef SG_MODEL_PREPARED_MODEL_H
#define SG_MODEL_PREPARED_MODEL_H

#include "model/model.h"

/* {0} is empty.  Once made it is only read, by any number of threads. */
typedef struct sg_prepared_model {
    const sg_model *model; /* borrowed */
    sg_vocabularies_index index;
    void *parameters; /* [model->n_weights] in the model's precision */
} sg_prepared_model;

/* Prepare a model, which is borrowed until `prepared` is freed.
 * Fails with SG_EFORMAT (the model is not sound) or SG_ENOMEM.  Time O(weights). */
sg_status sg_prepared_model_make(sg_prepared_model *prepared, const sg_model *model,
                                 sg_error *err);

void sg_prepared_model_free(sg_prepared_model *prepared);

#endif
