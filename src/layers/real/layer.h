/* layer.h - what a layer is to the network that runs it, in one precision.
 *
 * A kind's second half is one table of functions (SG_R(sg_layer_ops)).  They return nothing and
 * allocate nothing; what they need beyond their arguments `build` makes when the network is opened.
 */
#ifndef SG_LAYERS_REAL_LAYER_H
#define SG_LAYERS_REAL_LAYER_H

#include "layers/batch.h"
#include "layers/gradient_slice.h"
#include "layers/layer_kind.h"
#include "layers/real/real.h"

typedef struct SG_R(sg_layer) SG_R(sg_layer);

/* Where differentiate has added to a slice's gradient, an entry for every addition.  Who notes nothing leaves
 * `is_kept` as it is; who finds no room for all of a row sets `is_full` and notes no more. */
typedef struct sg_trail {
    uint32_t *place; /* [capacity] within the slice */
    size_t n, capacity;
    uint32_t next_row; /* the layer's own: where it has come to */
    bool is_kept, is_full;
} sg_trail;

/* What a layer's functions work with.  Rows are those of the whole batch. */
typedef struct SG_R(sg_flow) {
    const sg_batch *batch;
    const sg_real *x;           /* state before the layer                                     */
    sg_real *y;                 /* state after it                                             */
    sg_real *dy;                /* gradient of y; backward may use it up                      */
    sg_real *dx;                /* gradient of x; NULL: nobody needs it                       */
    const sg_real *dy_sum;      /* dy summed over all rows, known when slices run; of the shard
                                 that `shard` tells; NULL: not                              */
    sg_real *const *state;      /* [network's layers + 1] all states, for layers that read
                                 earlier ones                                               */
    sg_real *const *d_state;    /* gradients of these, to be added to; [0] is NULL            */
    const sg_real *parameter;   /* the layer's own                                            */
    sg_real *gradient;          /* a slice's own, to be added to: [end - begin + 1], where the
                                 last one is a bin for what has no parameter                */
    sg_real *scratch;           /* the worker's own, [layer->scratch_size] at least           */
    uint32_t *index;            /* the worker's own, [2 * nodes of the largest graph]         */
    sg_batch_piece part;        /* blocks, differentiate: of the batch that counts; else all  */
    uint32_t shard;             /* which shard of the batch the piece or part is of           */
    double share;               /* of the batch's items that this shard has                   */
    const uint32_t *shard_span; /* [n_shards + 1] the first spans of all shards             */
    uint32_t n_shards;          /* of the batch; 1: it is not divided                         */
    sg_trail *trail;            /* differentiate: for places of additions; NULL: nobody asks  */
    sg_real *statistic; /* the layer's parameters in training, for who keeps some of them
                                 (sg_tensor.kept); else NULL                                 */
    bool training;
    uint64_t step; /* number of the batch, for random streams */
} SG_R(sg_flow);

/* What a layer is built for. */
typedef struct SG_R(sg_layer_site) {
    const sg_graph *graph;        /* all graphs of the data                               */
    uint32_t max_rows, max_spans; /* of the largest batch                                 */
    bool learns;                  /* else the network only predicts                       */
    uint32_t n_shards; /* that a batch has at most; 0: batches are not divided in shards  */
    const SG_R(sg_layer) *before; /* the layer before it, or NULL                         */
    const sg_state *state;        /* all states of the network, [0] is the input          */
    const sg_graph *hearers; /* whose rows list the nodes that hear a node; NULL: no graph is
                                     large                                                */
    uint32_t block_rows;     /* of a block of a large graph                               */
} SG_R(sg_layer_site);

/* What of a layer's work can be cut within one large graph.  Without any of it the layer only gets pieces of
 * whole spans. */
typedef enum sg_layer_cut {
    SG_CUT_FORWARD = 1,  /* forward writes y of the piece's rows and reads x of any         */
    SG_CUT_BACKWARD = 2, /* backward writes dx of the piece's rows and reads what forward,
                            backward_rows and the layers behind have made for any           */
    SG_CUT_OWN = 4,      /* both read nothing of other rows, either                         */
    SG_CUT_SLICES = 8,   /* differentiate looks at flow->part alone, which may be a block of
                            rows; else it is whole spans                                    */
    SG_CUT_ROWS = SG_CUT_FORWARD | SG_CUT_BACKWARD | SG_CUT_OWN
} sg_layer_cut;

