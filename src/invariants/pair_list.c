/* pair_list.c - one chunk of receivers per thread, put together in order.
 *
 * A chunk is some graphs.  Large graphs are cut, where the property can be found for some receivers alone; then a
 * chunk may begin and end within a graph.  It counts the pairs of such a graph, which is refused where they do not
 * fit into memory, and then searches a range of receivers after the other, so that no more than the pairs of one
 * range are there twice. */
#include "invariants/pair_list.h"

#include "base/machine/account.h"
#include "base/mem.h"
#include "base/observer.h"
#include "base/table.h"
#include "invariants/graph_pieces.h"
#include "invariants/pair_budget.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { MAX_VALUES = 1 << 20 };

/* Graphs of more nodes are searched in ranges of so many receivers, at most so many ranges: each of them looks at
 * all nodes once. */
enum { RANGE = 1 << 14, MOST_RANGES = 64 };

typedef struct chunk {
    uint32_t first_graph;             /* with its first node                               */
    uint32_t first_node, behind_node; /* of the union                                      */
    sg_table known;                   /* key of a value -> its number in the chunk */
    sg_key *value_key;
    uint64_t *value_count;
    size_t key_capacity, count_capacity;
    uint32_t *sender_node, *value; /* [n_pairs]; values by their number in the chunk */
    size_t n_pairs, sender_capacity, value_capacity;
    uint64_t first_pair;      /* of the chunk in the whole list                       */
    const uint32_t *final_id; /* of the chunk's values                                */
    sg_status status;
    sg_error error;
} chunk;

typedef struct search {
    const sg_property *property;
    const sg_graph_view *view;
    sg_pair_list *out;
    chunk *chunk; /* [n_chunks] */
    uint32_t n_chunks;
    uint32_t *value_id;    /* final numbers of all chunks' values */
    atomic_ullong n_found; /* pairs of all chunks so far          */
} search;

/* The chunk's number of a value. */
static sg_status number_value(uint32_t *id, chunk *c, sg_key key, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_before = c->known.n_keys;
    SG_TRY(sg_table_intern(id, &c->known, key.key, err));
    if (*id < n_before) {
        SG_REQUIRE(c->value_key[*id].check == key.check, SG_ELIMIT,
                   "pair property: two different values have the same 64-bit key");
        goto done;
    }
    SG_REQUIRE(*id < MAX_VALUES, SG_ELIMIT, "pair property: more than a million values");
    SG_TRY(
        sg_grow(&c->value_key, &c->key_capacity, *id + (size_t)1, sizeof *c->value_key, err));
    SG_TRY(sg_grow(&c->value_count, &c->count_capacity, *id + (size_t)1, sizeof *c->value_count,
                   err));
    c->value_key[*id] = key;
    c->value_count[*id] = 0;
done:
    return status;
}

static sg_status reserve_pairs(chunk *c, size_t more, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = c->n_pairs + more;
    SG_TRY(sg_grow(&c->sender_node, &c->sender_capacity, n, sizeof *c->sender_node, err));
    SG_TRY(sg_grow(&c->value, &c->value_capacity, n, sizeof *c->value, err));
done:
    return status;
}

/* Once enough nodes have been seen, reserve what all of them will probably need.  Where the guess
 * is too high to be had, the true number may still fit. */
static void reserve_rest(chunk *c, const sg_graph *graph, uint32_t g)
{
    enum { ENOUGH = 1000 };
    const uint32_t first = c->first_node;
    const uint32_t before = graph->graph_offset[g] > first ? graph->graph_offset[g] - first : 0;
    const uint32_t now = graph->graph_offset[g + 1] - first;
    if (before >= ENOUGH || now < ENOUGH) return;
    const double share = (c->behind_node - first) / (double)now;
    (void)reserve_pairs(c, (size_t)((double)c->n_pairs * (share - 1) * 1.1), NULL);
}

