/* experiment_outputs.h - what the outputs of an experiment's models mean.
 *
 *     sg_outputs outputs = {0};
 *     SG_TRY(sg_experiment_outputs(&outputs, &experiment, &data, err));
 *     outputs.task, outputs.target_column[c], outputs.scale[c]
 *     sg_outputs_free(&outputs);
 */
#ifndef SG_RUN_EXPERIMENT_OUTPUTS_H
#define SG_RUN_EXPERIMENT_OUTPUTS_H

#include "config/experiment.h"
#include "model/outputs.h"

/* Describe classes or target columns.  Scale and offset of a column are taken over all items that have the target.
 * Fails with SG_EINVAL (no such task or column in the data; a target that is the same for all items) or
 * SG_ENOMEM; `outputs` is then unchanged. */
sg_status sg_experiment_outputs(sg_outputs *outputs, const sg_experiment *experiment,
                                const sg_dataset *data, sg_error *err);

#endif
