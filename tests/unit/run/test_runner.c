/* test_runner.c - experiments from text to summary.json: all protocols, any number of threads, and
 * the words of an experiment. */
#include "store/ledger.h"
#include "unit/run/whole_runs.inc"

/* ---- Looking ------------------------------------------------------------------------------ */

typedef struct found {
    sg_ledger *ledger;
    sg_ledger_jobs jobs;
} found;

static found look(const char *name)
{
    found f = {0};
    check_ok(sg_ledger_open_read(&f.ledger, path_in(name, "results.sqlite"), &err));
    check_ok(sg_ledger_read_jobs(&f.jobs, f.ledger, &err));
    return f;
}

static void forget(found *f)
{
    sg_ledger_jobs_free(&f->jobs);
    sg_ledger_close(f->ledger);
}

static size_t count_jobs(const char *name, sg_run_stage stage)
{
    found f = look(name);
    size_t n = 0;
    for (size_t i = 0; i < f.jobs.n; i++)
        n += f.jobs.row[i].stage == stage && f.jobs.row[i].state == SG_LEDGER_DONE;
    forget(&f);
    return n;
}

/* A member of the summary that is a number. */
static double number_of(const char *summary, const char *key)
{
    char wanted[64];
    (void)snprintf(wanted, sizeof wanted, "\"%s\":", key);
    const char *at = strstr(summary, wanted);
    if (at == NULL) fail_msg("the summary has no %s: %s", key, summary);
    return at != NULL ? strtod(at + strlen(wanted), NULL) : NAN;
}

/* ---- Protocols ---------------------------------------------------------------------------- */

/* Jobs are what their epochs say: the best one has the best validation metric, then the lowest loss,
 * and comes last; the predictions that were kept give the same metric again. */
static void check_job(sg_ledger *ledger, const sg_ledger_job *job, bool higher)
{
    sg_ledger_epochs epochs = {0};
    check_ok(sg_ledger_read_epochs(&epochs, ledger, job->id, &err));
    assert_int_equal(epochs.n, job->n_epochs);
    const sg_ledger_epoch *best = &epochs.row[job->best_epoch - 1];
    for (size_t e = 0; e < epochs.n; e++) {
        const sg_ledger_score s = epochs.row[e].score[SG_VALIDATION],
                              b = best->score[SG_VALIDATION];
        assert_int_equal(epochs.row[e].epoch, e + 1);
        const bool better = s.metric != b.metric ? (s.metric > b.metric) == higher
                            : s.loss != b.loss   ? s.loss < b.loss
                                                 : e + 1 > job->best_epoch;
        assert_false(better);
    }
    for (int p = 0; p < SG_N_PARTS; p++) {
        const sg_ledger_score s = best->score[p], j = job->best[p];
        assert_true(s.metric == j.metric || (isnan(s.metric) && isnan(j.metric)));
        assert_true(s.loss == j.loss || (isnan(s.loss) && isnan(j.loss)));
    }
    sg_ledger_epochs_free(&epochs);
}

static void check_protocol(const char *text, size_t n_select, size_t n_evaluate)
{
    char *summary = run(&(trial){.text = text, .name = "run", .former = SG_FORMER_REPLACE});
    found f = look("run");
    const bool higher = strstr(summary, "\"metric\":\"accuracy\"") != NULL;
    assert_int_equal(count_jobs("run", SG_SELECTING), n_select);
    assert_int_equal(count_jobs("run", SG_EVALUATING), n_evaluate);
    assert_int_equal(f.jobs.n, n_select + n_evaluate);
    for (size_t i = 0; i < f.jobs.n; i++) check_job(f.ledger, &f.jobs.row[i], higher);
    assert_true(number_of(summary, "weights_total") > 0);
    forget(&f);
    check_tidy("run", 1);
    sg_free(summary);
}

static void protocols_have_their_jobs(void **state)
{
    (void)state;
    check_protocol(FAIR, 0, 6);
    check_protocol(FAIR TINY_GRID, 9, 6);
    check_protocol("data: TINY\nprotocol: fair-per-fold\n" TINY_NETWORK TINY_GRID, 9, 3);
    check_protocol("data: TINY\nprotocol: standard\nruns: 2\n" TINY_NETWORK TINY_GRID, 0, 18);
    check_protocol("data: TINY\nprotocol: fixed\nruns: 3\n" TINY_NETWORK, 0, 3);
    check_protocol("data: TINY\nprotocol: k-fold\nfolds: 4\n" TINY_NETWORK TINY_GRID, 12, 4);
    check_protocol(
        "data: TINY\nprotocol: nested\nfolds: 3\ninner-folds: 2\nruns: 2\n" TINY_NETWORK
            TINY_GRID,
        18, 6);
    check_protocol("data: TINYREG\nprotocol: fair\n" TINY_NETWORK TINY_GRID, 9, 3);
}

