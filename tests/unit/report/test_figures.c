/* test_figures.c - the figures of a run, and what they are drawn from, one by one. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/colors.h"
#include "draw/layout.h"
#include "unit/report/tiny_results.inc"

#include <math.h>

static void check_svg(sg_text *svg, const char *part)
{
    assert_non_null(strstr(svg->data, "<svg"));
    if (strstr(svg->data, part) == NULL) fail_msg("the figure does not have \"%s\"", part);
    sg_text_free(svg);
}

static void titles_name_the_metric(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    assert_string_equal(sgi_metric_title(results).text, "accuracy (%)");
    sg_results_close(results);
    results = run(REGRESSION, "run");
    assert_string_equal(sgi_metric_title(results).text, "mae");
    sg_results_close(results);
}

static void evaluations_of_what_was_chosen_count(void **state)
{
    (void)state;
    sg_results *results = run(FAIR TINY_GRID, "run");
    uint32_t n_counted = 0;
    for (size_t j = 0; j < results->jobs.n; j++) {
        const sg_result_job *job = &results->job[j];
        if (!sgi_job_counts(results, job)) continue;
        assert_int_equal(job->stage, SG_EVALUATING);
        assert_int_equal(job->configuration, results->overview.chosen[job->fold]);
        n_counted++;
    }
    assert_int_equal(n_counted, results->overview.n_folds * results->overview.n_runs);
    assert_int_equal(sgi_results_test_part(results), SG_TEST);
    sg_results_close(results);
}

static void curves_have_a_line_for_every_part(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    sg_text svg = {0};
    check_ok(sgi_figure_curves(&svg, results, false, SG_SVG_ALONE, &err));
    check_svg(&svg, "validation");
    check_ok(sgi_figure_curves(&svg, results, true, SG_SVG_IN_PAGE, &err));
    check_svg(&svg, "loss");
    sg_results_close(results);
}

/* Where the thick curve of a color ends: its last point. */
static sg_point end_of_curve(const sg_text *svg, const char *color)
{
    sg_point end = {NAN, NAN};
    for (const char *at = svg->data; (at = strstr(at, "<path d=\"")) != NULL; at++) {
        const char *close = strchr(at, '>'), *thick = strstr(at, "stroke-width=\"1.75\"");
        const char *own = strstr(at, color);
        if (thick == NULL || thick > close || own == NULL || own > close) continue;
        const char *last = strchr(at + 9, '"');
        while (*last != 'L' && *last != 'M') last--;
        char *rest = NULL;
        end.x = strtod(last + 1, &rest);
        end.y = strtod(rest, NULL);
    }
    return end;
}

/* Folds stop at different epochs; the means go on to the longest one, and there is no jump. */
static void stopped_trainings_keep_their_last_value(void **state)
{
    (void)state;
    sg_results *results =
        run("data: TINY\nprotocol: fair\nruns: 2\n"
            "layers:\n"
            "  - encoder: { heads: [\"wl:1 @ distance 0..2\"], activation: tanh }\n"
            "  - decoder: { heads: [\"wl:1\"] }\n"
            "train: { epochs: 60, patience: 4, learning-rate: 0.05, init: uniform -0.3 0.3 }\n",
            "run");
    uint32_t shortest = UINT32_MAX, longest = 0;
    for (size_t j = 0; j < results->jobs.n; j++) {
        const uint32_t n = results->job[j].n_epochs;
        if (!sgi_job_counts(results, &results->job[j])) continue;
        shortest = n < shortest ? n : shortest;
        longest = n > longest ? n : longest;
    }
    assert_true(shortest < longest);
    sg_text svg = {0};
    check_ok(sgi_figure_curves(&svg, results, false, SG_SVG_IN_PAGE, &err));
    for (int part = 0; part < 3; part++)
        check_near(end_of_curve(&svg, sg_color_series((uint64_t)part)).x, 420 - 14, 0.02, 0);
    check_svg(&svg, "best epoch");
    sg_results_close(results);
}

