/* test_metric_values.c - metrics by hand, and against slow twins that look at every pair. */
#include "unit/train/metric_values.inc"

#include "kernels/statistics.h"
#include "network/real/loss.h"

#define ITEMS(items, count) (&(sg_loss_items){.item = (items), .n = (count)})

/* ---- Classification by hand --------------------------------------------------------------- */

static void classes_by_hand(void **state)
{
    (void)state;
    const sg_targets targets = {.item_class = EIGHT_CLASSES};
    const sg_predictions p = {SIX_OUTPUTS, SIX_GRAPHS, 6,    3,   &sg_loss_cross_entropy,
                              &targets,    NULL,       NULL, NULL};
    check_near(value_of(&sg_metric_accuracy, &p), 100 * 4.0 / 6, 1e-15, 0);
    check_near(value_of(&sg_metric_balanced_accuracy, &p), 100 * (2.0 / 3 + 1 + 0.5) / 3, 1e-15,
               0);
    /* 2 right / (members + predicted): 4/5, 2/4, 2/3. */
    check_near(value_of(&sg_metric_f1, &p), 100 * (0.8 + 0.5 + 2.0 / 3) / 3, 1e-15, 0);
    check_near(value_of(&sg_metric_loss, &p),
               sg_loss_of_f64(NULL, SIX_OUTPUTS, 3, &sg_loss_cross_entropy, &targets,
                              ITEMS(SIX_GRAPHS, 6)),
               0, 0);
}

/* Two classes: F1 is macro, too. */
static void two_classes_by_hand(void **state)
{
    (void)state;
    const uint32_t class_of[] = {0, 0, 0, 1};
    const double output[] = {1, 0, 1, 0, 0, 1, 0, 1};
    const sg_targets targets = {.item_class = class_of};
    const sg_predictions p = {output,   IN_ORDER, 4,    2,   &sg_loss_cross_entropy,
                              &targets, NULL,     NULL, NULL};
    check_near(value_of(&sg_metric_accuracy, &p), 75, 1e-15, 0);
    check_near(value_of(&sg_metric_f1, &p), 100 * (4.0 / 5 + 2.0 / 3) / 2, 1e-15, 0);
    /* The member beats two others and ties with the third. */
    check_near(value_of(&sg_metric_roc_auc, &p), 100 * 2.5 / 3, 1e-15, 0);
}

static void the_smaller_number_wins_ties(void **state)
{
    (void)state;
    assert_int_equal(sg_largest((double[]){1, 1}, 2), 0);
    assert_int_equal(sg_largest((double[]){0, 2, 1, 2}, 4), 1);
    assert_int_equal(sg_largest((double[]){-0.0, 0.0}, 2), 0);
    assert_int_equal(sg_largest((double[]){-3}, 1), 0);
}

/* Differences that probabilities in double could not show. */
static void large_outputs_are_told_apart(void **state)
{
    (void)state;
    const uint32_t class_of[] = {1, 0, 0};
    const sg_targets targets = {.item_class = class_of};
    const double two[] = {0, 60, 0, 50, 0, 40};
    sg_predictions p = {two,      IN_ORDER, 3,    2,   &sg_loss_cross_entropy,
                        &targets, NULL,     NULL, NULL};
    check_near(value_of(&sg_metric_roc_auc, &p), 100, 0, 0);
    /* The member of class 1 stands out, the members of class 0 tie with it; class 2 is absent. */
    const double three[] = {800, 0, 0, 900, 0, 0, 1000, 0, 0};
    p.output = three;
    p.width = 3;
    check_near(value_of(&sg_metric_roc_auc, &p), (100 + 50) / 2.0, 0, 0);
}

/* ---- Columns by hand ---------------------------------------------------------------------- */

