/* test_metrics.c - metrics by hand, at their edges, and against slow twins that look at every pair
 * of graphs. */
#define SG_REAL_DOUBLE
#include "train/metrics.h"

#include "base/mem.h"
#include "network/real/loss.h"
#include "support/check.h"

#define ITEMS(items, count) (&(sg_loss_items){.item = (items), .n = (count)})

enum { MAX_N = 40, MAX_WIDTH = 6 };

static const uint32_t IN_ORDER[MAX_N] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                         14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
                                         28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39};

static double value_of(const sg_metric *metric, const sg_predictions *p)
{
    double value = -1;
    check_ok(sg_metric_of(&value, metric, p, &err));
    return value;
}

/* ---- Names -------------------------------------------------------------------------------- */

static void names_are_read(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_metric *const *all = sg_metrics(&n);
    for (size_t i = 0; i < n; i++) {
        const sg_metric *read = NULL;
        check_ok(sg_metric_parse(&read, all[i]->name, &err));
        assert_ptr_equal(read, all[i]);
    }
    const sg_metric *metric = &sg_metric_f1;
    check_fails(
        sg_metric_parse(&metric, "acuracy", &err), SG_EINVAL,
        "unknown metric \"acuracy\", did you mean accuracy; allowed are loss, accuracy, "
        "balanced-accuracy, roc-auc, f1, mae and rmse");
    check_fails(sg_metric_parse(&metric, "", &err), SG_EINVAL, "unknown metric \"\"; allowed");
    check_fails(sg_metric_parse(&metric, "MAE", &err), SG_EINVAL, "unknown metric \"MAE\"");
    assert_ptr_equal(metric, &sg_metric_f1);
}

