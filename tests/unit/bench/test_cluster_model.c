/* test_cluster_model.c - epochs on many ranks, by hand. */
#include "../../../bench/cluster_model.h"

#include "cluster/rank_shards.h"
#include "support/check.h"

/* 100 steps of 40 ms, 8 MB of parameters, 800 kB of outputs; 1 GB/s and 1 ms. */
static const cluster_work WORK = {
    .step_s = 0.04, .n_steps = 100, .n_shards = 8, .parameter_bytes = 8e6, .output_bytes = 8e5};
static const cluster_link LINK = {.latency_s = 1e-3, .bytes_per_s = 1e9};

static void one_rank_sends_nothing(void **state)
{
    (void)state;
    assert_true(cluster_step_bytes(&WORK, 1) == 0);
    check_near(cluster_epoch(&WORK, &LINK, 1, 0), 4.0, 1e-12, 0);
}

static void two_and_four_ranks_by_hand(void **state)
{
    (void)state;
    /* Half of the shards, 2 x 4 MB in 2 exchanges; 400 kB in one. */
    check_near(cluster_step_bytes(&WORK, 2), 8e6, 1e-12, 0);
    check_near(cluster_epoch(&WORK, &LINK, 2, 0), 100 * (0.02 + 2e-3 + 8e-3) + 1e-3 + 4e-4,
               1e-12, 0);
    /* A quarter of the shards, 2 x 6 MB in 6 exchanges; 600 kB in 3. */
    check_near(cluster_epoch(&WORK, &LINK, 4, 0), 100 * (0.01 + 6e-3 + 12e-3) + 3e-3 + 6e-4,
               1e-12, 0);
    /* Four ranks on two cores. */
    check_near(cluster_epoch(&WORK, &LINK, 4, 2), 100 * (0.02 + 6e-3 + 12e-3) + 3e-3 + 6e-4,
               1e-12, 0);
}

static void the_busiest_rank_is_that_of_trainings(void **state)
{
    (void)state;
    for (uint32_t n_shards = 1; n_shards <= 64; n_shards *= 2)
        for (uint32_t n = 1; n <= n_shards; n++) {
            uint32_t most = 0;
            for (uint32_t r = 0; r < n; r++) {
                uint32_t first = 0, own = 0;
                sg_rank_shards(&first, &own, n_shards, r, n);
                if (own > most) most = own;
            }
            assert_int_equal(cluster_busiest(n_shards, n), most);
        }
}

SG_TESTS(cmocka_unit_test(one_rank_sends_nothing), cmocka_unit_test(two_and_four_ranks_by_hand),
         cmocka_unit_test(the_busiest_rank_is_that_of_trainings))