static void folds_are_points_around_their_mean(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    sg_text svg = {0};
    check_ok(sgi_figure_folds(&svg, results, SG_SVG_ALONE, &err));
    uint32_t n_points = 0;
    for (const char *at = svg.data; (at = strstr(at, "<circle")) != NULL; at++) n_points++;
    assert_int_equal(n_points, 2 * TINY_FOLDS + 1); /* and the legend's */
    check_svg(&svg, "95 % interval");
    sg_results_close(results);
    results = run(REGRESSION, "run");
    check_fails(sgi_figure_folds(&svg, results, SG_SVG_ALONE, &err), SG_EINVAL,
                "several folds");
    sg_text_free(&svg);
    sg_results_close(results);
}

/* Against R: t.test(c(80, 82, 84, 90))$conf.int. */
static void intervals_of_means(void **state)
{
    (void)state;
    const double value[] = {80, 82, 84, 90}, none[] = {1, NAN, 3};
    double low = 0, high = 0;
    assert_true(sgi_mean_interval(&low, &high, value, 4));
    check_near(low, 77.12451, 0.002, 0);
    check_near(high, 90.87549, 0.002, 0);
    assert_false(sgi_mean_interval(&low, &high, value, 1));
    assert_false(sgi_mean_interval(&low, &high, none, 3));
}

static sg_status count_prediction(void *context, size_t job,
                                  const sg_result_prediction *prediction, sg_error *err)
{
    uint32_t *count = context;
    (void)job, (void)err;
    assert_true(prediction->item < TINY_GRAPHS);
    count[prediction->item]++;
    return SG_OK;
}

static sg_status refuse_prediction(void *context, size_t job,
                                   const sg_result_prediction *prediction, sg_error *err)
{
    (void)context, (void)job, (void)prediction;
    return sg_error_set(err, SG_ELIMIT, SG_WHERE, "enough");
}

/* Every graph is a test graph of one fold, once for each run. */
static void test_predictions_are_visited(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    sg_dataset data = data_called("TINY");
    uint32_t count[TINY_GRAPHS] = {0};
    uint64_t n_used = 0;
    check_ok(sgi_test_predictions(&n_used, count_prediction, count, 2, results, &data, &err));
    assert_int_equal(n_used, 2 * TINY_GRAPHS);
    for (int g = 0; g < TINY_GRAPHS; g++) assert_int_equal(count[g], 2);
    check_fails(sgi_test_predictions(&n_used, count_prediction, count, 3, results, &data, &err),
                SG_EINVAL, "other data");
    check_fails(sgi_test_predictions(&n_used, refuse_prediction, NULL, 2, results, &data, &err),
                SG_ELIMIT, "enough");
    sg_dataset_free(&data);
    sg_results_close(results);
}

/* Figures of a page are narrow, so that phones show their words as they are. */
static void figures_of_pages_are_narrow(void **state)
{
    (void)state;
    assert_true(sgi_figure_width(SG_SVG_IN_PAGE) < sgi_figure_width(SG_SVG_ALONE));
}

/* The largest output is the likeliest class; a threshold of its job may predict another one. */
static void thresholds_decide_what_is_predicted(void **state)
{
    (void)state;
    const double output[] = {-1, 3, 2, 3}, close[] = {0, 1};
    double threshold[] = {0.1, 0.9};
    const sg_result_prediction one = {.output = output, .n_outputs = 1},
                               four = {.output = output, .n_outputs = 4},
                               two = {.output = close, .n_outputs = 2};
    sg_results none = {0}, some = {.threshold = threshold};
    assert_int_equal(sgi_likeliest_class(&one), 0);
    assert_int_equal(sgi_likeliest_class(&four), 1);
    assert_int_equal(sgi_predicted_class(&none, &four), 1);
    assert_int_equal(sgi_predicted_class(&none, &two), 1);
    assert_int_equal(sgi_predicted_class(&some, &two), 0); /* 0.73 is below 0.9 */
    threshold[0] = 0.3;
    threshold[1] = 0.7;
    assert_int_equal(sgi_predicted_class(&some, &two), 1);
}

