/* slow_convolutions.c - every gathering is a dense n x n matrix S with Z = S X; for a maximum there is one
 * for every column.  Then Y is a sum of products, and gradients are products of transposes. */
#include "support/slow_convolutions.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"

static double *zeros(size_t n)
{
    return check_alloc(n, sizeof(double));
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

/* The adjacency matrix of the flow's graph, with weights of edges where they have some. */
static double *adjacency(const slow_flow *flow, const sg_edge_weight *weight)
{
    const sg_graph *graph = flow->spec->graph;
    const uint32_t first = graph->graph_offset[flow->graph], n = flow->n_in;
    double *a = zeros((size_t)n * n);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t arc = graph->arc_offset[first + v];
             arc < graph->arc_offset[first + v + 1]; arc++)
            a[(size_t)v * n + (graph->neighbor[arc] - first)] =
                weight->weighs
                    ? weight->of
                          .attribute[(size_t)arc * weight->of.n_attributes + weight->column]
                    : 1;
    return a;
}

static double degree(const double *a, uint32_t n, uint32_t v)
{
    double sum = 0;
    for (uint32_t w = 0; w < n; w++) sum += a[(size_t)v * n + w];
    return sum;
}

/* S of a gathering for column f. */
static double *gathering_matrix(const slow_flow *flow, sg_gathering how,
                                const sg_edge_weight *weight, uint32_t f)
{
    const uint32_t n = flow->n_in;
    double *s = adjacency(flow, weight), *plain = adjacency(flow, &(sg_edge_weight){0});
    for (uint32_t v = 0; v < n; v++) {
        const double d = degree(plain, n, v);
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
    sg_free(plain);
    return s;
}

/* Z = S X, or with `back` X += S' Z. */
static void gather(double *x_or_z, const double *from, const slow_flow *flow, sg_gathering how,
                   const sg_edge_weight *weight, bool back)
{
    const uint32_t n = flow->n_in, k = flow->in_width;
    for (uint32_t f = 0; f < k; f++) {
        double *s = gathering_matrix(flow, how, weight, f);
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

static double positive_root(double degree)
{
    return degree > 0 ? 1 / sqrt(degree) : 0;
}

/* D^-1/2 (A + I) D^-1/2 */
static double *symmetric_matrix(const slow_flow *flow)
{
    const uint32_t n = flow->n_in;
    const sg_gcn_spec *spec = flow->layer->of;
    double *a = adjacency(flow, &spec->weight), *s = zeros((size_t)n * n);
    double *plain = adjacency(flow, &(sg_edge_weight){0});
    for (uint32_t v = 0; v < n; v++)
        if (plain[(size_t)v * n + v] == 0) a[(size_t)v * n + v] = 1;
    sg_free(plain);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t w = 0; w < n; w++)
            s[(size_t)v * n + w] = a[(size_t)v * n + w] * positive_root(degree(a, n, v)) *
                                   positive_root(degree(a, n, w));
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
    gather(z, flow->x, flow, spec->gathering, &spec->weight, false);
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
    gather(z, flow->x, flow, spec->gathering, &spec->weight, false);
    multiply(flow->gradient, z, true, flow->dy, false, in, n, out);
    multiply(flow->gradient + in * out, flow->x, true, flow->dy, false, in, n, out);
    if (spec->bias) add_rows_up(flow->gradient + 2 * in * out, flow->dy, n, out);
    multiply(dz, flow->dy, false, flow->parameter, true, n, out, in);
    gather(flow->dx, dz, flow, spec->gathering, &spec->weight, true);
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

/* ---- Edges -------------------------------------------------------------------------------- */

static uint32_t first_node(const slow_flow *flow)
{
    return flow->spec->graph->graph_offset[flow->graph];
}

/* The arc from v to w, or UINT32_MAX. */
static uint32_t arc_between(const slow_flow *flow, uint32_t v, uint32_t w)
{
    const sg_graph *graph = flow->spec->graph;
    const uint32_t first = first_node(flow);
    for (uint32_t a = graph->arc_offset[first + v]; a < graph->arc_offset[first + v + 1]; a++)
        if (graph->neighbor[a] == first + w) return a;
    return UINT32_MAX;
}

bool slow_are_neighbors(const slow_flow *flow, uint32_t v, uint32_t w)
{
    return arc_between(flow, v, w) != UINT32_MAX;
}

/* The slot of a pair, or SG_NO_SLOT. */
static uint32_t slot_of(const slow_flow *flow, const sg_edge_spec *edges, uint32_t v,
                        uint32_t w)
{
    uint32_t found = SG_NO_SLOT;
    if (edges->plan == NULL) return SG_NO_SLOT;
    uint32_t *slot = sg_alloc(flow->n_in, sizeof *slot);
    uint32_t *sender = sg_alloc(flow->n_in, sizeof *sender);
    assert_true(slot != NULL && sender != NULL);
    const uint32_t n =
        sg_plan_row(sender, slot, edges->plan, flow->spec->graph, flow->graph, v);
    for (uint32_t p = 0; p < n; p++)
        if (sender[p] == w) found = slot[p];
    sg_free(slot);
    sg_free(sender);
    return found;
}

/* The rows of the table that make up a row, and how much of each. */
typedef struct mixture {
    size_t n, row[16];
    double share[16];
} mixture;

static mixture mixture_of(const slow_flow *flow, const sg_edge_spec *edges, uint32_t v,
                          uint32_t w)
{
    mixture m = {0};
    const uint32_t slot = slot_of(flow, edges, v, w), arc = arc_between(flow, v, w);
    if (slot != SG_NO_SLOT) {
        m.row[0] = slot;
        m.share[0] = 1;
        m.n = 1;
    }
    for (uint32_t k = 0; k < edges->n_attributes; k++, m.n++) {
        m.row[m.n] = (edges->plan != NULL ? edges->plan->n_slots : 0) + k;
        m.share[m.n] = edges->attribute[(size_t)arc * edges->n_attributes + k];
    }
    return m;
}

double *slow_edge_row(const slow_flow *flow, const sg_edge_spec *edges, const double *parameter,
                      size_t width, uint32_t v, uint32_t w)
{
    const mixture m = mixture_of(flow, edges, v, w);
    double *row = zeros(width);
    for (size_t i = 0; i < m.n; i++)
        for (size_t f = 0; f < width; f++)
            row[f] += m.share[i] * parameter[m.row[i] * width + f];
    return row;
}

void slow_edge_row_back(double *gradient, const slow_flow *flow, const sg_edge_spec *edges,
                        const double *d_row, size_t width, uint32_t v, uint32_t w)
{
    const mixture m = mixture_of(flow, edges, v, w);
    for (size_t i = 0; i < m.n; i++)
        for (size_t f = 0; f < width; f++)
            gradient[m.row[i] * width + f] += m.share[i] * d_row[f];
}

/* ---- Two matrices ------------------------------------------------------------------------- */

/* W1 [in][mid], b1, W2 [mid][out], b2. */
typedef struct two_matrices {
    size_t in, mid, out;
    const double *w1, *b1, *w2, *b2;
} two_matrices;

static two_matrices matrices_of(const double *p, size_t in, size_t mid, size_t out)
{
    return (two_matrices){
        in, mid, out, p, p + in * mid, p + in * mid + mid, p + in * mid + mid + mid * out};
}

static double *hidden_of(const two_matrices *m, const double *z, size_t n)
{
    double *h = zeros(n * m->mid);
    multiply(h, z, false, m->w1, false, n, m->in, m->mid);
    add_to_rows(h, m->b1, n, m->mid);
    for (size_t e = 0; e < n * m->mid; e++) h[e] = fmax(h[e], 0);
    return h;
}

static void through(double *y, const two_matrices *m, const double *z, size_t n)
{
    double *h = hidden_of(m, z, n);
    memset(y, 0, n * m->out * sizeof *y);
    multiply(y, h, false, m->w2, false, n, m->mid, m->out);
    add_to_rows(y, m->b2, n, m->out);
    sg_free(h);
}

/* Add to the gradient and to dz. */
static void back(double *gradient, double *dz, const two_matrices *m, const double *z,
                 const double *dy, size_t n)
{
    double *h = hidden_of(m, z, n), *dh = zeros(n * m->mid);
    multiply(gradient + (m->w2 - m->w1), h, true, dy, false, m->mid, n, m->out);
    add_rows_up(gradient + (m->b2 - m->w1), dy, n, m->out);
    multiply(dh, dy, false, m->w2, true, n, m->out, m->mid);
    for (size_t e = 0; e < n * m->mid; e++)
        if (h[e] <= 0) dh[e] = 0;
    multiply(gradient, z, true, dh, false, m->in, n, m->mid);
    add_rows_up(gradient + (m->b1 - m->w1), dh, n, m->mid);
    multiply(dz, dh, false, m->w1, true, n, m->mid, m->in);
    sg_free(h);
    sg_free(dh);
}

/* ---- GIN ---------------------------------------------------------------------------------- */

/* Where the rows of edges begin. */
static size_t gin_edges_at(const slow_flow *flow)
{
    const sg_gin_spec *spec = flow->layer->of;
    const size_t out = flow->out_width;
    return (flow->in_width + out + 2) * out + spec->epsilon;
}

/* What w sends to v, [in]; sg_free it. */
static double *edge_sum(const slow_flow *flow, uint32_t v, uint32_t w)
{
    const sg_gin_spec *spec = flow->layer->of;
    const size_t in = flow->in_width;
    double *row =
        slow_edge_row(flow, &spec->edges, flow->parameter + gin_edges_at(flow), in, v, w);
    for (size_t f = 0; f < in; f++) row[f] += flow->x[w * in + f];
    return row;
}

/* Z of a graph; sg_free it. */
static double *gin_sums(const slow_flow *flow)
{
    const sg_gin_spec *spec = flow->layer->of;
    const size_t n = flow->n_in, in = flow->in_width;
    const double epsilon = spec->epsilon ? flow->parameter[gin_edges_at(flow) - 1] : 0;
    double *z = zeros(n * in);
    if (!spec->of_edges) gather(z, flow->x, flow, SG_GATHER_SUM, &spec->weight, false);
    for (uint32_t v = 0; v < n && spec->of_edges; v++)
        for (uint32_t w = 0; w < n; w++) {
            if (!slow_are_neighbors(flow, v, w)) continue;
            double *sum = edge_sum(flow, v, w);
            for (size_t f = 0; f < in; f++) z[v * in + f] += fmax(sum[f], 0);
            sg_free(sum);
        }
    for (size_t e = 0; e < n * in; e++) z[e] += (1 + epsilon) * flow->x[e];
    return z;
}

void slow_gin_forward(const slow_flow *flow)
{
    const two_matrices m =
        matrices_of(flow->parameter, flow->in_width, flow->out_width, flow->out_width);
    double *z = gin_sums(flow);
    through(flow->y, &m, z, flow->n_in);
    sg_free(z);
}

static void gine_back(const slow_flow *flow, const double *dz)
{
    const sg_gin_spec *spec = flow->layer->of;
    const size_t in = flow->in_width;
    for (uint32_t v = 0; v < flow->n_in; v++)
        for (uint32_t w = 0; w < flow->n_in; w++) {
            if (!slow_are_neighbors(flow, v, w)) continue;
            double *sum = edge_sum(flow, v, w);
            for (size_t f = 0; f < in; f++) {
                sum[f] = sum[f] > 0 ? dz[v * in + f] : 0;
                flow->dx[w * in + f] += sum[f];
            }
            slow_edge_row_back(flow->gradient + gin_edges_at(flow), flow, &spec->edges, sum, in,
                               v, w);
            sg_free(sum);
        }
}

void slow_gin_backward(const slow_flow *flow)
{
    const sg_gin_spec *spec = flow->layer->of;
    const size_t n = flow->n_in, in = flow->in_width;
    const two_matrices m = matrices_of(flow->parameter, in, flow->out_width, flow->out_width);
    const double epsilon = spec->epsilon ? flow->parameter[gin_edges_at(flow) - 1] : 0;
    double *z = gin_sums(flow), *dz = zeros(n * in);
    back(flow->gradient, dz, &m, z, flow->dy, n);
    for (size_t e = 0; e < n * in; e++) {
        flow->dx[e] += (1 + epsilon) * dz[e];
        if (spec->epsilon) flow->gradient[gin_edges_at(flow) - 1] += dz[e] * flow->x[e];
    }
    if (spec->of_edges)
        gine_back(flow, dz);
    else
        gather(flow->dx, dz, flow, SG_GATHER_SUM, &spec->weight, true);
    sg_free(z);
    sg_free(dz);
}

size_t slow_gin_size(const void *spec, uint32_t in_width)
{
    const sg_gin_spec *gin = spec;
    const size_t out = gin->outputs;
    return (in_width + out + 2) * out + gin->epsilon + sg_edge_rows(&gin->edges) * in_width;
}

uint32_t slow_gin_width(const void *spec, uint32_t in_width)
{
    (void)in_width;
    return ((const sg_gin_spec *)spec)->outputs;
}

/* ---- Virtual node --------------------------------------------------------------------------- */

/* The sum or mean of all rows; sg_free it. */
static double *pooled(const slow_flow *flow)
{
    const sg_virtual_node_spec *spec = flow->layer->of;
    const size_t k = flow->in_width;
    double *z = zeros(k);
    for (size_t e = 0; e < flow->n_in * k; e++)
        z[e % k] += flow->x[e] / (spec->pooling == SG_POOL_MEAN ? flow->n_in : 1);
    return z;
}

void slow_virtual_node_forward(const slow_flow *flow)
{
    const size_t k = flow->in_width;
    const two_matrices m = matrices_of(flow->parameter, k, k, k);
    double *z = pooled(flow), *s = zeros(k);
    through(s, &m, z, 1);
    for (size_t e = 0; e < flow->n_in * k; e++) flow->y[e] = flow->x[e] + s[e % k];
    sg_free(z);
    sg_free(s);
}

void slow_virtual_node_backward(const slow_flow *flow)
{
    const sg_virtual_node_spec *spec = flow->layer->of;
    const size_t k = flow->in_width;
    const two_matrices m = matrices_of(flow->parameter, k, k, k);
    double *z = pooled(flow), *ds = zeros(k), *dz = zeros(k);
    add_rows_up(ds, flow->dy, flow->n_in, k);
    back(flow->gradient, dz, &m, z, ds, 1);
    for (size_t e = 0; e < flow->n_in * k; e++)
        flow->dx[e] +=
            flow->dy[e] + dz[e % k] / (spec->pooling == SG_POOL_MEAN ? flow->n_in : 1);
    sg_free(z);
    sg_free(ds);
    sg_free(dz);
}

size_t slow_virtual_node_size(const void *spec, uint32_t in_width)
{
    (void)spec;
    return 2 * ((size_t)in_width + 1) * in_width;
}
