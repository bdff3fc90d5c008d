/* encoder.h - what the encoder's files know of each other.
 *
 * encoder.c           the layer's functions, states of one number
 * encoder_lanes.c     states of a few numbers, in vector registers
 * encoder_dense.c     states of many numbers, as products of matrices
 * encoder_gradient.c  gradients of the parameters
 * encoder_rows.c      the pairs of a node, whatever the plan's kind
 * encoder_build.c     tasks
 */
#ifndef SG_MODEL_REAL_ENCODER_H
#define SG_MODEL_REAL_ENCODER_H

#include "model/real/lane_kernels.h"
#include "model/real/layer.h"

/* ---- Rows of pairs ------------------------------------------------------------------------- */

/* One graph of the batch. */
typedef struct sg_encoder_graph {
    uint32_t number;        /* in the data set */
    uint32_t first_node, n; /* its nodes       */
    uint32_t first_row;     /* in the batch    */
} sg_encoder_graph;

static inline sg_encoder_graph SG_R(sg_encoder_graph_of)(const SG_R(sg_flow) *flow, uint32_t i)
{
    const uint32_t g = flow->batch->graph[i], first = flow->graph->graph_offset[g];
    return (sg_encoder_graph){g, first, flow->graph->graph_offset[g + 1] - first,
                              flow->batch->first_row[i]};
}

/* One graph as a head sees it. */
typedef struct SG_R(sg_head_view) {
    const sg_plan *plan;
    sg_encoder_graph graph;
    bool by_cell;     /* weights are looked up by cell of the plan's table, not by slot */
    const sg_real *w; /* the head's weights, by slot or cell                            */
    /* Implicit: */
    const uint32_t *column; /* [n] where a sender's label begins in a row of the table  */
    uint32_t *index;        /* [n] room for a row                                       */
} SG_R(sg_head_view);

/* The pairs of one receiver: pair p has the weight w[base + index[p]].  Where the plan is implicit,
 * that may be the slot behind the last or a cell without one, which weigh 0. */
typedef struct sg_pair_row {
    const uint32_t *index;  /* [n] */
    const uint16_t *sender; /* [n], or NULL: all nodes in order */
    uint32_t n;
    size_t base;
} sg_pair_row;

/* Copy the weights of implicit heads to where views find them. */
void SG_R(sg_encoder_prepare)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow);

/* Ask for what the heads from `head` on know of the graphs that come after the i-th: batches jump
 * about in the data set, and plans are too large for the cache. */
void SG_R(sg_prefetch_plans)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t i,
                             uint32_t head, uint32_t n_heads);

/* Look at a graph; uses flow->index. */
SG_R(sg_head_view)
SG_R(sg_view_head)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t h,
                   sg_encoder_graph graph);

/* sg_row_of for an implicit plan. */
sg_pair_row SG_R(sg_expand_row)(const SG_R(sg_head_view) *view, uint32_t v);

/* The pairs of node v of the graph, from 0. */
static inline sg_pair_row SG_R(sg_row_of)(const SG_R(sg_head_view) *view, uint32_t v)
{
    const sg_plan *plan = view->plan;
    if (plan->pairs != NULL) return SG_R(sg_expand_row)(view, v);
    const uint64_t begin = plan->row[view->graph.first_node + v];
    return (sg_pair_row){plan->slot + begin, plan->sender + begin,
                         (uint32_t)(plan->row[view->graph.first_node + v + 1] - begin), 0};
}

/* Write down the weights of all pairs of node v and as many after it as there is room for, side by
 * side; there is room for one node at least.  Returns the first node that is left.  Done at once
 * for many pairs, because weights come from anywhere in memory and nothing waits for them here. */
uint32_t SG_R(sg_gather_weights)(sg_real *weight, size_t room, const SG_R(sg_head_view) *view,
                                 uint32_t v);

/* sg_row_of without the index. */
sg_pair_row SG_R(sg_senders_of)(const SG_R(sg_head_view) *view, uint32_t v);

/* Whether weights are looked up by cell and the values of pairs are a matrix; and then the product
 * with all of a graph's weights, without x and out.  Uses view->index. */
bool SG_R(sg_has_cells)(const SG_R(sg_layer) *layer, uint32_t h);
SG_R(sg_cell_product) SG_R(sg_cells_of)(const SG_R(sg_head_view) *view);

static inline uint32_t sg_sender_of(sg_pair_row row, uint32_t p)
{
    return row.sender != NULL ? row.sender[p] : p;
}

/* ---- States of a few numbers --------------------------------------------------------------- */

enum { SG_WEIGHTS_AT_ONCE = 1024 };

/* Whether states of k numbers are computed in lanes. */
static inline bool sg_in_lanes(uint32_t k)
{
    return k > 1 && k <= SG_MOST_LANES;
}

/* All heads of a graph.  backward adds to dx. */
void SG_R(sg_lanes_forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                            sg_encoder_graph graph);
void SG_R(sg_lanes_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                             sg_encoder_graph graph);

/* ---- States of many numbers ---------------------------------------------------------------- */

/* Graphs of at most so many nodes may be treated as matrices [n][n]. */
enum { SG_DENSE_NODES = 256, SG_DENSE_CELLS = SG_DENSE_NODES * SG_DENSE_NODES };

static inline bool SG_R(sg_is_dense)(const SG_R(sg_layer) *layer, uint32_t h,
                                     sg_encoder_graph graph)
{
    const sg_plan *plan = layer->spec->encoder_head[h].plan;
    if (graph.n > SG_DENSE_NODES) return false;
    if (!layer->graph_by_graph || plan->pairs != NULL) return layer->head[h].dense;
    const uint64_t n_pairs =
        plan->row[graph.first_node + graph.n] - plan->row[graph.first_node];
    return n_pairs >= (uint64_t)graph.n * graph.n / 4;
}

/* All dense heads of a graph.  backward adds to dx. */
void SG_R(sg_dense_forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                            sg_encoder_graph graph);
void SG_R(sg_dense_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                             sg_encoder_graph graph);

/* ---- Gradients and memory ------------------------------------------------------------------- */

/* Heads whose table has at most so many cells are looked up by cell; they have one task, which
 * sums up by cell at the beginning of its scratch memory. */
enum { SG_CELLS_AT_ONCE = SG_GRADIENT_SIZE };

/* Nodes whose products with all others are computed at once: two tiles of rows. */
enum { SG_TERMS_AT_ONCE = 8 };

void SG_R(sg_encoder_differentiate)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                    uint32_t task);

/* Numbers of scratch memory that an encoder needs, graphs having up to n nodes. */
size_t SG_R(sg_encoder_scratch)(uint32_t k, uint32_t n);

#endif
