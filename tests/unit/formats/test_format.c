/* test_format.c - the registry of formats: looking up, and what every format must have. */
#include "formats/format.h"

#include "support/check.h"

#include <stdio.h>
#include <string.h>

static void endings_say_the_format(void **state)
{
    (void)state;
    assert_ptr_equal(sg_format_of_name("a.csv"), &sg_format_csv);
    assert_ptr_equal(sg_format_of_name("folder/A.TAB"), &sg_format_tsv);
    assert_ptr_equal(sg_format_of_name("x.smiles"), &sg_format_smiles);
    assert_ptr_equal(sg_format_of_name("train-images-idx3-ubyte"), &sg_format_idx);
    assert_null(sg_format_of_name(".csv"));
    assert_null(sg_format_of_name("MUTAG"));
    assert_null(sg_format_of_name(""));
    assert_ptr_equal(sg_format_of_tables(), &sg_format_csv);
    assert_ptr_equal(sg_format_of_the_rest(), &sg_format_tu);
}

static void names_are_found(void **state)
{
    (void)state;
    assert_ptr_equal(sg_format_find("json-lines"), &sg_format_json_lines);
    assert_null(sg_format_find("json"));
    const sg_format *with_lines = NULL;
    check_ok(sg_format_with_lines(&with_lines, "smiles", "x", &err));
    assert_ptr_equal(with_lines, &sg_format_smiles);
    check_fails(sg_format_with_lines(&with_lines, "table", "x", &err), SG_EINVAL,
                "x: \"table\" is not a format with a graph per line; possible: ");
}

static void lines_tell_their_format(void **state)
{
    (void)state;
    sg_words all = {0}, alike = {0};
    assert_ptr_equal(sg_format_of_line('{'), &sg_format_json_lines);
    assert_ptr_equal(sg_format_of_line(':'), &sg_format_sparse6);
    assert_null(sg_format_of_line('C'));
    assert_null(sg_format_of_line('\0'));
    sg_format_line_words(&all, false);
    assert_string_equal(sg_words_end(&all, "and"),
                        "smiles, text, graph6, sparse6 and json-lines");
    sg_format_line_words(&alike, true);
    assert_string_equal(sg_words_end(&alike, "or"), "smiles, text or graph6");
}

/* Each can be read in one way, has a name of its own, and stands in cells only where a setting can
 * name the column. */
static void every_format_is_complete(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    for (size_t i = 0; i < n; i++) {
        const sg_format *f = format[i];
        assert_non_null(f->name);
        assert_non_null(f->about);
        assert_int_equal((f->open != NULL) + (f->read != NULL) + (f->read_line != NULL), 1);
        assert_ptr_equal(sg_format_find(f->name), f);
        if (f->read_cell != NULL) assert_non_null(f->setting);
        if (f->free_memory != NULL) f->free_memory(NULL);
    }
}

/* The text of a page of the documentation; the caller frees it. */
static char *read_page(const char *name)
{
    char path[600];
    (void)snprintf(path, sizeof path, "%s/../../docs/%s", SG_TEST_FIXTURES, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1 << 20, 1);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    assert_int_equal(fclose(file), 0);
    return text;
}

static void the_page_lists_all_formats(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_format *const *format = sg_formats(&n);
    char *page = read_page("data.md"), word[80];
    for (size_t i = 0; i < n; i++) {
        for (size_t e = 0; e < 4 && format[i]->ending[e] != NULL; e++) {
            (void)snprintf(word, sizeof word, "`%s`", format[i]->ending[e]);
            assert_non_null(strstr(page, word));
        }
        (void)snprintf(word, sizeof word, "`?%s`",
                       format[i]->setting != NULL ? format[i]->setting : "image");
        assert_non_null(strstr(page, word));
    }
    free(page);
}

SG_TESTS(cmocka_unit_test(endings_say_the_format), cmocka_unit_test(names_are_found),
         cmocka_unit_test(lines_tell_their_format), cmocka_unit_test(every_format_is_complete),
         cmocka_unit_test(the_page_lists_all_formats))
