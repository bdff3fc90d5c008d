/* attention.h - what computes gat and gatv2 layers.
 *
 *     attention.c            scores, softmax and sums over neighbors: forward, building
 *     attention_gradient.c   all that goes back
 *     attention_senders.c    the same in graphs that are cut
 *     attention_kernels.c    the inner loops of all of them
 *
 * Nothing is kept of arcs: the scores of a node are made anew where they are needed, from the rows
 * that are kept of all nodes.
 */
#ifndef SG_LAYERS_ATTENTION_ATTENTION_H
#define SG_LAYERS_ATTENTION_ATTENTION_H

#include "layers/attention/attention_layer.h"
#include "layers/real/edge_table.h"
#include "layers/real/layer.h"

/* Where the parameters begin. */
typedef struct sg_attention_places {
    size_t to;     /* the second matrix (gatv2), else where the vectors begin    */
    size_t vector; /* of senders, or of both                                     */
    size_t second; /* of receivers (gat), else where rows of edges begin         */
    size_t edges, bias;
} sg_attention_places;

/* A layer's own memory. */
typedef struct SG_R(sg_attention_arcs) {
    uint32_t
        *slot; /* [n_arcs] rows of edges, or NULL                                          */
    /* Where graphs are cut and it learns, else NULL: */
    uint32_t
        *heard; /* the arcs of those who hear a node (real/edge_table.h)                   */
    sg_real
        *weight; /* [n_arcs + max_rows][heads] of all arcs, then of nodes and themselves     */
    sg_real *d_score;
} SG_R(sg_attention_arcs);

struct SG_R(sg_attention_kernels);

/* A layer with its memory.  Rows are those of the whole batch. */
typedef struct SG_R(sg_attention) {
    const sg_attention_spec *spec;
    size_t in, heads, columns, width; /* width is that of all heads, columns that of one      */
    size_t receiver_width;            /* of t: width (gatv2), heads (gat)                     */
    size_t edge_width;                /* of rows of edges                                     */
    bool has_edges;
    sg_attention_places at;
    const sg_real *parameter;
    SG_R(sg_edge_table) edges;
    sg_real *s, *ds; /* [rows][width] what nodes send                                      */
    sg_real *t, *dt; /* [rows][receiver_width] gatv2: T; gat: q . S                        */
    sg_real *l, *dl; /* [rows][heads] gat: p . S                                           */
    sg_real *dp;     /* [rows][width] gatv2: what receivers say of p                       */
    const SG_R(sg_attention_arcs) *arcs;
    size_t n_arcs;
    const struct SG_R(sg_attention_kernels) *kernels;
} SG_R(sg_attention);

/* A node and whom it looks at: its neighbors in their order, then itself. */
typedef struct SG_R(sg_attended) {
    uint32_t n;
    size_t row;           /* of the node in the batch                                        */
    const uint32_t *node; /* [n] rows in the batch                                           */
    const uint32_t *arc;  /* [n - 1]                                                         */
    sg_real *weight;      /* [n][heads] scores, then the softmax of them                     */
    sg_real *d_score;     /* [n][heads]                                                      */
    sg_real *edge;        /* [n][edge_width] rows of edges                                   */
    sg_real *d_edge;      /* [n][edge_width] gradients of them                               */
} SG_R(sg_attended);

SG_R(sg_attention)
SG_R(sg_attention_of)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow);

/* List whom node v of a span looks at, and how much, in the worker's memory. */
SG_R(sg_attended) SG_R(sg_attend)(const SG_R(sg_attention) *a, const SG_R(sg_flow) *flow,
                                  const sg_gather_from *from, uint32_t v);

/* A leaky relu and its slope.  The larger of two numbers is found without a branch. */
static inline sg_real SG_R(sg_leaky)(sg_real x)
{
    const sg_real less = (sg_real)0.2 * x;
    return x > less ? x : less;
}

static inline sg_real SG_R(sg_leaky_slope)(sg_real x)
{
    return x > 0 ? 1 : (sg_real)0.2;
}

void SG_R(sg_attention_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 sg_batch_piece piece);
/* What outputs mean for scores and for what receives, and from them for dX, for some rows of graphs that are cut. */
void SG_R(sg_attention_backward_rows)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                      sg_batch_piece piece);
void SG_R(sg_senders_attended)(const SG_R(sg_attention) *a, const SG_R(sg_layer) *layer,
                               const SG_R(sg_flow) *flow, sg_batch_piece piece);

void SG_R(sg_attention_differentiate)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                      uint32_t slice);

/* The heads of slices. */
enum {
    SG_ATTENTION_MATRIX,
    SG_ATTENTION_RECEIVER_MATRIX,
    SG_ATTENTION_VECTOR,
    SG_ATTENTION_RECEIVER_VECTOR,
    SG_ATTENTION_EDGES,
    SG_ATTENTION_BIAS
};

#endif
