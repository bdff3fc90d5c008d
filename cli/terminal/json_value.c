/* json_value.c - looking for "key": in a text. */
#include "json_value.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double json_number(const char *json, const char *key)
{
    char quoted[64];
    (void)snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *found = strstr(json, quoted);
    if (found == NULL) return (double)NAN;
    found += strlen(quoted);
    while (*found == ' ') found++;
    return *found == '-' || isdigit((unsigned char)*found) ? strtod(found, NULL) : (double)NAN;
}
