/* splits.h - which items train, which validate and which test.
 *
 * A fold has three parts: items to train on, items to choose the best epoch or configuration
 * with, and items to test with.  Splits are one or more folds over the same data.  They come from
 * a file, from a rule (random, scaffold), or hold out a share of the data.
 *
 * Example: hold out a tenth of the items:
 *
 *     sg_splits *splits = NULL;
 *     if (sg_splits_hold_out(&splits, data, 0.1, 42, &err) == SG_OK) {
 *         uint32_t n_train = 0, n_validation = 0;
 *         const uint32_t *train = sg_splits_part(&n_train, splits, 0, SG_TRAIN);
 *         sg_splits_part(&n_validation, splits, 0, SG_VALIDATION);
 *         printf("%u train, %u validate, %s\n", n_train, n_validation,
 *                train != NULL ? sg_part_word(SG_TRAIN) : "none");
 *     }
 *     sg_splits_close(splits);
 *
 * Complexity: time and memory proportional to items times folds; reading parts takes constant time.
 *
 * Threads: splits never change, so threads may share them.
 */
#ifndef SHAREGNN_SPLITS_H
#define SHAREGNN_SPLITS_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read the splits file at `path` and check it against `n_items`: every index in range, the lists of a fold
 * disjoint.  A file does not say which data it is for, so that splits of other data with as many items
 * cannot be told apart.  *splits is released with sg_splits_close.  Fails with SG_ENOTFOUND, SG_EIO,
 * SG_EFORMAT, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_splits_open(sg_splits **splits, const char *path, uint32_t n_items,
                                sg_error *err);

/* The same for the items of `data`, graphs or nodes: *splits, from the file at `path`, is released
 * likewise.  Lists of nodes hold their numbers, counted through all graphs; a fold that begins with "of":
 * "graphs" has numbers of graphs, which stand for their nodes.
 * Fails likewise, and with SG_EINVAL where a node has no class or target, or a class no training nodes. */
SG_API sg_status sg_splits_open_for(sg_splits **splits, const char *path,
                                    const sg_dataset *data, sg_error *err);

/* One fold as the data itself says (the parts of its items).  Where none validates, every tenth of the
 * training items does, class by class, chosen by `seed`.  A note says how many graphs are the same, and how many of
 * those that test also train.  *splits is released with sg_splits_close.
 * Fails with SG_EINVAL (the data does not say it, none trains, or as sg_splits_open_for) or SG_ENOMEM. */
SG_API sg_status sg_splits_of_data(sg_splits **splits, const sg_dataset *data, uint64_t seed,
                                   sg_error *err);

/* Make one fold that holds out a share of the items of `data` to validate with; all others train,
 * and none tests.
 *
 *   share  0 .. 1; floor(share * items + 1/2) items are held out.  Where the data has classes, every
 *          class loses its share, up to one item
 *   seed   decides which items; the same seed holds out the same ones on every machine
 *
 * *splits is released with sg_splits_close and needs `data` no longer.  It keeps the fingerprint of `data`,
 * so that functions which take both refuse other data.
 * A part is empty where the share of it is less than half an item.  Item i is graph i of the data, or node
 * i where these are the items.  Nodes are held out graph by graph where there are enough graphs, and those
 * without a class or target are in no part.
 * Fails with SG_EINVAL (a share that is not in 0 .. 1) or SG_ENOMEM. */
SG_API sg_status sg_splits_hold_out(sg_splits **splits, const sg_dataset *data, double share,
                                    uint64_t seed, sg_error *err);

/* How data is divided. */
typedef struct sg_split_options {
    size_t
        struct_size; /* sizeof of this struct, set by the caller                               */
    const char *rule; /* "random": class by class, graphs that are the same stay in one part;
                           "scaffold": molecules with the same ring systems and ways between them,
                           after Bemis and Murcko, stay in one part;
                           "column NAME": as the data says, which was opened with split=NAME;
                           "file PATH": as a splits file says; NULL: "random"                     */
    uint32_t
        n_folds; /* 0, 1: one fold by shares; else every item is tested once               */
    double share[3]; /* to train, validate and test with; their sum is 1; all 0: 0.8, 0.1, 0.1.
                           Of several folds the share that tests is 1 / n_folds.  A column and a
                           file say it themselves: n_folds and shares are 0 then                  */
    uint64_t seed; /* the same seed makes the same splits on every machine                   */
} sg_split_options;

/* Divide the items of `data` by a rule.  Items without a class or target are in no part, and nodes are
 * divided graph by graph where there are 20 graphs.  Shares are met up to one group of items that stay
 * together.
 *
 *   options  may be NULL
 *
 * *splits is released with sg_splits_close and keeps the fingerprint of `data`.  Fails with SG_EINVAL
 * (the rule, shares, scaffolds of what are no molecules), SG_ECANCELED or SG_ENOMEM, and as
 * sg_splits_open_for and sg_splits_of_data. */
SG_API sg_status sg_splits_divide(sg_splits **splits, const sg_dataset *data,
                                  const sg_split_options *options, sg_error *err);

/* The groups of items that a rule, "random" or "scaffold", keeps together: `group`, the caller's array,
 * has the groups of all items of `data`, from 0, and UINT32_MAX for items that are in no part.  Fails as
 * sg_splits_divide. */
SG_API sg_status sg_splits_groups(uint32_t *group, const sg_dataset *data, const char *rule,
                                  sg_error *err);

/* Sentence i, from 0, about what was found when items were divided: duplicates, contradictions,
 * scaffolds; NULL after the last one.  Borrowed until close. */
SG_API const char *sg_splits_note(const sg_splits *splits, uint32_t i);

/* Write splits to a file at `path` that sg_splits_open reads, whole or not at all.
 * Fails with SG_EINVAL (no folds), SG_EIO, SG_ENOTFOUND, SG_ENOMEM or SG_ECANCELED (a watch of types.h
 * that has not said no before). */
SG_API sg_status sg_splits_write(const sg_splits *splits, const char *path, sg_error *err);

/* Release splits; NULL is fine. */
SG_API void sg_splits_close(sg_splits *splits);

/* The number of folds; 0 for NULL. */
SG_API uint32_t sg_splits_folds(const sg_splits *splits);

/* The items of one part of a fold (from 0), and in *n their number; borrowed until close; NULL and
 * 0 for a fold or part out of range. */
SG_API const uint32_t *sg_splits_part(uint32_t *n, const sg_splits *splits, uint32_t fold,
                                      sg_part part);

#ifdef __cplusplus
}
#endif

#endif
