/* test_metric_report.c - all metrics at once: the same values as one by one, intervals that mean
 * something, parts, memory. */
#include "train/metric_report.h"

#include "unit/train/metric_values.inc"

enum { MANY = 400 };

/* A regression: targets 0 .. n-1, outputs that are off by noise of variance 1/3. */
typedef struct made {
    double target[MANY], output[MANY];
    uint32_t item[MANY];
    sg_targets targets;
} made;

static sg_predictions make(made *m, uint32_t n, const char *name)
{
    sg_rng rng = check_rng(name);
    for (uint32_t i = 0; i < n; i++) {
        m->item[i] = i;
        m->target[i] = i;
        m->output[i] = i + 2 * sg_rng_uniform(&rng) - 1;
    }
    m->targets = (sg_targets){.value = m->target, .n_columns = 1};
    return (sg_predictions){m->output,   m->item, n,    1,   &sg_loss_mse,
                            &m->targets, NULL,    NULL, NULL};
}

static void values_are_those_of_the_metrics(void **state)
{
    (void)state;
    const sg_targets targets = {.item_class = EIGHT_CLASSES};
    const sg_predictions p = {SIX_OUTPUTS, SIX_GRAPHS, 6,    3,   &sg_loss_cross_entropy,
                              &targets,    NULL,       NULL, NULL};
    sg_metric_report r = {0};
    check_ok(sg_metric_report_make(&r, &p, 1, &err));
    assert_int_equal(r.n_metrics, sg_metric_report_count(SG_CLASSIFICATION));
    assert_int_equal(r.n_metrics, 7);
    assert_null(r.column);
    for (uint32_t m = 0; m < r.n_metrics; m++) {
        assert_true(r.all[m].metric != &sg_metric_loss);
        assert_true(sg_metric_is_reported(r.all[m].metric, SG_CLASSIFICATION));
        check_near(r.all[m].value, value_of(r.all[m].metric, &p), 1e-15, 0);
    }
    assert_false(sg_metric_is_reported(&sg_metric_loss, SG_CLASSIFICATION));
    assert_false(sg_metric_is_reported(&sg_metric_mae, SG_CLASSIFICATION));
    sg_metric_report_free(&r);
    assert_null(r.all);
}

static void columns_have_their_own(void **state)
{
    (void)state;
    const sg_targets targets = {.value = LABELS, .n_columns = 4};
    const sg_predictions p = {LOGITS, IN_ORDER, 5, 4, &sg_loss_bce, &targets, NULL, NULL, NULL};
    sg_metric_report r = {0};
    check_ok(sg_metric_report_make(&r, &p, 1, &err));
    assert_int_equal(r.n_columns, 4);
    for (uint32_t m = 0; m < r.n_metrics; m++) {
        double column[4];
        check_ok(sg_metric_of_columns(column, r.all[m].metric, &p, &err));
        for (uint32_t c = 0; c < 4; c++) {
            const sg_metric_value *v = &r.column[c * r.n_metrics + m];
            assert_ptr_equal(v->metric, r.all[m].metric);
            if (isnan(column[c]))
                assert_true(isnan(v->value) && isnan(v->low) && isnan(v->high));
            else
                check_near(v->value, column[c], 1e-15, 0);
        }
    }
    sg_metric_report_free(&r);
}

/* Errors are uniform: the mean absolute error 1/2 has the deviation sqrt(1/12 / n) = 0.0144, so that
 * the interval is nearly 4 of these wide. */
static void an_interval_is_as_wide_as_chance(void **state)
{
    (void)state;
    made m;
    const sg_predictions p = make(&m, MANY, "interval");
    sg_metric_report r = {0}, again = {0};
    check_ok(sg_metric_report_make(&r, &p, 1, &err));
    check_ok(sg_metric_report_make(&again, &p, 1, &err));
    assert_ptr_equal(r.all[0].metric, &sg_metric_mae);
    assert_true(r.all[0].low < r.all[0].value && r.all[0].value < r.all[0].high);
    check_near(r.all[0].high - r.all[0].low, 4 * 0.0144, 0.3, 0);
    for (uint32_t i = 0; i < r.n_metrics; i++)
        assert_true(r.all[i].low == again.all[i].low && r.all[i].high == again.all[i].high);
    sg_metric_report_free(&r);
    sg_metric_report_free(&again);
}

/* Parts of 10 and 30 items count 1 to 3; a part without a value does not count. */
static void parts_are_averaged_by_size(void **state)
{
    (void)state;
    made a, b, c;
    const sg_predictions parts[] = {make(&a, 10, "a"), make(&b, 30, "b"), make(&c, 1, "c")};
    const double r2[] = {value_of(&sg_metric_r2, &parts[0]),
                         value_of(&sg_metric_r2, &parts[1])};
    sg_metric_report r = {0};
    check_ok(sg_metric_report_make(&r, parts, 3, &err));
    for (uint32_t m = 0; m < r.n_metrics; m++)
        if (r.all[m].metric == &sg_metric_r2)
            check_near(r.all[m].value, (10 * r2[0] + 30 * r2[1]) / 40, 1e-14, 0);
    sg_metric_report_free(&r);
}

