/* results_parts.h - what the files of a run's results share.
 *
 *     results.c            opening, and what is handed out
 *     results_configurations.c   the grid, and the ranks in it
 *     results_summary.c    summary.json
 *     comparison.c         two runs
 */
#ifndef SG_REPORT_RESULTS_PARTS_H
#define SG_REPORT_RESULTS_PARTS_H

#include "config/experiment.h"
#include "sharegnn/results.h"
#include "store/ledger.h"

struct sg_results {
    sg_scratch memory; /* of texts and arrays */
    sg_ledger *ledger;
    sg_experiment experiment;
    sg_ledger_configurations configurations;
    sg_ledger_jobs jobs;

    sg_result_overview overview;
    const char **axis; /* [n_axes] */
    size_t n_axes;
    sg_result_configuration *configuration; /* [configurations.n] */
    sg_result_job *job;                     /* [jobs.n]           */

    /* of the last call */
    sg_epoch *epoch;
    sg_ledger_targets targets;
    sg_result_target_metric *target_metric;
    sg_ledger_predictions predictions;
    double *threshold; /* [outputs] of the job of these predictions; NULL: none */
    sg_result_prediction *prediction;
};

/* A copy in the memory of the results, or NULL. */
const char *sgi_results_text(sg_results *results, const char *text);

/* Of a search the configurations are those that were tried, each on one or more rungs, instead of the whole grid. */
bool sgi_results_of_search(const sg_results *results);

/* Read the axes of the grid; then, when the jobs are there, the configurations and how they did. */
sg_status sgi_results_read_axes(sg_results *results, sg_error *err);
sg_status sgi_results_read_configurations(sg_results *results, sg_error *err);

/* Read summary.json, if it is there, into the overview. */
sg_status sgi_results_read_summary(sg_results *results, sg_error *err);

/* The part whose metric is the test metric: the standard protocol tests with the items that it calls
 * validation items. */
sg_part sgi_results_test_part(const sg_results *results);

#endif
