/* test_model_api.c - models through sharegnn.h: build, train, predict, save, open.  Weights are set by
 * hand where a prediction is worked out by hand; that looks behind the header. */
#include "base/mem.h"
#include "store/model_parts.h"
#include "unit/api/written_data.inc"

/* ---- Models and files ------------------------------------------------------------------ */

/* Write a text file into the folder; returns its path. */
static const char *write_file(const char *name, const char *content)
{
    check_write(folder, name, content);
    return path_of(name);
}

static sg_model *build(const sg_dataset *data, const char *encoder, const char *decoder)
{
    sg_model *model = NULL;
    const sg_model_options options = {
        .encoder = &encoder, .n_encoders = encoder != NULL, .decoder = decoder};
    check_ok(sg_model_build(&model, data, &options, &err));
    return model;
}

static sg_model *build_csl(void)
{
    return build(csl, "cycles:6 @ distance 0..1", "cycles:6");
}

static sg_model *describe(const sg_dataset *data, const char *description)
{
    sg_model *model = NULL;
    const sg_model_options options = {.description = description};
    check_ok(sg_model_build(&model, data, &options, &err));
    return model;
}

static sg_epoch train(sg_model *model, const sg_dataset *data, const char *settings,
                      uint32_t n_threads)
{
    sg_epoch best = {0};
    const sg_training training = {.settings = settings, .seed = 42, .n_threads = n_threads};
    check_ok(sg_model_train(&best, model, data, &training, &err));
    return best;
}

/* The scores of all graphs; the caller frees them. */
static double *predict(const sg_model *model, const sg_dataset *data, uint32_t n_threads)
{
    const size_t n = (size_t)sg_data_sizes(data).n_graphs * sg_model_sizes(model).n_outputs;
    double *score = calloc(n + 1, sizeof *score);
    const sg_label_options options = {.n_threads = n_threads};
    check_ok(sg_model_predict(score, model, data, &options, &err));
    return score;
}

/* The bytes of a file; the caller frees them. */
static char *read_file(size_t *size, const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    assert_true(*size > 0 && *size < 1 << 20);
    (void)fclose(file);
    return bytes;
}

