/* slow_layers.c - see slow_layers.h.  Forward and backward of a layer stand together; what
 * random streams are called is part of the contract (network/real/network.h), so it is said here
 * again. */
#include "support/slow_layers.h"

#include "support/slow_features.h"

#include "base/mem.h"
#include "optim/normal.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/slow_attention.h"
#include "support/slow_batch_norm.h"
#include "support/slow_convolutions.h"
#include "support/slow_heads.h"
#include "support/slow_math.h"

/* ---- Linear ------------------------------------------------------------------------------ */

static void forward_linear(const slow_flow *flow)
{
    const sg_linear_spec *spec = flow->layer->of;
    const uint32_t in = flow->in_width, out = flow->out_width;
    const double *w = flow->parameter, *b = w + (size_t)in * out;
    for (uint32_t r = 0; r < flow->n_in; r++)
        for (uint32_t j = 0; j < out; j++) {
            double sum = spec->bias ? b[j] : 0;
            for (uint32_t i = 0; i < in; i++)
                sum += flow->x[(size_t)r * in + i] * w[(size_t)i * out + j];
            flow->y[(size_t)r * out + j] = sum;
        }
}

static void backward_linear(const slow_flow *flow)
{
    const sg_linear_spec *spec = flow->layer->of;
    const uint32_t in = flow->in_width, out = flow->out_width;
    const double *w = flow->parameter;
    double *db = flow->gradient + (size_t)in * out;
    for (uint32_t r = 0; r < flow->n_in; r++)
        for (uint32_t j = 0; j < out; j++) {
            const double dy = flow->dy[(size_t)r * out + j];
            for (uint32_t i = 0; i < in; i++) {
                flow->dx[(size_t)r * in + i] += dy * w[(size_t)i * out + j];
                flow->gradient[(size_t)i * out + j] += dy * flow->x[(size_t)r * in + i];
            }
            if (spec->bias) db[j] += dy;
        }
}

/* ---- Norm -------------------------------------------------------------------------------- */

/* The row u of mean 0 and variance 1; returns what the row was divided by. */
static double normalize(double *u, const double *x, uint32_t width)
{
    double mean = 0, variance = 0;
    for (uint32_t f = 0; f < width; f++) mean += x[f] / width;
    for (uint32_t f = 0; f < width; f++) variance += (x[f] - mean) * (x[f] - mean) / width;
    const double deviation = sqrt(variance + 1e-5);
    for (uint32_t f = 0; f < width; f++) u[f] = (x[f] - mean) / deviation;
    return deviation;
}

static void forward_norm(const slow_flow *flow)
{
    const sg_norm_spec *spec = flow->layer->of;
    const uint32_t width = flow->in_width;
    for (uint32_t r = 0; r < flow->n_in; r++) {
        double *y = flow->y + (size_t)r * width;
        (void)normalize(y, flow->x + (size_t)r * width, width);
        for (uint32_t f = 0; f < width && spec->affine; f++)
            y[f] = y[f] * flow->parameter[f] + flow->parameter[width + f];
    }
}

/* Through the whole Jacobian: du_f / dx_i = ((f == i) - 1 / width - u_f u_i / width) /
 * deviation. */
static void backward_norm(const slow_flow *flow)
{
    const sg_norm_spec *spec = flow->layer->of;
    const uint32_t width = flow->in_width;
    double *u = check_alloc(width, sizeof *u);
    for (uint32_t r = 0; r < flow->n_in; r++) {
        const double *dy = flow->dy + (size_t)r * width;
        const double deviation = normalize(u, flow->x + (size_t)r * width, width);
        for (uint32_t f = 0; f < width; f++) {
            const double du = dy[f] * (spec->affine ? flow->parameter[f] : 1);
            for (uint32_t i = 0; i < width; i++)
                flow->dx[(size_t)r * width + i] +=
                    du * ((f == i) - 1.0 / width - u[f] * u[i] / width) / deviation;
            if (!spec->affine) continue;
            flow->gradient[f] += dy[f] * u[f];
            flow->gradient[width + f] += dy[f];
        }
    }
    sg_free(u);
}

/* ---- Layers without parameters ----------------------------------------------------------- */

static void forward_activation(const slow_flow *flow)
{
    const sg_activation_spec *spec = flow->layer->of;
    for (size_t e = 0; e < (size_t)flow->n_in * flow->in_width; e++)
        flow->y[e] = (double)slow_activation(spec->activation, flow->x[e]);
}

