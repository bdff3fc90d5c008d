/* slow_attention.c - a dense n x n matrix of attention for every head; its gradient goes through the
 * whole Jacobian of the softmax, and everything is computed anew wherever it is needed. */
#include "support/slow_attention.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/slow_convolutions.h"

static double *zeros(size_t n)
{
    return check_alloc(n, sizeof(double));
}

/* The layer's sizes, and where its parameters begin. */
typedef struct shape {
    const sg_attention_spec *spec;
    size_t n, in, heads, columns, width, edge_width;
    size_t receiver, vector, receiver_vector, edges, bias, end;
} shape;

static shape shape_of(const sg_attention_spec *spec, size_t in, size_t n)
{
    shape s = {.spec = spec, .n = n, .in = in, .heads = spec->heads};
    s.columns = spec->join == SG_JOIN_MEAN ? spec->outputs : spec->outputs / spec->heads;
    s.width = s.columns * s.heads;
    s.edge_width = spec->dynamic ? s.width : s.heads;
    s.receiver = in * s.width;
    s.vector = s.receiver + (spec->dynamic ? in * s.width : 0);
    s.receiver_vector = s.vector + s.width;
    s.edges = s.receiver_vector + (spec->dynamic ? 0 : s.width);
    s.bias = s.edges + sg_edge_rows(&spec->edges) * s.edge_width;
    s.end = s.bias + (spec->bias ? spec->outputs : 0);
    return s;
}

static shape shape_at(const slow_flow *flow)
{
    return shape_of(flow->layer->of, flow->in_width, flow->n_in);
}

size_t slow_attention_size(const void *spec, uint32_t in_width)
{
    return shape_of(spec, in_width, 0).end;
}

uint32_t slow_attention_width(const void *spec, uint32_t in_width)
{
    (void)in_width;
    return ((const sg_attention_spec *)spec)->outputs;
}

/* (X W)[v][f] of the matrix that begins at `at`. */
static double sent(const slow_flow *flow, size_t at, size_t v, size_t f)
{
    const shape s = shape_at(flow);
    double sum = 0;
    for (size_t i = 0; i < s.in; i++)
        sum += flow->x[v * s.in + i] * flow->parameter[at + i * s.width + f];
    return sum;
}

/* d (X W)[v][f] goes to X and W. */
static void sent_back(const slow_flow *flow, size_t at, size_t v, size_t f, double d)
{
    const shape s = shape_at(flow);
    for (size_t i = 0; i < s.in; i++) {
        flow->dx[v * s.in + i] += d * flow->parameter[at + i * s.width + f];
        flow->gradient[at + i * s.width + f] += d * flow->x[v * s.in + i];
    }
}

static bool looks_at(const slow_flow *flow, uint32_t v, uint32_t w)
{
    return v == w || slow_are_neighbors(flow, v, w);
}

/* A self-loop is nothing new: every node looks at itself. */
static bool are_others(const slow_flow *flow, uint32_t v, uint32_t w)
{
    return v != w && slow_are_neighbors(flow, v, w);
}

static uint32_t count_neighbors(const slow_flow *flow, uint32_t v)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < flow->n_in; w++) n += are_others(flow, v, w);
    return n;
}

/* A node and itself have the mean of the rows of its edges. */
static double *edge_row(const slow_flow *flow, uint32_t v, uint32_t w)
{
    const shape s = shape_at(flow);
    const double *table = flow->parameter + s.edges;
    if (v != w) return slow_edge_row(flow, &s.spec->edges, table, s.edge_width, v, w);
    double *mean = zeros(s.edge_width);
    for (uint32_t u = 0; u < flow->n_in; u++) {
        if (!are_others(flow, v, u)) continue;
        double *row = slow_edge_row(flow, &s.spec->edges, table, s.edge_width, v, u);
        for (size_t f = 0; f < s.edge_width; f++) mean[f] += row[f] / count_neighbors(flow, v);
        sg_free(row);
    }
    return mean;
}

static void edge_row_back(const slow_flow *flow, uint32_t v, uint32_t w, double *d_row)
{
    const shape s = shape_at(flow);
    double *gradient = flow->gradient + s.edges;
    if (v != w) slow_edge_row_back(gradient, flow, &s.spec->edges, d_row, s.edge_width, v, w);
    for (size_t f = 0; f < s.edge_width && v == w; f++) d_row[f] /= count_neighbors(flow, v);
    for (uint32_t u = 0; u < flow->n_in && v == w; u++)
        if (are_others(flow, v, u))
            slow_edge_row_back(gradient, flow, &s.spec->edges, d_row, s.edge_width, v, u);
}

static double leaky(double x)
{
    return x > 0 ? x : 0.2 * x;
}

static double slope(double x)
{
    return x > 0 ? 1 : 0.2;
}

