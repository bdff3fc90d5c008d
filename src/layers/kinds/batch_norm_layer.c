/* batch_norm_layer.c - batch normalization of every column (Ioffe and Szegedy 2015), as torch does it
 *
 *     y = (x - mean) / sqrt(variance + eps) [gain + shift],  eps = 1e-5
 *
 * In training, mean and biased variance are those of the batch's rows, or of a shard's, and running
 * statistics follow them: the mean, and the unbiased variance.  Predictions and frozen layers use the running
 * ones, which are tensors and so in model files.
 *
 * Where batches are divided in shards, running statistics become the mean of what each shard alone would make
 * of them, weighed by items.  The shards' parts are added up as gradients are: a slice owns these tensors.
 *
 * Columns are cut into blocks.  A block's sums run over all rows in their order, so that they do not
 * depend on the number of threads.  Kept are mean, scale, variance and the sums of dy and dy u of every
 * column, u being x with mean 0 and variance 1. */
#include "layers/kinds/batch_norm_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {
    {.name = "affine",
     .type = SG_MEMBER_BOOL,
     .offset = offsetof(sg_batch_norm_spec, affine),
     .preset = true,
     .help = "learn a gain and a shift for every column"},
    {.name = "momentum",
     .type = SG_MEMBER_REAL,
     .offset = offsetof(sg_batch_norm_spec, momentum),
     .preset = 0.1,
     .least = 0,
     .most = 1,
     .help = "how much of the running statistics a batch replaces"}};

static void visit(const sg_tensor_visitor *visitor, const char *name, sg_axis columns,
                  sg_tensor_start start, bool kept)
{
    sg_tensor_visit(
        visitor,
        (sg_tensor){
            .name = name, .axis = {columns}, .n_axes = 1, .start = start, .kept = kept});
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    const sg_axis columns = {SG_AXIS_INPUTS, before->width};
    visit(visitor, "mean", columns, SG_START_ZEROS, true);
    visit(visitor, "variance", columns, SG_START_ONES, true);
    if (!((const sg_batch_norm_spec *)spec)->affine) return;
    visit(visitor, "gain", columns, SG_START_ONES, false);
    visit(visitor, "shift", columns, SG_START_ZEROS, false);
}

SG_LAYER_OPS(batch_norm);

/* To who explains predictions it is straight: it uses running statistics then. */
const sg_layer_kind sg_batch_norm_kind = {
    .word = "batch-norm",
    .summary = "every column of a batch to mean 0 and variance 1",
    .member = MEMBERS,
    .n_members = sizeof MEMBERS / sizeof *MEMBERS,
    .settings_size = sizeof(sg_batch_norm_spec),
    .mixes_rows = true,
    .tensors = list_tensors,
    .linearity = SG_LINEAR,
    SG_LAYER_COMPUTES(batch_norm)};

#else /* compiled for float and for double */

#include "kernels/kernels.h"
#include "layers/real/rows.h"

#include <math.h>

enum { BLOCK = SG_NORM_COLUMNS, N_KEPT = 5 };

static const double EPSILON = 1e-5;

/* Where things are, all [width]; gain and shift are NULL where there are none. */
typedef struct columns {
    size_t width;
    sg_real *mean, *scale, *sum, *product, *variance; /* kept                */
    const sg_real *running_mean, *running_variance, *gain, *shift;
} columns;

static columns columns_of(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    const size_t width = layer->in_width;
    const bool affine = ((const sg_batch_norm_spec *)layer->of)->affine;
    const sg_real *p = flow->parameter;
    sg_real *kept = layer->kept + (size_t)flow->shard * N_KEPT * width;
    return (columns){width,
                     kept,
                     kept + width,
                     kept + 2 * width,
                     kept + 3 * width,
                     kept + 4 * width,
                     p,
                     p + width,
                     affine ? p + 2 * width : NULL,
                     affine ? p + 3 * width : NULL};
}

static bool uses_batch(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    return flow->training && !layer->spec->frozen;
}

/* The columns of a block. */
typedef struct stretch {
    size_t first, n;
} stretch;

static stretch block_of(const SG_R(sg_layer) *layer, uint32_t block)
{
    const size_t first = (size_t)block * BLOCK, left = layer->in_width - first;
    return (stretch){first, left < BLOCK ? left : BLOCK};
}

static SG_R(sg_batch_norm) norm_of(const columns *c, size_t n_rows, stretch at)
{
    return (SG_R(sg_batch_norm)){n_rows, c->width, at.n, c->mean + at.first,
                                 c->scale + at.first};
}

/* ---- Forward -------------------------------------------------------------------------------- */

/* One row has no unbiased variance; the running one stays then. */
static void follow(sg_real *running, double momentum, const double *mean,
                   const double *variance, size_t width, size_t n_rows, stretch at)
{
    const double n = (double)n_rows;
    for (size_t f = 0; f < at.n; f++) {
        sg_real *of_mean = &running[at.first + f], *of_variance = of_mean + width;
        *of_mean = (sg_real)((1 - momentum) * (double)*of_mean + momentum * mean[f]);
        if (n_rows > 1)
            *of_variance = (sg_real)((1 - momentum) * (double)*of_variance +
                                     momentum * variance[f] * n / (n - 1));
    }
}

