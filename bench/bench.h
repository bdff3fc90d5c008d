/* bench.h - the project's own benchmarks.
 *
 * Every benchmark checks its result before it times anything, repeats, keeps the fastest run and
 * prints one JSON line with what is needed to compare it: version, compiler, processor, threads.
 */
#ifndef SG_BENCH_BENCH_H
#define SG_BENCH_BENCH_H

#include "json_out.h"
#include "sharegnn.h"

typedef struct bench_options {
    const char *folder;    /* where data sets are found; NULL: the usual places */
    const char *data;      /* the data set; NULL: the benchmark's own choice    */
    const char *yardstick; /* the compiled yardstick.c; NULL: none           */
    uint32_t n_threads;    /* 0: one per core                                   */
    bool check;            /* do everything once and small: whether it works    */
} bench_options;

/* How often something is timed: `n` times, once in a check.  How many sizes it has: `n`, one in a check. */
static inline int bench_times(const bench_options *options, int n)
{
    return options->check ? 1 : n;
}

/* Reading a data set, against a plain fscanf loop.  Returns the exit status. */
int bench_io(const bench_options *options);

/* Data sets from arrays.  Returns the exit status. */
int bench_arrays(const bench_options *options);

/* Labels and triples.  Returns the exit status. */
int bench_invariants(const bench_options *options);

/* Epochs of training and predictions; the ZINC model as a part of it.  Return the exit status. */
int bench_train(const bench_options *options);
int bench_zinc(const bench_options *options);

/* Epochs of the usual networks and of ours.  Returns the exit status. */
int bench_peers(const bench_options *options);

/* The cost of a graph as data sets grow.  Returns the exit status. */
int bench_scale(const bench_options *options);

/* The description of the paper's ZINC model, with triples that occur at least `at_least` times;
 * to be freed; NULL: out of memory. */
char *bench_zinc_model(unsigned at_least);

/* Edits of large graphs.  Returns the exit status. */
int bench_live(const bench_options *options);

/* Nodes of one graph, small and large.  Returns the exit status. */
int bench_nodes(const bench_options *options);

/* What of a search's time goes into epochs.  Returns the exit status. */
int bench_search(const bench_options *options);

/* A training and a run that ranks share, and a simulation of many ranks.  Returns the exit status. */
int bench_cluster(const bench_options *options);

/* Reading molecules.  Returns the exit status. */
int bench_smiles(const bench_options *options);

/* The number of threads to use. */
uint32_t bench_threads(const bench_options *options);

/* Remove a data set that sg_data_write wrote to `folder`, and the folder. */
void bench_remove_data(const char *folder, const char *name);

/* Seconds since some fixed moment; the same of this process on a processor. */
double bench_now(void);
double bench_processor_now(void);

/* Make *best the smaller of both; 0: it is not known yet. */
void bench_keep_fastest(double *best, double seconds);

/* Begin the line of benchmark `name` with what describes the machine and the build. */
void bench_begin_line(json *line, const char *name, uint32_t n_threads);

/* End it. */
void bench_end_line(json *line);

#endif
