/* test_keyed_rows.c - pairs whose values are numbered by their keys. */
#include "invariants/properties/keyed_rows.h"

#include "support/check.h"

static sg_key key_of_number(uint64_t i)
{
    return sg_key_of(SG_TAG_FWL, &i, 1);
}

/* One receiver with n senders, whose values are i * i % n_values. */
static sg_status write_row(sg_pairs *pairs, sg_keyed_rows *rows, uint32_t n, uint64_t n_values,
                           sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_keyed_rows_begin(rows, 0, n, err));
    for (uint64_t i = 0; i < n; i++)
        SG_TRY(sg_keyed_rows_add(rows, (uint32_t)i, key_of_number(i * i % n_values), err));
    *pairs = sg_keyed_rows_finish(rows);
done:
    return status;
}

static void values_are_numbered_as_they_appear(void **state)
{
    (void)state;
    static const uint64_t n_values[] = {1, 2, 63, 64, 65, 1000, 4099, 65535};
    const sg_one_graph graph = {.n_nodes = 1};
    for (size_t k = 0; k < sizeof n_values / sizeof *n_values; k++) {
        enum { N = 70000 };
        sg_scratch scratch = {0};
        sg_keyed_rows rows = {0};
        sg_pairs pairs = {0};
        uint32_t n_seen = 0;
        check_ok(sg_keyed_rows_prepare(&rows, "test", &graph, &scratch, &err));
        check_ok(write_row(&pairs, &rows, N, n_values[k], &err));
        assert_int_equal(pairs.row[1], N);
        for (uint64_t i = 0; i < N; i++) {
            const uint16_t value = pairs.value[i];
            const sg_key key = key_of_number(i * i % n_values[k]);
            assert_int_equal(pairs.sender[i], i);
            assert_true(value <= n_seen);
            if (value == n_seen) n_seen++;
            assert_int_equal(pairs.key[value].key, key.key);
            assert_int_equal(pairs.key[value].check, key.check);
        }
        assert_int_equal(pairs.n_values, n_seen);
        sg_scratch_free(&scratch);
    }
}

/* 65,535 values fit 16 bits with one to spare; one more is refused. */
static void too_many_values_are_refused(void **state)
{
    (void)state;
    const sg_one_graph graph = {.n_nodes = 1, .number = 4};
    sg_scratch scratch = {0};
    sg_keyed_rows rows = {0};
    check_ok(sg_keyed_rows_prepare(&rows, "test", &graph, &scratch, &err));
    check_ok(sg_keyed_rows_begin(&rows, 0, 65537, &err));
    for (uint64_t i = 0; i < 65535; i++)
        check_ok(sg_keyed_rows_add(&rows, (uint32_t)i, key_of_number(i), &err));
    check_ok(sg_keyed_rows_add(&rows, 65535, key_of_number(7), &err));
    check_fails(sg_keyed_rows_add(&rows, 65536, key_of_number(65535), &err), SG_ELIMIT,
                "test: graph 4 has more than 65535 values");
    assert_int_equal(sg_keyed_rows_finish(&rows).n_values, 65535);
    sg_scratch_free(&scratch);
}

/* Contents that share a key and have different checks are two values. */
static void checks_tell_contents_apart(void **state)
{
    (void)state;
    const sg_one_graph graph = {.n_nodes = 1};
    sg_scratch scratch = {0};
    sg_keyed_rows rows = {0};
    check_ok(sg_keyed_rows_prepare(&rows, "test", &graph, &scratch, &err));
    check_ok(sg_keyed_rows_begin(&rows, 0, 3, &err));
    check_ok(sg_keyed_rows_add(&rows, 0, (sg_key){5, 1}, &err));
    check_ok(sg_keyed_rows_add(&rows, 1, (sg_key){5, 2}, &err));
    check_ok(sg_keyed_rows_add(&rows, 2, (sg_key){5, 1}, &err));
    const sg_pairs pairs = sg_keyed_rows_finish(&rows);
    assert_int_equal(pairs.n_values, 2);
    assert_true(pairs.value[0] == 0 && pairs.value[1] == 1 && pairs.value[2] == 0);
    sg_scratch_free(&scratch);
}

static sg_status write_once(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    const sg_one_graph graph = {.n_nodes = 1};
    sg_scratch scratch = {0};
    sg_keyed_rows rows = {0};
    sg_pairs pairs = {0};
    SG_TRY(sg_keyed_rows_prepare(&rows, "test", &graph, &scratch, err));
    SG_TRY(write_row(&pairs, &rows, 5000, 4099, err));
done:
    sg_scratch_free(&scratch);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(write_once, NULL) > 0);
}

SG_TESTS(cmocka_unit_test(values_are_numbered_as_they_appear),
         cmocka_unit_test(too_many_values_are_refused),
         cmocka_unit_test(checks_tell_contents_apart),
         cmocka_unit_test(survives_any_failing_allocation))
