/* diameter.c - few breadth-first searches for each component, as Crescenzi and others do (iFUB, 2013).
 *
 * Two searches find a long shortest path, and the node in its middle is taken as the center.  Nodes up to
 * i steps from the center are at most 2 i steps from each other, so it is enough to search from the nodes
 * that are farther away, the farthest first, until a path at least as long as that is known.  Paths,
 * trees, stars and most graphs of the world need a handful of searches; a ring needs half as many as it
 * has nodes, and there the steps are bounded. */
#include "graph/diameter.h"

#include "base/machine/account.h"
#include "base/mem.h"

enum { GRAPHS_PER_PIECE = 64, FREE_STEPS = 200000000, STEPS_PER_PART = 20 };

/* What one thread needs; nodes are local to the graph being measured. */
typedef struct scratch {
    uint32_t *queue;    /* [largest graph] of the last search                            */
    uint32_t *seen_by;  /* [largest graph] the last search that reached a node, from 1   */
    uint32_t *distance; /* [largest graph] from the start of that search                 */
    uint32_t *order;    /* [largest graph] nodes of a component, the center first        */
    uint32_t *level;    /* [largest graph] steps from the center of its component        */
    uint32_t n_searches;
    uint64_t n_steps; /* arcs that were followed in this graph                           */
} scratch;

typedef struct measuring {
    const sg_graph *graph;
    scratch *scratch;       /* [n_threads] */
    sg_diameters *of_piece; /* [n_pieces]  */
} measuring;

/* A connected component while it is measured. */
typedef struct component {
    const sg_graph *graph;
    uint32_t first;   /* node of the graph */
    uint32_t n_nodes; /* of the component  */
    uint64_t budget;  /* steps of the graph */
} component;

/* Search from `start`; returns the distance of the farthest node, which comes last in the queue.  Where
 * somebody who watches wants to stop, it ends early, and the caller asks again. */
static uint32_t search(component *c, scratch *s, uint32_t start)
{
    const sg_graph *graph = c->graph;
    const uint32_t mark = ++s->n_searches;
    uint32_t head = 0, tail = 0;
    s->queue[tail++] = start;
    s->seen_by[start] = mark;
    s->distance[start] = 0;
    while (head < tail) {
        if (sg_watch_ask_at(head, NULL) != SG_OK) break;
        const uint32_t u = s->queue[head++];
        const uint32_t begin = graph->arc_offset[c->first + u],
                       end = graph->arc_offset[c->first + u + 1];
        s->n_steps += end - begin + 1;
        for (uint32_t a = begin; a < end; a++) {
            const uint32_t v = graph->neighbor[a] - c->first;
            if (s->seen_by[v] == mark) continue;
            s->seen_by[v] = mark;
            s->distance[v] = s->distance[u] + 1;
            s->queue[tail++] = v;
        }
    }
    c->n_nodes = tail;
    return s->distance[s->queue[tail - 1]];
}

/* The node in the middle of a shortest path between the start of the last search and its farthest node. */
static uint32_t middle(const component *c, const scratch *s)
{
    const sg_graph *graph = c->graph;
    uint32_t v = s->queue[c->n_nodes - 1];
    for (uint32_t steps = s->distance[v] / 2; steps > 0; steps--) {
        uint32_t a = graph->arc_offset[c->first + v];
        while (s->distance[graph->neighbor[a] - c->first] + 1 != s->distance[v]) a++;
        v = graph->neighbor[a] - c->first;
    }
    return v;
}

/* Remember how far every node is from the center, where the last search began. */
static void keep_levels(const component *c, scratch *s)
{
    for (uint32_t i = 0; i < c->n_nodes; i++) {
        const uint32_t v = s->queue[i];
        s->order[i] = v;
        s->level[v] = s->distance[v];
    }
}

/* The diameter of the component of `root`; false where that would take too many steps. */
static bool measure_component(uint32_t *diameter, component *c, scratch *s, uint32_t root)
{
    (void)search(c, s, root);
    uint32_t longest = search(c, s, s->queue[c->n_nodes - 1]);
    if (sg_watch_ask(NULL) != SG_OK)
        return false; /* without all distances there is no middle */
    const uint32_t radius = search(c, s, middle(c, s));
    if (radius > longest) longest = radius;
    keep_levels(c, s);
    for (uint32_t i = c->n_nodes; i > 0 && longest < 2 * s->level[s->order[i - 1]]; i--) {
        if (s->n_steps > c->budget || sg_watch_ask(NULL) != SG_OK) return false;
        const uint32_t distance = search(c, s, s->order[i - 1]);
        if (distance > longest) longest = distance;
    }
    *diameter = longest;
    return true;
}

