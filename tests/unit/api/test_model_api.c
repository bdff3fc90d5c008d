/* test_model_api.c - models through sharegnn.h: build, save, open, preview, and what is refused. */
#include "base/mem.h"
#include "store/model_parts.h"
#include "unit/api/written_models.inc"

/* ---- Round trips -------------------------------------------------------------------------- */

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
        const sg_label_options labels = {.struct_size = sizeof labels,
                                         .n_threads = n_threads[t]};
        const sg_model_options options = {.struct_size = sizeof options,
                                          .encoder = &encoder,
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
    const sg_model_size size = sg_model_sizes_of(model);
    assert_int_equal(size.task, SG_CLASSIFICATION);
    assert_int_equal(size.n_layers, 3);
    assert_int_equal(size.n_outputs, 10);
    check_ok(sg_model_layer_weights(weights, model, &err));
    assert_int_equal(weights[0] + weights[1] + weights[2], size.n_weights);
    assert_int_equal(weights[2], (2 * 10 + 1) * 10); /* two heads, ten outputs each */
    for (uint32_t c = 0; c < 10; c++) assert_int_equal(sg_model_class(model, c), c);
    assert_int_equal(sg_model_class(model, 10), 0);
    assert_null(sg_model_target(model, 0));
    assert_string_equal(sg_model_form(model), "form=as-written"); /* nothing is known */
    sg_model_close(model);
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
        {{0}, SG_EINVAL, "decoder: it is missing; a model needs one"},
        {{.decoder = "degre"}, SG_EINVAL, "did you mean degree?"},
        {{.decoder = "degree", .task = SG_N_TASK_CHOICES}, SG_EINVAL, "options->task: 4"},
        {{.decoder = "degree", .task = SG_TASK_REGRESSION}, SG_EINVAL, "has no targets"},
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
         "its last layer has 3 outputs, but 10 are needed"},
        {{.description =
              "layers:\n  - decoder: {heads: [degree]}\n  - decoder: {heads: [degree]}"},
         SG_EFORMAT,
         "description:3:5: layers.1.decoder: it needs a row per node"},
        {{.description = "layers:\n  - encoder: {heads: [degree @ edge]}"},
         SG_EINVAL,
         "model: the last layer must give a row per graph"},
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
        sg_model_options options = cases[i].options;
        options.struct_size = sizeof options;
        check_fails(sg_model_build(&model, csl, &options, &err), cases[i].status,
                    cases[i].text);
        assert_null(model);
        assert_int_equal(sg_mem_live(), live);
    }
    /* The caller's task counts more than the description's. */
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options,
                                      .task = SG_TASK_CLASSIFICATION,
                                      .description =
                                          "{ task: regression, train: { epochs: 3 },"
                                          " layers: [decoder: { heads: [degree] }] }"};
    check_ok(sg_model_build(&model, csl, &options, &err));
    assert_int_equal(sg_model_sizes_of(model).task, SG_CLASSIFICATION);
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
    const sg_model_options options = {
        .struct_size = sizeof options, .description = net, .path = "net.yml"};
    sg_model_size size = {.struct_size = sizeof size};
    sg_training_outline outline = {.struct_size = sizeof outline};
    check_ok(sg_model_preview(&size, csl, &options, &err));
    assert_int_equal(size.task, SG_CLASSIFICATION);
    assert_true(size.n_layers == 2 && size.n_outputs == 10 && size.n_weights == 0);

    /* The paper's settings, those of the description, and what counts more than it. */
    sg_training_options t = {.struct_size = sizeof t};
    check_ok(sg_training_preview(&outline, &t, &size, &err));
    assert_string_equal(outline.metric, "accuracy");
    assert_true(outline.higher_is_better && outline.n_epochs == 200 && outline.patience == 0);
    outline.n_epochs = 0;
    check_ok(sg_training_preview(&outline, NULL, &size, &err));
    assert_int_equal(outline.n_epochs, 200);
    t = (sg_training_options){
        .struct_size = sizeof(sg_training_options), .description = net, .path = "net.yml"};
    check_ok(sg_training_preview(&outline, &t, &size, &err));
    assert_string_equal(outline.metric, "loss");
    assert_true(!outline.higher_is_better && outline.n_epochs == 3 && outline.patience == 2);
    t.settings = "{epochs: 4, patience: 0}";
    check_ok(sg_training_preview(&outline, &t, &size, &err));
    assert_string_equal(outline.metric, "loss");
    assert_true(outline.n_epochs == 4 && outline.patience == 0);

    const sg_model_options wrong = {
        .struct_size = sizeof wrong, .decoder = "degree", .task = SG_TASK_REGRESSION};
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
    const sg_training_options described = {.struct_size = sizeof described,
                                           .description = "train: {epochs: 2, init: he}",
                                           .seed = 7},
                              set = {.struct_size = sizeof set,
                                     .settings = "{epochs: 2, init: he}",
                                     .seed = 7};
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
    check_fails(sg_model_save(model, folder, &err), SG_EIO, "");
    check_fails(sg_model_save(model, "", &err), SG_EINVAL, "path: it is empty");
    check_fails(sg_model_open(&opened, "", &err), SG_EINVAL, "path: it is empty");
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
    const sg_label_options alone = {.struct_size = sizeof alone, .n_threads = 1};
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description =
            "{ layers: [encoder: { heads: ['label @ distance 0..1 x2'], bias: label },"
            " norm: {}, decoder: { heads: [degree], outputs: 2 },"
            " linear: { outputs: classes }] }",
        .labels = &alone};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings =
                                              "{epochs: 2, average: 0.5, metric: roc-auc}",
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
        cmocka_unit_test(wrong_models_are_refused),
        cmocka_unit_test(previews),
        cmocka_unit_test(descriptions_train),
        cmocka_unit_test(files_that_cannot_be_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
