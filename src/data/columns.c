/* columns.c - rows in another order, and whose they are. */
#include "data/columns.h"

#include "base/mem.h"

#include <assert.h>
#include <string.h>

void sg_loans_add(sg_loans *loans, const void *array)
{
    assert(loans->n < SG_MOST_LOANS);
    loans->array[loans->n++] = array;
}

void sg_loans_return(const sg_loans *loans, void *array)
{
    const void *given = NULL, *const none = NULL;
    memcpy(&given, array, sizeof given);
    for (uint32_t i = 0; i < loans->n; i++)
        if (loans->array[i] == given) memcpy(array, &none, sizeof none);
}

sg_status sg_rows_copy(void *copy, const void *table, const uint32_t *source, size_t n_rows,
                       size_t width, sg_error *err)
{
    sg_status status = SG_OK;
    const char *from = table;
    char *to = NULL;
    if (from == NULL || width == 0) goto done;
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
    memcpy(copy, &to, sizeof to);
done:
    return status;
}

sg_status sg_rows_gather(void *table, const uint32_t *source, size_t n_rows, size_t width,
                         sg_error *err)
{
    sg_status status = SG_OK;
    void *before = NULL;
    memcpy(&before, table, sizeof before);
    if (before == NULL || source == NULL || width == 0) goto done;
    SG_TRY(sg_rows_copy(table, before, source, n_rows, width, err));
    sg_free(before);
done:
    return status;
}
