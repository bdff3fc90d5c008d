/* test_feed_failures.c - a feed that has failed stays failed: no line is lost without a word. */
#include "unit/feed/fed_lines.inc"

static const char LINE[] = "{\"nodes\": [6, 6, 8], \"edges\": [[0, 1, 1], [1, 2, 1]]}\n";

static sg_feed *open_feed(const sg_model *model, const char *format)
{
    const sg_feed_options options = {
        .struct_size = sizeof options, .format = format, .n_threads = 1};
    sg_feed *feed = NULL;
    check_ok(sg_feed_open(&feed, model, &options, &err));
    return feed;
}

/* Every later call repeats the first failure. */
static void check_stays_failed(sg_feed *feed, sg_status status, const char *part)
{
    for (int i = 0; i < 2; i++) {
        check_fails(sg_feed_push(feed, LINE, strlen(LINE), &err), status, part);
        assert_int_equal(sg_feed_count(feed), 0);
        check_fails(sg_feed_end(feed, &err), status, part);
        assert_int_equal(sg_feed_count(feed), 0);
    }
    assert_int_equal(sg_feed_push(feed, LINE, strlen(LINE), NULL), status);
}

static void a_failed_push_is_the_last(void **state)
{
    (void)state;
    sg_model *model = molecule_model();
    sg_feed *feed = open_feed(model, NULL);
    check_fails(sg_feed_push(feed, "CCO\n", 4, &err), SG_EINVAL, "input:1: the line does not");
    check_stays_failed(feed, SG_EINVAL, "input:1: the line does not");
    sg_feed_close(feed);
    feed = open_feed(model, NULL);
    check_ok(sg_feed_push(feed, LINE, strlen(LINE), &err));
    assert_int_equal(sg_feed_count(feed), 1);
    check_fails(sg_feed_push(feed, LINE, (size_t)1 << 31, &err), SG_ELIMIT, "2^31 bytes");
    check_stays_failed(feed, SG_ELIMIT, "2^31 bytes");
    sg_feed_close(feed);
    sg_model_close(model);
}

static void a_failed_end_is_the_last(void **state)
{
    (void)state;
    sg_model *model = molecule_model();
    sg_feed *feed = open_feed(model, NULL);
    check_ok(sg_feed_push(feed, "CCO", 3, &err));
    check_fails(sg_feed_end(feed, &err), SG_EINVAL, "input:1: the line does not");
    check_stays_failed(feed, SG_EINVAL, "input:1: the line does not");
    sg_feed_close(feed);
    sg_model_close(model);
}

static bool refuse(void *context, const sg_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static void a_stopped_feed_stays_stopped(void **state)
{
    (void)state;
    sg_model *model = molecule_model();
    sg_feed *feed = open_feed(model, "json-lines");
    sg_watch *watch = NULL;
    check_ok(sg_watch_open(&watch, &(sg_observer){refuse, NULL}, &err));
    check_fails(sg_feed_push(feed, LINE, strlen(LINE), &err), SG_ECANCELED, "stopped");
    sg_watch_close(watch);
    check_stays_failed(feed, SG_ECANCELED, "stopped");
    sg_feed_close(feed);
    sg_model_close(model);
}

/* NULL is the caller's mistake, and nothing was taken. */
static void null_leaves_a_feed_as_it_was(void **state)
{
    (void)state;
    sg_model *model = molecule_model();
    sg_feed *feed = open_feed(model, "json-lines");
    check_fails(sg_feed_push(feed, NULL, 7, &err), SG_EINVAL, "bytes: it is NULL");
    check_ok(sg_feed_push(feed, NULL, 0, &err));
    check_ok(sg_feed_push(feed, LINE, strlen(LINE), &err));
    assert_int_equal(sg_feed_count(feed), 1);
    sg_feed_close(feed);
    sg_model_close(model);
}

/* Also where a portion completes no line, and before anything was pushed. */
static void other_weights_are_noticed_at_once(void **state)
{
    (void)state;
    sg_model *model = molecule_model();
    sg_weights *weights = NULL;
    uint64_t n = 0;
    check_ok(sg_weights_open(&weights, model, &err));
    for (int ends = 0; ends < 2; ends++) {
        sg_feed *feed = open_feed(model, "json-lines");
        check_ok(sg_feed_push(feed, LINE, 5, &err));
        const double *value = sg_weights_view(&n, weights, SG_ALL_TENSORS);
        check_ok(sg_weights_set(model, weights, SG_ALL_TENSORS, value, n, &err));
        if (ends)
            check_fails(sg_feed_end(feed, &err), SG_EINVAL, "other weights");
        else
            check_fails(sg_feed_push(feed, LINE + 5, 1, &err), SG_EINVAL, "other weights");
        check_stays_failed(feed, SG_EINVAL, "other weights");
        sg_feed_close(feed);
    }
    sg_weights_close(weights);
    sg_model_close(model);
}

/* An end is no failure: what follows begins a new line. */
static void lines_may_follow_an_end(void **state)
{
    (void)state;
    sg_model *model = molecule_model();
    sg_feed *feed = open_feed(model, "smiles");
    check_ok(sg_feed_push(feed, "CCO one", 7, &err));
    check_ok(sg_feed_end(feed, &err));
    assert_int_equal(sg_feed_count(feed), 1);
    check_ok(sg_feed_end(feed, &err));
    assert_int_equal(sg_feed_count(feed), 0);
    check_ok(sg_feed_push(feed, "C two\n", 6, &err));
    assert_int_equal(sg_feed_count(feed), 1);
    assert_int_equal(sg_feed_line_of(feed, 0).number, 2);
    assert_string_equal(sg_feed_line_of(feed, 0).id, "two");
    sg_feed_close(feed);
    sg_model_close(model);
}

/* The id is in every answer, so it is UTF-8; the line is to blame and no other. */
static void ids_are_utf8(void **state)
{
    (void)state;
    static const char lines[] = "C na\xefve\nCCO na\xc3\xafve\n";
    sg_model *model = molecule_model();
    sg_feed *feed = open_feed(model, "smiles");
    check_ok(sg_feed_push(feed, lines, sizeof lines - 1, &err));
    assert_int_equal(sg_feed_count(feed), 2);
    assert_string_equal(sg_feed_line_of(feed, 0).error,
                        "input:1: found byte 239 in the id; ids must be UTF-8");
    assert_null(sg_feed_line_of(feed, 0).id);
    assert_null(sg_feed_line_of(feed, 1).error);
    assert_string_equal(sg_feed_line_of(feed, 1).id, "na\xc3\xafve");
    sg_feed_close(feed);
    sg_model_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_failed_push_is_the_last),
                                       cmocka_unit_test(a_failed_end_is_the_last),
                                       cmocka_unit_test(a_stopped_feed_stays_stopped),
                                       cmocka_unit_test(null_leaves_a_feed_as_it_was),
                                       cmocka_unit_test(other_weights_are_noticed_at_once),
                                       cmocka_unit_test(lines_may_follow_an_end),
                                       cmocka_unit_test(ids_are_utf8)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
