/* test_ledger.c - what is written is read again, in order, once. */
#include "base/file.h"
#include "unit/store/ledger_jobs.inc"

#include <unistd.h>

/* ---- Values and configurations ------------------------------------------------------------ */

static void check_value(sg_ledger *ledger, const char *key, const char *expected)
{
    sg_text text = {0};
    check_ok(sg_ledger_value_of(&text, ledger, key, &err));
    assert_string_equal(text.data, expected);
    sg_text_free(&text);
}

static void values_are_kept(void **state)
{
    (void)state;
    sg_ledger *ledger = opened();
    const sg_ledger_value values[] = {{"metric", "accuracy"}, {"experiment", "a: 1\nb: 2\n"}};
    check_ok(sg_ledger_put_values(ledger, values, 2, &err));
    check_value(ledger, "metric", "accuracy");
    check_ok(sg_ledger_put_values(ledger, &(sg_ledger_value){"metric", ""}, 1, &err));
    check_ok(sg_ledger_put_values(ledger, NULL, 0, &err));
    check_value(ledger, "metric", "");
    sg_ledger_close(ledger);

    ledger = opened_to_read();
    check_value(ledger, "metric", "");
    check_value(ledger, "experiment", "a: 1\nb: 2\n");
    check_value(ledger, "fingerprint", "f00d");
    sg_text text = {0};
    check_fails(sg_ledger_value_of(&text, ledger, "seed", &err), SG_ENOTFOUND,
                "results.sqlite: the run has no value called \"seed\"");
    assert_null(text.data);
    sg_ledger_close(ledger);
}

/* One bad value, and none is written. */
static void values_come_all_or_none(void **state)
{
    (void)state;
    sg_ledger *ledger = opened();
    const sg_ledger_value bad[][2] = {{{"metric", "mae"}, {"fingerprint", "1"}},
                                      {{"metric", "mae"}, {"data", NULL}}};
    check_fails(sg_ledger_put_values(ledger, bad[0], 2, &err), SG_EINVAL,
                "the fingerprint is given when opening");
    check_fails(sg_ledger_put_values(ledger, bad[1], 2, &err), SG_EINVAL,
                "NOT NULL constraint failed: run.value");
    sg_text text = {0};
    check_fails(sg_ledger_value_of(&text, ledger, "metric", &err), SG_ENOTFOUND, "metric");
    check_ok(sg_ledger_put_values(ledger, bad[0], 1, &err));
    check_value(ledger, "metric", "mae");
    sg_ledger_close(ledger);
}

static void configurations_are_kept(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    /* Its numbers become known later. */
    const sg_ledger_configuration known = {7, TWO[1].yaml, (uint64_t[]){5, 0, UINT64_MAX},
                                           3, 5,           INT64_MAX};
    check_ok(sg_ledger_put_configurations(ledger, &known, 1, &err));
    sg_ledger_close(ledger);

    ledger = opened_to_read();
    sg_ledger_configurations list = {0};
    check_ok(sg_ledger_read_configurations(&list, ledger, &err));
    assert_int_equal(list.n, 2);
    assert_int_equal(list.row[0].id, 0);
    assert_string_equal(list.row[0].yaml, TWO[0].yaml);
    assert_int_equal(list.row[0].n_layers, 2);
    assert_true(list.row[0].weights[0] == 1000 && list.row[0].weights[1] == 20);
    assert_true(list.row[0].weights_total == 1020 && list.row[0].plan_bytes == 4096);
    assert_int_equal(list.row[1].id, 7);
    assert_string_equal(list.row[1].yaml, TWO[1].yaml);
    assert_int_equal(list.row[1].n_layers, 3);
    assert_true(list.row[1].weights[2] == UINT64_MAX);
    assert_true(list.row[1].plan_bytes == INT64_MAX);
    sg_ledger_configurations_free(&list);
    sg_ledger_close(ledger);
}

