/* pool_layer.c - all nodes of a graph to one row, without labels: sum, mean or maximum.  The gradient
 * of a maximum goes to the first node that has it; a graph without nodes gives zeros. */
#include "layers/kinds/pool_layer.h"

#ifdef SG_DESCRIPTION

#include "base/mem.h"
#include "base/text.h"
#include "layers/layer_kind.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {{.name = "kind",
                                     .type = SG_MEMBER_WORD,
                                     .offset = offsetof(sg_pool_spec, pooling),
                                     .words = sg_pooling_words,
                                     .n_words = SG_N_POOLINGS,
                                     .help = "how the rows of a graph's nodes become one"}};

static sg_linearity linearity_of(const void *spec)
{
    return ((const sg_pool_spec *)spec)->pooling == SG_POOL_MAX ? SG_PIECEWISE_LINEAR
                                                                : SG_LINEAR;
}

static sg_status write_head(char **text, const void *spec, uint32_t head, bool identity,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_text made = {0};
    (void)head;
    (void)identity;
    SG_TRY(sg_text_add(&made, err, "pool %s",
                       sg_pooling_words[((const sg_pool_spec *)spec)->pooling]));
    *text = made.data;
    made = (sg_text){0};
done:
    sg_text_free(&made);
    return status;
}

/* A maximum is what the first node that has it gives. */
static void credit_maximum(double *node, const sg_pooled_graph *g)
{
    const size_t k = g->width;
    for (size_t f = 0; f < k && g->n > 0; f++) {
        uint32_t best = 0;
        for (uint32_t v = 1; v < g->n; v++)
            if (g->x[v * k + f] > g->x[best * k + f]) best = v;
        node[best] += g->delta[f] * g->x[best * k + f];
    }
}

static void credit(double *node, double *bias, const void *spec, const sg_pooled_graph *g,
                   uint32_t head)
{
    const sg_pooling pooling = ((const sg_pool_spec *)spec)->pooling;
    const double scale = 1.0 / sg_pooling_divisor(pooling, g->n);
    (void)head;
    *bias = 0;
    for (uint32_t v = 0; v < g->n; v++) node[v] = 0;
    if (pooling == SG_POOL_MAX) {
        credit_maximum(node, g);
        return;
    }
    for (size_t v = 0; v < g->n; v++) {
        double sum = 0;
        for (size_t f = 0; f < g->width; f++) sum += g->delta[f] * g->x[v * g->width + f];
        node[v] = scale * sum;
    }
}

static sg_pooling pooling_of(const void *spec)
{
    return ((const sg_pool_spec *)spec)->pooling;
}

static void share(double *row, const void *spec, const sg_pooled_graph *g, uint32_t v)
{
    (void)spec;
    for (size_t f = 0; f < g->width; f++) row[f] = g->x[(size_t)v * g->width + f];
}

static void constant(double *row, const void *spec, const sg_pooled_graph *g)
{
    (void)spec;
    for (size_t f = 0; f < g->width; f++) row[f] = 0;
}

SG_LAYER_OPS(pool);

const sg_layer_kind sg_pool_kind = {.word = "pool",
                                    .summary = "all nodes of a graph to one row",
                                    .member = MEMBERS,
                                    .n_members = 1,
                                    .settings_size = sizeof(sg_pool_spec),
                                    .needs_nodes = true,
                                    .pools = true,
                                    .linearity_of = linearity_of,
                                    .head_text = write_head,
                                    .credit = credit,
                                    .pooling = pooling_of,
                                    .share = share,
                                    .constant = constant,
                                    SG_LAYER_COMPUTES(pool)};

#else /* compiled for float and for double */

#include "layers/real/layer.h"

#include <string.h>

static sg_pooling pooling_of(const SG_R(sg_layer) *layer)
{
    return ((const sg_pool_spec *)layer->of)->pooling;
}

static sg_real scale_of(const SG_R(sg_layer) *layer, uint32_t n)
{
    return (sg_real)1 / (sg_real)sg_pooling_divisor(pooling_of(layer), n);
}

/* The row of the largest element of column f, among rows first .. first + n - 1; n > 0. */
static uint32_t largest(const sg_real *x, uint32_t first, uint32_t n, uint32_t width,
                        uint32_t f)
{
    uint32_t best = first;
    for (uint32_t r = first + 1; r < first + n; r++)
        if (x[(size_t)r * width + f] > x[(size_t)best * width + f]) best = r;
    return best;
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const uint32_t width = layer->in_width;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const uint32_t first = flow->batch->span[i].first_row, n = flow->batch->span[i].n;
        const sg_real scale = scale_of(layer, n);
        sg_real *y = flow->y + (size_t)i * width;
        for (uint32_t f = 0; f < width; f++) y[f] = 0;
        if (pooling_of(layer) == SG_POOL_MAX) {
            for (uint32_t f = 0; f < width && n > 0; f++)
                y[f] = flow->x[(size_t)largest(flow->x, first, n, width, f) * width + f];
            continue;
        }
        for (uint32_t r = first; r < first + n; r++)
            for (uint32_t f = 0; f < width; f++) y[f] += flow->x[(size_t)r * width + f];
        for (uint32_t f = 0; f < width; f++) y[f] *= scale;
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const uint32_t width = layer->in_width;
    for (uint32_t i = piece.first; i < piece.behind && flow->dx != NULL; i++) {
        const uint32_t first = flow->batch->span[i].first_row, n = flow->batch->span[i].n;
        const sg_real scale = scale_of(layer, n), *dy = flow->dy + (size_t)i * width;
        if (!layer->adds)
            memset(flow->dx + (size_t)first * width, 0, (size_t)n * width * sizeof *flow->dx);
        if (pooling_of(layer) == SG_POOL_MAX) {
            for (uint32_t f = 0; f < width && n > 0; f++)
                flow->dx[(size_t)largest(flow->x, first, n, width, f) * width + f] += dy[f];
            continue;
        }
        for (uint32_t r = first; r < first + n; r++)
            for (uint32_t f = 0; f < width; f++)
                flow->dx[(size_t)r * width + f] += scale * dy[f];
    }
}

const SG_R(sg_layer_ops) SG_R(sg_pool_ops) = {.forward = forward, .backward = backward};

#endif
