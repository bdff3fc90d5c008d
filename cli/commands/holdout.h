/* holdout.h - some of the graphs are set aside, to choose the best epoch with.
 *
 *     holdout h = {0};
 *     if (!holdout_make(&h, data, 0.1, seed)) ... out of memory
 *     ... h.graph[0 .. h.n_training), h.graph[h.n_training .. h.n_graphs)
 *     holdout_free(&h);
 */
#ifndef SG_CLI_HOLDOUT_H
#define SG_CLI_HOLDOUT_H

#include "sharegnn.h"

typedef struct holdout {
    uint32_t *graph; /* [n_graphs] those to train on, then those set aside; each ascending */
    uint32_t n_graphs, n_training;
} holdout;

/* Set aside `share` of the graphs, rounded, at random.  Every class loses its share, up to one
 * graph.  The same seed gives the same graphs on every machine.  False: out of memory. */
bool holdout_make(holdout *h, const sg_dataset *data, double share, uint64_t seed);

void holdout_free(holdout *h);

#endif