static void columns_by_hand(void **state)
{
    (void)state;
    const sg_targets targets = {.value = LABELS, .n_columns = 4};
    const sg_predictions p = {LOGITS, IN_ORDER, 5, 4, &sg_loss_bce, &targets, NULL, NULL, NULL};
    double value[4];
    /* Column 0: 1 1 0 0 1 -> 1 0 1 0 1.  Column 1: 1 0 0 -> 1 0 1.  Column 2: all 0, all right. */
    check_ok(sg_metric_of_columns(value, &sg_metric_accuracy, &p, &err));
    check_near(value[0], 60, 1e-15, 0);
    check_near(value[1], 100 * 2.0 / 3, 1e-15, 0);
    check_near(value[2], 100, 0, 0);
    assert_true(isnan(value[3]));
    check_near(value_of(&sg_metric_accuracy, &p), (60 + 200.0 / 3 + 100) / 3, 1e-15, 0);

    check_ok(sg_metric_of_columns(value, &sg_metric_balanced_accuracy, &p, &err));
    check_near(value[0], 50 * (2.0 / 3 + 0.5), 1e-15, 0);
    check_near(value[1], 75, 1e-15, 0);
    check_near(value[2], 100, 0, 0);
    assert_true(isnan(value[3]));

    check_ok(sg_metric_of_columns(value, &sg_metric_f1, &p, &err));
    check_near(value[0], 100 * 4.0 / 6, 1e-15, 0);
    check_near(value[1], 100 * 2.0 / 3, 1e-15, 0);
    assert_true(isnan(value[2]) && isnan(value[3]));
    check_near(value_of(&sg_metric_f1, &p), 200.0 / 3, 1e-15, 0);

    /* Column 0: 2, -1 and 1 against 1 and -2: 2 + 1 + 1.5 of 6.  Column 1: 3 against -3 and 4. */
    check_ok(sg_metric_of_columns(value, &sg_metric_roc_auc, &p, &err));
    check_near(value[0], 75, 1e-15, 0);
    check_near(value[1], 50, 1e-15, 0);
    assert_true(isnan(value[2]) && isnan(value[3]));
    check_near(value_of(&sg_metric_roc_auc, &p), 62.5, 1e-15, 0);
}

/* A probability of exactly one half is no prediction of 1. */
static void one_half_is_zero(void **state)
{
    (void)state;
    const sg_targets targets = {.value = (double[]){0, 0, 1}, .n_columns = 1};
    const sg_predictions p = {
        (double[]){0, -0.0, 1e-300}, IN_ORDER, 3, 1, &sg_loss_bce, &targets, NULL, NULL, NULL};
    check_near(value_of(&sg_metric_accuracy, &p), 100, 0, 0);
}

static void errors_by_hand(void **state)
{
    (void)state;
    const double target[] = {1, 10, 2, NAN, 3, 30, 99, 99};
    const double output[] = {2, 10, 0, 5, 3, 26};
    const sg_targets targets = {.value = target, .n_columns = 2};
    sg_predictions p = {output, IN_ORDER, 3, 2, &sg_loss_mse, &targets, NULL, NULL, NULL};
    /* Errors 1 2 0 and 0 4, of five targets. */
    check_near(value_of(&sg_metric_mae, &p), 7.0 / 5, 1e-15, 0);
    check_near(value_of(&sg_metric_rmse, &p), sqrt(21.0 / 5), 1e-15, 0);
    check_near(value_of(&sg_metric_loss, &p), 21.0 / 5, 1e-15, 0);
    double value[2];
    check_ok(sg_metric_of_columns(value, &sg_metric_mae, &p, &err));
    check_near(value[0], 1, 1e-15, 0);
    check_near(value[1], 2, 1e-15, 0);
    check_ok(sg_metric_of_columns(value, &sg_metric_rmse, &p, &err));
    check_near(value[0], sqrt(5.0 / 3), 1e-15, 0);
    check_near(value[1], sqrt(8), 1e-15, 0);

    /* A unit of the network is 10 of the first target and -2 of the second; the loss stays. */
    p.scale = (double[]){10, -2};
    check_near(value_of(&sg_metric_mae, &p), (30 + 8) / 5.0, 1e-15, 0);
    check_near(value_of(&sg_metric_rmse, &p), sqrt((100 + 400 + 64) / 5.0), 1e-15, 0);
    check_near(value_of(&sg_metric_loss, &p), 21.0 / 5, 1e-15, 0);
    check_ok(sg_metric_of_columns(value, &sg_metric_mae, &p, &err));
    check_near(value[0], 10, 1e-15, 0);
    check_near(value[1], 4, 1e-15, 0);

    /* Fewer outputs than columns: the first ones count. */
    const sg_predictions narrow = {(double[]){2, 2}, IN_ORDER, 2,    1,   &sg_loss_mae,
                                   &targets,         NULL,     NULL, NULL};
    check_near(value_of(&sg_metric_mae, &narrow), 0.5, 1e-15, 0);
    check_near(value_of(&sg_metric_loss, &narrow), 0.5, 1e-15, 0);
}

