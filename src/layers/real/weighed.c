/* weighed.c - loops over arcs with factors. */
#include "layers/real/weighed.h"

#include "base/mem.h"
#include "kernels/kernels.h"
#include "layers/real/asking.h"
#include "layers/real/edge_table.h"
#include "layers/real/row_sums.h"

#include <math.h>
#include <string.h>

/* ---- Factors -------------------------------------------------------------------------------- */

static double weight_of(const sg_edge_weight *weight, uint32_t arc)
{
    return weight->of.attribute[(size_t)arc * weight->of.n_attributes + weight->column];
}

/* What a node weighs itself: 1, or its self-loop's weight. */
static double self_weight(const sg_edge_weight *weight, const sg_graph *graph, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[v]; graph->rules.loops && a < graph->arc_offset[v + 1];
         a++)
        if (graph->neighbor[a] == v) return weight_of(weight, a);
    return 1;
}

/* 1 / sqrt(d) of all nodes, [n_nodes]. */
static void find_roots(double *root, const sg_edge_weight *weight, const sg_graph *graph)
{
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        double degree = self_weight(weight, graph, v);
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            if (graph->neighbor[a] != v) degree += weight_of(weight, a);
        root[v] = degree > 0 ? 1 / sqrt(degree) : 0;
    }
}

/* Arcs that lead out of a field of nodes are never used. */
static void fill_symmetric(SG_R(sg_weighed) *w, const sg_edge_weight *weight,
                           const sg_graph *graph, const double *root)
{
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        w->own[v] = (sg_real)(self_weight(weight, graph, v) * root[v] * root[v]);
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t other = graph->neighbor[a];
            w->factor[a] = other == v || other >= graph->n_nodes
                               ? 0
                               : (sg_real)(weight_of(weight, a) * root[v] * root[other]);
        }
    }
}

static void fill_plain(SG_R(sg_weighed) *w, const sg_edge_weight *weight, const sg_graph *graph,
                       bool mean)
{
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint32_t begin = graph->arc_offset[v], end = graph->arc_offset[v + 1];
        for (uint32_t a = begin; a < end; a++)
            w->factor[a] = (sg_real)(weight_of(weight, a) / (mean ? end - begin : 1));
    }
}

/* Without weights: d counts a node and its other neighbors. */
static uint32_t count_others(const sg_graph *graph, uint32_t v)
{
    const uint32_t begin = graph->arc_offset[v], end = graph->arc_offset[v + 1];
    uint32_t n = end - begin;
    for (uint32_t a = begin; graph->rules.loops && a < end; a++) n -= graph->neighbor[a] == v;
    return n;
}

static void fill_counted(SG_R(sg_weighed) *w, const sg_graph *graph)
{
    w->mutual = !graph->rules.directed;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const sg_real own = (sg_real)(count_others(graph, v) + 1);
        w->own[v] = 1 / own;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t other = graph->neighbor[a];
            if (other == v || other >= graph->n_nodes) continue; /* 0 */
            const sg_real product = own * (sg_real)(count_others(graph, other) + 1);
            w->factor[a] = 1 / (sg_real)sqrt((double)product);
        }
    }
}

sg_status SG_R(sg_weighed_open)(SG_R(sg_weighed) **weighed, const sg_edge_weight *weight,
                                sg_weighing how, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = site->graph;
    SG_R(sg_weighed) *made = NULL;
    double *root = NULL;
    const bool counts = !weight->weighs && how == SG_WEIGHED_SYMMETRIC && site->hearers == NULL;
    if (!weight->weighs && !counts) goto done;
    SG_ALLOC(made, 1);
    *weighed = made;
    SG_ALLOC(made->factor, graph->n_arcs);
    if (how == SG_WEIGHED_SYMMETRIC) {
        SG_ALLOC(made->own, graph->n_nodes);
    }
    if (counts) {
        fill_counted(made, graph);
    } else if (how == SG_WEIGHED_SYMMETRIC) {
        SG_ALLOC(root, graph->n_nodes);
        find_roots(root, weight, graph);
        fill_symmetric(made, weight, graph, root);
    } else {
        fill_plain(made, weight, graph, how == SG_WEIGHED_MEAN);
    }
    if (site->hearers != NULL && site->learns)
        SG_TRY(SG_R(sg_edges_heard)(&made->heard, graph, site->hearers, err));
done:
    sg_free(root);
    return status;
}

