/* marks.c - hashes of labels. */
#include "graph/marks.h"

#include "base/hash.h"
#include "base/number.h"

#include <stdlib.h>

static uint64_t hash_labels(const int32_t *label, uint32_t width, const sg_label_words *words)
{
    uint64_t key = width;
    for (uint32_t i = 0; i < width; i++)
        key = sg_hash_words((uint64_t[]){key, sg_label_content(words, label[i])}, 2);
    return key;
}

uint64_t sg_node_mark(const sg_one_graph *graph, uint32_t node)
{
    if (graph->node_label == NULL) return 0;
    return hash_labels(graph->node_label + (size_t)node * graph->n_node_columns,
                       graph->n_node_columns, &graph->node_words);
}

static uint64_t arc_label(const sg_one_graph *graph, uint32_t a)
{
    if (graph->edge_label == NULL) return 0;
    return hash_labels(graph->edge_label + (size_t)a * graph->n_edge_columns,
                       graph->n_edge_columns, &graph->edge_words);
}

/* The arc from u to v; there is one, because graphs are undirected. */
static uint32_t arc_between(const sg_one_graph *graph, uint32_t u, uint32_t v)
{
    const uint32_t wanted = v + graph->first;
    const uint32_t *begin = graph->neighbor + graph->arc_offset[u];
    const uint32_t *found =
        bsearch(&wanted, begin, graph->arc_offset[u + 1] - graph->arc_offset[u], sizeof wanted,
                sg_compare_u32);
    return (uint32_t)(found - graph->neighbor);
}

uint64_t sg_arc_mark(const sg_one_graph *graph, uint32_t node, uint32_t a)
{
    uint64_t label[2] = {0, 0};
    if (graph->edge_label != NULL) {
        label[0] = arc_label(graph, a);
        label[1] =
            arc_label(graph, arc_between(graph, graph->neighbor[a] - graph->first, node));
    }
    return sg_hash_words(label, 2);
}
