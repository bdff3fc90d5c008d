/* test_prediction_api.c - a model on data that it predicts again and again, through sharegnn.h. */
#include "api/prediction_parts.h"
#include "unit/api/small_models.inc"

#include "support/folder.h"

/* Few molecules whose classes are words. */
static sg_dataset *molecules(void)
{
    sg_dataset *data = NULL;
    char name[1200];
    check_write(folder, "few.csv", "smiles,y\nCC=O,yes\nC[NH3+],no\nCCO,yes\nCCCN,no\n");
    (void)snprintf(name, sizeof name, "%s?smiles=smiles&target=y", path_of("few.csv"));
    check_ok(sg_data_open(&data, name, NULL, &err));
    return data;
}

static void graphs_are_predicted_in_any_order(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    sg_model *model = trained(data);
    sg_prediction *prediction = NULL;
    const uint32_t order[] = {3, 0, 2, 1};
    double all[8], some[10];
    check_ok(sg_model_predict(all, model, data, NULL, &err));
    check_ok(sg_prediction_open(&prediction, model, data, NULL, &err));
    for (int again = 0; again < 2; again++) {
        check_ok(sg_prediction_run(some, prediction, order, 4, &err));
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 2; c++)
                assert_true(some[2 * i + c] == all[2 * order[i] + (uint32_t)c]);
    }
    sg_prediction_close(prediction);
    sg_prediction_close(NULL);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Metrics -------------------------------------------------------------------------------- */

