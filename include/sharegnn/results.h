/* results.h - what the folder of a run holds: configurations, jobs, epochs, predictions; two runs
 * compared.
 *
 * A folder can be read while the run goes on.  Everything in it is there as plain structs: the run
 * as a whole, the points of its grid, each training with its epochs and its predictions.  Two runs
 * on the same folds can be compared pair by pair.
 *
 * Example: how far is a run, and what did its first job do?
 *
 *     sg_results *results = NULL;
 *     const sg_epoch *epoch = NULL;
 *     size_t n = 0;
 *     if (sg_results_open(&results, "run", &err) == SG_OK &&
 *         sg_results_epochs(&epoch, &n, results, 0, &err) == SG_OK)
 *         printf("%s, %d epochs in job 0\n",
 *                sg_results_overview_of(results).is_complete ? "complete" : "going on", (int)n);
 *     sg_results_close(results);
 *
 * Complexity: opening takes time and memory proportional to the configurations and jobs; epochs,
 * metrics and predictions of a job are read when they are asked for.  A comparison takes time
 * proportional to the jobs.
 *
 * Threads: functions that take the results without const read from disk and want them for
 * themselves.
 */
#ifndef SHAREGNN_RESULTS_H
#define SHAREGNN_RESULTS_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the folder of a run holds at the moment of opening: a run that is done, was stopped, or is
 * still going on.  Unless something else is said, what is handed out is borrowed until
 * sg_results_close. */
typedef struct sg_results sg_results;

/* Open the results in a run's folder; *results is released with sg_results_close.
 * Fails with SG_ENOTFOUND (no run there), SG_EFORMAT (damaged), SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_results_open(sg_results **results, const char *folder, sg_error *err);

/* Release results; NULL is fine. */
SG_API void sg_results_close(sg_results *results);

/* A target of a regression or multilabel task over all folds and runs. */
typedef struct sg_result_target {
    const char *name;
    double mean, std;
} sg_result_target;

/* A run as a whole. */
typedef struct sg_result_overview {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    const char *folder;
    const char *data, *protocol, *metric;
    const char *metric_title; /* "Balanced accuracy"; NULL: it has none                      */
    bool higher_is_better;    /* of the metric                                               */
    bool in_percent;          /* the metric; else it is in a unit of its own                 */
    const char *experiment; /* config.yml                                                    */
    uint64_t seed;
    uint32_t n_configurations, n_folds, n_runs;
    uint32_t n_members;  /* of the ensemble; 1: none                                         */
    uint32_t n_jobs[2];  /* by sg_run_stage; 0 where it has not begun, or is not needed      */
    uint32_t n_done[2];  /* of these                                                         */
    bool is_complete;    /* all is done; else what follows is NaN, 0 or NULL                 */
    const char *summary; /* summary.json                                                     */
    double test_mean, test_std, test_loss;
    double validation_mean, validation_std;
    double train_mean;
    double best_epoch_mean, best_epoch_std;
    uint32_t common_epoch;   /* standard protocol: the single epoch that counts; else 0   */
    const double *fold;      /* [n_folds] test metric, mean over the runs                 */
    const uint32_t *chosen;  /* [n_folds] configuration of each fold                      */
    const uint64_t *weights; /* [n_layers] of the configuration of fold 0                 */
    uint32_t n_layers;
    uint64_t weights_total;
    const sg_result_target *target; /* [n_targets] on test items                             */
    uint32_t n_targets;
    const char *model; /* the best one's path inside the folder; NULL: none was saved        */
    double seconds_per_epoch, seconds_total;
    uint32_t n_threads; /* that the run may use                                              */
    const sg_measure *metrics; /* [n_metrics] all metrics of the task on the test items of all
                                  folds and runs, then those of each target where there are
                                  several; NULL: not known                                    */
    uint32_t n_metrics;
    uint32_t n_writers; /* processes that are at work on it: 0 or 1                          */
} sg_result_overview;

/* The run of `results` as a whole: *overview is the caller's, its texts and arrays are borrowed until
 * sg_results_close.  Takes constant time.  Metrics are in percent where in_percent says so, times are in
 * seconds.  Fails with SG_EINVAL. */
