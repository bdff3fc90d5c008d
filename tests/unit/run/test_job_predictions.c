/* test_job_predictions.c - what the ledger keeps of a job's predictions, and what does not fit. */
#include "run/job_predictions.h"
#include "run/predictions_table.h"

#include "unit/run/tiny_data.inc"

/* A ledger with one job that has these predictions. */
static sg_ledger *with_predictions(const sg_ledger_prediction *row, size_t n)
{
    static int n_opened;
    char path[512];
    sg_ledger *ledger = NULL;
    const sg_ledger_configuration configuration = {.id = 0, .yaml = "x: 1\n"};
    const sg_ledger_epoch epoch = {.epoch = 1, .seconds = 1};
    const sg_ledger_job job = {
        .stage = SG_EVALUATING, .state = SG_LEDGER_DONE, .n_epochs = 1, .best_epoch = 1};
    const sg_ledger_details details = {&epoch, 1, NULL, 0, row, n};
    (void)snprintf(path, sizeof path, "%s/%d.sqlite", folder, n_opened++);
    check_ok(sg_ledger_open(&ledger, path, "hand-made", &err));
    check_ok(sg_ledger_put_configurations(ledger, &configuration, 1, &err));
    check_ok(sg_ledger_finish_job(ledger, &job, &details, &err));
    return ledger;
}

static int64_t first_job(sg_ledger *ledger)
{
    sg_ledger_jobs jobs = {0};
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    assert_int_equal(jobs.n, 1);
    const int64_t id = jobs.row[0].id;
    sg_ledger_jobs_free(&jobs);
    return id;
}

static void test_items_are_read(void **state)
{
    (void)state;
    static const char TEXT[] = "data: TINY\nprotocol: fair\n" TINY_NETWORK;
    const double output[] = {1, 2, 3, 4, 5, 6};
    const sg_ledger_prediction good[] = {{SG_TEST, 7, output, 2},
                                         {SG_VALIDATION, 1, output + 2, 2},
                                         {SG_TEST, 3, output + 4, 2}},
                               wide = {SG_TEST, 0, output, 3}, far = {SG_TEST, 999, output, 2};
    sg_experiment experiment = {0};
    sg_workload workload = {0};
    sg_job_predictions said = {0};
    check_ok(sg_experiment_parse(&experiment, "tiny.yml", TEXT, strlen(TEXT), NULL, 0, &err));
    check_ok(sg_workload_open(&workload, &experiment,
                              &(sg_workload_options){.data_folder = folder}, &err));
    sg_ledger *ledger = with_predictions(good, 3);
    check_ok(
        sg_job_predictions_read(&said, &workload, ledger, first_job(ledger), SG_TEST, &err));
    assert_int_equal(said.n, 2);
    assert_true(said.item[0] == 3 && said.item[1] == 7);
    assert_true(said.output[0] == 5 && said.output[3] == 2);
    sg_job_predictions_free(&said);
    assert_null(said.output);
    /* The way there: a result of two test items. */
    const uint32_t item[] = {4, 9};
    double result_output[] = {1, 2, 3, 4};
    const sg_job_result result = {
        .size = {[SG_TEST] = 2}, .test_output = result_output, .test_item = item};
    const sg_job evaluated = {.stage = SG_EVALUATING};
    sg_ledger_details details = {0};
    sg_job_details_memory memory = {0};
    check_ok(sg_job_details_make(&details, &memory, &workload, &evaluated, &result, &err));
    assert_true(details.n_predictions == 2 && details.n_targets == 0);
    assert_true(details.prediction[1].item == 9 && details.prediction[1].output[0] == 3);
    sg_job_details_free(&memory);
    /* No jobs, no table. */
    const uint32_t chosen[16] = {0};
    check_ok(sg_predictions_write(folder, &workload, ledger, chosen, 1, &err));
    sg_ledger_close(ledger);
    ledger = with_predictions(&wide, 1);
    check_fails(
        sg_job_predictions_read(&said, &workload, ledger, first_job(ledger), SG_TEST, &err),
        SG_EFORMAT, "a prediction of 3 outputs for item 0");
    sg_ledger_close(ledger);
    ledger = with_predictions(&far, 1);
    check_fails(
        sg_job_predictions_read(&said, &workload, ledger, first_job(ledger), SG_TEST, &err),
        SG_EFORMAT, "item 999");
    sg_ledger_close(ledger);
    sg_workload_close(&workload);
    sg_experiment_free(&experiment);
}

SG_TESTS(cmocka_unit_test_setup_teardown(test_items_are_read, make_tiny_folder, remove_folder))
