/* layer_cases.h - every layer in all its variations, declared once.
 *
 * The table yields the comparison of gradients with central differences (test_gradients.c), the
 * comparison with the dense twin (test_dense_twin.c), the same bits for any number of threads
 * (test_same_bits.c), equivariance (test_equivariance.c) and timings (bench_layers.c).  A new
 * layer or option is one more entry.
 *
 *     size_t n = 0;
 *     const layer_case *cases = layer_cases(&n);
 *     case_network_open(&network, &cases[i], &tiny, &rng);       // case_network.h
 */
#ifndef SG_TESTS_SUPPORT_LAYER_CASES_H
#define SG_TESTS_SUPPORT_LAYER_CASES_H

#include "base/rng.h"
#include "support/layer_specs.h"

enum { CASE_MAX_LAYERS = 12, CASE_MAX_HEADS = 6, CASE_INPUT_WIDTH = 3, CASE_N_ATTRIBUTES = 2 };

typedef enum case_input {
    CASE_ONES,
    CASE_NUMBERS,     /* CASE_INPUT_WIDTH random numbers per node                    */
    CASE_ONE_HOT,     /* which of so many node labels; nodes with another have none  */
    CASE_SIDE_BY_SIDE /* one-hot, numbers, and ones                              */
} case_input;

typedef enum case_bias {
    CASE_NO_BIAS,
    CASE_BIAS,
    CASE_SOME_BIAS,   /* encoder: every other head                               */
    CASE_UNKNOWN_BIAS /* encoder: some labels are unknown                        */
} case_bias;

enum { CASE_BLOCKS = 3 };

/* What gine, gat and gatv2 know of edges. */
typedef enum case_edges {
    CASE_NO_EDGES,
    CASE_EDGE_TABLE,      /* a row for every triple of TINY_EDGE                 */
    CASE_RARE_EDGES,      /* of TINY_RARE: many edges have none, pairs are no edges */
    CASE_EDGE_ATTRIBUTES, /* CASE_N_ATTRIBUTES numbers                           */
    CASE_ALL_OF_EDGES     /* a table and attributes                              */
} case_edges;

/* A layer; what does not concern its kind is 0. */
typedef struct case_layer {
    const sg_layer_kind *kind;
    uint32_t n_heads;
    uint8_t head[CASE_MAX_HEADS]; /* encoder: plans, decoder: labelings of tiny_model.h     */
    case_bias bias;
    bool unknown; /* decoder: some labels are unknown                          */
    bool affine;
    uint32_t outputs;
    uint32_t parts; /* add: in place of outputs                                       */
    sg_pooling pooling;
    sg_gathering gathering;
    sg_activation activation;
    double rate; /* of dropout, and of a residual's drop */
    uint32_t from;
    uint32_t join_heads; /* gat, gatv2: how many heads                            */
    sg_join join;
    case_edges edges;
    uint32_t weighed; /* gcn, sage, gin: by which attribute of edges, from 1 on; 0: none     */
    uint32_t n_from;  /* concat: so many states, ...                               */
    uint32_t of[CASE_MAX_LAYERS];
} case_layer;

typedef struct layer_case {
    const char *name;
    double noise;
    case_layer layer[CASE_MAX_LAYERS];
    uint32_t n_layers;
    case_input input;
} layer_case;

/* The table. */
const layer_case *layer_cases(size_t *n);

/* Whether graphs of a batch have to do with each other in training: it has a batch norm. */
bool layer_case_mixes_graphs(const layer_case *c);

/* A random stack of random layers that fit together. */
layer_case layer_case_draw(sg_rng *rng);

#endif
