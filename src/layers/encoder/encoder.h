/* encoder.h - what the encoder's files know of each other.
 *
 * encoder_layer.c     what files say of it, what it needs and learns
 * encoder.c           the layer's functions, states of one number
 * encoder_lanes.c     states of a few numbers, in vector registers
 * encoder_dense.c     states of many numbers, as products of matrices
 * encoder_gradient.c  gradients of the parameters
 * encoder_rows.c      the pairs of a node, whatever the plan's kind
 * encoder_senders.c   the pairs of a sender, for graphs that are cut
 * encoder_build.c     slices
 */
#ifndef SG_LAYERS_ENCODER_ENCODER_H
#define SG_LAYERS_ENCODER_ENCODER_H

#include "layers/encoder/encoder_layer.h"
#include "layers/real/lane_kernels.h"
#include "layers/real/layer.h"

/* ---- Rows of pairs ------------------------------------------------------------------------- */

/* How many rows ahead slices ask for memory. */
enum { SG_ROWS_AHEAD = 6 };

/* A node of the batch. */
typedef struct sg_gradient_row {
    uint32_t node; /* of the data set             */
    uint32_t row;  /* in the batch                */
    uint32_t span; /* number of its span          */
} sg_gradient_row;

/* Which nodes of the batch belong to which of the slices that divide the weights of a head.  Heads
 * that share a plan are divided alike and share this, too. */
typedef struct sg_gradient_rows {
    const sg_plan *plan;
    uint32_t n_slices;
    uint8_t *slice_of; /* by receiver label where the plan is implicit, else by node of the data
                          set; owned                                                         */
    uint32_t *begin;   /* [n_slices + 1] into `row`; owned                                   */
    sg_gradient_row *row; /* [rows of the batch] by slice, then as in the batch, and behind them
                             SG_ROWS_AHEAD others of the data set; owned                     */
} sg_gradient_rows;

/* The pairs of a plan by sender, which is how dX of a large graph is cut: those of a node stand in the order of
 * their receivers. */
typedef struct sg_sender_rows {
    const sg_plan *plan;
    uint64_t *row;      /* [n_nodes + 1] first pair of a sender; owned                       */
    uint32_t *receiver; /* [n_pairs] local to the graph; owned                               */
    uint32_t *slot;     /* [n_pairs] owned                                                   */
    double *factor;     /* [n_pairs] owned; NULL where the plan has none                     */
} sg_sender_rows;

/* One head. */
typedef struct sg_head_weights {
    size_t first;      /* its first parameter within the layer                              */
    size_t kept_first; /* implicit: where in `kept` its weights are                         */
    uint32_t n_slices; /* that divide its weights, 0 where it has none of its own           */
    uint32_t rows;     /* several slices: position of their rows                            */
    uint32_t senders;  /* where dX is cut: position of its pairs by sender                  */
    size_t n_biases;
    size_t n_cells; /* implicit: weights are kept by cell of the table; 0: by slot          */
    bool dense;     /* most of the possible pairs exist                                     */
} sg_head_weights;

/* An encoder's own memory, layer->own. */
typedef struct sg_encoder {
    const sg_encoder_head *spec; /* [n_heads] */
    uint32_t n_heads;
    sg_head_weights *head;  /* [n_heads] owned                                              */
    sg_gradient_rows *rows; /* [n_rows] one for every plan that needs one; owned            */
    uint32_t n_rows;
    sg_sender_rows *senders; /* [n_senders] one for every plan, where dX is cut; owned      */
    uint32_t n_senders;
    bool far; /* graphs have too many nodes for lanes, whose senders have 16 bits           */
    bool span_by_span; /* each span says which heads are dense, not the data set            */
} sg_encoder;

/* Make it, and release it. */
sg_status SG_R(sg_encoder_build)(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site,
                                 sg_error *err);
void SG_R(sg_encoder_close)(SG_R(sg_layer) *layer);

/* List the pairs of all heads by sender.  Fails with SG_ENOMEM; what was made belongs to the encoder. */
sg_status SG_R(sg_encoder_list_senders)(sg_encoder *encoder, const sg_graph *graph,
                                        sg_error *err);
void SG_R(sg_encoder_free_senders)(sg_encoder *encoder);

/* dX of some rows of a graph, from dY of all; it adds to dx. */
void SG_R(sg_senders_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               sg_batch_span span, sg_row_range rows);

/* Errand: distribute the nodes of the batch among the slices of rows[i]. */
void SG_R(sg_encoder_distribute)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 uint32_t i);

