/* batches.c - units are shuffled and cut into batches. */
#include "train/batches.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/sort.h"

#include <string.h>

/* Items that are evaluated at a time, at least. */
enum { EVALUATION_BATCH = 128 };

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Nodes by graph; graphs without training nodes are no units. */
static sg_status group_nodes(sg_batches *b, const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(b->grouped, b->n_items);
    SG_ALLOC(b->unit_begin, (size_t)graph->n_graphs + 1);
    memcpy(b->grouped, b->item, b->n_items * sizeof *b->item);
    SG_TRY(sg_sort(b->grouped, b->n_items, sizeof *b->grouped, compare_numbers, err));
    uint32_t g = 0;
    b->n_units = 0;
    for (uint32_t i = 0; i < b->n_items; i++) {
        const bool first = i == 0 || b->grouped[i] >= graph->graph_offset[g + 1];
        while (b->grouped[i] >= graph->graph_offset[g + 1]) g++;
        if (first) b->unit_begin[b->n_units++] = i;
    }
    b->unit_begin[b->n_units] = b->n_items;
done:
    return status;
}

static uint32_t count_batches(uint32_t n_units, uint32_t batch_size)
{
    return batch_size > 0 && n_units >= batch_size ? n_units / batch_size : 1;
}

static uint32_t count_shards(const sg_training_spec *training)
{
    return training->options->n_shards > 1 ? training->options->n_shards : 1;
}

uint32_t sg_batches_part_begin(uint32_t n_units, uint32_t n_shards, uint32_t shard)
{
    return (uint32_t)((uint64_t)n_units * shard / n_shards);
}

/* How many units of a part are in the batches before batch b of n.  Parts do not give their odd units to the same
 * batches. */
static uint32_t units_before(uint32_t part, uint32_t b, uint32_t n, uint32_t n_shards,
                             uint32_t shard)
{
    return (uint32_t)(((uint64_t)part * b + (uint64_t)n * shard / n_shards) / n);
}

/* Units of the largest batch, or a few more. */
static uint32_t largest_batch(uint32_t n_units, uint32_t n, uint32_t n_shards)
{
    uint32_t sum = 0;
    for (uint32_t s = 0; s < n_shards; s++) {
        const uint32_t part = sg_batches_part_begin(n_units, n_shards, s + 1) -
                              sg_batches_part_begin(n_units, n_shards, s);
        sum += (part + n - 1) / n;
    }
    return sum;
}

/* Where items are nodes, a batch is some graphs with all of their nodes that it asks for. */
static sg_batch_limits node_limits(const sg_training_spec *training, const sg_graph *graph)
{
    uint32_t spans = training->options->batch_size;
    /* One batch less than twice as large, where the rest is spread. */
    if (spans < UINT32_MAX / 4) spans = 2 * spans - 1 + (count_shards(training) - 1);
    if (spans < EVALUATION_BATCH) spans = EVALUATION_BATCH;
    if (spans > graph->n_graphs) spans = graph->n_graphs;
    return (sg_batch_limits){graph->n_nodes, spans > 0 ? spans : 1};
}

sg_batch_limits sg_train_batch_limits(const sg_training_spec *training, const sg_graph *graph,
                                      sg_item_kind item)
{
    if (item == SG_ITEM_NODE) return node_limits(training, graph);
    const uint32_t n_items = training->n_items[SG_TRAIN],
                   n = count_batches(n_items, training->options->batch_size);
    uint32_t largest = largest_batch(n_items, n, count_shards(training));
    if (largest < EVALUATION_BATCH) largest = EVALUATION_BATCH;
    return (sg_batch_limits){largest, largest};
}

