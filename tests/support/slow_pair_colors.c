/* slow_pair_colors.c - lists instead of sums, copies instead of marks. */
#include "support/slow_pair_colors.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/slow_graph.h"
#include "support/slow_tuples.h"
#include "support/slow_wl.h"

uint32_t slow_pair_number(const sg_graph_view *view, uint32_t g, uint32_t v, uint32_t w)
{
    uint32_t number = 0;
    const uint32_t *offset = view->graph->graph_offset;
    for (uint32_t i = 0; i < g; i++)
        number += (offset[i + 1] - offset[i]) * (offset[i + 1] - offset[i]);
    return g < view->graph->n_graphs ? number + v * (offset[g + 1] - offset[g]) + w : number;
}

static void *room(size_t n, size_t size)
{
    void *block = sg_alloc(n, size);
    assert_non_null(block);
    return block;
}

/* ---- Pairs -------------------------------------------------------------------------------- */

static uint32_t arc_of(const sg_one_graph *graph, uint32_t v, uint32_t w)
{
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        if (graph->neighbor[a] - graph->first == w) return a;
    return SLOW_NONE;
}

/* Distance, labels of both nodes, labels of both arcs. */
static slow_tuple first_tuple(const sg_one_graph *graph, const uint32_t *distance, uint32_t v,
                              uint32_t w)
{
    const size_t n_node = graph->node_label != NULL ? graph->n_node_columns : 0;
    const size_t n_edge = graph->edge_label != NULL ? graph->n_edge_columns : 0;
    const uint32_t arc = arc_of(graph, v, w), back = arc_of(graph, w, v);
    const slow_tuple made = slow_tuple_of(1 + 2 * n_node + (arc != SLOW_NONE ? 2 * n_edge : 0));
    int64_t *p = made.word;
    *p++ = distance[(size_t)v * graph->n_nodes + w];
    for (size_t c = 0; c < n_node; c++) {
        *p++ = graph->node_label[v * n_node + c];
        *p++ = graph->node_label[w * n_node + c];
    }
    for (size_t c = 0; c < n_edge && arc != SLOW_NONE; c++) {
        *p++ = graph->edge_label[arc * n_edge + c];
        *p++ = graph->edge_label[back * n_edge + c];
    }
    return made;
}

/* The own color, and those of (v, u) and (u, w) for all u that have both. */
static slow_tuple next_tuple(const uint32_t *color, uint32_t n, uint32_t v, uint32_t w)
{
    slow_tuple made = slow_tuple_of(1 + 2 * (size_t)n);
    size_t n_items = 0;
    made.word[0] = color[v * n + w];
    for (uint32_t u = 0; u < n; u++) {
        if (color[v * n + u] == SLOW_NONE || color[u * n + w] == SLOW_NONE) continue;
        made.word[1 + 2 * n_items] = color[v * n + u];
        made.word[2 + 2 * n_items++] = color[u * n + w];
    }
    slow_sort_items(made.word + 1, n_items, 2);
    made.n_words = 1 + 2 * n_items;
    return made;
}

/* Color the pairs; the tuple of one without a color is empty. */
static void color_pairs(uint32_t *color, slow_tuple *made, uint32_t n_pairs)
{
    bool *is_out = room(n_pairs, sizeof *is_out);
    for (uint32_t p = 0; p < n_pairs; p++) is_out[p] = made[p].n_words == 0;
    slow_color_by_tuples(color, made, n_pairs);
    for (uint32_t p = 0; p < n_pairs; p++)
        if (is_out[p]) color[p] = SLOW_NONE;
    sg_free(is_out);
}

static void start_pairs(uint32_t *color, const sg_graph_view *view, uint32_t within,
                        uint32_t n_pairs)
{
    slow_tuple *made = slow_tuples(n_pairs);
    uint32_t p = 0;
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(view, g);
        uint32_t *distance = slow_distances(view->graph, g);
        for (uint32_t v = 0; v < one.n_nodes; v++)
            for (uint32_t w = 0; w < one.n_nodes; w++, p++) {
                const bool is_in = distance[v * one.n_nodes + w] <= within;
                made[p] = is_in ? first_tuple(&one, distance, v, w) : slow_tuple_of(0);
            }
        sg_free(distance);
    }
    color_pairs(color, made, n_pairs);
}

static void refine_pairs(uint32_t *color, const sg_graph_view *view, uint32_t n_pairs)
{
    slow_tuple *made = slow_tuples(n_pairs);
    uint32_t p = 0;
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const uint32_t n = sg_view_graph(view, g).n_nodes, first = p;
        for (uint32_t v = 0; v < n; v++)
            for (uint32_t w = 0; w < n; w++, p++)
                made[p] = color[p] != SLOW_NONE ? next_tuple(color + first, n, v, w)
                                                : slow_tuple_of(0);
    }
    color_pairs(color, made, n_pairs);
}

uint32_t *slow_fwl(const sg_graph_view *view, uint32_t within, uint32_t rounds)
{
    const uint32_t n_pairs = slow_pair_number(view, view->graph->n_graphs, 0, 0);
    uint32_t *color = room(n_pairs, sizeof *color);
    start_pairs(color, view, within, n_pairs);
    for (; rounds > 0; rounds--) refine_pairs(color, view, n_pairs);
    return color;
}

/* ---- Marks -------------------------------------------------------------------------------- */

