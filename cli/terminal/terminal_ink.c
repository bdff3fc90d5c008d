/* terminal_ink.c - what the environment says about colors. */
#include "terminal_ink.h"

#include "terminal_width.h"

#include <stdlib.h>
#include <string.h>

bool terminal_has_ink(FILE *out)
{
    const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (none != NULL && none[0] != '\0') return false;
    if (kind == NULL || kind[0] == '\0' || strcmp(kind, "dumb") == 0) return false;
    return terminal_is_there(out);
}
