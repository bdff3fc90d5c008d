/* explainer_graph.c - sharing one output of one graph out among messages, biases and nodes.
 *
 * A layer's state is a sum of what its messages (or nodes) and biases give, so the mean gradient of
 * that state (path_gradient.h) times what each of them gives is its contribution. */
#include "explain/explainer_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "kernels/statistics.h"

#include <stdlib.h>
#include <string.h>

/* ---- Owning an explanation ------------------------------------------------------------------- */

static void layer_free(sg_layer_explanation *layer)
{
    for (uint32_t h = 0; layer->head != NULL && h < layer->n_heads; h++) {
        sg_free(layer->head[h].message);
        sg_free(layer->head[h].node);
    }
    sg_free(layer->head);
    sg_free(layer->sent);
    sg_free(layer->received);
}

void sg_explanation_free(sg_explanation *e)
{
    sg_explanation own;
    if (sg_struct_read(&own, sizeof own, SG_SIZE_WITH(&own, explained_node), e, "explanation",
                       NULL) != SG_OK)
        return;
    for (uint32_t l = 0; own.layer != NULL && l < own.n_layers; l++) layer_free(&own.layer[l]);
    sg_free(own.layer);
    sg_free(own.outputs);
    sg_free(own.score);
    sg_free(own.node);
    sg_struct_write(e, &(sg_explanation){0}, sizeof own);
}

/* ---- What is worked with --------------------------------------------------------------------- */

/* The pairs of one graph under a property, found when first asked for. */
typedef struct found_pairs {
    bool found;
    sg_pairs pairs;
} found_pairs;

/* An explanation being made. */
typedef struct job {
    const sg_explainer *explainer;
    sg_explainer_worker *worker;
    sg_explanation *to;
    sg_one_graph graph;
    uint32_t item; /* of the network: the graph, or a node of it */
    sg_path_options path;
    double factor;      /* from the network's unit to that of the output */
    found_pairs *pairs; /* [n_values of the explainer] by property            */
} job;

/* One layer of it. */
typedef struct layer_job {
    const job *of;
    const sg_explainer_layer *layer;
    const sg_layer_spec *spec;
    sg_layer_explanation *to;
    const double *x;     /* [n_nodes][layer->width] state before the layer               */
    const double *delta; /* mean gradient of the state behind it, in the output's unit   */
} layer_job;

static double product(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t f = 0; f < n; f++) sum += a[f] * b[f];
    return sum;
}

static sg_status find_pairs(const sg_pairs **pairs, const job *j, uint32_t values,
                            sg_error *err)
{
    sg_status status = SG_OK;
    found_pairs *of = &j->pairs[values];
    const sg_property *property = &j->explainer->values[values].property;
    if (!of->found)
        SG_TRY(sg_property_find(&of->pairs, property, &j->graph, &j->worker->scratch, err));
    of->found = true;
    *pairs = &of->pairs;
done:
    return status;
}

/* ---- Encoders -------------------------------------------------------------------------------- */

static int compare_senders(const void *a, const void *b)
{
    const sg_explained_message *x = a, *y = b;
    return (x->sender > y->sender) - (x->sender < y->sender);
}

/* The weights of one receiver's messages by sender. */
typedef struct weight_row {
    uint32_t *sender; /* [n_nodes] as the plan gives them    */
    uint32_t *slot;   /* [n_nodes]                           */
    uint32_t *of;     /* [n_nodes] by sender; SG_NONE: none  */
    double *factor;   /* [n_nodes] of the message, by sender */
} weight_row;

static sg_status prepare_row(weight_row *row, uint32_t n, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TAKE(row->sender, scratch, n);
    SG_TAKE(row->slot, scratch, n);
    SG_TAKE(row->of, scratch, n);
    SG_TAKE(row->factor, scratch, n);
    for (uint32_t v = 0; v < n; v++) row->of[v] = SG_NONE;
done:
    return status;
}

/* The messages of receiver v, without contributions, to message[0 .. number of pairs). */
static uint32_t list_row(sg_explained_message *message, weight_row *row, const job *j,
                         const sg_explained_head *head, const sg_explainer_plan *plan,
                         const sg_pairs *pairs, uint32_t v)
{
    const sg_table *number = &j->explainer->values[plan->values].names.number;
    const uint32_t first = pairs->row[v], n = pairs->row[v + 1] - first;
    const uint32_t n_weights = sg_plan_row(row->sender, row->slot, plan->plan,
                                           j->explainer->view.graph, j->graph.number, v);
    const double *factor = plan->plan->factor != NULL
                               ? plan->plan->factor + plan->plan->row[j->graph.first + v]
                               : NULL;
    for (uint32_t p = 0; p < n_weights; p++) {
        row->of[row->sender[p]] = row->slot[p];
        row->factor[row->sender[p]] = factor != NULL ? factor[p] : 1;
    }
    for (uint32_t p = 0; p < n; p++) {
        const uint32_t sender = pairs->sender[first + p], weight = row->of[sender];
        message[p] = (sg_explained_message){
            .receiver = v,
            .sender = sender,
            .weight = weight,
            .value = sg_table_find(number, pairs->key[pairs->value[first + p]].key),
            .strength = weight != SG_NONE ? head->weight[weight] * row->factor[sender] : 0};
    }
    for (uint32_t p = 0; p < n_weights; p++) row->of[row->sender[p]] = SG_NONE;
    if (n > 0) qsort(message, n, sizeof *message, compare_senders);
    return n;
}

