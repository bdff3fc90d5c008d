/* test_line_worker.c - one thread's lines: scores by hand, and bad lines that spoil no others. */
#include "feed/line_worker.h"

#include "support/check.h"
#include "support/small_data.h"

enum { MOST_LINES = 8, ROOM = 512 };

/* A worker with its model, and the lines it is given. */
typedef struct desk {
    sg_dataset data;
    sg_model model;
    sg_prepared_model ready;
    sg_line_worker worker;
    char text[MOST_LINES][ROOM]; /* bytes behind a line can be read */
    sg_cut_line line[MOST_LINES];
    sg_line_result result[MOST_LINES];
    double score[MOST_LINES * 2];
    sg_trust trust[MOST_LINES];
} desk;

/* Graphs with the labels 5 and 9 and two classes. */
static desk *desk_open(const char *description, uint32_t n_attributes)
{
    desk *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->data = small_data("0: 5 9 / 0-1", "1: 5");
    if (n_attributes > 0) small_data_attributes(&d->data, n_attributes);
    d->model = small_model(&d->data, description);
    check_ok(sg_prepared_model_make(&d->ready, &d->model, &err));
    d->worker = (sg_line_worker){.prepared = &d->ready, .reader.format = &sg_format_json_lines};
    return d;
}

static void desk_close(desk *d)
{
    sg_line_worker_free(&d->worker);
    sg_prepared_model_free(&d->ready);
    sg_model_free(&d->model);
    sg_dataset_free(&d->data);
    free(d);
}

/* Lines are numbered from 11 on. */
static void put_line(desk *d, uint32_t i, const char *text)
{
    (void)snprintf(d->text[i], ROOM, "%s", text);
    d->line[i] = (sg_cut_line){.text = d->text[i], .size = strlen(text), .number = 11 + i};
}

/* The scores of lines, side by side; zeros where there is an error. */
static void copy_scores(desk *d, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(d->result[i].n_items, d->result[i].error == SG_NO_TEXT);
        for (size_t o = 0; o < 2; o++)
            d->score[2 * i + o] =
                d->result[i].n_items > 0 ? d->worker.kept[2 * d->result[i].first + o] : 0;
    }
}

static void run(desk *d, uint32_t n)
{
    for (size_t i = 0; i < sizeof d->score / sizeof *d->score; i++) d->score[i] = -1;
    check_ok(sg_line_worker_run(d->result, d->trust, &d->worker, d->line, n, &err));
    copy_scores(d, n);
}

static void check_score(const desk *d, size_t i, double score)
{
    assert_int_equal(d->result[i].error, SG_NO_TEXT);
    check_near(d->score[2 * i], score, 1e-12, 0);
    check_near(d->score[2 * i + 1], 1 - score, 1e-12, 0);
}

static void check_error(const desk *d, size_t i, const char *part)
{
    assert_int_not_equal(d->result[i].error, SG_NO_TEXT);
    const char *text = sg_names_at(&d->worker.text, d->result[i].error);
    if (strstr(text, part) == NULL) fail_msg("line %zu: %s", i, text);
    assert_true(d->score[2 * i] == 0 && d->score[2 * i + 1] == 0);
}

#define POOLED "layers: [{decoder: {heads: [label], bias: false}}]"

/* The last weight is that of label 9 and the second class.  Label 5 has the outputs (0, 0), which are
 * 1/2 and 1/2, label 9 has (0, log 3), which are 1/4 and 3/4, and a graph has the mean of its nodes. */
static void desk_weigh(desk *d)
{
    const double weight[4] = {0, 0, 0, log(3)};
    assert_int_equal(d->model.n_weights, 4);
    memcpy(d->model.weight, weight, sizeof weight);
    sg_prepared_model_free(&d->ready);
    check_ok(sg_prepared_model_make(&d->ready, &d->model, &err));
}

