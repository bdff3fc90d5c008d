/* pair_values.c - listing, searching, sorting and naming. */
#include "explain/pair_values.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "explain/path_edges.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NO_ARC UINT32_MAX

/* What is known of a value: two numbers and a text, by which values are sorted, and say what they
 * are. */
struct sg_pair_value {
    uint64_t key;
    bool known;
    int64_t first;  /* distance; offset: rows                                                 */
    int64_t second; /* cycle-distance: on a cycle; offset: columns; edge: label; path: number */
    uint32_t arc;   /* edge: one that has it, or NO_ARC                                       */
    uint32_t
        edges_at; /* path: number of the text about its edges                               */
    const char
        *edges; /* and that text; NULL before the search is over                          */
};

void sg_pair_values_close(sg_pair_values *values)
{
    sg_free(values->text);
    sg_property_free(&values->property);
    sg_table_free(&values->number);
    sg_free(values->name);
    sg_free(values->value);
    sg_names_free(&values->edges);
    sg_names_free(&values->names);
    *values = (sg_pair_values){0};
}

/* ---- Listing --------------------------------------------------------------------------------- */

/* Add a value, unless it is there. */
static sg_status add_value(sg_pair_values *v, sg_pair_value value, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t id = 0;
    SG_TRY(sg_grow(&v->value, &v->capacity, (size_t)v->n + 1, sizeof *v->value, err));
    SG_TRY(sg_table_intern(&id, &v->number, value.key, err));
    if (id == v->n) v->value[v->n++] = value;
done:
    return status;
}

static sg_status list_distances(sg_pair_values *v, bool with_cycles, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &v->property.parameters;
    for (uint64_t d = 0; d <= p->max_value; d++)
        for (uint64_t on_cycle = 0; on_cycle <= with_cycles; on_cycle++) {
            if (!sg_value_counts(p, (uint32_t)d)) continue;
            const sg_key key =
                with_cycles ? sg_key_of(SG_TAG_CYCLE_DISTANCE, (uint64_t[]){d, on_cycle}, 2)
                            : sg_key_of(SG_TAG_DISTANCE, &d, 1);
            const sg_pair_value value = {.key = key.key,
                                         .known = true,
                                         .first = (int64_t)d,
                                         .second = (int64_t)on_cycle};
            SG_TRY(add_value(v, value, err));
        }
done:
    return status;
}

static sg_status list_offsets(sg_pair_values *v, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &v->property.parameters;
    const int64_t shift = INT64_C(1) << 31, right = p->width / 2, down = p->height / 2;
    for (int64_t dy = -down; dy <= down; dy++)
        for (int64_t dx = -right; dx <= right; dx++) {
            const int64_t place = (dy + down) * p->width + dx + right;
            if (p->mask != NULL && p->mask[place] == 0) continue;
            const uint64_t word[] = {(uint64_t)(dx + shift), (uint64_t)(dy + shift)};
            const sg_pair_value value = {.key = sg_key_of(SG_TAG_OFFSET, word, 2).key,
                                         .known = true,
                                         .first = dy,
                                         .second = dx};
            SG_TRY(add_value(v, value, err));
        }
done:
    return status;
}

sg_status sg_pair_values_open(sg_pair_values *values, const char *property, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pair_values made = {0};
    made.text = sg_text_copy(property);
    SG_REQUIRE(made.text != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_property_parse(&made.property, property, err));
    const sg_property_kind *kind = made.property.kind;
    if (kind == &sg_property_distance || kind == &sg_property_cycle_distance)
        SG_TRY(list_distances(&made, kind == &sg_property_cycle_distance, err));
    if (kind == &sg_property_offset) SG_TRY(list_offsets(&made, err));
    *values = made;
    made = (sg_pair_values){0};
done:
    sg_pair_values_close(&made);
    return status;
}

sg_status sg_pair_values_add(sg_pair_values *values, const sg_weight_keys *keys, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t s = 0; s < keys->n_slots; s++)
        SG_TRY(add_value(values, (sg_pair_value){.key = keys->value[s], .arc = NO_ARC}, err));
done:
    return status;
}

/* ---- Searching ------------------------------------------------------------------------------- */

static uint32_t count_unknown(const sg_pair_values *v)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->n; i++) n += !v->value[i].known;
    return n;
}

