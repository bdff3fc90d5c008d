/* graph_counts.c - ordering what a graph has and counting what is alike.
 *
 * A graph with few items is ordered at once.  In larger ones items are counted first, with a mark per
 * column, and the columns are ordered then.
 *
 * Every worker keeps the rows of its graphs in memory of its own; when all are counted, they go one
 * behind the other. */
#include "invariants/graph_counts.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/observer.h"
#include "invariants/graph_pieces.h"
#include "invariants/short_order.h"

#include <string.h>

enum { DIGIT_BITS = 8, N_DIGITS = 1 << DIGIT_BITS, ITEMS_PER_ASK = 4096 };

/* Columns whose numbers leave room for that of an item: 2^32 / SG_SHORT_ROW / 2. */
enum { MAX_SHORT_COLUMNS = 1 << 24 };

/* What is not counted. */
#define NO_COLUMN UINT32_MAX

/* The bit that is the sign of a number that has one. */
#define SIGN UINT32_C(0x80000000)

/* Rows that a worker has counted, one behind the other. */
typedef struct worker_rows {
    uint32_t *column, *count;
    size_t n, column_capacity, count_capacity;
    uint32_t *room; /* [2][the longest row] */
    size_t room_capacity;
    uint32_t *mark; /* [largest block] place in the row plus 1, or 0; all 0 between rows */
} worker_rows;

/* Numbers of columns that graphs have, as often as they have them. */
typedef struct counted_block {
    const uint32_t *item;   /* the column of an item within the block, or NO_COLUMN */
    const uint64_t *offset; /* [n_graphs + 1] items of a graph; NULL: its nodes     */
    uint32_t first;         /* column of the block                                  */
    uint32_t n_columns;     /* of the block                                         */
    bool all_counted;       /* no item is NO_COLUMN                                 */
} counted_block;

typedef struct row_counting {
    const counted_block *block; /* [n_blocks] */
    uint32_t n_blocks;
    const sg_graph *graph;
    worker_rows *worker; /* [n_threads]                             */
    uint32_t *whose;     /* [n_graphs] worker that has the row      */
    size_t *begin;       /* [n_graphs] where it begins there        */
    uint64_t *row;       /* [n_graphs + 1] row[g + 1] its entries   */
} row_counting;

/* ---- One row --------------------------------------------------------------------------------- */

/* Order the few columns that a row has. */
static void sort_short(uint32_t *restrict column, uint32_t *restrict count, uint32_t n)
{
    int32_t value[SG_SHORT_ROW], place[SG_SHORT_ROW];
    uint32_t times[SG_SHORT_ROW];
    for (uint32_t i = 0; i < n; i++) value[i] = (int32_t)(column[i] ^ SIGN);
    memcpy(times, count, n * sizeof *count);
    sg_short_places(place, value, n);
    for (uint32_t i = 0; i < n; i++) {
        column[place[i]] = (uint32_t)value[i] ^ SIGN;
        count[place[i]] = times[i];
    }
}

/* Order by columns, digit by digit. */
static sg_status sort_long(uint32_t *column, uint32_t *count, worker_rows *w, size_t n,
                           uint32_t n_columns, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&w->room, &w->room_capacity, 2 * n, sizeof *w->room, err));
    uint32_t *from[2] = {column, count}, *to[2] = {w->room, w->room + n};
    for (uint32_t shift = 0; shift < 32 && (n_columns - 1) >> shift > 0; shift += DIGIT_BITS) {
        size_t begin[N_DIGITS + 1] = {0};
        for (size_t i = 0; i < n; i++) begin[(from[0][i] >> shift & (N_DIGITS - 1)) + 1]++;
        for (size_t d = 0; d < N_DIGITS; d++) begin[d + 1] += begin[d];
        for (size_t i = 0; i < n; i++) {
            const size_t place = begin[from[0][i] >> shift & (N_DIGITS - 1)]++;
            to[0][place] = from[0][i];
            to[1][place] = from[1][i];
        }
        for (int k = 0; k < 2; k++) {
            uint32_t *swapped = from[k];
            from[k] = to[k];
            to[k] = swapped;
        }
    }
    if (from[0] == column) goto done;
    memcpy(column, from[0], n * sizeof *column);
    memcpy(count, from[1], n * sizeof *count);
done:
    return status;
}

