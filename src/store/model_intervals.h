/* model_intervals.h - the intervals of a model in its file.
 *
 *     intervals.models    U32 [1]                  models whose mean a prediction is
 *     intervals.edge      F64 [groups - 1]         highest trust of each group but the last; absent: one group
 *     intervals.least     F64 [up to 100]          the lowest trust of items, ascending; absent: unknown
 *     intervals.width     F64 [outputs * 4]        of the error that is expected of numbers
 *     intervals.count     U64 [rows * groups]      items behind each list of measures
 *     intervals.measure   F64                      the lists, at most SG_CONFORMAL_MOST of each
 */
#ifndef SG_STORE_MODEL_INTERVALS_H
#define SG_STORE_MODEL_INTERVALS_H

#include "model/model.h"
#include "store/safetensors.h"

/* Add the intervals of a model, if it has some.  Fails with SG_ENOMEM. */
sg_status sg_intervals_add(sg_tensors_writer *writer, const sg_model *model, sg_error *err);

/* Read the intervals of a model whose outputs are known, if the file has some.
 * Fails with SG_EFORMAT or SG_ENOMEM; the model has none then. */
sg_status sg_intervals_read(sg_model *model, const sg_tensors *file, const char *path,
                            sg_error *err);

#endif
