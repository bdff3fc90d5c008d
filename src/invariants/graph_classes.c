/* graph_classes.c - sorted words with their counts; graphs with the same hash are compared word by
 * word. */
#include "invariants/graph_classes.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"

#include <stdlib.h>
#include <string.h>

void sg_graph_classes_free(sg_graph_classes *classes)
{
    sg_free(classes->begin);
    sg_free(classes->word);
    sg_free(classes->count);
    sg_free(classes->class_of);
    *classes = (sg_graph_classes){0};
}

static bool same_multiset(const sg_graph_classes *c, uint32_t g, uint32_t h)
{
    const uint64_t a = c->begin[g], b = c->begin[h], n = c->begin[g + 1] - a;
    return n == c->begin[h + 1] - b &&
           memcmp(c->word + a, c->word + b, n * sizeof *c->word) == 0 &&
           memcmp(c->count + a, c->count + b, n * sizeof *c->count) == 0;
}

static uint64_t hash_of(const sg_graph_classes *c, uint32_t g)
{
    const uint64_t a = c->begin[g], n = c->begin[g + 1] - a;
    return sg_hash_words((uint64_t[]){sg_hash_bytes(c->word + a, n * sizeof *c->word),
                                      sg_hash_bytes(c->count + a, n * sizeof *c->count)},
                         2);
}

/* Number the classes with a table from hashes to the first graph of each class. */
static sg_status number_classes(sg_graph_classes *c, sg_error *err)
{
    sg_status status = SG_OK;
    size_t n_places = 16;
    uint32_t *place = NULL; /* [n_places] a graph plus 1; 0: free */
    while (n_places < 2 * (size_t)c->n_graphs) n_places *= 2;
    SG_ALLOC(place, n_places);
    SG_ALLOC(c->class_of, c->n_graphs);
    for (uint32_t g = 0; g < c->n_graphs; g++) {
        SG_TRY(sg_watch_ask(err));
        size_t at = (size_t)hash_of(c, g) & (n_places - 1);
        while (place[at] != 0 && !same_multiset(c, place[at] - 1, g))
            at = (at + 1) & (n_places - 1);
        if (place[at] == 0) {
            place[at] = g + 1;
            c->class_of[g] = c->n_classes++;
        } else {
            c->class_of[g] = c->class_of[place[at] - 1];
        }
    }
done:
    sg_free(place);
    return status;
}

/* Sort word[begin .. end) and write each word once, with its number; returns how many there are. */
static uint64_t count_words(sg_graph_classes *c, uint64_t at, uint32_t *word, uint64_t n)
{
    const uint64_t first = at;
    if (n > 0) qsort(word, n, sizeof *word, sg_compare_u32);
    for (uint64_t i = 0; i < n; i++) {
        if (at > first && c->word[at - 1] == word[i]) {
            c->count[at - 1]++;
        } else {
            c->word[at] = word[i];
            c->count[at++] = 1;
        }
    }
    return at;
}

/* The words of graph g are all[of[first node of g]] .. */
static sg_status class_graphs(sg_graph_classes *classes, const uint32_t *all, uint64_t n_all,
                              const uint64_t *row, const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    sg_graph_classes made = {.n_graphs = graph->n_graphs};
    uint32_t *word = NULL;
    uint64_t at = 0;
    SG_ALLOC(word, n_all);
    SG_ALLOC(made.begin, (size_t)graph->n_graphs + 1);
    SG_ALLOC(made.word, n_all);
    SG_ALLOC(made.count, n_all);
    if (n_all > 0) memcpy(word, all, n_all * sizeof *word);
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t first = graph->graph_offset[g], last = graph->graph_offset[g + 1];
        const uint64_t begin = row != NULL ? row[first] : first;
        const uint64_t end = row != NULL ? row[last] : last;
        SG_TRY(sg_watch_ask(err));
        made.begin[g] = at;
        at = count_words(&made, at, word + begin, end - begin);
    }
    made.begin[graph->n_graphs] = at;
    SG_TRY(number_classes(&made, err));
    *classes = made;
    made = (sg_graph_classes){0};
done:
    sg_graph_classes_free(&made);
    sg_free(word);
    return status;
}

sg_status sg_graph_classes_by_labels(sg_graph_classes *classes, const sg_labels *labels,
                                     const sg_graph *graph, sg_error *err)
{
    return class_graphs(classes, labels->label, labels->n_nodes, NULL, graph, err);
}

sg_status sg_graph_classes_by_triples(sg_graph_classes *classes, const sg_triples *triples,
                                      const sg_graph *graph, sg_error *err)
{
    return class_graphs(classes, triples->triple, triples->n_pairs, triples->row, graph, err);
}

bool sg_graph_classes_witness(sg_class_witness *witness, const sg_graph_classes *classes,
                              uint32_t first, uint32_t second)
{
    const sg_graph_classes *c = classes;
    uint64_t a = c->begin[first], b = c->begin[second];
    const uint64_t a_end = c->begin[first + 1], b_end = c->begin[second + 1];
    while (a < a_end || b < b_end) {
        const uint32_t x = a < a_end ? c->word[a] : UINT32_MAX;
        const uint32_t y = b < b_end ? c->word[b] : UINT32_MAX;
        const uint32_t word = x < y ? x : y;
        const uint32_t of_first = x == word ? c->count[a++] : 0;
        const uint32_t of_second = y == word ? c->count[b++] : 0;
        if (of_first == of_second) continue;
        *witness = (sg_class_witness){.word = word, .count = {of_first, of_second}};
        return true;
    }
    return false;
}