static void selecting_does_not_look_at_test_graphs(void **state)
{
    (void)state;
    sg_free(run(&(trial){.text = FAIR TINY_GRID, .name = "run"}));
    found f = look("run");
    for (size_t i = 0; i < f.jobs.n; i++) {
        const sg_ledger_job *job = &f.jobs.row[i];
        sg_ledger_predictions predictions = {0};
        check_ok(sg_ledger_read_predictions(&predictions, f.ledger, job->id, &err));
        const bool selects = job->stage == SG_SELECTING;
        assert_int_equal(isnan(job->best[SG_TEST].metric), selects);
        assert_int_equal(predictions.n, selects ? 0 : 12);
        sg_ledger_predictions_free(&predictions);
    }
    forget(&f);
}

/* Folds of the same size, so the weighted mean is the mean. */
static void the_summary_is_that_of_its_jobs(void **state)
{
    (void)state;
    char *summary = run(&(trial){.text = FAIR, .name = "run"});
    found f = look("run");
    double sum = 0, epochs = 0;
    for (size_t i = 0; i < f.jobs.n; i++) {
        sum += f.jobs.row[i].best[SG_TEST].metric;
        epochs += f.jobs.row[i].best_epoch;
    }
    check_near(number_of(summary, "test_mean"), sum / 6, 1e-12, 0);
    check_near(number_of(summary, "best_epoch_mean"), epochs / 6, 1e-12, 0);
    forget(&f);
    sg_free(summary);
}

static void seeds_are_those_of_the_paper(void **state)
{
    (void)state;
    sg_free(run(&(trial){.text = FAIR, .name = "run"}));
    found f = look("run");
    for (size_t i = 0; i < f.jobs.n; i++)
        assert_int_equal(f.jobs.row[i].seed, 42 + f.jobs.row[i].fold + 3 * f.jobs.row[i].run);
    forget(&f);
}

/* ---- Threads ------------------------------------------------------------------------------ */

static void check_same_file(const char *a, const char *b)
{
    sg_text left = {0}, right = {0};
    check_ok(sg_file_read(&left, a, 1 << 24, &err));
    check_ok(sg_file_read(&right, b, 1 << 24, &err));
    assert_int_equal(left.size, right.size);
    assert_memory_equal(left.data, right.data, left.size);
    sg_text_free(&left);
    sg_text_free(&right);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    static const char *const text[] = {
        FAIR TINY_GRID,
        "data: TINY\nprotocol: standard\nruns: 2\nsave: all\n" TINY_NETWORK TINY_GRID,
        "data: TINYREG\nprotocol: fixed\nsave: all\n" TINY_NETWORK, /* one job, many threads */
        "data: TINY\nprotocol: fair\nruns: 2\nensemble: 2\n" TINY_NETWORK};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        const trial one = {.text = text[i], .name = "one", .former = SG_FORMER_REPLACE};
        char *expected = run(&one);
        for (uint32_t n = 2; n <= 5; n++) {
            trial many = one;
            many.name = "many";
            many.n_threads = n;
            char *summary = run(&many);
            assert_string_equal(summary, expected);
            assert_int_equal(count_files("one", "models"), count_files("many", "models"));
            char *model = strstr(summary, "\"model\":\"");
            model += strlen("\"model\":\"");
            *strchr(model, '"') = '\0';
            check_same_file(path_in("one", model), path_in("many", model));
            sg_free(summary);
        }
        sg_free(expected);
    }
}

/* ---- What is refused ---------------------------------------------------------------------- */

/* Without validation graphs the last epoch counts, and the first job stands for the run. */
static void runs_without_validation_graphs(void **state)
{
    (void)state;
    tiny_write_splits("blind", "TINY", 3, 24, 0);
    static const char text[] =
        "data: TINY\nprotocol: fair\nsplits: blind\nruns: 2\n" TINY_NETWORK;
    char *summary = run(&(trial){.text = text, .name = "run", .n_threads = 3});
    assert_true(number_of(summary, "best_epoch_mean") == 6);
    assert_non_null(strstr(summary, "\"validation_mean\":null"));
    assert_non_null(strstr(summary, "\"model\":\"models/evaluate-c0-f0-r0.safetensors\""));
    check_tidy("run", 1);
    sg_free(summary);
}

/* ---- Words of an experiment --------------------------------------------------------------- */

static void models_are_saved_as_wanted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n_models;
    } wanted[] = {{"save: none\n" FAIR, 0},
                  {"save: one\n" FAIR, 1},
                  {"save: all\n" FAIR, 6},
                  {"save: one\nensemble: 3\n" FAIR, 3},
                  {"save: all\nensemble: 3\n" FAIR, 18}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        char *summary = run(&(trial){.text = wanted[i].text,
                                     .name = "run",
                                     .former = SG_FORMER_REPLACE,
                                     .n_threads = 2});
        check_tidy("run", wanted[i].n_models);
        assert_int_equal(strstr(summary, "\"model\":") != NULL, wanted[i].n_models > 0);
        sg_free(summary);
    }
}

