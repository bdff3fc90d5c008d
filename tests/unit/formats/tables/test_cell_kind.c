/* test_cell_kind.c - numbers and other things, as people write them. */
#include "formats/tables/cell_kind.h"

#include "support/check.h"

static void check_number(const char *cell, sg_cell_kind kind, double expected)
{
    double value = -77;
    const sg_cell_kind found = sg_cell_look(&value, cell, ',');
    if (found != kind || value != expected)
        fail_msg("\"%s\" is of kind %d and %g, not %d and %g", cell, (int)found, value,
                 (int)kind, expected);
}

static void check_kind(const char *cell, sg_cell_kind kind)
{
    check_number(cell, kind, -77);
}

static void numbers(void **state)
{
    (void)state;
    check_number("4.5", SG_CELL_NUMBER, 4.5);
    check_number(" -3e2\r", SG_CELL_NUMBER, -300);
    check_number("+7", SG_CELL_NUMBER, 7);
    check_number("1,234", SG_CELL_NUMBER, 1234);
    check_number("-12,345,678.25", SG_CELL_NUMBER, -12345678.25);
    check_number("+1,000", SG_CELL_NUMBER, 1000);
    check_number("\xe2\x88\x92"
                 "2.5",
                 SG_CELL_NUMBER, -2.5);
}

static void bounds(void **state)
{
    (void)state;
    check_number(">4.5", SG_CELL_BOUND, 4.5);
    check_number("<= 10", SG_CELL_BOUND, 10);
    check_number("~3", SG_CELL_BOUND, 3);
    check_number("\xe2\x89\xa5 1,000", SG_CELL_BOUND, 1000);
    check_kind(">high", SG_CELL_WORD);
    check_kind(">", SG_CELL_WORD);
}

static void gaps(void **state)
{
    (void)state;
    check_kind("", SG_CELL_MISSING);
    check_kind("  ", SG_CELL_MISSING);
    check_kind("NA", SG_CELL_MISSING);
    check_kind("n/a", SG_CELL_MISSING);
    check_kind("#N/A", SG_CELL_MISSING);
    check_kind("NaN", SG_CELL_MISSING);
    check_kind("?", SG_CELL_MISSING);
    check_kind("-", SG_CELL_DASH);
    check_kind("--", SG_CELL_DASH);
}

/* In tables whose cells are separated by semicolons. */
static void decimal_commas(void **state)
{
    static const struct {
        const char *cell;
        sg_cell_kind kind;
        double value;
    } known[] = {
        {"4,5", SG_CELL_NUMBER, 4.5},        {"-0,770", SG_CELL_NUMBER, -0.77},
        {"+1,5e3", SG_CELL_NUMBER, 1500},    {"1,234", SG_CELL_NUMBER, 1.234},
        {"1.234,5", SG_CELL_NUMBER, 1234.5}, {"-1.234.567,8", SG_CELL_NUMBER, -1234567.8},
        {"1,234.5", SG_CELL_NUMBER, 1234.5}, {"4.5", SG_CELL_NUMBER, 4.5},
        {"> 4,5", SG_CELL_BOUND, 4.5},       {"1.23,5", SG_CELL_WORD, -77},
        {".123,5", SG_CELL_WORD, -77},       {"1.2345,6", SG_CELL_WORD, -77},
        {"4,", SG_CELL_WORD, -77},           {"1,2,3", SG_CELL_WORD, -77}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double value = -77;
        const sg_cell_kind kind = sg_cell_look(&value, known[i].cell, ';');
        if (kind != known[i].kind || value != known[i].value)
            fail_msg("\"%s\" is of kind %d and %.17g", known[i].cell, (int)kind, value);
    }
    double value = -77;
    assert_true(sg_cell_has_decimal_comma(&value, " 4,5"));
    assert_true(value == 4.5);
    assert_false(sg_cell_has_decimal_comma(&value, "4.5"));
}

static void words(void **state)
{
    (void)state;
    char longest[200];
    memset(longest, '1', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    check_kind("active", SG_CELL_WORD);
    check_kind("4,5", SG_CELL_WORD);
    check_kind("1,23", SG_CELL_WORD);
    check_kind("1234,567", SG_CELL_WORD);
    check_kind("1,2345", SG_CELL_WORD);
    check_kind("01,234", SG_CELL_WORD);
    check_kind("0,770", SG_CELL_WORD);
    check_kind("-0,770", SG_CELL_WORD);
    check_kind("1,234,", SG_CELL_WORD);
    check_kind("4.5 nM", SG_CELL_WORD);
    check_kind("+", SG_CELL_WORD);
    check_kind("+-1", SG_CELL_WORD);
    check_kind("inf", SG_CELL_WORD);
    check_kind(longest, SG_CELL_WORD);
}

SG_TESTS(cmocka_unit_test(numbers), cmocka_unit_test(bounds), cmocka_unit_test(gaps),
         cmocka_unit_test(decimal_commas), cmocka_unit_test(words))
