/* test_cancel.c - long work stops soon when a watch wants it to, wherever it is.
 *
 * The inputs take seconds.  The watch looks on until the library asks a second time in the midst of the
 * work, with nothing new to tell; then it wants to stop.  Work that asks only at its beginning would end
 * with SG_OK. */
#define _DEFAULT_SOURCE /* usleep */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/text.h"
#include "data/dataset_view.h"
#include "draw/layout.h"
#include "support/check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

/* ---- Who watches --------------------------------------------------------------------------- */

typedef struct watcher {
    uint32_t n_calls, patience;
    pthread_t thread;
    bool was_at_the_end; /* it was told that a stage is done */
} watcher;

static bool look(void *context, const sg_progress *progress)
{
    watcher *w = context;
    assert_true(pthread_equal(w->thread, pthread_self()));
    w->was_at_the_end = progress->total > 0 && progress->done == progress->total;
    return w->n_calls++ < w->patience;
}

/* The call must stop at the call of the observer behind `patience_` others. */
#define STOPS_AFTER(patience_, call)                                                           \
    do {                                                                                       \
        watcher w = {.patience = (patience_), .thread = pthread_self()};                       \
        sg_watch *watch = NULL;                                                                \
        check_ok(sg_watch_open(&watch, &(sg_observer){look, &w}, &err));                       \
        check_fails(call, SG_ECANCELED, "stopped");                                            \
        assert_int_equal(w.n_calls, (patience_) + 1);                                          \
        assert_false(w.was_at_the_end);                                                        \
        sg_watch_close(watch);                                                                 \
    } while (0)

#define STOPS(call) STOPS_AFTER(1, call)

/* ---- What takes long ------------------------------------------------------------------------- */

enum { N_EDGES = 400000 };

/* One graph in which a search from every node takes seconds. */
static sg_dataset *make_dense(uint32_t n_nodes)
{
    sg_rng rng = check_rng("cancel");
    const uint32_t offset[] = {0, n_nodes};
    uint32_t *edge = malloc(2 * N_EDGES * sizeof *edge);
    sg_dataset *data = NULL;
    for (uint32_t e = 0; e < 2 * N_EDGES; e++) edge[e] = sg_rng_below(&rng, n_nodes);
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .n_edges = N_EDGES,
                                    .edge = edge,
                                    .graph_class = (int64_t[]){0}};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    free(edge);
    return data;
}

/* One path of so many nodes. */
static sg_dataset *make_path(uint32_t n)
{
    const uint32_t offset[] = {0, n};
    uint32_t *edge = malloc(2 * (size_t)n * sizeof *edge);
    sg_dataset *data = NULL;
    for (uint32_t v = 0; v + 1 < n; v++) {
        edge[2 * v] = v;
        edge[2 * v + 1] = v + 1;
    }
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .n_edges = n - 1,
                                    .edge = edge};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    free(edge);
    return data;
}

/* ---- Invariants --------------------------------------------------------------------------------- */

static void pairs_of_one_graph_stop(void **state)
{
    (void)state;
    sg_dataset *data = make_dense(4000);
    sg_labels *labels = NULL;
    const sg_label_options one_thread = {.struct_size = sizeof one_thread, .n_threads = 1};
    check_ok(sg_labels_open(&labels, data, "none", &one_thread, &err));
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        uint64_t n_pairs = 77;
        sg_triples_size size = {.struct_size = sizeof size, .n_pairs = 77};
        STOPS(sg_pairs_measure(&n_pairs, data, "distance 0..6", n_threads, &err));
        assert_int_equal(n_pairs, 77);
        STOPS(
            sg_triples_measure(&size, data, labels, labels, "distance 0..6", n_threads, &err));
        assert_int_equal(size.n_pairs, 77);
    }
    sg_labels_close(labels);
    sg_data_close(data);
}

static void labels_of_one_graph_stop(void **state)
{
    (void)state;
    static const char *const EXPRESSIONS[] = {"wl:1000", "cycles:12", "betweenness:4",
                                              "cliques:9"};
    sg_dataset *data = make_dense(4000);
    for (size_t i = 0; i < sizeof EXPRESSIONS / sizeof *EXPRESSIONS; i++) {
        sg_labels *labels = NULL;
        const sg_label_options options = {
            .struct_size = sizeof options, .n_threads = 1, .budget = UINT64_MAX};
        STOPS_AFTER(0, sg_labels_open(&labels, data, EXPRESSIONS[i], &options, &err));
        assert_null(labels);
    }
    sg_data_close(data);
}

/* The observer of the options is asked, too. */
static void models_stop_while_plans_are_made(void **state)
{
    (void)state;
    sg_dataset *data = make_dense(4000);
    watcher w = {.patience = 3, .thread = pthread_self()};
    const sg_observer observer = {look, &w};
    const sg_label_options labels = {
        .struct_size = sizeof labels, .n_threads = 1, .observer = &observer};
    const char *const encoder[] = {"none @ distance 0..6"};
    const sg_model_options options = {.struct_size = sizeof options,
                                      .encoder = encoder,
                                      .n_encoders = 1,
                                      .decoder = "none",
                                      .labels = &labels};
    sg_model *model = NULL;
    check_fails(sg_model_build(&model, data, &options, &err), SG_ECANCELED, "stopped");
    assert_int_equal(w.n_calls, 4);
    assert_null(model);
    sg_data_close(data);
}

