/* test_named_entries.c - messages name the array and the entry that is wrong, in the words of the structs; what is
 * set in vain is refused. */
#include "unit/api/six_paths.inc"

/* ---- Models ------------------------------------------------------------------------------------ */

static void expressions_have_their_number(void **state)
{
    (void)state;
    static const char *const encoder[] = {"degree @ distance 0..2",
                                          "degree @ distance 0..2; degre @ edge"},
                             *const expression[] = {"wl:2", "wll:2"};
    sg_dataset *data = paths(NULL);
    sg_counts *counts = NULL;
    check_refused(data,
                  (sg_model_options){.encoder = encoder, .n_encoders = 2, .decoder = "degree"},
                  "encoder[1]: \"degre\", column 1: unknown labeling");
    check_refused(data,
                  (sg_model_options){.encoder = encoder, .n_encoders = 1, .decoder = "degre"},
                  "decoder: \"degre\", column 1: unknown labeling");
    check_fails(sg_label_counts_open(&counts, data, expression, 2, NULL, &err), SG_EINVAL,
                "expression[1]: \"wll:2\", column 1: unknown labeling");
    sg_data_close(data);
}

static void targets_have_their_number(void **state)
{
    (void)state;
    sg_dataset *data = paths(VALUES);
    check_refused(
        data,
        (sg_model_options){.decoder = "degree", .target = (uint32_t[]){0, 4}, .n_targets = 2},
        "target[1]: there is no column 4; the data has 2");
    sg_data_close(data);
}

/* Refused where the second layer is `layer`. */
static void check_layer(const sg_dataset *data, sg_layer_options layer, const char *why)
{
    static const char *const first[] = {"degree @ distance 0..1"};
    sg_layer_options both[2] = {
        {.struct_size = sizeof *both, .kind = "encoder", .head = first, .n_heads = 1}, layer};
    both[1].struct_size = sizeof *both;
    check_refused(data, (sg_model_options){.layer = both, .n_layers = 2}, why);
}

static void heads_have_their_number(void **state)
{
    (void)state;
    static const char *const label[] = {"degree", "degre"}, *const pair[] = {"degree @ edge",
                                                                             "degree @ edge",
                                                                             "degree"};
    sg_dataset *data = paths(NULL);
    check_layer(data, (sg_layer_options){.kind = "decoder", .head = label, .n_heads = 2},
                "options->layer[1]->head[1]: \"degre\", column 1: unknown labeling");
    check_layer(data, (sg_layer_options){.kind = "encoder", .head = pair, .n_heads = 3},
                "options->layer[1]->head[2]: head \"degree\": there is no '@'");
    check_layer(data, (sg_layer_options){.kind = "decoder"},
                "options->layer[1]->head: heads are needed, as in {\"wl:2\"}");
    check_layer(data, (sg_layer_options){.kind = "decoder", .head = label},
                "options->layer[1]->n_heads: it is 0, but options->layer[1]->head is given");
    check_layer(
        data,
        (sg_layer_options){.kind = "decoder", .head = label, .n_heads = 1, .bias_labels = "x"},
        "options->layer[1]->bias_labels: \"x\" is not true or false");
    check_layer(data, (sg_layer_options){.kind = "linear", .n_outputs = 2000000},
                "options->layer[1]->n_outputs: 2000000 is above 1048576");
    sg_data_close(data);
}

/* ---- Trainings --------------------------------------------------------------------------------- */

