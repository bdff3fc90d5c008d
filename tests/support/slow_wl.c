/* slow_wl.c - every node against every other, tuple by tuple. */
#include "support/slow_wl.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/slow_tuples.h"

uint32_t *slow_colors(const sg_graph_view *view)
{
    uint32_t *color = sg_alloc(view->graph->n_nodes, sizeof *color);
    assert_non_null(color);
    return color;
}

void slow_colors_by_label(uint32_t *color, const sg_graph_view *view)
{
    const uint32_t n = view->graph->n_nodes;
    const uint32_t width = view->node_label != NULL ? view->n_node_columns : 0;
    slow_tuple *made = slow_tuples(n);
    for (uint32_t v = 0; v < n; v++) {
        made[v] = slow_tuple_of(width);
        for (uint32_t c = 0; c < width; c++)
            made[v].word[c] = view->node_label[(size_t)v * width + c];
    }
    slow_color_by_tuples(color, made, n);
}

void slow_colors_by_degree(uint32_t *color, const sg_graph_view *view)
{
    const uint32_t n = view->graph->n_nodes, *offset = view->graph->arc_offset;
    slow_tuple *made = slow_tuples(n);
    for (uint32_t v = 0; v < n; v++) {
        made[v] = slow_tuple_of(1);
        made[v].word[0] = offset[v + 1] - offset[v];
    }
    slow_color_by_tuples(color, made, n);
}

/* What makes a node's color: its own, then one item of `width` words per neighbor in ascending
 * order. */
static slow_tuple surroundings(uint32_t v, const uint32_t *color, const sg_graph_view *view,
                               size_t n_labels)
{
    const uint32_t begin = view->graph->arc_offset[v], end = view->graph->arc_offset[v + 1];
    const size_t width = n_labels + 1, n = end - begin;
    const slow_tuple made = slow_tuple_of(1 + n * width);
    made.word[0] = color[v];
    for (uint32_t a = begin; a < end; a++) {
        int64_t *item = made.word + 1 + (a - begin) * width;
        for (size_t c = 0; c < n_labels; c++) item[c] = view->edge_label[a * n_labels + c];
        item[n_labels] = color[view->graph->neighbor[a]];
    }
    slow_sort_items(made.word + 1, n, width);
    return made;
}

void slow_wl_refine(uint32_t *color, const sg_graph_view *view, uint32_t rounds,
                    bool with_edges)
{
    const uint32_t n = view->graph->n_nodes;
    const size_t n_labels = with_edges && view->edge_label != NULL ? view->n_edge_columns : 0;
    for (; rounds > 0; rounds--) {
        slow_tuple *made = slow_tuples(n);
        for (uint32_t v = 0; v < n; v++) made[v] = surroundings(v, color, view, n_labels);
        slow_color_by_tuples(color, made, n);
    }
}

void slow_colors_join(uint32_t *color, const uint32_t *other, uint32_t n_nodes)
{
    slow_tuple *made = slow_tuples(n_nodes);
    for (uint32_t v = 0; v < n_nodes; v++) {
        made[v] = slow_tuple_of(2);
        made[v].word[0] = color[v];
        made[v].word[1] = other[v];
    }
    slow_color_by_tuples(color, made, n_nodes);
}