/* ---- Data ----------------------------------------------------------------------------------------- */

static void summaries_stop(void **state)
{
    (void)state;
    sg_dataset *data = make_dense(4000);
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        sg_data_summary summary = {.struct_size = sizeof summary, .n_graphs = 77};
        STOPS(sg_data_summarize(&summary, data, n_threads, &err));
        assert_int_equal(summary.n_graphs, 77);
    }
    sg_data_close(data);
}

/* Searches through large graphs ask on their way, and so do counts of labels. */
static void summaries_of_one_large_graph_stop(void **state)
{
    (void)state;
    sg_dataset *data = make_path(3000000);
    sg_data_summary summary = {.struct_size = sizeof summary, .n_graphs = 77};
    STOPS_AFTER(2, sg_data_summarize(&summary, data, 1, &err));
    assert_int_equal(summary.n_graphs, 77);
    sg_data_close(data);
}

static void selections_stop(void **state)
{
    (void)state;
    const uint32_t graph[] = {0, 0, 0, 0, 0, 0, 0, 0};
    sg_dataset *data = make_path(3000000), *chosen = NULL;
    STOPS(sg_data_select(&chosen, data, graph, 8, &err));
    assert_null(chosen);
    sg_data_close(data);
}

/* Arrays are checked before anything is copied, and that takes long, too. */
static void arrays_stop(void **state)
{
    (void)state;
    enum { N = 20000000, N_COLUMNS = 3 };
    const uint32_t offset[] = {0, N};
    double *attribute = calloc(N_COLUMNS * (size_t)N, sizeof *attribute);
    sg_dataset *data = NULL;
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .node_attribute = attribute,
                                    .n_node_attributes = N_COLUMNS,
                                    .ownership = SG_BORROWED};
    assert_non_null(attribute);
    attribute[N_COLUMNS * (size_t)N - 1] = NAN; /* found only by who looks at all of them */
    STOPS_AFTER(0, sg_data_from_arrays(&data, &arrays, &err));
    assert_null(data);
    free(attribute);
}

static void audits_stop_while_they_hash(void **state)
{
    (void)state;
    sg_dataset *data = make_path(3000000);
    sg_audit *audit = NULL;
    STOPS(sg_audit_open(&audit, data, NULL, &err));
    assert_null(audit);
    sg_data_close(data);
}

/* So many graphs, a line each. */
static void write_lines(sg_text *text, uint32_t n)
{
    static const char LINE[] = "{\"nodes\": [1, 2, 3], \"edges\": [[0, 1], [1, 2]]}\n";
    for (uint32_t i = 0; i < n; i++)
        check_ok(sg_text_add_bytes(text, LINE, sizeof LINE - 1, &err));
}

static void readers_and_writers_stop(void **state)
{
    (void)state;
    char *folder = check_folder();
    sg_text text = {0}, path = {0};
    sg_dataset *data = NULL, *again = NULL;
    write_lines(&text, 1000000);
    check_write(folder, "graphs.jsonl", text.data);
    check_ok(sg_text_add(&path, &err, "%s/graphs.jsonl", folder));
    STOPS(sg_data_open(&data, path.data, NULL, &err));
    assert_null(data);
    sg_text_free(&text);

    data = make_path(3000000);
    STOPS_AFTER(0, sg_data_write(data, folder, "path", false, &err));
    check_fails(sg_data_open(&again, "path",
                             &(sg_data_options){.struct_size = sizeof(sg_data_options),
                                                .folder = folder,
                                                .n_threads = 1},
                             &err),
                SG_ENOTFOUND, "path");
    check_ok(sg_data_write(data, folder, "path", false, &err));
    STOPS(sg_data_open(&again, "path",
                       &(sg_data_options){.struct_size = sizeof(sg_data_options),
                                          .folder = folder,
                                          .n_threads = 1},
                       &err));
    assert_null(again);
    sg_data_close(data);
    sg_text_free(&path);
    check_folder_remove(folder);
}

static void generators_stop(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    char *folder = check_folder(), *splits = NULL;
    STOPS(sg_data_generate(&data, "SubstructureCounting", 0, &err));
    assert_null(data);
    STOPS(sg_data_make(&splits, "SubstructureCounting", folder, 0, false, &err));
    assert_null(splits);
    assert_int_equal(rmdir(folder), 0); /* nothing was written */
    free(folder);
}

/* ---- Models ----------------------------------------------------------------------------------------- */

