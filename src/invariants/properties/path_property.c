/* path_property.c - all shortest paths between two nodes: how long, how many, along which edges.
 *
 * A search from each receiver gives every node a state (path_states.h) made from the states of
 * the nodes one step nearer; no path is ever written down.  Paths lead from the receiver to the
 * sender, and edges whose directions have different labels count with that direction. */
#include "base/bitset.h"
#include "base/observer.h"
#include "graph/bfs.h"
#include "invariants/properties/edge_kinds.h"
#include "invariants/properties/pair_rows.h"
#include "invariants/properties/path_edges.h"
#include "invariants/properties/path_states.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_VALUES = UINT16_MAX };

typedef struct path_search {
    const sg_one_graph *graph;
    const sg_property_parameters *parameters;
    sg_edge_kinds kinds;
    sg_bfs bfs;
    uint16_t
        *kind; /* of the arc from u to v: kind[v * n_nodes + u] where there are sets of nodes
                       (bfs.adjacent), else by the number of the arc from v to u                */
    sg_path_states states;
    uint32_t *state; /* [n_nodes] of the nodes reached                                        */
    sg_pair_rows rows;
    uint32_t n_values;
} path_search;

/* Arcs are sorted by their ends on both sides, so the arcs back to a node come in order. */
static sg_status find_kinds(path_search *s, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->graph;
    const uint32_t n = graph->n_nodes, first_arc = graph->arc_offset[0];
    const bool in_words = s->bfs.adjacent != NULL;
    uint32_t *next = NULL;
    SG_TAKE(s->kind, scratch,
            in_words ? (size_t)n * n : (size_t)graph->arc_offset[n] - first_arc);
    SG_TAKE(next, scratch, n);
    memcpy(next, graph->arc_offset, n * sizeof *next);
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t u = graph->neighbor[a] - graph->first;
            const uint32_t kind = sg_edge_kind_of(&s->kinds, next[u]++);
            s->kind[in_words ? v * n + u : a - first_arc] = (uint16_t)kind;
        }
done:
    return status;
}

/* The state of v from those of its neighbors one step nearer to the receiver. */
static sg_status find_state(path_search *s, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->graph;
    const uint32_t first_arc = graph->arc_offset[0], before = s->bfs.distance[v] - 1;
    uint32_t n_before = 0, from = 0, kind = 0;
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
        const uint32_t u = graph->neighbor[a] - graph->first;
        if (s->bfs.distance[u] != before) continue;
        if (n_before == 1) SG_TRY(sg_path_states_join(&s->states, from, kind, err));
        from = s->state[u];
        kind = s->kind[a - first_arc];
        if (n_before++ > 0) SG_TRY(sg_path_states_join(&s->states, from, kind, err));
    }
    if (n_before == 1)
        SG_TRY(sg_path_states_step(&s->state[v], &s->states, from, kind, err));
    else
        SG_TRY(sg_path_states_joined(&s->state[v], &s->states, err));
done:
    return status;
}

/* The same in a graph of up to 64 nodes. */
static sg_status find_state_by_words(path_search *s, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    const uint16_t *kind = s->kind + (size_t)v * s->graph->n_nodes;
    uint64_t before = s->bfs.adjacent[v] & s->bfs.level[s->bfs.distance[v] - 1];
    if ((before & (before - 1)) == 0) {
        const uint32_t u = sg_bit_first(before);
        return sg_path_states_step(&s->state[v], &s->states, s->state[u], kind[u], err);
    }
    for (; before != 0; before &= before - 1) {
        const uint32_t u = sg_bit_first(before);
        SG_TRY(sg_path_states_join(&s->states, s->state[u], kind[u], err));
    }
    SG_TRY(sg_path_states_joined(&s->state[v], &s->states, err));
done:
    return status;
}

static sg_status find_states(path_search *s, uint32_t receiver, sg_error *err)
{
    sg_status status = SG_OK;
    const bool in_words = s->bfs.adjacent != NULL;
    sg_bfs_run(&s->bfs, s->graph, receiver, s->parameters->max_value);
    SG_TRY(sg_watch_ask(err));
    s->state[receiver] = SG_PATH_START;
    for (uint32_t i = 1; i < s->bfs.n_reached; i++) {
        const uint32_t v = s->bfs.queue[i];
        SG_TRY(in_words ? find_state_by_words(s, v, err) : find_state(s, v, err));
    }
done:
    return status;
}

static sg_status write_row(path_search *s, uint32_t receiver, sg_error *err)
{
    sg_status status = SG_OK;
    sg_bfs_sort(&s->bfs);
    SG_TRY(sg_pair_rows_begin(&s->rows, receiver, s->bfs.n_reached, err));
    for (uint32_t i = 0; i < s->bfs.n_reached; i++) {
        const uint32_t sender = s->bfs.sorted[i];
        sg_path_state *state = &s->states.state[s->state[sender]];
        if (!sg_value_counts(s->parameters, s->bfs.distance[sender])) continue;
        if (state->value == UINT32_MAX) {
            SG_REQUIRE(s->n_values < MAX_VALUES, SG_ELIMIT,
                       "path: graph %u has more than %d kinds of paths; ask for shorter ones",
                       s->graph->number, MAX_VALUES);
            state->value = s->n_values++;
        }
        sg_pair_rows_add(&s->rows, sender, (uint16_t)state->value);
    }
done:
    return status;
}

