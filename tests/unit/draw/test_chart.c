/* test_chart.c - charts and matrices as SVG: what stands in them, not how they look. */
#include "base/mem.h"
#include "draw/chart.h"
#include "draw/chart_matrix.h"
#include "support/check.h"

static const double X[4] = {1, 2, 3, 4}, Y[4] = {10, 20, NAN, 40}, LOW[4] = {9, 19, NAN, 39},
                    HIGH[4] = {11, 21, NAN, 41};

static sg_chart plain(const sg_chart_series *series, size_t n)
{
    return (sg_chart){.title = "A <title> & more",
                      .width = 400,
                      .height = 300,
                      .x = {.title = "epoch"},
                      .left = {.title = "accuracy (%)"},
                      .series = series,
                      .n_series = n};
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) n++;
    return n;
}

static void a_curve_with_a_band(void **state)
{
    (void)state;
    sg_text text = {0};
    const sg_chart_series series = {
        .name = "test", .color = "#123456", .x = X, .y = Y, .low = LOW, .high = HIGH, .n = 4};
    const sg_chart chart = plain(&series, 1);
    check_ok(sg_chart_draw(&text, &chart, SG_SVG_ALONE, &err));
    assert_non_null(strstr(text.data, "A &lt;title&gt; &amp; more"));
    assert_non_null(strstr(text.data, ">epoch<"));
    assert_non_null(strstr(text.data, ">accuracy (%)<"));
    assert_non_null(strstr(text.data, ">test<"));
    assert_int_equal(count(text.data, "fill-opacity=\"0.18\""), 2); /* the gap divides it */
    assert_null(strstr(text.data, "nan"));
    sg_text_free(&text);
}

/* A band may end above 100 percent, an axis may not. */
static void axes_end_where_values_end(void **state)
{
    (void)state;
    static const double percent[2] = {0, 100};
    const double x[2] = {1, 2}, y[2] = {80, 100}, low[2] = {60, 90}, high[2] = {100, 110};
    sg_text text = {0};
    const sg_chart_series series = {
        .name = "test", .color = "#123456", .x = x, .y = y, .low = low, .high = high, .n = 2};
    sg_chart chart = plain(&series, 1);
    check_ok(sg_chart_draw(&text, &chart, SG_SVG_ALONE, &err));
    assert_non_null(strstr(text.data, ">110<"));
    text.size = 0;
    chart.left.within = percent;
    check_ok(sg_chart_draw(&text, &chart, SG_SVG_ALONE, &err));
    assert_non_null(strstr(text.data, ">100<"));
    assert_null(strstr(text.data, ">110<"));
    assert_null(strstr(text.data, ">120<"));
    const double all[2] = {100, 100}; /* nothing but 100 */
    const sg_chart_series flat = {.color = "#123456", .x = x, .y = all, .n = 2};
    text.size = 0;
    chart = plain(&flat, 1);
    chart.left.within = percent;
    check_ok(sg_chart_draw(&text, &chart, SG_SVG_ALONE, &err));
    assert_non_null(strstr(text.data, ">90<"));
    assert_null(strstr(text.data, ">110<"));
    sg_text_free(&text);
}

/* A cell that failed does not take the scale from the others, which says that there is more below; one cell is
 * outlined. */
static void matrices_with_a_failed_cell(void **state)
{
    (void)state;
    static const char *const name[] = {"1", "2", "3", "4"};
    const double value[16] = {80, 81, 82, 83, 84, 85, 86, 0.1, 81, 82, 83, 84, 85, 86, 87, 88};
    const size_t best = 15;
    const sg_matrix_chart chart = {.title = "heat",
                                   .row_title = "layers",
                                   .column_title = "distance",
                                   .row = name,
                                   .column = name,
                                   .n_rows = 4,
                                   .n_columns = 4,
                                   .value = value,
                                   .decimals = 1,
                                   .unit = " %",
                                   .best = &best};
    sg_text text = {0};
    check_ok(sg_matrix_draw(&text, &chart, SG_SVG_ALONE, &err));
    assert_int_equal(count(text.data, "data-best=\"true\""), 1);
    assert_null(strstr(text.data, ">0.1 %<")); /* the scale does not begin there */
    assert_non_null(strstr(text.data, ">88 %<"));
    assert_int_equal(count(text.data, ">≤ "), 1);
    assert_null(strstr(text.data, ">≥ "));
    assert_int_equal(count(text.data, "data-row=\"4\" data-column=\"4\""), 1);
    sg_text_free(&text);
}

