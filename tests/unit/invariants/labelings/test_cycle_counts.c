/* test_cycle_counts.c - rings, blocks and keys around a counter that is written down by hand. */
#include "invariants/labelings/cycle_counts.h"

#include "support/check.h"
#include "support/keys_of.h"

static void a_row_is_that_of_the_node_in_the_graph(void **state)
{
    (void)state;
    uint64_t count[12] = {0};
    const uint32_t node[2] = {3, 1}, row[4] = {9, 0, 9, 2};
    const sg_block_graph block = {.n_nodes = 2, .node = node};
    const sg_cycle_request request = {.block = &block, .row = row, .count = count, .width = 4};
    assert_ptr_equal(sg_cycle_row(&request, 0), count + 8);
    assert_ptr_equal(sg_cycle_row(&request, 1), count);
}

static void lengths_are_parsed(void **state)
{
    (void)state;
    sg_labeling_parameters p = {0};
    check_ok(sg_cycles_parse(&p, "8", &err));
    assert_true(p.min == 3 && p.max == 8);
    check_ok(sg_cycles_parse(&p, "5-1000", &err));
    assert_true(p.min == 5 && p.max == 1000);
    static const char *const WRONG[] = {"", "2", "1001", "6-5", "2-5", "5-", "-5", "5x", " 5"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        check_fails(sg_cycles_parse(&p, WRONG[i], &err), SG_EINVAL,
                    "MAX or MIN-MAX from 3 to 1000 is needed");
    assert_true(p.min == 5 && p.max == 1000); /* untouched */
}

/* A graph, and what a labeling with a counter needs. */
typedef struct ground {
    sg_graph graph;
    sg_one_graph one;
    sg_scratch scratch;
    sg_budget budget;
    sg_label_work work;
} ground;

static void open_ground(ground *g, sg_graph graph)
{
    *g = (ground){.graph = graph, .budget = {UINT64_MAX}};
    const sg_graph_view view = {.graph = &g->graph};
    g->one = sg_view_graph(&view, 0);
    g->work = (sg_label_work){&g->one, &g->scratch, &g->budget};
}

static void close_ground(ground *g)
{
    sg_scratch_free(&g->scratch);
    sg_graph_free(&g->graph);
}

static void counts_begin_with_zeros(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, graph_of(3, "0-1"));
    const sg_labeling labeling = {.kind = &sg_labeling_cycles};
    uint64_t *count = NULL;
    for (int i = 0; i < 2; i++) { /* the second time in used memory */
        sg_scratch_reset(&g.scratch);
        check_ok(sg_cycle_counts_take(&count, 5, 7, &labeling, &g.work, &err));
        for (int k = 0; k < 35; k++) assert_int_equal(count[k], 0);
        memset(count, 255, 35 * sizeof *count);
    }
    check_ok(sg_cycle_counts_take(&count, 5, 0, &labeling, &g.work, &err));
    uint64_t *const before = count;
    check_fails(
        sg_cycle_counts_take(&count, ((size_t)1 << 26) / 4 + 1, 4, &labeling, &g.work, &err),
        SG_ELIMIT, "cycles: graph 0 has too many nodes on cycles (3 nodes in all)");
    assert_ptr_equal(count, before); /* untouched */
    close_ground(&g);
}

/* ---- Labels ------------------------------------------------------------------------------- */

static uint32_t N_CALLS;

/* The cycles of four nodes that are all joined: each node is in three triangles and three squares. */
static sg_status count_four(const sg_cycle_request *request, sg_error *err)
{
    (void)err;
    N_CALLS++;
    assert_int_equal(request->block->n_nodes, 4);
    assert_int_equal(request->block->n_arcs, 12);
    assert_int_equal(request->max, 4); /* no longer than the block */
    for (uint32_t v = 0; v < 4; v++)
        for (uint32_t length = request->min; length <= 4; length++)
            sg_cycle_row(request, v)[length - request->min] += 3;
    return SG_OK;
}

static sg_status refuse(const sg_cycle_request *request, sg_error *err)
{
    (void)request;
    return sg_error_set(err, SG_ELIMIT, SG_WHERE, "enough");
}

/* Four nodes all joined, a triangle that shares node 3 with them, and a tail, node 6. */
#define FOUR_AND_TRIANGLE graph_of(7, "0-1 0-2 0-3 1-2 1-3 2-3 3-4 4-5 5-3 5-6")