/* Count item[0 .. n) into the room of a row; the number of distinct columns.  Whether a column is new cannot
 * be predicted, so that nothing branches on it. */
static uint32_t count_items(uint32_t *restrict column, uint32_t *restrict count,
                            uint32_t *restrict mark, const uint32_t *restrict item, size_t n)
{
    uint32_t n_columns = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t c = item[i];
        if (i % ITEMS_PER_ASK == ITEMS_PER_ASK - 1 && sg_watch_ask(NULL) != SG_OK) break;
        if (c == NO_COLUMN) continue;
        const uint32_t marked = mark[c], is_new = marked == 0;
        n_columns += is_new;
        const uint32_t place = is_new ? n_columns : marked;
        mark[c] = place;
        column[place - 1] = c;
        count[place - 1]++;
    }
    for (uint32_t k = 0; k < n_columns; k++) mark[column[k]] = 0;
    return n_columns;
}

/* Few items: each gets its place in order, and those that are alike follow each other.  An item's number
 * behind its column makes all of them distinct. */
static uint32_t count_short(uint32_t *restrict column, uint32_t *restrict count,
                            const uint32_t *restrict item, uint32_t n)
{
    int32_t value[SG_SHORT_ROW], place[SG_SHORT_ROW];
    uint32_t sorted[SG_SHORT_ROW + 1], n_found = 0, before = 0;
    for (uint32_t i = 0; i < n; i++) value[i] = (int32_t)(item[i] * SG_SHORT_ROW + i);
    sg_short_places(place, value, n);
    for (uint32_t i = 0; i < n; i++) sorted[place[i]] = item[i];
    sorted[n] = NO_COLUMN;
    for (uint32_t i = 0; i < n; i++) {
        column[n_found] = sorted[i];
        count[n_found] = i + 1; /* the end of those that are alike */
        n_found += sorted[i] != sorted[i + 1];
    }
    for (uint32_t k = 0; k < n_found; k++) {
        const uint32_t end = count[k];
        count[k] = end - before;
        before = end;
    }
    return n_found;
}

/* Many items; the room of a row is empty. */
static sg_status count_long(uint32_t *n_found, worker_rows *w, const uint32_t *item, size_t n,
                            uint32_t n_columns, sg_error *err)
{
    uint32_t *column = w->column + w->n, *count = w->count + w->n;
    memset(count, 0, n * sizeof *count);
    *n_found = count_items(column, count, w->mark, item, n);
    if (*n_found > SG_SHORT_ROW) return sort_long(column, count, w, *n_found, n_columns, err);
    sort_short(column, count, *n_found);
    return SG_OK;
}

/* Append what a graph has of a block: item[0 .. n). */
static sg_status append_row(worker_rows *w, const uint32_t *item, size_t n,
                            const counted_block *block, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_found = 0;
    if (n == 0) return sg_watch_ask(err);
    SG_TRY(sg_grow(&w->column, &w->column_capacity, w->n + n, sizeof *w->column, err));
    SG_TRY(sg_grow(&w->count, &w->count_capacity, w->n + n, sizeof *w->count, err));
    uint32_t *column = w->column + w->n;
    if (n <= SG_SHORT_ROW && block->all_counted && block->n_columns <= MAX_SHORT_COLUMNS)
        n_found = count_short(column, w->count + w->n, item, (uint32_t)n);
    else
        SG_TRY(count_long(&n_found, w, item, n, block->n_columns, err));
    for (uint32_t k = 0; k < n_found; k++) column[k] += block->first;
    w->n += n_found;
    SG_TRY(sg_watch_ask(err));
done:
    return status;
}

static sg_status count_graph(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                             sg_error *err)
{
    (void)scratch;
    sg_status status = SG_OK;
    row_counting *r = context;
    worker_rows *w = &r->worker[worker];
    r->whose[g] = worker;
    r->begin[g] = w->n;
    for (uint32_t b = 0; b < r->n_blocks; b++) {
        const counted_block *block = &r->block[b];
        const uint64_t begin =
            block->offset != NULL ? block->offset[g] : r->graph->graph_offset[g];
        const uint64_t end =
            block->offset != NULL ? block->offset[g + 1] : r->graph->graph_offset[g + 1];
        SG_REQUIRE(end - begin <= UINT32_MAX, SG_ELIMIT,
                   "counts: graph %u has %llu pairs; at most 2^32-1 are counted", g,
                   (unsigned long long)(end - begin));
        SG_TRY(append_row(w, block->item + begin, (size_t)(end - begin), block, err));
    }
    r->row[g + 1] = w->n - r->begin[g];
done:
    return status;
}

