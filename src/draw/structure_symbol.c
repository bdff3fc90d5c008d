/* structure_symbol.c - the symbol of an atom with its hydrogens and its charge: NH, H2N, N+. */
#include "draw/structure.h"

#include <stdio.h>
#include <string.h>

/* Corey, Pauling and Koltun's colors, darker or lighter where they would vanish on white or black. */
static const struct {
    char symbol[3], color[8];
} CPK[] = {{"N", "#3d6be0"},  {"O", "#d8352c"},  {"S", "#a8820a"},  {"P", "#cf6a00"},
           {"F", "#2f8f3f"},  {"Cl", "#2f8f3f"}, {"Br", "#b0562b"}, {"I", "#9440c0"},
           {"B", "#c46a6a"},  {"Si", "#8a7a4a"}, {"Se", "#b07a10"}, {"As", "#9a5cc4"},
           {"Na", "#8a4fd8"}, {"K", "#8a4fd8"},  {"Li", "#8a4fd8"}, {"Ca", "#4f8a2a"}};

const char *sg_element_color(const char *symbol)
{
    for (size_t i = 0; i < sizeof CPK / sizeof *CPK; i++)
        if (strcmp(CPK[i].symbol, symbol) == 0) return CPK[i].color;
    return strcmp(symbol, "C") == 0 || strcmp(symbol, "H") == 0 ? NULL : "#c0488c";
}

static void open_text(sg_svg *svg, double x, double y, double size, sg_anchor anchor,
                      const char *color)
{
    static const char *const word[] = {"start", "middle", "end"};
    sg_svg_open(svg, "text");
    sg_svg_number(svg, "x", x);
    sg_svg_number(svg, "y", y);
    sg_svg_number(svg, "font-size", size);
    sg_svg_attribute(svg, "text-anchor", word[anchor]);
    sg_svg_class(svg, color == NULL ? "sg-ink sg-rimmed" : "sg-atom sg-rimmed");
    if (color != NULL) sg_svg_attribute(svg, "fill", color);
}

static void write_words(sg_svg *svg, double x, double y, double size, sg_anchor anchor,
                        const char *color, const char *words)
{
    open_text(svg, x, y, size, anchor, color);
    sg_svg_words(svg, words);
    sg_svg_close(svg);
}

/* "H" and, below the line, how many. */
static double write_hydrogens(sg_svg *svg, double x, double y, double size, uint8_t n,
                              bool to_the_left, const char *color)
{
    char digits[8] = "";
    if (n > 1) (void)snprintf(digits, sizeof digits, "%u", n);
    const double wide = sg_svg_text_width("H", size),
                 narrow = n > 1 ? sg_svg_text_width(digits, size * 0.7) : 0;
    const double begin = to_the_left ? x - wide - narrow : x;
    write_words(svg, begin, y, size, SG_ANCHOR_START, color, "H");
    if (n > 1)
        write_words(svg, begin + wide, y + size * 0.25, size * 0.7, SG_ANCHOR_START, color,
                    digits);
    return wide + narrow;
}

static void write_charge(char text[12], int8_t charge)
{
    const int size = charge < 0 ? -charge : charge;
    const char *sign = charge < 0 ? "\xe2\x88\x92" : "+";
    if (size > 1)
        (void)snprintf(text, 12, "%d%s", size, sign);
    else
        (void)snprintf(text, 12, "%s", sign);
}

void sg_svg_symbol(sg_svg *svg, sg_point at, double size, const sg_structure_atom *atom,
                   sg_side side)
{
    const char *color = sg_element_color(atom->symbol);
    const double wide = sg_svg_text_width(atom->symbol, size), base = at.y + size * 0.36;
    double right = at.x + wide / 2;
    write_words(svg, at.x, base, size, SG_ANCHOR_MIDDLE, color, atom->symbol);
    if (atom->hydrogens > 0 && side == SG_SIDE_RIGHT)
        right += write_hydrogens(svg, right, base, size, atom->hydrogens, false, color);
    if (atom->hydrogens > 0 && side == SG_SIDE_LEFT)
        (void)write_hydrogens(svg, at.x - wide / 2, base, size, atom->hydrogens, true, color);
    if (atom->hydrogens > 0 && (side == SG_SIDE_ABOVE || side == SG_SIDE_BELOW))
        (void)write_hydrogens(svg, at.x - sg_svg_text_width("H", size) / 2,
                              base + (side == SG_SIDE_ABOVE ? -0.95 : 0.95) * size, size,
                              atom->hydrogens, false, color);
    if (atom->charge == 0) return;
    char charge[12];
    write_charge(charge, atom->charge);
    write_words(svg, right, base - size * 0.4, size * 0.75, SG_ANCHOR_START, color, charge);
}