static void check_same_files(const char *a, const char *b)
{
    char first[600], second[600];
    size_t n = 0, m = 0;
    (void)snprintf(first, sizeof first, "%s/%s", folder, a);
    (void)snprintf(second, sizeof second, "%s/%s", folder, b);
    char *x = read_file(&n, first), *y = read_file(&m, second);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

/* ---- Round trips -------------------------------------------------------------------------- */

static void check_saved(const sg_dataset *data, const sg_model *model)
{
    sg_model *opened = NULL;
    check_ok(sg_model_save(model, path_of("one.model"), &err));
    check_ok(sg_model_open(&opened, path_of("one.model"), &err));
    check_ok(sg_model_save(opened, path_of("two.model"), &err));
    check_same_files("one.model", "two.model");
    const sg_model_size a = sg_model_sizes(model), b = sg_model_sizes(opened);
    assert_int_equal(a.task, b.task);
    assert_int_equal(a.n_layers, b.n_layers);
    assert_int_equal(a.n_outputs, b.n_outputs);
    assert_int_equal(a.n_weights, b.n_weights);
    for (uint32_t c = 0; c < a.n_outputs; c++) {
        assert_int_equal(sg_model_class(model, c), sg_model_class(opened, c));
        if (sg_model_target(model, c) != NULL)
            assert_string_equal(sg_model_target(model, c), sg_model_target(opened, c));
    }
    double *x = predict(model, data, 1), *y = predict(opened, data, 2);
    assert_memory_equal(x, y, a.n_outputs * sg_data_sizes(data).n_graphs * sizeof *x);
    free(x);
    free(y);
    sg_model_close(opened);
}

static void a_saved_model_predicts_the_same_bits(void **state)
{
    (void)state;
    static const char *const settings[] = {"{epochs: 3, init: he}",
                                           "{epochs: 3, init: he, precision: double}"};
    for (int i = 0; i < 2; i++) {
        sg_model *model = build_csl();
        (void)train(model, csl, settings[i], 1);
        check_saved(csl, model);
        sg_model_close(model);
    }
    sg_model_close(NULL);
}

/* Every kind of layer and input. */
static void every_layer_is_saved(void **state)
{
    (void)state;
    static const char *const descriptions[] = {
        "{ input: labels, noise: 0.1, layers: [linear: { outputs: 3, activation: relu },"
        " norm: { affine: true }, encoder: { heads: ['degree @ distance 0..1 x2'], bias: degree },"
        " activation: { kind: elu }, residual: { from: 3 }, dropout: { rate: 0.5 },"
        " decoder: { heads: ['cycles:6', 'degree x2'], outputs: 2, pool: sum },"
        " linear: { outputs: classes }] }",
        "{ layers: [encoder: { heads: ['degree -> cycles:6 @ distance 1 at-least 2'] },"
        " pool: { kind: max }, linear: { outputs: classes, bias: false }] }"};
    for (int i = 0; i < 2; i++) {
        sg_model *model = describe(csl, descriptions[i]);
        (void)train(model, csl, "{epochs: 2, init: he, bias-init: normal 0 1}", 2);
        check_saved(csl, model);
        sg_model_close(model);
    }
}

static void threads_change_no_byte(void **state)
{
    (void)state;
    static const uint32_t n_threads[] = {1, 2, 3, 8};
    for (int t = 0; t < 4; t++) {
        sg_model *model = NULL;
        const char *encoder = "cycles:6 @ distance 0..2 x2";
        const sg_label_options labels = {.n_threads = n_threads[t]};
        const sg_model_options options = {.encoder = &encoder,
                                          .n_encoders = 1,
                                          .decoder = "degree+cycles:6",
                                          .labels = &labels};
        check_ok(sg_model_build(&model, csl, &options, &err));
        (void)train(model, csl,
                    "{epochs: 5, init: he, batch-size: 13, clip: 0.1, average: 0.9}",
                    n_threads[t]);
        check_ok(sg_model_save(model, path_of(t == 0 ? "alone.model" : "many.model"), &err));
        if (t > 0) check_same_files("alone.model", "many.model");
        sg_model_close(model);
    }
}

static void a_model_says_what_it_is(void **state)
{
    (void)state;
    uint64_t weights[3] = {9, 9, 9};
    sg_model *model = build(csl, "cycles:6 @ distance 0..1 ; degree @ edge", "cycles:6");
    const sg_model_size size = sg_model_sizes(model);
    assert_int_equal(size.task, SG_CLASSIFICATION);
    assert_int_equal(size.n_layers, 3);
    assert_int_equal(size.n_outputs, 10);
    check_ok(sg_model_layer_weights(weights, model, &err));
    assert_int_equal(weights[0] + weights[1] + weights[2], size.n_weights);
    assert_int_equal(weights[2], (2 * 10 + 1) * 10); /* two heads, ten outputs each */
    for (uint32_t c = 0; c < 10; c++) assert_int_equal(sg_model_class(model, c), c);
    assert_int_equal(sg_model_class(model, 10), 0);
    assert_null(sg_model_target(model, 0));
    sg_model_close(model);
}

/* ---- Predictions worked out by hand ------------------------------------------------------- */

/* Make all weights of a layer's tensors of that name `value`. */
static void set_weights(sg_model *model, uint32_t layer, const char *name, double value)
{
    sg_model_on_data alone = {0};
    uint32_t n_found = 0;
    check_ok(sg_model_open_alone(&alone, model, 0, &err));
    for (uint32_t t = 0; t < alone.outline.n_tensors; t++) {
        const sg_tensor *tensor = &alone.outline.tensor[t];
        if (alone.layer_of[tensor->layer] != layer || strcmp(tensor->name, name) != 0) continue;
        for (size_t i = 0; i < tensor->n; i++) model->weight[tensor->first + i] = value;
        n_found++;
    }
    assert_true(n_found > 0);
    model->is_trained = true;
    sg_model_on_data_close(&alone);
}

/* Two nodes with the label 5 and an edge. */
static const source KNOWN = {
    .arcs = "1,2\n2,1\n", .indicator = "1\n1\n", .node_labels = "5\n5\n", .targets = "0\n"};

/* The same; 5 - 9; a single 9; a path 5 - 5 - 5; a single 5. */
static const source UNSEEN = {.arcs = "1,2\n2,1\n3,4\n4,3\n6,7\n7,6\n7,8\n8,7\n",
                              .indicator = "1\n1\n2\n2\n3\n4\n4\n4\n5\n",
                              .node_labels = "5\n5\n5\n9\n9\n5\n5\n5\n5\n"};

static void check_prediction(const char *description, const double expected[5])
{
    sg_dataset *known = open_source("known", &KNOWN), *unseen = open_source("unseen", &UNSEEN);
    sg_model *model = describe(known, description);
    set_weights(model, 0, "weight", 2);
    set_weights(model, 1, "weight", 3);
    set_weights(model, 1, "bias", 7);
    if (strstr(description, "bias label") != NULL) set_weights(model, 0, "bias", 10);
    double *score = predict(model, unseen, 1);
    for (int g = 0; g < 5; g++) check_near(score[g], expected[g], 1e-6, 0);
    check_saved(unseen, model);
    free(score);
    sg_model_close(model);
    sg_data_close(known);
    sg_data_close(unseen);
}

/* A node gets 2 from itself and from each neighbor, if both have the label 5; such a node counts
 * three times what it has; and 7 is added. */
static void what_was_never_seen_weighs_zero(void **state)
{
    (void)state;
    check_prediction("layers: [encoder: {heads: [label @ edge]},"
                     " decoder: {heads: [label], outputs: targets, pool: sum}]",
                     (double[]){3 * (4 + 4) + 7, 3 * 2 + 7, 7, 3 * (4 + 6 + 4) + 7, 3 * 2 + 7});
    /* The mean is over all nodes, known or not. */
    check_prediction("layers: [encoder: {heads: [label @ edge]},"
                     " decoder: {heads: [label], outputs: targets, pool: mean}]",
                     (double[]){3 * 4 + 7, 3 + 7, 7, 3 * 14.0 / 3 + 7, 3 * 2 + 7});
    /* A bias of 10 for nodes with the label 5. */
    check_prediction("layers: [encoder: {heads: [label @ edge bias label]},"
                     " decoder: {heads: [label], outputs: targets, pool: sum}]",
                     (double[]){3 * 28 + 7, 3 * 12 + 7, 7, 3 * 44 + 7, 3 * 12 + 7});
    /* A linear layer on one-hot labels has a bias for all, a weight for those it knows; and all
     * nodes are pooled, but by a decoder that knows no 9. */
    sg_dataset *known = open_source("known", &KNOWN), *unseen = open_source("unseen", &UNSEEN);
    sg_model *model = describe(known, "{ input: labels, layers: [linear: { outputs: 1 },"
                                      " pool: { kind: sum }] }");
    set_weights(model, 0, "weight", 2);
    set_weights(model, 0, "bias", 1);
    double *score = predict(model, unseen, 1);
    const double expected[] = {6, 4, 1, 9, 3};
    for (int g = 0; g < 5; g++) check_near(score[g], expected[g], 1e-6, 0);
    free(score);
    sg_model_close(model);
    sg_data_close(known);
    sg_data_close(unseen);
}

/* Triples that are too rare or too frequent have no weight; at the same places in other data. */
static void thresholds_hold_for_other_data(void **state)
{
    (void)state;
    /* Three times 5 - 5 and once 5 - 9: (5, 5, edge) six times, (5, 9) and (9, 5) once. */
    const source training = {.arcs = "1,2\n2,1\n3,4\n4,3\n5,6\n6,5\n7,8\n8,7\n",
                             .indicator = "1\n1\n2\n2\n3\n3\n4\n4\n",
                             .node_labels = "5\n5\n5\n5\n5\n5\n5\n9\n",
                             .targets = "1\n2\n3\n4\n"};
    const source other = {.arcs = "1,2\n2,1\n", .indicator = "1\n1\n", .node_labels = "5\n9\n"};
    sg_dataset *data = open_source("training", &training),
               *single = open_source("other", &other);
    static const struct {
        const char *head;
        double expected;
    } cases[] = {{"label @ distance 1", 4},
                 {"label @ distance 1 at-least 2", 0},
                 {"label @ distance 1 at-most 1", 4}};
    for (int i = 0; i < 3; i++) {
        char text[200];
        (void)snprintf(text, sizeof text,
                       "{ layers: [encoder: { heads: ['%s'] }, pool: { kind: sum },"
                       " activation: { kind: identity }] }",
                       cases[i].head);
        sg_model *model = describe(data, text);
        set_weights(model, 0, "weight", 2);
        double *score = predict(model, single, 1);
        check_near(score[0], cases[i].expected, 1e-6, 0);
        free(score);
        sg_model_close(model);
    }
    sg_data_close(data);
    sg_data_close(single);
}

/* What a graph is given does not depend on the graphs around it. */
static void graphs_are_predicted_one_by_one(void **state)
{
    (void)state;
    static const source molecules = {.arcs =
                                         "1,2\n2,1\n2,3\n3,2\n4,5\n5,4\n5,6\n6,5\n6,4\n4,6\n",
                                     .indicator = "1\n1\n1\n2\n2\n2\n3\n",
                                     .node_labels = "1\n2\n1\n1\n1\n2\n2\n",
                                     .classes = "-1\n1\n4\n"};
    static const source alone[] = {
        {.arcs = "1,2\n2,1\n2,3\n3,2\n", .indicator = "1\n1\n1\n", .node_labels = "1\n2\n1\n"},
        {.arcs = "1,2\n2,1\n2,3\n3,2\n3,1\n1,3\n",
         .indicator = "1\n1\n1\n",
         .node_labels = "1\n1\n2\n"},
        {.arcs = "", .indicator = "1\n", .node_labels = "2\n"}};
    sg_dataset *all = open_source("molecules", &molecules);
    sg_model *model = build(all, "wl:1 @ distance 0..2 x2", "wl:1");
    (void)train(model, all, "{epochs: 20, init: he, batch-size: 1}", 1);
    double *together = predict(model, all, 2);
    for (int g = 0; g < 3; g++) {
        char name[20];
        (void)snprintf(name, sizeof name, "alone%d", g);
        sg_dataset *one = open_source(name, &alone[g]);
        double *score = predict(model, one, 1);
        assert_memory_equal(score, together + 3 * (size_t)g, 3 * sizeof *score);
        check_near(score[0] + score[1] + score[2], 1, 1e-12, 0);
        free(score);
        sg_data_close(one);
    }
    assert_int_equal(sg_model_class(model, 0), -1);
    assert_int_equal(sg_model_class(model, 2), 4);
    free(together);
    sg_model_close(model);
    sg_data_close(all);
}

/* ---- Training ----------------------------------------------------------------------------- */

static void parts_may_be_small_or_empty(void **state)
{
    (void)state;
    static const uint32_t three[] = {0, 1, 2}, one[] = {7};
    sg_model *model = build_csl();
    sg_epoch best = {0};
    sg_training t = {
        .settings = "{epochs: 2}", .graph = {three, one, NULL}, .n_graphs = {3, 0, 9}};
    check_ok(sg_model_train(&best, model, csl, &t, &err));
    assert_int_equal(best.epoch, 2);
    assert_true(isnan(best.metric[SG_VALIDATION]) && isnan(best.metric[SG_TEST]));
    t = (sg_training){.settings = "{epochs: 2, batch-size: 1}",
                      .graph = {three, one, one},
                      .n_graphs = {1, 1, 1}};
    check_ok(sg_model_train(&best, model, csl, &t, &err));
    assert_true(isfinite(best.loss[SG_VALIDATION]));
    check_near(best.loss[SG_TEST], best.loss[SG_VALIDATION], 0, 0);
    t.n_graphs[SG_TRAIN] = 0;
    check_fails(sg_model_train(&best, model, csl, &t, &err), SG_EINVAL,
                "there are no training graphs");
    const uint32_t beyond[] = {3, 150};
    t = (sg_training){.graph = {three, beyond}, .n_graphs = {3, 2}};
    check_fails(sg_model_train(&best, model, csl, &t, &err), SG_EINVAL,
                "train: there is no graph 150; there are 150");
    sg_model_close(model);
}

static void defaults_train(void **state)
{
    (void)state;
    sg_model *model = build_csl();
    check_ok(sg_model_train(NULL, model, csl, NULL, &err));
    sg_model_close(model);
}

static void every_way_to_learn_learns(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "optimizer: adam",
        "optimizer: adamw",
        "{optimizer: sgd, learning-rate: 5}",
        "{optimizer: sgd, momentum: 0.9, learning-rate: 1}",
        "{optimizer: adam, weight-decay: 0.001}",
        "{optimizer: adam, clip: 0.05}",
        "{optimizer: adam, average: 0.5}",
        "{optimizer: adam, average: 0.5, clip: 1, precision: double}",
        "{schedule: cosine warm-up 2 epochs}",
        "{schedule: step 3 0.5}",
        "{schedule: plateau factor 0.5 patience 1 min 1e-4}",
        "metric: loss",
        "metric: balanced-accuracy",
        "metric: f1",
        "metric: roc-auc",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char text[300];
        const char *s = settings[i];
        const bool map = s[0] == '{';
        (void)snprintf(text, sizeof text, "{init: he, epochs: 30, batch-size: 30, %.*s}",
                       (int)strlen(s) - 2 * map, s + map);
        sg_model *trained = build_csl();
        const sg_epoch best = train(trained, csl, text, 1);
        if (!(best.loss[SG_TRAIN] < 2.2)) fail_msg("%s: loss %g", text, best.loss[SG_TRAIN]);
        assert_int_equal(best.epoch, 30);
        check_saved(csl, trained);
        sg_model_close(trained);
    }
}

