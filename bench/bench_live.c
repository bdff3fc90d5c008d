/* bench_live.c - what an edit of a large graph costs against predicting it anew.
 *
 * Random graphs in which every node has four neighbors: the union of two rings through all nodes in random
 * order.  There nodes within a few steps are as many as they can be.  An edit's time is the median of many;
 * its work, which no clock measures, is the nodes that it looks at.  After the edits the predictions must
 * have the bits of a live data set that is opened on the edited graph. */
#include "bench.h"

#include "message.h"

#include <stdlib.h>

enum { N_SIZES = 3, N_EDITS = 1000, N_LABELS = 5 };

static const uint32_t SIZE[N_SIZES] = {10000, 100000, 1000000};

/* A stream of numbers that is the same everywhere. */
static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)((*state >> 33) % below);
}

static void shuffle(uint32_t *order, uint32_t n, uint64_t *state)
{
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    for (uint32_t i = n - 1; i > 0; i--) {
        const uint32_t j = draw(state, i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

/* Two graphs of n nodes, one of each class. */
static sg_status make_data(sg_dataset **data, uint32_t n, sg_error *err)
{
    sg_status status = SG_ENOMEM;
    uint64_t state = n;
    const uint32_t offset[] = {0, n, 2 * n};
    const int64_t class_of[] = {0, 1};
    uint32_t *order = calloc(n, sizeof *order), *edge = calloc((size_t)n * 8, sizeof *edge);
    int32_t *label = calloc((size_t)n * 2, sizeof *label);
    sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                              .name = "rings",
                              .n_graphs = 2,
                              .graph_offset = offset,
                              .n_edges = (size_t)n * 4,
                              .edge = edge,
                              .node_label = label,
                              .n_node_labels = 1,
                              .graph_class = class_of};
    if (order != NULL && edge != NULL && label != NULL) {
        size_t e = 0;
        for (uint32_t ring = 0; ring < 4; ring++) {
            shuffle(order, n, &state);
            for (uint32_t i = 0; i < n; i++) {
                edge[e++] = ring / 2 * n + order[i];
                edge[e++] = ring / 2 * n + order[(i + 1) % n];
            }
        }
        for (uint32_t v = 0; v < 2 * n; v++)
            label[v] = (int32_t)(draw(&state, 100) == 0 ? draw(&state, N_LABELS) : 0);
        status = sg_data_from_arrays(data, &arrays, err);
    }
    free(order);
    free(edge);
    free(label);
    return status;
}

static sg_status train(sg_model **model, const sg_dataset *data, sg_error *err)
{
    static const char *const encoder[] = {"wl:2 @ distance 0..2"};
    const sg_model_options options = {
        .struct_size = sizeof options, .encoder = encoder, .n_encoders = 1, .decoder = "wl:1"};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 2}"};
    sg_status status = sg_model_build(model, data, &options, err);
    if (status == SG_OK) status = sg_model_train(NULL, *model, data, &training, err);
    return status;
}

/* Add an edge between random nodes; *made tells whether it was possible. */
static sg_status edit(bool *made, sg_live *live, uint64_t *state, uint32_t n, sg_error *err)
{
    const sg_live_change change = {.struct_size = sizeof change,
                                   .kind = SG_LIVE_ADD_EDGE,
                                   .node = draw(state, n),
                                   .other = draw(state, n)};
    sg_error refused = {0};
    const sg_status status = sg_live_edit(NULL, live, &change, &refused);
    *made = status == SG_OK;
    if (status == SG_EINVAL) return SG_OK;
    if (status != SG_OK) *err = refused;
    return status;
}

typedef struct times {
    double edit, undo, fresh, predict; /* seconds; predict 0: it refuses such graphs */
    double nodes;                      /* that an edit looks at                      */
} times;

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, uint32_t n)
{
    qsort(value, n, sizeof *value, compare);
    return n > 0 ? value[n / 2] : 0;
}

static double looked_at(const sg_live *live)
{
    sg_live_size size = {.struct_size = sizeof size};
    return sg_live_sizes(&size, live, NULL) == SG_OK ? (double)size.n_looked_at : 0;
}

