/* test_selection.c - which configuration hand-made results select. */
#include "run/selection.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/folder.h"

/* ---- Hand-made ledgers -------------------------------------------------------------------- */

static sg_ledger *open_ledger(uint32_t n_configurations)
{
    static int n_opened;
    char path[512];
    sg_ledger *ledger = NULL;
    (void)snprintf(path, sizeof path, "%s/%d.sqlite", folder, n_opened++);
    check_ok(sg_ledger_open(&ledger, path, "hand-made", &err));
    for (uint32_t c = 0; c < n_configurations; c++) {
        const sg_ledger_configuration row = {.id = c, .yaml = "x: 1\n"};
        check_ok(sg_ledger_put_configurations(ledger, &row, 1, &err));
    }
    return ledger;
}

/* A job that is done, with the same score on validation and test graphs in its only epoch. */
static void put(sg_ledger *ledger, sg_job job, uint32_t size, double metric, double loss)
{
    const sg_ledger_score score = {loss, metric};
    const sg_ledger_epoch epoch = {.epoch = 1, .score = {score, score, score}};
    const sg_ledger_job row = {.configuration = job.configuration,
                               .fold = job.fold,
                               .run = job.run,
                               .stage = job.stage,
                               .state = SG_LEDGER_DONE,
                               .size = {10, size, size},
                               .n_epochs = 1,
                               .best_epoch = 1,
                               .best = {score, score, score}};
    check_ok(sg_ledger_finish_job(ledger, &row,
                                  &(sg_ledger_details){&epoch, 1, NULL, 0, NULL, 0}, &err));
}

/* A job of the standard protocol: validation metrics epoch by epoch. */
static void put_epochs(sg_ledger *ledger, sg_job job, uint32_t size, const double *metric,
                       const double *loss, uint32_t n)
{
    sg_ledger_epoch epoch[8];
    for (uint32_t e = 0; e < n; e++)
        epoch[e] = (sg_ledger_epoch){.epoch = e + 1,
                                     .score = {[SG_VALIDATION] = {loss[e], metric[e]}}};
    const sg_ledger_job row = {.configuration = job.configuration,
                               .fold = job.fold,
                               .run = job.run,
                               .stage = SG_EVALUATING,
                               .state = SG_LEDGER_DONE,
                               .size = {10, size, 0},
                               .n_epochs = n,
                               .best_epoch = 1};
    check_ok(sg_ledger_finish_job(ledger, &row,
                                  &(sg_ledger_details){epoch, n, NULL, 0, NULL, 0}, &err));
}

/* Metrics of selection [configuration][fold], all folds of the same size and loss. */
static sg_ledger *ledger_of(const double *metric, const sg_selection *s)
{
    const uint32_t n_folds = s->n_folds * s->n_inner;
    sg_ledger *ledger = open_ledger(s->n_configurations);
    for (uint32_t c = 0; c < s->n_configurations; c++)
        for (uint32_t f = 0; f < n_folds; f++)
            put(ledger, (sg_job){SG_SELECTING, c, f, 0}, 5, metric[c * n_folds + f], 1);
    return ledger;
}