static void rings_need_no_counter(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, FOUR_AND_TRIANGLE);
    const sg_labeling labeling = {.kind = &sg_labeling_cycles,
                                  .parameters = {.min = 3, .max = 6}};
    sg_key key[7];
    N_CALLS = 0;
    check_ok(sg_cycles_label(key, SG_TAG_CYCLES, count_four, &labeling, &g.work, &err));
    assert_int_equal(N_CALLS, 1);
    static const uint64_t EXPECTED[7][2] = {{3, 3}, {3, 3}, {3, 3}, {4, 3},
                                            {1, 0}, {1, 0}, {0, 0}};
    for (uint32_t v = 0; v < 7; v++) {
        const uint64_t word[6] = {3, 6, EXPECTED[v][0], EXPECTED[v][1], 0, 0};
        check_same_key(key[v], sg_key_of(SG_TAG_CYCLES, word, 6));
    }
    close_ground(&g);
}

static void blocks_that_are_too_small_do_not_count(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, FOUR_AND_TRIANGLE);
    sg_labeling labeling = {.kind = &sg_labeling_cycles, .parameters = {.min = 4, .max = 6}};
    sg_key key[7];
    N_CALLS = 0;
    check_ok(sg_cycles_label(key, SG_TAG_CYCLES, count_four, &labeling, &g.work, &err));
    assert_int_equal(N_CALLS, 1);
    check_same_key(key[3], sg_key_of(SG_TAG_CYCLES, (uint64_t[]){4, 6, 3, 0, 0}, 5));
    check_same_key(key[4], sg_key_of(SG_TAG_CYCLES, (uint64_t[]){4, 6, 0, 0, 0}, 5));
    labeling.parameters.min = 5;
    check_ok(sg_cycles_label(key, SG_TAG_CYCLES, refuse, &labeling, &g.work, &err));
    check_same_key(key[0], sg_key_of(SG_TAG_CYCLES, (uint64_t[]){5, 6, 0, 0}, 4));
    labeling.parameters.min = 3;
    check_fails(sg_cycles_label(key, SG_TAG_CYCLES, refuse, &labeling, &g.work, &err),
                SG_ELIMIT, "enough");
    sg_text text = {0};
    check_fails(sg_cycles_describe(&text, "cycle", refuse, &labeling, &g.work, 0, &err),
                SG_ELIMIT, "enough");
    check_ok(sg_cycles_describe(&text, "cycle", count_four, &labeling, &g.work, 3, &err));
    assert_string_equal(text.data, "4 cycles of 3, 3 of 4");
    sg_text_free(&text);
    check_ok(sg_cycles_describe(&text, "cycle", count_four, &labeling, &g.work, 6, &err));
    assert_string_equal(text.data, "no cycle of 3 to 6");
    sg_text_free(&text);
    labeling.parameters.min = labeling.parameters.max;
    check_ok(sg_cycles_describe(&text, "cycle", count_four, &labeling, &g.work, 6, &err));
    assert_string_equal(text.data, "no cycle of 6");
    sg_text_free(&text);
    close_ground(&g);
}

static sg_status label(void *context, sg_error *err)
{
    ground *g = context;
    const sg_labeling labeling = {.kind = &sg_labeling_cycles,
                                  .parameters = {.min = 3, .max = 900}};
    sg_key key[7];
    const sg_status status =
        sg_cycles_label(key, SG_TAG_CYCLES, count_four, &labeling, &g->work, err);
    sg_scratch_free(&g->scratch);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, FOUR_AND_TRIANGLE);
    assert_true(check_out_of_memory(label, &g) > 0);
    close_ground(&g);
}

/* Half of the longest cycle is as far as one can go on it. */
static void longest_cycles_decide_how_far_to_look(void **state)
{
    (void)state;
    assert_int_equal(sg_cycles_radius(&(sg_labeling_parameters){.min = 3, .max = 3}), 1);
    assert_int_equal(sg_cycles_radius(&(sg_labeling_parameters){.min = 3, .max = 8}), 4);
    assert_int_equal(sg_cycles_radius(&(sg_labeling_parameters){.min = 4, .max = 9}), 4);
}

SG_TESTS(cmocka_unit_test(longest_cycles_decide_how_far_to_look),
         cmocka_unit_test(a_row_is_that_of_the_node_in_the_graph),
         cmocka_unit_test(lengths_are_parsed), cmocka_unit_test(counts_begin_with_zeros),
         cmocka_unit_test(rings_need_no_counter),
         cmocka_unit_test(blocks_that_are_too_small_do_not_count),
         cmocka_unit_test(memory_may_run_out))
