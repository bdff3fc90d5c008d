/* fuzz.h - what every fuzz target defines, and how it says that something is wrong. */
#ifndef SG_TESTS_FUZZ_FUZZ_H
#define SG_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Run the target once; 0.  Called by libFuzzer, or by replay.c where there is none. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A target may change inputs in its own way: it returns the size of what is in `data` then, at most `most`.
 * The fuzzer's own way, for a part of an input, is LLVMFuzzerMutate. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/* Stop where a promise is broken; unlike assert, in every build. */
#define FUZZ_CHECK(condition)                                                                  \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);              \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

#endif
