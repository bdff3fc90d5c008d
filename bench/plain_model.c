/* plain_model.c - slow and simple by design. */
#include "plain_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A weight with what Adam remembers of it. */
typedef struct weight {
    double value, gradient, first, second;
} weight;

/* Triples to positions among the weights. */
typedef struct triple_map {
    uint64_t *key; /* 0: free */
    uint32_t *slot;
    size_t n_places, n;
} triple_map;

/* A pair of nodes of the batch. */
typedef struct pair {
    uint32_t receiver, slot;
} pair;

typedef struct plain {
    const plain_setting *setting;
    sg_data_arrays data;
    sg_labels_arrays encoder, decoder;
    uint32_t n_classes;
    triple_map triples;
    pair *pairs;
    size_t n_pairs, capacity;
    weight *w; /* encoder's, then [label][class] of the decoder, then biases */
    size_t n_weights;
    double *state, *d_state; /* [n_nodes] */
} plain;

static void *resize(void *old, size_t n, size_t size)
{
    void *grown = realloc(old, n * size);
    if (grown == NULL) free(old);
    return grown;
}

/* ---- Pairs ------------------------------------------------------------------------------------ */

static bool map_open(triple_map *m, size_t n_places)
{
    m->n_places = n_places;
    m->key = calloc(n_places, sizeof *m->key);
    m->slot = calloc(n_places, sizeof *m->slot);
    return m->key != NULL && m->slot != NULL;
}

static uint32_t map_slot(triple_map *m, uint64_t key)
{
    size_t i = (key * UINT64_C(0x9e3779b97f4a7c15)) >> 20;
    for (i %= m->n_places; m->key[i] != 0; i = (i + 1) % m->n_places)
        if (m->key[i] == key) return m->slot[i];
    m->key[i] = key;
    return m->slot[i] = (uint32_t)m->n++;
}

static bool add_pair(plain *p, uint32_t receiver, uint32_t sender, uint32_t distance)
{
    const uint64_t labels =
        (uint64_t)p->encoder.label[receiver] * p->encoder.n_labels + p->encoder.label[sender];
    if (p->n_pairs == p->capacity) {
        p->capacity = p->capacity > 0 ? 2 * p->capacity : 1 << 16;
        p->pairs = resize(p->pairs, p->capacity, sizeof *p->pairs);
        if (p->pairs == NULL) return false;
    }
    p->pairs[p->n_pairs++] =
        (pair){receiver,
               map_slot(&p->triples, labels * (p->setting->max_distance + 1) + distance + 1)};
    return true;
}

/* All nodes within the distance of `v`, by breadth-first search. */
static bool add_receiver(plain *p, uint32_t v, uint32_t *distance, uint32_t *queue)
{
    uint32_t head = 0, tail = 0;
    distance[v] = 0;
    queue[tail++] = v;
    bool ok = true;
    while (head < tail && ok) {
        const uint32_t u = queue[head++];
        ok = add_pair(p, v, u, distance[u]);
        if (distance[u] == p->setting->max_distance) continue;
        for (uint32_t a = p->data.arc_offset[u]; a < p->data.arc_offset[u + 1]; a++) {
            const uint32_t next = p->data.neighbor[a];
            if (distance[next] != UINT32_MAX) continue;
            distance[next] = distance[u] + 1;
            queue[tail++] = next;
        }
    }
    while (tail > 0) distance[queue[--tail]] = UINT32_MAX;
    return ok;
}

static bool find_pairs(plain *p, uint32_t n_nodes)
{
    uint32_t *distance = malloc(n_nodes * sizeof *distance);
    uint32_t *queue = malloc(n_nodes * sizeof *queue);
    bool ok = distance != NULL && queue != NULL;
    if (ok) memset(distance, 0xff, n_nodes * sizeof *distance);
    for (uint32_t i = 0; ok && i < p->setting->n_graphs; i++) {
        const uint32_t g = p->setting->graph[i];
        for (uint32_t v = p->data.graph_offset[g]; ok && v < p->data.graph_offset[g + 1]; v++)
            ok = add_receiver(p, v, distance, queue);
    }
    free(distance);
    free(queue);
    return ok;
}

/* ---- One step --------------------------------------------------------------------------------- */

