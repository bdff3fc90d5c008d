/* test_pair_rows.c - pairs written row by row, whatever room there was in the beginning. */
#include "invariants/properties/pair_rows.h"

#include "base/mem.h"
#include "invariants/pair_budget.h"
#include "sharegnn/limits.h"
#include "support/check.h"
#include "support/pairs_of.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"

/* A graph of n nodes without edges: rows do not look at edges. */
static sg_one_graph nodes(uint32_t n)
{
    return (sg_one_graph){.n_nodes = n};
}

/* Receiver v gets v % 7 senders. */
static sg_status write_rows(sg_pairs *pairs, sg_pair_rows *rows, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t v = 0; v < n; v++) {
        SG_TRY(sg_pair_rows_begin(rows, v, v % 7, err));
        for (uint32_t i = 0; i < v % 7; i++)
            sg_pair_rows_add(rows, (v + i) % n, (uint16_t)(v ^ i));
    }
    *pairs = sg_pair_rows_finish(rows);
done:
    return status;
}

static void check_rows(const sg_pairs *pairs, uint32_t n)
{
    uint32_t p = 0;
    for (uint32_t v = 0; v < n; v++) {
        assert_int_equal(pairs->row[v], p);
        for (uint32_t i = 0; i < v % 7; i++, p++) {
            assert_int_equal(pairs->sender[p], (v + i) % n);
            assert_int_equal(pairs->value[p], (uint16_t)(v ^ i));
        }
    }
    assert_int_equal(pairs->row[n], p);
}

static void rows_are_kept(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 6, 100, SG_PAIRS_SURELY_FIT + 1, 3000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const uint32_t n = sizes[s];
        const sg_one_graph graph = nodes(n);
        sg_scratch scratch = {0};
        sg_pair_rows rows = {0};
        sg_pairs pairs = {0};
        check_ok(sg_pair_rows_prepare(&rows, &graph, &scratch, &err));
        check_ok(write_rows(&pairs, &rows, n, &err));
        check_rows(&pairs, n);
        check_ok(sg_pair_rows_prepare_for(&rows, &graph, 1, &scratch, &err));
        check_ok(write_rows(&pairs, &rows, n, &err));
        check_rows(&pairs, n);
        sg_scratch_free(&scratch);
    }
}

/* An account allows three million pairs, and eighty more for each node and arc. */
static void pairs_out_of_proportion_are_refused(void **state)
{
    (void)state;
    sg_account *account = NULL;
    const sg_limits limits = {.struct_size = sizeof limits};
    sg_graph graph = wheel_graph(2000);
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_pair_rows rows = {0};
    check_ok(sg_pair_rows_prepare_for(&rows, &one, 5000000, &scratch, &err));
    check_ok(sg_account_open(&account, &limits, &err));
    assert_int_equal(sg_pair_budget(2001, 8000), 3800080);
    check_ok(sg_pair_rows_prepare_for(&rows, &one, 3800080, &scratch, &err));
    check_fails(sg_pair_rows_prepare_for(&rows, &one, 3800081, &scratch, &err), SG_ELIMIT,
                "graph 0: 3800081 pairs of 2001 nodes or more are more than the budget allows");
    check_ok(sg_pair_budget_require(3800080, 2001, 8000, "data", &err));
    check_fails(sg_pair_budget_require(3800081, 2001, 8000, "data", &err), SG_ELIMIT, "data: ");
    sg_account_close(account);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void too_many_pairs_are_refused(void **state)
{
    (void)state;
    const sg_one_graph graph = nodes(2);
    sg_scratch scratch = {0};
    sg_pair_rows rows = {0};
    check_ok(sg_pair_rows_prepare(&rows, &graph, &scratch, &err));
    rows.n_pairs = UINT32_MAX;
    check_fails(sg_pair_rows_begin(&rows, 1, 1, &err), SG_ELIMIT, "more than 2^32 pairs");
    sg_scratch_free(&scratch);
}

/* Large graphs are counted first: what is refused has taken no memory, what is not gets exact room. */
static void near_pairs_are_counted_first(void **state)
{
    (void)state;
    static const char *const kinds[] = {"distance 1..2", "path 1..2", "cycle-distance 1..2"};
    sg_account *account = NULL;
    const sg_limits limits = {.struct_size = sizeof limits};
    sg_graph few = wheel_graph(600), many = wheel_graph(6000);
    const sg_graph_view view = {.graph = &few}, large = {.graph = &many};
    const sg_one_graph one = sg_view_graph(&large, 0);
    sg_scratch scratch = {0};
    sg_bfs bfs = {0};
    sg_pair_rows rows = {0};
    for (size_t k = 0; k < 3; k++) {
        const sg_pairs pairs = pairs_of(&view, kinds[k], &scratch);
        assert_int_equal(pairs.row[601], 601 * 600);
        sg_scratch_reset(&scratch);
    }
    check_ok(sg_bfs_prepare(&bfs, &one, &scratch, &err));
    const sg_property_parameters two = {.value_set = {7}, .max_value = 2};
    const uint64_t before = sg_mem_bytes();
    check_ok(sg_account_open(&account, &limits, &err));
    check_fails(sg_pair_rows_prepare_near(&rows, &one, &bfs, &two, &scratch, &err), SG_ELIMIT,
                "pairs of 6001 nodes or more are more than the budget allows");
    assert_true(sg_mem_bytes() - before < 1000);
    check_fails(sg_pair_rows_check(&one, (uint64_t)1 << 40, &err), SG_ELIMIT, "6001 nodes");
    sg_account_close(account);
    check_fails(sg_pair_rows_check(&one, (uint64_t)1 << 32, &err), SG_ELIMIT, "2^32 pairs");
    check_ok(sg_pair_rows_prepare_near(&rows, &one, &bfs, &two, &scratch, &err));
    assert_int_equal(rows.capacity, 6001 * 6001);
    sg_scratch_free(&scratch);
    sg_graph_free(&few);
    sg_graph_free(&many);
}

static sg_status write_once(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    const sg_one_graph graph = nodes(1000);
    sg_scratch scratch = {0};
    sg_pair_rows rows = {0};
    sg_pairs pairs = {0};
    SG_TRY(sg_pair_rows_prepare_for(&rows, &graph, 10, &scratch, err));
    SG_TRY(write_rows(&pairs, &rows, 1000, err));
done:
    sg_scratch_free(&scratch);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(write_once, NULL) > 0);
}

SG_TESTS(cmocka_unit_test(rows_are_kept), cmocka_unit_test(pairs_out_of_proportion_are_refused),
         cmocka_unit_test(too_many_pairs_are_refused),
         cmocka_unit_test(near_pairs_are_counted_first),
         cmocka_unit_test(survives_failing_allocations))