/* A graph, or some receivers of it. */
static sg_status search_receivers(search *all, chunk *c, const sg_one_graph *graph,
                                  sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pairs pairs = {0};
    uint32_t *value_id = NULL;
    SG_TRY(sg_watch_ask(err));
    SG_TRY(sg_property_find(&pairs, all->property, graph, scratch, err));
    const uint32_t end = sg_behind_receivers(graph);
    const size_t n = pairs.row[end];
    SG_TRY(sg_pair_budget_require(atomic_fetch_add(&all->n_found, n) + n,
                                  all->view->graph->n_nodes, all->view->graph->n_arcs, "data",
                                  err));
    SG_TAKE(value_id, scratch, pairs.n_values);
    for (uint32_t i = 0; i < pairs.n_values; i++)
        SG_TRY(number_value(&value_id[i], c, pairs.key[i], err));
    SG_TRY(reserve_pairs(c, n, err));
    if (n > 0) memcpy(c->sender_node + c->n_pairs, pairs.sender, n * sizeof *pairs.sender);
    for (size_t p = 0; p < n; p++) {
        const uint32_t value = value_id[pairs.value[p]];
        c->value[c->n_pairs + p] = value;
        c->value_count[value]++;
    }
    for (uint32_t v = graph->first_receiver; v < end; v++)
        all->out->row[graph->first + v] = c->n_pairs + pairs.row[v];
    c->n_pairs += n;
done:
    return status;
}

/* ---- Ranges of large graphs ----------------------------------------------------------------- */

static bool is_large(const search *all, uint32_t g)
{
    const uint32_t *offset = all->view->graph->graph_offset;
    return all->property->kind->by_receiver && offset[g + 1] - offset[g] > RANGE;
}

/* Receivers of a graph that a chunk has, in ranges. */
typedef struct ranges {
    uint32_t first, behind; /* nodes of the graph                           */
    uint32_t size;          /* of a range                                   */
    uint64_t *n_pairs;      /* [number of ranges] that they have; 0: unknown */
} ranges;

static sg_one_graph range_of(const sg_one_graph *graph, const ranges *r, uint32_t i)
{
    sg_one_graph of = *graph;
    const uint32_t left = r->behind - r->first - i * r->size;
    of.first_receiver = r->first + i * r->size;
    of.n_receivers = left < r->size ? left : r->size;
    of.n_pairs = r->n_pairs[i];
    return of;
}

/* Refuse pairs that do not fit, before they take any memory.  They are brought together when all chunks are ready,
 * senders first. */
static sg_status require_room(const search *all, const char *whose, uint64_t n_pairs,
                              sg_error *err)
{
    const uint64_t sender = sizeof *all->chunk->sender_node,
                   each = sender + sizeof *all->chunk->value + (all->n_chunks > 1 ? sender : 0);
    char what[96];
    (void)snprintf(what, sizeof what, "%s: %llu pairs", whose, (unsigned long long)n_pairs);
    return sg_memory_require(sg_bytes_of(n_pairs, each), what, err);
}

/* Count the pairs of all ranges, and make room for them.  Kinds that cannot count have a pair for every node and arc. */
static sg_status count_ranges(const search *all, chunk *c, const sg_one_graph *graph, ranges *r,
                              uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_kind *kind = all->property->kind;
    const uint64_t n_arcs = sg_receivers_arcs(graph);
    sg_scratch scratch = {0};
    uint64_t n_pairs = 0;
    char whose[64];
    for (uint32_t i = 0; i < n; i++) {
        const sg_one_graph range = range_of(graph, r, i);
        sg_scratch_reset(&scratch);
        if (kind->count == NULL) {
            n_pairs += range.n_receivers + sg_receivers_arcs(&range);
            continue;
        }
        SG_TRY(kind->count(&r->n_pairs[i], all->property, &range, &scratch, err));
        n_pairs += r->n_pairs[i];
    }
    (void)snprintf(whose, sizeof whose, "%s: graph %u", kind->name, graph->number);
    SG_TRY(sg_pair_budget_require(n_pairs, graph->n_nodes, n_arcs, whose, err));
    SG_TRY(require_room(all, whose, n_pairs, err));
    SG_TRY(reserve_pairs(c, n_pairs, err));
done:
    sg_scratch_free(&scratch);
    return status;
}

