/* predictions_table.h - the out-of-fold predictions of a run as a table.
 *
 *     SG_TRY(sg_predictions_table(&text, workload, ledger, &jobs, chosen, threads, err));
 *
 * A row per test item of every fold and run, comma-separated, as predictions.csv has them:
 *
 *     graph,id,fold,run,class,prediction,p(0),p(1),trust
 *     graph,id,fold,run,logP,prediction(logP),trust
 *
 * graph (or node) is the number of the item from 0; id is there where the data has ids.  Values are in
 * the targets' unit, missing targets are empty.  Trust is the share of the labels and pairs of the item's
 * graph that the training graphs of the fold have (model/trust.h), 0 .. 1.
 */
#ifndef SG_RUN_PREDICTIONS_TABLE_H
#define SG_RUN_PREDICTIONS_TABLE_H

#include "run/workload.h"

/* Write the table of the jobs that evaluate chosen[fold]; nothing where they keep no predictions, as in
 * the standard protocol.  `text` is released with sg_text_free.
 * Fails with what reading and trust fail with, or SG_ENOMEM.  Time O(folds x pairs of all graphs). */
sg_status sg_predictions_table(sg_text *text, const sg_workload *workload, sg_ledger *ledger,
                               const sg_ledger_jobs *jobs, const uint32_t *chosen,
                               sg_threads *threads, sg_error *err);

/* The same to predictions.csv in the folder of a run, if there is something to write. */
sg_status sg_predictions_write(const char *folder, const sg_workload *workload,
                               sg_ledger *ledger, const uint32_t *chosen, uint32_t n_threads,
                               sg_error *err);

#endif
