/* block_task.h - the only block of a graph as the labelings by cycles get it.
 *
 *     block_task t;
 *     check_ok(block_task_open(&t, &graph, 3, 6, &err));
 *     check_ok(sg_short_cycles_count(&t.task, &err));
 *     sg_cycle_row(&t.task, v)[length - 3];
 *     block_task_close(&t);
 */
#ifndef SG_TESTS_SUPPORT_BLOCK_TASK_H
#define SG_TESTS_SUPPORT_BLOCK_TASK_H

#include "invariants/labelings/cycle_counts.h"

enum { BLOCK_TASK_NODES = 64 };

typedef struct block_task {
    sg_one_graph one;
    sg_scratch scratch;
    sg_budget budget; /* as good as endless */
    sg_label_work work;
    sg_labeling labeling;
    sg_blocks blocks;
    sg_block_graph block;
    uint32_t row[BLOCK_TASK_NODES];                      /* that of node v is v */
    uint64_t count[BLOCK_TASK_NODES * BLOCK_TASK_NODES]; /* zeros               */
    sg_cycle_task task;
} block_task;

/* Whether the graph, one of at most 64 nodes, is a single block. */
bool is_block(const sg_graph *graph);

/* Cut the block out of such a graph, which is borrowed, and ask for cycles of min to max nodes.  Fails
 * with SG_ENOMEM; it is then to be closed, too. */
sg_status block_task_open(block_task *t, const sg_graph *graph, uint32_t min, uint32_t max,
                          sg_error *err);

void block_task_close(block_task *t);

#endif