/* The words are those that all tasks of a set have in common. */
static void words_fit_all_tasks_of_a_set(void **state)
{
    (void)state;
    static const struct {
        unsigned tasks;
        const char *words;
    } cases[] = {
        {0, "loss, accuracy, balanced-accuracy, roc-auc, f1, mae or rmse"},
        {SG_TASK_BIT(SG_REGRESSION), "loss, mae or rmse"},
        {SG_TASK_BIT(SG_CLASSIFICATION), "loss, accuracy, balanced-accuracy, roc-auc or f1"},
        {SG_TASK_BIT(SG_REGRESSION) | SG_TASK_BIT(SG_MULTILABEL), "loss"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_words words = {0};
        sg_metric_words(&words, cases[i].tasks);
        assert_string_equal(sg_words_end(&words, "or"), cases[i].words);
    }
    sg_words words = {0};
    sg_words_add(&words, "any");
    sg_metric_words(&words, SG_TASK_BIT(SG_REGRESSION));
    assert_string_equal(sg_words_end(&words, "and"), "any, loss, mae and rmse");
}

/* Outputs are by position, classes and targets by number of the item. */
static void items_are_looked_up(void **state)
{
    (void)state;
    static const double output[] = {0.1, 0.2, 0.3, 0.4}, value[] = {0, 1, 10, NAN, 20, 21};
    static const uint32_t item[] = {2, 1}, item_class[] = {7, 8, 9};
    const sg_targets targets = {.value = value, .n_columns = 2, .item_class = item_class};
    const sg_predictions p = {output, item, 2, 2, &sg_loss_mae, &targets, NULL};
    assert_true(sg_output_of(&p, 0, 0) == 0.1 && sg_output_of(&p, 0, 1) == 0.2);
    assert_true(sg_output_of(&p, 1, 0) == 0.3 && sg_output_of(&p, 1, 1) == 0.4);
    assert_true(sg_target_of(&p, 0, 0) == 20 && sg_target_of(&p, 0, 1) == 21);
    assert_true(sg_target_of(&p, 1, 0) == 10 && isnan(sg_target_of(&p, 1, 1)));
    assert_int_equal(sg_class_of(&p, 0), 9);
    assert_int_equal(sg_class_of(&p, 1), 8);
    /* Networks may have fewer outputs than there are target columns. */
    const sg_predictions narrow = {output, item, 2, 1, &sg_loss_mae, &targets, NULL};
    assert_true(sg_output_of(&narrow, 1, 0) == 0.2 && sg_target_of(&narrow, 1, 0) == 10);
}

static void some_are_better_higher_and_some_are_usual(void **state)
{
    (void)state;
    assert_false(sg_metric_loss.higher_is_better || sg_metric_loss.in_percent);
    assert_true(sg_metric_f1.in_percent && !sg_metric_rmse.in_percent);
    assert_ptr_equal(sg_metric_default(SG_CLASSIFICATION), &sg_metric_accuracy);
    assert_ptr_equal(sg_metric_default(SG_REGRESSION), &sg_metric_mae);
    assert_ptr_equal(sg_metric_default(SG_MULTILABEL), &sg_metric_roc_auc);
    assert_false(sg_metric_mae.higher_is_better);
    assert_false(sg_metric_rmse.higher_is_better);
    assert_true(sg_metric_accuracy.higher_is_better);
    assert_true(sg_metric_balanced_accuracy.higher_is_better);
    assert_true(sg_metric_roc_auc.higher_is_better);
    assert_true(sg_metric_f1.higher_is_better);
}

/* docs/models.md names every metric and every loss. */
static void the_page_lists_all_words(void **state)
{
    (void)state;
    size_t n_metrics = 0, n_losses = 0;
    const sg_metric *const *metric = sg_metrics(&n_metrics);
    const sg_loss *const *loss = sg_losses(&n_losses);
    char *page = calloc(1 << 20, 1), word[80];
    assert_non_null(page);
    FILE *file = fopen(SG_TEST_FIXTURES "/../../docs/models.md", "rb");
    assert_non_null(file);
    assert_true(fread(page, 1, (1 << 20) - 1, file) > 0);
    assert_int_equal(fclose(file), 0);
    for (size_t i = 0; i < n_metrics + n_losses; i++) {
        (void)snprintf(word, sizeof word, "`%s`",
                       i < n_metrics ? metric[i]->name : loss[i - n_metrics]->word);
        assert_non_null(strstr(page, word));
    }
    free(page);
}

static bool is_of_regression(const sg_metric *metric)
{
    return metric == &sg_metric_mae || metric == &sg_metric_rmse;
}

static void a_metric_belongs_to_a_task(void **state)
{
    (void)state;
    static const sg_loss *const losses[] = {&sg_loss_cross_entropy, &sg_loss_bce, &sg_loss_mae,
                                            &sg_loss_mse, &sg_loss_huber};
    size_t n = 0;
    const sg_metric *const *all = sg_metrics(&n);
    for (int l = 0; l < 5; l++)
        for (size_t i = 0; i < n; i++) {
            const bool fits = all[i] == &sg_metric_loss || is_of_regression(all[i]) == (l >= 2);
            assert_int_equal(sg_metric_check(all[i], losses[l], NULL),
                             fits ? SG_OK : SG_EINVAL);
        }
    check_fails(sg_metric_check(&sg_metric_f1, &sg_loss_mse, &err), SG_EINVAL,
                "metric f1 is not for regression, which has loss, mae and rmse");
    check_fails(sg_metric_check(&sg_metric_mae, &sg_loss_bce, &err), SG_EINVAL,
                "metric mae is not for multilabel, which has loss, accuracy");
}

/* ---- Classification by hand --------------------------------------------------------------- */

/* Six graphs, picked in disorder out of eight; class -> prediction: 0 -> 0, 0 -> 0, 0 -> 1,
 * 1 -> 1, 2 -> 1, 2 -> 2. */
static const uint32_t EIGHT_CLASSES[] = {0, 9, 0, 1, 0, 2, 9, 2};
static const uint32_t SIX_GRAPHS[] = {7, 0, 2, 4, 3, 5};
static const double SIX_OUTPUTS[] = {
    -1, 0, 1, /* graph 7: right         */
    3,  1, 2, /* graph 0: right         */
    1,  1, 1, /* graph 2: ties, right   */
    0,  2, 2, /* graph 4: ties, wrong   */
    0,  5, 2, /* graph 3: right         */
    0,  1, 0, /* graph 5: wrong         */
};

static void classes_by_hand(void **state)
{
    (void)state;
    const sg_targets targets = {.item_class = EIGHT_CLASSES};
    const sg_predictions p = {SIX_OUTPUTS, SIX_GRAPHS, 6, 3, &sg_loss_cross_entropy,
                              &targets,    NULL};
    check_near(value_of(&sg_metric_accuracy, &p), 100 * 4.0 / 6, 1e-15, 0);
    check_near(value_of(&sg_metric_balanced_accuracy, &p), 100 * (2.0 / 3 + 1 + 0.5) / 3, 1e-15,
               0);
    /* 2 right / (members + predicted): 4/5, 2/4, 2/3. */
    check_near(value_of(&sg_metric_f1, &p), 100 * (0.8 + 0.5 + 2.0 / 3) / 3, 1e-15, 0);
    check_near(value_of(&sg_metric_loss, &p),
               sg_loss_of_f64(NULL, SIX_OUTPUTS, 3, &sg_loss_cross_entropy, &targets,
                              ITEMS(SIX_GRAPHS, 6)),
               0, 0);
    uint64_t count[9];
    const uint64_t expected[9] = {2, 1, 0, 0, 1, 0, 0, 1, 1};
    check_ok(sg_confusion_count(count, &p, &err));
    assert_memory_equal(count, expected, sizeof count);
}

/* Two classes: F1 is macro, too. */
static void two_classes_by_hand(void **state)
{
    (void)state;
    const uint32_t class_of[] = {0, 0, 0, 1};
    const double output[] = {1, 0, 1, 0, 0, 1, 0, 1};
    const sg_targets targets = {.item_class = class_of};
    const sg_predictions p = {output, IN_ORDER, 4, 2, &sg_loss_cross_entropy, &targets, NULL};
    check_near(value_of(&sg_metric_accuracy, &p), 75, 1e-15, 0);
    check_near(value_of(&sg_metric_f1, &p), 100 * (4.0 / 5 + 2.0 / 3) / 2, 1e-15, 0);
    /* The member beats two others and ties with the third. */
    check_near(value_of(&sg_metric_roc_auc, &p), 100 * 2.5 / 3, 1e-15, 0);
}

static void the_smaller_number_wins_ties(void **state)
{
    (void)state;
    assert_int_equal(sg_predicted_class((double[]){1, 1}, 2), 0);
    assert_int_equal(sg_predicted_class((double[]){0, 2, 1, 2}, 4), 1);
    assert_int_equal(sg_predicted_class((double[]){-0.0, 0.0}, 2), 0);
    assert_int_equal(sg_predicted_class((double[]){-3}, 1), 0);
}

/* Differences that probabilities in double could not show. */
static void large_outputs_are_told_apart(void **state)
{
    (void)state;
    const uint32_t class_of[] = {1, 0, 0};
    const sg_targets targets = {.item_class = class_of};
    const double two[] = {0, 60, 0, 50, 0, 40};
    sg_predictions p = {two, IN_ORDER, 3, 2, &sg_loss_cross_entropy, &targets, NULL};
    check_near(value_of(&sg_metric_roc_auc, &p), 100, 0, 0);
    /* The member of class 1 stands out, the members of class 0 tie with it; class 2 is absent. */
    const double three[] = {800, 0, 0, 900, 0, 0, 1000, 0, 0};
    p.output = three;
    p.width = 3;
    check_near(value_of(&sg_metric_roc_auc, &p), (100 + 50) / 2.0, 0, 0);
}

/* ---- Columns by hand ---------------------------------------------------------------------- */

/* Five graphs, four columns: complete, with missing ones, of one class, all missing. */
static const double LABELS[] = {
    1, NAN, 0, NAN, 1, 1, 0, NAN, 0, 0, 0, NAN, 0, NAN, 0, NAN, 1, 0, 0, NAN,
};
static const double LOGITS[] = {
    2, 9, -1, 1, -1, 3, -2, 1, 1, -3, -3, 1, -2, 9, -4, 1, 1, 4, -5, 1,
};

static void columns_by_hand(void **state)
{
    (void)state;
    const sg_targets targets = {.value = LABELS, .n_columns = 4};
    const sg_predictions p = {LOGITS, IN_ORDER, 5, 4, &sg_loss_bce, &targets, NULL};
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
        (double[]){0, -0.0, 1e-300}, IN_ORDER, 3, 1, &sg_loss_bce, &targets, NULL};
    check_near(value_of(&sg_metric_accuracy, &p), 100, 0, 0);
}

