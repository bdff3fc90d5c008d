/* test_ignored_options.c - options that would be ignored are refused by their names, and trainings that
 * have nothing to learn fail. */
#include "unit/api/six_paths.inc"

/* ---- Models ------------------------------------------------------------------------------------ */

static void layers_are_said_in_one_way(void **state)
{
    (void)state;
    static const char *const encoder[] = {"degree @ distance 0..1"};
    static const char layers[] = "{layers: [decoder: {heads: [degree]}]}";
    sg_dataset *data = paths(NULL);
    check_refused(data, (sg_model_options){.description = layers, .decoder = "degree"},
                  "options->description: there is also options->decoder");
    check_refused(
        data, (sg_model_options){.description = layers, .encoder = encoder, .n_encoders = 1},
        "options->description: there is also options->encoder");
    check_refused(data, (sg_model_options){.description = layers, .features = "ones"},
                  "options->features: it goes with layers");
    check_refused(data, (sg_model_options){.description = layers, .noise = 0.5},
                  "options->noise: it goes with layers");
    check_refused(data, (sg_model_options){.description = layers, .input = SG_FEATURES_ONES},
                  "options->input: it goes with layers");
    check_refused(data, (sg_model_options){.decoder = "degree", .path = "layers.yml"},
                  "options->path: it names a description, and there is none");
    sg_data_close(data);
}

static void targets_and_their_unit_are_for_targets(void **state)
{
    (void)state;
    sg_dataset *classes = paths(NULL), *values = paths(VALUES);
    check_refused(
        classes,
        (sg_model_options){.decoder = "degree", .target = (uint32_t[]){0}, .n_targets = 1},
        "options->target: columns of targets are for regression");
    check_refused(classes, (sg_model_options){.decoder = "degree", .scale = "std"},
                  "options->scale: \"std\" is for regression, not for classification");
    check_refused(values,
                  (sg_model_options){.decoder = "degree",
                                     .task = SG_TASK_MULTILABEL,
                                     .scale = "standard",
                                     .target = (uint32_t[]){1},
                                     .n_targets = 1},
                  "options->scale: \"standard\" is for regression, not for multilabel");
    check_refused(values,
                  (sg_model_options){
                      .decoder = "degree", .target = (uint32_t[]){1, 0, 1}, .n_targets = 3},
                  "options->target[2]: column 1 is options->target[0] already");
    check_refused(values, (sg_model_options){.decoder = "degree", .target = (uint32_t[]){1}},
                  "options->n_targets: it is 0, but options->target is given");
    sg_data_close(classes);
    sg_data_close(values);
}

static void labels_are_yes_or_no(void **state)
{
    (void)state;
    double value[N * 2] = {1, 0, 0, 1, 1, NAN, 0, 1, 1, 2.5, 0, 1};
    const sg_model_options options = {.decoder = "degree", .task = SG_TASK_MULTILABEL};
    sg_dataset *wrong = paths(value);
    check_refused(
        wrong, options,
        "multilabel: item 4 has 2.5 in target column 1; a label is 0 or 1, or missing");
    value[9] = -1;
    sg_dataset *negative = paths(value);
    check_refused(negative, options, "item 4 has -1 in target column 1");
    value[9] = 1;
    sg_dataset *right = paths(value);
    sg_model *model = NULL;
    sg_model_options own = options;
    own.struct_size = sizeof own;
    check_ok(sg_model_build(&model, right, &own, &err));
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 2};
    check_fails(sg_model_train(NULL, model, wrong, &training, &err), SG_EINVAL,
                "item 4 has 2.5 in target column 1");
    check_ok(sg_model_train(NULL, model, right, &training, &err));
    sg_model_close(model);
    sg_data_close(wrong);
    sg_data_close(negative);
    sg_data_close(right);
}

/* ---- Training ---------------------------------------------------------------------------------- */

static void what_validation_finds_needs_validation_items(void **state)
{
    (void)state;
    sg_dataset *data = paths(NULL);
    check_untrainable(data, (sg_training_options){.threshold = SG_METRIC_F1},
                      "training->threshold: it is found on validation items");
    check_untrainable(data, (sg_training_options){.calibrate = SG_CALIBRATE_BY_TEMPERATURE},
                      "training->calibrate: it is found on validation items");
    check_untrainable(data, (sg_training_options){.settings = "{threshold: mcc}"},
                      "training->threshold: it is found on validation items");
    check_untrainable(data, (sg_training_options){.patience = 3},
                      "training->patience: it counts epochs that were not better on validation "
                      "items, and there are none in training->item[SG_VALIDATION]");
    check_untrainable(data, (sg_training_options){.settings = "{patience: 3}"},
                      "training->patience: it counts");
    sg_data_close(data);
}

