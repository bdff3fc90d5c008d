/* triples.c - numbering triples one receiver label at a time.
 *
 * All pairs whose receiver has the same label are handled together.  Then a triple is known by
 * (sender label, value) alone, which indexes a small table instead of a large one at random: a
 * bitmap to find the distinct ones in order, and an array with their numbers.  Labels are
 * independent of each other, so threads share them; numbers are first given from zero in every
 * stretch of labels and shifted when all are known. */
#include "invariants/triples.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"
#include "invariants/pair_list.h"

#include <stdlib.h>
#include <string.h>

/* Cells (sender label, value) that a table may have; beyond, the cells of each label's pairs are
 * sorted instead. */
static const uint64_t MAX_CELLS = (uint64_t)1 << 24;

typedef struct numbering {
    const sg_labels *receiver, *sender;
    const sg_graph_view *view;
    sg_pair_list *pairs;   /* its values are replaced by triples       */
    uint32_t *graph_first; /* [n_nodes] first node of a node's graph    */
    uint32_t *node;        /* [n_nodes] ordered by receiver label       */
    uint32_t *label_begin; /* [n_labels + 1] into `node`                */
    uint64_t n_cells;
    struct stretch *stretch; /* [n_stretches] */
    uint32_t n_stretches;
} numbering;

typedef struct new_triple {
    uint32_t receiver;
    uint64_t count;
    uint64_t cell;
} new_triple;

/* Consecutive labels, one thread's work. */
typedef struct stretch {
    uint32_t first_label, behind_label;
    new_triple *triple; /* in order */
    size_t n_triples, capacity;
    uint64_t first_id; /* final number of its first triple */
    uint64_t *bitmap;  /* [n_cells / 64 + 1] all zero between labels */
    uint32_t *touched; /* [n_cells / 64 + 1] words of the bitmap that are not zero */
    size_t n_touched;
    uint32_t *id_of;  /* [n_cells] */
    uint64_t *sorted; /* cells of a label's pairs, where there are too many for a table */
    size_t sorted_capacity;
    sg_status status;
    sg_error error;
} stretch;

static uint64_t cell_of(const numbering *n, uint32_t v, uint64_t p)
{
    const uint32_t sender = n->graph_first[v] + n->pairs->sender_node[p];
    return (uint64_t)n->sender->label[sender] * n->pairs->values.n_keys + n->pairs->value[p];
}

static sg_status add_triple(stretch *s, uint32_t receiver, uint64_t cell, sg_error *err)
{
    const sg_status status =
        sg_grow(&s->triple, &s->capacity, s->n_triples + 1, sizeof *s->triple, err);
    if (status == SG_OK) s->triple[s->n_triples++] = (new_triple){receiver, 0, cell};
    return status;
}

/* ---- With a table ------------------------------------------------------------------------ */

/* The rows of a label's nodes lie anywhere in memory: ask for those to come. */
static void prefetch_row(const numbering *n, uint32_t i, uint32_t end)
{
    enum { AHEAD = 6 };
    if (i + AHEAD >= end) return;
    const uint64_t p = n->pairs->row[n->node[i + AHEAD]];
    __builtin_prefetch(&n->pairs->sender_node[p]);
    __builtin_prefetch(&n->pairs->value[p]);
}

/* Mark the cells of all pairs of the label; the cells go to pairs->value for the second look. */
static sg_status mark_cells(stretch *s, const numbering *n, uint32_t label, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t end = n->label_begin[label + 1];
    const uint64_t n_values = n->pairs->values.n_keys;
    const uint32_t *restrict sender = n->pairs->sender_node;
    uint32_t *restrict value = n->pairs->value;
    uint64_t *restrict bitmap = s->bitmap;
    for (uint32_t i = n->label_begin[label]; i < end; i++) {
        const uint32_t v = n->node[i];
        const uint32_t *restrict label_of = n->sender->label + n->graph_first[v];
        const uint64_t behind = n->pairs->row[v + 1];
        prefetch_row(n, i, end);
        SG_TRY(sg_watch_ask(err));
        for (uint64_t p = n->pairs->row[v]; p < behind; p++) {
            const uint64_t cell = label_of[sender[p]] * n_values + value[p];
            uint64_t *word = &bitmap[cell / 64];
            if (*word == 0) s->touched[s->n_touched++] = (uint32_t)(cell / 64);
            *word |= (uint64_t)1 << (cell % 64);
            value[p] = (uint32_t)cell;
        }
    }
done:
    return status;
}

