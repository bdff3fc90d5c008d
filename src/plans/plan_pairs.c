/* plan_pairs.c - finding pairs twice to keep them small.
 *
 * The first search counts pairs and values, which decides how they are stored and numbered; the
 * second one writes every byte to its final place.  A search costs little more than writing down
 * its result once, and nothing but the result is ever held in memory. */
#include "plans/plan_pairs.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/table.h"
#include "invariants/graph_pieces.h"
#include "invariants/pair_budget.h"
#include "plans/plan_parts.h"

enum { MAX_VALUES = 254 };

sg_status sg_plan_pairs_open(sg_plan_pairs **pairs, const sg_property *property,
                             const sg_graph_view *view, sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan_pairs *made = NULL;
    SG_ALLOC(made, 1);
    made->property = property;
    made->view = *view;
    atomic_init(&made->n_references, 1);
    *pairs = made;
done:
    return status;
}

sg_plan_pairs *sg_plan_pairs_keep(sg_plan_pairs *pairs)
{
    atomic_fetch_add(&pairs->n_references, 1);
    return pairs;
}

static void stored_free(sg_plan_pairs *pairs)
{
    sg_free(pairs->begin);
    sg_free(pairs->value);
    sg_free(pairs->sender);
    sg_free(pairs->row_end);
    sg_vocabulary_free(&pairs->values);
}

void sg_plan_pairs_release(sg_plan_pairs *pairs)
{
    if (pairs == NULL || atomic_fetch_sub(&pairs->n_references, 1) > 1) return;
    stored_free(pairs);
    sg_free(pairs);
}

size_t sg_plan_pairs_bytes(const sg_plan_pairs *pairs)
{
    if (!pairs->found) return 0;
    const sg_graph *graph = pairs->view.graph;
    const size_t per_graph = ((size_t)graph->n_graphs + 1) * sizeof *pairs->begin;
    const size_t n = (size_t)pairs->begin[graph->n_graphs];
    if (pairs->sender == NULL) return per_graph + n;
    return per_graph + n * (1 + sizeof *pairs->sender) +
           (size_t)graph->n_nodes * sizeof *pairs->row_end;
}

/* ---- Looking at a sample ------------------------------------------------------------------ */

sg_status sg_plan_pairs_expect(sg_plan_pairs *pairs, sg_error *err)
{
    enum { N_SAMPLES = 64 };
    sg_status status = SG_OK;
    const sg_graph *graph = pairs->view.graph;
    const uint32_t step = graph->n_graphs / N_SAMPLES + 1;
    sg_scratch scratch = {0};
    sg_table values = {0};
    uint64_t n_pairs = 0, n_nodes = 0;
    uint32_t id = 0;
    if (pairs->expected) goto done;
    for (uint32_t g = 0; g < graph->n_graphs; g += step) {
        const sg_one_graph one = sg_view_graph(&pairs->view, g);
        sg_pairs found = {0};
        sg_scratch_reset(&scratch);
        SG_TRY(sg_property_find(&found, pairs->property, &one, &scratch, err));
        n_pairs += found.row[one.n_nodes];
        n_nodes += one.n_nodes;
        for (uint32_t i = 0; i < found.n_values; i++)
            SG_TRY(sg_table_intern(&id, &values, found.key[i].key, err));
    }
    if (n_nodes > 0)
        pairs->n_expected =
            (uint64_t)((double)n_pairs / (double)n_nodes * (double)graph->n_nodes);
    pairs->n_values_expected = values.n_keys;
    pairs->expected = true;
done:
    sg_scratch_free(&scratch);
    sg_table_free(&values);
    return status;
}

/* ---- Finding all -------------------------------------------------------------------------- */

/* The values that one worker has met. */
typedef struct tally {
    sg_table known;
    sg_key *key;
    uint64_t *count;
    size_t key_capacity, count_capacity;
} tally;

typedef struct search {
    const sg_plan_pairs *pairs;
    sg_plan_pairs *out;
    tally *tally;   /* [n_threads]                                */
    sg_table final; /* key of a value -> its number               */
} search;

static sg_status count_value(tally *t, sg_key key, uint64_t count, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_before = t->known.n_keys;
    uint32_t id = 0;
    SG_TRY(sg_table_intern(&id, &t->known, key.key, err));
    if (id == n_before) {
        SG_REQUIRE(id < MAX_VALUES, SG_ELIMIT,
                   "plan: the pair property has more than %d values, too many for an implicit "
                   "plan",
                   MAX_VALUES);
        SG_TRY(sg_grow(&t->key, &t->key_capacity, id + (size_t)1, sizeof *t->key, err));
        SG_TRY(sg_grow(&t->count, &t->count_capacity, id + (size_t)1, sizeof *t->count, err));
        t->key[id] = key;
        t->count[id] = 0;
    }
    SG_REQUIRE(t->key[id].check == key.check, SG_ELIMIT,
               "pair property: two different values have the same 64-bit key");
    t->count[id] += count;
done:
    return status;
}

static sg_status count_graph(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                             sg_error *err)
{
    sg_status status = SG_OK;
    search *all = context;
    const sg_plan_pairs *from = all->pairs;
    const sg_one_graph one = sg_view_graph(&from->view, g);
    sg_pairs found = {0};
    uint64_t *count = NULL;
    SG_TRY(sg_property_find(&found, from->property, &one, scratch, err));
    SG_TAKE(count, scratch, found.n_values);
    for (uint32_t i = 0; i < found.n_values; i++) count[i] = 0;
    const uint32_t n = found.row[one.n_nodes];
    for (uint32_t p = 0; p < n; p++) count[found.value[p]]++;
    for (uint32_t i = 0; i < found.n_values; i++)
        if (count[i] > 0) SG_TRY(count_value(&all->tally[worker], found.key[i], count[i], err));
    all->out->begin[g + 1] = n;
done:
    return status;
}

