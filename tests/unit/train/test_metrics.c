/* test_metrics.c - metrics by name, at their edges, and without memory. */
#include "unit/train/metric_values.inc"

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
        "balanced-accuracy, roc-auc, f1, mae, rmse, r2, spearman, pr-auc, mcc and ece");
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
        {0, "loss, accuracy, balanced-accuracy, roc-auc, f1, mae, rmse, r2, spearman, pr-auc, "
            "mcc or ece"},
        {SG_TASK_BIT(SG_REGRESSION), "loss, mae, rmse, r2 or spearman"},
        {SG_TASK_BIT(SG_CLASSIFICATION),
         "loss, accuracy, balanced-accuracy, roc-auc, f1, pr-auc, mcc or ece"},
        {SG_TASK_BIT(SG_REGRESSION) | SG_TASK_BIT(SG_MULTILABEL), "loss"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_words words = {0};
        sg_metric_words(&words, cases[i].tasks);
        assert_string_equal(sg_words_end(&words, "or"), cases[i].words);
    }
    sg_words words = {0};
    sg_words_add(&words, "any");
    sg_metric_words(&words, SG_TASK_BIT(SG_REGRESSION));
    assert_string_equal(sg_words_end(&words, "and"), "any, loss, mae, rmse, r2 and spearman");
}

