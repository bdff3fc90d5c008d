/* slow_features.c - element by element. */
#include "support/slow_features.h"

#include "base/mem.h"
#include "support/check.h"

/* Which parameter is column c of node v, or SIZE_MAX: none. */
static size_t place_of(const slow_flow *flow, uint32_t v, uint32_t c)
{
    const sg_embedding_spec *spec = flow->layer->of;
    const uint32_t kept = spec->beside ? flow->in_width : 0,
                   label = spec->label[flow->spec->graph->graph_offset[flow->graph] + v];
    if (c < kept || label >= spec->n_labels) return SIZE_MAX;
    return (size_t)label * spec->outputs + (c - kept);
}

void slow_embedding_forward(const slow_flow *flow)
{
    const sg_embedding_spec *spec = flow->layer->of;
    for (uint32_t v = 0; v < flow->n_out; v++)
        for (uint32_t c = 0; c < flow->out_width; c++) {
            const size_t place = place_of(flow, v, c);
            double *y = &flow->y[v * flow->out_width + c];
            *y = place != SIZE_MAX ? flow->parameter[place] : 0;
            if (spec->beside && c < flow->in_width) *y = flow->x[v * flow->in_width + c];
        }
}

void slow_embedding_backward(const slow_flow *flow)
{
    const sg_embedding_spec *spec = flow->layer->of;
    for (uint32_t v = 0; v < flow->n_out; v++)
        for (uint32_t c = 0; c < flow->out_width; c++) {
            const size_t place = place_of(flow, v, c);
            const double dy = flow->dy[v * flow->out_width + c];
            if (place != SIZE_MAX) flow->gradient[place] += dy;
            if (spec->beside && c < flow->in_width) flow->dx[v * flow->in_width + c] += dy;
        }
}

size_t slow_embedding_size(const void *spec, uint32_t in_width)
{
    const sg_embedding_spec *s = spec;
    (void)in_width;
    return (size_t)s->n_labels * s->outputs;
}

uint32_t slow_embedding_width(const void *spec, uint32_t in_width)
{
    const sg_embedding_spec *s = spec;
    return s->outputs + (s->beside ? in_width : 0);
}

void slow_standardize_forward(const slow_flow *flow)
{
    const uint32_t width = flow->in_width;
    for (size_t e = 0; e < (size_t)flow->n_in * width; e++)
        flow->y[e] =
            (flow->x[e] - flow->parameter[e % width]) / flow->parameter[width + e % width];
}

void slow_standardize_backward(const slow_flow *flow)
{
    const uint32_t width = flow->in_width;
    for (size_t e = 0; e < (size_t)flow->n_in * width; e++)
        flow->dx[e] += flow->dy[e] / flow->parameter[width + e % width];
}

size_t slow_standardize_size(const void *spec, uint32_t in_width)
{
    (void)spec;
    return 2 * (size_t)in_width;
}

void slow_add_forward(const slow_flow *flow)
{
    for (size_t e = 0; e < (size_t)flow->n_out * flow->out_width; e++) flow->y[e] = 0;
    for (uint32_t v = 0; v < flow->n_in; v++)
        for (uint32_t c = 0; c < flow->in_width; c++)
            flow->y[v * flow->out_width + c % flow->out_width] +=
                flow->x[v * flow->in_width + c];
}

void slow_add_backward(const slow_flow *flow)
{
    for (uint32_t v = 0; v < flow->n_in; v++)
        for (uint32_t c = 0; c < flow->in_width; c++)
            flow->dx[v * flow->in_width + c] +=
                flow->dy[v * flow->out_width + c % flow->out_width];
}

uint32_t slow_add_width(const void *spec, uint32_t in_width)
{
    const sg_add_spec *s = spec;
    return s->parts > 0 ? in_width / s->parts : s->outputs;
}

/* ---- Low rank --------------------------------------------------------------------------------- */

