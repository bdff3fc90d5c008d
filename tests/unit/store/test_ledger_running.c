/* test_ledger_running.c - jobs while they run, stop and go on: never half, never with gaps. */
#include "unit/store/ledger_jobs.inc"

static void epochs_are_visible_while_a_job_runs(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    sg_ledger_job job = job_of(0, 0, 0);
    int64_t id = 0;
    check_ok(sg_ledger_start_job(&id, ledger, &job, 0, &err));
    sg_ledger *reader = opened_to_read();
    check_ok(sg_ledger_append_epochs(ledger, id, epochs_of(1, 2, 1), 2, &err));
    check_ok(sg_ledger_append_epochs(ledger, id, epochs_of(3, 1, 1), 1, &err));
    check_ok(sg_ledger_append_epochs(ledger, id, NULL, 0, &err));

    sg_ledger_jobs jobs = {0};
    sg_ledger_job kept = only_job(reader, &jobs);
    assert_int_equal(kept.n_epochs, 0); /* a reader sees one moment */
    sg_ledger_close(reader);
    reader = opened_to_read();
    kept = only_job(reader, &jobs);
    assert_int_equal(kept.id, id);
    sg_ledger_job running = job;
    running.state = SG_LEDGER_RUNNING;
    running.best_epoch = 0;
    running.seconds = NAN;
    for (int p = 0; p < SG_N_PARTS; p++) running.best[p] = NO_SCORE;
    check_job(&kept, &running);
    check_epochs(reader, id, 3, 3);
    sg_ledger_close(reader);

    job.n_epochs = 5;
    const sg_ledger_details rest = {.epoch = epochs_of(4, 2, 2), .n_epochs = 2};
    check_ok(sg_ledger_finish_job(ledger, &job, &rest, &err));
    kept = only_job(ledger, &jobs);
    assert_int_equal(kept.id, id);
    check_job(&kept, &job);
    check_epochs(ledger, id, 3, 5);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

/* Interrupted after epoch 6, with a checkpoint of epoch 4. */
static void an_interrupted_job_goes_on(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    sg_ledger_job job = job_of(0, 0, 0);
    int64_t id = 0, again = 0;
    check_ok(sg_ledger_start_job(&id, ledger, &job, 0, &err));
    check_ok(sg_ledger_append_epochs(ledger, id, epochs_of(1, 6, 1), 6, &err));
    sg_ledger_close(ledger);

    ledger = opened();
    check_fails(sg_ledger_start_job(&again, ledger, &job, 7, &err), SG_EINVAL,
                "7 epochs are to be kept, but there are 6");
    check_epochs(ledger, id, 6, 6);
    check_ok(sg_ledger_start_job(&again, ledger, &job, 4, &err));
    assert_int_equal(again, id);
    check_epochs(ledger, id, 4, 4);
    check_ok(sg_ledger_append_epochs(ledger, id, epochs_of(5, 4, 2), 4, &err));
    check_epochs(ledger, id, 4, 8);
    job.n_epochs = 8;
    check_ok(sg_ledger_finish_job(ledger, &job, &(sg_ledger_details){0}, &err));
    sg_ledger_jobs jobs = {0};
    const sg_ledger_job kept = only_job(ledger, &jobs);
    check_job(&kept, &job);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

/* What was appended before is replaced from the first epoch on that is given. */
static void an_interrupted_job_starts_over(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    const sg_ledger_job job = job_of(0, 0, 0);
    int64_t id = 0;
    check_ok(sg_ledger_start_job(&id, ledger, &job, 0, &err));
    check_ok(sg_ledger_append_epochs(ledger, id, epochs_of(1, 6, 1), 6, &err));
    check_ok(sg_ledger_append_epochs(ledger, id, epochs_of(3, 2, 2), 2, &err));
    check_epochs(ledger, id, 2, 4);
    const sg_ledger_details all = three_epochs(2);
    check_ok(sg_ledger_finish_job(ledger, &job, &all, &err));
    check_epochs(ledger, id, 0, 3);
    sg_ledger_close(ledger);
}

static void epochs_have_no_gaps(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    sg_ledger_job job = job_of(0, 0, 0);
    int64_t id = 0;
    check_ok(sg_ledger_start_job(&id, ledger, &job, 0, &err));
    check_ok(sg_ledger_append_epochs(ledger, id, epochs_of(1, 2, 1), 2, &err));
    check_fails(sg_ledger_append_epochs(ledger, id, epochs_of(4, 1, 2), 1, &err), SG_EINVAL,
                "epochs from 4 on are given, but there are 2 so far");
    check_fails(sg_ledger_append_epochs(ledger, id, epochs_of(0, 1, 2), 1, &err), SG_EINVAL,
                "epochs from 0 on are given");
    sg_ledger_epoch wrong[] = {*epochs_of(3, 1, 2), *epochs_of(5, 1, 2)};
    check_fails(sg_ledger_append_epochs(ledger, id, wrong, 2, &err), SG_EINVAL,
                "epoch 5 is given in the place of epoch 4");
    check_fails(sg_ledger_append_epochs(ledger, id + 1, epochs_of(1, 1, 2), 1, &err), SG_EINVAL,
                "there is no job 2");

    sg_ledger_details details = {.epoch = epochs_of(3, 1, 2), .n_epochs = 1};
    job.n_epochs = 4;
    check_fails(sg_ledger_finish_job(ledger, &job, &details, &err), SG_EINVAL,
                "a job of 4 epochs has 3");
    job.n_epochs = 3;
    job.best_epoch = 4;
    check_fails(sg_ledger_finish_job(ledger, &job, &details, &err), SG_EINVAL,
                "the best epoch, 4, is not among the 3");
    job.state = SG_LEDGER_RUNNING;
    check_fails(sg_ledger_finish_job(ledger, &job, &details, &err), SG_EINVAL,
                "a job ends as done or failed");
    job = job_of(1, 0, 0);
    details = three_epochs(2);
    check_fails(sg_ledger_finish_job(ledger, &job, &details, &err), SG_EINVAL,
                "results.sqlite: the job is of a configuration that is not in the ledger");
    check_fails(sg_ledger_start_job(&id, ledger, &job, 0, &err), SG_EINVAL,
                "a configuration that is not in the ledger");

    sg_ledger_jobs jobs = {0};
    const sg_ledger_job kept = only_job(ledger, &jobs);
    assert_int_equal(kept.state, SG_LEDGER_RUNNING);
    assert_int_equal(kept.n_epochs, 2);
    check_epochs(ledger, kept.id, 2, 2);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

/* A job that cannot be written whole leaves nothing: here, two predictions for one graph. */
static void a_job_comes_whole_or_not_at_all(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    const sg_ledger_job job = job_of(0, 0, 0);
    const double output = 1;
    const sg_ledger_prediction twice[] = {{SG_TEST, 3, &output, 1}, {SG_TEST, 3, &output, 1}};
    sg_ledger_details details = three_epochs(1);
    details.prediction = twice;
    details.n_predictions = 2;
    check_fails(sg_ledger_finish_job(ledger, &job, &details, &err), SG_EINVAL,
                "UNIQUE constraint failed: prediction.job");
    sg_ledger_jobs jobs = {0};
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    assert_int_equal(jobs.n, 0);
    check_epochs(ledger, 1, 0, 0);
    details.n_predictions = 1;
    check_ok(sg_ledger_finish_job(ledger, &job, &details, &err));
    sg_ledger_close(ledger);
}

SG_TESTS(IN_FOLDER(epochs_are_visible_while_a_job_runs), IN_FOLDER(an_interrupted_job_goes_on),
         IN_FOLDER(an_interrupted_job_starts_over), IN_FOLDER(epochs_have_no_gaps),
         IN_FOLDER(a_job_comes_whole_or_not_at_all))
