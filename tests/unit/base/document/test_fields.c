/* test_fields.c - members by type, and what is said where they are wrong. */
#include "base/document/fields.h"

#include "support/check.h"

/* A map of one member called "key", which stands at 3:5 with its value at 3:10. */
static sg_node *map_of(const char *text, bool quoted)
{
    sg_node *map = NULL, *member = NULL;
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sg_node_make(&member, SG_NODE_SCALAR, text, &err));
    map->line = member->line = member->key_line = 3;
    map->column = member->key_column = 5;
    member->column = 10;
    member->quoted = quoted;
    check_ok(sg_node_append(map, "key", &member, &err));
    return map;
}

static sg_node *map_of_kind(sg_node_kind kind)
{
    sg_node *map = map_of("", false), *member = NULL;
    check_ok(sg_node_make(&member, kind, NULL, &err));
    member->line = 3;
    member->column = 10;
    check_ok(sg_node_add(map, "key", &member, &err));
    return map;
}

static sg_fields fields_of(const sg_node *map)
{
    sg_fields fields = {0};
    check_ok(sg_fields_open(&fields, map, "train", "x.yml", &err));
    return fields;
}

/* The values that are tried, the range they must be in, and the message; NULL: it is right. */
typedef struct wanted {
    const char *text;
    double min, max;
    const char *message;
} wanted;

static void reads_real_numbers(void **state)
{
    (void)state;
    static const wanted cases[] = {
        {"0.01", 0, 1, NULL},
        {"0", 0, 1, NULL},
        {"1", 0, 1, NULL},
        {"-3.5e2", -INFINITY, INFINITY, NULL},
        {"1e-300", SG_ABOVE_ZERO, 1, NULL},
        {"fast", 0, 1000000,
         "x.yml:3:10: train.key: \"fast\" is not a number between 0 and 1000000"},
        {"1.5", 0, 1, "train.key: \"1.5\" is not a number between 0 and 1"},
        {"-0.5", 0, INFINITY, "train.key: \"-0.5\" is not a number of at least 0"},
        {"2", -INFINITY, 1.5, "train.key: \"2\" is not a number of at most 1.5"},
        {"x", -INFINITY, INFINITY, "train.key: \"x\" is not a number"},
        {"0", SG_ABOVE_ZERO, INFINITY, "train.key: \"0\" is not a number above 0"},
        {"0", SG_ABOVE_ZERO, 1, "train.key: \"0\" is not a number above 0 and at most 1"},
        {"1e-400", SG_ABOVE_ZERO, 1, "\"1e-400\" is not a number above 0"},
        {".5", 0, 1,
         "train.key: \".5\" is not a number between 0 and 1; numbers are written like 12, -0.5 "
         "or 1e-3"},
        {"+1", 0, 1, "\"+1\" is not a number between 0 and 1; numbers are written like"},
        {"0x1", 0, 1, "; numbers are written like"},
        {"1_000", 0, 1, "; numbers are written like"},
        {"-.5", 0, 1, "; numbers are written like"},
        {"", 0, 1, "train.key: an empty value is not a number between 0 and 1"},
        {"~", 0, 1, "train.key: \"~\" is not a number between 0 and 1"},
        {"null", 0, 1, "train.key: \"null\" is not a number between 0 and 1"},
        {".inf", 0, INFINITY, "train.key: \".inf\" is not a number of at least 0"},
        {"nan", 0, 1, "train.key: \"nan\" is not a number between 0 and 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wanted *c = &cases[i];
        sg_node *map = map_of(c->text, false);
        sg_fields fields = fields_of(map);
        double value = 77;
        if (c->message == NULL) {
            check_ok(sg_field_real(&value, &fields, "key", c->min, c->max, &err));
            assert_true(value == strtod(c->text, NULL));
        } else {
            check_fails(sg_field_real(&value, &fields, "key", c->min, c->max, &err), SG_EFORMAT,
                        c->message);
            assert_true(value == 77);
        }
        check_ok(sg_fields_finish(&fields, &err));
        sg_node_free(map);
    }
}

static void reads_whole_numbers(void **state)
{
    (void)state;
    static const wanted cases[] = {
        {"1", 1, 9, NULL},
        {"9", 1, 9, NULL},
        {"0", 1, 9, "x.yml:3:10: train.key: \"0\" is not a whole number between 1 and 9"},
        {"10", 1, 9, "\"10\" is not a whole number between 1 and 9"},
        {"-1", 0, 9, "\"-1\" is not a whole number between 0 and 9"},
        {"1.0", 0, 9, "\"1.0\" is not a whole number between 0 and 9"},
        {"1e0", 0, 9, "\"1e0\" is not a whole number between 0 and 9"},
        {"ten", 0, 9, "\"ten\" is not a whole number between 0 and 9"},
        {"007", 0, 9, "between 0 and 9; numbers are written like 12"},
        {"true", 0, 9, "\"true\" is not a whole number"},
        {"", 0, 9, "train.key: an empty value is not a whole number between 0 and 9"}};
    uint64_t value = 77;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wanted *c = &cases[i];
        sg_node *map = map_of(c->text, false);
        sg_fields fields = fields_of(map);
        const uint64_t min = (uint64_t)c->min, max = (uint64_t)c->max;
        value = 77;
        if (c->message == NULL) {
            check_ok(sg_field_whole(&value, &fields, "key", min, max, &err));
            assert_int_equal(value, strtoull(c->text, NULL, 10));
        } else {
            check_fails(sg_field_whole(&value, &fields, "key", min, max, &err), SG_EFORMAT,
                        c->message);
            assert_int_equal(value, 77);
        }
        sg_node_free(map);
    }
    sg_node *map = map_of("18446744073709551615", false);
    sg_fields fields = fields_of(map);
    check_ok(sg_field_whole(&value, &fields, "key", 0, UINT64_MAX, &err));
    assert_true(value == UINT64_MAX);
    sg_node_free(map);
    map = map_of("x", false);
    fields = fields_of(map);
    check_fails(sg_field_whole(&value, &fields, "key", 2, UINT64_MAX, &err), SG_EFORMAT,
                "\"x\" is not a whole number of at least 2");
    sg_node_free(map);
}

