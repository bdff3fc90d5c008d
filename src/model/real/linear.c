/* linear.c - Y = X W + b for rows of nodes or of graphs.
 *
 * W is [in][out].  Rows of a piece are multiplied at once.  Where a row per graph has very many
 * inputs, pieces would have too few rows to make good use of W, which is read once per piece; there
 * the inputs are cut into blocks instead, each of which reads its own share of X and W once for the
 * whole batch.  The blocks' products are kept, [n_blocks][max_batch][out], and added up in order.
 *
 * Behind them is room for dX summed over the batch, if the layer before has a bias for every input:
 * its gradient.  While a few columns of dX are in the cache, that costs nothing; once all have been
 * written, they would have to come from far away again. */
#include "model/real/gemm.h"
#include "model/real/rows.h"

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
    sg_gemm(product_of(layer, block), out, (sg_matrix){flow->x + r.first, in, false},
            (sg_matrix){flow->parameter + r.first * out, out, false},
            (sg_gemm_size){flow->batch->n_graphs, out, r.n}, 1, false);
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
    const sg_real *w = flow->parameter, *bias = layer->spec->bias ? w + in * out : NULL;
    sg_real *y = flow->y + rows.first * out;
    if (layer->n_blocks > 0)
        add_blocks(layer, y, bias, rows);
    else if (rows.n > 0)
        sg_gemm_plus(y, out, (sg_matrix){flow->x + rows.first * in, in, false},
                     (sg_matrix){w, out, false}, (sg_gemm_size){rows.n, out, in}, 1,
                     (sg_addend){bias, 0});
}

/* dX = dY W' for some rows and some inputs. */
static void backward_part(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
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
    backward_part(layer, flow, rows, (input_range){0, layer->in_width});
}

/* The sum of dX over all rows, for some inputs. */
static void sum_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, input_range inputs)
{
    const sg_real *restrict dx = flow->dx + inputs.first;
    sg_real *restrict sum = layer->kept + layer->kept_size - layer->n_sums + inputs.first;
    for (size_t j = 0; j < inputs.n; j++) sum[j] = 0;
    for (uint32_t r = 0; r < flow->batch->n_graphs; r++, dx += layer->in_width)
        for (size_t j = 0; j < inputs.n; j++) sum[j] += dx[j];
}

static void backward_block(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t block)
{
    enum { INPUTS_AT_ONCE = 160 }; /* as many as a product of 100 outputs copies at once */
    const sg_row_range rows = {0, flow->batch->n_graphs};
    const input_range all = inputs_of(layer, block);
    if (flow->dx == NULL) return;
    if (layer->n_sums == 0) {
        backward_part(layer, flow, rows, all);
        return;
    }
    for (size_t i = 0; i < all.n; i += INPUTS_AT_ONCE) {
        const input_range some = {all.first + i,
                                  all.n - i < INPUTS_AT_ONCE ? all.n - i : INPUTS_AT_ONCE};
        backward_part(layer, flow, rows, some);
        sum_rows(layer, flow, some);
    }
}

/* A task owns some rows of W, i.e. some inputs; the last one owns b. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t task)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_gradient_task *t = &layer->task[task];
    const sg_row_range rows =
        SG_R(sg_rows_of)(layer, flow, (sg_batch_piece){0, flow->batch->n_graphs});
    if (t->kind == SG_GRADIENT_BIAS) {
        for (uint32_t r = 0; r < rows.n; r++)
            for (size_t j = 0; j < out; j++) flow->gradient[j] += flow->dy[r * out + j];
    } else if (rows.n > 0) {
        const size_t first = t->begin / out, n = (t->end - t->begin) / out;
        sg_gemm(flow->gradient, out, (sg_matrix){flow->x + first, in, true},
                (sg_matrix){flow->dy, out, false}, (sg_gemm_size){n, out, rows.n}, 1, true);
    }
}

const SG_R(sg_layer_ops) SG_R(sg_linear_ops) = {.forward = forward,
                                                .backward = backward,
                                                .differentiate = differentiate,
                                                .forward_block = forward_block,
                                                .backward_block = backward_block};
