/* test_refused_values.c - values that must be mistakes are refused, and messages name the member that has
 * them. */
#include "unit/api/six_paths.inc"

#include "support/folder.h"

/* A negative number is a mistake: it neither says 0 nor becomes a large count. */
static void negative_numbers_are_mistakes(void **state)
{
    (void)state;
    static const uint32_t minus_one[] = {(uint32_t)-1};
    static const struct {
        sg_training_options training;
        const char *why;
    } of[] = {
        {{.learning_rate = -1}, "training->learning_rate: \"-1\" is not"},
        {{.weight_decay = -1}, "training->weight_decay: \"-1\" is not"},
        {{.beta1 = -1}, "training->beta1: \"-1\" is not"},
        {{.clip = -1}, "training->clip: \"-1\" is not"},
        {{.share = -1}, "training->share: \"-1\" is not"},
        {{.batch_size = (uint32_t)-1}, "training->batch_size: 4294967295 is above 2147483647"},
        {{.rate = SG_RATE_PLATEAU, .rate_patience = (uint32_t)-1},
         "training->rate_patience: 4294967295 is above 2147483647"},
        {{.rate = SG_RATE_PLATEAU, .rate_lowest = -1}, "training->rate_lowest: -1 is negative"},
        {{.loss = (sg_loss_choice)-1}, "training->loss: -1 is none of"},
        {{.item = {minus_one}, .n_items = {1}},
         "training->item[SG_TRAIN][0]: there is no item -1"}};
    sg_dataset *data = paths(NULL);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        check_untrainable(data, of[i].training, of[i].why);
    sg_data_close(data);
}

/* Messages name the members that were set, not the keys of files. */
static void members_are_named(void **state)
{
    (void)state;
    static const char *const head[] = {"degree"};
    static const struct {
        sg_layer_options layer;
        const char *why;
    } of[] = {
        {{.kind = "dropout", .rate = -1}, "options->layer[1]->rate: \"-1\" is not"},
        {{.kind = "dropout", .rate = 0.5, .head = head, .n_heads = 1},
         "options->layer[1]->head: a layer of the kind dropout has none"},
        {{.kind = "linear", .affine = SG_YES},
         "options->layer[1]->affine: a layer of the kind"},
        {{.kind = "linear", .repeat = 2000}, "options->layer[1]->repeat: \"2000\" is not"},
        {{.kind = "lineer"}, "options->layer[1]->kind: unknown layer"},
        {{.kind = "linear", .settings = "{x: 1}"}, "options->layer[1]: linear: unknown key"},
        {{.kind = "linear", .n_outputs = 3, .settings = "{outputs: 4}"},
         "options->layer[1]->settings: \"outputs\" is a member of the struct"}};
    sg_dataset *data = paths(NULL);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sg_layer_options layer[2] = {
            {.struct_size = sizeof *layer, .kind = "decoder", .head = head, .n_heads = 1},
            of[i].layer};
        layer[1].struct_size = sizeof *layer;
        check_refused(data, (sg_model_options){.layer = layer, .n_layers = 2}, of[i].why);
    }
    check_untrainable(data, (sg_training_options){.rate = SG_RATE_STEP},
                      "training->rate_size: it is 0");
    check_untrainable(data, (sg_training_options){.rate = SG_RATE_STEP, .rate_size = 1},
                      "training->rate_factor: it is 0");
    check_untrainable(
        data,
        (sg_training_options){.init = SG_BEGIN_UNIFORM, .init_first = 2, .init_second = 1},
        "training->init: init \"uniform 2 1\"");
    check_untrainable(data, (sg_training_options){.freeze = (uint32_t[]){7}, .n_freeze = 1},
                      "training->freeze[0]: there is no layer 7");
    check_untrainable(
        data,
        (sg_training_options){.rate_of = (sg_of_layer[]){{0, 1}, {0, 2}}, .n_rates_of = 2},
        "training->rate_of[1].layer: layer 0 is in rate_of[0] already");
    check_untrainable(
        data, (sg_training_options){.decay_of = (sg_of_layer[]){{0, NAN}}, .n_decays_of = 1},
        "training->decay_of[0].value: nan is not");
    sg_data_close(data);
}

/* ---- Lines ------------------------------------------------------------------------------------- */

