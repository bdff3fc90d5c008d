/* decoder.c - pooling by node label.
 *
 *     Z[(h m + o) k + f] = s(n) sum over nodes i: w_h[label_h(i)][o] X[i][f]  +  b[(h m + o) k + f]
 *
 * with s(n) = 1/n for the mean and 1 for the sum.  Where states are one number wide, that is a short
 * sum of rows of w.  Where they are wider, the weights of a graph's nodes are written down as a
 * matrix G[i][h m + o], and Z = s G' X, dX = s G dZ and dG' = s dZ X' are products.
 *
 * `kept` holds dG' of the whole batch, node range by node range, each [n_heads m][n], until the slices
 * sum it up by label: what a head needs of it is in one place, and dZ, which is larger than X, need not
 * be transposed. */
#include "layers/decoder/decoder_layer.h"

#include "base/mem.h"
#include "layers/real/gemm.h"
#include "layers/real/layer.h"
#include "layers/real/prefetch.h"
#include "layers/real/short_rows.h"

#include <string.h>

enum { NODES_AT_ONCE = 256 }; /* whose weights are written down at once */

static const sg_decoder_spec *spec_of(const SG_R(sg_layer) *layer)
{
    return layer->of;
}

/* Where the weights of a head begin among the layer's parameters. */
static size_t first_of(const SG_R(sg_layer) *layer, uint32_t h)
{
    return ((const size_t *)layer->own)[h];
}

static sg_real scale_of(const SG_R(sg_layer) *layer, uint32_t n)
{
    return (sg_real)1 / (sg_real)sg_pooling_divisor(spec_of(layer)->pooling, n);
}

/* At most NODES_AT_ONCE of them, from the i-th on. */
static sg_batch_span span_of(sg_batch_span r, uint32_t i)
{
    const uint32_t left = r.n - i;
    return (sg_batch_span){r.graph, r.first_node + i,
                           left < NODES_AT_ONCE ? left : NODES_AT_ONCE, r.first_row + i};
}

/* Ask for the labels of graph i, if there is one, for some heads. */
__attribute__((always_inline)) static inline void prefetch_labels(const SG_R(sg_layer) *layer,
                                                                  const SG_R(sg_flow) *flow,
                                                                  uint32_t i, uint32_t head,
                                                                  uint32_t n_heads)
{
    if (i >= flow->batch->n_spans) return;
    const sg_batch_span r = flow->batch->span[i];
    for (uint32_t h = head; h < head + n_heads; h++)
        sg_prefetch(spec_of(layer)->head[h].label + r.first_node, r.n * sizeof(uint32_t));
}

/* Rows of m numbers; m is small, and calling the library for each takes longer than copying it. */
static void clear_row(sg_real *restrict to, uint32_t m)
{
    for (uint32_t o = 0; o < m; o++) to[o] = 0;
}

static void copy_row(sg_real *restrict to, const sg_real *restrict from, uint32_t m)
{
    for (uint32_t o = 0; o < m; o++) to[o] = from[o];
}

static void add_row(sg_real *restrict to, sg_real factor, const sg_real *restrict from,
                    uint32_t m)
{
    for (uint32_t o = 0; o < m; o++) to[o] += factor * from[o];
}

/* G of these nodes, to the scratch memory. */
static void write_weights(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_span r)
{
    const uint32_t m = spec_of(layer)->outputs, n_heads = spec_of(layer)->n_heads;
    for (uint32_t h = 0; h < n_heads; h++) {
        const uint32_t *label = spec_of(layer)->head[h].label + r.first_node,
                       n_labels = spec_of(layer)->head[h].n_labels;
        const sg_real *w = flow->parameter + first_of(layer, h);
        sg_real *to = flow->scratch + (size_t)h * m;
        for (uint32_t i = 0; i < r.n; i++, to += (size_t)n_heads * m) {
            if (label[i] < n_labels)
                copy_row(to, w + (size_t)label[i] * m, m);
            else
                clear_row(to, m);
        }
    }
}

/* ---- Forward ------------------------------------------------------------------------------- */

