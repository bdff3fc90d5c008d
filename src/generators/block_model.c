/* block_model.c - the graph. */
#include "generators/block_model.h"

#include "base/mem.h"
#include "base/rng.h"
#include "data/record_collector.h"
#include "generators/block_parameters.h"
#include "optim/normal.h"

#include <math.h>
#include <stdio.h>

enum { N_NODES = 10000, N_EDGES = 30000, N_TRAIN = 4000, N_VALIDATION = 2000 };

/* Another node than v, of its class or of another one.  Node u is of class of_node[u]. */
static uint32_t draw_neighbor(sg_rng *rng, const uint32_t *of_node, uint32_t v)
{
    const bool same = sg_rng_uniform(rng) < SG_BLOCK_SAME;
    uint32_t w;
    do w = sg_rng_below(rng, N_NODES);
    while (w == v || (of_node[w] == of_node[v]) != same);
    return w;
}

static sg_status fill_nodes(sg_record *graph, const uint32_t *of_node, sg_rng *rng,
                            sg_error *err)
{
    sg_status status = SG_OK;
    char word[16];
    graph->n_node_targets = 1;
    for (uint32_t v = 0; v < N_NODES; v++) {
        const int size = snprintf(word, sizeof word, "%u", of_node[v]);
        SG_TRY(sg_names_add(&graph->node_target, word, (size_t)size, err));
        graph->node_part[v] = v < N_TRAIN                  ? SG_TRAIN
                              : v < N_TRAIN + N_VALIDATION ? SG_VALIDATION
                                                           : SG_TEST;
        for (uint32_t c = 0; c < SG_BLOCK_CLASSES; c++) {
            const double mean = c == of_node[v] ? SG_BLOCK_MEAN : 0;
            /* Few digits, so that files are small. */
            graph->attribute[(size_t)v * SG_BLOCK_CLASSES + c] =
                floor((mean + sg_rng_normal(rng)) * 1024) / 1024;
        }
    }
done:
    return status;
}

static sg_status fill_graph(sg_record *graph, uint32_t *of_node, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_rng rng = sg_rng_stream(seed, (const uint64_t[]){SG_BLOCK_CLASSES, N_NODES}, 2);
    SG_TRY(sg_record_nodes(graph, N_NODES, err));
    SG_TRY(sg_record_attributes(graph, SG_BLOCK_CLASSES, err));
    SG_TRY(sg_record_node_parts(graph, err));
    for (uint32_t v = 0; v < N_NODES; v++) of_node[v] = sg_rng_below(&rng, SG_BLOCK_CLASSES);
    for (uint32_t e = 0; e < N_EDGES; e++) {
        const uint32_t v = sg_rng_below(&rng, N_NODES);
        SG_TRY(sg_record_edge(graph, v, draw_neighbor(&rng, of_node, v), err));
    }
    SG_TRY(fill_nodes(graph, of_node, &rng, err));
done:
    return status;
}

sg_status sg_block_model_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record_collector collector = {0};
    sg_record graph = {0};
    uint32_t *of_node = NULL;
    SG_ALLOC(of_node, N_NODES);
    sg_record_clear(&graph);
    SG_TRY(fill_graph(&graph, of_node, seed, err));
    SG_TRY(sg_record_collector_add(&collector, &graph, 0, err));
    SG_TRY(sg_record_collector_finish(data, &collector, "BlockModel", "BlockModel", err));
done:
    sg_record_collector_free(&collector);
    sg_record_free(&graph);
    sg_free(of_node);
    return status;
}
