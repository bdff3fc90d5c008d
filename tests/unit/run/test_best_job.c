/* test_best_job.c - the best of some jobs, in whatever order they are finished. */
#include "run/best_job.h"

#include "support/check.h"

static void the_best_metric_then_loss_then_place(void **state)
{
    (void)state;
    static const struct {
        sg_job job;
        sg_ledger_score score;                        /* loss, metric */
    } offer[] = {{{SG_EVALUATING, 5, 0, 0}, {9, 80}}, /* the first one is the best so far */
                 {{SG_EVALUATING, 0, 0, 0}, {0, 79}}, {{SG_EVALUATING, 6, 0, 0}, {8, 80}},
                 {{SG_EVALUATING, 6, 1, 0}, {8, 80}}, {{SG_EVALUATING, 5, 9, 9}, {8, 80}},
                 {{SG_EVALUATING, 5, 9, 8}, {8, 80}}, {{SG_EVALUATING, 5, 8, 8}, {8, 80}},
                 {{SG_EVALUATING, 5, 8, 8}, {8, 80}}, {{SG_EVALUATING, 0, 0, 0}, {0, NAN}},
                 {{SG_EVALUATING, 9, 9, 9}, {99, 81}}};
    static const bool is_best[] = {1, 0, 1, 0, 1, 1, 1, 0, 0, 1};
    sg_best_job best = {.higher_is_better = true};
    for (size_t i = 0; i < sizeof offer / sizeof *offer; i++)
        assert_int_equal(sg_best_job_offer(&best, &offer[i].job, offer[i].score), is_best[i]);
    assert_true(best.exists && best.job.configuration == 9 && best.score.metric == 81);

    best = (sg_best_job){.higher_is_better = false};
    assert_true(sg_best_job_offer(&best, &offer[0].job, offer[0].score));
    assert_true(sg_best_job_offer(&best, &offer[1].job, offer[1].score));
    assert_false(sg_best_job_offer(&best, &offer[9].job, offer[9].score));
    assert_false(sg_best_job_offer(&best, &offer[8].job, offer[8].score));
}

/* Whatever the order of the offers, the same job wins. */
static void order_does_not_matter(void **state)
{
    (void)state;
    sg_rng rng = check_rng("order_does_not_matter");
    for (int trial = 0; trial < 2000; trial++) {
        enum { N = 6 };
        sg_job job[N];
        sg_ledger_score score[N];
        uint32_t order[N];
        for (uint32_t i = 0; i < N; i++) {
            const uint64_t x = sg_rng_next(&rng);
            job[i] = (sg_job){SG_EVALUATING, x % 2, x / 2 % 2, i};
            score[i] = (sg_ledger_score){x / 4 % 3 == 0 ? NAN : (double)(x / 12 % 2),
                                         x / 24 % 4 == 0 ? NAN : (double)(x / 96 % 2)};
            order[i] = i;
        }
        sg_best_job first = {.higher_is_better = trial % 2 == 0};
        for (uint32_t i = 0; i < N; i++) (void)sg_best_job_offer(&first, &job[i], score[i]);
        for (int shuffles = 0; shuffles < 5; shuffles++) {
            sg_best_job best = {.higher_is_better = trial % 2 == 0};
            sg_rng_shuffle(&rng, order, N);
            for (uint32_t i = 0; i < N; i++)
                (void)sg_best_job_offer(&best, &job[order[i]], score[order[i]]);
            assert_memory_equal(&best.job, &first.job, sizeof best.job);
        }
    }
}

static sg_ledger_epoch epoch_of(uint32_t number, double metric, double loss)
{
    sg_ledger_epoch epoch = {.epoch = number};
    epoch.score[SG_VALIDATION] = (sg_ledger_score){.loss = loss, .metric = metric};
    return epoch;
}

static void the_best_epoch_is_the_last_of_equals(void **state)
{
    (void)state;
    const sg_ledger_epoch epoch[] = {epoch_of(1, NAN, NAN), epoch_of(2, 80, 0.5),
                                     epoch_of(3, 80, 0.4),  epoch_of(4, 80, 0.4),
                                     epoch_of(5, 70, 0.1),  epoch_of(6, NAN, 0)};
    assert_int_equal(sg_best_epoch(epoch, 6, true)->epoch, 4);
    assert_int_equal(sg_best_epoch(epoch, 3, true)->epoch, 3);
    assert_int_equal(sg_best_epoch(epoch, 6, false)->epoch, 5);
    assert_int_equal(sg_best_epoch(epoch, 1, true)->epoch, 1);
}

SG_TESTS(cmocka_unit_test(the_best_metric_then_loss_then_place),
         cmocka_unit_test(order_does_not_matter),
         cmocka_unit_test(the_best_epoch_is_the_last_of_equals))
