/* model.h - a model: blueprint, vocabularies, weights, and what its outputs mean.  All that is needed
 * to predict on data that it has never seen.
 */
#ifndef SG_MODEL_MODEL_H
#define SG_MODEL_MODEL_H

#include "data/dataset_hold.h"
#include "model/model_on_data.h"
#include "network/learner.h"

typedef struct sg_model {
    sg_blueprint blueprint;
    sg_vocabularies vocabularies;
    sg_task task;
    const sg_loss *loss;
    sg_precision precision;
    uint32_t n_outputs;
    uint32_t n_attributes;   /* of a node; 0 where they are not the input                    */
    int64_t *class_name;     /* [n_outputs] classification: labels of the training data       */
    sg_names class_word;     /* [n_outputs] the same where they are words; else none         */
    char **target_name;      /* [n_outputs] regression, multilabel: columns                   */
    uint32_t *target_column; /* [n_outputs] their numbers in the data set                   */
    double *scale, *offset;  /* [n_outputs] regression: target = scale * output + offset     */
    double *weight;          /* [n_weights] in the order of the network's tensors            */
    size_t n_weights;
    bool is_trained; /* else the weights are not yet drawn */

    /* Labels and plans of the data that the model was built for, until it has been trained. */
    sg_plan_cache *cache;        /* or NULL                                                */
    const sg_dataset *built_for; /* held                                                   */
    sg_dataset_hold *hold;
} sg_model;

/* Release everything and make the model empty. */
void sg_model_free(sg_model *model);

/* Forget labels and plans of the data that the model was built for. */
void sg_model_leave_data(sg_model *model);

/* Tell what the outputs mean after `data`: class names, or target columns column[0 .. n_columns)
 * (NULL: all) with scale 1 and offset 0.
 * Fails with SG_EINVAL (the data has no classes or targets) or SG_ENOMEM. */
sg_status sg_model_describe_outputs(sg_model *model, const sg_dataset *data, sg_task task,
                                    const uint32_t *column, uint32_t n_columns, sg_error *err);

/* Whether the model has weights; else SG_EINVAL. */
sg_status sg_model_check_trained(const sg_model *model, sg_error *err);

/* Whether `data` has the node attributes that the model looks at; else SG_EINVAL. */
sg_status sg_model_check_attributes(const sg_model *model, const sg_dataset *data,
                                    sg_error *err);

/* A copy of the weights in the model's precision, for networks that only predict; sg_free it.
 * Fails with SG_ENOMEM. */
sg_status sg_model_parameters(void **parameters, const sg_model *model, sg_error *err);

/* Open a learner with the model's weights, ready to predict; where m->spec has parameters, with those.
 * `m` is the model on some data and must outlive the learner.
 * Fails with SG_EFORMAT where the weights do not fit the blueprint. */
sg_status sg_model_open_learner(sg_learner **learner, const sg_model *model,
                                const sg_model_on_data *m, sg_threads *threads, sg_error *err);

/* Check that a model on data has the model's weights and outputs; SG_EFORMAT if not. */
sg_status sg_model_check_weights(const sg_model *model, const sg_model_on_data *m,
                                 sg_error *err);

/* Open a model on no data, to see what it consists of.  Its weights need not be there yet.
 * Fails with SG_EFORMAT where layers and vocabularies do not fit together or there would be more than
 * `max_weights` weights (0: any), or SG_ENOMEM. */
sg_status sg_model_open_alone(sg_model_on_data *m, const sg_model *model, uint64_t max_weights,
                              sg_error *err);

/* Turn outputs of n graphs, [n][n_outputs], into what users want: probabilities of the classes,
 * values in the targets' unit, probabilities of the labels. */
void sg_model_finish_outputs(double *output, uint32_t n, const sg_model *model);

#endif