/* The averaged weights are what is evaluated and kept. */
static void averages_are_the_models_weights(void **state)
{
    (void)state;
    uint32_t all[150];
    for (uint32_t g = 0; g < 150; g++) all[g] = g;
    sg_model *model = build_csl(), *plain = build_csl();
    sg_training t = {.settings = "{epochs: 8, init: he, average: 0.8}",
                     .graph = {NULL, all},
                     .n_graphs = {0, 150},
                     .seed = 3};
    sg_epoch best = {0}, other = {0};
    check_ok(sg_model_train(&best, model, csl, &t, &err));
    t.settings = "{epochs: 8, init: he}";
    check_ok(sg_model_train(&other, plain, csl, &t, &err));
    assert_true(best.loss[SG_VALIDATION] != other.loss[SG_VALIDATION]);
    sg_model *models[] = {model, plain};
    const sg_epoch epochs[] = {best, other};
    for (int m = 0; m < 2; m++) {
        double *score = predict(models[m], csl, 1), loss = 0;
        for (uint32_t g = 0; g < 150; g++)
            loss -= log(score[10 * g + sg_data_view(csl).graph_class[g]]) / 150;
        check_near(loss, epochs[m].loss[SG_VALIDATION], 1e-5, 0);
        free(score);
    }
    sg_model_close(model);
    sg_model_close(plain);
}

