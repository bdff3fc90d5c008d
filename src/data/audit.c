/* audit.c - keys first, the truth second.
 *
 * Graphs with different keys are different.  Those with the same key are compared one by one with
 * one graph of each kind that is known by then. */
#include "data/audit.h"

#include "base/mem.h"
#include "base/observer.h"
#include "data/dataset_view.h"
#include "data/nodes/attribute_labels.h"
#include "graph/isomorphism.h"
#include "graph/undirected.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_BUDGET = 100000, GRAPHS_PER_PIECE = 64 };

void sg_audit_free(sg_audit *audit)
{
    sg_free(audit->group);
    sg_free(audit->member);
    *audit = (sg_audit){0};
}

/* ---- Keys -------------------------------------------------------------------------------------- */

typedef struct keyed {
    uint64_t key;
    uint32_t graph;
    uint32_t kind; /* the first graph that is the same; the graph itself where there is none */
} keyed;

typedef struct keying {
    keyed *entry; /* [n_graphs] */
    sg_graph_view view;
    sg_status *failed; /* [n_pieces] */
} keying;

static void key_piece(void *context, uint32_t piece, uint32_t worker)
{
    const keying *k = context;
    const uint32_t n = k->view.graph->n_graphs, first = piece * GRAPHS_PER_PIECE;
    (void)worker;
    for (uint32_t g = first; g < n && g < first + GRAPHS_PER_PIECE; g++) {
        k->entry[g].graph = k->entry[g].kind = g;
        k->failed[piece] = sg_graph_key(&k->entry[g].key, &k->view, g, NULL);
        if (k->failed[piece] == SG_OK) k->failed[piece] = sg_watch_ask(NULL);
        if (k->failed[piece] != SG_OK) return;
    }
}

static sg_status find_keys(keyed *entry, const sg_graph_view *view, const sg_audit_limits *o,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = view->graph->n_graphs;
    const uint32_t n_pieces = (n + GRAPHS_PER_PIECE - 1) / GRAPHS_PER_PIECE;
    keying k = {.entry = entry, .view = *view};
    SG_ALLOC(k.failed, n_pieces);
    SG_TRY(sg_observe(o->observer, (sg_progress){"hashing", "graphs", 0, n}, err));
    sg_threads_run(o->threads, n_pieces, key_piece, &k);
    SG_TRY(sg_watch_ask(err));
    for (uint32_t p = 0; p < n_pieces; p++)
        SG_REQUIRE(k.failed[p] == SG_OK, k.failed[p], "out of memory");
done:
    sg_free(k.failed);
    return status;
}

static int compare_keyed(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->graph > y->graph) - (x->graph < y->graph);
}

static int compare_kinds(const void *a, const void *b)
{
    const keyed *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return (x->graph > y->graph) - (x->graph < y->graph);
}

/* ---- Comparing --------------------------------------------------------------------------------- */

/* Find the kinds of graphs that have one key. */
static sg_status compare_run(uint32_t *n_undecided, keyed *entry, uint32_t n,
                             const sg_graph_view *view, uint64_t budget, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 1; i < n; i++) {
        bool undecided = false;
        for (uint32_t j = 0; j < i && entry[i].kind == entry[i].graph; j++) {
            sg_sameness same = SG_DIFFERENT;
            if (entry[j].kind != entry[j].graph) continue;
            SG_TRY(sg_graphs_same(&same, view, entry[j].graph, entry[i].graph, budget, err));
            if (same == SG_SAME) entry[i].kind = entry[j].graph;
            undecided = undecided || same == SG_UNDECIDED;
        }
        *n_undecided += undecided && entry[i].kind == entry[i].graph;
    }
done:
    return status;
}

