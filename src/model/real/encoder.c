/* encoder.c - message passing over a plan.
 *
 *     Y[v][h k + f] = sum over pairs p of v: w_h[slot(p)] X[sender(p)][f]  +  b_h[label(v)][f]
 *
 * A state of one number per node is by far the most frequent; there four partial sums in a fixed
 * order hide the latency of additions.  Wider states are summed feature by feature, which
 * compilers turn into vectors without changing any order.
 *
 * Gradients of weights: slots are ordered by receiver label, and a task owns a stretch of them, so
 * it meets each of its slots in the order of the batch whatever the other tasks do. */
#include "model/real/network.h"

/* One graph of the batch as a head sees it. */
typedef struct head_view {
    const uint64_t *row; /* [n + 1], positions in slot and sender */
    const uint32_t *slot;
    const uint16_t *sender;
    uint32_t first_node, n;
    uint32_t first_row; /* in the batch */
} head_view;

static head_view view_head(const SG_R(sg_flow) *flow, const sg_plan *plan, uint32_t i)
{
    const uint32_t g = flow->batch->graph[i], first = flow->graph->graph_offset[g];
    return (head_view){.row = plan->row + first,
                       .slot = plan->slot,
                       .sender = plan->sender,
                       .first_node = first,
                       .n = flow->graph->graph_offset[g + 1] - first,
                       .first_row = flow->batch->first_row[i]};
}

static sg_real sum_weights(const sg_real *w, const uint32_t *slot, uint64_t n)
{
    sg_real a = 0, b = 0, c = 0, d = 0;
    uint64_t p = 0;
    for (; p + 4 <= n; p += 4) {
        a += w[slot[p]];
        b += w[slot[p + 1]];
        c += w[slot[p + 2]];
        d += w[slot[p + 3]];
    }
    for (; p < n; p++) a += w[slot[p]];
    return (a + b) + (c + d);
}

static sg_real sum_messages(const sg_real *w, const sg_real *x, const uint32_t *slot,
                            const uint16_t *sender, uint64_t n)
{
    sg_real a = 0, b = 0, c = 0, d = 0;
    uint64_t p = 0;
    for (; p + 4 <= n; p += 4) {
        a += w[slot[p]] * x[sender[p]];
        b += w[slot[p + 1]] * x[sender[p + 1]];
        c += w[slot[p + 2]] * x[sender[p + 2]];
        d += w[slot[p + 3]] * x[sender[p + 3]];
    }
    for (; p < n; p++) a += w[slot[p]] * x[sender[p]];
    return (a + b) + (c + d);
}

/* y, x: of the graph's first node; strides are the widths of the whole rows. */
static void forward_head(const SG_R(sg_layer) *layer, const head_view *g, const sg_real *w,
                         const sg_real *x, sg_real *y)
{
    const uint32_t k = layer->in_width, stride = layer->out_width;
    for (uint32_t v = 0; v < g->n; v++) {
        const uint64_t begin = g->row[v], n = g->row[v + 1] - begin;
        sg_real *out = y + (size_t)v * stride;
        if (layer->input_is_ones) {
            *out = sum_weights(w, g->slot + begin, n);
        } else if (k == 1) {
            *out = sum_messages(w, x, g->slot + begin, g->sender + begin, n);
        } else {
            for (uint32_t f = 0; f < k; f++) out[f] = 0;
            for (uint64_t p = begin; p < begin + n; p++) {
                const sg_real weight = w[g->slot[p]];
                const sg_real *in = x + (size_t)g->sender[p] * k;
                for (uint32_t f = 0; f < k; f++) out[f] += weight * in[f];
            }
        }
    }
}

static void add_bias(const SG_R(sg_layer) *layer, const head_view *g,
                     const sg_encoder_head *head, const sg_real *bias, sg_real *y)
{
    const uint32_t k = layer->in_width;
    for (uint32_t v = 0; v < g->n; v++) {
        const uint32_t label = head->bias_label[g->first_node + v];
        if (label == SG_NO_LABEL) continue;
        sg_real *out = y + (size_t)v * layer->out_width;
        for (uint32_t f = 0; f < k; f++) out[f] += bias[(size_t)label * k + f];
    }
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const uint32_t k = layer->in_width;
    for (uint32_t i = piece.first_graph; i < piece.behind_graph; i++)
        for (uint32_t h = 0; h < layer->spec->n_heads; h++) {
            const sg_encoder_head *head = &layer->spec->encoder_head[h];
            const head_view g = view_head(flow, head->plan, i);
            const sg_real *w = flow->parameter + layer->head_first[h];
            const sg_real *x = flow->x + (size_t)g.first_row * k;
            sg_real *y = flow->y + (size_t)g.first_row * layer->out_width + (size_t)h * k;
            forward_head(layer, &g, w, x, y);
            if (head->bias_label != NULL) add_bias(layer, &g, head, w + head->plan->n_slots, y);
        }
}

