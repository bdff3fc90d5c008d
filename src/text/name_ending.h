/* name_ending.h - how the name of a file ends.
 *
 *     sg_ends_with("NCI1_A.txt", "_A.txt")            // true
 *     sg_ends_with_any_case("PHOTO.PNG", ".png")      // true
 *
 * A name that is nothing but the ending has none: there must be something before it.
 */
#ifndef SG_TEXT_NAME_ENDING_H
#define SG_TEXT_NAME_ENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static inline bool sg_ends_with(const char *name, const char *ending)
{
    const size_t size = strlen(name), n = strlen(ending);
    return size > n && strcmp(name + size - n, ending) == 0;
}

static inline bool sg_ends_with_any_case(const char *name, const char *ending)
{
    const size_t size = strlen(name), n = strlen(ending);
    return size > n && strcasecmp(name + size - n, ending) == 0;
}

#endif
