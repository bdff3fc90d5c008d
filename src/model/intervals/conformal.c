/* conformal.c - measures of errors, by row and group of trust. */
#include "model/intervals/conformal.h"

#include "base/mem.h"
#include "base/observer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The expected error never sinks below this share of the mean one, however sure an ensemble is. */
static const double SMALLEST_SHARE = 0.2;

/* What is mostly known has an interval, even if few of the items that calibrate were known less. */
static const double MOSTLY_KNOWN = 0.5;

void sg_conformal_free(sg_conformal *table)
{
    sg_free(table->width);
    sg_free(table->count);
    sg_free(table->offset);
    sg_free(table->measure);
    *table = (sg_conformal){0};
}

static int compare_reals(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double trust_of(const sg_conformal_items *items, uint32_t i)
{
    return items->trust != NULL ? items->trust[i] : 1;
}

static double spread_of(const sg_conformal_items *items, size_t at)
{
    return items->spread != NULL ? items->spread[at] : 0;
}

/* ---- The error that is expected ---------------------------------------------------------- */

enum { N_TERMS = 3 }; /* 1, 1 - trust, spread */

/* Solve the normal equations for the terms in `use`, others are 0; false where they do not decide. */
static bool solve(double x[N_TERMS], const double m[N_TERMS][N_TERMS + 1], unsigned use)
{
    double a[N_TERMS][N_TERMS + 1];
    memcpy(a, m, sizeof a);
    for (int i = 0; i < N_TERMS; i++) {
        if ((use >> i & 1) == 0) continue;
        if (!(a[i][i] > 1e-12 * (1 + m[i][i]))) return false;
        for (int k = i + 1; k < N_TERMS; k++) {
            const double factor = (use >> k & 1) != 0 ? a[k][i] / a[i][i] : 0;
            for (int c = 0; c <= N_TERMS; c++) a[k][c] -= factor * a[i][c];
        }
    }
    for (int i = N_TERMS - 1; i >= 0; i--) {
        double rest = a[i][N_TERMS];
        x[i] = 0;
        if ((use >> i & 1) == 0) continue;
        for (int k = i + 1; k < N_TERMS; k++) rest -= a[i][k] * x[k];
        x[i] = rest / a[i][i];
    }
    return true;
}

/* What is left of the squares, up to a constant. */
static double rest_of(const double x[N_TERMS], const double m[N_TERMS][N_TERMS + 1])
{
    double sum = 0;
    for (int i = 0; i < N_TERMS; i++) {
        sum -= 2 * x[i] * m[i][N_TERMS];
        for (int k = 0; k < N_TERMS; k++) sum += x[i] * x[k] * m[i][k];
    }
    return sum;
}

/* Least squares with coefficients >= 0: three terms have few subsets, so all are tried. */
static void fit_width(double width[SG_CONFORMAL_WIDTHS], const sg_conformal_items *items,
                      uint32_t output)
{
    double m[N_TERMS][N_TERMS + 1] = {{0}}, best = INFINITY, sum = 0, n = 0;
    for (uint32_t i = 0; i < items->n; i++) {
        const size_t at = (size_t)i * items->n_outputs + output;
        if (isnan(items->truth[at])) continue;
        const double error = fabs(items->truth[at] - items->score[at]);
        const double term[N_TERMS + 1] = {1, 1 - trust_of(items, i), spread_of(items, at),
                                          error};
        for (int r = 0; r < N_TERMS; r++)
            for (int c = 0; c <= N_TERMS; c++) m[r][c] += term[r] * term[c];
        sum += error;
        n++;
    }
    const double mean = n > 0 && sum > 0 ? sum / n : 1;
    memset(width, 0, SG_CONFORMAL_WIDTHS * sizeof *width);
    width[0] = mean;
    for (unsigned use = 1; use < 1u << N_TERMS; use++) {
        double x[N_TERMS];
        if (!solve(x, (const double(*)[N_TERMS + 1]) m, use)) continue;
        const double rest = rest_of(x, (const double(*)[N_TERMS + 1]) m);
        if (x[0] < 0 || x[1] < 0 || x[2] < 0 || !(rest < best)) continue;
        best = rest;
        memcpy(width, x, sizeof x);
    }
    width[N_TERMS] = SMALLEST_SHARE * mean;
}

static double expected_error(const double width[SG_CONFORMAL_WIDTHS], double trust,
                             double spread)
{
    return fmax(width[0] + width[1] * (1 - trust) + width[2] * spread, width[N_TERMS]);
}

/* ---- Groups ------------------------------------------------------------------------------ */

static uint32_t group_of(const sg_conformal *t, double trust)
{
    uint32_t g = 0;
    while (g + 1 < t->n_groups && trust > t->edge[g]) g++;
    return g;
}

/* The items of lowest trust, up to a third of them, then up to two thirds; equal trust is never divided. */
static sg_status find_groups(sg_conformal *t, const sg_conformal_items *items, sg_error *err)
{
    sg_status status = SG_OK;
    double *trust = NULL;
    SG_ALLOC(trust, items->n);
    for (uint32_t i = 0; i < items->n; i++) trust[i] = trust_of(items, i);
    qsort(trust, items->n, sizeof *trust, compare_reals);
    for (uint32_t i = 0; i < items->n && i < SG_CONFORMAL_LEAST && items->trust != NULL; i++)
        t->least[t->n_least++] = trust[i];
    t->n_groups = 1;
    for (uint32_t third = 1, begin = 0; third < SG_CONFORMAL_GROUPS; third++) {
        uint32_t end = (uint32_t)((uint64_t)items->n * third / SG_CONFORMAL_GROUPS);
        while (end > begin && trust[end - 1] == trust[end]) end--;
        if (end - begin < SG_CONFORMAL_FEWEST) continue;
        t->edge[t->n_groups++ - 1] = trust[end - 1];
        begin = end;
    }
done:
    sg_free(trust);
    return status;
}

/* ---- Measures ---------------------------------------------------------------------------- */

/* The row and measure of an output of an item; false: nothing is known, or it says nothing of it. */
static bool measure_of(uint32_t *row, double *measure, const sg_conformal *t,
                       const sg_conformal_items *items, uint32_t i, uint32_t output)
{
    const size_t at = (size_t)i * items->n_outputs + output;
    const double truth = items->truth[at], score = items->score[at];
    if (isnan(truth)) return false;
    switch (t->task) {
    case SG_REGRESSION:
        *row = output;
        *measure = fabs(truth - score) /
                   expected_error(t->width + (size_t)output * SG_CONFORMAL_WIDTHS,
                                  trust_of(items, i), spread_of(items, at));
        return true;
    case SG_MULTILABEL:
        *row = 2 * output + (truth > 0.5);
        *measure = fmax(truth > 0.5 ? 1 - score : score, 0);
        return true;
    default:
        *row = output;
        *measure = fmax(1 - score, 0);
        return truth > 0.5;
    }
}

/* The measures of a row, of one group or (n_groups) of all, ascending; *n is how many. */
static void collect(double *list, uint32_t *n, const sg_conformal *t,
                    const sg_conformal_items *items, uint32_t row, uint32_t group)
{
    const uint32_t output = t->task == SG_MULTILABEL ? row / 2 : row;
    uint32_t found = 0;
    for (uint32_t i = 0; i < items->n; i++) {
        uint32_t its_row = 0;
        double measure = 0;
        if (group < t->n_groups && group_of(t, trust_of(items, i)) != group) continue;
        if (measure_of(&its_row, &measure, t, items, i, output) && its_row == row)
            list[found++] = measure;
    }
    qsort(list, found, sizeof *list, compare_reals);
    *n = found;
}

/* Of n measures, as many as are kept: at equal distances, the largest among them. */
static uint32_t thin(double *list, uint32_t n)
{
    const uint32_t kept = n < SG_CONFORMAL_MOST ? n : SG_CONFORMAL_MOST;
    for (uint32_t k = 0; k < kept; k++) list[k] = list[(uint64_t)(k + 1) * n / kept - 1];
    return kept;
}

static sg_status fill(sg_conformal *t, const sg_conformal_items *items, sg_error *err)
{
    sg_status status = SG_OK;
    double *list = NULL;
    uint64_t n_all = 0;
    const size_t n_lists = (size_t)t->n_rows * t->n_groups;
    SG_ALLOC(list, items->n);
    SG_ALLOC(t->count, n_lists);
    SG_ALLOC(t->offset, n_lists + 1);
    SG_ALLOC(t->measure, n_lists * SG_CONFORMAL_MOST);
    t->offset[0] = 0;
    for (size_t l = 0; l < n_lists; l++) {
        const uint32_t row = (uint32_t)(l / t->n_groups), group = (uint32_t)(l % t->n_groups);
        uint32_t n = 0;
        SG_TRY(sg_watch_ask_seldom(err));
        collect(list, &n, t, items, row, group);
        if (n < SG_CONFORMAL_FEWEST) collect(list, &n, t, items, row, t->n_groups);
        t->count[l] = n;
        n_all += n;
        n = thin(list, n);
        memcpy(t->measure + t->offset[l], list, n * sizeof *list);
        t->offset[l + 1] = t->offset[l] + n;
    }
    SG_REQUIRE(n_all > 0, SG_EINVAL, "intervals: the true value of no item is known");
done:
    sg_free(list);
    return status;
}

sg_status sg_conformal_fit(sg_conformal *table, const sg_conformal_items *items, sg_error *err)
{
    sg_status status = SG_OK;
    sg_conformal made = {.task = items->task,
                         .n_outputs = items->n_outputs,
                         .n_rows = items->n_outputs * (items->task == SG_MULTILABEL ? 2 : 1)};
    SG_REQUIRE(items->n > 0, SG_EINVAL, "intervals: there are no items");
    SG_TRY(find_groups(&made, items, err));
    if (items->task == SG_REGRESSION) {
        SG_ALLOC(made.width, (size_t)items->n_outputs * SG_CONFORMAL_WIDTHS);
        for (uint32_t o = 0; o < items->n_outputs; o++)
            fit_width(made.width + (size_t)o * SG_CONFORMAL_WIDTHS, items, o);
    }
    SG_TRY(fill(&made, items, err));
    *table = made;
    made = (sg_conformal){0};
done:
    sg_conformal_free(&made);
    return status;
}

/* ---- Intervals --------------------------------------------------------------------------- */

/* The measure that the share `coverage` of n + 1 items, the new one among them, does not exceed. */
static double limit_of(const sg_conformal *t, uint32_t row, uint32_t group, double coverage)
{
    const size_t l = (size_t)row * t->n_groups + group, kept = t->offset[l + 1] - t->offset[l];
    const double n = (double)t->count[l], rank = ceil((n + 1) * coverage - 1e-9);
    if (!(rank <= n)) return INFINITY;
    const size_t k = (size_t)ceil(fmax(rank, 1) * (double)kept / n - 1e-9);
    return t->measure[t->offset[l] + (k > 0 ? k - 1 : 0)];
}

/* Whether fewer items had as little trust than a promise needs. */
static bool is_unheard_of(const sg_conformal *t, double trust, double coverage)
{
    uint32_t n = 0;
    if (trust >= MOSTLY_KNOWN || t->n_least == 0) return false;
    while (n < t->n_least && t->least[n] <= trust) n++;
    return ceil((n + 1) * coverage - 1e-9) > n;
}

void sg_conformal_interval(sg_interval *interval, const sg_conformal *t, const double *score,
                           const double *spread, double trust, double coverage)
{
    const uint32_t g = group_of(t, trust);
    const bool says_nothing = is_unheard_of(t, trust, coverage);
    for (uint32_t o = 0; o < t->n_outputs; o++) {
        sg_interval made = {.low = score[o], .high = score[o]};
        if (t->task == SG_REGRESSION) {
            const double expected = expected_error(t->width + (size_t)o * SG_CONFORMAL_WIDTHS,
                                                   trust, spread != NULL ? spread[o] : 0);
            const double half =
                says_nothing ? INFINITY : limit_of(t, o, g, coverage) * expected;
            made.low = score[o] - half;
            made.high = score[o] + half;
        } else if (t->task == SG_MULTILABEL) {
            made.no = says_nothing || score[o] <= limit_of(t, 2 * o, g, coverage);
            made.yes = says_nothing || 1 - score[o] <= limit_of(t, 2 * o + 1, g, coverage);
        } else {
            made.yes = says_nothing || 1 - score[o] <= limit_of(t, o, g, coverage);
            made.no = !made.yes;
        }
        interval[o] = made;
    }
}