static void layers_have_their_number(void **state)
{
    (void)state;
    static const uint32_t layer[] = {0, 9};
    static const sg_of_layer of[] = {{0, 1}, {9, 1}};
    sg_dataset *data = paths(NULL);
    sg_model *from = build(data), *model = build(data);
    sg_layer_match match[2];
    train(from, data);
    check_untrainable(data, (sg_training_options){.freeze = layer, .n_freeze = 2},
                      "training->freeze[1]: there is no layer 9; the last one is 0");
    check_untrainable(data, (sg_training_options){.rate_of = of, .n_rates_of = 2},
                      "training->rate_of[1].layer: there is no layer 9; the last one is 0");
    check_untrainable(data, (sg_training_options){.decay_of = of, .n_decays_of = 2},
                      "training->decay_of[1].layer: there is no layer 9; the last one is 0");
    check_untrainable(
        data, (sg_training_options){.from = from, .from_layers = layer, .n_from_layers = 2},
        "from_layers[1]: the model has no layer 9; its last one is 0");
    check_fails(sg_model_match(match, model, from, layer, 2, &err), SG_EINVAL,
                "from_layers[1]: the model has no layer 9; its last one is 0");
    sg_model_close(model);
    sg_model_close(from);
    sg_data_close(data);
}

/* Keys of files do not appear where members were set. */
static void messages_use_the_words_of_the_struct(void **state)
{
    (void)state;
    sg_dataset *data = paths(NULL);
    check_untrainable(data, (sg_training_options){.batch_size = 3, .shards = 8},
                      "training->shards: a batch of 3 cannot be divided in 8 shards; choose a "
                      "larger batch_size or fewer shards");
    check_untrainable(data,
                      (sg_training_options){.learning_rate = SG_ZERO,
                                            .rate_of = (sg_of_layer[]){{0, 1}},
                                            .n_rates_of = 1},
                      "training->rate_of: the learning rate of the other layers");
    sg_data_close(data);
}

static void previews_know_items(void **state)
{
    (void)state;
    const sg_training_options training = {.struct_size = sizeof training};
    sg_model_size size = {.struct_size = sizeof size, .n_layers = 1, .item = (sg_item_kind)5};
    sg_training_outline outline = {.struct_size = sizeof outline};
    check_fails(sg_training_preview(&outline, &training, &size, &err), SG_EINVAL,
                "size->item: 5 is none of the possible values");
    size.item = SG_ITEM_NODE;
    check_ok(sg_training_preview(&outline, &training, &size, &err));
}

/* ---- Arrays without their number --------------------------------------------------------------- */

static void arrays_of_options_have_entries(void **state)
{
    (void)state;
    static const char *const text[] = {"degree @ edge"};
    static const uint32_t zero[] = {0};
    static const sg_of_layer of[] = {{0, 1}};
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data), *fresh = build(data);
    sg_explainer *explainer = NULL;
    sg_ranking ranking = {.struct_size = sizeof ranking};
    sg_layer_match match[2];
    train(model, data);
    const sg_layer_options layer = {.struct_size = sizeof layer, .kind = "linear"};
    check_refused(data, (sg_model_options){.encoder = text, .decoder = "degree"},
                  "options->n_encoders: it is 0, but options->encoder is given");
    check_refused(data, (sg_model_options){.layer = &layer, .decoder = "degree"},
                  "options->n_layers: it is 0, but options->layer is given");
    check_untrainable(data, (sg_training_options){.freeze = zero},
                      "training->n_freeze: it is 0, but training->freeze is given");
    check_untrainable(data, (sg_training_options){.rate_of = of},
                      "training->n_rates_of: it is 0, but training->rate_of is given");
    check_untrainable(data, (sg_training_options){.decay_of = of},
                      "training->n_decays_of: it is 0, but training->decay_of is given");
    const sg_ranking_options ranked = {.struct_size = sizeof ranked, .graph = zero};
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    check_fails(sg_explainer_rank(&ranking, explainer, &ranked, &err), SG_EINVAL,
                "options->n_graphs: it is 0, but options->graph is given");
    check_fails(sg_model_match(match, fresh, model, zero, 0, &err), SG_EINVAL,
                "n_from_layers: it is 0, but from_layers is given");
    sg_explainer_close(explainer);
    sg_model_close(fresh);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Explanations, intervals and edits ---------------------------------------------------------- */

