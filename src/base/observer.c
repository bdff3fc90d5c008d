/* observer.c - one call of a callback. */
#include "base/observer.h"

sg_status sg_observe(const sg_observer *observer, sg_progress progress, sg_error *err)
{
    if (observer == NULL || observer->progress == NULL) return SG_OK;
    if (observer->progress(observer->context, &progress)) return SG_OK;
    return sg_error_set(err, SG_ECANCELED, SG_WHERE, "%s: stopped", progress.stage);
}