static sg_status time_edits(times *t, sg_live *live, uint32_t n, sg_error *err)
{
    uint64_t state = 7;
    double score[2], spent[N_EDITS];
    uint32_t n_made = 0;
    sg_status status = SG_OK;
    const double before = looked_at(live);
    for (int i = 0; i < N_EDITS && status == SG_OK; i++) {
        bool made = false;
        const double begin = bench_now();
        status = edit(&made, live, &state, n, err);
        if (status == SG_OK) status = sg_live_predict(score, live, 0, err);
        if (made) spent[n_made++] = bench_now() - begin;
    }
    t->edit = median(spent, n_made);
    t->nodes = (looked_at(live) - before) / (n_made > 0 ? n_made : 1);
    for (uint32_t i = 0; i < n_made / 2 && status == SG_OK; i++) {
        const double begin = bench_now();
        status = sg_live_undo(NULL, live, err);
        spent[i] = bench_now() - begin;
    }
    t->undo = median(spent, n_made / 2);
    return status;
}

/* Open the edited graphs anew; `same` tells whether the bits are those of the edits. */
static sg_status time_fresh(times *t, bool *same, sg_live *live, const sg_model *model,
                            sg_error *err)
{
    sg_dataset *now = NULL, *first = NULL;
    sg_live *fresh = NULL;
    double kept[2], anew[2], plain[2];
    sg_status status = sg_live_predict(kept, live, 0, err);
    if (status == SG_OK) status = sg_live_data(&now, live, err);
    if (status == SG_OK) status = sg_data_select(&first, now, &(uint32_t){0}, 1, err);
    const double begin = bench_now();
    if (status == SG_OK) status = sg_live_open(&fresh, model, first, NULL, err);
    if (status == SG_OK) status = sg_live_predict(anew, fresh, 0, err);
    t->fresh = bench_now() - begin;
    *same = status == SG_OK && kept[0] == anew[0] && kept[1] == anew[1];
    const double before = bench_now();
    if (status == SG_OK && sg_model_predict(plain, model, first, NULL, NULL) == SG_OK)
        t->predict = bench_now() - before;
    sg_live_close(fresh);
    sg_data_close(first);
    sg_data_close(now);
    return status;
}

static int run_size(const sg_model *model, uint32_t n, double *smallest)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_live *live = NULL;
    times t = {0};
    bool same = false;
    double score[2];
    sg_status status = make_data(&data, n, &err);
    if (status == SG_OK) status = sg_live_open(&live, model, data, NULL, &err);
    if (status == SG_OK) status = sg_live_predict(score, live, 0, &err);
    if (status == SG_OK) status = time_edits(&t, live, n, &err);
    if (status == SG_OK) status = time_fresh(&t, &same, live, model, &err);
    sg_live_close(live);
    sg_data_close(data);
    if (status != SG_OK) return message_failure(&err, NULL);
    if (*smallest == 0) *smallest = t.edit;
    json line;
    bench_begin_line(&line, "live", 1);
    json_count(&line, "nodes", n);
    json_real(&line, "edit_s", t.edit);
    json_real(&line, "edit_nodes", t.nodes);
    json_real(&line, "undo_s", t.undo);
    json_real(&line, "fresh_s", t.fresh);
    json_real(&line, "predict_s", t.predict);
    json_real(&line, "edit_to_predict", t.edit / (t.predict > 0 ? t.predict : t.fresh));
    json_real(&line, "edit_to_smallest", t.edit / *smallest);
    json_bool(&line, "same_bits", same);
    bench_end_line(&line);
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}

int bench_live(const bench_options *options)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    double smallest = 0;
    sg_status status = make_data(&data, SIZE[0], &err);
    if (status == SG_OK) status = train(&model, data, &err);
    int code = status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
    for (int i = 0; i < bench_times(options, N_SIZES) && code == EXIT_SUCCESS; i++)
        code = run_size(model, SIZE[i], &smallest);
    sg_model_close(model);
    sg_data_close(data);
    return code;
}
