/* betweenness.c - how many shortest paths lead through a node, in bins.
 *
 * Brandes' algorithm: from every node s the dependency of s on v is the sum over the nodes w
 * behind v of (paths to v / paths to w) * (1 + dependency on w).
 *
 * Floating-point sums depend on the order of their terms and so on the numbering of the nodes.
 * Here every term is rounded to a fixed-point number whose precision depends on the graph's size
 * alone, and those are added as integers: by induction every dependency is the same number, to
 * the last bit, whatever the numbering.  Numbers of paths are doubles, which are exact up to
 * 2^53; beyond, their terms are added in ascending order.
 *
 * What is exactly on the border of two bins belongs to the upper one, so whatever is less than
 * 1e-9 below a border, far more than rounding errors, counts as on it.
 *
 * Reference: Brandes, Journal of Mathematical Sociology 25 (2001), 163-177. */
#include "base/number.h"
#include "base/observer.h"
#include "graph/bfs.h"
#include "invariants/labeling.h"

#include <math.h>
#include <stdlib.h>

#define EXACT_UP_TO  9007199254740992.0 /* 2^53 */
#define MOST_PATHS   1e300
#define BORDER_WIDTH 1e-9

enum { MAX_BINS = 1000000 };

typedef struct dependency_search {
    const sg_one_graph *graph;
    sg_bfs bfs;
    double *n_paths;     /* [n_nodes] shortest paths from the start                        */
    double *term;        /* [n_nodes] numbers of paths to be added in order                */
    int64_t *dependency; /* [n_nodes] of the start, times `one`; 0 between searches        */
    int64_t *total;      /* [n_nodes] of all starts, times `one` / 2^total_shift           */
    double one;          /* fixed-point 1: no dependency times `one` reaches 2^62          */
    int total_shift;     /* no total does either                                           */
} dependency_search;

/* The number of paths to v, whatever the order of its neighbors. */
static double add_in_order(dependency_search *s, uint32_t v)
{
    const sg_one_graph *graph = s->graph;
    const uint32_t *distance = s->bfs.distance;
    double sum = 0;
    size_t n = 0;
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
        const uint32_t u = graph->neighbor[a] - graph->first;
        if (distance[u] + 1 == distance[v]) s->term[n++] = s->n_paths[u];
    }
    qsort(s->term, n, sizeof *s->term, sg_compare_real);
    for (size_t i = 0; i < n; i++) sum += s->term[i];
    return sum;
}

/* Count the shortest paths to all nodes reached; false where there are too many. */
static bool count_paths(dependency_search *s)
{
    const sg_one_graph *graph = s->graph;
    const uint32_t *distance = s->bfs.distance;
    s->n_paths[s->bfs.queue[0]] = 1;
    for (uint32_t i = 1; i < s->bfs.n_reached && sg_watch_ask_at(i, NULL) == SG_OK; i++) {
        const uint32_t v = s->bfs.queue[i], before = distance[v] - 1;
        double sum = 0;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t u = graph->neighbor[a] - graph->first;
            if (distance[u] == before) sum += s->n_paths[u];
        }
        if (sum >= EXACT_UP_TO) sum = add_in_order(s, v);
        if (sum > MOST_PATHS) return false;
        s->n_paths[v] = sum;
    }
    return true;
}

/* From the farthest node to the nearest: hand the dependency on each on to those before it. */
static void add_dependencies(dependency_search *s)
{
    const sg_one_graph *graph = s->graph;
    const uint32_t *distance = s->bfs.distance;
    for (uint32_t i = s->bfs.n_reached - 1; i > 0 && sg_watch_ask_at(i, NULL) == SG_OK; i--) {
        const uint32_t w = s->bfs.queue[i], before = distance[w] - 1;
        const int64_t dependency = s->dependency[w];
        const double per_path = (s->one + (double)dependency) / s->n_paths[w];
        s->total[w] += dependency >> s->total_shift;
        s->dependency[w] = 0;
        for (uint32_t a = graph->arc_offset[w]; before > 0 && a < graph->arc_offset[w + 1];
             a++) {
            const uint32_t v = graph->neighbor[a] - graph->first;
            if (distance[v] == before)
                s->dependency[v] += (int64_t)(s->n_paths[v] * per_path + 0.5);
        }
    }
}

/* The bin of a node: all pairs of other nodes in both orders would be a betweenness of 1. */
static uint64_t bin_of(const dependency_search *s, uint32_t v, uint32_t n_bins)
{
    const double n = s->graph->n_nodes;
    if (s->graph->n_nodes <= 2) return 0;
    const double dependencies = ldexp((double)s->total[v], s->total_shift) / s->one;
    const double bin = floor((dependencies / ((n - 1) * (n - 2)) + BORDER_WIDTH) * n_bins);
    return bin < n_bins ? (uint64_t)bin : n_bins - 1;
}

static sg_status prepare(dependency_search *s, const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = work->graph->n_nodes;
    int bits = 1; /* n < 2^bits */
    while (bits < 32 && n >> bits != 0) bits++;
    s->graph = work->graph;
    s->one = ldexp(1, 61 - bits);
    s->total_shift = bits;
    SG_TRY(sg_bfs_prepare(&s->bfs, work->graph, work->scratch, err));
    SG_TAKE(s->n_paths, work->scratch, n);
    SG_TAKE(s->term, work->scratch, n);
    SG_TAKE(s->dependency, work->scratch, n);
    SG_TAKE(s->total, work->scratch, n);
    for (uint32_t v = 0; v < n; v++) s->dependency[v] = s->total[v] = 0;
done:
    return status;
}

static sg_status label_betweenness(sg_key *key, const sg_labeling *labeling,
                                   const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = work->graph->n_nodes, n_bins = labeling->parameters.max;
    const uint32_t n_arcs = work->graph->arc_offset[n] - work->graph->arc_offset[0];
    dependency_search s = {0};
    SG_TRY(prepare(&s, work, err));
    for (uint32_t start = 0; start < n; start++) {
        sg_bfs_run(&s.bfs, work->graph, start, UINT32_MAX - 1);
        SG_TRY(sg_watch_ask(err));
        SG_REQUIRE(count_paths(&s), SG_ELIMIT,
                   "betweenness: two nodes of graph %u have more than 1e300 shortest paths",
                   work->graph->number);
        SG_TRY(sg_watch_ask(err));
        add_dependencies(&s);
        SG_TRY(sg_budget_spend(work, labeling, (uint64_t)n + n_arcs, err));
    }
    for (uint32_t v = 0; v < n; v++)
        key[v] = sg_key_of(SG_TAG_BETWEENNESS, (uint64_t[]){n_bins, bin_of(&s, v, n_bins)}, 2);
done:
    return status;
}

static sg_status parse_bins(sg_labeling_parameters *parameters, const char *text, sg_error *err)
{
    return sg_parse_number(parameters, text, 1, MAX_BINS, err);
}

const sg_labeling_kind sg_labeling_betweenness = {
    .name = "betweenness",
    .usage = "betweenness:BINS",
    .about =
        "the fraction of shortest paths between two other nodes that lead through the node, "
        "as one of BINS equal bins of [0, 1]",
    .example = "betweenness:10",
    .parse = parse_bins,
    .label = label_betweenness,
};