static void errors_by_hand(void **state)
{
    (void)state;
    const double target[] = {1, 10, 2, NAN, 3, 30, 99, 99};
    const double output[] = {2, 10, 0, 5, 3, 26};
    const sg_targets targets = {.value = target, .n_columns = 2};
    sg_predictions p = {output, IN_ORDER, 3, 2, &sg_loss_mse, &targets, NULL};
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
    const sg_predictions narrow = {(double[]){2, 2}, IN_ORDER, 2,   1,
                                   &sg_loss_mae,     &targets, NULL};
    check_near(value_of(&sg_metric_mae, &narrow), 0.5, 1e-15, 0);
    check_near(value_of(&sg_metric_loss, &narrow), 0.5, 1e-15, 0);
}

/* ---- Edges -------------------------------------------------------------------------------- */

static void nothing_gives_nan(void **state)
{
    (void)state;
    const sg_targets missing = {.value = (double[]){NAN, NAN}, .n_columns = 1};
    const sg_targets classes = {.item_class = (uint32_t[]){1, 1}};
    size_t n = 0;
    const sg_metric *const *all = sg_metrics(&n);
    for (size_t i = 0; i < n; i++) {
        const bool of_regression = is_of_regression(all[i]);
        sg_predictions p = {(double[]){1, 2, 3, 4},
                            IN_ORDER,
                            2,
                            1,
                            of_regression ? &sg_loss_mae : &sg_loss_bce,
                            &missing,
                            NULL};
        assert_true(isnan(value_of(all[i], &p)));
        p.n = 0;
        assert_true(isnan(value_of(all[i], &p)));
        if (of_regression) continue;
        p = (sg_predictions){p.output, IN_ORDER, 0, 2, &sg_loss_cross_entropy, &classes, NULL};
        assert_true(isnan(value_of(all[i], &p)));
    }
    /* One class only: no curve, but the rest. */
    sg_predictions p = {(double[]){0, 1, 0, 2}, IN_ORDER, 2,   2,
                        &sg_loss_cross_entropy, &classes, NULL};
    assert_true(isnan(value_of(&sg_metric_roc_auc, &p)));
    assert_true(value_of(&sg_metric_accuracy, &p) == 100);
    assert_true(value_of(&sg_metric_balanced_accuracy, &p) == 100);
    assert_true(value_of(&sg_metric_f1, &p) == 100);
}