/* z = b + s(n) w x of all nodes and heads, states one number wide. */
static void pool_narrow(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, sg_batch_span r,
                        sg_real *z, const sg_real *bias)
{
    const uint32_t m = spec_of(layer)->outputs;
    const sg_real *x = flow->x + r.first_row, scale = scale_of(layer, r.n);
    if (spec_of(layer)->bias)
        memcpy(z, bias, layer->out_width * sizeof *z);
    else
        memset(z, 0, layer->out_width * sizeof *z);
    for (uint32_t h = 0; h < spec_of(layer)->n_heads; h++, z += m) {
        const uint32_t *label = spec_of(layer)->head[h].label + r.first_node,
                       n_labels = spec_of(layer)->head[h].n_labels;
        const sg_real *w = flow->parameter + first_of(layer, h);
        for (uint32_t i = 0; i < r.n; i++) {
            if (label[i] >= n_labels) continue;
            const sg_real *of_label = w + (size_t)label[i] * m, scaled = scale * x[i];
            for (uint32_t o = 0; o < m; o++) z[o] += of_label[o] * scaled;
        }
    }
}

/* z = b + s(n) G' x, states wider than that. */
static void pool_wide(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, sg_batch_span r,
                      sg_real *z, const sg_real *bias)
{
    const size_t k = layer->in_width;
    const size_t n_rows = (size_t)spec_of(layer)->n_heads * spec_of(layer)->outputs;
    const sg_real scale = scale_of(layer, r.n);
    uint32_t i = 0;
    do {
        const sg_batch_span span = span_of(r, i);
        write_weights(layer, flow, span);
        sg_gemm_plus(z, k, (sg_matrix){flow->scratch, n_rows, true},
                     (sg_matrix){flow->x + span.first_row * k, k, false},
                     (sg_gemm_size){n_rows, k, span.n}, scale,
                     (sg_addend){i == 0 ? bias : z, k});
        i += span.n;
    } while (i < r.n);
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t width = layer->out_width;
    const sg_real *bias =
        spec_of(layer)->bias ? flow->parameter + layer->n_parameters - width : NULL;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        sg_real *z = flow->y + i * width;
        prefetch_labels(layer, flow, i + 1, 0, spec_of(layer)->n_heads);
        if (layer->in_width == 1)
            pool_narrow(layer, flow, flow->batch->span[i], z, bias);
        else
            pool_wide(layer, flow, flow->batch->span[i], z, bias);
    }
}

/* ---- Backward ------------------------------------------------------------------------------ */

static void backward_narrow(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                            sg_batch_span r, const sg_real *dz)
{
    const uint32_t m = spec_of(layer)->outputs;
    const sg_real scale = scale_of(layer, r.n);
    sg_real *dx = flow->dx + r.first_row;
    for (uint32_t i = 0; i < r.n && !layer->adds; i++) dx[i] = 0;
    for (uint32_t h = 0; h < spec_of(layer)->n_heads; h++, dz += m) {
        const uint32_t *label = spec_of(layer)->head[h].label + r.first_node,
                       n_labels = spec_of(layer)->head[h].n_labels;
        const sg_real *w = flow->parameter + first_of(layer, h);
        for (uint32_t i = 0; i < r.n; i++) {
            if (label[i] >= n_labels) continue;
            const sg_real *of_label = w + (size_t)label[i] * m;
            sg_real sum = 0;
            for (uint32_t o = 0; o < m; o++) sum += of_label[o] * dz[o];
            dx[i] += scale * sum;
        }
    }
}