static void reads_counts(void **state)
{
    (void)state;
    sg_node *map = map_of("4294967295", false);
    sg_fields fields = fields_of(map);
    uint32_t count = 77;
    check_ok(sg_field_count(&count, &fields, "absent", 1, 9, &err));
    assert_int_equal(count, 77);
    check_fails(sg_field_count(&count, &fields, "key", 1, 9, &err), SG_EFORMAT,
                "is not a whole number between 1 and 9");
    assert_int_equal(count, 77);
    check_ok(sg_field_count(&count, &fields, "key", 0, UINT32_MAX, &err));
    assert_true(count == UINT32_MAX);
    sg_node_free(map);
}

static void takes_quoted_numbers_for_text(void **state)
{
    (void)state;
    sg_node *map = map_of("10", true);
    sg_fields fields = fields_of(map);
    double real = 77;
    uint64_t whole = 77;
    const char *text = NULL;
    check_fails(sg_field_real(&real, &fields, "key", 0, 20, &err), SG_EFORMAT,
                "train.key: \"10\" is not a number between 0 and 20; leave out the quotes");
    check_fails(sg_field_whole(&whole, &fields, "key", 0, 20, &err), SG_EFORMAT,
                "\"10\" is not a whole number between 0 and 20; leave out the quotes");
    check_ok(sg_field_text(&text, &fields, "key", &err));
    assert_string_equal(text, "10");
    assert_true(real == 77 && whole == 77);
    sg_node_free(map);
}

static void reads_booleans(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool quoted, right, value;
    } cases[] = {{"true", false, true, true},  {"false", false, true, false},
                 {"true", true, false, false}, {"yes", false, false, false},
                 {"no", false, false, false},  {"True", false, false, false},
                 {"1", false, false, false},   {"on", false, false, false},
                 {"", false, false, false},    {"null", false, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_node *map = map_of(cases[i].text, cases[i].quoted);
        sg_fields fields = fields_of(map);
        bool value = !cases[i].value;
        if (cases[i].right) {
            check_ok(sg_field_bool(&value, &fields, "key", &err));
            assert_int_equal(value, cases[i].value);
        } else {
            check_fails(sg_field_bool(&value, &fields, "key", &err), SG_EFORMAT,
                        " is not true or false");
            assert_int_equal(value, !cases[i].value);
        }
        sg_node_free(map);
    }
}

