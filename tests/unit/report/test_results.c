/* test_results.c - runs and their results through sharegnn.h alone. */
#include "base/mem.h"
#include "unit/report/tiny_results.inc"

#include <unistd.h>

/* ---- A run as a whole --------------------------------------------------------------------- */

static void an_overview(void **state)
{
    (void)state;
    sg_results *results = run(FAIR TINY_GRID, "run");
    const sg_result_overview o = sg_results_overview_of(results);
    assert_string_equal(o.folder, path_of("run"));
    assert_string_equal(o.data, "TINY");
    assert_string_equal(o.protocol, "fair");
    assert_string_equal(o.metric, "accuracy");
    assert_true(o.higher_is_better && o.is_complete);
    assert_true(o.seed == 42 && o.n_configurations == 3 && o.n_folds == 3 && o.n_runs == 2 &&
                o.n_members == 1);
    assert_true(o.n_jobs[SG_SELECTING] == 9 && o.n_done[SG_SELECTING] == 9);
    assert_true(o.n_jobs[SG_EVALUATING] == 6 && o.n_done[SG_EVALUATING] == 6);
    check_near(o.test_mean, (o.fold[0] + o.fold[1] + o.fold[2]) / 3, 1e-12, 0);
    assert_true(o.test_std > 0 && o.test_loss > 0 && o.validation_mean > 0 && o.train_mean > 0);
    assert_true(o.best_epoch_mean >= 1 && o.best_epoch_mean <= 6 && o.best_epoch_std >= 0);
    assert_true(o.n_layers == 2 && o.weights[0] + o.weights[1] == o.weights_total);
    assert_true(o.chosen[0] < 3 && o.chosen[1] == o.chosen[0] && o.chosen[2] == o.chosen[0]);
    assert_true(o.n_targets == 0 && o.common_epoch == 0 && o.n_threads == 1);
    assert_true(o.seconds_per_epoch > 0 && o.seconds_total > 0);
    assert_non_null(strstr(o.model, "models/evaluate-c"));
    assert_non_null(strstr(o.experiment, "learning-rate"));
    assert_int_equal(o.summary[0], '{');
    sg_results_close(results);
    sg_results_close(NULL);
}

static void other_tasks_and_protocols(void **state)
{
    (void)state;
    sg_results *results =
        run("data: TINYREG\nprotocol: fixed\nruns: 2\nensemble: 2\n" TINY_NETWORK, "run");
    sg_result_overview o = sg_results_overview_of(results);
    assert_string_equal(o.metric, "mae");
    assert_true(!o.higher_is_better && o.n_targets == 2 && o.n_members == 2);
    check_near((o.target[0].mean + o.target[1].mean) / 2, o.test_mean, 1e-6, 0);
    assert_true(o.n_jobs[SG_SELECTING] == 0 && o.n_jobs[SG_EVALUATING] == 2);
    const sg_result_target_metric *metric = NULL;
    size_t n = 0;
    check_ok(sg_results_target_metrics(&metric, &n, results, 1, &err));
    assert_int_equal(n, 2);
    assert_string_equal(metric[1].target, o.target[1].name);
    assert_string_equal(metric[1].metric, "mae");
    assert_int_equal(metric[1].part, SG_TEST);
    sg_results_close(results);

    results = run("data: TINY\nprotocol: standard\nruns: 2\n" TINY_NETWORK TINY_GRID, "run");
    o = sg_results_overview_of(results);
    assert_true(o.common_epoch >= 1 && o.common_epoch <= 6);
    const sg_result_configuration *c = sg_results_configurations(&n, results);
    assert_true(c[o.chosen[0]].rank == 0 && c[o.chosen[0]].metric == o.test_mean);
    sg_results_close(results);
}

/* ---- Configurations ----------------------------------------------------------------------- */