/* A model that has been trained goes on from its weights, also when it comes from a file. */
static void training_goes_on(void **state)
{
    (void)state;
    sg_model *model = build_csl(), *opened = NULL;
    const sg_epoch first = train(model, csl, "{epochs: 1, init: he}", 1);
    (void)train(model, csl, "{epochs: 30, init: he}", 1);
    check_ok(sg_model_save(model, path_of("on.model"), &err));
    check_ok(sg_model_open(&opened, path_of("on.model"), &err));
    const sg_epoch a = train(model, csl, "{epochs: 1}", 1);
    const sg_epoch b = train(opened, csl, "{epochs: 1}", 1);
    assert_true(a.loss[SG_TRAIN] < first.loss[SG_TRAIN] - 0.1);
    check_near(a.loss[SG_TRAIN], b.loss[SG_TRAIN], 0, 0);
    check_ok(sg_model_save(model, path_of("a.model"), &err));
    check_ok(sg_model_save(opened, path_of("b.model"), &err));
    check_same_files("a.model", "b.model");
    sg_model_close(model);
    sg_model_close(opened);
}

/* Stops after so many epochs. */
static bool stop_after(void *context, const sg_epoch *epoch)
{
    const uint32_t *n = context;
    assert_true(epoch->epoch <= *n && epoch->seconds >= 0);
    return epoch->epoch < *n;
}

static void the_caller_may_stop(void **state)
{
    (void)state;
    uint32_t n = 3;
    sg_epoch best = {0};
    sg_training t = {
        .settings = "{epochs: 50, init: he}", .seed = 1, .epoch = stop_after, .context = &n};
    sg_model *stopped = build_csl(), *whole = build_csl();
    check_fails(sg_model_train(&best, stopped, csl, &t, &err), SG_ECANCELED,
                "training was stopped after epoch 3");
    assert_int_equal(best.epoch, 3);
    /* It has learnt as much as in a training that ends there. */
    t.settings = "{epochs: 3, init: he}";
    check_ok(sg_model_train(&best, whole, csl, &t, &err)); /* it was over, not stopped */
    check_ok(sg_model_save(stopped, path_of("a.model"), &err));
    check_ok(sg_model_save(whole, path_of("b.model"), &err));
    check_same_files("a.model", "b.model");
    sg_model_close(stopped);
    sg_model_close(whole);
}

