/* bench_verb.h - the verb `bench`, which two programs have.
 *
 * sharegnn-bench measures, and links what it measures against; sharegnn starts sharegnn-bench.  So
 * both understand the same words, each with a command_bench of its own.
 */
#ifndef SG_CLI_BENCH_VERB_H
#define SG_CLI_BENCH_VERB_H

#include "arguments.h"

extern const verb verb_bench;

/* In sharegnn: start sharegnn-bench with the same words.  In sharegnn-bench: measure.  Returns the
 * exit status. */
int command_bench(const arguments *args);

#endif
