/* neighborhood.c - of a large graph, the part that an explained node hears. */
#include "explain/neighborhood.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"
#include "explain/explainer_parts.h"
#include "graph/induced.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

bool sg_neighborhood_is_needed(const sg_explanation *explanation)
{
    return explanation->explained_node != SG_NONE && explanation->n_nodes > SG_WHOLE_NODES;
}

/* ---- Who is heard ---------------------------------------------------------------------------- */

/* A node, and how much of the output comes from it. */
typedef struct speaker {
    uint32_t node;
    double amount; /* sum of absolute contributions */
} speaker;

/* A neighborhood being found. */
typedef struct search {
    const sg_explanation *of;
    sg_one_graph graph;
    double *amount; /* [n_nodes] what a node contributes, absolute; -1: it is not heard */
    uint32_t *
        parent; /* [n_nodes] the node before it on the way from the explained one; SG_NONE: not reached */
    uint32_t *number; /* [n_nodes] in the neighborhood; SG_NONE: outside                  */
    uint32_t *queue;  /* [n_nodes] */
    speaker *speaker; /* [n_speakers] */
    uint32_t n_speakers;
} search;

static void search_free(search *s)
{
    sg_free(s->amount);
    sg_free(s->parent);
    sg_free(s->number);
    sg_free(s->queue);
    sg_free(s->speaker);
}

static void hear(search *s, uint32_t node, double contribution)
{
    s->amount[node] = fmax(s->amount[node], 0) + fabs(contribution);
}

static void hear_layer(search *s, const sg_layer_explanation *layer)
{
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        const sg_head_explanation *head = &layer->head[h];
        for (uint32_t m = 0; m < head->n_messages; m++)
            hear(s, head->message[m].sender, head->message[m].contribution);
        for (uint32_t v = 0; head->node != NULL && v < s->of->n_nodes; v++)
            if (head->node[v] != 0) hear(s, v, head->node[v]);
    }
}

