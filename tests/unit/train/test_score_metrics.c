/* test_score_metrics.c - metrics of scores on data that need not be those of the training. */
#include "train/score_metrics.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

static double value_in(const sg_metric_report *r, const sg_metric *metric)
{
    for (uint32_t m = 0; m < r->n_metrics; m++)
        if (r->all[m].metric == metric) return r->all[m].value;
    fail_msg("no %s", metric->name);
    return NAN;
}

static void classes_by_what_they_are_called(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5", "7: 5", "7: 9"),
               other = small_data("7: 5", "0: 5", "3: 5");
    const double score[] = {0.9, 0.1, 0.2, 0.8, 1, 0};
    const uint32_t item[] = {0, 1, 2}, last[] = {2};
    uint32_t n = 9;
    sg_outputs outputs = {0};
    sg_metric_report r = {0};
    check_ok(sg_outputs_describe(&outputs, &data, SG_CLASSIFICATION, NULL, 0, &err));
    check_ok(sg_score_metrics(&r, &n, &outputs, &data, score, item, 3, &err));
    assert_int_equal(n, 3);
    check_near(value_in(&r, &sg_metric_accuracy), 200 / 3.0, 1e-14, 0);
    check_near(value_in(&r, &sg_metric_balanced_accuracy), 75, 1e-14, 0);
    /* Class 7: 0.8 against 0.1 and 0 of a member below it. */
    check_near(value_in(&r, &sg_metric_roc_auc), 50, 1e-14, 0);
    sg_metric_report_free(&r);
    check_ok(sg_score_metrics(&r, &n, &outputs, &data, score, last, 1, &err));
    assert_int_equal(n, 1);
    check_near(value_in(&r, &sg_metric_accuracy), 0, 0, 0);
    sg_metric_report_free(&r);
    /* The class 3 is none of the model's and never right. */
    check_ok(sg_score_metrics(&r, &n, &outputs, &other, score, item, 3, &err));
    assert_int_equal(n, 3);
    check_near(value_in(&r, &sg_metric_accuracy), 0, 0, 0);
    sg_metric_report_free(&r);
    sg_free(data.items.item_class);
    data.items.item_class = NULL;
    check_ok(sg_score_metrics(&r, &n, &outputs, &data, score, item, 3, &err));
    assert_true(n == 0 && r.n_metrics == 0);
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* Three graphs with two columns; the last graph has no value. */
static void add_targets(sg_dataset *data)
{
    static const double VALUES[] = {1, 10, 0, (double)NAN, (double)NAN, (double)NAN};
    data->items.target.n_columns = 2;
    data->items.target.value = sg_alloc(6, sizeof(double));
    assert_non_null(data->items.target.value);
    memcpy(data->items.target.value, VALUES, sizeof VALUES);
}

static void targets_by_column(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5", "7: 5", "7: 9"), named = small_data("0: 5");
    const double score[] = {3, 12, 1, 5, 7, 7};
    const uint32_t item[] = {0, 1, 2};
    uint32_t n = 9;
    sg_outputs outputs = {0};
    sg_metric_report r = {0};
    add_targets(&data);
    check_ok(sg_outputs_describe(&outputs, &data, SG_REGRESSION, NULL, 0, &err));
    check_ok(sg_score_metrics(&r, &n, &outputs, &data, score, item, 3, &err));
    assert_int_equal(n, 2);
    check_near(value_in(&r, &sg_metric_mae), (2 + 2 + 1) / 3.0, 1e-15, 0);
    assert_int_equal(r.n_columns, 2);
    check_near(r.column[0].value, 1.5, 1e-15, 0);
    sg_metric_report_free(&r);
    check_ok(sg_score_metrics(&r, &n, &outputs, &named, score, item, 1, &err));
    assert_true(n == 0 && r.n_metrics == 0);
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
    sg_dataset_free(&named);
}

/* A label that is certain is still a finite output. */
static void certain_labels(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5", "7: 5", "7: 9");
    const double score[] = {1, 1, 0, 0, 0, 0};
    const uint32_t item[] = {0, 1, 2};
    uint32_t n = 9;
    sg_outputs outputs = {0};
    sg_metric_report r = {0};
    add_targets(&data);
    data.items.target.value[1] = 1;
    check_ok(sg_outputs_describe(&outputs, &data, SG_MULTILABEL, NULL, 0, &err));
    check_ok(sg_score_metrics(&r, &n, &outputs, &data, score, item, 3, &err));
    check_near(value_in(&r, &sg_metric_accuracy), 100, 0, 0);
    check_near(value_in(&r, &sg_metric_ece), 0, 0, 1e-10);
    sg_metric_report_free(&r);
    sg_outputs_free(&outputs);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(classes_by_what_they_are_called), cmocka_unit_test(targets_by_column),
         cmocka_unit_test(certain_labels))
