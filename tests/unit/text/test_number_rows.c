/* test_number_rows.c - numbers row by row, and the place of what is none. */
#include "text/number_rows.h"

#include "support/check.h"

typedef struct opened {
    sg_bundle bundle;
    sg_stream *stream;
    sg_number_rows rows;
} opened;

static void open_text(opened *o, sg_memory_file *file, const char *text)
{
    *file = (sg_memory_file){"rows.txt", text, strlen(text)};
    *o = (opened){0};
    check_ok(sg_bundle_from_memory(&o->bundle, "X", file, 1, &err));
    check_ok(sg_stream_open(&o->stream, &o->bundle, 0, &err));
    check_ok(sg_rows_open(&o->rows, o->stream, &err));
}

static void close_text(opened *o)
{
    sg_rows_close(&o->rows);
    sg_stream_close(o->stream);
    sg_bundle_close(&o->bundle);
}

/* The sum of all numbers from 0 to 99, each row times its number. */
static sg_status add_rows(int64_t *sum, sg_number_rows *rows, sg_error *err)
{
    sg_status status = SG_OK;
    int64_t number = 0;
    for (;;) {
        SG_TRY(sg_rows_next_block(rows, err));
        if (rows->next == rows->end) break;
        while (rows->next < rows->end) {
            bool empty = false, some = true;
            int64_t value = 0;
            SG_TRY(sg_rows_enter(&empty, rows, err));
            number++;
            sg_field_reader f = sg_fields_of(rows);
            while (some && !empty) {
                SG_TRY(
                    sg_field_integer(&value, &some, &f, rows, 0, 99, "0 to 99 is needed", err));
                if (some) *sum += number * value;
            }
        }
    }
done:
    return status;
}

static sg_status sum_of(int64_t *sum, const char *text, sg_error *err)
{
    opened o;
    sg_memory_file file;
    *sum = 0;
    open_text(&o, &file, text);
    const sg_status status = add_rows(sum, &o.rows, err);
    close_text(&o);
    return status;
}

static void adds_up(void **state)
{
    (void)state;
    int64_t sum = 0;
    check_ok(sum_of(&sum, "1, 2\n3 4\n\t5,6\n", &err));
    assert_int_equal(sum, 3 + 2 * 7 + 3 * 11);
    check_ok(sum_of(&sum, "99", &err));
    assert_int_equal(sum, 99);
    check_ok(sum_of(&sum, "", &err));
    assert_int_equal(sum, 0);
    check_ok(sum_of(&sum, "7\n\n\n", &err)); /* nothing follows the empty rows */
    assert_int_equal(sum, 7);
}

static void flaws_have_places(void **state)
{
    (void)state;
    int64_t sum = 0;
    check_fails(sum_of(&sum, "1\n2, x\n", &err), SG_EFORMAT,
                "X/rows.txt:2:4: found \"x\"; 0 to 99 is needed");
    check_fails(sum_of(&sum, "1\n100\n", &err), SG_EFORMAT, "X/rows.txt:2:1: found \"100\"");
    check_fails(sum_of(&sum, "1\n1,,2\n", &err), SG_EFORMAT, "X/rows.txt:2");
    check_fails(sum_of(&sum, "1\n\n2\n", &err), SG_EFORMAT, "X/rows.txt:2");
}

static void fields_one_by_one(void **state)
{
    (void)state;
    opened o;
    sg_memory_file file;
    bool empty = true;
    open_text(&o, &file, "12, ,x\n");
    check_ok(sg_rows_next_block(&o.rows, &err));
    const size_t expected = sg_rows_expect(&o.rows, 7, 3);
    assert_true(expected >= 3 && expected <= 7);
    check_ok(sg_rows_enter(&empty, &o.rows, &err));
    assert_false(empty);
    sg_field_reader f = sg_fields_of(&o.rows);
    assert_int_equal(sg_field_next(&f), SG_FIELD_TEXT);
    assert_memory_equal(f.p, "12", 2);
    f.p += 2;
    assert_true(sg_field_end(&f));
    assert_int_equal(sg_field_next(&f), SG_FIELD_EMPTY);
    assert_int_equal(sg_field_next(&f), SG_FIELD_TEXT);
    assert_memory_equal(f.p, "x", 1);
    check_fails(sg_rows_fail(&o.rows, f.p, "a number is needed", &err), SG_EFORMAT,
                "X/rows.txt:1:6: found \"x\"; a number is needed");
    check_fails(sg_rows_wrong_width(&o.rows, 3, 2, &err), SG_EFORMAT, "X/rows.txt:1");
    f.p++;
    assert_true(sg_field_end(&f));
    assert_int_equal(sg_field_next(&f), SG_FIELD_NONE);
    close_text(&o);
}

SG_TESTS(cmocka_unit_test(adds_up), cmocka_unit_test(flaws_have_places),
         cmocka_unit_test(fields_one_by_one))