static int compare_speakers(const void *a, const void *b)
{
    const speaker *x = a, *y = b;
    if (x->amount != y->amount) return x->amount > y->amount ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static sg_status list_speakers(search *s, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = s->of->n_nodes;
    for (uint32_t v = 0; v < n; v++) s->amount[v] = -1;
    for (uint32_t l = 0; l < s->of->n_layers; l++) hear_layer(s, &s->of->layer[l]);
    for (uint32_t v = 0; v < n; v++) s->n_speakers += s->amount[v] >= 0;
    SG_ALLOC(s->speaker, s->n_speakers);
    uint32_t i = 0;
    for (uint32_t v = 0; v < n; v++)
        if (s->amount[v] >= 0) s->speaker[i++] = (speaker){v, s->amount[v]};
    if (i > 0) qsort(s->speaker, i, sizeof *s->speaker, compare_speakers);
done:
    return status;
}

/* Walk away from the explained node until all who are heard are reached. */
static sg_status find_ways(search *s, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_queue = 0, n_missing = s->n_speakers;
    for (uint32_t v = 0; v < s->of->n_nodes; v++) s->parent[v] = SG_NONE;
    s->parent[s->of->explained_node] = s->of->explained_node;
    s->queue[n_queue++] = s->of->explained_node;
    n_missing -= s->amount[s->of->explained_node] >= 0;
    for (uint32_t q = 0; q < n_queue && n_missing > 0; q++) {
        const uint32_t v = s->queue[q];
        SG_TRY(sg_watch_ask_at(q, err));
        for (uint32_t a = s->graph.arc_offset[v]; a < s->graph.arc_offset[v + 1]; a++) {
            const uint32_t w = s->graph.neighbor[a] - s->graph.first;
            if (s->parent[w] != SG_NONE) continue;
            s->parent[w] = v;
            s->queue[n_queue++] = w;
            n_missing -= s->amount[w] >= 0;
        }
    }
done:
    return status;
}

/* ---- Who is shown ---------------------------------------------------------------------------- */

/* The nodes on the way to a speaker that are not in the neighborhood yet. */
static uint32_t count_new(const search *s, uint32_t v)
{
    uint32_t n = 0;
    for (; s->number[v] == SG_NONE; v = s->parent[v]) {
        n++;
        if (s->parent[v] == SG_NONE || s->parent[v] == v) break;
    }
    return n;
}

static void take(sg_neighborhood *near, search *s, uint32_t v)
{
    while (s->number[v] == SG_NONE) {
        s->number[v] = near->graph.n_nodes;
        near->node[near->graph.n_nodes++] = v;
        if (s->parent[v] == SG_NONE) break;
        v = s->parent[v];
    }
}

static sg_status number_none(search *s, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(s->number, s->of->n_nodes);
    for (uint32_t v = 0; v < s->of->n_nodes; v++) s->number[v] = SG_NONE;
done:
    return status;
}

static void choose_nodes(sg_neighborhood *near, search *s)
{
    take(near, s, s->of->explained_node);
    for (uint32_t i = 0; i < s->n_speakers; i++) {
        const uint32_t v = s->speaker[i].node;
        if (near->graph.n_nodes + count_new(s, v) <= SG_HEARD_NODES) take(near, s, v);
    }
    qsort(near->node, near->graph.n_nodes, sizeof *near->node, sg_compare_u32);
    for (uint32_t i = 0; i < near->graph.n_nodes; i++) {
        s->number[near->node[i]] = i;
        near->n_heard_shown += s->amount[near->node[i]] >= 0;
    }
}

static sg_status cut_graph(sg_neighborhood *near, const search *s, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = near->graph.n_nodes;
    SG_ALLOC(near->arc_offset, (size_t)n + 1);
    SG_ALLOC(near->neighbor, (size_t)n * n);
    sg_induced_arcs(near->arc_offset, near->neighbor, s->number, &s->graph, near->node, n);
    near->graph = (sg_one_graph){.number = s->graph.number,
                                 .n_nodes = n,
                                 .arc_offset = near->arc_offset,
                                 .neighbor = near->neighbor,
                                 .rules = s->graph.rules};
done:
    return status;
}

/* ---- The explanation of these nodes ---------------------------------------------------------- */

static sg_status gather(double **to, const double *from, const sg_neighborhood *near,
                        sg_error *err)
{
    sg_status status = SG_OK;
    if (from == NULL) goto done;
    SG_ALLOC(*to, near->graph.n_nodes);
    for (uint32_t i = 0; i < near->graph.n_nodes; i++) (*to)[i] = from[near->node[i]];
done:
    return status;
}

/* Heads borrow their labels, which the neighborhood keeps. */
static sg_status gather_labels(const uint32_t **to, const uint32_t *from, sg_neighborhood *near,
                               sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *made = NULL;
    if (from == NULL) goto done;
    SG_ALLOC(made, near->graph.n_nodes);
    for (uint32_t i = 0; i < near->graph.n_nodes; i++) made[i] = from[near->node[i]];
    *to = near->label[near->n_labels++] = made;
done:
    return status;
}

static sg_status gather_messages(sg_head_explanation *to, const sg_head_explanation *from,
                                 const uint32_t *number, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n = 0;
    for (uint32_t m = 0; m < from->n_messages; m++)
        n += number[from->message[m].sender] != SG_NONE &&
             number[from->message[m].receiver] != SG_NONE;
    SG_ALLOC(to->message, n);
    for (uint32_t m = 0; m < from->n_messages; m++) {
        sg_explained_message message = from->message[m];
        message.sender = number[message.sender];
        message.receiver = number[message.receiver];
        if (message.sender == SG_NONE || message.receiver == SG_NONE) continue;
        to->message[to->n_messages++] = message;
    }
done:
    return status;
}

static sg_status gather_head(sg_neighborhood *near, uint32_t layer, uint32_t h, const search *s,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_head_explanation *from = &s->of->layer[layer].head[h];
    sg_head_explanation *to = &near->shown.layer[layer].head[h];
    *to = (sg_head_explanation){
        .head = from->head, .bias = from->bias, .contribution = from->contribution};
    SG_TRY(gather_labels(&to->receiver_label, from->receiver_label, near, err));
    SG_TRY(gather_labels(&to->sender_label, from->sender_label, near, err));
    SG_TRY(gather_messages(to, from, s->number, err));
    SG_TRY(gather(&to->node, from->node, near, err));
    double left = from->contribution - from->bias;
    for (uint32_t m = 0; m < to->n_messages; m++) left -= to->message[m].contribution;
    for (uint32_t i = 0; to->node != NULL && i < near->graph.n_nodes; i++) left -= to->node[i];
    near->left[layer] += left;
    near->n_messages += from->n_messages;
    near->n_messages_left += from->n_messages - to->n_messages;
done:
    return status;
}

static sg_status gather_layers(sg_neighborhood *near, const search *s, sg_error *err)
{
    sg_status status = SG_OK;
    size_t n_heads = 0;
    for (uint32_t l = 0; l < s->of->n_layers; l++) n_heads += s->of->layer[l].n_heads;
    SG_ALLOC(near->label, 2 * n_heads); /* NOLINT(bugprone-sizeof-expression) */
    SG_ALLOC(near->left, s->of->n_layers);
    SG_ALLOC(near->shown.layer, s->of->n_layers);
    near->shown.n_layers = s->of->n_layers;
    for (uint32_t l = 0; l < s->of->n_layers; l++) {
        const sg_layer_explanation *from = &s->of->layer[l];
        sg_layer_explanation *to = &near->shown.layer[l];
        *to = *from;
        to->head = NULL;
        to->sent = to->received = NULL;
        SG_ALLOC(to->head, from->n_heads);
        SG_TRY(gather(&to->sent, from->sent, near, err));
        SG_TRY(gather(&to->received, from->received, near, err));
        for (uint32_t h = 0; h < from->n_heads; h++) SG_TRY(gather_head(near, l, h, s, err));
    }
done:
    return status;
}

static sg_status gather_explanation(sg_neighborhood *near, const search *s, sg_error *err)
{
    sg_status status = SG_OK;
    near->shown = *s->of;
    near->shown.n_nodes = near->graph.n_nodes;
    near->shown.explained_node = s->number[s->of->explained_node];
    near->shown.node = NULL;
    near->shown.layer = NULL;
    near->shown.n_layers = 0;
    SG_TRY(gather(&near->shown.node, s->of->node, near, err));
    SG_TRY(gather_layers(near, s, err));
done:
    return status;
}

/* ---- Together -------------------------------------------------------------------------------- */

/* The graph and the explanation of the nodes that were chosen; *near then has what *made had. */
static sg_status hand_over(sg_neighborhood *near, sg_neighborhood *made, const search *s,
                           sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(cut_graph(made, s, err));
    SG_TRY(gather_explanation(made, s, err));
    *near = *made;
    *made = (sg_neighborhood){0};
done:
    return status;
}

sg_status sg_neighborhood_find(sg_neighborhood *near, const sg_explainer *explainer,
                               const sg_explanation *explanation, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = explanation->n_nodes;
    sg_neighborhood made = {0};
    search s = {.of = explanation,
                .graph = sg_view_graph(&explainer->view, explanation->graph)};
    SG_ALLOC(s.amount, n);
    SG_ALLOC(s.parent, n);
    SG_ALLOC(s.queue, n);
    SG_TRY(number_none(&s, err));
    SG_ALLOC(made.node, SG_HEARD_NODES);
    SG_TRY(list_speakers(&s, err));
    SG_TRY(find_ways(&s, err));
    choose_nodes(&made, &s);
    made.n_heard = s.n_speakers;
    SG_TRY(hand_over(near, &made, &s, err));
done:
    sg_neighborhood_free(&made);
    search_free(&s);
    return status;
}

sg_status sg_neighborhood_same(sg_neighborhood *near, const sg_neighborhood *as,
                               const sg_explainer *explainer, const sg_explanation *explanation,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_neighborhood made = {.n_heard = as->n_heard, .n_heard_shown = as->n_heard_shown};
    search s = {.of = explanation,
                .graph = sg_view_graph(&explainer->view, explanation->graph)};
    SG_TRY(number_none(&s, err));
    SG_ALLOC(made.node, as->graph.n_nodes);
    made.graph.n_nodes = as->graph.n_nodes;
    for (uint32_t i = 0; i < as->graph.n_nodes; i++) {
        made.node[i] = as->node[i];
        s.number[as->node[i]] = i;
    }
    SG_TRY(hand_over(near, &made, &s, err));
done:
    sg_neighborhood_free(&made);
    search_free(&s);
    return status;
}

void sg_neighborhood_free(sg_neighborhood *near)
{
    for (size_t i = 0; i < near->n_labels; i++) sg_free(near->label[i]);
    sg_free((void *)near->label);
    for (uint32_t l = 0; near->shown.layer != NULL && l < near->shown.n_layers; l++) {
        sg_layer_explanation *layer = &near->shown.layer[l];
        for (uint32_t h = 0; layer->head != NULL && h < layer->n_heads; h++) {
            sg_free(layer->head[h].message);
            sg_free(layer->head[h].node);
        }
        sg_free(layer->head);
        sg_free(layer->sent);
        sg_free(layer->received);
    }
    sg_free(near->shown.layer);
    sg_free(near->shown.node);
    sg_free(near->left);
    sg_free(near->node);
    sg_free(near->arc_offset);
    sg_free(near->neighbor);
    *near = (sg_neighborhood){0};
}

void sg_neighborhood_words(char text[SG_HEARD_WORDS], const sg_neighborhood *near)
{
    double left = 0;
    for (uint32_t l = 0; l < near->shown.n_layers; l++)
        if (fabs(near->left[l]) > fabs(left)) left = near->left[l];
    if (near->n_heard_shown == near->n_heard) {
        (void)snprintf(
            text, SG_HEARD_WORDS,
            "All %u nodes that the node hears are drawn, with the nodes between; the "
            "rest of the graph says nothing to it.",
            near->n_heard);
        return;
    }
    (void)snprintf(
        text, SG_HEARD_WORDS,
        "Of %u nodes that the node hears, %u are drawn: those that contribute most, with the "
        "nodes on the way to them. %llu of %llu messages are left out; in the layer where that "
        "matters most they contribute %+.3g together.",
        near->n_heard, near->n_heard_shown, (unsigned long long)near->n_messages_left,
        (unsigned long long)near->n_messages, left);
}
