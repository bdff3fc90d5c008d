/* test_summary.c - the numbers of a run from hand-made jobs; data and networks are real but tiny. */
#include "run/predictions_table.h"
#include "run/summary/summary.h"
#include "run/summary/summary_metrics.h"

#include "unit/run/tiny_data.inc"

/* ---- A workload and a ledger to fill ------------------------------------------------------ */

typedef struct bench {
    sg_experiment experiment;
    sg_workload workload;
    sg_ledger *ledger;
} bench;

static void open_bench(bench *b, const char *text)
{
    static int n_opened;
    char path[512];
    *b = (bench){0};
    check_ok(
        sg_experiment_parse(&b->experiment, "tiny.yml", text, strlen(text), NULL, 0, &err));
    const sg_workload_options options = {.data_folder = folder};
    check_ok(sg_workload_open(&b->workload, &b->experiment, &options, &err));
    (void)snprintf(path, sizeof path, "%s/%d.sqlite", folder, n_opened++);
    check_ok(sg_ledger_open(&b->ledger, path, "hand-made", &err));
    for (uint32_t c = 0; c < b->workload.n_configurations; c++) {
        const sg_ledger_configuration row = {.id = c, .yaml = "x: 1\n"};
        check_ok(sg_ledger_put_configurations(b->ledger, &row, 1, &err));
    }
}

static void close_bench(bench *b)
{
    sg_ledger_close(b->ledger);
    sg_workload_close(&b->workload);
    sg_experiment_free(&b->experiment);
}

/* What a job says; parts that are not given are 0. */
typedef struct verdict {
    sg_run_stage stage;
    uint32_t configuration, fold, run;
    uint32_t size; /* of validation and test */
    double train, validation, test;
    uint32_t best_epoch;
    const double *target; /* [2] */
} verdict;

/* Epochs take a second each; the last one has the scores of the job. */
static void put(bench *b, const verdict *v)
{
    const sg_ledger_score score[] = {{0.1, v->train}, {0.2, v->validation}, {0.3, v->test}};
    sg_ledger_epoch epoch[8] = {0};
    sg_ledger_target target[2];
    const uint32_t n = v->best_epoch;
    for (uint32_t e = 0; e < n; e++) {
        epoch[e] = (sg_ledger_epoch){.epoch = e + 1, .seconds = 1};
        memcpy(epoch[e].score, score, sizeof score);
    }
    for (int t = 0; t < 2 && v->target != NULL; t++)
        target[t] = (sg_ledger_target){SG_TEST, t == 0 ? "0" : "1", "mae", v->target[t]};
    sg_ledger_job row = {.configuration = v->configuration,
                         .fold = v->fold,
                         .run = v->run,
                         .stage = v->stage,
                         .state = SG_LEDGER_DONE,
                         .size = {100, v->size, v->size},
                         .n_epochs = n,
                         .best_epoch = n,
                         .seconds = 1000};
    memcpy(row.best, score, sizeof score);
    const sg_ledger_details details = {epoch, n, target, v->target != NULL ? 2 : 0, NULL, 0};
    check_ok(sg_ledger_finish_job(b->ledger, &row, &details, &err));
}

#define FAIR "data: TINY\nprotocol: fair\nruns: 2\n" TINY_NETWORK

/* ---- Fair --------------------------------------------------------------------------------- */

/* Folds of 10, 20, 30 graphs.  Run 0: 80, 70, 60, mean (800 + 1400 + 1800) / 60 = 66.667, the
 * deviation of 800, 1400, 1800 is 503.32, over the mean size 20 it is 25.166.  Run 1: 90, 60, 75, mean
 * 72.5, deviation 708.87 / 20 = 35.444.  The table's cell is the mean of both. */
static void put_fair(bench *b)
{
    static const double test[2][3] = {{80, 70, 60}, {90, 60, 75}};
    for (uint32_t r = 0; r < 2; r++)
        for (uint32_t f = 0; f < 3; f++)
            put(b, &(verdict){.stage = SG_EVALUATING,
                              .fold = f,
                              .run = r,
                              .size = 10 * (f + 1),
                              .train = 50 + f,
                              .validation = 60,
                              .test = test[r][f],
                              .best_epoch = 1 + f + 3 * r});
}

