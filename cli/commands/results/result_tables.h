/* result_tables.h - the results of runs as tables.
 *
 *     listing l;
 *     listing_open(&l, LISTING_TEXT, stdout);
 *     metric_title title;
 *     list_overviews(&l, &title, results, n);
 *     listing_close(&l);
 */
#ifndef SG_CLI_RESULT_TABLES_H
#define SG_CLI_RESULT_TABLES_H

#include "listing.h"
#include "sharegnn.h"

/* Decimals that a metric is printed with: one for percentages, as the paper has them. */
int metric_decimals(double value, bool is_percent);

/* All there is to say about one run, a line each.  False where memory ran out. */
bool result_print(const sg_results *results, FILE *out);

/* The title of the column of test results. */
typedef struct metric_title {
    char text[80];
} metric_title;

/* A row per run.  `title` is written, and the listing borrows it until close. */
void list_overviews(listing *l, metric_title *title, sg_results *const *results, size_t n);

/* A row per configuration, the best first; per job; per target. */
void list_configurations(listing *l, const sg_results *results);
void list_jobs(listing *l, const sg_results *results);
void list_targets(listing *l, sg_results *const *results, size_t n);

/* A row per epoch of every job.  Fails like sg_results_epochs. */
sg_status list_epochs(listing *l, sg_results *results, sg_error *err);

#endif
