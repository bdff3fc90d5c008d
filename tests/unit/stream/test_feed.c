/* test_feed.c - lines in, predictions out: in order, the same bits as those of a data set, and bad
 * lines disturb no others. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/text.h"
#include "support/check.h"
#include "support/folder.h"

/* ---- Data and models ----------------------------------------------------------------------- */

/* Random graphs as lines of JSON, from trees to nearly complete ones, with two classes. */
static void draw_lines(sg_text *text, uint32_t n_graphs, sg_rng *rng)
{
    for (uint32_t g = 0; g < n_graphs; g++) {
        const uint32_t n = 1 + (uint32_t)sg_rng_below(rng, 30),
                       sparse = 1 + (uint32_t)sg_rng_below(rng, 12);
        check_ok(sg_text_add(text, &err, "{\"target\":%u,\"nodes\":[", g % 2));
        for (uint32_t v = 0; v < n; v++)
            check_ok(sg_text_add(text, &err, "%s%u", v > 0 ? "," : "",
                                 (unsigned)sg_rng_below(rng, 3)));
        check_ok(sg_text_add(text, &err, "],\"edges\":["));
        for (uint32_t v = 1; v < n; v++)
            for (uint32_t u = 0; u < v; u++)
                if (u + 1 == v || sg_rng_below(rng, sparse) == 0)
                    check_ok(sg_text_add(text, &err, "%s[%u,%u,%u]", v > 1 || u > 0 ? "," : "",
                                         u, v, (unsigned)sg_rng_below(rng, 2)));
        check_ok(sg_text_add(text, &err, "]}\n"));
    }
}

static sg_dataset *open_lines(const char *name, const char *text)
{
    sg_dataset *data = NULL;
    check_write(folder, name, text);
    check_ok(sg_data_open(&data, path_of(name), &(sg_data_options){.n_threads = 1}, &err));
    return data;
}

