/* train_cross.h - a table in one line: all of it is predicted by models that have not seen it.
 *
 *     int code = train_cross_run(&cross, job);          // MODEL.yml, MODEL.run
 *     ... cross.score of cross.item ...
 *     train_cross_free(&cross);
 */
#ifndef SG_CLI_TRAIN_CROSS_H
#define SG_CLI_TRAIN_CROSS_H

#include "sharegnn.h"

struct train_job;

/* Predictions of items by the models of other folds; {0} has none. */
typedef struct train_cross {
    uint32_t n, n_folds;
    uint32_t *item, *fold;  /* [n] */
    double *score, *spread; /* [n][outputs]; spread NULL: one model */
    double *trust;          /* [n] */
} train_cross;

/* What was predicted, as the library takes it. */
sg_held_out train_cross_items(const train_cross *cross, uint32_t n_models);

/* Train on all folds but one, and predict it, for every fold; returns an exit status. */
int train_cross_run(train_cross *cross, const struct train_job *job);

/* Write the page of that run beside the model; returns an exit status. */
int train_cross_page(const struct train_job *job);

void train_cross_free(train_cross *cross);

#endif
