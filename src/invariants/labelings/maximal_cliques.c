/* maximal_cliques.c - Bron and Kerbosch's search around one node after the other.
 *
 * The nodes are handled in the order in which the graph falls apart (degeneracy.h).  A clique is
 * found at its first node v: the others are among the few neighbors of v that come later.  The
 * neighbors that come earlier can only show that a clique is not maximal.  So one small bit
 * matrix per node is enough, whatever the size of the graph: rows for all neighbors, with a
 * column for each later one; and rows for the later ones with columns for the earlier ones.
 *
 * The search holds three sets: `open`, later neighbors joined to the whole clique that may still
 * be added; `done`, those with which all cliques have been found; `before`, earlier neighbors
 * joined to the whole clique.  A clique is maximal if all three are empty.  Only nodes outside
 * the neighborhood of a pivot are tried: a maximal clique without any of them would be missing
 * the pivot.  The pivot may be in any of the sets; the best leaves the fewest to try. */
#include "invariants/labelings/maximal_cliques.h"

#include "base/bitset.h"
#include "base/observer.h"
#include "invariants/labelings/degeneracy.h"

#include <string.h>

enum { STEPS_PER_PAYMENT = 4096, WORDS_PER_STEP = 4 };

typedef struct sets {
    uint64_t *open;   /* [later_words]   */
    uint64_t *done;   /* [later_words]   */
    uint64_t *before; /* [earlier_words] */
} sets;

typedef struct search {
    const sg_labeling *labeling;
    const sg_label_work *work;
    sg_cores cores;
    sg_clique_counts counts;
    uint32_t *later_offset; /* [n_nodes + 1] into later_node                             */
    uint32_t *later_node;   /* [n_edges] the neighbors of a node that come after it      */
    uint32_t *column;       /* [n_nodes] column of a later neighbor, plus 1; 0: not one  */
    uint32_t *clique;       /* [largest clique]                                          */
    uint64_t unpaid;        /* steps not yet taken from the budget                       */

    /* Around the node that is being handled. */
    const uint32_t *later; /* [n_later] */
    uint32_t n_later, n_earlier, later_words, earlier_words;
    uint64_t *to_later;   /* [n_later + n_earlier][later_words]                          */
    uint64_t *to_earlier; /* [n_later][earlier_words]                                    */
    uint64_t *stack;      /* the sets, one after the other by size of the clique         */
} search;

static sets sets_at(const search *s, uint32_t size)
{
    const size_t stride = 2 * (size_t)s->later_words + s->earlier_words;
    uint64_t *begin = s->stack + (size - 1) * stride;
    return (sets){begin, begin + s->later_words, begin + 2 * (size_t)s->later_words};
}

static const uint64_t *row_of_later(const search *s, uint32_t i)
{
    return s->to_later + (size_t)i * s->later_words;
}

static const uint64_t *row_of_earlier(const search *s, uint32_t i)
{
    return row_of_later(s, s->n_later + i);
}

static uint32_t count_common(const uint64_t *a, const uint64_t *b, uint32_t n_words)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < n_words; w++) n += sg_bit_count(a[w] & b[w]);
    return n;
}

static bool intersect(uint64_t *out, const uint64_t *a, const uint64_t *b, uint32_t n_words)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < n_words; w++) any |= out[w] = a[w] & b[w];
    return any != 0;
}

/* A maximal clique of `size` nodes. */
static void note_clique(search *s, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        s->counts.count[s->counts.offset[s->clique[i]] + size - 1]++;
}

/* The row of the best pivot, or NULL if some `done` or `before` is joined to all open nodes: then
 * no clique found from here is maximal. */
static const uint64_t *choose_pivot(search *s, const sets *in)
{
    const uint32_t n_words = s->later_words;
    const uint32_t n_open = count_common(in->open, in->open, n_words);
    const uint64_t *pivot = NULL;
    uint32_t most = 0;
    for (uint32_t w = 0; w < s->earlier_words; w++)
        for (uint64_t left = in->before[w]; left != 0; left &= left - 1) {
            const uint64_t *row = row_of_earlier(s, 64 * w + sg_bit_first(left));
            const uint32_t n = count_common(in->open, row, n_words);
            s->unpaid++;
            if (n == n_open) return NULL;
            if (n >= most) most = n, pivot = row;
        }
    for (uint32_t w = 0; w < n_words; w++)
        for (uint64_t left = in->open[w] | in->done[w]; left != 0; left &= left - 1) {
            const uint64_t *row = row_of_later(s, 64 * w + sg_bit_first(left));
            const uint32_t n = count_common(in->open, row, n_words);
            s->unpaid++;
            if (n == n_open) return NULL;
            if (n >= most) most = n, pivot = row;
        }
    return pivot;
}

