/* test_metric_twins.c - R2, Spearman, precision, Matthews' correlation and calibration: by hand, and
 * against slow twins. */
#include "unit/train/metric_values.inc"

#include "kernels/statistics.h"

static void check_same(double a, double b)
{
    if (isnan(a) && isnan(b)) return;
    check_near(a, b, 1e-12, 1e-12);
}

/* ---- By hand ------------------------------------------------------------------------------ */

/* Targets 1, 2, 3 have the variance sum 2; outputs are off by 0, 1 and 0, or are the mean. */
static void fits_by_hand(void **state)
{
    (void)state;
    const double target[] = {1, 1, 2, 2, 3, 3, NAN, NAN}, output[] = {1, 2, 3, 2, 3, 2, 9, 9};
    const sg_targets targets = {.value = target, .n_columns = 2};
    const sg_predictions p = {output, IN_ORDER, 4, 2, &sg_loss_mse, &targets, NULL, NULL, NULL};
    double column[2];
    check_ok(sg_metric_of_columns(column, &sg_metric_r2, &p, &err));
    check_near(column[0], 0.5, 1e-15, 0);
    check_near(column[1], 0, 0, 1e-15);
    check_near(value_of(&sg_metric_r2, &p), 0.25, 1e-15, 0);
    /* Ranks 1, 2, 3 against 1, 2.5, 2.5: 1.5 / sqrt(2 x 1.5).  A constant has no ranks. */
    check_ok(sg_metric_of_columns(column, &sg_metric_spearman, &p, &err));
    check_near(column[0], 1.5 / sqrt(3), 1e-15, 0);
    assert_true(isnan(column[1]));
    check_near(value_of(&sg_metric_spearman, &p), 1.5 / sqrt(3), 1e-15, 0);
}

static void classes_by_hand(void **state)
{
    (void)state;
    const uint32_t class_of[] = {1, 0, 1, 0};
    const double output[] = {0, log(9), 0, log(4), 0, log(1.5), log(9), 0};
    const sg_targets targets = {.item_class = class_of};
    const sg_predictions p = {output,   IN_ORDER, 4,    2,   &sg_loss_cross_entropy,
                              &targets, NULL,     NULL, NULL};
    /* In falling order: member, other, member, other: 1/2 (1 + 2/3). */
    check_near(value_of(&sg_metric_pr_auc, &p), 100 * (1 + 2.0 / 3) / 2, 1e-13, 0);
    /* 3 of 4 are right: classes 2 2, predictions 1 3: (3 x 4 - 8) / sqrt(8 x 6). */
    check_near(value_of(&sg_metric_mcc, &p), 4 / sqrt(48), 1e-14, 0);
    /* Said 0.9 0.8 0.6 0.9 of the predicted class; bins of 0.9: 1.8 against 2, of 0.8: 0.8 against 0,
     * of 0.6: 0.6 against 1. */
    check_near(value_of(&sg_metric_ece, &p), 100 * (0.2 + 0.8 + 0.4) / 4, 1e-12, 0);
}

/* Probabilities of exactly 0, 1 and bounds of bins have their bins. */
static void bounds_of_bins(void **state)
{
    (void)state;
    const sg_targets targets = {.value = (double[]){0, 1, 1}, .n_columns = 1};
    const sg_predictions p = {
        (double[]){-800, 800, 0}, IN_ORDER, 3, 1, &sg_loss_bce, &targets, NULL, NULL, NULL};
    check_near(value_of(&sg_metric_ece, &p), 100 * 0.5 / 3, 1e-12, 0);
}

static void what_is_undefined_is_nan(void **state)
{
    (void)state;
    const sg_targets same = {.value = (double[]){2, 2, 2}, .n_columns = 1};
    sg_predictions p = {
        (double[]){1, 2, 3}, IN_ORDER, 3, 1, &sg_loss_mse, &same, NULL, NULL, NULL};
    assert_true(isnan(value_of(&sg_metric_r2, &p)));
    assert_true(isnan(value_of(&sg_metric_spearman, &p)));
    const sg_targets zeros = {.value = (double[]){0, 0, 0}, .n_columns = 1};
    p = (sg_predictions){p.output, IN_ORDER, 3, 1, &sg_loss_bce, &zeros, NULL, NULL, NULL};
    assert_true(isnan(value_of(&sg_metric_pr_auc, &p)));
    assert_true(isnan(value_of(&sg_metric_mcc, &p)));
}

/* ---- Slow twins --------------------------------------------------------------------------- */

/* 1 + how many are smaller + half of the other equal ones. */
static double slow_rank(const double *value, uint32_t n, uint32_t i)
{
    double rank = 1;
    for (uint32_t k = 0; k < n; k++)
        rank += k == i ? 0 : value[k] < value[i] ? 1 : value[k] == value[i] ? 0.5 : 0;
    return rank;
}

