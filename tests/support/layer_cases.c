/* layer_cases.c - the table, and stacks made by chance. */
#include "support/layer_cases.h"

#include "support/tiny_model.h"

#define N_ARGUMENTS(...) ((uint32_t)(sizeof((uint8_t[]){__VA_ARGS__})))

#define ENCODER(how, ...)                                                                      \
    {                                                                                          \
        .kind = &sg_encoder_kind, .bias = (how), .head = {__VA_ARGS__},                        \
        .n_heads = N_ARGUMENTS(__VA_ARGS__)                                                    \
    }
#define DECODER(how, pool, m, ...)                                                             \
    {                                                                                          \
        .kind = &sg_decoder_kind, .bias = (how), .pooling = (pool), .outputs = (m),            \
        .head = {__VA_ARGS__}, .n_heads = N_ARGUMENTS(__VA_ARGS__)                             \
    }
#define LINEAR(how, width)                                                                     \
    {                                                                                          \
        .kind = &sg_linear_kind, .bias = (how), .outputs = (width)                             \
    }
#define NORM(with_gain)                                                                        \
    {                                                                                          \
        .kind = &sg_norm_kind, .affine = (with_gain)                                           \
    }
#define ACTIVATION(function)                                                                   \
    {                                                                                          \
        .kind = &sg_activation_kind, .activation = (function)                                  \
    }
#define DROPOUT(probability)                                                                   \
    {                                                                                          \
        .kind = &sg_dropout_kind, .rate = (probability)                                        \
    }
#define POOL(how)                                                                              \
    {                                                                                          \
        .kind = &sg_pool_kind, .pooling = (how)                                                \
    }
#define RESIDUAL(earlier)                                                                      \
    {                                                                                          \
        .kind = &sg_residual_kind, .from = (earlier)                                           \
    }

#define OF_GCN(how, width) .kind = &sg_gcn_kind, .bias = (how), .outputs = (width)
#define OF_SAGE(how, gathered, width)                                                          \
    .kind = &sg_sage_kind, .bias = (how), .gathering = (gathered), .outputs = (width)
#define OF_GIN(learned, width) .kind = &sg_gin_kind, .affine = (learned), .outputs = (width)
#define GCN(how, width)                                                                        \
    {                                                                                          \
        OF_GCN(how, width)                                                                     \
    }
#define SAGE(how, gathered, width)                                                             \
    {                                                                                          \
        OF_SAGE(how, gathered, width)                                                          \
    }
#define GIN(learned, width)                                                                    \
    {                                                                                          \
        OF_GIN(learned, width)                                                                 \
    }
#define WEIGHED(name, attribute, ...)                                                          \
    {                                                                                          \
        OF_##name(__VA_ARGS__), .weighed = (attribute)                                         \
    }

#define GINE(learned, known, width)                                                            \
    {                                                                                          \
        .kind = &sg_gine_kind, .affine = (learned), .edges = (known), .outputs = (width)       \
    }
#define ATTENTION(name, how, n, joined, known, width)                                          \
    {                                                                                          \
        .kind = &sg_##name##_kind, .bias = (how), .join_heads = (n), .join = (joined),         \
        .edges = (known), .outputs = (width)                                                   \
    }
#define BRANCH(earlier)                                                                        \
    {                                                                                          \
        .kind = &sg_branch_kind, .from = (earlier)                                             \
    }
#define CONCAT(...)                                                                            \
    {                                                                                          \
        .kind = &sg_concat_kind, .of = {__VA_ARGS__}, .n_from = N_ARGUMENTS(__VA_ARGS__)       \
    }
#define VIRTUAL_NODE(how)                                                                      \
    {                                                                                          \
        .kind = &sg_virtual_node_kind, .pooling = (how)                                        \
    }
#define BATCH_NORM(with_gain)                                                                  \
    {                                                                                          \
        .kind = &sg_batch_norm_kind, .affine = (with_gain), .rate = 0.1                        \
    }
#define EMBEDDING(by, width, joined, holes)                                                    \
    {                                                                                          \
        .kind = &sg_embedding_kind, .head = {by}, .outputs = (width), .affine = (joined),      \
        .unknown = (holes)                                                                     \
    }
#define STANDARDIZE                                                                            \
    {                                                                                          \
        .kind = &sg_standardize_kind                                                           \
    }
