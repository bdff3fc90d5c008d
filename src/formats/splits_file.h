/* splits_file.h - reading and writing splits as JSON.
 *
 * A list of folds {"test": [...], "model_selection": [{"train": [...], "validation": [...]}]}, as
 * published by Errica et al.  Where a fold has several model selections, the first counts.
 *
 * Where items are nodes, the lists hold numbers of nodes, counted through all graphs; a fold that begins
 * with "of": "graphs" has numbers of graphs, which stand for their nodes.
 *
 * Reference: Errica et al., A Fair Comparison of Graph Neural Networks, ICLR 2020.
 */
#ifndef SG_FORMATS_SPLITS_FILE_H
#define SG_FORMATS_SPLITS_FILE_H

#include "data/dataset.h"
#include "data/splits.h"

/* Read a file and check it against the number of items: every index in range, no index twice in
 * the three lists of a fold.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT (over 1 GiB) or SG_ENOMEM. */
sg_status sg_splits_read(sg_splits *splits, const char *path, uint32_t n_items, sg_error *err);

/* The same for a text in memory. */
sg_status sg_splits_parse(sg_splits *splits, const char *path, const char *text, size_t size,
                          uint32_t n_items, sg_error *err);

/* The same for the items of a data set, graphs or nodes.  Fails likewise, and with SG_EINVAL as
 * sg_item_splits_check does. */
sg_status sg_splits_read_for(sg_splits *splits, const char *path, const sg_dataset *data,
                             sg_error *err);

/* Write a file, whole or not at all.
 * Fails with SG_EINVAL (no folds), SG_EIO, SG_ENOTFOUND or SG_ENOMEM. */
sg_status sg_splits_file_write(const sg_splits *splits, const char *path, sg_error *err);

#endif
