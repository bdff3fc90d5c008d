/* trial_book.h - what a search has tried: points, scores, what each part of the space is worth.
 *
 *     uint32_t t = 0;
 *     SG_TRY(sg_trial_book_propose(&t, &is_new, &book, 42, err));
 *     book.trial[t].score = ...;
 */
#ifndef SG_SEARCH_TRIAL_BOOK_H
#define SG_SEARCH_TRIAL_BOOK_H

#include "config/experiment.h"
#include "search/halving.h"
#include "search/proposal.h"
#include "search/space_order.h"
#include "search/trial_cost.h"

typedef struct sg_trial {
    uint32_t point; /* number of the configuration in the grid                             */
    uint32_t
        configuration; /* number in the ledger, of the last rung; UINT32_MAX: none          */
    bool is_skipped;   /* too large                                                         */
    bool has_score;
    sg_trial_score score;
    sg_trial_cost cost;
    double expected,
        seconds; /* of an epoch on one fold: before it was trained, and then; NaN: unknown */
} sg_trial;

typedef struct sg_trial_book {
    const sg_experiment *experiment; /* borrowed */
    bool higher_is_better;
    bool
        at_random; /* proposals are not learned from results                                    */
    uint32_t *n_values;   /* [n_axes] */
    sg_space_order order; /* of the values; {0}: unknown */
    sg_trial *trial;      /* [n] */
    uint32_t *digit;      /* [n][n_axes] */
    size_t n, capacity, digit_capacity;
} sg_trial_book;

sg_status sg_trial_book_open(sg_trial_book *book, const sg_experiment *experiment,
                             bool higher_is_better, bool at_random, sg_error *err);

/* The points of the space, of equal ones one.  UINT64_MAX: more than that. */
uint64_t sg_trial_book_points(const sg_trial_book *book);

void sg_trial_book_close(sg_trial_book *book);

/* Add the next trial, number book->n.  It knows the results of the trials before book->n - 8 alone.  *is_new is
 * false where the whole space has been tried.  Fails with SG_ENOMEM. */
sg_status sg_trial_book_propose(bool *is_new, sg_trial_book *book, uint64_t seed,
                                sg_error *err);

/* The number of a point in the grid by the digits of its values; the first axis varies slowest. */
uint32_t sg_trial_point(const uint32_t *digit, const sg_proposal_space *space);

/* What a value of the space was worth: the metric of trials on rung 0 that have it. */
typedef struct sg_value_effect {
    uint32_t n;
    double mean,
        spread; /* NaN: none; spread is the standard deviation                         */
} sg_value_effect;

/* How much of the differences between candidates goes with a part of the space: 1 minus the variance within its values
 * over the variance of all, each by its degrees of freedom, so that many values alone make it no larger; 0 or less where
 * values differ no more than candidates of one value.  NaN where no value has two trials or only one value was tried. */
double sg_trial_explained(const sg_trial_book *book, const double *metric, uint32_t axis);

/* Rung-0 metrics are given by the caller, [n]; NaN: none. */
sg_value_effect sg_trial_effect(const sg_trial_book *book, const double *metric, uint32_t axis,
                                uint32_t value);

#endif
