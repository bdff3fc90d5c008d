/* csl.c - rings with skip links, numbered at random. */
#include "generators/csl.h"

#include "base/numpy_random.h"
#include "data/record_collector.h"

enum { N_NODES = 41, N_CLASSES = 10, N_COPIES = 15 };

static const uint32_t skip_of_class[N_CLASSES] = {2, 3, 4, 5, 6, 9, 11, 12, 13, 16};

static sg_status collect(sg_record_collector *collector, sg_record *graph, const uint32_t *node,
                         uint32_t class_number, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t skip = skip_of_class[class_number];
    sg_record_clear(graph);
    SG_TRY(sg_record_labeled_nodes(graph, N_NODES, err));
    sg_record_class(graph, class_number);
    for (uint32_t i = 0; i < N_NODES; i++) {
        SG_TRY(sg_record_edge(graph, node[i], node[(i + 1) % N_NODES], err));
        SG_TRY(sg_record_edge(graph, node[i], node[(i + skip) % N_NODES], err));
    }
    SG_TRY(sg_record_collector_add(collector, graph, 0, err));
done:
    return status;
}

sg_status sg_csl_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record_collector collector = {0};
    sg_record graph = {0};
    sg_numpy_random random;
    uint32_t node[N_NODES];

    sg_numpy_seed(&random, seed);
    for (uint32_t c = 0; c < N_CLASSES; c++)
        for (uint32_t copy = 0; copy < N_COPIES; copy++) {
            sg_numpy_permutation(&random, node, N_NODES);
            SG_TRY(collect(&collector, &graph, node, c, err));
        }
    SG_TRY(sg_record_collector_finish(data, &collector, "CSL", "CSL", err));
done:
    sg_record_collector_free(&collector);
    sg_record_free(&graph);
    return status;
}
