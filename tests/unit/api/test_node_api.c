/* test_node_api.c - nodes as items, from arrays to explanations. */
#include "sharegnn.h"

#include "data/array_check.h"
#include "data/record.h"
#include "explain/explainer.h"
#include "model/model.h"
#include "support/check.h"

enum { N_GRAPHS = 6, SIZE = 7, N = N_GRAPHS * SIZE };

/* Paths; a node's class is whether it is an end, but for every tenth node, which has none. */
typedef struct fixture {
    uint32_t offset[N_GRAPHS + 1], edge[N][2];
    int64_t node_class[N];
    uint8_t part[N];
    sg_graph_arrays arrays;
    sg_dataset *data;
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){.arrays = {.struct_size = sizeof f->arrays, .n_graphs = N_GRAPHS}};
    for (uint32_t v = 0; v < N; v++) {
        const uint32_t place = v % SIZE;
        f->node_class[v] = v % 10 == 9 ? SG_NO_NODE_CLASS : place == 0 || place == SIZE - 1;
        f->part[v] = v % 10 == 9 ? SG_NO_PART : v / SIZE == 5 ? SG_TEST : SG_TRAIN;
        if (place == 0) f->offset[v / SIZE] = v;
        if (place == 0) continue;
        f->edge[f->arrays.n_edges][0] = v - 1;
        f->edge[f->arrays.n_edges++][1] = v;
    }
    f->offset[N_GRAPHS] = N;
    f->arrays.graph_offset = f->offset;
    f->arrays.edge = f->edge[0];
    f->arrays.node_class = f->node_class;
    f->arrays.node_part = f->part;
    check_ok(sg_data_from_arrays(&f->data, &f->arrays, &err));
}

static void arrays_have_nodes(void **state)
{
    fixture f;
    sg_splits *splits = NULL;
    uint32_t n = 0;
    (void)state;
    set_up(&f);
    const sg_data_size size = sg_data_sizes_of(f.data);
    const sg_data_arrays view = sg_data_view_of(f.data);
    assert_int_equal(sg_arrays_item(&f.arrays), SG_ITEM_NODE);
    assert_int_equal(size.item, SG_ITEM_NODE);
    assert_int_equal(size.n_items, N);
    assert_int_equal(size.n_classes, 2);
    assert_null(view.graph_class);
    assert_null(view.part);
    assert_int_equal(view.node_class[9], SG_NO_CLASS);
    assert_int_equal(view.node_class[0], 1);
    assert_memory_equal(view.node_part, f.part, sizeof f.part);
    assert_null(sg_data_node_id(f.data, 0));
    check_ok(sg_splits_of_data(&splits, f.data, 1, &err));
    assert_non_null(sg_splits_part(&n, splits, 0, SG_TEST));
    assert_int_equal(n, 6);
    sg_splits_close(splits);
    /* Graphs keep their nodes' classes when they are selected. */
    sg_dataset *chosen = NULL;
    check_ok(sg_data_select(&chosen, f.data, (uint32_t[]){5, 0}, 2, &err));
    assert_int_equal(sg_data_view_of(chosen).node_class[0], 1);
    assert_int_equal(sg_data_view_of(chosen).node_part[0], SG_TEST);
    assert_int_equal(sg_data_sizes_of(chosen).n_items, 2 * SIZE);
    sg_data_close(chosen);
    sg_data_close(f.data);
}

static void arrays_are_refused(void **state)
{
    fixture f;
    sg_dataset *none = NULL;
    const int64_t graph_class[N_GRAPHS] = {0};
    const double target[N] = {[3] = (double)INFINITY};
    (void)state;
    set_up(&f);
    sg_data_close(f.data);
    sg_graph_arrays a = f.arrays;
    a.graph_class = graph_class;
    check_fails(sg_data_from_arrays(&none, &a, &err), SG_EINVAL, "graph_class: the nodes have");
    a = f.arrays;
    a.node_target = target;
    check_fails(sg_data_from_arrays(&none, &a, &err), SG_EINVAL, "node_target[3]");
    a = f.arrays;
    a.node_class_word = (const char *const[N]){NULL};
    check_fails(sg_data_from_arrays(&none, &a, &err), SG_EINVAL, "node_class_word: there is");
    a = f.arrays;
    f.part[7] = 9;
    check_fails(sg_data_from_arrays(&none, &a, &err), SG_EINVAL, "node_part[7]: 9");
    a.node_class = NULL;
    a.node_part = NULL;
    a.n_node_targets = 2;
    check_fails(sg_data_from_arrays(&none, &a, &err), SG_EINVAL, "node_target: it is NULL");
    assert_null(none);
}

static const char LAYERS[] =
    "layers:\n"
    "  - encoder: {heads: ['degree @ distance 0..1'], activation: tanh}\n"
    "  - linear: {outputs: classes}\n"
    "train: {epochs: 60, learning-rate: 0.1, batch-size: 2}\n";

static sg_model *train(const sg_dataset *data)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options, .description = LAYERS};
    check_ok(sg_model_build(&model, data, &options, &err));
    const sg_training_options training = {
        .struct_size = sizeof training, .description = LAYERS, .seed = 3, .n_threads = 1};
    sg_epoch best;
    check_ok(sg_model_train(&best, model, data, &training, &err));
    return model;
}