static sg_status compare_all(sg_audit_counts *counts, keyed *entry, const sg_graph_view *view,
                             const sg_audit_limits *o, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = view->graph->n_graphs;
    qsort(entry, n, sizeof *entry, compare_keyed);
    for (uint32_t i = 0, end = 0; i < n; i = end) {
        for (end = i + 1; end < n && entry[end].key == entry[i].key;) end++;
        if (end - i < 2) continue;
        counts->alike += end - i;
        SG_TRY(sg_observe(o->observer, (sg_progress){"comparing", "graphs", i, n}, err));
        SG_TRY(compare_run(&counts->undecided, entry + i, end - i, view,
                           o->budget > 0 ? o->budget : DEFAULT_BUDGET, err));
    }
done:
    return status;
}

/* ---- Groups ------------------------------------------------------------------------------------ */

/* Whether two graphs are known to be of different classes or have different targets. */
static bool contradict(const sg_dataset *data, uint32_t g, uint32_t h)
{
    const uint32_t n = data->items.target.n_columns;
    if (data->items.kind != SG_ITEM_GRAPH) return false;
    if (data->items.item_class != NULL &&
        data->items.item_class[g] != data->items.item_class[h])
        return true;
    for (uint32_t c = 0; c < n; c++) {
        const double x = data->items.target.value[(size_t)g * n + c],
                     y = data->items.target.value[(size_t)h * n + c];
        if (!isnan(x) && !isnan(y) && x != y) return true;
    }
    return false;
}

/* The same for any two graphs of a group, which may have thousands. */
static bool group_contradicts(const sg_dataset *data, const sg_duplicates *group)
{
    const uint32_t n = data->items.target.n_columns;
    if (data->items.kind != SG_ITEM_GRAPH) return false;
    for (uint32_t i = 1; i < group->n && data->items.item_class != NULL; i++)
        if (data->items.item_class[group->graph[i]] != data->items.item_class[group->graph[0]])
            return true;
    for (uint32_t c = 0; c < n; c++) {
        double first = NAN;
        for (uint32_t i = 0; i < group->n; i++) {
            const double value = data->items.target.value[(size_t)group->graph[i] * n + c];
            if (isnan(first)) first = value;
            if (!isnan(value) && value != first) return true;
        }
    }
    return false;
}

static sg_status make_groups(sg_audit *audit, keyed *entry, const sg_dataset *data,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_audit_counts *counts = &audit->counts;
    const uint32_t n = data->graph.n_graphs;
    qsort(entry, n, sizeof *entry, compare_kinds);
    SG_ALLOC(audit->member, n);
    SG_ALLOC(audit->group, n / 2);
    for (uint32_t i = 0, end = 0; i < n; i = end) {
        for (end = i + 1; end < n && entry[end].kind == entry[i].kind;) end++;
        if (end - i < 2) continue;
        sg_duplicates *group = &audit->group[counts->n_groups++];
        uint32_t *member = audit->member + counts->duplicated;
        for (uint32_t j = i; j < end; j++) member[j - i] = entry[j].graph;
        *group = (sg_duplicates){.graph = member, .n = end - i};
        group->contradict = group_contradicts(data, group);
        counts->duplicated += group->n;
        counts->redundant += group->n - 1;
        counts->n_contradictions += group->contradict;
        counts->contradicted += group->contradict ? group->n : 0;
    }
done:
    return status;
}

sg_status sg_audit_make(sg_audit *audit, const sg_dataset *data, const sg_audit_limits *options,
                        sg_error *err)
{
    sg_status status = SG_OK;
    const sg_audit_limits defaults = {0}, *o = options != NULL ? options : &defaults;
    sg_audit made = {.data = data, .counts.n_graphs = data->graph.n_graphs};
    keyed *entry = NULL;
    sg_undirected plain = {0};
    sg_attribute_labels labels = {0};
    sg_graph_view view = sg_dataset_view(data);
    sg_watch watch;
    sg_watch_begin(&watch, o->observer);
    SG_ALLOC(entry, data->graph.n_graphs);
    SG_TRY(sg_attribute_labels_make(&labels, &view, data, err));
    if (sg_arcs_are_special(data->graph.rules)) {
        SG_TRY(sg_undirected_encode(&plain, &view, err));
        view = plain.view;
    }
    SG_TRY(find_keys(entry, &view, o, err));
    SG_TRY(compare_all(&made.counts, entry, &view, o, err));
    SG_TRY(make_groups(&made, entry, data, err));
    *audit = made;
    made = (sg_audit){0};
done:
    sg_undirected_free(&plain);
    sg_attribute_labels_free(&labels);
    sg_free(entry);
    sg_audit_free(&made);
    sg_watch_end(&watch);
    return status;
}