static bool never(void *context, const sg_progress *progress)
{
    (void)context, (void)progress;
    return false;
}

static void building_and_predicting_may_be_stopped(void **state)
{
    (void)state;
    const sg_observer observer = {.progress = never};
    const sg_label_options labels = {.n_threads = 1, .observer = &observer};
    const sg_model_options options = {.decoder = "cycles:8", .labels = &labels};
    sg_model *model = NULL;
    check_fails(sg_model_build(&model, csl, &options, &err), SG_ECANCELED, "");
    assert_null(model);
    model = build(csl, NULL, "cycles:8");
    (void)train(model, csl, "{epochs: 1}", 1);
    double score[1500] = {[7] = 77};
    check_fails(sg_model_predict(score, model, csl, &labels, &err), SG_ECANCELED, "");
    check_near(score[7], 77, 0, 0);
    sg_model_close(model);
}

/* ---- Tasks -------------------------------------------------------------------------------- */

static void regression_learns_several_targets(void **state)
{
    (void)state;
    /* Nodes and edges of stars with 1 to 4 leaves. */
    const source stars = {
        .arcs =
            "1,2\n2,1\n3,4\n4,3\n3,5\n5,3\n6,7\n7,6\n6,8\n8,6\n6,9\n9,6\n10,11\n11,10\n10,12\n"
            "12,10\n10,13\n13,10\n10,14\n14,10\n",
        .indicator = "1\n1\n2\n2\n2\n3\n3\n3\n3\n4\n4\n4\n4\n4\n",
        .targets = "2,1,-1\n3,2,0.5\n4,3,0\n5,4,?\n"};
    sg_dataset *data = open_source("stars", &stars);
    assert_int_equal(sg_data_sizes(data).n_targets, 3);
    sg_model *model = build(data, NULL, "degree");
    assert_int_equal(sg_model_sizes(model).task, SG_REGRESSION);
    assert_int_equal(sg_model_sizes(model).n_outputs, 3);
    assert_string_equal(sg_model_target(model, 2), "target 2");
    assert_null(sg_model_target(model, 3));
    const sg_epoch best = train(
        model, data, "{epochs: 3000, learning-rate: 0.01, loss: mse, schedule: cosine}", 1);
    assert_true(best.loss[SG_TRAIN] < 1e-4);
    double *score = predict(model, data, 1);
    for (int g = 0; g < 4; g++) {
        check_near(score[3 * g], 2 + g, 0, 0.05);
        check_near(score[3 * g + 1], 1 + g, 0, 0.05);
        assert_true(isfinite(score[3 * g + 2]));
    }
    check_saved(data, model);
    free(score);
    sg_model_close(model);

    /* Only some of the columns, in another order. */
    const uint32_t columns[] = {2, 0}, beyond[] = {3};
    sg_model_options options = {.decoder = "degree", .target = columns, .n_targets = 2};
    check_ok(sg_model_build(&model, data, &options, &err));
    assert_string_equal(sg_model_target(model, 0), "target 2");
    assert_string_equal(sg_model_target(model, 1), "target 0");
    (void)train(model, data, "{epochs: 3000, loss: huber, schedule: cosine}", 1);
    score = predict(model, data, 1);
    for (int g = 0; g < 4; g++) check_near(score[2 * g + 1], 2 + g, 0, 0.05);
    check_saved(data, model);
    free(score);
    sg_model_close(model);
    options.target = beyond;
    options.n_targets = 1;
    model = NULL;
    check_fails(sg_model_build(&model, data, &options, &err), SG_EINVAL,
                "target: there is no column 3; the data has 3");
    assert_null(model);
    sg_data_close(data);
}

static void labels_may_be_missing(void **state)
{
    (void)state;
    const source single = {.arcs = "",
                           .indicator = "1\n2\n3\n4\n",
                           .node_labels = "1\n2\n3\n4\n",
                           .targets = "1,0\n0,?\n?,?\n0,1\n"};
    sg_dataset *data = open_source("labels", &single);
    sg_model *model = NULL;
    const sg_model_options options = {.decoder = "label", .task = "multilabel"};
    check_ok(sg_model_build(&model, data, &options, &err));
    assert_int_equal(sg_model_sizes(model).task, SG_MULTILABEL);
    const sg_epoch best = train(model, data, "{epochs: 300, learning-rate: 0.1}", 1);
    assert_true(best.loss[SG_TRAIN] < 0.1);
    check_near(best.metric[SG_TRAIN], 100, 0, 0);
    double *score = predict(model, data, 1);
    assert_true(score[0] > 0.8 && score[1] < 0.2 && score[2] < 0.2 && score[6] < 0.2 &&
                score[7] > 0.8);
    for (int i = 0; i < 8; i++) assert_true(score[i] > 0 && score[i] < 1);
    check_saved(data, model);
    free(score);
    sg_model_close(model);
    sg_data_close(data);
}

