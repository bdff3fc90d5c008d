/* test_needed_labels.c - a model that looks at labels or attributes refuses data that has none at all. */
#include "unit/api/small_models.inc"

#include "support/folder.h"

enum { N = 4 };

/* What of labels and attributes the graphs have. */
typedef struct content {
    bool nodes, edges, attributes;
} content;

/* Paths of two and of three nodes with classes. */
static sg_dataset *paths(content has)
{
    static const uint32_t offset[] = {0, 2, 5, 7, 10},
                          edge[] = {0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 8, 9};
    static const int32_t node[] = {1, 2, 1, 2, 1, 1, 2, 2, 1, 2}, bond[] = {1, 1, 2, 1, 2, 2};
    static const double length[] = {1, 2, 3, 1, 2, 3};
    static const int64_t graph_class[] = {0, 1, 0, 1};
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = N,
                                    .graph_offset = offset,
                                    .n_edges = 6,
                                    .edge = edge,
                                    .node_label = has.nodes ? node : NULL,
                                    .edge_label = has.edges ? bond : NULL,
                                    .edge_attribute = has.attributes ? length : NULL,
                                    .graph_class = graph_class};
    sg_dataset *data = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    return data;
}

static sg_model *model_of(const sg_dataset *data, const char *encoder, const char *decoder)
{
    const sg_model_options options = {.struct_size = sizeof options,
                                      .encoder = encoder != NULL ? &encoder : NULL,
                                      .n_encoders = encoder != NULL ? 1 : 0,
                                      .decoder = decoder};
    sg_model *model = NULL;
    check_ok(sg_model_build(&model, data, &options, &err));
    return model;
}

static void check_refused(sg_model *model, const sg_dataset *data, const char *why)
{
    double score[N * 2];
    sg_prediction *prediction = NULL;
    sg_explainer *explainer = NULL;
    sg_live *live = NULL;
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    const sg_model *const both[] = {model, model};
    check_fails(sg_model_predict(score, model, data, NULL, &err), SG_EINVAL, why);
    check_fails(sg_models_predict(score, score, both, 2, data, NULL, &err), SG_EINVAL, why);
    check_fails(sg_prediction_open(&prediction, model, data, NULL, &err), SG_EINVAL, why);
    check_fails(sg_explainer_open(&explainer, model, data, NULL, &err), SG_EINVAL, why);
    check_fails(sg_live_open(&live, model, data, NULL, &err), SG_EINVAL, why);
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL, why);
    assert_true(prediction == NULL && explainer == NULL && live == NULL);
}

static void check_used(sg_model *model, const sg_dataset *data)
{
    double score[N * 2];
    sg_explainer *explainer = NULL;
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    sg_explainer_close(explainer);
    train(model, data);
}

/* Each of them looks at one thing that the other data lacks. */
static void what_is_looked_at_must_be_there(void **state)
{
    (void)state;
    static const struct {
        const char *encoder, *decoder;
        content lacking;
        const char *why;
    } of[] = {
        {NULL, "label", {.edges = true, .attributes = true}, "looks at node labels"},
        {"degree @ distance 0..1", "wl:2", {.edges = true}, "looks at node labels"},
        {"cycles:4+label @ distance 0..1", "degree", {.edges = true}, "looks at node labels"},
        {"degree @ fwl:1", "degree", {.edges = true}, "looks at node labels"},
        {"degree @ edge", "degree", {.nodes = true}, "looks at edge labels"},
        {"degree @ path 0..2", "degree", {.nodes = true}, "looks at edge labels"},
        {NULL, "wl-edges:1/degree", {.nodes = true}, "looks at edge labels"},
        {"degree @ edge-bins 1.5", "degree", {.nodes = true}, "looks at edge attributes"}};
    sg_dataset *all = paths((content){true, true, true});
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sg_dataset *less = paths(of[i].lacking);
        sg_model *model = model_of(all, of[i].encoder, of[i].decoder), *opened = NULL;
        train(model, all);
        check_refused(model, less, of[i].why);
        check_refused(model, less, "but the data set arrays has none");
        const char *path = path_of("model");
        check_ok(sg_model_save(model, path, &err));
        check_ok(sg_model_open(&opened, path, &err));
        check_refused(opened, less, of[i].why);
        check_used(opened, all);
        sg_model_close(opened);
        sg_model_close(model);
        sg_data_close(less);
    }
    sg_data_close(all);
}