static void check_chosen(sg_ledger *ledger, const sg_selection *s, const uint32_t *expected)
{
    sg_ledger_jobs jobs = {0};
    uint32_t chosen[8];
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    check_ok(sg_selection_choose(chosen, s, &jobs, &err));
    for (uint32_t f = 0; f < s->n_folds; f++) assert_int_equal(chosen[f], expected[f]);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

static const sg_selection fair = {.protocol = SG_PROTOCOL_FAIR,
                                  .higher_is_better = true,
                                  .n_configurations = 3,
                                  .n_runs = 2,
                                  .n_folds = 2,
                                  .n_inner = 1};

/* ---- Which jobs --------------------------------------------------------------------------- */

static void jobs_of_a_protocol(void **state)
{
    (void)state;
    sg_job_list list = {0};
    sg_selection s = fair;
    assert_true(sg_selection_is_needed(&s));
    check_ok(sg_selection_jobs(&list, &s, &err));
    assert_int_equal(list.n, 6);
    assert_true(list.job[3].stage == SG_SELECTING && list.job[3].configuration == 1 &&
                list.job[3].fold == 1 && list.job[3].run == 0);
    sg_job_list_free(&list);
    check_ok(sg_evaluation_jobs(&list, &s, (uint32_t[]){2, 1}, &err));
    assert_int_equal(list.n, 4);
    assert_true(list.job[2].stage == SG_EVALUATING && list.job[2].configuration == 2 &&
                list.job[2].fold == 0 && list.job[2].run == 1);
    assert_int_equal(list.job[3].configuration, 1);
    sg_job_list_free(&list);

    s.protocol = SG_PROTOCOL_NESTED;
    s.n_inner = 4;
    check_ok(sg_selection_jobs(&list, &s, &err));
    assert_int_equal(list.n, 24);
    sg_job_list_free(&list);

    s = fair;
    s.protocol = SG_PROTOCOL_STANDARD; /* selects by what it evaluates */
    assert_false(sg_selection_is_needed(&s));
    check_ok(sg_evaluation_jobs(&list, &s, NULL, &err));
    assert_int_equal(list.n, 12);
    sg_job_list_free(&list);

    s = fair;
    s.n_configurations = 1;
    assert_false(sg_selection_is_needed(&s));
    const sg_ledger_jobs none = {0};
    uint32_t chosen[2] = {7, 7};
    check_ok(sg_selection_choose(chosen, &s, &none, &err));
    assert_true(chosen[0] == 0 && chosen[1] == 0);
}

/* ---- Fair --------------------------------------------------------------------------------- */

static void fair_takes_the_best_mean(void **state)
{
    (void)state;
    const double metric[] = {90, 70, 81, 81, 60, 95};
    check_chosen(ledger_of(metric, &fair), &fair, (uint32_t[]){1, 1});
    sg_selection lower = fair;
    lower.higher_is_better = false;
    check_chosen(ledger_of(metric, &lower), &lower, (uint32_t[]){2, 2});
}

/* (10 * 80 + 30 * 60) / 40 = 65 is less than (10 * 60 + 30 * 70) / 40 = 67.5, though the plain mean
 * is 70 against 65. */
static void folds_count_by_their_size(void **state)
{
    (void)state;
    sg_selection s = fair;
    s.n_configurations = 2;
    sg_ledger *ledger = open_ledger(2);
    put(ledger, (sg_job){SG_SELECTING, 0, 0, 0}, 10, 80, 1);
    put(ledger, (sg_job){SG_SELECTING, 0, 1, 0}, 30, 60, 1);
    put(ledger, (sg_job){SG_SELECTING, 1, 0, 0}, 10, 60, 1);
    put(ledger, (sg_job){SG_SELECTING, 1, 1, 0}, 30, 70, 1);
    check_chosen(ledger, &s, (uint32_t[]){1, 1});
}

static void equal_metrics_are_decided_by_loss_then_order(void **state)
{
    (void)state;
    static const double loss[][3] = {{3, 2, 1}, {3, 1, 1}, {2, 2, 2}, {1, 2, NAN}, {NAN, 2, 1}};
    static const uint32_t best[] = {2, 1, 0, 0, 0};
    for (size_t i = 0; i < 5; i++) {
        sg_ledger *ledger = open_ledger(3);
        for (uint32_t c = 0; c < 3; c++)
            for (uint32_t f = 0; f < 2; f++)
                put(ledger, (sg_job){SG_SELECTING, c, f, 0}, 5, 80, loss[i][c]);
        check_chosen(ledger, &fair, (uint32_t[]){best[i], best[i]});
    }
}

static void diverged_configurations_lose(void **state)
{
    (void)state;
    check_chosen(ledger_of((double[]){NAN, 99, 50, 50, 51, 50}, &fair), &fair,
                 (uint32_t[]){2, 2});
    check_chosen(ledger_of((double[]){NAN, 1, 1, NAN, NAN, NAN}, &fair), &fair,
                 (uint32_t[]){0, 0});
}

/* A fold that has no validation graphs has NaN and no say. */
static void folds_without_graphs_have_no_say(void **state)
{
    (void)state;
    sg_selection s = fair;
    s.n_configurations = 2;
    sg_ledger *ledger = open_ledger(2);
    for (uint32_t c = 0; c < 2; c++) {
        put(ledger, (sg_job){SG_SELECTING, c, 0, 0}, 0, NAN, NAN);
        put(ledger, (sg_job){SG_SELECTING, c, 1, 0}, 5, 60 + c, 1);
    }
    check_chosen(ledger, &s, (uint32_t[]){1, 1});
}

/* What was evaluated must not decide what is selected. */
static void evaluations_do_not_select(void **state)
{
    (void)state;
    sg_ledger *ledger = ledger_of((double[]){90, 70, 81, 81, 60, 95}, &fair);
    for (uint32_t f = 0; f < 2; f++) put(ledger, (sg_job){SG_EVALUATING, 2, f, 0}, 5, 100, 0);
    check_chosen(ledger, &fair, (uint32_t[]){1, 1});
}

/* ---- Fold by fold ------------------------------------------------------------------------- */

static void per_fold_takes_the_best_of_each(void **state)
{
    (void)state;
    sg_selection s = fair;
    s.protocol = SG_PROTOCOL_FAIR_PER_FOLD;
    check_chosen(ledger_of((double[]){90, 70, 81, 81, 60, 95}, &s), &s, (uint32_t[]){0, 2});
    check_chosen(ledger_of((double[]){90, 95, 90, 95, 90, 95}, &s), &s, (uint32_t[]){0, 0});
}

/* Two folds with three inner ones each; test graphs of the inner folds decide. */
static void nested_takes_the_best_of_the_inner_folds(void **state)
{
    (void)state;
    sg_selection s = fair;
    s.protocol = SG_PROTOCOL_NESTED;
    s.n_inner = 3;
    s.n_configurations = 2;
    check_chosen(ledger_of((double[]){70, 80, 90, 10, 20, 30, 79, 79, 79, 20, 20, 21}, &s), &s,
                 (uint32_t[]){0, 1});

    sg_ledger *ledger = open_ledger(2);
    for (uint32_t c = 0; c < 2; c++)
        for (uint32_t f = 0; f < 6; f++) {
            const sg_ledger_score validation = {1, c == 0 ? 99 : 1}, test = {1, c == 0 ? 1 : 2};
            const sg_ledger_job row = {.configuration = c,
                                       .fold = f,
                                       .stage = SG_SELECTING,
                                       .state = SG_LEDGER_DONE,
                                       .size = {9, 9, 9},
                                       .best = {validation, validation, test}};
            check_ok(sg_ledger_finish_job(ledger, &row, &(sg_ledger_details){0}, &err));
        }
    check_chosen(ledger, &s, (uint32_t[]){1, 1});
}

/* ---- Standard ----------------------------------------------------------------------------- */

static const sg_selection standard = {.protocol = SG_PROTOCOL_STANDARD,
                                      .higher_is_better = true,
                                      .n_configurations = 2,
                                      .n_runs = 2,
                                      .n_folds = 2,
                                      .n_inner = 1};

static sg_score best_of(sg_score *score, sg_ledger *ledger, const sg_selection *s,
                        uint32_t *best)
{
    sg_ledger_jobs jobs = {0};
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    check_ok(sg_selection_scores(score, s, ledger, &jobs, &err));
    *best = sg_score_best(score, s);
    sg_ledger_jobs_free(&jobs);
    return score[*best];
}

/* Means over folds (of sizes 1 and 3), epoch by epoch:
 *     configuration 0, run 0:   55, 60, 60        run 1:   50, 50, 61
 *     configuration 1, run 0:   62.5, 40, 40      run 1:   40, 40, 40 */
static void standard_takes_the_best_single_epoch(void **state)
{
    (void)state;
    static const double loss[] = {1, 1, 1};
    static const double metric[2][2][2][3] = {
        {{{40, 60, 60}, {60, 60, 60}}, {{50, 50, 64}, {50, 50, 60}}},
        {{{100, 40, 40}, {50, 40, 40}}, {{40, 40, 40}, {40, 40, 40}}}};
    sg_ledger *ledger = open_ledger(2);
    for (uint32_t c = 0; c < 2; c++)
        for (uint32_t r = 0; r < 2; r++)
            for (uint32_t f = 0; f < 2; f++)
                put_epochs(ledger, (sg_job){SG_EVALUATING, c, f, r}, 1 + 2 * f, metric[c][r][f],
                           loss, 3);
    sg_score score[2];
    uint32_t best = 9;
    const sg_score winner = best_of(score, ledger, &standard, &best);
    assert_int_equal(best, 1);
    assert_true(winner.metric == 62.5 && winner.epoch == 1 && winner.run == 0);
    assert_true(score[0].metric == 61 && score[0].epoch == 3 && score[0].run == 1);
    assert_int_equal(score[0].n_jobs, 2);
    sg_ledger_close(ledger);
}

/* Of equal metrics the lower loss counts, of equal losses the later epoch; NaN never. */
static void standard_ties(void **state)
{
    (void)state;
    sg_selection s = standard;
    s.n_configurations = s.n_runs = 1;
    static const struct {
        double metric[4], loss[4];
        uint32_t epoch;
    } tie[] = {{{70, 80, 80, 80}, {1, 2, 1, 3}, 3},
               {{70, 80, 80, 80}, {1, 1, 1, 1}, 4},
               {{80, 80, 79, 80}, {1, 1, 1, 2}, 2},
               {{NAN, 10, 20, NAN}, {0, 1, 1, 0}, 3}};
    for (size_t i = 0; i < 4; i++) {
        sg_ledger *ledger = open_ledger(1);
        for (uint32_t f = 0; f < 2; f++)
            put_epochs(ledger, (sg_job){SG_EVALUATING, 0, f, 0}, 5, tie[i].metric, tie[i].loss,
                       4);
        sg_score score[1];
        uint32_t best = 9;
        assert_int_equal(best_of(score, ledger, &s, &best).epoch, tie[i].epoch);
        sg_ledger_close(ledger);
    }
}

/* A training that stopped early keeps its last score: 50, 60, 75, 70. */
static void standard_with_trainings_of_different_length(void **state)
{
    (void)state;
    sg_selection s = standard;
    s.n_configurations = s.n_runs = 1;
    sg_ledger *ledger = open_ledger(1);
    static const double loss[] = {1, 1, 1, 1};
    put_epochs(ledger, (sg_job){SG_EVALUATING, 0, 0, 0}, 5, (double[]){60, 70}, loss, 2);
    put_epochs(ledger, (sg_job){SG_EVALUATING, 0, 1, 0}, 5, (double[]){40, 50, 80, 70}, loss,
               4);
    sg_score score[1];
    uint32_t best = 9;
    const sg_score winner = best_of(score, ledger, &s, &best);
    assert_true(winner.epoch == 3 && winner.metric == 75);
    sg_ledger_close(ledger);
}

static void standard_refuses_jobs_without_epochs(void **state)
{
    (void)state;
    sg_ledger *ledger = open_ledger(2);
    sg_ledger_jobs jobs = {0};
    sg_score score[2];
    const sg_ledger_job row = {.stage = SG_EVALUATING, .state = SG_LEDGER_DONE};
    check_ok(sg_ledger_finish_job(ledger, &row, &(sg_ledger_details){0}, &err));
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    check_fails(sg_selection_scores(score, &standard, ledger, &jobs, &err), SG_EFORMAT,
                "no epochs");
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

/* ---- Scores and memory -------------------------------------------------------------------- */

static void scores_come_from_what_is_there(void **state)
{
    (void)state;
    sg_ledger *ledger = open_ledger(3);
    put(ledger, (sg_job){SG_SELECTING, 1, 0, 0}, 5, 70, 1);
    put(ledger, (sg_job){SG_EVALUATING, 1, 0, 0}, 5, 90, 1);
    sg_score score[3];
    uint32_t best = 9;
    (void)best_of(score, ledger, &fair, &best);
    assert_int_equal(best, 1);
    assert_true(score[1].metric == 70 && score[1].n_jobs == 1);
    assert_true(isnan(score[0].metric) && score[0].n_jobs == 0);
    sg_selection alone = fair; /* nothing selects a single configuration: evaluations tell */
    alone.n_configurations = 1;
    put(ledger, (sg_job){SG_EVALUATING, 0, 0, 0}, 5, 60, 1);
    put(ledger, (sg_job){SG_EVALUATING, 0, 1, 0}, 15, 80, 1);
    assert_true(best_of(score, ledger, &alone, &best).metric == 75);
    sg_ledger_close(ledger);
}

typedef struct memory_case {
    sg_ledger *ledger;
    const sg_selection *selection;
} memory_case;

static sg_status select_all(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const memory_case *m = context;
    sg_ledger_jobs jobs = {0};
    sg_job_list list = {0};
    sg_score score[3];
    uint32_t chosen[2];
    SG_TRY(sg_ledger_read_jobs(&jobs, m->ledger, err));
    SG_TRY(sg_selection_scores(score, m->selection, m->ledger, &jobs, err));
    SG_TRY(sg_selection_choose(chosen, m->selection, &jobs, err));
    SG_TRY(sg_selection_jobs(&list, m->selection, err));
    SG_TRY(sg_evaluation_jobs(&list, m->selection, chosen, err));
done:
    sg_job_list_free(&list);
    sg_ledger_jobs_free(&jobs);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    memory_case m = {ledger_of((double[]){90, 70, 81, 81, 60, 95}, &fair), &fair};
    assert_true(check_out_of_memory(select_all, &m) > 4);
    sg_ledger_close(m.ledger);
    m = (memory_case){open_ledger(2), &standard};
    put_epochs(m.ledger, (sg_job){SG_EVALUATING, 0, 0, 0}, 5, (double[]){1}, (double[]){1}, 1);
    assert_true(check_out_of_memory(select_all, &m) > 4);
    sg_ledger_close(m.ledger);
}

static void scores_compare_by_metric_then_loss(void **state)
{
    (void)state;
    const sg_score good = {.metric = 9, .loss = 2}, bad = {.metric = 8, .loss = 1},
                   cheap = {.metric = 9, .loss = 1}, unknown = {.metric = NAN, .loss = 0};
    assert_true(sg_score_beats(&good, &bad, true));
    assert_true(sg_score_beats(&bad, &good, false));
    assert_true(sg_score_beats(&cheap, &good, true));
    assert_false(sg_score_beats(&good, &good, true));
    assert_true(sg_score_beats(&bad, &unknown, true));
    assert_false(sg_score_beats(&unknown, &bad, false));
    assert_false(sg_score_beats(&unknown, &unknown, true));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

/* Jobs are found whatever their order is, and only where they are done. */
static void done_jobs_are_found(void **state)
{
    (void)state;
    sg_ledger *ledger = open_ledger(2);
    sg_ledger_jobs jobs = {0};
    int64_t id = 0;
    const sg_job job[] = {{SG_EVALUATING, 1, 0, 1},
                          {SG_SELECTING, 1, 2, 0},
                          {SG_SELECTING, 0, 1, 1}},
                 running = {SG_EVALUATING, 0, 0, 0}, none = {SG_SELECTING, 0, 0, 1};
    const sg_ledger_job row = {.stage = SG_EVALUATING, .size = {1, 1, 1}};
    assert_null(sg_job_find_done(&none, &jobs));
    for (size_t i = 0; i < 3; i++) put(ledger, job[i], 3, 10.0 + (double)i, 1);
    check_ok(sg_ledger_start_job(&id, ledger, &row, 0, &err));
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    for (size_t i = 0; i < 3; i++) {
        const sg_ledger_job *found = sg_job_find_done(&job[i], &jobs);
        assert_non_null(found);
        assert_true(found->best[SG_VALIDATION].metric == 10.0 + (double)i);
    }
    assert_null(sg_job_find_done(&running, &jobs));
    assert_null(sg_job_find_done(&none, &jobs));
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

SG_TESTS(cmocka_unit_test(scores_compare_by_metric_then_loss), IN_FOLDER(jobs_of_a_protocol),
         IN_FOLDER(fair_takes_the_best_mean), IN_FOLDER(folds_count_by_their_size),
         IN_FOLDER(equal_metrics_are_decided_by_loss_then_order),
         IN_FOLDER(diverged_configurations_lose), IN_FOLDER(folds_without_graphs_have_no_say),
         IN_FOLDER(evaluations_do_not_select), IN_FOLDER(per_fold_takes_the_best_of_each),
         IN_FOLDER(nested_takes_the_best_of_the_inner_folds),
         IN_FOLDER(standard_takes_the_best_single_epoch), IN_FOLDER(standard_ties),
         IN_FOLDER(standard_with_trainings_of_different_length),
         IN_FOLDER(standard_refuses_jobs_without_epochs),
         IN_FOLDER(scores_come_from_what_is_there), IN_FOLDER(done_jobs_are_found),
         IN_FOLDER(memory_may_run_out))