#define ADD(width)                                                                             \
    {                                                                                          \
        .kind = &sg_add_kind, .outputs = (width)                                               \
    }
#define PARTS(number)                                                                          \
    {                                                                                          \
        .kind = &sg_add_kind, .parts = (number)                                                \
    }
#define LOW_RANK(number, pairs, receivers, senders, holes)                                     \
    {                                                                                          \
        .kind = &sg_low_rank_kind, .outputs = (number), .head = {pairs, receivers, senders},   \
        .unknown = (holes)                                                                     \
    }
#define DROP_PATH(earlier, probability)                                                        \
    {                                                                                          \
        .kind = &sg_residual_kind, .from = (earlier), .rate = (probability)                    \
    }

#define TANH ACTIVATION(SG_ACTIVATION_TANH)
#define MEAN DECODER(CASE_BIAS, SG_POOL_MEAN, 2, TINY_LABEL)

/* clang-format off */
static const layer_case CASES[] = {
    {"encoder", 0, {ENCODER(CASE_NO_BIAS, TINY_WL), MEAN}, 2, CASE_ONES},
    {"encoder, bias", 0, {ENCODER(CASE_BIAS, TINY_WL), MEAN}, 2, CASE_ONES},
    {"encoder, wide", 0, {ENCODER(CASE_NO_BIAS, TINY_WL), MEAN}, 2, CASE_NUMBERS},
    {"encoder, wide, bias", 0, {ENCODER(CASE_BIAS, TINY_WL), MEAN}, 2, CASE_NUMBERS},
    {"encoder, heads", 0,
     {ENCODER(CASE_BIAS, TINY_WL, TINY_LABEL, TINY_DEGREE), MEAN}, 2, CASE_ONES},
    {"encoder, copies", 0,
     {ENCODER(CASE_NO_BIAS, TINY_LABEL, TINY_LABEL, TINY_WL, TINY_LABEL), MEAN}, 2, CASE_ONES},
    {"encoder, wide, heads and copies", 0,
     {ENCODER(CASE_BIAS, TINY_WL, TINY_LABEL, TINY_LABEL, TINY_DEGREE), MEAN}, 2, CASE_NUMBERS},
    {"encoder, some biases", 0,
     {ENCODER(CASE_SOME_BIAS, TINY_WL, TINY_LABEL, TINY_LABEL), MEAN}, 2, CASE_NUMBERS},
    {"encoder, unknown bias labels", 0,
     {ENCODER(CASE_UNKNOWN_BIAS, TINY_LABEL, TINY_WL), MEAN}, 2, CASE_ONES},
    {"encoder, edges, other labels", 0, {ENCODER(CASE_NO_BIAS, TINY_EDGE), MEAN}, 2, CASE_ONES},
    {"encoder, weights of edges", 0, {ENCODER(CASE_BIAS, TINY_WEIGHED), MEAN}, 2, CASE_ONES},
    {"encoder, wide, weights of edges", 0,
     {ENCODER(CASE_NO_BIAS, TINY_WEIGHED, TINY_EDGE, TINY_WEIGHED), MEAN}, 2, CASE_NUMBERS},
    {"encoder, weights of edges, one after the other", 0,
     {ENCODER(CASE_NO_BIAS, TINY_WEIGHED), TANH, ENCODER(CASE_BIAS, TINY_WL, TINY_WEIGHED),
      TANH, LINEAR(CASE_BIAS, 20), ENCODER(CASE_NO_BIAS, TINY_WEIGHED), MEAN}, 7, CASE_ONES},
    {"encoder, thresholds", 0,
     {ENCODER(CASE_NO_BIAS, TINY_FREQUENT, TINY_RARE), MEAN}, 2, CASE_NUMBERS},
    {"encoder, neighbors", 0, {ENCODER(CASE_NO_BIAS, TINY_NEIGHBORS), MEAN}, 2, CASE_ONES},
    {"encoder, one-hot", 0, {ENCODER(CASE_BIAS, TINY_WL, TINY_EDGE), MEAN}, 2, CASE_ONE_HOT},
    {"encoder, noise", 0.5, {ENCODER(CASE_NO_BIAS, TINY_WL, TINY_LABEL), MEAN}, 2, CASE_ONES},
    {"encoder, one-hot, noise", 0.2, {ENCODER(CASE_NO_BIAS, TINY_WL), MEAN}, 2, CASE_ONE_HOT},
    {"encoders, one after the other", 0,
     {ENCODER(CASE_NO_BIAS, TINY_WL), TANH, ENCODER(CASE_BIAS, TINY_LABEL, TINY_NEIGHBORS),
      TANH, MEAN, TANH}, 6, CASE_ONES},
    {"decoder, mean", 0, {DECODER(CASE_NO_BIAS, SG_POOL_MEAN, 3, TINY_WL)}, 1, CASE_ONES},
    {"decoder, sum, bias", 0, {DECODER(CASE_BIAS, SG_POOL_SUM, 3, TINY_WL)}, 1, CASE_ONES},
    {"decoder, wide, heads", 0,
     {DECODER(CASE_BIAS, SG_POOL_SUM, 2, TINY_WL, TINY_LABEL, TINY_LABEL)}, 1, CASE_NUMBERS},
    {"decoder, wide, mean", 0,
     {DECODER(CASE_NO_BIAS, SG_POOL_MEAN, 2, TINY_WL, TINY_DEGREE)}, 1, CASE_NUMBERS},
    {"decoder, unknown labels", 0,
     {{.kind = &sg_decoder_kind, .pooling = SG_POOL_MEAN, .outputs = 2, .unknown = true,
       .head = {TINY_WL, TINY_LABEL}, .n_heads = 2}}, 1, CASE_NUMBERS},
    {"linear", 0,
     {LINEAR(CASE_NO_BIAS, 5), POOL(SG_POOL_MEAN), LINEAR(CASE_NO_BIAS, 3)}, 3, CASE_NUMBERS},
    {"linear, bias", 0,
     {LINEAR(CASE_BIAS, 5), POOL(SG_POOL_SUM), LINEAR(CASE_BIAS, 3)}, 3, CASE_NUMBERS},
    {"linear, many inputs", 0,
     {DECODER(CASE_BIAS, SG_POOL_MEAN, 350, TINY_LABEL, TINY_DEGREE), TANH,
      LINEAR(CASE_BIAS, 3), TANH, LINEAR(CASE_NO_BIAS, 2)}, 5, CASE_NUMBERS},
    {"linear, one-hot", 0, {LINEAR(CASE_BIAS, 4), TANH, MEAN}, 3, CASE_ONE_HOT},
    {"linear between heads", 0,
     {LINEAR(CASE_BIAS, 5), ACTIVATION(SG_ACTIVATION_SIGMOID),
      ENCODER(CASE_NO_BIAS, TINY_WL, TINY_EDGE), LINEAR(CASE_NO_BIAS, 4),
      DECODER(CASE_BIAS, SG_POOL_SUM, 2, TINY_WL, TINY_LABEL), LINEAR(CASE_BIAS, 3)},
     6, CASE_NUMBERS},
    {"norm", 0, {LINEAR(CASE_BIAS, 6), NORM(false), MEAN}, 3, CASE_NUMBERS},
    {"norm, affine", 0, {LINEAR(CASE_BIAS, 6), NORM(true), MEAN}, 3, CASE_NUMBERS},
    {"norm of graphs", 0,
     {LINEAR(CASE_BIAS, 6), POOL(SG_POOL_SUM), NORM(true), LINEAR(CASE_BIAS, 2)},
     4, CASE_NUMBERS},
    {"norm of the input", 0, {NORM(true), MEAN}, 2, CASE_NUMBERS},
    {"identity", 0,
     {LINEAR(CASE_BIAS, 6), ACTIVATION(SG_ACTIVATION_IDENTITY), MEAN}, 3, CASE_NUMBERS},
    {"tanh", 0, {LINEAR(CASE_BIAS, 6), TANH, MEAN, TANH}, 4, CASE_NUMBERS},
    {"relu", 0, {LINEAR(CASE_BIAS, 6), ACTIVATION(SG_ACTIVATION_RELU), MEAN}, 3, CASE_NUMBERS},
    {"leaky relu", 0,
     {LINEAR(CASE_BIAS, 6), ACTIVATION(SG_ACTIVATION_LEAKY_RELU), MEAN}, 3, CASE_NUMBERS},
    {"elu", 0, {LINEAR(CASE_BIAS, 6), ACTIVATION(SG_ACTIVATION_ELU), MEAN}, 3, CASE_NUMBERS},
    {"gelu", 0, {LINEAR(CASE_BIAS, 6), ACTIVATION(SG_ACTIVATION_GELU), MEAN}, 3, CASE_NUMBERS},
    {"sigmoid", 0,
     {LINEAR(CASE_BIAS, 6), ACTIVATION(SG_ACTIVATION_SIGMOID), MEAN}, 3, CASE_NUMBERS},
    {"tanh of the input", 0, {TANH, MEAN}, 2, CASE_NUMBERS},
    {"dropout", 0,
     {LINEAR(CASE_BIAS, 6), DROPOUT(0.4), ENCODER(CASE_BIAS, TINY_WL), MEAN}, 4, CASE_NUMBERS},
    {"dropout of graphs", 0, {MEAN, DROPOUT(0.3), LINEAR(CASE_BIAS, 2)}, 3, CASE_NUMBERS},
    {"dropout of the input", 0,
     {DROPOUT(0.5), ENCODER(CASE_NO_BIAS, TINY_WL), MEAN}, 3, CASE_ONES},
    {"dropout of nothing", 0, {LINEAR(CASE_BIAS, 4), DROPOUT(0), MEAN}, 3, CASE_NUMBERS},
    {"pool, mean", 0, {LINEAR(CASE_BIAS, 6), POOL(SG_POOL_MEAN)}, 2, CASE_NUMBERS},
    {"pool, sum", 0, {LINEAR(CASE_BIAS, 6), POOL(SG_POOL_SUM)}, 2, CASE_NUMBERS},
    {"pool, maximum", 0,
     {LINEAR(CASE_BIAS, 6), POOL(SG_POOL_MAX), LINEAR(CASE_BIAS, 2)}, 3, CASE_NUMBERS},
    {"residual, input", 0, {LINEAR(CASE_BIAS, 3), RESIDUAL(0), MEAN}, 3, CASE_NUMBERS},
    {"residual over an encoder", 0,
     {LINEAR(CASE_BIAS, 3), ENCODER(CASE_NO_BIAS, TINY_WL), TANH, RESIDUAL(1), MEAN},
     5, CASE_NUMBERS},
    {"residual over an activation", 0,
     {LINEAR(CASE_BIAS, 3), TANH, RESIDUAL(1), RESIDUAL(2), MEAN}, 5, CASE_NUMBERS},
    {"residual, itself", 0, {LINEAR(CASE_BIAS, 3), RESIDUAL(1), MEAN}, 3, CASE_NUMBERS},
    {"residual of graphs", 0,
     {POOL(SG_POOL_SUM), LINEAR(CASE_BIAS, 3), TANH, RESIDUAL(1), LINEAR(CASE_BIAS, 2)},
     5, CASE_NUMBERS},
    {"residual over many inputs", 0,
     {DECODER(CASE_NO_BIAS, SG_POOL_SUM, 700, TINY_LABEL), TANH, RESIDUAL(1), RESIDUAL(2),
      LINEAR(CASE_BIAS, 2)}, 5, CASE_NUMBERS},
    {"gcn", 0, {GCN(CASE_NO_BIAS, 4), MEAN}, 2, CASE_NUMBERS},
    {"gcn, bias, twice", 0,
     {GCN(CASE_BIAS, 5), TANH, GCN(CASE_BIAS, 4), MEAN}, 4, CASE_NUMBERS},
    {"gcn, one-hot", 0, {GCN(CASE_BIAS, 4), TANH, MEAN}, 3, CASE_ONE_HOT},
    {"sage, mean", 0,
     {SAGE(CASE_BIAS, SG_GATHER_MEAN, 4), TANH, SAGE(CASE_NO_BIAS, SG_GATHER_MEAN, 3), MEAN},
     4, CASE_NUMBERS},
    {"sage, sum", 0,
     {SAGE(CASE_BIAS, SG_GATHER_SUM, 4), TANH, SAGE(CASE_BIAS, SG_GATHER_SUM, 3), MEAN},
     4, CASE_NUMBERS},
    {"sage, maximum", 0,
     {SAGE(CASE_BIAS, SG_GATHER_MAX, 4), TANH, SAGE(CASE_BIAS, SG_GATHER_MAX, 3), MEAN},
     4, CASE_NUMBERS},
    {"gin", 0, {GIN(false, 4), TANH, GIN(true, 3), MEAN}, 4, CASE_NUMBERS},
    {"gin, epsilon first", 0, {GIN(true, 5), MEAN}, 2, CASE_NUMBERS},
    {"gin between others", 0,
     {ENCODER(CASE_BIAS, TINY_WL), GIN(true, 3), RESIDUAL(1), GCN(CASE_BIAS, 3), RESIDUAL(2),
      SAGE(CASE_BIAS, SG_GATHER_MEAN, 3), RESIDUAL(4), DROPOUT(0.2), MEAN}, 9, CASE_NUMBERS},
    {"gcn, weights", 0,
     {WEIGHED(GCN, 1, CASE_BIAS, 4), TANH, WEIGHED(GCN, 2, CASE_NO_BIAS, 4), RESIDUAL(2),
      MEAN}, 5, CASE_NUMBERS},
    {"sage, weights", 0,
     {WEIGHED(SAGE, 2, CASE_BIAS, SG_GATHER_MEAN, 4), TANH, RESIDUAL(1),
      WEIGHED(SAGE, 1, CASE_BIAS, SG_GATHER_SUM, 3), MEAN}, 5, CASE_NUMBERS},
    {"gin, weights", 0,
     {WEIGHED(GIN, 1, true, 4), TANH, WEIGHED(GIN, 2, false, 4), RESIDUAL(2), MEAN},
     5, CASE_NUMBERS},
    {"gine", 0, {GINE(true, CASE_NO_EDGES, 4), TANH, MEAN}, 3, CASE_NUMBERS},
    {"gine, table", 0,
     {GINE(true, CASE_EDGE_TABLE, 4), TANH, GINE(false, CASE_EDGE_TABLE, 3), MEAN},
     4, CASE_NUMBERS},
    {"gine, rare", 0,
     {LINEAR(CASE_BIAS, 4), GINE(true, CASE_RARE_EDGES, 4), RESIDUAL(1), MEAN}, 4, CASE_NUMBERS},
    {"gine, attributes", 0,
     {LINEAR(CASE_BIAS, 4), GINE(false, CASE_EDGE_ATTRIBUTES, 3), MEAN}, 3, CASE_NUMBERS},
    {"gine, all of edges", 0,
     {GINE(true, CASE_ALL_OF_EDGES, 4), GINE(true, CASE_ALL_OF_EDGES, 2), MEAN}, 3, CASE_NUMBERS},
    {"gat", 0, {ATTENTION(gat, CASE_NO_BIAS, 1, SG_JOIN_CONCAT, CASE_NO_EDGES, 4), MEAN},
     2, CASE_NUMBERS},
    {"gat, heads", 0,
     {ATTENTION(gat, CASE_BIAS, 3, SG_JOIN_CONCAT, CASE_NO_EDGES, 6), TANH,
      ATTENTION(gat, CASE_BIAS, 2, SG_JOIN_MEAN, CASE_NO_EDGES, 3), RESIDUAL(0), MEAN},
     5, CASE_NUMBERS},
    {"gat, table", 0,
     {ATTENTION(gat, CASE_BIAS, 2, SG_JOIN_CONCAT, CASE_EDGE_TABLE, 4), TANH,
      ATTENTION(gat, CASE_BIAS, 2, SG_JOIN_MEAN, CASE_RARE_EDGES, 4), RESIDUAL(2), MEAN},
     5, CASE_NUMBERS},
    {"gat, all of edges", 0,
     {ATTENTION(gat, CASE_BIAS, 2, SG_JOIN_MEAN, CASE_ALL_OF_EDGES, 4), TANH,
      ATTENTION(gat, CASE_BIAS, 2, SG_JOIN_CONCAT, CASE_EDGE_ATTRIBUTES, 4), MEAN},
     4, CASE_ONE_HOT},
    {"gatv2", 0, {ATTENTION(gatv2, CASE_NO_BIAS, 1, SG_JOIN_CONCAT, CASE_NO_EDGES, 4), MEAN},
     2, CASE_NUMBERS},
    {"gatv2, heads", 0,
     {ATTENTION(gatv2, CASE_BIAS, 3, SG_JOIN_CONCAT, CASE_NO_EDGES, 6), TANH,
      ATTENTION(gatv2, CASE_BIAS, 2, SG_JOIN_MEAN, CASE_NO_EDGES, 3), RESIDUAL(0), MEAN},
     5, CASE_NUMBERS},
    {"gatv2, table", 0,
     {ATTENTION(gatv2, CASE_BIAS, 2, SG_JOIN_CONCAT, CASE_EDGE_TABLE, 4), TANH,
      ATTENTION(gatv2, CASE_BIAS, 2, SG_JOIN_MEAN, CASE_RARE_EDGES, 4), RESIDUAL(2), MEAN},
     5, CASE_NUMBERS},
    {"gatv2, all of edges", 0,
     {ATTENTION(gatv2, CASE_BIAS, 2, SG_JOIN_MEAN, CASE_ALL_OF_EDGES, 4), TANH,
      ATTENTION(gatv2, CASE_BIAS, 2, SG_JOIN_CONCAT, CASE_EDGE_ATTRIBUTES, 4), MEAN},
     4, CASE_ONE_HOT},
    {"concat", 0,
     {LINEAR(CASE_BIAS, 4), TANH, GCN(CASE_BIAS, 3), TANH, CONCAT(2, 0, 4, 1), MEAN},
     6, CASE_NUMBERS},
    {"concat without the last", 0,
     {LINEAR(CASE_BIAS, 4), TANH, GCN(CASE_BIAS, 3), CONCAT(1, 2), MEAN}, 5, CASE_NUMBERS},
    {"concat of graphs", 0,
     {LINEAR(CASE_BIAS, 4), POOL(SG_POOL_SUM), LINEAR(CASE_BIAS, 3), TANH, CONCAT(2, 4, 2),
      LINEAR(CASE_BIAS, 2)}, 6, CASE_NUMBERS},
    {"virtual node", 0,
     {VIRTUAL_NODE(SG_POOL_SUM), LINEAR(CASE_BIAS, 4), VIRTUAL_NODE(SG_POOL_MEAN), RESIDUAL(2),
      MEAN}, 5, CASE_NUMBERS},
    {"batch norm", 0, {LINEAR(CASE_BIAS, 6), BATCH_NORM(false), TANH, MEAN}, 4, CASE_NUMBERS},
    {"batch norm, affine, wide", 0,
     {LINEAR(CASE_BIAS, 35), BATCH_NORM(true), TANH, LINEAR(CASE_BIAS, 3), MEAN},
     5, CASE_NUMBERS},
    {"batch norm of the input", 0, {BATCH_NORM(true), TANH, MEAN}, 3, CASE_NUMBERS},
    {"batch norm of noise", 0.5, {BATCH_NORM(true), TANH, MEAN}, 3, CASE_ONE_HOT},
    {"batch norms and others", 0,
     {GIN(true, 4), BATCH_NORM(true), TANH, GIN(true, 4), BATCH_NORM(true), TANH, RESIDUAL(3),
      DROPOUT(0.2), MEAN}, 9, CASE_NUMBERS},
    {"batch norm between residuals", 0,
     {LINEAR(CASE_BIAS, 4), BATCH_NORM(true), RESIDUAL(1), ENCODER(CASE_NO_BIAS, TINY_WL),
      RESIDUAL(1), MEAN}, 6, CASE_NUMBERS},
    {"embedding", 0, {EMBEDDING(TINY_WL, 3, false, false), TANH, MEAN}, 3, CASE_ONES},
    {"embedding of unknown labels", 0,
     {LINEAR(CASE_BIAS, 4), EMBEDDING(TINY_LABEL, 5, false, true), MEAN}, 3, CASE_NUMBERS},
    {"embedding beside others", 0,
     {LINEAR(CASE_BIAS, 4), TANH, EMBEDDING(TINY_WL, 3, true, true), LINEAR(CASE_BIAS, 4),
      RESIDUAL(2), MEAN}, 6, CASE_NUMBERS},
    {"add", 0,
     {LINEAR(CASE_BIAS, 6), ADD(3), RESIDUAL(2),
      DECODER(CASE_BIAS, SG_POOL_SUM, 2, TINY_WL, TINY_LABEL), ADD(2)}, 5, CASE_NUMBERS},
    {"backoff", 0,
     {LINEAR(CASE_BIAS, 2), ENCODER(CASE_SOME_BIAS, TINY_LABEL, TINY_WL), PARTS(2), TANH,
      ENCODER(CASE_BIAS, TINY_EDGE, TINY_WL), PARTS(2), RESIDUAL(4), MEAN}, 8, CASE_NUMBERS},
    {"low rank", 0, {LOW_RANK(3, TINY_EDGE, TINY_LABEL, TINY_LABEL, false), TANH, MEAN}, 3,
     CASE_ONES},
    {"low rank, wide, unknown labels", 0,
     {LINEAR(CASE_BIAS, 11), LOW_RANK(2, TINY_WL, TINY_DEGREE, TINY_LABEL, true), TANH,
      RESIDUAL(1), LOW_RANK(1, TINY_EDGE, TINY_WL, TINY_WL, false), MEAN}, 6, CASE_NUMBERS},
    {"standardize", 0, {STANDARDIZE, LINEAR(CASE_BIAS, 4), TANH, MEAN}, 4, CASE_NUMBERS},
    {"inputs side by side", 0,
     {STANDARDIZE, GIN(true, 4), TANH, RESIDUAL(2), MEAN}, 5, CASE_SIDE_BY_SIDE},
    {"inputs side by side, noise", 0.3,
     {LINEAR(CASE_BIAS, 4), TANH, MEAN}, 3, CASE_SIDE_BY_SIDE},
    {"drop path", 0,
     {LINEAR(CASE_BIAS, 3), TANH, DROP_PATH(1, 0.4), LINEAR(CASE_BIAS, 3), DROP_PATH(0, 0.5),
      POOL(SG_POOL_SUM), LINEAR(CASE_BIAS, 3), DROP_PATH(6, 0.5)}, 8, CASE_NUMBERS},
    {"a deep one", 0,
     {ENCODER(CASE_BIAS, TINY_WL, TINY_EDGE), ACTIVATION(SG_ACTIVATION_LEAKY_RELU),
      LINEAR(CASE_BIAS, 4), NORM(true), ENCODER(CASE_BIAS, TINY_LABEL), DROPOUT(0.1),
      RESIDUAL(4), ACTIVATION(SG_ACTIVATION_GELU),
      DECODER(CASE_BIAS, SG_POOL_SUM, 2, TINY_WL, TINY_LABEL),
      LINEAR(CASE_BIAS, 5), NORM(false), LINEAR(CASE_BIAS, 1)}, 12, CASE_ONE_HOT},
    {"branch within nodes", 0,
     {LINEAR(CASE_BIAS, 4), TANH, GCN(CASE_BIAS, 3), BRANCH(2), CONCAT(4, 3), MEAN},
     6, CASE_NUMBERS},
    {"branch, two towers", 0,
     {LINEAR(CASE_BIAS, 4), TANH, MEAN, BRANCH(0), GCN(CASE_BIAS, 3), POOL(SG_POOL_SUM),
      CONCAT(3, 6), LINEAR(CASE_BIAS, 2)}, 8, CASE_NUMBERS},
    {"branch, ones", 0,
     {ENCODER(CASE_BIAS, TINY_WL), POOL(SG_POOL_SUM), BRANCH(0),
      ENCODER(CASE_BIAS, TINY_EDGE), MEAN, CONCAT(2, 5), LINEAR(CASE_BIAS, 2)}, 7, CASE_ONES},
};
/* clang-format on */

