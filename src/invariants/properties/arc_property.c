/* arc_property.c - a node with itself, and with the nodes that arcs join it to, by direction and label.
 *
 * A receiver looks at the arc that leads from it to the sender, at the one that comes back, or at both.  In
 * undirected graphs all neighbors are joined both ways.
 *
 * Values are numbered as they appear, "self" first: a value is a pair of kinds of arcs, of which one may be
 * missing. */
#include "invariants/properties/edge_kinds.h"
#include "invariants/properties/pair_rows.h"

#include "base/table.h"
#include "graph/undirected.h"

enum { OUT = 1, IN = 2, MOST_VALUES = 65535 };

/* The arcs that lead to the nodes of a graph: those to v are arc[offset[v]] up to arc[offset[v + 1]], by
 * ascending node that they come from. */
typedef struct reverse_rows {
    uint32_t *offset; /* [n_nodes + 1] */
    uint32_t *from;   /* [n_arcs] */
    uint32_t *arc;    /* [n_arcs] */
} reverse_rows;

typedef struct arc_writer {
    const sg_one_graph *graph;
    reverse_rows back;
    sg_pair_rows rows;
    sg_edge_kinds kinds;
    sg_table values; /* a pair of kinds -> the number of its value, less 1      */
    sg_key *key;     /* [n_values]                                              */
    size_t key_room;
    uint32_t n_values;
    uint64_t *word; /* [3 + twice the columns] content, and two places before  */
} arc_writer;

static sg_status list_reverse(reverse_rows *back, const sg_one_graph *graph,
                              sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes, begin = graph->arc_offset[0], end = graph->arc_offset[n];
    SG_TAKE(back->offset, scratch, n + (size_t)2);
    SG_TAKE(back->from, scratch, (size_t)(end - begin) + 1);
    SG_TAKE(back->arc, scratch, (size_t)(end - begin) + 1);
    for (uint32_t v = 0; v <= n + 1; v++) back->offset[v] = 0;
    for (uint32_t a = begin; a < end; a++)
        back->offset[graph->neighbor[a] - graph->first + 2]++;
    for (uint32_t v = 0; v < n; v++) back->offset[v + 2] += back->offset[v + 1];
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t place = back->offset[graph->neighbor[a] - graph->first + 1]++;
            back->from[place] = u;
            back->arc[place] = a;
        }
done:
    return status;
}

/* Make room for another key. */
static sg_status grow_keys(arc_writer *out, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *longer = NULL;
    if (out->n_values < out->key_room) goto done;
    SG_TAKE(longer, scratch, 2 * out->key_room + 8);
    for (uint32_t i = 0; i < out->n_values; i++) longer[i] = out->key[i];
    out->key = longer;
    out->key_room = 2 * out->key_room + 8;
done:
    return status;
}

/* The number of the value of a pair that `leaves` and `returns` join; SG_NO_ARC: there is none. */
static sg_status value_of(uint16_t *value, arc_writer *out, uint32_t leaves, uint32_t returns,
                          sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t by_out =
        leaves != SG_NO_ARC ? sg_edge_kind_of(&out->kinds, leaves) + UINT64_C(1) : 0;
    const uint64_t by_in =
        returns != SG_NO_ARC ? sg_edge_kind_of(&out->kinds, returns) + UINT64_C(1) : 0;
    uint32_t number = 0, n_words = 1;
    SG_TRY(sg_table_intern(&number, &out->values, by_out << 32 | by_in, err));
    *value = (uint16_t)(number + 1);
    if (number + 1 < out->n_values) goto done;
    SG_REQUIRE(out->n_values < MOST_VALUES, SG_ELIMIT,
               "arc: graph %u has more than %d kinds of arcs", out->graph->number, MOST_VALUES);
    SG_TRY(grow_keys(out, out->rows.scratch, err));
    out->word[2] = (by_out > 0 ? OUT : 0U) | (by_in > 0 ? IN : 0U);
    if (by_out > 0)
        n_words +=
            sg_edge_kind_words(out->word + 2 + n_words, &out->kinds, (uint32_t)by_out - 1);
    if (by_in > 0)
        n_words +=
            sg_edge_kind_words(out->word + 2 + n_words, &out->kinds, (uint32_t)by_in - 1);
    out->key[out->n_values++] = sg_key_in_place(SG_TAG_ARC, out->word, n_words);
done:
    return status;
}

