/* test_names.c - texts in one block. */
#include "base/names.h"

#include "base/mem.h"
#include "support/check.h"

static void add(sg_names *names, const char *name)
{
    check_ok(sg_names_add(names, name, strlen(name), &err));
}

static void numbers_names(void **state)
{
    (void)state;
    sg_names names = {0}, some = {0}, all = {0};
    add(&names, "a");
    add(&names, "");
    add(&names, "carbon");
    assert_int_equal(names.n, 3);
    assert_string_equal(sg_names_at(&names, 0), "a");
    assert_string_equal(sg_names_at(&names, 1), "");
    assert_string_equal(sg_names_at(&names, 2), "carbon");
    assert_null(sg_names_or_null(&names, 3));
    assert_int_equal(sg_names_bytes(&names), 2 + 1 + 7 + 3 * sizeof(size_t));
    assert_int_equal(sg_names_bytes(&some), 0);
    check_ok(sg_names_add_some(&some, &names, (uint32_t[]){2, 0, 2}, 3, &err));
    assert_int_equal(some.n, 3);
    assert_string_equal(sg_names_at(&some, 2), "carbon");
    assert_false(sg_names_equal(&some, &names));
    check_ok(sg_names_add_all(&all, &names, &err));
    assert_true(sg_names_equal(&all, &names));
    sg_names_free(&names);
    assert_false(sg_names_equal(&all, &names));
    assert_true(sg_names_equal(&names, &(sg_names){0}));
    sg_names_free(&some);
    sg_names_free(&all);
}

/* As many as make the table grow; the slow twin looks through all. */
static void interns_each_once(void **state)
{
    (void)state;
    sg_names names = {0};
    sg_name_table *table = NULL;
    sg_rng rng = check_rng("interns_each_once");
    check_ok(sg_name_table_open(&table, &names, &err));
    for (int i = 0; i < 2000; i++) {
        char word[8] = {0};
        const uint32_t length = sg_rng_below(&rng, 4);
        for (uint32_t c = 0; c < length; c++) word[c] = (char)('a' + sg_rng_below(&rng, 8));
        uint32_t expected = 0, number = UINT32_MAX;
        while (expected < names.n && strcmp(sg_names_at(&names, expected), word) != 0)
            expected++;
        uint32_t found = UINT32_MAX;
        assert_int_equal(sg_name_table_find(&found, table, word, length), expected < names.n);
        if (expected < names.n) assert_int_equal(found, expected);
        check_ok(sg_name_table_intern(&number, table, word, length, &err));
        assert_int_equal(number, expected);
    }
    assert_true(names.n > 300);
    sg_name_table_close(table);
    sg_name_table_close(NULL);
    sg_names_free(&names);
}

static sg_status intern_some(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_names names = {0};
    sg_name_table *table = NULL;
    (void)context;
    SG_TRY(sg_name_table_open(&table, &names, err));
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t number = 0;
        SG_TRY(sg_name_table_intern(&number, table, (const char *)&i, sizeof i, err));
    }
done:
    sg_name_table_close(table);
    sg_names_free(&names);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(intern_some, NULL) > 4);
}

SG_TESTS(cmocka_unit_test(numbers_names), cmocka_unit_test(interns_each_once),
         cmocka_unit_test(survives_without_memory))