/* Whether what a node receives decides anything; of a node's explanation only such nodes are part. */
static bool is_heard(const layer_job *l, uint32_t v)
{
    const size_t k = (size_t)l->layer->width * l->layer->n_heads;
    if (sg_explainer_item(l->of->explainer) == SG_ITEM_GRAPH) return true;
    for (size_t f = 0; f < k; f++)
        if (l->delta[v * k + f] != 0) return true;
    return false;
}

static sg_status list_messages(sg_head_explanation *to, const layer_job *l, sg_error *err)
{
    sg_status status = SG_OK;
    const job *j = l->of;
    const sg_explained_head *head = &j->explainer->head[to->head];
    const sg_explainer_plan *plan = &j->explainer->plan[j->explainer->head_part[to->head].plan];
    const uint32_t n = j->graph.n_nodes;
    const sg_pairs *pairs = NULL;
    weight_row row = {0};
    SG_TRY(find_pairs(&pairs, j, plan->values, err));
    SG_TRY(prepare_row(&row, n, &j->worker->scratch, err));
    uint64_t n_heard = 0;
    for (uint32_t v = 0; v < n; v++)
        if (is_heard(l, v)) n_heard += pairs->row[v + 1] - pairs->row[v];
    SG_ALLOC(to->message, n_heard);
    for (uint32_t v = 0; v < n; v++) {
        if (!is_heard(l, v)) continue;
        SG_TRY(sg_watch_ask(err));
        to->n_messages += list_row(to->message + to->n_messages, &row, j, head, plan, pairs, v);
    }
done:
    return status;
}

/* The contributions of messages, whose receivers' gradients are `stride` apart. */
static sg_status weigh_messages(sg_head_explanation *to, const layer_job *l,
                                const double *delta, size_t stride, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t k = l->layer->width;
    for (uint32_t m = 0; m < to->n_messages; m++) {
        sg_explained_message *message = &to->message[m];
        SG_TRY(sg_watch_ask_at(m, err));
        if (message->weight == SG_NONE) continue;
        message->contribution = message->strength * product(delta + message->receiver * stride,
                                                            l->x + message->sender * k, k);
        to->contribution += message->contribution;
        l->to->sent[message->sender] += message->contribution;
        l->to->received[message->receiver] += message->contribution;
    }
done:
    return status;
}

static sg_status weigh_biases(sg_head_explanation *to, const layer_job *l, const double *delta,
                              size_t stride, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explainer *explainer = l->of->explainer;
    const size_t k = l->layer->width;
    const sg_explained_head *head = &explainer->head[to->head];
    const double *bias = explainer->head_part[to->head].bias;
    const uint32_t n = l->of->graph.n_nodes;
    if (head->bias == SG_NONE) goto done;
    const uint32_t *label = explainer->labeling[head->bias].label + l->of->graph.first;
    SG_ALLOC(to->node, n);
    for (uint32_t v = 0; v < n && bias != NULL; v++) {
        if (label[v] == SG_NONE) continue;
        to->node[v] = product(delta + v * stride, bias + label[v] * k, k);
        to->contribution += to->node[v];
        l->to->received[v] += to->node[v];
    }
done:
    return status;
}

static sg_status explain_encoder(const layer_job *l, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explainer *explainer = l->of->explainer;
    const uint32_t n = l->of->graph.n_nodes, first = l->of->graph.first;
    const size_t k = l->layer->width, stride = k * l->layer->n_heads;
    SG_ALLOC(l->to->sent, n);
    SG_ALLOC(l->to->received, n);
    for (uint32_t h = 0; h < l->layer->n_heads; h++) {
        sg_head_explanation *to = &l->to->head[h];
        const sg_explained_head *head = &explainer->head[to->head];
        to->receiver_label = explainer->labeling[head->receiver].label + first;
        to->sender_label = explainer->labeling[head->sender].label + first;
        SG_TRY(list_messages(to, l, err));
        SG_TRY(weigh_messages(to, l, l->delta + h * k, stride, err));
        SG_TRY(weigh_biases(to, l, l->delta + h * k, stride, err));
    }
done:
    return status;
}

/* ---- Layers that pool ------------------------------------------------------------------------ */

