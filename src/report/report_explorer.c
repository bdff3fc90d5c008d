/* report_explorer.c - what the page needs to show graphs and their messages.
 *
 * A model may have hundreds of thousands of weights, and the messages of a graph name theirs again
 * and again.  The page has those that occur in its graphs, once, numbered in the order in which they
 * are met; messages, labels and names refer to these numbers. */
#include "report/report_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "data/dataset_view.h"
#include "data/task.h"
#include "model/model_words.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BYTES = 3500000, MOST_GRAPHS = 40 };

/* Which of n things are in the page, in the order in which they were met. */
typedef struct directory {
    uint32_t *number; /* [n] number in the page plus 1; 0: not there */
    uint32_t *met;    /* [n_met] */
    uint32_t n_met;
} directory;

typedef struct explorer {
    const sgi_report *report;
    const sg_explained_labeling *labeling; /* [n_labelings] */
    size_t n_labelings;
    const sg_explained_head *head; /* [n_heads] */
    size_t n_heads;
    directory *labels;  /* [n_labelings] */
    directory *weights; /* [n_heads]     */
    sg_json_writer json;
} explorer;

/* ---- Directories ------------------------------------------------------------------------------ */

static sg_status directory_make(directory *d, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(d->number, n);
    SG_ALLOC(d->met, n);
done:
    return status;
}

static void directory_free(directory *d)
{
    sg_free(d->number);
    sg_free(d->met);
}

/* The number in the page; -1 for what the model does not know. */
static int64_t meet(directory *d, uint32_t i)
{
    if (i == SG_NONE) return -1;
    if (d->number[i] == 0) {
        d->met[d->n_met++] = i;
        d->number[i] = d->n_met;
    }
    return (int64_t)d->number[i] - 1;
}

/* ---- Arrays ----------------------------------------------------------------------------------- */

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

/* Names come from files in any encoding and are cut where their room ends, which may be within a
 * character; JSON has whole ones. */
static sg_status put_name(sg_json_writer *json, char *name, sg_error *err)
{
    const char *end = name + strlen(name);
    for (char *p = name; p < end;) {
        const size_t size = sg_utf8_size(p, end);
        if (size == 0) *p = '?';
        p += size > 0 ? size : 1;
    }
    return sg_json_put_text(json, name, err);
}

/* ---- A graph ---------------------------------------------------------------------------------- */

