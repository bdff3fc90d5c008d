/* counted.c - a number with its noun. */
#include "counted.h"

#include <inttypes.h>
#include <stdio.h>

counted_text counted(uint64_t n, const char *one, const char *many)
{
    counted_text result;
    (void)snprintf(result.text, sizeof result.text, "%" PRIu64 " %s", n, n == 1 ? one : many);
    return result;
}
