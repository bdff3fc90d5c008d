/* typed_train.h - the typed settings of a training as a `train:` map.
 *
 *     SG_TRY(sg_typed_train_put(map, training, err));
 *     SG_TRY(sg_train_section_read(&options, &f, map, NULL, err));
 */
#ifndef SG_CONFIG_TYPED_TRAIN_H
#define SG_CONFIG_TYPED_TRAIN_H

#include "base/document/tree.h"
#include "sharegnn/training.h"

/* Put all that `training` says into `map`.  Fails with SG_EINVAL or SG_ENOMEM. */
sg_status sg_typed_train_put(sg_node *map, const sg_training_options *training, sg_error *err);

/* Whether the model has all layers that `training` names.  Fails with SG_EINVAL. */
sg_status sg_typed_train_check_layers(const sg_training_options *training, uint32_t n_layers,
                                      sg_error *err);

/* The words of the lists behind sg_loss_word, sg_metric_word and their like. */
const char *sg_typed_loss_word(size_t i);
const char *sg_typed_metric_word(size_t i);
const char *sg_typed_optimizer_word(size_t i);
const char *sg_typed_schedule_word(size_t i);
const char *sg_typed_init_word(size_t i);
const char *sg_typed_precision_word(size_t i);

/* What reading that map fails with, by the member of the struct where one alone is to blame:
 * "training->learning_rate: ...".  Keys of files become members in the text, too.  SG_EINVAL where a file would be
 * malformed. */
sg_status sg_typed_train_failure(sg_status status, const sg_error *inner, sg_error *err);

#endif