static void reads_texts(void **state)
{
    (void)state;
    static const char *const right[] = {"NCI1", "true", "0.5", "no", "wl:2 @ distance 0..6"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        sg_node *map = map_of(right[i], false);
        sg_fields fields = fields_of(map);
        const char *text = NULL;
        check_ok(sg_field_text(&text, &fields, "key", &err));
        assert_ptr_equal(text, map->child[0]->text);
        sg_node_free(map);
    }
    static const struct {
        const char *text, *message;
    } wrong[] = {{"", "x.yml:3:10: train.key: an empty value is not a text"},
                 {"~", "train.key: \"~\" is not a text"},
                 {"null", "train.key: \"null\" is not a text"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sg_node *map = map_of(wrong[i].text, false);
        sg_fields fields = fields_of(map);
        const char *text = NULL;
        check_fails(sg_field_text(&text, &fields, "key", &err), SG_EFORMAT, wrong[i].message);
        assert_null(text);
        map->child[0]->quoted = true;
        check_ok(sg_field_text(&text, &fields, "key", &err));
        assert_string_equal(text, wrong[i].text);
        sg_node_free(map);
    }
}

static void reads_choices(void **state)
{
    (void)state;
    static const char *const names[] = {"adam", "adamw", "sgd"};
    static const struct {
        const char *text, *message;
        uint32_t choice;
    } cases[] = {
        {"adam", NULL, 0},
        {"sgd", NULL, 2},
        {"adm", "x.yml:3:10: train.key: \"adm\" is none of the choices; did you mean \"adam\"?",
         0},
        {"rmsprop", "train.key: \"rmsprop\" is none of the choices; allowed: adam, adamw, sgd",
         0},
        {"Adam", "did you mean \"adam\"?", 0},
        {"", "train.key: an empty value is none of the choices; allowed: adam", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int quoted = 0; quoted < 2; quoted++) {
            if (quoted == 1 && cases[i].text[0] == '\0') continue;
            sg_node *map = map_of(cases[i].text, quoted == 1);
            sg_fields fields = fields_of(map);
            uint32_t choice = 77;
            if (cases[i].message == NULL) {
                check_ok(sg_field_choice(&choice, &fields, "key", names, 3, &err));
                assert_int_equal(choice, cases[i].choice);
            } else {
                check_fails(sg_field_choice(&choice, &fields, "key", names, 3, &err),
                            SG_EFORMAT, cases[i].message);
                assert_int_equal(choice, 77);
            }
            sg_node_free(map);
        }
    }
}

static void refuses_lists_and_maps(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        sg_node *map = map_of_kind(k == 0 ? SG_NODE_LIST : SG_NODE_MAP);
        sg_fields fields = fields_of(map);
        const char *const found =
            k == 0 ? "x.yml:3:10: train.key: a list is" : "x.yml:3:10: train.key: a map is";
        static const char *const names[] = {"adam"};
        const char *text = NULL;
        double real;
        uint64_t whole;
        uint32_t choice;
        bool yes;
        check_fails(sg_field_text(&text, &fields, "key", &err), SG_EFORMAT, found);
        check_fails(sg_field_real(&real, &fields, "key", 0, 1, &err), SG_EFORMAT, found);
        check_fails(sg_field_whole(&whole, &fields, "key", 0, 1, &err), SG_EFORMAT, found);
        check_fails(sg_field_choice(&choice, &fields, "key", names, 1, &err), SG_EFORMAT,
                    found);
        check_fails(sg_field_bool(&yes, &fields, "key", &err), SG_EFORMAT, found);
        sg_node_free(map);
    }
}

static void leaves_what_is_missing(void **state)
{
    (void)state;
    sg_node *map = map_of("1", false);
    const sg_node *maps[] = {map, NULL};
    for (size_t i = 0; i < 2; i++) {
        sg_fields fields = fields_of(maps[i]);
        const char *text = "default";
        double real = 77;
        uint64_t whole = 77;
        uint32_t choice = 77;
        bool yes = true;
        check_ok(sg_field_text(&text, &fields, "a", &err));
        check_ok(sg_field_real(&real, &fields, "b", 0, 1, &err));
        check_ok(sg_field_whole(&whole, &fields, "c", 0, 1, &err));
        check_ok(sg_field_choice(&choice, &fields, "d", NULL, 0, &err));
        check_ok(sg_field_bool(&yes, &fields, "e", &err));
        assert_null(sg_field(&fields, "f"));
        assert_string_equal(text, "default");
        assert_true(real == 77 && whole == 77 && choice == 77 && yes);
    }
    sg_node_free(map);
}

