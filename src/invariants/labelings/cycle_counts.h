/* cycle_counts.h - from cycles through nodes to labels: what all labelings by cycles share.
 *
 * A labeling by cycles counts, for every node and every length from min to max, the cycles
 * through the node, each once and not per direction.  Only the counting differs:
 *
 *     static sg_status count_block(const sg_cycle_request *request, sg_error *err);
 *     ...
 *     return sg_cycles_label(key, SG_TAG_CYCLES, count_block, labeling, work, err);
 *
 * Plain rings need no counting; count_block gets all other blocks.
 */
#ifndef SG_INVARIANTS_LABELINGS_CYCLE_COUNTS_H
#define SG_INVARIANTS_LABELINGS_CYCLE_COUNTS_H

#include "graph/blocks.h"
#include "invariants/labeling.h"

/* Lengths that may be asked for. */
#define SG_SHORTEST_CYCLE 3
#define SG_LONGEST_CYCLE  1000

/* A block whose cycles are to be counted. */
typedef struct sg_cycle_request {
    const sg_label_work *work;
    const sg_labeling *labeling;
    const sg_block_graph *block;
    uint32_t min, max;   /* lengths to count; min <= max <= nodes of the block             */
    const uint32_t *row; /* [nodes of the graph] row of `count`                            */
    uint64_t *count;     /* [rows][width] out; cycles through a node by length, from `min` */
    uint32_t width;      /* >= max - min + 1                                               */
} sg_cycle_request;

/* Where the cycles through node v of the block are counted: [max - min + 1]. */
static inline uint64_t *sg_cycle_row(const sg_cycle_request *request, uint32_t v)
{
    return request->count + (size_t)request->row[request->block->node[v]] * request->width;
}

/* Add the cycles of one block to the rows of its nodes.  Fails with SG_ENOMEM or SG_ELIMIT. */
typedef sg_status (*sg_cycle_counter)(const sg_cycle_request *request, sg_error *err);

/* Write the key of every node: min, max, and the count of every length in between.
 * Time O(nodes * lengths + arcs) besides the counter. */
sg_status sg_cycles_label(sg_key *key, sg_tag tag, sg_cycle_counter counter,
                          const sg_labeling *labeling, const sg_label_work *work,
                          sg_error *err);

/* Append how many cycles of which length go through a node, "2 cycles of 3, 1 of 5"; `what` is one of
 * them: "cycle".  Fails and costs as sg_cycles_label does. */
sg_status sg_cycles_describe(sg_text *text, const char *what, sg_cycle_counter counter,
                             const sg_labeling *labeling, const sg_label_work *work,
                             uint32_t node, sg_error *err);

/* Zeroed counts from scratch memory.  Fails with SG_ELIMIT where they would take more than half a
 * gigabyte. */
sg_status sg_cycle_counts_take(uint64_t **count, size_t n_rows, size_t width,
                               const sg_labeling *labeling, const sg_label_work *work,
                               sg_error *err);

/* The parser of both kinds: MAX or MIN-MAX. */
sg_status sg_cycles_parse(sg_labeling_parameters *parameters, const char *text, sg_error *err);

/* How far the nodes of the longest cycle are away. */
uint32_t sg_cycles_radius(const sg_labeling_parameters *parameters);

#endif
