/* explainer_labelings.c - the labels of a model on the data: how many nodes have each, one of these
 * as an example, and how far one must look around it. */
#include "explain/explainer_parts.h"

#include "base/mem.h"

#include <string.h>

void sg_explainer_labelings_free(sg_explainer *explainer)
{
    for (uint32_t i = 0; explainer->labeling_part != NULL && i < explainer->n_labelings; i++) {
        sg_explainer_labeling *part = &explainer->labeling_part[i];
        sg_table_free(&part->number);
        sg_free(part->count);
        sg_free(part->example_graph);
        sg_free(part->example_node);
        sg_free(part->label);
        sg_free(part->mixed);
        sg_free(part->facts);
        sg_label_expression_free(&part->expression);
    }
    sg_free(explainer->labeling_part);
    sg_free(explainer->labeling);
}

/* ---- Examples -------------------------------------------------------------------------------- */

static bool same_data_label(const sg_dataset *data, uint32_t v, uint32_t w)
{
    const size_t n = data->node_label.n_columns;
    const int32_t *value = data->node_label.value;
    return n == 0 || memcmp(value + v * n, value + w * n, n * sizeof *value) == 0;
}

bool sg_explainer_nodes_differ(const sg_dataset *data)
{
    for (uint32_t v = 1; v < data->graph.n_nodes; v++)
        if (!same_data_label(data, 0, v)) return true;
    return false;
}

/* The first node of the data that has a label stands for all of them. */
static void find_examples(sg_explainer_labeling *part, const sg_dataset *data)
{
    const uint32_t *offset = data->graph.graph_offset;
    for (uint32_t g = 0; g < data->graph.n_graphs; g++)
        for (uint32_t v = offset[g]; v < offset[g + 1]; v++) {
            const uint32_t l = part->label[v];
            if (l == SG_NONE) continue;
            if (part->count[l]++ == 0) {
                part->example_graph[l] = g;
                part->example_node[l] = v - offset[g];
            }
            const uint32_t example = offset[part->example_graph[l]] + part->example_node[l];
            part->mixed[l] = part->mixed[l] || !same_data_label(data, example, v);
            sg_explainer_note_node(part, data, l, v, example);
        }
}

static sg_status number_keys(sg_table *number, const sg_label_vocabulary *known, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t id = 0;
    for (uint32_t l = 0; l < known->n_labels; l++)
        SG_TRY(sg_table_intern(&id, number, known->key[l], err));
done:
    return status;
}

static sg_status add_labeling(sg_explainer *explainer, const sg_label_vocabulary *known,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = known->n_labels, number = explainer->n_labelings++;
    sg_explainer_labeling *part = &explainer->labeling_part[number];
    sg_cached_labels labels = {0};
    SG_TRY(sg_plan_cache_labels(&labels, explainer->on_data.cache, known->expression, err));
    SG_TRY(sg_label_parse(&part->expression, known->expression, err));
    part->kind = sg_label_kind_alone(&part->expression);
    SG_TRY(number_keys(&part->number, known, err));
    SG_ALLOC(part->count, n);
    SG_ALLOC(part->example_graph, n);
    SG_ALLOC(part->example_node, n);
    SG_ALLOC(part->mixed, n);
    SG_ALLOC(part->facts, n);
    for (uint32_t l = 0; l < n; l++) part->example_graph[l] = part->example_node[l] = SG_NONE;
    SG_ALLOC(part->label, explainer->data->graph.n_nodes);
    for (uint32_t v = 0; v < explainer->data->graph.n_nodes; v++)
        part->label[v] = labels.label[v] < n ? labels.label[v] : SG_NONE;
    find_examples(part, explainer->data);
    explainer->labeling[number] =
        (sg_explained_labeling){.expression = known->expression,
                                .n_labels = n,
                                .label = part->label,
                                .count = part->count,
                                .example_graph = part->example_graph,
                                .example_node = part->example_node,
                                .radius = sg_label_radius(&part->expression)};
done:
    return status;
}

sg_status sg_explainer_labeling_of(uint32_t *number, sg_explainer *explainer,
                                   const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_vocabularies *vocabularies = &explainer->model->vocabularies;
    const sg_label_vocabulary *known = sg_vocabularies_labels(vocabularies, expression);
    SG_REQUIRE(known != NULL, SG_EFORMAT, "model: it knows no labels of \"%s\"", expression);
    if (explainer->labeling == NULL) {
        SG_ALLOC(explainer->labeling, vocabularies->n_labelings);
        SG_ALLOC(explainer->labeling_part, vocabularies->n_labelings);
    }
    for (uint32_t i = 0; i < explainer->n_labelings; i++)
        if (explainer->labeling[i].expression == known->expression) {
            *number = i;
            goto done;
        }
    *number = explainer->n_labelings;
    SG_TRY(add_labeling(explainer, known, err));
done:
    return status;
}
