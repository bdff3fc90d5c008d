/* svg.h - writing a picture as SVG.
 *
 *     sg_svg svg = {0};
 *     sg_svg_begin(&svg, 400, 300, "Accuracy by epoch", SG_SVG_ALONE);
 *     sg_svg_circle(&svg, 20, 30, 4);
 *     sg_svg_class(&svg, "sg-line");
 *     sg_svg_integer(&svg, "data-node", 7);
 *     sg_svg_close(&svg);
 *     SG_TRY(sg_svg_end(&svg, err));
 *     SG_TRY(sg_file_write(path, svg.text.data, svg.text.size, err));
 * done:
 *     sg_svg_free(&svg);
 *
 * Every element that is opened is closed by sg_svg_close; attributes are given before its first
 * child.  Drawing cannot be refused except for lack of memory, so the calls return nothing: the
 * writer remembers that it failed, and sg_svg_end says so.  All texts are escaped; what is not
 * valid UTF-8, or not allowed in XML, becomes U+FFFD.  Coordinates have two digits, so that the
 * same picture is the same bytes.
 *
 * A picture is readable on light and dark backgrounds if everything in it is either painted with
 * one of the classes of sg_svg_css, or with a color on top of such a thing:
 *
 *     sg-paper  the background             sg-ink    words             sg-soft  lesser words
 *     sg-line   axes, edges of graphs      sg-grid   grid lines        sg-halo  rim of words that
 *     sg-frame  outline without filling    sg-rim    outline of nodes           stand on a drawing
 *     sg-rimmed the same rim around words that have a color of their own
 */
#ifndef SG_DRAW_SVG_H
#define SG_DRAW_SVG_H

#include "base/text.h"

enum { SG_SVG_DEEPEST = 16 };

typedef enum sg_svg_kind {
    SG_SVG_ALONE,  /* a file of its own: with XML declaration, style sheet and background  */
    SG_SVG_IN_PAGE /* a part of an HTML page, which has the rules of sg_svg_css            */
} sg_svg_kind;

typedef enum sg_anchor { SG_ANCHOR_START, SG_ANCHOR_MIDDLE, SG_ANCHOR_END } sg_anchor;

/* {0} is a writer before sg_svg_begin. */
typedef struct sg_svg {
    sg_text text; /* what is written so far                                            */
    bool in_tag;  /* attributes may come                                               */
    bool in_line; /* words were written, so nothing may be indented until close        */
    uint32_t depth;
    const char *open[SG_SVG_DEEPEST]; /* names of the open elements, borrowed           */
    sg_error error;                   /* the first failure; SG_OK: none                 */
} sg_svg;

void sg_svg_free(sg_svg *svg);

/* The rules of the classes above, for light and for dark, as the content of a <style> element.
 * They apply to what is inside an element with the class "sg-picture". */
const char *sg_svg_css(void);

/* Open the picture.  `title` is what screen readers say. */
void sg_svg_begin(sg_svg *svg, double width, double height, const char *title,
                  sg_svg_kind kind);

/* Close the picture; everything else must be closed.  Fails with SG_ENOMEM if any call did. */
sg_status sg_svg_end(sg_svg *svg, sg_error *err);

/* Open an element; `name` is borrowed until it is closed. */
void sg_svg_open(sg_svg *svg, const char *name);
void sg_svg_close(sg_svg *svg);

/* Attributes of the element just opened: a text, a coordinate (two digits), a value with nine
 * significant digits, a whole number. */
void sg_svg_attribute(sg_svg *svg, const char *name, const char *value);
void sg_svg_number(sg_svg *svg, const char *name, double value);
void sg_svg_value(sg_svg *svg, const char *name, double value);
void sg_svg_integer(sg_svg *svg, const char *name, int64_t value);

static inline void sg_svg_class(sg_svg *svg, const char *value)
{
    sg_svg_attribute(svg, "class", value);
}

/* Words inside the element that is open. */
void sg_svg_words(sg_svg *svg, const char *words);

/* What a pointer that rests on the element that is open shows: a <title> child.  It comes after
 * the attributes and before other children. */
SG_PRINTF(2, 3)
void sg_svg_hint(sg_svg *svg, const char *fmt, ...);

/* Open an element of this form; attributes may follow, and sg_svg_close. */
void sg_svg_line(sg_svg *svg, double x1, double y1, double x2, double y2);
void sg_svg_circle(sg_svg *svg, double x, double y, double radius);
void sg_svg_rectangle(sg_svg *svg, double x, double y, double width, double height);

/* Open a group moved by (x, y). */
void sg_svg_group_at(sg_svg *svg, double x, double y);

/* Open a path, whose points follow; sg_svg_path_done ends them, and attributes may follow:
 *
 *     sg_svg_path(&svg);
 *     sg_svg_move_to(&svg, 0, 0);
 *     sg_svg_line_to(&svg, 10, 5);
 *     sg_svg_path_done(&svg);
 *     sg_svg_class(&svg, "sg-line");
 *     sg_svg_close(&svg);
 */
void sg_svg_path(sg_svg *svg);
void sg_svg_move_to(sg_svg *svg, double x, double y);
void sg_svg_line_to(sg_svg *svg, double x, double y);
void sg_svg_curve_to(sg_svg *svg, double control_x, double control_y, double x, double y);
void sg_svg_path_close(sg_svg *svg); /* back to where it began */
void sg_svg_path_done(sg_svg *svg);

/* Words at a place, a whole element: (x, y) is the anchor on the base line, `size` in pixels,
 * `class_name` one of the above.  The format is last. */
SG_PRINTF(7, 8)
void sg_svg_text(sg_svg *svg, double x, double y, double size, sg_anchor anchor,
                 const char *class_name, const char *fmt, ...);

/* Words in as many lines as a width needs, the first at (x, y), `step` pixels apart; returns how many.  Where
 * `svg` is NULL, the lines are only counted.  A word that is too long has a line of its own. */
uint32_t sg_svg_lines(sg_svg *svg, double x, double y, double size, double step, double width,
                      const char *class_name, const char *words);

/* About how many pixels the words are wide in a usual sans-serif font; never much too small. */
double sg_svg_text_width(const char *words, double size);

#endif