/* Find all maximal cliques that begin with clique[0 .. size); their sets are sets_at(size), and
 * there are open nodes. */
static sg_status extend(search *s, uint32_t size, sg_error *err)
{
    sg_status status = SG_OK;
    const sets in = sets_at(s, size), out = sets_at(s, size + 1);
    const uint32_t n_words = s->later_words;
    if (size == s->labeling->parameters.max) goto done;
    const uint64_t *pivot = choose_pivot(s, &in);
    if (pivot == NULL) goto done;
    if (s->unpaid >= STEPS_PER_PAYMENT) {
        SG_TRY(sg_budget_spend(s->work, s->labeling, s->unpaid, err));
        s->unpaid = 0;
    }
    for (uint32_t w = 0; w < n_words; w++)
        for (uint64_t left = in.open[w] & ~pivot[w]; left != 0; left &= left - 1) {
            const uint32_t i = 64 * w + sg_bit_first(left);
            const uint64_t *row = row_of_later(s, i);
            s->clique[size] = s->later[i];
            s->unpaid += (n_words + s->earlier_words) / WORDS_PER_STEP;
            const bool any_open = intersect(out.open, in.open, row, n_words);
            const bool any_done = intersect(out.done, in.done, row, n_words);
            const bool any_before =
                intersect(out.before, in.before, s->to_earlier + (size_t)i * s->earlier_words,
                          s->earlier_words);
            if (any_open)
                SG_TRY(extend(s, size + 1, err));
            else if (!any_done && !any_before)
                note_clique(s, size + 1);
            sg_bit_remove(in.open, i);
            sg_bit_add(in.done, i);
        }
done:
    return status;
}

/* Set the bits for the later neighbors of `u` that are also later neighbors of the node being
 * handled.  Returns whether there are any. */
static bool fill_row(uint64_t *row, const search *s, uint32_t u)
{
    bool any = false;
    memset(row, 0, s->later_words * sizeof *row);
    for (uint32_t a = s->later_offset[u]; a < s->later_offset[u + 1]; a++) {
        const uint32_t column = s->column[s->later_node[a]];
        if (column == 0) continue;
        sg_bit_add(row, column - 1);
        any = true;
    }
    return any;
}

/* The matrices around node `v`, whose later neighbors are s->later.  Earlier neighbors without
 * any edge to the later ones are left out: as soon as the clique grows, they are not joined. */
static void fill_matrices(search *s, uint32_t v)
{
    const sg_one_graph *graph = s->work->graph;
    const uint32_t degree = graph->arc_offset[v + 1] - graph->arc_offset[v];
    s->later_words = sg_bit_words(s->n_later);
    s->earlier_words = sg_bit_words(degree - s->n_later);
    s->n_earlier = 0;
    memset(s->to_earlier, 0, (size_t)s->n_later * s->earlier_words * sizeof *s->to_earlier);
    for (uint32_t i = 0; i < s->n_later; i++)
        (void)fill_row(s->to_later + (size_t)i * s->later_words, s, s->later[i]);
    for (uint32_t i = 0; i < s->n_later; i++)
        for (uint32_t w = 0; w < s->later_words; w++)
            for (uint64_t left = row_of_later(s, i)[w]; left != 0; left &= left - 1)
                sg_bit_add(s->to_later + (size_t)(64 * w + sg_bit_first(left)) * s->later_words,
                           i);
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
        const uint32_t u = graph->neighbor[a] - graph->first, e = s->n_earlier;
        if (s->cores.place[u] > s->cores.place[v]) continue;
        uint64_t *row = s->to_later + (size_t)(s->n_later + e) * s->later_words;
        if (!fill_row(row, s, u)) continue;
        for (uint32_t w = 0; w < s->later_words; w++)
            for (uint64_t left = row[w]; left != 0; left &= left - 1)
                sg_bit_add(s->to_earlier +
                               (size_t)(64 * w + sg_bit_first(left)) * s->earlier_words,
                           e);
        s->n_earlier++;
    }
}

