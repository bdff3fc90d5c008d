/* explainer_names.c - names of nodes, labels and weights for people. */
#include "explain/explainer_parts.h"
#include "explain/name_writer.h"

#include "plans/triple_text.h"

/* What the data calls a node's label, which may have several columns. */
void sg_name_put_node(sg_name_writer *w, const sg_dataset *data, size_t node)
{
    const size_t n = data->node_label.n_columns;
    const int32_t *label = n > 0 ? data->node_label.value + node * n : NULL;
    const char *name = n == 1 ? sg_label_names_find(&data->node_name, label[0]) : NULL;
    if (name != NULL) sg_name_put(w, "%s", name);
    for (size_t c = 0; c < n && name == NULL; c++)
        sg_name_put(w, c == 0 ? "%d" : ",%d", label[c]);
}

/* The label of a node without that of the data: what its kind calls it, which says more, or its number. */
static void put_number(sg_name_writer *w, const sg_explainer *explainer, uint32_t labeling,
                       uint32_t label, uint32_t node)
{
    char text[64];
    const sg_labeling_kind *kind = explainer->labeling_part[labeling].kind;
    if (kind != NULL && kind->name_label != NULL &&
        kind->name_label(text, sizeof text, &explainer->data->graph, node) > 0)
        sg_name_put(w, "%s", text);
    else
        sg_name_put(w, "%s #%u", explainer->labeling[labeling].expression, label);
}

static void put_label(sg_name_writer *w, const sg_explainer *explainer, uint32_t labeling,
                      uint32_t label)
{
    const sg_explained_labeling *of = &explainer->labeling[labeling];
    if (label >= of->n_labels) {
        sg_name_put(w, "unknown(%s)", of->expression);
        return;
    }
    const uint32_t graph = of->example_graph[label];
    if (graph == SG_NONE) {
        sg_name_put(w, "%s #%u", of->expression, label);
        return;
    }
    const sg_labeling_kind *kind = explainer->labeling_part[labeling].kind;
    const uint32_t node = explainer->data->graph.graph_offset[graph] + of->example_node[label];
    const bool named =
        explainer->nodes_differ && !explainer->labeling_part[labeling].mixed[label];
    if (named) sg_name_put_node(w, explainer->data, node);
    if (named && kind != NULL && kind->is_of_data) return;
    if (named) sg_name_put(w, "(");
    put_number(w, explainer, labeling, label, node);
    if (named) sg_name_put(w, ")");
}

size_t sg_explainer_node_name(char *text, size_t room, const sg_explainer *explainer,
                              uint32_t graph, uint32_t node)
{
    if (explainer == NULL || (text == NULL && room > 0)) return 0;
    const sg_graph *all = &explainer->data->graph;
    sg_name_writer w = sg_name_begin(text, room);
    if (graph >= all->n_graphs) return 0;
    if (node >= all->graph_offset[graph + 1] - all->graph_offset[graph]) return 0;
    sg_name_put_node(&w, explainer->data, (size_t)all->graph_offset[graph] + node);
    return w.length;
}

size_t sg_explainer_label_name(char *text, size_t room, const sg_explainer *explainer,
                               uint32_t labeling, uint32_t label)
{
    if (explainer == NULL || (text == NULL && room > 0)) return 0;
    sg_name_writer w = sg_name_begin(text, room);
    if (labeling >= explainer->n_labelings) return 0;
    put_label(&w, explainer, labeling, label);
    return w.length;
}

size_t sg_explainer_weight_name(char *text, size_t room, const sg_explainer *explainer,
                                uint32_t head, uint32_t weight)
{
    if (explainer == NULL || (text == NULL && room > 0)) return 0;
    sg_name_writer w = sg_name_begin(text, room);
    if (head >= explainer->n_heads) return 0;
    const sg_explained_head *of = &explainer->head[head];
    if (of->decodes || weight >= of->n_weights) return 0;
    put_label(&w, explainer, of->sender, of->weight_sender[weight]);
    sg_name_put(&w, " %s ", SG_TRIPLE_ARROW);
    put_label(&w, explainer, of->receiver, of->weight_receiver[weight]);
    sg_name_put(&w, "%s%s", sg_triple_joint(of->measure != NULL),
                of->value[of->weight_value[weight]]);
    return w.length;
}