/* Loss of one graph; adds to the gradients. */
static double learn_graph(plain *p, uint32_t g, weight *decoder, weight *bias)
{
    const uint32_t first = p->data.graph_offset[g], behind = p->data.graph_offset[g + 1];
    const uint32_t m = p->n_classes;
    double out[64] = {0}, sum = 0, loss = 0;
    const double n = behind - first;
    for (uint32_t v = first; v < behind; v++)
        for (uint32_t o = 0; o < m; o++)
            out[o] += decoder[(size_t)p->decoder.label[v] * m + o].value * p->state[v] / n;
    for (uint32_t o = 0; o < m; o++) {
        out[o] = tanh(out[o] + bias[o].value);
        sum += exp(out[o]);
    }
    for (uint32_t o = 0; o < m; o++) {
        const bool is_target = p->data.graph_class[g] == o;
        const double share = exp(out[o]) / sum;
        const double d = (share - is_target) / p->setting->n_graphs * (1 - out[o] * out[o]);
        if (is_target) loss = -log(share);
        bias[o].gradient += d;
        for (uint32_t v = first; v < behind; v++) {
            weight *w = &decoder[(size_t)p->decoder.label[v] * m + o];
            w->gradient += d * p->state[v] / n;
            p->d_state[v] += d * w->value / n;
        }
    }
    return loss;
}

static void adam(weight *w, uint32_t step)
{
    w->first = 0.9 * w->first + 0.1 * w->gradient;
    w->second = 0.999 * w->second + 0.001 * w->gradient * w->gradient;
    const double mean = w->first / (1 - pow(0.9, step));
    const double root = sqrt(w->second / (1 - pow(0.999, step)));
    w->value -= 0.01 * mean / (root + 1e-8);
    w->gradient = 0;
}

static double learn(plain *p, uint32_t step, uint32_t n_nodes)
{
    weight *decoder = p->w + p->triples.n;
    weight *bias = decoder + (size_t)p->decoder.n_labels * p->n_classes;
    double loss = 0;
    memset(p->state, 0, n_nodes * sizeof *p->state);
    memset(p->d_state, 0, n_nodes * sizeof *p->d_state);
    for (size_t i = 0; i < p->n_pairs; i++)
        p->state[p->pairs[i].receiver] += p->w[p->pairs[i].slot].value;
    for (uint32_t v = 0; v < n_nodes; v++) p->state[v] = tanh(p->state[v]);
    for (uint32_t i = 0; i < p->setting->n_graphs; i++)
        loss += learn_graph(p, p->setting->graph[i], decoder, bias) / p->setting->n_graphs;
    for (size_t i = 0; i < p->n_pairs; i++) {
        const uint32_t v = p->pairs[i].receiver;
        p->w[p->pairs[i].slot].gradient += p->d_state[v] * (1 - p->state[v] * p->state[v]);
    }
    for (size_t i = 0; i < p->n_weights; i++) adam(&p->w[i], step);
    return loss;
}

/* ---- All of it -------------------------------------------------------------------------------- */

static bool prepare(plain *p, uint32_t n_nodes)
{
    if (p->n_classes > 64 || !map_open(&p->triples, (size_t)1 << 22)) return false;
    if (!find_pairs(p, n_nodes)) return false;
    const size_t n_biases = p->n_classes;
    p->n_weights = p->triples.n + (size_t)p->decoder.n_labels * p->n_classes + n_biases;
    p->w = calloc(p->n_weights, sizeof *p->w);
    p->state = calloc(n_nodes, sizeof *p->state);
    p->d_state = calloc(n_nodes, sizeof *p->d_state);
    if (p->w == NULL || p->state == NULL || p->d_state == NULL) return false;
    for (size_t i = 0; i + n_biases < p->n_weights; i++) p->w[i].value = 0.001;
    return true;
}

bool plain_losses(double *loss, uint32_t n_steps, const plain_setting *setting, sg_error *err)
{
    sg_labels *encoder = NULL, *decoder = NULL;
    plain p = {.setting = setting,
               .data = sg_data_view_of(setting->data),
               .n_classes = sg_data_sizes_of(setting->data).n_classes};
    const uint32_t n_nodes = sg_data_sizes_of(setting->data).n_nodes;
    bool ok = sg_labels_open(&encoder, setting->data, setting->encoder, NULL, err) == SG_OK &&
              sg_labels_open(&decoder, setting->data, setting->decoder, NULL, err) == SG_OK;
    if (ok) {
        p.encoder = sg_labels_view_of(encoder);
        p.decoder = sg_labels_view_of(decoder);
        ok = prepare(&p, n_nodes);
    }
    for (uint32_t s = 0; ok && s < n_steps; s++) loss[s] = learn(&p, s + 1, n_nodes);
    free(p.triples.key);
    free(p.triples.slot);
    free(p.pairs);
    free(p.w);
    free(p.state);
    free(p.d_state);
    sg_labels_close(encoder);
    sg_labels_close(decoder);
    return ok;
}
