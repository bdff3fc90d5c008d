/* columns.c - rows in another order. */
#include "data/columns.h"

#include "base/mem.h"

#include <string.h>

sg_status sg_rows_gather(void *table, const uint32_t *source, size_t n_rows, size_t width,
                         sg_error *err)
{
    sg_status status = SG_OK;
    char *from = NULL, *to = NULL;
    memcpy(&from, table, sizeof from);
    if (from == NULL || source == NULL || width == 0) goto done;
    to = sg_alloc(n_rows, width);
    SG_REQUIRE(to != NULL, SG_ENOMEM, "out of memory");
    /* Rows of one number are the rule; a copy of a known size is no call. */
    if (width == sizeof(int32_t))
        for (size_t i = 0; i < n_rows; i++)
            memcpy(to + i * sizeof(int32_t), from + source[i] * sizeof(int32_t),
                   sizeof(int32_t));
    else
        for (size_t i = 0; i < n_rows; i++)
            memcpy(to + i * width, from + source[i] * width, width);
    sg_free(from);
    memcpy(table, &to, sizeof to);
done:
    return status;
}