/* A negative variance, as a damaged file may have it, counts as 0. */
static void forward_block(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t block)
{
    const columns c = columns_of(layer, flow);
    const stretch at = block_of(layer, block);
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    double mean[BLOCK], variance[BLOCK];
    const bool of_batch = uses_batch(layer, flow) && rows.n > 0;
    const SG_R(sg_batch_norm) norm = norm_of(&c, rows.n, at);
    const sg_real *x = flow->x + rows.first * c.width + at.first;
    if (of_batch) SG_BEST(sg_kernels)()->batch_statistics(mean, variance, &norm, x);
    for (size_t f = 0; f < at.n && !of_batch; f++) {
        mean[f] = (double)c.running_mean[at.first + f];
        variance[f] = fmax((double)c.running_variance[at.first + f], 0);
    }
    for (size_t f = 0; f < at.n; f++) {
        c.mean[at.first + f] = (sg_real)mean[f];
        c.variance[at.first + f] = (sg_real)variance[f];
        c.scale[at.first + f] = (sg_real)(1 / sqrt(variance[f] + EPSILON));
    }
    if (of_batch && flow->statistic != NULL)
        follow(flow->statistic, ((const sg_batch_norm_spec *)layer->of)->momentum, mean,
               variance, c.width, rows.n, at);
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const columns c = columns_of(layer, flow);
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    for (size_t r = rows.first; r < (size_t)rows.first + rows.n; r++) {
        const sg_real *x = flow->x + r * c.width;
        sg_real *y = flow->y + r * c.width;
        for (size_t f = 0; f < c.width; f++) y[f] = (x[f] - c.mean[f]) * c.scale[f];
        for (size_t f = 0; f < c.width && c.gain != NULL; f++)
            y[f] = y[f] * c.gain[f] + c.shift[f];
    }
}

/* ---- Backward ------------------------------------------------------------------------------- */

/* Sums over all rows come first; see backward_block. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    (void)layer;
    (void)flow;
    (void)piece;
}

/* dx = gain scale (dy - (sum of dy + u sum of dy u) / n), where the statistics are the batch's */
static void backward_block(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t block)
{
    const columns c = columns_of(layer, flow);
    const stretch at = block_of(layer, block);
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const size_t first = rows.first * c.width + at.first;
    const SG_R(sg_batch_norm) norm = norm_of(&c, rows.n, at);
    const SG_R(sg_batch_slope) slope = {
        c.sum + at.first, c.product + at.first, c.gain != NULL ? c.gain + at.first : NULL,
        uses_batch(layer, flow) && rows.n > 0 ? 1 / (sg_real)rows.n : 0, layer->adds};
    const sg_real *x = flow->x + first, *dy = flow->dy + first;
    double sum[BLOCK], product[BLOCK];
    SG_BEST(sg_kernels)()->batch_norm_sums(sum, product, &norm, dy, x);
    for (size_t f = 0; f < at.n; f++) {
        c.sum[at.first + f] = (sg_real)sum[f];
        c.product[at.first + f] = (sg_real)product[f];
    }
    if (flow->dx != NULL)
        SG_BEST(sg_kernels)()->batch_norm_gradient(flow->dx + first, &norm, dy, x, &slope);
}

/* The running statistics that a shard makes of its own, times the shard's share. */
static void add_statistics(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    const columns c = columns_of(layer, flow);
    const double momentum = ((const sg_batch_norm_spec *)layer->of)->momentum,
                 n = SG_R(sg_all_rows)(layer, flow).n;
    for (size_t f = 0; f < c.width && n > 0; f++) {
        double mean = (double)c.running_mean[f], spread = (double)c.running_variance[f];
        mean += momentum * ((double)c.mean[f] - mean);
        if (n > 1) spread += momentum * ((double)c.variance[f] * n / (n - 1) - spread);
        flow->gradient[f] += (sg_real)(flow->share * mean);
        flow->gradient[c.width + f] += (sg_real)(flow->share * spread);
    }
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const columns c = columns_of(layer, flow);
    if (layer->slices.slice[slice].begin == 0) {
        add_statistics(layer, flow);
        return;
    }
    for (size_t f = 0; f < c.width; f++) {
        flow->gradient[f] += c.product[f];
        flow->gradient[c.width + f] += c.sum[f];
    }
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = layer->in_width;
    layer->kept_size = N_KEPT * width * (site->n_shards > 0 ? site->n_shards : 1);
    layer->n_blocks = (uint32_t)((width + BLOCK - 1) / BLOCK);
    if (site->n_shards > 0)
        SG_TRY(sg_gradient_slices_add(
            &layer->slices, (sg_gradient_slice){SG_GRADIENT_WEIGHTS, 0, 1, 0, 0, 2 * width},
            err));
    SG_TRY(sg_gradient_slices_add(
        &layer->slices,
        (sg_gradient_slice){SG_GRADIENT_WEIGHTS, 0, 1, 0, 2 * width, layer->n_parameters},
        err));
done:
    return status;
}

const SG_R(sg_layer_ops) SG_R(sg_batch_norm_ops) = {.build = build,
                                                    .forward = forward,
                                                    .backward = backward,
                                                    .differentiate = differentiate,
                                                    .forward_block = forward_block,
                                                    .backward_block = backward_block,
                                                    .cuts = SG_CUT_ROWS};

#endif
