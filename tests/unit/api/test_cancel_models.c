/* test_cancel_models.c - one huge graph, or one huge batch, does not keep trainings and predictions from
 * stopping, and a large model file can be left half-read.
 *
 * In a training of one epoch and one batch the library says once that it begins.  Whoever is called a second
 * time is asked in the midst of the batch. */
#include "sharegnn.h"

#include "support/check.h"

#include <time.h>

/* ---- Who watches ------------------------------------------------------------------------------ */

typedef struct watcher {
    const char *stage;
    uint32_t n_calls, patience; /* calls of this stage */
} watcher;

static bool look(void *context, const sg_progress *progress)
{
    watcher *w = context;
    if (strcmp(progress->stage, w->stage) != 0) return true;
    return w->n_calls++ < w->patience;
}

/* ---- What takes long -------------------------------------------------------------------------- */

/* One graph in which every node is near to a few hundred others, and a small one. */
static sg_dataset *make_huge(uint32_t n_nodes)
{
    const uint32_t n_edges = 3 * n_nodes, offset[] = {0, n_nodes, n_nodes + 2};
    sg_rng rng = check_rng("huge");
    uint32_t *edge = malloc(2 * (size_t)n_edges * sizeof *edge);
    sg_dataset *data = NULL;
    for (uint32_t e = 0; e < 2 * n_edges; e++) edge[e] = sg_rng_below(&rng, n_nodes);
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 2,
                                    .graph_offset = offset,
                                    .n_edges = n_edges,
                                    .edge = edge,
                                    .graph_class = (int64_t[]){0, 1}};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    free(edge);
    return data;
}

static sg_model *build(const sg_dataset *data, const char *layers)
{
    const sg_model_options options = {.struct_size = sizeof options, .description = layers};
    sg_model *model = NULL;
    check_ok(sg_model_build(&model, data, &options, &err));
    return model;
}

/* Layers that spend their time in different loops. */
static const char *const LAYERS[] = {
    "layers: [{encoder: {heads: [none @ distance 0..3 x8]}}, {decoder: {heads: [none]}}, "
    "{linear: {outputs: 2}}]",
    "layers: [{linear: {outputs: 5}}, {encoder: {heads: [none @ distance 0..2 x8]}}, "
    "{decoder: {heads: [none]}}, {linear: {outputs: 2}}]",
    "layers: [{linear: {outputs: 48}}, {encoder: {heads: [none @ distance 0..1]}}, "
    "{linear: {outputs: 300}}, {linear: {outputs: 300}}, {decoder: {heads: [none]}}, "
    "{linear: {outputs: 2}}]",
    "layers: [{linear: {outputs: 200}}, {sage: {outputs: 200}}, {gcn: {outputs: 200}}, "
    "{gat: {outputs: 64}}, {decoder: {heads: [none]}}, {linear: {outputs: 2}}]"};
enum { N_LAYERS = sizeof LAYERS / sizeof *LAYERS };

static void trainings_stop_within_a_batch(void **state)
{
    (void)state;
    sg_dataset *data = make_huge(30000);
    for (int i = 0; i < N_LAYERS; i++)
        for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
            sg_model *model = build(data, LAYERS[i]);
            watcher w = {.stage = "training", .patience = 1};
            const sg_observer observer = {look, &w};
            const sg_training_options training = {.struct_size = sizeof training,
                                                  .n_epochs = 1,
                                                  .batch_size = 2,
                                                  .n_threads = n_threads,
                                                  .observer = &observer};
            double score[4] = {77};
            check_fails(sg_model_train(NULL, model, data, &training, &err), SG_ECANCELED,
                        "stopped");
            assert_int_equal(w.n_calls, 2);
            /* Nothing was learned. */
            check_fails(sg_model_predict(score, model, data, NULL, &err), SG_EINVAL, "train");
            sg_model_close(model);
        }
    sg_data_close(data);
}

/* What was learned before is kept, and the prediction that was stopped changes nothing. */
static void predictions_stop_within_a_graph(void **state)
{
    (void)state;
    sg_dataset *data = make_huge(30000);
    sg_model *model = build(data, LAYERS[0]);
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        watcher w = {.stage = "predicting", .patience = 1};
        const sg_observer observer = {look, &w};
        const sg_label_options labels = {
            .struct_size = sizeof labels, .n_threads = n_threads, .observer = &observer};
        double score[4] = {77, 77, 77, 77}, expected[4];
        sg_prediction *prediction = NULL;
        check_ok(sg_prediction_open(&prediction, model, data, &labels, &err));
        w.n_calls = 0;
        check_fails(sg_prediction_run(score, prediction, (uint32_t[]){0, 1}, 2, &err),
                    SG_ECANCELED, "stopped");
        assert_true(score[0] == 77 && score[3] == 77);
        w.patience = UINT32_MAX;
        check_ok(sg_prediction_run(score, prediction, (uint32_t[]){0, 1}, 2, &err));
        check_ok(sg_model_predict(expected, model, data, NULL, &err));
        for (int k = 0; k < 4; k++) check_near(score[k], expected[k], 1e-12, 0);
        sg_prediction_close(prediction);
    }
    sg_model_close(model);
    sg_data_close(data);
}

/* A path whose nodes all have weights of their own. */
static void large_models_can_be_left_half_read(void **state)
{
    (void)state;
    enum { N = 1000000 };
    char *folder = check_folder(), path[4096];
    const uint32_t offset[] = {0, N};
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .graph_class = (int64_t[]){0}};
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    sg_dataset *data = NULL;
    sg_model *opened = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    sg_model *model = build(data, "layers: [{decoder: {heads: [index]}}]");
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    (void)snprintf(path, sizeof path, "%s/large.model", folder);
    check_ok(sg_model_save(model, path, &err));
    watcher w = {.stage = "working"};
    sg_watch *watch = NULL;
    check_ok(sg_watch_open(&watch, &(sg_observer){look, &w}, &err));
    /* Observers are called every 20 milliseconds at most; a fast machine has then read the model. */
    (void)nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    check_fails(sg_model_open(&opened, path, &err), SG_ECANCELED, "stopped");
    assert_null(opened);
    /* What there is can be kept nevertheless. */
    check_ok(sg_model_save(model, path, &err));
    sg_watch_close(watch);
    check_ok(sg_model_open(&opened, path, &err));
    sg_model_close(opened);
    sg_model_close(model);
    sg_data_close(data);
    check_folder_remove(folder);
}

SG_TESTS(cmocka_unit_test(trainings_stop_within_a_batch),
         cmocka_unit_test(predictions_stop_within_a_graph),
         cmocka_unit_test(large_models_can_be_left_half_read))
