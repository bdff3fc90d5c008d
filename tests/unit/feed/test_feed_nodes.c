/* test_feed_nodes.c - models of nodes at the end of a pipe: a row of scores for every node of a line. */
#include "sharegnn.h"

#include "support/check.h"

#include <stdio.h>
#include <string.h>

enum { N_GRAPHS = 150, MOST_NODES = 9, N_OUTPUTS = 3 };

/* Paths of 1 to MOST_NODES nodes with labels and classes of nodes, as lines and as a data set. */
typedef struct fixture {
    char line[N_GRAPHS][400];
    const char *lines[N_GRAPHS];
    sg_dataset *data;
    sg_model *model[2];
    double mean[N_GRAPHS * MOST_NODES * N_OUTPUTS], spread[N_GRAPHS * MOST_NODES * N_OUTPUTS];
} fixture;

static void write_line(char *text, uint32_t g)
{
    const uint32_t n = g % MOST_NODES + 1;
    size_t at = (size_t)sprintf(text, "{\"id\": \"g%u\", \"nodes\": [", g);
    for (uint32_t v = 0; v < n; v++)
        at += (size_t)sprintf(text + at, "%s%u", v > 0 ? ", " : "", (v * 3 + g) % 4);
    at += (size_t)sprintf(text + at, "], \"edges\": [");
    for (uint32_t v = 1; v < n; v++)
        at += (size_t)sprintf(text + at, "%s[%u, %u]", v > 1 ? ", " : "", v - 1, v);
    at += (size_t)sprintf(text + at, "], \"node_classes\": [");
    for (uint32_t v = 0; v < n; v++)
        at += (size_t)sprintf(text + at, "%s%u", v > 0 ? ", " : "", (v + g) % N_OUTPUTS);
    (void)sprintf(text + at, "]}");
}

static void set_up(fixture *f)
{
    static const char TEXT[] =
        "layers:\n  - encoder: {heads: ['label @ distance 0..2 x2'], activation: tanh}\n"
        "  - linear: {outputs: classes}\ntrain: {epochs: 3, init: normal 0 0.5}\n";
    const sg_line_array_options options = {.struct_size = sizeof options,
                                           .format = "json-lines"};
    const sg_model_options how = {.struct_size = sizeof how, .description = TEXT};
    *f = (fixture){.data = NULL};
    for (uint32_t g = 0; g < N_GRAPHS; g++) {
        write_line(f->line[g], g);
        f->lines[g] = f->line[g];
    }
    check_ok(sg_data_from_lines(&f->data, f->lines, N_GRAPHS, &options, &err));
    for (int m = 0; m < 2; m++) {
        const sg_training_options training = {
            .struct_size = sizeof training, .description = TEXT, .seed = (uint64_t)m + 1};
        check_ok(sg_model_build(&f->model[m], f->data, &how, &err));
        check_ok(sg_model_train(NULL, f->model[m], f->data, &training, &err));
    }
}

static void tear_down(fixture *f)
{
    sg_model_close(f->model[0]);
    sg_model_close(f->model[1]);
    sg_data_close(f->data);
}

/* Feed all lines in portions, of which two are bad, and compare with predictions of the whole data. */
static void feed_all(const fixture *f, uint32_t n_models, uint32_t n_threads, size_t portion)
{
    static char all[N_GRAPHS * 400 + 100];
    const sg_feed_options options = {.struct_size = sizeof options,
                                     .format = "json-lines",
                                     .trust = true,
                                     .n_threads = n_threads,
                                     .other = (const sg_model *const *)f->model + 1,
                                     .n_others = n_models - 1};
    size_t size = (size_t)sprintf(all, "{\"nodes\": []}\n"), first = 0;
    uint32_t line = 0;
    sg_feed *feed = NULL;
    for (uint32_t g = 0; g < N_GRAPHS; g++)
        size += (size_t)sprintf(all + size, "%s\n", f->line[g]);
    size += (size_t)sprintf(all + size, "{\"nodes\"");
    check_ok(sg_feed_open(&feed, f->model[0], &options, &err));
    for (size_t at = 0; at <= size; at += portion) {
        const size_t n = size - at < portion ? size - at : portion;
        check_ok(n > 0 ? sg_feed_push(feed, all + at, n, &err) : sg_feed_end(feed, &err));
        if (n > 0 && at + n == size) portion = n; /* the end is next */
        for (uint32_t i = 0; i < sg_feed_count(feed); i++, line++) {
            const sg_feed_line found = sg_feed_line_of(feed, i);
            assert_int_equal(found.number, line + 1);
            if (line == 0 || line == N_GRAPHS + 1) {
                assert_non_null(found.error);
                assert_null(found.score);
                assert_int_equal(found.n_items, 0);
                continue;
            }
            const uint32_t n_nodes = (line - 1) % MOST_NODES + 1;
            const size_t n_scores = (size_t)n_nodes * N_OUTPUTS;
            assert_null(found.error);
            assert_int_equal(found.n_items, n_nodes);
            assert_int_equal(found.trust.unknown_labels, 0);
            for (size_t s = 0; s < n_scores; s++)
                check_near(found.score[s], f->mean[first + s], 1e-6, 1e-7);
            for (size_t s = 0; n_models > 1 && s < n_scores; s++)
                check_near(found.spread[s], f->spread[first + s], 1e-4, 1e-6);
            first += n_scores;
        }
    }
    assert_int_equal(line, N_GRAPHS + 2);
    sg_feed_close(feed);
}

static void nodes_are_fed(void **state)
{
    static fixture f;
    (void)state;
    set_up(&f);
    check_ok(sg_model_predict(f.mean, f.model[0], f.data, NULL, &err));
    feed_all(&f, 1, 1, 100000);
    feed_all(&f, 1, 2, 977);
    feed_all(&f, 1, 3, 64);
    check_ok(sg_models_predict(f.mean, f.spread, (const sg_model *const *)f.model, 2, f.data,
                               NULL, &err));
    feed_all(&f, 2, 1, 5000);
    feed_all(&f, 2, 2, 100000);
    tear_down(&f);
}

/* The same bits, whatever comes before and behind a line. */
static void company_makes_no_difference(void **state)
{
    static fixture f;
    double alone[MOST_NODES * N_OUTPUTS];
    const sg_feed_options options = {.struct_size = sizeof options, .format = "json-lines"};
    sg_feed *feed = NULL;
    (void)state;
    set_up(&f);
    for (int company = 0; company < 2; company++) {
        check_ok(sg_feed_open(&feed, f.model[0], &options, &err));
        for (uint32_t g = 0; g < (company ? 40U : 1U); g++) {
            check_ok(sg_feed_push(feed, f.line[8 + g], strlen(f.line[8 + g]), &err));
            if (g + 1 < (company ? 40U : 1U)) check_ok(sg_feed_push(feed, "\n", 1, &err));
            if (g > 0 || sg_feed_count(feed) == 0) continue;
            assert_memory_equal(sg_feed_line_of(feed, 0).score, alone, sizeof alone);
        }
        check_ok(sg_feed_end(feed, &err));
        if (!company) memcpy(alone, sg_feed_line_of(feed, 0).score, sizeof alone);
        sg_feed_close(feed);
    }
    tear_down(&f);
}

SG_TESTS(cmocka_unit_test(nodes_are_fed), cmocka_unit_test(company_makes_no_difference))
