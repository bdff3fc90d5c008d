/* test_job.c - one training of an experiment: its numbers, files and checkpoints. */
#include "run/job.h"

#include "base/observer.h"
#include "store/model_file.h"

#include "unit/run/tiny_workload.inc"

#define BEGIN_CALIBRATED                                                                       \
    "data: TINY\nprotocol: fair\nsave: all\n" TINY_LAYERS                                      \
    "train: { epochs: 6, batch-size: 4, learning-rate: 0.05, init: uniform -0.1 0.1, "         \
    "calibrate: temperature }\n"
#define BEGIN "data: TINY\nprotocol: fair\nsave: all\n" TINY_NETWORK

static bool keep(void *keeper, const sg_job *job, sg_ledger_score validation)
{
    (void)job;
    (void)validation;
    return *(bool *)keeper;
}

static sg_status count_calls(void *listener, const sg_job *job, const sg_job_result *so_far,
                             sg_error *err)
{
    (void)job;
    (void)err;
    assert_true(so_far->n_epochs > 0);
    ++*(int *)listener;
    return SG_OK;
}

/* A job with all that it is given. */
typedef struct bench {
    tiny_workload tiny;
    sg_job job;
    atomic_bool is_canceled;
    atomic_ullong n_epochs;
    bool is_kept;
    int n_told;
    sg_job_context context;
} bench;

static void open_bench(bench *b, const char *text)
{
    *b = (bench){.job = {SG_EVALUATING, 0, 1, 0}, .is_kept = true};
    check_ok(tiny_workload_open(&b->tiny, text, &err));
    check_write(folder, "models/x", "");
    check_write(folder, "checkpoints/x", "");
    b->context = (sg_job_context){.folder = folder,
                                  .run = 1234,
                                  .is_canceled = &b->is_canceled,
                                  .n_epochs = &b->n_epochs,
                                  .evaluate_test = true,
                                  .checkpoint_after = 1e9,
                                  .is_kept = keep,
                                  .keeper = &b->is_kept,
                                  .under_way = count_calls,
                                  .listener = &b->n_told};
}

static sg_status run(sg_job_result *result, bench *b, sg_error *err)
{
    return sg_job_run(result, &b->job, &b->tiny.workload, &b->context, err);
}

static void results_are_complete(void **state)
{
    (void)state;
    bench b;
    sg_job_result r = {0};
    open_bench(&b, BEGIN);
    check_ok(run(&r, &b, &err));
    assert_int_equal(r.n_epochs, 6);
    assert_int_equal(r.n_trained, 6);
    assert_int_equal(atomic_load(&b.n_epochs), 6);
    assert_int_equal(r.size[SG_TRAIN], 16);
    assert_int_equal(r.size[SG_VALIDATION], 8);
    assert_int_equal(r.size[SG_TEST], 12);
    assert_in_range(r.best_epoch, 1, 6);
    const sg_ledger_epoch *best = &r.epoch[r.best_epoch - 1];
    check_near(r.best[SG_VALIDATION].metric, best->score[SG_VALIDATION].metric, 0, 0);
    check_near(r.best[SG_TEST].loss, best->score[SG_TEST].loss, 1e-6, 0);
    assert_ptr_equal(r.test_item, b.tiny.workload.splits.fold[1].part[SG_TEST].index);
    assert_non_null(r.test_output);
    assert_null(r.column_metric);
    assert_string_equal(r.model, "models/evaluate-c0-f1-r0.safetensors");
    assert_true(sg_path_exists(path_of(r.model)));
    const sg_ledger_job row = sg_job_row(&b.job, &r);
    assert_true(row.fold == b.job.fold && row.run == b.job.run && row.stage == b.job.stage);
    assert_true(row.state == SG_LEDGER_DONE && row.n_epochs == 6 && row.seed == r.seed);
    assert_memory_equal(row.best, r.best, sizeof row.best);
    assert_memory_equal(row.size, r.size, sizeof row.size);
    assert_ptr_equal(row.model, r.model);
    sg_job_result_free(&r);
    assert_null(r.epoch);
    sg_job_result_free(&r);
    tiny_workload_close(&b.tiny);
}

