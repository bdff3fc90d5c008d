/* snowflakes.c - rings with one of four subgraphs hanging at every node. */
#include "generators/snowflakes.h"

#include "base/numpy_random.h"
#include "data/record_collector.h"

enum {
    MIN_RING = 3,
    MAX_RING = 12,
    N_COPIES = 100, /* graphs per size of the ring */
    N_ARMS = 4,
    ARM_NODES = 15,
    PART_NODES = 8,
    PART_EDGES = 12
};

typedef struct edge {
    uint32_t u, v;
} edge;

/* Node 0 is where two parts are glued together, node 7 the far end.  The parts differ in one
 * thing: whether the nodes joined by the last two edges, 1-2 and 3-4, share a neighbor on the
 * far side. */
static const edge part_a[PART_EDGES] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 5}, {3, 5},
                                        {2, 6}, {4, 6}, {5, 7}, {6, 7}, {1, 2}, {3, 4}};
static const edge part_b[PART_EDGES] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 5}, {2, 5},
                                        {3, 6}, {4, 6}, {5, 7}, {6, 7}, {1, 2}, {3, 4}};

/* The subgraphs.  The first part keeps its numbers, the second one's 1 .. 7 become 8 .. 14. */
static const struct arm {
    const edge *first, *second;
    uint32_t end; /* the node that becomes the ring node */
} arms[N_ARMS] = {
    {part_a, part_a, 7}, {part_a, part_b, 7}, {part_a, part_b, 14}, {part_b, part_b, 7}};

/* Where an arm's node is in the graph: the arm's end is the ring node, the others follow each
 * other from `next` on. */
static uint32_t place(uint32_t node, uint32_t end, uint32_t ring_node, uint32_t next)
{
    if (node == end) return ring_node;
    return next + node - (node > end);
}

static sg_status hang_arm(sg_record *graph, const struct arm *arm, uint32_t ring_node,
                          uint32_t next, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < 2 * PART_EDGES; i++) {
        const bool is_first = i < PART_EDGES;
        edge e = is_first ? arm->first[i] : arm->second[i - PART_EDGES];
        const uint32_t shift = is_first ? 0 : PART_NODES - 1;
        if (e.u > 0) e.u += shift;
        if (e.v > 0) e.v += shift;
        SG_TRY(sg_record_edge(graph, place(e.u, arm->end, ring_node, next),
                              place(e.v, arm->end, ring_node, next), err));
    }
done:
    return status;
}

static sg_status collect(sg_record_collector *collector, sg_record *graph,
                         sg_numpy_random *random, uint32_t ring_size, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t kind[MAX_RING];

    sg_record_clear(graph);
    SG_TRY(sg_record_labeled_nodes(graph, ring_size * ARM_NODES, err));
    for (uint32_t i = 0; i < ring_size; i++) kind[i] = sg_numpy_randint(random, 0, N_ARMS);
    for (uint32_t i = 0; i < ring_size; i++) {
        SG_TRY(sg_record_edge(graph, i, (i + 1) % ring_size, err));
        SG_TRY(hang_arm(graph, &arms[kind[i]], i, ring_size + i * (ARM_NODES - 1), err));
    }
    const uint32_t marked = sg_numpy_randint(random, 0, ring_size);
    graph->node[marked] = 1;
    sg_record_class(graph, kind[marked]);
    SG_TRY(sg_record_collector_add(collector, graph, 0, err));

    /* The recipe draws three nodes and marks the first. */
    (void)sg_numpy_randint(random, 0, ring_size);
    (void)sg_numpy_randint(random, 0, ring_size);
done:
    return status;
}

sg_status sg_snowflakes_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record_collector collector = {0};
    sg_record graph = {0};
    sg_numpy_random random;

    sg_numpy_seed(&random, seed);
    for (uint32_t size = MIN_RING; size <= MAX_RING; size++)
        for (uint32_t copy = 0; copy < N_COPIES; copy++)
            SG_TRY(collect(&collector, &graph, &random, size, err));
    SG_TRY(sg_record_collector_finish(data, &collector, "Snowflakes", "Snowflakes", err));
done:
    sg_record_collector_free(&collector);
    sg_record_free(&graph);
    return status;
}