/* A class that nobody is of counts for nothing; one that is predicted nevertheless counts in F1. */
static void absent_classes_are_skipped(void **state)
{
    (void)state;
    const sg_targets targets = {.item_class = (uint32_t[]){0, 3, 0, 3}};
    const double output[] = {9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 9, 0, 0, 0, 0, 9};
    const sg_predictions p = {output, IN_ORDER, 4, 4, &sg_loss_cross_entropy, &targets, NULL};
    check_near(value_of(&sg_metric_balanced_accuracy, &p), 75, 1e-15, 0);
    check_near(value_of(&sg_metric_f1, &p), 100 * (2.0 / 3 + 0 + 1) / 3, 1e-15, 0);
    /* Class 0: one member above both others, one equal to them; class 3: both above both. */
    check_near(value_of(&sg_metric_roc_auc, &p), 100 * (0.75 + 1) / 2, 1e-15, 0);
}

static void diverged_outputs_give_nan(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    const sg_targets classes = {.item_class = (uint32_t[]){0, 1}};
    const sg_targets values = {.value = (double[]){0, 1, 1, 0}, .n_columns = 2};
    for (int k = 0; k < 3; k++) {
        const double output[] = {1, 0, bad[k], 1};
        size_t n = 0;
        const sg_metric *const *all = sg_metrics(&n);
        for (size_t i = 0; i < n; i++) {
            const bool of_regression = is_of_regression(all[i]);
            sg_predictions p = {output, IN_ORDER, 2, 2, &sg_loss_bce, &values, NULL};
            if (of_regression) p.loss = &sg_loss_huber;
            assert_true(isnan(value_of(all[i], &p)));
            double value[2] = {0, 0};
            if (all[i] != &sg_metric_loss)
                check_ok(sg_metric_of_columns(value, all[i], &p, &err));
            if (all[i] != &sg_metric_loss) assert_true(isnan(value[0]) && isnan(value[1]));
            if (of_regression) continue;
            p = (sg_predictions){output,   IN_ORDER, 2, 2, &sg_loss_cross_entropy,
                                 &classes, NULL};
            assert_true(isnan(value_of(all[i], &p)));
        }
        const sg_predictions p = {output,   IN_ORDER, 2, 2, &sg_loss_cross_entropy,
                                  &classes, NULL};
        uint64_t count[4];
        const uint64_t expected[4] = {1, 0, 0, 0};
        check_ok(sg_confusion_count(count, &p, &err));
        assert_memory_equal(count, expected, sizeof count);
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    const sg_targets classes = {.item_class = (uint32_t[]){0, 2}};
    const sg_targets values = {.value = (double[]){0, 1}, .n_columns = 1};
    sg_predictions p = {(double[]){1, 0, 0, 1}, IN_ORDER, 2,   2,
                        &sg_loss_cross_entropy, &classes, NULL};
    double value[2] = {7, 7};
    uint64_t count[4] = {7, 7, 7, 7};
    check_fails(sg_metric_of(value, &sg_metric_accuracy, &p, &err), SG_EINVAL,
                "metric: graph 1 is of class 2, but the network knows 2 classes, from 0");
    check_fails(sg_metric_of(value, &sg_metric_mae, &p, &err), SG_EINVAL, "metric mae is not");
    check_fails(sg_confusion_count(count, &p, &err), SG_EINVAL, "graph 1 is of class 2");
    p.n = 1;
    check_fails(sg_metric_of_columns(value, &sg_metric_accuracy, &p, &err), SG_EINVAL,
                "metric accuracy: there is no value per target column");
    p = (sg_predictions){p.output, IN_ORDER, 2, 2, &sg_loss_bce, &values, NULL};
    check_fails(sg_metric_of(value, &sg_metric_loss, &p, &err), SG_EINVAL,
                "metric: 2 outputs for 1 target columns");
    p.width = 1;
    check_fails(sg_metric_of_columns(value, &sg_metric_loss, &p, &err), SG_EINVAL,
                "metric loss: there is no value per target column");
    check_fails(sg_confusion_count(count, &p, &err), SG_EINVAL,
                "confusion matrix: only classification has one");
    assert_true(value[0] == 7 && value[1] == 7 && count[0] == 7 && count[3] == 7);
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
    uint64_t count[MAX_WIDTH * MAX_WIDTH];
    check_ok(sg_confusion_count(count, p, &err));
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
        const sg_predictions p = {output,   graph, n, width, &sg_loss_cross_entropy,
                                  &targets, NULL};
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
        const sg_predictions p = {output, graph, n, width, &sg_loss_bce, &targets, NULL};
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

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status compute_everything(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    double value[4];
    (void)context;
    const sg_targets classes = {.item_class = EIGHT_CLASSES};
    const sg_predictions p = {SIX_OUTPUTS, SIX_GRAPHS, 6, 3, &sg_loss_cross_entropy,
                              &classes,    NULL};
    const sg_targets labels = {.value = LABELS, .n_columns = 4};
    const sg_predictions q = {LOGITS, IN_ORDER, 5, 4, &sg_loss_bce, &labels, NULL};
    SG_TRY(sg_metric_of(value, &sg_metric_roc_auc, &p, err));
    SG_TRY(sg_metric_of(value, &sg_metric_f1, &p, err));
    SG_TRY(sg_metric_of(value, &sg_metric_roc_auc, &q, err));
    SG_TRY(sg_metric_of_columns(value, &sg_metric_roc_auc, &q, err));
done:
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(compute_everything, NULL) >= 5);
}

SG_TESTS(cmocka_unit_test(names_are_read), cmocka_unit_test(words_fit_all_tasks_of_a_set),
         cmocka_unit_test(items_are_looked_up), cmocka_unit_test(the_page_lists_all_words),
         cmocka_unit_test(some_are_better_higher_and_some_are_usual),
         cmocka_unit_test(a_metric_belongs_to_a_task), cmocka_unit_test(classes_by_hand),
         cmocka_unit_test(two_classes_by_hand), cmocka_unit_test(the_smaller_number_wins_ties),
         cmocka_unit_test(large_outputs_are_told_apart), cmocka_unit_test(columns_by_hand),
         cmocka_unit_test(one_half_is_zero), cmocka_unit_test(errors_by_hand),
         cmocka_unit_test(nothing_gives_nan), cmocka_unit_test(absent_classes_are_skipped),
         cmocka_unit_test(diverged_outputs_give_nan), cmocka_unit_test(nonsense_is_refused),
         cmocka_unit_test(classes_equal_the_slow_twins),
         cmocka_unit_test(columns_equal_the_slow_twins),
         cmocka_unit_test(survives_any_failing_allocation))
