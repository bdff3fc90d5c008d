/* explainer_words.c - what a label means, in words: what all nodes of the data that have it share.
 *
 * The own name, the number of neighbors, their names and whether a bond is aromatic are said where they are
 * the same for every node with the label, so a sentence is true for all of them, whatever the labeling looks
 * at.  Labelings that count something say it of the example: all nodes with the label have the same counts. */
#include "explain/explainer_parts.h"
#include "explain/name_writer.h"

#include "base/hash.h"
#include "base/mem.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_NAMED = 4 };   /* kinds of neighbors that are named          */
enum { MOST_COUNTED = 3 }; /* numbers of a description that are repeated */

/* ---- What nodes share ------------------------------------------------------------------------- */

static uint64_t own_key(const sg_dataset *data, size_t v)
{
    const size_t n = data->node_label.n_columns;
    return n == 0 ? 1
                  : sg_hash_bytes(data->node_label.value + v * n,
                                  n * sizeof *data->node_label.value);
}

/* The same for nodes whose neighbors have the same labels of the data, in any order. */
static uint64_t near_key(const sg_dataset *data, uint32_t v)
{
    uint64_t key = 0;
    for (uint32_t a = data->graph.arc_offset[v]; a < data->graph.arc_offset[v + 1]; a++)
        key += own_key(data, data->graph.neighbor[a]);
    return key;
}

static uint32_t degree_of(const sg_dataset *data, uint32_t v)
{
    return data->graph.arc_offset[v + 1] - data->graph.arc_offset[v];
}

/* Whether the data calls a bond of the node aromatic. */
static bool is_aromatic(const sg_dataset *data, uint32_t v)
{
    if (data->edge_label.n_columns != 1 || data->edge_name.name.n == 0) return false;
    for (uint32_t a = data->graph.arc_offset[v]; a < data->graph.arc_offset[v + 1]; a++) {
        const char *name = sg_label_names_find(&data->edge_name, data->edge_label.value[a]);
        if (name != NULL && strcmp(name, "aromatic") == 0) return true;
    }
    return false;
}

void sg_explainer_note_node(sg_explainer_labeling *part, const sg_dataset *data, uint32_t label,
                            uint32_t v, uint32_t example)
{
    sg_label_facts *facts = &part->facts[label];
    const uint64_t near = near_key(data, v);
    if (v == example) *facts = (sg_label_facts){.near = near};
    if (near != facts->near) facts->differs |= SG_FACT_NEAR;
    if (degree_of(data, v) != degree_of(data, example)) facts->differs |= SG_FACT_DEGREE;
    if (is_aromatic(data, v) != is_aromatic(data, example)) facts->differs |= SG_FACT_AROMATIC;
}

/* ---- Words ------------------------------------------------------------------------------------ */

static bool same_name(const sg_dataset *data, uint32_t u, uint32_t v)
{
    return own_key(data, u) == own_key(data, v);
}

/* The neighbors of a node that look like number i: how many, or 0 where an earlier one was counted. */
static uint32_t times_of(const sg_dataset *data, const uint32_t *neighbor, uint32_t n,
                         uint32_t i)
{
    uint32_t times = 0;
    for (uint32_t j = 0; j < n; j++) {
        if (!same_name(data, neighbor[i], neighbor[j])) continue;
        if (j < i) return 0;
        times++;
    }
    return times;
}

/* One kind of neighbors: "2 C".  Labels that are numbers stand there as often as they occur, "6, 6": "2 6" is
 * not 26, and "2 times 6" might be 2 and 6. */
static void put_kind(sg_name_writer *w, const sg_dataset *data, uint32_t v, uint32_t times,
                     bool is_last)
{
    const bool is_number = data->node_name.name.n == 0, is_listed = times <= MOST_NAMED;
    if (times > 1 && !is_number) sg_name_put(w, "%" PRIu32 " ", times);
    sg_name_put_node(w, data, v);
    for (uint32_t i = 1; i < times && is_number && is_listed; i++) {
        sg_name_put(w, is_last && i + 1 == times ? " and " : ", ");
        sg_name_put_node(w, data, v);
    }
    if (is_number && !is_listed) sg_name_put(w, " (%" PRIu32 " times)", times);
}

/* "N and 2 C": the neighbors of a node, those of a kind together in the order of the data. */
static void put_neighbors(sg_name_writer *w, const sg_dataset *data, uint32_t v)
{
    const uint32_t *neighbor = data->graph.neighbor + data->graph.arc_offset[v];
    const uint32_t n = degree_of(data, v);
    const bool is_number = data->node_name.name.n == 0;
    uint32_t n_kinds = 0, n_named = 0, n_others = 0;
    for (uint32_t i = 0; i < n; i++) n_kinds += times_of(data, neighbor, n, i) > 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t times = times_of(data, neighbor, n, i);
        const bool is_last = n_named + 1 == n_kinds;
        if (times == 0) continue;
        if (n_kinds > MOST_NAMED && n_named == MOST_NAMED - 1) {
            n_others += times;
            continue;
        }
        const bool ends = is_last && (times == 1 || !is_number || times > MOST_NAMED);
        if (n_named > 0) sg_name_put(w, ends ? " and " : ", ");
        put_kind(w, data, neighbor[i], times, is_last);
        n_named++;
    }
    if (n_others > 0) sg_name_put(w, " and %" PRIu32 " others", n_others);
}

