/* observer.c - one call of a callback, one look at the clock. */
#include "base/observer.h"

#include <time.h>

sg_status sg_observe(const sg_observer *observer, sg_progress progress, sg_error *err)
{
    if (observer == NULL || observer->progress == NULL) return SG_OK;
    if (observer->progress(observer->context, &progress)) return SG_OK;
    return sg_error_set(err, SG_ECANCELED, SG_WHERE, "%s: stopped", progress.stage);
}

double sg_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