static void configurations_have_places_and_ranks(void **state)
{
    (void)state;
    sg_results *results =
        run(FAIR "grid:\n"
                 "  train.learning-rate: [0.001, 0.1]\n"
                 "  layers.0.heads: [[\"label @ edge\"], [\"wl:1 @ edge\"]]\n",
            "run");
    const sg_result_overview o = sg_results_overview_of(results);
    size_t n_axes = 0, n = 0, n_jobs = 0;
    const char *const *axis = sg_results_axes(&n_axes, results);
    const sg_result_configuration *c = sg_results_configurations(&n, results);
    const sg_result_job *job = sg_results_jobs(&n_jobs, results);
    assert_true(n_axes == 2 && n == 4 && o.n_configurations == 4);
    assert_string_equal(axis[0], "train.learning-rate");
    assert_string_equal(axis[1], "layers.0.heads");
    assert_string_equal(c[0].value[0], "0.001");
    assert_string_equal(c[1].value[0], "0.001");
    assert_string_equal(c[2].value[0], "0.1");
    assert_string_equal(c[2].value[1], "[\"label @ edge\"]");
    assert_string_equal(c[3].value[1], "[\"wl:1 @ edge\"]");
    assert_true(c[0].weights_total < c[1].weights_total && c[0].plan_bytes < c[1].plan_bytes);
    assert_non_null(strstr(c[3].yaml, "learning-rate: 0.1"));
    for (size_t i = 0; i < n; i++) {
        double sum = 0; /* folds are of the same size */
        for (size_t j = 0; j < n_jobs; j++)
            if (job[j].stage == SG_SELECTING && job[j].configuration == i)
                sum += job[j].metric[SG_VALIDATION];
        check_near(c[i].metric, sum / 3, 1e-12, 0);
        assert_int_equal(c[i].n_jobs, 3);
        assert_int_equal(c[i].n_chosen, i == o.chosen[0] ? 3 : 0);
        assert_int_equal(c[i].rank == 0, i == o.chosen[0]);
        for (size_t k = 0; k < n; k++)
            if (c[i].metric > c[k].metric) assert_true(c[i].rank < c[k].rank);
    }
    sg_results_close(results);
}

/* ---- Jobs and what belongs to them -------------------------------------------------------- */

static void jobs_have_epochs_and_predictions(void **state)
{
    (void)state;
    sg_results *results = run("save: all\n" FAIR, "run");
    size_t n = 0, n_epochs = 0, n_predictions = 0, n_targets = 0;
    const sg_result_job *job = sg_results_jobs(&n, results);
    assert_int_equal(n, 6);
    for (size_t i = 0; i < n; i++) {
        const sg_epoch *epoch = NULL;
        const sg_result_prediction *prediction = NULL;
        const sg_result_target_metric *metric = NULL;
        assert_true(job[i].is_done && job[i].stage == SG_EVALUATING);
        assert_true(job[i].run == i / 3 && job[i].fold == i % 3 && job[i].seed == 42 + i);
        assert_true(job[i].n_items[SG_TRAIN] == 16 && job[i].n_items[SG_VALIDATION] == 8 &&
                    job[i].n_items[SG_TEST] == 12);
        assert_true(access(path_of("run"), R_OK) == 0 && job[i].model != NULL);
        check_ok(sg_results_epochs(&epoch, &n_epochs, results, i, &err));
        assert_int_equal(n_epochs, job[i].n_epochs);
        for (size_t e = 0; e < n_epochs; e++)
            assert_int_equal(epoch[e].best, e + 1 == job[i].best_epoch);
        assert_true(epoch[job[i].best_epoch - 1].metric[SG_TEST] == job[i].metric[SG_TEST]);
        assert_true(epoch[0].learning_rate == 0.05 && epoch[0].seconds > 0);
        check_ok(sg_results_predictions(&prediction, &n_predictions, results, i, &err));
        assert_int_equal(n_predictions, 12);
        assert_true(prediction[3].part == SG_TEST && prediction[3].n_outputs == 2 &&
                    prediction[3].item < 36 && isfinite(prediction[3].output[1]));
        check_ok(sg_results_target_metrics(&metric, &n_targets, results, i, &err));
        assert_int_equal(n_targets, 0);
    }
    const sg_epoch *untouched = NULL;
    check_fails(sg_results_epochs(&untouched, &n_epochs, results, 6, &err), SG_EINVAL,
                "no job 6");
    assert_null(untouched);
    sg_results_close(results);
}

static void check_model(const char *inside, const sg_dataset *data,
                        const sg_result_prediction *said, size_t n)
{
    char path[400];
    sg_model *model = NULL;
    double score[TINY_GRAPHS][2];
    (void)snprintf(path, sizeof path, "run/%s", inside);
    check_ok(sg_model_open(&model, path_of(path), &err));
    check_ok(sg_model_predict(score[0], model, data, NULL, &err));
    for (size_t k = 0; k < n; k++) {
        const double *o = said[k].output;
        check_near(score[said[k].item][1], 1 / (1 + exp(o[0] - o[1])), 1e-5, 1e-6);
    }
    sg_model_close(model);
}

