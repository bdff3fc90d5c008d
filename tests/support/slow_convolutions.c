/* slow_convolutions.c - every gathering is a dense n x n matrix S with Z = S X; for a maximum there is one
 * for every column.  Then Y is a sum of products, and gradients are products of transposes. */
#include "support/slow_convolutions.h"

#include "base/mem.h"
#include "support/check.h"

static double *zeros(size_t n)
{
    double *made = sg_alloc(n, sizeof *made);
    assert_non_null(made);
    return made;
}

/* ---- Matrices ----------------------------------------------------------------------------- */

/* C += A B,  A [m][k], B [k][n]; transposes are meant where they are asked for. */
static void multiply(double *c, const double *a, bool a_across, const double *b, bool b_across,
                     size_t m, size_t k, size_t n)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t l = 0; l < k; l++)
                c[i * n + j] += (a_across ? a[l * m + i] : a[i * k + l]) *
                                (b_across ? b[j * k + l] : b[l * n + j]);
}

static void add_to_rows(double *y, const double *bias, size_t n_rows, size_t width)
{
    for (size_t e = 0; e < n_rows * width; e++) y[e] += bias[e % width];
}

static void add_rows_up(double *d_bias, const double *dy, size_t n_rows, size_t width)
{
    for (size_t e = 0; e < n_rows * width; e++) d_bias[e % width] += dy[e];
}

/* The adjacency matrix of the flow's graph. */
static double *adjacency(const slow_flow *flow)
{
    const sg_graph *graph = flow->spec->graph;
    const uint32_t first = graph->graph_offset[flow->graph], n = flow->n_in;
    double *a = zeros((size_t)n * n);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t arc = graph->arc_offset[first + v];
             arc < graph->arc_offset[first + v + 1]; arc++)
            a[(size_t)v * n + (graph->neighbor[arc] - first)] = 1;
    return a;
}

static double degree(const double *a, uint32_t n, uint32_t v)
{
    double sum = 0;
    for (uint32_t w = 0; w < n; w++) sum += a[(size_t)v * n + w];
    return sum;
}

/* S of a gathering for column f. */
static double *gathering_matrix(const slow_flow *flow, sg_gathering how, uint32_t f)
{
    const uint32_t n = flow->n_in;
    double *s = adjacency(flow);
    for (uint32_t v = 0; v < n; v++) {
        const double d = degree(s, n, v);
        uint32_t best = n;
        for (uint32_t w = 0; w < n; w++)
            if (s[(size_t)v * n + w] > 0 &&
                (best == n ||
                 flow->x[w * flow->in_width + f] > flow->x[best * flow->in_width + f]))
                best = w;
        for (uint32_t w = 0; w < n; w++) {
            if (how == SG_GATHER_MEAN && d > 0) s[(size_t)v * n + w] /= d;
            if (how == SG_GATHER_MAX) s[(size_t)v * n + w] = w == best;
        }
    }
    return s;
}

/* Z = S X, or with `back` X += S' Z. */
static void gather(double *x_or_z, const double *from, const slow_flow *flow, sg_gathering how,
                   bool back)
{
    const uint32_t n = flow->n_in, k = flow->in_width;
    for (uint32_t f = 0; f < k; f++) {
        double *s = gathering_matrix(flow, how, f);
        for (uint32_t v = 0; v < n; v++)
            for (uint32_t w = 0; w < n; w++)
                if (back)
                    x_or_z[w * k + f] += s[(size_t)v * n + w] * from[v * k + f];
                else
                    x_or_z[v * k + f] += s[(size_t)v * n + w] * from[w * k + f];
        sg_free(s);
    }
}

/* ---- GCN ---------------------------------------------------------------------------------- */

/* D^-1/2 (A + I) D^-1/2 */
static double *symmetric_matrix(const slow_flow *flow)
{
    const uint32_t n = flow->n_in;
    double *a = adjacency(flow), *s = zeros((size_t)n * n);
    for (uint32_t v = 0; v < n; v++) a[(size_t)v * n + v] = 1;
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t w = 0; w < n; w++)
            s[(size_t)v * n + w] =
                a[(size_t)v * n + w] / sqrt(degree(a, n, v) * degree(a, n, w));
    sg_free(a);
    return s;
}

void slow_gcn_forward(const slow_flow *flow)
{
    const sg_gcn_spec *spec = flow->layer->of;
    const size_t n = flow->n_in, in = flow->in_width, out = flow->out_width;
    double *s = symmetric_matrix(flow), *z = zeros(n * in);
    multiply(z, s, false, flow->x, false, n, n, in);
    memset(flow->y, 0, n * out * sizeof *flow->y);
    multiply(flow->y, z, false, flow->parameter, false, n, in, out);
    if (spec->bias) add_to_rows(flow->y, flow->parameter + in * out, n, out);
    sg_free(s);
    sg_free(z);
}

void slow_gcn_backward(const slow_flow *flow)
{
    const sg_gcn_spec *spec = flow->layer->of;
    const size_t n = flow->n_in, in = flow->in_width, out = flow->out_width;
    double *s = symmetric_matrix(flow), *z = zeros(n * in), *dz = zeros(n * in);
    multiply(z, s, false, flow->x, false, n, n, in);
    multiply(flow->gradient, z, true, flow->dy, false, in, n, out);
    if (spec->bias) add_rows_up(flow->gradient + in * out, flow->dy, n, out);
    multiply(dz, flow->dy, false, flow->parameter, true, n, out, in);
    multiply(flow->dx, s, true, dz, false, n, n, in);
    sg_free(s);
    sg_free(z);
    sg_free(dz);
}

