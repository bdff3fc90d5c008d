/* test_typed_members.c - members of a struct as members of a map. */
#include "config/typed_members.h"

#include "support/check.h"

typedef struct things {
    uint32_t count;
    double real;
    const char *text;
    sg_yes_no yes_no;
    uint32_t choice;
} things;

static const char *color_word(size_t i)
{
    static const char *const words[] = {"red", "green"};
    return i < 2 ? words[i] : NULL;
}

static const sg_typed_member MEMBERS[] = {
    {.key = "a-count", .type = SG_TYPED_COUNT, SG_TYPED_AT(things, count)},
    {.key = "a-real", .type = SG_TYPED_REAL, SG_TYPED_AT(things, real)},
    {.key = "a-text", .type = SG_TYPED_TEXT, SG_TYPED_AT(things, text)},
    {.key = "a-flag", .type = SG_TYPED_YES_NO, SG_TYPED_AT(things, yes_no)},
    {.key = "a-color",
     .type = SG_TYPED_CHOICE,
     SG_TYPED_AT(things, choice),
     .word_at = color_word}};

static sg_status put(sg_node *map, const things *t, sg_error *err)
{
    return sg_typed_put(map, MEMBERS, 5, t, "it", err);
}

static void counts_are_not_negative(void **state)
{
    (void)state;
    check_ok(sg_typed_check_count(INT32_MAX, "things", "n", &err));
    check_fails(sg_typed_check_count((uint32_t)-2, "things", "n", &err), SG_EINVAL,
                "things->n: 4294967294 is above 2147483647, the largest count");
}

static void zeros_say_nothing(void **state)
{
    (void)state;
    sg_node *map = NULL;
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(put(map, &(things){0}, &err));
    assert_int_equal(map->n_children, 0);
    sg_node_free(map);
}

static void all_types_are_put(void **state)
{
    (void)state;
    static const char *const expected[][2] = {
        {"7", "9"}, {"0.1", "0"}, {"here", "there"}, {"true", "false"}, {"red", "green"}};
    const things both[] = {{7, 0.1, "here", SG_YES, 1}, {9, SG_ZERO, "there", SG_NO, 2}};
    for (int i = 0; i < 2; i++) {
        sg_node *map = NULL;
        check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
        check_ok(put(map, &both[i], &err));
        assert_int_equal(map->n_children, 5);
        for (int m = 0; m < 5; m++) {
            assert_string_equal(map->child[m]->key, MEMBERS[m].key);
            assert_string_equal(map->child[m]->text, expected[m][i]);
        }
        sg_node_free(map);
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    sg_node *map = NULL;
    sg_error inner = {.status = SG_EFORMAT, .where = "here", .text = "why"};
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_fails(put(map, &(things){.real = NAN}, &err), SG_EINVAL, "it->real: it is not");
    check_fails(put(map, &(things){.choice = 3}, &err), SG_EINVAL, "it->choice: 3 is none");
    check_fails(put(map, &(things){.yes_no = SG_N_YES_NO}, &err), SG_EINVAL, "it->yes_no: 3");
    check_fails(sg_typed_failure(SG_EFORMAT, &inner, "it", &err), SG_EINVAL, "it: why");
    check_fails(sg_typed_failure(SG_ENOMEM, &inner, "it", &err), SG_ENOMEM, "it: why");
    check_ok(sg_typed_failure(SG_OK, &inner, "it", &err));
    sg_node_free(map);
}

static void numbers_must_be_finite(void **state)
{
    (void)state;
    static const double finite[] = {0, -0.0, 0.5, -1e308, 1e308, 5e-324},
                        other[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof finite / sizeof *finite; i++)
        check_ok(sg_typed_check_real(finite[i], "it", "real", &err));
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        check_fails(sg_typed_check_real(other[i], "it", "real", &err), SG_EINVAL,
                    "it->real: it is not a finite number");
}

SG_TESTS(cmocka_unit_test(numbers_must_be_finite), cmocka_unit_test(counts_are_not_negative),
         cmocka_unit_test(zeros_say_nothing), cmocka_unit_test(all_types_are_put),
         cmocka_unit_test(nonsense_is_refused))