static void scores_are_measured(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    sg_model *model = trained(data);
    const double score[] = {0.9, 0.1, 0.6, 0.4, 0.8, 0.2, 0.3, 0.7};
    const uint32_t some[] = {3, 1}, wrong[] = {4};
    sg_measure measure[16];
    uint32_t n = 0;
    assert_int_equal(sg_model_measure_count(NULL), 0);
    assert_int_equal(sg_model_measure_count(model), 7);
    check_ok(sg_model_measures(measure, &n, model, data, score, NULL, 0, &err));
    assert_int_equal(n, 4);
    assert_string_equal(measure[0].metric, "accuracy");
    assert_true(measure[0].in_percent && measure[0].higher_is_better);
    assert_null(measure[0].target);
    const bool yes_first = strcmp(sg_model_class_word(model, 0), "yes") == 0;
    check_near(measure[0].value, yes_first ? 75 : 25, 1e-13, 0);
    assert_true(measure[0].low <= measure[0].value && measure[0].high >= measure[0].value);
    /* Row i is of item some[i]. */
    check_ok(sg_model_measures(measure, &n, model, data, score, some, 2, &err));
    assert_int_equal(n, 2);
    check_near(measure[0].value, yes_first ? 0 : 100, 0, 0);
    check_ok(sg_model_measures(measure, &n, model, data, NULL, some, 0, &err));
    assert_true(n == 0 && isnan(measure[0].value));
    assert_string_equal(measure[6].metric, "ece");
    check_fails(sg_model_measures(measure, &n, model, data, score, wrong, 1, &err), SG_EINVAL,
                "item[0]: there is no item 4; the data has 4");
    check_fails(sg_model_measures(measure, &n, model, data, NULL, NULL, 0, &err), SG_EINVAL,
                "score: it is NULL");
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- States ---------------------------------------------------------------------------------- */

static sg_prediction *open_prediction(const sg_model *model, const sg_dataset *data,
                                      const sg_label_options *options)
{
    sg_prediction *prediction = NULL;
    check_ok(sg_prediction_open(&prediction, model, data, options, &err));
    return prediction;
}

static sg_state_size size_of(sg_prediction *prediction, uint32_t layer, const uint32_t *graph,
                             uint32_t n)
{
    sg_state_size size = {.struct_size = sizeof size};
    check_ok(sg_prediction_state_size(&size, prediction, layer, graph, n, &err));
    return size;
}

/* Rings, stars and paths, more than fit into one portion. */
static sg_dataset *many_graphs(void)
{
    sg_dataset *data = NULL;
    sg_data_builder *builder = NULL;
    check_ok(sg_data_builder_open(&builder, "many", &err));
    for (uint32_t g = 0; g < 300; g++) {
        const uint32_t n = 3 + g % 5, offset[] = {0, n};
        const int64_t kind = g % 3;
        uint32_t edge[8][2];
        for (uint32_t v = 1; v <= n; v++) {
            edge[v - 1][0] = kind == 1 ? 0 : v - 1;
            edge[v - 1][1] = v % n;
        }
        const sg_graph_arrays one = {.struct_size = sizeof one,
                                     .n_graphs = 1,
                                     .graph_offset = offset,
                                     .n_edges = kind == 0 ? n : n - 1,
                                     .edge = edge[0],
                                     .graph_class = &kind};
        check_ok(sg_data_builder_add(builder, &one, &err));
    }
    check_ok(sg_data_builder_finish(&data, builder, &err));
    sg_data_builder_close(builder);
    return data;
}

static sg_model *trained_on_degrees(const sg_dataset *data)
{
    sg_model *model = NULL;
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description = "{layers: [{encoder: {heads: ['degree @ distance 0..1 x2'], activation: "
                       "tanh}}, {decoder: {heads: [degree]}}, {linear: {outputs: classes}}]}"};
    const sg_training_options training = {
        .struct_size = sizeof training, .settings = "{epochs: 2, init: he}", .n_threads = 1};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

/* Behind the last layer are the scores before they become probabilities. */
static void the_last_state_gives_the_scores(void **state)
{
    (void)state;
    enum { N = 300, C = 3 };
    static double score[N * C], last[N * C];
    uint32_t graph[N];
    sg_dataset *data = many_graphs();
    sg_model *model = trained_on_degrees(data);
    sg_prediction *prediction = open_prediction(model, data, NULL);
    for (uint32_t g = 0; g < N; g++) graph[g] = (7 * g) % N;
    check_ok(sg_prediction_run(score, prediction, graph, N, &err));
    const sg_state_size size = size_of(prediction, 2, graph, N);
    assert_int_equal(size.n_rows, N);
    assert_int_equal(size.width, C);
    assert_false(size.of_nodes);
    check_ok(sg_prediction_states(last, N * C, prediction, 2, graph, N, &err));
    for (uint32_t i = 0; i < N; i++) {
        double sum = 0;
        for (uint32_t c = 0; c < C; c++) sum += exp(last[C * i + c]);
        for (uint32_t c = 0; c < C; c++)
            check_near(score[C * i + c], exp(last[C * i + c]) / sum, 1e-12, 0);
    }
    sg_prediction_close(prediction);
    sg_model_close(model);
    sg_data_close(data);
}

/* All graphs on any number of threads, and each graph alone. */
static void states_have_the_same_bits(void **state)
{
    (void)state;
    sg_dataset *data = many_graphs();
    sg_model *model = trained_on_degrees(data);
    uint32_t graph[300];
    for (uint32_t g = 0; g < 300; g++) graph[g] = g;
    for (uint32_t layer = 0; layer < 2; layer++) {
        double *first = NULL;
        for (uint32_t n_threads = 1; n_threads <= 3; n_threads++) {
            const sg_label_options options = {.struct_size = sizeof options,
                                              .n_threads = n_threads};
            sg_prediction *prediction = open_prediction(model, data, &options);
            const sg_state_size size = size_of(prediction, layer, graph, 300);
            const size_t n = (size_t)size.n_rows * size.width;
            double *value = calloc(n, sizeof *value), *alone = calloc(n, sizeof *alone),
                   *to = alone;
            assert_int_equal(size.n_rows, layer == 0 ? sg_data_sizes_of(data).n_nodes : 300);
            check_ok(sg_prediction_states(value, n, prediction, layer, graph, 300, &err));
            for (uint32_t g = 0; g < 300; g++) {
                const sg_state_size one = size_of(prediction, layer, &g, 1);
                check_ok(sg_prediction_states(to, one.n_rows * one.width, prediction, layer, &g,
                                              1, &err));
                to += one.n_rows * one.width;
            }
            assert_memory_equal(value, alone, n * sizeof *value);
            if (first != NULL) assert_memory_equal(value, first, n * sizeof *value);
            free(alone);
            if (first == NULL)
                first = value;
            else
                free(value);
            sg_prediction_close(prediction);
        }
        free(first);
    }
    sg_model_close(model);
    sg_data_close(data);
}

static void states_that_are_not_there_are_refused(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    sg_model *model = trained(data);
    sg_prediction *prediction = open_prediction(model, data, NULL);
    const uint32_t graph[] = {0, 4};
    double value[20];
    sg_state_size size = {.struct_size = sizeof size};
    check_fails(sg_prediction_state_size(&size, prediction, 2, graph, 1, &err), SG_EINVAL,
                "there is no layer 2; the model has 2");
    check_fails(sg_prediction_state_size(&size, prediction, 0, graph, 2, &err), SG_EINVAL,
                "graph[1]: there is no graph 4; the data set few");
    check_fails(sg_prediction_states(value, 20, prediction, 0, graph, 2, &err), SG_EINVAL,
                "graph[1]: there is no graph 4");
    check_fails(sg_prediction_states(value, 2, prediction, 0, graph, 1, &err), SG_EINVAL,
                "3 rows of 1 numbers are 3 values, not 2");
    check_fails(sg_prediction_run(value, prediction, graph, 2, &err), SG_EINVAL,
                "item[1]: there is no graph 4");
    size.struct_size = 0;
    check_fails(sg_prediction_state_size(&size, prediction, 0, graph, 1, &err), SG_EINVAL,
                "size->struct_size");
    sg_prediction_close(prediction);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Canceling ------------------------------------------------------------------------------- */

/* Counts questions about a stage, and says no to one of them. */
typedef struct asked {
    const char *stage;
    uint32_t n_asked, no_at;
} asked;

static bool answer(void *context, const sg_progress *progress)
{
    asked *a = context;
    if (strcmp(progress->stage, a->stage) != 0) return true;
    return ++a->n_asked != a->no_at;
}

/* The observer is asked for every portion of at most 256 graphs, and in between where it takes long. */
static void predictions_can_be_canceled(void **state)
{
    (void)state;
    static double score[900], untouched[900];
    uint32_t graph[300];
    sg_dataset *data = many_graphs();
    sg_model *model = trained_on_degrees(data);
    asked a = {.stage = "predicting"};
    const sg_observer observer = {answer, &a};
    const sg_label_options options = {
        .struct_size = sizeof options, .n_threads = 2, .observer = &observer};
    sg_prediction *prediction = open_prediction(model, data, &options);
    for (uint32_t g = 0; g < 300; g++) graph[g] = g;
    check_ok(sg_prediction_run(untouched, prediction, graph, 300, &err));
    assert_true(a.n_asked >= 2);
    for (uint32_t i = 0; i < 900; i++) score[i] = untouched[i] = i;
    for (uint32_t no = 1; no <= 2; no++) {
        a = (asked){.stage = "predicting", .no_at = no};
        check_fails(sg_prediction_run(score, prediction, graph, 300, &err), SG_ECANCELED,
                    "predicting");
        a = (asked){.stage = "predicting", .no_at = no};
        check_fails(sg_prediction_states(score, 900, prediction, 2, graph, 300, &err),
                    SG_ECANCELED, "predicting");
        a = (asked){.stage = "predicting", .no_at = no};
        check_fails(sg_model_predict(score, model, data, &options, &err), SG_ECANCELED,
                    "predicting");
    }
    assert_memory_equal(score, untouched, sizeof score);
    sg_prediction_close(prediction);
    sg_model_close(model);
    sg_data_close(data);
}

static sg_status states_body(void *context, sg_error *err)
{
    static const uint32_t graph[] = {0, 1};
    asked a = {.stage = "predicting"};
    const sg_observer observer = {answer, &a};
    ((sg_prediction *)context)->options.observer = &observer;
    double score[4];
    const sg_status status = sg_prediction_run(score, context, graph, 2, err);
    ((sg_prediction *)context)->options.observer = NULL;
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    sg_model *model = trained(data);
    sg_prediction *prediction = open_prediction(model, data, NULL);
    assert_int_equal(check_out_of_memory(states_body, prediction), 1);
    sg_prediction_close(prediction);
    sg_model_close(model);
    sg_data_close(data);
}

/* Rows of several numbers are joined at the end to one output per class. */
static void labels_enter_the_plain_model(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    const char *encoder = "label @ edge";
    static const char *const features[] = {NULL, "labels wl:1", "labels; ones"};
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        const sg_model_options options = {.struct_size = sizeof options,
                                          .encoder = &encoder,
                                          .n_encoders = 1,
                                          .decoder = "label",
                                          .features = features[i],
                                          .input = features[i] == NULL ? SG_FEATURES_LABELS
                                                                       : SG_FEATURES_DEFAULT};
        const sg_training_options training = {
            .struct_size = sizeof training, .n_epochs = 2, .n_threads = 1};
        sg_model *model = NULL;
        sg_model_size before = {.struct_size = sizeof before};
        double score[8];
        check_ok(sg_model_preview(&before, data, &options, &err));
        check_ok(sg_model_build(&model, data, &options, &err));
        assert_int_equal(sg_model_sizes_of(model).n_layers, before.n_layers);
        check_ok(sg_model_train(NULL, model, data, &training, &err));
        check_ok(sg_model_predict(score, model, data, NULL, &err));
        check_near(score[0] + score[1], 1, 1e-9, 0);
        sg_model_close(model);
    }
    sg_data_close(data);
}

static void classes_that_are_words_have_names(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    sg_model *model = trained(data);
    const char *first = sg_model_class_word(model, 0), *second = sg_model_class_word(model, 1);
    assert_string_equal(first, sg_data_class_word(data, 0));
    assert_string_equal(second, sg_data_class_word(data, 1));
    assert_string_not_equal(first, second);
    assert_null(sg_model_class_word(model, 2));
    char name[3] = "?";
    assert_int_equal(sg_model_output_name(name, sizeof name, model, 1), strlen(second));
    assert_memory_equal(name, second, 2);
    assert_int_equal(sg_model_output_name(NULL, 0, model, 0), strlen(first));
    assert_int_equal(sg_model_output_name(name, sizeof name, model, 2), 0);
    assert_string_equal(name, "");
    assert_int_equal(sg_model_output_name(name, sizeof name, NULL, 0), 0);
    assert_int_equal(sg_model_output_name(NULL, 3, model, 0), 0);
    assert_int_equal(sg_model_items(model, data), sg_data_sizes_of(data).n_graphs);
    sg_model_close(model);
    sg_data_close(data);
}

/* The second of two molecules is wrong; classes go by their words, whatever their order. */
static void scores_agree_with_data_or_not(void **state)
{
    (void)state;
    sg_dataset *data = molecules(), *two = NULL, *numbers = NULL;
    sg_model *model = trained(data);
    const bool yes_first = strcmp(sg_model_class_word(model, 0), "yes") == 0;
    const double sure[] = {yes_first ? 0.9 : 0.1, yes_first ? 0.1 : 0.9}; /* always yes */
    const double score[] = {sure[0], sure[1], sure[0], sure[1],
                            sure[0], sure[1], sure[0], sure[1]};
    double value = 77;
    uint64_t n = 77;
    check_ok(sg_model_agreement(&value, &n, model, data, score, &err));
    assert_int_equal(n, 4);
    assert_true(value == 0.5);
    check_ok(sg_data_select(&two, data, (const uint32_t[]){2, 0}, 2, &err));
    check_ok(sg_model_agreement(&value, &n, model, two, score, &err));
    assert_int_equal(n, 2);
    assert_true(value == 1);
    /* Data that says nothing is no failure. */
    check_write(folder, "bare.smi", "CC\nCO\n");
    check_ok(sg_data_open(&numbers, path_of("bare.smi"), NULL, &err));
    check_ok(sg_model_agreement(&value, &n, model, numbers, score, &err));
    assert_int_equal(n, 0);
    assert_true(isnan(value));
    sg_model_close(model);
    sg_data_close(data);
    sg_data_close(two);
    sg_data_close(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(graphs_are_predicted_in_any_order),
                                       cmocka_unit_test(labels_enter_the_plain_model),
                                       cmocka_unit_test(scores_are_measured),
                                       cmocka_unit_test(classes_that_are_words_have_names),
                                       cmocka_unit_test(the_last_state_gives_the_scores),
                                       cmocka_unit_test(states_have_the_same_bits),
                                       cmocka_unit_test(states_that_are_not_there_are_refused),
                                       cmocka_unit_test(predictions_can_be_canceled),
                                       cmocka_unit_test(scores_agree_with_data_or_not),
                                       cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
