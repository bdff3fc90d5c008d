/* linear_layer.c - Y = X W + b for rows of nodes or of graphs.
 *
 * W is [in][out].  Rows of a piece are multiplied at once.  Where a row per graph has very many
 * inputs, pieces would have too few rows to make good use of W, which is read once per piece; there
 * the inputs are cut into blocks instead, each of which reads its own share of X and W once for the
 * whole batch.  The blocks' products are kept, [n_blocks][max_spans][out], and added up in order.
 *
 * Behind them is room for dX summed over the batch, if the layer before has a bias for every input:
 * its gradient.  While a few columns of dX are in the cache, that costs nothing; once all have been
 * written, they would have to come from far away again. */
#include "layers/kinds/linear_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {
    SG_OUTPUTS_MEMBER(sg_linear_spec, "numbers per row after it"),
    SG_BIAS_MEMBER(sg_linear_spec)};

SG_LAYER_OPS(linear);

const sg_layer_kind sg_linear_kind = {.word = "linear",
                                      .summary = "every row times a matrix",
                                      .member = MEMBERS,
                                      .n_members = sizeof MEMBERS / sizeof *MEMBERS,
                                      .settings_size = sizeof(sg_linear_spec),
                                      .activates = true,
                                      .state = sg_product_state,
                                      .tensors = sg_product_tensors,
                                      .linearity = SG_LINEAR,
                                      SG_LAYER_COMPUTES(linear)};

#else /* compiled for float and for double */

#include "layers/real/dense.h"
#include "layers/real/gemm.h"
#include "layers/real/rows.h"

#include <string.h>

/* The inputs of a block. */
typedef struct input_range {
    size_t first, n;
} input_range;

/* The first input of a block; it begins a line of the cache where rows do. */
static size_t first_input(const SG_R(sg_layer) *layer, size_t block)
{
    const size_t in = layer->in_width, line = 64 / sizeof(sg_real);
    return block < layer->n_blocks ? in * block / layer->n_blocks / line * line : in;
}

static input_range inputs_of(const SG_R(sg_layer) *layer, uint32_t block)
{
    const size_t first = first_input(layer, block);
    return (input_range){first, first_input(layer, block + (size_t)1) - first};
}

static sg_real *product_of(const SG_R(sg_layer) *layer, uint32_t block)
{
    return layer->kept + (layer->kept_size - layer->n_sums) / layer->n_blocks * block;
}

static void forward_block(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t block)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const input_range r = inputs_of(layer, block);
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    sg_gemm(product_of(layer, block) + rows.first * out, out,
            (sg_matrix){flow->x + rows.first * in + r.first, in, false},
            (sg_matrix){flow->parameter + r.first * out, out, false},
            (sg_gemm_size){rows.n, out, r.n}, 1, false);
}

/* y = b + the blocks' products. */
static void add_blocks(const SG_R(sg_layer) *layer, sg_real *y, const sg_real *bias,
                       sg_row_range rows)
{
    const size_t out = layer->out_width;
    for (uint32_t r = 0; r < rows.n; r++) {
        if (bias != NULL)
            memcpy(y + r * out, bias, out * sizeof *y);
        else
            memset(y + r * out, 0, out * sizeof *y);
    }
    for (uint32_t b = 0; b < layer->n_blocks; b++) {
        const sg_real *product = product_of(layer, b) + rows.first * out;
        for (size_t i = 0; i < rows.n * out; i++) y[i] += product[i];
    }
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const sg_real *w = flow->parameter,
                  *bias = ((const sg_linear_spec *)layer->of)->bias ? w + in * out : NULL;
    sg_real *y = flow->y + rows.first * out;
    if (layer->n_blocks > 0)
        add_blocks(layer, y, bias, rows);
    else if (rows.n > 0)
        sg_gemm_plus(y, out, (sg_matrix){flow->x + rows.first * in, in, false},
                     (sg_matrix){w, out, false}, (sg_gemm_size){rows.n, out, in}, 1,
                     (sg_addend){bias, 0});
}