/* The key of every value: distance, number of paths, then (label, occurrences) by label. */
static sg_status make_keys(sg_key **key, const path_search *s, sg_scratch *scratch,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *made = NULL;
    uint64_t *word = NULL;
    SG_TAKE(made, scratch, s->n_values);
    SG_TAKE(word, scratch, 4 + (size_t)s->states.n_kinds * ((size_t)s->kinds.n_columns + 1));
    for (uint32_t i = 0; i < s->states.n_states; i++) {
        const sg_path_state *state = &s->states.state[i];
        size_t n_words = 2;
        if (state->value == UINT32_MAX) continue;
        word[2] = state->word[0];
        word[3] = state->word[1];
        for (uint32_t k = 2; k < state->n_words; k += 2) {
            n_words +=
                sg_edge_kind_words(word + 2 + n_words, &s->kinds, (uint32_t)state->word[k]);
            word[2 + n_words++] = state->word[k + 1];
        }
        made[state->value] = sg_key_in_place(SG_TAG_PATH, word, n_words);
    }
    *key = made;
done:
    return status;
}

static sg_status prepare(path_search *s, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->graph;
    SG_TRY(sg_edge_kinds_find(&s->kinds, graph, scratch, err));
    SG_TRY(sg_bfs_prepare(&s->bfs, graph, scratch, err));
    SG_TRY(find_kinds(s, scratch, err));
    SG_TRY(sg_path_states_prepare(&s->states, s->kinds.n_columns > 0 ? s->kinds.n_kinds : 0,
                                  graph->number, scratch, err));
    SG_TAKE(s->state, scratch, graph->n_nodes);
    SG_TRY(sg_pair_rows_prepare_near(&s->rows, graph, &s->bfs, s->parameters, scratch, err));
done:
    return status;
}

static sg_status find_paths(sg_pairs *pairs, const sg_property *property,
                            const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *key = NULL;
    path_search s = {.graph = graph, .parameters = &property->parameters};
    SG_TRY(prepare(&s, scratch, err));
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        SG_TRY(find_states(&s, v, err));
        SG_TRY(write_row(&s, v, err));
    }
    SG_TRY(make_keys(&key, &s, scratch, err));
    *pairs = sg_pair_rows_finish(&s.rows);
    pairs->key = key;
    pairs->n_values = s.n_values;
done:
    return status;
}

/* The labels on the paths: "single x2, double". */
static sg_status write_edges(sg_text *text, const sg_path_edges *paths,
                             const sg_value_example *example, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < paths->n_edges; i++) {
        SG_TRY(sg_text_add(text, err, i > 0 ? ", " : ": "));
        SG_TRY(sg_write_edge_label(text, example, paths->edge[i].arc, err));
        if (paths->edge[i].n > 1)
            SG_TRY(sg_text_add(text, err, " x%" PRIu64, paths->edge[i].n));
    }
done:
    return status;
}

/* "path of 3 edges: single x2, double", "2 paths of 2 edges". */
static sg_status write_path(sg_text *text, const sg_path_edges *paths, uint32_t length,
                            const sg_value_example *example, sg_error *err)
{
    sg_status status = SG_OK;
    if (length == 0) return sg_text_add(text, err, "self");
    if (paths->n_paths > 1)
        SG_TRY(sg_text_add(text, err, "%" PRIu64 " paths", paths->n_paths));
    else
        SG_TRY(sg_text_add(text, err, "path"));
    SG_TRY(sg_text_add(text, err, " of %u edge%s", length, length == 1 ? "" : "s"));
    SG_TRY(write_edges(text, paths, example, err));
done:
    return status;
}

static sg_status name_path(sg_value_names *names, const sg_property *property,
                           const sg_value_example *example, sg_error *err)
{
    sg_status status = SG_OK;
    sg_bfs bfs = {0};
    sg_path_edges paths = {0};
    sg_text text = {0};
    (void)property;
    SG_TRY(sg_bfs_prepare(&bfs, example->graph, example->scratch, err));
    sg_bfs_run(&bfs, example->graph, example->receiver, UINT32_MAX);
    SG_TRY(sg_watch_ask(err));
    SG_TRY(sg_path_edges_find(&paths, &bfs, example->graph, example->sender, example->scratch,
                              err));
    const uint32_t length = bfs.distance[example->sender];
    const sg_value_rank rank = {
        {length, paths.n_paths < INT64_MAX ? (int64_t)paths.n_paths : INT64_MAX}};
    SG_TRY(write_path(&text, &paths, length, example, err));
    SG_TRY(sg_value_names_put(names, example->key, rank, err, "%s", text.data));
done:
    sg_text_free(&text);
    return status;
}

const sg_property_kind sg_property_path = {
    .name = "path",
    .usage = "path VALUES",
    .about =
        "the shortest paths between two nodes: their length, which is one of VALUES, their "
        "number, and how often each edge label occurs on them",
    .example = "path 0..6",
    .sees = SG_SEES_EDGE_LABELS,
    .radius = sg_radius_of_values,
    .parse = sg_parse_values,
    .find = find_paths,
    .name_value = name_path,
};
