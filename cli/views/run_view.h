/* run_view.h - what an experiment looks like while it runs, on standard error.
 *
 *     run_view view;
 *     run_view_start(&view, quiet, verbose);
 *     sg_run_options options = {.struct_size = sizeof options, .event = run_view_show, .context = &view, ...};
 *     ... sg_run(...)
 *     run_view_stop(&view);
 *
 * A terminal shows a bar with rate, time left and the mean validation metric over the trainings that are
 * done, of the best configuration; anything else gets a line per job that is done.  Between start and stop, Ctrl-C stops the run.
 */
#ifndef SG_CLI_RUN_VIEW_H
#define SG_CLI_RUN_VIEW_H

#include "progress.h"

/* The validation metric of a configuration over its folds and runs so far. */
typedef struct fold_mean {
    double sum;
    uint32_t n;
} fold_mean;

typedef struct run_view {
    bool quiet, verbose;
    progress preparing; /* also has the signals */
    double drawn;       /* when the bar was drawn last; 0: it is not there */

    /* of the stage that is running */
    double started;
    uint64_t epochs_before; /* finished before the stage                            */
    uint64_t job_epochs;    /* of jobs that were done in it                         */
    uint32_t n_jobs;        /* as many                                              */
    fold_mean *mean;        /* [n_means] by configuration                           */
    uint32_t n_means;
} run_view;

/* Without progress if `quiet`; with a line per plan if `verbose`. */
void run_view_start(run_view *view, bool quiet, bool verbose);

/* Takes an event; for sg_run_options.  False where the user wants no more. */
bool run_view_show(void *view, const sg_run_event *event);

void run_view_stop(run_view *view);

/* A value of a metric in words: "84.3", in percent, or "0.1234". */
typedef struct metric_words {
    char text[32];
} metric_words;

metric_words metric_in_words(double value, bool is_percent);

#endif
