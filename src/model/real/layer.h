/* layer.h - what a layer is to the network that runs it.
 *
 * A layer is one file with one table of functions (SG_R(sg_layer_ops)).  They return nothing and
 * allocate nothing; what they need beyond their arguments was made when the network was opened
 * (network_build.c).
 */
#ifndef SG_MODEL_REAL_LAYER_H
#define SG_MODEL_REAL_LAYER_H

#include "model/network_spec.h"
#include "model/real/real.h"

/* The graphs of a batch; rows of nodes are numbered through the batch. */
typedef struct sg_batch {
    uint32_t *graph; /* [n_graphs] numbers in the data set       */
    uint32_t n_graphs;
    uint32_t *first_row; /* [n_graphs + 1] first node row of a graph */
} sg_batch;

/* Consecutive graphs of a batch. */
typedef struct sg_batch_piece {
    uint32_t first_graph, behind_graph;
} sg_batch_piece;

typedef struct SG_R(sg_layer) SG_R(sg_layer);

/* What a layer's functions work with.  Rows are those of the whole batch. */
typedef struct SG_R(sg_flow) {
    const sg_batch *batch;
    const sg_graph *graph;
    const sg_real *x;         /* state before the layer                                     */
    const sg_real *other;     /* residual: the earlier state                                */
    sg_real *y;               /* state after it                                             */
    sg_real *dy;              /* gradient of y; backward may use it up                      */
    sg_real *dx;              /* gradient of x; NULL: nobody needs it                       */
    const sg_real *dy_sum;    /* dy summed over all rows, known when tasks run; NULL: not   */
    sg_real *d_other;         /* residual: gradient of the earlier state, to be added to    */
    const sg_real *parameter; /* the layer's own                                            */
    sg_real *gradient;        /* a task's own, to be added to: [end - begin + 1], where the
                                 last one is a bin for what has no parameter                */
    sg_real *scratch;         /* the worker's own, [layer->scratch_size] at least           */
    uint32_t *index;          /* the worker's own, [2 * nodes of the largest graph]         */
    bool training;
    uint64_t step; /* number of the batch, for random streams */
} SG_R(sg_flow);

typedef struct SG_R(sg_layer_ops) {
    /* Before a batch, called once: what depends on the parameters alone.  NULL: nothing. */
    void (*prepare)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow);
    /* Compute y of a piece from x. */
    void (*forward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece);
    /* Compute dx of a piece from dy, or add to it where others do (layer->adds). */
    void (*backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece);
    /* Add a task's share to the gradient of the parameters; NULL: there are none. */
    void (*differentiate)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t task);
    /* For layers that are cut into blocks (layer->n_blocks): a block's part for the whole batch,
     * after the layers before and before `forward`; likewise after `backward`. */
    void (*forward_block)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t block);
    void (*backward_block)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t block);
} SG_R(sg_layer_ops);

/* Parameters that one task should own: few enough that their gradient stays in the cache. */
enum { SG_GRADIENT_SIZE = 1 << 14 };

/* Which parameters a task owns, and what they are. */
typedef enum sg_gradient_kind {
    SG_GRADIENT_WEIGHTS, /* some weights of one head, or of the layer */
    SG_GRADIENT_BIAS,    /* biases of one head, or of the layer       */
    SG_GRADIENT_HEADS    /* all parameters of several small heads     */
} sg_gradient_kind;

typedef struct sg_gradient_task {
    sg_gradient_kind kind;
    uint32_t head, n_heads; /* from which head on, how many                          */
    uint32_t number;        /* encoder: among the tasks that divide a head's weights */
    size_t begin, end;      /* within the layer's parameters                         */
} sg_gradient_task;

/* A node of the batch. */
typedef struct sg_gradient_row {
    uint32_t node;  /* of the data set                  */
    uint32_t row;   /* in the batch                     */
    uint32_t graph; /* number of its graph in the batch */
} sg_gradient_row;

/* How many rows ahead tasks ask for memory. */
enum { SG_ROWS_AHEAD = 6 };

/* Which nodes of the batch belong to which of the tasks that divide the weights of a head.  Heads
 * that share a plan are divided alike and share this, too. */
typedef struct sg_gradient_rows {
    const sg_plan *plan;
    uint32_t n_tasks;
    uint8_t *task_of; /* by receiver label where the plan is implicit, else by node of the data
                         set; owned                                                          */
    uint32_t *begin;  /* [n_tasks + 1] into `row`; owned                                     */
    sg_gradient_row *row; /* [rows of the batch] by task, then as in the batch, and behind them
                         SG_ROWS_AHEAD others of the data set; owned                         */
} sg_gradient_rows;

/* One head of an encoder or decoder. */
typedef struct sg_head_part {
    size_t first;      /* its first parameter within the layer                              */
    size_t kept_first; /* implicit: where in `kept` its weights are                         */
    uint32_t n_tasks;  /* encoder: that divide its weights, 0 where it has none of its own  */
    uint32_t rows;     /* encoder, several tasks: position of their rows                    */
    size_t n_biases;   /* encoder                                                           */
    size_t n_cells;    /* implicit: weights are kept by cell of the table; 0: by slot       */
    bool dense;        /* encoder: most of the possible pairs exist                         */
} sg_head_part;

struct SG_R(sg_layer) {
    const sg_layer_spec *spec;
    const SG_R(sg_layer_ops) *ops;
    uint32_t number;
    bool in_nodes, out_nodes; /* rows of nodes, else of graphs                              */
    uint32_t in_width, out_width;
    bool input_is_ones;  /* x is all ones and need not be read                                */
    bool adds;           /* others read x too and add to dx, which starts as 0                */
    bool graph_by_graph; /* encoder: each graph says which heads are dense, not the data set */
    size_t first_parameter, n_parameters;
    sg_gradient_task
        *task; /* [n_tasks] of differentiate; owned                                      */
    uint32_t n_tasks;
    uint32_t n_blocks; /* linear: the inputs are cut into so many blocks; 0: not             */
    size_t n_sums; /* linear, in blocks: dx is summed over all rows for the layer before, to so
                          many numbers at the end of `kept`; 0: not                          */
    size_t scratch_size;
    sg_real *kept; /* [kept_size] what lives from one function to another, see the layer's
                           file; owned                                                       */
    size_t kept_size;
    sg_head_part *head; /* encoder, decoder: [n_heads]; owned                                */
    sg_gradient_rows
        *rows; /* encoder: [n_rows] one for every plan that needs one; owned        */
    uint32_t n_rows;
    uint64_t seed;
};

extern const SG_R(sg_layer_ops) SG_R(sg_encoder_ops), SG_R(sg_decoder_ops), SG_R(sg_linear_ops),
    SG_R(sg_norm_ops), SG_R(sg_activation_ops), SG_R(sg_dropout_ops), SG_R(sg_pool_ops),
    SG_R(sg_residual_ops);

#endif
