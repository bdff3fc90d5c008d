/* rank_part.c - graphs are cut where the nodes before them are a rank's share. */
#include "data/ranks/rank_part.h"

#include "base/mem.h"
#include "data/subset.h"

#include <string.h>

/* The first graph of rank r of n: the first that begins at its share of the nodes or behind it. */
static uint32_t first_graph(const sg_graph *graph, uint32_t r, uint32_t n)
{
    const uint64_t share = (uint64_t)graph->n_nodes * r / n;
    uint32_t low = 0, high = graph->n_graphs;
    if (r == n) return high;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (graph->graph_offset[middle] < share)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void sg_rank_part_close(sg_rank_part *part)
{
    sg_dataset_free(&part->copy);
    sg_free(part->first_node);
    *part = (sg_rank_part){0};
}

/* The part that was read. */
static sg_status take_read_part(sg_rank_part *part, const sg_dataset *data, uint32_t size,
                                sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *first_node = NULL;
    SG_REQUIRE(data->n_ranks == size, SG_EINVAL,
               "data: it is a part for %u ranks, but there are %u", data->n_ranks, size);
    SG_ALLOC(first_node, size + (size_t)1);
    memcpy(first_node, data->rank_node, (size + (size_t)1) * sizeof *first_node);
    *part = (sg_rank_part){
        .graphs = data, .first_graph = data->first_graph, .first_node = first_node};
done:
    return status;
}

/* A part of all graphs. */
static sg_status copy_part(sg_rank_part *part, const sg_dataset *data,
                           const sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t rank = sg_cluster_rank(cluster), size = sg_cluster_size(cluster);
    const sg_graph *graph = &data->graph;
    sg_rank_part made = {.first_graph = first_graph(graph, rank, size)};
    const uint32_t n = first_graph(graph, rank + 1, size) - made.first_graph;
    uint32_t *number = NULL;
    SG_ALLOC(made.first_node, size + (size_t)1);
    for (uint32_t r = 0; r <= size; r++)
        made.first_node[r] = graph->graph_offset[first_graph(graph, r, size)];
    SG_ALLOC(number, n);
    for (uint32_t i = 0; i < n; i++) number[i] = made.first_graph + i;
    SG_TRY(sg_dataset_subset(&made.copy, data, number, n, err));
    *part = made;
    part->graphs = &part->copy;
    made = (sg_rank_part){0};
done:
    sg_free(number);
    sg_rank_part_close(&made);
    return status;
}

sg_status sg_rank_part_open(sg_rank_part *part, const sg_dataset *data,
                            const sg_cluster *cluster, sg_error *err)
{
    return data->rank_node != NULL ? take_read_part(part, data, sg_cluster_size(cluster), err)
                                   : copy_part(part, data, cluster, err);
}

sg_status sg_rank_part_keep(sg_dataset *data, const sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    sg_rank_part part = {0};
    SG_TRY(copy_part(&part, data, cluster, err));
    sg_dataset_free(data);
    *data = part.copy;
    data->rank_node = part.first_node;
    data->n_ranks = sg_cluster_size(cluster);
    data->first_graph = part.first_graph;
done:
    return status;
}