static void layers_are_taken_from_a_model(void **state)
{
    (void)state;
    sg_dataset *data = paths(NULL);
    check_untrainable(data,
                      (sg_training_options){.from_layers = (uint32_t[]){0}, .n_from_layers = 1},
                      "training->from_layers: training->from is NULL");
    check_untrainable(data, (sg_training_options){.from_layers = (uint32_t[]){0}},
                      "training->from_layers: training->from is NULL");
    sg_data_close(data);
}

static void nothing_is_said_in_vain(void **state)
{
    (void)state;
    static const double none[N] = {0}, one[N] = {1};
    sg_dataset *data = paths(NULL);
    check_untrainable(data, (sg_training_options){.path = "train.yml"},
                      "training->path: it names a description, and there is none");
    check_untrainable(data, (sg_training_options){.item_weight = none},
                      "training->item_weight: it is 0 for all 6 training items");
    check_untrainable(
        data,
        (sg_training_options){.item = {(uint32_t[]){1, 2}}, .n_items = {2}, .item_weight = one},
        "training->item_weight: it is 0 for all 2 training items");
    check_untrainable(data, (sg_training_options){.warm_up = 3},
                      "training->warm_up: it lasts 3 epochs, but the training only 2");
    check_untrainable(
        data, (sg_training_options){.warm_up = 5, .warm_up_in_steps = true, .batch_size = 3},
        "training->warm_up: it lasts 5 steps, but the training only 4");
    check_untrainable(data, (sg_training_options){.rate = SG_RATE_COSINE, .rate_lowest = 1},
                      "training->rate_lowest: 1 is above the learning rate, 0.01");
    check_untrainable(data, (sg_training_options){.batch_nodes = 2},
                      "training->batch_nodes: the model predicts graphs");
    sg_data_close(data);
}

static void trained_models_have_begun_already(void **state)
{
    (void)state;
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data), *from = build(data);
    train(model, data);
    train(from, data);
    const uint32_t first = 0;
    static const char WHY[] = "the model has been trained and goes on from its own weights";
    sg_training_options training = {.struct_size = sizeof training, .init = SG_BEGIN_HE};
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL, WHY);
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL,
                "training->init:");
    training.init = SG_BEGIN_DEFAULT;
    training.bias_init = SG_BEGIN_HE;
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL,
                "training->bias_init:");
    training.bias_init = SG_BEGIN_DEFAULT;
    training.from = from;
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL,
                "training->from:");
    training.from_layers = &first;
    training.n_from_layers = 1;
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL, WHY);
    sg_model_close(model);
    sg_model_close(from);
    sg_data_close(data);
}

static bool note_loss(void *context, const sg_epoch *epoch)
{
    *(double *)context = epoch->loss[SG_VALIDATION];
    return true;
}

/* Lists alone say who trains; the parts of the data are for sg_splits_of_data. */
static void parts_of_the_data_do_not_count(void **state)
{
    (void)state;
    static const uint32_t offset[] = {0, 2, 5, 7}, edge[] = {0, 1, 2, 3, 3, 4, 5, 6};
    static const int64_t graph_class[] = {0, 1, 0};
    static const uint8_t part[] = {SG_TRAIN, SG_TRAIN, SG_VALIDATION};
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 3,
                                    .graph_offset = offset,
                                    .n_edges = 4,
                                    .edge = edge,
                                    .graph_class = graph_class,
                                    .part = part};
    sg_dataset *data = NULL;
    double loss = 0;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    sg_training_options training = {
        .struct_size = sizeof training, .n_epochs = 1, .epoch = note_loss, .context = &loss};
    sg_model *model = build(data);
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    assert_true(isnan(loss));
    const uint32_t last = 2;
    training.item[SG_VALIDATION] = &last;
    training.n_items[SG_VALIDATION] = 1;
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    assert_true(isfinite(loss));
    sg_model_close(model);
    sg_data_close(data);
}

