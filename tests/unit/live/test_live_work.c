/* test_live_work.c - what an edit looks at does not grow with the graph, counted and not timed; and models that
 * several threads share. */
#include "sharegnn.h"

#include "base/rng.h"
#include "support/check.h"

#include <pthread.h>
#include <string.h>

enum { N_EDITS = 40, N_THREADS = 4 };

/* Two graphs in which every node has four neighbors: two rings through all nodes, one of them in random order. */
static sg_dataset *draw_rings(sg_rng *rng, uint32_t n)
{
    sg_dataset *data = NULL;
    const uint32_t offset[] = {0, n, 2 * n};
    const int64_t class_of[] = {0, 1};
    uint32_t *edge = calloc((size_t)n * 8, sizeof *edge), *order = calloc(n, sizeof *order);
    int32_t *label = calloc((size_t)n * 2, sizeof *label);
    size_t e = 0;
    for (uint32_t ring = 0; ring < 4; ring++) {
        for (uint32_t i = 0; i < n; i++) order[i] = i;
        for (uint32_t i = n - 1; i > 0; i--) {
            const uint32_t j = sg_rng_below(rng, i + 1), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        for (uint32_t i = 0; i < n; i++) {
            edge[e++] = ring / 2 * n + order[i];
            edge[e++] = ring / 2 * n + order[(i + 1) % n];
        }
    }
    for (uint32_t v = 0; v < 2 * n; v++) label[v] = sg_rng_below(rng, 50) == 0;
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 2,
                                    .graph_offset = offset,
                                    .n_edges = e / 2,
                                    .edge = edge,
                                    .node_label = label,
                                    .n_node_labels = 1,
                                    .graph_class = class_of};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    free(edge);
    free(order);
    free(label);
    return data;
}

static sg_model *train(const sg_dataset *data)
{
    static const char *const encoder[] = {"wl:2 @ distance 0..2"};
    const sg_model_options options = {
        .struct_size = sizeof options, .encoder = encoder, .n_encoders = 1, .decoder = "wl:1"};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 1}"};
    sg_model *model = NULL;
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

static uint64_t looked_at(const sg_live *live)
{
    sg_live_size size = {.struct_size = sizeof size};
    check_ok(sg_live_sizes(&size, live, &err));
    return size.n_looked_at;
}

/* Nodes that an edit looks at, on the average of some edits. */
static double work_of_edits(const sg_model *model, sg_rng *rng, uint32_t n)
{
    sg_dataset *data = draw_rings(rng, n);
    sg_live *live = NULL;
    double score[2];
    check_ok(sg_live_open(&live, model, data, NULL, &err));
    check_ok(sg_live_predict(score, live, 0, &err));
    const uint64_t before = looked_at(live);
    assert_true(before >= n);
    int n_made = 0;
    for (int i = 0; i < N_EDITS; i++) {
        const sg_live_change change = {.struct_size = sizeof change,
                                       .kind = SG_LIVE_ADD_EDGE,
                                       .node = sg_rng_below(rng, n),
                                       .other = sg_rng_below(rng, n)};
        n_made += sg_live_edit(NULL, live, &change, NULL) == SG_OK;
        check_ok(sg_live_predict(score, live, 0, &err));
    }
    const double work = (double)(looked_at(live) - before) / n_made;
    sg_live_close(live);
    sg_data_close(data);
    return work;
}

/* Eight times as many nodes: nearly as many as are within reach of an edit at most, and no more than that. */
static void work_does_not_grow(void **state)
{
    (void)state;
    sg_rng rng = check_rng("work_does_not_grow");
    sg_dataset *data = draw_rings(&rng, 1000);
    sg_model *model = train(data);
    const double small = work_of_edits(model, &rng, 4000),
                 large = work_of_edits(model, &rng, 32000);
    assert_true(large < 2000);
    /* log 32000 / log 4000 is 1.25. */
    assert_true(large < 1.25 * small);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Threads -------------------------------------------------------------------------------- */

typedef struct visitor {
    const sg_model *model;
    const sg_dataset *data;
    double score[2], fed[2];
    sg_status status;
} visitor;

/* Twenty lines of the same graph: their scores must be equal. */
static sg_status feed_some(visitor *v)
{
    sg_feed *feed = NULL;
    static const char line[] = "{\"nodes\": [0, 1, 0], \"edges\": [[0, 1], [1, 2], [2, 0]]}\n";
    const sg_feed_options options = {
        .struct_size = sizeof options, .format = "json-lines", .n_threads = 2};
    sg_status status = sg_feed_open(&feed, v->model, &options, NULL);
    for (int i = 0; i < 20 && status == SG_OK; i++) {
        status = sg_feed_push(feed, line, strlen(line), NULL);
        if (status != SG_OK) break;
        const sg_feed_line found = sg_feed_line_of(feed, 0);
        if (found.score == NULL || (i > 0 && memcmp(v->fed, found.score, sizeof v->fed) != 0))
            status = SG_EFORMAT;
        else
            memcpy(v->fed, found.score, sizeof v->fed);
    }
    sg_feed_close(feed);
    return status;
}

static void *visit(void *context)
{
    visitor *v = context;
    sg_live *live = NULL;
    v->status = sg_live_open(&live, v->model, v->data, NULL, NULL);
    for (uint32_t i = 0; i < 30 && v->status == SG_OK; i++) {
        const sg_live_change change = {.struct_size = sizeof change,
                                       .kind = SG_LIVE_ADD_EDGE,
                                       .node = i,
                                       .other = 900 - i};
        (void)sg_live_edit(NULL, live, &change, NULL);
        v->status = sg_live_predict(v->score, live, 0, NULL);
    }
    sg_live_close(live);
    if (v->status == SG_OK) v->status = feed_some(v);
    return NULL;
}

/* Every thread has a live data set and a feed of its own; the model and the data are shared. */
static void threads_share_a_model(void **state)
{
    (void)state;
    sg_rng rng = check_rng("threads_share_a_model");
    sg_dataset *data = draw_rings(&rng, 1000);
    sg_model *model = train(data);
    visitor visitors[N_THREADS] = {{0}};
    pthread_t thread[N_THREADS];
    for (int t = 0; t < N_THREADS; t++) {
        visitors[t] = (visitor){.model = model, .data = data};
        assert_int_equal(pthread_create(&thread[t], NULL, visit, &visitors[t]), 0);
    }
    for (int t = 0; t < N_THREADS; t++) assert_int_equal(pthread_join(thread[t], NULL), 0);
    for (int t = 0; t < N_THREADS; t++) {
        assert_int_equal(visitors[t].status, SG_OK);
        assert_memory_equal(visitors[t].score, visitors[0].score, sizeof visitors[0].score);
        assert_memory_equal(visitors[t].fed, visitors[0].fed, sizeof visitors[0].fed);
    }
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(work_does_not_grow), cmocka_unit_test(threads_share_a_model))
