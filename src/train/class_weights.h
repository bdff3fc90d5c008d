/* class_weights.h - classes that count alike, however rare they are.
 *
 *     SG_TRY(sg_class_weights_make(&weight, &training, n_all, err));   // [n_all]
 */
#ifndef SG_TRAIN_CLASS_WEIGHTS_H
#define SG_TRAIN_CLASS_WEIGHTS_H

#include "train/trainer.h"

/* How much each of all items counts so that every class that occurs among the training items counts as much as
 * any other: n / (classes members), times the weight that an item has already.  sg_free *weight.
 * Fails with SG_EINVAL (there are no classes) or SG_ENOMEM. */
sg_status sg_class_weights_make(double **weight, const sg_training_spec *training,
                                uint32_t n_all, sg_error *err);

#endif
