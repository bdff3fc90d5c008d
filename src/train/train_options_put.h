/* train_options_put.h - options of training back into the words of a file.
 */
#ifndef SG_TRAIN_TRAIN_OPTIONS_PUT_H
#define SG_TRAIN_TRAIN_OPTIONS_PUT_H

#include "train/train_options.h"

/* Put all members of a `train:` map into `map`; reading them gives the same options.  Of the
 * optimizer there is what its kind uses.  Fails with SG_ENOMEM. */
sg_status sg_train_options_put(sg_node *map, const sg_train_options *options, sg_error *err);

/* Whether a member is one that only some optimizers use, or whose default depends on them. */
bool sg_is_of_optimizer(const char *name);

/* Put a schedule as the member `schedule`, and an init as the member `key`.  All numbers must be
 * finite.  Fail with SG_ENOMEM. */
sg_status sg_put_schedule(sg_node *map, const sg_schedule *schedule, sg_error *err);
sg_status sg_put_init(sg_node *map, const char *key, const sg_init *init, sg_error *err);

#endif
