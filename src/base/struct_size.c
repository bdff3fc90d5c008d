/* struct_size.c - the shorter of two structs decides. */
#include "base/struct_size.h"

#include <string.h>

sg_status sg_struct_give(void *to, const void *made, size_t size, const char *name,
                         sg_error *err)
{
    size_t theirs = 0;
    memcpy(&theirs, to, sizeof theirs);
    if (theirs <= sizeof theirs)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "%s->struct_size: it is %zu; set it to the size of the struct",
                            name, theirs);
    const size_t known = theirs < size ? theirs : size;
    memcpy((char *)to + sizeof theirs, (const char *)made + sizeof theirs,
           known - sizeof theirs);
    memset((char *)to + known, 0, theirs - known);
    return SG_OK;
}