/* A kind that cannot tell what its nodes give: the gradient of the state before it tells, all heads
 * together. */
static void credit_by_gradient(sg_head_explanation *head, const layer_job *l)
{
    const size_t k = l->layer->width;
    for (uint32_t v = 0; v < l->of->graph.n_nodes; v++)
        head->node[v] = product(l->delta + v * k, l->x + v * k, k);
}

/* The first of a layer's parameters. */
static const double *parameters_of(const sg_explainer *explainer, uint32_t layer)
{
    const sg_network_outline *o = &explainer->on_data.outline;
    const uint32_t t = o->first_tensor[layer];
    return t < o->n_tensors ? explainer->model->weight + o->tensor[t].first : NULL;
}

static sg_status explain_nodes(const layer_job *l, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explainer *explainer = l->of->explainer;
    const sg_pooled_graph graph = {.parameter = parameters_of(explainer, l->layer->number),
                                   .x = l->x,
                                   .delta = l->delta,
                                   .first_node = l->of->graph.first,
                                   .n = l->of->graph.n_nodes,
                                   .width = l->layer->width};
    for (uint32_t h = 0; h < l->layer->n_heads; h++) SG_ALLOC(l->to->head[h].node, graph.n);
    for (uint32_t h = 0; h < l->layer->n_heads; h++) {
        sg_head_explanation *to = &l->to->head[h];
        const uint32_t labeling = explainer->head[to->head].receiver;
        if (labeling != SG_NONE)
            to->receiver_label = explainer->labeling[labeling].label + graph.first_node;
        if (l->spec->kind->credit != NULL)
            l->spec->kind->credit(to->node, &to->bias, l->spec->of, &graph, h);
        else if (h == 0)
            credit_by_gradient(to, l);
        for (uint32_t v = 0; v < graph.n; v++) {
            to->contribution += to->node[v];
            l->of->to->node[v] += to->node[v];
        }
        to->contribution += to->bias;
    }
done:
    return status;
}

/* ---- Layers ---------------------------------------------------------------------------------- */

static double finish_value(const sg_model *model, uint32_t output, double value)
{
    return model->outputs.task == SG_REGRESSION
               ? model->outputs.scale[output] * value + model->outputs.offset[output]
               : value;
}

/* The mean gradient of the state behind a layer, in the output's unit; or of the state before it, where
 * the layer pools and does not tell what its nodes give. */
static sg_status find_delta(layer_job *l, sg_error *err)
{
    sg_status status = SG_OK;
    const job *j = l->of;
    sg_path_gradient path = {0};
    const bool tells = !l->layer->decodes || l->spec->kind->credit != NULL;
    const uint32_t number = l->layer->number + tells;
    const sg_state *state = &j->explainer->on_data.outline.state[number];
    const sg_path_place place = {.spec = &j->explainer->on_data.spec,
                                 .layer = number,
                                 .n = (size_t)state->width *
                                      (state->of_nodes ? j->graph.n_nodes : 1),
                                 .output = j->to->output};
    SG_REQUIRE(number > 0, SG_EINVAL,
               "explainer: a %s that is the first layer does not tell what its nodes give",
               l->spec->kind->word);
    SG_TRY(sg_path_gradient_find(&path, j->worker->network, &place, &j->path,
                                 &j->worker->scratch, err));
    for (size_t e = 0; e < place.n; e++) path.mean[e] *= j->factor;
    l->delta = path.mean;
    l->to->rest = finish_value(j->explainer->model, j->to->output, path.rest);
    l->to->exact = path.exact;
    l->to->n_gradients = path.n_gradients;
done:
    return status;
}

static sg_status explain_layer(const job *j, uint32_t i, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explainer_layer *layer = &j->explainer->layer[i];
    layer_job l = {.of = j,
                   .layer = layer,
                   .spec = &j->explainer->on_data.layer[layer->number],
                   .to = &j->to->layer[i],
                   .x = sg_network_state_before_f64(j->worker->network, layer->number)};
    l.to->layer = layer->of;
    l.to->decodes = layer->decodes;
    l.to->kind = l.spec->kind->word;
    SG_ALLOC(l.to->head, layer->n_heads);
    l.to->n_heads = layer->n_heads;
    for (uint32_t h = 0; h < layer->n_heads; h++) l.to->head[h].head = layer->first_head + h;
    SG_TRY(find_delta(&l, err));
    SG_TRY(l.to->decodes ? explain_nodes(&l, err) : explain_encoder(&l, err));
    l.to->gap = j->to->value - l.to->rest;
    for (uint32_t h = 0; h < layer->n_heads; h++) l.to->gap -= l.to->head[h].contribution;
done:
    return status;
}

/* ---- Together -------------------------------------------------------------------------------- */