static void fair_by_hand(void **state)
{
    (void)state;
    bench b;
    sg_summary s = {0};
    open_bench(&b, FAIR);
    put_fair(&b);
    check_ok(sg_summary_make(&s, &b.workload, b.ledger, &err));
    check_near(s.test_mean, (4000.0 / 60 + 72.5) / 2, 1e-12, 0);
    check_near(s.test_std, (25.166114784235834 + 35.443616625851025) / 2, 1e-6, 0);
    check_near(s.test_loss, 0.3, 1e-12, 0);
    check_near(s.train_mean, 51, 1e-12, 0);
    check_near(s.validation_mean, 60, 1e-12, 0);
    /* 600, 1200, 1800 over 20, though all metrics are the same: that is the paper's deviation. */
    check_near(s.validation_std, 30, 1e-12, 0);
    assert_int_equal(s.n_folds, 3);
    check_near(s.fold_test[0], 85, 1e-12, 0);
    check_near(s.fold_test[1], 65, 1e-12, 0);
    check_near(s.fold_test[2], 67.5, 1e-12, 0);
    check_near(s.best_epoch_mean, 3.5, 1e-12, 0);
    check_near(s.best_epoch_std, sqrt(3.5), 1e-12, 0);
    check_near(s.seconds_per_epoch, 1, 1e-12, 0); /* of epochs, whatever a job does besides */
    assert_int_equal(s.common_epoch, 0);
    assert_int_equal(s.n_targets, 0);
    assert_string_equal(s.metric, "accuracy");
    assert_int_equal(s.n_layers, 2);
    assert_int_equal(s.weights[0] + s.weights[1], s.weights_total);
    assert_int_equal(s.weights[1],
                     3 * 2 + 2); /* labels times classes, and a bias for each class */
    sg_summary_free(&s);
    close_bench(&b);
}

/* Configuration 2 is best on fold 0 and 1 on the others; what is not chosen does not count. */
static void per_fold_by_hand(void **state)
{
    (void)state;
    bench b;
    sg_summary s = {0};
    static const double validation[3][3] = {{1, 1, 1}, {5, 9, 9}, {9, 5, 5}};
    open_bench(&b, "data: TINY\nprotocol: fair-per-fold\n" TINY_NETWORK TINY_GRID);
    for (uint32_t c = 0; c < 3; c++)
        for (uint32_t f = 0; f < 3; f++)
            put(&b, &(verdict){.stage = SG_SELECTING,
                               .configuration = c,
                               .fold = f,
                               .size = 10,
                               .validation = validation[c][f],
                               .test = NAN,
                               .best_epoch = 1});
    for (uint32_t f = 0; f < 3; f++)
        put(&b, &(verdict){.stage = SG_EVALUATING,
                           .configuration = f == 0 ? 2 : 1,
                           .fold = f,
                           .size = 10,
                           .test = 10 * (f + 1),
                           .best_epoch = 2});
    check_ok(sg_summary_make(&s, &b.workload, b.ledger, &err));
    assert_true(s.chosen[0] == 2 && s.chosen[1] == 1 && s.chosen[2] == 1);
    assert_int_equal(s.configuration, 2);
    check_near(s.test_mean, 20, 1e-12, 0);
    check_near(s.test_std, 10, 1e-12, 0);
    sg_summary_free(&s);
    close_bench(&b);
}

/* ---- One fold, targets -------------------------------------------------------------------- */