/* ---- Slow twins --------------------------------------------------------------------------- */

/* Every pair of a member and another. */
static double slow_auc(const double *score, const bool *is_member, uint32_t n)
{
    double sum = 0, n_pairs = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            if (!is_member[i] || is_member[j]) continue;
            sum += score[i] > score[j] ? 1 : score[i] == score[j] ? 0.5 : 0;
            n_pairs++;
        }
    return 100 * sum / n_pairs; /* 0/0 is NaN */
}

static void check_same(double a, double b)
{
    if (isnan(a) && isnan(b)) return;
    check_near(a, b, 1e-13, 0);
}

/* From the definition: probabilities, class by class, every pair. */
static double slow_auc_of_classes(const sg_predictions *p)
{
    double sum = 0;
    int n_areas = 0;
    for (uint32_t c = 0; c < p->width; c++) {
        double score[MAX_N];
        bool is_member[MAX_N];
        for (uint32_t i = 0; i < p->n; i++) {
            const double *output = p->output + (size_t)i * p->width;
            double largest = -INFINITY, all = 0;
            for (uint32_t k = 0; k < p->width; k++) largest = fmax(largest, output[k]);
            for (uint32_t k = 0; k < p->width; k++) all += exp(output[k] - largest);
            score[i] = exp(output[c] - largest) / all;
            is_member[i] = p->targets->item_class[p->item[i]] == c;
        }
        const double one = slow_auc(score, is_member, p->n);
        if (isnan(one)) continue;
        sum += one;
        n_areas++;
    }
    return n_areas > 0 ? sum / n_areas : NAN;
}

/* From the confusion matrix. */
static void slow_tallies(double value[3], const sg_predictions *p)
{
    uint64_t count[MAX_WIDTH * MAX_WIDTH] = {0};
    for (uint32_t i = 0; i < p->n; i++)
        count[p->targets->item_class[p->item[i]] * p->width +
              sg_largest(p->output + (size_t)i * p->width, p->width)]++;
    double right = 0, all = 0, recalls = 0, f1s = 0, n_recalls = 0, n_f1s = 0;
    for (uint32_t c = 0; c < p->width; c++) {
        double row = 0, column = 0;
        for (uint32_t k = 0; k < p->width; k++) row += (double)count[c * p->width + k];
        for (uint32_t k = 0; k < p->width; k++) column += (double)count[k * p->width + c];
        const double hit = (double)count[c * p->width + c];
        const double precision = hit / column, recall = hit / row;
        right += hit;
        all += row;
        if (row > 0) recalls += recall;
        n_recalls += row > 0;
        if (hit > 0) f1s += 2 * precision * recall / (precision + recall);
        n_f1s += row + column > 0;
    }
    value[0] = 100 * right / all;
    value[1] = 100 * recalls / n_recalls;
    value[2] = 100 * f1s / n_f1s;
}

/* Half of the time there are only a few distinct rows, which makes many ties. */
static void draw_outputs(double *output, sg_rng *rng, uint32_t n, uint32_t width)
{
    const uint32_t n_distinct = sg_rng_below(rng, 2) == 0 ? 4 : n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < width; c++)
            output[i * width + c] = i < n_distinct ? 8 * sg_rng_uniform(rng) - 4
                                                   : output[(i * i % n_distinct) * width + c];
}