/* Curves and points differ without their colors, and every fold has a tick. */
static void marks_without_color(void **state)
{
    (void)state;
    const double x[3] = {0, 1, 2};
    const sg_chart_series series[] = {
        {.name = "a", .color = "#000000", .x = x, .y = x, .n = 3, .dash = sg_chart_dash(0)},
        {.name = "b", .color = "#000000", .x = x, .y = x, .n = 3, .dash = sg_chart_dash(1)},
        {.name = "c",
         .color = "#000000",
         .mark = SG_MARK_POINTS,
         .x = x,
         .y = x,
         .n = 3,
         .is_hollow = true}};
    sg_text text = {0};
    sg_chart chart = plain(series, 3);
    chart.x = (sg_chart_axis){.kind = SG_SCALE_COUNTS, .apart = 20};
    check_ok(sg_chart_draw(&text, &chart, SG_SVG_IN_PAGE, &err));
    assert_null(sg_chart_dash(0));
    assert_string_not_equal(sg_chart_dash(1), sg_chart_dash(2));
    assert_int_equal(count(text.data, "stroke-dasharray=\"6 3\""),
                     2); /* the curve and its key */
    assert_int_equal(count(text.data, "<circle"), 4);
    assert_int_equal(count(text.data, "stroke-width=\"1.2\""), 4);
    for (int tick = 0; tick < 3; tick++) {
        char label[16];
        (void)snprintf(label, sizeof label, ">%d<", tick);
        assert_true(count(text.data, label) >= 1);
    }
    sg_text_free(&text);
}

static void a_chart_of_nothing(void **state)
{
    (void)state;
    sg_text text = {0};
    const sg_chart_series nothing = {.name = "none", .color = "#000000", .x = X, .y = Y};
    const sg_chart empty = plain(NULL, 0), without_points = plain(&nothing, 1);
    check_ok(sg_chart_draw(&text, &empty, SG_SVG_IN_PAGE, &err));
    check_ok(sg_chart_draw(&text, &without_points, SG_SVG_IN_PAGE, &err));
    assert_int_equal(count(text.data, "<svg"), 2);
    assert_null(strstr(text.data, "nan"));
    sg_text_free(&text);
}

/* A hundred thousand points are drawn once per pixel, and in as many bytes. */
static void many_dots_take_few_bytes(void **state)
{
    (void)state;
    enum { N = 100000 };
    sg_text text = {0};
    double *x = sg_alloc(N, sizeof *x), *y = sg_alloc(N, sizeof *y);
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = (double)(N - i) / 1000;
    }
    const sg_chart_series series = {
        .name = "all", .color = "#123456", .mark = SG_MARK_DOTS, .x = x, .y = y, .n = N};
    sg_chart chart = plain(&series, 1);
    check_ok(sg_chart_draw(&text, &chart, SG_SVG_IN_PAGE, &err));
    assert_true(text.size < 12000);
    assert_int_equal(count(text.data, "stroke-linecap=\"round\""), 1);
    sg_free(y);
    sg_free(x);
    sg_text_free(&text);
}

