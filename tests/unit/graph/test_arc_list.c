/* test_arc_list.c - rows while arcs come in order, pairs from then on. */
#include "base/mem.h"
#include "graph/arc_list.h"
#include "support/check.h"

enum { MAX_ARCS = 200 };

typedef struct plain_list {
    uint32_t from[MAX_ARCS], to[MAX_ARCS];
    size_t n;
} plain_list;

static void add(sg_arc_list *arcs, plain_list *plain, uint32_t u, uint32_t v)
{
    check_ok(sg_arc_list_add(arcs, u, v, &err));
    plain->from[plain->n] = u;
    plain->to[plain->n++] = v;
}

/* Turns the list into pairs. */
static void check_pairs(sg_arc_list *arcs, const plain_list *plain)
{
    check_ok(sg_arc_list_make_pairs(arcs, &err));
    assert_int_equal(arcs->n, plain->n);
    assert_null(arcs->row);
    assert_int_equal(arcs->n_rows, 0);
    assert_non_null(arcs->from);
    if (plain->n == 0) return;
    assert_memory_equal(arcs->from, plain->from, plain->n * sizeof *plain->from);
    assert_memory_equal(arcs->to, plain->to, plain->n * sizeof *plain->to);
}

static void arcs_in_order_become_rows(void **state)
{
    (void)state;
    sg_arc_list arcs = {0};
    plain_list plain = {.n = 0};
    add(&arcs, &plain, 1, 0);
    add(&arcs, &plain, 1, 4);
    add(&arcs, &plain, 4, 2);
    const uint32_t row[] = {0, 0, 2, 2, 2};
    assert_null(arcs.from);
    assert_int_equal(arcs.n_rows, 5);
    assert_memory_equal(arcs.row, row, sizeof row);
    check_pairs(&arcs, &plain);
    add(&arcs, &plain, 9, 1); /* still in order, but it stays a list of pairs */
    check_pairs(&arcs, &plain);
    sg_arc_list_free(&arcs);
}

static void the_first_arc_out_of_order_makes_pairs(void **state)
{
    (void)state;
    static const uint32_t second[][2] = {
        {2, 5}, /* a node before the last          */
        {3, 4}, /* a neighbor before the last      */
        {3, 5}, /* the same arc again              */
        {3, 3}, /* a self-loop                     */
        {7, 7},
    };
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        sg_arc_list arcs = {0};
        plain_list plain = {.n = 0};
        add(&arcs, &plain, 3, 5);
        assert_null(arcs.from);
        add(&arcs, &plain, second[i][0], second[i][1]);
        assert_non_null(arcs.from);
        check_pairs(&arcs, &plain);
        sg_arc_list_free(&arcs);
    }
}

/* A file with one arc of node 4 billion must not cost 16 GB. */
static void a_huge_number_does_not_cost_memory(void **state)
{
    (void)state;
    for (int others = 0; others < 3; others++) {
        sg_arc_list arcs = {0};
        plain_list plain = {.n = 0};
        for (uint32_t u = 0; u < (uint32_t)others; u++) add(&arcs, &plain, u, u + 1);
        add(&arcs, &plain, UINT32_MAX - 1, UINT32_MAX);
        assert_null(arcs.row);
        check_pairs(&arcs, &plain);
        sg_arc_list_free(&arcs);
    }
}

static void keeps_what_was_added(void **state)
{
    (void)state;
    sg_rng rng = check_rng("arc list");
    int n_rows = 0, n_pairs = 0;
    for (int round = 0; round < 2000; round++) {
        sg_arc_list arcs = {0};
        plain_list plain = {.n = 0};
        const uint32_t n = sg_rng_below(&rng, MAX_ARCS), disorder = 1 + sg_rng_below(&rng, 400);
        uint32_t u = 0, v = 0;
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t step = sg_rng_below(&rng, 3);
            v = step == 0 ? v + 1 + sg_rng_below(&rng, 4) : sg_rng_below(&rng, 10);
            u += step;
            if (u == v) v++;
            if (sg_rng_below(&rng, disorder) == 0) u = sg_rng_below(&rng, 20);
            add(&arcs, &plain, u, v);
        }
        if (round % 3 == 0) check_ok(sg_arc_list_reserve(&arcs, 1000, &err));
        n_rows += arcs.row != NULL;
        n_pairs += arcs.from != NULL;
        check_pairs(&arcs, &plain);
        check_pairs(&arcs, &plain);
        sg_arc_list_free(&arcs);
    }
    assert_true(n_rows > 100 && n_pairs > 100);
}

static void an_empty_list_has_no_pairs(void **state)
{
    (void)state;
    const plain_list plain = {.n = 0};
    const sg_arc_list empty = {0};
    sg_arc_list arcs = {0};
    check_pairs(&arcs, &plain);
    sg_arc_list_free(&arcs);
    assert_memory_equal(&arcs, &empty, sizeof empty);
    sg_arc_list_free(&arcs);
}

static void room_is_made_in_advance(void **state)
{
    (void)state;
    sg_arc_list arcs = {0};
    plain_list plain = {.n = 0};
    add(&arcs, &plain, 1, 0);
    add(&arcs, &plain, 0, 1);
    check_ok(sg_arc_list_reserve(&arcs, MAX_ARCS, &err));
    sg_mem_fail_at(0);
    for (uint32_t i = 2; i < MAX_ARCS; i++) add(&arcs, &plain, i, 0);
    sg_mem_fail_at(-1);
    check_pairs(&arcs, &plain);
    sg_arc_list_free(&arcs);
}

static void refuses_more_arcs_than_it_can_number(void **state)
{
    (void)state;
    uint32_t node = 0;
    sg_arc_list arcs = {.from = &node, .to = &node, .n = UINT32_MAX - 1};
    check_fails(sg_arc_list_add(&arcs, 1, 2, &err), SG_ELIMIT, "2^32-2 arcs");
    assert_int_equal(arcs.n, UINT32_MAX - 1);
}

/* In order for a while, then not; after a failure all that was added is still there. */
static sg_status add_some(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_arc_list arcs = {0};
    (void)context;
    uint32_t n = 0;
    for (; n < MAX_ARCS && status == SG_OK; n++)
        status = sg_arc_list_add(&arcs, n < 100 ? n / 2 : 0, 200 + n, err);
    if (status != SG_OK) {
        n--;
        sg_mem_fail_at(-1);
        assert_int_equal(sg_arc_list_make_pairs(&arcs, NULL), SG_OK);
        assert_int_equal(arcs.n, n);
    }
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(arcs.from[i], i < 100 ? i / 2 : 0);
        assert_int_equal(arcs.to[i], 200 + i);
    }
    sg_arc_list_free(&arcs);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(add_some, NULL) > 8);
}

SG_TESTS(cmocka_unit_test(arcs_in_order_become_rows),
         cmocka_unit_test(the_first_arc_out_of_order_makes_pairs),
         cmocka_unit_test(a_huge_number_does_not_cost_memory),
         cmocka_unit_test(keeps_what_was_added), cmocka_unit_test(an_empty_list_has_no_pairs),
         cmocka_unit_test(room_is_made_in_advance),
         cmocka_unit_test(refuses_more_arcs_than_it_can_number),
         cmocka_unit_test(survives_any_failing_allocation))
