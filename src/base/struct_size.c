/* struct_size.c - structs are copied byte by byte, as far as both sides know them. */
#include "base/struct_size.h"

#include <string.h>

/* Sizes beyond it are taken for memory that nobody has set. */
enum { LARGEST_STRUCT = 4096 };

static size_t size_of(const void *given)
{
    size_t size = 0;
    memcpy(&size, given, sizeof size);
    return size;
}

sg_status sg_struct_check(const void *given, size_t known, size_t smallest, const char *name,
                          sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(given != NULL, SG_EINVAL, "%s: it is NULL", name);
    const size_t size = size_of(given);
    SG_REQUIRE(size >= smallest && size <= LARGEST_STRUCT, SG_EINVAL,
               "%s->struct_size: %zu; set it to the sizeof of the struct, which is %zu", name,
               size, known);
done:
    return status;
}

/* Options that this library does not know would be ignored. */
static sg_status check_unknown(const void *given, size_t known, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    const unsigned char *byte = given;
    const size_t size = size_of(given);
    for (size_t i = known; i < size; i++)
        SG_REQUIRE(byte[i] == 0, SG_EINVAL,
                   "%s->struct_size: %zu; this library knows the first %zu bytes, and the "
                   "others are not all 0",
                   name, size, known);
done:
    return status;
}

sg_status sg_struct_read(void *own, size_t known, size_t smallest, const void *given,
                         const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    if (given != NULL) {
        SG_TRY(sg_struct_check(given, known, smallest, name, err));
        SG_TRY(check_unknown(given, known, name, err));
    }
    const size_t size = given != NULL ? size_of(given) : 0;
    memset(own, 0, known);
    if (size > 0) memcpy(own, given, size < known ? size : known);
    memcpy(own, &known, sizeof known);
done:
    return status;
}

void sg_struct_write(void *result, const void *own, size_t known)
{
    if (result == NULL) return;
    const size_t size = size_of(result), behind = sizeof size;
    const size_t n = size < known ? size : known;
    if (n > behind) memcpy((char *)result + behind, (const char *)own + behind, n - behind);
}