static void backward_activation(const slow_flow *flow)
{
    const sg_activation_spec *spec = flow->layer->of;
    for (size_t e = 0; e < (size_t)flow->n_in * flow->in_width; e++)
        flow->dx[e] +=
            flow->dy[e] * (double)slow_activation_slope(spec->activation, flow->x[e]);
}

/* Before element e of a graph is drawn: the numbers of a graph have one stream, those of a graph with more rows
 * than are large one for each block of rows. */
static void begin_stream(sg_rng *rng, const sg_network_spec *spec, uint64_t layer,
                         uint64_t step, uint64_t graph, size_t e, size_t width, uint32_t n_rows)
{
    const bool cut = n_rows > sg_network_large_span(spec);
    const size_t block = (size_t)sg_network_rows_at_once(spec) * width;
    const uint64_t words[4] = {layer, step, graph, e / width};
    if (e % (cut ? block : SIZE_MAX) == 0) *rng = sg_rng_stream(spec->seed, words, cut ? 4 : 3);
}

/* What dropout multiplies the elements of a graph by; the stream is named by layer, step,
 * graph. */
static double *dropout_mask(const slow_flow *flow)
{
    const sg_dropout_spec *spec = flow->layer->of;
    const size_t n = (size_t)flow->n_in * flow->in_width;
    double *mask = check_alloc(n, sizeof *mask);
    sg_rng rng = {{0}};
    for (size_t e = 0; e < n; e++) {
        begin_stream(&rng, flow->spec, flow->number, flow->step, flow->graph, e, flow->in_width,
                     flow->n_in);
        mask[e] = 1;
        if (!flow->training) continue;
        mask[e] = sg_rng_uniform(&rng) < spec->rate ? 0 : 1 / (1 - spec->rate);
    }
    return mask;
}

static void forward_dropout(const slow_flow *flow)
{
    double *mask = dropout_mask(flow);
    for (size_t e = 0; e < (size_t)flow->n_in * flow->in_width; e++)
        flow->y[e] = flow->x[e] * mask[e];
    sg_free(mask);
}

static void backward_dropout(const slow_flow *flow)
{
    double *mask = dropout_mask(flow);
    for (size_t e = 0; e < (size_t)flow->n_in * flow->in_width; e++)
        flow->dx[e] += flow->dy[e] * mask[e];
    sg_free(mask);
}

/* The first row with the largest element of column f. */
static uint32_t row_of_maximum(const slow_flow *flow, uint32_t f)
{
    uint32_t best = 0;
    for (uint32_t r = 1; r < flow->n_in; r++)
        if (flow->x[(size_t)r * flow->in_width + f] >
            flow->x[(size_t)best * flow->in_width + f])
            best = r;
    return best;
}

static void forward_pool(const slow_flow *flow)
{
    const sg_pool_spec *spec = flow->layer->of;
    const uint32_t width = flow->in_width;
    for (uint32_t f = 0; f < width; f++) {
        double sum = 0;
        for (uint32_t r = 0; r < flow->n_in; r++) sum += flow->x[(size_t)r * width + f];
        flow->y[f] = slow_pool_scale(flow, spec->pooling) * sum;
        if (spec->pooling == SG_POOL_MAX)
            flow->y[f] =
                flow->n_in > 0 ? flow->x[(size_t)row_of_maximum(flow, f) * width + f] : 0;
    }
}

static void backward_pool(const slow_flow *flow)
{
    const sg_pool_spec *spec = flow->layer->of;
    const uint32_t width = flow->in_width;
    for (uint32_t f = 0; f < width; f++)
        for (uint32_t r = 0; r < flow->n_in; r++)
            if (spec->pooling != SG_POOL_MAX || r == row_of_maximum(flow, f))
                flow->dx[(size_t)r * width + f] +=
                    slow_pool_scale(flow, spec->pooling) * flow->dy[f];
}

/* What a graph's state counts beside the earlier one; the stream is named like that of dropout. */
static double path_factor(const slow_flow *flow)
{
    const sg_residual_spec *spec = flow->layer->of;
    const uint64_t words[3] = {flow->number, flow->step, flow->graph};
    sg_rng rng = sg_rng_stream(flow->spec->seed, words, 3);
    if (!flow->training || spec->drop == 0) return 1;
    return sg_rng_uniform(&rng) < spec->drop ? 0 : 1 / (1 - spec->drop);
}

