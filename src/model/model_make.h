/* model_make.h - a model without weights, from a blueprint and data.
 *
 *     SG_TRY(sg_model_outline(&model, &blueprint, data, err));        // what it would be, in no time
 *     SG_TRY(sg_model_learn_words(&model, data, NULL, 0, &options, NULL, err)); // labels, vocabularies, sizes
 */
#ifndef SG_MODEL_MODEL_MAKE_H
#define SG_MODEL_MODEL_MAKE_H

#include "model/model.h"

/* Note what a model of this blueprint keeps of the data that it is made for: how it was read, and what of it, besides
 * structure, the blueprint looks at.  Fails with SG_ENOMEM. */
sg_status sg_model_note_data(sg_model *model, const sg_blueprint *blueprint,
                             const sg_dataset *data, sg_error *err);

/* Give a model with described outputs its blueprint, which is moved, and what follows from both
 * without looking at labels.
 * Fails with SG_EINVAL (the data lacks the input that the blueprint wants); the blueprint is the
 * caller's then. */
sg_status sg_model_outline(sg_model *model, sg_blueprint *blueprint, const sg_dataset *data,
                           sg_error *err);

/* Compute the labels and plans of `data` (options with threads, budget and observer), learn the words of
 * its items, or of item[0 .. n_items) alone (NULL: all), and make room for the weights.  The labels and plans are kept for training.
 * Ranks of a cluster (NULL: one) divide the graphs; they keep nothing, because each will train on other graphs.
 * Fails with SG_EINVAL (the last layer has other outputs than are wanted) or whatever labels fail with;
 * sg_model_free the model then. */
sg_status sg_model_learn_words(sg_model *model, const sg_dataset *data, const uint32_t *item,
                               uint32_t n_items, const sg_invariant_options *options,
                               sg_cluster *cluster, sg_error *err);

#endif