size_t slow_gcn_size(const void *spec, uint32_t in_width)
{
    const sg_gcn_spec *gcn = spec;
    return ((size_t)in_width + gcn->bias) * gcn->outputs;
}

uint32_t slow_gcn_width(const void *spec, uint32_t in_width)
{
    (void)in_width;
    return ((const sg_gcn_spec *)spec)->outputs;
}

/* ---- GraphSAGE ---------------------------------------------------------------------------- */

void slow_sage_forward(const slow_flow *flow)
{
    const sg_sage_spec *spec = flow->layer->of;
    const size_t n = flow->n_in, in = flow->in_width, out = flow->out_width;
    double *z = zeros(n * in);
    gather(z, flow->x, flow, spec->gathering, false);
    memset(flow->y, 0, n * out * sizeof *flow->y);
    multiply(flow->y, z, false, flow->parameter, false, n, in, out);
    multiply(flow->y, flow->x, false, flow->parameter + in * out, false, n, in, out);
    if (spec->bias) add_to_rows(flow->y, flow->parameter + 2 * in * out, n, out);
    sg_free(z);
}

void slow_sage_backward(const slow_flow *flow)
{
    const sg_sage_spec *spec = flow->layer->of;
    const size_t n = flow->n_in, in = flow->in_width, out = flow->out_width;
    double *z = zeros(n * in), *dz = zeros(n * in);
    gather(z, flow->x, flow, spec->gathering, false);
    multiply(flow->gradient, z, true, flow->dy, false, in, n, out);
    multiply(flow->gradient + in * out, flow->x, true, flow->dy, false, in, n, out);
    if (spec->bias) add_rows_up(flow->gradient + 2 * in * out, flow->dy, n, out);
    multiply(dz, flow->dy, false, flow->parameter, true, n, out, in);
    gather(flow->dx, dz, flow, spec->gathering, true);
    multiply(flow->dx, flow->dy, false, flow->parameter + in * out, true, n, out, in);
    sg_free(z);
    sg_free(dz);
}

size_t slow_sage_size(const void *spec, uint32_t in_width)
{
    const sg_sage_spec *sage = spec;
    return (2 * (size_t)in_width + sage->bias) * sage->outputs;
}

uint32_t slow_sage_width(const void *spec, uint32_t in_width)
{
    (void)in_width;
    return ((const sg_sage_spec *)spec)->outputs;
}

/* ---- GIN ---------------------------------------------------------------------------------- */

/* Z and H = relu(Z W1 + b1) of a graph; sg_free both. */
static void gin_states(double **z, double **h, const slow_flow *flow)
{
    const sg_gin_spec *spec = flow->layer->of;
    const size_t n = flow->n_in, in = flow->in_width, out = flow->out_width;
    const double *w1 = flow->parameter, *b1 = w1 + in * out;
    const double epsilon = spec->epsilon ? b1[2 * out + out * out] : 0;
    *z = zeros(n * in);
    *h = zeros(n * out);
    gather(*z, flow->x, flow, SG_GATHER_SUM, false);
    for (size_t e = 0; e < n * in; e++) (*z)[e] += (1 + epsilon) * flow->x[e];
    multiply(*h, *z, false, w1, false, n, in, out);
    add_to_rows(*h, b1, n, out);
    for (size_t e = 0; e < n * out; e++) (*h)[e] = fmax((*h)[e], 0);
}

void slow_gin_forward(const slow_flow *flow)
{
    const size_t n = flow->n_in, in = flow->in_width, out = flow->out_width;
    const double *w2 = flow->parameter + in * out + out;
    double *z = NULL, *h = NULL;
    gin_states(&z, &h, flow);
    memset(flow->y, 0, n * out * sizeof *flow->y);
    multiply(flow->y, h, false, w2, false, n, out, out);
    add_to_rows(flow->y, w2 + out * out, n, out);
    sg_free(z);
    sg_free(h);
}

void slow_gin_backward(const slow_flow *flow)
{
    const sg_gin_spec *spec = flow->layer->of;
    const size_t n = flow->n_in, in = flow->in_width, out = flow->out_width;
    const size_t at_b1 = in * out, at_w2 = at_b1 + out, at_b2 = at_w2 + out * out;
    const double epsilon = spec->epsilon ? flow->parameter[at_b2 + out] : 0;
    double *z = NULL, *h = NULL, *dh = zeros(n * out), *dz = zeros(n * in);
    gin_states(&z, &h, flow);
    multiply(flow->gradient + at_w2, h, true, flow->dy, false, out, n, out);
    add_rows_up(flow->gradient + at_b2, flow->dy, n, out);
    multiply(dh, flow->dy, false, flow->parameter + at_w2, true, n, out, out);
    for (size_t e = 0; e < n * out; e++)
        if (h[e] <= 0) dh[e] = 0;
    multiply(flow->gradient, z, true, dh, false, in, n, out);
    add_rows_up(flow->gradient + at_b1, dh, n, out);
    multiply(dz, dh, false, flow->parameter, true, n, out, in);
    for (size_t e = 0; e < n * in; e++) {
        flow->dx[e] += (1 + epsilon) * dz[e];
        if (spec->epsilon) flow->gradient[at_b2 + out] += dz[e] * flow->x[e];
    }
    gather(flow->dx, dz, flow, SG_GATHER_SUM, true);
    sg_free(z);
    sg_free(h);
    sg_free(dh);
    sg_free(dz);
}

size_t slow_gin_size(const void *spec, uint32_t in_width)
{
    const sg_gin_spec *gin = spec;
    const size_t out = gin->outputs;
    return (in_width + out + 2) * out + gin->epsilon;
}

uint32_t slow_gin_width(const void *spec, uint32_t in_width)
{
    (void)in_width;
    return ((const sg_gin_spec *)spec)->outputs;
}
