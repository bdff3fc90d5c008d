/* test_outcomes.c - predictions of test items with their truths, and the curves that are drawn of them
 * against an area that is counted pair by pair. */
#include "report/outcomes.h"

#include "report/figures.h"
#include "unit/report/tiny_results.inc"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void columns_have_truth_and_guess(void **state)
{
    (void)state;
    sg_results *results = run(REGRESSION, "run");
    sg_dataset data = data_called("TINYREG");
    sgi_outcomes o = {0};
    assert_string_equal(sgi_test_items(&data), "test graphs");
    check_ok(sgi_outcomes_collect(&o, results, &data, &err));
    assert_int_equal(o.task, SG_REGRESSION);
    assert_int_equal(o.n_columns, data.items.target.n_columns);
    assert_true(o.column[0].n > 0);
    sgi_outcomes_free(&o);
    assert_null(o.column);
    sgi_outcomes_free(&o);
    sg_dataset_free(&data);
    sg_results_close(results);
}

/* The share of pairs in which the member has the larger guess; ties count half. */
static double slow_area(const sgi_outcome_column *c)
{
    double won = 0, all = 0;
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < c->n; j++) {
            if (c->truth[i] < 0.5 || c->truth[j] > 0.5) continue;
            all++;
            won += c->guess[i] > c->guess[j] ? 1 : c->guess[i] == c->guess[j] ? 0.5 : 0;
        }
    return won / all;
}

/* At every threshold, the precision times what it gains in recall. */
static double slow_precision(const sgi_outcome_column *c)
{
    double sum = 0, members = 0;
    for (size_t i = 0; i < c->n; i++) members += c->truth[i] > 0.5;
    for (size_t i = 0; i < c->n; i++) {
        double taken = 0, found = 0;
        if (c->truth[i] < 0.5) continue;
        for (size_t j = 0; j < c->n; j++) {
            if (c->guess[j] < c->guess[i]) continue;
            taken++;
            found += c->truth[j] > 0.5;
        }
        sum += found / taken / members;
    }
    return sum;
}

static void check_legend(const sg_text *svg, const char *name, double expected)
{
    const char *at = strstr(svg->data, name);
    assert_non_null(at);
    check_near(strtod(at + strlen(name) + 2, NULL), expected, 0, 6e-4);
}

static void curves_say_their_areas(void **state)
{
    (void)state;
    static const char *const experiment[] = {FAIR, MULTILABEL}, *const name[] = {"TINY",
                                                                                 "TINYLABELS"};
    for (int c = 0; c < 2; c++) {
        sg_results *results = run(experiment[c], "run");
        sg_dataset data = data_called(name[c]);
        sgi_outcomes o = {0};
        sg_text roc = {0}, precision = {0};
        check_ok(sgi_outcomes_collect(&o, results, &data, &err));
        check_ok(sgi_figure_roc(&roc, results, &data, SG_SVG_IN_PAGE, &err));
        check_ok(sgi_figure_precision(&precision, results, &data, SG_SVG_IN_PAGE, &err));
        for (uint32_t k = 0; k < o.n_columns; k++) {
            check_legend(&roc, o.column[k].name, slow_area(&o.column[k]));
            check_legend(&precision, o.column[k].name, slow_precision(&o.column[k]));
        }
        sg_text_free(&roc);
        sg_text_free(&precision);
        sgi_outcomes_free(&o);
        sg_dataset_free(&data);
        sg_results_close(results);
    }
}

/* The mean of trainings is that of the area of each alone. */
static void the_mean_of_trainings_is_said(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    sg_dataset data = data_called("TINY");
    sgi_outcomes o = {0};
    sg_text roc = {0};
    double sum = 0;
    size_t n_jobs = 0;
    check_ok(sgi_outcomes_collect(&o, results, &data, &err));
    check_ok(sgi_figure_roc(&roc, results, &data, SG_SVG_IN_PAGE, &err));
    const sgi_outcome_column *c = o.column;
    for (size_t begin = 0, end; begin < c->n; begin = end) {
        for (end = begin + 1; end < c->n && c->job[end] == c->job[begin];) end++;
        const sgi_outcome_column part = {
            .truth = c->truth + begin, .guess = c->guess + begin, .n = end - begin};
        sum += slow_area(&part);
        n_jobs++;
    }
    assert_int_equal(n_jobs, 2 * TINY_FOLDS);
    const char *at = strstr(roc.data, "mean of folds ");
    assert_non_null(at);
    check_near(strtod(at + strlen("mean of folds "), NULL), sum / (double)n_jobs, 0, 6e-4);
    sg_text_free(&roc);
    sgi_outcomes_free(&o);
    sg_dataset_free(&data);
    sg_results_close(results);
}

static void quality_of_numbers(void **state)
{
    (void)state;
    double truth[] = {1, 2, 3, 6}, guess[] = {1, 3, 3, 4}, same[] = {3, 3, 3, 3};
    const sgi_quality q =
        sgi_outcome_quality(&(sgi_outcome_column){.truth = truth, .guess = guess, .n = 4});
    check_near(q.r2, 1 - 5.0 / 14, 1e-12, 0);
    check_near(q.rmse, sqrt(5.0 / 4), 1e-12, 0);
    check_near(q.mae, 3.0 / 4, 1e-12, 0);
    const sgi_quality mean =
        sgi_outcome_quality(&(sgi_outcome_column){.truth = truth, .guess = same, .n = 4});
    check_near(mean.r2, 0, 0, 1e-12);
    assert_true(isnan(
        sgi_outcome_quality(&(sgi_outcome_column){.truth = same, .guess = guess, .n = 4}).r2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_have_truth_and_guess),
        cmocka_unit_test(curves_say_their_areas),
        cmocka_unit_test(the_mean_of_trainings_is_said),
        cmocka_unit_test(quality_of_numbers),
    };
    return cmocka_run_group_tests(tests, make_tiny_folder, remove_folder);
}
