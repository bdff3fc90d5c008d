/* explain_json.c - explanations and rankings as JSON, with everything that is known. */
#include "explain_view.h"
#include "json_out.h"
#include "output_name.h"

static void print_reals(json *j, const char *key, const double *value, uint32_t n)
{
    json_open(j, key, '[');
    for (uint32_t i = 0; i < n; i++) json_real(j, NULL, value[i]);
    json_close(j, ']');
}

/* A number, or null for none. */
static void print_number(json *j, const char *key, uint32_t number)
{
    if (number == SG_NONE)
        json_null(j, key);
    else
        json_count(j, key, number);
}

static void print_labels(json *j, const char *key, const uint32_t *label, uint32_t n)
{
    json_open(j, key, '[');
    for (uint32_t v = 0; v < n && label != NULL; v++) print_number(j, NULL, label[v]);
    json_close(j, ']');
}

static void print_message(json *j, const explain_view *v, uint32_t head,
                          const sg_explained_message *m)
{
    json_open(j, NULL, '{');
    json_count(j, "receiver", m->receiver);
    json_count(j, "sender", m->sender);
    print_number(j, "weight", m->weight);
    json_text(j, "value", m->value != SG_NONE ? v->heads[head].value[m->value] : NULL);
    json_text(j, "triple",
              m->weight != SG_NONE ? explain_weight_name(v, head, m->weight).text : NULL);
    json_real(j, "strength", m->strength);
    json_real(j, "contribution", m->contribution);
    json_close(j, '}');
}

static void print_head(json *j, const explain_view *v, const sg_head_explanation *h)
{
    const sg_explained_head *head = &v->heads[h->head];
    const uint32_t n = v->of.n_nodes;
    json_open(j, NULL, '{');
    json_count(j, "head", head->number);
    json_text(j, "text", head->text);
    json_real(j, "contribution", h->contribution);
    if (head->decodes) {
        print_labels(j, "labels", h->receiver_label, n);
        print_reals(j, "nodes", h->node, n);
        json_real(j, "bias", h->bias);
    } else {
        print_labels(j, "receiver_labels", h->receiver_label, n);
        print_labels(j, "sender_labels", h->sender_label, n);
        print_reals(j, "biases", h->node, h->node != NULL ? n : 0);
        json_open(j, "messages", '[');
        for (uint32_t m = 0; m < h->n_messages; m++)
            print_message(j, v, h->head, &h->message[m]);
        json_close(j, ']');
    }
    json_close(j, '}');
}

static void print_layer(json *j, const explain_view *v, const sg_layer_explanation *l)
{
    if (v->layer != SG_NONE && v->layer != l->layer) return;
    json_open(j, NULL, '{');
    json_count(j, "layer", l->layer);
    json_text(j, "kind", l->kind);
    json_real(j, "rest", l->rest);
    json_real(j, "gap", l->gap);
    json_bool(j, "exact", l->exact);
    json_count(j, "gradients", l->n_gradients);
    if (!l->decodes) {
        print_reals(j, "sent", l->sent, v->of.n_nodes);
        print_reals(j, "received", l->received, v->of.n_nodes);
    }
    json_open(j, "heads", '[');
    for (uint32_t h = 0; h < l->n_heads; h++)
        if (explain_shows(v, l->head[h].head)) print_head(j, v, &l->head[h]);
    json_close(j, ']');
    json_close(j, '}');
}

static void print_outputs(json *j, const char *key, const explain_view *v, const double *value)
{
    json_open(j, key, '{');
    for (uint32_t o = 0; o < v->of.n_outputs; o++)
        json_real(j, output_name_of(v->model, o).text, value[o]);
    json_close(j, '}');
}

static void print_graph(json *j, const explain_view *v)
{
    const sg_explanation *e = &v->of;
    char name[100];
    json_count(j, "graph", e->graph);
    if (e->explained_node != SG_NONE) json_count(j, "node", e->explained_node);
    if (sg_data_graph_id(v->data, e->graph) != NULL)
        json_text(j, "id", sg_data_graph_id(v->data, e->graph));
    json_text(j, "output", output_name_of(v->model, e->output).text);
    json_real(j, "value", e->value);
    print_outputs(j, "outputs", v, e->outputs);
    print_outputs(j, "scores", v, e->score);
    json_open(j, "node_names", '[');
    for (uint32_t n = 0; n < e->n_nodes; n++) {
        (void)sg_explainer_node_name(name, sizeof name, v->explainer, e->graph, n);
        json_text(j, NULL, name);
    }
    json_close(j, ']');
    print_reals(j, "nodes", e->node, e->n_nodes);
    json_open(j, "layers", '[');
    for (uint32_t l = 0; l < e->n_layers; l++) print_layer(j, v, &e->layer[l]);
    json_close(j, ']');
}

static void print_weight(json *j, const explain_view *v, const sg_ranked_weight *w)
{
    const sg_explained_head *head = &v->heads[w->head];
    json_open(j, NULL, '{');
    json_text(j, "triple", explain_weight_name(v, w->head, w->weight).text);
    json_count(j, "layer", head->layer);
    json_count(j, "head", head->number);
    json_count(j, "weight", w->weight);
    json_real(j, "strength", head->weight[w->weight]);
    json_real(j, "influence", w->influence);
    json_real(j, "contribution", w->contribution);
    json_count(j, explain_items(v), w->n_graphs);
    json_count(j, "messages", w->n_messages);
    json_open(j, "most", '[');
    for (uint32_t k = 0; k < SG_RANKED_GRAPHS && w->graph[k] != SG_NONE; k++) {
        json_open(j, NULL, '{');
        json_count(j, v->of_nodes ? "node" : "graph", w->graph[k]);
        json_real(j, "contribution", w->in_graph[k]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void print_ranking(json *j, const explain_view *v)
{
    uint32_t n_shown = 0;
    json_count(j, explain_items(v), v->ranking.n_graphs);
    json_real(j, "largest_gap", v->ranking.largest_gap);
    json_open(j, "ranking", '[');
    for (size_t i = 0; i < v->ranking.n_weights && (v->top == 0 || n_shown < v->top); i++) {
        if (!explain_shows(v, v->ranking.weight[i].head)) continue;
        print_weight(j, v, &v->ranking.weight[i]);
        n_shown++;
    }
    json_close(j, ']');
}

void explain_print_json(const explain_view *v, FILE *out)
{
    json j = {.out = out};
    json_open(&j, NULL, '{');
    json_text(&j, "data", sg_data_name(v->data));
    if (v->ranks)
        print_ranking(&j, v);
    else
        print_graph(&j, v);
    json_close(&j, '}');
    json_line(&j);
}
