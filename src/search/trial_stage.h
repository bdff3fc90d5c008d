/* trial_stage.h - candidates of a search placed on the data, a few at a time, with labels and plans that all share.
 *
 *     SG_TRY(sg_trial_stage_open(&stage, &experiment, &data, &inner, &options, err));
 *     SG_TRY(sg_trial_stage_add(&cost, &stage, &configuration, 1, err));
 *     if (cost.fits) train(&stage.workload);
 *     sg_trial_stage_clear(&stage);                       // labels and plans stay
 *
 * Every fold has a vocabulary of its own, that of its training items.
 */
#ifndef SG_SEARCH_TRIAL_STAGE_H
#define SG_SEARCH_TRIAL_STAGE_H

#include "run/workload.h"
#include "search/trial_cost.h"

enum { SG_MOST_ON_STAGE = 8 };

typedef struct sg_trial_stage_options {
    sg_threads *threads;
    const sg_observer *observer;
    uint64_t budget;     /* of labelings, as sg_invariant_options has it; 0: any              */
    uint64_t most_bytes; /* of a candidate                                                    */
    uint64_t kept_bytes; /* of all plans; beyond it those that were not used for longest go   */
} sg_trial_stage_options;

typedef struct sg_trial_stage {
    sg_workload
        workload; /* its configurations are those on the stage; fold f is inner fold f */
    sg_trial_stage_options options;
    sg_invariant_options invariants;
    uint64_t time;       /* candidates that were placed so far                                */
    uint64_t first_time; /* of those that are on the stage                                    */
    double seconds;      /* that placing took, in all                                         */
} sg_trial_stage;

/* Open an empty stage; `data` and `inner` move, `experiment` is borrowed.  Fails with SG_EINVAL (classes or
 * targets) or SG_ENOMEM; what has moved is then released. */
sg_status sg_trial_stage_open(sg_trial_stage *stage, const sg_experiment *experiment,
                              sg_dataset *data, sg_splits *inner,
                              const sg_trial_stage_options *options, sg_error *err);

void sg_trial_stage_close(sg_trial_stage *stage);

/* Place a candidate on the first n_folds folds; `configuration` moves.  One that is too large is not on the stage
 * afterwards.  Fails with what is wrong with the candidate. */
sg_status sg_trial_stage_add(sg_trial_cost *cost, sg_trial_stage *stage,
                             sg_configuration *configuration, uint32_t n_folds, sg_error *err);

/* Bytes of all plans and pairs that are kept. */
uint64_t sg_trial_stage_bytes(const sg_trial_stage *stage);

/* Whether those on the stage alone need more than may be kept, or there is no place left. */
bool sg_trial_stage_is_full(const sg_trial_stage *stage);

/* What trains the training items of a fold; labels and plans of it are in the cache.  Labels of it are what candidates
 * are compared by.  Fails like opening a cache. */
sg_status sg_trial_stage_training(sg_plan_cache **cache, sg_trial_stage *stage, uint32_t fold,
                                  sg_error *err);

/* Take all candidates off the stage. */
void sg_trial_stage_clear(sg_trial_stage *stage);

#endif
