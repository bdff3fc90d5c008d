/* test_member_text.c - what help says of a member, by its type. */
#include "layers/member_text.h"

#include "support/check.h"

static void values_and_presets(void **state)
{
    (void)state;
    static const char *const WORDS[] = {"sum", "mean", "max"};
    static const struct {
        sg_member member;
        const char *values, *preset;
    } known[] = {{{.type = SG_MEMBER_BOOL, .preset = 1}, "false or true", "true"},
                 {{.type = SG_MEMBER_REAL, .preset = 0.5, .most = 0.999}, "0 to 0.999", "0.5"},
                 {{.type = SG_MEMBER_WORD, .words = WORDS, .n_words = 3, .preset = 1},
                  "sum, mean or max",
                  "mean"},
                 {{.type = SG_MEMBER_OUTPUTS}, "a number, classes or targets", ""},
                 {{.type = SG_MEMBER_OWN}, "", ""}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char values[100], preset[100];
        sg_member_values(values, sizeof values, &known[i].member);
        sg_member_preset(preset, sizeof preset, &known[i].member);
        assert_string_equal(values, known[i].values);
        assert_string_equal(preset, known[i].preset);
    }
}

static void activations_are_named(void **state)
{
    (void)state;
    char text[200];
    sg_member_values(text, sizeof text, &sg_activation_member);
    assert_string_equal(text, "identity, tanh, relu, leaky-relu, elu, gelu or sigmoid");
    sg_member_preset(text, sizeof text, &sg_activation_member);
    assert_string_equal(text, "identity");
}

static void long_texts_are_cut(void **state)
{
    (void)state;
    char text[9];
    sg_member_values(text, sizeof text, &sg_activation_member);
    assert_string_equal(text, "identity");
    sg_member_preset(text, 3, &sg_activation_member);
    assert_string_equal(text, "id");
}

SG_TESTS(cmocka_unit_test(values_and_presets), cmocka_unit_test(activations_are_named),
         cmocka_unit_test(long_texts_are_cut))
