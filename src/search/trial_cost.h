/* trial_cost.h - what a candidate costs, known before it is trained: weights, pairs, memory, seconds of an epoch.
 *
 *     sg_trial_cost_measure(&cost, &model, &place);
 *     const double seconds = cost.work * sg_work_rate_seconds(&rate);    // of an epoch, about
 *     ... train ...
 *     sg_work_rate_note(&rate, cost.work, measured);                     // the next estimate is better
 */
#ifndef SG_SEARCH_TRIAL_COST_H
#define SG_SEARCH_TRIAL_COST_H

#include "model/model_on_data.h"

typedef struct sg_trial_cost {
    bool fits;
    uint64_t n_weights;
    uint64_t n_pairs;    /* of nodes that exchange messages, in all graphs and all heads    */
    uint64_t plan_bytes; /* of its plans on one fold                                        */
    double work;         /* of an epoch on one fold: steps of the inner loops, about        */
    char reason[200];    /* why it does not fit                                             */
} sg_trial_cost;

/* What an epoch goes through. */
typedef struct sg_epoch_size {
    uint32_t n_items, n_train; /* of the data; of those that train                          */
    uint32_t batch;            /* items of a batch                                          */
} sg_epoch_size;

/* Everything of a cost but the last two members; fits is set. */
void sg_trial_cost_measure(sg_trial_cost *cost, const sg_model_on_data *model,
                           sg_epoch_size size);

/* Seconds per step of work: what the trainings so far took, or what is usual. */
typedef struct sg_work_rate {
    double work, seconds; /* of all epochs that were noted */
} sg_work_rate;

void sg_work_rate_note(sg_work_rate *rate, double work, double seconds);
double sg_work_rate_seconds(const sg_work_rate *rate);

#endif