/* Both rows of v ascend, and are merged.  A node with a self-loop is paired with itself by that arc. */
static sg_status write_row(arc_writer *out, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = out->graph;
    const uint32_t end = graph->arc_offset[v + 1], behind = out->back.offset[v + 1];
    uint32_t a = graph->arc_offset[v], b = out->back.offset[v];
    bool self_written = false;
    SG_TRY(sg_pair_rows_begin(&out->rows, v, end - a + (behind - b) + 1, err));
    while (a < end || b < behind) {
        const uint32_t to = a < end ? graph->neighbor[a] - graph->first : UINT32_MAX;
        const uint32_t from = b < behind ? out->back.from[b] : UINT32_MAX;
        const uint32_t w = to < from ? to : from;
        uint16_t value = 0;
        if (w > v && !self_written) sg_pair_rows_add(&out->rows, v, 0);
        self_written = self_written || w >= v;
        SG_TRY(value_of(&value, out, to == w ? a : SG_NO_ARC,
                        from == w ? out->back.arc[b] : SG_NO_ARC, err));
        sg_pair_rows_add(&out->rows, w, value);
        a += to == w;
        b += from == w;
    }
    if (!self_written) sg_pair_rows_add(&out->rows, v, 0);
done:
    return status;
}

static sg_status find_arcs(sg_pairs *pairs, const sg_property *property,
                           const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    const size_t n_arcs = graph->arc_offset[n] - graph->arc_offset[0];
    arc_writer out = {.graph = graph};
    (void)property;
    SG_REQUIRE(n + 2 * n_arcs <= UINT32_MAX, SG_ELIMIT,
               "arc: graph %u has more than 2^32 pairs", graph->number);
    SG_TRY(list_reverse(&out.back, graph, scratch, err));
    SG_TRY(sg_edge_kinds_find(&out.kinds, graph, scratch, err));
    SG_TRY(sg_pair_rows_prepare_for(&out.rows, graph, n + 2 * n_arcs, scratch, err));
    SG_TAKE(out.word, scratch, 2 * (size_t)out.kinds.n_columns + 3);
    SG_TRY(grow_keys(&out, scratch, err));
    if (n > 0) out.key[out.n_values++] = sg_key_of(SG_TAG_ARC, &(uint64_t){0}, 1);
    for (uint32_t v = 0; v < n; v++) SG_TRY(write_row(&out, v, err));
    *pairs = sg_pair_rows_finish(&out.rows);
    pairs->key = out.key;
    pairs->n_values = out.n_values;
done:
    sg_table_free(&out.values);
    return status;
}

static sg_status add_label(sg_text *text, const sg_value_example *example, uint32_t arc,
                           sg_error *err)
{
    sg_status status = SG_OK;
    if (arc == SG_NO_ARC || example->graph->n_edge_columns == 0) goto done;
    SG_TRY(sg_text_add(text, err, " "));
    SG_TRY(sg_write_edge_label(text, example, arc, err));
done:
    return status;
}

static sg_status name_arc(sg_value_names *names, const sg_property *property,
                          const sg_value_example *example, sg_error *err)
{
    static const char *const WORD[] = {"self", "arc out", "arc in", "arc both"};
    sg_status status = SG_OK;
    const uint32_t out = sg_arc_between(example->graph, example->receiver, example->sender);
    const uint32_t in = sg_arc_between(example->graph, example->sender, example->receiver);
    const uint32_t ways = (out != SG_NO_ARC ? OUT : 0U) | (in != SG_NO_ARC ? IN : 0U);
    sg_value_rank rank = {{ways, 0}};
    sg_text text = {0};
    (void)property;
    SG_TRY(sg_text_add(&text, err, "%s", WORD[ways]));
    SG_TRY(add_label(&text, example, out, err));
    SG_TRY(add_label(&text, example, in, err));
    SG_TRY(sg_value_names_put(names, example->key, rank, err, "%s", text.data));
done:
    sg_text_free(&text);
    return status;
}

const sg_property_kind sg_property_arc = {
    .name = "arc",
    .usage = "arc",
    .about =
        "a node with itself, and with the nodes that arcs join it to, by the direction of the "
        "arcs (out, in, both) and their labels",
    .example = "arc",
    .joins_neighbors = true,
    .follows_arcs = true,
    .sees = SG_SEES_EDGE_LABELS,
    .radius = sg_radius_of_neighbors,
    .find = find_arcs,
    .name_value = name_arc,
};
