/* test_colors.c - colors mean what they should and can be told apart. */
#include "draw/colors.h"

#include "support/check.h"

static double channel(const char *color, int c)
{
    const char digits[3] = {color[1 + 2 * c], color[2 + 2 * c], '\0'};
    return (double)strtol(digits, NULL, 16) / 255;
}

/* Relative luminance by WCAG 2. */
static double luminance(const char *color)
{
    static const double share[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        const double x = channel(color, c);
        sum += share[c] * (x <= 0.03928 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(const char *a, const char *b)
{
    const double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static void signs_are_purple_and_orange(void **state)
{
    (void)state;
    char color[SG_COLOR_ROOM];
    sg_color_signed(color, -1);
    assert_string_equal(color, "#713dc5");
    sg_color_signed(color, 0);
    assert_string_equal(color, "#f3f3f3");
    sg_color_signed(color, 1);
    assert_string_equal(color, "#964d00");
    sg_color_signed(color, 17);
    assert_string_equal(color, "#964d00");
    sg_color_signed(color, NAN);
    assert_string_equal(color, "#b0b0b0");
    assert_true(channel(sg_color_of_sign(-1), 2) > channel(sg_color_of_sign(-1), 0));
    assert_true(channel(sg_color_of_sign(1), 0) > channel(sg_color_of_sign(1), 2));
}

/* Lightness falls steadily from the middle, and as fast on both sides. */
static void ramps_are_even(void **state)
{
    (void)state;
    double before[3] = {2, 2, 2};
    for (int i = 0; i <= 100; i++) {
        char color[3][SG_COLOR_ROOM];
        sg_color_signed(color[0], i / 100.0);
        sg_color_signed(color[1], -i / 100.0);
        sg_color_amount(color[2], i / 100.0);
        for (int k = 0; k < 3; k++) {
            const double now = luminance(color[k]);
            assert_true(now < before[k] + 1e-3);
            before[k] = now;
        }
        check_near(cbrt(before[0]), cbrt(before[1]), 0, 0.12);
    }
}

static void words_can_be_read(void **state)
{
    (void)state;
    char color[SG_COLOR_ROOM];
    for (int i = -50; i <= 50; i++) {
        sg_color_signed(color, i / 50.0);
        assert_true(contrast(color, sg_color_words_on(color)) >= 4);
    }
    for (uint64_t label = 0; label < SG_COLOR_LABELS; label++) {
        assert_string_equal(sg_color_words_on(sg_color_label(label)), "#000000");
        assert_true(contrast(sg_color_label(label), "#000000") >= 7);
        assert_ptr_equal(sg_color_label(label), sg_color_label(label + SG_COLOR_LABELS));
    }
}

static void curves_are_seen_on_light_and_dark(void **state)
{
    (void)state;
    for (uint64_t curve = 0; curve < SG_COLOR_SERIES; curve++) {
        assert_true(contrast(sg_color_series(curve), "#ffffff") >= 2);
        assert_true(contrast(sg_color_series(curve), "#15191d") >= 3);
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_true(contrast(sg_color_of_sign(sign), "#ffffff") >= 3);
        assert_true(contrast(sg_color_of_sign(sign), "#15191d") >= 3);
    }
}

SG_TESTS(cmocka_unit_test(signs_are_purple_and_orange), cmocka_unit_test(ramps_are_even),
         cmocka_unit_test(words_can_be_read),
         cmocka_unit_test(curves_are_seen_on_light_and_dark))