static sg_status write_graph(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                             sg_error *err)
{
    sg_status status = SG_OK;
    (void)worker;
    const search *all = context;
    const sg_plan_pairs *from = all->pairs;
    sg_plan_pairs *out = all->out;
    const sg_one_graph one = sg_view_graph(&from->view, g);
    const size_t n = one.n_nodes;
    sg_pairs found = {0};
    uint8_t *number = NULL, *value = out->value + out->begin[g];
    SG_TRY(sg_property_find(&found, from->property, &one, scratch, err));
    SG_TAKE(number, scratch, found.n_values);
    for (uint32_t i = 0; i < found.n_values; i++)
        number[i] = (uint8_t)sg_table_find(&all->final, found.key[i].key);
    if (out->sender == NULL) {
        for (size_t i = 0; i < n * n; i++) value[i] = (uint8_t)out->values.n_keys;
        for (size_t v = 0; v < n; v++) {
            SG_TRY(sg_watch_ask(err));
            for (uint32_t p = found.row[v]; p < found.row[v + 1]; p++)
                value[v * n + found.sender[p]] = number[found.value[p]];
        }
    } else {
        for (uint32_t p = 0; p < found.row[n]; p++) {
            value[p] = number[found.value[p]];
            out->sender[out->begin[g] + p] = (uint16_t)found.sender[p];
        }
        for (size_t v = 0; v < n; v++) out->row_end[one.first + v] = found.row[v + 1];
    }
done:
    return status;
}

/* Number the values of all workers by frequency and key, whoever met them. */
static sg_status merge_tallies(search *all, uint32_t n_tallies, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *key = NULL;
    uint64_t *count = NULL;
    uint32_t *id = NULL, number = 0;
    size_t n = 0;
    for (uint32_t t = 0; t < n_tallies; t++) n += all->tally[t].known.n_keys;
    SG_ALLOC(key, n);
    SG_ALLOC(count, n);
    SG_ALLOC(id, n);
    n = 0;
    for (uint32_t t = 0; t < n_tallies; t++)
        for (uint32_t i = 0; i < all->tally[t].known.n_keys; i++) {
            key[n] = all->tally[t].key[i];
            count[n++] = all->tally[t].count[i];
        }
    sg_vocabulary *values = &all->out->values;
    SG_TRY(sg_vocabulary_of_counts(values, id, key, count, n, all->pairs->property->kind->name,
                                   err));
    SG_REQUIRE(values->n_keys <= MAX_VALUES, SG_ELIMIT,
               "plan: the pair property has %u values; an implicit plan can have %d",
               values->n_keys, MAX_VALUES);
    for (uint32_t i = 0; i < values->n_keys; i++)
        SG_TRY(sg_table_intern(&number, &all->final, values->key[i], err));
done:
    sg_free(key);
    sg_free(count);
    sg_free(id);
    return status;
}

/* Decide between matrices and lists, and where each graph's part begins. */
static sg_status lay_out(sg_plan_pairs *out, const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n_possible = 0;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint64_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        n_possible += n * n;
        out->n_pairs += out->begin[g + 1];
    }
    const uint64_t listed = 3 * out->n_pairs + 4 * (uint64_t)graph->n_nodes;
    const bool dense = n_possible <= listed;
    SG_TRY(sg_pair_budget_require(out->n_pairs, graph->n_nodes, graph->n_arcs, "data", err));
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint64_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        out->begin[g + 1] = out->begin[g] + (dense ? n * n : out->begin[g + 1]);
    }
    SG_ALLOC(out->value, out->begin[graph->n_graphs]);
    if (dense) goto done;
    SG_ALLOC(out->sender, out->n_pairs);
    SG_ALLOC(out->row_end, graph->n_nodes);
done:
    return status;
}

static void tally_free(tally *t)
{
    sg_table_free(&t->known);
    sg_free(t->key);
    sg_free(t->count);
}

sg_status sg_plan_pairs_find(sg_plan_pairs *pairs, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = pairs->view.graph;
    const uint32_t n_threads = sg_threads_count(threads);
    sg_plan_pairs made = {0};
    search all = {.pairs = pairs, .out = &made};
    sg_graph_work work = {.work = count_graph, .context = &all, .stage = "counting pairs"};
    if (pairs->found) goto done;
    SG_TRY(sg_plan_check_graphs(graph, err));
    SG_ALLOC(all.tally, n_threads);
    SG_ALLOC(made.begin, (size_t)graph->n_graphs + 1);
    SG_TRY(sg_each_graph(&work, graph->n_graphs, threads, err));
    SG_TRY(merge_tallies(&all, n_threads, err));
    SG_TRY(lay_out(&made, graph, err));
    work.work = write_graph;
    work.stage = "writing pairs";
    SG_TRY(sg_each_graph(&work, graph->n_graphs, threads, err));
    pairs->begin = made.begin;
    pairs->value = made.value;
    pairs->sender = made.sender;
    pairs->row_end = made.row_end;
    pairs->n_pairs = made.n_pairs;
    pairs->values = made.values;
    pairs->found = true;
    made = (sg_plan_pairs){0};
done:
    for (uint32_t t = 0; all.tally != NULL && t < n_threads; t++) tally_free(&all.tally[t]);
    sg_free(all.tally);
    sg_table_free(&all.final);
    stored_free(&made);
    return status;
}
