/* model_met.h - what the training graphs of a model were like, in its file (model/trust/experience.h).
 *
 *     met.sizes         U32 [2]              least and most nodes of a graph; absent: unknown
 *     met.node_labels   U64                  ascending: column << 32 | label; absent: unknown
 *     met.edge_labels   U64                  likewise
 *     met.targets       F64 [outputs * 2]    smallest and largest target; absent: unknown
 */
#ifndef SG_STORE_MODEL_MET_H
#define SG_STORE_MODEL_MET_H

#include "model/model.h"
#include "store/safetensors.h"

/* Add what a model remembers, if it does.  Fails with SG_ENOMEM. */
sg_status sg_model_met_add(sg_tensors_writer *writer, const sg_model *model, sg_error *err);

/* Read what a model whose outputs are known remembers, if the file says it.
 * Fails with SG_EFORMAT or SG_ENOMEM; the model remembers nothing then. */
sg_status sg_model_met_read(sg_model *model, const sg_tensors *file, const char *path,
                            sg_error *err);

#endif