static void backward_wide(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_span r, const sg_real *dz)
{
    const size_t k = layer->in_width;
    const size_t n_rows = (size_t)spec_of(layer)->n_heads * spec_of(layer)->outputs;
    const sg_real scale = scale_of(layer, r.n);
    for (uint32_t i = 0; i < r.n; i += NODES_AT_ONCE) {
        const sg_batch_span span = span_of(r, i);
        sg_gemm(layer->kept + span.first_row * n_rows, span.n, (sg_matrix){dz, k, false},
                (sg_matrix){flow->x + span.first_row * k, k, true},
                (sg_gemm_size){n_rows, span.n, k}, scale, false);
        if (flow->dx == NULL) continue;
        write_weights(layer, flow, span);
        sg_gemm(flow->dx + span.first_row * k, k, (sg_matrix){flow->scratch, n_rows, false},
                (sg_matrix){dz, k, false}, (sg_gemm_size){span.n, k, n_rows}, scale,
                layer->adds);
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_real *dz = flow->dy + (size_t)i * layer->out_width;
        prefetch_labels(layer, flow, i + 1, 0, spec_of(layer)->n_heads);
        if (layer->in_width > 1)
            backward_wide(layer, flow, flow->batch->span[i], dz);
        else if (flow->dx != NULL)
            backward_narrow(layer, flow, flow->batch->span[i], dz);
    }
}

/* ---- Gradients of weights ------------------------------------------------------------------ */

static void differentiate_bias(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               const sg_gradient_slice *t)
{
    const size_t width = layer->out_width, n = t->end - t->begin;
    const size_t first = t->begin - (layer->n_parameters - width);
    if (flow->dy_sum != NULL) {
        for (size_t j = 0; j < n; j++) flow->gradient[j] += flow->dy_sum[first + j];
        return;
    }
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        const sg_real *dz = flow->dy + i * width + first;
        for (size_t j = 0; j < n; j++) flow->gradient[j] += dz[j];
    }
}

/* Labels of a head that a slice owns. */
typedef struct label_range {
    uint32_t head, first, n;
    size_t gradient; /* where they are in the slice's gradient */
} label_range;

/* States one number wide. */
static void differentiate_narrow(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 uint32_t i, label_range own)
{
    const uint32_t m = spec_of(layer)->outputs;
    const sg_batch_span r = flow->batch->span[i];
    const uint32_t *label = spec_of(layer)->head[own.head].label + r.first_node;
    const sg_real *dz = flow->dy + (size_t)i * layer->out_width + (size_t)own.head * m;
    const sg_real *x = flow->x + r.first_row, scale = scale_of(layer, r.n);
    for (uint32_t v = 0; v < r.n; v++) {
        const uint32_t place = label[v] - own.first;
        if (place >= own.n) continue; /* one without a weight, too */
        add_row(flow->gradient + own.gradient + (size_t)place * m, scale * x[v], dz, m);
    }
}

/* States wider than that: sum up dG'. */
static void differentiate_wide(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               uint32_t i, label_range own)
{
    const uint32_t m = spec_of(layer)->outputs;
    const size_t n_rows = (size_t)spec_of(layer)->n_heads * m;
    const sg_batch_span r = flow->batch->span[i];
    for (uint32_t first = 0; first < r.n; first += NODES_AT_ONCE) {
        const sg_batch_span span = span_of(r, first);
        const uint32_t *label = spec_of(layer)->head[own.head].label + span.first_node;
        const sg_real *restrict dg =
            layer->kept + span.first_row * n_rows + (size_t)own.head * m * span.n;
        for (uint32_t v = 0; v < span.n; v++) {
            const uint32_t place = label[v] - own.first;
            if (place >= own.n) continue; /* one without a weight, too */
            sg_real *restrict gradient = flow->gradient + own.gradient + (size_t)place * m;
            for (uint32_t o = 0; o < m; o++) gradient[o] += dg[(size_t)o * span.n + v];
        }
    }
}

/* What a slice that owns weights has of head h: some labels, or all of them where it has several heads. */
static label_range labels_of(const SG_R(sg_layer) *layer, const sg_gradient_slice *t,
                             uint32_t h)
{
    const uint32_t m = spec_of(layer)->outputs;
    const size_t first = first_of(layer, h);
    if (t->kind == SG_GRADIENT_WEIGHTS)
        return (label_range){h, (uint32_t)((t->begin - first) / m),
                             (uint32_t)((t->end - t->begin) / m), 0};
    return (label_range){h, 0, spec_of(layer)->head[h].n_labels, first - t->begin};
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    if (t->kind == SG_GRADIENT_BIAS) {
        differentiate_bias(layer, flow, t);
        return;
    }
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        prefetch_labels(layer, flow, i + 2, t->head, t->n_heads);
        for (uint32_t h = t->head; h < t->head + t->n_heads; h++) {
            const label_range own = labels_of(layer, t, h);
            if (layer->in_width == 1)
                differentiate_narrow(layer, flow, i, own);
            else
                differentiate_wide(layer, flow, i, own);
        }
    }
}

