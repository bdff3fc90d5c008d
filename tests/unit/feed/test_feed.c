/* test_feed.c - lines in, predictions out: in order, the same bits as those of a data set. */
#include "unit/feed/fed_lines.inc"

/* ---- Bits ---------------------------------------------------------------------------------- */

static void check_same_bits(const char *text, const char *description)
{
    static const size_t portion[] = {50, 5000, 1 << 24};
    sg_dataset *data = open_lines("graphs.jsonl", text);
    sg_model *model = train_model(data, description);
    const uint32_t n = sg_data_sizes_of(data).n_graphs,
                   n_outputs = sg_model_sizes_of(model).n_outputs;
    const size_t n_scores = (size_t)n * n_outputs;
    double *score = calloc(n_scores, sizeof *score);
    sg_trust *trust = calloc(n, sizeof *trust);
    sg_prediction *prediction = NULL;
    check_ok(sg_model_predict(
        score, model, data,
        &(sg_label_options){.struct_size = sizeof(sg_label_options), .n_threads = 1}, &err));
    check_ok(sg_prediction_open(&prediction, model, data, NULL, &err));
    check_ok(sg_prediction_trust(trust, prediction, &err));
    sg_prediction_close(prediction);
    for (uint32_t n_threads = 1; n_threads <= 3; n_threads++) {
        const sg_feed_options options = {
            .struct_size = sizeof options, .n_threads = n_threads, .trust = true};
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
    const sg_feed_options options = {.struct_size = sizeof options, .n_threads = 1};
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
        const sg_feed_options options = {.struct_size = sizeof options,
                                         .n_threads = n_threads,
                                         .other = all + 1,
                                         .n_others = 2};
        sg_feed *feed = NULL;
        check_ok(sg_feed_open(&feed, model[0], &options, &err));
        check_ok(sg_feed_push(feed, text.data, text.size, &err));
        assert_int_equal(sg_feed_count(feed), GRAPHS);
        for (uint32_t i = 0; i < GRAPHS; i++) {
            const sg_feed_line line = sg_feed_line_of(feed, i);
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
    const sg_feed_options options = {.struct_size = sizeof options,
                                     .other = (const sg_model *const[]){picky},
                                     .n_others = 1};
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
                             &(sg_feed_options){.struct_size = sizeof(sg_feed_options),
                                                .other = (const sg_model *const[]){three},
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
    check_fails(sg_feed_push(feed, "\nCCO\n", 5, &err), SG_EINVAL,
                "input:2: the line does not tell its format, which may be smiles, text or "
                "graph6");
    assert_int_equal(sg_feed_count(feed), 0);
    sg_feed_close(feed);
    check_fails(sg_feed_open(
                    &feed, model,
                    &(sg_feed_options){.struct_size = sizeof(sg_feed_options), .format = "odd"},
                    &err),
                SG_EINVAL, "feed: \"odd\" is not a format with a graph per line; possible: ");
    sg_feed_close(NULL);
    sg_model_close(model);
}

/* An aromatic ring has other bonds with bonds=kekule, so other triples. */
static void settings_are_those_of_the_format(void **state)
{
    static const char RING[] = "c1ccccc1\n";
    sg_feed *feed = NULL;
    (void)state;
    sg_model *model = molecule_model();
    sg_feed_options options = {
        .struct_size = sizeof options, .format = "smiles", .settings = "bonds=kekule"};
    outcome kekule = feed_all(model, &options, RING, 5);
    options.settings = "bonds=aromatic";
    outcome aromatic = feed_all(model, &options, RING, 5);
    options.settings = NULL;
    outcome usual = feed_all(model, &options, RING, 5);
    assert_true(kekule.n_lines == 1 && kekule.error[0] == NULL && usual.error[0] == NULL);
    assert_true(aromatic.score[0] == usual.score[0]);
    outcome_free(&kekule);
    outcome_free(&aromatic);
    outcome_free(&usual);
    options.settings = "target=y";
    check_fails(sg_feed_open(&feed, model, &options, &err), SG_EINVAL,
                "feed: settings \"target=y\": lines have only those of their format");
    options.settings = "bonds=odd";
    check_fails(sg_feed_open(&feed, model, &options, &err), SG_EINVAL,
                "aromatic and kekule are possible");
    sg_model_close(model);
}

/* ---- Memory -------------------------------------------------------------------------------- */

static sg_status feed_body(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *const other[] = {context};
    const sg_feed_options options = {.struct_size = sizeof options,
                                     .format = "smiles",
                                     .n_threads = 1,
                                     .trust = true,
                                     .other = other,
                                     .n_others = 1};
    sg_feed *feed = NULL;
    SG_TRY(sg_feed_open(&feed, context, &options, err));
    SG_TRY(sg_feed_push(feed, MOLECULES, strlen(MOLECULES), err));
    for (uint32_t i = 0; i < sg_feed_count(feed); i++)
        SG_REQUIRE(sg_feed_line_of(feed, i).error == NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_feed_push(feed, "C", 1, err));
    SG_TRY(sg_feed_end(feed, err));
    SG_REQUIRE(sg_feed_line_of(feed, 0).error == NULL, SG_ENOMEM, "out of memory");
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predicts_the_same_bits_as_a_data_set),
        cmocka_unit_test(every_line_stands_for_itself),
        cmocka_unit_test(several_models),
        cmocka_unit_test(one_of_several_refuses),
        cmocka_unit_test(guesses_json_alone),
        cmocka_unit_test(settings_are_those_of_the_format),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
