/* summary.h - the numbers of a run: what a table of results shows.
 */
#ifndef SG_RUN_SUMMARY_SUMMARY_H
#define SG_RUN_SUMMARY_SUMMARY_H

#include "run/job.h"
#include "train/metric_report.h"

/* A target column of a regression: its metric over all folds and runs. */
typedef struct sg_target_summary {
    const char *name; /* borrowed from the workload */
    double mean, std; /* std over runs and folds    */
} sg_target_summary;

typedef struct sg_summary {
    const char *metric;
    bool higher_is_better;
    uint32_t *chosen; /* [n_folds] configuration of each fold                             */
    uint32_t configuration; /* the selected one; of fold 0 where folds have their own     */
    char *config;           /* as YAML, as the ledger has it                              */
    double test_mean, test_std;
    double test_loss; /* mean                                                             */
    double validation_mean, validation_std;
    double train_mean;
    double *fold_test; /* [n_folds] mean over the runs                                    */
    uint32_t n_folds;
    double best_epoch_mean, best_epoch_std;
    uint32_t common_epoch; /* standard protocol: the single epoch; else 0                 */
    uint64_t *weights;     /* [n_layers] of the selected configuration                    */
    uint32_t n_layers;
    uint64_t weights_total;
    sg_target_summary *target; /* [n_targets] */
    uint32_t n_targets;
    double seconds_per_epoch; /* of the trainings that were evaluated */
    sg_layer_match *match;    /* [n_matches] layers of the selected configuration in fold 0 and
                                 of the model it started from; NULL: it did not               */
    uint32_t n_matches;
    sg_metric_report
        metrics; /* all metrics of the test items; empty: there are no predictions */
} sg_summary;

void sg_summary_free(sg_summary *summary);

/* Compute the summary from a ledger in which all jobs are done. */
sg_status sg_summary_make(sg_summary *summary, const sg_workload *workload, sg_ledger *ledger,
                          sg_error *err);

/* What of a run is not in its numbers. */
typedef struct sg_summary_context {
    uint32_t n_threads;
    double seconds_total;
    const char *model; /* path of the best model inside the folder; NULL: none */
} sg_summary_context;

/* The summary as JSON in one line; released with sg_text_free. */
sg_status sg_summary_write(sg_text *text, const sg_summary *summary,
                           const sg_workload *workload, const sg_summary_context *context,
                           sg_error *err);

#endif
