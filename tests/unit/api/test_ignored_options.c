/* test_ignored_options.c - options that would be ignored are refused by their names, and trainings that
 * have nothing to learn fail. */
#include "unit/api/small_models.inc"

#include <math.h>

/* ---- Data -------------------------------------------------------------------------------------- */

enum { N = 6 };

/* Paths of two and of three nodes; `target` is [N][2], or NULL: then they have classes. */
static sg_dataset *paths(const double *target)
{
    static const uint32_t offset[] = {0, 2, 5, 7, 10, 12, 15},
                          edge[] = {0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 13, 14};
    static const int64_t graph_class[] = {0, 1, 0, 1, 0, 1};
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = N,
                                    .graph_offset = offset,
                                    .n_edges = 9,
                                    .edge = edge,
                                    .graph_class = target == NULL ? graph_class : NULL,
                                    .target = target,
                                    .n_targets = target != NULL ? 2 : 0};
    sg_dataset *data = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    return data;
}

static const double VALUES[N * 2] = {1, 0, 2, 1, 1, 0, 2, 1, 1, 0, 2, 1};

/* A model whose columns of targets are all, or those of the options. */
static void check_refused(const sg_dataset *data, sg_model_options options, const char *why)
{
    sg_model *model = NULL;
    sg_model_size size = {.struct_size = sizeof size};
    options.struct_size = sizeof options;
    check_fails(sg_model_build(&model, data, &options, &err), SG_EINVAL, why);
    check_fails(sg_model_preview(&size, data, &options, &err), SG_EINVAL, why);
    assert_null(model);
}

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

/* ---- Training ---------------------------------------------------------------------------------- */

static sg_model *build(const sg_dataset *data)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options, .decoder = "degree"};
    check_ok(sg_model_build(&model, data, &options, &err));
    return model;
}

static void check_untrainable(const sg_dataset *data, sg_training_options training,
                              const char *why)
{
    sg_model *model = build(data);
    double score[N * 2];
    training.struct_size = sizeof training;
    training.n_epochs = 2;
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL, why);
    check_fails(sg_model_predict(score, model, data, NULL, &err), SG_EINVAL, "trained");
    sg_model_close(model);
}

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

SG_TESTS(cmocka_unit_test(layers_are_said_in_one_way),
         cmocka_unit_test(targets_and_their_unit_are_for_targets),
         cmocka_unit_test(what_validation_finds_needs_validation_items),
         cmocka_unit_test(layers_are_taken_from_a_model),
         cmocka_unit_test(nothing_is_learned_from_no_target),
         cmocka_unit_test(observers_have_a_function))
