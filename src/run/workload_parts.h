/* workload_parts.h - what the files of the workload share; for them, and for reports that need the folds.
 */
#ifndef SG_RUN_WORKLOAD_PARTS_H
#define SG_RUN_WORKLOAD_PARTS_H

#include "run/workload.h"

/* Read, take or make the folds, as the protocol says; the data is there and came from `data_path`. */
sg_status sgi_workload_open_splits(sg_workload *workload, const char *data_path, sg_error *err);

/* Labels and plans over all graphs, in the numbers of all graphs or of those that the training items of `fold` are or
 * belong to (NULL: all). */
sg_status sgi_workload_open_vocabulary(sg_vocabulary_plans *vocabulary,
                                       const sg_workload *workload, const sg_fold *fold,
                                       const sg_invariant_options *options, sg_error *err);

/* Fail where a network does not fit the outputs. */
sg_status sgi_workload_check_network(const sg_workload *workload,
                                     const sg_configuration *configuration,
                                     const sg_model_on_data *network, sg_error *err);

/* Bytes of a network's plans, those that heads share counted once. */
uint64_t sgi_workload_plan_bytes(const sg_model_on_data *network);

/* Find out about outputs, targets and their scaling; the data and the folds are there. */
sg_status sgi_workload_open_targets(sg_workload *workload, sg_error *err);
void sgi_workload_close_targets(sg_workload *workload);

/* What the networks of a fold of evaluation learn. */
const sg_targets *sgi_workload_targets(const sg_workload *workload, uint32_t fold);

/* Order the training items of all folds, if a configuration wants less than all. */
sg_status sgi_workload_order_shares(sg_workload *workload, sg_error *err);

/* All folds, those of evaluation first, then those that were made for selection. */
uint32_t sgi_workload_count_folds(const sg_workload *workload);
const sg_fold *sgi_workload_fold_at(const sg_workload *workload, uint32_t fold);

/* The number of this fold among them. */
uint32_t sgi_workload_fold_number(const sg_workload *workload, const sg_fold *fold);

#endif
