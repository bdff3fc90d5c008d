/* ensemble_choice.h - which candidates say more together than alone: greedy selection with replacement.
 *
 *     SG_TRY(sg_ensemble_choose(count, &score, &question, err));     // count[i] is the share of candidate i
 *
 * Begins with the best candidate and adds, ten times, the one with which the mean of all outputs is best; a candidate may be
 * added again.  The best of these sets is taken, the smallest of those that are as good.
 *
 * Reference: Caruana, Niculescu-Mizil, Crew and Ksikes, Ensemble Selection from Libraries of Models, ICML 2004.
 */
#ifndef SG_SEARCH_ENSEMBLE_CHOICE_H
#define SG_SEARCH_ENSEMBLE_CHOICE_H

#include "search/halving.h"

#include <stddef.h>

enum { SG_MOST_MEMBERS = 4, SG_MOST_PICKS = 10 };

typedef struct sg_ensemble_question {
    const double *const
        *output; /* [n_candidates][n_values] what they say of all validation items */
    uint32_t n_candidates;
    size_t n_values;
    bool higher_is_better;
    sg_status (*measure)(sg_trial_score *score, const double *output, void *context,
                         sg_error *err); /* metric and loss of outputs */
    void *context;
} sg_ensemble_question;

/* Choose: count is [n_candidates], 0 for those that are left out; at most SG_MOST_MEMBERS are not.  *score is that of the
 * set.  n_candidates >= 1.  Fails like measure, or with SG_ENOMEM. */
sg_status sg_ensemble_choose(uint32_t *count, sg_trial_score *score,
                             const sg_ensemble_question *question, sg_error *err);

#endif
