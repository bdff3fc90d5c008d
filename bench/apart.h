/* apart.h - measuring in a process of its own, whose largest memory is then that of the work. */
#ifndef SG_BENCH_APART_H
#define SG_BENCH_APART_H

#include <stdbool.h>
#include <stddef.h>

/* Call work(result, context) in a child process and bring back result[0 .. size) and the child's
 * largest memory.  False where the work, which reports its own failure, or the process failed. */
bool bench_apart(void *result, size_t size, double *peak_bytes,
                 bool (*work)(void *result, const void *context), const void *context);

/* The largest memory of this process so far. */
double bench_peak_bytes(void);

#endif
