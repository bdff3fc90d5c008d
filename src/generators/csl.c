/* csl.c - rings with skip links, numbered at random. */
#include "generators/csl.h"

#include "base/numpy_random.h"
#include "data/graph_collector.h"

enum { N_NODES = 41, N_CLASSES = 10, N_COPIES = 15 };

static const uint32_t skip_of_class[N_CLASSES] = {2, 3, 4, 5, 6, 9, 11, 12, 13, 16};

static sg_status collect(sg_graph_collector *collector, const uint32_t *node, uint32_t skip,
                         sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_collector_begin(collector, N_NODES, err));
    for (uint32_t i = 0; i < N_NODES; i++) {
        SG_TRY(sg_collector_edge(collector, node[i], node[(i + 1) % N_NODES], err));
        SG_TRY(sg_collector_edge(collector, node[i], node[(i + skip) % N_NODES], err));
    }
done:
    return status;
}

sg_status sg_csl_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_graph_collector collector = {0};
    sg_numpy_random random;
    uint32_t node[N_NODES];

    sg_numpy_seed(&random, seed);
    for (uint32_t c = 0; c < N_CLASSES; c++)
        for (uint32_t copy = 0; copy < N_COPIES; copy++) {
            sg_numpy_permutation(&random, node, N_NODES);
            SG_TRY(collect(&collector, node, skip_of_class[c], err));
            sg_collector_class(&collector, c);
        }
    SG_TRY(sg_collector_finish(data, &collector, "CSL", err));
done:
    sg_collector_free(&collector);
    return status;
}
