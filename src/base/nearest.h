/* nearest.h - what the user probably meant.
 *
 *     sg_nearest n = {.wanted = "seeed"};
 *     sg_nearest_offer(&n, "seed");
 *     sg_nearest_offer(&n, "force");
 *     if (n.name != NULL) ... "did you mean %s?"
 */
#ifndef SG_BASE_NEAREST_H
#define SG_BASE_NEAREST_H

#include "base/status.h"

/* Keep `candidate` if it is close to what is wanted and closer than what was offered before. */
SG_API void sg_nearest_offer(sg_nearest *nearest, const char *candidate);

#endif