static void forward_residual(const slow_flow *flow)
{
    const sg_residual_spec *spec = flow->layer->of;
    for (size_t e = 0; e < (size_t)flow->n_in * flow->in_width; e++)
        flow->y[e] = path_factor(flow) * flow->x[e] + flow->state[spec->from][e];
}

static void backward_residual(const slow_flow *flow)
{
    const sg_residual_spec *spec = flow->layer->of;
    for (size_t e = 0; e < (size_t)flow->n_in * flow->in_width; e++) {
        flow->dx[e] += path_factor(flow) * flow->dy[e];
        flow->d_state[spec->from][e] += flow->dy[e];
    }
}

static void forward_concat(const slow_flow *flow)
{
    const sg_concat_spec *spec = flow->layer->of;
    for (uint32_t i = 0, first = 0; i < spec->n; first += flow->width[spec->from[i++]])
        for (size_t r = 0; r < flow->n_in; r++)
            for (size_t f = 0; f < flow->width[spec->from[i]]; f++)
                flow->y[r * flow->out_width + first + f] =
                    flow->state[spec->from[i]][r * flow->width[spec->from[i]] + f];
}

static void backward_concat(const slow_flow *flow)
{
    const sg_concat_spec *spec = flow->layer->of;
    for (uint32_t i = 0, first = 0; i < spec->n; first += flow->width[spec->from[i++]])
        for (size_t r = 0; r < flow->n_in; r++)
            for (size_t f = 0; f < flow->width[spec->from[i]]; f++)
                flow->d_state[spec->from[i]][r * flow->width[spec->from[i]] + f] +=
                    flow->dy[r * flow->out_width + first + f];
}

static void forward_branch(const slow_flow *flow)
{
    const sg_branch_spec *spec = flow->layer->of;
    for (size_t e = 0; e < (size_t)flow->n_out * flow->out_width; e++)
        flow->y[e] = flow->state[spec->from][e];
}

static void backward_branch(const slow_flow *flow)
{
    const sg_branch_spec *spec = flow->layer->of;
    for (size_t e = 0; e < (size_t)flow->n_out * flow->out_width; e++)
        flow->d_state[spec->from][e] += flow->dy[e];
}

/* ---- All of them ------------------------------------------------------------------------- */

static uint32_t linear_width(const void *spec, uint32_t in_width)
{
    (void)in_width;
    return ((const sg_linear_spec *)spec)->outputs;
}

static size_t linear_size(const void *spec, uint32_t in_width)
{
    const sg_linear_spec *linear = spec;
    return ((size_t)in_width + linear->bias) * linear->outputs;
}

static size_t norm_size(const void *spec, uint32_t in_width)
{
    return ((const sg_norm_spec *)spec)->affine ? 2 * (size_t)in_width : 0;
}

typedef struct slow_kind {
    const sg_layer_kind *of;
    void (*forward)(const slow_flow *flow);
    void (*backward)(const slow_flow *flow); /* both NULL: see slow_batch_norm.h   */
    size_t (*size)(const void *spec, uint32_t in_width);    /* NULL: 0             */
    uint32_t (*width)(const void *spec, uint32_t in_width); /* NULL: it stays      */
    bool pools;
} slow_kind;

