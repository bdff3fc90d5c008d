/* test_csv_reader.c - fields, quotes, lines. */
#include "text/csv_reader.h"

#include "base/mem.h"
#include "base/text.h"
#include "support/check.h"

/* All rows as "a|b;c|d". */
static sg_status join(char *to, size_t room, const char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    char *copy = NULL;
    size_t n = 0;
    bool some = true;
    SG_ALLOC(copy, size + 1);
    memcpy(copy, text, size);
    sg_csv csv = sg_csv_of("x.csv", copy, size, ',');
    to[0] = '\0';
    while (some) {
        status = sg_csv_next(&some, &csv, err);
        if (status != SG_OK) break;
        for (size_t i = 0; i < csv.n_fields; i++) {
            n += (size_t)snprintf(to + n, room - n, "%s%s",
                                  i > 0   ? "|"
                                  : n > 0 ? ";"
                                          : "",
                                  csv.field[i].text);
            assert_int_equal(strlen(csv.field[i].text), csv.field[i].size);
        }
    }
    sg_csv_free(&csv);
done:
    sg_free(copy);
    return status;
}

static void check_rows(const char *text, const char *expected)
{
    char found[1024];
    check_ok(join(found, sizeof found, text, strlen(text), &err));
    assert_string_equal(found, expected);
}

static void check_refused(const char *text, size_t size, const char *part)
{
    char found[1024];
    const long live = sg_mem_live();
    check_fails(join(found, sizeof found, text, size, &err), SG_EFORMAT, part);
    assert_int_equal(sg_mem_live(), live);
}

static void reads_rows(void **state)
{
    (void)state;
    check_rows("", "");
    check_rows("\n\r\n\n", "");
    check_rows("a", "a");
    check_rows("a,b\nc,d", "a|b;c|d");
    check_rows("a,b\r\nc,d\r\n", "a|b;c|d");
    check_rows("\xef\xbb\xbf"
               "a,b\n",
               "a|b");
    check_rows("a,,\n,\n", "a||;|");
    check_rows("a\n\n\nb\n", "a;b");
    check_rows(" a , b ", " a | b ");
    check_rows("a\rb,c", "a\rb|c");
}

static void reads_quotes(void **state)
{
    (void)state;
    check_rows("\"a,b\",c", "a,b|c");
    check_rows("\"a\nb\",c\nd,e", "a\nb|c;d|e");
    check_rows("\"say \"\"hi\"\"\",x\r\n\"\",\"\"\"\"\r\n", "say \"hi\"|x;|\"");
    check_rows("a\"b,c", "a\"b|c");
    check_rows("\"a\"", "a");
}

static void refuses_open_quotes(void **state)
{
    (void)state;
    check_refused("a,b\nc,\"d\ne", 10, "x.csv:2:3: the quote that begins here is never closed");
    check_refused("\"a\"b,c", 6, "x.csv:1:4: found text after a closing quote");
    check_refused("a,b\0c", 5, "x.csv:1:3: found a zero byte");
}

static void reads_on_behind_a_bad_line(void **state)
{
    (void)state;
    char text[] = "\"a\"b,c\nd,e\n\"f\"g";
    bool some = false;
    sg_csv csv = sg_csv_of("x.csv", text, strlen(text), ',');
    check_fails(sg_csv_next(&some, &csv, &err), SG_EFORMAT, "x.csv:1:4: found text after");
    sg_csv_skip_line(&csv);
    check_ok(sg_csv_next(&some, &csv, &err));
    assert_true(some && csv.n_fields == 2);
    assert_string_equal(csv.field[1].text, "e");
    assert_int_equal(csv.field[0].place.line, 2);
    check_fails(sg_csv_next(&some, &csv, &err), SG_EFORMAT, "x.csv:3:4:");
    sg_csv_skip_line(&csv);
    check_ok(sg_csv_next(&some, &csv, &err));
    assert_false(some);
    sg_csv_free(&csv);
}

static void knows_places_and_columns(void **state)
{
    (void)state;
    char text[] = "id,\"x\ny\",7,z\n1,2,3,4";
    sg_csv csv = sg_csv_of("x.csv", text, strlen(text), ',');
    bool some = false;
    check_ok(sg_csv_next(&some, &csv, &err));
    assert_int_equal(sg_csv_column(&csv, "x\ny"), 1);
    assert_int_equal(sg_csv_column(&csv, "z"), 3);
    assert_int_equal(sg_csv_column(&csv, "7"), 2);
    assert_int_equal(sg_csv_column(&csv, "3"), 3);
    assert_true(sg_csv_column(&csv, "4") == SIZE_MAX);
    assert_true(sg_csv_column(&csv, "none") == SIZE_MAX);
    check_ok(sg_csv_next(&some, &csv, &err));
    assert_int_equal(csv.field[2].place.line, 3);
    assert_int_equal(csv.field[2].place.column, 5);
    sg_csv_free(&csv);
}

static sg_status read_all(void *context, sg_error *err)
{
    char found[64];
    (void)context;
    return join(found, sizeof found, "a,b\nc,d,e,f,g,h,i,j,k,l\n", 24, err);
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_all, NULL) > 1);
}

SG_TESTS(cmocka_unit_test(reads_rows), cmocka_unit_test(reads_quotes),
         cmocka_unit_test(refuses_open_quotes), cmocka_unit_test(reads_on_behind_a_bad_line),
         cmocka_unit_test(knows_places_and_columns), cmocka_unit_test(survives_without_memory))