/* A saved model predicts what the results say that it predicted. */
static void models_say_what_the_results_say(void **state)
{
    (void)state;
    static const char *const text[] = {
        "save: all\n" FAIR, "save: all\ndata: TINY\nprotocol: fair\nruns: 2\n" TINY_NETWORK};
    sg_dataset *data = NULL;
    const sg_data_options where = {
        .struct_size = sizeof where, .folder = folder, .n_threads = 1};
    check_ok(sg_data_open(&data, "TINY", &where, &err));
    for (int i = 0; i < 2; i++) {
        sg_results *results = run(text[i], "run");
        size_t n_jobs = 0, n = 0;
        const sg_result_job *job = sg_results_jobs(&n_jobs, results);
        for (size_t j = 0; j < n_jobs; j++) {
            const sg_result_prediction *said = NULL;
            check_ok(sg_results_predictions(&said, &n, results, j, &err));
            check_model(job[j].model, data, said, n);
        }
        sg_results_close(results);
    }
    sg_data_close(data);
}

/* ---- Runs that are not done --------------------------------------------------------------- */

static bool stop_at_first_job(void *context, const sg_run_event *event)
{
    (void)context;
    return event->kind != SG_RUN_JOB;
}

static void a_run_that_was_stopped(void **state)
{
    (void)state;
    sg_results *results = NULL;
    size_t n = 0;
    check_fails(try_run(FAIR TINY_GRID, "run", stop_at_first_job, &err), SG_ECANCELED,
                "stopped");
    check_ok(sg_results_open(&results, path_of("run"), &err));
    const sg_result_overview o = sg_results_overview_of(results);
    assert_false(o.is_complete);
    assert_true(isnan(o.test_mean) && isnan(o.best_epoch_mean) && isnan(o.seconds_total));
    assert_true(o.fold == NULL && o.chosen == NULL && o.summary == NULL && o.weights == NULL);
    assert_true(o.n_jobs[SG_SELECTING] == 9 && o.n_done[SG_SELECTING] >= 1);
    assert_true(o.n_jobs[SG_EVALUATING] == 0 && o.n_done[SG_EVALUATING] == 0);
    const sg_result_configuration *c = sg_results_configurations(&n, results);
    assert_true(n == 3 && isfinite(c[0].metric) && c[0].n_jobs >= 1 && c[0].n_chosen == 0);
    sg_results_close(results);
}

/* What is missing, or not what it should be. */
static void damaged_folders(void **state)
{
    (void)state;
    sg_results *results = NULL;
    static const char *const summary[] = {
        "",
        "{",
        "[]",
        "{}",
        "{\"folds\":[1,2,3]}",
        "{\"folds\":[1]}",
        "{\"folds\":3}",
        "{\"folds\":[1,2,3],\"configurations\":[0,0,9],\"weights\":[1]}",
        "{\"folds\":[1,2,3],\"configurations\":[0,0,-1],\"weights\":[1]}",
        "{\"folds\":[1,2,3],\"configurations\":[0,0,0],\"weights\":[1],\"threads\":\"x\"}",
        "{\"folds\":[1,2,3],\"configurations\":[0,0,0],\"weights\":[1],\"model\":7}",
        "{\"folds\":[1,2,3],\"configurations\":[0,0,0],\"weights\":[1],\"targets\":[7]}",
        "{\"folds\":[1,2,3],\"configurations\":[0,0,0],\"weights\":[1]} 1"};
    check_fails(sg_results_open(&results, path_of("none"), &err), SG_ENOTFOUND, "none");
    check_fails(sg_results_open(&results, folder, &err), SG_ENOTFOUND, "folder of a run");
    sg_results_close(run(FAIR, "run"));
    for (size_t i = 0; i < sizeof summary / sizeof *summary; i++) {
        check_write(folder, "run/summary.json", summary[i]);
        check_fails(sg_results_open(&results, path_of("run"), &err), SG_EFORMAT,
                    "summary.json");
        assert_null(results);
    }
    check_write(folder, "run/summary.json",
                "{\"folds\":[1,null,3],\"more\":{\"x\":[]},\"configurations\":[0,0,0],"
                "\"weights\":[],\"targets\":[{\"name\":\"a\",\"x\":[],\"mean\":null}]}");
    check_ok(sg_results_open(&results, path_of("run"), &err));
    const sg_result_overview o = sg_results_overview_of(results);
    assert_true(o.is_complete && isnan(o.fold[1]) && isnan(o.test_mean) && o.n_layers == 0);
    assert_true(o.n_targets == 1 && isnan(o.target[0].mean));
    sg_results_close(results);
    results = NULL;
    check_write(folder, "run/results.sqlite",
                "this is no database, though it is long enough "
                "to be one, if only just so; and so on and so on");
    check_fails(sg_results_open(&results, path_of("run"), &err), SG_EFORMAT, "results.sqlite");
}

