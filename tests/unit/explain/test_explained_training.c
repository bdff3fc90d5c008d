/* test_explained_training.c - explanations as a program that links the library gets them. */
#include "sharegnn.h"

#include "base/file.h"
#include "support/check.h"
#include "support/folder.h"

static sg_model *train(const sg_dataset *data, const char *encoder, const char *decoder,
                       const char *settings)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options,
                                      .encoder = &encoder,
                                      .n_encoders = 1,
                                      .decoder = decoder};
    const sg_training_options training = {
        .struct_size = sizeof training, .settings = settings, .seed = 42};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

static double sum_of(const sg_layer_explanation *layer, uint32_t n_nodes)
{
    double sum = layer->rest;
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        const sg_head_explanation *head = &layer->head[h];
        sum += head->bias;
        for (uint32_t m = 0; m < head->n_messages; m++) sum += head->message[m].contribution;
        for (uint32_t v = 0; v < n_nodes && head->node != NULL; v++) sum += head->node[v];
    }
    return sum;
}

/* All graphs: explanations agree with predictions, and their contributions with outputs. */
static void check_graphs(const sg_model *model, const sg_dataset *data)
{
    const uint32_t n = sg_data_sizes_of(data).n_graphs,
                   n_outputs = sg_model_sizes_of(model).n_outputs;
    sg_explainer *explainer = NULL;
    double *score = calloc((size_t)n * n_outputs, sizeof *score);
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    for (uint32_t g = 0; g < n; g++) {
        sg_explanation e = {.struct_size = sizeof e};
        check_ok(sg_explainer_graph(&e, explainer, g, SG_PREDICTED, &err));
        for (uint32_t o = 0; o < n_outputs; o++) {
            check_near(e.score[o], score[g * n_outputs + o], 1e-4, 1e-5);
            assert_true(e.outputs[o] <= e.value);
        }
        for (uint32_t l = 0; l < e.n_layers; l++)
            check_near(sum_of(&e.layer[l], e.n_nodes), e.value, 1e-6, 1e-6);
        sg_explanation_free(&e);
    }
    sg_explainer_close(explainer);
    free(score);
}

static void explanations_agree_with_predictions(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model =
        train(data, "cycles:6 @ distance 0..2", "cycles:6", "{epochs: 5, batch-size: 10}");
    check_graphs(model, data);
    sg_model_close(model);
    sg_data_close(data);
}

static void explanations_agree_with_predictions_of_molecules(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_open(&data, check_shared("data/MUTAG.zip"), NULL, &err));
    sg_model *model = train(data, "wl:2 @ distance 0..6", "wl:2", "{epochs: 5}");
    check_graphs(model, data);
    sg_model_close(model);
    sg_data_close(data);
}

static void everything_is_reachable(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_explainer *explainer = NULL;
    sg_ranking ranking = {.struct_size = sizeof ranking};
    char name[100];
    size_t n_heads = 0, n_labelings = 0;
    const sg_explainer_options options = {
        .struct_size = sizeof options, .tolerance = 1e-3, .steps = 8};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = train(data, "degree @ distance 0..1", "none", "{epochs: 1}");
    check_ok(sg_explainer_open(&explainer, model, data, &options, &err));
    const sg_explained_head *head = sg_explainer_heads(&n_heads, explainer);
    const sg_explained_labeling *labeling = sg_explainer_labelings(&n_labelings, explainer);
    assert_int_equal(n_heads, 2);
    assert_int_equal(n_labelings, 2);
    assert_string_equal(head[0].text, "degree @ distance 0..1");
    assert_string_equal(labeling[head[1].receiver].expression, "none");
    assert_int_equal(labeling[head[1].receiver].count[0], sg_data_sizes_of(data).n_nodes);
    /* All nodes of these graphs are alike. */
    assert_int_equal(head[0].n_weights, 2);
    assert_int_equal(head[0].occurrences[0] + head[0].occurrences[1],
                     sg_data_sizes_of(data).n_nodes + sg_data_sizes_of(data).n_arcs);
    const size_t length = sg_explainer_node_name(name, sizeof name, explainer, 0, 0);
    assert_int_equal(length, strlen(name));
    assert_true(sg_explainer_label_name(name, sizeof name, explainer, head[0].receiver, 0) > 0);
    assert_string_equal(name, "degree 4");
    assert_true(sg_explainer_weight_name(name, sizeof name, explainer, 0, 1) > 0);
    assert_non_null(strstr(name, "degree 4 -> degree 4 at distance "));
    check_ok(sg_explainer_rank(&ranking, explainer, NULL, &err));
    assert_int_equal(ranking.n_weights, 2);
    assert_int_equal(ranking.n_graphs, 150);
    sg_ranking_free(&ranking);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_explainer *explainer = NULL;
    const sg_explainer_options options = {.struct_size = sizeof options, .tolerance = -1};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = train(data, "degree @ distance 0", "none", "{epochs: 1}");
    check_fails(sg_explainer_open(&explainer, model, data, &options, &err), SG_EINVAL,
                "tolerance");
    assert_null(explainer);
    sg_explainer_close(NULL);
    sg_model_close(model);
    sg_data_close(data);
}

static void pictures_are_written(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_explainer *explainer = NULL;
    sg_explanation e = {.struct_size = sizeof e};
    char *svg = NULL;
    sg_text file = {0};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = train(data, "degree @ distance 0..1", "none", "{epochs: 1}");
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    check_ok(sg_explainer_graph(&e, explainer, 3, SG_PREDICTED, &err));
    sg_explainer *other = NULL;
    check_ok(sg_explainer_open(&other, model, data, NULL, &err));
    check_fails(sg_explainer_picture(&svg, other, &e, NULL, &err), SG_EINVAL,
                "was made by another explainer; this explainer is that of the data set");
    assert_null(svg);
    sg_explainer_close(other);
    check_ok(sg_explainer_picture(&svg, explainer, &e, NULL, &err));
    assert_non_null(strstr(svg, "<svg"));
    check_ok(sg_picture_write(path_of("graph.svg"), svg, &err));
    check_ok(sg_file_read(&file, path_of("graph.svg"), 1 << 24, &err));
    assert_int_equal(file.size, strlen(svg));
    check_fails(sg_picture_write(path_of("graph.jpg"), svg, &err), SG_EINVAL,
                ".svg, .pdf or .png");
    check_fails(sg_picture_write(path_of(".svg/a.svg"), svg, &err), SG_ENOTFOUND, "a.svg");
    sg_text_release(svg);
    check_ok(sg_explainer_label_picture(&svg, explainer, 0, 0, &err));
    assert_non_null(strstr(svg, "<svg"));
    sg_text_release(svg);
    check_fails(sg_explainer_label_picture(&svg, explainer, 99, 0, &err), SG_EINVAL, "");
    sg_text_free(&file);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test_setup_teardown(pictures_are_written, make_folder, remove_folder),
         cmocka_unit_test(explanations_agree_with_predictions),
         cmocka_unit_test(explanations_agree_with_predictions_of_molecules),
         cmocka_unit_test(everything_is_reachable), cmocka_unit_test(wrong_options_are_refused))