/* ---- All rows -------------------------------------------------------------------------------- */

/* One worker has all rows in order; of several each has some. */
static sg_status join_rows(sg_counts *counts, const row_counting *r, uint32_t n_workers,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_graphs = r->graph->n_graphs;
    for (uint32_t g = 0; g < n_graphs; g++) r->row[g + 1] += r->row[g];
    if (n_workers == 1) {
        worker_rows *only = r->worker;
        sg_shrink(&only->column, &only->column_capacity, only->n, sizeof *only->column);
        sg_shrink(&only->count, &only->count_capacity, only->n, sizeof *only->count);
        counts->column = only->column;
        counts->count = only->count;
        only->column = only->count = NULL;
        goto done;
    }
    SG_ALLOC(counts->column, (size_t)r->row[n_graphs]);
    SG_ALLOC(counts->count, (size_t)r->row[n_graphs]);
    for (uint32_t g = 0; g < n_graphs; g++) {
        const worker_rows *w = &r->worker[r->whose[g]];
        const size_t n = (size_t)(r->row[g + 1] - r->row[g]);
        if (n == 0) continue;
        memcpy(counts->column + r->row[g], w->column + r->begin[g], n * sizeof *w->column);
        memcpy(counts->count + r->row[g], w->count + r->begin[g], n * sizeof *w->count);
    }
done:
    return status;
}

/* Fill in row, column and count from the blocks; n_columns, n_graphs and `block` are there. */
static sg_status count_rows(sg_counts *counts, const counted_block *block,
                            const sg_graph *graph, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_threads = sg_threads_count(threads);
    row_counting r = {.block = block, .n_blocks = counts->n_blocks, .graph = graph};
    uint32_t largest = 0;
    for (uint32_t b = 0; b < counts->n_blocks; b++)
        if (counts->block[b + 1] - counts->block[b] > largest)
            largest = counts->block[b + 1] - counts->block[b];
    SG_ALLOC(counts->row, graph->n_graphs + (size_t)1);
    r.row = counts->row;
    SG_ALLOC(r.worker, n_threads);
    SG_ALLOC(r.whose, graph->n_graphs);
    SG_ALLOC(r.begin, graph->n_graphs);
    for (uint32_t t = 0; t < n_threads; t++) SG_ALLOC(r.worker[t].mark, largest);
    const sg_graph_work work = {.work = count_graph, .context = &r, .stage = "counting"};
    SG_TRY(sg_each_graph(&work, graph->n_graphs, threads, err));
    SG_TRY(join_rows(counts, &r, n_threads, err));
done:
    for (uint32_t t = 0; r.worker != NULL && t < n_threads; t++) {
        sg_free(r.worker[t].column);
        sg_free(r.worker[t].count);
        sg_free(r.worker[t].room);
        sg_free(r.worker[t].mark);
    }
    sg_free(r.worker);
    sg_free(r.whose);
    sg_free(r.begin);
    return status;
}

