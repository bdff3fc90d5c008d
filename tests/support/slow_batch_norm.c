/* slow_batch_norm.c - column by column; gradients go through the whole Jacobian.  Parameters are running
 * means, running variances, gains and shifts. */
#include "support/slow_batch_norm.h"

#include "base/mem.h"
#include "support/check.h"

/* A column of all graphs, one below the other. */
typedef struct column {
    size_t n;
    double *u; /* [n] with mean 0 and variance 1, or by running statistics */
    double deviation, gain, shift;
} column;

static double at(const slow_flow *flow, uint32_t n_graphs, size_t row, uint32_t f)
{
    uint32_t i = 0;
    for (; row >= flow[i].n_in; i++) row -= flow[i].n_in;
    assert_true(i < n_graphs);
    return flow[i].x[row * flow[i].in_width + f];
}

static column column_of(const slow_flow *flow, uint32_t n_graphs, uint32_t f)
{
    const bool affine = ((const sg_batch_norm_spec *)flow->layer->of)->affine;
    const uint32_t k = flow->in_width;
    const double *p = flow->parameter;
    column c = {.gain = affine ? p[2 * k + f] : 1, .shift = affine ? p[3 * k + f] : 0};
    double mean = p[f], variance = fmax(p[k + f], 0);
    for (uint32_t i = 0; i < n_graphs; i++) c.n += flow[i].n_in;
    c.u = sg_alloc(c.n, sizeof *c.u);
    assert_non_null(c.u);
    if (flow->training) {
        mean = variance = 0;
        for (size_t r = 0; r < c.n; r++) mean += at(flow, n_graphs, r, f) / (double)c.n;
        for (size_t r = 0; r < c.n; r++)
            variance += pow(at(flow, n_graphs, r, f) - mean, 2) / (double)c.n;
    }
    c.deviation = sqrt(variance + 1e-5);
    for (size_t r = 0; r < c.n; r++) c.u[r] = (at(flow, n_graphs, r, f) - mean) / c.deviation;
    return c;
}

void slow_batch_norm_forward(const slow_flow *flow, uint32_t n_graphs)
{
    for (uint32_t f = 0; f < flow->in_width; f++) {
        column c = column_of(flow, n_graphs, f);
        size_t row = 0;
        for (uint32_t i = 0; i < n_graphs; i++)
            for (size_t r = 0; r < flow[i].n_in; r++)
                flow[i].y[r * flow->in_width + f] = c.gain * c.u[row++] + c.shift;
        sg_free(c.u);
    }
}

/* du_s / dx_r = ((s == r) - 1 / n - u_s u_r / n) / deviation */
void slow_batch_norm_backward(const slow_flow *flow, uint32_t n_graphs)
{
    const bool affine = ((const sg_batch_norm_spec *)flow->layer->of)->affine;
    const uint32_t k = flow->in_width;
    for (uint32_t f = 0; f < k; f++) {
        column c = column_of(flow, n_graphs, f);
        double *dy = sg_alloc(c.n, sizeof *dy);
        size_t row = 0;
        assert_non_null(dy);
        for (uint32_t i = 0; i < n_graphs; i++)
            for (size_t r = 0; r < flow[i].n_in; r++) dy[row++] = flow[i].dy[r * k + f];
        row = 0;
        for (uint32_t i = 0; i < n_graphs; i++)
            for (size_t r = 0; r < flow[i].n_in; r++, row++)
                for (size_t s = 0; s < c.n; s++) {
                    const double common =
                        flow->training ? (1 + c.u[s] * c.u[row]) / (double)c.n : 0;
                    flow[i].dx[r * k + f] +=
                        dy[s] * c.gain * ((s == row) - common) / c.deviation;
                }
        for (size_t s = 0; s < c.n && affine; s++) {
            flow->gradient[2 * k + f] += dy[s] * c.u[s];
            flow->gradient[3 * k + f] += dy[s];
        }
        sg_free(dy);
        sg_free(c.u);
    }
}

size_t slow_batch_norm_size(const void *spec, uint32_t in_width)
{
    return (((const sg_batch_norm_spec *)spec)->affine ? 4 : 2) * (size_t)in_width;
}