/* The label of an edge, or the name that the data has for it; several columns in parentheses. */
static sg_status write_label(sg_text *text, uint32_t arc, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = data->edge_label.n_columns;
    const int32_t *label = data->edge_label.value + (size_t)arc * n;
    const char *name = n == 1 ? sg_label_names_find(&data->edge_name, label[0]) : NULL;
    if (name != NULL) return sg_text_add(text, err, "%s", name);
    if (n > 1) SG_TRY(sg_text_add(text, err, "("));
    for (uint32_t c = 0; c < n; c++)
        SG_TRY(sg_text_add(text, err, c == 0 ? "%d" : ",%d", label[c]));
    if (n > 1) SG_TRY(sg_text_add(text, err, ")"));
done:
    return status;
}

/* How many shortest paths there are, and the labels of their edges: "single x2, double". */
static sg_status look_at_paths(sg_pair_value *value, sg_pair_values *v, const sg_dataset *data,
                               const sg_path_edges *paths, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    for (uint32_t i = 0; i < paths->n_edges; i++) {
        if (i > 0) SG_TRY(sg_text_add(&text, err, ", "));
        SG_TRY(write_label(&text, paths->edge[i].arc, data, err));
        if (paths->edge[i].n > 1)
            SG_TRY(sg_text_add(&text, err, " x%" PRIu64, paths->edge[i].n));
    }
    value->second = paths->n_paths < INT64_MAX ? (int64_t)paths->n_paths : INT64_MAX;
    value->edges_at = v->edges.n;
    SG_TRY(sg_names_add(&v->edges, text.size > 0 ? text.data : "", text.size, err));
done:
    sg_text_free(&text);
    return status;
}

static uint32_t arc_between(const sg_one_graph *graph, uint32_t from, uint32_t to)
{
    for (uint32_t a = graph->arc_offset[from]; a < graph->arc_offset[from + 1]; a++)
        if (graph->neighbor[a] - graph->first == to) return a;
    return NO_ARC;
}

/* Where searches take place. */
typedef struct place {
    const sg_dataset *data;
    sg_one_graph graph;
    sg_bfs bfs;
    sg_scratch scratch,
        of_pair; /* until the next graph, the next pair: there may be very many */
} place;

/* Say what a value is by a pair that has it. */
static sg_status look_at(sg_pair_value *value, sg_pair_values *v, place *in, uint32_t receiver,
                         uint32_t sender, sg_error *err)
{
    sg_status status = SG_OK;
    sg_path_edges paths = {0};
    const sg_one_graph *graph = &in->graph;
    sg_bfs_run(&in->bfs, graph, receiver, UINT32_MAX);
    value->first = in->bfs.distance[sender];
    if (v->property.kind == &sg_property_path) {
        sg_scratch_reset(&in->of_pair);
        SG_TRY(sg_path_edges_find(&paths, &in->bfs, graph, sender, &in->of_pair, err));
        SG_TRY(look_at_paths(value, v, in->data, &paths, err));
    }
    if (v->property.kind == &sg_property_edge) {
        value->arc = arc_between(graph, receiver, sender);
        if (value->arc != NO_ARC && graph->edge_label != NULL)
            value->second = graph->edge_label[(size_t)value->arc * graph->n_edge_columns];
    }
    value->known = true;
done:
    return status;
}

/* Find what is unknown among the pairs of a graph. */
static sg_status search_graph(sg_pair_values *v, place *in, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pairs pairs = {0};
    SG_TRY(v->property.kind->find(&pairs, &v->property, &in->graph, &in->scratch, err));
    SG_TRY(sg_bfs_prepare(&in->bfs, &in->graph, &in->scratch, err));
    for (uint32_t receiver = 0; receiver < in->graph.n_nodes; receiver++)
        for (uint32_t p = pairs.row[receiver]; p < pairs.row[receiver + 1]; p++) {
            const uint32_t id = sg_table_find(&v->number, pairs.key[pairs.value[p]].key);
            if (id == SG_TABLE_NONE || v->value[id].known) continue;
            SG_TRY(look_at(&v->value[id], v, in, receiver, pairs.sender[p], err));
        }
done:
    return status;
}

