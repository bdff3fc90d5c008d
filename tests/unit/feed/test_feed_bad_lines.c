/* test_feed_bad_lines.c - bad lines, and lines over a limit, disturb no others. */
#include "base/mem.h"
#include "unit/feed/fed_lines.inc"

/* ---- Bad lines ----------------------------------------------------------------------------- */

static void bad_lines_disturb_no_others(void **state)
{
    static const char text[] = "CCO first one\r\nC1CC\n\n  \t\r\nC 0\n[Xx]\nc1ccccc1O\nCC(=O";
    static const char *const error[] = {
        NULL, "input:2:2:", "input:3: ", "input:4: ", NULL, "input:6:2:", NULL, "input:8:"};
    (void)state;
    sg_model *model = molecule_model();
    sg_feed_options options = {
        .struct_size = sizeof options, .format = "smiles", .n_threads = 2};
    outcome good = feed_all(model, &options, MOLECULES, 1000);
    for (size_t portion = 1; portion < 70; portion += 4) {
        outcome o = feed_all(model, &options, text, portion);
        assert_int_equal(o.n_lines, 8);
        for (uint32_t i = 0; i < 8; i++) {
            assert_true((error[i] != NULL) == (o.error[i] != NULL));
            if (error[i] != NULL && strncmp(o.error[i], error[i], strlen(error[i])) != 0)
                fail_msg("line %u: %s", i + 1, o.error[i]);
        }
        assert_string_equal(o.id[0], "first one");
        assert_string_equal(o.id[4], "0");
        assert_null(o.id[6]);
        assert_memory_equal(o.score, good.score, 2 * sizeof *o.score);
        assert_memory_equal(o.score + 8, good.score + 10, 2 * sizeof *o.score);
        assert_memory_equal(o.score + 12, good.score + 2, 2 * sizeof *o.score);
        outcome_free(&o);
    }
    outcome_free(&good);
    outcome empty = feed_all(model, &options, "", 1);
    assert_int_equal(empty.n_lines, 0);
    outcome_free(&empty);
    sg_model_close(model);
}

/* A graph that takes too many steps is found among others, which are predicted all the same. */
static void the_graph_to_blame_is_found(void **state)
{
    sg_text text = {0};
    (void)state;
    sg_rng rng = check_rng("blame");
    draw_lines(&text, 40, &rng);
    sg_dataset *data = open_lines("blame.jsonl", text.data);
    sg_model *model = train_model(data, "{ layers: [decoder: { heads: ['cycles:5'] }] }");
    sg_feed_options options = {.struct_size = sizeof options, .n_threads = 2, .trust = true};
    outcome all = feed_all(model, &options, text.data, 1 << 20);
    options.budget = 500;
    outcome some = feed_all(model, &options, text.data, 1 << 20);
    uint32_t n_bad = 0;
    assert_int_equal(all.n_lines, 40);
    assert_int_equal(some.n_lines, 40);
    for (uint32_t i = 0; i < 40; i++) {
        char place[32];
        (void)snprintf(place, sizeof place, "input:%u: ", i + 1);
        assert_null(all.error[i]);
        if (some.error[i] == NULL)
            assert_memory_equal(some.score + (size_t)2 * i, all.score + (size_t)2 * i,
                                2 * sizeof *all.score);
        else
            assert_int_equal(strncmp(some.error[i], place, strlen(place)), 0);
        n_bad += some.error[i] != NULL;
    }
    assert_true(n_bad > 0 && n_bad < 40);
    outcome_free(&all);
    outcome_free(&some);
    sg_model_close(model);
    sg_data_close(data);
    sg_text_free(&text);
}

/* A line that cannot join those that wait has them predicted first; where they fail together and are
 * read again one by one, it must still be itself. */