/* The runs 0.10, 0.12, 0.17: mean 0.13, deviation sqrt(0.0026 / 2). */
static void a_single_fold_spreads_over_runs(void **state)
{
    (void)state;
    bench b;
    sg_summary s = {0};
    static const double test[] = {0.10, 0.12, 0.17};
    static const double target[3][2] = {{1, 4}, {2, 4}, {6, 4}};
    open_bench(&b, "data: TINYREG\nprotocol: fixed\nruns: 3\n" TINY_NETWORK);
    for (uint32_t r = 0; r < 3; r++)
        put(&b, &(verdict){.stage = SG_EVALUATING,
                           .run = r,
                           .size = 7,
                           .test = test[r],
                           .target = target[r],
                           .best_epoch = 2});
    check_ok(sg_summary_make(&s, &b.workload, b.ledger, &err));
    check_near(s.test_mean, 0.13, 1e-12, 0);
    check_near(s.test_std, sqrt(0.0026 / 2), 1e-9, 0);
    check_near(s.fold_test[0], 0.13, 1e-12, 0);
    assert_false(s.higher_is_better);
    assert_int_equal(s.n_targets, 2);
    check_near(s.target[0].mean, 3, 1e-12, 0);
    check_near(s.target[0].std, sqrt(7), 1e-12, 0);
    check_near(s.target[1].mean, 4, 1e-12, 0);
    check_near(s.target[1].std, 0, 0, 1e-12);
    sg_summary_free(&s);
    close_bench(&b);
}

/* ---- Standard ----------------------------------------------------------------------------- */

/* Two configurations, two runs, equal folds; all is decided by run 1 of configuration 1, whose mean
 * over the folds is 50, 62, 60: epoch 2 with 60, 62, 64, deviation 2. */
static void standard_by_hand(void **state)
{
    (void)state;
    bench b;
    sg_summary s = {0};
    open_bench(&b, "data: TINY\nprotocol: standard\nruns: 2\n" TINY_NETWORK
                   "grid: { train.learning-rate: [0.1, 0.2] }\n");
    for (uint32_t c = 0; c < 2; c++)
        for (uint32_t r = 0; r < 2; r++)
            for (uint32_t f = 0; f < 3; f++) {
                const bool best = c == 1 && r == 1;
                const double metric[] = {best ? 50 : 40, best ? 60 + 2 * f : 41,
                                         best ? 60 : 61};
                sg_ledger_epoch epoch[3];
                for (uint32_t e = 0; e < 3; e++)
                    epoch[e] = (sg_ledger_epoch){.epoch = e + 1,
                                                 .score = {[SG_TRAIN] = {1, 99},
                                                           [SG_VALIDATION] = {0.5, metric[e]},
                                                           [SG_TEST] = {NAN, NAN}},
                                                 .seconds = 2};
                const sg_ledger_job row = {.configuration = c,
                                           .fold = f,
                                           .run = r,
                                           .stage = SG_EVALUATING,
                                           .state = SG_LEDGER_DONE,
                                           .size = {24, 12, 0},
                                           .n_epochs = 3,
                                           .best_epoch = 3};
                const sg_ledger_details details = {epoch, 3, NULL, 0, NULL, 0};
                check_ok(sg_ledger_finish_job(b.ledger, &row, &details, &err));
            }
    check_ok(sg_summary_make(&s, &b.workload, b.ledger, &err));
    assert_int_equal(s.configuration, 1);
    assert_int_equal(s.common_epoch, 2);
    check_near(s.test_mean, 62, 1e-12, 0);
    check_near(s.test_std, 2, 1e-12, 0);
    check_near(s.test_loss, 0.5, 1e-12, 0);
    check_near(s.fold_test[2], 64, 1e-12, 0);
    check_near(s.best_epoch_mean, 2, 1e-12, 0);
    check_near(s.seconds_per_epoch, 2, 1e-12, 0);
    sg_summary_free(&s);
    close_bench(&b);
}

/* ---- All metrics -------------------------------------------------------------------------- */

/* A job whose predictions of the test items of its fold are right but for every third one. */
static void put_predictions(bench *b, uint32_t fold)
{
    sg_ledger_prediction row[TINY_GRAPHS];
    static double output[TINY_GRAPHS][2];
    const sg_index_list *test = &sg_workload_fold(&b->workload, false, fold)->part[SG_TEST];
    const sg_ledger_epoch epoch = {.epoch = 1, .seconds = 1};
    for (uint32_t i = 0; i < test->n; i++) {
        const uint32_t right = b->workload.data.items.item_class[test->index[i]];
        const uint32_t said = i % 3 == 2 ? 1 - right : right;
        output[i][said] = 1;
        output[i][1 - said] = 0;
        row[i] = (sg_ledger_prediction){SG_TEST, test->index[i], output[i], 2};
    }
    const sg_ledger_job job = {.fold = fold,
                               .stage = SG_EVALUATING,
                               .state = SG_LEDGER_DONE,
                               .size = {1, 1, test->n},
                               .n_epochs = 1,
                               .best_epoch = 1};
    const sg_ledger_details details = {&epoch, 1, NULL, 0, row, test->n};
    check_ok(sg_ledger_finish_job(b->ledger, &job, &details, &err));
}

