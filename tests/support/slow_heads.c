/* slow_heads.c - encoders and decoders: the layers that have heads. */
#include "support/slow_heads.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"

static uint32_t first_node(const slow_flow *flow)
{
    return flow->spec->graph->graph_offset[flow->graph];
}

/* ---- Encoder ----------------------------------------------------------------------------- */

/* The slots of all pairs of the graph, [n][n]; SG_NO_SLOT where a pair sends nothing. */
static uint32_t *dense_slots(const slow_flow *flow, const sg_plan *plan)
{
    const uint32_t n = flow->n_in;
    uint32_t *dense = check_alloc((size_t)n * n, sizeof *dense),
             *slot = check_alloc(n, sizeof *slot);
    uint32_t *sender = check_alloc(n, sizeof *sender);
    for (size_t i = 0; i < (size_t)n * n; i++) dense[i] = SG_NO_SLOT;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t n_pairs =
            sg_plan_row(sender, slot, plan, flow->spec->graph, flow->graph, i);
        for (uint32_t p = 0; p < n_pairs; p++) {
            assert_true(dense[(size_t)i * n + sender[p]] == SG_NO_SLOT);
            dense[(size_t)i * n + sender[p]] = slot[p];
        }
    }
    sg_free(sender);
    sg_free(slot);
    return dense;
}

/* What the messages of all pairs are multiplied by besides, [n][n]. */
static double *dense_factors(const slow_flow *flow, const sg_plan *plan)
{
    const uint32_t n = flow->n_in, first = first_node(flow);
    double *dense = check_alloc((size_t)n * n, sizeof *dense);
    for (size_t i = 0; i < (size_t)n * n; i++) dense[i] = 1;
    for (uint32_t i = 0; i < n && plan->factor != NULL; i++)
        for (uint64_t p = plan->row[first + i]; p < plan->row[first + i + 1]; p++)
            dense[(size_t)i * n + sg_plan_sender(plan, p)] = plan->factor[p];
    return dense;
}

static size_t head_size(const sg_encoder_head *head, uint32_t k)
{
    return head->plan->n_slots +
           (head->bias_label != NULL ? (size_t)head->n_bias_labels * k : 0);
}

/* Where the bias of node i begins behind the head's weights, or NULL. */
static const uint32_t *bias_label(const slow_flow *flow, const sg_encoder_head *head,
                                  uint32_t i)
{
    if (head->bias_label == NULL) return NULL;
    const uint32_t *label = &head->bias_label[first_node(flow) + i];
    return *label >= head->n_bias_labels ? NULL : label;
}

/* Y_h = W_h X + B_h */
void slow_encoder_forward(const slow_flow *flow)
{
    const sg_encoder_spec *spec = flow->layer->of;
    const uint32_t n = flow->n_in, k = flow->in_width;
    const double *w = flow->parameter;
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const sg_encoder_head *head = &spec->head[h];
        uint32_t *slot = dense_slots(flow, head->plan);
        double *weight = dense_factors(flow, head->plan);
        for (size_t e = 0; e < (size_t)n * n; e++)
            weight[e] *= slot[e] == SG_NO_SLOT ? 0 : w[slot[e]];
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t f = 0; f < k; f++) {
                const uint32_t *label = bias_label(flow, head, i);
                double sum = 0;
                for (uint32_t j = 0; j < n; j++) sum += weight[i * n + j] * flow->x[j * k + f];
                if (label != NULL) sum += w[head->plan->n_slots + (size_t)*label * k + f];
                flow->y[(size_t)i * flow->out_width + (size_t)h * k + f] = sum;
            }
        w += head_size(head, k);
        sg_free(weight);
        sg_free(slot);
    }
}

/* dX += W_h^T dY_h;  dW_h = dY_h X^T, summed over the pairs of a slot */
void slow_encoder_backward(const slow_flow *flow)
{
    const sg_encoder_spec *spec = flow->layer->of;
    const uint32_t n = flow->n_in, k = flow->in_width;
    const double *w = flow->parameter;
    double *gradient = flow->gradient;
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const sg_encoder_head *head = &spec->head[h];
        uint32_t *slot = dense_slots(flow, head->plan);
        double *factor = dense_factors(flow, head->plan);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t f = 0; f < k; f++) {
                const uint32_t *label = bias_label(flow, head, i);
                const double dy = flow->dy[(size_t)i * flow->out_width + (size_t)h * k + f];
                for (uint32_t j = 0; j < n; j++) {
                    if (slot[i * n + j] == SG_NO_SLOT) continue;
                    const double d_message = factor[i * n + j] * dy;
                    flow->dx[j * k + f] += w[slot[i * n + j]] * d_message;
                    gradient[slot[i * n + j]] += d_message * flow->x[j * k + f];
                }
                if (label != NULL) gradient[head->plan->n_slots + (size_t)*label * k + f] += dy;
            }
        w += head_size(head, k);
        gradient += head_size(head, k);
        sg_free(factor);
        sg_free(slot);
    }
}