/* The touched words in order: sorted, or found again where looking at all words costs less. */
static void order_touched(stretch *s, uint64_t n_cells)
{
    enum { WORDS_PER_COMPARISON = 32 };
    const size_t n_words = (size_t)(n_cells / 64 + 1);
    if (s->n_touched < n_words / WORDS_PER_COMPARISON) {
        qsort(s->touched, s->n_touched, sizeof *s->touched, sg_compare_u32);
        return;
    }
    s->n_touched = 0;
    for (size_t w = 0; w < n_words; w++)
        if (s->bitmap[w] != 0) s->touched[s->n_touched++] = (uint32_t)w;
}

/* Number the marked cells in order and unmark them. */
static sg_status number_cells(stretch *s, const numbering *n, uint32_t label, sg_error *err)
{
    sg_status status = SG_OK;
    order_touched(s, n->n_cells);
    for (size_t i = 0; i < s->n_touched; i++) {
        uint64_t *word = &s->bitmap[s->touched[i]];
        for (uint64_t left = *word; left != 0; left &= left - 1) {
            const uint64_t cell =
                s->touched[i] * (uint64_t)64 + (uint64_t)__builtin_ctzll(left);
            s->id_of[cell] = (uint32_t)s->n_triples;
            SG_TRY(add_triple(s, label, cell, err));
        }
        *word = 0;
    }
    s->n_touched = 0;
done:
    return status;
}

static sg_status assign_numbers(stretch *s, const numbering *n, uint32_t label, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t end = n->label_begin[label + 1];
    const uint32_t *restrict id_of = s->id_of;
    uint32_t *restrict value = n->pairs->value;
    new_triple *restrict triple = s->triple;
    for (uint32_t i = n->label_begin[label]; i < end; i++) {
        const uint32_t v = n->node[i];
        const uint64_t behind = n->pairs->row[v + 1];
        prefetch_row(n, i, end);
        SG_TRY(sg_watch_ask(err));
        for (uint64_t p = n->pairs->row[v]; p < behind; p++) {
            const uint32_t id = id_of[value[p]];
            triple[id].count++;
            value[p] = id;
        }
    }
done:
    return status;
}

/* ---- By sorting -------------------------------------------------------------------------- */

static sg_status sort_label(stretch *s, const numbering *n, uint32_t label, sg_error *err)
{
    sg_status status = SG_OK;
    size_t n_cells = 0;
    const size_t first = s->n_triples;
    for (uint32_t i = n->label_begin[label]; i < n->label_begin[label + 1]; i++) {
        const uint32_t v = n->node[i];
        SG_TRY(sg_watch_ask(err));
        for (uint64_t p = n->pairs->row[v]; p < n->pairs->row[v + 1]; p++) {
            SG_TRY(
                sg_grow(&s->sorted, &s->sorted_capacity, n_cells + 1, sizeof *s->sorted, err));
            s->sorted[n_cells++] = cell_of(n, v, p);
        }
    }
    if (n_cells > 0) qsort(s->sorted, n_cells, sizeof *s->sorted, sg_compare_u64);
    for (size_t i = 0; i < n_cells; i++) {
        if (i == 0 || s->sorted[i] != s->sorted[i - 1])
            SG_TRY(add_triple(s, label, s->sorted[i], err));
    }
    for (uint32_t i = n->label_begin[label]; i < n->label_begin[label + 1]; i++) {
        const uint32_t v = n->node[i];
        for (uint64_t p = n->pairs->row[v]; p < n->pairs->row[v + 1]; p++) {
            const uint64_t cell = cell_of(n, v, p);
            size_t low = first, high = s->n_triples;
            while (high - low > 1) {
                const size_t middle = low + (high - low) / 2;
                if (s->triple[middle].cell <= cell)
                    low = middle;
                else
                    high = middle;
            }
            s->triple[low].count++;
            n->pairs->value[p] = (uint32_t)low;
        }
    }
done:
    return status;
}

