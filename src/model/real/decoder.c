/* decoder.c - pooling by node label.
 *
 *     Z[(h m + o) k + f] = s(n) sum over nodes i: w_h[label_h(i)][o] X[i][f]  +  b[(h m + o) k + f]
 *
 * with s(n) = 1/n for the mean and 1 for the sum. */
#include "model/real/network.h"

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

static void pool_head(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t h,
                      node_range r, sg_real *z)
{
    const uint32_t k = layer->in_width, m = layer->spec->outputs;
    const sg_decoder_head *head = &layer->spec->decoder_head[h];
    const sg_real *w = flow->parameter + layer->head_first[h];
    for (uint32_t i = 0; i < r.n; i++) {
        const uint32_t label = head->label[r.first_node + i];
        if (label == SG_NO_LABEL) continue;
        const sg_real *x = flow->x + (size_t)(r.first_row + i) * k;
        for (uint32_t o = 0; o < m; o++) {
            const sg_real weight = w[(size_t)label * m + o];
            for (uint32_t f = 0; f < k; f++) z[(size_t)o * k + f] += weight * x[f];
        }
    }
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const uint32_t n_heads = layer->spec->n_heads, width = layer->out_width;
    const size_t per_head = (size_t)layer->spec->outputs * layer->in_width;
    const sg_real *bias = flow->parameter + layer->n_parameters - width;
    for (uint32_t i = piece.first_graph; i < piece.behind_graph; i++) {
        const node_range r = nodes_of(flow, i);
        const sg_real scale = scale_of(layer, r.n);
        sg_real *z = flow->y + (size_t)i * width;
        for (uint32_t j = 0; j < width; j++) z[j] = 0;
        for (uint32_t h = 0; h < n_heads; h++) pool_head(layer, flow, h, r, z + h * per_head);
        for (uint32_t j = 0; j < width; j++) z[j] *= scale;
        for (uint32_t j = 0; j < width && layer->spec->bias; j++) z[j] += bias[j];
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const uint32_t k = layer->in_width, m = layer->spec->outputs;
    for (uint32_t i = piece.first_graph; i < piece.behind_graph; i++) {
        const node_range r = nodes_of(flow, i);
        const sg_real scale = scale_of(layer, r.n);
        for (uint32_t h = 0; h < layer->spec->n_heads; h++) {
            const sg_real *w = flow->parameter + layer->head_first[h];
            const sg_real *dz = flow->dy + (size_t)i * layer->out_width + (size_t)h * m * k;
            const uint32_t *labels = layer->spec->decoder_head[h].label + r.first_node;
            for (uint32_t v = 0; v < r.n; v++) {
                if (labels[v] == SG_NO_LABEL) continue;
                sg_real *dx = flow->dx + (size_t)(r.first_row + v) * k;
                for (uint32_t o = 0; o < m; o++) {
                    const sg_real weight = scale * w[(size_t)labels[v] * m + o];
                    for (uint32_t f = 0; f < k; f++) dx[f] += weight * dz[(size_t)o * k + f];
                }
            }
        }
    }
}

static void differentiate_bias(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    const uint32_t width = layer->out_width;
    sg_real *gradient = flow->gradient + layer->n_parameters - width;
    for (uint32_t i = 0; i < flow->batch->n_graphs; i++)
        for (uint32_t j = 0; j < width; j++) gradient[j] += flow->dy[(size_t)i * width + j];
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t task)
{
    const uint32_t k = layer->in_width, m = layer->spec->outputs, h = layer->task[task].head;
    if (layer->task[task].is_bias) {
        differentiate_bias(layer, flow);
        return;
    }
    sg_real *gradient = flow->gradient + layer->head_first[h];
    for (uint32_t i = 0; i < flow->batch->n_graphs; i++) {
        const node_range r = nodes_of(flow, i);
        const sg_real scale = scale_of(layer, r.n);
        const sg_real *dz = flow->dy + (size_t)i * layer->out_width + (size_t)h * m * k;
        const uint32_t *labels = layer->spec->decoder_head[h].label + r.first_node;
        for (uint32_t v = 0; v < r.n; v++) {
            if (labels[v] == SG_NO_LABEL) continue;
            const sg_real *x = flow->x + (size_t)(r.first_row + v) * k;
            for (uint32_t o = 0; o < m; o++) {
                sg_real sum = 0;
                for (uint32_t f = 0; f < k; f++) sum += dz[(size_t)o * k + f] * x[f];
                gradient[(size_t)labels[v] * m + o] += scale * sum;
            }
        }
    }
}

const SG_R(sg_layer_ops) SG_R(sg_decoder_ops) = {forward, backward, differentiate};
