/* workload.h - what all trainings of an experiment share: data, splits, targets, and for every
 * configuration the network with its labels and plans.  Computed once, then only read.
 */
#ifndef SG_RUN_WORKLOAD_H
#define SG_RUN_WORKLOAD_H

#include "config/experiment.h"
#include "data/splits.h"
#include "model/model.h"
#include "run/pretrained.h"
#include "run/selection.h"
#include "train/item_targets.h"
#include "train/trainer.h"

typedef struct sg_workload_options {
    const char *data_folder; /* NULL: where data sets are looked for */
    sg_threads *threads;
    const sg_observer *observer;
} sg_workload_options;

/* The labels and plans of one vocabulary.  The training graphs of a fold of evaluation decide also for
 * the folds that are made inside of it (nested). */
typedef struct sg_vocabulary_plans {
    sg_plan_cache *cache; /* over all graphs                                            */
    sg_dataset training;  /* the training graphs, where they alone decide what is known */
    /* Over these, or NULL. */
    sg_plan_cache *training_cache;
    /* What all configurations know, where the training graphs decide it or the experiment has a `from`;
     * else empty. */
    sg_vocabularies vocabularies;
} sg_vocabulary_plans;

/* What the networks of one fold learn: outputs in the unit that its training items decide. */
typedef struct sg_fold_unit {
    sg_outputs outputs;
    sg_item_targets targets; /* of all items, in that unit */
} sg_fold_unit;

typedef struct sg_workload {
    const sg_experiment *experiment;
    sg_dataset data;
    sg_splits splits;        /* the folds that are evaluated                                */
    sg_splits inner;         /* nested: n_inner folds for each of them, for selection       */
    uint32_t n_inner;        /* folds of selection per fold of evaluation; 1 but for nested */
    sg_outputs outputs;      /* what outputs mean, and the unit of results in the ledger    */
    sg_item_targets targets; /* of all items, in that unit                                  */
    sg_fold_unit *unit; /* [n_folds] where a fold has its own unit; NULL: `outputs` has it */
    sg_vocabulary_plans *vocabulary; /* [n_vocabularies] one, or one per fold        */
    uint32_t n_vocabularies;
    sg_configuration *configuration; /* [n_configurations] */
    uint32_t n_configurations;
    sg_model_on_data *on_data; /* [n_configurations][n_vocabularies]                      */
    uint32_t **share;         /* [n_folds, then those of `inner`] training items in the order of
                                  data/share.h; NULL: no configuration wants less than all */
    sg_pretrained pretrained; /* where the experiment has a `from`                       */
} sg_workload;

/* Open data and splits and compute what all configurations need.  `experiment` is borrowed.
 * Fails with whatever is wrong with data, splits, expressions; the text names it.  Also fails with
 * SG_EINVAL where there are no items to select a configuration with. */
sg_status sg_workload_open(sg_workload *workload, const sg_experiment *experiment,
                           const sg_workload_options *options, sg_error *err);

void sg_workload_close(sg_workload *workload);

/* How a configuration of this workload is selected. */
sg_selection sg_workload_selection(const sg_workload *workload);

/* A hash of the folds, the same on every machine. */
uint64_t sg_workload_splits_fingerprint(const sg_workload *workload);

/* The fold's items for selecting a configuration (fold 0 .. n_folds * n_inner - 1) or for
 * evaluating one (fold 0 .. n_folds - 1). */
const sg_fold *sg_workload_fold(const sg_workload *workload, bool for_selection, uint32_t fold);

/* The network of a configuration in a fold of evaluation. */
const sg_model_on_data *sg_workload_on_data(const sg_workload *workload, uint32_t configuration,
                                            uint32_t fold);

/* Outputs as the networks of a fold of evaluation, and of the folds made inside of it, learn them. */
const sg_outputs *sg_workload_outputs(const sg_workload *workload, uint32_t fold);

/* What a training of this configuration on this fold is given; seeds are still to be set. */
sg_training_spec sg_workload_training(const sg_workload *workload, uint32_t configuration,
                                      const sg_fold *fold);

/* Which weights of this configuration and fold of evaluation the model to start from has.  The
 * experiment must have one. */
sg_status sg_workload_match(sg_transfer *transfer, const sg_workload *workload,
                            uint32_t configuration, uint32_t fold, sg_error *err);

/* Give a learner the weights of that model, if there is one. */
sg_status sg_workload_transfer(sg_learner *learner, const sg_workload *workload,
                               uint32_t configuration, uint32_t fold, sg_error *err);

/* A model of this configuration with these weights, to be saved.  `weight` is copied. */
sg_status sg_workload_model(sg_model *model, const sg_workload *workload,
                            uint32_t configuration, uint32_t fold, const double *weight,
                            size_t n_weights, sg_error *err);

#endif
