/* observer.h - telling whoever watches how far we are.
 */
#ifndef SG_BASE_OBSERVER_H
#define SG_BASE_OBSERVER_H

#include "base/status.h"

/* Report progress to `observer`, which may be NULL.  SG_ECANCELED if it wants to stop. */
sg_status sg_observe(const sg_observer *observer, sg_progress progress, sg_error *err);

#endif
