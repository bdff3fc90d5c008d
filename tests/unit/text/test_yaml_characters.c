/* test_yaml_characters.c - what may stand in a document as it is. */
#include "text/yaml_characters.h"

#include "support/check.h"

static void characters_have_codes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t code;
        size_t size;
    } cases[] = {{"A", 'A', 1},
                 {"\xc3\xa9", 0xe9, 2},
                 {"\xe2\x86\x92", 0x2192, 3},
                 {"\xf0\x9f\x99\x82", 0x1f642, 4},
                 {"\xff", 7, 0},
                 {"\xc3", 7, 0},
                 {"", 7, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t code = 7;
        const char *text = cases[i].text;
        assert_int_equal(sg_yaml_character(&code, text, text + strlen(text)), cases[i].size);
        assert_int_equal(code, cases[i].code);
    }
}

static void what_may_stand(void **state)
{
    (void)state;
    static const uint32_t may[] = {'\t', '\n', '\r', ' ', '~', 0xa0, 0x2192, 0xfffd, 0x1f642},
                          may_not[] = {0,      1,      0x1b,   0x7f,   0x85,
                                       0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff};
    for (size_t i = 0; i < sizeof may / sizeof *may; i++)
        assert_true(sg_yaml_may_stand(may[i]));
    for (size_t i = 0; i < sizeof may_not / sizeof *may_not; i++)
        assert_false(sg_yaml_may_stand(may_not[i]));
}

static sg_status check_text(const char *text, sg_error *err)
{
    return sg_yaml_check_characters("x.yml", text, strlen(text), err);
}

static void the_place_of_the_first_flaw(void **state)
{
    (void)state;
    check_ok(check_text("", &err));
    check_ok(check_text("a: 1\r\nb: \xc3\xa9\n", &err));
    check_fails(check_text("a: 1\nb: \x01", &err), SG_EFORMAT,
                "x.yml:2:4: found the invisible");
    check_fails(check_text("a\rb\xc3(", &err), SG_EFORMAT, "x.yml:2:2: found byte 195");
    check_fails(check_text("\xff\xfe", &err), SG_EFORMAT, "x.yml:1:1: this looks like UTF-16");
    check_fails(sg_yaml_check_characters("x.yml", "a\0", 2, &err), SG_EFORMAT, "found byte 0");
}

SG_TESTS(cmocka_unit_test(characters_have_codes), cmocka_unit_test(what_may_stand),
         cmocka_unit_test(the_place_of_the_first_flaw))
