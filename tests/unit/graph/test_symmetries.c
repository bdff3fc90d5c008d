/* test_symmetries.c - orbits of known permutations. */
#include "graph/symmetries.h"

#include "support/check.h"

static void orbits_grow(void **state)
{
    (void)state;
    static const uint32_t same[] = {0, 1, 2, 3, 4, 5}, turn[] = {1, 2, 0, 3, 4, 5},
                          flip[] = {0, 1, 2, 4, 3, 5};
    sg_symmetries known = {.n = 6};
    uint32_t orbit[6], n_used = 0;
    check_ok(sg_symmetries_add(&known, same, turn, &err));
    check_ok(sg_symmetries_add(&known, same, flip, &err));
    assert_int_equal(known.n_known, 2);
    sg_orbits_begin(orbit, 6);
    sg_orbits_extend(orbit, &n_used, &known, NULL, 0);
    assert_int_equal(n_used, 2);
    static const uint32_t expected[] = {0, 0, 0, 3, 3, 5};
    for (uint32_t v = 0; v < 6; v++) assert_int_equal(sg_orbit(orbit, v), expected[v]);
    sg_symmetries_free(&known);
    assert_null(known.image);
}

/* Only symmetries that keep a node join others. */
static void kept_nodes(void **state)
{
    (void)state;
    static const uint32_t from[] = {2, 0, 1, 3}, to[] = {2, 1, 0, 3}, other[] = {3, 0, 1, 2};
    sg_symmetries known = {.n = 4};
    uint32_t orbit[4], n_used = 0, fixed[] = {3, 2};
    check_ok(sg_symmetries_add(&known, from, to, &err));    /* 0 and 1 change places */
    check_ok(sg_symmetries_add(&known, from, other, &err)); /* 2 and 3 change places */
    sg_orbits_begin(orbit, 4);
    sg_orbits_extend(orbit, &n_used, &known, fixed, 2);
    assert_int_equal(sg_orbit(orbit, 1), 0);
    assert_int_equal(sg_orbit(orbit, 3), 3);
    sg_symmetries_free(&known);
}

static sg_status add_one(void *context, sg_error *err)
{
    (void)context;
    sg_symmetries known = {.n = 2};
    const uint32_t order[] = {0, 1};
    const sg_status status = sg_symmetries_add(&known, order, order, err);
    sg_symmetries_free(&known);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(add_one, NULL) > 0);
}

SG_TESTS(cmocka_unit_test(orbits_grow), cmocka_unit_test(kept_nodes),
         cmocka_unit_test(out_of_memory))
