/* item_splits.h - splits of the items of a data set, graphs or nodes.
 *
 *     SG_TRY(sg_item_splits_make(&splits, &data, 10, &rng, err));
 *
 * Graphs are divided class by class (splits.h).  Nodes are divided by graph where there are enough
 * graphs: all nodes of a graph are in the same part, so that nothing of a graph that tests is seen in
 * training.  Where there are not, on one large graph above all, nodes themselves are divided class by
 * class; training then sees the whole graph and everything about it but the classes and targets of the
 * other nodes.  Nodes without a class or target are in no part.
 */
#ifndef SG_DATA_NODES_ITEM_SPLITS_H
#define SG_DATA_NODES_ITEM_SPLITS_H

#include "data/dataset.h"
#include "data/splits.h"

/* As sg_splits_make, of all items. */
sg_status sg_item_splits_make(sg_splits *splits, const sg_dataset *data, uint32_t n_folds,
                              sg_rng *rng, sg_error *err);

/* As sg_splits_make, of item[0 .. n) alone. */
sg_status sg_item_splits_among(sg_splits *splits, const sg_dataset *data, const uint32_t *item,
                               uint32_t n, uint32_t n_folds, sg_rng *rng, sg_error *err);

/* As sg_splits_of_parts, for data that says parts.  Also fails with SG_EINVAL where it says none, and as
 * sg_item_splits_check does. */
sg_status sg_item_splits_of_parts(sg_splits *splits, const sg_dataset *data, sg_rng *rng,
                                  sg_error *err);

/* As sg_splits_set_aside. */
sg_status sg_item_splits_set_aside(sg_splits *splits, const sg_dataset *data, double share,
                                   uint64_t seed, sg_error *err);

/* The graphs of items, each once and ascending: the items themselves, in their order, where they are graphs.
 * *graph is released with sg_free.  Fails with SG_ENOMEM. */
sg_status sg_item_graphs(uint32_t **graph, uint32_t *n_graphs, const sg_dataset *data,
                         const uint32_t *item, uint32_t n_items, sg_error *err);

/* Whether nodes can be trained and tested as splits say: those of every part have a class or a target,
 * and every class has training nodes.  Splits of graphs are always good.
 * Fails with SG_EINVAL, or SG_ENOMEM. */
sg_status sg_item_splits_check(const sg_splits *splits, const sg_dataset *data, sg_error *err);

/* The same for one fold; the text does not name it. */
sg_status sg_item_fold_check(const sg_fold *fold, const sg_dataset *data, sg_error *err);

/* Put nodes in the place of graphs: the lists of a fold hold numbers of graphs, and get those of all nodes
 * of these that have a class or a target.  Fails with SG_ENOMEM; the fold can then only be freed. */
sg_status sg_item_fold_expand(sg_fold *fold, const sg_dataset *data, sg_error *err);

#endif