static void two_axes_logarithms_and_a_diagonal(void **state)
{
    (void)state;
    static const double large[4] = {100, 1000, 10000, 60000}, line[2] = {2.5, 99};
    sg_text text = {0};
    const sg_chart_series series[2] = {
        {.name = "left",
         .color = "#111111",
         .mark = SG_MARK_LINE_POINTS,
         .x = X,
         .y = X,
         .n = 4},
        {.name = "right", .color = "#222222", .on_right = true, .x = X, .y = large, .n = 4}};
    sg_chart chart = plain(series, 2);
    chart.right = (sg_chart_axis){.title = "weights", .kind = SG_SCALE_LOG};
    chart.vertical = line;
    chart.n_vertical = 2;
    check_ok(sg_chart_draw(&text, &chart, SG_SVG_IN_PAGE, &err));
    assert_non_null(strstr(text.data, ">weights<"));
    assert_non_null(strstr(text.data, ">10k<"));
    assert_int_equal(count(text.data, "<circle"), 4);
    assert_int_equal(count(text.data, "stroke-dasharray=\"1 3\""), 1); /* 99 is not in it */
    text.size = 0;
    chart = plain(series, 1);
    chart.diagonal = true;
    check_ok(sg_chart_draw(&text, &chart, SG_SVG_IN_PAGE, &err));
    sg_text_free(&text);
}

static void colors_in_order(void **state)
{
    (void)state;
    char color[3][8];
    for (uint32_t i = 0; i < 3; i++) sg_chart_color(color[i], i, 3);
    assert_string_equal(color[0], "#3b528b");
    assert_string_equal(color[2], "#96d73c");
    assert_string_not_equal(color[1], color[0]);
    sg_chart_color(color[1], 9, 3); /* beyond the end */
    assert_string_equal(color[1], color[2]);
    sg_chart_color(color[0], 0, 1);
    assert_int_equal(strlen(color[0]), 7);
}

static const char *const NAMES[2] = {"a<b", "c"}, *const NOTES[4] = {"12", NULL, "3", "4"};
static const double SHARES[4] = {75, NAN, 25, 100};

static sg_matrix_chart matrix(void)
{
    return (sg_matrix_chart){.title = "Confusion",
                             .row_title = "true",
                             .column_title = "predicted",
                             .row = NAMES,
                             .column = NAMES,
                             .n_rows = 2,
                             .n_columns = 2,
                             .value = SHARES,
                             .note = NOTES,
                             .decimals = 1,
                             .low = 0,
                             .high = 100,
                             .unit = " %"};
}

static void a_matrix_with_an_empty_cell(void **state)
{
    (void)state;
    sg_text text = {0};
    sg_matrix_chart chart = matrix();
    check_ok(sg_matrix_draw(&text, &chart, SG_SVG_ALONE, &err));
    assert_non_null(strstr(text.data, ">75.0<"));
    assert_non_null(strstr(text.data, ">12<"));
    assert_non_null(strstr(text.data, ">100 %<"));
    assert_int_equal(count(text.data, "<title>true"), 3);
    assert_non_null(strstr(text.data, "a&lt;b"));
    text.size = 0;
    chart.low = chart.high = 0; /* the range of the data, without notes or scale */
    chart.note = NULL;
    chart.unit = NULL;
    check_ok(sg_matrix_draw(&text, &chart, SG_SVG_IN_PAGE, &err));
    sg_text_free(&text);
}

static sg_status draw_all(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_text text = {0};
    const sg_chart_series series[2] = {
        {.name = "dots", .color = "#123456", .mark = SG_MARK_DOTS, .x = X, .y = Y, .n = 4},
        {.name = "line", .color = "#123456", .x = X, .y = Y, .low = LOW, .high = HIGH, .n = 4}};
    const sg_chart chart = plain(series, 2);
    const sg_matrix_chart cells = matrix();
    SG_TRY(sg_chart_draw(&text, &chart, SG_SVG_ALONE, err));
    SG_TRY(sg_matrix_draw(&text, &cells, SG_SVG_ALONE, err));
done:
    sg_text_free(&text);
    return status;
}

static void runs_out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(draw_all, NULL) > 5);
}

SG_TESTS(cmocka_unit_test(a_curve_with_a_band), cmocka_unit_test(axes_end_where_values_end),
         cmocka_unit_test(matrices_with_a_failed_cell), cmocka_unit_test(marks_without_color),
         cmocka_unit_test(a_chart_of_nothing), cmocka_unit_test(many_dots_take_few_bytes),
         cmocka_unit_test(two_axes_logarithms_and_a_diagonal),
         cmocka_unit_test(colors_in_order), cmocka_unit_test(a_matrix_with_an_empty_cell),
         cmocka_unit_test(runs_out_of_memory))
