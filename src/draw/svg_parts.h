/* svg_parts.h - what the files of the SVG writer share.
 */
#ifndef SG_DRAW_SVG_PARTS_H
#define SG_DRAW_SVG_PARTS_H

#include "draw/svg.h"

/* Append a text as it is, unescaped. */
void sgi_svg_add(sg_svg *svg, const char *text);

/* Append a coordinate; what is not finite or not below 1e9 becomes 0. */
void sgi_svg_add_number(sg_svg *svg, double value);

#endif