static void classes_may_come_from_a_file(void **state)
{
    (void)state;
    const source nothing = {.arcs = "", .indicator = "1\n2\n3\n", .node_labels = "1\n2\n3\n"};
    sg_dataset *data = open_source("nothing", &nothing);
    sg_model *model = NULL;
    sg_model_options options = {.decoder = "label"};
    check_fails(sg_model_build(&model, data, &options, &err), SG_EINVAL,
                "neither classes nor targets");
    options.task = "classification";
    check_fails(sg_model_build(&model, data, &options, &err), SG_EINVAL, "has no classes");
    check_ok(sg_data_read_targets(data, write_file("classes.txt", "-3\n8\n-3\n"), false, &err));
    check_ok(sg_model_build(&model, data, &options, &err));
    assert_int_equal(sg_model_sizes(model).n_outputs, 2);
    assert_int_equal(sg_model_class(model, 0), -3);
    assert_int_equal(sg_model_class(model, 1), 8);
    (void)train(model, data, "{epochs: 1}", 1);

    /* Other classes are not those of the model; it predicts them all the same. */
    check_ok(sg_data_read_targets(data, write_file("classes.txt", "1\n8\n1\n"), false, &err));
    check_fails(sg_model_train(NULL, model, data, NULL, &err), SG_EINVAL,
                "train: the classes of the data are not those of the model");
    check_ok(sg_data_read_targets(data, write_file("classes.txt", "1\n8\n5\n"), false, &err));
    check_fails(sg_model_train(NULL, model, data, NULL, &err), SG_EINVAL,
                "train: the classes of the data are not those of the model");
    free(predict(model, data, 1));
    check_ok(sg_data_read_targets(data, write_file("values.txt", "1\n2\n3\n"), true, &err));
    check_fails(sg_model_train(NULL, model, data, NULL, &err), SG_EINVAL,
                "train: the data has no classes");
    sg_model_close(model);
    model = NULL;
    options.task = NULL;
    check_ok(sg_model_build(&model, data, &options, &err));
    assert_int_equal(sg_model_sizes(model).task, SG_REGRESSION);
    sg_model_close(model);
    assert_true(sg_data_sizes(data).n_targets == 1 && sg_data_sizes(data).n_classes == 0);
    check_ok(sg_data_read_targets(data, path_of("classes.txt"), false, &err));
    assert_true(sg_data_sizes(data).n_targets == 0 && sg_data_sizes(data).n_classes == 3);
    check_fails(sg_data_read_targets(data, write_file("values.txt", "1\n2\n"), true, &err),
                SG_EFORMAT, "it has 2 lines, but the data has 3 graphs");
    check_fails(sg_data_read_targets(data, path_of("none.txt"), true, &err), SG_ENOTFOUND, "");
    sg_data_close(data);
}

static void attributes_may_be_the_input(void **state)
{
    (void)state;
    const source pairs = {.arcs = "",
                          .indicator = "1\n2\n3\n",
                          .attributes = "1,0\n0,1\n1,1\n",
                          .targets = "2\n3\n5\n"};
    const source plain = {.arcs = "", .indicator = "1\n"};
    const source wide = {.arcs = "", .indicator = "1\n", .attributes = "1,2,3\n"};
    static const char description[] =
        "{ input: attributes, layers: [linear: { outputs: 1 }, pool: { kind: sum }] }";
    sg_dataset *data = open_source("pairs", &pairs), *other = open_source("plain", &plain),
               *wider = open_source("wide", &wide);
    sg_model *model = describe(data, description);
    (void)train(model, data, "{epochs: 3000, loss: mse, learning-rate: 0.02}", 1);
    double *score = predict(model, data, 1);
    const double wanted[] = {2, 3, 5};
    for (int g = 0; g < 3; g++) check_near(score[g], wanted[g], 0, 0.1);
    check_saved(data, model);
    free(score);
    double one = 77;
    check_fails(sg_model_predict(&one, model, other, NULL, &err), SG_EINVAL,
                "model: it looks at 2 node attributes, but the data has 0");
    check_fails(sg_model_predict(&one, model, wider, NULL, &err), SG_EINVAL, "has 3");
    check_near(one, 77, 0, 0);
    sg_model_close(model);
    model = NULL;
    const sg_model_options options = {.description = description, .task = "regression"};
    check_fails(sg_model_build(&model, csl, &options, &err), SG_EINVAL, "has no targets");
    const sg_model_options classes = {.description = description};
    check_fails(sg_model_build(&model, csl, &classes, &err), SG_EINVAL,
                "the data set CSL has no node attributes");
    assert_null(model);
    sg_data_close(data);
    sg_data_close(other);
    sg_data_close(wider);
}

/* ---- Mistakes ----------------------------------------------------------------------------- */

