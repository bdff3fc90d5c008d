/* test_job_thresholds.c - thresholds that a run chooses on its validation items: what is said, counted and kept. */
#include "run/job_thresholds.h"

#include "unit/run/tiny_runs.inc"

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_tiny_folder, remove_folder)

#define CLASSES(more) "data: TINY\nprotocol: fair\nruns: 2\nsave: none\n" TINY_LAYERS more
#define LABELS(more)                                                                           \
    "data: TINYLABELS\ntask: multilabel\nprotocol: fair\nsave: none\n" TINY_LAYERS more
#define TRAIN "train: { epochs: 4, batch-size: 4, learning-rate: 0.02, metric: accuracy"

static sg_ledger *open_ledger(const char *name)
{
    sg_ledger *ledger = NULL;
    check_ok(sg_ledger_open_read(&ledger, path_in(name, "results.sqlite"), &err));
    return ledger;
}

/* The share of rows of predictions.csv, of a fold and run, whose prediction is right; every prediction is the
 * class that the threshold of the second class says. */
static double share_right(const char *name, const sg_ledger_job *job, double threshold)
{
    sg_text text = {0};
    unsigned n = 0, n_right = 0;
    char *at = NULL;
    check_ok(sg_file_read(&text, path_in(name, "predictions.csv"), 1 << 20, &err));
    assert_non_null(strstr(text.data, "graph,fold,run,class,prediction,p(0),p(1),trust\n"));
    for (char *line = strtok_r(text.data, "\n", &at); line != NULL;
         line = strtok_r(NULL, "\n", &at)) {
        unsigned graph = 0, fold = 0, run_number = 0, is = 0, said = 0;
        double p0 = 0, p1 = 0;
        if (sscanf(line, "%u,%u,%u,%u,%u,%lf,%lf", &graph, &fold, &run_number, &is, &said, &p0,
                   &p1) != 7 ||
            fold != job->fold || run_number != job->run)
            continue;
        assert_int_equal(said, p1 > threshold);
        n_right += is == said;
        n++;
    }
    sg_text_free(&text);
    assert_true(n > 0);
    return 100.0 * n_right / n;
}

static void classes_are_said_above_the_threshold(void **state)
{
    (void)state;
    sg_ledger_jobs plain = {0}, decided = {0};
    uint32_t n_moved = 0;
    sg_free(run(&(trial){.text = CLASSES(TRAIN " }\n"), .name = "plain"}));
    sg_free(
        run(&(trial){.text = CLASSES(TRAIN ", threshold: accuracy }\n"), .name = "decided"}));
    sg_ledger *before = open_ledger("plain"), *ledger = open_ledger("decided");
    check_ok(sg_ledger_read_jobs(&plain, before, &err));
    check_ok(sg_ledger_read_jobs(&decided, ledger, &err));
    assert_true(plain.n == 6 && decided.n == 6);
    for (size_t i = 0; i < decided.n; i++) {
        const sg_ledger_job *job = &decided.row[i];
        double *threshold = NULL;
        check_ok(sg_job_thresholds_read(&threshold, before, plain.row[i].id, 2, &err));
        assert_null(threshold);
        check_ok(sg_job_thresholds_read(&threshold, ledger, job->id, 2, &err));
        check_near(threshold[0] + threshold[1], 1, 1e-12, 0);
        check_near(share_right("decided", job, threshold[1]), job->best[SG_TEST].metric, 1e-9,
                   0);
        /* The same networks; no threshold is worse than 1/2 on the items that choose it. */
        assert_int_equal(job->best_epoch, plain.row[i].best_epoch);
        assert_true(job->best[SG_TEST].loss == plain.row[i].best[SG_TEST].loss);
        assert_true(job->best[SG_VALIDATION].metric >= plain.row[i].best[SG_VALIDATION].metric);
        n_moved += threshold[1] != 0.5;
        sg_free(threshold);
    }
    assert_true(n_moved > 0);
    sg_ledger_jobs_free(&plain);
    sg_ledger_jobs_free(&decided);
    sg_ledger_close(before);
    sg_ledger_close(ledger);
}