void sg_counts_free(sg_counts *counts)
{
    for (uint32_t b = 0; counts->labels != NULL && b < counts->n_blocks; b++)
        sg_labels_free(&counts->labels[b]);
    sg_free(counts->labels);
    sg_free((void *)counts->label);
    sg_free(counts->row);
    sg_free(counts->column);
    sg_free(counts->count);
    sg_free(counts->block);
    sg_free(counts->key);
    sg_free(counts->total);
    sg_free(counts->part);
    *counts = (sg_counts){0};
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* The keys and totals of all columns, block by block. */
static sg_status name_columns(sg_counts *counts, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(counts->key, counts->n_columns);
    SG_ALLOC(counts->total, counts->n_columns);
    for (uint32_t b = 0; b < counts->n_blocks; b++) {
        const sg_vocabulary *known = &counts->labels[b].vocabulary;
        if (known->n_keys == 0) continue;
        memcpy(counts->key + counts->block[b], known->key, known->n_keys * sizeof(uint64_t));
        memcpy(counts->total + counts->block[b], known->count,
               known->n_keys * sizeof(uint64_t));
    }
done:
    return status;
}

sg_status sg_count_labels(sg_counts *counts, sg_labels *labels, uint32_t n,
                          const sg_graph *graph, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_counts made = {.n_graphs = graph->n_graphs, .n_blocks = n, .labels = labels};
    counted_block *block = NULL;
    uint64_t n_columns = 0;
    SG_ALLOC(block, n);
    SG_ALLOC(made.block, n + (size_t)1);
    made.label = sg_alloc(n, sizeof(const uint32_t *));
    SG_REQUIRE(made.label != NULL, SG_ENOMEM, "out of memory");
    for (uint32_t b = 0; b < n; b++) {
        block[b] = (counted_block){.item = labels[b].label,
                                   .first = (uint32_t)n_columns,
                                   .n_columns = labels[b].vocabulary.n_keys,
                                   .all_counted = true};
        made.label[b] = labels[b].label;
        n_columns += labels[b].vocabulary.n_keys;
        SG_REQUIRE(n_columns < UINT32_MAX, SG_ELIMIT, "counts: more than 2^32-2 labels");
        made.block[b + 1] = (uint32_t)n_columns;
    }
    made.n_columns = (uint32_t)n_columns;
    SG_TRY(name_columns(&made, err));
    SG_TRY(count_rows(&made, block, graph, threads, err));
    *counts = made;
    made = (sg_counts){0};
done:
    sg_free(block);
    sg_counts_free(&made);
    return status;
}

/* ---- Triples --------------------------------------------------------------------------------- */

/* Number the triples that occur often enough; column[t] is the number of t or NO_COLUMN. */
static sg_status choose_triples(sg_counts *counts, uint32_t *column, const sg_triples *triples,
                                uint64_t least, uint64_t most, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(counts->block, 2);
    for (uint32_t t = 0; t < triples->n_triples; t++) {
        const bool fits = triples->count[t] >= least && triples->count[t] <= most;
        column[t] = fits ? counts->n_columns++ : NO_COLUMN;
    }
    counts->block[1] = counts->n_columns;
    SG_ALLOC(counts->key, counts->n_columns);
    SG_ALLOC(counts->total, counts->n_columns);
    SG_ALLOC(counts->part, (size_t)3 * counts->n_columns);
done:
    return status;
}

static void name_triples(sg_counts *counts, const uint32_t *column, const sg_triples *triples,
                         const sg_labels *receiver, const sg_labels *sender)
{
    const size_t n = counts->n_columns;
    for (uint32_t t = 0; t < triples->n_triples; t++) {
        const uint32_t c = column[t];
        if (c == NO_COLUMN) continue;
        const uint64_t part[3] = {receiver->vocabulary.key[triples->receiver[t]],
                                  sender->vocabulary.key[triples->sender[t]],
                                  triples->values.key[triples->value[t]]};
        for (size_t k = 0; k < 3; k++) counts->part[k * n + c] = part[k];
        counts->key[c] = sg_hash_words(part, 3);
        counts->total[c] = triples->count[t];
    }
}

sg_status sg_count_triples(sg_counts *counts, sg_triples *triples, const sg_labels labels[2],
                           uint64_t least, uint64_t most, const sg_graph *graph,
                           sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_counts made = {.n_graphs = graph->n_graphs, .n_blocks = 1};
    uint32_t *column = NULL;
    uint64_t *offset = NULL;
    SG_ALLOC(column, triples->n_triples);
    SG_ALLOC(offset, graph->n_graphs + (size_t)1);
    SG_TRY(choose_triples(&made, column, triples, least, most, err));
    name_triples(&made, column, triples, &labels[0], &labels[1]);
    if (made.n_columns < triples->n_triples)
        for (uint64_t p = 0; p < triples->n_pairs; p++)
            triples->triple[p] = column[triples->triple[p]];
    for (uint32_t g = 0; g <= graph->n_graphs; g++)
        offset[g] = triples->row[graph->graph_offset[g]];
    const counted_block block = {.item = triples->triple,
                                 .offset = offset,
                                 .n_columns = made.n_columns,
                                 .all_counted = made.n_columns == triples->n_triples};
    SG_TRY(count_rows(&made, &block, graph, threads, err));
    *counts = made;
    made = (sg_counts){0};
done:
    sg_free(column);
    sg_free(offset);
    sg_counts_free(&made);
    return status;
}