/* The covariance over all pairs of items. */
static double slow_spearman(const double *a, const double *b, uint32_t n)
{
    double both = 0, of_a = 0, of_b = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            const double d_a = slow_rank(a, n, i) - slow_rank(a, n, k),
                         d_b = slow_rank(b, n, i) - slow_rank(b, n, k);
            both += d_a * d_b;
            of_a += d_a * d_a;
            of_b += d_b * d_b;
        }
    return both / sqrt(of_a * of_b); /* 0/0 is NaN */
}

/* The variance from sums of squares. */
static double slow_r2(const double *target, const double *output, uint32_t n)
{
    double sum = 0, squares = 0, errors = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += target[i];
        squares += target[i] * target[i];
        errors += (target[i] - output[i]) * (target[i] - output[i]);
    }
    const double variance = squares - sum * sum / n;
    return variance > 1e-9 ? 1 - errors / variance : NAN;
}

/* For every member the precision among all that score as high, or higher. */
static double slow_precision(const double *score, const bool *is_member, uint32_t n)
{
    double sum = 0, n_members = 0;
    for (uint32_t i = 0; i < n; i++) {
        double members = 0, all = 0;
        if (!is_member[i]) continue;
        for (uint32_t k = 0; k < n; k++) {
            if (score[k] < score[i]) continue;
            all++;
            members += is_member[k];
        }
        sum += members / all;
        n_members++;
    }
    return 100 * sum / n_members; /* 0/0 is NaN */
}

/* Bin after bin over all items. */
static double slow_ece(const double *probability, const bool *is_right, uint32_t n)
{
    double sum = 0;
    for (int b = 0; b < 15; b++) {
        double said = 0, right = 0, in_bin = 0;
        for (uint32_t i = 0; i < n; i++) {
            const double x = probability[i] * 15;
            if (!(x > b && x <= b + 1) && !(b == 0 && x == 0)) continue;
            said += probability[i];
            right += is_right[i];
            in_bin++;
        }
        if (in_bin > 0) sum += in_bin / n * fabs(said / in_bin - right / in_bin);
    }
    return n > 0 ? 100 * sum : NAN;
}

/* The correlation of indicators, class by class: sum of covariances over the root of the variances. */
static double slow_mcc(const uint32_t *target, const uint32_t *said, uint32_t n, uint32_t width)
{
    double both = 0, targets = 0, predictions = 0;
    for (uint32_t c = 0; c < width; c++) {
        double t = 0, p = 0;
        for (uint32_t i = 0; i < n; i++) {
            t += target[i] == c;
            p += said[i] == c;
        }
        for (uint32_t i = 0; i < n; i++) {
            const double x = (target[i] == c) - t / n, y = (said[i] == c) - p / n;
            both += x * y;
            targets += x * x;
            predictions += y * y;
        }
    }
    return targets > 1e-9 && predictions > 1e-9 ? both / sqrt(targets * predictions) : NAN;
}

/* Numbers of which half are drawn from a few. */
static void draw(double *value, sg_rng *rng, uint32_t n)
{
    const bool few = sg_rng_below(rng, 2) == 0;
    for (uint32_t i = 0; i < n; i++)
        value[i] = few ? (double)sg_rng_below(rng, 4) - 1.5 : 6 * sg_rng_uniform(rng) - 3;
}

static void numbers_equal_the_slow_twins(void **state)
{
    (void)state;
    sg_rng rng = check_rng("numbers");
    for (int k = 0; k < 500; k++) {
        double target[MAX_N], output[MAX_N];
        const uint32_t n = sg_rng_below(&rng, MAX_N + 1);
        draw(target, &rng, n);
        draw(output, &rng, n);
        const sg_targets targets = {.value = target, .n_columns = 1};
        const sg_predictions p = {output,   IN_ORDER, n,    1,   &sg_loss_mse,
                                  &targets, NULL,     NULL, NULL};
        check_same(value_of(&sg_metric_r2, &p), slow_r2(target, output, n));
        check_same(value_of(&sg_metric_spearman, &p), slow_spearman(target, output, n));
    }
}

