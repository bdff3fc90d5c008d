/* edge_property.c - a node with itself, and with its neighbors by the label of the edge.
 *
 * Where the two directions of an edge have different labels, a receiver looks at the arc that
 * leads from it to the sender.  A node with a self-loop is paired with itself by that arc. */
#include "graph/undirected.h"
#include "invariants/properties/edge_kinds.h"
#include "invariants/properties/pair_rows.h"

/* Pairs being written; values are numbered as they appear, "self" first. */
typedef struct edge_writer {
    sg_pair_rows rows;
    sg_key *key; /* [n_values] */
    uint32_t n_values;
    sg_edge_kinds kinds;
    uint16_t *value_of; /* [n_kinds] or 0: not seen yet                  */
    uint64_t *word;     /* [3 + columns] content, and two places before  */
} edge_writer;

static uint16_t value_of_arc(edge_writer *out, uint32_t arc)
{
    const uint32_t kind = sg_edge_kind_of(&out->kinds, arc);
    if (out->value_of[kind] == 0) {
        const uint32_t n_words = 1 + sg_edge_kind_words(out->word + 3, &out->kinds, kind);
        out->word[2] = 1;
        out->value_of[kind] = (uint16_t)out->n_values;
        out->key[out->n_values++] = sg_key_in_place(SG_TAG_EDGE, out->word, n_words);
    }
    return out->value_of[kind];
}

static sg_status write_row(edge_writer *out, const sg_one_graph *graph, uint32_t v,
                           sg_error *err)
{
    sg_status status = SG_OK;
    bool self_written = false;
    const uint32_t begin = graph->arc_offset[v], end = graph->arc_offset[v + 1];
    SG_TRY(sg_pair_rows_begin(&out->rows, v, end - begin + 1, err));
    for (uint32_t a = begin; a < end; a++) {
        const uint32_t w = graph->neighbor[a] - graph->first;
        if (w > v && !self_written) sg_pair_rows_add(&out->rows, v, 0);
        self_written = self_written || w >= v;
        sg_pair_rows_add(&out->rows, w, value_of_arc(out, a));
    }
    if (!self_written) sg_pair_rows_add(&out->rows, v, 0);
done:
    return status;
}

static sg_status find_edges(sg_pairs *pairs, const sg_property *property,
                            const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t begin = graph->first_receiver, end = sg_behind_receivers(graph);
    const size_t n_pairs = (end - begin) + sg_receivers_arcs(graph);
    edge_writer out = {0};
    (void)property;
    SG_REQUIRE(n_pairs <= UINT32_MAX, SG_ELIMIT, "edge: graph %u has more than 2^32 pairs",
               graph->number);
    SG_TRY(sg_edge_kinds_find(&out.kinds, graph, scratch, err));
    SG_TRY(sg_pair_rows_prepare_for(&out.rows, graph, n_pairs, scratch, err));
    SG_TAKE(out.key, scratch, (size_t)out.kinds.n_kinds + 1);
    SG_TAKE(out.value_of, scratch, out.kinds.n_kinds);
    SG_TAKE(out.word, scratch, (size_t)out.kinds.n_columns + 3);
    for (uint32_t k = 0; k < out.kinds.n_kinds; k++) out.value_of[k] = 0;
    if (end > begin) out.key[out.n_values++] = sg_key_of(SG_TAG_EDGE, &(uint64_t){0}, 1);
    for (uint32_t v = begin; v < end; v++) SG_TRY(write_row(&out, graph, v, err));
    *pairs = sg_pair_rows_finish(&out.rows);
    pairs->key = out.key;
    pairs->n_values = out.n_values;
done:
    return status;
}

static sg_status name_edge(sg_value_names *names, const sg_property *property,
                           const sg_value_example *example, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = example->graph;
    const uint32_t arc = sg_arc_between(graph, example->receiver, example->sender);
    sg_value_rank rank = {{arc != SG_NO_ARC, 0}};
    sg_text text = {0};
    (void)property;
    SG_TRY(sg_text_add(&text, err, arc != SG_NO_ARC ? "edge" : "self"));
    if (arc != SG_NO_ARC && graph->n_edge_columns > 0) {
        rank.by[1] = graph->edge_label[(size_t)arc * graph->n_edge_columns];
        SG_TRY(sg_text_add(&text, err, " "));
        SG_TRY(sg_write_edge_label(&text, example, arc, err));
    }
    SG_TRY(sg_value_names_put(names, example->key, rank, err, "%s", text.data));
done:
    sg_text_free(&text);
    return status;
}

const sg_property_kind sg_property_edge = {
    .name = "edge",
    .usage = "edge",
    .about = "a node with itself, and with its neighbors by the label of the edge; in directed "
             "graphs with the nodes that its arcs lead to",
    .example = "edge",
    .joins_neighbors = true,
    .by_receiver = true,
    .follows_arcs = true,
    .sees = SG_SEES_EDGE_LABELS,
    .radius = sg_radius_of_neighbors,
    .find = find_edges,
    .name_value = name_edge,
};