/* The score of w for v in head h; with `d` not 0 its gradient goes back. */
static double score(const slow_flow *flow, uint32_t v, uint32_t w, size_t h, double d)
{
    const shape s = shape_at(flow);
    double *edge = edge_row(flow, v, w), *d_edge = zeros(s.edge_width), sum = 0;
    const double *p = flow->parameter + s.vector, *q = flow->parameter + s.receiver_vector;
    if (!s.spec->dynamic) sum = edge[h];
    for (size_t f = h * s.columns; f < (h + 1) * s.columns; f++) {
        if (s.spec->dynamic) {
            const double argument =
                sent(flow, 0, w, f) + sent(flow, s.receiver, v, f) + edge[f];
            sum += p[f] * leaky(argument);
            if (d == 0) continue;
            const double back = d * p[f] * slope(argument);
            sent_back(flow, 0, w, f, back);
            sent_back(flow, s.receiver, v, f, back);
            flow->gradient[s.vector + f] += d * leaky(argument);
            d_edge[f] = back;
        } else {
            sum += p[f] * sent(flow, 0, w, f) + q[f] * sent(flow, 0, v, f);
        }
    }
    for (size_t f = h * s.columns; f < (h + 1) * s.columns && !s.spec->dynamic && d != 0; f++) {
        const double back = d * slope(sum);
        sent_back(flow, 0, w, f, back * p[f]);
        sent_back(flow, 0, v, f, back * q[f]);
        flow->gradient[s.vector + f] += back * sent(flow, 0, w, f);
        flow->gradient[s.receiver_vector + f] += back * sent(flow, 0, v, f);
        d_edge[h] = back;
    }
    if (d != 0) edge_row_back(flow, v, w, d_edge);
    sg_free(edge);
    sg_free(d_edge);
    return s.spec->dynamic ? sum : leaky(sum);
}

/* How much v looks at all nodes in head h, [n]; sg_free it. */
static double *attention(const slow_flow *flow, uint32_t v, size_t h)
{
    double *a = zeros(flow->n_in), sum = 0;
    for (uint32_t w = 0; w < flow->n_in; w++)
        if (looks_at(flow, v, w)) sum += a[w] = exp(score(flow, v, w, h, 0));
    for (uint32_t w = 0; w < flow->n_in; w++) a[w] /= sum;
    return a;
}

/* Which output a column of all heads is part of, and how much. */
static size_t output_of(const shape *s, size_t f)
{
    return s->spec->join == SG_JOIN_MEAN ? f % s->columns : f;
}

static double share_of(const shape *s)
{
    return s->spec->join == SG_JOIN_MEAN ? 1.0 / (double)s->heads : 1;
}

void slow_attention_forward(const slow_flow *flow)
{
    const shape s = shape_at(flow);
    const size_t out = flow->out_width;
    for (size_t e = 0; e < s.n * out; e++)
        flow->y[e] = s.spec->bias ? flow->parameter[s.bias + e % out] : 0;
    for (uint32_t v = 0; v < s.n; v++)
        for (size_t h = 0; h < s.heads; h++) {
            double *a = attention(flow, v, h);
            for (uint32_t w = 0; w < s.n; w++)
                for (size_t f = h * s.columns; f < (h + 1) * s.columns && a[w] > 0; f++)
                    flow->y[v * out + output_of(&s, f)] +=
                        share_of(&s) * a[w] * sent(flow, 0, w, f);
            sg_free(a);
        }
}

static void head_back(const slow_flow *flow, const shape *s, uint32_t v, size_t h)
{
    const double *dy = flow->dy + v * flow->out_width;
    double *a = attention(flow, v, h), *da = zeros(s->n);
    for (uint32_t w = 0; w < s->n; w++)
        for (size_t f = h * s->columns; f < (h + 1) * s->columns && a[w] > 0; f++) {
            const double d = share_of(s) * dy[output_of(s, f)];
            da[w] += d * sent(flow, 0, w, f);
            sent_back(flow, 0, w, f, a[w] * d);
        }
    for (uint32_t w = 0; w < s->n; w++) {
        double d = 0; /* of the score */
        for (uint32_t u = 0; u < s->n; u++) d += da[u] * a[u] * ((u == w) - a[w]);
        if (a[w] > 0 && d != 0) (void)score(flow, v, w, h, d);
    }
    sg_free(a);
    sg_free(da);
}

void slow_attention_backward(const slow_flow *flow)
{
    const shape s = shape_at(flow);
    const size_t out = flow->out_width;
    for (size_t e = 0; e < s.n * out && s.spec->bias; e++)
        flow->gradient[s.bias + e % out] += flow->dy[e];
    for (uint32_t v = 0; v < s.n; v++)
        for (size_t h = 0; h < s.heads; h++) head_back(flow, &s, v, h);
}