/* Structure alone is always there, and a model that was made without labels has met none. */
static void other_models_take_any_data(void **state)
{
    (void)state;
    sg_dataset *all = paths((content){true, true, true}), *bare = paths((content){0});
    sg_model *structure = model_of(all, "degree @ distance 0..2", "cycles:4"),
             *without = model_of(bare, "wl:2 @ edge", "label");
    train(structure, all);
    train(without, bare);
    check_used(structure, bare);
    check_used(without, all);
    check_used(without, bare);
    sg_model_close(structure);
    sg_model_close(without);
    sg_data_close(all);
    sg_data_close(bare);
}

static void weights_are_taken_from_models_that_fit(void **state)
{
    (void)state;
    sg_dataset *all = paths((content){true, true, true}), *bare = paths((content){0});
    sg_model *from = model_of(all, "degree @ distance 0..2", "label"),
             *model = model_of(bare, "degree @ distance 0..2", "label");
    train(from, all);
    const uint32_t first = 0;
    sg_training_options training = {
        .struct_size = sizeof training, .n_epochs = 1, .from = from};
    check_fails(sg_model_train(NULL, model, bare, &training, &err), SG_EINVAL,
                "training->from: model: it looks at node labels");
    training.from_layers = &first; /* the encoder, which looks at structure */
    training.n_from_layers = 1;
    check_ok(sg_model_train(NULL, model, bare, &training, &err));
    sg_model_close(from);
    sg_model_close(model);
    sg_data_close(all);
    sg_data_close(bare);
}

/* A line may have no labels; a format that never has any is refused. */
static void lines_stand_for_themselves(void **state)
{
    (void)state;
    static const char LINES[] = "{\"nodes\": [1, 2], \"edges\": [[0, 1]]}\n"
                                "{\"nodes\": 2, \"edges\": [[0, 1]]}\n";
    sg_dataset *all = paths((content){.nodes = true});
    sg_model *model = model_of(all, NULL, "label");
    sg_feed *feed = NULL;
    train(model, all);
    sg_feed_options options = {
        .struct_size = sizeof options, .format = "json-lines", .trust = true};
    check_ok(sg_feed_open(&feed, model, &options, &err));
    check_ok(sg_feed_push(feed, LINES, strlen(LINES), &err));
    assert_int_equal(sg_feed_count(feed), 2);
    assert_int_equal(sg_feed_line_of(feed, 0).trust.unknown_labels, 0);
    assert_null(sg_feed_line_of(feed, 1).error);
    assert_int_equal(sg_feed_line_of(feed, 1).trust.unknown_labels, 2);
    sg_feed_close(feed);
    options.format = "graph6";
    check_fails(sg_feed_open(&feed, model, &options, &err), SG_EINVAL,
                "feed: a line of graph6 has no labels, and the model looks at some");
    options.format = NULL;
    check_ok(sg_feed_open(&feed, model, &options, &err));
    check_fails(sg_feed_push(feed, ":An\n", 4, &err), SG_EINVAL, "a line of sparse6 has no");
    sg_feed_close(feed);
    sg_model_close(model);
    sg_data_close(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_looked_at_must_be_there),
                                       cmocka_unit_test(other_models_take_any_data),
                                       cmocka_unit_test(weights_are_taken_from_models_that_fit),
                                       cmocka_unit_test(lines_stand_for_themselves)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
