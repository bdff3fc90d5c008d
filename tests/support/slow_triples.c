/* slow_triples.c - a matrix of distances, then one list. */
#include "support/slow_triples.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/slow_graph.h"

/* The distances between all nodes of the union that count, else SLOW_NONE. */
static uint32_t *all_distances(const sg_property_parameters *parameters, const sg_graph *graph)
{
    const uint32_t n_nodes = graph->n_nodes;
    uint32_t *all = check_alloc((size_t)n_nodes * n_nodes, sizeof *all);
    for (size_t i = 0; i < (size_t)n_nodes * n_nodes; i++) all[i] = SLOW_NONE;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
        uint32_t *distance = slow_distances(graph, g);
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t v = 0; v < n; v++)
                if (sg_value_counts(parameters, distance[u * n + v]))
                    all[(size_t)(first + u) * n_nodes + first + v] = distance[u * n + v];
        sg_free(distance);
    }
    return all;
}

static bool value_before(const slow_triples *t, uint32_t a, uint32_t b)
{
    if (t->value_count[a] != t->value_count[b]) return t->value_count[a] > t->value_count[b];
    const uint64_t x = t->distance[a], y = t->distance[b];
    return sg_key_of(SG_TAG_DISTANCE, &x, 1).key < sg_key_of(SG_TAG_DISTANCE, &y, 1).key;
}

/* Find the distances that occur and bring them into the order of values. */
static void order_values(slow_triples *t, const uint32_t *distance, uint32_t n_nodes)
{
    t->distance = check_alloc(n_nodes, sizeof *t->distance);
    t->value_count = check_alloc(n_nodes, sizeof *t->value_count);
    for (uint32_t d = 0; d < n_nodes; d++) {
        uint64_t count = 0;
        for (size_t i = 0; i < (size_t)n_nodes * n_nodes; i++) count += distance[i] == d;
        if (count == 0) continue;
        t->distance[t->n_values] = d;
        t->value_count[t->n_values] = count;
        t->n_pairs += count;
        t->n_values++;
    }
    for (uint32_t i = 1; i < t->n_values; i++)
        for (uint32_t j = i; j > 0 && value_before(t, j, j - 1); j--) {
            const uint32_t d = t->distance[j];
            const uint64_t count = t->value_count[j];
            t->distance[j] = t->distance[j - 1];
            t->value_count[j] = t->value_count[j - 1];
            t->distance[j - 1] = d;
            t->value_count[j - 1] = count;
        }
}

static int compare_triples(const void *a, const void *b)
{
    const slow_triple *x = a, *y = b;
    if (x->receiver != y->receiver) return x->receiver < y->receiver ? -1 : 1;
    if (x->sender != y->sender) return x->sender < y->sender ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static uint32_t find_triple(const slow_triples *t, const slow_triple *wanted)
{
    uint32_t i = 0;
    while (i < t->n_triples && compare_triples(&t->triple[i], wanted) != 0) i++;
    return i;
}

static slow_triple triple_of_pair(const slow_triples *t, const sg_labels *receiver,
                                  const sg_labels *sender, size_t pair, uint32_t distance)
{
    slow_triple made = {receiver->label[pair / receiver->n_nodes],
                        sender->label[pair % receiver->n_nodes], 0, 0};
    while (t->distance[made.value] != distance) made.value++;
    return made;
}

slow_triples slow_triples_collect(const sg_labels *receiver, const sg_labels *sender,
                                  const sg_property_parameters *parameters,
                                  const sg_graph *graph)
{
    slow_triples t = {0};
    const size_t n = (size_t)graph->n_nodes * graph->n_nodes;
    uint32_t *distance = all_distances(parameters, graph);
    order_values(&t, distance, graph->n_nodes);
    t.triple = check_alloc(t.n_pairs, sizeof *t.triple);
    t.triple_of = check_alloc(n, sizeof *t.triple_of);
    for (size_t pair = 0; pair < n; pair++) {
        if (distance[pair] == SLOW_NONE) continue;
        const slow_triple made = triple_of_pair(&t, receiver, sender, pair, distance[pair]);
        const uint32_t found = find_triple(&t, &made);
        if (found == t.n_triples) t.triple[t.n_triples++] = made;
        t.triple[found].count++;
    }
    if (t.n_triples > 0) qsort(t.triple, t.n_triples, sizeof *t.triple, compare_triples);
    for (size_t pair = 0; pair < n; pair++) {
        t.triple_of[pair] = SLOW_NONE;
        if (distance[pair] == SLOW_NONE) continue;
        const slow_triple made = triple_of_pair(&t, receiver, sender, pair, distance[pair]);
        t.triple_of[pair] = find_triple(&t, &made);
    }
    sg_free(distance);
    return t;
}

void slow_triples_free(slow_triples *triples)
{
    sg_free(triples->distance);
    sg_free(triples->value_count);
    sg_free(triples->triple);
    sg_free(triples->triple_of);
    *triples = (slow_triples){0};
}