static void all_metrics_of_all_folds(void **state)
{
    (void)state;
    bench b;
    sg_summary s = {0};
    sg_text text = {0};
    const uint32_t chosen[TINY_FOLDS] = {0};
    open_bench(&b, "data: TINY\nprotocol: fair\n" TINY_NETWORK);
    for (uint32_t f = 0; f < TINY_FOLDS; f++) put_predictions(&b, f);
    check_ok(sg_summary_make(&s, &b.workload, b.ledger, &err));
    assert_int_equal(s.metrics.n_metrics, sg_metric_report_count(SG_CLASSIFICATION));
    assert_ptr_equal(s.metrics.all[0].metric, &sg_metric_accuracy);
    check_near(s.metrics.all[0].value, 200 / 3.0, 1e-12, 0);
    assert_true(s.metrics.all[0].low < 200 / 3.0 && s.metrics.all[0].high > 200 / 3.0);
    check_ok(sg_summary_write(&text, &s, &b.workload, &(sg_summary_context){1, 1, NULL}, &err));
    assert_non_null(strstr(text.data, "\"metrics\":{\"accuracy\":{\"value\":66.6"));
    assert_null(strstr(text.data, "target_metrics"));
    sg_text_free(&text);
    sg_summary_free(&s);
    /* Jobs that select, or of another configuration, do not count. */
    sg_ledger_jobs jobs = {0};
    sg_metric_report none = {0};
    check_ok(sg_ledger_read_jobs(&jobs, b.ledger, &err));
    assert_true(sg_summary_counts(&jobs.row[0], chosen));
    assert_false(sg_summary_counts(&jobs.row[0], (uint32_t[]){1, 1, 1}));
    check_ok(
        sg_summary_metrics(&none, &b.workload, b.ledger, &jobs, (uint32_t[]){1, 1, 1}, &err));
    assert_int_equal(none.n_metrics, 0);
    sg_ledger_jobs_free(&jobs);
    close_bench(&b);
}

/* A line per test item; classes and probabilities of outputs 1 and 0; TINY has no ids. */
static void predictions_are_a_table(void **state)
{
    (void)state;
    bench b;
    sg_text text = {0};
    sg_ledger_jobs jobs = {0};
    const uint32_t chosen[TINY_FOLDS] = {0};
    uint32_t n_lines = 0, graph = 0, fold = 0, run = 0, is = 0, said = 0;
    double p[2], trust = 0;
    open_bench(&b, "data: TINY\nprotocol: fair\n" TINY_NETWORK);
    for (uint32_t f = 0; f < TINY_FOLDS; f++) put_predictions(&b, f);
    check_ok(sg_ledger_read_jobs(&jobs, b.ledger, &err));
    check_ok(sg_predictions_table(&text, &b.workload, b.ledger, &jobs, chosen, NULL, &err));
    static const char header[] = "graph,fold,run,class,prediction,p(0),p(1),trust\n";
    assert_memory_equal(text.data, header, strlen(header));
    const char *line = text.data + strlen(header);
    assert_int_equal(sscanf(line, "%u,%u,%u,%u,%u,%lf,%lf,%lf", &graph, &fold, &run, &is, &said,
                            &p[0], &p[1], &trust),
                     8);
    assert_true(graph == sg_workload_fold(&b.workload, false, 0)->part[SG_TEST].index[0]);
    assert_true(fold == 0 && run == 0 && said == is);
    check_near(p[said], exp(1) / (1 + exp(1)), 1e-8, 0);
    assert_true(trust > 0 && trust <= 1);
    for (const char *c = line; *c != '\0'; c++) n_lines += *c == '\n';
    assert_int_equal(n_lines, TINY_GRAPHS);
    sg_text_free(&text);
    check_ok(sg_predictions_table(&text, &b.workload, b.ledger, &jobs, (uint32_t[]){1, 1, 1},
                                  NULL, &err));
    assert_int_equal(text.size, 0);
    sg_ledger_jobs_free(&jobs);
    close_bench(&b);
}

