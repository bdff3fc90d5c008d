/* marked_trees.c - trees one by one. */
#include "generators/marked_trees.h"

#include "base/rng.h"
#include "data/record_collector.h"

#include <stdio.h>

enum { N_TREES = 3000, N_NODES = 2 * SG_TREE_MARKS - 1 };

/* Nodes i = 0 .. N_NODES-1 level by level from the root; i is node number[i] of the graph. */
static sg_status fill_tree(sg_record *graph, sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t number[N_NODES], mark[SG_TREE_MARKS], answer = 0;
    char word[16];
    const uint32_t wanted = sg_rng_below(rng, SG_TREE_MARKS);
    for (uint32_t i = 0; i < N_NODES; i++) number[i] = i;
    for (uint32_t m = 0; m < SG_TREE_MARKS; m++) mark[m] = m;
    sg_rng_shuffle(rng, number, N_NODES);
    sg_rng_shuffle(rng, mark, SG_TREE_MARKS);
    SG_TRY(sg_record_labeled_nodes(graph, N_NODES, err));
    graph->node[number[0]] = (int32_t)(1 + wanted);
    for (uint32_t i = 1; i < N_NODES; i++) {
        SG_TRY(sg_record_edge(graph, number[(i - 1) / 2], number[i], err));
        if (i < SG_TREE_MARKS - 1) continue;
        const uint32_t m = mark[i - (SG_TREE_MARKS - 1)], l = sg_rng_below(rng, SG_TREE_LABELS);
        graph->node[number[i]] = (int32_t)(1 + SG_TREE_MARKS + SG_TREE_LABELS * m + l);
        if (m == wanted) answer = l;
    }
    const int size = snprintf(word, sizeof word, "%u", answer);
    graph->n_node_targets = 1;
    for (uint32_t v = 0; v < N_NODES; v++)
        SG_TRY(sg_names_add(&graph->node_target, word, v == number[0] ? (size_t)size : 0, err));
done:
    return status;
}

sg_status sg_marked_trees_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record_collector collector = {0};
    sg_record graph = {0};
    sg_rng rng = sg_rng_stream(seed, (const uint64_t[]){SG_TREE_DEPTH, N_TREES}, 2);
    for (uint32_t g = 0; g < N_TREES; g++) {
        sg_record_clear(&graph);
        SG_TRY(fill_tree(&graph, &rng, err));
        SG_TRY(sg_record_collector_add(&collector, &graph, 0, err));
    }
    SG_TRY(sg_record_collector_finish(data, &collector, "MarkedTrees", "MarkedTrees", err));
done:
    sg_record_collector_free(&collector);
    sg_record_free(&graph);
    return status;
}

sg_status sg_marked_trees_answer(sg_text *text, const sg_dataset *data, sg_error *err)
{
    (void)data;
    return sg_text_add(
        text, err,
        "the leaves at distance %d tell the class of every root; what is nearer tells nothing",
        (int)SG_TREE_DEPTH);
}