static void settings_are_those_of_the_format(void **state)
{
    (void)state;
    static const char *const json = "{\"nodes\": [0, 0], \"edges\": [[0, 1]], \"target\": 1}";
    static const char *const smiles = "CCO";
    sg_dataset *data = paths(NULL), *made = NULL;
    sg_model *model = build(data);
    sg_feed *feed = NULL;
    train(model, data);
    sg_line_array_options lines = {
        .struct_size = sizeof lines, .format = "json-lines", .form = "bonds=kekule"};
    check_fails(sg_data_from_lines(&made, &json, 1, &lines, &err), SG_EINVAL,
                "settings: bonds=kekule is for another format than json-lines");
    lines.form = sg_model_form(model); /* fine for any format */
    check_ok(sg_data_from_lines(&made, &json, 1, &lines, &err));
    sg_data_close(made);
    made = NULL;
    lines.format = "smiles";
    lines.form = "directed=yes";
    check_fails(sg_data_from_lines(&made, &smiles, 1, &lines, &err), SG_EINVAL,
                "settings: directed and self-loops are for graphs, and smiles has none");
    sg_feed_options feeding = {
        .struct_size = sizeof feeding, .format = "json-lines", .settings = "bonds=kekule"};
    check_fails(sg_feed_open(&feed, model, &feeding, &err), SG_EINVAL,
                "feed: settings: bonds=kekule is for another format than json-lines");
    feeding.format = NULL; /* the first line tells */
    check_ok(sg_feed_open(&feed, model, &feeding, &err));
    check_fails(sg_feed_push(feed, "{}\n", 3, &err), SG_EINVAL, "bonds=kekule is for another");
    sg_feed_close(feed);
    check_write(folder, "graphs.jsonl", json);
    check_fails(sg_data_open(&made, path_of("graphs.jsonl?bonds=kekule"), NULL, &err),
                SG_EINVAL, "bonds=kekule is for another format than json-lines");
    assert_null(made);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Other options ----------------------------------------------------------------------------- */

static void rules_that_say_it_take_no_numbers(void **state)
{
    (void)state;
    sg_dataset *data = paths(NULL);
    sg_splits *splits = NULL;
    sg_split_options options = {
        .struct_size = sizeof options, .rule = "file folds.json", .n_folds = 5};
    check_fails(sg_splits_divide(&splits, data, &options, &err), SG_EINVAL,
                "options->n_folds: the rule \"file folds.json\" says the folds itself");
    options.n_folds = 0;
    options.rule = "column use";
    options.share[0] = 1;
    check_fails(sg_splits_divide(&splits, data, &options, &err), SG_EINVAL,
                "options->share: the rule \"column use\" says the parts itself");
    check_refused(data, (sg_model_options){.decoder = "degree", .known_item = (uint32_t[]){0}},
                  "options->n_known_items: it is 0, but options->known_item is given");
    sg_data_close(data);
}

static void names_need_labels(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 2}, edge[] = {0, 1};
    static const sg_label_name name[] = {{6, "C"}};
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .n_edges = 1,
                                    .edge = edge,
                                    .node_label_name = name,
                                    .n_node_label_names = 1};
    sg_dataset *data = NULL;
    check_fails(sg_data_from_arrays(&data, &arrays, &err), SG_EINVAL,
                "node_label_name: there are no labels that it could name");
    assert_null(data);
}

/* The graphs have neither labels nor attributes. */
static void edits_have_what_the_data_has(void **state)
{
    (void)state;
    const struct {
        sg_live_change change;
        const char *why;
    } of[] = {{{.kind = SG_LIVE_ADD_EDGE, .graph = 1, .other = 2, .label = (int32_t[]){1}},
               "change->label: edges of the data have no labels"},
              {{.kind = SG_LIVE_ADD_NODE, .label = (int32_t[]){1}},
               "change->label: nodes of the data have no labels"},
              {{.kind = SG_LIVE_SET_NODE, .attribute = (double[]){1}},
               "change->attribute: nodes of the data have no attributes"},
              {{.kind = SG_LIVE_REMOVE_EDGE, .other = 1, .label = (int32_t[]){1}},
               "change->label: what is removed gets none"}};
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    sg_live *live = NULL;
    train(model, data);
    check_ok(sg_live_open(&live, model, data, NULL, &err));
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sg_live_change change = of[i].change;
        change.struct_size = sizeof change;
        check_fails(sg_live_edit(NULL, live, &change, &err), SG_EINVAL, of[i].why);
    }
    sg_live_close(live);
    sg_model_close(model);
    sg_data_close(data);
}

static void intervals_are_of_numbers(void **state)
{
    (void)state;
    static const double trust[N] = {1, 2}, spread[N * 2] = {0, -1};
    static const uint32_t item[N] = {0, 1, 2, 3, 4, 5};
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    double score[N * 2];
    sg_interval set[N * 2];
    train(model, data);
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    sg_held_out held_out = {.struct_size = sizeof held_out,
                            .n_items = N,
                            .item = item,
                            .score = score,
                            .spread = spread,
                            .n_models = 2};
    check_fails(sg_model_calibrate(model, data, &held_out, &err), SG_EINVAL,
                "held_out->spread[1]: -1 is negative");
    held_out.spread = NULL;
    held_out.n_models = 1;
    check_ok(sg_model_calibrate(model, data, &held_out, &err));
    check_fails(sg_model_intervals(set, model, score, NULL, trust, N, 0.5, &err), SG_EINVAL,
                "trust[1]: 2 is not between 0 and 1");
    check_fails(sg_model_intervals(set, model, score, spread, NULL, N, 0.5, &err), SG_EINVAL,
                "spread[1]: -1 is negative or not finite");
    score[3] = NAN;
    check_fails(sg_model_intervals(set, model, score, NULL, NULL, N, 0.5, &err), SG_EINVAL,
                "score[3]: it is not finite");
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(rules_that_say_it_take_no_numbers),
         cmocka_unit_test(names_need_labels), cmocka_unit_test(edits_have_what_the_data_has),
         cmocka_unit_test(intervals_are_of_numbers),
         cmocka_unit_test(negative_numbers_are_mistakes), cmocka_unit_test(members_are_named),
         cmocka_unit_test_setup_teardown(settings_are_those_of_the_format, make_folder,
                                         remove_folder))