static void add_component(sg_diameters *sum, uint32_t diameter)
{
    if (sum->n_components == 0 || diameter < sum->min) sum->min = diameter;
    if (diameter > sum->max) sum->max = diameter;
    sum->sum += diameter;
    sum->n_components++;
}

/* The steps that a graph may take; any number where no account is open. */
static uint64_t budget_of(uint64_t n_nodes, uint64_t n_arcs)
{
    if (sg_watch_here.account == NULL) return UINT64_MAX;
    return sg_work_budget(FREE_STEPS + STEPS_PER_PART * (n_nodes + n_arcs));
}

static void measure_graph(sg_diameters *sum, scratch *s, const sg_graph *graph, uint32_t g)
{
    const uint32_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
    const uint64_t n_arcs = graph->arc_offset[first + n] - graph->arc_offset[first];
    component c = {.graph = graph, .first = first, .budget = budget_of(n, n_arcs)};
    s->n_searches = 0;
    s->n_steps = 0;
    for (uint32_t v = 0; v < n; v++) s->seen_by[v] = 0;
    for (uint32_t v = 0; v < n; v++) {
        uint32_t diameter = 0;
        if (s->seen_by[v] != 0) continue;
        if (sg_watch_ask(NULL) != SG_OK) return;
        if (measure_component(&diameter, &c, s, v))
            add_component(sum, diameter);
        else
            sum->n_unmeasured++;
    }
}

static void measure_piece(void *context, uint32_t piece, uint32_t worker)
{
    const measuring *j = context;
    const uint32_t begin = piece * GRAPHS_PER_PIECE, left = j->graph->n_graphs - begin;
    const uint32_t end = begin + (left < GRAPHS_PER_PIECE ? left : GRAPHS_PER_PIECE);
    for (uint32_t g = begin; g < end; g++)
        measure_graph(&j->of_piece[piece], &j->scratch[worker], j->graph, g);
}

static sg_status alloc_scratch(scratch *s, uint32_t n_threads, uint32_t largest, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t t = 0; t < n_threads; t++) {
        SG_ALLOC(s[t].queue, largest);
        SG_ALLOC(s[t].seen_by, largest);
        SG_ALLOC(s[t].distance, largest);
        SG_ALLOC(s[t].order, largest);
        SG_ALLOC(s[t].level, largest);
    }
done:
    return status;
}

sg_status sg_graph_diameters(sg_diameters *diameters, const sg_graph *graph,
                             sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_threads = sg_threads_count(threads);
    const uint32_t n_pieces =
        graph->n_graphs / GRAPHS_PER_PIECE + (graph->n_graphs % GRAPHS_PER_PIECE != 0);
    const uint32_t largest = sg_graph_largest(graph->graph_offset, graph->n_graphs);
    measuring j = {.graph = graph};
    SG_ALLOC(j.scratch, n_threads);
    SG_ALLOC(j.of_piece, n_pieces);
    SG_TRY(alloc_scratch(j.scratch, n_threads, largest, err));
    SG_TRY(sg_observe(NULL, (sg_progress){"measuring", "graphs", 0, graph->n_graphs}, err));
    sg_threads_run(threads, n_pieces, measure_piece, &j);
    SG_TRY(sg_watch_ask(err));
    sg_diameters all = {0};
    for (uint32_t i = 0; i < n_pieces; i++) {
        const sg_diameters *one = &j.of_piece[i];
        all.n_unmeasured += one->n_unmeasured;
        if (one->n_components == 0) continue;
        if (all.n_components == 0 || one->min < all.min) all.min = one->min;
        if (one->max > all.max) all.max = one->max;
        all.n_components += one->n_components;
        all.sum += one->sum;
    }
    *diameters = all;
done:
    for (uint32_t t = 0; j.scratch != NULL && t < n_threads; t++) {
        sg_free(j.scratch[t].queue);
        sg_free(j.scratch[t].seen_by);
        sg_free(j.scratch[t].distance);
        sg_free(j.scratch[t].order);
        sg_free(j.scratch[t].level);
    }
    sg_free(j.scratch);
    sg_free(j.of_piece);
    return status;
}