SG_API sg_status sg_results_overview(sg_result_overview *overview, const sg_results *results,
                                     sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_result_overview sg_results_overview_of(const sg_results *results)
{
    sg_result_overview overview;
    memset(&overview, 0, sizeof overview);
    overview.struct_size = sizeof overview;
    (void)sg_results_overview(&overview, results, NULL);
    return overview;
}

/* The lists that span the grid, by their paths: "train.learning-rate"; *n is their number.  Borrowed until
 * sg_results_close; NULL where an argument is NULL. */
SG_API const char *const *sg_results_axes(size_t *n, const sg_results *results);

/* A point of the grid. */
typedef struct sg_result_configuration {
    const char *const *value; /* [axes] where in the grid, each in one line                  */
    const char *yaml;         /* the experiment with these values                            */
    const uint64_t *weights;  /* [n_layers] */
    uint32_t n_layers;
    uint64_t weights_total;
    uint64_t plan_bytes;
    uint32_t n_jobs;   /* done so far that say how good it is                                */
    double metric;     /* mean on the items that select, usually the validation items; of
                          the best epoch (standard protocol) or of best epochs; NaN: unknown */
    double loss;       /* the same                                                           */
    uint32_t rank;     /* from 0, the best                                                   */
    uint32_t n_chosen; /* folds that were evaluated with it; 0 before the end                */
} sg_result_configuration;

/* All configurations in the order of their numbers; *n is how many.  Borrowed until sg_results_close;
 * NULL where an argument is NULL. */
SG_API const sg_result_configuration *sg_results_configurations(size_t *n,
                                                                const sg_results *results);

/* One training. */
typedef struct sg_result_job {
    sg_run_stage stage;
    uint32_t configuration, fold, run;
    uint64_t seed;
    bool is_done; /* else the rest is of its epochs so far, if there are any         */
    uint32_t n_items[SG_N_PARTS]; /* 0 where it has none                                    */
    uint32_t n_epochs, best_epoch;
    double loss[SG_N_PARTS];   /* in the best epoch; NaN where there are no items        */
    double metric[SG_N_PARTS]; /* the same                                               */
    double seconds;
    const char *model; /* path inside the folder; NULL: not saved, or only the best one was  */
} sg_result_job;

/* All jobs, by stage, configuration, run and fold; *n is how many.  Borrowed until sg_results_close; NULL
 * where an argument is NULL. */
SG_API const sg_result_job *sg_results_jobs(size_t *n, const sg_results *results);

/* The epochs of a job (its place in the list above, from 0): *epoch is [*n], and `best` marks the one
 * that counts. Borrowed until the next call that takes these results without const.  Fails with SG_EINVAL
 * (no such job), SG_EFORMAT, SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_results_epochs(const sg_epoch **epoch, size_t *n, sg_results *results,
                                   size_t job, sg_error *err);

/* The metric of every target in a job, likewise; none for classification.  Where the run chooses decision
 * thresholds, those of all classes or targets follow: the metric is "threshold", the part is
 * SG_VALIDATION, and the value is a probability. */
typedef struct sg_result_target_metric {
    sg_part part;
    const char *target, *metric;
    double value;
} sg_result_target_metric;

/* *metric is [*n], of a job as above.  Borrowed until the next such call; fails like sg_results_epochs. */
SG_API sg_status sg_results_target_metrics(const sg_result_target_metric **metric, size_t *n,
                                           sg_results *results, size_t job, sg_error *err);

/* What the model of a job says about items, likewise; usually the test items. */
typedef struct sg_result_prediction {
    sg_part part;
    uint32_t item;
    const double *output; /* [n_outputs] of the network: logits, or values in its unit       */
    uint32_t n_outputs;
} sg_result_prediction;

/* *prediction is [*n], of a job as above.  Borrowed until the next such call; fails like
 * sg_results_epochs. */
SG_API sg_status sg_results_predictions(const sg_result_prediction **prediction, size_t *n,
                                        sg_results *results, size_t job, sg_error *err);

/* Two runs on the same folds, pair by pair. */
typedef struct sg_comparison {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    bool by_fold; /* pairs are folds, means over the runs; else runs of a single fold      */
    uint32_t n_pairs;
    double *first, *second; /* [n_pairs] test metric                                         */
    double difference;      /* mean of first - second                                        */
    double test_share;      /* test items per training item                                  */
    double t, p;            /* paired t-test, two-sided; NaN for a single pair               */
    double corrected_t, corrected_p; /* with the variance that overlapping training items
                               call for (Nadeau and Bengio 2003); NaN for runs               */
} sg_comparison;

/* Compare two complete runs, `first` and `second`.  `comparison` is released with sg_comparison_free and
 * needs the results no longer.
 * Fails with SG_EINVAL (not complete; other data, folds or metric) or SG_ENOMEM. */
SG_API sg_status sg_results_compare(sg_comparison *comparison, const sg_results *first,
                                    const sg_results *second, sg_error *err);

/* Release the arrays of `comparison` and make it empty but for its size; NULL and an empty one are fine. */
SG_API void sg_comparison_free(sg_comparison *comparison);

#ifdef __cplusplus
}
#endif

#endif