/* Each kind of task has its figures, and refuses those of the others. */
static void predictions_are_drawn(void **state)
{
    (void)state;
    static const struct {
        const char *experiment, *data;
        sg_task task;
    } cases[] = {{FAIR, "TINY", SG_CLASSIFICATION},
                 {REGRESSION, "TINYREG", SG_REGRESSION},
                 {MULTILABEL, "TINYLABELS", SG_MULTILABEL}};
    enum { CLASSES = 1, NUMBERS = 2, LABELS = 4 };
    static const struct {
        sg_status (*draw)(sg_text *, sg_results *, const sg_dataset *, sg_svg_kind, sg_error *);
        const char *part;
        int tasks;
    } figures[] = {{sgi_figure_confusion, "confusion", CLASSES},
                   {sgi_figure_scatter, "predicted", NUMBERS},
                   {sgi_figure_residuals, "residuals", NUMBERS},
                   {sgi_figure_roc, "ROC", CLASSES | LABELS},
                   {sgi_figure_precision, "recall", CLASSES | LABELS},
                   {sgi_figure_calibration, "expected calibration error", CLASSES | LABELS}};
    for (int c = 0; c < 3; c++) {
        sg_results *results = run(cases[c].experiment, "run");
        sg_dataset data = data_called(cases[c].data);
        assert_int_equal(sgi_results_task(results, &data), cases[c].task);
        for (size_t f = 0; f < sizeof figures / sizeof *figures; f++) {
            sg_text svg = {0};
            sg_error why = {0};
            const sg_status drawn = figures[f].draw(&svg, results, &data, SG_SVG_ALONE, &why);
            assert_int_equal(drawn, (figures[f].tasks >> c & 1) != 0 ? SG_OK : SG_EINVAL);
            if (drawn == SG_OK) check_svg(&svg, figures[f].part);
            sg_text_free(&svg);
        }
        sg_dataset_free(&data);
        sg_results_close(results);
    }
}

static void grids_are_drawn(void **state)
{
    (void)state;
    sg_text svg = {0};
    sg_results *results = run(FAIR TINY_GRID, "run");
    check_fails(sgi_figure_heat_map(&svg, results, SG_SVG_ALONE, &err), SG_EINVAL, "");
    check_fails(sgi_figure_threshold(&svg, results, SG_SVG_ALONE, &err), SG_EINVAL, "");
    sg_text_free(&svg);
    sg_results_close(results);
    results = run(FAIR "grid: { layers.0.at-least: [1, 3] }\n", "run");
    check_ok(sgi_figure_threshold(&svg, results, SG_SVG_ALONE, &err));
    check_svg(&svg, "weights");
    sg_results_close(results);
}

static void weights_are_drawn(void **state)
{
    (void)state;
    static const char *const name[] = {"distance 0", "distance 1"};
    const double weight[] = {0.5, -2, 1};
    const uint32_t label[] = {0, 0, 1}, value[] = {0, 1, 1};
    const uint64_t occurrences[] = {7, 3, 12};
    const sg_explained_head head = {.text = "label @ distance 0..1",
                                    .value = name,
                                    .n_values = 2,
                                    .n_weights = 3,
                                    .weight = weight,
                                    .weight_receiver = label,
                                    .weight_sender = label,
                                    .weight_value = value,
                                    .occurrences = occurrences};
    const uint64_t uses[] = {4, 0, 2};
    for (int of_values = 0; of_values < 2; of_values++) {
        sg_text svg = {0};
        check_ok(sgi_figure_weights(&svg, &head, NULL, of_values != 0, SG_SVG_ALONE, &err));
        assert_null(strstr(svg.data, "never trained"));
        check_svg(&svg, "distance");
        check_ok(sgi_figure_weights(&svg, &head, uses, of_values != 0, SG_SVG_ALONE, &err));
        check_svg(&svg, ">never trained<");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(titles_name_the_metric),
        cmocka_unit_test(evaluations_of_what_was_chosen_count),
        cmocka_unit_test(curves_have_a_line_for_every_part),
        cmocka_unit_test(stopped_trainings_keep_their_last_value),
        cmocka_unit_test(folds_are_points_around_their_mean),
        cmocka_unit_test(intervals_of_means),
        cmocka_unit_test(test_predictions_are_visited),
        cmocka_unit_test(figures_of_pages_are_narrow),
        cmocka_unit_test(thresholds_decide_what_is_predicted),
        cmocka_unit_test(predictions_are_drawn),
        cmocka_unit_test(grids_are_drawn),
        cmocka_unit_test(weights_are_drawn),
    };
    return cmocka_run_group_tests(tests, make_tiny_folder, remove_folder);
}