static void wrong_models_are_refused(void **state)
{
    (void)state;
    static const struct {
        sg_model_options options;
        sg_status status;
        const char *text;
    } cases[] = {
        {{0}, SG_EINVAL, "a decoder is needed"},
        {{.decoder = "degre"}, SG_EINVAL, "did you mean degree?"},
        {{.decoder = "degree", .task = "guessing"}, SG_EINVAL, "is none of classification"},
        {{.decoder = "degree", .task = "regression"}, SG_EINVAL, "has no targets"},
        {{.description = ""}, SG_EFORMAT, "description:1:1"},
        {{.description = "layers"}, SG_EFORMAT, "description:1:1: "},
        {{.description = "layers: ["}, SG_EFORMAT, "description:2:1: a value is needed"},
        {{.description = "task: guess\nlayers: [decoder: {heads: [degree]}]"},
         SG_EFORMAT,
         "description:1:7: "},
        {{.description = "layers:\n- encoder: {heads: [degree @ edge], repeat: 0}\n"},
         SG_EFORMAT,
         "description:2:45: layers.0.repeat: "},
        {{.description = "layers:\n- decoder: {heads: [degree]}\n- pool: {}\n"},
         SG_EFORMAT,
         "description:3:3: layers.1.pool: it needs a row per node"},
        {{.description = "a: 1", .path = "my.yml"}, SG_EFORMAT, "my.yml:1:"},
        {{.description = "layers:\n  - decoder: {heads: [degre]}"},
         SG_EFORMAT,
         "description:2:23: layers.0.decoder: \"degre\""},
        {{.description = "layers:\n  - decoder: {heads: [degree], outputs: 3}"},
         SG_EINVAL,
         "its last layer has 3 outputs, but 10 are wanted"},
        {{.description =
              "layers:\n  - decoder: {heads: [degree]}\n  - decoder: {heads: [degree]}"},
         SG_EFORMAT,
         "description:3:5: layers.1.decoder: it needs a row per node"},
        {{.description = "layers:\n  - encoder: {heads: [degree @ edge]}"},
         SG_EFORMAT,
         "description:2:3: layers: no layer gives a row per graph"},
        {{.description = "layers:\n  - encoder: {heads: ['degree @ edge x2']}\n"
                         "  - residual: {}\n  - decoder: {heads: [degree]}"},
         SG_EINVAL,
         ""},
        {{.description =
              "layers:\n  - linear: {outputs: 1000000}\n  - linear: {outputs: 1000000}\n"
              "  - linear: {outputs: 1000000}\n  - decoder: {heads: [degree]}"},
         SG_ELIMIT,
         "too many"},
        {{.description = "&x layers: *x"}, SG_EFORMAT, "description:1:"},
    };
    const long live = sg_mem_live();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_model *model = NULL;
        check_fails(sg_model_build(&model, csl, &cases[i].options, &err), cases[i].status,
                    cases[i].text);
        assert_null(model);
        assert_int_equal(sg_mem_live(), live);
    }
    /* The caller's task counts more than the description's. */
    sg_model *model = NULL;
    const sg_model_options options = {.task = "classification",
                                      .description =
                                          "{ task: regression, train: { epochs: 3 },"
                                          " layers: [decoder: { heads: [degree] }] }"};
    check_ok(sg_model_build(&model, csl, &options, &err));
    assert_int_equal(sg_model_sizes(model).task, SG_CLASSIFICATION);
    sg_model_close(model);
}

static void wrong_settings_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        sg_status status;
        const char *text;
    } cases[] = {
        {"", SG_EFORMAT, "settings:1:1"},
        {"3", SG_EFORMAT, "settings:1:1: "},
        {"{epochs: 3", SG_EFORMAT, "settings:2:1: ',' or '}' is needed"},
        {"{epochs: 0}", SG_EFORMAT, "settings:1:10: train.epochs: \"0\" is not a whole number"},
        {"epochs: 3\nlearning-rat: 4", SG_EFORMAT, "settings:2:1: train: unknown key"},
        {"init: huge", SG_EFORMAT, "settings:1:7: train.init: "},
        {"metric: mae", SG_EFORMAT,
         "settings:1:9: train.metric: metric mae is not for classification"},
        {"{loss: mae, metric: mae}", SG_EFORMAT,
         "settings:1:8: train.loss: mae is not for classification, which has cross-entropy"},
        {"momentum: 0.9", SG_EFORMAT, "settings:1:1: train.momentum: adam has none"},
        {"freeze: [0, 7]", SG_EFORMAT, "settings:1:9: train.freeze: there is no layer 7"},
    };
    sg_model *model = build_csl();
    const long live = sg_mem_live();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sg_training t = {.settings = cases[i].settings};
        sg_epoch best = {.epoch = 77};
        check_fails(sg_model_train(&best, model, csl, &t, &err), cases[i].status,
                    cases[i].text);
        assert_int_equal(best.epoch, 77);
        assert_int_equal(sg_mem_live(), live);
    }
    sg_model_close(model);
}

/* What was wrong with sg_model_build and sg_model_train is wrong with the previews. */
static void previews(void **state)
{
    (void)state;
    static const char net[] = "layers:\n"
                              "  - encoder: { heads: [\"degree @ distance 0..1\"] }\n"
                              "  - decoder: { heads: [\"degree\"] }\n"
                              "train: { epochs: 3, patience: 2, metric: loss, init: he }\n";
    const sg_model_options options = {.description = net, .path = "net.yml"};
    sg_model_size size;
    sg_training_outline outline;
    check_ok(sg_model_preview(&size, csl, &options, &err));
    assert_int_equal(size.task, SG_CLASSIFICATION);
    assert_true(size.n_layers == 2 && size.n_outputs == 10 && size.n_weights == 0);

    /* The paper's settings, those of the description, and what counts more than it. */
    sg_training t = {0};
    check_ok(sg_training_preview(&outline, &t, &size, &err));
    assert_string_equal(outline.metric, "accuracy");
    assert_true(outline.higher_is_better && outline.n_epochs == 200 && outline.patience == 0);
    outline.n_epochs = 0;
    check_ok(sg_training_preview(&outline, NULL, &size, &err));
    assert_int_equal(outline.n_epochs, 200);
    t = (sg_training){.description = net, .path = "net.yml"};
    check_ok(sg_training_preview(&outline, &t, &size, &err));
    assert_string_equal(outline.metric, "loss");
    assert_true(!outline.higher_is_better && outline.n_epochs == 3 && outline.patience == 2);
    t.settings = "{epochs: 4, patience: 0}";
    check_ok(sg_training_preview(&outline, &t, &size, &err));
    assert_string_equal(outline.metric, "loss");
    assert_true(outline.n_epochs == 4 && outline.patience == 0);

    const sg_model_options wrong = {.decoder = "degree", .task = "regression"};
    check_fails(sg_model_preview(&size, csl, &wrong, &err), SG_EINVAL, "no targets");
    assert_int_equal(size.n_outputs, 10);
    t.settings = "metric: los";
    check_fails(sg_training_preview(&outline, &t, &size, &err), SG_EFORMAT, "settings:1:9: ");
    t.description = "train:\n  epoch: 3\n";
    check_fails(sg_training_preview(&outline, &t, &size, &err), SG_EFORMAT,
                "net.yml:2:3: train: unknown key \"epoch\"; did you mean \"epochs\"?");
    t.description = "train: 3\n";
    check_fails(sg_training_preview(&outline, &t, &size, &err), SG_EFORMAT, "net.yml:1:8: ");
    assert_int_equal(outline.n_epochs, 4);
}