/* Numbers r of a pair, one each of the receiver's label, the sender's and the value. */
typedef struct slow_factors {
    size_t receiver, sender, value; /* places of the first; SIZE_MAX: the label is unknown */
} slow_factors;

static slow_factors factors_of(const slow_flow *flow, uint32_t v, uint32_t w, uint32_t slot)
{
    const sg_low_rank_spec *s = flow->layer->of;
    const uint32_t first = flow->spec->graph->graph_offset[flow->graph],
                   receiver = s->receiver[first + v], sender = s->sender[first + w];
    const size_t labels = (size_t)s->n_receiver_labels + s->n_sender_labels;
    return (slow_factors){
        receiver < s->n_receiver_labels ? (size_t)receiver * s->rank : SIZE_MAX,
        sender < s->n_sender_labels ? ((size_t)s->n_receiver_labels + sender) * s->rank
                                    : SIZE_MAX,
        (labels + slot) * s->rank};
}

static void forward_pair(const slow_flow *flow, uint32_t v, uint32_t w, const slow_factors *at)
{
    const sg_low_rank_spec *s = flow->layer->of;
    const double *q = flow->parameter;
    double weight = 0;
    for (uint32_t r = 0; r < s->rank; r++)
        weight += q[at->receiver + r] * q[at->sender + r] * q[at->value + r];
    for (uint32_t f = 0; f < flow->in_width; f++)
        flow->y[v * flow->out_width + f] += weight * flow->x[w * flow->in_width + f];
}

static void backward_pair(const slow_flow *flow, uint32_t v, uint32_t w, const slow_factors *at)
{
    const sg_low_rank_spec *s = flow->layer->of;
    const double *q = flow->parameter;
    double weight = 0, d_weight = 0;
    for (uint32_t r = 0; r < s->rank; r++)
        weight += q[at->receiver + r] * q[at->sender + r] * q[at->value + r];
    for (uint32_t f = 0; f < flow->in_width; f++) {
        const double dy = flow->dy[v * flow->out_width + f];
        flow->dx[w * flow->in_width + f] += weight * dy;
        d_weight += flow->x[w * flow->in_width + f] * dy;
    }
    for (uint32_t r = 0; r < s->rank; r++) {
        const double a = q[at->receiver + r], b = q[at->sender + r], c = q[at->value + r];
        flow->gradient[at->receiver + r] += d_weight * b * c;
        flow->gradient[at->sender + r] += d_weight * a * c;
        flow->gradient[at->value + r] += d_weight * a * b;
    }
}

static void for_pairs(const slow_flow *flow, void (*visit)(const slow_flow *, uint32_t,
                                                           uint32_t, const slow_factors *))
{
    const sg_low_rank_spec *s = flow->layer->of;
    uint32_t *sender = sg_alloc(flow->n_in + 1, sizeof *sender),
             *slot = sg_alloc(flow->n_in + 1, sizeof *slot);
    assert_true(sender != NULL && slot != NULL);
    for (uint32_t v = 0; v < flow->n_in; v++) {
        const uint32_t n =
            sg_plan_row(sender, slot, s->plan, flow->spec->graph, flow->graph, v);
        for (uint32_t p = 0; p < n; p++) {
            const slow_factors at = factors_of(flow, v, sender[p], slot[p]);
            if (at.receiver != SIZE_MAX && at.sender != SIZE_MAX)
                visit(flow, v, sender[p], &at);
        }
    }
    sg_free(sender);
    sg_free(slot);
}

void slow_low_rank_forward(const slow_flow *flow)
{
    for (size_t e = 0; e < (size_t)flow->n_out * flow->out_width; e++) flow->y[e] = 0;
    for_pairs(flow, forward_pair);
}

void slow_low_rank_backward(const slow_flow *flow)
{
    for_pairs(flow, backward_pair);
}

size_t slow_low_rank_size(const void *spec, uint32_t in_width)
{
    const sg_low_rank_spec *s = spec;
    (void)in_width;
    return ((size_t)s->n_receiver_labels + s->n_sender_labels + s->plan->n_slots) * s->rank;
}