/* dX = dY W' for some rows and some inputs. */
static void backward_range(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           sg_row_range rows, input_range inputs)
{
    const size_t in = layer->in_width, out = layer->out_width;
    sg_gemm(flow->dx + rows.first * in + inputs.first, in,
            (sg_matrix){flow->dy + rows.first * out, out, false},
            (sg_matrix){flow->parameter + inputs.first * out, out, true},
            (sg_gemm_size){rows.n, inputs.n, out}, 1, layer->adds);
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx == NULL || layer->n_blocks > 0 || rows.n == 0) return;
    backward_range(layer, flow, rows, (input_range){0, layer->in_width});
}

/* The sum of dX over all rows of a shard, for some inputs; a row is a graph. */
static void sum_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t shard,
                     input_range inputs)
{
    const size_t in = layer->in_width;
    const sg_real *restrict dx = flow->dx + flow->shard_span[shard] * in + inputs.first;
    sg_real *restrict sum = SG_R(sg_layer_sums)(layer) + shard * in + inputs.first;
    for (size_t j = 0; j < inputs.n; j++) sum[j] = 0;
    for (uint32_t r = flow->shard_span[shard]; r < flow->shard_span[shard + 1]; r++, dx += in)
        for (size_t j = 0; j < inputs.n; j++) sum[j] += dx[j];
}

static void backward_block(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t block)
{
    enum { INPUTS_AT_ONCE = 160 }; /* as many as a product of 100 outputs copies at once */
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const input_range all = inputs_of(layer, block);
    if (flow->dx == NULL) return;
    if (rows.n == 0) return;
    if (layer->n_sums == 0) {
        backward_range(layer, flow, rows, all);
        return;
    }
    for (size_t i = 0; i < all.n; i += INPUTS_AT_ONCE) {
        const input_range some = {all.first + i,
                                  all.n - i < INPUTS_AT_ONCE ? all.n - i : INPUTS_AT_ONCE};
        backward_range(layer, flow, rows, some);
        for (uint32_t s = 0; s < flow->n_shards; s++) sum_rows(layer, flow, s, some);
    }
}

/* A slice owns some rows of W, i.e. some inputs; the last one owns b. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const SG_R(sg_dense) product = {flow->x + rows.first * in, flow->dy + rows.first * out, in,
                                    out, rows.n};
    SG_R(sg_dense_gradient)(flow->gradient, &product, t, 0);
}

/* The rows of all shards are one product, whose terms are summed shard by shard. */
static bool differentiate_shards(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const size_t in = layer->in_width, out = layer->out_width;
    if (t->kind == SG_GRADIENT_BIAS || layer->in_nodes ||
        flow->batch->n_spans > SG_GEMM_BLOCK || flow->n_shards > SG_GEMM_PARTS)
        return false;
    sg_gemm_tree(flow->gradient, out, (sg_matrix){flow->x + t->begin / out, in, true},
                 (sg_matrix){flow->dy, out, false}, (t->end - t->begin) / out, out,
                 (sg_gemm_parts){flow->shard_span, flow->n_shards});
    return true;
}

/* Rows of graphs with very many inputs are computed in blocks of inputs.  Those can sum dX up in
 * passing, if the layer before has use for it and is the only one that reads X. */
static void cut_blocks(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site)
{
    enum { BLOCK_INPUTS = 1024 };
    const SG_R(sg_layer) *before = site->before;
    if (layer->in_nodes || layer->in_width < 2 * BLOCK_INPUTS) return;
    layer->n_blocks = layer->in_width / BLOCK_INPUTS;
    layer->blocks_join = true;
    if (before != NULL && before->ops->wants_sums != NULL && before->ops->wants_sums(before) &&
        !layer->adds)
        layer->n_sums = (size_t)layer->in_width * (site->n_shards > 0 ? site->n_shards : 1);
    layer->kept_size =
        (size_t)layer->n_blocks * site->max_spans * layer->out_width + layer->n_sums;
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    cut_blocks(layer, site);
    return sg_gradient_slices_of_products(&layer->slices, 1, layer->in_width, layer->out_width,
                                          layer->n_parameters, err);
}

const SG_R(sg_layer_ops) SG_R(sg_linear_ops) = {.build = build,
                                                .forward = forward,
                                                .backward = backward,
                                                .differentiate = differentiate,
                                                .differentiate_shards = differentiate_shards,
                                                .forward_block = forward_block,
                                                .backward_block = backward_block,
                                                .cuts = SG_CUT_ROWS | SG_CUT_SLICES};

#endif