/* The description of the layers may say how they are trained. */
static void descriptions_train(void **state)
{
    (void)state;
    sg_model *first = build_csl(), *second = build_csl();
    const sg_training described = {.description = "train: {epochs: 2, init: he}", .seed = 7},
                      set = {.settings = "{epochs: 2, init: he}", .seed = 7};
    sg_epoch best = {0};
    check_ok(sg_model_train(&best, first, csl, &described, &err));
    check_ok(sg_model_train(NULL, second, csl, &set, &err));
    assert_int_equal(best.epoch, 2);
    assert_memory_equal(first->weight, second->weight,
                        first->n_weights * sizeof *first->weight);
    sg_model_close(first);
    sg_model_close(second);
}

static void files_that_cannot_be_are_refused(void **state)
{
    (void)state;
    sg_model *model = build_csl(), *opened = NULL;
    check_fails(sg_model_save(model, path_of("untrained.model"), &err), SG_EINVAL,
                "it has not been trained");
    train(model, csl, "epochs: 1", 1);
    check_fails(sg_model_save(model, "/nowhere/x.model", &err), SG_ENOTFOUND, "/nowhere");
    check_fails(sg_model_save(model, folder, &err), SG_EINVAL, "");
    check_fails(sg_model_open(&opened, "/nowhere/x.model", &err), SG_ENOTFOUND, "/nowhere");
    check_fails(
        sg_model_open(&opened, write_file("text", "no model at all, but a long text"), &err),
        SG_EFORMAT, "text: ");
    assert_null(opened);
    sg_model_close(model);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status use_everything(void *context, sg_error *err)
{
    const sg_dataset *data = context;
    sg_status status = SG_OK;
    sg_model *model = NULL, *opened = NULL;
    double score[10];
    uint64_t weights[5];
    const sg_label_options alone = {.n_threads = 1};
    const sg_model_options options = {
        .description =
            "{ layers: [encoder: { heads: ['label @ distance 0..1 x2'], bias: label },"
            " norm: {}, decoder: { heads: [degree], outputs: 2 },"
            " linear: { outputs: classes }] }",
        .labels = &alone};
    const sg_training training = {.settings = "{epochs: 2, average: 0.5, metric: roc-auc}",
                                  .n_threads = 1};
    SG_TRY(sg_model_build(&model, data, &options, err));
    SG_TRY(sg_model_layer_weights(weights, model, err));
    SG_TRY(sg_model_train(NULL, model, data, &training, err));
    SG_TRY(sg_model_predict(score, model, data, &alone, err));
    SG_TRY(sg_model_save(model, path_of("memory.model"), err));
    SG_TRY(sg_model_open(&opened, path_of("memory.model"), err));
    SG_TRY(sg_model_predict(score, opened, data, &alone, err));
done:
    sg_model_close(model);
    sg_model_close(opened);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    const source two = {.arcs = "1,2\n2,1\n",
                        .indicator = "1\n1\n2\n",
                        .node_labels = "1\n2\n2\n",
                        .classes = "0\n1\n"};
    sg_dataset *data = open_source("two", &two);
    assert_true(check_out_of_memory(use_everything, data) > 200);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_model_predicts_the_same_bits),
        cmocka_unit_test(every_layer_is_saved),
        cmocka_unit_test(threads_change_no_byte),
        cmocka_unit_test(a_model_says_what_it_is),
        cmocka_unit_test(what_was_never_seen_weighs_zero),
        cmocka_unit_test(thresholds_hold_for_other_data),
        cmocka_unit_test(graphs_are_predicted_one_by_one),
        cmocka_unit_test(parts_may_be_small_or_empty),
        cmocka_unit_test(defaults_train),
        cmocka_unit_test(every_way_to_learn_learns),
        cmocka_unit_test(averages_are_the_models_weights),
        cmocka_unit_test(training_goes_on),
        cmocka_unit_test(the_caller_may_stop),
        cmocka_unit_test(building_and_predicting_may_be_stopped),
        cmocka_unit_test(regression_learns_several_targets),
        cmocka_unit_test(labels_may_be_missing),
        cmocka_unit_test(classes_may_come_from_a_file),
        cmocka_unit_test(attributes_may_be_the_input),
        cmocka_unit_test(wrong_models_are_refused),
        cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(previews),
        cmocka_unit_test(descriptions_train),
        cmocka_unit_test(files_that_cannot_be_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