static void a_line_outlasts_those_before_it(void **state)
{
    (void)state;
    static const char last[] = "{\"nodes\":4,\"edges\":[[0,1],[1,2],[2,3]]}\n";
    char text[256];
    sg_dataset *data =
        open_lines("last.jsonl", "{\"nodes\":2,\"edges\":[[0,1]],\"target\":0}\n"
                                 "{\"nodes\":3,\"edges\":[[0,1],[1,2]],\"target\":1}\n");
    sg_model *model = train_model(data, "{ layers: [decoder: { heads: [degree] }] }");
    const sg_feed_options options = {.struct_size = sizeof options, .n_threads = 1};
    (void)snprintf(text, sizeof text, "{\"nodes\":[2147483647,\"a\"]}\n{\"nodes\":[\"a\"]}\n%s",
                   last);
    outcome alone = feed_all(model, &options, last, 1 << 20);
    outcome behind = feed_all(model, &options, text, 1 << 20);
    assert_int_equal(behind.n_lines, 3);
    assert_non_null(strstr(behind.error[0], "no numbers are left"));
    assert_null(behind.error[1]);
    assert_null(behind.error[2]);
    assert_memory_equal(behind.score + 4, alone.score, 2 * sizeof *alone.score);
    assert_memory_not_equal(behind.score + 4, behind.score + 2, 2 * sizeof *alone.score);
    outcome_free(&alone);
    outcome_free(&behind);
    sg_model_close(model);
    sg_data_close(data);
}

static void attributes_must_be_those_of_the_model(void **state)
{
    static const char known[] = "{\"nodes\":[[1,2],[0.5,3]],\"edges\":[[0,1]],\"target\":0}\n"
                                "{\"nodes\":[[1,1]],\"edges\":[],\"target\":1}\n";
    static const char text[] = "{\"nodes\":[[1,2],[0.5,3]],\"edges\":[[0,1]]}\n"
                               "{\"nodes\":[[1],[2]],\"edges\":[[0,1]]}\n"
                               "{\"nodes\":[1],\"edges\":[]}\n"
                               "{\"nodes\":[[1,1]],\"edges\":[],\"target\":1}\n";
    (void)state;
    sg_dataset *data = open_lines("attributes.jsonl", known);
    sg_model *model = train_model(data, "{ input: attributes, layers: [pool: { kind: sum }, "
                                        "linear: { outputs: classes }] }");
    double score[4];
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    outcome o = feed_all(model, NULL, text, 30);
    assert_int_equal(o.n_lines, 4);
    assert_memory_equal(o.score, score, 2 * sizeof *score);
    assert_non_null(strstr(o.error[1], "input:2: the model looks at 2 node attributes"));
    assert_non_null(strstr(o.error[2], "has 0"));
    assert_memory_equal(o.score + 6, score + 2, 2 * sizeof *score);
    outcome_free(&o);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Options and limits -------------------------------------------------------------------- */

static void large_graphs_and_lines_have_limits(void **state)
{
    enum { LONG = (1 << 22) + 1 };
    sg_feed *feed = NULL;
    (void)state;
    sg_model *model = molecule_model();
    char *text = sg_alloc(LONG + 1, 1);
    assert_non_null(text);
    memset(text, 'C', LONG);
    text[LONG] = '\n';
    const sg_feed_options options = {
        .struct_size = sizeof options, .format = "smiles", .n_threads = 1};
    check_ok(sg_feed_open(&feed, model, &options, &err));
    check_ok(sg_feed_push(feed, text, LONG + 1, &err));
    assert_int_equal(sg_feed_count(feed), 1);
    assert_string_equal(sg_feed_line_of(feed, 0).error,
                        "input:1: the line is longer than 4194304 bytes");
    check_ok(sg_feed_push(feed, text + LONG - 70000, 70001, &err));
    assert_non_null(
        strstr(sg_feed_line_of(feed, 0).error, "input:2: a graph may have 65536 nodes"));
    check_ok(sg_feed_push(feed, "C\n", 2, &err));
    assert_int_equal(sg_feed_line_of(feed, 0).number, 3);
    assert_null(sg_feed_line_of(feed, 0).error);
    sg_feed_close(feed);
    sg_free(text);
    sg_model_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_lines_disturb_no_others),
        cmocka_unit_test(the_graph_to_blame_is_found),
        cmocka_unit_test(a_line_outlasts_those_before_it),
        cmocka_unit_test(attributes_must_be_those_of_the_model),
        cmocka_unit_test(large_graphs_and_lines_have_limits),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