void SG_R(sg_weighed_close)(SG_R(sg_weighed) *weighed)
{
    if (weighed == NULL) return;
    sg_free(weighed->factor);
    sg_free(weighed->own);
    sg_free(weighed->heard);
    sg_free(weighed);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void add_row(sg_real *restrict to, sg_real factor, const sg_real *restrict row,
                    size_t width)
{
    for (size_t f = 0; f < width; f++) to[f] += factor * row[f];
}

/* The factor of a node's own row. */
static sg_real own_of(const SG_R(sg_weighed) *weighed, const sg_gather_from *from, uint32_t v)
{
    return weighed->own != NULL ? weighed->own[from->span->first_node + (size_t)v] : 0;
}

/* The neighbors of node v of the span, with the factors of its arcs. */
static SG_R(sg_row_list) list_of(const sg_gather_from *from, const SG_R(sg_weighed) *weighed,
                                 uint32_t v)
{
    const sg_neighbors near = sg_neighbors_of(from, v);
    return (SG_R(sg_row_list)){.factor = weighed->factor + (near.node - from->graph->neighbor),
                               .row = near.node,
                               .n = near.n,
                               .first = near.first,
                               .size = near.size};
}

/* Add the rows of x of some nodes to `to`; the factor of the i-th is that of arc[i]. */
static void add_hearers(sg_real *to, const sg_real *x, size_t width, const sg_neighbors *near,
                        const SG_R(sg_weighed) *weighed, const uint32_t *arc)
{
    SG_R(sg_row_terms) terms;
    uint32_t w = 0;
    for (uint32_t i = 0; i < near->n;) {
        for (terms.n = 0; i < near->n && terms.n < SG_ROW_TERMS; i++) {
            if (!sg_neighbor_at(&w, near, i)) continue;
            terms.factor[terms.n] = weighed->factor[arc[i]];
            terms.row[terms.n++] = w;
        }
        SG_R(sg_row_terms_add)(to, &terms, x, width);
    }
}

static void gather(sg_real *z, const sg_real *x, size_t width, const sg_gather_from *from,
                   const SG_R(sg_weighed) *weighed, bool add)
{
    const SG_R(sg_kernels) *k = SG_BEST(sg_kernels)();
    const size_t first = from->span->first_row * width;
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    asks.next += from->rows.first;
    for (uint32_t v = from->rows.first; v < from->rows.first + from->rows.n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const SG_R(sg_row_list) list = list_of(from, weighed, v);
        sg_real *to = z + first + v * width;
        if (!add) k->fill(to, 0, width);
        k->add(to, own_of(weighed, from, v), x + first + v * width, width);
        k->gather_rows(to, &list, x + first, width);
    }
}

void SG_R(sg_weighed_gather)(sg_real *z, const sg_real *x, size_t width,
                             const sg_gather_from *from, const SG_R(sg_weighed) *weighed)
{
    gather(z, x, width, from, weighed, false);
}

/* Every node takes from those that hear it. */
static void take_back(sg_real *dx, const sg_real *dz, size_t width, const sg_gather_from *from,
                      const SG_R(sg_weighed) *weighed)
{
    const size_t first = from->span->first_row * width;
    for (uint32_t w = from->rows.first; w < from->rows.first + from->rows.n; w++) {
        const sg_neighbors hearers = sg_neighbors_in(from->hearers, from->span, w);
        sg_real *to = dx + first + w * width;
        add_row(to, own_of(weighed, from, w), dz + first + w * width, width);
        add_hearers(to, dz + first, width, &hearers, weighed,
                    weighed->heard +
                        from->hearers->arc_offset[from->span->first_node + (size_t)w]);
    }
}

void SG_R(sg_weighed_back)(sg_real *dx, const sg_real *dz, size_t width,
                           const sg_gather_from *from, const SG_R(sg_weighed) *weighed,
                           bool cut)
{
    const SG_R(sg_kernels) *k = SG_BEST(sg_kernels)();
    const size_t first = from->span->first_row * width;
    if (cut || weighed->mutual) {
        if (cut)
            take_back(dx, dz, width, from, weighed);
        else
            gather(dx, dz, width, from, weighed, true);
        return;
    }
    sg_row_asks asks = sg_row_asks_of(from->span->n, width);
    for (uint32_t v = 0; v < from->span->n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const SG_R(sg_row_list) list = list_of(from, weighed, v);
        const sg_real *row = dz + first + v * width;
        add_row(dx + first + v * width, own_of(weighed, from, v), row, width);
        k->spread_rows(dx + first, &list, row, width);
    }
}