static void classes_equal_the_slow_twins(void **state)
{
    (void)state;
    sg_rng rng = check_rng("classes");
    for (int k = 0; k < 500; k++) {
        double output[MAX_N * MAX_WIDTH], said[MAX_N], precisions = 0, n_precisions = 0;
        uint32_t class_of[MAX_N], predicted[MAX_N];
        bool is_right[MAX_N];
        const uint32_t width = 2 + sg_rng_below(&rng, MAX_WIDTH - 1),
                       n = sg_rng_below(&rng, MAX_N + 1);
        draw(output, &rng, n * width);
        for (uint32_t i = 0; i < n; i++) {
            double p[MAX_WIDTH];
            memcpy(p, output + (size_t)i * width, width * sizeof *p);
            class_of[i] = sg_rng_below(&rng, width);
            predicted[i] = sg_largest(p, width);
            sg_softmax(p, width);
            said[i] = p[predicted[i]];
            is_right[i] = predicted[i] == class_of[i];
        }
        for (uint32_t c = width == 2; c < width; c++) {
            double score[MAX_N];
            bool is_member[MAX_N];
            for (uint32_t i = 0; i < n; i++) {
                /* Ties of probabilities are those of differences to two digits less. */
                double rest = 0;
                for (uint32_t o = 0; o < width; o++)
                    if (o != c) rest += exp(output[i * width + o] - output[i * width + c]);
                score[i] = -round(rest * 1e10);
                is_member[i] = class_of[i] == c;
            }
            const double one = slow_precision(score, is_member, n);
            if (isnan(one)) continue;
            precisions += one;
            n_precisions++;
        }
        const sg_targets targets = {.item_class = class_of};
        const sg_predictions p = {output,   IN_ORDER, n,    width, &sg_loss_cross_entropy,
                                  &targets, NULL,     NULL, NULL};
        if (width == 2) check_same(value_of(&sg_metric_pr_auc, &p), precisions / n_precisions);
        check_same(value_of(&sg_metric_mcc, &p), slow_mcc(class_of, predicted, n, width));
        check_same(value_of(&sg_metric_ece, &p), slow_ece(said, is_right, n));
    }
}

static void columns_equal_the_slow_twins(void **state)
{
    (void)state;
    sg_rng rng = check_rng("columns");
    for (int k = 0; k < 500; k++) {
        double output[MAX_N], target[MAX_N], score[MAX_N], probability[MAX_N];
        uint32_t class_of[MAX_N], said[MAX_N], n_known = 0;
        bool is_member[MAX_N];
        const uint32_t n = sg_rng_below(&rng, MAX_N + 1);
        draw(output, &rng, n);
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t drawn = sg_rng_below(&rng, 5);
            target[i] = drawn == 4 ? (double)NAN : (double)(drawn % 2);
            if (drawn == 4) continue;
            score[n_known] = output[i];
            probability[n_known] = 1 / (1 + exp(-output[i]));
            class_of[n_known] = drawn % 2;
            said[n_known] = output[i] > 0;
            is_member[n_known++] = drawn % 2 == 1;
        }
        const sg_targets targets = {.value = target, .n_columns = 1};
        const sg_predictions p = {output,   IN_ORDER, n,    1,   &sg_loss_bce,
                                  &targets, NULL,     NULL, NULL};
        check_same(value_of(&sg_metric_pr_auc, &p), slow_precision(score, is_member, n_known));
        check_same(value_of(&sg_metric_mcc, &p), slow_mcc(class_of, said, n_known, 2));
        check_same(value_of(&sg_metric_ece, &p), slow_ece(probability, is_member, n_known));
    }
}

/* Enough items to be sorted by bytes: scores of both signs, of all sizes, with ties and both zeros. */
static void many_items_equal_counted_pairs(void **state)
{
    enum { N = 3000 };
    static double output[N], target[N];
    static uint32_t item[N];
    static bool is_member[N];
    sg_rng rng = check_rng("many items");
    uint64_t won = 0, tied = 0, n_members = 0;
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        const double size = ldexp(sg_rng_uniform(&rng) - 0.5, (int)sg_rng_below(&rng, 80) - 40);
        const uint32_t kind = sg_rng_below(&rng, 4);
        output[i] = kind == 0   ? (i % 2 == 0 ? 0.0 : -0.0)
                    : kind == 1 ? sg_rng_below(&rng, 9) - 4.0
                                : size;
        is_member[i] = sg_rng_uniform(&rng) < (output[i] > 0 ? 0.6 : 0.3);
        target[i] = is_member[i] ? 1 : 0;
        item[i] = i;
        n_members += is_member[i];
    }
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t j = 0; j < N && is_member[i]; j++) {
            won += !is_member[j] && output[i] > output[j];
            tied += !is_member[j] && output[i] == output[j];
        }
    const sg_targets targets = {.value = target, .n_columns = 1};
    const sg_predictions p = {output, item, N, 1, &sg_loss_bce, &targets, NULL, NULL, NULL};
    const double pairs = (double)n_members * (double)(N - n_members);
    check_near(value_of(&sg_metric_roc_auc, &p), 100 * ((double)won + (double)tied / 2) / pairs,
               1e-13, 0);
    check_same(value_of(&sg_metric_pr_auc, &p), slow_precision(output, is_member, N));
}

SG_TESTS(cmocka_unit_test(many_items_equal_counted_pairs), cmocka_unit_test(fits_by_hand),
         cmocka_unit_test(classes_by_hand), cmocka_unit_test(bounds_of_bins),
         cmocka_unit_test(what_is_undefined_is_nan),
         cmocka_unit_test(numbers_equal_the_slow_twins),
         cmocka_unit_test(classes_equal_the_slow_twins),
         cmocka_unit_test(columns_equal_the_slow_twins))