static void scores_and_trust_by_hand(void **state)
{
    (void)state;
    desk *d = desk_open(POOLED, 0);
    desk_weigh(d);
    put_line(d, 0, "{\"nodes\":[5],\"id\":\"first\"}");
    put_line(d, 1, "{\"nodes\":[9]}");
    put_line(d, 2, "{\"nodes\":[9,5],\"edges\":[[0,1]],\"id\":\"third\"}");
    put_line(d, 3, "{\"nodes\":[7,9,9,9]}");
    run(d, 4);
    check_score(d, 0, 0.5);
    check_score(d, 1, 0.25);
    check_score(d, 2, 1 / (1 + sqrt(3)));
    /* A label without weight adds nothing to the sum, but counts as a node. */
    check_score(d, 3, 1 / (1 + pow(3, 0.75)));
    assert_string_equal(sg_names_at(&d->worker.text, d->result[0].id), "first");
    assert_int_equal(d->result[1].id, SG_NO_TEXT);
    assert_string_equal(sg_names_at(&d->worker.text, d->result[2].id), "third");
    assert_int_equal(d->trust[2].n_labels, 2);
    assert_int_equal(d->trust[2].unknown_labels, 0);
    assert_int_equal(d->trust[3].n_labels, 4);
    assert_int_equal(d->trust[3].unknown_labels, 1);
    desk_close(d);
}

static void no_lines_and_no_trust_are_fine(void **state)
{
    (void)state;
    desk *d = desk_open(POOLED, 0);
    desk_weigh(d);
    check_ok(sg_line_worker_run(NULL, NULL, &d->worker, NULL, 0, &err));
    put_line(d, 0, "{\"nodes\":[9]}");
    check_ok(sg_line_worker_run(d->result, NULL, &d->worker, d->line, 1, &err));
    copy_scores(d, 1);
    check_score(d, 0, 0.25);
    assert_int_equal(d->trust[0].n_labels, 0);
    desk_close(d);
}

/* A line with and one without labels cannot be of one data set; bad ones stand between them. */
static void bad_lines_spoil_no_others(void **state)
{
    (void)state;
    desk *d = desk_open(POOLED, 0);
    desk_weigh(d);
    put_line(d, 0, "{\"nodes\":[9]}");
    put_line(d, 1, "{\"nodes\":[9");
    put_line(d, 2, " \t\r");
    put_line(d, 3, "");
    d->line[3].too_long = true;
    put_line(d, 4, "{\"nodes\":2,\"edges\":[[0,1]]}");
    put_line(d, 5, "{\"nodes\":[5]}");
    run(d, 6);
    check_score(d, 0, 0.25);
    check_error(d, 1, "input:12:");
    check_error(d, 2, "input:13: the line is empty");
    check_error(d, 3, "input:14: the line is longer than 4194304 bytes");
    assert_int_equal(d->result[4].error, SG_NO_TEXT);
    check_score(d, 5, 0.5);
    /* The worker goes on with other lines, and keeps the texts until they are cleared. */
    const uint32_t n_texts = d->worker.text.n;
    assert_int_equal(n_texts, 3);
    put_line(d, 0, "no graph");
    run(d, 1);
    check_error(d, 0, "input:11:");
    assert_int_equal(d->result[0].error, n_texts);
    desk_close(d);
}

static void attributes_must_be_those_of_the_model(void **state)
{
    (void)state;
    desk *d = desk_open("input: attributes\nlayers: [{decoder: {heads: [label]}},"
                        " {linear: {outputs: targets}}]",
                        2);
    put_line(d, 0, "{\"nodes\":[[1,2]]}");
    put_line(d, 1, "{\"nodes\":[[1,2,3]]}");
    put_line(d, 2, "{\"nodes\":[5]}");
    run(d, 3);
    assert_int_equal(d->result[0].error, SG_NO_TEXT);
    check_error(d, 1, "input:12: the model looks at 2 node attributes, but the graph has 3");
    check_error(d, 2, "input:13: the model looks at 2 node attributes, but the graph has 0");
    desk_close(d);
}