static void a_configuration_does_not_change(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    check_ok(sg_ledger_put_configurations(ledger, TWO, 2, &err));
    const sg_ledger_configuration three[] = {
        {3, "new\n", NULL, 0, 0, 0}, {0, "data: NCI109\n", NULL, 0, 0, 0}, TWO[1]};
    check_fails(sg_ledger_put_configurations(ledger, three, 3, &err), SG_EEXIST,
                "results.sqlite: configuration 0 is another one here; give another folder");
    const sg_ledger_configuration huge = {3, "new\n", NULL, 0, UINT64_MAX, 0};
    check_fails(sg_ledger_put_configurations(ledger, &huge, 1, &err), SG_EINVAL,
                "configuration 3: a number is beyond 2^63-1");
    sg_ledger_configurations list = {0};
    check_ok(sg_ledger_read_configurations(&list, ledger, &err));
    assert_int_equal(list.n, 2); /* nor was the new one before it added */
    sg_ledger_configurations_free(&list);
    sg_ledger_close(ledger);
}

/* ---- Jobs --------------------------------------------------------------------------------- */

static void a_job_is_kept(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    sg_ledger_job job = job_of(7, UINT32_MAX, UINT32_MAX);
    job.seed = UINT64_MAX;
    job.size[SG_TEST] = UINT32_MAX;
    job.best[SG_TEST] = (sg_ledger_score){INFINITY, 1e-300};
    job.model = "models/7-0-0.safetensors";
    const sg_ledger_target target[] = {
        {SG_TEST, "homo", "mae", 0.125},
        {SG_TEST, "alpha", "mae", NAN},
        {SG_TRAIN, "homo", "rmse", -INFINITY},
        {SG_TRAIN, "homo", "rmse", 3},
    };
    const double output[] = {1.5, -0.0, NAN, INFINITY, 5e-324};
    const sg_ledger_prediction prediction[] = {
        {SG_TEST, 3, output, 2},
        {SG_TEST, 1, output + 2, 3},
        {SG_TRAIN, UINT32_MAX, output, 1},
        {SG_VALIDATION, 2, NULL, 0},
    };
    const sg_ledger_details details = {epochs_of(1, 3, 2), 3, target, 4, prediction, 4};
    check_ok(sg_ledger_finish_job(ledger, &job, &details, &err));
    sg_ledger_close(ledger);

    ledger = opened_to_read();
    sg_ledger_jobs jobs = {0};
    const sg_ledger_job kept = only_job(ledger, &jobs);
    check_job(&kept, &job);
    check_epochs(ledger, kept.id, 0, 3);

    sg_ledger_targets targets = {0};
    check_ok(sg_ledger_read_targets(&targets, ledger, kept.id, &err));
    assert_int_equal(targets.n, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(targets.row[i].part, target[i].part);
        assert_string_equal(targets.row[i].target, target[i].target);
        assert_string_equal(targets.row[i].metric, target[i].metric);
        check_double(targets.row[i].value, target[i].value);
    }
    static const int order[] = {2, 3, 1, 0};
    sg_ledger_predictions predictions = {0};
    check_ok(sg_ledger_read_predictions(&predictions, ledger, kept.id, &err));
    assert_int_equal(predictions.n, 4);
    for (int i = 0; i < 4; i++) {
        const sg_ledger_prediction *expected = &prediction[order[i]];
        assert_int_equal(predictions.row[i].part, expected->part);
        assert_int_equal(predictions.row[i].item, expected->item);
        assert_int_equal(predictions.row[i].n_outputs, expected->n_outputs);
        if (expected->n_outputs > 0) /* to the bit */
            assert_memory_equal(predictions.row[i].output, expected->output,
                                expected->n_outputs * sizeof(double));
    }
    sg_ledger_predictions_free(&predictions);
    sg_ledger_targets_free(&targets);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

static void an_empty_ledger_has_empty_lists(void **state)
{
    (void)state;
    sg_ledger_close(opened());
    sg_ledger *ledger = opened_to_read();
    sg_ledger_configurations configurations = {0};
    sg_ledger_jobs jobs = {0};
    sg_ledger_epochs epochs = {0};
    sg_ledger_targets targets = {0};
    sg_ledger_predictions predictions = {0};
    check_ok(sg_ledger_read_configurations(&configurations, ledger, &err));
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    check_ok(sg_ledger_read_epochs(&epochs, ledger, 1, &err));
    check_ok(sg_ledger_read_targets(&targets, ledger, 1, &err));
    check_ok(sg_ledger_read_predictions(&predictions, ledger, 1, &err));
    assert_true(configurations.n == 0 && jobs.n == 0 && epochs.n == 0 && targets.n == 0 &&
                predictions.n == 0);
    sg_ledger_close(ledger);
    sg_ledger_close(NULL);
}

/* Written in any order, read in one. */
static void jobs_are_read_in_order(void **state)
{
    (void)state;
    sg_rng rng = check_rng("order");
    uint32_t order[24];
    for (uint32_t i = 0; i < 24; i++) order[i] = i;
    sg_rng_shuffle(&rng, order, 24);
    sg_ledger *ledger = opened_with_configurations();
    for (int i = 0; i < 24; i++) {
        sg_ledger_job job = job_of(order[i] % 2 ? 7 : 0, order[i] / 2 % 3, order[i] / 6 % 2);
        job.stage = order[i] >= 12 ? SG_SELECTING : SG_EVALUATING;
        const sg_ledger_details details = three_epochs(2);
        check_ok(sg_ledger_finish_job(ledger, &job, &details, &err));
    }
    sg_ledger_jobs jobs = {0};
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    assert_int_equal(jobs.n, 24);
    for (uint32_t i = 0; i < 24; i++) {
        assert_int_equal(jobs.row[i].stage, i < 12 ? SG_SELECTING : SG_EVALUATING);
        assert_int_equal(jobs.row[i].configuration, i / 6 % 2 ? 7 : 0);
        assert_int_equal(jobs.row[i].run, i / 3 % 2);
        assert_int_equal(jobs.row[i].fold, i % 3);
    }
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

static void a_job_is_done_once(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    sg_ledger_job job = job_of(0, 4, 1);
    sg_ledger_details details = three_epochs(1);
    int64_t id = -5;
    check_ok(sg_ledger_finish_job(ledger, &job, &details, &err));
    details = three_epochs(2);
    check_fails(sg_ledger_finish_job(ledger, &job, &details, &err), SG_EEXIST,
                "results.sqlite: configuration 0, fold 4, run 1 (evaluate) is done already");
    check_fails(sg_ledger_start_job(&id, ledger, &job, 0, &err), SG_EEXIST, "is done already");
    assert_int_equal(id, -5);
    sg_ledger_jobs jobs = {0};
    const sg_ledger_job kept = only_job(ledger, &jobs);
    check_job(&kept, &job);
    check_epochs(ledger, kept.id, 3, 3);
    check_fails(sg_ledger_append_epochs(ledger, kept.id, epochs_of(4, 1, 2), 1, &err),
                SG_EINVAL, "is not running but done");
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

static void a_failed_job_can_be_repeated(void **state)
{
    (void)state;
    sg_ledger *ledger = opened_with_configurations();
    sg_ledger_job job = job_of(0, 0, 0);
    job.state = SG_LEDGER_FAILED;
    job.error = "the loss is not a number";
    job.best_epoch = 0;
    for (int p = 0; p < SG_N_PARTS; p++) job.best[p] = NO_SCORE;
    const sg_ledger_target target = {SG_TEST, "x", "mae", 1};
    sg_ledger_details details = {
        .epoch = epochs_of(1, 2, 1), .n_epochs = 2, .target = &target, .n_targets = 1};
    check_ok(sg_ledger_finish_job(ledger, &job, &details, &err));
    job.n_epochs = 2; /* those that are there, whatever it planned */
    sg_ledger_jobs jobs = {0};
    sg_ledger_job kept = only_job(ledger, &jobs);
    check_job(&kept, &job);

    job = job_of(0, 0, 0);
    details = three_epochs(2);
    check_ok(sg_ledger_finish_job(ledger, &job, &details, &err));
    kept = only_job(ledger, &jobs);
    check_job(&kept, &job);
    check_epochs(ledger, kept.id, 0, 3);
    sg_ledger_targets targets = {0};
    check_ok(sg_ledger_read_targets(&targets, ledger, kept.id, &err));
    assert_int_equal(targets.n, 0);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

/* ---- Opening ------------------------------------------------------------------------------ */

static void another_experiment_is_refused(void **state)
{
    (void)state;
    sg_ledger_close(opened_with_configurations());
    sg_ledger *ledger = NULL;
    check_fails(sg_ledger_open(&ledger, path, "beef", &err), SG_EEXIST,
                "results.sqlite: results of another experiment (fingerprint f00d, this one has "
                "beef); give another folder");
    assert_null(ledger);
    ledger = opened();
    sg_ledger_configurations list = {0};
    check_ok(sg_ledger_read_configurations(&list, ledger, &err));
    assert_int_equal(list.n, 2);
    sg_ledger_configurations_free(&list);
    sg_ledger_close(ledger);
}

static void readers_do_not_write(void **state)
{
    (void)state;
    sg_ledger_close(opened_with_configurations());
    sg_ledger *ledger = opened_to_read();
    const sg_ledger_job job = job_of(0, 0, 0);
    const sg_ledger_details details = three_epochs(1);
    check_fails(sg_ledger_finish_job(ledger, &job, &details, &err), SG_EINVAL,
                "results.sqlite: open for reading only");
    check_fails(sg_ledger_put_values(ledger, NULL, 0, &err), SG_EINVAL, "for reading only");
    check_value(ledger, "fingerprint", "f00d"); /* still of use */
    sg_ledger_close(ledger);
}

/* Nothing but the data base stays in the folder. */
static void nothing_else_is_left_behind(void **state)
{
    (void)state;
    char beside[1100];
    sg_ledger_close(opened_with_configurations());
    sg_ledger_close(opened_to_read());
    for (int i = 0; i < 2; i++) {
        (void)snprintf(beside, sizeof beside, "%s%s", path, i == 0 ? "-wal" : "-shm");
        assert_false(sg_path_exists(beside));
    }
}

static void missing_files_and_folders(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL;
    check_fails(sg_ledger_open_read(&ledger, path, &err), SG_ENOTFOUND,
                "results.sqlite: no such file");
    assert_false(sg_path_exists(path));
    (void)snprintf(path, sizeof path, "%s/no/results.sqlite", folder);
    check_fails(sg_ledger_open(&ledger, path, "f00d", &err), SG_ENOTFOUND,
                "no/results.sqlite: cannot create: No such file");
    check_fails(sg_ledger_open(&ledger, folder, "f00d", &err), SG_EIO, "not a plain file");
    check_fails(sg_ledger_open_read(&ledger, folder, &err), SG_EIO, "not a plain file");
    check_fails(sg_ledger_open_read(&ledger, "/dev/null", &err), SG_EIO, "not a plain file");
    assert_null(ledger);
}

/* Names that would mean something else to SQLite. */
static void strange_names_are_files(void **state)
{
    (void)state;
    static const char *const names[] = {"a?mode=memory", "b%41#c", "file:d?vfs=none",
                                        "x y'\"z"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        sg_ledger_close(opened());
        assert_true(sg_path_exists(path));
        sg_ledger_close(opened_to_read());
    }
    static const char *const here[] = {":memory:", "file:x.sqlite?mode=memory", "y.sqlite"};
    char before[1024];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    for (size_t i = 0; i < sizeof here / sizeof *here; i++) {
        (void)snprintf(path, sizeof path, "%s", here[i]);
        sg_ledger_close(opened());
        assert_true(sg_path_exists(path));
        sg_ledger_close(opened_to_read());
    }
    assert_int_equal(chdir(before), 0);
}

SG_TESTS(IN_FOLDER(values_are_kept), IN_FOLDER(values_come_all_or_none),
         IN_FOLDER(configurations_are_kept), IN_FOLDER(a_configuration_does_not_change),
         IN_FOLDER(a_job_is_kept), IN_FOLDER(an_empty_ledger_has_empty_lists),
         IN_FOLDER(jobs_are_read_in_order), IN_FOLDER(a_job_is_done_once),
         IN_FOLDER(a_failed_job_can_be_repeated), IN_FOLDER(another_experiment_is_refused),
         IN_FOLDER(readers_do_not_write), IN_FOLDER(nothing_else_is_left_behind),
         IN_FOLDER(missing_files_and_folders), IN_FOLDER(strange_names_are_files))
