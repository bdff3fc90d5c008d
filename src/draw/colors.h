/* colors.h - colors that mean something, and that everybody can tell apart.
 *
 *     char color[SG_COLOR_ROOM];
 *     sg_color_signed(color, weight / largest);
 *     sg_svg_attribute(&svg, "fill", color);
 *
 * Negative is purple and positive is orange, in all pictures: every kind of color vision tells them apart,
 * and nobody takes them for nitrogen and oxygen, which are blue and red.  Both differ in lightness from the
 * middle by equal steps.  Labels take the "light" scheme of Paul Tol, made for black words on top of it.
 *
 * Reference: P. Tol, Colour Schemes, SRON/EPS/TN/09-002 (2021); B. Ottosson, OKLab (2020).
 */
#ifndef SG_DRAW_COLORS_H
#define SG_DRAW_COLORS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SG_COLOR_ROOM = 8, /* "#rrggbb" and a zero byte         */
    SG_COLOR_LABELS = 9,
    SG_COLOR_SERIES = 7
};

/* The filling for a value from -1 (purple) over 0 (almost white) to 1 (orange); values
 * outside are moved to the ends, and not-a-number is gray. */
void sg_color_signed(char color[SG_COLOR_ROOM], double value);

/* The filling for a value from 0 (almost white) to 1 (dark): for heat maps. */
void sg_color_amount(char color[SG_COLOR_ROOM], double value);

/* What is not known, or was not learned: gray, seen on light and dark paper. */
#define SG_COLOR_UNKNOWN "#8c949c"

/* What raises and what lowers an output: arrows, halos, bars; seen on light and dark paper. */
#define SG_COLOR_RAISES "#d67700"
#define SG_COLOR_LOWERS "#7a52c7"

/* One strong color for positive and one for negative, which are seen on light and dark paper. */
const char *sg_color_of_sign(double value);

/* The filling of a node with this label; labels that differ by SG_COLOR_LABELS look alike. */
const char *sg_color_label(uint64_t label);

/* The color of a curve; seen on light and dark paper.  SG_COLOR_SERIES different ones. */
const char *sg_color_series(uint64_t curve);

/* "#000000" or "#ffffff": the one that words on this filling should have. */
const char *sg_color_words_on(const char color[SG_COLOR_ROOM]);

#endif