/* Find all maximal cliques whose first node is `v`. */
static sg_status handle_node(search *s, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->work->graph;
    s->clique[0] = v;
    s->later = s->later_node + s->later_offset[v];
    s->n_later = s->later_offset[v + 1] - s->later_offset[v];
    if (graph->arc_offset[v] == graph->arc_offset[v + 1]) note_clique(s, 1);
    if (s->n_later == 0) goto done;
    for (uint32_t i = 0; i < s->n_later; i++) s->column[s->later[i]] = i + 1;
    fill_matrices(s, v);
    for (uint32_t i = 0; i < s->n_later; i++) s->column[s->later[i]] = 0;
    const sets first = sets_at(s, 1);
    memset(first.done, 0, s->later_words * sizeof *first.done);
    memset(first.before, 0, s->earlier_words * sizeof *first.before);
    sg_bits_fill(first.open, s->n_later);
    sg_bits_fill(first.before, s->n_earlier);
    SG_TRY(extend(s, 1, err));
done:
    return status;
}

/* The later neighbors of every node; returns the largest number of earlier ones. */
static uint32_t list_later(search *s)
{
    const sg_one_graph *graph = s->work->graph;
    const uint32_t *place = s->cores.place;
    uint32_t n_listed = 0, most_earlier = 0;
    for (uint32_t v = 0; v < graph->n_nodes && sg_watch_ask_at(v + 1, NULL) == SG_OK; v++) {
        const uint32_t degree = graph->arc_offset[v + 1] - graph->arc_offset[v];
        s->later_offset[v] = n_listed;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            const uint32_t u = graph->neighbor[a] - graph->first;
            if (place[u] > place[v]) s->later_node[n_listed++] = u;
        }
        const uint32_t n_earlier = degree - (n_listed - s->later_offset[v]);
        if (n_earlier > most_earlier) most_earlier = n_earlier;
    }
    s->later_offset[graph->n_nodes] = n_listed;
    return most_earlier;
}

/* A clique with v has at most core[v] + 1 nodes: that many counts are enough. */
static sg_status take_counts(search *s, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = s->work->graph->n_nodes, max = s->labeling->parameters.max;
    size_t n_counts = 0;
    SG_TAKE(s->counts.offset, s->work->scratch, n + (size_t)1);
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t largest = s->cores.core[v] + 1;
        s->counts.offset[v] = n_counts;
        n_counts += largest < max ? largest : max;
    }
    s->counts.offset[n] = n_counts;
    SG_TAKE(s->counts.count, s->work->scratch, n_counts);
    memset(s->counts.count, 0, n_counts * sizeof *s->counts.count);
done:
    return status;
}

static sg_status prepare(search *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->work->graph;
    sg_scratch *scratch = s->work->scratch;
    const uint32_t n = graph->n_nodes;
    SG_TRY(sg_cores_find(&s->cores, graph, scratch, err));
    SG_TRY(take_counts(s, err));
    SG_TAKE(s->later_offset, scratch, n + (size_t)1);
    SG_TAKE(s->later_node, scratch, (graph->arc_offset[n] - graph->arc_offset[0]) / 2);
    SG_TAKE(s->column, scratch, n);
    memset(s->column, 0, n * sizeof *s->column);
    const size_t most_later = s->cores.largest, most_earlier = list_later(s);
    SG_TRY(sg_watch_ask(err));
    const size_t later_words = sg_bit_words((uint32_t)most_later);
    const size_t earlier_words = sg_bit_words((uint32_t)most_earlier);
    SG_TAKE(s->clique, scratch, most_later + 1);
    SG_TAKE(s->to_later, scratch, (most_later + most_earlier) * later_words);
    SG_TAKE(s->to_earlier, scratch, most_later * earlier_words);
    SG_TAKE(s->stack, scratch, (most_later + 1) * (2 * later_words + earlier_words));
done:
    return status;
}

sg_status sg_cliques_count(sg_clique_counts *counts, const sg_labeling *labeling,
                           const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    search s = {.labeling = labeling, .work = work};
    SG_TRY(prepare(&s, err));
    for (uint32_t i = 0; i < work->graph->n_nodes; i++)
        SG_TRY(handle_node(&s, s.cores.order[i], err));
    SG_TRY(sg_budget_spend(work, labeling, s.unpaid, err));
    *counts = s.counts;
done:
    return status;
}
