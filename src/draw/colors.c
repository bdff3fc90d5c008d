/* colors.c - tables of colors, and straight lines between their entries.
 *
 * The two ramps have equal steps of lightness in OKLab, from 0.965 down to 0.5 (0.33 for amounts),
 * with as much chroma as a screen can show.  They are tables, not formulas, because powers and
 * cube roots may round differently from one C library to the next. */
#include "draw/colors.h"

#include <math.h>
#include <string.h>

enum { STEPS = 8 };

typedef uint8_t rgb[3];

static const rgb negative[STEPS + 1] = {
    {0xf3, 0xf3, 0xf3}, {0xe3, 0xda, 0xff}, {0xd2, 0xc3, 0xff},
    {0xc1, 0xab, 0xff}, {0xb2, 0x91, 0xff}, {0xa4, 0x76, 0xff},
    {0x93, 0x63, 0xed}, {0x82, 0x50, 0xd9}, {0x71, 0x3d, 0xc5}};
static const rgb positive[STEPS + 1] = {
    {0xf3, 0xf3, 0xf3}, {0xff, 0xd7, 0xbc}, {0xff, 0xbd, 0x8f},
    {0xff, 0xa1, 0x59}, {0xfb, 0x84, 0x00}, {0xe1, 0x76, 0x00},
    {0xc7, 0x68, 0x00}, {0xae, 0x5a, 0x00}, {0x96, 0x4d, 0x00}};
static const rgb amount[STEPS + 1] = {
    {0xf5, 0xf4, 0xe5}, {0xcf, 0xe1, 0xbb}, {0x99, 0xd0, 0xa3},
    {0x51, 0xbd, 0xa0}, {0x0e, 0xa3, 0xa3}, {0x0a, 0x85, 0x9d},
    {0x00, 0x67, 0x99}, {0x21, 0x45, 0x8f}, {0x32, 0x24, 0x74}};

static void write_byte(char text[2], long value)
{
    static const char digit[] = "0123456789abcdef";
    text[0] = digit[value / 16];
    text[1] = digit[value % 16];
}

/* The color at `value`, 0 .. 1, of a ramp. */
static void write_color(char color[SG_COLOR_ROOM], const rgb *ramp, double value)
{
    const double place = fmin(fmax(value, 0), 1) * STEPS;
    const int below = place < STEPS ? (int)place : STEPS - 1;
    const double part = place - below;
    color[0] = '#';
    for (size_t c = 0; c < 3; c++) {
        const double from = ramp[below][c], to = ramp[below + 1][c];
        write_byte(color + 1 + 2 * c, lround(from + part * (to - from)));
    }
    color[SG_COLOR_ROOM - 1] = '\0';
}

static void write_gray(char color[SG_COLOR_ROOM])
{
    memcpy(color, "#b0b0b0", SG_COLOR_ROOM);
}

void sg_color_signed(char color[SG_COLOR_ROOM], double value)
{
    if (isnan(value))
        write_gray(color);
    else
        write_color(color, value < 0 ? negative : positive, fabs(value));
}

void sg_color_amount(char color[SG_COLOR_ROOM], double value)
{
    if (isnan(value))
        write_gray(color);
    else
        write_color(color, amount, value);
}

const char *sg_color_of_sign(double value)
{
    return value < 0 ? SG_COLOR_LOWERS : SG_COLOR_RAISES;
}

const char *sg_color_label(uint64_t label)
{
    static const char *const light[SG_COLOR_LABELS] = {"#77aadd", "#ee8866", "#eedd88",
                                                       "#ffaabb", "#99ddff", "#44bb99",
                                                       "#bbcc33", "#aaaa00", "#dddddd"};
    return light[label % SG_COLOR_LABELS];
}

/* Okabe and Ito's palette without its yellow, which light paper swallows, and its black. */
const char *sg_color_series(uint64_t curve)
{
    static const char *const series[SG_COLOR_SERIES] = {
        "#0c7bc0", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#888888"};
    return series[curve % SG_COLOR_SERIES];
}

static int nibble(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Relative luminance as WCAG has it, with the power 2.4 replaced by a square: the choice between
 * black and white flips where the two contrasts are equal, at a luminance of 0.18. */
const char *sg_color_words_on(const char color[SG_COLOR_ROOM])
{
    static const double share[3] = {0.2126, 0.7152, 0.0722};
    double luminance = 0;
    for (int c = 0; c < 3; c++) {
        const double level = (nibble(color[1 + 2 * c]) * 16 + nibble(color[2 + 2 * c])) / 255.0;
        luminance += share[c] * level * level;
    }
    return luminance > 0.2 ? "#000000" : "#ffffff";
}
