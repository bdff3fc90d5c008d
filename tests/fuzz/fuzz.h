/* fuzz.h - what every fuzz target defines, and how it says that something is wrong. */
#ifndef SG_TESTS_FUZZ_FUZZ_H
#define SG_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Run the target once; 0.  Called by libFuzzer, or by replay.c where there is none. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stop where a promise is broken; unlike assert, in every build. */
#define FUZZ_CHECK(condition)                                                                  \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);              \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

#endif
