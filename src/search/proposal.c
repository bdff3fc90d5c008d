/* proposal.c - counts of values among good and other points, with one more of each so that none is impossible. */
#include "search/proposal.h"

#include "base/rng.h"

#include <math.h>
#include <string.h>

enum {
    STREAM = 0x70e,
    N_FIRST = 16,     /* proposals without a model                            */
    RANDOM_EVERY = 4, /* one of so many proposals is random                   */
    N_DRAWN = 24,     /* points that compete for a proposal                   */
    N_ATTEMPTS = 200  /* to find one that was not tried, before all are asked */
};

static bool was_tried(const uint32_t *digit, const sg_proposal_space *space,
                      const sg_tried_point *tried, uint32_t n)
{
    for (uint32_t t = 0; t < n; t++)
        if (memcmp(tried[t].digit, digit, space->n_axes * sizeof *digit) == 0) return true;
    return false;
}

/* The points whose results may be seen, and how many of them are good: a quarter, at least one. */
static uint32_t count_good(uint32_t *n_seen, const sg_tried_point *tried, uint32_t n)
{
    *n_seen = 0;
    for (uint32_t t = 0; t < n; t++) *n_seen += tried[t].is_seen;
    return (*n_seen + 3) / 4;
}

/* How likely value v of axis a is among the good points, or among the others. */
static double share_of(uint32_t a, uint32_t v, bool good, const sg_proposal_space *space,
                       const sg_tried_point *tried, uint32_t n)
{
    uint32_t n_seen = 0, n_with = 0, n_all = 0;
    const uint32_t n_good = count_good(&n_seen, tried, n);
    for (uint32_t t = 0; t < n; t++) {
        if (!tried[t].is_seen || (tried[t].place < n_good) != good) continue;
        n_all++;
        n_with += tried[t].digit[a] == v;
    }
    return (n_with + 1.0) / (n_all + (double)space->n_values[a]);
}

double sg_proposal_ratio(const uint32_t *digit, const sg_proposal_space *space,
                         const sg_tried_point *tried, uint32_t n_tried)
{
    double sum = 0;
    for (uint32_t a = 0; a < space->n_axes; a++)
        sum += log(share_of(a, digit[a], true, space, tried, n_tried)) -
               log(share_of(a, digit[a], false, space, tried, n_tried));
    return sum;
}

/* ---- Equal and finer values ----------------------------------------------------------------- */

static bool is_first(const sg_proposal_space *space, uint32_t a, uint32_t v)
{
    return space->first == NULL || space->first[a][v] == v;
}

static bool is_first_point(const uint32_t *digit, const sg_proposal_space *space)
{
    for (uint32_t a = 0; a < space->n_axes; a++)
        if (!is_first(space, a, digit[a])) return false;
    return true;
}

static bool was_proposed(uint32_t a, uint32_t v, const sg_tried_point *tried, uint32_t n)
{
    for (uint32_t t = 0; t < n; t++)
        if (tried[t].digit[a] == v) return true;
    return false;
}

/* In place of equal values the first one, and in place of finer ones the coarser one that nobody has tried yet. */
static void settle(uint32_t *digit, const sg_proposal_space *space, const sg_tried_point *tried,
                   uint32_t n)
{
    for (uint32_t a = 0; a < space->n_axes; a++) {
        if (space->first != NULL) digit[a] = space->first[a][digit[a]];
        if (space->coarser == NULL) continue;
        for (uint32_t v = digit[a]; (v = space->coarser[a][v]) != UINT32_MAX;)
            if (!was_proposed(a, v, tried, n)) digit[a] = v;
    }
}

/* ---- Drawing -------------------------------------------------------------------------------- */

static void draw_uniform(uint32_t *digit, const sg_proposal_space *space, sg_rng *rng)
{
    for (uint32_t a = 0; a < space->n_axes; a++) do {
            digit[a] = sg_rng_below(rng, space->n_values[a]);
        } while (!is_first(space, a, digit[a]));
}

static void draw_good(uint32_t *digit, const sg_proposal_space *space,
                      const sg_tried_point *tried, uint32_t n, sg_rng *rng)
{
    for (uint32_t a = 0; a < space->n_axes; a++) {
        double left = sg_rng_uniform(rng);
        uint32_t v = 0;
        while (v + 1 < space->n_values[a] &&
               (left -= share_of(a, v, true, space, tried, n)) >= 0)
            v++;
        digit[a] = v;
    }
}

/* The next point in the order of counting, from `digit` on, that was not tried. */
static bool find_untried(uint32_t *digit, const sg_proposal_space *space,
                         const sg_tried_point *tried, uint32_t n)
{
    /* Among n + 1 different points one is new; fewer than that, and all of them are asked. */
    uint64_t n_points = 1;
    for (uint32_t a = 0; a < space->n_axes; a++)
        n_points = n_points > UINT64_MAX / space->n_values[a] ? UINT64_MAX
                                                              : n_points * space->n_values[a];
    for (uint32_t i = 0; i <= n && n_points > 0; n_points--) {
        const bool counts = is_first_point(digit, space);
        if (counts && !was_tried(digit, space, tried, n)) return true;
        i += counts;
        for (uint32_t a = space->n_axes; a-- > 0;) {
            digit[a] = (digit[a] + 1) % space->n_values[a];
            if (digit[a] != 0) break;
        }
    }
    return false;
}

bool sg_proposal_random(uint32_t *digit, const sg_proposal_space *space,
                        const sg_tried_point *tried, uint32_t n_tried, uint64_t seed,
                        uint32_t k)
{
    sg_rng rng = sg_rng_stream(seed, (uint64_t[]){STREAM, k}, 2);
    memset(digit, 0, space->n_axes * sizeof *digit);
    if (k == 0) return find_untried(digit, space, tried, n_tried);
    for (int i = 0; i < N_ATTEMPTS; i++) {
        draw_uniform(digit, space, &rng);
        settle(digit, space, tried, n_tried);
        if (!was_tried(digit, space, tried, n_tried)) return true;
    }
    return find_untried(digit, space, tried, n_tried);
}

bool sg_proposal_next(uint32_t *digit, const sg_proposal_space *space,
                      const sg_tried_point *tried, uint32_t n_tried, uint64_t seed, uint32_t k)
{
    uint32_t n_seen = 0, drawn[SG_MOST_AXES];
    (void)count_good(&n_seen, tried, n_tried);
    if (k < N_FIRST || n_seen < SG_PROPOSAL_LAG || k % RANDOM_EVERY == RANDOM_EVERY - 1)
        return sg_proposal_random(digit, space, tried, n_tried, seed, k);
    sg_rng rng = sg_rng_stream(seed, (uint64_t[]){STREAM, k, 1}, 3);
    double best = -INFINITY;
    for (int i = 0; i < N_DRAWN; i++) {
        draw_good(drawn, space, tried, n_tried, &rng);
        settle(drawn, space, tried, n_tried);
        if (was_tried(drawn, space, tried, n_tried)) continue;
        const double ratio = sg_proposal_ratio(drawn, space, tried, n_tried);
        if (ratio <= best) continue;
        best = ratio;
        memcpy(digit, drawn, space->n_axes * sizeof *digit);
    }
    if (best > -INFINITY) return true;
    return sg_proposal_random(digit, space, tried, n_tried, seed, k);
}
