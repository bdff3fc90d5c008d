/* explainer_words.c - what a label means, in words: what all nodes of the data that have it share.
 *
 * Nothing is taken from the kind of the labeling.  The own name, the number of neighbors, their names and
 * whether a bond is aromatic are said where they are the same for every node with the label, so a sentence
 * is true for all of them, whatever the labeling looks at. */
#include "explain/explainer_parts.h"
#include "explain/name_writer.h"

#include "base/hash.h"
#include "base/mem.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_NAMED = 4 }; /* kinds of neighbors that are named */

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

/* "N and 2 C": the neighbors of a node, those of a kind together in the order of the data. */
static void put_neighbors(sg_name_writer *w, const sg_dataset *data, uint32_t v)
{
    const uint32_t *neighbor = data->graph.neighbor + data->graph.arc_offset[v];
    const uint32_t n = degree_of(data, v);
    const bool is_number = data->node_name.name.n == 0; /* "2 times 6" is not 26 */
    uint32_t n_kinds = 0, n_named = 0, n_others = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first = 0;
        while (!same_name(data, neighbor[first], neighbor[i])) first++;
        n_kinds += first == i;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first = 0, times = 0;
        while (!same_name(data, neighbor[first], neighbor[i])) first++;
        for (uint32_t j = i; j < n; j++) times += same_name(data, neighbor[i], neighbor[j]);
        if (first < i) continue;
        if (n_kinds > MOST_NAMED && n_named == MOST_NAMED - 1) {
            n_others += times;
            continue;
        }
        if (n_named > 0) sg_name_put(w, n_named + 1 == n_kinds ? " and " : ", ");
        if (times > 1) sg_name_put(w, "%" PRIu32 "%s ", times, is_number ? " times" : "");
        sg_name_put_node(w, data, neighbor[i]);
        n_named++;
    }
    if (n_others > 0) sg_name_put(w, " and %" PRIu32 " others", n_others);
}

static void put_words(sg_name_writer *w, const sg_explainer *explainer, uint32_t labeling,
                      uint32_t label, uint32_t example)
{
    const sg_dataset *data = explainer->data;
    const sg_label_facts *facts = &explainer->labeling_part[labeling].facts[label];
    const uint32_t degree = degree_of(data, example);
    const bool named =
        explainer->nodes_differ && !explainer->labeling_part[labeling].mixed[label];
    if ((facts->differs & SG_FACT_AROMATIC) == 0 && is_aromatic(data, example))
        sg_name_put(w, "aromatic ");
    if (named)
        sg_name_put_node(w, data, example);
    else
        sg_name_put(w, "node");
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
    put_words(&w, explainer, labeling, label,
              explainer->data->graph.graph_offset[of->example_graph[label]] +
                  of->example_node[label]);
    sg_name_put(&w, " (#%" PRIu32 ")", label);
    return w.length;
}