static const slow_kind KINDS[] = {
    {&sg_encoder_kind, slow_encoder_forward, slow_encoder_backward, slow_encoder_size,
     slow_encoder_width, false},
    {&sg_decoder_kind, slow_decoder_forward, slow_decoder_backward, slow_decoder_size,
     slow_decoder_width, true},
    {&sg_linear_kind, forward_linear, backward_linear, linear_size, linear_width, false},
    {&sg_norm_kind, forward_norm, backward_norm, norm_size, NULL, false},
    {&sg_activation_kind, forward_activation, backward_activation, NULL, NULL, false},
    {&sg_dropout_kind, forward_dropout, backward_dropout, NULL, NULL, false},
    {&sg_pool_kind, forward_pool, backward_pool, NULL, NULL, true},
    {&sg_residual_kind, forward_residual, backward_residual, NULL, NULL, false},
    {&sg_gcn_kind, slow_gcn_forward, slow_gcn_backward, slow_gcn_size, slow_gcn_width, false},
    {&sg_sage_kind, slow_sage_forward, slow_sage_backward, slow_sage_size, slow_sage_width,
     false},
    {&sg_gin_kind, slow_gin_forward, slow_gin_backward, slow_gin_size, slow_gin_width, false},
    {&sg_gine_kind, slow_gin_forward, slow_gin_backward, slow_gin_size, slow_gin_width, false},
    {&sg_gat_kind, slow_attention_forward, slow_attention_backward, slow_attention_size,
     slow_attention_width, false},
    {&sg_gatv2_kind, slow_attention_forward, slow_attention_backward, slow_attention_size,
     slow_attention_width, false},
    {&sg_concat_kind, forward_concat, backward_concat, NULL, NULL, false},
    {&sg_branch_kind, forward_branch, backward_branch, NULL, NULL, false},
    {&sg_virtual_node_kind, slow_virtual_node_forward, slow_virtual_node_backward,
     slow_virtual_node_size, NULL, false},
    {&sg_embedding_kind, slow_embedding_forward, slow_embedding_backward, slow_embedding_size,
     slow_embedding_width, false},
    {&sg_add_kind, slow_add_forward, slow_add_backward, NULL, slow_add_width, false},
    {&sg_low_rank_kind, slow_low_rank_forward, slow_low_rank_backward, slow_low_rank_size, NULL,
     false},
    {&sg_standardize_kind, slow_standardize_forward, slow_standardize_backward,
     slow_standardize_size, NULL, false},
    {&sg_batch_norm_kind, NULL, NULL, slow_batch_norm_size, NULL, false},
};

static const slow_kind *find_kind(const sg_layer_spec *layer)
{
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
        if (KINDS[k].of == layer->kind) return &KINDS[k];
    fail_msg("%s has no slow twin", layer->kind->word);
    return NULL;
}

void slow_layer_forward(const slow_flow *flow, uint32_t n_graphs)
{
    const slow_kind *kind = find_kind(flow->layer);
    if (kind->forward == NULL) slow_batch_norm_forward(flow, n_graphs);
    for (uint32_t i = 0; kind->forward != NULL && i < n_graphs; i++) kind->forward(&flow[i]);
}

void slow_layer_backward(const slow_flow *flow, uint32_t n_graphs)
{
    const slow_kind *kind = find_kind(flow->layer);
    if (kind->backward == NULL) slow_batch_norm_backward(flow, n_graphs);
    for (uint32_t i = 0; kind->backward != NULL && i < n_graphs; i++) kind->backward(&flow[i]);
}

size_t slow_layer_size(const sg_layer_spec *layer, uint32_t in_width)
{
    const slow_kind *kind = find_kind(layer);
    return kind->size != NULL ? kind->size(layer->of, in_width) : 0;
}

uint32_t slow_layer_width(const sg_layer_spec *layer, const uint32_t *width, uint32_t number)
{
    const slow_kind *kind = find_kind(layer);
    uint32_t sum = 0;
    if (layer->kind == &sg_branch_kind) return width[((const sg_branch_spec *)layer->of)->from];
    if (layer->kind != &sg_concat_kind)
        return kind->width != NULL ? kind->width(layer->of, width[number]) : width[number];
    const sg_concat_spec *spec = layer->of;
    for (uint32_t i = 0; i < spec->n; i++) sum += width[spec->from[i]];
    return sum;
}

uint32_t slow_layer_rows(const sg_layer_spec *layer, const uint32_t *n_rows, uint32_t number)
{
    if (layer->kind == &sg_branch_kind)
        return n_rows[((const sg_branch_spec *)layer->of)->from];
    return find_kind(layer)->pools ? 1 : n_rows[number];
}

void slow_input(double *x, const sg_network_spec *spec, uint32_t graph, bool training,
                uint64_t step)
{
    const uint32_t first = spec->graph->graph_offset[graph],
                   width = sg_network_input_width(spec);
    const size_t n = (size_t)(spec->graph->graph_offset[graph + 1] - first) * width;
    sg_rng rng = {{0}};
    for (size_t e = 0; e < n; e++) {
        begin_stream(&rng, spec, UINT64_MAX, step, graph, e, width, (uint32_t)(n / width));
        uint32_t block = 0, column = (uint32_t)(e % width);
        while (column >= sg_network_input(spec, block).width)
            column -= sg_network_input(spec, block++).width;
        const sg_input_block at = sg_network_input(spec, block);
        const size_t node = first + e / width;
        x[e] = 1;
        if (at.value != NULL) x[e] = at.value[node * at.width + column];
        if (at.label != NULL) x[e] = at.label[node] == column;
        if (training && spec->noise > 0) x[e] += spec->noise * sg_rng_normal(&rng);
    }
}