static void options_are_checked(void **state)
{
    (void)state;
    check_write(folder, "tiny.yml", FAIR);
    check_fails(sg_run(NULL, path_of("tiny.yml"), NULL, &err), SG_EINVAL, "options");
    check_fails(sg_run(NULL, path_of("tiny.yml"),
                       &(sg_run_options){.struct_size = sizeof(sg_run_options)}, &err),
                SG_EINVAL, "options->folder");
    const sg_run_options both = {
        .struct_size = sizeof both, .folder = path_of("run"), .resume = true, .replace = true};
    check_fails(sg_run(NULL, path_of("tiny.yml"), &both, &err), SG_EINVAL, "not both");
    const sg_run_options options = {
        .struct_size = sizeof options, .folder = path_of("run"), .data_folder = folder};
    check_fails(sg_run(NULL, path_of("none.yml"), &options, &err), SG_ENOTFOUND, "none.yml");
    const char *set[] = {"train.epochs=2", "runs=1"};
    const sg_run_options changed = {.struct_size = sizeof changed,
                                    .folder = path_of("run"),
                                    .data_folder = folder,
                                    .set = set,
                                    .n_set = 2};
    char *summary = NULL;
    check_ok(sg_run(&summary, path_of("tiny.yml"), &changed, &err));
    assert_non_null(strstr(summary, "\"epochs\":2"));
    assert_non_null(strstr(summary, "\"runs\":1"));
    sg_text_release(summary);
}

/* ---- Two runs ----------------------------------------------------------------------------- */

/* With the fold values replaced by known ones: differences 1, 2, 3 with mean 2 and deviation 1.  The
 * paired t is 2 / sqrt(1/3) = 3.4641; corrected by 12 test graphs for 16 training graphs it is
 * 2 / sqrt(1/3 + 3/4) = 1.9215.  With 2 degrees of freedom p = 1 - t / sqrt(2 + t^2). */
static void runs_are_compared_fold_by_fold(void **state)
{
    (void)state;
    static const char rest[] = "\"configurations\":[0,0,0],\"weights\":[1]}";
    char text[256];
    sg_results *a = run(FAIR, "a"), *b = run("seed: 7\n" FAIR, "b");
    sg_comparison c = {.struct_size = sizeof c};
    sg_results_close(a);
    sg_results_close(b);
    (void)snprintf(text, sizeof text, "{\"folds\":[81,82,83],%s", rest);
    check_write(folder, "a/summary.json", text);
    (void)snprintf(text, sizeof text, "{\"folds\":[80,80,80],%s", rest);
    check_write(folder, "b/summary.json", text);
    check_ok(sg_results_open(&a, path_of("a"), &err));
    check_ok(sg_results_open(&b, path_of("b"), &err));
    check_ok(sg_results_compare(&c, a, b, &err));
    assert_true(c.by_fold && c.n_pairs == 3 && c.first[1] == 82 && c.second[1] == 80);
    check_near(c.difference, 2, 1e-12, 0);
    check_near(c.test_share, 0.75, 1e-12, 0);
    check_near(c.t, 2 * sqrt(3), 1e-12, 0);
    check_near(c.p, 1 - c.t / sqrt(2 + c.t * c.t), 1e-9, 0);
    check_near(c.corrected_t, 2 / sqrt(1.0 / 3 + 0.75), 1e-12, 0);
    check_near(c.corrected_p, 1 - c.corrected_t / sqrt(2 + c.corrected_t * c.corrected_t), 1e-9,
               0);
    sg_comparison_free(&c);
    sg_comparison_free(&c);
    check_ok(sg_results_compare(&c, b, a, &err));
    check_near(c.difference, -2, 1e-12, 0);
    sg_comparison_free(&c);
    sg_results_close(a);
    sg_results_close(b);
}

