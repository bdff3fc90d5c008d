/* metric_kinds.c - the list of all metrics as a table.
 *
 * Nothing else is in this file: a program that brings a table of its own, as the test of
 * docs/adding-a-metric.md does, is linked without it. */
#include "train/metrics.h"

#define ADDRESS(metric) &(metric),

static const sg_metric *const METRICS[] = {SG_METRIC_LIST(ADDRESS)};

enum {
    N_METRICS = sizeof METRICS / sizeof METRICS[0]
}; /* NOLINT(bugprone-sizeof-expression) */

const sg_metric *const *sg_metrics(size_t *n_metrics)
{
    *n_metrics = N_METRICS;
    return METRICS;
}
