/* outcomes.h - what was predicted of test items, and what is true: what figures of predictions are
 * drawn from.
 *
 *     sgi_outcomes o = {0};
 *     SG_TRY(sgi_outcomes_collect(&o, results, data, err));
 *     ... o.column[0].truth[i], o.column[0].guess[i] ...
 *     sgi_outcomes_free(&o);
 */
#ifndef SG_REPORT_OUTCOMES_H
#define SG_REPORT_OUTCOMES_H

#include "data/dataset.h"
#include "report/results_parts.h"

/* One target, one label, or whether an item is of the second of two classes. */
typedef struct sgi_outcome_column {
    char name[64];
    double *truth, *guess; /* [n] items whose truth is not known are left out */
    size_t *job;           /* [n] the training that predicted it              */
    size_t n, truth_room, guess_room, job_room;
    uint32_t column;      /* of the data's targets                            */
    double scale, offset; /* target = scale * output + offset                 */
} sgi_outcome_column;

typedef struct sgi_outcomes {
    sg_task task;
    sgi_outcome_column *column; /* [n_columns] */
    uint32_t n_columns;
    bool own_unit; /* numbers are in the unit of their target, else in the network's */
} sgi_outcomes;

/* Collect the predictions of test items of all folds and runs.  Of numbers, truth and guess have the
 * same unit: the target's own where there is one target.  Of labels and of two classes the truth is
 * 0 or 1 and the guess is the logit, the logarithm of p / (1 - p).  Fails with SG_EINVAL for more than two
 * classes and where the run has no predictions of this data. */
sg_status sgi_outcomes_collect(sgi_outcomes *outcomes, sg_results *results,
                               const sg_dataset *data, sg_error *err);

void sgi_outcomes_free(sgi_outcomes *outcomes);

/* How good numbers are, all of them together; NaN where the truth does not vary, or there is none. */
typedef struct sgi_quality {
    double r2, rmse, mae;
} sgi_quality;

sgi_quality sgi_outcome_quality(const sgi_outcome_column *column);

/* What the items of a run are called in titles: "test graphs". */
const char *sgi_test_items(const sg_dataset *data);

#endif
