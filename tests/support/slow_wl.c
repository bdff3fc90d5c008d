/* slow_wl.c - every node against every other, tuple by tuple. */
#include "support/slow_wl.h"

#include "base/mem.h"
#include "support/check.h"

/* What makes a node's color: a header, then items of `width` words each in ascending order. */
typedef struct tuple {
    int64_t *word;
    size_t n_words;
} tuple;

static void *alloc(size_t count, size_t size)
{
    void *block = sg_alloc(count, size);
    assert_non_null(block);
    return block;
}

static bool same_tuple(const tuple *a, const tuple *b)
{
    return a->n_words == b->n_words &&
           memcmp(a->word, b->word, a->n_words * sizeof *a->word) == 0;
}

/* Color the nodes by their tuples, and release these. */
static void color_by_tuples(uint32_t *color, tuple *made, uint32_t n_nodes)
{
    for (uint32_t v = 0; v < n_nodes; v++) {
        color[v] = 0;
        while (!same_tuple(&made[color[v]], &made[v])) color[v]++;
    }
    for (uint32_t v = 0; v < n_nodes; v++) sg_free(made[v].word);
    sg_free(made);
}

uint32_t *slow_colors(const sg_graph_view *view)
{
    return alloc(view->graph->n_nodes, sizeof(uint32_t));
}

void slow_colors_by_label(uint32_t *color, const sg_graph_view *view)
{
    const uint32_t n = view->graph->n_nodes;
    const uint32_t width = view->node_label != NULL ? view->n_node_columns : 0;
    tuple *made = alloc(n, sizeof *made);
    for (uint32_t v = 0; v < n; v++) {
        made[v] = (tuple){alloc(width, sizeof(int64_t)), width};
        for (uint32_t c = 0; c < width; c++)
            made[v].word[c] = view->node_label[(size_t)v * width + c];
    }
    color_by_tuples(color, made, n);
}

void slow_colors_by_degree(uint32_t *color, const sg_graph_view *view)
{
    const uint32_t n = view->graph->n_nodes, *offset = view->graph->arc_offset;
    tuple *made = alloc(n, sizeof *made);
    for (uint32_t v = 0; v < n; v++) {
        made[v] = (tuple){alloc(1, sizeof(int64_t)), 1};
        made[v].word[0] = offset[v + 1] - offset[v];
    }
    color_by_tuples(color, made, n);
}

static bool item_before(const int64_t *a, const int64_t *b, size_t width)
{
    for (size_t i = 0; i < width; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

static void sort_items(int64_t *item, size_t n, size_t width)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0; j--) {
            int64_t *a = item + (j - 1) * width, *b = item + j * width;
            if (!item_before(b, a, width)) break;
            for (size_t k = 0; k < width; k++) {
                const int64_t moved = a[k];
                a[k] = b[k];
                b[k] = moved;
            }
        }
}

static tuple surroundings(uint32_t v, const uint32_t *color, const sg_graph_view *view,
                          size_t n_labels)
{
    const uint32_t begin = view->graph->arc_offset[v], end = view->graph->arc_offset[v + 1];
    const size_t width = n_labels + 1, n = end - begin;
    tuple made = {alloc(1 + n * width, sizeof(int64_t)), 1 + n * width};
    made.word[0] = color[v];
    for (uint32_t a = begin; a < end; a++) {
        int64_t *item = made.word + 1 + (a - begin) * width;
        for (size_t c = 0; c < n_labels; c++) item[c] = view->edge_label[a * n_labels + c];
        item[n_labels] = color[view->graph->neighbor[a]];
    }
    sort_items(made.word + 1, n, width);
    return made;
}

void slow_wl_refine(uint32_t *color, const sg_graph_view *view, uint32_t rounds,
                    bool with_edges)
{
    const uint32_t n = view->graph->n_nodes;
    const size_t n_labels = with_edges && view->edge_label != NULL ? view->n_edge_columns : 0;
    for (; rounds > 0; rounds--) {
        tuple *made = alloc(n, sizeof *made);
        for (uint32_t v = 0; v < n; v++) made[v] = surroundings(v, color, view, n_labels);
        color_by_tuples(color, made, n);
    }
}

void slow_colors_join(uint32_t *color, const uint32_t *other, uint32_t n_nodes)
{
    tuple *made = alloc(n_nodes, sizeof *made);
    for (uint32_t v = 0; v < n_nodes; v++) {
        made[v] = (tuple){alloc(2, sizeof(int64_t)), 2};
        made[v].word[0] = color[v];
        made[v].word[1] = other[v];
    }
    color_by_tuples(color, made, n_nodes);
}
