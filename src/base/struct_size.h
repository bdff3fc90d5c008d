/* struct_size.h - public structs that may grow, and programs that know another size of them.
 *
 * Such a struct belongs to the caller and begins with `size_t struct_size`, which the caller sets to
 * its sizeof.  A program that was compiled with an earlier version has a smaller struct: members that
 * it lacks are 0 when options are read, and are left out when results are written.  A program that was
 * compiled with a later version has a larger one: zeros beyond what this library knows say nothing.
 *
 *     sg_data_options own;
 *     SG_TAKE_OPTIONS(own, options, n_threads); // the last member in version 0.2
 *
 *     SG_REQUIRE_RESULT(size, n_bytes);
 *     sg_struct_write(size, &made, sizeof made);
 *
 * docs/decisions/010-structs-that-grow.md says why.
 */
#ifndef SG_BASE_STRUCT_SIZE_H
#define SG_BASE_STRUCT_SIZE_H

#include "base/status.h"

/* How many bytes of *object its members up to `last` take. */
#define SG_SIZE_WITH(object, last)                                                             \
    ((size_t)((const char *)(&(object)->last + 1) - (const char *)(object)))

/* Whether the size that a caller's struct begins with makes sense.
 *
 *   known     bytes that this library knows
 *   smallest  bytes that it had in version 0.2
 *   name      what messages call it
 *
 * Fails with SG_EINVAL where it is NULL, or has a size that cannot be. */
sg_status sg_struct_check(const void *given, size_t known, size_t smallest, const char *name,
                          sg_error *err);

/* Copy the caller's options into `own`, which has `known` bytes; what the caller lacks becomes 0, all of
 * it where `given` is NULL.  own's struct_size becomes `known`.
 * Fails like sg_struct_check, and where bytes beyond `known` are not 0: they would be ignored. */
sg_status sg_struct_read(void *own, size_t known, size_t smallest, const void *given,
                         const char *name, sg_error *err);

/* Copy `own` into the caller's result as far as that goes; its struct_size stays.  NULL is fine. */
void sg_struct_write(void *result, const void *own, size_t known);

/* Both come first in a public function, as SG_REQUIRE_ARGUMENT does, and return at once.  `last` is the
 * member that was the last one in version 0.2. */
#define SG_TAKE_OPTIONS(own, given, last) SG_TAKE_OPTIONS_OF(own, given, #given, last)

/* The same for options in options, by a name for messages. */
#define SG_TAKE_OPTIONS_OF(own, given, name, last)                                             \
    do {                                                                                       \
        const sg_status taken = sg_struct_read(                                                \
            &(own), sizeof(own), SG_SIZE_WITH(&(own), last), (given), (name), err);            \
        if (taken != SG_OK) return taken;                                                      \
    } while (0)

#define SG_REQUIRE_RESULT(result, last)                                                        \
    do {                                                                                       \
        SG_REQUIRE_ARGUMENT(result);                                                           \
        const sg_status checked = sg_struct_check((result), sizeof *(result),                  \
                                                  SG_SIZE_WITH(result, last), #result, err);   \
        if (checked != SG_OK) return checked;                                                  \
    } while (0)

#endif