/* An ensemble has the thresholds of its mean; the values of all labels stay what comes first. */
static void labels_have_a_threshold_each(void **state)
{
    (void)state;
    sg_ledger_jobs jobs = {0};
    char *text = run(&(trial){
        .text = LABELS(
            "train: { epochs: 4, batch-size: 4, metric: f1, threshold: f1 }\nensemble: 2\n"),
        .name = "labels"});
    assert_non_null(strstr(text, "\"targets\""));
    sg_free(text);
    sg_ledger *ledger = open_ledger("labels");
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    assert_int_equal(jobs.n, 3);
    for (size_t i = 0; i < jobs.n; i++) {
        sg_ledger_targets rows = {0};
        double *threshold = NULL;
        check_ok(sg_ledger_read_targets(&rows, ledger, jobs.row[i].id, &err));
        assert_int_equal(rows.n, 4);
        assert_string_equal(rows.row[0].metric, "f1");
        assert_string_equal(rows.row[2].metric, SG_THRESHOLD_ROW);
        assert_string_equal(rows.row[3].target, rows.row[1].target);
        assert_int_equal(rows.row[3].part, SG_VALIDATION);
        check_ok(sg_job_thresholds_read(&threshold, ledger, jobs.row[i].id, 2, &err));
        assert_true(threshold[1] == rows.row[3].value);
        check_fails(sg_job_thresholds_read(&threshold, ledger, jobs.row[i].id, 3, &err),
                    SG_EFORMAT, "thresholds for 2 of 3 outputs");
        check_fails(sg_job_thresholds_read(&threshold, ledger, jobs.row[i].id, 1, &err),
                    SG_EFORMAT, "for output 1");
        sg_free(threshold);
        sg_ledger_targets_free(&rows);
    }
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

static void some_runs_have_none(void **state)
{
    (void)state;
    sg_text summary = {0};
    check_fails(try_run(&summary,
                        &(trial){.text = "data: TINY\nprotocol: standard\n" TINY_LAYERS
                                         "train: { epochs: 2, threshold: f1 }\n",
                                 .name = "none"},
                        &err),
                SG_EFORMAT, "train.threshold: the standard protocol has no validation items");
    sg_text_free(&summary);
}

/* What metrics subtract is the log odds of a label's threshold, and the log of a class's. */
static void shifts_follow_from_thresholds(void **state)
{
    (void)state;
    const double threshold[] = {0.2, 0.8};
    double *shift = NULL;
    sg_outputs outputs = {.task = SG_MULTILABEL, .n = 2};
    check_ok(sg_job_thresholds_shift(&shift, NULL, &outputs, &err));
    assert_null(shift);
    check_ok(sg_job_thresholds_shift(&shift, threshold, &outputs, &err));
    check_near(shift[0], log(0.25), 1e-12, 0);
    sg_free(shift);
    outputs.task = SG_CLASSIFICATION;
    check_ok(sg_job_thresholds_shift(&shift, threshold, &outputs, &err));
    check_near(shift[1] - shift[0], log(4), 1e-12, 0);
    sg_free(shift);
}

/* Two of four items are 1, and outputs tell them apart only below one half. */
static void thresholds_are_found_on_validation_items(void **state)
{
    (void)state;
    const double output[] = {-4, -1, -2, -5}, value[] = {0, 1, 1, 0};
    const uint32_t item[] = {0, 1, 2, 3};
    const sg_targets targets = {.n_columns = 1, .value = value};
    const sg_predictions validation = {.output = output,
                                       .item = item,
                                       .n = 4,
                                       .width = 1,
                                       .loss = &sg_loss_bce,
                                       .targets = &targets};
    const sg_outputs outputs = {.task = SG_MULTILABEL, .n = 1};
    sg_train_options options = {0};
    double *threshold = NULL;
    check_ok(sg_job_thresholds_fit(&threshold, &outputs, &options, &validation, &err));
    assert_null(threshold);
    options.threshold = &sg_metric_f1;
    check_ok(sg_job_thresholds_fit(&threshold, &outputs, &options, &validation, &err));
    assert_non_null(threshold);
    assert_true(threshold[0] > 1 / (1 + exp(4)) && threshold[0] <= 1 / (1 + exp(2)));
    sg_free(threshold);
}

SG_TESTS(IN_FOLDER(classes_are_said_above_the_threshold),
         IN_FOLDER(labels_have_a_threshold_each), IN_FOLDER(some_runs_have_none),
         cmocka_unit_test(thresholds_are_found_on_validation_items),
         cmocka_unit_test(shifts_follow_from_thresholds))