/* A copy of a graph for each of its pairs, whose labels have one more column: the mark. */
typedef struct marked_copies {
    sg_graph graph;
    int32_t *label;
    uint32_t n_columns;
} marked_copies;

static marked_copies make_room(const sg_graph_view *view)
{
    uint64_t n_nodes = 0, n_arcs = 0;
    marked_copies made = {.n_columns =
                              1 + (view->node_label != NULL ? view->n_node_columns : 0)};
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(view, g);
        const uint64_t n = one.n_nodes;
        n_nodes += n * n * n;
        n_arcs += n * n * (one.arc_offset[n] - one.arc_offset[0]);
    }
    made.graph.graph_offset =
        room((size_t)slow_pair_number(view, view->graph->n_graphs, 0, 0) + 1, sizeof(uint32_t));
    made.graph.arc_offset = room(n_nodes + 1, sizeof(uint32_t));
    made.graph.neighbor = room(n_arcs, sizeof(uint32_t));
    made.label = room(n_nodes * made.n_columns, sizeof *made.label);
    return made;
}

/* Which nodes a copy has: those within a distance of both marked nodes, if these are near themselves. */
static void nodes_of_copy(uint32_t *number, const uint32_t *distance, uint32_t n,
                          const uint32_t pair[2], uint32_t within)
{
    uint32_t n_taken = 0;
    for (uint32_t u = 0; u < n; u++) {
        const bool is_near = distance[pair[0] * n + u] <= within &&
                             distance[pair[1] * n + u] <= within &&
                             distance[pair[0] * n + pair[1]] <= within;
        number[u] = is_near ? n_taken++ : SLOW_NONE;
    }
}

static void add_copy(marked_copies *copies, const sg_one_graph *one, const uint32_t *number,
                     const uint32_t pair[2])
{
    sg_graph *graph = &copies->graph;
    const uint32_t first = graph->n_nodes, width = copies->n_columns;
    for (uint32_t u = 0; u < one->n_nodes; u++) {
        int32_t *label = copies->label + (size_t)graph->n_nodes * width;
        if (number[u] == SLOW_NONE) continue;
        label[0] = u == pair[0] || u == pair[1];
        for (uint32_t c = 1; c < width; c++)
            label[c] = one->node_label[u * (width - 1) + c - 1];
        for (uint32_t a = one->arc_offset[u]; a < one->arc_offset[u + 1]; a++) {
            const uint32_t to = number[one->neighbor[a] - one->first];
            if (to != SLOW_NONE) graph->neighbor[graph->n_arcs++] = to + first;
        }
        graph->arc_offset[++graph->n_nodes] = graph->n_arcs;
    }
    graph->graph_offset[++graph->n_graphs] = graph->n_nodes;
}

/* Colors of v and w, then those of all nodes in order. */
static slow_tuple tuple_of_copy(const uint32_t *color, uint32_t n, uint32_t v, uint32_t w)
{
    const slow_tuple made = slow_tuple_of(2 + (size_t)n);
    made.word[0] = color[v];
    made.word[1] = color[w];
    for (uint32_t u = 0; u < n; u++) made.word[2 + u] = color[u];
    slow_sort_items(made.word + 2, n, 1);
    return made;
}

/* The copies of the pairs of one graph; at[2 p] and at[2 p + 1] are where a copy has its marks. */
static void add_copies(marked_copies *copies, uint32_t *at, const sg_graph_view *view,
                       uint32_t g, uint32_t within)
{
    const sg_one_graph one = sg_view_graph(view, g);
    const uint32_t n = one.n_nodes;
    uint32_t *distance = slow_distances(view->graph, g), *number = room(n, sizeof *number);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t w = 0; w < n; w++) {
            const uint32_t pair[2] = {v, w}, p = copies->graph.n_graphs;
            nodes_of_copy(number, distance, n, pair, within);
            add_copy(copies, &one, number, pair);
            at[2 * p] = number[v];
            at[2 * p + 1] = number[w];
        }
    sg_free(distance);
    sg_free(number);
}

uint32_t *slow_marked(const sg_graph_view *view, uint32_t within, uint32_t rounds)
{
    const uint32_t n_pairs = slow_pair_number(view, view->graph->n_graphs, 0, 0);
    marked_copies copies = make_room(view);
    slow_tuple *made = slow_tuples(n_pairs);
    uint32_t *color = room(n_pairs, sizeof *color), *at = room(2 * n_pairs, sizeof *at);
    for (uint32_t g = 0; g < view->graph->n_graphs; g++)
        add_copies(&copies, at, view, g, within);
    const sg_graph_view copied = {
        .graph = &copies.graph, .node_label = copies.label, .n_node_columns = copies.n_columns};
    uint32_t *node_color = slow_colors(&copied);
    slow_colors_by_label(node_color, &copied);
    slow_wl_refine(node_color, &copied, rounds, false);
    for (uint32_t p = 0; p < n_pairs; p++) {
        const uint32_t first = copies.graph.graph_offset[p];
        const uint32_t n = copies.graph.graph_offset[p + 1] - first;
        made[p] = n > 0 ? tuple_of_copy(node_color + first, n, at[2 * p], at[2 * p + 1])
                        : slow_tuple_of(0);
    }
    color_pairs(color, made, n_pairs);
    sg_free(at);
    sg_free(node_color);
    sg_free(copies.label);
    sg_graph_free(&copies.graph);
    return color;
}
