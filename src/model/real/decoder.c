/* decoder.c - pooling by node label.
 *
 *     Z[(h m + o) k + f] = s(n) sum over nodes i: w_h[label_h(i)][o] X[i][f]  +  b[(h m + o) k + f]
 *
 * with s(n) = 1/n for the mean and 1 for the sum.  Where states are one number wide, that is a short
 * sum of rows of w.  Where they are wider, the weights of a graph's nodes are written down as a
 * matrix G[i][h m + o], and Z = s G' X, dX = s G dZ and dG' = s dZ X' are products.
 *
 * `kept` holds dG' of the whole batch, node range by node range, each [n_heads m][n], until the tasks
 * sum it up by label: what a head needs of it is in one place, and dZ, which is larger than X, need not
 * be transposed. */
#include "model/real/decoder.h"
#include "model/real/gemm.h"
#include "model/real/layer.h"
#include "model/real/prefetch.h"

#include <string.h>

static sg_real scale_of(const SG_R(sg_layer) *layer, uint32_t n)
{
    return layer->spec->pooling == SG_POOL_MEAN && n > 0 ? (sg_real)1 / (sg_real)n : (sg_real)1;
}

/* The nodes of graph i of the batch. */
typedef struct node_range {
    uint32_t first_node, n, first_row;
} node_range;

static node_range nodes_of(const SG_R(sg_flow) *flow, uint32_t i)
{
    const uint32_t g = flow->batch->graph[i], first = flow->graph->graph_offset[g];
    return (node_range){first, flow->graph->graph_offset[g + 1] - first,
                        flow->batch->first_row[i]};
}

/* At most SG_DECODER_NODES of them, from the i-th on. */
static node_range part_of(node_range r, uint32_t i)
{
    const uint32_t left = r.n - i;
    return (node_range){r.first_node + i, left < SG_DECODER_NODES ? left : SG_DECODER_NODES,
                        r.first_row + i};
}

