/* metric_auc.c - areas under curves: receiver operating characteristic, precision over recall.
 *
 * The first is the share of pairs (member, other) in which the member scores higher, ties counting half.
 * In ascending order of scores, a group of equal ones with m members wins m x (others before it)
 * pairs and ties m x (others in it).  Counted twice these are whole numbers, so that the order of
 * equal scores cannot matter, nor rounding.
 *
 * The second is the average precision: the sum over thresholds, from the highest score down, of
 * (recall gained) x (precision), without interpolation.  Items of equal scores pass together. */
#include "train/metrics.h"

#include "base/mem.h"
#include "base/observer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct scored {
    double score;
    bool is_member;
} scored;

static int compare_scores(const void *a, const void *b)
{
    const double x = ((const scored *)a)->score, y = ((const scored *)b)->score;
    return (x > y) - (x < y);
}

/* Numbers that ascend as the scores do; equal scores have the same one, whatever the sign of 0. */
static uint64_t key_of(double score)
{
    uint64_t bits = 0;
    const double plain = score + 0.0;
    memcpy(&bits, &plain, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

/* Sort item[0 .. n), with room for as many behind them.  Samples of large data are sorted a thousand times, and
 * passes over the bytes of their keys take a fifth of the time of comparisons.  Fails with SG_ECANCELED. */
static sg_status sort_scores(scored *item, size_t n, sg_error *err)
{
    enum { FEW = 512, BYTES = 8, DIGITS = 256 };
    sg_status status = SG_OK;
    if (n < FEW) {
        qsort(item, n, sizeof *item, compare_scores);
        goto done;
    }
    size_t count[BYTES][DIGITS] = {{0}};
    scored *from = item, *to = item + n;
    for (size_t i = 0; i < n; i++) {
        const uint64_t key = key_of(item[i].score);
        for (uint32_t b = 0; b < BYTES; b++) count[b][key >> 8 * b & (DIGITS - 1)]++;
    }
    for (uint32_t b = 0; b < BYTES; b++) {
        SG_TRY(sg_watch_ask_seldom(err));
        if (count[b][key_of(item[0].score) >> 8 * b & (DIGITS - 1)] == n) continue;
        for (size_t d = 0, first = 0; d < DIGITS; d++) {
            const size_t there = count[b][d];
            count[b][d] = first;
            first += there;
        }
        for (size_t i = 0; i < n; i++)
            to[count[b][key_of(from[i].score) >> 8 * b & (DIGITS - 1)]++] = from[i];
        scored *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != item) memcpy(item, from, n * sizeof *item);
done:
    return status;
}

/* In percent; NaN where all or none are members.  The items are sorted by score, here and below. */
static double area(const scored *item, size_t n)
{
    uint64_t n_members = 0, n_others = 0, twice = 0;
    for (size_t begin = 0, end; begin < n; begin = end) {
        uint64_t members = 0;
        for (end = begin; end < n && item[end].score == item[begin].score; end++)
            members += item[end].is_member;
        const uint64_t others = end - begin - members;
        twice += members * (2 * n_others + others);
        n_members += members;
        n_others += others;
    }
    if (n_members == 0 || n_others == 0) return NAN;
    return 100 * ((double)twice / 2 / ((double)n_members * (double)n_others));
}

/* In percent; NaN where none are members. */
static double average_precision(const scored *item, size_t n)
{
    uint64_t n_members = 0, n_taken = 0;
    double sum = 0;
    for (size_t end = n, begin; end > 0; end = begin) {
        uint64_t members = 0;
        for (begin = end; begin > 0 && item[begin - 1].score == item[end - 1].score; begin--)
            members += item[begin - 1].is_member;
        n_members += members;
        n_taken += end - begin;
        sum += (double)members * ((double)n_members / (double)n_taken);
    }
    return n_members > 0 ? 100 * (sum / (double)n_members) : NAN;
}

/* What is measured of the scored items of one class. */
typedef double curve(const scored *item, size_t n);

/* How much an item looks like each class: the logarithms of the probabilities, which order items
 * as the probabilities do and do not run out of digits near 0.  With two classes the difference of
 * the outputs does the same. */
static void write_scores(double *score, const double *output, uint32_t width)
{
    if (width == 2) {
        score[0] = output[0] - output[1];
        score[1] = output[1] - output[0];
        return;
    }
    double largest = output[0], sum = 0;
    for (uint32_t c = 1; c < width; c++) largest = fmax(largest, output[c]);
    for (uint32_t c = 0; c < width; c++) sum += exp(output[c] - largest);
    for (uint32_t c = 0; c < width; c++) score[c] = output[c] - largest - log(sum);
}

static sg_status of_classes(double *value, curve *measure, const sg_predictions *p,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = p->width;
    double *score = NULL; /* [n][width] */
    scored *item = NULL;  /* [2 n] */
    SG_ALLOC(score, p->n * width);
    SG_ALLOC(item, 2 * (size_t)p->n);
    for (uint32_t i = 0; i < p->n; i++)
        write_scores(score + i * width, p->output + i * width, p->width);
    double sum = 0;
    uint32_t n_areas = 0;
    /* The class 1 of two stands for both: the area of the class 0 is the same, seen from behind,
     * and precision is that of the class 1 by custom. */
    for (uint32_t c = p->width == 2; c < p->width; c++) {
        SG_TRY(sg_watch_ask_seldom(err));
        for (uint32_t i = 0; i < p->n; i++)
            item[i] = (scored){score[i * width + c], sg_class_of(p, i) == c};
        SG_TRY(sort_scores(item, p->n, err));
        const double one = measure(item, p->n);
        if (isnan(one)) continue;
        sum += one;
        n_areas++;
    }
    *value = n_areas > 0 ? sum / n_areas : NAN;
done:
    sg_free(item);
    sg_free(score);
    return status;
}

static sg_status of_column(double *value, curve *measure, const sg_predictions *p, uint32_t c,
                           sg_error *err)
{
    sg_status status = SG_OK;
    scored *item = NULL; /* [2 n] */
    size_t n = 0;
    SG_ALLOC(item, 2 * (size_t)p->n);
    for (uint32_t i = 0; i < p->n; i++) {
        const double target = sg_target_of(p, i, c);
        if (!isnan(target)) item[n++] = (scored){sg_output_of(p, i, c), target > 0.5};
    }
    SG_TRY(sort_scores(item, n, err));
    *value = measure(item, n);
done:
    sg_free(item);
    return status;
}

static sg_status area_of_classes(double *value, const sg_predictions *p, sg_error *err)
{
    return of_classes(value, area, p, err);
}

static sg_status area_of_column(double *value, const sg_predictions *p, uint32_t c,
                                sg_error *err)
{
    return of_column(value, area, p, c, err);
}

const sg_metric sg_metric_roc_auc = {
    .name = "roc-auc",
    .title = "ROC AUC",
    .about = "chance that a member of the class scores above another item",
    .tasks = SG_TASK_BIT(SG_CLASSIFICATION) | SG_TASK_BIT(SG_MULTILABEL),
    .usual_for = SG_TASK_BIT(SG_MULTILABEL),
    .higher_is_better = true,
    .in_percent = true,
    .of_classes = area_of_classes,
    .of_column = area_of_column,
};

static sg_status precision_of_classes(double *value, const sg_predictions *p, sg_error *err)
{
    return of_classes(value, average_precision, p, err);
}

static sg_status precision_of_column(double *value, const sg_predictions *p, uint32_t c,
                                     sg_error *err)
{
    return of_column(value, average_precision, p, c, err);
}

const sg_metric sg_metric_pr_auc = {
    .name = "pr-auc",
    .title = "PR AUC",
    .about = "average precision: the area under precision over recall",
    .tasks = SG_TASK_BIT(SG_CLASSIFICATION) | SG_TASK_BIT(SG_MULTILABEL),
    .higher_is_better = true,
    .in_percent = true,
    .of_classes = precision_of_classes,
    .of_column = precision_of_column,
};