static sg_status make_outputs(job *j, uint32_t output, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = j->explainer->model;
    sg_explanation *to = j->to;
    const double *computed = sg_network_forward_f64(j->worker->network, &j->item, 1, false);
    SG_ALLOC(to->outputs, model->outputs.n);
    SG_ALLOC(to->score, model->outputs.n);
    to->n_outputs = model->outputs.n;
    for (uint32_t o = 0; o < model->outputs.n; o++) {
        to->outputs[o] = finish_value(model, o, computed[o]);
        to->score[o] = computed[o];
    }
    sg_outputs_finish(to->score, 1, &model->outputs);
    SG_TRY(sg_outputs_check(to->score, &j->item, 1, &model->outputs, err));
    SG_TRY(sg_outputs_check(to->outputs, &j->item, 1, &model->outputs, err));
    if (output == SG_PREDICTED)
        output = model->outputs.task == SG_CLASSIFICATION
                     ? sg_largest(computed, model->outputs.n)
                     : 0;
    to->output = output;
    to->value = to->outputs[to->output];
    j->factor = model->outputs.task == SG_REGRESSION ? model->outputs.scale[to->output] : 1;
done:
    return status;
}

sg_status sg_explainer_answer(sg_explanation *explanation, sg_explainer *explainer,
                              uint32_t worker, sg_explainer_question question, sg_error *err)
{
    sg_status status = SG_OK;
    sg_explanation made = {.struct_size = sizeof made};
    const uint32_t graph = question.graph, output = question.output;
    job j = {.explainer = explainer,
             .worker = &explainer->worker[worker],
             .to = &made,
             .path = explainer->path};
    if (question.steps > 0) j.path.steps = question.steps;
    j.path.observer = question.observer;
    SG_REQUIRE(graph < explainer->data->graph.n_graphs, SG_EINVAL,
               "explainer: there is no graph %lld; the data set %s has %u, numbered from 0",
               sg_as_meant(graph), sg_explainer_data_name(explainer),
               explainer->data->graph.n_graphs);
    SG_REQUIRE(output == SG_PREDICTED || output < explainer->model->outputs.n, SG_EINVAL,
               "explainer: there is no output %u; the model has %u", output,
               explainer->model->outputs.n);
    j.graph = sg_view_graph(&explainer->view, graph);
    const bool of_node = sg_explainer_item(explainer) == SG_ITEM_NODE;
    SG_REQUIRE(!of_node || question.node < j.graph.n_nodes, SG_EINVAL,
               "explainer: there is no node %u in graph %u; it has %u, numbered from 0",
               question.node, graph, j.graph.n_nodes);
    j.item = of_node ? j.graph.first + question.node : graph;
    made.graph = graph;
    made.explained_node = of_node ? question.node : SG_NONE;
    made.explainer = explainer;
    made.n_nodes = j.graph.n_nodes;
    sg_scratch_reset(&j.worker->scratch);
    SG_TAKE(j.pairs, &j.worker->scratch, explainer->n_values);
    memset(j.pairs, 0, explainer->n_values * sizeof *j.pairs);
    SG_TRY(make_outputs(&j, output, err));
    SG_ALLOC(made.node, made.n_nodes);
    SG_ALLOC(made.layer, explainer->n_layers);
    made.n_layers = explainer->n_layers;
    for (uint32_t l = 0; l < explainer->n_layers; l++) {
        SG_TRY(sg_watch_ask_seldom(err));
        SG_TRY(explain_layer(&j, l, err));
    }
    SG_TRY(sg_watch_ask_seldom(err));
    *explanation = made;
    made = (sg_explanation){0};
done:
    sg_explanation_free(&made);
    return status;
}

sg_status sg_explainer_graph(sg_explanation *explanation, sg_explainer *explainer,
                             uint32_t graph, uint32_t output, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(explanation, explained_node);
    SG_REQUIRE_ARGUMENT(explainer);
    if (sg_explainer_item(explainer) == SG_ITEM_NODE)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "explainer: the model predicts nodes; name one of the graph");
    return sg_explainer_node(explanation, explainer, graph, 0, output, err);
}

sg_status sg_explainer_node(sg_explanation *explanation, sg_explainer *explainer,
                            uint32_t graph, uint32_t node, uint32_t output, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(explanation, explained_node);
    SG_REQUIRE_ARGUMENT(explainer);
    const sg_explainer_question why = {.graph = graph,
                                       .node = node,
                                       .output = output,
                                       .observer = explainer->options.observer};
    sg_explanation made = {0};
    sg_status status = sg_explainer_check_model(explainer, err);
    if (status != SG_OK) return status;
    sg_watch watch;
    sg_watch_begin(&watch, explainer->options.observer);
    status = sg_explainer_answer(&made, explainer, 0, why, err);
    sg_watch_end(&watch);
    if (status == SG_OK) sg_struct_write(explanation, &made, sizeof made);
    return status;
}