static void classes_equal_the_slow_twins(void **state)
{
    (void)state;
    sg_rng rng = check_rng("classes");
    for (int k = 0; k < 3000; k++) {
        double output[MAX_N * MAX_WIDTH];
        uint32_t class_of[MAX_N], graph[MAX_N];
        memcpy(graph, IN_ORDER, sizeof graph);
        sg_rng_shuffle(&rng, graph, MAX_N);
        const uint32_t width = 1 + sg_rng_below(&rng, MAX_WIDTH),
                       n = sg_rng_below(&rng, MAX_N + 1);
        draw_outputs(output, &rng, n, width);
        const uint32_t n_used = 1 + sg_rng_below(&rng, width);
        for (uint32_t i = 0; i < MAX_N; i++) class_of[i] = sg_rng_below(&rng, n_used);
        const sg_targets targets = {.item_class = class_of};
        const sg_predictions p = {output,   graph, n,    width, &sg_loss_cross_entropy,
                                  &targets, NULL,  NULL, NULL};
        check_same(value_of(&sg_metric_roc_auc, &p), slow_auc_of_classes(&p));
        double tallies[3];
        slow_tallies(tallies, &p);
        check_same(value_of(&sg_metric_accuracy, &p), tallies[0]);
        check_same(value_of(&sg_metric_balanced_accuracy, &p), tallies[1]);
        check_same(value_of(&sg_metric_f1, &p), tallies[2]);
    }
}

static void columns_equal_the_slow_twins(void **state)
{
    (void)state;
    sg_rng rng = check_rng("columns");
    for (int k = 0; k < 1000; k++) {
        double output[MAX_N * MAX_WIDTH], target[MAX_N * MAX_WIDTH];
        uint32_t graph[MAX_N];
        memcpy(graph, IN_ORDER, sizeof graph);
        sg_rng_shuffle(&rng, graph, MAX_N);
        const uint32_t width = 1 + sg_rng_below(&rng, MAX_WIDTH),
                       n = sg_rng_below(&rng, MAX_N + 1);
        draw_outputs(output, &rng, n, width);
        for (uint32_t i = 0; i < MAX_N * width; i++) {
            const uint32_t draw = sg_rng_below(&rng, 5);
            target[i] = draw == 4 ? (double)NAN : (double)(draw % 2);
        }
        const sg_targets targets = {.value = target, .n_columns = width};
        const sg_predictions p = {output,   graph, n,    width, &sg_loss_bce,
                                  &targets, NULL,  NULL, NULL};
        double sum = 0, n_areas = 0, column[MAX_WIDTH];
        check_ok(sg_metric_of_columns(column, &sg_metric_roc_auc, &p, &err));
        for (uint32_t c = 0; c < width; c++) {
            double score[MAX_N];
            bool is_member[MAX_N];
            uint32_t n_present = 0;
            for (uint32_t i = 0; i < n; i++) {
                if (isnan(target[graph[i] * width + c])) continue;
                score[n_present] = output[i * width + c];
                is_member[n_present++] = target[graph[i] * width + c] == 1;
            }
            const double one = slow_auc(score, is_member, n_present);
            check_same(column[c], one);
            if (!isnan(one)) sum += one;
            n_areas += !isnan(one);
        }
        check_same(value_of(&sg_metric_roc_auc, &p), sum / n_areas);
    }
}

SG_TESTS(cmocka_unit_test(classes_by_hand), cmocka_unit_test(two_classes_by_hand),
         cmocka_unit_test(the_smaller_number_wins_ties),
         cmocka_unit_test(large_outputs_are_told_apart), cmocka_unit_test(columns_by_hand),
         cmocka_unit_test(one_half_is_zero), cmocka_unit_test(errors_by_hand),
         cmocka_unit_test(classes_equal_the_slow_twins),
         cmocka_unit_test(columns_equal_the_slow_twins))
