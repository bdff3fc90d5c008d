/* test_reading.c - rows that are left out: kept, counted, limited, written. */
#include "data/reading/reading.h"

#include "base/mem.h"
#include "support/check.h"

static sg_status add(sg_reading *reading, uint64_t row, const char *text, sg_error *err)
{
    sg_reject reject = {.row = row, .line = row + 2, .column = "y", .id = "a,b"};
    sg_reject_take(&reject, "t.csv", text);
    return sg_reading_reject(reading, &reject, err);
}

static void rejects_know_their_place(void **state)
{
    (void)state;
    sg_reject reject = {.line = 7};
    sg_reject_take(&reject, "t.csv", "t.csv:12:3: found x");
    assert_int_equal(reject.line, 12);
    assert_int_equal(reject.at, 3);
    assert_string_equal(reject.reason, "found x");
    sg_reject_take(&reject, "t.csv", "t.csv:13: short");
    assert_int_equal(reject.line, 13);
    assert_int_equal(reject.at, 0);
    sg_reject_take(&reject, "t.csv", "nowhere: 5");
    assert_int_equal(reject.line, 13);
    assert_string_equal(reject.reason, "nowhere: 5");
    sg_reject_take(&reject, "t.csv", "t.csv:x");
    assert_string_equal(reject.reason, "t.csv:x");
}

static void rejects_become_a_table(void **state)
{
    (void)state;
    sg_reading reading = {0};
    sg_text text = {0};
    check_ok(add(&reading, 0, "t.csv:2:5: found \"x\", no number", &err));
    check_ok(add(&reading, 4, "plain", &err));
    assert_int_equal(sg_reading_kept(&reading), 2);
    assert_int_equal(sg_reading_at(&reading, 1).row, 4);
    assert_string_equal(sg_reading_at(&reading, 0).reason, "found \"x\", no number");
    check_ok(sg_reading_rejects_csv(&text, &reading, &err));
    assert_string_equal(text.data, "line,column,id,reason,content\n"
                                   "2,y,\"a,b\",\"found \"\"x\"\", no number\",\n"
                                   "6,y,\"a,b\",plain,\n");
    assert_true(sg_reading_bytes(&reading) > 0);
    sg_text_free(&text);
    sg_reading_free(&reading);
    assert_int_equal(sg_reading_bytes(&reading), 0);
}

static void limits_are_shares_or_numbers(void **state)
{
    (void)state;
    sg_reject_limit limit = {0};
    assert_true(sg_reject_limit_read(&limit, "5%"));
    assert_true(limit.is_said && limit.is_share && limit.value == 0.05);
    assert_true(sg_reject_limit_read(&limit, "0.5 %"));
    assert_true(limit.value == 0.005);
    assert_true(sg_reject_limit_read(&limit, "20"));
    assert_true(!limit.is_share && limit.value == 20);
    assert_false(sg_reject_limit_read(&limit, "101%"));
    assert_false(sg_reject_limit_read(&limit, "0.5"));
    assert_false(sg_reject_limit_read(&limit, "-1"));
    assert_false(sg_reject_limit_read(&limit, "%"));
    assert_false(sg_reject_limit_read(&limit, ""));
    assert_true(limit.value == 20);
}

static void too_many_rejects_are_refused(void **state)
{
    (void)state;
    sg_reading reading = {.n_rows = 200};
    const sg_reject_limit unsaid = {0}, none = {.is_said = true},
                          all = {.is_said = true, .is_share = true, .value = 1};
    check_ok(sg_reading_check(&reading, none, "t.csv", &err));
    check_ok(add(&reading, 3, "t.csv:5:1: bad", &err));
    check_ok(add(&reading, 4, "worse", &err));
    check_ok(sg_reading_check(&reading, unsaid, "t.csv", &err)); /* 1 % of 200 */
    check_fails(sg_reading_check(&reading, none, "t.csv", &err), SG_EFORMAT,
                "t.csv:5:1: bad; 2 of 200 rows cannot be read, and max-rejects allows 0");
    reading.n_rows = 199;
    check_fails(sg_reading_check(&reading, unsaid, "t.csv", &err), SG_EFORMAT, "allows 1");
    check_ok(sg_reading_check(&reading, all, "t.csv", &err));
    reading.n_rows = 2;
    check_fails(sg_reading_check(&reading, all, "t.csv", &err), SG_EFORMAT,
                "t.csv:5:1: bad; no other row can be read");
    sg_reading_free(&reading);
}

static sg_status fill(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_reading reading = {0};
    sg_text text = {0};
    SG_TRY(add(&reading, 1, "x", err));
    SG_TRY(sg_reading_note(&reading, err, "%s is %d", "one", 1));
    SG_TRY(sg_reading_candidate(&reading, "y", "0 and 1", err));
    SG_TRY(sg_reading_rejects_csv(&text, &reading, err));
    assert_string_equal(sg_names_at(&reading.note, 0), "one is 1");
    assert_string_equal(sg_names_at(&reading.looks, 0), "0 and 1");
done:
    sg_text_free(&text);
    sg_reading_free(&reading);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(fill, NULL) > 5);
}

SG_TESTS(cmocka_unit_test(rejects_know_their_place), cmocka_unit_test(rejects_become_a_table),
         cmocka_unit_test(limits_are_shares_or_numbers),
         cmocka_unit_test(too_many_rejects_are_refused),
         cmocka_unit_test(survives_any_failing_allocation))