/* ---- Stretches --------------------------------------------------------------------------- */

static sg_status number_stretch(stretch *s, const numbering *n, sg_error *err)
{
    sg_status status = SG_OK;
    const bool by_table = n->n_cells <= MAX_CELLS;
    if (by_table) {
        SG_ALLOC(s->bitmap, (size_t)n->n_cells / 64 + 1);
        SG_ALLOC(s->touched, (size_t)n->n_cells / 64 + 1);
        SG_ALLOC(s->id_of, (size_t)n->n_cells);
    }
    for (uint32_t label = s->first_label; label < s->behind_label; label++) {
        SG_REQUIRE(s->n_triples < UINT32_MAX / 2, SG_ELIMIT, "more than 2^31 triples");
        if (!by_table) {
            SG_TRY(sort_label(s, n, label, err));
            continue;
        }
        SG_TRY(mark_cells(s, n, label, err));
        SG_TRY(number_cells(s, n, label, err));
        SG_TRY(assign_numbers(s, n, label, err));
    }
done:
    return status;
}

static void number_piece(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    numbering *n = context;
    stretch *s = &n->stretch[piece];
    s->status = number_stretch(s, n, &s->error);
}

/* From numbers within a stretch to final ones. */
static void shift_piece(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    numbering *n = context;
    const stretch *s = &n->stretch[piece];
    if (s->first_id == 0) return;
    for (uint32_t i = n->label_begin[s->first_label]; i < n->label_begin[s->behind_label];
         i++) {
        const uint32_t v = n->node[i];
        if (sg_watch_ask(NULL) != SG_OK) return;
        for (uint64_t p = n->pairs->row[v]; p < n->pairs->row[v + 1]; p++)
            n->pairs->value[p] += (uint32_t)s->first_id;
    }
}

/* Order the nodes by receiver label; the labels' counts are not used, because a limit or a model's
 * vocabulary may have changed what they mean. */
static void order_nodes(numbering *n)
{
    const uint32_t n_labels = n->receiver->vocabulary.n_keys, n_nodes = n->receiver->n_nodes;
    const uint32_t *label = n->receiver->label;
    for (uint32_t v = 0; v < n_nodes; v++) n->label_begin[label[v] + 1]++;
    for (uint32_t l = 0; l < n_labels; l++) n->label_begin[l + 1] += n->label_begin[l];
    for (uint32_t v = 0; v < n_nodes; v++) n->node[n->label_begin[label[v]]++] = v;
    for (uint32_t l = n_labels; l > 0; l--) n->label_begin[l] = n->label_begin[l - 1];
    n->label_begin[0] = 0;
    const sg_graph *graph = n->view->graph;
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++)
            n->graph_first[v] = graph->graph_offset[g];
}

/* Stretches of about equally many nodes. */
static void cut_stretches(numbering *n)
{
    const uint32_t n_labels = n->receiver->vocabulary.n_keys;
    uint32_t l = 0;
    for (uint32_t i = 0; i < n->n_stretches; i++) {
        const uint64_t last = (uint64_t)n->receiver->n_nodes * (i + 1) / n->n_stretches;
        n->stretch[i].first_label = l;
        while (l < n_labels && n->label_begin[l + 1] <= last) l++;
        if (i + 1 == n->n_stretches) l = n_labels;
        n->stretch[i].behind_label = l;
    }
}

