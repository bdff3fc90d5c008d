/* test_job_queue.c - jobs on threads, results in the caller's. */
#include "run/job_queue.h"

#include "unit/run/tiny_workload.inc"

#include <pthread.h>

enum { N = 6 };

static bool keep_none(void *keeper, const sg_job *job, sg_ledger_score validation)
{
    (void)keeper;
    (void)job;
    (void)validation;
    return false;
}

/* What a receiver has seen. */
typedef struct inbox {
    pthread_t owner;
    int n_ticks, n_done, most; /* after so many it has had enough */
    double metric[N];
    bool is_impatient; /* the first tick stops the queue */
} inbox;

static sg_status on_under_way(void *context, const sg_job *job, const sg_job_result *so_far,
                              sg_error *err)
{
    const inbox *in = context;
    (void)job;
    (void)err;
    assert_true(pthread_equal(in->owner, pthread_self()));
    assert_true(so_far->n_epochs > 0);
    return SG_OK;
}

static sg_status on_done(void *context, const sg_job *job, sg_job_result *result, sg_error *err)
{
    inbox *in = context;
    assert_true(pthread_equal(in->owner, pthread_self()));
    in->metric[job->run * 3 + job->fold] = result->best[SG_VALIDATION].loss;
    sg_job_result_free(result);
    return ++in->n_done < in->most ? SG_OK
                                   : sg_error_set(err, SG_EIO, SG_WHERE, "the inbox is full");
}

static bool on_tick(void *context)
{
    inbox *in = context;
    in->n_ticks++;
    return !in->is_impatient;
}

static sg_status run_queue(inbox *in, const char *text, uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    tiny_workload t;
    atomic_ullong n_epochs = 0;
    const sg_job_context context = {.folder = folder,
                                    .run = 1,
                                    .n_epochs = &n_epochs,
                                    .evaluate_test = true,
                                    .is_kept = keep_none};
    const sg_job_receiver receiver = {on_under_way, on_done, on_tick, in};
    sg_job job[N];
    for (uint32_t i = 0; i < N; i++) job[i] = (sg_job){SG_EVALUATING, 0, i % 3, i / 3};
    in->owner = pthread_self();
    SG_TRY(tiny_workload_open(&t, text, err));
    check_write(folder, "checkpoints/x", "");
    SG_TRY(sg_job_queue_run(job, N, &t.workload, &context,
                            &(sg_job_workers){.n_threads = n_threads}, &receiver, err));
done:
    for (uint32_t i = 0; i < N; i++) sg_job_forget(&job[i], folder, &t.experiment);
    tiny_workload_close(&t);
    return status;
}

#define SHORT "data: TINY\nprotocol: fair\nruns: 2\nsave: none\n" TINY_NETWORK
#define ENDLESS                                                                                \
    "data: TINY\nprotocol: fair\nruns: 2\nsave: none\n" TINY_LAYERS                            \
    "train: { epochs: 100000 }\n"

static void results_do_not_depend_on_threads(void **state)
{
    (void)state;
    inbox one = {.most = INT32_MAX};
    check_ok(run_queue(&one, SHORT, 1, &err));
    assert_int_equal(one.n_done, N);
    for (uint32_t n_threads = 2; n_threads <= 8; n_threads += 6) {
        inbox more = {.most = INT32_MAX};
        check_ok(run_queue(&more, SHORT, n_threads, &err));
        assert_int_equal(more.n_done, N);
        assert_memory_equal(more.metric, one.metric, sizeof one.metric);
    }
}

static void receivers_stop_the_queue(void **state)
{
    (void)state;
    inbox full = {.most = 2}, impatient = {.most = INT32_MAX, .is_impatient = true};
    check_fails(run_queue(&full, SHORT, 2, &err), SG_EIO, "the inbox is full");
    /* Jobs that end while the inbox fills up are still handed over. */
    assert_in_range(full.n_done, 2, N);
    check_fails(run_queue(&impatient, ENDLESS, 2, &err), SG_ECANCELED, "stopped");
    assert_int_equal(impatient.n_done, 0);
    assert_true(impatient.n_ticks > 0);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_tiny_folder, remove_folder)

SG_TESTS(IN_FOLDER(results_do_not_depend_on_threads), IN_FOLDER(receivers_stop_the_queue))
