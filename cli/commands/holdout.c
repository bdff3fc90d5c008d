/* holdout.c - shuffled, sorted by class, and then one graph in so many is taken.
 *
 * Taking them evenly from the sorted order gives every class its share and the whole its share,
 * too, which rounding class by class would not. */
#include "holdout.h"

#include <math.h>
#include <stdlib.h>

/* Vigna's splitmix64. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void shuffle(uint32_t *graph, uint32_t n, uint64_t seed)
{
    uint64_t state = seed;
    for (uint32_t i = n; i > 1; i--) {
        /* 32 random bits as a fraction of 2^32, times i: uneven by a part in 2^32 / i. */
        const uint32_t j = (uint32_t)((draw(&state) >> 32) * i >> 32), kept = graph[i - 1];
        graph[i - 1] = graph[j];
        graph[j] = kept;
    }
}

/* Order graph[0 .. n) by class without changing the order within a class; `place` is
 * [n_classes + 1]. */
static void sort_by_class(uint32_t *sorted, const uint32_t *graph, uint32_t n,
                          const uint32_t *graph_class, uint32_t *place, uint32_t n_classes)
{
    for (uint32_t i = 0; i < n; i++) place[graph_class[i] + 1]++;
    for (uint32_t c = 0; c < n_classes; c++) place[c + 1] += place[c];
    for (uint32_t i = 0; i < n; i++) sorted[place[graph_class[graph[i]]]++] = graph[i];
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Part sorted[0 .. n) into h->graph. */
static void part(holdout *h, const uint32_t *sorted, double share)
{
    const uint32_t n = h->n_graphs;
    uint32_t n_aside = 0;
    for (uint32_t i = 0; i < n; i++) {
        const bool aside = floor((i + 1.0) * share + 0.5) > floor(i * share + 0.5);
        if (aside)
            h->graph[n - ++n_aside] = sorted[i];
        else
            h->graph[h->n_training++] = sorted[i];
    }
    qsort(h->graph, h->n_training, sizeof *h->graph, compare);
    qsort(h->graph + h->n_training, n_aside, sizeof *h->graph, compare);
}

bool holdout_make(holdout *h, const sg_dataset *data, double share, uint64_t seed)
{
    const sg_data_size size = sg_data_sizes(data);
    const uint32_t n = size.n_graphs, *graph_class = sg_data_view(data).graph_class;
    holdout made = {.n_graphs = n};
    made.graph = calloc((size_t)n + 1, sizeof *made.graph);
    uint32_t *sorted = calloc((size_t)n + 1, sizeof *sorted);
    uint32_t *place = calloc((size_t)size.n_classes + 1, sizeof *place);
    const bool enough = made.graph != NULL && sorted != NULL && place != NULL;
    if (enough) {
        uint32_t *shuffled = graph_class != NULL ? made.graph : sorted;
        for (uint32_t g = 0; g < n; g++) shuffled[g] = g;
        shuffle(shuffled, n, seed);
        if (graph_class != NULL)
            sort_by_class(sorted, made.graph, n, graph_class, place, size.n_classes);
        part(&made, sorted, share);
        *h = made;
        made.graph = NULL;
    }
    free(made.graph);
    free(sorted);
    free(place);
    return enough;
}

void holdout_free(holdout *h)
{
    free(h->graph);
    *h = (holdout){0};
}