static void ensembles_average(void **state)
{
    (void)state;
    static const char *const text[] = {
        "ensemble: 3\n" FAIR, "ensemble: 3\ndata: TINYREG\nprotocol: fair\n" TINY_NETWORK,
        "ensemble: 3\ndata: TINYLABELS\ntask: multilabel\nprotocol: fair\n" TINY_NETWORK};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char *summary =
            run(&(trial){.text = text[i], .name = "run", .former = SG_FORMER_REPLACE});
        assert_true(isfinite(number_of(summary, "test_mean")));
        assert_true(isfinite(number_of(summary, "test_loss")));
        assert_true(number_of(summary, "ensemble") == 3);
        sg_free(summary);
    }
}

/* Seeds of attempts are 7919 apart, so single trainings with these seeds tell what is best. */
static void restarts_keep_the_best(void **state)
{
    (void)state;
    found alone[3];
    sg_free(run(&(trial){.text = "restarts: 3\n" FAIR, .name = "best"}));
    for (int i = 0; i < 3; i++) {
        char text[600], name[24];
        (void)snprintf(text, sizeof text, "seed: %d\n%s", 42 + 7919 * i, FAIR);
        (void)snprintf(name, sizeof name, "alone%d", i);
        sg_free(run(&(trial){.text = text, .name = name}));
        alone[i] = look(name);
    }
    found best = look("best");
    int n_changed = 0;
    for (size_t j = 0; j < best.jobs.n; j++) {
        const sg_ledger_job *expected = &alone[0].jobs.row[j];
        for (int i = 1; i < 3; i++) {
            const sg_ledger_score s = alone[i].jobs.row[j].best[SG_VALIDATION],
                                  e = expected->best[SG_VALIDATION];
            if (s.metric > e.metric || (s.metric == e.metric && s.loss < e.loss))
                expected = &alone[i].jobs.row[j];
        }
        const sg_ledger_job *job = &best.jobs.row[j];
        assert_int_equal(job->best_epoch, expected->best_epoch);
        assert_memory_equal(job->best, expected->best, sizeof job->best);
        n_changed += expected != &alone[0].jobs.row[j];
    }
    assert_true(n_changed > 0);
    for (int i = 0; i < 3; i++) forget(&alone[i]);
    forget(&best);
}

static void vocabularies_of_training_graphs(void **state)
{
    (void)state;
    char *all = run(&(trial){.text = "vocabulary: all\n" FAIR, .name = "all"});
    char *train = run(&(trial){.text = FAIR TINY_GRID, .name = "train"});
    assert_true(number_of(train, "weights_total") < number_of(all, "weights_total"));
    sg_free(run(&(trial){
        .text = "vocabulary: train\ndata: TINY\nprotocol: nested\nfolds: 3\ninner-folds: 2\n"
                "save: all\n" TINY_NETWORK TINY_GRID,
        .name = "nested",
        .n_threads = 2}));
    sg_free(all);
    sg_free(train);
}

/* ---- Memory ------------------------------------------------------------------------------- */

/* Every failure is reported as such and leaves nothing allocated.  Not every allocation is failed:
 * there are many, and each trial writes to the disk. */
static void memory_runs_out_gracefully(void **state)
{
    (void)state;
    const trial t = {
        .text = "data: TINY\nprotocol: fair\nensemble: 2\nsave: all\n" TINY_NETWORK TINY_GRID,
        .name = "run",
        .former = SG_FORMER_REPLACE};
    const long live = sg_mem_live();
    sg_status status = SG_ENOMEM;
    int n_failed = 0;
    for (long k = 0; status != SG_OK; k += 1 + k / 16, n_failed++) {
        sg_text summary = {0};
        sg_error err = {0};
        sg_mem_fail_at(k);
        status = try_run(&summary, &t, &err);
        sg_mem_fail_at(-1);
        sg_text_free(&summary);
        if (status != SG_OK && status != SG_ENOMEM)
            fail_msg("allocation %ld failed: status %d, %s", k, (int)status, err.text);
        if (sg_mem_live() != live) fail_msg("allocation %ld failed and something leaked", k);
    }
    assert_true(n_failed > 40);
}

SG_TESTS(IN_FOLDER(protocols_have_their_jobs),
         IN_FOLDER(selecting_does_not_look_at_test_graphs),
         IN_FOLDER(the_summary_is_that_of_its_jobs), IN_FOLDER(seeds_are_those_of_the_paper),
         IN_FOLDER(threads_do_not_matter), IN_FOLDER(runs_without_validation_graphs),
         IN_FOLDER(models_are_saved_as_wanted), IN_FOLDER(ensembles_average),
         IN_FOLDER(restarts_keep_the_best), IN_FOLDER(vocabularies_of_training_graphs),
         IN_FOLDER(memory_runs_out_gracefully))
