/* layer_specs.h - layers of networks by hand.
 *
 *     const sg_layer_spec layer[] = {LAYER(linear, .outputs = 3, .bias = true),
 *                                    LAYER(pool, .pooling = SG_POOL_MEAN)};
 *
 * A spec lives as long as the block it stands in.
 */
#ifndef SG_TESTS_SUPPORT_LAYER_SPECS_H
#define SG_TESTS_SUPPORT_LAYER_SPECS_H

#include "layers/attention/attention_layer.h"
#include "layers/decoder/decoder_layer.h"
#include "layers/encoder/encoder_layer.h"
#include "layers/kinds/activation_layer.h"
#include "layers/kinds/add_layer.h"
#include "layers/kinds/batch_norm_layer.h"
#include "layers/kinds/branch_layer.h"
#include "layers/kinds/concat_layer.h"
#include "layers/kinds/dropout_layer.h"
#include "layers/kinds/embedding_layer.h"
#include "layers/kinds/gcn_layer.h"
#include "layers/kinds/gin_layer.h"
#include "layers/kinds/gine_layer.h"
#include "layers/kinds/linear_layer.h"
#include "layers/kinds/low_rank_layer.h"
#include "layers/kinds/norm_layer.h"
#include "layers/kinds/pool_layer.h"
#include "layers/kinds/residual_layer.h"
#include "layers/kinds/sage_layer.h"
#include "layers/kinds/standardize_layer.h"
#include "layers/kinds/virtual_node_layer.h"
#include "network/network_spec.h"

#define LAYER(name, ...)                                                                       \
    {                                                                                          \
        .kind = &sg_##name##_kind, .of = &(const sg_##name##_spec)                             \
        {                                                                                      \
            __VA_ARGS__                                                                        \
        }                                                                                      \
    }

/* A spec of any kind, for those who keep them in a struct. */
typedef union any_layer_spec {
    sg_encoder_spec encoder;
    sg_decoder_spec decoder;
    sg_linear_spec linear;
    sg_norm_spec norm;
    sg_activation_spec activation;
    sg_dropout_spec dropout;
    sg_pool_spec pool;
    sg_residual_spec residual;
    sg_gcn_spec gcn;
    sg_sage_spec sage;
    sg_gin_spec gin;
    sg_attention_spec attention;
    sg_concat_spec concat;
    sg_virtual_node_spec virtual_node;
    sg_batch_norm_spec batch_norm;
    sg_embedding_spec embedding;
    sg_standardize_spec standardize;
    sg_add_spec add;
    sg_low_rank_spec low_rank;
    sg_branch_spec branch;
} any_layer_spec;

#endif