/* Probabilities that are right are off by chance in every bin: less, the more items there are.  The value is that of
 * all parts put together, not the mean of the parts, and its interval has it. */
static void a_biased_metric_is_measured_at_once(void **state)
{
    (void)state;
    enum { PARTS = 5, EACH = MANY / PARTS };
    double output[MANY];
    double label[MANY];
    uint32_t item[MANY];
    sg_rng rng = check_rng("biased");
    for (uint32_t i = 0; i < MANY; i++) {
        const double p = 0.05 + 0.9 * sg_rng_uniform(&rng);
        item[i] = i;
        output[i] = log(p / (1 - p));
        label[i] = sg_rng_uniform(&rng) < p ? 1 : 0;
    }
    const sg_targets targets = {.value = label, .n_columns = 1};
    const sg_predictions all = {output,   item, MANY, 1,   &sg_loss_bce,
                                &targets, NULL, NULL, NULL};
    sg_predictions part[PARTS];
    double mean = 0;
    for (uint32_t k = 0; k < PARTS; k++) {
        part[k] = all;
        part[k].n = EACH;
        part[k].output += (size_t)k * EACH;
        part[k].item += (size_t)k * EACH;
        mean += value_of(&sg_metric_ece, &part[k]) / PARTS;
    }
    sg_metric_report r = {0};
    check_ok(sg_metric_report_make(&r, part, PARTS, &err));
    const sg_metric_value *ece = &r.all[r.n_metrics - 1];
    assert_ptr_equal(ece->metric, &sg_metric_ece);
    check_near(ece->value, value_of(&sg_metric_ece, &all), 1e-12, 0);
    assert_true(mean > 1.2 * ece->value);
    assert_true(0 <= ece->low && ece->low < ece->value && ece->value < ece->high);
    assert_true(r.column[r.n_metrics - 1].low < ece->value);
    sg_metric_report_free(&r);
}

/* The mean absolute error of 10^6 items has the deviation sqrt(1/12 / 10^6) = 0.000289.  A sample has a quarter of
 * them, which one twice as wide would show. */
static void many_items_have_intervals_as_narrow_as_chance(void **state)
{
    (void)state;
#ifdef __SANITIZE_THREAD__
    skip(); /* one thread, 26 million items: minutes under the thread sanitizer */
#endif
    enum { N = 1000000 };
    double *target = malloc(N * sizeof *target), *output = malloc(N * sizeof *output);
    uint32_t *item = malloc(N * sizeof *item);
    assert_true(target != NULL && output != NULL && item != NULL);
    sg_rng rng = check_rng("many");
    for (uint32_t i = 0; i < N; i++) {
        item[i] = i;
        target[i] = i % 100;
        output[i] = target[i] + 2 * sg_rng_uniform(&rng) - 1;
    }
    const sg_targets targets = {.value = target, .n_columns = 1};
    const sg_predictions p = {output, item, N, 1, &sg_loss_mse, &targets, NULL, NULL, NULL};
    sg_metric_report r = {0};
    check_ok(sg_metric_report_make(&r, &p, 1, &err));
    assert_ptr_equal(r.all[0].metric, &sg_metric_mae);
    check_near(r.all[0].value, value_of(&sg_metric_mae, &p), 0, 0);
    assert_true(r.all[0].low < r.all[0].value && r.all[0].value < r.all[0].high);
    check_near(r.all[0].high - r.all[0].low, 4 * 0.000289, 0.3, 0);
    sg_metric_report_free(&r);
    free(target);
    free(output);
    free(item);
}

static void no_items_give_nan(void **state)
{
    (void)state;
    made m;
    const sg_predictions p = make(&m, 0, "none");
    sg_metric_report r = {0};
    check_ok(sg_metric_report_make(&r, &p, 1, &err));
    assert_true(isnan(r.all[0].value) && isnan(r.all[0].low) && isnan(r.all[0].high));
    sg_metric_report_free(&r);
}

static sg_status report(void *context, sg_error *err)
{
    sg_metric_report r = {0};
    const sg_status status = sg_metric_report_make(&r, context, 1, err);
    sg_metric_report_free(&r);
    return status;
}

/* Every sample allocates, so only the first and last ones are made to fail by a small part. */
static void survives_failing_allocations(void **state)
{
    (void)state;
    made m;
    sg_predictions p = make(&m, 2, "memory");
    assert_true(check_out_of_memory(report, &p) >= 9);
}

SG_TESTS(cmocka_unit_test(values_are_those_of_the_metrics),
         cmocka_unit_test(columns_have_their_own),
         cmocka_unit_test(an_interval_is_as_wide_as_chance),
         cmocka_unit_test(parts_are_averaged_by_size),
         cmocka_unit_test(a_biased_metric_is_measured_at_once),
         cmocka_unit_test(many_items_have_intervals_as_narrow_as_chance),
         cmocka_unit_test(no_items_give_nan), cmocka_unit_test(survives_failing_allocations))
