/* record_targets.h - from targets as they are written to classes and targets of items.
 */
#ifndef SG_DATA_RECORD_TARGETS_H
#define SG_DATA_RECORD_TARGETS_H

#include "data/items.h"

/* Whether a cell says that there is no value: empty, ?, NA, NaN, null. */
bool sg_cell_is_missing(const char *cell);

/* Read a cell that is a number, blanks around it allowed.  False where it is none. */
bool sg_cell_number(double *value, const char *cell);

/* Make classes and targets of items from cells.
 *
 *   cell  [n_items][n_targets]
 *   line  [n_items] where they stand, for messages
 *
 * One column of whole numbers without gaps: classes and targets.  One column with words: classes,
 * numbered in the order of the words.  Otherwise numbers and gaps: targets.  Where items->kind says
 * that they are nodes, classes may have gaps.
 * Fails with SG_EFORMAT where a cell is no number and cannot be a class, a word that is no UTF-8 say,
 * or with SG_ENOMEM. */
sg_status sg_record_targets_make(sg_items *items, const sg_names *cell, uint32_t n_targets,
                                 const uint64_t *line, uint32_t n_items, const char *path,
                                 sg_error *err);

/* Make classes of items from words, blanks around them left out: cell is [n_items].  Classes are in the
 * order of the words, which is the same whatever comes first.
 * Fails with SG_ENOMEM; what was made before belongs to the items. */
sg_status sg_record_classes_make(sg_items *items, const sg_names *cell, uint32_t n_items,
                                 sg_error *err);

#endif
