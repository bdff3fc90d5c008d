/* test_threads_api.c - data sets and models are shared by threads that each have a prediction, a feed, a live
 * data set and an explainer. */
#include "sharegnn.h"

#include "support/check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N_THREADS = 4, N_GRAPHS = 150, N_CLASSES = 10, ROUNDS = 5 };

typedef struct shared {
    const sg_model *model;
    const sg_dataset *data;
    const double *score;       /* [N_GRAPHS][N_CLASSES] by one thread */
    sg_labels_arrays expected; /* likewise                            */
    const double *others;      /* [N_OTHERS] likewise                 */
} shared;

/* What a feed, a live data set before and after an edit, and an explainer say. */
enum { N_OTHERS = 3 * N_CLASSES + 1 };

typedef struct caller {
    pthread_t thread;
    const shared *shared;
    uint32_t number;
    bool good;
} caller;

static bool predict_alike(const caller *c)
{
    static const uint32_t most = N_GRAPHS;
    double score[N_GRAPHS][N_CLASSES];
    uint32_t graph[N_GRAPHS];
    const sg_label_options options = {.struct_size = sizeof options,
                                      .n_threads = 1 + c->number % 2};
    sg_prediction *prediction = NULL;
    bool same = sg_prediction_open(&prediction, c->shared->model, c->shared->data, &options,
                                   NULL) == SG_OK;
    for (uint32_t round = 0; same && round < ROUNDS; round++) {
        const uint32_t n = most - c->number * 7;
        for (uint32_t i = 0; i < n; i++) graph[i] = (i + round) % most;
        same = sg_prediction_run(score[0], prediction, graph, n, NULL) == SG_OK;
        for (uint32_t i = 0; i < n; i++)
            same = same && memcmp(score[i], c->shared->score + (size_t)graph[i] * N_CLASSES,
                                  sizeof score[i]) == 0;
    }
    sg_prediction_close(prediction);
    return same;
}

static bool label_alike(const caller *c)
{
    sg_labels *labels = NULL;
    const sg_label_options options = {.struct_size = sizeof options, .n_threads = 2};
    if (sg_labels_open(&labels, c->shared->data, "wl:2", &options, NULL) != SG_OK) return false;
    const sg_labels_arrays found = sg_labels_view_of(labels), *expected = &c->shared->expected;
    const bool same =
        found.n_labels == expected->n_labels &&
        memcmp(found.label, expected->label, found.n_nodes * sizeof *found.label) == 0;
    sg_labels_close(labels);
    return same;
}

static bool feed(double score[N_CLASSES], const shared *s, uint32_t n_threads)
{
    const sg_feed_options options = {
        .struct_size = sizeof options, .format = "json-lines", .n_threads = n_threads};
    sg_feed *feed = NULL;
    char *line = NULL;
    bool good = sg_data_graph_json(&line, s->data, 0, NULL) == SG_OK &&
                sg_feed_open(&feed, s->model, &options, NULL) == SG_OK;
    for (int round = 0; good && round < ROUNDS; round++)
        good = sg_feed_push(feed, line, strlen(line), NULL) == SG_OK &&
               sg_feed_count(feed) == 1 && sg_feed_line_of(feed, 0).score != NULL;
    if (good) memcpy(score, sg_feed_line_of(feed, 0).score, N_CLASSES * sizeof *score);
    sg_feed_close(feed);
    sg_text_release(line);
    return good;
}

static bool edit(double score[2 * N_CLASSES], const shared *s)
{
    const sg_live_change edge = {
        .struct_size = sizeof edge, .kind = SG_LIVE_ADD_EDGE, .node = 0, .other = 20};
    sg_live *live = NULL;
    const bool good = sg_live_open(&live, s->model, s->data, NULL, NULL) == SG_OK &&
                      sg_live_predict(score, live, 0, NULL) == SG_OK &&
                      sg_live_edit(NULL, live, &edge, NULL) == SG_OK &&
                      sg_live_predict(score + N_CLASSES, live, 0, NULL) == SG_OK;
    sg_live_close(live);
    return good;
}

static bool explain(double *value, const shared *s, uint32_t n_threads)
{
    const sg_label_options labels = {.struct_size = sizeof labels, .n_threads = n_threads};
    const sg_explainer_options options = {.struct_size = sizeof options, .labels = &labels};
    sg_explainer *explainer = NULL;
    sg_explanation why = {.struct_size = sizeof why};
    const bool good =
        sg_explainer_open(&explainer, s->model, s->data, &options, NULL) == SG_OK &&
        sg_explainer_graph(&why, explainer, 7, 0, NULL) == SG_OK;
    *value = why.value;
    sg_explanation_free(&why);
    sg_explainer_close(explainer);
    return good;
}

