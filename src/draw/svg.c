/* svg.c - elements, attributes and words; escaping.
 *
 * A failed append leaves the text as it was and the error in the writer; every later call does
 * nothing, so that a picture is never half of one. */
#include "draw/svg_parts.h"

#include "base/mem.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add_bytes(sg_svg *svg, const char *bytes, size_t size)
{
    if (svg->error.status != SG_OK) return;
    (void)sg_text_add_bytes(&svg->text, bytes, size, &svg->error);
}

static void add(sg_svg *svg, const char *text)
{
    add_bytes(svg, text, strlen(text));
}

/* The number of bytes of the character at `text`, or 0 if it is none that XML allows. */
static size_t character(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80) return p[0] >= 0x20 || p[0] == '\t' || p[0] == '\n' ? 1 : 0;
    const size_t size = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4) return 0;
    for (size_t i = 1; i < size; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    const bool is_long = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    const bool is_surrogate = p[0] == 0xed && p[1] >= 0xa0;
    const bool is_no_character = p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe;
    const bool is_beyond = p[0] == 0xf4 && p[1] >= 0x90;
    return is_long || is_surrogate || is_no_character || is_beyond ? 0 : size;
}

static const char *escape_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
    case '\n':
        return " ";
    default:
        return NULL;
    }
}

static void add_escaped(sg_svg *svg, const char *text)
{
    const char *plain = text;
    while (*text != '\0') {
        const size_t size = character(text);
        const char *escape = size == 0 ? "\xef\xbf\xbd" : escape_of(*text);
        if (escape == NULL) {
            text += size;
            continue;
        }
        add_bytes(svg, plain, (size_t)(text - plain));
        add(svg, escape);
        plain = ++text;
    }
    add_bytes(svg, plain, (size_t)(text - plain));
}

/* Two digits at most, whatever the locale: printf is not asked. */
void sgi_svg_add_number(sg_svg *svg, double value)
{
    if (!(fabs(value) < 1e9)) value = 0;
    const long long hundredths = llround(value * 100);
    const long long size = hundredths < 0 ? -hundredths : hundredths;
    char text[32], *end = text;
    if (hundredths < 0) *end++ = '-';
    end += snprintf(end, 24, "%lld", size / 100);
    if (size % 100 != 0) {
        *end++ = '.';
        *end++ = (char)('0' + size / 10 % 10);
        if (size % 10 != 0) *end++ = (char)('0' + size % 10);
    }
    add_bytes(svg, text, (size_t)(end - text));
}

void sgi_svg_add(sg_svg *svg, const char *text)
{
    add(svg, text);
}

void sg_svg_free(sg_svg *svg)
{
    sg_text_free(&svg->text);
    *svg = (sg_svg){0};
}

static void end_tag(sg_svg *svg)
{
    if (svg->in_tag) add(svg, ">");
    svg->in_tag = false;
}

void sg_svg_open(sg_svg *svg, const char *name)
{
    assert(svg->depth < SG_SVG_DEEPEST);
    end_tag(svg);
    if (!svg->in_line && svg->text.size > 0) add(svg, "\n");
    add(svg, "<");
    add(svg, name);
    svg->open[svg->depth++] = name;
    svg->in_tag = true;
}

void sg_svg_close(sg_svg *svg)
{
    assert(svg->depth > 0);
    const char *name = svg->open[--svg->depth];
    if (svg->in_tag) {
        add(svg, "/>");
    } else {
        add(svg, "</");
        add(svg, name);
        add(svg, ">");
    }
    svg->in_tag = svg->in_line = false;
}

static void begin_attribute(sg_svg *svg, const char *name)
{
    assert(svg->in_tag);
    add(svg, " ");
    add(svg, name);
    add(svg, "=\"");
}

void sg_svg_attribute(sg_svg *svg, const char *name, const char *value)
{
    begin_attribute(svg, name);
    add_escaped(svg, value);
    add(svg, "\"");
}

void sg_svg_number(sg_svg *svg, const char *name, double value)
{
    begin_attribute(svg, name);
    sgi_svg_add_number(svg, value);
    add(svg, "\"");
}

/* The locale's decimal point may be several bytes that are neither digit, sign nor letter. */
void sg_svg_value(sg_svg *svg, const char *name, double value)
{
    char digits[40], *end = digits;
    (void)snprintf(digits, sizeof digits, "%.9g", value);
    for (const char *p = digits; *p != '\0'; p++) {
        const bool is_point = (*p < '0' || *p > '9') && strchr("+-einfa", *p) == NULL;
        if (!is_point)
            *end++ = *p;
        else if (end == digits || end[-1] != '.')
            *end++ = '.';
    }
    begin_attribute(svg, name);
    add_bytes(svg, digits, (size_t)(end - digits));
    add(svg, "\"");
}

void sg_svg_integer(sg_svg *svg, const char *name, int64_t value)
{
    begin_attribute(svg, name);
    if (svg->error.status == SG_OK) (void)sg_text_add_integer(&svg->text, value, &svg->error);
    add(svg, "\"");
}

void sg_svg_words(sg_svg *svg, const char *words)
{
    end_tag(svg);
    add_escaped(svg, words);
    svg->in_line = true;
}

/* Words of any length: most fit in the array on the stack, the others are written twice. */
static void add_format(sg_svg *svg, const char *fmt, va_list args)
{
    char some[256], *all = NULL;
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(some, sizeof some, fmt, args);
    if (length >= (int)sizeof some) {
        all = sg_alloc((size_t)length + 1, 1);
        if (all != NULL)
            (void)vsnprintf(all, (size_t)length + 1, fmt, again);
        else
            (void)sg_error_set(&svg->error, SG_ENOMEM, SG_WHERE, "out of memory");
    }
    if (length >= 0) sg_svg_words(svg, all != NULL ? all : some);
    sg_free(all);
    va_end(again);
}

void sg_svg_hint(sg_svg *svg, const char *fmt, ...)
{
    va_list args;
    const bool in_line = svg->in_line;
    end_tag(svg);
    svg->in_line = true;
    sg_svg_open(svg, "title");
    va_start(args, fmt);
    add_format(svg, fmt, args);
    va_end(args);
    sg_svg_close(svg);
    svg->in_line = in_line;
}

void sg_svg_text(sg_svg *svg, double x, double y, double size, sg_anchor anchor,
                 const char *class_name, const char *fmt, ...)
{
    va_list args;
    sg_svg_open(svg, "text");
    sg_svg_number(svg, "x", x);
    sg_svg_number(svg, "y", y);
    sg_svg_number(svg, "font-size", size);
    if (anchor != SG_ANCHOR_START)
        sg_svg_attribute(svg, "text-anchor", anchor == SG_ANCHOR_END ? "end" : "middle");
    sg_svg_class(svg, class_name);
    va_start(args, fmt);
    add_format(svg, fmt, args);
    va_end(args);
    sg_svg_close(svg);
}
