/* nearest.h - what the user probably meant.
 *
 *     sg_nearest n = {.wanted = "seeed"};
 *     sg_nearest_offer(&n, "seed");
 *     sg_nearest_offer(&n, "force");
 *     if (n.name != NULL) ... "did you mean %s?"
 *
 * The program includes this header, too, and links the static library; it is no part of the public
 * interface.
 */
#ifndef SG_BASE_NEAREST_H
#define SG_BASE_NEAREST_H

#include "base/status.h"

/* What a user probably meant. */
typedef struct sg_nearest {
    const char *wanted;
    const char *name; /* the closest one offered; NULL: none was close */
    size_t distance;  /* of `name`                                     */
} sg_nearest;

/* Keep `candidate`, which is borrowed, if it is close to what is wanted and closer than what was
 * offered before.  Time O(length of the candidate * length of what is wanted). */
void sg_nearest_offer(sg_nearest *nearest, const char *candidate);

#endif