static bool ask_others(double value[N_OTHERS], const shared *s, uint32_t n_threads)
{
    return feed(value, s, n_threads) && edit(value + N_CLASSES, s) &&
           explain(value + 3 * N_CLASSES, s, n_threads);
}

static bool others_alike(const caller *c)
{
    double value[N_OTHERS];
    return ask_others(value, c->shared, 1 + c->number % 2) &&
           memcmp(value, c->shared->others, sizeof value) == 0;
}

static void *call(void *argument)
{
    caller *c = argument;
    c->good = predict_alike(c) && label_alike(c) && others_alike(c);
    return NULL;
}

static void threads_share_data_and_models(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    sg_labels *labels = NULL;
    static double score[N_GRAPHS][N_CLASSES];
    const char *encoder = "cycles:6 @ distance 0..2";
    const sg_model_options design = {
        .struct_size = sizeof design, .encoder = &encoder, .n_encoders = 1, .decoder = "wl:1"};
    const sg_label_options one = {.struct_size = sizeof one, .n_threads = 1};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_ok(sg_model_build(&model, data, &design, &err));
    check_ok(sg_model_train(NULL, model, data,
                            &(sg_training_options){.struct_size = sizeof(sg_training_options),
                                                   .settings = "{epochs: 2}",
                                                   .n_threads = 1},
                            &err));
    check_ok(sg_model_predict(score[0], model, data, &one, &err));
    check_ok(sg_labels_open(&labels, data, "wl:2", &one, &err));
    double others[N_OTHERS];
    const shared all = {model, data, score[0], sg_labels_view_of(labels), others};
    assert_true(ask_others(others, &all, 1));
    caller callers[N_THREADS];
    for (uint32_t t = 0; t < N_THREADS; t++) {
        callers[t] = (caller){.shared = &all, .number = t};
        assert_int_equal(pthread_create(&callers[t].thread, NULL, call, &callers[t]), 0);
    }
    for (uint32_t t = 0; t < N_THREADS; t++) pthread_join(callers[t].thread, NULL);
    for (uint32_t t = 0; t < N_THREADS; t++) assert_true(callers[t].good);
    sg_labels_close(labels);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Fork ------------------------------------------------------------------------------------ */

/* Whether the handle gives the scores that are expected. */
static bool predicts(sg_prediction *prediction, const double *expected)
{
    static double score[N_GRAPHS][N_CLASSES];
    uint32_t graph[N_GRAPHS];
    for (uint32_t g = 0; g < N_GRAPHS; g++) graph[g] = g;
    return sg_prediction_run(score[0], prediction, graph, N_GRAPHS, NULL) == SG_OK &&
           memcmp(score, expected, sizeof score) == 0;
}

/* What a child does: the handle of its parent predicts, and so does a new one with threads. */
static bool predict_in_child(sg_prediction *prediction, const sg_model *model,
                             const sg_dataset *data, const double *expected)
{
    sg_prediction *fresh = NULL;
    const sg_label_options two = {.struct_size = sizeof two, .n_threads = 2};
    bool good = predicts(prediction, expected);
    sg_prediction_close(prediction);
    good = good && sg_prediction_open(&fresh, model, data, &two, NULL) == SG_OK &&
           predicts(fresh, expected);
    sg_prediction_close(fresh);
    return good;
}

static void a_forked_child_predicts_too(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__)
    skip(); /* which allows no new threads after a fork */
#endif
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    sg_prediction *prediction = NULL;
    static double score[N_GRAPHS][N_CLASSES];
    const sg_model_options design = {.struct_size = sizeof design, .decoder = "wl:1"};
    const sg_label_options three = {.struct_size = sizeof three, .n_threads = 3};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_ok(sg_model_build(&model, data, &design, &err));
    check_ok(sg_model_train(NULL, model, data,
                            &(sg_training_options){.struct_size = sizeof(sg_training_options),
                                                   .settings = "{epochs: 1}"},
                            &err));
    check_ok(sg_model_predict(score[0], model, data, &three, &err));
    check_ok(sg_prediction_open(&prediction, model, data, &three, &err));
    assert_true(predicts(prediction, score[0]));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(predict_in_child(prediction, model, data, score[0]) ? 0 : 1);
    assert_true(predicts(prediction, score[0]));
    int ended = -1;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
    sg_prediction_close(prediction);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(threads_share_data_and_models),
         cmocka_unit_test(a_forked_child_predicts_too))
