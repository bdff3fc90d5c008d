/* selection.h - which jobs a protocol wants, and which configuration their results select.
 *
 *     fair            every configuration on every fold; the one with the best mean validation
 *                     metric (weighted by size; then the lower loss; then the first) is evaluated
 *     fair-per-fold   the same, but every fold is evaluated with its own best configuration
 *     nested          every configuration on the inner folds of every fold; a fold is evaluated with
 *                     the configuration that is best on its inner test items
 *     standard        every configuration on every fold; there is one number per configuration, the
 *                     mean over the folds at the best single epoch, and the best of these counts
 *     fixed, k-fold   like fair
 *
 * Where there is one configuration, nothing is selected.
 *
 * Everything is decided by the jobs of a ledger alone, so that whoever has the ledger can see why.
 */
#ifndef SG_RUN_SELECTION_H
#define SG_RUN_SELECTION_H

#include "config/experiment.h"
#include "store/ledger.h"

/* What selecting takes. */
typedef struct sg_selection {
    sg_protocol protocol;
    bool higher_is_better; /* of the metric                                                 */
    uint32_t n_configurations, n_runs;
    uint32_t n_folds; /* of the evaluation                                             */
    uint32_t n_inner; /* folds of selection per fold of evaluation; 1 but for nested   */
} sg_selection;

/* A job's name. */
typedef struct sg_job {
    sg_run_stage stage;
    uint32_t configuration, fold, run;
} sg_job;

typedef struct sg_job_list {
    sg_job *job; /* [n] */
    size_t n, capacity;
} sg_job_list;

void sg_job_list_free(sg_job_list *list);

/* What the ledger has of a job that is done, or NULL. */
const sg_ledger_job *sg_job_find_done(const sg_job *job, const sg_ledger_jobs *jobs);

/* Whether jobs select a configuration before it is evaluated. */
bool sg_selection_is_needed(const sg_selection *selection);

/* The jobs that select. */
sg_status sg_selection_jobs(sg_job_list *list, const sg_selection *selection, sg_error *err);

/* Choose: chosen is [n_folds], the configuration that each fold is evaluated with.
 * `jobs` are all of the ledger's; those of the selection must be done.  Fails with SG_ENOMEM. */
sg_status sg_selection_choose(uint32_t *chosen, const sg_selection *selection,
                              const sg_ledger_jobs *jobs, sg_error *err);

/* The jobs that evaluate what was chosen; all configurations for the standard protocol. */
sg_status sg_evaluation_jobs(sg_job_list *list, const sg_selection *selection,
                             const uint32_t *chosen, sg_error *err);

/* How good a configuration is, by the numbers that select. */
typedef struct sg_score {
    double metric, loss; /* means over the items of all folds; NaN: not known              */
    uint32_t n_jobs;     /* that say so                                                     */
    uint32_t epoch;      /* standard: the single epoch that counts, from 1; else 0          */
    uint32_t run;        /* standard: the run that was best                                 */
} sg_score;

/* Whether a is better than b; a metric that is not a number is worse than any. */
bool sg_score_beats(const sg_score *a, const sg_score *b, bool higher_is_better);

/* The scores of all configurations by the jobs that are done: those that select or, where nothing is
 * selected beforehand, those that evaluate.  score is [n_configurations].
 * Fails with what reading fails with. */
sg_status sg_selection_scores(sg_score *score, const sg_selection *selection, sg_ledger *ledger,
                              const sg_ledger_jobs *jobs, sg_error *err);

/* The number of the best score, the first of equals. */
uint32_t sg_score_best(const sg_score *score, const sg_selection *selection);

#endif
