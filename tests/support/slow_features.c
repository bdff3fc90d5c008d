/* slow_features.c - element by element. */
#include "support/slow_features.h"

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
    (void)in_width;
    return ((const sg_add_spec *)spec)->outputs;
}