static sg_status write_triples(sg_triples *out, const numbering *n, uint64_t n_triples,
                               sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(out->receiver, n_triples);
    SG_ALLOC(out->sender, n_triples);
    SG_ALLOC(out->value, n_triples);
    SG_ALLOC(out->count, n_triples);
    for (uint32_t i = 0; i < n->n_stretches; i++)
        for (size_t k = 0; k < n->stretch[i].n_triples; k++) {
            SG_TRY(sg_watch_ask_at(k, err));
            const new_triple *t = &n->stretch[i].triple[k];
            const uint32_t id = out->n_triples++, n_values = n->pairs->values.n_keys;
            out->receiver[id] = t->receiver;
            out->sender[id] = (uint32_t)(t->cell / n_values);
            out->value[id] = (uint32_t)(t->cell % n_values);
            out->count[id] = t->count;
        }
done:
    return status;
}

static sg_status number_all(sg_triples *out, numbering *n, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n_triples = 0;
    order_nodes(n);
    cut_stretches(n);
    sg_threads_run(threads, n->n_stretches, number_piece, n);
    for (uint32_t i = 0; i < n->n_stretches; i++) {
        stretch *s = &n->stretch[i];
        if (s->status != SG_OK && err != NULL && err->status == SG_OK) *err = s->error;
        SG_TRY(s->status);
        s->first_id = n_triples;
        n_triples += s->n_triples;
    }
    SG_REQUIRE(n_triples < UINT32_MAX, SG_ELIMIT, "more than 2^32-2 triples");
    SG_TRY(write_triples(out, n, n_triples, err));
    sg_threads_run(threads, n->n_stretches, shift_piece, n);
    SG_TRY(sg_watch_ask(err));
done:
    return status;
}

void sg_triples_free(sg_triples *triples)
{
    sg_free(triples->receiver);
    sg_free(triples->sender);
    sg_free(triples->value);
    sg_free(triples->count);
    sg_vocabulary_free(&triples->values);
    sg_free(triples->row);
    sg_free(triples->sender_node);
    sg_free(triples->triple);
    *triples = (sg_triples){0};
}

static void numbering_free(numbering *n)
{
    for (uint32_t i = 0; n->stretch != NULL && i < n->n_stretches; i++) {
        sg_free(n->stretch[i].triple);
        sg_free(n->stretch[i].bitmap);
        sg_free(n->stretch[i].touched);
        sg_free(n->stretch[i].id_of);
        sg_free(n->stretch[i].sorted);
    }
    sg_free(n->stretch);
    sg_free(n->graph_first);
    sg_free(n->node);
    sg_free(n->label_begin);
}

sg_status sg_triples_collect(sg_triples *triples, const sg_labels *receiver,
                             const sg_labels *sender, const sg_property *property,
                             const sg_graph_view *view, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_triples made = {0};
    sg_pair_list pairs = {0};
    numbering n = {.receiver = receiver, .sender = sender, .view = view, .pairs = &pairs};
    n.n_stretches = sg_threads_count(threads);
    SG_TRY(sg_observe(NULL, (sg_progress){"pairs", "graphs", 0, view->graph->n_graphs}, err));
    SG_TRY(sg_pair_list_find(&pairs, property, view, threads, err));
    n.n_cells = (uint64_t)sender->vocabulary.n_keys * pairs.values.n_keys;
    SG_ALLOC(n.stretch, n.n_stretches);
    SG_ALLOC(n.graph_first, view->graph->n_nodes);
    SG_ALLOC(n.node, view->graph->n_nodes);
    SG_ALLOC(n.label_begin, receiver->vocabulary.n_keys + (size_t)1);
    SG_TRY(number_all(&made, &n, threads, err));
    made.values = pairs.values;
    made.row = pairs.row;
    made.sender_node = pairs.sender_node;
    made.triple = pairs.value;
    made.n_pairs = pairs.n_pairs;
    pairs = (sg_pair_list){0};
    *triples = made;
    made = (sg_triples){0};
done:
    numbering_free(&n);
    sg_pair_list_free(&pairs);
    sg_triples_free(&made);
    return status;
}
