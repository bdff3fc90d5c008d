/* prefetch.h - asking for memory that will be needed soon.
 */
#ifndef SG_LAYERS_REAL_PREFETCH_H
#define SG_LAYERS_REAL_PREFETCH_H

#include <stddef.h>

/* Ask for n_bytes from `first` on, a kilobyte at most: what comes after that, the processor guesses.
 * Always inlined, because compilers drop calls of functions that do nothing else. */
__attribute__((always_inline)) static inline void sg_prefetch(const void *first, size_t n_bytes)
{
    enum { LINE = 64, MOST = 1024 };
    const char *at = first;
    for (size_t i = 0; i < n_bytes && i < MOST; i += LINE) __builtin_prefetch(at + i);
}

#endif
