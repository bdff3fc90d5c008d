/* own_graphs.c - a subset, and empty graphs between its graphs. */
#include "data/ranks/own_graphs.h"

#include "base/mem.h"
#include "data/subset.h"

sg_status sg_dataset_own_graphs(sg_dataset *own, const sg_dataset *data, const bool *wanted,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_graphs = data->graph.n_graphs;
    uint32_t *graph = NULL, *offset = NULL, n = 0;
    sg_dataset made = {0};
    SG_ALLOC(graph, n_graphs);
    SG_ALLOC(offset, n_graphs + (size_t)1);
    for (uint32_t g = 0; g < n_graphs; g++)
        if (wanted[g]) graph[n++] = g;
    SG_TRY(sg_dataset_subset(&made, data, graph, n, err));
    for (uint32_t g = 0, i = 0; g < n_graphs; g++) {
        i += wanted[g];
        offset[g + 1] = made.graph.graph_offset[i];
    }
    sg_items_free(&made.items);
    made.items.kind = data->items.kind;
    sg_names_free(&made.graph_id);
    sg_free(made.graph.graph_offset);
    made.graph.graph_offset = offset;
    made.graph.n_graphs = n_graphs;
    offset = NULL;
    *own = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    sg_free(graph);
    sg_free(offset);
    return status;
}