/* Rows that come again have been moved already, and add 0. */
static void move(sg_real *to, const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                 uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const size_t m = spec_of(layer)->outputs;
    if (t->kind == SG_GRADIENT_BIAS) {
        SG_R(sg_short_move)(to, flow->gradient, t->end - t->begin);
        return;
    }
    for (uint32_t h = t->head; h < t->head + t->n_heads; h++) {
        const label_range own = labels_of(layer, t, h);
        for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
            const sg_batch_span r = flow->batch->span[i];
            const uint32_t *label = spec_of(layer)->head[h].label + r.first_node;
            for (uint32_t v = 0; v < r.n; v++) {
                const size_t place = own.gradient + (label[v] - own.first) * m;
                if (label[v] - own.first < own.n)
                    SG_R(sg_short_move)(to + place, flow->gradient + place, m);
            }
        }
    }
}

/* ---- Building ------------------------------------------------------------------------------ */

/* Several small heads together, large ones label by label. */
static sg_status build_slices(SG_R(sg_layer) *layer, sg_error *err)
{
    enum { MOST_TOGETHER = 4 };
    sg_status status = SG_OK;
    const sg_decoder_spec *spec = spec_of(layer);
    const size_t m = spec->outputs;
    for (uint32_t h = 0; h < spec->n_heads;) {
        const size_t first = first_of(layer, h);
        size_t size = spec->head[h].n_labels * m, more = 0;
        uint32_t n = 1;
        for (; h + n < spec->n_heads && n < MOST_TOGETHER; n++) {
            more = spec->head[h + n].n_labels * m;
            if (size + more > SG_GRADIENT_SIZE) break;
            size += more;
        }
        if (n > 1)
            SG_TRY(sg_gradient_slices_add(
                &layer->slices,
                (sg_gradient_slice){SG_GRADIENT_HEADS, h, n, 0, first, first + size}, err));
        else
            SG_TRY(sg_gradient_slices_cut(
                &layer->slices,
                (sg_gradient_slice){SG_GRADIENT_WEIGHTS, h, 1, 0, first, first + size}, m,
                err));
        h += n;
    }
done:
    return status;
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_decoder_spec *spec = spec_of(layer);
    const size_t n_rows = (size_t)spec->n_heads * spec->outputs;
    size_t *first = NULL;
    SG_ALLOC(first, spec->n_heads);
    layer->own = first;
    for (uint32_t h = 0; h < spec->n_heads; h++)
        first[h] = layer->tensor[h].first - layer->first_parameter;
    if (layer->in_width > 1) {
        layer->scratch_size = n_rows * NODES_AT_ONCE;
        layer->kept_size = n_rows * site->max_rows;
    }
    SG_TRY(build_slices(layer, err));
    if (spec->bias)
        SG_TRY(sg_gradient_slices_cut(
            &layer->slices,
            (sg_gradient_slice){SG_GRADIENT_BIAS, 0, 1, 0,
                                layer->n_parameters - layer->out_width, layer->n_parameters},
            1, err));
done:
    return status;
}

static void close_layer(SG_R(sg_layer) *layer)
{
    sg_free(layer->own);
}

/* The gradient of the biases is that of the rows, summed up. */
static bool wants_sums(const SG_R(sg_layer) *layer)
{
    return spec_of(layer)->bias;
}

const SG_R(sg_layer_ops) SG_R(sg_decoder_ops) = {.build = build,
                                                 .close = close_layer,
                                                 .forward = forward,
                                                 .backward = backward,
                                                 .differentiate = differentiate,
                                                 .move = move,
                                                 .wants_sums = wants_sums};