typedef struct SG_R(sg_layer_ops) {
    /* Set up what the layer needs: scratch_size, kept_size, slices, blocks, its own memory.  Widths,
     * parameters and tensors are known.  NULL: it needs nothing.  What it made is released by `close`
     * also where it fails. */
    sg_status (*build)(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err);
    void (*close)(SG_R(sg_layer) *layer);
    /* Before a batch, called once: what depends on the parameters alone.  NULL: nothing. */
    void (*prepare)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow);
    /* Before forward of any piece, for layers that are cut: what it reads of other rows than the piece's.
     * NULL: nothing. */
    void (*forward_rows)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                         sg_batch_piece piece);
    /* Compute y of a piece from x. */
    void (*forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece);
    /* The same before backward. */
    void (*backward_rows)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_piece piece);
    /* Between these and forward or backward of any piece, once for every span that is cut: what is made of all its
     * rows.  NULL: nothing. */
    void (*forward_total)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t span);
    void (*backward_total)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t span);
    /* Compute dx of a piece from dy, or add to it where others do (layer->adds). */
    void (*backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece);
    /* Add a slice's share to the gradient of the parameters; NULL: there are none.  Of these only the
     * slice's own are as they were: the optimizer may have moved the others. */
    void (*differentiate)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice);
    /* The same for all shards of the batch at once: the gradient of each is made on its own, and they are added
     * along the tree over the shards.  False: it cannot do so for this batch, and nothing was added.  NULL:
     * it never can. */
    bool (*differentiate_shards)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 uint32_t slice);
    /* Add what differentiate has made of flow->part, in flow->gradient, to another gradient of the slice and
     * clear it, looking only at what the part touches.  NULL: it touches all of the slice. */
    void (*move)(sg_real *to, const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                 uint32_t slice);
    /* Before slices, while states still flow back: errand number 0 .. n_errands-1. */
    void (*run_errand)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t errand);
    /* For layers that are cut into blocks (layer->n_blocks): a block's share for all rows of flow->part,
     * after the layers before and before `forward`; likewise after `backward`. */
    void (*forward_block)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t block);
    void (*backward_block)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t block);
    /* A question from the layer behind: would dy summed over all rows spare it work (flow->dy_sum)?
     * NULL: no. */
    bool (*wants_sums)(const SG_R(sg_layer) *layer);
    unsigned cuts; /* sg_layer_cut; `build` may take some back in layer->cuts */
} SG_R(sg_layer_ops);

struct SG_R(sg_layer) {
    const sg_layer_spec *spec;
    const void *of; /* the kind's own spec */
    const SG_R(sg_layer_ops) *ops;
    const sg_graph *graph;   /* all graphs of the data                                      */
    const sg_graph *hearers; /* of the site                                               */
    uint32_t number;
    bool in_nodes, out_nodes; /* rows of nodes, else of graphs                              */
    uint32_t in_width, out_width;
    bool input_is_ones; /* x is all ones and need not be read                               */
    unsigned cuts;      /* sg_layer_cut                                                     */
    bool adds;          /* others read x too and add to dx, which starts as 0               */
    size_t first_parameter, n_parameters;
    const sg_tensor
        *tensor; /* [n_tensors] of the layer, their `first` counted in the network */
    uint32_t n_tensors;
    sg_gradient_slices slices; /* of differentiate                                          */
    uint32_t n_errands;
    uint32_t n_blocks; /* it is cut into so many blocks; 0: not                             */
    bool
        blocks_join; /* what blocks compute of a row has the same bits whatever other rows there
                          are, so the shards of a batch are computed at once                */
    size_t scratch_size;
    sg_real *kept; /* [kept_size] what lives from one function to another, see the layer's
                      file                                                                  */
    size_t kept_size;
    size_t
        n_sums; /* dx is summed over all rows for the layer before, shard by shard, to so many
                      numbers at the end of `kept`; 0: not                                  */
    void *own;  /* the kind's own memory, made by `build` and released by `close`        */
    uint64_t seed;
};

/* dx summed over all rows, [shards][in_width], or NULL where the layer does not do that. */
static inline sg_real *SG_R(sg_layer_sums)(const SG_R(sg_layer) *layer)
{
    return layer->n_sums > 0 ? layer->kept + layer->kept_size - layer->n_sums : NULL;
}

#endif