static void tests_and_models_may_be_unwanted(void **state)
{
    (void)state;
    bench b;
    sg_job_result r = {0};
    open_bench(&b, BEGIN);
    b.context.evaluate_test = b.is_kept = false;
    check_ok(run(&r, &b, &err));
    assert_null(r.model);
    assert_null(r.test_output);
    assert_true(isnan(r.best[SG_TEST].metric));
    assert_false(sg_path_exists(path_of("models/evaluate-c0-f1-r0.safetensors")));
    sg_job_result_free(&r);
    tiny_workload_close(&b.tiny);
}

/* Calibrated, outputs are other by one factor, and not worse on the validation items. */
static void probabilities_can_be_calibrated(void **state)
{
    (void)state;
    bench b, c;
    sg_job_result plain = {0}, r = {0};
    sg_model model = {0};
    open_bench(&b, BEGIN);
    check_ok(run(&plain, &b, &err));
    open_bench(&c, BEGIN_CALIBRATED);
    check_ok(run(&r, &c, &err));
    check_ok(sg_model_read(&model, path_of(r.model), &err));
    assert_non_null(model.outputs.temperature);
    assert_true(r.best[SG_VALIDATION].loss <= plain.best[SG_VALIDATION].loss + 1e-9);
    for (uint32_t i = 0; i < 12 * model.outputs.n; i++)
        check_near(r.test_output[i] * model.outputs.temperature[0], plain.test_output[i], 1e-6,
                   1e-12);
    sg_model_free(&model);
    sg_job_result_free(&r);
    sg_job_result_free(&plain);
    tiny_workload_close(&c.tiny);
    tiny_workload_close(&b.tiny);
}

/* The columns of a regression have metrics of their own, whose mean is the mae of the job. */
static void columns_have_metrics(void **state)
{
    (void)state;
    bench b;
    sg_job_result r = {0};
    open_bench(&b, "data: TINYREG\nprotocol: fair\nsave: none\n" TINY_NETWORK);
    check_ok(run(&r, &b, &err));
    assert_non_null(r.column_metric);
    check_near((r.column_metric[0] + r.column_metric[1]) / 2, r.best[SG_TEST].metric, 1e-9, 0);
    sg_job_result_free(&r);
    tiny_workload_close(&b.tiny);
}

static void check_same_epochs(const sg_job_result *a, const sg_job_result *b)
{
    assert_int_equal(a->n_epochs, b->n_epochs);
    assert_int_equal(a->best_epoch, b->best_epoch);
    for (size_t e = 0; e < a->n_epochs; e++)
        assert_memory_equal(a->epoch[e].score, b->epoch[e].score, sizeof a->epoch[e].score);
}

/* A job goes on from its checkpoint, and the same comes out as without. */
static void jobs_go_on_from_checkpoints(void **state)
{
    (void)state;
    bench b;
    sg_job_result whole = {0}, r = {0};
    open_bench(&b, BEGIN);
    check_ok(run(&whole, &b, &err));
    b.context.checkpoint_after = -1; /* one after every epoch but the last */
    check_ok(run(&r, &b, &err));
    check_same_epochs(&r, &whole);
    assert_int_equal(b.n_told, 5);
    sg_job_result_free(&r);
    assert_true(sg_path_exists(path_of("checkpoints/evaluate-c0-f1-r0-a0.bin")));
    atomic_store(&b.n_epochs, 0);
    check_ok(run(&r, &b, &err));
    check_same_epochs(&r, &whole);
    assert_true(atomic_load(&b.n_epochs) < 6);
    sg_job_result_free(&r);
    sg_job_forget(&b.job, folder, &b.tiny.experiment);
    assert_false(sg_path_exists(path_of("checkpoints/evaluate-c0-f1-r0-a0.bin")));
    atomic_store(&b.is_canceled, true);
    check_fails(run(&r, &b, &err), SG_ECANCELED, "the run was stopped");
    sg_job_result_free(&whole);
    tiny_workload_close(&b.tiny);
}

/* Wants to stop at a certain call. */
typedef struct impatience {
    atomic_bool *is_canceled;
    int calls_left;
} impatience;

static bool lose_patience(void *context, const sg_progress *progress)
{
    impatience *i = context;
    assert_string_equal(progress->stage, "training");
    if (--i->calls_left == 0) atomic_store(i->is_canceled, true);
    return true;
}