static sg_status search_ranges(search *all, chunk *c, const sg_one_graph *graph,
                               sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t behind = graph->first + graph->n_nodes;
    ranges r = {.size = graph->n_nodes / MOST_RANGES > RANGE ? graph->n_nodes / MOST_RANGES
                                                             : RANGE};
    r.first = c->first_node > graph->first ? c->first_node - graph->first : 0;
    r.behind = (c->behind_node < behind ? c->behind_node : behind) - graph->first;
    const uint32_t n = (r.behind - r.first + r.size - 1) / r.size;
    SG_ALLOC(r.n_pairs, n);
    SG_TRY(count_ranges(all, c, graph, &r, n, err));
    for (uint32_t i = 0; i < n; i++) {
        const sg_one_graph range = range_of(graph, &r, i);
        sg_scratch_reset(scratch);
        SG_TRY(search_receivers(all, c, &range, scratch, err));
    }
done:
    sg_free(r.n_pairs);
    return status;
}

static sg_status search_graph(search *all, chunk *c, uint32_t g, sg_scratch *scratch,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph graph = sg_view_graph(all->view, g);
    if (is_large(all, g))
        SG_TRY(search_ranges(all, c, &graph, scratch, err));
    else
        SG_TRY(search_receivers(all, c, &graph, scratch, err));
    reserve_rest(c, all->view->graph, g);
done:
    return status;
}

/* ---- Chunks --------------------------------------------------------------------------------- */

static void search_chunk(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    search *all = context;
    chunk *c = &all->chunk[piece];
    sg_scratch scratch = {0};
    const uint32_t *offset = all->view->graph->graph_offset;
    for (uint32_t g = c->first_graph; offset[g] < c->behind_node && c->status == SG_OK; g++) {
        sg_scratch_reset(&scratch);
        c->status = search_graph(all, c, g, &scratch, &c->error);
    }
    sg_scratch_free(&scratch);
}

/* Chunks of about equally many nodes. */
static void cut_chunks(search *all)
{
    const sg_graph *graph = all->view->graph;
    uint32_t g = 0, node = 0;
    for (uint32_t i = 0; i < all->n_chunks; i++) {
        const uint64_t last = (uint64_t)graph->n_nodes * (i + 1) / all->n_chunks;
        all->chunk[i].first_graph = g;
        all->chunk[i].first_node = node;
        while (g < graph->n_graphs && graph->graph_offset[g + 1] <= last) g++;
        node =
            g < graph->n_graphs && is_large(all, g) ? (uint32_t)last : graph->graph_offset[g];
        if (i + 1 == all->n_chunks) node = graph->n_nodes;
        all->chunk[i].behind_node = node;
    }
}

/* One vocabulary of the values of all chunks. */
static sg_status merge_values(search *all, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *key = NULL;
    uint64_t *count = NULL;
    size_t n = 0;
    for (uint32_t i = 0; i < all->n_chunks; i++) n += all->chunk[i].known.n_keys;
    SG_ALLOC(key, n);
    SG_ALLOC(count, n);
    SG_ALLOC(all->value_id, n);
    n = 0;
    for (uint32_t i = 0; i < all->n_chunks; i++) {
        chunk *c = &all->chunk[i];
        c->final_id = all->value_id + n;
        for (uint32_t v = 0; v < c->known.n_keys; v++) {
            key[n] = c->value_key[v];
            count[n++] = c->value_count[v];
        }
    }
    sg_vocabulary *values = &all->out->values;
    SG_TRY(sg_vocabulary_of_counts(values, all->value_id, key, count, n,
                                   all->property->kind->name, err));
    /* Values that no pair has come last. */
    while (values->n_keys > 0 && values->count[values->n_keys - 1] == 0) values->n_keys--;
    SG_REQUIRE(values->n_keys <= MAX_VALUES, SG_ELIMIT,
               "pair property: more than a million values");
done:
    sg_free(key);
    sg_free(count);
    return status;
}

/* Bring a chunk's rows and senders to their place; where there is but one chunk, they are there already. */
static void place_senders(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    search *all = context;
    const chunk *c = &all->chunk[piece];
    uint32_t *sender = all->out->sender_node + c->first_pair;
    if (c->n_pairs > 0 && sender != c->sender_node)
        memcpy(sender, c->sender_node, c->n_pairs * sizeof *sender);
    for (uint32_t v = c->first_node; v < c->behind_node; v++) all->out->row[v] += c->first_pair;
}

