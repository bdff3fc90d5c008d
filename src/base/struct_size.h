/* struct_size.h - structs that may grow, and begin with their size.
 *
 * A program says with the first member how large the struct was when it was compiled:
 *
 *     sg_state_size made = {.struct_size = sizeof made, .n_rows = 3};
 *     return sg_struct_give(size, &made, sizeof made, "size", err);
 */
#ifndef SG_BASE_STRUCT_SIZE_H
#define SG_BASE_STRUCT_SIZE_H

#include "base/status.h"

/* Copy the struct `made` of `size` bytes to the caller's, as far as that reaches, and zeros behind
 * what is known here.  Both begin with a size_t, their size; the caller's stays.  `name` is that of
 * the argument.  Fails with SG_EINVAL where the caller's size holds nothing. */
sg_status sg_struct_give(void *to, const void *made, size_t size, const char *name,
                         sg_error *err);

#endif
