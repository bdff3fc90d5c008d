/* trial_book.c - proposals by what may be seen. */
#include "search/trial_book.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

sg_status sg_trial_book_open(sg_trial_book *book, const sg_experiment *experiment,
                             bool higher_is_better, bool at_random, sg_error *err)
{
    sg_status status = SG_OK;
    sg_trial_book made = {
        .experiment = experiment, .higher_is_better = higher_is_better, .at_random = at_random};
    SG_REQUIRE(experiment->n_axes <= SG_MOST_AXES, SG_ELIMIT,
               "search: %u lists in the space; at most %d are allowed", experiment->n_axes,
               (int)SG_MOST_AXES);
    SG_ALLOC(made.n_values, experiment->n_axes);
    for (uint32_t a = 0; a < experiment->n_axes; a++)
        made.n_values[a] = (uint32_t)experiment->axis[a].list->n_children;
    *book = made;
done:
    return status;
}

void sg_trial_book_close(sg_trial_book *book)
{
    sg_space_order_free(&book->order);
    sg_free(book->n_values);
    sg_free(book->trial);
    sg_free(book->digit);
    *book = (sg_trial_book){0};
}

uint64_t sg_trial_book_points(const sg_trial_book *book)
{
    uint64_t n = 1;
    for (uint32_t a = 0; a < book->experiment->n_axes; a++) {
        uint32_t n_first = 0;
        for (uint32_t v = 0; v < book->n_values[a]; v++)
            n_first += book->order.first == NULL || book->order.first[a][v] == v;
        n = n_first > 0 && n > UINT64_MAX / n_first ? UINT64_MAX : n * n_first;
    }
    return n;
}

uint32_t sg_trial_point(const uint32_t *digit, const sg_proposal_space *space)
{
    uint32_t point = 0;
    for (uint32_t a = 0; a < space->n_axes; a++) point = point * space->n_values[a] + digit[a];
    return point;
}

/* The places of the trials whose results proposal number `k` may see. */
static sg_status look_back(sg_tried_point *tried, const sg_trial_book *book, size_t k,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_axes = book->experiment->n_axes;
    sg_trial_score *score = NULL;
    uint32_t *place = NULL, n_seen = 0;
    SG_ALLOC(score, k);
    SG_ALLOC(place, k);
    for (size_t t = 0; t < k; t++) {
        tried[t] =
            (sg_tried_point){.digit = book->digit + t * n_axes,
                             .is_seen = t + SG_PROPOSAL_LAG < k && book->trial[t].has_score};
        if (tried[t].is_seen) score[n_seen++] = book->trial[t].score;
    }
    sg_trial_places(place, score, n_seen, book->higher_is_better);
    for (size_t t = 0, s = 0; t < k; t++)
        if (tried[t].is_seen) tried[t].place = place[s++];
done:
    sg_free(score);
    sg_free(place);
    return status;
}

sg_status sg_trial_book_propose(bool *is_new, sg_trial_book *book, uint64_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_axes = book->experiment->n_axes, k = (uint32_t)book->n;
    const sg_proposal_space space = {
        .n_axes = n_axes,
        .n_values = book->n_values,
        .first = (const uint32_t *const *)book->order.first,
        .coarser = (const uint32_t *const *)book->order.coarser,
    };
    sg_tried_point *tried = NULL;
    SG_TRY(sg_grow(&book->trial, &book->capacity, book->n + 1, sizeof *book->trial, err));
    SG_TRY(sg_grow(&book->digit, &book->digit_capacity, (book->n + 1) * n_axes,
                   sizeof *book->digit, err));
    SG_ALLOC(tried, k);
    SG_TRY(look_back(tried, book, k, err));
    uint32_t *digit = book->digit + (size_t)k * n_axes;
    *is_new = book->at_random ? sg_proposal_random(digit, &space, tried, k, seed, k)
                              : sg_proposal_next(digit, &space, tried, k, seed, k);
    if (!*is_new) goto done;
    book->trial[k] = (sg_trial){.point = sg_trial_point(digit, &space),
                                .configuration = UINT32_MAX,
                                .expected = (double)NAN,
                                .seconds = (double)NAN};
    book->n++;
done:
    sg_free(tried);
    return status;
}

sg_value_effect sg_trial_effect(const sg_trial_book *book, const double *metric, uint32_t axis,
                                uint32_t value)
{
    sg_value_effect effect = {0, 0, (double)NAN};
    double squares = 0;
    for (size_t t = 0; t < book->n; t++) {
        if (isnan(metric[t]) || book->digit[t * book->experiment->n_axes + axis] != value)
            continue;
        effect.n++;
        effect.mean += metric[t];
    }
    effect.mean = effect.n > 0 ? effect.mean / effect.n : (double)NAN;
    for (size_t t = 0; t < book->n; t++)
        if (!isnan(metric[t]) && book->digit[t * book->experiment->n_axes + axis] == value)
            squares += (metric[t] - effect.mean) * (metric[t] - effect.mean);
    if (effect.n > 1) effect.spread = sqrt(squares / (effect.n - 1));
    return effect;
}

double sg_trial_explained(const sg_trial_book *book, const double *metric, uint32_t axis)
{
    double mean = 0, within = 0, all = 0;
    uint32_t n = 0, n_values = 0;
    for (uint32_t v = 0; v < book->n_values[axis]; v++) {
        const sg_value_effect e = sg_trial_effect(book, metric, axis, v);
        if (e.n == 0) continue;
        n_values++;
        n += e.n;
        mean += e.n * e.mean;
        if (e.n > 1) within += (e.n - 1) * e.spread * e.spread;
    }
    if (n_values < 2 || n <= n_values) return (double)NAN;
    mean /= n;
    for (size_t t = 0; t < book->n; t++)
        if (!isnan(metric[t])) all += (metric[t] - mean) * (metric[t] - mean);
    return all > 0 ? 1 - within / (n - n_values) / (all / (n - 1)) : 0;
}