static sg_status put_nodes(explorer *e, const sg_one_graph *one, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    SG_TRY(sg_json_member_array(json, "names", err));
    for (uint32_t v = 0; v < one->n_nodes; v++) {
        char name[64];
        (void)sg_explainer_node_name(name, sizeof name, e->report->explainer, one->number, v);
        SG_TRY(put_name(json, name, err));
    }
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "labels", err));
    for (size_t l = 0; l < e->n_labelings; l++) {
        SG_TRY(sg_json_open_array(json, err));
        for (uint32_t v = 0; v < one->n_nodes; v++)
            SG_TRY(sg_json_put_integer(
                json, meet(&e->labels[l], e->labeling[l].label[one->first + v]), err));
        SG_TRY(sg_json_close(json, err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* Messages as four lists, which is half as long as a list of messages.  Pairs without a weight carry
 * nothing and are left out. */
static sg_status put_messages(explorer *e, const sg_head_explanation *h, sg_error *err)
{
    static const char *const key[] = {"receiver", "sender", "weight"};
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    for (int k = 0; k < 3; k++) {
        SG_TRY(sg_json_member_array(json, key[k], err));
        for (uint32_t m = 0; m < h->n_messages; m++) {
            const sg_explained_message *message = &h->message[m];
            if (message->weight == SG_NONE) continue;
            SG_TRY(sg_json_put_integer(json,
                                       k == 0   ? (int64_t)message->receiver
                                       : k == 1 ? (int64_t)message->sender
                                                : meet(&e->weights[h->head], message->weight),
                                       err));
        }
        SG_TRY(sg_json_close(json, err));
    }
    SG_TRY(sg_json_member_array(json, "contribution", err));
    for (uint32_t m = 0; m < h->n_messages; m++)
        if (h->message[m].weight != SG_NONE)
            SG_TRY(sg_json_put_real(json, h->message[m].contribution, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

static sg_status put_layer(explorer *e, const sg_layer_explanation *l, uint32_t n_nodes,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(sg_json_member_integer(json, "layer", l->layer, err));
    SG_TRY(sg_json_member_real(json, "rest", l->rest, err));
    SG_TRY(sg_json_member_real(json, "gap", l->gap, err));
    if (!l->decodes) {
        SG_TRY(put_reals(json, "sent", l->sent, n_nodes, err));
        SG_TRY(put_reals(json, "received", l->received, n_nodes, err));
    }
    SG_TRY(sg_json_member_array(json, "heads", err));
    for (uint32_t i = 0; i < l->n_heads; i++) {
        const sg_head_explanation *h = &l->head[i];
        SG_TRY(sg_json_open_object(json, err));
        SG_TRY(sg_json_member_integer(json, "head", h->head, err));
        SG_TRY(sg_json_member_real(json, "sum", h->contribution, err));
        if (l->decodes) SG_TRY(sg_json_member_real(json, "bias", h->bias, err));
        if (h->node != NULL) SG_TRY(put_reals(json, "node", h->node, n_nodes, err));
        if (!l->decodes) SG_TRY(put_messages(e, h, err));
        SG_TRY(sg_json_close(json, err));
    }
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* What is true of every output, null where that is not known; the model may be of other data. */
static sg_status put_targets(explorer *e, const double *target, sg_error *err)
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

static sg_status put_truth(explorer *e, uint32_t item, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = e->report->data;
    char name[160];
    if (data->items.kind != sg_blueprint_item(&e->report->model->blueprint)) goto done;
    if (data->items.item_class != NULL) {
        const uint32_t number = data->items.item_class[item];
        if (number == SG_NO_CLASS) goto done;
        sg_items_class_name(name, sizeof name, &data->items, number);
        SG_TRY(sg_json_put_key(&e->json, "truth", err));
        SG_TRY(put_name(&e->json, name, err));
    } else if (data->items.target.value != NULL) {
        SG_TRY(put_targets(
            e, data->items.target.value + (size_t)item * data->items.target.n_columns, err));
    }
done:
    return status;
}

/* What an item is called, if anything. */
static bool name_item(char *name, size_t room, const explorer *e, uint32_t item, uint32_t node)
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

static sg_status put_item(explorer *e, uint32_t item, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    sg_explanation x = {.struct_size = sizeof x};
    const sg_graph_view view = sg_dataset_view(e->report->data);
    const uint32_t graph = sgi_report_graph_of(e->report, item);
    const sg_one_graph one = sg_view_graph(&view, graph);
    const uint32_t node = one.first <= item ? item - one.first : 0;
    SG_TRY(sg_explainer_node(&x, e->report->explainer, graph, node, SG_PREDICTED, err));
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(sg_json_member_integer(json, "id", item, err));
    char name[160];
    if (name_item(name, sizeof name, e, item, x.explained_node)) {
        SG_TRY(sg_json_put_key(json, "name", err));
        SG_TRY(put_name(json, name, err));
    }
    SG_TRY(put_truth(e, item, err));
    SG_TRY(sg_json_member_integer(json, "output", x.output, err));
    SG_TRY(sg_json_member_real(json, "value", x.value, err));
    SG_TRY(put_reals(json, "score", x.score, x.n_outputs, err));
    SG_TRY(sgi_report_drawing(json, e->report->data, &one, err));
    SG_TRY(put_nodes(e, &one, err));
    SG_TRY(put_reals(json, "node", x.node, x.n_nodes, err));
    SG_TRY(sg_json_member_array(json, "layers", err));
    for (uint32_t l = 0; l < x.n_layers; l++) SG_TRY(put_layer(e, &x.layer[l], x.n_nodes, err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_close(json, err));
done:
    sg_explanation_free(&x);
    return status;
}

/* How many graphs were wanted, and why there are fewer. */
static sg_status put_left_out(explorer *e, uint32_t n_shown, uint32_t n_found, uint32_t wanted,
                              sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_integer(&e->json, "wanted", wanted, err));
    SG_TRY(sg_json_member_text(&e->json, "why", sgi_report_why_fewer(n_shown, n_found), err));
    if (e->report->options->n_shown != NULL) *e->report->options->n_shown = n_shown;
done:
    return status;
}

static sg_status put_graphs(explorer *e, sg_error *err)
{
    sg_status status = SG_OK;
    const sgi_report *report = e->report;
    uint32_t *graph = NULL;
    const uint32_t wanted = report->options->n_graphs;
    uint32_t n = wanted > 0 ? wanted : MOST_GRAPHS, n_shown = 0;
    SG_TRY(sgi_report_sample(&graph, &n, report, err));
    SG_TRY(sg_json_member_array(&e->json, "graphs", err));
    for (; n_shown < n && e->json.text->size < MOST_BYTES; n_shown++) {
        const sg_progress progress = {"explaining", "graphs", n_shown, n};
        SG_TRY(sg_observe(report->options->observer, progress, err));
        SG_TRY(put_item(e, graph[n_shown], err));
    }
    SG_TRY(sg_json_close(&e->json, err));
    SG_TRY(put_left_out(e, n_shown, n, wanted > n ? wanted : n, err));
done:
    sg_free(graph);
    return status;
}

/* ---- What the numbers mean -------------------------------------------------------------------- */

static sg_status put_labelings(explorer *e, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    SG_TRY(sg_json_member_array(json, "labelings", err));
    for (size_t l = 0; l < e->n_labelings; l++) {
        const sg_explained_labeling *from = &e->labeling[l];
        SG_TRY(sg_json_open_object(json, err));
        SG_TRY(sg_json_member_text(json, "expression", from->expression, err));
        SG_TRY(sg_json_member_integer(
            json, "radius", from->radius == SG_NONE ? -1 : (int64_t)from->radius, err));
        SG_TRY(sg_json_member_integer(json, "size", from->n_labels, err));
        SG_TRY(sg_json_member_array(json, "names", err));
        for (uint32_t i = 0; i < e->labels[l].n_met; i++) {
            char name[160];
            (void)sg_explainer_label_name(name, sizeof name, e->report->explainer, (uint32_t)l,
                                          e->labels[l].met[i]);
            SG_TRY(put_name(json, name, err));
        }
        SG_TRY(sg_json_close(json, err));
        SG_TRY(sg_json_member_array(json, "counts", err));
        for (uint32_t i = 0; i < e->labels[l].n_met; i++)
            SG_TRY(sg_json_put_unsigned(json, from->count[e->labels[l].met[i]], err));
        SG_TRY(sg_json_close(json, err));
        SG_TRY(sg_json_close(json, err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* Which weights training has changed, 0 or 1, where that is known. */
static sg_status put_trained(explorer *e, size_t h, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *uses = NULL;
    const directory *d = &e->weights[h];
    SG_TRY(sgi_report_uses(&uses, e->report, (uint32_t)h, err));
    if (uses == NULL) goto done;
    SG_TRY(sg_json_member_array(&e->json, "trained", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_unsigned(&e->json, uses[d->met[i]] > 0, err));
    SG_TRY(sg_json_close(&e->json, err));
done:
    sg_free(uses);
    return status;
}

/* One list of each thing that is known about the weights of a head in the page. */
static sg_status put_weights(explorer *e, size_t h, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    const sg_explained_head *from = &e->head[h];
    const directory *d = &e->weights[h];
    SG_TRY(sg_json_member_array(json, "receivers", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_integer(
            json, meet(&e->labels[from->receiver], from->weight_receiver[d->met[i]]), err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "senders", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_integer(
            json, meet(&e->labels[from->sender], from->weight_sender[d->met[i]]), err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "at", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_unsigned(json, from->weight_value[d->met[i]], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "strength", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_real(json, from->weight[d->met[i]], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "occurrences", err));
    for (uint32_t i = 0; i < d->n_met; i++)
        SG_TRY(sg_json_put_unsigned(json, from->occurrences[d->met[i]], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(put_trained(e, h, err));
done:
    return status;
}

static sg_status put_head(explorer *e, size_t h, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer *json = &e->json;
    const sg_explained_head *from = &e->head[h];
    SG_TRY(sg_json_open_object(json, err));
    SG_TRY(sg_json_member_integer(json, "layer", from->layer, err));
    SG_TRY(sg_json_member_integer(json, "number", from->number, err));
    SG_TRY(sg_json_member_text(json, "text", from->text, err));
    SG_TRY(sg_json_member_text(json, "kind", from->kind, err));
    SG_TRY(sg_json_member_bool(json, "decodes", from->decodes, err));
    SG_TRY(sg_json_member_integer(
        json, "labeling", from->receiver == SG_NONE ? -1 : (int64_t)from->receiver, err));
    if (!from->decodes) {
        SG_TRY(sg_json_member_integer(json, "sending", from->sender, err));
        SG_TRY(sg_json_member_array(json, "values", err));
        for (uint32_t v = 0; v < from->n_values; v++) {
            char name[400];
            (void)snprintf(name, sizeof name, "%s", from->value[v]);
            SG_TRY(put_name(json, name, err));
        }
        SG_TRY(sg_json_close(json, err));
        SG_TRY(put_weights(e, h, err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

static sg_status put_outputs(explorer *e, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = e->report->model;
    SG_TRY(sg_json_member_text(&e->json, "task", sg_task_words[model->outputs.task], err));
    SG_TRY(sg_json_member_array(&e->json, "outputs", err));
    for (uint32_t c = 0; c < model->outputs.n; c++) {
        char name[160];
        (void)sg_outputs_name(name, sizeof name, &model->outputs, c);
        SG_TRY(put_name(&e->json, name, err));
    }
    SG_TRY(sg_json_close(&e->json, err));
done:
    return status;
}

/* ---- Together --------------------------------------------------------------------------------- */

static sg_status open_directories(explorer *e, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(e->labels, e->n_labelings);
    SG_ALLOC(e->weights, e->n_heads);
    for (size_t l = 0; l < e->n_labelings; l++)
        SG_TRY(directory_make(&e->labels[l], e->labeling[l].n_labels, err));
    for (size_t h = 0; h < e->n_heads; h++)
        SG_TRY(directory_make(&e->weights[h], e->head[h].n_weights, err));
done:
    return status;
}

/* A text that says </script> would end the element; only texts can have a '<'. */
static sg_status add_for_script(sg_text *to, const sg_text *json, sg_error *err)
{
    sg_status status = SG_OK;
    const char *from = json->data;
    while (*from != '\0') {
        const size_t plain = strcspn(from, "<");
        SG_TRY(sg_text_add_bytes(to, from, plain, err));
        from += plain;
        if (*from == '\0') break;
        SG_TRY(sg_text_add(to, err, "\\u003c"));
        from++;
    }
done:
    return status;
}

sg_status sgi_report_explorer(sg_text *to, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    explorer e = {.report = report, .json = sg_json_write_to(&text)};
    e.labeling = sg_explainer_labelings(&e.n_labelings, report->explainer);
    e.head = sg_explainer_heads(&e.n_heads, report->explainer);
    SG_TRY(open_directories(&e, err));
    SG_TRY(sg_json_open_object(&e.json, err));
    SG_TRY(sg_json_member_integer(&e.json, "all", report->data->graph.n_graphs, err));
    SG_TRY(sg_json_member_bool(&e.json, "words", report->data->node_name.content != NULL, err));
    SG_TRY(put_outputs(&e, err));
    SG_TRY(put_graphs(&e, err));
    SG_TRY(sg_json_member_array(&e.json, "heads", err));
    for (size_t h = 0; h < e.n_heads; h++) SG_TRY(put_head(&e, h, err));
    SG_TRY(sg_json_close(&e.json, err));
    SG_TRY(put_labelings(&e, err)); /* last: heads may have met labels */
    SG_TRY(sg_json_close(&e.json, err));
    SG_TRY(add_for_script(to, &text, err));
done:
    for (size_t l = 0; e.labels != NULL && l < e.n_labelings; l++) directory_free(&e.labels[l]);
    for (size_t h = 0; e.weights != NULL && h < e.n_heads; h++) directory_free(&e.weights[h]);
    sg_free(e.labels);
    sg_free(e.weights);
    sg_text_free(&text);
    return status;
}
