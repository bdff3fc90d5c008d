/* counted.h - a number with its noun: "1 target", "3 targets".
 *
 *     printf("%s\n", counted(n, "class", "classes").text);
 */
#ifndef SG_CLI_COUNTED_H
#define SG_CLI_COUNTED_H

#include <stdint.h>

typedef struct counted_text {
    char text[64];
} counted_text;

counted_text counted(uint64_t n, const char *one, const char *many);

#endif