/* Number a chunk's values finally and bring them to their place. */
static void place_values(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    search *all = context;
    const chunk *c = &all->chunk[piece];
    uint32_t *value = all->out->value + c->first_pair;
    for (size_t p = 0; p < c->n_pairs; p++) value[p] = c->final_id[c->value[p]];
}

static sg_status merge_chunks(search *all, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pair_list *out = all->out;
    chunk *only = all->n_chunks == 1 ? &all->chunk[0] : NULL;
    for (uint32_t i = 0; i < all->n_chunks; i++) {
        chunk *c = &all->chunk[i];
        if (c->status != SG_OK && err != NULL && err->status == SG_OK) *err = c->error;
        SG_TRY(c->status);
        c->first_pair = out->n_pairs;
        out->n_pairs += c->n_pairs;
    }
    SG_TRY(merge_values(all, err));
    if (only != NULL) {
        SG_TRY(
            reserve_pairs(only, 1, err)); /* the arrays exist even where there are no pairs */
        out->sender_node = only->sender_node;
        out->value = only->value;
    } else {
        SG_ALLOC(out->sender_node, out->n_pairs);
    }
    sg_threads_run(threads, all->n_chunks, place_senders, all);
    for (uint32_t i = 0; i < all->n_chunks && only == NULL; i++) {
        sg_free(all->chunk[i].sender_node);
        all->chunk[i].sender_node = NULL;
    }
    if (only == NULL) SG_ALLOC(out->value, out->n_pairs);
    sg_threads_run(threads, all->n_chunks, place_values, all);
    out->row[all->view->graph->n_nodes] = out->n_pairs;
    if (only != NULL) only->sender_node = only->value = NULL;
done:
    return status;
}

static void chunk_free(chunk *c)
{
    sg_table_free(&c->known);
    sg_free(c->value_key);
    sg_free(c->value_count);
    sg_free(c->sender_node);
    sg_free(c->value);
}

void sg_pair_list_free(sg_pair_list *list)
{
    sg_free(list->row);
    sg_free(list->sender_node);
    sg_free(list->value);
    sg_vocabulary_free(&list->values);
    *list = (sg_pair_list){0};
}

sg_status sg_pair_list_find(sg_pair_list *list, const sg_property *property,
                            const sg_graph_view *view, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pair_list made = {0};
    search all = {.property = property,
                  .view = view,
                  .out = &made,
                  .n_chunks = sg_threads_count(threads)};
    SG_ALLOC(all.chunk, all.n_chunks);
    SG_ALLOC(made.row, (size_t)view->graph->n_nodes + 1);
    cut_chunks(&all);
    sg_threads_run(threads, all.n_chunks, search_chunk, &all);
    SG_TRY(merge_chunks(&all, threads, err));
    *list = made;
    made = (sg_pair_list){0};
done:
    for (uint32_t i = 0; all.chunk != NULL && i < all.n_chunks; i++) chunk_free(&all.chunk[i]);
    sg_free(all.chunk);
    sg_free(all.value_id);
    sg_pair_list_free(&made);
    return status;
}

/* ---- Counting ---------------------------------------------------------------------------- */

/* Pairs counted by each thread. */
typedef struct pair_count {
    const sg_property *property;
    const sg_graph_view *view;
    uint64_t *n_pairs; /* [n_threads] */
} pair_count;

static sg_status count_pairs(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                             sg_error *err)
{
    const pair_count *count = context;
    const sg_one_graph one = sg_view_graph(count->view, g);
    sg_pairs pairs = {0};
    const sg_status status = sg_property_find(&pairs, count->property, &one, scratch, err);
    if (status == SG_OK) count->n_pairs[worker] += pairs.row[one.n_nodes];
    return status;
}

sg_status sg_pair_list_count(uint64_t *n_pairs, const sg_property *property,
                             const sg_graph_view *view, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    pair_count count = {.property = property, .view = view};
    const sg_graph_work work = {.work = count_pairs, .context = &count, .stage = "pairs"};
    SG_ALLOC(count.n_pairs, sg_threads_count(threads));
    SG_TRY(sg_each_graph(&work, view->graph->n_graphs, threads, err));
    *n_pairs = 0;
    for (uint32_t t = 0; t < sg_threads_count(threads); t++) *n_pairs += count.n_pairs[t];
done:
    sg_free(count.n_pairs);
    return status;
}