sg_status sg_batches_open(sg_batches *batches, const sg_training_spec *training,
                          const sg_graph *graph, sg_item_kind item, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = training->n_items[SG_TRAIN];
    sg_batches made = {.n_items = n, .n_units = n};
    SG_ALLOC(made.item, n);
    SG_ALLOC(made.mt, 1);
    if (n > 0) memcpy(made.item, training->item[SG_TRAIN], n * sizeof *made.item);
    const uint32_t nodes = training->options->batch_nodes;
    const bool by_graph = item == SG_ITEM_NODE && nodes == 0;
    if (by_graph) SG_TRY(group_nodes(&made, graph, err));
    SG_ALLOC(made.order, made.n_units);
    for (uint32_t i = 0; i < made.n_units; i++) made.order[i] = by_graph ? i : made.item[i];
    made.n = count_batches(made.n_units, nodes > 0 ? nodes : training->options->batch_size);
    made.n_shards = count_shards(training);
    if (made.n_shards > 1)
        SG_TRY(sg_sort(made.order, made.n_units, sizeof *made.order, compare_numbers, err));
    SG_ALLOC(made.begin, (size_t)made.n + 1);
    SG_ALLOC(made.shard_begin, (size_t)made.n * made.n_shards + 1);
    sg_batches_lay_out(&made);
    *batches = made;
    made = (sg_batches){0};
done:
    sg_batches_close(&made);
    return status;
}

void sg_batches_close(sg_batches *batches)
{
    sg_free(batches->item);
    sg_free(batches->begin);
    sg_free(batches->shard_begin);
    sg_free(batches->order);
    sg_free(batches->unit_begin);
    sg_free(batches->grouped);
    sg_free(batches->mt);
    *batches = (sg_batches){0};
}

/* Put the items of a unit behind the first n; returns how many there are then. */
static uint32_t put_unit(sg_batches *b, uint32_t unit, uint32_t n)
{
    if (b->unit_begin == NULL) {
        b->item[n] = unit;
        return n + 1;
    }
    const uint32_t first = b->unit_begin[unit], size = b->unit_begin[unit + 1] - first;
    memcpy(b->item + n, b->grouped + first, size * sizeof *b->item);
    return n + size;
}

/* Put the units that part s has for batch i behind the first n items. */
static uint32_t put_shard(sg_batches *b, uint32_t i, uint32_t s, uint32_t n)
{
    const uint32_t first = sg_batches_part_begin(b->n_units, b->n_shards, s),
                   size = sg_batches_part_begin(b->n_units, b->n_shards, s + 1) - first,
                   end = units_before(size, i + 1, b->n, b->n_shards, s);
    b->shard_begin[(size_t)i * b->n_shards + s] = n;
    for (uint32_t u = units_before(size, i, b->n, b->n_shards, s); u < end; u++)
        n = put_unit(b, b->order[first + u], n);
    return n;
}

static void lay_out_shards(sg_batches *b)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->n; i++) {
        b->begin[i] = n;
        for (uint32_t s = 0; s < b->n_shards; s++) n = put_shard(b, i, s, n);
    }
    b->begin[b->n] = b->shard_begin[(size_t)b->n * b->n_shards] = n;
}

void sg_batches_lay_out(sg_batches *b)
{
    uint32_t unit = 0, n = 0;
    if (b->n_shards > 1) {
        lay_out_shards(b);
        return;
    }
    for (uint32_t i = 0; i < b->n; i++) {
        const uint32_t size = b->n_units / b->n + (i < b->n_units % b->n);
        b->begin[i] = n;
        for (uint32_t k = 0; k < size; k++) n = put_unit(b, b->order[unit++], n);
    }
    b->begin[b->n] = n;
}

static void shuffle_part(sg_batches *b, uint32_t seed, uint32_t s)
{
    enum { SHUFFLE_STREAM = 0x5348 };
    const uint32_t first = sg_batches_part_begin(b->n_units, b->n_shards, s);
    sg_rng rng = sg_rng_stream(seed, (uint64_t[]){SHUFFLE_STREAM, s}, 2);
    sg_rng_shuffle(&rng, b->order + first,
                   sg_batches_part_begin(b->n_units, b->n_shards, s + 1) - first);
}

void sg_batches_shuffle(sg_batches *b, uint32_t seed)
{
    for (uint32_t s = 0; s < b->n_shards && b->n_shards > 1; s++) shuffle_part(b, seed, s);
    if (b->n_shards == 1) {
        sg_numpy_seed(b->mt, seed);
        sg_numpy_shuffle(b->mt, b->order, b->n_units);
    }
    sg_batches_lay_out(b);
}
