/* batches.h - the training items of an epoch, in batches.
 *
 *     SG_TRY(sg_batches_open(&batches, &training, graph, SG_ITEM_GRAPH, err));
 *     sg_batches_shuffle(&batches, seed);
 *     for (uint32_t b = 0; b < batches.n; b++)
 *         learn(batches.item + batches.begin[b], batches.begin[b + 1] - batches.begin[b]);
 *
 * Batches are those of the paper's code: numpy's legacy shuffle of an array that keeps its order from
 * epoch to epoch, cut into floor(n / batch size) pieces whose sizes differ by at most one.  Where items are
 * nodes, the array has graphs in the place of items, and a batch has all training nodes of its graphs:
 * these must be computed in any case.  With batch-nodes units are nodes: a batch computes what they hear alone.
 *
 * With shards the items, sorted by number, are cut once into as many parts.  Every part has a stream of its
 * own that shuffles it, and shard s of every batch comes from part s: which process has a part then never
 * changes.
 */
#ifndef SG_TRAIN_BATCHES_H
#define SG_TRAIN_BATCHES_H

#include "base/numpy_random.h"
#include "train/trainer.h"

typedef struct sg_batches {
    uint32_t *item;  /* [n_items] of all batches, one behind the other    */
    uint32_t *begin; /* [n + 1] first item of each batch                  */
    uint32_t n_items, n;
    uint32_t *order;       /* [n_units] as shuffled last: items, or numbers of units */
    uint32_t n_units;      /* items, or graphs with training nodes              */
    uint32_t *unit_begin;  /* [n_units + 1] in `grouped`; NULL: units are items */
    uint32_t *grouped;     /* [n_items] nodes by graph                          */
    sg_numpy_random *mt;   /* 2.5 kB, too much for the stack of a thread        */
    uint32_t n_shards;     /* 1: batches are not divided                            */
    uint32_t *shard_begin; /* [n * n_shards + 1] first items of the shards of all batches */
} sg_batches;

/* How large the batches of a training are: what max_batch and max_spans of the model on data should be. */
typedef struct sg_batch_limits {
    uint32_t items, spans;
} sg_batch_limits;

/* `item` says what the items of the training are: graphs, or nodes of `graph`. */
sg_batch_limits sg_train_batch_limits(const sg_training_spec *training, const sg_graph *graph,
                                      sg_item_kind item);

/* Open in the order of the training items.  Fails with SG_ENOMEM. */
sg_status sg_batches_open(sg_batches *batches, const sg_training_spec *training,
                          const sg_graph *graph, sg_item_kind item, sg_error *err);

void sg_batches_close(sg_batches *batches);

/* The first unit of a shard's part, of n_units in order. */
uint32_t sg_batches_part_begin(uint32_t n_units, uint32_t n_shards, uint32_t shard);

/* Shuffle once more and lay out the batches. */
void sg_batches_shuffle(sg_batches *batches, uint32_t seed);

/* The shards of batch b; their items are counted from batches->item on. */
static inline sg_batch_shards sg_batches_shards(const sg_batches *batches, uint32_t b)
{
    return (sg_batch_shards){batches->shard_begin + (size_t)b * batches->n_shards,
                             batches->n_shards};
}

/* Lay out the batches again, after batches->order was set. */
void sg_batches_lay_out(sg_batches *batches);

#endif
