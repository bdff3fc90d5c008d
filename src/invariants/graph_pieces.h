/* graph_pieces.h - doing something for every graph of a data set, in parallel.
 *
 * The graphs are cut into pieces by their number alone.  Where several pieces fail, the error of
 * the first one is reported, whatever the threads did; observers are called by one thread.
 */
#ifndef SG_INVARIANTS_GRAPH_PIECES_H
#define SG_INVARIANTS_GRAPH_PIECES_H

#include "base/scratch.h"
#include "base/threads.h"

typedef struct sg_graph_work {
    /* Work on graph g with the scratch memory (reset before) and number of the worker. */
    sg_status (*work)(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                      sg_error *err);
    void *context;
    const char *stage;   /* for the observer */
    const char *unit;    /* what the observer hears of; NULL: "graphs"                  */
    uint32_t piece_size; /* graphs in a piece; 0: some, for work that takes microseconds */
    const sg_observer *observer;
} sg_graph_work;

/* Call work->work for all graphs 0 .. n_graphs-1. */
sg_status sg_each_graph(const sg_graph_work *work, uint32_t n_graphs, sg_threads *threads,
                        sg_error *err);

#endif