const layer_case *layer_cases(size_t *n)
{
    *n = sizeof CASES / sizeof *CASES;
    return CASES;
}

bool layer_case_mixes_graphs(const layer_case *c)
{
    bool mixes = false;
    for (uint32_t l = 0; l < c->n_layers; l++)
        mixes = mixes || c->layer[l].kind == &sg_batch_norm_kind;
    return mixes;
}

/* ---- By chance --------------------------------------------------------------------------- */

enum { MAX_WIDTH = 12 };

/* What is known of the states so far. */
typedef struct stack {
    layer_case made;
    uint32_t width[CASE_MAX_LAYERS + 1];
    bool of_nodes[CASE_MAX_LAYERS + 1];
} stack;

static void draw_heads(case_layer *layer, sg_rng *rng, uint32_t max_heads, uint32_t n_kinds)
{
    layer->n_heads = 1 + sg_rng_below(rng, max_heads);
    for (uint32_t h = 0; h < layer->n_heads; h++)
        layer->head[h] = (uint8_t)sg_rng_below(rng, n_kinds);
}

/* The width behind a layer; encoders and decoders multiply it. */
static uint32_t width_behind(const case_layer *layer, uint32_t width)
{
    if (layer->kind == &sg_encoder_kind) return width * layer->n_heads;
    if (layer->kind == &sg_decoder_kind) return width * layer->n_heads * layer->outputs;
    return layer->kind == &sg_linear_kind ? layer->outputs : width;
}