/* Outputs are by position, classes and targets by number of the item. */
static void items_are_looked_up(void **state)
{
    (void)state;
    static const double output[] = {0.1, 0.2, 0.3, 0.4}, value[] = {0, 1, 10, NAN, 20, 21};
    static const uint32_t item[] = {2, 1}, item_class[] = {7, 8, 9};
    const sg_targets targets = {.value = value, .n_columns = 2, .item_class = item_class};
    const sg_predictions p = {output, item, 2, 2, &sg_loss_mae, &targets, NULL, NULL, NULL};
    assert_true(sg_output_of(&p, 0, 0) == 0.1 && sg_output_of(&p, 0, 1) == 0.2);
    assert_true(sg_output_of(&p, 1, 0) == 0.3 && sg_output_of(&p, 1, 1) == 0.4);
    assert_true(sg_target_of(&p, 0, 0) == 20 && sg_target_of(&p, 0, 1) == 21);
    assert_true(sg_target_of(&p, 1, 0) == 10 && isnan(sg_target_of(&p, 1, 1)));
    assert_int_equal(sg_class_of(&p, 0), 9);
    assert_int_equal(sg_class_of(&p, 1), 8);
    /* Networks may have fewer outputs than there are target columns. */
    const sg_predictions narrow = {output,   item, 2,    1,   &sg_loss_mae,
                                   &targets, NULL, NULL, NULL};
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
    assert_true(sg_metric_r2.higher_is_better && sg_metric_spearman.higher_is_better);
    assert_true(sg_metric_pr_auc.higher_is_better && sg_metric_mcc.higher_is_better);
    assert_true(!sg_metric_ece.higher_is_better && sg_metric_ece.in_percent);
    assert_true(sg_metric_pr_auc.in_percent && !sg_metric_mcc.in_percent);
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
    return metric == &sg_metric_mae || metric == &sg_metric_rmse || metric == &sg_metric_r2 ||
           metric == &sg_metric_spearman;
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
                "metric f1 is not for regression, which has loss, mae, rmse, r2 and spearman");
    check_fails(sg_metric_check(&sg_metric_mae, &sg_loss_bce, &err), SG_EINVAL,
                "metric mae is not for multilabel, which has loss, accuracy");
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
                            NULL,
                            NULL,
                            NULL};
        assert_true(isnan(value_of(all[i], &p)));
        p.n = 0;
        assert_true(isnan(value_of(all[i], &p)));
        if (of_regression) continue;
        p = (sg_predictions){p.output, IN_ORDER, 0,    2,   &sg_loss_cross_entropy,
                             &classes, NULL,     NULL, NULL};
        assert_true(isnan(value_of(all[i], &p)));
    }
    /* One class only: no curve, but the rest. */
    sg_predictions p = {(double[]){0, 1, 0, 2},
                        IN_ORDER,
                        2,
                        2,
                        &sg_loss_cross_entropy,
                        &classes,
                        NULL,
                        NULL,
                        NULL};
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
    const sg_predictions p = {output,   IN_ORDER, 4,    4,   &sg_loss_cross_entropy,
                              &targets, NULL,     NULL, NULL};
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
            sg_predictions p = {output,  IN_ORDER, 2,    2,   &sg_loss_bce,
                                &values, NULL,     NULL, NULL};
            if (of_regression) p.loss = &sg_loss_huber;
            assert_true(isnan(value_of(all[i], &p)));
            double value[2] = {0, 0};
            if (all[i] != &sg_metric_loss)
                check_ok(sg_metric_of_columns(value, all[i], &p, &err));
            if (all[i] != &sg_metric_loss) assert_true(isnan(value[0]) && isnan(value[1]));
            if (of_regression) continue;
            p = (sg_predictions){output,   IN_ORDER, 2,    2,   &sg_loss_cross_entropy,
                                 &classes, NULL,     NULL, NULL};
            assert_true(isnan(value_of(all[i], &p)));
        }
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    const sg_targets classes = {.item_class = (uint32_t[]){0, 2}};
    const sg_targets values = {.value = (double[]){0, 1}, .n_columns = 1};
    sg_predictions p = {(double[]){1, 0, 0, 1},
                        IN_ORDER,
                        2,
                        2,
                        &sg_loss_cross_entropy,
                        &classes,
                        NULL,
                        NULL,
                        NULL};
    double value[2] = {7, 7};
    check_fails(sg_metric_of(value, &sg_metric_accuracy, &p, &err), SG_EINVAL,
                "metric: item 1 is of class 2, but the network knows 2 classes, from 0");
    check_fails(sg_metric_of(value, &sg_metric_mae, &p, &err), SG_EINVAL, "metric mae is not");
    p.n = 1;
    check_fails(sg_metric_of_columns(value, &sg_metric_accuracy, &p, &err), SG_EINVAL,
                "metric accuracy: there is no value per target column");
    p = (sg_predictions){p.output, IN_ORDER, 2, 2, &sg_loss_bce, &values, NULL, NULL, NULL};
    check_fails(sg_metric_of(value, &sg_metric_loss, &p, &err), SG_EINVAL,
                "metric: 2 outputs for 1 target columns");
    p.width = 1;
    check_fails(sg_metric_of_columns(value, &sg_metric_loss, &p, &err), SG_EINVAL,
                "metric loss: there is no value per target column");
    assert_true(value[0] == 7 && value[1] == 7);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status compute_everything(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    double value[4];
    (void)context;
    const sg_targets classes = {.item_class = EIGHT_CLASSES};
    const sg_predictions p = {SIX_OUTPUTS, SIX_GRAPHS, 6,    3,   &sg_loss_cross_entropy,
                              &classes,    NULL,       NULL, NULL};
    const sg_targets labels = {.value = LABELS, .n_columns = 4};
    const sg_predictions q = {LOGITS, IN_ORDER, 5, 4, &sg_loss_bce, &labels, NULL, NULL, NULL};
    SG_TRY(sg_metric_of(value, &sg_metric_roc_auc, &p, err));
    SG_TRY(sg_metric_of(value, &sg_metric_f1, &p, err));
    SG_TRY(sg_metric_of(value, &sg_metric_roc_auc, &q, err));
    SG_TRY(sg_metric_of_columns(value, &sg_metric_roc_auc, &q, err));
    SG_TRY(sg_metric_of(value, &sg_metric_ece, &p, err));
    const sg_predictions r = {LOGITS, IN_ORDER, 5, 1, &sg_loss_mse, &labels, NULL, NULL, NULL};
    SG_TRY(sg_metric_of(value, &sg_metric_spearman, &r, err));
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
         cmocka_unit_test(a_metric_belongs_to_a_task), cmocka_unit_test(nothing_gives_nan),
         cmocka_unit_test(absent_classes_are_skipped),
         cmocka_unit_test(diverged_outputs_give_nan), cmocka_unit_test(nonsense_is_refused),
         cmocka_unit_test(survives_any_failing_allocation))