static sg_model *train_model(const sg_dataset *data, const char *description)
{
    sg_model *model = NULL;
    const sg_training training = {
        .settings = "{epochs: 1, init: normal 0 1}", .seed = 3, .n_threads = 1};
    check_ok(
        sg_model_build(&model, data, &(sg_model_options){.description = description}, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

/* Molecules, and a model that knows them. */
static const char MOLECULES[] =
    "CCO 1\nc1ccccc1O 0\nCC(C)C 1\nC1CC1 0\nCC(=O)O 1\nC 0\nN#C 1\n";

static sg_model *molecule_model(void)
{
    sg_dataset *data =
        open_lines("known.csv", "smiles,y\nCCO,1\nc1ccccc1O,0\nCC(C)C,1\nC1CC1,0\n"
                                "CC(=O)O,1\nC,0\nN#C,1\n");
    sg_model *model = train_model(
        data, "{ layers: [encoder: { heads: ['wl-edges:1 @ distance 0..3'], bias: label },"
              " decoder: { heads: [label] }] }");
    sg_data_close(data);
    return model;
}

/* ---- Feeding ------------------------------------------------------------------------------- */

/* What came out. */
typedef struct outcome {
    double *score; /* [n_lines][n_outputs], NaN where there is an error */
    sg_trust *trust;
    char **error; /* [n_lines] or NULL */
    char **id;
    uint32_t n_lines;
} outcome;

enum { MAX_LINES = 400, MAX_OUTPUTS = 4 };

static char *copy_or_null(const char *text)
{
    return text != NULL ? strdup(text) : NULL;
}

static void take_lines(outcome *o, const sg_feed *feed, uint32_t n_outputs)
{
    for (uint32_t i = 0; i < sg_feed_count(feed); i++) {
        const sg_feed_line line = sg_feed_at(feed, i);
        assert_int_equal(line.number, o->n_lines + 1);
        assert_true((line.error == NULL) == (line.score != NULL));
        for (uint32_t c = 0; c < n_outputs; c++)
            o->score[(size_t)o->n_lines * n_outputs + c] =
                line.score != NULL ? line.score[c] : NAN;
        o->trust[o->n_lines] = line.trust;
        o->error[o->n_lines] = copy_or_null(line.error);
        o->id[o->n_lines++] = copy_or_null(line.id);
        assert_true(o->n_lines < MAX_LINES);
    }
    assert_null(sg_feed_at(feed, sg_feed_count(feed)).score);
}

static outcome feed_all(const sg_model *model, const sg_feed_options *options, const char *text,
                        size_t portion)
{
    outcome o = {.score = calloc((size_t)MAX_LINES * MAX_OUTPUTS, sizeof *o.score),
                 .trust = calloc(MAX_LINES, sizeof *o.trust),
                 .error = calloc(MAX_LINES, sizeof *o.error),
                 .id = calloc(MAX_LINES, sizeof *o.id)};
    const size_t size = strlen(text);
    const uint32_t n_outputs = sg_model_sizes(model).n_outputs;
    sg_feed *feed = NULL;
    check_ok(sg_feed_open(&feed, model, options, &err));
    for (size_t begin = 0; begin < size; begin += portion) {
        const size_t n = size - begin < portion ? size - begin : portion;
        check_ok(sg_feed_push(feed, text + begin, n, &err));
        take_lines(&o, feed, n_outputs);
    }
    check_ok(sg_feed_end(feed, &err));
    take_lines(&o, feed, n_outputs);
    check_ok(sg_feed_end(feed, &err));
    assert_int_equal(sg_feed_count(feed), 0);
    sg_feed_close(feed);
    return o;
}

static void outcome_free(outcome *o)
{
    for (uint32_t i = 0; i < o->n_lines; i++) {
        free(o->error[i]);
        free(o->id[i]);
    }
    free(o->score);
    free(o->trust);
    free(o->error);
    free(o->id);
}

/* ---- Bits ---------------------------------------------------------------------------------- */

static void check_same_bits(const char *text, const char *description)
{
    static const size_t portion[] = {50, 5000, 1 << 24};
    sg_dataset *data = open_lines("graphs.jsonl", text);
    sg_model *model = train_model(data, description);
    const uint32_t n = sg_data_sizes(data).n_graphs,
                   n_outputs = sg_model_sizes(model).n_outputs;
    const size_t n_scores = (size_t)n * n_outputs;
    double *score = calloc(n_scores, sizeof *score);
    sg_trust *trust = calloc(n, sizeof *trust);
    sg_prediction *prediction = NULL;
    check_ok(sg_model_predict(score, model, data, &(sg_label_options){.n_threads = 1}, &err));
    check_ok(sg_prediction_open(&prediction, model, data, NULL, &err));
    check_ok(sg_prediction_trust(trust, prediction, &err));
    sg_prediction_close(prediction);
    for (uint32_t n_threads = 1; n_threads <= 3; n_threads++) {
        const sg_feed_options options = {.n_threads = n_threads, .trust = true};
        outcome o = feed_all(model, &options, text, portion[n_threads - 1]);
        assert_int_equal(o.n_lines, n);
        assert_memory_equal(o.score, score, n_scores * sizeof *score);
        assert_memory_equal(o.trust, trust, n * sizeof *trust);
        outcome_free(&o);
    }
    free(score);
    free(trust);
    sg_model_close(model);
    sg_data_close(data);
}

static void predicts_the_same_bits_as_a_data_set(void **state)
{
    (void)state;
    sg_rng rng = check_rng("feed");
    sg_text text = {0};
    draw_lines(&text, 300, &rng);
    check_same_bits(text.data,
                    "{ layers: [encoder: { heads: ['wl:1 @ distance 0..3'], bias: label "
                    "}, decoder: { heads: ['wl:1 limit 20'] }] }");
    check_same_bits(text.data,
                    "{ input: labels, layers: [encoder: { heads: ['label @ distance 0..2', "
                    "'degree -> label @ edge'] }, decoder: { heads: ['wl-edges:1', label] }, "
                    "linear: { outputs: classes }] }");
    /* States of many numbers, heads that are dense in some graphs and not in others. */
    check_same_bits(text.data,
                    "{ input: labels, layers: [linear: { outputs: 40, activation: tanh }, "
                    "encoder: { heads: ['label @ distance 1', 'label @ distance 0..1'], bias: "
                    "label }, norm: {}, pool: { kind: mean }, linear: { outputs: classes }] }");
    sg_text_free(&text);
}

static void every_line_stands_for_itself(void **state)
{
    /* With and without labels of nodes, of edges, without edges, without nodes. */
    static const char *const line[] = {"{\"nodes\":[1,2],\"edges\":[[0,1,1]]}\n",
                                       "{\"nodes\":2,\"edges\":[[0,1]]}\n",
                                       "{\"nodes\":[1,2],\"edges\":[[0,1]]}\n",
                                       "{\"nodes\":[2],\"edges\":[]}\n",
                                       "{\"nodes\":2,\"edges\":[[0,1,1]]}\n",
                                       "{\"nodes\":[],\"edges\":[]}\n",
                                       "{\"nodes\":[\"a\",1],\"edges\":[[0,1,\"x\"]]}\n",
                                       "{\"nodes\":1,\"edges\":[]}\n"};
    enum { N = sizeof line / sizeof *line };
    const sg_feed_options options = {.n_threads = 1};
    sg_text text = {0};
    (void)state;
    sg_rng rng = check_rng("alone");
    draw_lines(&text, 20, &rng);
    sg_dataset *data = open_lines("some.jsonl", text.data);
    sg_model *model = train_model(
        data, "{ layers: [encoder: { heads: ['wl-edges:1 @ edge', 'label @ distance 0..1'] }, "
              "decoder: { heads: [label, degree] }, linear: { outputs: classes }] }");
    text.size = 0;
    for (size_t i = 0; i < N; i++) check_ok(sg_text_add(&text, &err, "%s", line[i]));
    outcome together = feed_all(model, &options, text.data, 1 << 16);
    assert_int_equal(together.n_lines, N);
    for (size_t i = 0; i < N; i++) {
        outcome alone = feed_all(model, &options, line[i], 1 << 16);
        assert_null(alone.error[0]);
        assert_null(together.error[i]);
        assert_memory_equal(alone.score, together.score + 2 * i, 2 * sizeof *alone.score);
        outcome_free(&alone);
    }
    outcome_free(&together);
    sg_text_free(&text);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Bad lines ----------------------------------------------------------------------------- */

static void bad_lines_disturb_no_others(void **state)
{
    static const char text[] = "CCO first one\r\nC1CC\n\n  \t\r\nC 0\n[Xx]\nc1ccccc1O\nCC(=O";
    static const char *const error[] = {
        NULL, "input:2:2:", "input:3: ", "input:4: ", NULL, "input:6:2:", NULL, "input:8:"};
    (void)state;
    sg_model *model = molecule_model();
    sg_feed_options options = {.format = SG_FEED_SMILES, .n_threads = 2};
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
    sg_feed_options options = {.n_threads = 2, .trust = true};
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
    const sg_feed_options options = {.n_threads = 1};
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

/* ---- Several models ------------------------------------------------------------------------ */

/* Means and spreads have the bits of sg_models_predict, in pieces and portions of any size. */
static void several_models(void **state)
{
    enum { GRAPHS = 150 };
    (void)state;
    sg_rng rng = check_rng("several_models");
    sg_text text = {0};
    draw_lines(&text, GRAPHS, &rng);
    sg_dataset *data = open_lines("graphs.jsonl", text.data);
    sg_model *model[3] = {train_model(data, "{ layers: [decoder: { heads: [label] }] }"),
                          train_model(data, "{ layers: [decoder: { heads: ['wl:1'] }] }"),
                          train_model(data, "{ layers: [encoder: { heads: ['label @ edge'] },"
                                            " decoder: { heads: [degree] }] }")};
    const sg_model *const all[3] = {model[0], model[1], model[2]};
    double mean[2 * GRAPHS], spread[2 * GRAPHS];
    check_ok(sg_models_predict(mean, spread, all, 3, data, NULL, &err));
    for (uint32_t n_threads = 1; n_threads <= 3; n_threads++) {
        const sg_feed_options options = {
            .n_threads = n_threads, .other = all + 1, .n_others = 2};
        sg_feed *feed = NULL;
        check_ok(sg_feed_open(&feed, model[0], &options, &err));
        check_ok(sg_feed_push(feed, text.data, text.size, &err));
        assert_int_equal(sg_feed_count(feed), GRAPHS);
        for (uint32_t i = 0; i < GRAPHS; i++) {
            const sg_feed_line line = sg_feed_at(feed, i);
            assert_memory_equal(line.score, mean + (size_t)2 * i, 2 * sizeof *mean);
            assert_memory_equal(line.spread, spread + (size_t)2 * i, 2 * sizeof *spread);
        }
        sg_feed_close(feed);
    }
    for (int m = 0; m < 3; m++) sg_model_close(model[m]);
    sg_data_close(data);
    sg_text_free(&text);
}

/* A line that one of the models cannot predict has no prediction, and its own reason and id. */
static void one_of_several_refuses(void **state)
{
    static const char known[] = "{\"nodes\":[[1,2],[0.5,3]],\"edges\":[[0,1]],\"target\":0}\n"
                                "{\"nodes\":[[1,1]],\"edges\":[],\"target\":1}\n";
    static const char text[] = "{\"nodes\":[[1]],\"edges\":[],\"id\":\"a\"}\n"
                               "{\"nodes\":[[1,1]],\"edges\":[],\"id\":\"b\"}\n";
    (void)state;
    sg_dataset *data = open_lines("attributes.jsonl", known);
    sg_model *plain = train_model(data, "{ layers: [decoder: { heads: [degree] }] }"),
             *picky = train_model(data, "{ input: attributes, layers: [pool: { kind: sum }, "
                                        "linear: { outputs: classes }] }"),
             *stranger = molecule_model();
    const sg_feed_options options = {.other = (const sg_model *const[]){picky}, .n_others = 1};
    outcome o = feed_all(plain, &options, text, 1000);
    assert_int_equal(o.n_lines, 2);
    assert_non_null(strstr(o.error[0], "input:1: the model looks at 2 node attributes"));
    assert_string_equal(o.id[0], "a");
    assert_null(o.error[1]);
    assert_string_equal(o.id[1], "b");
    outcome_free(&o);
    sg_data_close(data);
    data = open_lines("three.csv", "smiles,y\nC,1\nCC,2\nCCC,3\n");
    sg_model *three = train_model(data, "{ layers: [decoder: { heads: [degree] }] }");
    sg_feed *feed = NULL;
    check_fails(sg_feed_open(&feed, stranger,
                             &(sg_feed_options){.other = (const sg_model *const[]){three},
                                                .n_others = 1},
                             &err),
                SG_EINVAL, "models: model 1 does not predict what the first one does");
    assert_null(feed);
    sg_model_close(plain);
    sg_model_close(picky);
    sg_model_close(stranger);
    sg_model_close(three);
    sg_data_close(data);
}

/* ---- Options and limits -------------------------------------------------------------------- */

static void guesses_json_alone(void **state)
{
    sg_feed *feed = NULL;
    (void)state;
    sg_model *model = molecule_model();
    outcome o = feed_all(model, NULL, "\n \n {\"nodes\":1,\"edges\":[]}\nCCO\n", 5);
    assert_int_equal(o.n_lines, 4);
    assert_null(o.error[2]);
    assert_non_null(o.error[3]);
    outcome_free(&o);
    check_ok(sg_feed_open(&feed, model, NULL, &err));
    check_fails(sg_feed_push(feed, "\nCCO\n", 5, &err), SG_EINVAL, "input:2: this is no JSON");
    assert_int_equal(sg_feed_count(feed), 0);
    sg_feed_close(feed);
    check_fails(
        sg_feed_open(&feed, model, &(sg_feed_options){.format = (sg_feed_format)9}, &err),
        SG_EINVAL, "9 is no format");
    sg_feed_close(NULL);
    sg_model_close(model);
}

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
    const sg_feed_options options = {.format = SG_FEED_SMILES, .n_threads = 1};
    check_ok(sg_feed_open(&feed, model, &options, &err));
    check_ok(sg_feed_push(feed, text, LONG + 1, &err));
    assert_int_equal(sg_feed_count(feed), 1);
    assert_string_equal(sg_feed_at(feed, 0).error,
                        "input:1: the line is longer than 4194304 bytes");
    check_ok(sg_feed_push(feed, text + LONG - 70000, 70001, &err));
    assert_non_null(strstr(sg_feed_at(feed, 0).error, "input:2: a graph may have 65536 nodes"));
    check_ok(sg_feed_push(feed, "C\n", 2, &err));
    assert_int_equal(sg_feed_at(feed, 0).number, 3);
    assert_null(sg_feed_at(feed, 0).error);
    sg_feed_close(feed);
    sg_free(text);
    sg_model_close(model);
}

/* ---- Memory -------------------------------------------------------------------------------- */

static sg_status feed_body(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *const other[] = {context};
    const sg_feed_options options = {
        .format = SG_FEED_SMILES, .n_threads = 1, .trust = true, .other = other, .n_others = 1};
    sg_feed *feed = NULL;
    SG_TRY(sg_feed_open(&feed, context, &options, err));
    SG_TRY(sg_feed_push(feed, MOLECULES, strlen(MOLECULES), err));
    for (uint32_t i = 0; i < sg_feed_count(feed); i++)
        SG_REQUIRE(sg_feed_at(feed, i).error == NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_feed_push(feed, "C", 1, err));
    SG_TRY(sg_feed_end(feed, err));
    SG_REQUIRE(sg_feed_at(feed, 0).error == NULL, SG_ENOMEM, "out of memory");
done:
    sg_feed_close(feed);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_model *model = molecule_model();
    assert_true(check_out_of_memory(feed_body, model) > 50);
    sg_model_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(predicts_the_same_bits_as_a_data_set),
                                       cmocka_unit_test(every_line_stands_for_itself),
                                       cmocka_unit_test(bad_lines_disturb_no_others),
                                       cmocka_unit_test(the_graph_to_blame_is_found),
                                       cmocka_unit_test(a_line_outlasts_those_before_it),
                                       cmocka_unit_test(attributes_must_be_those_of_the_model),
                                       cmocka_unit_test(several_models),
                                       cmocka_unit_test(one_of_several_refuses),
                                       cmocka_unit_test(guesses_json_alone),
                                       cmocka_unit_test(large_graphs_and_lines_have_limits),
                                       cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