static void push(stack *s, case_layer layer)
{
    const uint32_t l = s->made.n_layers++;
    s->made.layer[l] = layer;
    s->width[l + 1] = width_behind(&layer, s->width[l]);
    s->of_nodes[l + 1] =
        s->of_nodes[l] && layer.kind != &sg_decoder_kind && layer.kind != &sg_pool_kind;
}

/* Any layer that keeps rows of nodes, or of graphs, what they are.  A norm is asked for at most
 * once: where rows hardly vary it multiplies rounding errors. */
static void push_any(stack *s, sg_rng *rng)
{
    static const sg_layer_kind *const KINDS[] = {&sg_encoder_kind, &sg_linear_kind,
                                                 &sg_norm_kind,    &sg_activation_kind,
                                                 &sg_dropout_kind, &sg_residual_kind};
    const uint32_t l = s->made.n_layers, width = s->width[l];
    case_layer layer = {.kind = KINDS[sg_rng_below(rng, sizeof KINDS / sizeof *KINDS)]};
    bool normed = width < 3;
    for (uint32_t i = 0; i < l; i++) normed |= s->made.layer[i].kind == &sg_norm_kind;
    if (layer.kind == &sg_encoder_kind && (!s->of_nodes[l] || 2 * width > MAX_WIDTH))
        layer.kind = &sg_linear_kind;
    if (layer.kind == &sg_norm_kind && normed) layer.kind = &sg_activation_kind;
    layer.bias = (case_bias)sg_rng_below(rng, layer.kind == &sg_encoder_kind ? 4 : 2);
    layer.affine = sg_rng_below(rng, 2) == 0;
    layer.activation = (sg_activation)sg_rng_below(rng, SG_N_ACTIVATIONS);
    if (layer.kind == &sg_encoder_kind) draw_heads(&layer, rng, 2, N_TINY_PLANS);
    if (layer.kind == &sg_linear_kind) layer.outputs = 1 + sg_rng_below(rng, 6);
    if (layer.kind == &sg_dropout_kind) layer.rate = sg_rng_uniform(rng) / 2;
    if (layer.kind == &sg_residual_kind) {
        layer.from = sg_rng_below(rng, l + 1);
        while (s->width[layer.from] != width || s->of_nodes[layer.from] != s->of_nodes[l])
            layer.from++;
    }
    push(s, layer);
}