static void feeds_stop(void **state)
{
    (void)state;
    sg_text text = {0};
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    sg_epoch best = {0};
    const char *const encoder[] = {"label @ distance 0..2"};
    const sg_model_options options = {
        .struct_size = sizeof options, .encoder = encoder, .n_encoders = 1, .decoder = "label"};
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(&best, model, data, &training, &err));
    write_lines(&text, 300000);
    for (uint32_t n_threads = 1; n_threads <= 2; n_threads++) {
        sg_feed *feed = NULL;
        const sg_feed_options fed = {.struct_size = sizeof fed, .n_threads = n_threads};
        check_ok(sg_feed_open(&feed, model, &fed, &err));
        STOPS(sg_feed_push(feed, text.data, text.size, &err));
        assert_int_equal(sg_feed_count(feed), 0);
        sg_feed_close(feed);
    }
    sg_text_free(&text);
    sg_model_close(model);
    sg_data_close(data);
}

/* The first prediction of a live graph computes all of it.  Labels are a stage that comes to its end. */
static void live_graphs_stop(void **state)
{
    (void)state;
    sg_dataset *data = NULL, *path = make_path(300000);
    sg_model *model = NULL;
    sg_live *live = NULL;
    double score[10] = {0};
    const char *const encoder[] = {"degree @ distance 0..4"};
    const sg_model_options options = {.struct_size = sizeof options,
                                      .encoder = encoder,
                                      .n_encoders = 1,
                                      .decoder = "degree"};
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_live_open(&live, model, path, NULL, &err));
    watcher w = {.patience = 2, .thread = pthread_self()};
    sg_watch *watch = NULL;
    check_ok(sg_watch_open(&watch, &(sg_observer){look, &w}, &err));
    check_fails(sg_live_predict(score, live, 0, &err), SG_ECANCELED, "stopped");
    assert_int_equal(w.n_calls, 3);
    sg_watch_close(watch);
    assert_true(score[0] == 0);
    /* Nothing is lost: it can be asked again. */
    check_ok(sg_live_predict(score, live, 0, &err));
    sg_live_close(live);
    sg_model_close(model);
    sg_data_close(path);
    sg_data_close(data);
}

static void pictures_stop(void **state)
{
    (void)state;
    sg_dataset *data = make_dense(2000);
    const sg_graph_view view = sg_dataset_view(data);
    const sg_one_graph graph = sg_view_graph(&view, 0);
    sg_layout layout = {0};
    STOPS_AFTER(0, sg_layout_find(&layout, &graph, &err));
    assert_null(layout.at);
    sg_data_close(data);
}

/* ---- Watches ------------------------------------------------------------------------------------------ */

static bool wait_for_flag(void *context, const sg_progress *progress)
{
    (void)progress;
    return !atomic_load((atomic_bool *)context);
}

static void *set_flag(void *context)
{
    usleep(100000);
    atomic_store((atomic_bool *)context, true);
    return NULL;
}

static void another_thread_can_stop(void **state)
{
    (void)state;
    sg_dataset *data = make_dense(4000);
    atomic_bool flag = false;
    pthread_t other;
    sg_watch *watch = NULL;
    uint64_t n_pairs = 0;
    check_ok(sg_watch_open(&watch, &(sg_observer){wait_for_flag, &flag}, &err));
    assert_int_equal(pthread_create(&other, NULL, set_flag, &flag), 0);
    check_fails(sg_pairs_measure(&n_pairs, data, "distance 0..6", 2, &err), SG_ECANCELED,
                "stopped");
    pthread_join(other, NULL);
    /* It remains so until the watch is closed. */
    check_fails(sg_pairs_measure(&n_pairs, data, "edge", 2, &err), SG_ECANCELED, "stopped");
    sg_watch_close(watch);
    check_ok(sg_pairs_measure(&n_pairs, data, "edge", 2, &err));
    sg_data_close(data);
}

static void watches_want_an_observer(void **state)
{
    (void)state;
    sg_watch *watch = NULL;
    check_fails(sg_watch_open(NULL, &(sg_observer){look, NULL}, &err), SG_EINVAL, "watch");
    check_fails(sg_watch_open(&watch, NULL, &err), SG_EINVAL, "observer");
    check_fails(sg_watch_open(&watch, &(sg_observer){0}, &err), SG_EINVAL, "progress");
    sg_watch_close(NULL);
}

static sg_status open_watch(void *context, sg_error *err)
{
    sg_watch *watch = NULL;
    const sg_status status = sg_watch_open(&watch, &(sg_observer){look, context}, err);
    sg_watch_close(watch);
    return status;
}

static void watches_run_out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(open_watch, NULL) > 0);
}

SG_TESTS(cmocka_unit_test(pairs_of_one_graph_stop), cmocka_unit_test(labels_of_one_graph_stop),
         cmocka_unit_test(models_stop_while_plans_are_made), cmocka_unit_test(summaries_stop),
         cmocka_unit_test(summaries_of_one_large_graph_stop), cmocka_unit_test(selections_stop),
         cmocka_unit_test(arrays_stop), cmocka_unit_test(audits_stop_while_they_hash),
         cmocka_unit_test(readers_and_writers_stop), cmocka_unit_test(generators_stop),
         cmocka_unit_test(feeds_stop), cmocka_unit_test(live_graphs_stop),
         cmocka_unit_test(pictures_stop), cmocka_unit_test(another_thread_can_stop),
         cmocka_unit_test(watches_want_an_observer),
         cmocka_unit_test(watches_run_out_of_memory))