/* One graph as a head sees it. */
typedef struct SG_R(sg_head_view) {
    const sg_plan *plan;
    sg_batch_span span;
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
    const uint16_t *sender; /* [n], or NULL: `far`, or all nodes in order */
    uint32_t n;
    size_t base;
    const uint32_t *far;  /* [n] in the place of `sender` in very large graphs */
    const double *factor; /* [n] of the messages, besides the weights; NULL: none */
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
                   sg_batch_span span);

/* sg_row_of for an implicit plan. */
sg_pair_row SG_R(sg_expand_row)(const SG_R(sg_head_view) *view, uint32_t v);

/* The pairs of node v of the graph, from 0. */
static inline sg_pair_row SG_R(sg_row_of)(const SG_R(sg_head_view) *view, uint32_t v)
{
    const sg_plan *plan = view->plan;
    if (plan->pairs != NULL) return SG_R(sg_expand_row)(view, v);
    const uint64_t begin = plan->row[view->span.first_node + v];
    const uint32_t n = (uint32_t)(plan->row[view->span.first_node + v + 1] - begin);
    const double *factor = plan->factor != NULL ? plan->factor + begin : NULL;
    if (plan->far_sender != NULL)
        return (sg_pair_row){.index = plan->slot + begin,
                             .n = n,
                             .far = plan->far_sender + begin,
                             .factor = factor};
    return (sg_pair_row){
        .index = plan->slot + begin, .sender = plan->sender + begin, .n = n, .factor = factor};
}

/* What pair p of a row multiplies messages by, w being the row's weights. */
static inline sg_real SG_R(sg_pair_weight)(const sg_real *w, const sg_pair_row *row, uint32_t p)
{
    const sg_real weight = w[row->index[p]];
    return row->factor != NULL ? weight * (sg_real)row->factor[p] : weight;
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
    return row.sender != NULL ? row.sender[p] : row.far != NULL ? row.far[p] : p;
}

/* ---- States of a few numbers --------------------------------------------------------------- */

enum { SG_WEIGHTS_AT_ONCE = 1024 };

/* Whether states of k numbers are computed in lanes. */
static inline bool sg_in_lanes(const sg_encoder *e, uint32_t k)
{
    return k > 1 && k <= SG_MOST_LANES && !e->far;
}

/* All heads of a graph.  backward adds to dx. */
void SG_R(sg_lanes_forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                            sg_batch_span span);
void SG_R(sg_lanes_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                             sg_batch_span span);

/* ---- States of many numbers ---------------------------------------------------------------- */

/* Graphs of at most so many nodes may be treated as matrices [n][n]. */
enum { SG_DENSE_NODES = 256, SG_DENSE_CELLS = SG_DENSE_NODES * SG_DENSE_NODES };

static inline bool SG_R(sg_is_dense)(const SG_R(sg_layer) *layer, uint32_t h,
                                     sg_batch_span span)
{
    const sg_encoder *e = layer->own;
    const sg_plan *plan = e->spec[h].plan;
    if (span.n > SG_DENSE_NODES) return false;
    if (!e->span_by_span || plan->pairs != NULL) return e->head[h].dense;
    const uint64_t n_pairs = plan->row[span.first_node + span.n] - plan->row[span.first_node];
    return n_pairs >= (uint64_t)span.n * span.n / 4;
}

/* All dense heads of a graph.  backward adds to dx. */
void SG_R(sg_dense_forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                            sg_batch_span span);
void SG_R(sg_dense_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                             sg_batch_span span);

/* ---- Gradients and memory ------------------------------------------------------------------- */

/* Heads whose table has at most so many cells are looked up by cell; they have one slice, which
 * sums up by cell at the beginning of its scratch memory. */
enum { SG_CELLS_AT_ONCE = SG_GRADIENT_SIZE };

/* Nodes whose products with all others are computed at once: two tiles of rows. */
enum { SG_TERMS_AT_ONCE = 8 };

void SG_R(sg_encoder_differentiate)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                    uint32_t slice);

/* The rows of a slice that the part of the batch that counts has. */
sg_row_range SG_R(sg_encoder_rows_of_slice)(const sg_gradient_rows *rows,
                                            const SG_R(sg_flow) *flow, uint32_t number);

/* The same for one of several slices that divide the weights of an explicit head, states of one number. */
void SG_R(sg_encoder_differentiate_narrow)(const SG_R(sg_layer) *layer,
                                           const SG_R(sg_flow) *flow,
                                           const sg_gradient_slice *t);

/* Move what sg_encoder_differentiate has made. */
void SG_R(sg_encoder_move)(sg_real *to, const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t slice);

/* Numbers of scratch memory that an encoder needs, graphs having up to n nodes. */
size_t SG_R(sg_encoder_scratch)(const sg_encoder *e, uint32_t k, uint32_t n);

#endif
