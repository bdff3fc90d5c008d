/* rank_triples.c - triples are counted portion by portion, then over all ranks.
 *
 * A triple is two words until all are known: the numbers of its labels, and the key of its value.  Values are numbered by
 * how many pairs have them, which is the sum over all triples; so they need no exchange of their own. */
#include "invariants/ranks/rank_triples.h"

#include "base/mem.h"
#include "base/table.h"
#include "cluster/rank_counts.h"
#include "data/dataset_view.h"
#include "data/subset.h"

#include <stdlib.h>

/* Pairs that the graphs of a portion have at most, unless it is one graph. */
enum { PORTION = 1 << 21 };
enum { MAX_VALUES = 1 << 20 };

/* ---- Counting --------------------------------------------------------------------------------- */

typedef struct tally {
    sg_rank_count *count; /* [n] */
    size_t n, capacity;
    size_t n_distinct; /* counts that were left when they were added up last */
    uint64_t n_pairs;
} tally;

static int compare_counts(const void *a, const void *b)
{
    const sg_rank_count *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->check > y->check) - (x->check < y->check);
}

/* Add up what is the same. */
static void compact(tally *t)
{
    size_t kept = 0;
    if (t->n > 0) qsort(t->count, t->n, sizeof *t->count, compare_counts);
    for (size_t i = 0; i < t->n; i++) {
        if (kept > 0 && compare_counts(&t->count[kept - 1], &t->count[i]) == 0)
            t->count[kept - 1].count += t->count[i].count;
        else
            t->count[kept++] = t->count[i];
    }
    t->n = t->n_distinct = kept;
}

static sg_status add_triples(tally *t, const sg_triples *triples, sg_error *err)
{
    enum { FEW = 1 << 16 };
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&t->count, &t->capacity, t->n + triples->n_triples, sizeof *t->count, err));
    for (uint32_t i = 0; i < triples->n_triples; i++)
        t->count[t->n++] =
            (sg_rank_count){(uint64_t)triples->receiver[i] << 32 | triples->sender[i],
                            triples->values.key[triples->value[i]], triples->count[i]};
    t->n_pairs += triples->n_pairs;
    if (t->n > 2 * t->n_distinct + FEW) compact(t);
done:
    return status;
}

/* The graph behind a portion that begins with `first`. */
static uint32_t portion_end(const sg_graph *graph, uint32_t first)
{
    uint64_t n_pairs = 0;
    uint32_t g = first;
    for (; g < graph->n_graphs; g++) {
        const uint64_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        n_pairs += n * n;
        if (g > first && n_pairs > PORTION) break;
    }
    return g;
}

/* Labels of some nodes, borrowed. */
static sg_labels labels_from(const sg_labels *labels, uint32_t first, uint32_t n)
{
    sg_labels some = *labels;
    some.label += first;
    some.n_nodes = n;
    return some;
}

typedef struct source {
    const sg_labels *receiver, *sender;
    const sg_property *property;
    const sg_rank_graphs *graphs;
    sg_threads *threads;
} source;

static sg_status count_portion(tally *t, const source *s, uint32_t first, uint32_t end,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &s->graphs->data->graph;
    const uint32_t node = graph->graph_offset[first], n = graph->graph_offset[end] - node;
    const sg_labels receiver = labels_from(s->receiver, node, n),
                    sender = labels_from(s->sender, node, n);
    sg_dataset some = {0};
    sg_triples triples = {0};
    uint32_t *number = NULL;
    SG_ALLOC(number, end - first);
    for (uint32_t g = first; g < end; g++) number[g - first] = g;
    SG_TRY(sg_dataset_subset(&some, s->graphs->data, number, end - first, err));
    sg_graph_view view = sg_dataset_view(&some);
    view.first_number = s->graphs->first_number + first;
    SG_TRY(
        sg_triples_collect(&triples, &receiver, &sender, s->property, &view, s->threads, err));
    SG_TRY(add_triples(t, &triples, err));
done:
    sg_triples_free(&triples);
    sg_dataset_free(&some);
    sg_free(number);
    return status;
}

static sg_status count_all(tally *t, const source *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &s->graphs->data->graph;
    for (uint32_t g = 0, end = 0; g < graph->n_graphs; g = end) {
        end = portion_end(graph, g);
        SG_TRY(count_portion(t, s, g, end, err));
    }
    compact(t);
done:
    return status;
}

/* ---- Numbering -------------------------------------------------------------------------------- */

/* Number the values of all triples, in the order of vocabularies, and put the numbers in the place of the keys. */
static sg_status number_values(sg_vocabulary *values, sg_rank_count *list, size_t n,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_table known = {0};
    sg_key *key = NULL;
    uint64_t *count = NULL;
    uint32_t *id = NULL, number = 0;
    for (size_t i = 0; i < n; i++) SG_TRY(sg_table_intern(&number, &known, list[i].check, err));
    SG_REQUIRE(known.n_keys <= MAX_VALUES, SG_ELIMIT,
               "pair property: more than a million values");
    SG_ALLOC(key, known.n_keys);
    SG_ALLOC(count, known.n_keys);
    SG_ALLOC(id, known.n_keys);
    for (size_t i = 0; i < n; i++) {
        number = sg_table_find(&known, list[i].check);
        key[number].key = list[i].check;
        count[number] += list[i].count;
    }
    SG_TRY(sg_vocabulary_of_counts(values, id, key, count, known.n_keys, "pair property", err));
    for (size_t i = 0; i < n; i++) list[i].check = id[sg_table_find(&known, list[i].check)];
    if (n > 0) qsort(list, n, sizeof *list, compare_counts);
done:
    sg_table_free(&known);
    sg_free(key);
    sg_free(count);
    sg_free(id);
    return status;
}

static sg_status write_triples(sg_triples *all, sg_rank_count *list, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(n < UINT32_MAX, SG_ELIMIT, "more than 2^32-2 triples");
    SG_TRY(number_values(&all->values, list, n, err));
    SG_ALLOC(all->receiver, n);
    SG_ALLOC(all->sender, n);
    SG_ALLOC(all->value, n);
    SG_ALLOC(all->count, n);
    for (size_t i = 0; i < n; i++) {
        all->receiver[i] = (uint32_t)(list[i].key >> 32);
        all->sender[i] = (uint32_t)list[i].key;
        all->value[i] = (uint32_t)list[i].check;
        all->count[i] = list[i].count;
    }
    all->n_triples = (uint32_t)n;
done:
    return status;
}

sg_status sg_rank_triples_collect(sg_triples *all, const sg_labels *receiver,
                                  const sg_labels *sender, const sg_property *property,
                                  const sg_rank_graphs *graphs, sg_threads *threads,
                                  sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    const source s = {receiver, sender, property, graphs, threads};
    sg_triples made = {0};
    tally own = {0};
    sg_rank_count *joined = NULL;
    size_t n = 0;
    status = count_all(&own, &s, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    SG_TRY(sg_rank_counts_add(&joined, &n, cluster, own.count, own.n,
                              (uint64_t)receiver->vocabulary.n_keys << 32, err));
    sg_free(own.count); /* they may be as large as the result */
    own.count = NULL;
    SG_TRY(sg_rank_sum(&made.n_pairs, cluster, own.n_pairs, err));
    status = write_triples(&made, joined, n, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    *all = made;
    made = (sg_triples){0};
done:
    sg_triples_free(&made);
    sg_free(own.count);
    sg_free(joined);
    return status;
}
