/* simple_labelings.c - labelings that need no search: none, label, degrees, index. */
#include "invariants/labeling.h"

#include <stdio.h>

static sg_status label_none(sg_key *key, const sg_labeling *labeling, const sg_label_work *work,
                            sg_error *err)
{
    (void)labeling, (void)err;
    const sg_key same = sg_key_of(SG_TAG_NONE, NULL, 0);
    for (uint32_t v = 0; v < work->graph->n_nodes; v++) key[v] = same;
    return SG_OK;
}

/* The node itself decides. */
static uint32_t no_radius(const sg_labeling_parameters *parameters)
{
    (void)parameters;
    return 0;
}

static uint32_t neighbors_radius(const sg_labeling_parameters *parameters)
{
    (void)parameters;
    return 1;
}

const sg_labeling_kind sg_labeling_none = {
    .name = "none",
    .usage = "none",
    .about = "the same label for every node",
    .example = "none",
    .follows_arcs = true,
    .series = {SG_TAG_NONE, "any", 0, 0},
    .radius = no_radius,
    .label = label_none,
};

/* The label of the node before is often the same; then so is the key. */
static sg_status label_by_data(sg_key *key, const sg_labeling *labeling,
                               const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = work->graph;
    const uint32_t width = graph->n_node_columns;
    if (graph->node_label == NULL) return label_none(key, labeling, work, err);
    uint64_t *word = NULL;
    SG_TAKE(word, work->scratch, width + (size_t)2);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const int32_t *label = graph->node_label + (size_t)v * width;
        if (width == 1 && v > 0 && label[0] == label[-1]) {
            key[v] = key[v - 1];
            continue;
        }
        uint64_t content = 0;
        if (width == 1 && sg_label_is_word(&content, &graph->node_words, label[0])) {
            key[v] = sg_key_of(SG_TAG_WORD, &content, 1);
            continue;
        }
        for (uint32_t c = 0; c < width; c++) word[c + 2] = (uint64_t)(int64_t)label[c];
        key[v] = sg_key_in_place(SG_TAG_LABEL, word, width);
    }
done:
    return status;
}

const sg_labeling_kind sg_labeling_label = {
    .name = SG_LABELS_OF_DATA,
    .usage = "label",
    .about = "the data set's node label (an atom's number, a word); one for all nodes if "
             "there is none",
    .example = "label",
    .follows_arcs = true,
    .series = {SG_TAG_LABEL, "label", -1, 1001},
    .is_of_data = true,
    .radius = no_radius,
    .label = label_by_data,
};

static sg_status label_degree(sg_key *key, const sg_labeling *labeling,
                              const sg_label_work *work, sg_error *err)
{
    (void)labeling, (void)err;
    const sg_one_graph *graph = work->graph;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint64_t degree = graph->arc_offset[v + 1] - graph->arc_offset[v];
        key[v] = sg_key_of(SG_TAG_DEGREE, &degree, 1);
    }
    return SG_OK;
}

static int name_degree(char *text, size_t room, const sg_graph *graph, uint32_t node)
{
    return snprintf(text, room, "degree %u",
                    graph->arc_offset[node + 1] - graph->arc_offset[node]);
}

const sg_labeling_kind sg_labeling_degree = {
    .name = "degree",
    .usage = "degree",
    .about = "the number of neighbors; in directed graphs of nodes that its arcs lead to",
    .example = "degree",
    .follows_arcs = true,
    .series = {SG_TAG_DEGREE, "degree", 0, 1000},
    .name_label = name_degree,
    .radius = neighbors_radius,
    .label = label_degree,
};

/* out-degree has keys of its own: a model of it does not take an undirected degree for one. */
static sg_status label_out_degree(sg_key *key, const sg_labeling *labeling,
                                  const sg_label_work *work, sg_error *err)
{
    (void)labeling, (void)err;
    const sg_one_graph *graph = work->graph;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint64_t degree = graph->arc_offset[v + 1] - graph->arc_offset[v];
        key[v] = sg_key_of(SG_TAG_OUT_DEGREE, &degree, 1);
    }
    return SG_OK;
}

static sg_status label_in_degree(sg_key *key, const sg_labeling *labeling,
                                 const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = work->graph;
    uint64_t *degree = NULL;
    (void)labeling;
    SG_TAKE(degree, work->scratch, graph->n_nodes);
    for (uint32_t v = 0; v < graph->n_nodes; v++) degree[v] = 0;
    for (uint32_t a = graph->arc_offset[0]; a < graph->arc_offset[graph->n_nodes]; a++)
        degree[graph->neighbor[a] - graph->first]++;
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        key[v] = sg_key_of(SG_TAG_IN_DEGREE, &degree[v], 1);
done:
    return status;
}

const sg_labeling_kind sg_labeling_in_degree = {
    .name = "in-degree",
    .usage = "in-degree",
    .about = "the number of arcs that lead to the node",
    .example = "in-degree",
    .follows_arcs = true,
    .series = {SG_TAG_IN_DEGREE, "in-degree", 0, 1000},
    .radius = neighbors_radius,
    .label = label_in_degree,
};

const sg_labeling_kind sg_labeling_out_degree = {
    .name = "out-degree",
    .usage = "out-degree",
    .about = "the number of arcs that leave the node",
    .example = "out-degree",
    .follows_arcs = true,
    .series = {SG_TAG_OUT_DEGREE, "out-degree", 0, 1000},
    .radius = neighbors_radius,
    .label = label_out_degree,
};

static sg_status label_index(sg_key *key, const sg_labeling *labeling,
                             const sg_label_work *work, sg_error *err)
{
    (void)labeling, (void)err;
    for (uint32_t v = 0; v < work->graph->n_nodes; v++)
        key[v] = sg_key_of(SG_TAG_INDEX, &(uint64_t){v}, 1);
    return SG_OK;
}

const sg_labeling_kind sg_labeling_index = {
    .name = "index",
    .usage = "index",
    .about = "the position of the node in its graph, from 0; an invariant only if positions "
             "have a meaning (pixels, words)",
    .example = "index",
    .follows_arcs = true,
    .label = label_index,
};