/* Ask for the labels of graph i, if there is one, for some heads. */
__attribute__((always_inline)) static inline void prefetch_labels(const SG_R(sg_layer) *layer,
                                                                  const SG_R(sg_flow) *flow,
                                                                  uint32_t i, uint32_t head,
                                                                  uint32_t n_heads)
{
    if (i >= flow->batch->n_graphs) return;
    const node_range r = nodes_of(flow, i);
    for (uint32_t h = head; h < head + n_heads; h++)
        sg_prefetch(layer->spec->decoder_head[h].label + r.first_node, r.n * sizeof(uint32_t));
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
static void write_weights(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, node_range r)
{
    const uint32_t m = layer->spec->outputs, n_heads = layer->spec->n_heads;
    for (uint32_t h = 0; h < n_heads; h++) {
        const uint32_t *label = layer->spec->decoder_head[h].label + r.first_node;
        const sg_real *w = flow->parameter + layer->head[h].first;
        sg_real *to = flow->scratch + (size_t)h * m;
        for (uint32_t i = 0; i < r.n; i++, to += (size_t)n_heads * m) {
            if (label[i] == SG_NO_LABEL)
                clear_row(to, m);
            else
                copy_row(to, w + (size_t)label[i] * m, m);
        }
    }
}

/* ---- Forward ------------------------------------------------------------------------------- */

/* z = b + s(n) w x of all nodes and heads, states one number wide. */
static void pool_narrow(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, node_range r,
                        sg_real *z, const sg_real *bias)
{
    const uint32_t m = layer->spec->outputs;
    const sg_real *x = flow->x + r.first_row, scale = scale_of(layer, r.n);
    if (layer->spec->bias)
        memcpy(z, bias, layer->out_width * sizeof *z);
    else
        memset(z, 0, layer->out_width * sizeof *z);
    for (uint32_t h = 0; h < layer->spec->n_heads; h++, z += m) {
        const uint32_t *label = layer->spec->decoder_head[h].label + r.first_node;
        const sg_real *w = flow->parameter + layer->head[h].first;
        for (uint32_t i = 0; i < r.n; i++) {
            if (label[i] == SG_NO_LABEL) continue;
            const sg_real *of_label = w + (size_t)label[i] * m, scaled = scale * x[i];
            for (uint32_t o = 0; o < m; o++) z[o] += of_label[o] * scaled;
        }
    }
}

/* z = b + s(n) G' x, states wider than that. */
static void pool_wide(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, node_range r,
                      sg_real *z, const sg_real *bias)
{
    const size_t k = layer->in_width;
    const size_t n_rows = (size_t)layer->spec->n_heads * layer->spec->outputs;
    const sg_real scale = scale_of(layer, r.n);
    uint32_t i = 0;
    do {
        const node_range part = part_of(r, i);
        write_weights(layer, flow, part);
        sg_gemm_plus(z, k, (sg_matrix){flow->scratch, n_rows, true},
                     (sg_matrix){flow->x + part.first_row * k, k, false},
                     (sg_gemm_size){n_rows, k, part.n}, scale,
                     (sg_addend){i == 0 ? bias : z, k});
        i += part.n;
    } while (i < r.n);
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t width = layer->out_width;
    const sg_real *bias =
        layer->spec->bias ? flow->parameter + layer->n_parameters - width : NULL;
    for (uint32_t i = piece.first_graph; i < piece.behind_graph; i++) {
        sg_real *z = flow->y + i * width;
        prefetch_labels(layer, flow, i + 1, 0, layer->spec->n_heads);
        if (layer->in_width == 1)
            pool_narrow(layer, flow, nodes_of(flow, i), z, bias);
        else
            pool_wide(layer, flow, nodes_of(flow, i), z, bias);
    }
}

/* ---- Backward ------------------------------------------------------------------------------ */

static void backward_narrow(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                            node_range r, const sg_real *dz)
{
    const uint32_t m = layer->spec->outputs;
    const sg_real scale = scale_of(layer, r.n);
    sg_real *dx = flow->dx + r.first_row;
    for (uint32_t i = 0; i < r.n && !layer->adds; i++) dx[i] = 0;
    for (uint32_t h = 0; h < layer->spec->n_heads; h++, dz += m) {
        const uint32_t *label = layer->spec->decoder_head[h].label + r.first_node;
        const sg_real *w = flow->parameter + layer->head[h].first;
        for (uint32_t i = 0; i < r.n; i++) {
            if (label[i] == SG_NO_LABEL) continue;
            const sg_real *of_label = w + (size_t)label[i] * m;
            sg_real sum = 0;
            for (uint32_t o = 0; o < m; o++) sum += of_label[o] * dz[o];
            dx[i] += scale * sum;
        }
    }
}

static void backward_wide(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, node_range r,
                          const sg_real *dz)
{
    const size_t k = layer->in_width;
    const size_t n_rows = (size_t)layer->spec->n_heads * layer->spec->outputs;
    const sg_real scale = scale_of(layer, r.n);
    for (uint32_t i = 0; i < r.n; i += SG_DECODER_NODES) {
        const node_range part = part_of(r, i);
        sg_gemm(layer->kept + part.first_row * n_rows, part.n, (sg_matrix){dz, k, false},
                (sg_matrix){flow->x + part.first_row * k, k, true},
                (sg_gemm_size){n_rows, part.n, k}, scale, false);
        if (flow->dx == NULL) continue;
        write_weights(layer, flow, part);
        sg_gemm(flow->dx + part.first_row * k, k, (sg_matrix){flow->scratch, n_rows, false},
                (sg_matrix){dz, k, false}, (sg_gemm_size){part.n, k, n_rows}, scale,
                layer->adds);
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    for (uint32_t i = piece.first_graph; i < piece.behind_graph; i++) {
        const sg_real *dz = flow->dy + (size_t)i * layer->out_width;
        prefetch_labels(layer, flow, i + 1, 0, layer->spec->n_heads);
        if (layer->in_width > 1)
            backward_wide(layer, flow, nodes_of(flow, i), dz);
        else if (flow->dx != NULL)
            backward_narrow(layer, flow, nodes_of(flow, i), dz);
    }
}

/* ---- Gradients of weights ------------------------------------------------------------------ */

static void differentiate_bias(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               const sg_gradient_task *t)
{
    const size_t width = layer->out_width, n = t->end - t->begin;
    const size_t first = t->begin - (layer->n_parameters - width);
    if (flow->dy_sum != NULL) {
        for (size_t j = 0; j < n; j++) flow->gradient[j] += flow->dy_sum[first + j];
        return;
    }
    for (uint32_t i = 0; i < flow->batch->n_graphs; i++) {
        const sg_real *dz = flow->dy + i * width + first;
        for (size_t j = 0; j < n; j++) flow->gradient[j] += dz[j];
    }
}

/* Labels of a head that a task owns. */
typedef struct label_range {
    uint32_t head, first, n;
    size_t gradient; /* where they are in the task's gradient */
} label_range;

/* States one number wide. */
static void differentiate_narrow(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 uint32_t i, label_range own)
{
    const uint32_t m = layer->spec->outputs;
    const node_range r = nodes_of(flow, i);
    const uint32_t *label = layer->spec->decoder_head[own.head].label + r.first_node;
    const sg_real *dz = flow->dy + (size_t)i * layer->out_width + (size_t)own.head * m;
    const sg_real *x = flow->x + r.first_row, scale = scale_of(layer, r.n);
    for (uint32_t v = 0; v < r.n; v++) {
        const uint32_t place = label[v] - own.first;
        if (place >= own.n) continue; /* SG_NO_LABEL, too */
        add_row(flow->gradient + own.gradient + (size_t)place * m, scale * x[v], dz, m);
    }
}

/* States wider than that: sum up dG'. */
static void differentiate_wide(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               uint32_t i, label_range own)
{
    const uint32_t m = layer->spec->outputs;
    const size_t n_rows = (size_t)layer->spec->n_heads * m;
    const node_range r = nodes_of(flow, i);
    for (uint32_t first = 0; first < r.n; first += SG_DECODER_NODES) {
        const node_range part = part_of(r, first);
        const uint32_t *label = layer->spec->decoder_head[own.head].label + part.first_node;
        const sg_real *restrict dg =
            layer->kept + part.first_row * n_rows + (size_t)own.head * m * part.n;
        for (uint32_t v = 0; v < part.n; v++) {
            const uint32_t place = label[v] - own.first;
            if (place >= own.n) continue; /* SG_NO_LABEL, too */
            sg_real *restrict gradient = flow->gradient + own.gradient + (size_t)place * m;
            for (uint32_t o = 0; o < m; o++) gradient[o] += dg[(size_t)o * part.n + v];
        }
    }
}

/* A task owns the weights of some labels of a head, or of several heads. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t task)
{
    const sg_gradient_task *t = &layer->task[task];
    const uint32_t m = layer->spec->outputs;
    if (t->kind == SG_GRADIENT_BIAS) {
        differentiate_bias(layer, flow, t);
        return;
    }
    for (uint32_t i = 0; i < flow->batch->n_graphs; i++) {
        prefetch_labels(layer, flow, i + 2, t->head, t->n_heads);
        for (uint32_t h = t->head; h < t->head + t->n_heads; h++) {
            label_range own = {h, 0, layer->spec->decoder_head[h].n_labels,
                               layer->head[h].first - t->begin};
            if (t->kind == SG_GRADIENT_WEIGHTS)
                own = (label_range){h, (uint32_t)((t->begin - layer->head[h].first) / m),
                                    (uint32_t)((t->end - t->begin) / m), 0};
            if (layer->in_width == 1)
                differentiate_narrow(layer, flow, i, own);
            else
                differentiate_wide(layer, flow, i, own);
        }
    }
}

const SG_R(sg_layer_ops) SG_R(sg_decoder_ops) = {
    .forward = forward, .backward = backward, .differentiate = differentiate};