static void nodes_are_predicted_and_explained(void **state)
{
    fixture f;
    double score[N][2], alone[2], value = 0;
    uint64_t n = 0;
    (void)state;
    set_up(&f);
    sg_model *model = train(f.data);
    assert_int_equal(sg_model_sizes_of(model).item, SG_ITEM_NODE);
    assert_int_equal(sg_blueprint_item(&model->blueprint), SG_ITEM_NODE);
    assert_int_equal(sg_model_count_items(model, f.data), N);
    assert_int_equal(sg_model_items(model, f.data), N);
    assert_int_equal(sg_model_items(NULL, f.data), 0);
    assert_int_equal(sg_model_items(model, NULL), 0);
    check_ok(sg_model_predict(score[0], model, f.data, NULL, &err));
    check_ok(sg_model_agreement(&value, &n, model, f.data, score[0], &err));
    assert_int_equal(n, N - 4);
    check_near(value, 1, 0, 0);
    sg_prediction *prediction = NULL;
    check_ok(sg_prediction_open(&prediction, model, f.data, NULL, &err));
    const uint32_t node = 2 * SIZE + 3, graph = 2, behind = N;
    check_ok(sg_prediction_run(alone, prediction, &node, 1, &err));
    assert_memory_equal(alone, score[node], sizeof alone);
    check_fails(sg_prediction_run(alone, prediction, &behind, 1, &err), SG_EINVAL,
                "there is no node 42");
    /* States are those of graphs. */
    sg_state_size size = {.struct_size = sizeof size};
    double states[2 * SIZE];
    check_ok(sg_prediction_state_size(&size, prediction, 1, &graph, 1, &err));
    assert_int_equal(size.n_rows, SIZE);
    check_ok(sg_prediction_states(states, 2 * SIZE, prediction, 1, &graph, 1, &err));
    check_near(exp(states[6]) / (exp(states[6]) + exp(states[7])), alone[0], 1e-5, 1e-6);
    sg_prediction_close(prediction);
    /* What a node hears adds up to its output. */
    sg_explainer *explainer = NULL;
    sg_explanation why = {.struct_size = sizeof why};
    check_ok(sg_explainer_open(&explainer, model, f.data, NULL, &err));
    assert_int_equal(sg_explainer_item(explainer), SG_ITEM_NODE);
    check_ok(sg_explainer_node(&why, explainer, graph, 3, SG_PREDICTED, &err));
    assert_int_equal(why.explained_node, 3);
    assert_int_equal(why.layer[0].head[0].n_messages, 3);
    for (int m = 0; m < 3; m++) assert_int_equal(why.layer[0].head[0].message[m].receiver, 3);
    check_near(why.layer[0].rest + why.layer[0].head[0].contribution, why.value, 1e-5, 1e-6);
    sg_explanation_free(&why);
    check_fails(sg_explainer_node(&why, explainer, 0, SIZE, 0, &err), SG_EINVAL, "no node 7");
    check_fails(sg_explainer_graph(&why, explainer, 0, 0, &err), SG_EINVAL, "predicts nodes");
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(f.data);
}

/* A model of nodes predicts data that says nothing about nodes, and keeps what it is in a file. */
static void models_know_what_they_predict(void **state)
{
    fixture f;
    double score[N][2], again[N][2];
    char *folder = check_folder(), path[500];
    sg_dataset *bare = NULL;
    sg_model *read = NULL;
    (void)state;
    set_up(&f);
    sg_model *model = train(f.data);
    (void)snprintf(path, sizeof path, "%s/m.model", folder);
    check_ok(sg_model_save(model, path, &err));
    check_ok(sg_model_open(&read, path, &err));
    sg_graph_arrays a = f.arrays;
    a.node_class = NULL;
    a.node_part = NULL;
    check_ok(sg_data_from_arrays(&bare, &a, &err));
    check_ok(sg_model_predict(score[0], model, f.data, NULL, &err));
    check_ok(sg_model_predict(again[0], read, bare, NULL, &err));
    assert_memory_equal(score, again, sizeof score);
    check_fails(sg_blueprint_check_items(&model->blueprint, bare, &err), SG_EINVAL,
                "must give a row per graph");
    const sg_state rows = {.of_nodes = true};
    check_ok(sg_network_check_rows(&rows, SG_ITEM_NODE, &err));
    sg_feed *feed = NULL;
    check_ok(sg_feed_open(&feed, model, NULL, &err));
    sg_feed_close(feed);
    sg_data_close(bare);
    sg_model_close(read);
    sg_model_close(model);
    sg_data_close(f.data);
    check_folder_remove(folder);
}

static void splits_for_nodes(void **state)
{
    fixture f;
    sg_splits *splits = NULL;
    sg_record record = {0};
    char *folder = check_folder(), path[500];
    uint32_t n = 0;
    (void)state;
    set_up(&f);
    check_write(folder, "s.json",
                "[{\"of\":\"graphs\",\"test\":[1],\"model_selection\":[{\"train\":[0,2],"
                "\"validation\":[]}]}]");
    (void)snprintf(path, sizeof path, "%s/s.json", folder);
    check_ok(sg_splits_open_for(&splits, path, f.data, &err));
    assert_non_null(sg_splits_part(&n, splits, 0, SG_TRAIN));
    assert_int_equal(n, 2 * SIZE - 1);
    sg_splits_close(splits);
    check_ok(sg_record_nodes(&record, 3, &err));
    check_ok(sg_record_node_parts(&record, &err));
    assert_int_equal(record.node_part[2], SG_NO_PART);
    sg_record_free(&record);
    sg_data_close(f.data);
    check_folder_remove(folder);
}

SG_TESTS(cmocka_unit_test(arrays_have_nodes), cmocka_unit_test(arrays_are_refused),
         cmocka_unit_test(nodes_are_predicted_and_explained),
         cmocka_unit_test(models_know_what_they_predict), cmocka_unit_test(splits_for_nodes))
