/* model.h - a model: blueprint, vocabularies, weights, and what its outputs mean.  All that is needed
 * to predict on data that it has never seen.
 */
#ifndef SG_MODEL_MODEL_H
#define SG_MODEL_MODEL_H

#include "data/dataset_hold.h"
#include "model/intervals/conformal.h"
#include "model/model_on_data.h"
#include "model/outputs.h"
#include "model/trust/experience.h"
#include "network/learner.h"

/* Labels and plans that building a model computed, for training it.  {0} has none. */
typedef struct sg_kept_data {
    sg_plan_cache *cache;
    const sg_dataset *data; /* held */
    sg_dataset_hold *hold;
} sg_kept_data;

typedef struct sg_model {
    sg_blueprint blueprint;
    sg_vocabularies vocabularies;
    sg_outputs outputs;
    const sg_loss *loss;
    sg_precision precision;
    uint32_t n_attributes; /* of a node; 0 where they are not the input         */
    uint32_t
        sees;   /* of the data that it was made for, besides structure: bits of graph/view.h */
    char *form; /* how its molecules were read (dataset.h); NULL: as they are written */
    sg_arc_rules rules; /* of the graphs that it was made for                       */
    sg_names node_attribute_name,
        edge_attribute_name; /* what those are called that it looks at, in their order; none: it does not
                                know or looks at none                                       */
    char *reading;           /* settings that say both; NULL: the form says all              */
    double *weight;          /* [n_weights] in the order of the network's tensors            */
    size_t n_weights;
    uint64_t
        n_changes; /* of the weights: who has computed with them can tell that they are others now */
    bool is_trained;  /* else the weights are not yet drawn */
    bool in_training; /* a callback of the training may try to change what it uses */

    sg_experience met; /* what the graphs were like that it knows; {0}: it does not remember */
    sg_conformal intervals;   /* how far predictions err; empty: unknown            */
    uint32_t interval_models; /* whose mean these predictions were                  */

    sg_kept_data kept; /* of the data that the model was built for, until it has been trained */
} sg_model;

/* Release everything and make the model empty. */
void sg_model_free(sg_model *model);

/* Keep labels and plans of `data` for training: `cache` is moved where the data can be held. */
void sg_model_keep_data(sg_model *model, sg_plan_cache **cache, const sg_dataset *data);

/* Forget how far predictions err, which other weights make another thing. */
void sg_model_forget_intervals(sg_model *model);

/* Forget labels and plans of the data that the model was built for. */
void sg_model_leave_data(sg_model *model);

/* Whether nobody trains the model; else SG_EINVAL: its callbacks must not change it. */
sg_status sg_model_check_idle(const sg_model *model, sg_error *err);

/* Whether the model has weights; else SG_EINVAL. */
sg_status sg_model_check_trained(const sg_model *model, sg_error *err);

/* Whether the model has the weights of when a `handle` was opened on it, after `n_changes`; else SG_EINVAL:
 * what was computed with other weights must not meet those of now. */
sg_status sg_model_check_changes(const sg_model *model, uint64_t n_changes, const char *handle,
                                 sg_error *err);

/* Whether a model, the `number`-th of several, predicts what the first one does; else SG_EINVAL. */
sg_status sg_model_check_alike(const sg_model *first, const sg_model *model, uint32_t number,
                               sg_error *err);

/* How many items of `data` the model predicts: graphs or nodes. */
uint32_t sg_model_count_items(const sg_model *model, const sg_dataset *data);

/* Take over how the data was read that the model is made for: the form of its molecules, or NULL, and what of its
 * arcs was kept.  Fails with SG_ENOMEM. */
sg_status sg_model_keep_form(sg_model *model, const char *form, sg_arc_rules rules,
                             sg_error *err);

/* How data is to be read for the model, as settings; borrowed. */
const char *sg_model_form_text(const sg_model *model);

/* Keep what attributes are called.  Fails with SG_ENOMEM. */
sg_status sg_model_name_attributes(sg_model *model, const sg_names *node, const sg_names *edge,
                                   sg_error *err);

/* Whether `data` has the attributes that the model looks at, in their order where both know their names, and
 * arcs of the kind that it was made for; else SG_EINVAL. */
sg_status sg_model_check_data(const sg_model *model, const sg_dataset *data, sg_error *err);

/* Whether `data` has labels or attributes of the kinds that the model looks at, at all; else SG_EINVAL.  A
 * model that was made for data without them looks at none. */
sg_status sg_model_check_labels(const sg_model *model, const sg_dataset *data, sg_error *err);

/* What of the data its layers see is written like this in model files, by bit. */
enum { SG_N_SIGHTS = 3 };
extern const char *const sg_sight_words[SG_N_SIGHTS];

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

/* Place a model: `on` says where, and what the model knows is filled in.
 * Fails like sg_model_on_data_open. */
sg_status sg_model_place_on(sg_model_on_data *m, const sg_model *model, const sg_placement *on,
                            sg_error *err);

/* Open a model on no data, to see what it consists of.  Its weights need not be there yet.
 * Fails with SG_EFORMAT where layers and vocabularies do not fit together or there would be more than
 * `max_weights` weights (0: any), or SG_ENOMEM. */
sg_status sg_model_open_alone(sg_model_on_data *m, const sg_model *model, uint64_t max_weights,
                              sg_error *err);

#endif
