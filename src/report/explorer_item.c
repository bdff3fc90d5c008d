/* explorer_item.c - one graph of the explorer, or one node of a graph: what is predicted and true, what it
 * looks like, and what its nodes and messages contribute. */
#include "report/explorer_parts.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "explain/neighborhood.h"

#include <math.h>
#include <stdio.h>

enum { MOST_NODES_FOR_OTHERS = 2000 }; /* of graphs whose other outputs are explained, too */

static sg_status put_reals(sg_json_writer *json, const char *key, const double *value, size_t n,
                           sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(json, key, err));
    for (size_t i = 0; i < n; i++) SG_TRY(sg_json_put_real(json, value[i], err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* ---- A graph ---------------------------------------------------------------------------------- */

/* What is explained: a whole graph, or the part of a large one that a node hears. */
typedef struct shown_part {
    const sg_explanation *whole; /* of all nodes        */
    const sg_explanation *x;     /* of those that are shown */
    const sg_neighborhood *near; /* NULL: all are shown */
} shown_part;

/* The number of a node in its graph. */
static uint32_t number_of(const shown_part *part, uint32_t v)
{
    return part->near != NULL ? part->near->node[v] : v;
}

/* Which nodes of a large graph are shown, and what is left out. */
static sg_status put_part(sg_json_writer *json, const shown_part *part, sg_error *err)
{
    sg_status status = SG_OK;
    char words[SG_HEARD_WORDS];
    if (part->near == NULL) goto done;
    SG_TRY(sg_json_member_array(json, "numbers", err));
    for (uint32_t v = 0; v < part->x->n_nodes; v++)
        SG_TRY(sg_json_put_unsigned(json, part->near->node[v], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_unsigned(json, "nodes", part->whole->n_nodes, err));
    sg_neighborhood_words(words, part->near);
    SG_TRY(sg_json_member_text(json, "part", words, err));
done:
    return status;
}

static sg_status put_nodes(sgi_explorer *e, sg_json_writer *json, const shown_part *part,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = part->x->n_nodes, graph = part->x->graph;
    const uint32_t first = e->report->data->graph.graph_offset[graph];
    SG_TRY(sg_json_member_array(json, "names", err));
    for (uint32_t v = 0; v < n; v++) {
        char name[64];
        (void)sg_explainer_node_name(name, sizeof name, e->report->explainer, graph,
                                     number_of(part, v));
        SG_TRY(sgi_explorer_name(json, name, err));
    }
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "labels", err));
    for (size_t l = 0; l < e->n_labelings; l++) {
        SG_TRY(sg_json_open_array(json, err));
        for (uint32_t v = 0; v < n; v++)
            SG_TRY(sg_json_put_integer(
                json,
                sgi_directory_meet(&e->labels[l],
                                   e->labeling[l].label[first + number_of(part, v)]),
                err));
        SG_TRY(sg_json_close(json, err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* What the messages of a head contribute.  Pairs without a weight carry nothing and are left out. */
static sg_status put_contributions(sg_json_writer *json, const sg_head_explanation *h,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_array(json, "contribution", err));
    for (uint32_t m = 0; m < h->n_messages; m++)
        if (h->message[m].weight != SG_NONE)
            SG_TRY(sg_json_put_real(json, h->message[m].contribution, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* Who sends to whom with which weight, as three lists, which is half as long as a list of messages. */
static sg_status put_messages(sgi_explorer *e, sg_json_writer *json,
                              const sg_head_explanation *h, sg_error *err)
{
    static const char *const key[] = {"receiver", "sender", "weight"};
    sg_status status = SG_OK;
    for (int k = 0; k < 3; k++) {
        SG_TRY(sg_json_member_array(json, key[k], err));
        for (uint32_t m = 0; m < h->n_messages; m++) {
            const sg_explained_message *message = &h->message[m];
            if (message->weight == SG_NONE) continue;
            SG_TRY(sg_json_put_integer(
                json,
                k == 0   ? (int64_t)message->receiver
                : k == 1 ? (int64_t)message->sender
                         : sgi_directory_meet(&e->weights[h->head], message->weight),
                err));
        }
        SG_TRY(sg_json_close(json, err));
    }
done:
    return status;
}

/* The nodes that no training graph is like: what they contribute is not known. */
static sg_status put_unknown(const sgi_explorer *e, sg_json_writer *json,
                             const shown_part *part, uint32_t layer, sg_error *err)
{
    sg_status status = SG_OK;
    bool *unknown = NULL;
    SG_ALLOC(unknown, part->whole->n_nodes);
    SG_TRY(sg_unknown_nodes(unknown, part->whole, &part->whole->layer[layer], &e->met, err));
    SG_TRY(sg_json_member_array(json, "unknown", err));
    for (uint32_t v = 0; v < part->x->n_nodes; v++)
        if (unknown[number_of(part, v)]) SG_TRY(sg_json_put_unsigned(json, v, err));
    SG_TRY(sg_json_close(json, err));
done:
    sg_free(unknown);
    return status;
}

/* A layer with its heads.  The messages of `other` outputs are those of the predicted one, only what they
 * contribute differs. */
static sg_status put_layer(sgi_explorer *e, sg_json_writer *json, const shown_part *part,
                           uint32_t layer, bool other, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_explanation *l = &part->x->layer[layer];
    const uint32_t n_nodes = part->x->n_nodes;
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(sg_json_member_integer(json, "layer", l->layer, err));
    SG_TRY(sg_json_member_real(json, "rest", l->rest, err));
    SG_TRY(sg_json_member_real(json, "gap", l->gap, err));
    if (!l->decodes) {
        SG_TRY(put_reals(json, "sent", l->sent, n_nodes, err));
        SG_TRY(put_reals(json, "received", l->received, n_nodes, err));
    }
    SG_TRY(put_unknown(e, json, part, layer, err));
    if (part->near != NULL)
        SG_TRY(sg_json_member_real(json, "left", part->near->left[layer], err));
    SG_TRY(sg_json_member_array(json, "heads", err));
    for (uint32_t i = 0; i < l->n_heads; i++) {
        const sg_head_explanation *h = &l->head[i];
        SG_TRY(sg_json_open_object(json, err));
        SG_TRY(sg_json_member_integer(json, "head", h->head, err));
        SG_TRY(sg_json_member_real(json, "sum", h->contribution, err));
        if (l->decodes) SG_TRY(sg_json_member_real(json, "bias", h->bias, err));
        if (h->node != NULL) SG_TRY(put_reals(json, "node", h->node, n_nodes, err));
        if (!l->decodes && !other) SG_TRY(put_messages(e, json, h, err));
        if (!l->decodes) SG_TRY(put_contributions(json, h, err));
        SG_TRY(sg_json_close(json, err));
    }
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* What nodes and layers contribute to an output. */
static sg_status put_explanation(sgi_explorer *e, sg_json_writer *json, const shown_part *part,
                                 bool other, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explanation *x = part->x;
    SG_TRY(put_reals(json, "node", x->node, x->n_nodes, err));
    SG_TRY(sg_json_member_array(json, "layers", err));
    for (uint32_t l = 0; l < x->n_layers; l++) SG_TRY(put_layer(e, json, part, l, other, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* ---- What is true ----------------------------------------------------------------------------- */

/* What is true of every output, null where that is not known; the model may be of other data. */
static sg_status put_targets(sgi_explorer *e, const double *target, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = e->report->model;
    SG_TRY(sg_json_member_array(&e->json, "targets", err));
    for (uint32_t o = 0; model->outputs.target_column != NULL && o < model->outputs.n; o++) {
        const uint32_t column = model->outputs.target_column[o];
        const bool known = column < e->report->data->items.target.n_columns;
        SG_TRY(sg_json_put_real(&e->json, known ? target[column] : NAN, err));
    }
    SG_TRY(sg_json_close(&e->json, err));
done:
    return status;
}

static sg_status put_truth(sgi_explorer *e, uint32_t item, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = e->report->data;
    char name[160];
    if (data->items.kind != sg_blueprint_item(&e->report->model->blueprint)) goto done;
    const bool of_classes = e->report->model->outputs.task == SG_CLASSIFICATION;
    if (of_classes && data->items.item_class != NULL) {
        const uint32_t number = data->items.item_class[item];
        if (number == SG_NO_CLASS) goto done;
        sg_items_class_name(name, sizeof name, &data->items, number);
        SG_TRY(sg_json_put_key(&e->json, "truth", err));
        SG_TRY(sgi_explorer_name(&e->json, name, err));
    } else if (!of_classes && data->items.target.value != NULL) {
        SG_TRY(put_targets(
            e, data->items.target.value + (size_t)item * data->items.target.n_columns, err));
    }
done:
    return status;
}

/* What an item is called, if anything. */
static bool name_item(char *name, size_t room, const sgi_explorer *e, uint32_t item,
                      uint32_t node)
{
    const sg_dataset *data = e->report->data;
    const bool of_node = node != SG_NONE;
    const char *id = sg_names_or_null(of_node ? &data->node_id : &data->graph_id, item);
    if (id == NULL && !of_node) return false;
    if (id != NULL)
        (void)snprintf(name, room, "%s", id);
    else
        (void)snprintf(name, room, "node %u of graph %u", node,
                       sgi_report_graph_of(e->report, item));
    return true;
}

/* ---- Outputs that are not the predicted one --------------------------------------------------- */

/* Where an item stands: its graph, and the node of the graph that it is. */
typedef struct place {
    uint32_t graph, node;
} place;

/* How many outputs are above `output` in the order of their scores. */
static uint32_t rank_of(const sg_explanation *x, uint32_t output)
{
    uint32_t rank = 0;
    for (uint32_t o = 0; o < x->n_outputs; o++)
        rank +=
            x->score[o] > x->score[output] || (x->score[o] == x->score[output] && o < output);
    return rank;
}

/* The outputs with the largest scores, the predicted one aside. */
static sg_status put_others(sgi_explorer *e, sg_json_writer *json, const shown_part *part,
                            place at, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explanation *x = part->whole;
    sg_explanation other = {.struct_size = sizeof other};
    sg_neighborhood near = {0};
    if (e->most_outputs < 2 || x->n_outputs < 2 || x->n_nodes > MOST_NODES_FOR_OTHERS)
        goto done;
    SG_TRY(sg_json_member_array(json, "others", err));
    for (uint32_t o = 0; o < x->n_outputs; o++) {
        if (o == x->output || rank_of(x, o) >= e->most_outputs) continue;
        SG_TRY(sg_explainer_node(&other, e->report->explainer, at.graph, at.node, o, err));
        SG_TRY(sg_json_open_object(json, err));
        SG_TRY(sg_json_member_integer(json, "explained", o, err));
        SG_TRY(sg_json_member_real(json, "value", other.value, err));
        if (part->near != NULL)
            SG_TRY(sg_neighborhood_same(&near, part->near, e->report->explainer, &other, err));
        const shown_part its = {.whole = &other,
                                .x = part->near != NULL ? &near.shown : &other,
                                .near = part->near != NULL ? &near : NULL};
        SG_TRY(put_explanation(e, json, &its, true, err));
        SG_TRY(sg_json_close(json, err));
        sg_neighborhood_free(&near);
        sg_explanation_free(&other);
    }
    SG_TRY(sg_json_close(json, err));
done:
    sg_neighborhood_free(&near);
    sg_explanation_free(&other);
    return status;
}

/* ---- Together --------------------------------------------------------------------------------- */

/* What is known of an item without looking into it. */
static sg_status put_summary(sgi_explorer *e, uint32_t item, const shown_part *part,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explanation *x = part->whole;
    sg_json_writer *json = &e->json;
    char name[160];
    SG_TRY(sg_json_member_integer(json, "id", item, err));
    if (name_item(name, sizeof name, e, item, x->explained_node)) {
        SG_TRY(sg_json_put_key(json, "name", err));
        SG_TRY(sgi_explorer_name(json, name, err));
    }
    if (x->explained_node != SG_NONE) {
        SG_TRY(sg_json_member_integer(json, "explained_node", part->x->explained_node, err));
        SG_TRY(
            sg_json_member_integer(json, "graph", sgi_report_graph_of(e->report, item), err));
    }
    SG_TRY(put_truth(e, item, err));
    SG_TRY(sg_json_member_integer(json, "output", x->output, err));
    SG_TRY(sg_json_member_real(json, "value", x->value, err));
    SG_TRY(put_reals(json, "score", x->score, x->n_outputs, err));
done:
    return status;
}

sg_status sgi_explorer_item(sgi_explorer *e, uint32_t item, sg_json_writer *block,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_explanation x = {.struct_size = sizeof x};
    const sg_graph_view view = sg_dataset_view(e->report->data);
    const uint32_t graph = sgi_report_graph_of(e->report, item);
    const sg_one_graph one = sg_view_graph(&view, graph);
    const place at = {graph, one.first <= item ? item - one.first : 0};
    sg_json_writer *json = block != NULL ? block : &e->json;
    sg_neighborhood near = {0};
    shown_part part = {.whole = &x, .x = &x};
    SG_TRY(sg_explainer_node(&x, e->report->explainer, graph, at.node, SG_PREDICTED, err));
    if (sg_neighborhood_is_needed(&x)) {
        SG_TRY(sg_neighborhood_find(&near, e->report->explainer, &x, err));
        part = (shown_part){.whole = &x, .x = &near.shown, .near = &near};
    }
    SG_TRY(sg_json_open_object(&e->json, err));
    SG_TRY(put_summary(e, item, &part, err));
    if (block != NULL) SG_TRY(sg_json_open_object(block, err));
    SG_TRY(sgi_report_drawing(json, part.near != NULL ? NULL : e->report->data,
                              part.near != NULL ? &near.graph : &one, err));
    SG_TRY(put_part(json, &part, err));
    SG_TRY(put_nodes(e, json, &part, err));
    SG_TRY(put_explanation(e, json, &part, false, err));
    SG_TRY(put_others(e, json, &part, at, err));
    if (block != NULL) SG_TRY(sg_json_close(block, err));
    SG_TRY(sg_json_close(&e->json, err));
done:
    sg_neighborhood_free(&near);
    sg_explanation_free(&x);
    return status;
}
