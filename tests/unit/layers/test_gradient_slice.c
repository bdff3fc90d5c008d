/* test_gradient_slice.c - parameters are shared out among slices: all of them, each once. */
#include "layers/gradient_slice.h"

#include "support/check.h"

static void slices_are_added_in_order(void **state)
{
    (void)state;
    sg_gradient_slices slices = {0};
    for (size_t i = 0; i < 100; i++)
        check_ok(sg_gradient_slices_add(
            &slices, (sg_gradient_slice){SG_GRADIENT_HEADS, 1, 2, (uint32_t)i, i, i + 5},
            &err));
    assert_int_equal(slices.n, 100);
    for (uint32_t i = 0; i < 100; i++) {
        assert_int_equal(slices.slice[i].kind, SG_GRADIENT_HEADS);
        assert_int_equal(slices.slice[i].head, 1);
        assert_int_equal(slices.slice[i].n_heads, 2);
        assert_int_equal(slices.slice[i].number, i);
        assert_int_equal(slices.slice[i].begin, i);
        assert_int_equal(slices.slice[i].end, i + 5);
    }
    sg_gradient_slices_free(&slices);
    assert_true(slices.slice == NULL && slices.n == 0 && slices.capacity == 0);
    sg_gradient_slices_free(&slices);
}

static void slices_that_own_nothing_are_left_out(void **state)
{
    (void)state;
    sg_gradient_slices slices = {0};
    check_ok(sg_gradient_slices_add(&slices, (sg_gradient_slice){.begin = 4, .end = 4}, &err));
    check_ok(
        sg_gradient_slices_cut(&slices, (sg_gradient_slice){.begin = 9, .end = 9}, 3, &err));
    assert_true(slices.n == 0 && slices.slice == NULL);
}

/* Two matrices [3][2], and three biases behind them. */
static void products_and_what_is_behind_them(void **state)
{
    (void)state;
    sg_gradient_slices slices = {0};
    check_ok(sg_gradient_slices_of_products(&slices, 2, 3, 2, 15, &err));
    assert_int_equal(slices.n, 3);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(slices.slice[i].kind, SG_GRADIENT_WEIGHTS);
        assert_int_equal(slices.slice[i].head, i);
        assert_int_equal(slices.slice[i].begin, 6 * i);
        assert_int_equal(slices.slice[i].end, 6 * i + 6);
    }
    assert_int_equal(slices.slice[2].kind, SG_GRADIENT_BIAS);
    assert_true(slices.slice[2].begin == 12 && slices.slice[2].end == 15);
    sg_gradient_slices_free(&slices);
    check_ok(sg_gradient_slices_of_products(&slices, 1, 3, 2, 6, &err));
    assert_int_equal(slices.n, 1); /* without biases */
    sg_gradient_slices_free(&slices);
}

/* ---- Cutting ---------------------------------------------------------------------------------- */

static void check_cut(size_t begin, size_t n_units, size_t unit)
{
    sg_gradient_slices slices = {0};
    const sg_gradient_slice whole = {SG_GRADIENT_BIAS, 3, 4, 5, begin, begin + n_units * unit};
    const size_t most = unit < SG_GRADIENT_SIZE ? SG_GRADIENT_SIZE : unit;
    check_ok(sg_gradient_slices_cut(&slices, whole, unit, &err));
    size_t at = begin;
    for (uint32_t i = 0; i < slices.n; i++) {
        const sg_gradient_slice *slice = &slices.slice[i];
        const size_t size = slice->end - slice->begin;
        assert_true(slice->kind == SG_GRADIENT_BIAS && slice->head == 3 && slice->n_heads == 4);
        assert_int_equal(slice->number, 0);
        assert_int_equal(slice->begin, at);
        assert_true(size > 0 && size % unit == 0 && size <= most);
        /* All but the last are as large as can be. */
        if (i + 1 < slices.n) assert_true(size + unit > most);
        at = slice->end;
    }
    assert_int_equal(at, whole.end);
    sg_gradient_slices_free(&slices);
}

static void cuts_are_whole_units(void **state)
{
    (void)state;
    static const size_t UNITS[] = {
        1, 2, 3, 1000, SG_GRADIENT_SIZE - 1, SG_GRADIENT_SIZE, SG_GRADIENT_SIZE + 1, 100000};
    static const size_t NUMBERS[] = {1, 2, 16, 17, 1000, 40000};
    for (size_t u = 0; u < sizeof UNITS / sizeof *UNITS; u++)
        for (size_t n = 0; n < sizeof NUMBERS / sizeof *NUMBERS; n++) {
            check_cut(0, NUMBERS[n], UNITS[u]);
            check_cut(12345, NUMBERS[n], UNITS[u]);
        }
}

static void cuts_join_what_is_there(void **state)
{
    (void)state;
    sg_gradient_slices slices = {0};
    const size_t n = SG_GRADIENT_SIZE;
    check_ok(sg_gradient_slices_add(&slices, (sg_gradient_slice){.end = 2}, &err));
    check_ok(sg_gradient_slices_cut(&slices, (sg_gradient_slice){.begin = 2, .end = 2 + n + 1},
                                    1, &err));
    assert_int_equal(slices.n, 3);
    assert_int_equal(slices.slice[1].end, 2 + n);
    assert_int_equal(slices.slice[2].end, 3 + n);
    sg_gradient_slices_free(&slices);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status cut_all(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_gradient_slices slices = {0};
    SG_TRY(sg_gradient_slices_add(&slices, (sg_gradient_slice){.end = 7}, err));
    SG_TRY(sg_gradient_slices_cut(&slices, (sg_gradient_slice){.end = 1 << 20}, 3, err));
done:
    sg_gradient_slices_free(&slices);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(cut_all, NULL) > 1);
}

SG_TESTS(cmocka_unit_test(slices_are_added_in_order),
         cmocka_unit_test(slices_that_own_nothing_are_left_out),
         cmocka_unit_test(products_and_what_is_behind_them),
         cmocka_unit_test(cuts_are_whole_units), cmocka_unit_test(cuts_join_what_is_there),
         cmocka_unit_test(out_of_memory))