/* "in 2 cycles of 3, 1 of 5": what the parts of the labeling count, as far as they say it.  A part that
 * fails, say because its steps are used up, says nothing. */
static sg_status describe(sg_text *text, const sg_explainer *explainer,
                          const sg_label_expression *of, uint32_t graph, uint32_t node,
                          sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph one = sg_view_graph(&explainer->view, graph);
    for (size_t i = 0; i < of->n_parts; i++) {
        sg_scratch scratch = {0};
        sg_text said = {0};
        sg_budget budget = {sg_steps_of_labels(&explainer->options)};
        const sg_labeling *part = &of->part[i];
        if (part->kind->describe == NULL) continue;
        status = part->kind->describe(&said, part, &(sg_label_work){&one, &scratch, &budget},
                                      node, err);
        if (status == SG_OK && said.size > 0)
            status =
                sg_text_add(text, err, "%s%s", text->size > 0 ? " and " : " in ", said.data);
        sg_text_free(&said);
        sg_scratch_free(&scratch);
        SG_TRY(status);
    }
done:
    return status;
}

/* What follows the third number of a description is not worth a line. */
static void put_description(sg_name_writer *w, const char *text)
{
    const char *end = text;
    for (int i = 0; i < MOST_COUNTED && end != NULL; i++) end = strstr(end + (i > 0), ", ");
    if (end == NULL)
        sg_name_put(w, "%s", text);
    else
        sg_name_put(w, "%.*s and more", (int)(end - text), text);
}

/* Whether the neighbors have a say in a label whose numbers are described: not where it is nothing but these
 * numbers and the own label. */
static bool looks_around(const sg_label_expression *of)
{
    for (size_t i = 0; i < of->n_parts; i++)
        if (of->part[i].kind->describe == NULL && !of->part[i].kind->is_of_data) return true;
    return false;
}

static void put_surroundings(sg_name_writer *w, const sg_explainer *explainer,
                             const sg_label_facts *facts, uint32_t example)
{
    const sg_dataset *data = explainer->data;
    const uint32_t degree = degree_of(data, example);
    if (facts->differs & SG_FACT_DEGREE) return;
    if (degree == 0) {
        sg_name_put(w, " alone");
    } else if (explainer->nodes_differ && (facts->differs & SG_FACT_NEAR) == 0) {
        sg_name_put(w, " next to ");
        put_neighbors(w, data, example);
    } else {
        sg_name_put(w, " with %" PRIu32 " neighbor%s", degree, degree == 1 ? "" : "s");
    }
}

static void put_words(sg_name_writer *w, const sg_explainer *explainer, uint32_t labeling,
                      uint32_t label)
{
    const sg_dataset *data = explainer->data;
    const sg_explainer_labeling *part = &explainer->labeling_part[labeling];
    const sg_label_facts *facts = &part->facts[label];
    const uint32_t graph = part->example_graph[label], node = part->example_node[label],
                   example = data->graph.graph_offset[graph] + node;
    sg_text description = {0};
    const bool is_described = describe(&description, explainer, &part->expression, graph, node,
                                       &(sg_error){0}) == SG_OK &&
                              description.size > 0;
    if ((facts->differs & SG_FACT_AROMATIC) == 0 && is_aromatic(data, example))
        sg_name_put(w, "aromatic ");
    if (explainer->nodes_differ && !part->mixed[label])
        sg_name_put_node(w, data, example);
    else
        sg_name_put(w, "node");
    if (!is_described || looks_around(&part->expression))
        put_surroundings(w, explainer, facts, example);
    if (is_described) put_description(w, description.data);
    sg_text_free(&description);
}

size_t sg_explainer_label_words(char *text, size_t room, const sg_explainer *explainer,
                                uint32_t labeling, uint32_t label)
{
    if (explainer == NULL || (text == NULL && room > 0)) return 0;
    sg_name_writer w = sg_name_begin(text, room);
    if (labeling >= explainer->n_labelings) return 0;
    const sg_explained_labeling *of = &explainer->labeling[labeling];
    const sg_labeling_kind *kind = explainer->labeling_part[labeling].kind;
    const bool says_itself = kind != NULL && (kind->is_of_data || kind->name_label != NULL);
    if (says_itself || label >= of->n_labels || of->example_graph[label] == SG_NONE)
        return sg_explainer_label_name(text, room, explainer, labeling, label);
    put_words(&w, explainer, labeling, label);
    sg_name_put(&w, " (#%" PRIu32 ")", label);
    return w.length;
}
