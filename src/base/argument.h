/* argument.h - arguments of the public interface that must be there.
 *
 *     sg_status status = SG_OK;
 *     SG_REQUIRE_ARGUMENT(model);                 // SG_EINVAL, "model: it is NULL"
 *     SG_REQUIRE_CHOICE(part, SG_N_PARTS);        // SG_EINVAL, "part: there is no choice 7"
 * done:
 *     return status;
 *
 * Both are SG_REQUIRE (base/status.h) with a text.  Functions inside the library do not need them.
 */
#ifndef SG_BASE_ARGUMENT_H
#define SG_BASE_ARGUMENT_H

#include "base/status.h"

/* A pointer that must not be NULL. */
#define SG_REQUIRE_ARGUMENT(argument)                                                          \
    SG_REQUIRE((argument) != NULL, SG_EINVAL, #argument ": it is NULL")

/* An array that may be NULL only where it has no entries. */
#define SG_REQUIRE_ARRAY(argument, n)                                                          \
    SG_REQUIRE((argument) != NULL || (n) == 0, SG_EINVAL, #argument ": it is NULL")

/* An enum whose values are 0 .. n_choices-1. */
#define SG_REQUIRE_CHOICE(argument, n_choices)                                                 \
    SG_REQUIRE((unsigned)(argument) < (unsigned)(n_choices), SG_EINVAL,                        \
               #argument ": there is no choice %u", (unsigned)(argument))

#endif
