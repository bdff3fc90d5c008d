/* conformal.h - intervals and sets that hold what is true as often as they say.
 *
 * Predictions of items that a model was not trained on tell how far it errs.  Split conformal prediction
 * turns them into intervals (Vovk, Gammerman and Shafer 2005): an item's error is measured in units of the
 * error that is expected of it, and the interval of a new item goes as far as the share `coverage` of these
 * measures does.
 *
 *     sg_conformal table = {0};
 *     SG_TRY(sg_conformal_fit(&table, &items, err));
 *     sg_conformal_interval(interval, &table, score, NULL, 0.97, 0.9);  // low .. high, in 9 of 10 cases
 *     sg_conformal_free(&table);
 *
 * Numbers: the error that is expected is a + b (1 - trust) + c spread, with a, b, c >= 0 of least squares.
 * Classes and labels: the measure is 1 - the probability of what is true, and every class has measures of its
 * own (Mondrian prediction), so that a rare one is held as often as others.
 * Measures are kept by trust, up to SG_CONFORMAL_GROUPS groups of it, so that coverage holds in each of them.
 * Below a trust of one half, so many items must have had as little trust as a promise needs, nine for 0.9;
 * else intervals are infinite, and sets hold everything.
 */
#ifndef SG_MODEL_CONFORMAL_H
#define SG_MODEL_CONFORMAL_H

#include "base/status.h"
#include "sharegnn/intervals.h"

enum {
    SG_CONFORMAL_GROUPS = 3,  /* by trust, at most                                       */
    SG_CONFORMAL_FEWEST = 30, /* items of a group that have measures of their own        */
    SG_CONFORMAL_LEAST = 100, /* lowest values of trust that are kept                    */
    SG_CONFORMAL_MOST = 1000, /* measures that are kept of a group                       */
    SG_CONFORMAL_WIDTHS = 4   /* a, b, c, and the smallest error that is expected        */
};

/* Items that were predicted by models that were not trained on them; all borrowed. */
typedef struct sg_conformal_items {
    sg_task task;
    uint32_t n, n_outputs;
    const double *score;  /* [n][n_outputs] values, or probabilities of classes or labels     */
    const double *truth;  /* [n][n_outputs] targets; 1 for the class or label that is true, else
                             0; NaN: unknown                                                  */
    const double *spread; /* [n][n_outputs] over several models; NULL: 0                      */
    const double *trust;  /* [n] 0 .. 1; NULL: 1                                              */
} sg_conformal_items;

/* {0} is empty: it says nothing. */
typedef struct sg_conformal {
    sg_task task;
    uint32_t n_outputs;
    uint32_t n_rows;   /* targets or classes; of labels two each: no, yes                     */
    uint32_t n_groups; /* by trust, from low to high; 0: the table is empty                   */
    double
        edge[SG_CONFORMAL_GROUPS - 1]; /* the highest trust of each group but the last       */
    double least
        [SG_CONFORMAL_LEAST]; /* [n_least] the lowest trust of items, ascending            */
    uint32_t n_least;         /* 0: unknown                                         */
    double *width;   /* [n_outputs][SG_CONFORMAL_WIDTHS]; NULL: not of numbers               */
    uint64_t *count; /* [n_rows][n_groups] items behind each list of measures                 */
    size_t *offset;  /* [n_rows * n_groups + 1] of the lists                                  */
    double *measure; /* each list ascends                                                     */
} sg_conformal;

void sg_conformal_free(sg_conformal *table);

/* Make a table, which is empty before.  Fails with SG_EINVAL where items say nothing (none has a truth) or SG_ENOMEM;
 * the table is empty then.  Time O(n_outputs n log n). */
sg_status sg_conformal_fit(sg_conformal *table, const sg_conformal_items *items, sg_error *err);

/* The intervals or sets of an item: interval[n_outputs].
 *
 *   score     [n_outputs]
 *   spread    [n_outputs] NULL: 0
 *   coverage  above 0, below 1
 */
void sg_conformal_interval(sg_interval *interval, const sg_conformal *table,
                           const double *score, const double *spread, double trust,
                           double coverage);

enum { SG_MOST_FOLDS = 1000000 };

/* How often intervals held what is true: those of a fold by a table of the other folds.
 *
 *   fold  [items->n] 0 .. SG_MOST_FOLDS - 1
 *
 * Fails like sg_conformal_fit, where the items of a fold are all that there are. */
sg_status sg_conformal_cross(sg_coverage *coverage, const sg_conformal_items *items,
                             const uint32_t *fold, double level, sg_error *err);

#endif
