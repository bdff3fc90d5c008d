/* observer.h - telling whoever watches how far we are, and how long it took.
 */
#ifndef SG_BASE_OBSERVER_H
#define SG_BASE_OBSERVER_H

#include "base/status.h"

/* Report progress to `observer`, which may be NULL.  SG_ECANCELED if it wants to stop. */
sg_status sg_observe(const sg_observer *observer, sg_progress progress, sg_error *err);

/* Seconds since some moment, by a clock that never goes back. */
double sg_seconds(void);

#endif
