/* block_request.h - the only block of a graph as the labelings by cycles get it.
 *
 *     block_request t;
 *     check_ok(block_request_open(&t, &graph, 3, 6, &err));
 *     check_ok(sg_short_cycles_count(&t.request, &err));
 *     sg_cycle_row(&t.request, v)[length - 3];
 *     block_request_close(&t);
 */
#ifndef SG_TESTS_SUPPORT_BLOCK_REQUEST_H
#define SG_TESTS_SUPPORT_BLOCK_REQUEST_H

#include "invariants/labelings/cycle_counts.h"

enum { BLOCK_REQUEST_NODES = 64 };

typedef struct block_request {
    sg_one_graph one;
    sg_scratch scratch;
    sg_budget budget; /* as good as endless */
    sg_label_work work;
    sg_labeling labeling;
    sg_blocks blocks;
    sg_block_graph block;
    uint32_t row[BLOCK_REQUEST_NODES];                         /* that of node v is v */
    uint64_t count[BLOCK_REQUEST_NODES * BLOCK_REQUEST_NODES]; /* zeros               */
    sg_cycle_request request;
} block_request;

/* Whether the graph, one of at most 64 nodes, is a single block. */
bool is_block(const sg_graph *graph);

/* Cut the block out of such a graph, which is borrowed, and ask for cycles of min to max nodes.  Fails
 * with SG_ENOMEM; it is then to be closed, too. */
sg_status block_request_open(block_request *t, const sg_graph *graph, uint32_t min,
                             uint32_t max, sg_error *err);

void block_request_close(block_request *t);

#endif