static void ranked_graphs_have_their_number(void **state)
{
    (void)state;
    static const uint32_t graph[] = {0, 9};
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    sg_explainer *explainer = NULL;
    sg_ranking ranking = {.struct_size = sizeof ranking};
    const sg_ranking_options ranked = {
        .struct_size = sizeof ranked, .graph = graph, .n_graphs = 2};
    train(model, data);
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    check_fails(sg_explainer_rank(&ranking, explainer, &ranked, &err), SG_EINVAL,
                "options->graph[1]: there is no graph 9");
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

static void held_out_items_count_once(void **state)
{
    (void)state;
    static const uint32_t twice[] = {2, 1, 2}, fold[] = {0, 1, 1};
    static const double wrong[] = {0.5, 0.5, 0.5, NAN, 0.5, 0.5},
                        endless[] = {0, 0, INFINITY, 0, 0, 0};
    double score[N * 2];
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    sg_coverage coverage = {.struct_size = sizeof coverage};
    train(model, data);
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    sg_held_out held_out = {.struct_size = sizeof held_out,
                            .n_items = 3,
                            .item = twice,
                            .score = score,
                            .fold = fold};
    check_fails(sg_model_calibrate(model, data, &held_out, &err), SG_EINVAL,
                "held_out->item[2]: item 2 is held_out->item[0] already");
    check_fails(sg_model_coverage(&coverage, model, data, &held_out, 0.9, &err), SG_EINVAL,
                "held_out->item[2]: item 2 is held_out->item[0] already");
    held_out.item = (uint32_t[]){0, 1, 2};
    held_out.score = wrong;
    check_fails(sg_model_calibrate(model, data, &held_out, &err), SG_EINVAL,
                "held_out->score[3]: nan is not finite");
    held_out.score = score;
    held_out.spread = endless;
    check_fails(sg_model_calibrate(model, data, &held_out, &err), SG_EINVAL,
                "held_out->spread[2]: inf is not finite");
    assert_int_equal(sg_model_interval_models(model), 0);
    sg_model_close(model);
    sg_data_close(data);
}

/* Members that an edit does not have are 0. */
static void edits_say_nothing_in_vain(void **state)
{
    (void)state;
    static const struct {
        sg_live_change change;
        const char *why;
    } of[] = {
        {{.kind = SG_LIVE_ADD_NODE, .node = 1}, "change->node: a new node has no number yet"},
        {{.kind = SG_LIVE_ADD_NODE, .other = 1}, "change->other: it is the other end of an"},
        {{.kind = SG_LIVE_REMOVE_NODE, .other = 1}, "change->other: it is the other end of an"},
        {{.kind = SG_LIVE_SET_NODE, .other = 1}, "change->other: it is the other end of an"},
        {{.kind = SG_LIVE_ADD_EDGE, .other = 9}, "there is no node 9"},
        {{.kind = SG_LIVE_ADD_EDGE, .node = 9}, "there is no node 9"},
        {{.kind = SG_LIVE_SET_NODE, .node = 9}, "there is no node 9"},
        {{.kind = SG_LIVE_ADD_EDGE, .graph = 9, .other = 1}, "there is no graph 9"}};
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    sg_live *live = NULL;
    sg_live_size size = {.struct_size = sizeof size};
    train(model, data);
    check_ok(sg_live_open(&live, model, data, NULL, &err));
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sg_live_change change = of[i].change;
        change.struct_size = sizeof change;
        check_fails(sg_live_edit(NULL, live, &change, &err), SG_EINVAL, of[i].why);
    }
    check_ok(sg_live_sizes(&size, live, &err));
    assert_int_equal(size.n_undo, 0);
    assert_int_equal(size.n_nodes, 15);
    sg_live_close(live);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(expressions_have_their_number),
         cmocka_unit_test(targets_have_their_number), cmocka_unit_test(heads_have_their_number),
         cmocka_unit_test(layers_have_their_number),
         cmocka_unit_test(messages_use_the_words_of_the_struct),
         cmocka_unit_test(previews_know_items),
         cmocka_unit_test(arrays_of_options_have_entries),
         cmocka_unit_test(ranked_graphs_have_their_number),
         cmocka_unit_test(held_out_items_count_once),
         cmocka_unit_test(edits_say_nothing_in_vain))
