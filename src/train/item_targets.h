/* item_targets.h - the targets of a data set in the unit of a model's outputs.
 *
 *     sg_item_targets targets = {0};
 *     SG_TRY(sg_item_targets_make(&targets, &model.outputs, &data, err));
 *     training.targets = targets.of_loss;
 *     sg_item_targets_free(&targets);
 *
 * A network learns (target - offset) / scale, as its model says for every column.
 */
#ifndef SG_TRAIN_ITEM_TARGETS_H
#define SG_TRAIN_ITEM_TARGETS_H

#include "model/outputs.h"
#include "network/loss.h"

/* {0} is empty. */
typedef struct sg_item_targets {
    sg_targets of_loss; /* what a loss compares with; borrows classes from the data           */
    double *value;      /* [items][n_outputs] in the model's unit; NULL for classification    */
} sg_item_targets;

/* Make the targets of all items for `outputs`: classes, or target columns.
 * `data` is borrowed until the targets are released.
 * Fails with SG_EINVAL (the data has no classes or other ones than the model, or lacks a target
 * column) or SG_ENOMEM; `targets` are then unchanged.  Time O(items * n_outputs). */
sg_status sg_item_targets_make(sg_item_targets *targets, const sg_outputs *outputs,
                               const sg_dataset *data, sg_error *err);

/* Release the values and make it empty. */
void sg_item_targets_free(sg_item_targets *targets);

#endif
