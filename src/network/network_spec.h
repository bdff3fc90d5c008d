/* network_spec.h - a network made concrete: layers with their plans and labels, ready to compute.
 *
 * The state that flows through a network is a row of numbers per node, and from a layer that pools
 * on a row per graph.
 *
 *     sg_network_outline outline = {0};
 *     SG_TRY(sg_network_outline_make(&outline, &spec, err));
 *     outline.n_parameters, outline.tensor[t], outline.state[l]      // without any memory for them
 *     sg_network_outline_free(&outline);
 */
#ifndef SG_NETWORK_NETWORK_SPEC_H
#define SG_NETWORK_NETWORK_SPEC_H

#include "data/items.h"
#include "layers/layer_kind.h"

/* Some columns of the input: numbers, or one of them is 1, or a column of ones where both are NULL. */
typedef struct sg_input_block {
    const double *value;   /* [n_nodes][width]                             */
    const uint32_t *label; /* [n_nodes] which column is 1; width: none     */
    uint32_t width;        /* 1 for ones                                   */
} sg_input_block;

/* Everything is borrowed until the network is closed. */
typedef struct sg_network_spec {
    const sg_graph *graph;
    const sg_input_block *input; /* [n_inputs] side by side                                 */
    uint32_t n_inputs;           /* 0: a column of ones                                     */
    double noise; /* standard deviation of normal noise on the input in training */
    const sg_layer_spec *layer; /* [n_layers] */
    uint32_t n_layers;
    sg_item_kind item;  /* what a row of outputs is for: a graph, or a node of the data set  */
    uint32_t max_batch; /* items in the largest batch                                        */
    uint32_t
        max_spans; /* graphs that the nodes of a batch are in at most; 0: as many as items */
    uint64_t seed; /* of dropout and noise        */
    uint32_t
        large_span; /* graphs of more nodes are cut into blocks of rows; 0: SG_LARGE_SPAN */
    uint32_t rows_at_once; /* of a block; 0: SG_ROWS_AT_ONCE                                 */
    /* The parameters in the network's precision, for predictions alone: nothing can be learned then,
     * opening takes no longer for a large model than for a small one, and the outputs of a graph have
     * the same bits whatever other graphs there are.  NULL: the network has its own. */
    void *parameters;
    bool
        learns_parameters; /* the parameters are those of somebody else, and yet are learned   */
    bool
        by_fields; /* a learner's batches are the fields of their items (narrow_spec.h)         */
} sg_network_spec;

/* Whether a network on it learns. */
static inline bool sg_network_learns(const sg_network_spec *spec)
{
    return spec->parameters == NULL || spec->learns_parameters;
}

/* Threads share the rows of graphs with more nodes, so many at a time.  Both are part of what a network
 * computes: random numbers are drawn by block, and gradients are added up so. */
enum { SG_LARGE_SPAN = 1 << 13, SG_ROWS_AT_ONCE = 1 << 10 };

static inline uint32_t sg_network_large_span(const sg_network_spec *spec)
{
    return spec->large_span > 0 ? spec->large_span : SG_LARGE_SPAN;
}

static inline uint32_t sg_network_rows_at_once(const sg_network_spec *spec)
{
    return spec->rows_at_once > 0 ? spec->rows_at_once : SG_ROWS_AT_ONCE;
}

/* The blocks of the input, one at least. */
static inline uint32_t sg_network_inputs(const sg_network_spec *spec)
{
    return spec->n_inputs > 0 ? spec->n_inputs : 1;
}

static inline sg_input_block sg_network_input(const sg_network_spec *spec, uint32_t i)
{
    return spec->n_inputs > 0 ? spec->input[i] : (sg_input_block){.width = 1};
}

/* The columns of all blocks.  Whoever makes the spec sees to it that they are fewer than 2^32. */
static inline uint32_t sg_network_input_width(const sg_network_spec *spec)
{
    uint32_t width = 0;
    for (uint32_t i = 0; i < sg_network_inputs(spec); i++)
        width += sg_network_input(spec, i).width;
    return width;
}

/* Whether every node gets a single 1 and nothing else, in training, too. */
static inline bool sg_network_input_is_ones(const sg_network_spec *spec)
{
    const sg_input_block first = sg_network_input(spec, 0);
    return sg_network_inputs(spec) == 1 && first.value == NULL && first.label == NULL &&
           spec->noise == 0;
}

/* What a network consists of, known before it exists. */
typedef struct sg_network_outline {
    sg_state *state; /* [n_layers + 1] the input, and what is behind each layer       */
    uint32_t n_layers;
    sg_tensor *tensor; /* [n_tensors] one behind the other                            */
    uint32_t n_tensors;
    uint32_t *first_tensor; /* [n_layers + 1] of each layer                           */
    size_t n_parameters;
} sg_network_outline;

/* Fails with SG_EINVAL (layers that do not fit together; the layer is named), with SG_ELIMIT where
 * there would be more than 2^40 parameters or 2^28 numbers in a row, or with SG_ENOMEM. */
sg_status sg_network_outline_make(sg_network_outline *outline, const sg_network_spec *spec,
                                  sg_error *err);

void sg_network_outline_free(sg_network_outline *outline);

/* Whether the rows behind the last layer are those of the items; else SG_EINVAL. */
sg_status sg_network_check_rows(const sg_state *last, sg_item_kind item, sg_error *err);

/* Only how many parameters there are, and how many numbers the widest state has per row: what a file
 * claims is checked with it before anything of that size is allocated.  Fails likewise. */
sg_status sg_network_measure(uint64_t *n_parameters, uint64_t *max_width,
                             const sg_network_spec *spec, sg_error *err);

#endif