/* Run a job that is told to stop at a call of its observers, of which every epoch has several. */
static sg_status run_until(sg_job_result *r, bench *b, int calls, sg_error *err)
{
    impatience impatient = {&b->is_canceled, calls};
    const sg_observer observer = {lose_patience, &impatient};
    sg_watch watch;
    atomic_store(&b->is_canceled, false);
    sg_watch_begin(&watch, &observer);
    const sg_status status = run(r, b, err);
    sg_watch_end(&watch);
    return status;
}

/* The first epoch of a process can be stopped within: it is then made again from its beginning. */
static void jobs_stop_within_epochs(void **state)
{
    (void)state;
    bench b;
    sg_job_result whole = {0}, r = {0};
    open_bench(&b, BEGIN);
    check_ok(run(&whole, &b, &err));
    for (int calls = 1; calls < 9; calls++) {
        sg_job_forget(&b.job, folder, &b.tiny.experiment);
        atomic_store(&b.n_epochs, 0);
        check_fails(run_until(&r, &b, 1, &err), SG_ECANCELED, "the run was stopped");
        assert_int_equal(atomic_load(&b.n_epochs), 0);
        assert_false(sg_path_exists(path_of("checkpoints/evaluate-c0-f1-r0-a0.bin")));
        check_fails(run_until(&r, &b, 9 + calls, &err), SG_ECANCELED, "the run was stopped");
        assert_in_range(atomic_load(&b.n_epochs), 1, 5);
        assert_true(sg_path_exists(path_of("checkpoints/evaluate-c0-f1-r0-a0.bin")));
        const unsigned long long n_before = atomic_load(&b.n_epochs);
        check_fails(run_until(&r, &b, 2, &err), SG_ECANCELED, "the run was stopped");
        assert_int_equal(atomic_load(&b.n_epochs), n_before);
        atomic_store(&b.is_canceled, false);
        check_ok(run(&r, &b, &err));
        check_same_epochs(&r, &whole);
        assert_int_equal(atomic_load(&b.n_epochs), 6);
        assert_memory_equal(r.test_output, whole.test_output, 12 * sizeof *r.test_output);
        sg_job_result_free(&r);
    }
    sg_job_result_free(&whole);
    tiny_workload_close(&b.tiny);
}

/* Every member of an ensemble has a file. */
static void files_have_names(void **state)
{
    (void)state;
    bench b;
    sg_job_result r = {0};
    sg_text path = {0};
    const sg_job select = {SG_SELECTING, 4, 3, 2};
    check_ok(sg_job_model_path(&path, &select, 0, &err));
    assert_string_equal(path.data, "models/select-c4-f3-r2.safetensors");
    path.size = 0;
    check_ok(sg_job_model_path(&path, &select, 5, &err));
    assert_string_equal(path.data, "models/select-c4-f3-r2-m5.safetensors");
    path.size = 0;
    check_ok(sg_job_checkpoint_path(&path, &select, 1, &err));
    assert_string_equal(path.data, "checkpoints/select-c4-f3-r2-a1.bin");
    sg_text_free(&path);
    open_bench(&b, "ensemble: 2\n" BEGIN);
    check_ok(run(&r, &b, &err));
    assert_int_equal(n_entries(path_of("models")), 3);
    sg_job_remove_models(&b.job, folder, &b.tiny.experiment);
    assert_int_equal(n_entries(path_of("models")), 1);
    sg_job_result_free(&r);
    tiny_workload_close(&b.tiny);
}

static sg_status job_body(void *context, sg_error *err)
{
    sg_job_result r = {0};
    const sg_status status = run(&r, context, err);
    sg_job_result_free(&r);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    bench b;
    open_bench(&b, "data: TINY\nprotocol: fair\nsave: none\n" TINY_LAYERS
                   "train: { epochs: 2, batch-size: 8 }\n");
    assert_true(check_out_of_memory(job_body, &b) > 5);
    tiny_workload_close(&b.tiny);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_tiny_folder, remove_folder)

SG_TESTS(IN_FOLDER(results_are_complete), IN_FOLDER(tests_and_models_may_be_unwanted),
         IN_FOLDER(probabilities_can_be_calibrated), IN_FOLDER(columns_have_metrics),
         IN_FOLDER(jobs_go_on_from_checkpoints), IN_FOLDER(jobs_stop_within_epochs),
         IN_FOLDER(files_have_names), IN_FOLDER(memory_may_run_out))
