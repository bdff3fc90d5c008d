/* test_ring_tally.c - rings by node and size, against a plain table. */
#include "invariants/labelings/ring_tally.h"

#include "support/check.h"

enum { N_NODES = 5, N_SIZES = 200 };

static void sizes_ascend_whatever_the_order(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_ring_tally tally = {0};
    check_ok(sg_ring_tally_prepare(&tally, 3, &scratch, &err));
    for (uint32_t v = 0; v < 3; v++) assert_int_equal(tally.first[v], SG_RING_NONE);
    check_ok(sg_ring_tally_add(&tally, 1, 6, 1, &err));
    check_ok(sg_ring_tally_add(&tally, 1, 3, 2, &err));
    check_ok(sg_ring_tally_add(&tally, 1, 5, 4, &err));
    check_ok(sg_ring_tally_add(&tally, 1, 6, 7, &err));
    static const uint64_t EXPECTED[3][2] = {{3, 2}, {5, 4}, {6, 8}};
    uint32_t e = tally.first[1];
    for (int i = 0; i < 3; i++, e = tally.entry[e].next) {
        assert_int_equal(tally.entry[e].size, EXPECTED[i][0]);
        assert_int_equal(tally.entry[e].count, EXPECTED[i][1]);
    }
    assert_int_equal(e, SG_RING_NONE);
    assert_int_equal(tally.n_entries, 3);
    assert_int_equal(tally.first[0], SG_RING_NONE);
    sg_scratch_free(&scratch);
}

static void any_number_of_sizes_fits(void **state)
{
    (void)state;
    static uint64_t expected[N_NODES][N_SIZES];
    sg_rng rng = check_rng("ring tally");
    sg_scratch scratch = {0};
    sg_ring_tally tally = {0};
    check_ok(sg_ring_tally_prepare(&tally, N_NODES, &scratch, &err));
    for (int i = 0; i < 5000; i++) {
        const uint32_t v = sg_rng_below(&rng, N_NODES), size = sg_rng_below(&rng, N_SIZES);
        const uint64_t rings = 1 + sg_rng_below(&rng, 9);
        check_ok(sg_ring_tally_add(&tally, v, size, rings, &err));
        expected[v][size] += rings;
    }
    for (uint32_t v = 0; v < N_NODES; v++) {
        uint32_t e = tally.first[v];
        for (uint32_t size = 0; size < N_SIZES; size++) {
            if (expected[v][size] == 0) continue;
            assert_int_equal(tally.entry[e].size, size);
            assert_int_equal(tally.entry[e].count, expected[v][size]);
            e = tally.entry[e].next;
        }
        assert_int_equal(e, SG_RING_NONE);
    }
    sg_scratch_free(&scratch);
}

static void counts_end_at_2_to_the_64(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_ring_tally tally = {0};
    check_ok(sg_ring_tally_prepare(&tally, 1, &scratch, &err));
    check_ok(sg_ring_tally_add(&tally, 0, 4, UINT64_MAX - 1, &err));
    check_ok(sg_ring_tally_add(&tally, 0, 4, 1, &err));
    check_fails(sg_ring_tally_add(&tally, 0, 4, 1, &err), SG_ELIMIT,
                "more than 2^64 rings of 4 nodes");
    assert_true(tally.entry[tally.first[0]].count == UINT64_MAX);
    check_ok(sg_ring_tally_add(&tally, 0, 5, 1, &err));
    sg_scratch_free(&scratch);
}

static sg_status fill(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_scratch scratch = {0};
    sg_ring_tally tally = {0};
    SG_TRY(sg_ring_tally_prepare(&tally, 1, &scratch, err));
    for (uint32_t size = 3; size < 9000; size++)
        SG_TRY(sg_ring_tally_add(&tally, 0, 9003 - size, 1, err));
done:
    sg_scratch_free(&scratch);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(fill, NULL) > 1);
}

SG_TESTS(cmocka_unit_test(sizes_ascend_whatever_the_order),
         cmocka_unit_test(any_number_of_sizes_fits),
         cmocka_unit_test(counts_end_at_2_to_the_64), cmocka_unit_test(memory_may_run_out))