/* Together they fail; alone only the one that needs too many steps does. */
static void only_the_graph_to_blame_fails(void **state)
{
    (void)state;
    desk *d = desk_open("layers: [{decoder: {heads: ['cycles:6']}}]", 0);
    char complete[ROOM] = "{\"nodes\":9,\"edges\":[";
    for (int v = 1; v < 9; v++)
        for (int u = 0; u < v; u++) {
            const size_t n = strlen(complete);
            (void)snprintf(complete + n, ROOM - n, "%s[%d,%d]", v > 1 ? "," : "", u, v);
        }
    (void)snprintf(complete + strlen(complete), ROOM - strlen(complete), "]}");
    put_line(d, 0, "{\"nodes\":2,\"edges\":[[0,1]]}");
    put_line(d, 1, complete);
    put_line(d, 2, "{\"nodes\":3,\"edges\":[[0,1]]}");
    run(d, 3);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(d->result[i].error, SG_NO_TEXT);
    double before[6];
    memcpy(before, d->score, sizeof before);
    d->worker.budget = 100;
    run(d, 3);
    check_error(d, 1, "input:12: ");
    for (size_t i = 0; i < 3; i += 2) {
        assert_int_equal(d->result[i].error, SG_NO_TEXT);
        assert_memory_equal(d->score + 2 * i, before + 2 * i, 2 * sizeof *before);
    }
    desk_close(d);
}

static void a_freed_worker_is_empty(void **state)
{
    (void)state;
    static const sg_line_worker empty = {0};
    desk *d = desk_open(POOLED, 0);
    put_line(d, 0, "{\"nodes\":[9]}");
    run(d, 1);
    assert_true(d->worker.waiting != NULL && d->worker.score != NULL);
    for (int i = 0; i < 2; i++) {
        sg_line_worker_free(&d->worker);
        assert_memory_equal(&d->worker, &empty, sizeof empty);
    }
    desk_close(d);
}

/* Where memory lacks, either the run fails or the lines say so. */
static sg_status run_all(void *context, sg_error *err)
{
    desk *d = context;
    d->worker = (sg_line_worker){.prepared = &d->ready, .reader.format = &sg_format_json_lines};
    sg_status status = sg_line_worker_run(d->result, d->trust, &d->worker, d->line, 3, err);
    assert_int_equal(d->worker.n_waiting, 0);
    for (size_t i = 0; status == SG_OK && i < 3; i++) {
        if (d->result[i].error == SG_NO_TEXT) continue;
        const char *text = sg_names_or_null(&d->worker.text, d->result[i].error);
        assert_non_null(text);
        assert_non_null(strstr(text, "out of memory"));
        assert_int_equal(d->result[i].n_items, 0);
        status = sg_error_set(err, SG_ENOMEM, SG_WHERE, "a line");
    }
    sg_line_worker_free(&d->worker);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    desk *d = desk_open(POOLED, 0);
    put_line(d, 0, "{\"nodes\":[9,5],\"edges\":[[0,1]],\"id\":\"a\"}");
    put_line(d, 1, "{\"nodes\":[9]}");
    put_line(d, 2, "{\"nodes\":2,\"edges\":[[0,1]]}");
    sg_line_worker_free(&d->worker);
    assert_true(check_out_of_memory(run_all, d) >= 20);
    desk_close(d);
}

SG_TESTS(cmocka_unit_test(scores_and_trust_by_hand),
         cmocka_unit_test(no_lines_and_no_trust_are_fine),
         cmocka_unit_test(bad_lines_spoil_no_others),
         cmocka_unit_test(attributes_must_be_those_of_the_model),
         cmocka_unit_test(only_the_graph_to_blame_fails),
         cmocka_unit_test(a_freed_worker_is_empty),
         cmocka_unit_test(survives_any_failing_allocation))
