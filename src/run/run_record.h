/* run_record.h - how the record of a run begins: its ledger and config.yml, for a new run or one that
 * goes on.
 */
#ifndef SG_RUN_RUN_RECORD_H
#define SG_RUN_RUN_RECORD_H

#include "run/workload.h"
#include "store/ledger.h"

/* Open the ledger in the folder of a run, which exists, and write down what is known before the first
 * training: the experiment, the data, all configurations.
 *
 *   fingerprint   out; of experiment, data and splits: the same for the same run alone
 *
 * Fails with SG_EEXIST where the folder has the ledger of another run, or with what the disk fails
 * with. */
sg_status sg_run_record_open(sg_ledger **ledger, uint64_t *fingerprint,
                             const sg_workload *workload, const char *folder, sg_error *err);

#endif