/* ---- Folds ------------------------------------------------------------------------------------- */

/* Parts of a fold that a graph is in, as bits: one where items are graphs, perhaps more where they are nodes. */
#define PART_BIT(part) ((uint8_t)(1U << (part)))

static bool is_contradicted(const sg_dataset *data, const sg_duplicates *group,
                            const uint8_t *parts, uint32_t graph)
{
    for (uint32_t i = 0; i < group->n; i++)
        if ((parts[group->graph[i]] & PART_BIT(SG_TRAIN)) != 0 &&
            contradict(data, group->graph[i], graph))
            return true;
    return false;
}

static sg_status mark_parts(uint8_t *parts, const sg_dataset *data, const sg_fold *fold,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    const uint32_t n_items = sg_item_count(data);
    for (int p = 0; p < SG_N_PARTS; p++)
        for (uint32_t i = 0; i < fold->part[p].n; i++) {
            const uint32_t item = fold->part[p].index[i];
            SG_REQUIRE(item < n_items, SG_EINVAL, "splits: there is no %s %u; there are %u",
                       sg_item_word(data->items.kind), item, n_items);
            const uint32_t g =
                data->items.kind == SG_ITEM_NODE
                    ? sg_graph_of_node(graph->graph_offset, graph->n_graphs, item)
                    : item;
            parts[g] |= PART_BIT(p);
        }
done:
    return status;
}

/* `seen` are the parts that a graph or one of its duplicates is in. */
static void count_graph(sg_fold_leak *leak, uint8_t parts, uint8_t seen)
{
    const bool trained = (seen & PART_BIT(SG_TRAIN)) != 0,
               validated = (seen & PART_BIT(SG_VALIDATION)) != 0;
    leak->validation_in_train += (parts & PART_BIT(SG_VALIDATION)) != 0 && trained;
    if ((parts & PART_BIT(SG_TEST)) == 0) return;
    leak->n_test++;
    leak->test_in_train += trained;
    leak->test_in_validation += validated;
}

static void join_group(sg_fold_leak *leak, uint8_t *seen, const sg_duplicates *group,
                       const uint8_t *parts, const sg_dataset *data)
{
    uint8_t all = 0;
    for (uint32_t i = 0; i < group->n; i++) all |= parts[group->graph[i]];
    for (uint32_t i = 0; i < group->n; i++) {
        const uint32_t g = group->graph[i];
        seen[g] = all;
        if ((parts[g] & PART_BIT(SG_TEST)) != 0)
            leak->test_contradicted += is_contradicted(data, group, parts, g);
    }
}

sg_status sg_audit_fold(sg_fold_leak *leak, const sg_audit *audit, const sg_fold *fold,
                        sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = audit->counts.n_graphs;
    sg_fold_leak made = {0};
    uint8_t *parts = NULL, *seen = NULL;
    SG_ALLOC(parts, n);
    SG_ALLOC(seen, n);
    SG_TRY(mark_parts(parts, audit->data, fold, err));
    for (uint32_t g = 0; g < n; g++) seen[g] = parts[g];
    for (uint32_t i = 0; i < audit->counts.n_groups; i++)
        join_group(&made, seen, &audit->group[i], parts, audit->data);
    for (uint32_t g = 0; g < n; g++) count_graph(&made, parts[g], seen[g]);
    *leak = made;
done:
    sg_free(parts);
    sg_free(seen);
    return status;
}