static void refuses_members_nobody_asked_for(void **state)
{
    (void)state;
    sg_node *map = map_of("1", false);
    sg_fields fields = fields_of(map);
    check_fails(sg_fields_finish(&fields, &err), SG_EFORMAT,
                "x.yml:3:5: train: unknown key \"key\"; allowed: nothing");
    (void)sg_field(&fields, "kex");
    check_fails(sg_fields_finish(&fields, &err), SG_EFORMAT,
                "x.yml:3:5: train: unknown key \"key\"; did you mean \"kex\"?");
    (void)sg_field(&fields, "key");
    check_ok(sg_fields_finish(&fields, &err));
    /* asking again changes nothing */
    for (int i = 0; i < 2 * SG_MAX_FIELDS; i++) assert_non_null(sg_field(&fields, "key"));

    fields = fields_of(map);
    (void)sg_field(&fields, "epochs");
    (void)sg_field(&fields, "patience");
    check_fails(sg_fields_finish(&fields, &err), SG_EFORMAT,
                "unknown key \"key\"; allowed: epochs, patience");
    /* the document itself has no name */
    check_ok(sg_fields_open(&fields, map, "", "x.yml", &err));
    check_fails(sg_fields_finish(&fields, &err), SG_EFORMAT, "x.yml:3:5: unknown key \"key\";");
    bool yes;
    check_fails(sg_field_bool(&yes, &fields, "key", &err), SG_EFORMAT,
                "x.yml:3:10: key: \"1\" is not true or false");
    check_ok(sg_fields_open(&fields, map, NULL, "x.yml", &err));
    check_fails(sg_fields_finish(&fields, &err), SG_EFORMAT, "x.yml:3:5: unknown key \"key\";");
    sg_node_free(map);
}

static void wants_a_map(void **state)
{
    (void)state;
    sg_node *map = map_of("fast", false), *empty = map_of("", false);
    sg_fields fields = {.name = "untouched"};
    check_fails(sg_fields_open(&fields, map->child[0], "train", "x.yml", &err), SG_EFORMAT,
                "x.yml:3:10: train: \"fast\" is not a map of keys and values");
    check_fails(sg_fields_open(&fields, empty->child[0], "train", "x.yml", &err), SG_EFORMAT,
                "x.yml:3:10: train: an empty value is not a map of keys and values");
    check_fails(sg_fields_open(&fields, map->child[0], NULL, "x.yml", &err), SG_EFORMAT,
                "x.yml:3:10: the document: \"fast\" is not a map");
    assert_string_equal(fields.name, "untouched");
    sg_node_free(empty);
    sg_node_free(map);
}

/* What was put there by the program stands nowhere. */
static void leaves_out_unknown_places(void **state)
{
    (void)state;
    sg_node *map = map_of("fast", false);
    sg_node_forget_places(map);
    sg_fields fields = fields_of(map);
    double value;
    sg_error err = {0};
    (void)sg_field_real(&value, &fields, "key", 0, 1, &err);
    assert_string_equal(err.text, "train.key: \"fast\" is not a number between 0 and 1");
    sg_node_free(map);
}

static void reads_items_of_lists(void **state)
{
    (void)state;
    sg_node *map = map_of("5", false);
    const sg_node *item = map->child[0];
    double real;
    uint64_t whole;
    const char *text;
    check_ok(sg_node_real(&real, item, "target.0", "x.yml", 0, 9, &err));
    check_ok(sg_node_whole(&whole, item, "target.0", "x.yml", 0, 9, &err));
    check_ok(sg_node_text(&text, item, "target.0", "x.yml", &err));
    assert_true(real == 5 && whole == 5 && strcmp(text, "5") == 0);
    check_fails(sg_node_whole(&whole, item, "target.0", "x.yml", 0, 4, &err), SG_EFORMAT,
                "x.yml:3:10: target.0: \"5\" is not a whole number between 0 and 4");
    sg_node_free(map);
}

SG_TESTS(cmocka_unit_test(reads_counts), cmocka_unit_test(reads_real_numbers),
         cmocka_unit_test(reads_whole_numbers), cmocka_unit_test(takes_quoted_numbers_for_text),
         cmocka_unit_test(reads_booleans), cmocka_unit_test(reads_texts),
         cmocka_unit_test(reads_choices), cmocka_unit_test(refuses_lists_and_maps),
         cmocka_unit_test(leaves_what_is_missing),
         cmocka_unit_test(refuses_members_nobody_asked_for), cmocka_unit_test(wants_a_map),
         cmocka_unit_test(leaves_out_unknown_places), cmocka_unit_test(reads_items_of_lists))
