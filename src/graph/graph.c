/* graph.c - from a list of arcs to sorted rows.
 *
 * A list that came in order, both directions of each edge, already *is* the graph: nothing has to
 * be sorted or copied.  Where graphs are directed, order alone is enough.  Any other list goes through a counting sort that puts each arc into the rows
 * of both its nodes, and a sort of each row. */
#include "graph/graph.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void sg_graph_free(sg_graph *graph)
{
    sg_free(graph->graph_offset);
    sg_free(graph->arc_offset);
    sg_free(graph->neighbor);
    *graph = (sg_graph){0};
}

uint32_t sg_graph_of_node(const uint32_t *graph_offset, uint32_t n_graphs, uint32_t node)
{
    assert(node < graph_offset[n_graphs]);
    uint32_t low = 0, high = n_graphs; /* graph_offset[low] <= node < graph_offset[high] */
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (graph_offset[middle] <= node)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool is_sorted_and_simple(const sg_arc_list *arcs)
{
    for (size_t i = 0; i < arcs->n; i++) {
        if (arcs->from[i] == arcs->to[i] && !arcs->rules.loops) return false;
        if (i == 0) continue;
        const uint32_t u = arcs->from[i - 1], v = arcs->from[i];
        if (u > v || (u == v && arcs->to[i - 1] >= arcs->to[i])) return false;
    }
    return true;
}

/* offset[v] = number of arcs whose `from` is below v. */
static void count_rows(uint32_t *offset, const sg_arc_list *arcs, uint32_t n_nodes)
{
    memset(offset, 0, ((size_t)n_nodes + 1) * sizeof *offset);
    for (size_t i = 0; i < arcs->n; i++) offset[arcs->from[i] + 1]++;
    for (uint32_t v = 0; v < n_nodes; v++) offset[v + 1] += offset[v];
}

uint32_t sg_graph_largest(const uint32_t *graph_offset, uint32_t n_graphs)
{
    uint32_t largest = 0;
    for (uint32_t g = 0; g < n_graphs; g++) {
        const uint32_t n = graph_offset[g + 1] - graph_offset[g];
        if (n > largest) largest = n;
    }
    return largest;
}

/* Whether every arc of the graph with nodes first .. behind-1 has its reverse.  Walking the arcs
 * in order meets the arcs *into* a node in the order of its own row, so one cursor per node is
 * enough. */
static bool is_symmetric(uint32_t *cursor, const uint32_t *offset, const uint32_t *neighbor,
                         uint32_t first, uint32_t behind)
{
    memcpy(cursor, offset + first, (behind - first) * sizeof *cursor);
    for (uint32_t u = first; u < behind; u++)
        for (uint32_t a = offset[u]; a < offset[u + 1]; a++) {
            const uint32_t v = neighbor[a];
            assert(v >= first && v < behind);
            uint32_t *next = &cursor[v - first];
            if (*next == offset[v + 1] || neighbor[*next] != u) return false;
            ++*next;
        }
    return true;
}

static void sort_words(uint64_t *word, size_t n)
{
    if (n > 48) {
        qsort(word, n, sizeof *word, sg_compare_u64);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        const uint64_t moved = word[i];
        size_t j = i;
        for (; j > 0 && word[j - 1] > moved; j--) word[j] = word[j - 1];
        word[j] = moved;
    }
}

/* Rows under construction.  Every arc of the list stands in the rows of both its nodes, or in that of the
 * first where graphs are directed or the nodes are the same.  A word is
 * (neighbor << 32 | position in the arc list), so that sorting words brings all mentions of an edge
 * together, the first one first. */
typedef struct rows {
    size_t *end;    /* [n_nodes + 1] behind the last word of a node, once all are filled */
    uint64_t *word; /* [end[n_nodes - 1]] */
    uint32_t n_nodes;
} rows;

/* Whether an arc stays, and whether it stands in the row of the node that it leads to, too. */
static bool stays(const sg_arc_list *arcs, size_t i)
{
    return arcs->from[i] != arcs->to[i] || arcs->rules.loops;
}

static bool stands_twice(const sg_arc_list *arcs, size_t i)
{
    return !arcs->rules.directed && arcs->from[i] != arcs->to[i];
}

/* Returns how many arcs of the list stay.  Stops where somebody who watches wants to; the caller asks
 * again. */
static size_t fill_rows(rows *r, const sg_arc_list *arcs)
{
    size_t n = 0;
    for (size_t i = 0; i < arcs->n; i++) {
        if (sg_watch_ask_at(i, NULL) != SG_OK) return n;
        if (!stays(arcs, i)) continue;
        n++;
        r->end[arcs->from[i] + 1]++;
        if (stands_twice(arcs, i)) r->end[arcs->to[i] + 1]++;
    }
    for (uint32_t v = 0; v < r->n_nodes; v++) r->end[v + 1] += r->end[v];
    /* Until here end[v] is where the words of v begin; every word moves it on. */
    for (size_t i = 0; i < arcs->n; i++) {
        const uint32_t u = arcs->from[i], v = arcs->to[i];
        if (sg_watch_ask_at(i, NULL) != SG_OK) break;
        if (!stays(arcs, i)) continue;
        r->word[r->end[u]++] = (uint64_t)v << 32 | i;
        if (stands_twice(arcs, i)) r->word[r->end[v]++] = (uint64_t)u << 32 | i;
    }
    return n;
}

/* The numbers of arcs that are merged with the first of them. */
static void add_numbers(const sg_arc_list *arcs, const uint64_t *word, size_t n)
{
    const size_t width = arcs->n_added;
    if (arcs->added == NULL || !arcs->rules.directed) return;
    double *to = arcs->added + (uint32_t)word[0] * width;
    for (size_t i = 1; i < n; i++)
        for (size_t c = 0; c < width; c++) to[c] += arcs->added[(uint32_t)word[i] * width + c];
}

/* The word that stays of word[0 .. n), all mentions of an edge in the row of u: the first arc that
 * leaves u, or the first one that comes back where there is none. */
static uint64_t merge_mentions(sg_graph_repairs *repairs, const uint64_t *word, size_t n,
                               uint32_t u, const sg_arc_list *arcs)
{
    uint64_t kept = word[0];
    size_t n_leaving = 0;
    for (size_t i = n; i-- > 0;)
        if (arcs->from[(uint32_t)word[i]] == u) {
            kept = word[i];
            n_leaving++;
        }
    if (n_leaving > 0) repairs->duplicates += n_leaving - 1;
    if (n_leaving == n && stands_twice(arcs, (uint32_t)kept)) repairs->one_way++;
    add_numbers(arcs, word, n);
    return kept;
}

/* Sort every row and keep a word per neighbor; closes the gaps this leaves.  Returns how many stay. */
static uint64_t sort_and_merge(uint32_t *offset, sg_graph_repairs *repairs, rows *r,
                               const sg_arc_list *arcs)
{
    size_t kept = 0, begin = 0, asks_at = 0;
    for (uint32_t u = 0; u < r->n_nodes; u++) {
        const size_t end = r->end[u];
        if (begin >= asks_at) { /* by words: rows of a dense graph are long */
            if (sg_watch_ask(NULL) != SG_OK) break; /* the caller asks again */
            asks_at = begin + 4096;
        }
        sort_words(r->word + begin, end - begin);
        while (begin < end) {
            size_t next = begin + 1;
            while (next < end && r->word[next] >> 32 == r->word[begin] >> 32) next++;
            r->word[kept++] = merge_mentions(repairs, r->word + begin, next - begin, u, arcs);
            begin = next;
        }
        offset[u + 1] = (uint32_t)kept;
    }
    return kept;
}

/* The general way: `neighbor` and `source` from any list of arcs. */
static sg_status build_by_sorting(sg_graph *graph, uint32_t **source, sg_graph_repairs *repairs,
                                  const sg_arc_list *arcs, uint32_t n_nodes, sg_error *err)
{
    sg_status status = SG_OK;
    rows r = {.n_nodes = n_nodes};
    uint32_t *offset = NULL, *neighbor = NULL, *position = NULL;
    size_t n_words = 2 * arcs->n;
    SG_ALLOC(offset, (size_t)n_nodes + 1);
    SG_ALLOC(r.end, (size_t)n_nodes + 1);
    SG_ALLOC(r.word, n_words);
    repairs->self_loops = arcs->n - fill_rows(&r, arcs);
    SG_TRY(sg_watch_ask(err));
    const uint64_t n_arcs = sort_and_merge(offset, repairs, &r, arcs);
    SG_TRY(sg_watch_ask(err));
    SG_REQUIRE(n_arcs < UINT32_MAX, SG_ELIMIT, "graph: more than 2^32-2 arcs");
    sg_shrink(&r.word, &n_words, n_arcs, sizeof *r.word);
    SG_ALLOC(neighbor, n_arcs);
    SG_ALLOC(position, n_arcs);
    for (size_t a = 0; a < n_arcs; a++) {
        SG_TRY(sg_watch_ask_at(a, err));
        neighbor[a] = (uint32_t)(r.word[a] >> 32);
        position[a] = (uint32_t)r.word[a];
    }
    graph->n_arcs = (uint32_t)n_arcs;
    graph->arc_offset = offset;
    graph->neighbor = neighbor;
    *source = position;
    offset = neighbor = position = NULL;
done:
    sg_free(position);
    sg_free(neighbor);
    sg_free(r.word);
    sg_free(r.end);
    sg_free(offset);
    return status;
}

/* The first arc of every node, for a list in order: that of its rows, or counted from pairs that
 * are in order all the same.  NULL where the list is in no order. */
static sg_status find_rows(uint32_t **offset, sg_arc_list *arcs, uint32_t n_nodes,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_offsets = (size_t)n_nodes + 1;
    if (arcs->n == 0 && arcs->n_rows == 0) {
        SG_ALLOC(*offset, n_offsets); /* zeros, which nobody has to write */
    } else if (arcs->from != NULL) {
        if (!is_sorted_and_simple(arcs)) goto done;
        SG_ALLOC(*offset, n_offsets);
        count_rows(*offset, arcs, n_nodes);
    } else {
        SG_TRY(sg_grow(&arcs->row, &arcs->row_capacity, n_offsets, sizeof *arcs->row, err));
        for (size_t v = arcs->n_rows; v < n_offsets; v++) arcs->row[v] = (uint32_t)arcs->n;
        *offset = arcs->row;
    }
done:
    return status;
}

/* Looking for a missing reverse arc, a few thousand graphs at a time. */
typedef struct symmetry_check {
    const uint32_t *offset, *neighbor, *graph_offset;
    uint32_t n_graphs;
    uint32_t **cursor; /* [n_threads][largest graph] */
    atomic_bool failed;
} symmetry_check;

enum { GRAPHS_PER_PIECE = 4096 };

static void check_piece(void *context, uint32_t piece, uint32_t worker)
{
    symmetry_check *c = context;
    const uint32_t first = piece * GRAPHS_PER_PIECE, left = c->n_graphs - first;
    const uint32_t behind = first + (left < GRAPHS_PER_PIECE ? left : GRAPHS_PER_PIECE);
    for (uint32_t g = first; g < behind && !atomic_load(&c->failed); g++) {
        if (sg_watch_ask(NULL) != SG_OK) return;
        if (!is_symmetric(c->cursor[worker], c->offset, c->neighbor, c->graph_offset[g],
                          c->graph_offset[g + 1]))
            atomic_store(&c->failed, true);
    }
}

static sg_status check_symmetry(bool *symmetric, symmetry_check *c, sg_threads *threads,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_threads = sg_threads_count(threads);
    const uint32_t largest = sg_graph_largest(c->graph_offset, c->n_graphs);
    const uint32_t n_pieces =
        c->n_graphs / GRAPHS_PER_PIECE + (c->n_graphs % GRAPHS_PER_PIECE != 0);
    *symmetric = true;
    if (c->offset[c->graph_offset[c->n_graphs]] == 0) goto done; /* no arcs */
    SG_ALLOC(c->cursor, n_threads);
    for (uint32_t t = 0; t < n_threads; t++) SG_ALLOC(c->cursor[t], largest);
    SG_TRY(sg_watch_ask_seldom(err));
    sg_threads_run(threads, n_pieces, check_piece, c);
    SG_TRY(sg_watch_ask(err));
    *symmetric = !atomic_load(&c->failed);
done:
    for (uint32_t t = 0; c->cursor != NULL && t < n_threads; t++) sg_free(c->cursor[t]);
    sg_free(c->cursor);
    return status;
}

sg_status sg_graph_rows_are_clean(bool *clean, const uint32_t *arc_offset,
                                  const uint32_t *neighbor, const uint32_t *graph_offset,
                                  uint32_t n_graphs, sg_arc_rules rules, sg_error *err)
{
    symmetry_check check = {.offset = arc_offset,
                            .neighbor = neighbor,
                            .graph_offset = graph_offset,
                            .n_graphs = n_graphs};
    *clean = false;
    for (uint32_t u = 0; u < graph_offset[n_graphs]; u++) {
        const sg_status status = sg_watch_ask_at(u, err);
        if (status != SG_OK) return status;
        for (uint32_t a = arc_offset[u]; a < arc_offset[u + 1]; a++)
            if ((neighbor[a] == u && !rules.loops) ||
                (a > arc_offset[u] && neighbor[a - 1] >= neighbor[a]))
                return SG_OK;
    }
    *clean = true;
    if (rules.directed) return SG_OK;
    return check_symmetry(clean, &check, NULL, err);
}

/* The short way, for a list in order without one-way arcs: it becomes the graph.  *taken says
 * whether the list was one. */
static sg_status build_in_place(sg_graph *graph, bool *taken, sg_arc_list *arcs,
                                const uint32_t *graph_offset, uint32_t n_graphs,
                                sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *offset = NULL;
    bool symmetric = false;
    const uint32_t n_nodes = graph_offset[n_graphs];
    SG_TRY(find_rows(&offset, arcs, n_nodes, err));
    if (offset == NULL) goto done;
    symmetry_check check = {.offset = offset,
                            .neighbor = arcs->to,
                            .graph_offset = graph_offset,
                            .n_graphs = n_graphs};
    if (!arcs->rules.directed) SG_TRY(check_symmetry(&symmetric, &check, threads, err));
    if (!symmetric && !arcs->rules.directed) goto done;
    size_t capacity = arcs->n + 1;
    sg_shrink(&arcs->to, &capacity, arcs->n, sizeof *arcs->to);
    if (offset == arcs->row) {
        sg_shrink(&arcs->row, &arcs->row_capacity, (size_t)n_nodes + 1, sizeof *offset);
        offset = arcs->row; /* shrinking may have moved it */
    }
    graph->n_arcs = (uint32_t)arcs->n;
    graph->arc_offset = offset;
    graph->neighbor = arcs->to;
    arcs->to = arcs->row = offset = NULL;
    *taken = true;
done:
    if (offset != arcs->row) sg_free(offset);
    return status;
}

sg_status sg_graph_build(sg_graph *graph, uint32_t **source, sg_graph_repairs *repairs,
                         sg_arc_list *arcs, uint32_t **graph_offset, uint32_t n_graphs,
                         sg_error *err)
{
    return sg_graph_build_on(graph, source, repairs, arcs, graph_offset, n_graphs, NULL, err);
}

sg_status sg_graph_build_on(sg_graph *graph, uint32_t **source, sg_graph_repairs *repairs,
                            sg_arc_list *arcs, uint32_t **graph_offset, uint32_t n_graphs,
                            sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_nodes = (*graph_offset)[n_graphs];
    sg_graph built = {.n_graphs = n_graphs, .n_nodes = n_nodes, .rules = arcs->rules};
    sg_graph_repairs done_repairs = {0};
    uint32_t *position = NULL;
    bool taken = false;
    SG_REQUIRE(arcs->n < UINT32_MAX, SG_ELIMIT, "graph: more than 2^32-2 arcs");
    SG_TRY(build_in_place(&built, &taken, arcs, *graph_offset, n_graphs, threads, err));
    if (!taken) {
        SG_TRY(sg_arc_list_make_pairs(arcs, err));
        SG_TRY(build_by_sorting(&built, &position, &done_repairs, arcs, n_nodes, err));
    }

    built.graph_offset = *graph_offset;
    *graph_offset = NULL;
    *graph = built;
    if (repairs != NULL) *repairs = done_repairs;
    if (source != NULL) {
        *source = position;
        position = NULL;
    }
    sg_arc_list_free(arcs);
done:
    sg_free(position);
    return status;
}