static sg_status search_data(sg_pair_values *v, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    place in = {.data = data};
    for (uint32_t g = 0; g < data->graph.n_graphs && count_unknown(v) > 0; g++) {
        sg_scratch_reset(&in.scratch);
        in.bfs = (sg_bfs){0};
        in.graph = sg_view_graph(&view, g);
        SG_TRY(search_graph(v, &in, err));
    }
    for (uint32_t i = 0; i < v->n && v->edges.n > 0; i++)
        if (v->value[i].known) v->value[i].edges = sg_names_at(&v->edges, v->value[i].edges_at);
done:
    sg_scratch_free(&in.scratch);
    sg_scratch_free(&in.of_pair);
    return status;
}

/* ---- Numbering and naming -------------------------------------------------------------------- */

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_values(const void *a, const void *b)
{
    const sg_pair_value *x = a, *y = b;
    int order = compare_numbers(y->known, x->known);
    if (order == 0) order = compare_numbers(x->first, y->first);
    if (order == 0) order = compare_numbers(x->second, y->second);
    if (order == 0 && x->edges != NULL && y->edges != NULL) order = strcmp(x->edges, y->edges);
    return order != 0 ? order : (x->key > y->key) - (x->key < y->key);
}

static sg_status number_values(sg_pair_values *v, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t id = 0;
    if (v->n > 0) qsort(v->value, v->n, sizeof *v->value, compare_values);
    sg_table_free(&v->number);
    for (uint32_t i = 0; i < v->n; i++)
        SG_TRY(sg_table_intern(&id, &v->number, v->value[i].key, err));
done:
    return status;
}

static sg_status write_edge(sg_text *text, uint32_t arc, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    if (arc == NO_ARC) return sg_text_add(text, err, "self");
    SG_TRY(sg_text_add(text, err, "edge"));
    if (data->edge_label.n_columns == 0) goto done;
    SG_TRY(sg_text_add(text, err, " "));
    SG_TRY(write_label(text, arc, data, err));
done:
    return status;
}

/* "path of 3 edges: single x2, double", "2 paths of 2 edges". */
static sg_status write_path(sg_text *text, const sg_pair_value *value, sg_error *err)
{
    sg_status status = SG_OK;
    if (value->first == 0) return sg_text_add(text, err, "self");
    if (value->second > 1)
        SG_TRY(sg_text_add(text, err, "%" PRId64 " paths", value->second));
    else
        SG_TRY(sg_text_add(text, err, "path"));
    SG_TRY(sg_text_add(text, err, " of %" PRId64 " edge%s", value->first,
                       value->first == 1 ? "" : "s"));
    if (value->edges[0] != '\0') SG_TRY(sg_text_add(text, err, ": %s", value->edges));
done:
    return status;
}

static sg_status write_name(sg_text *text, const sg_pair_values *v, uint32_t i,
                            const sg_dataset *data, sg_error *err)
{
    const sg_pair_value *value = &v->value[i];
    const sg_property_kind *kind = v->property.kind;
    if (!value->known) return sg_text_add(text, err, "%s #%u", kind->name, i);
    if (kind == &sg_property_distance)
        return sg_text_add(text, err, "distance %" PRId64, value->first);
    if (kind == &sg_property_cycle_distance)
        return sg_text_add(text, err, "distance %" PRId64 ", %s", value->first,
                           value->second != 0 ? "on a cycle" : "on no cycle");
    if (kind == &sg_property_offset)
        return sg_text_add(text, err, "offset %+" PRId64 ",%+" PRId64, value->second,
                           value->first);
    if (kind == &sg_property_edge) return write_edge(text, value->arc, data, err);
    return write_path(text, value, err);
}

sg_status sg_pair_values_name(sg_pair_values *values, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(search_data(values, data, err));
    SG_TRY(number_values(values, err));
    for (uint32_t i = 0; i < values->n; i++) {
        text.size = 0;
        SG_TRY(write_name(&text, values, i, data, err));
        SG_TRY(sg_names_add(&values->names, text.data, text.size, err));
    }
    SG_ALLOC(values->name, values->n);
    for (uint32_t i = 0; i < values->n; i++) values->name[i] = sg_names_at(&values->names, i);
done:
    sg_text_free(&text);
    return status;
}
