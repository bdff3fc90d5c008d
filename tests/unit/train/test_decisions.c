/* test_decisions.c - temperatures and thresholds, against obvious searches. */
#include "support/check.h"

#include "base/rng.h"
#include "kernels/statistics.h"
#include "train/decisions.h"

#include <math.h>
#include <string.h>

enum { N = 400 };

/* N items of one column: classes 0 and 1 drawn with the probability that the outputs say when they are
 * divided by `temperature`. */
typedef struct sample {
    double output[2 * N], value[N];
    uint32_t item[N], item_class[N];
    sg_targets targets;
    sg_predictions p;
} sample;

static void sample_make(sample *s, double temperature, bool classes)
{
    sg_rng rng = sg_rng_stream(7, NULL, 0);
    for (uint32_t i = 0; i < N; i++) {
        const double odds = 8 * (sg_rng_uniform(&rng) - 0.5);
        const bool yes = sg_rng_uniform(&rng) < sg_sigmoid(odds / temperature);
        s->item[i] = i;
        s->item_class[i] = yes;
        s->value[i] = i % 10 == 3 ? NAN : yes;
        s->output[classes ? 2 * i : i] = classes ? 1 : odds;
        if (classes) s->output[2 * i + 1] = 1 + odds;
    }
    s->targets = (sg_targets){.n_columns = classes ? 2 : 1,
                              .item_class = classes ? s->item_class : NULL,
                              .value = classes ? NULL : s->value};
    s->p = (sg_predictions){.output = s->output,
                            .item = s->item,
                            .n = N,
                            .width = s->targets.n_columns,
                            .loss = classes ? &sg_loss_cross_entropy : &sg_loss_bce,
                            .targets = &s->targets};
}

/* The loss of outputs divided by a temperature, as metrics have it. */
static double loss_at(const sample *s, double temperature)
{
    double divided[2 * N], value = NAN;
    sg_predictions p = s->p;
    for (uint32_t i = 0; i < N * p.width; i++) divided[i] = s->output[i] / temperature;
    p.output = divided;
    check_ok(sg_metric_of(&value, &sg_metric_loss, &p, &err));
    return value;
}

static void the_temperature_has_the_least_loss(void **state)
{
    (void)state;
    sample s;
    for (int classes = 0; classes < 2; classes++)
        for (int k = 0; k < 3; k++) {
            const double drawn = (double[]){0.5, 1, 3}[k];
            sample_make(&s, drawn, classes == 1);
            const double found = sg_temperature_fit(&s.p, 0), least = loss_at(&s, found);
            assert_true(found > 0.6 * drawn && found < 1.6 * drawn);
            for (double t = 0.05; t < 20; t *= 1.05) assert_true(loss_at(&s, t) > least - 1e-9);
        }
}

/* Without both values every temperature is as good as a smaller one, or nothing is known. */
static void nothing_to_fit_is_one(void **state)
{
    (void)state;
    sample s;
    sample_make(&s, 2, false);
    for (uint32_t i = 0; i < N; i++) s.value[i] = i % 2 == 0 ? NAN : 1;
    assert_true(sg_temperature_fit(&s.p, 0) == 1);
    for (uint32_t i = 0; i < N; i++) s.value[i] = NAN;
    assert_true(sg_temperature_fit(&s.p, 0) == 1);
    sample_make(&s, 2, true);
    s.p.n = 0;
    assert_true(sg_temperature_fit(&s.p, 0) == 1);
}

/* The metric where what is above a probability is said, by hand. */
static double value_above(const sample *s, const sg_metric *metric, double threshold,
                          double temperature)
{
    double shift[2] = {0}, value = NAN;
    sg_predictions p = s->p;
    shift[p.width - 1] = temperature * (log(threshold) - log1p(-threshold));
    p.shift = shift;
    check_ok(sg_metric_of(&value, metric, &p, &err));
    return value;
}

static void the_threshold_is_the_best(void **state)
{
    (void)state;
    static const sg_metric *const METRICS[] = {&sg_metric_f1, &sg_metric_mcc,
                                               &sg_metric_balanced_accuracy};
    sample s;
    for (int classes = 0; classes < 2; classes++)
        for (size_t m = 0; m < 3; m++) {
            double found = NAN;
            sample_make(&s, 1, classes == 1);
            for (uint32_t i = 0; i < N; i++) s.output[classes ? 2 * i + 1 : i] -= 1.5;
            check_ok(sg_threshold_fit(&found, &s.p, METRICS[m], (uint32_t)classes, 2, &err));
            assert_true(found > 0 && found < 0.5);
            const double best = value_above(&s, METRICS[m], found, 2);
            assert_true(best > value_above(&s, METRICS[m], 0.5, 2));
            for (int i = 1; i < 50; i++) {
                const double other = value_above(&s, METRICS[m], i / 50.0, 2);
                assert_true(isnan(other) || other < best + 2);
            }
        }
}

static void outputs_get_what_is_asked_for(void **state)
{
    (void)state;
    sample s;
    sg_train_options o = sg_train_defaults(SG_CLASSIFICATION);
    sg_outputs outputs = {.task = SG_CLASSIFICATION, .n = 2};
    double score[2] = {0.7, 0.3}, shift[2];
    sample_make(&s, 3, true);
    check_ok(sg_calibrate(&outputs, &o, &s.p, &err));
    assert_true(outputs.temperature == NULL && outputs.threshold == NULL);
    assert_false(sg_outputs_shift(shift, &outputs));
    assert_true(sg_outputs_say(&outputs, score, 0) && !sg_outputs_say(&outputs, score, 1));
    o.calibrate = true;
    o.threshold = &sg_metric_f1;
    check_ok(sg_calibrate(&outputs, &o, &s.p, &err));
    assert_true(outputs.temperature[0] == outputs.temperature[1] && outputs.temperature[0] > 2);
    assert_true(outputs.threshold[0] + outputs.threshold[1] == 1);
    outputs.threshold[0] = 0.75;
    outputs.threshold[1] = 0.25;
    assert_true(sg_outputs_say(&outputs, score, 1) && !sg_outputs_say(&outputs, score, 0));
    assert_true(sg_outputs_shift(shift, &outputs));
    check_near(shift[1], log(0.25), 1e-12, 0);
    outputs.n = 3;
    check_fails(sg_calibrate(&outputs, &o, &s.p, &err), SG_EINVAL, "there are 3 classes");
    sg_outputs_free(&outputs);
}

static void labels_are_decided_one_by_one(void **state)
{
    (void)state;
    double threshold[2] = {0.1, 0.9};
    const double score[2] = {0.2, 0.8};
    sg_outputs outputs = {.task = SG_MULTILABEL, .n = 2};
    assert_true(!sg_outputs_say(&outputs, score, 0) && sg_outputs_say(&outputs, score, 1));
    outputs.threshold = threshold;
    assert_true(sg_outputs_say(&outputs, score, 0) && !sg_outputs_say(&outputs, score, 1));
    outputs.task = SG_REGRESSION;
    assert_false(sg_outputs_say(&outputs, score, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_temperature_has_the_least_loss),
        cmocka_unit_test(nothing_to_fit_is_one),
        cmocka_unit_test(the_threshold_is_the_best),
        cmocka_unit_test(outputs_get_what_is_asked_for),
        cmocka_unit_test(labels_are_decided_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
