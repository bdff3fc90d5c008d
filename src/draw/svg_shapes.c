/* svg_shapes.c - the whole picture, simple forms and paths. */
#include "draw/svg_parts.h"

/* Paper is light, so the dark rules are for screens.  Renderers without media queries (librsvg among
 * them) take the light ones: the dark ones come in a block that they skip. */
static const char css[] =
    ".sg-picture{font-family:sans-serif}"
    ".sg-picture .sg-paper{fill:#fff}"
    ".sg-picture .sg-ink{fill:#1c2126}"
    ".sg-picture .sg-soft{fill:#5b6570}"
    ".sg-picture .sg-line{stroke:#7a858f;fill:none}"
    ".sg-picture .sg-bond{stroke:#1c2126}"
    ".sg-picture .sg-grid{stroke:#dfe3e7;fill:none}"
    ".sg-picture .sg-frame{stroke:#c3cad0;fill:none}"
    ".sg-picture .sg-rim{stroke:#3a424a}"
    ".sg-picture .sg-halo{fill:#1c2126;stroke:#fff;stroke-width:3;paint-order:stroke;"
    "stroke-linejoin:round}"
    ".sg-picture .sg-rimmed{stroke:#fff;stroke-width:2.4;paint-order:stroke;"
    "stroke-linejoin:round}"
    "@media screen and (prefers-color-scheme:dark){"
    ".sg-picture .sg-paper{fill:#15191d}"
    ".sg-picture .sg-ink{fill:#e8ebee}"
    ".sg-picture .sg-soft{fill:#a3adb6}"
    ".sg-picture .sg-line{stroke:#8a959f}"
    ".sg-picture .sg-bond{stroke:#d5dae0}"
    ".sg-picture .sg-grid{stroke:#2b3238}"
    ".sg-picture .sg-frame{stroke:#47515a}"
    ".sg-picture .sg-rim{stroke:#c3cad0}"
    ".sg-picture .sg-halo{fill:#e8ebee;stroke:#15191d}"
    ".sg-picture .sg-rimmed{stroke:#15191d}"
    ".sg-picture .sg-atom{filter:brightness(1.5) saturate(.8)}}";

const char *sg_svg_css(void)
{
    return css;
}

void sg_svg_begin(sg_svg *svg, double width, double height, const char *title, sg_svg_kind kind)
{
    const bool is_alone = kind == SG_SVG_ALONE;
    if (is_alone) sgi_svg_add(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    sg_svg_open(svg, "svg");
    if (is_alone) sg_svg_attribute(svg, "xmlns", "http://www.w3.org/2000/svg");
    sg_svg_class(svg, "sg-picture");
    sg_svg_number(svg, "width", width);
    sg_svg_number(svg, "height", height);
    sgi_svg_add(svg, " viewBox=\"0 0 ");
    sgi_svg_add_number(svg, width);
    sgi_svg_add(svg, " ");
    sgi_svg_add_number(svg, height);
    sgi_svg_add(svg, "\"");
    sg_svg_attribute(svg, "role", "img");
    sg_svg_hint(svg, "%s", title);
    if (!is_alone) return;
    sg_svg_open(svg, "style");
    sg_svg_words(svg, css);
    sg_svg_close(svg);
    sg_svg_rectangle(svg, 0, 0, width, height);
    sg_svg_class(svg, "sg-paper");
    sg_svg_close(svg);
}

sg_status sg_svg_end(sg_svg *svg, sg_error *err)
{
    sg_svg_close(svg);
    sgi_svg_add(svg, "\n");
    if (svg->error.status != SG_OK)
        return sg_error_set(err, svg->error.status, svg->error.where, "%s", svg->error.text);
    return SG_OK;
}

void sg_svg_line(sg_svg *svg, double x1, double y1, double x2, double y2)
{
    sg_svg_open(svg, "line");
    sg_svg_number(svg, "x1", x1);
    sg_svg_number(svg, "y1", y1);
    sg_svg_number(svg, "x2", x2);
    sg_svg_number(svg, "y2", y2);
}

void sg_svg_circle(sg_svg *svg, double x, double y, double radius)
{
    sg_svg_open(svg, "circle");
    sg_svg_number(svg, "cx", x);
    sg_svg_number(svg, "cy", y);
    sg_svg_number(svg, "r", radius);
}

void sg_svg_rectangle(sg_svg *svg, double x, double y, double width, double height)
{
    sg_svg_open(svg, "rect");
    sg_svg_number(svg, "x", x);
    sg_svg_number(svg, "y", y);
    sg_svg_number(svg, "width", width);
    sg_svg_number(svg, "height", height);
}

static void add_point(sg_svg *svg, const char *command, double x, double y)
{
    sgi_svg_add(svg, command);
    sgi_svg_add_number(svg, x);
    sgi_svg_add(svg, " ");
    sgi_svg_add_number(svg, y);
}

void sg_svg_group_at(sg_svg *svg, double x, double y)
{
    sg_svg_open(svg, "g");
    add_point(svg, " transform=\"translate(", x, y);
    sgi_svg_add(svg, ")\"");
}

void sg_svg_path(sg_svg *svg)
{
    sg_svg_open(svg, "path");
    sgi_svg_add(svg, " d=\"");
}

void sg_svg_move_to(sg_svg *svg, double x, double y)
{
    add_point(svg, "M", x, y);
}

void sg_svg_line_to(sg_svg *svg, double x, double y)
{
    add_point(svg, "L", x, y);
}

void sg_svg_curve_to(sg_svg *svg, double control_x, double control_y, double x, double y)
{
    add_point(svg, "Q", control_x, control_y);
    add_point(svg, " ", x, y);
}

void sg_svg_path_close(sg_svg *svg)
{
    sgi_svg_add(svg, "Z");
}

void sg_svg_path_done(sg_svg *svg)
{
    sgi_svg_add(svg, "\"");
}

/* Widths of DejaVu Sans, the widest of the usual ones, as parts of the size. */
static double width_of(unsigned char c)
{
    if (c >= 0x80) return (c & 0xc0) == 0x80 ? 0 : 0.8; /* once per character */
    switch (c) {
    case 'i':
    case 'j':
    case 'l':
    case '\'':
    case '|':
    case '.':
    case ',':
    case ':':
    case ';':
    case 'I':
    case ' ':
        return 0.36;
    case 'f':
    case 'r':
    case 't':
    case '(':
    case ')':
    case '-':
    case '/':
        return 0.43;
    case 'm':
    case 'w':
    case 'M':
    case 'W':
    case '%':
    case '@':
        return 0.98;
    default:
        return c >= 'A' && c <= 'Z' ? 0.69 : c == '+' || c == '=' ? 0.84 : 0.62;
    }
}

double sg_svg_text_width(const char *words, double size)
{
    double width = 0;
    for (; *words != '\0'; words++) width += width_of((unsigned char)*words);
    return width * size;
}
