/* halving.h - who goes on: successive halving over epochs and folds, in brackets.
 *
 *     rung          0            1            2
 *     epochs        1/9          1/3          all of them
 *     inner folds   1            3            all of them
 *     candidates    27           9            3
 *
 * Of the candidates of a bracket a third goes on to the next rung.  A candidate begins anew there, with the schedule of
 * the epochs that it then has.
 *
 * Reference: Jamieson and Talwalkar, Non-stochastic Best Arm Identification and Hyperparameter Optimization, AISTATS 2016.
 */
#ifndef SG_SEARCH_HALVING_H
#define SG_SEARCH_HALVING_H

#include "base/status.h"

enum { SG_N_RUNGS = 3, SG_HALVING_RATE = 3, SG_BRACKET = 27 };

/* How good a candidate was on a rung. */
typedef struct sg_trial_score {
    double metric,
        loss; /* means over the validation items of its folds; NaN: it failed        */
    double
        standard_error; /* of the metric, over the folds; 0 where there is one                 */
    uint32_t rung;   /* the last one it was on                                              */
    uint32_t number; /* decides among equals                                                */
} sg_trial_score;

/* Whether a is better than b: a later rung, a better metric, a lower loss, a smaller number. */
bool sg_trial_beats(const sg_trial_score *a, const sg_trial_score *b, bool higher_is_better);

/* The places of scores, the best first: place is [n].  Time O(n^2). */
void sg_trial_places(uint32_t *place, const sg_trial_score *score, uint32_t n,
                     bool higher_is_better);

/* Epochs and folds of a rung, of so many in all. */
uint32_t sg_rung_epochs(uint32_t rung, uint32_t n_epochs);
uint32_t sg_rung_folds(uint32_t rung, uint32_t n_folds);

/* How many of n candidates go on: a third, at least one. */
uint32_t sg_rung_survivors(uint32_t n);

/* How much n candidates of one bracket take on the rungs from `rung` on, in trainings with all epochs on one fold. */
double sg_rungs_work(uint32_t n, uint32_t rung, uint32_t n_folds);

/* The number, in score, of the one that is taken.  With `careful`, of those on the last rung that were reached whose
 * metric is at most one standard error of the best one worse, the one with the fewest weights; the better one of equals.
 * n >= 1. */
uint32_t sg_trial_choose(const sg_trial_score *score, const uint64_t *n_weights, uint32_t n,
                         bool higher_is_better, bool careful);

#endif