/* ---- Decoder ----------------------------------------------------------------------------- */

double slow_pool_scale(const slow_flow *flow, sg_pooling pooling)
{
    return pooling == SG_POOL_MEAN && flow->n_in > 0 ? 1.0 / flow->n_in : 1;
}

static size_t decoder_weights(const sg_decoder_spec *spec)
{
    size_t n = 0;
    for (uint32_t h = 0; h < spec->n_heads; h++)
        n += (size_t)spec->head[h].n_labels * spec->outputs;
    return n;
}

/* Z[h m + o][f] = s(n) sum over i: w_h[label_h(i)][o] X[i][f]  +  b[h m + o][f] */
void slow_decoder_forward(const slow_flow *flow)
{
    const sg_decoder_spec *spec = flow->layer->of;
    const uint32_t k = flow->in_width, m = spec->outputs;
    const double *w = flow->parameter, *b = w + decoder_weights(spec);
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const sg_decoder_head *head = &spec->head[h];
        const uint32_t *label = head->label + first_node(flow);
        for (uint32_t o = 0; o < m; o++)
            for (uint32_t f = 0; f < k; f++) {
                double sum = 0;
                for (uint32_t i = 0; i < flow->n_in; i++)
                    if (label[i] < head->n_labels)
                        sum += w[(size_t)label[i] * m + o] * flow->x[(size_t)i * k + f];
                const size_t at = ((size_t)h * m + o) * k + f;
                flow->y[at] =
                    slow_pool_scale(flow, spec->pooling) * sum + (spec->bias ? b[at] : 0);
            }
        w += (size_t)head->n_labels * m;
    }
}

void slow_decoder_backward(const slow_flow *flow)
{
    const sg_decoder_spec *spec = flow->layer->of;
    const uint32_t k = flow->in_width, m = spec->outputs;
    const double *w = flow->parameter;
    double *dw = flow->gradient, *db = dw + decoder_weights(spec);
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const sg_decoder_head *head = &spec->head[h];
        const uint32_t *label = head->label + first_node(flow);
        for (uint32_t o = 0; o < m; o++)
            for (uint32_t f = 0; f < k; f++) {
                const size_t at = ((size_t)h * m + o) * k + f;
                const double dz = slow_pool_scale(flow, spec->pooling) * flow->dy[at];
                for (uint32_t i = 0; i < flow->n_in; i++) {
                    if (label[i] >= head->n_labels) continue;
                    flow->dx[(size_t)i * k + f] += w[(size_t)label[i] * m + o] * dz;
                    dw[(size_t)label[i] * m + o] += dz * flow->x[(size_t)i * k + f];
                }
                if (spec->bias) db[at] += flow->dy[at];
            }
        w += (size_t)head->n_labels * m;
        dw += (size_t)head->n_labels * m;
    }
}

/* ---- Sizes ------------------------------------------------------------------------------- */

size_t slow_encoder_size(const void *spec, uint32_t in_width)
{
    const sg_encoder_spec *encoder = spec;
    size_t n = 0;
    for (uint32_t h = 0; h < encoder->n_heads; h++) n += head_size(&encoder->head[h], in_width);
    return n;
}

uint32_t slow_encoder_width(const void *spec, uint32_t in_width)
{
    return ((const sg_encoder_spec *)spec)->n_heads * in_width;
}

uint32_t slow_decoder_width(const void *spec, uint32_t in_width)
{
    const sg_decoder_spec *decoder = spec;
    return decoder->n_heads * decoder->outputs * in_width;
}

size_t slow_decoder_size(const void *spec, uint32_t in_width)
{
    const sg_decoder_spec *decoder = spec;
    return decoder_weights(decoder) + (decoder->bias ? slow_decoder_width(spec, in_width) : 0);
}
