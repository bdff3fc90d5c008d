/* test_line_cutter.c - the same lines in whatever portions the bytes come. */
#include "text/line_cutter.h"

#include "base/mem.h"
#include "base/text.h"
#include "support/check.h"

/* Cut text[0 .. size) in portions and write every line as "number:text;", "number!;" where it is too
 * long. */
static sg_status cut(sg_text *shown, const char *text, size_t size, size_t portion,
                     sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_cutter cutter = {0};
    bool is_over = false;
    for (size_t begin = 0; !is_over; begin += portion) {
        is_over = begin >= size;
        const size_t n = is_over ? 0 : size - begin < portion ? size - begin : portion;
        SG_TRY(is_over ? sg_line_cutter_end(&cutter, err)
                       : sg_line_cutter_push(&cutter, text + begin, n, err));
        for (uint32_t i = 0; i < cutter.n_lines; i++) {
            const sg_cut_line *line = &cutter.line[i];
            SG_TRY(sg_text_add(shown, err, "%u", (unsigned)line->number));
            SG_TRY(sg_text_add(shown, err, line->too_long ? "!" : ":"));
            SG_TRY(sg_text_add_bytes(shown, line->text, line->size, err));
            SG_TRY(sg_text_add(shown, err, ";"));
        }
    }
done:
    sg_line_cutter_free(&cutter);
    return status;
}

static void check_cut(const char *text, size_t size, const char *expected)
{
    for (size_t portion = 1; portion <= size + 1; portion++) {
        sg_text shown = {0};
        check_ok(cut(&shown, text, size, portion, &err));
        assert_string_equal(shown.data != NULL ? shown.data : "", expected);
        sg_text_free(&shown);
    }
}

static void gives_whole_lines(void **state)
{
    (void)state;
    check_cut("", 0, "");
    check_cut("\n", 1, "1:;");
    check_cut("a", 1, "1:a;");
    check_cut("ab\n\ncde\n", 8, "1:ab;2:;3:cde;");
    check_cut("ab\r\n\ncde", 8, "1:ab\r;2:;3:cde;");
    check_cut("\xef\xbb\xbf"
              "ab\n\xef\xbb\xbf"
              "c",
              10,
              "1:ab;2:\xef\xbb\xbf"
              "c;");
}

/* A line of `length` letters between two short ones. */
static char *long_line(size_t *size, size_t length)
{
    char *text = sg_alloc(length + 5, 1);
    assert_non_null(text);
    memset(text, 'x', length + 5);
    memcpy(text, "a\n", 2);
    memcpy(text + 2 + length, "\nb\n", 3);
    *size = length + 5;
    return text;
}

static void check_long(size_t length, size_t portion, bool is_cut)
{
    sg_text shown = {0};
    size_t size = 0;
    char *text = long_line(&size, length);
    check_ok(cut(&shown, text, size, portion, &err));
    if (is_cut)
        assert_string_equal(shown.data, "1:a;2!;3:b;");
    else
        assert_int_equal(shown.size, length + 11);
    sg_text_free(&shown);
    sg_free(text);
}

static void loses_lines_that_are_too_long(void **state)
{
    static const size_t portion[] = {1 << 16, SG_CUT_LINE_MOST, SG_CUT_LINE_MOST + 2,
                                     4 * (size_t)SG_CUT_LINE_MOST};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        check_long(SG_CUT_LINE_MOST, portion[i], false);
        check_long(SG_CUT_LINE_MOST + 1, portion[i], true);
        check_long(3 * (size_t)SG_CUT_LINE_MOST, portion[i], true);
    }
}

static void a_long_last_line_is_told(void **state)
{
    sg_line_cutter cutter = {0};
    const size_t size = SG_CUT_LINE_MOST + (size_t)1;
    (void)state;
    char *text = sg_alloc(size, 1);
    assert_non_null(text);
    for (int i = 0; i < 3; i++) check_ok(sg_line_cutter_push(&cutter, text, size, &err));
    assert_true(cutter.size <= size);
    check_ok(sg_line_cutter_end(&cutter, &err));
    assert_int_equal(cutter.n_lines, 1);
    assert_true(cutter.line[0].too_long);
    check_ok(sg_line_cutter_end(&cutter, &err));
    assert_int_equal(cutter.n_lines, 0);
    sg_line_cutter_free(&cutter);
    sg_free(text);
}

static sg_status cut_some(void *context, sg_error *err)
{
    sg_text shown = {0};
    (void)context;
    const sg_status status = cut(&shown, "ab\ncd\n\ne", 8, 3, err);
    sg_text_free(&shown);
    return status;
}

static void blanks_come_before_the_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t begin;
    } cases[] = {{"", 0}, {"C", 0}, {" \t\rC ", 3}, {" \r", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sg_cut_line line = {.text = cases[i].text, .size = strlen(cases[i].text)};
        assert_int_equal(sg_cut_line_begin(&line), cases[i].begin);
    }
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(cut_some, NULL) >= 2);
}

SG_TESTS(cmocka_unit_test(gives_whole_lines), cmocka_unit_test(loses_lines_that_are_too_long),
         cmocka_unit_test(a_long_last_line_is_told),
         cmocka_unit_test(blanks_come_before_the_text),
         cmocka_unit_test(survives_any_failing_allocation))
