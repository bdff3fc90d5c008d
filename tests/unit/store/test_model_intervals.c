/* test_model_intervals.c - intervals in a file, and files that lie about them. */
#include "support/check.h"

#include "store/model_intervals.h"

enum { N = 100 };

/* A model that is nothing but outputs and intervals. */
static void make(sg_model *model, sg_task task)
{
    double score[2 * N], truth[2 * N], trust[N];
    sg_rng rng = sg_rng_stream(3, NULL, 0);
    for (int i = 0; i < N; i++) {
        trust[i] = sg_rng_uniform(&rng);
        for (int o = 0; o < 2; o++) {
            score[2 * i + o] = sg_rng_uniform(&rng);
            truth[2 * i + o] = task == SG_REGRESSION ? sg_rng_uniform(&rng) : (i + o) % 2;
        }
    }
    const sg_conformal_items items = {
        .task = task, .n = N, .n_outputs = 2, .score = score, .truth = truth, .trust = trust};
    model->outputs.task = task;
    model->outputs.n = 2;
    model->interval_models = 4;
    check_ok(sg_conformal_fit(&model->intervals, &items, &err));
}

/* The tensors of the writer as a file has them. */
static void write(const char *path, const sg_model *model)
{
    sg_tensors_writer writer = {0};
    check_ok(sg_intervals_add(&writer, model, &err));
    check_ok(sg_tensors_write(&writer, path, &err));
    sg_tensors_writer_free(&writer);
}

static void a_file_keeps_them(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1200];
    (void)snprintf(path, sizeof path, "%s/intervals", folder);
    for (int task = 0; task < 3; task++) {
        sg_model model = {0}, read = {0};
        sg_tensors file = {0};
        make(&model, (sg_task)task);
        read.outputs.task = model.outputs.task;
        read.outputs.n = 2;
        write(path, &model);
        check_ok(sg_tensors_open(&file, path, 0, &err));
        check_ok(sg_intervals_read(&read, &file, path, &err));
        assert_int_equal(read.interval_models, 4);
        for (int i = 0; i < 20; i++) {
            const double score[] = {0.05 * i, 1 - 0.05 * i};
            sg_interval a[2], b[2];
            sg_conformal_interval(a, &model.intervals, score, NULL, 0.05 * i, 0.8);
            sg_conformal_interval(b, &read.intervals, score, NULL, 0.05 * i, 0.8);
            for (int o = 0; o < 2; o++)
                assert_true(a[o].low == b[o].low && a[o].high == b[o].high &&
                            a[o].no == b[o].no && a[o].yes == b[o].yes);
        }
        sg_model_forget_intervals(&read);
        assert_int_equal(read.interval_models, 0);
        assert_null(read.intervals.measure);
        sg_tensors_free(&file);
        sg_model_free(&model);
    }
    check_folder_remove(folder);
}

/* What a file says after a change of what was written; NULL: it is fine. */
static void check_refused(const char *path, const sg_model *model, const char *part)
{
    sg_model read = {.outputs = {.task = model->outputs.task, .n = model->outputs.n}};
    sg_tensors file = {0};
    write(path, model);
    check_ok(sg_tensors_open(&file, path, 0, &err));
    check_fails(sg_intervals_read(&read, &file, path, &err), SG_EFORMAT, part);
    assert_int_equal(read.interval_models, 0);
    sg_tensors_free(&file);
}

static void lies_are_refused(void **state)
{
    (void)state;
    char *folder = check_folder(), path[1200];
    sg_model model = {0};
    (void)snprintf(path, sizeof path, "%s/intervals", folder);
    make(&model, SG_REGRESSION);
    sg_conformal *t = &model.intervals;
    const double first = t->measure[0], width = t->width[0], edge = t->edge[0];
    const uint64_t count = t->count[0];
    t->measure[0] = 1e9;
    check_refused(path, &model, "ascend");
    t->measure[0] = -1;
    check_refused(path, &model, "out of range");
    t->measure[0] = first;
    t->width[0] = NAN;
    check_refused(path, &model, "intervals.width");
    t->width[0] = width;
    t->edge[0] = -0.5;
    check_refused(path, &model, "intervals.edge");
    t->edge[0] = edge;
    const double least = t->least[0];
    t->least[0] = INFINITY;
    check_refused(path, &model, "intervals.least");
    t->least[0] = t->least[t->n_least - 1] + 1;
    check_refused(path, &model, "ascend");
    t->least[0] = least;
    t->count[0] = UINT64_MAX;
    check_refused(path, &model, "intervals.count");
    t->count[0] = count + 1;
    check_refused(path, &model, "intervals.measure");
    t->count[0] = count;
    model.outputs.n = 3;
    check_refused(path, &model, "intervals.width");
    sg_model_free(&model);
    check_folder_remove(folder);
}

SG_TESTS(cmocka_unit_test(a_file_keeps_them), cmocka_unit_test(lies_are_refused))
