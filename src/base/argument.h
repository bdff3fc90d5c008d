/* argument.h - arguments of the public interface that must be there.
 *
 *     sg_status sg_model_save(const sg_model *model, const char *path, sg_error *err)
 *     {
 *         SG_REQUIRE_ARGUMENT(model);          // SG_EINVAL, "model: it is NULL"
 *         SG_REQUIRE_ARGUMENT(path);
 *         sg_status status = SG_OK;
 *
 * They come first in a function, before anything is owned or looked at, and return at once.  They
 * expect the name `err`.  Functions inside the library do not need them.
 */
#ifndef SG_BASE_ARGUMENT_H
#define SG_BASE_ARGUMENT_H

#include "base/status.h"

/* A pointer that must not be NULL. */
#define SG_REQUIRE_ARGUMENT(argument)                                                          \
    do {                                                                                       \
        if ((argument) == NULL)                                                                \
            return sg_error_set(err, SG_EINVAL, SG_WHERE, #argument ": it is NULL");           \
    } while (0)

/* An array that may be NULL only where it has no entries. */
#define SG_REQUIRE_ARRAY(argument, n)                                                          \
    do {                                                                                       \
        if ((n) > 0) SG_REQUIRE_ARGUMENT(argument);                                            \
    } while (0)

/* An enum whose values are 0 .. n_choices-1. */
#define SG_REQUIRE_CHOICE(argument, n_choices)                                                 \
    do {                                                                                       \
        if ((unsigned)(argument) >= (unsigned)(n_choices))                                     \
            return sg_error_set(err, SG_EINVAL, SG_WHERE,                                      \
                                #argument ": %u is none of the possible values",               \
                                (unsigned)(argument));                                         \
    } while (0)

#endif
