/* report_source.h - a run that is read for a report or a figure, with a bar that shows how far that is.
 *
 *     report_source source;
 *     if (report_source_open(&source, args, &err) != SG_OK) return report_source_failure(&err);
 *     status = sg_report_write(path, source.results, &source.options, &err);
 *     report_source_close(&source);
 */
#ifndef SG_CLI_REPORT_SOURCE_H
#define SG_CLI_REPORT_SOURCE_H

#include "arguments.h"
#include "progress.h"

/* Its place is fixed while it is open: the options point to the bar. */
typedef struct report_source {
    sg_results *results;
    progress bar;
    sg_report_options options; /* from --data-dir, --model and --threads */
} report_source;

/* Open the run that the first argument names.  Fails as sg_results_open. */
sg_status report_source_open(report_source *source, const arguments *args, sg_error *err);

void report_source_close(report_source *source);

/* Say what went wrong and return EXIT_FAILURE; or end the program where the user wanted that. */
int report_source_failure(const sg_error *err);

#endif
