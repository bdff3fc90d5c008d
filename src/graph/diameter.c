/* diameter.c - a breadth-first search from every node. */
#include "graph/diameter.h"

#include "base/mem.h"
#include "base/observer.h"

enum { GRAPHS_PER_PIECE = 64 };

/* What one thread needs; nodes are local to the graph being measured. */
typedef struct scratch {
    uint32_t *queue;    /* [largest graph]                                               */
    uint32_t *seen_by;  /* [largest graph] the last search that reached a node, plus 1   */
    uint32_t *root;     /* [largest graph] first node of a node's component              */
    uint32_t *diameter; /* [largest graph] of the component whose root this node is      */
} scratch;

typedef struct measuring {
    const sg_graph *graph;
    scratch *scratch;       /* [n_threads] */
    sg_diameters *of_piece; /* [n_pieces]  */
} measuring;

/* Search from `start` in the graph whose first node is `first`; returns the distance of the
 * farthest node.  queue[0 .. *n_reached) are the nodes it reached. */
static uint32_t search(uint32_t *n_reached, scratch *s, const sg_graph *graph, uint32_t first,
                       uint32_t start)
{
    const uint32_t mark = start + 1;
    uint32_t head = 0, tail = 0, level_end = 1, distance = 0;
    s->queue[tail++] = start;
    s->seen_by[start] = mark;
    while (head < tail) {
        if (head == level_end) {
            level_end = tail;
            distance++;
        }
        const uint32_t u = s->queue[head++];
        for (uint32_t a = graph->arc_offset[first + u]; a < graph->arc_offset[first + u + 1];
             a++) {
            const uint32_t v = graph->neighbor[a] - first;
            if (s->seen_by[v] == mark) continue;
            s->seen_by[v] = mark;
            s->queue[tail++] = v;
        }
    }
    *n_reached = tail;
    return distance;
}

static void add_component(sg_diameters *sum, uint32_t diameter)
{
    if (sum->n_components == 0 || diameter < sum->min) sum->min = diameter;
    if (diameter > sum->max) sum->max = diameter;
    sum->sum += diameter;
    sum->n_components++;
}

static void measure_graph(sg_diameters *sum, scratch *s, const sg_graph *graph, uint32_t g)
{
    const uint32_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
    for (uint32_t v = 0; v < n; v++) {
        s->seen_by[v] = 0;
        s->root[v] = UINT32_MAX;
        s->diameter[v] = 0;
    }
    for (uint32_t v = 0; v < n; v++) {
        if (sg_watch_ask(NULL) != SG_OK) return;
        uint32_t n_reached = 0;
        const uint32_t distance = search(&n_reached, s, graph, first, v);
        if (s->root[v] == UINT32_MAX)
            for (uint32_t i = 0; i < n_reached; i++) s->root[s->queue[i]] = v;
        if (distance > s->diameter[s->root[v]]) s->diameter[s->root[v]] = distance;
    }
    for (uint32_t v = 0; v < n; v++)
        if (s->root[v] == v) add_component(sum, s->diameter[v]);
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
        SG_ALLOC(s[t].root, largest);
        SG_ALLOC(s[t].diameter, largest);
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
        sg_free(j.scratch[t].root);
        sg_free(j.scratch[t].diameter);
    }
    sg_free(j.scratch);
    sg_free(j.of_piece);
    return status;
}
