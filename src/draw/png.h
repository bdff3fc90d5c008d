/* png.h - an SVG picture in pixels, or as a page.
 *
 *     SG_TRY(sg_png_from_svg(&png, svg.data, svg.size, 2, err));
 *     SG_TRY(sg_file_write("picture.png", png.data, png.size, err));
 *
 * The work is done by librsvg and cairo, which are looked for when they are needed: the library
 * does not depend on them, and a program that draws nothing does not load fifty shared libraries.
 * See docs/decisions/008-png.md.
 */
#ifndef SG_DRAW_PNG_H
#define SG_DRAW_PNG_H

#include "base/text.h"

/* Append the picture to `png`, with `zoom` pixels for each of its own.
 * Fails with SG_ENOTFOUND (librsvg is not installed; the text names the package), SG_EFORMAT (it
 * cannot read the picture), SG_ELIMIT (too many pixels), SG_ECANCELED (asked before every stroke) or
 * SG_ENOMEM; `png` is then unchanged. */
sg_status sg_png_from_svg(sg_text *png, const char *svg, size_t size, double zoom,
                          sg_error *err);

/* Append the picture to `pdf` as a page of its size, a pixel being 1/96 inch; texts stay texts.
 * Fails likewise; it is asked before and after drawing, not while librsvg draws. */
sg_status sg_pdf_from_svg(sg_text *pdf, const char *svg, size_t size, sg_error *err);

#endif