/* dX[sender] += w dY[v]: senders of a graph are its own nodes, so graphs do not disturb each
 * other. */
static void backward_head(const SG_R(sg_layer) *layer, const head_view *g, const sg_real *w,
                          const sg_real *dy, sg_real *dx)
{
    const uint32_t k = layer->in_width, stride = layer->out_width;
    for (uint32_t v = 0; v < g->n; v++) {
        const sg_real *in = dy + (size_t)v * stride;
        for (uint64_t p = g->row[v]; p < g->row[v + 1]; p++) {
            const sg_real weight = w[g->slot[p]];
            sg_real *out = dx + (size_t)g->sender[p] * k;
            for (uint32_t f = 0; f < k; f++) out[f] += weight * in[f];
        }
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const uint32_t k = layer->in_width;
    for (uint32_t i = piece.first_graph; i < piece.behind_graph; i++)
        for (uint32_t h = 0; h < layer->spec->n_heads; h++) {
            const head_view g = view_head(flow, layer->spec->encoder_head[h].plan, i);
            backward_head(layer, &g, flow->parameter + layer->head_first[h],
                          flow->dy + (size_t)g.first_row * layer->out_width + (size_t)h * k,
                          flow->dx + (size_t)g.first_row * k);
        }
}

static sg_real dot(const sg_real *a, const sg_real *b, uint32_t n)
{
    sg_real sum = 0;
    for (uint32_t f = 0; f < n; f++) sum += a[f] * b[f];
    return sum;
}

/* gradient[slot] += <dY[v], X[sender]> for the pairs of one node. */
static void differentiate_node(const SG_R(sg_layer) *layer, const head_view *g, uint32_t v,
                               const sg_real *x, const sg_real *dy, sg_real *gradient)
{
    const uint32_t k = layer->in_width;
    const uint64_t begin = g->row[v], end = g->row[v + 1];
    if (layer->input_is_ones)
        for (uint64_t p = begin; p < end; p++) gradient[g->slot[p]] += *dy;
    else if (k == 1)
        for (uint64_t p = begin; p < end; p++) gradient[g->slot[p]] += *dy * x[g->sender[p]];
    else
        for (uint64_t p = begin; p < end; p++)
            gradient[g->slot[p]] += dot(dy, x + (size_t)g->sender[p] * k, k);
}

static void differentiate_bias(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               uint32_t h)
{
    const uint32_t k = layer->in_width;
    const sg_encoder_head *head = &layer->spec->encoder_head[h];
    sg_real *gradient = flow->gradient + layer->head_first[h] + head->plan->n_slots;
    for (uint32_t i = 0; i < flow->batch->n_graphs; i++) {
        const head_view g = view_head(flow, head->plan, i);
        for (uint32_t v = 0; v < g.n; v++) {
            const uint32_t label = head->bias_label[g.first_node + v];
            if (label == SG_NO_LABEL) continue;
            const sg_real *dy =
                flow->dy + (size_t)(g.first_row + v) * layer->out_width + (size_t)h * k;
            for (uint32_t f = 0; f < k; f++) gradient[(size_t)label * k + f] += dy[f];
        }
    }
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t task)
{
    const sg_task *t = &layer->task[task];
    const uint32_t h = t->head, k = layer->in_width;
    if (t->is_bias) {
        differentiate_bias(layer, flow, h);
        return;
    }
    /* The tasks of a head follow each other; a node knows the number of its own. */
    uint32_t number = 0;
    while (number < task && layer->task[task - number - 1].head == h &&
           !layer->task[task - number - 1].is_bias)
        number++;
    for (uint32_t i = 0; i < flow->batch->n_graphs; i++) {
        const head_view g = view_head(flow, layer->spec->encoder_head[h].plan, i);
        const uint8_t *node_task = layer->node_task[h] + g.first_node;
        const sg_real *x = flow->x + (size_t)g.first_row * k;
        for (uint32_t v = 0; v < g.n; v++)
            if (node_task[v] == number)
                differentiate_node(layer, &g, v, x,
                                   flow->dy + (size_t)(g.first_row + v) * layer->out_width +
                                       (size_t)h * k,
                                   flow->gradient + layer->head_first[h]);
    }
}

const SG_R(sg_layer_ops) SG_R(sg_encoder_ops) = {forward, backward, differentiate};