/* ---- As JSON ------------------------------------------------------------------------------ */

static void json_has_all_members(void **state)
{
    (void)state;
    static const char *const member[] = {
        "data",          "protocol",       "metric",
        "test_mean",     "test_std",       "validation_mean",
        "folds",         "runs",           "best_epoch_mean",
        "weights",       "weights_total",  "seconds_per_epoch",
        "seconds_total", "threads",        "seed",
        "config",        "configurations", "configurations_total",
        "model",         "validation_std", "train_mean"};
    bench b;
    sg_summary s = {0};
    sg_text text = {0};
    open_bench(&b, FAIR);
    put_fair(&b);
    check_ok(sg_summary_make(&s, &b.workload, b.ledger, &err));
    const sg_summary_context context = {3, 1.5, "models/x.safetensors"};
    check_ok(sg_summary_write(&text, &s, &b.workload, &context, &err));
    assert_int_equal(text.data[text.size - 1], '\n');
    for (size_t i = 0; i < sizeof member / sizeof *member; i++) {
        char key[64];
        (void)snprintf(key, sizeof key, "\"%s\":", member[i]);
        if (strstr(text.data, key) == NULL) fail_msg("no %s in %s", key, text.data);
    }
    assert_non_null(strstr(text.data, "\"folds\":[85,65,67.5]"));
    assert_non_null(strstr(text.data, "\"config\":{\"x\":1}")); /* what the ledger has */
    assert_non_null(strstr(text.data, "\"seconds_total\":1.5,\"threads\":3}"));
    sg_text_free(&text);
    sg_summary_free(&s);
    close_bench(&b);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status summarize(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const bench *b = context;
    sg_summary s = {0};
    sg_text text = {0};
    SG_TRY(sg_summary_make(&s, &b->workload, b->ledger, err));
    SG_TRY(sg_summary_write(&text, &s, &b->workload, &(sg_summary_context){1, 1, NULL}, err));
done:
    sg_text_free(&text);
    sg_summary_free(&s);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    bench b;
    open_bench(&b, FAIR);
    put_fair(&b);
    assert_true(check_out_of_memory(summarize, &b) > 20);
    close_bench(&b);
}

typedef struct opening {
    const sg_experiment *experiment;
} opening;

static sg_status open_workload(void *context, sg_error *err)
{
    const opening *o = context;
    sg_workload workload = {0};
    const sg_workload_options options = {.data_folder = folder};
    const sg_status status = sg_workload_open(&workload, o->experiment, &options, err);
    if (status == SG_OK) sg_workload_close(&workload);
    return status;
}

static void workloads_run_out_of_memory(void **state)
{
    (void)state;
    static const char *const text[] = {
        "vocabulary: train\n" FAIR TINY_GRID,
        "data: TINYREG\nscale: standard\nprotocol: nested\nfolds: 3\ninner-folds: 2\n" TINY_NETWORK};
    for (int i = 0; i < 2; i++) {
        sg_experiment experiment = {0};
        check_ok(sg_experiment_parse(&experiment, "tiny.yml", text[i], strlen(text[i]), NULL, 0,
                                     &err));
        assert_true(check_out_of_memory(open_workload, &(opening){&experiment}) > 100);
        sg_experiment_free(&experiment);
    }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_tiny_folder, remove_folder)

SG_TESTS(IN_FOLDER(all_metrics_of_all_folds), IN_FOLDER(predictions_are_a_table),
         IN_FOLDER(fair_by_hand), IN_FOLDER(per_fold_by_hand),
         IN_FOLDER(a_single_fold_spreads_over_runs), IN_FOLDER(standard_by_hand),
         IN_FOLDER(json_has_all_members), IN_FOLDER(memory_may_run_out),
         IN_FOLDER(workloads_run_out_of_memory))