/* One known column is enough; none in any training or validation item is not. */
static void nothing_is_learned_from_no_target(void **state)
{
    (void)state;
    double none[N * 2], last[N * 2];
    for (int i = 0; i < N * 2; i++) none[i] = last[i] = NAN;
    last[N * 2 - 1] = 1;
    sg_dataset *unknown = paths(none), *one = paths(last);
    check_untrainable(unknown, (sg_training_options){0},
                      "training: none of the 6 training items has a target");
    check_untrainable(
        one, (sg_training_options){.item = {(uint32_t[]){0, 1, 2}}, .n_items = {3}},
        "training: none of the 3 training items has a target, so there is nothing to learn");
    check_untrainable(
        one, (sg_training_options){.item = {NULL, (uint32_t[]){0, 1}}, .n_items = {0, 2}},
        "training: none of the 2 validation items has a target, so no epoch can be the best");
    sg_model *model = build(one);
    const sg_training_options training = {.struct_size = sizeof training,
                                          .n_epochs = 2,
                                          .item = {NULL, NULL, (uint32_t[]){0}},
                                          .n_items = {0, 0, 1}}; /* tests decide nothing */
    check_ok(sg_model_train(NULL, model, one, &training, &err));
    sg_model_close(model);
    sg_data_close(unknown);
    sg_data_close(one);
}

/* ---- Observers --------------------------------------------------------------------------------- */

/* Every function that takes one refuses an observer that cannot be called. */
static void observers_have_a_function(void **state)
{
    (void)state;
    static const sg_observer idle = {0};
    static const char *const degree = "degree";
    const sg_label_options labels = {.struct_size = sizeof labels, .observer = &idle};
    const sg_audit_options audit = {.struct_size = sizeof audit, .observer = &idle};
    const sg_explainer_options explaining = {.struct_size = sizeof explaining,
                                             .labels = &labels};
    const sg_ranking_options ranked = {.struct_size = sizeof ranked, .observer = &idle};
    const sg_get_options getting = {.struct_size = sizeof getting, .observer = &idle};
    sg_dataset *data = paths(NULL);
    sg_model *model = build(data);
    sg_explainer *explainer = NULL;
    sg_ranking ranking = {.struct_size = sizeof ranking};
    double score[N * 2];
    const sg_model_options building = {
        .struct_size = sizeof building, .decoder = "degree", .labels = &labels};
    check_fails(sg_model_build(&(sg_model *){NULL}, data, &building, &err), SG_EINVAL,
                "options->labels->observer->progress: it is NULL");
    check_untrainable(data, (sg_training_options){.observer = &idle},
                      "training->observer->progress: it is NULL");
    train(model, data);
    check_fails(sg_model_predict(score, model, data, &labels, &err), SG_EINVAL,
                "labels->observer->progress: it is NULL");
    check_fails(sg_labels_open(&(sg_labels *){NULL}, data, "degree", &labels, &err), SG_EINVAL,
                "options->observer->progress: it is NULL");
    check_fails(sg_label_counts_open(&(sg_counts *){NULL}, data, &degree, 1, &labels, &err),
                SG_EINVAL, "options->observer->progress: it is NULL");
    check_fails(sg_power_open(&(sg_power *){NULL}, data, "degree", &labels, &err), SG_EINVAL,
                "options->observer->progress: it is NULL");
    check_fails(sg_live_open(&(sg_live *){NULL}, model, data, &labels, &err), SG_EINVAL,
                "options->observer->progress: it is NULL");
    check_fails(sg_audit_open(&(sg_audit *){NULL}, data, &audit, &err), SG_EINVAL,
                "options->observer->progress: it is NULL");
    check_fails(sg_data_get("MUTAG", ".", &getting, &err), SG_EINVAL,
                "options->observer->progress: it is NULL");
    check_fails(sg_explainer_open(&explainer, model, data, &explaining, &err), SG_EINVAL,
                "options->labels->observer->progress: it is NULL");
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    check_fails(sg_explainer_rank(&ranking, explainer, &ranked, &err), SG_EINVAL,
                "options->observer->progress: it is NULL");
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(layers_are_said_in_one_way), cmocka_unit_test(labels_are_yes_or_no),
         cmocka_unit_test(nothing_is_said_in_vain),
         cmocka_unit_test(trained_models_have_begun_already),
         cmocka_unit_test(parts_of_the_data_do_not_count),

         cmocka_unit_test(targets_and_their_unit_are_for_targets),
         cmocka_unit_test(what_validation_finds_needs_validation_items),
         cmocka_unit_test(layers_are_taken_from_a_model),
         cmocka_unit_test(nothing_is_learned_from_no_target),
         cmocka_unit_test(observers_have_a_function))
