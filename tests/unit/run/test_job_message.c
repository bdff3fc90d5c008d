/* test_job_message.c - results of jobs as bytes. */
#include "run/ranks/job_message.h"

#include "base/mem.h"
#include "support/check.h"

enum { N_OUTPUTS = 2, N_TEST = 3 };

static sg_job_result example(void)
{
    sg_job_result r = {.n_epochs = 2,
                       .n_trained = 5,
                       .best_epoch = 1,
                       .size = {[SG_TRAIN] = 7, [SG_TEST] = N_TEST},
                       .seed = 99,
                       .seconds = 0.5};
    r.best[SG_TEST] = (sg_ledger_score){NAN, 0.25};
    r.epoch = sg_alloc(2, sizeof *r.epoch);
    r.column_metric = sg_alloc(N_OUTPUTS, sizeof *r.column_metric);
    r.threshold = sg_alloc(N_OUTPUTS, sizeof *r.threshold);
    r.test_output = sg_alloc(N_TEST * N_OUTPUTS, sizeof *r.test_output);
    r.model = sg_text_copy("models/m.safetensors");
    assert_true(r.epoch != NULL && r.column_metric != NULL && r.test_output != NULL);
    assert_non_null(r.threshold);
    r.threshold[1] = 0.25;
    r.epoch[1] = (sg_ledger_epoch){.epoch = 2, .learning_rate = 0.1};
    r.column_metric[1] = 3;
    for (int i = 0; i < N_TEST * N_OUTPUTS; i++) r.test_output[i] = i;
    return r;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    sg_text bytes = {0};
    sg_job_result given = example(), found = {0};
    check_ok(sg_job_message_write(&bytes, &given, N_OUTPUTS, &err));
    check_ok(sg_job_message_read(&found, bytes.data, bytes.size, N_OUTPUTS, &err));
    assert_int_equal(found.n_epochs, 2);
    assert_int_equal(found.n_trained, 5);
    assert_int_equal(found.best_epoch, 1);
    assert_memory_equal(found.size, given.size, sizeof found.size);
    assert_memory_equal(found.best, given.best, sizeof found.best);
    assert_int_equal(found.seed, 99);
    assert_true(found.seconds == 0.5 && found.epoch[1].learning_rate == 0.1);
    assert_memory_equal(found.column_metric, given.column_metric, N_OUTPUTS * sizeof(double));
    assert_memory_equal(found.threshold, given.threshold, N_OUTPUTS * sizeof(double));
    assert_memory_equal(found.test_output, given.test_output,
                        N_TEST * N_OUTPUTS * sizeof(double));
    assert_string_equal(found.model, given.model);
    assert_null(found.test_item);
    sg_job_result_free(&given);
    sg_job_result_free(&found);
    sg_text_free(&bytes);
}

static void what_is_missing_stays_missing(void **state)
{
    (void)state;
    sg_text bytes = {0};
    sg_job_result given = {.size = {[SG_TEST] = N_TEST}}, found = {0};
    check_ok(sg_job_message_write(&bytes, &given, N_OUTPUTS, &err));
    check_ok(sg_job_message_read(&found, bytes.data, bytes.size, N_OUTPUTS, &err));
    assert_true(found.column_metric == NULL && found.test_output == NULL);
    assert_null(found.threshold);
    assert_null(found.model);
    assert_int_equal(found.n_epochs, 0);
    sg_job_result_free(&found);
    sg_text_free(&bytes);
}

static void short_messages_are_refused(void **state)
{
    (void)state;
    sg_text bytes = {0};
    sg_job_result given = example(), found = {0};
    check_ok(sg_job_message_write(&bytes, &given, N_OUTPUTS, &err));
    for (size_t size = 0; size < bytes.size; size++)
        check_fails(sg_job_message_read(&found, bytes.data, size, N_OUTPUTS, &err), SG_EFORMAT,
                    "too short");
    assert_null(found.epoch);
    sg_job_result_free(&given);
    sg_text_free(&bytes);
}

SG_TESTS(cmocka_unit_test(what_is_written_is_read),
         cmocka_unit_test(what_is_missing_stays_missing),
         cmocka_unit_test(short_messages_are_refused))