layer_case layer_case_draw(sg_rng *rng)
{
    stack s = {.made = {.name = "random", .input = (case_input)sg_rng_below(rng, 3)}};
    s.made.noise = sg_rng_below(rng, 4) == 0 ? 0.3 : 0;
    s.width[0] = s.made.input == CASE_ONES ? 1 : CASE_INPUT_WIDTH;
    s.of_nodes[0] = true;
    for (uint32_t n = sg_rng_below(rng, 6); n > 0; n--) push_any(&s, rng);
    case_layer pool = {.kind = sg_rng_below(rng, 3) == 0 ? &sg_pool_kind : &sg_decoder_kind,
                       .pooling = (sg_pooling)sg_rng_below(rng, 3)};
    if (pool.kind == &sg_decoder_kind) {
        draw_heads(&pool, rng, 2, N_TINY_LABELS);
        pool.outputs = 1 + sg_rng_below(rng, 3);
        pool.pooling = (sg_pooling)sg_rng_below(rng, 2);
        pool.bias = (case_bias)sg_rng_below(rng, 2);
        pool.unknown = sg_rng_below(rng, 3) == 0;
    }
    push(&s, pool);
    for (uint32_t n = sg_rng_below(rng, 4); n > 0; n--) push_any(&s, rng);
    return s.made;
}