static void runs_of_one_fold_are_compared_run_by_run(void **state)
{
    (void)state;
    sg_results *a = run("data: TINYREG\nprotocol: fixed\nruns: 3\n" TINY_NETWORK, "a");
    sg_results *b = run("seed: 7\ndata: TINYREG\nprotocol: fixed\nruns: 3\n" TINY_NETWORK, "b");
    sg_results *fewer = run("data: TINYREG\nprotocol: fixed\nruns: 2\n" TINY_NETWORK, "c");
    sg_comparison c = {.struct_size = sizeof c};
    size_t n = 0;
    check_ok(sg_results_compare(&c, a, b, &err));
    const sg_result_job *job = sg_results_jobs(&n, a);
    assert_true(!c.by_fold && c.n_pairs == 3 && n == 3);
    for (uint32_t r = 0; r < 3; r++) assert_true(c.first[r] == job[r].metric[SG_TEST]);
    assert_true(isfinite(c.p) && isnan(c.corrected_p) && isnan(c.corrected_t));
    sg_comparison_free(&c);
    check_fails(sg_results_compare(&c, a, fewer, &err), SG_EINVAL, "as many");
    sg_results_close(a);
    sg_results_close(b);
    sg_results_close(fewer);
}

static void only_what_is_alike_is_compared(void **state)
{
    (void)state;
    sg_results *fair = run(FAIR, "fair"),
               *f1 = run(FAIR "grid: { train.metric: [f1] }\n", "f1");
    sg_results *folds = run("data: TINY\nprotocol: k-fold\nfolds: 3\n" TINY_NETWORK, "folds");
    sg_results *labels = NULL, *stopped = NULL;
    sg_comparison c = {.struct_size = sizeof c};
    tiny_write_splits("other", "TINYLABELS", 3, 16, 8);
    labels = run("data: TINYLABELS\ntask: multilabel\nprotocol: fair\n" TINY_NETWORK, "labels");
    check_fails(sg_results_compare(&c, fair, NULL, &err), SG_EINVAL, "second");
    check_fails(sg_results_compare(&c, fair, f1, &err), SG_EINVAL, "same metric");
    check_fails(sg_results_compare(&c, fair, folds, &err), SG_EINVAL, "different folds");
    check_fails(sg_results_compare(&c, fair, labels, &err), SG_EINVAL, "can be compared");
    check_fails(try_run(FAIR, "stopped", stop_at_first_job, &err), SG_ECANCELED, "stopped");
    check_ok(sg_results_open(&stopped, path_of("stopped"), &err));
    check_fails(sg_results_compare(&c, fair, stopped, &err), SG_EINVAL, "not complete");
    assert_null(c.first);
    sg_results_close(fair);
    sg_results_close(f1);
    sg_results_close(folds);
    sg_results_close(labels);
    sg_results_close(stopped);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status open_and_look(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_results *results = NULL;
    const sg_epoch *epoch = NULL;
    const sg_result_prediction *prediction = NULL;
    const sg_result_target_metric *metric = NULL;
    sg_comparison c = {.struct_size = sizeof c};
    size_t n = 0;
    SG_TRY(sg_results_open(&results, context, err));
    SG_TRY(sg_results_epochs(&epoch, &n, results, 0, err));
    SG_TRY(sg_results_target_metrics(&metric, &n, results, 0, err));
    SG_TRY(sg_results_predictions(&prediction, &n, results, 0, err));
    SG_TRY(sg_results_compare(&c, results, results, err));
done:
    sg_comparison_free(&c);
    sg_results_close(results);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    char path[512];
    sg_results_close(run("data: TINYREG\nprotocol: fair\n" TINY_NETWORK TINY_GRID, "run"));
    (void)snprintf(path, sizeof path, "%s", path_of("run"));
    assert_true(check_out_of_memory(open_and_look, path) > 100);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_tiny_folder, remove_folder)

SG_TESTS(IN_FOLDER(an_overview), IN_FOLDER(other_tasks_and_protocols),
         IN_FOLDER(configurations_have_places_and_ranks),
         IN_FOLDER(jobs_have_epochs_and_predictions),
         IN_FOLDER(models_say_what_the_results_say), IN_FOLDER(a_run_that_was_stopped),
         IN_FOLDER(damaged_folders), IN_FOLDER(options_are_checked),
         IN_FOLDER(runs_are_compared_fold_by_fold),
         IN_FOLDER(runs_of_one_fold_are_compared_run_by_run),
         IN_FOLDER(only_what_is_alike_is_compared), IN_FOLDER(memory_may_run_out))
