/* chart.c - measure first, then draw from the back to the front: grid, bands, marks, axes, words. */
#include "draw/chart.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>

enum { WORDS = 12, SMALL = 11, GAP = 6, SWATCH = 18, HEADLINE = 14 };

/* A chart with its measures: the rectangle of the data and the scales around it. */
typedef struct frame {
    const sg_chart *chart;
    sg_svg *svg;
    sg_scale x, left, right;
    double x0, y0, x1, y1; /* corners, y0 above y1 */
    bool has_right;
    double legend_y; /* base line of the first line of the legend */
} frame;

/* ---- Measuring -------------------------------------------------------------------------------- */

typedef struct extent {
    double low, high;
} extent;

static void include(extent *e, double number)
{
    if (!isfinite(number)) return;
    e->low = isnan(e->low) ? number : fmin(e->low, number);
    e->high = isnan(e->high) ? number : fmax(e->high, number);
}

static void include_axis(extent *e, const sg_chart_axis *axis)
{
    if (axis->keep == NULL) return;
    include(e, axis->keep[0]);
    include(e, axis->keep[1]);
}

static void include_values(extent *e, const sg_chart_series *s, bool positive)
{
    for (size_t i = 0; i < s->n; i++) {
        if (!positive || s->y[i] > 0) include(e, s->y[i]);
        if (s->low == NULL) continue;
        if (!positive || s->low[i] > 0) include(e, s->low[i]);
        include(e, s->high[i]);
    }
}

/* Numbers beyond what is possible, as ends of bands may be, do not make the axis longer. */
static extent confine(extent e, const double *within)
{
    if (within == NULL || isnan(e.low)) return e;
    e.low = fmax(within[0], fmin(within[1], e.low));
    e.high = fmax(within[0], fmin(within[1], e.high));
    if (e.low < e.high) return e;
    const double room = 0.1 * (within[1] - within[0]); /* one number gets room on both sides */
    return (extent){fmax(within[0], e.low - room), fmin(within[1], e.high + room)};
}

static sg_scale scale_of(extent e, const sg_chart_axis *axis, double room, double each)
{
    e = confine(e, axis->within);
    return sg_scale_fit(e.low, e.high, axis->kind, (uint32_t)fmax(2, room / each));
}

static void find_scales(frame *f)
{
    const sg_chart *c = f->chart;
    extent x = {NAN, NAN}, left = {NAN, NAN}, right = {NAN, NAN};
    include_axis(&x, &c->x);
    include_axis(&left, &c->left);
    include_axis(&right, &c->right);
    for (size_t s = 0; s < c->n_series; s++) {
        const sg_chart_series *series = &c->series[s];
        const sg_scale_kind kind = series->on_right ? c->right.kind : c->left.kind;
        for (size_t i = 0; i < series->n; i++) include(&x, series->x[i]);
        include_values(series->on_right ? &right : &left, series, kind == SG_SCALE_LOG);
        f->has_right = f->has_right || series->on_right;
    }
    if (c->level != NULL) include(&left, *c->level);
    if (c->diagonal) { /* one scale for both, else the line would mean nothing */
        include(&x, left.low);
        include(&x, left.high);
        const double room = 0.03 * (x.high - x.low); /* points at the ends stay whole */
        left = x = (extent){x.low - room, x.high + room};
    }
    f->x = scale_of(x, &c->x, c->width, c->x.apart > 0 ? c->x.apart : 90);
    f->left = scale_of(left, &c->left, c->height, 55);
    f->right = scale_of(right, &c->right, c->height, 55);
    if (c->diagonal) f->left = f->x = scale_of(x, &c->x, c->height, 60);
}

static double widest_label(const sg_scale *scale)
{
    double widest = 0;
    for (uint32_t i = 0; i < scale->n_ticks; i++) {
        char label[SG_TICK_ROOM];
        sg_scale_label(label, scale, scale->tick[i]);
        widest = fmax(widest, sg_svg_text_width(label, SMALL));
    }
    return widest;
}

/* Walk along the legend: the place of each entry, and the number of lines in the end. */
typedef struct legend_walk {
    double x, y, begin, end;
    uint32_t n_lines;
} legend_walk;

static double entry_width(const char *name)
{
    return SWATCH + 5 + sg_svg_text_width(name, SMALL) + 14;
}

static void next_entry(legend_walk *walk, double width)
{
    if (walk->n_lines == 0) walk->n_lines = 1;
    if (walk->x + width > walk->end && walk->x > walk->begin) {
        walk->x = walk->begin;
        walk->y += SMALL + GAP;
        walk->n_lines++;
    }
}

static uint32_t legend_lines(const sg_chart *c, double begin, double end)
{
    legend_walk walk = {.x = begin, .begin = begin, .end = end};
    if (c->legend != NULL) walk.x += sg_svg_text_width(c->legend, SMALL) + 10;
    for (size_t s = 0; s < c->n_series; s++) {
        if (c->series[s].name == NULL) continue;
        next_entry(&walk, entry_width(c->series[s].name));
        walk.x += entry_width(c->series[s].name);
    }
    return walk.n_lines;
}

/* Long titles take several lines. */
static uint32_t title_lines(const sg_chart *c)
{
    return sg_svg_lines(NULL, 0, 0, HEADLINE, 0, c->width - 16, "sg-ink", c->title);
}

static void measure(frame *f, sg_svg_kind kind)
{
    const sg_chart *c = f->chart;
    find_scales(f);
    const double title = WORDS + GAP;
    f->x0 = 8 + widest_label(&f->left) + GAP + (c->left.title != NULL ? title : 0);
    f->x1 = c->width - 14;
    if (f->has_right)
        f->x1 =
            c->width - 8 - widest_label(&f->right) - GAP - (c->right.title != NULL ? title : 0);
    f->y0 = kind == SG_SVG_ALONE ? title_lines(c) * (HEADLINE + 3) + 3 * GAP - 3 : 10;
    f->legend_y = f->y0 + SMALL - 2;
    const uint32_t n_lines = legend_lines(c, f->x0, f->x1);
    if (n_lines > 0) f->y0 += n_lines * (SMALL + GAP) + GAP;
    f->y1 = c->height - 8 - SMALL - GAP - (c->x.title != NULL ? title : 0);
    f->x.from = f->x0, f->x.to = f->x1;
    f->left.from = f->right.from = f->y1;
    f->left.to = f->right.to = f->y0;
}

/* ---- Axes ------------------------------------------------------------------------------------- */

static void draw_line(sg_svg *svg, double x1, double y1, double x2, double y2,
                      const char *class_name)
{
    sg_svg_line(svg, x1, y1, x2, y2);
    sg_svg_class(svg, class_name);
    sg_svg_close(svg);
}

static void draw_grid(const frame *f)
{
    for (uint32_t i = 0; i < f->left.n_ticks; i++) {
        const double y = sg_scale_at(&f->left, f->left.tick[i]);
        draw_line(f->svg, f->x0, y, f->x1, y, "sg-grid");
    }
    if (f->chart->level != NULL) {
        const double y = sg_scale_at(&f->left, *f->chart->level);
        sg_svg_line(f->svg, f->x0, y, f->x1, y);
        sg_svg_class(f->svg, "sg-line");
        sg_svg_attribute(f->svg, "stroke-dasharray", "5 3");
        sg_svg_close(f->svg);
    }
    for (size_t i = 0; i < f->chart->n_vertical; i++) {
        const double x = sg_scale_at(&f->x, f->chart->vertical[i]);
        if (x < f->x0 || x > f->x1) continue;
        sg_svg_line(f->svg, x, f->y0, x, f->y1);
        sg_svg_class(f->svg, "sg-line");
        sg_svg_attribute(f->svg, "stroke-dasharray", "1 3");
        sg_svg_close(f->svg);
    }
}

static void draw_title(const frame *f, double x, const char *title, double angle)
{
    if (title == NULL) return;
    const double y = (f->y0 + f->y1) / 2;
    char turn[80];
    (void)snprintf(turn, sizeof turn, "translate(%d %d) rotate(%d)", (int)x, (int)y,
                   (int)angle);
    sg_svg_open(f->svg, "g");
    sg_svg_attribute(f->svg, "transform", turn);
    sg_svg_text(f->svg, 0, 0, WORDS, SG_ANCHOR_MIDDLE, "sg-ink", "%s", title);
    sg_svg_close(f->svg);
}

static void draw_axes(const frame *f)
{
    const sg_chart *c = f->chart;
    char label[SG_TICK_ROOM];
    draw_line(f->svg, f->x0, f->y1, f->x1, f->y1, "sg-line");
    for (uint32_t i = 0; i < f->x.n_ticks; i++) {
        const double x = sg_scale_at(&f->x, f->x.tick[i]);
        sg_scale_label(label, &f->x, f->x.tick[i]);
        draw_line(f->svg, x, f->y1, x, f->y1 + 4, "sg-line");
        sg_svg_text(f->svg, x, f->y1 + GAP + SMALL, SMALL, SG_ANCHOR_MIDDLE, "sg-soft", "%s",
                    label);
    }
    for (uint32_t i = 0; i < f->left.n_ticks; i++) {
        sg_scale_label(label, &f->left, f->left.tick[i]);
        sg_svg_text(f->svg, f->x0 - GAP, sg_scale_at(&f->left, f->left.tick[i]) + 4, SMALL,
                    SG_ANCHOR_END, "sg-soft", "%s", label);
    }
    for (uint32_t i = 0; f->has_right && i < f->right.n_ticks; i++) {
        sg_scale_label(label, &f->right, f->right.tick[i]);
        sg_svg_text(f->svg, f->x1 + GAP, sg_scale_at(&f->right, f->right.tick[i]) + 4, SMALL,
                    SG_ANCHOR_START, "sg-soft", "%s", label);
    }
    draw_title(f, 4 + WORDS, c->left.title, -90);
    if (f->has_right) draw_title(f, c->width - 4 - WORDS, c->right.title, 90);
    if (c->x.title != NULL)
        sg_svg_text(f->svg, (f->x0 + f->x1) / 2, c->height - 8, WORDS, SG_ANCHOR_MIDDLE,
                    "sg-ink", "%s", c->x.title);
}

/* ---- Marks ------------------------------------------------------------------------------------ */

static const sg_scale *scale_for(const frame *f, const sg_chart_series *s)
{
    return s->on_right ? &f->right : &f->left;
}

static double confined(double place, double low, double high)
{
    return fmax(low, fmin(high, place));
}

static double x_at(const frame *f, double x)
{
    return confined(sg_scale_at(&f->x, x), f->x0, f->x1);
}

static double y_at(const frame *f, const sg_chart_series *s, double y)
{
    return confined(sg_scale_at(scale_for(f, s), y), f->y0, f->y1);
}

static bool is_gap(const sg_chart_series *s, size_t i)
{
    return !isfinite(s->x[i]) || !isfinite(s->y[i]);
}

static bool has_band(const sg_chart_series *s, size_t i)
{
    return isfinite(s->x[i]) && isfinite(s->low[i]) && isfinite(s->high[i]);
}

static void draw_band(const frame *f, const sg_chart_series *s)
{
    for (size_t i = 0, end = 0; i < s->n; i = end + 1) {
        for (end = i; end < s->n && has_band(s, end);) end++;
        if (end == i) continue;
        sg_svg_path(f->svg);
        sg_svg_move_to(f->svg, x_at(f, s->x[i]), y_at(f, s, s->high[i]));
        for (size_t k = i + 1; k < end; k++)
            sg_svg_line_to(f->svg, x_at(f, s->x[k]), y_at(f, s, s->high[k]));
        for (size_t k = end; k-- > i;)
            sg_svg_line_to(f->svg, x_at(f, s->x[k]), y_at(f, s, s->low[k]));
        sg_svg_path_close(f->svg);
        sg_svg_path_done(f->svg);
        sg_svg_attribute(f->svg, "fill", s->color);
        sg_svg_attribute(f->svg, "fill-opacity", "0.18");
        sg_svg_close(f->svg);
    }
}

static void draw_curve(const frame *f, const sg_chart_series *s)
{
    bool pen_is_down = false;
    if (s->n == 0) return;
    sg_svg_path(f->svg);
    for (size_t i = 0; i < s->n; i++) {
        const bool gap = is_gap(s, i);
        if (!gap && pen_is_down) sg_svg_line_to(f->svg, x_at(f, s->x[i]), y_at(f, s, s->y[i]));
        if (!gap && !pen_is_down) sg_svg_move_to(f->svg, x_at(f, s->x[i]), y_at(f, s, s->y[i]));
        pen_is_down = !gap;
    }
    sg_svg_path_done(f->svg);
    sg_svg_attribute(f->svg, "fill", "none");
    sg_svg_attribute(f->svg, "stroke", s->color);
    sg_svg_attribute(f->svg, "stroke-width", s->is_faint ? "0.8" : "1.75");
    if (s->is_faint) sg_svg_attribute(f->svg, "stroke-opacity", "0.35");
    sg_svg_attribute(f->svg, "stroke-linejoin", "round");
    if (s->on_right || s->dash != NULL)
        sg_svg_attribute(f->svg, "stroke-dasharray", s->on_right ? "5 3" : s->dash);
    sg_svg_close(f->svg);
}

/* A full point, or a ring of the same size. */
static void ink_point(sg_svg *svg, const sg_chart_series *s, const char *opacity)
{
    sg_svg_attribute(svg, "fill", s->is_hollow ? "none" : s->color);
    if (s->is_hollow) sg_svg_attribute(svg, "stroke", s->color);
    if (s->is_hollow) sg_svg_attribute(svg, "stroke-width", "1.2");
    if (opacity != NULL) sg_svg_attribute(svg, "fill-opacity", opacity);
}

static void draw_points(const frame *f, const sg_chart_series *s)
{
    for (size_t i = 0; i < s->n; i++) {
        if (is_gap(s, i)) continue;
        sg_svg_circle(f->svg, x_at(f, s->x[i]), y_at(f, s, s->y[i]), 3);
        ink_point(f->svg, s, s->mark == SG_MARK_POINTS ? "0.6" : "1");
        sg_svg_hint(f->svg, "%s%s%.6g, %.6g", s->name != NULL ? s->name : "",
                    s->name != NULL ? ": " : "", s->x[i], s->y[i]);
        sg_svg_close(f->svg);
    }
}

/* Points on a raster of pixels, row by row: neighbors in a row are one stroke. */
static sg_status write_dots(sg_text *path, const bool *raster, uint32_t width, uint32_t height,
                            sg_error *err)
{
    sg_status status = SG_OK;
    int64_t at_x = 0, at_y = 0;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const size_t row = (size_t)y * width;
            uint32_t end = x;
            while (end < width && raster[row + end]) end++;
            if (end == x) continue;
            SG_TRY(sg_text_add(path, err, "m%lld %lldh%u", (long long)x - at_x,
                               (long long)y - at_y, end - x - 1));
            at_x = (int64_t)end - 1;
            at_y = y;
            x = end;
        }
done:
    return status;
}

static sg_status draw_dots(const frame *f, const sg_chart_series *s, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t width = (uint32_t)(f->x1 - f->x0) + 1,
                   height = (uint32_t)(f->y1 - f->y0) + 1;
    bool *raster = NULL;
    sg_text path = {0};
    SG_ALLOC(raster, (size_t)width * height);
    for (size_t i = 0; i < s->n; i++) {
        if (is_gap(s, i)) continue;
        const size_t x = (size_t)(x_at(f, s->x[i]) - f->x0);
        const size_t y = (size_t)(y_at(f, s, s->y[i]) - f->y0);
        raster[y * width + x] = true;
    }
    SG_TRY(sg_text_add(&path, err, "M0 0"));
    SG_TRY(write_dots(&path, raster, width, height, err));
    sg_svg_group_at(f->svg, f->x0, f->y0);
    sg_svg_open(f->svg, "path");
    sg_svg_attribute(f->svg, "d", path.data);
    sg_svg_attribute(f->svg, "fill", "none");
    sg_svg_attribute(f->svg, "stroke", s->color);
    sg_svg_attribute(f->svg, "stroke-width", "2");
    sg_svg_attribute(f->svg, "stroke-linecap", "round");
    sg_svg_close(f->svg);
    sg_svg_close(f->svg);
done:
    sg_text_free(&path);
    sg_free(raster);
    return status;
}

static sg_status draw_series(const frame *f, const sg_chart_series *s, sg_error *err)
{
    if (s->mark == SG_MARK_DOTS) return draw_dots(f, s, err);
    if (s->mark != SG_MARK_POINTS) draw_curve(f, s);
    if (s->mark != SG_MARK_LINE) draw_points(f, s);
    return SG_OK;
}

/* Where dots hide each other, the few should not be hidden by the many: the longest series comes
 * first. */
static sg_status draw_all_series(const frame *f, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_chart *c = f->chart;
    size_t *order = NULL;
    SG_ALLOC(order, c->n_series);
    for (size_t s = 0; s < c->n_series; s++) {
        size_t at = s;
        const bool dots = c->series[s].mark == SG_MARK_DOTS;
        for (; dots && at > 0 && c->series[order[at - 1]].n < c->series[s].n; at--)
            order[at] = order[at - 1];
        order[at] = s;
    }
    for (size_t s = 0; s < c->n_series; s++) SG_TRY(draw_series(f, &c->series[order[s]], err));
done:
    sg_free(order);
    return status;
}

/* ---- Legend ----------------------------------------------------------------------------------- */

static void draw_swatch(sg_svg *svg, const sg_chart_series *s, double x, double y)
{
    if (s->mark == SG_MARK_DOTS || s->mark == SG_MARK_POINTS) {
        sg_svg_circle(svg, x + SWATCH / 2.0, y - 4, 4);
        ink_point(svg, s, NULL);
    } else {
        sg_svg_line(svg, x, y - 4, x + SWATCH, y - 4);
        sg_svg_attribute(svg, "stroke", s->color);
        sg_svg_attribute(svg, "stroke-width", "3");
        if (s->on_right || s->dash != NULL)
            sg_svg_attribute(svg, "stroke-dasharray", s->on_right ? "5 2" : s->dash);
    }
    sg_svg_close(svg);
}

static void draw_legend(const frame *f)
{
    const sg_chart *c = f->chart;
    legend_walk walk = {.x = f->x0, .y = f->legend_y, .begin = f->x0, .end = f->x1};
    if (c->legend != NULL) {
        sg_svg_text(f->svg, walk.x, walk.y, SMALL, SG_ANCHOR_START, "sg-soft", "%s", c->legend);
        walk.x += sg_svg_text_width(c->legend, SMALL) + 10;
    }
    for (size_t s = 0; s < c->n_series; s++) {
        const sg_chart_series *series = &c->series[s];
        if (series->name == NULL) continue;
        next_entry(&walk, entry_width(series->name));
        draw_swatch(f->svg, series, walk.x, walk.y);
        sg_svg_text(f->svg, walk.x + SWATCH + 5, walk.y, SMALL, SG_ANCHOR_START, "sg-ink", "%s",
                    series->name);
        walk.x += entry_width(series->name);
    }
}

/* ---- Together --------------------------------------------------------------------------------- */

sg_status sg_chart_draw(sg_text *text, const sg_chart *chart, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_svg svg = {0};
    frame f = {.chart = chart, .svg = &svg};
    measure(&f, kind);
    sg_svg_begin(&svg, chart->width, chart->height, chart->title, kind);
    if (kind == SG_SVG_ALONE)
        (void)sg_svg_lines(&svg, 8, HEADLINE + GAP, HEADLINE, HEADLINE + 3, chart->width - 16,
                           "sg-ink", chart->title);
    draw_legend(&f);
    draw_grid(&f);
    if (chart->diagonal) draw_line(&svg, f.x0, f.y1, f.x1, f.y0, "sg-line");
    for (size_t s = 0; s < chart->n_series; s++)
        if (chart->series[s].low != NULL) draw_band(&f, &chart->series[s]);
    SG_TRY(draw_all_series(&f, err));
    draw_axes(&f);
    SG_TRY(sg_svg_end(&svg, err));
    SG_TRY(sg_text_add_bytes(text, svg.text.data, svg.text.size, err));
done:
    sg_svg_free(&svg);
    return status;
}

const char *sg_chart_dash(uint64_t i)
{
    static const char *const dash[] = {NULL, "6 3", "2 2", "9 2 2 2", "12 4", "4 2 1 2"};
    return dash[i % (sizeof dash / sizeof *dash)];
}

/* The middle of viridis (van der Walt and Smith): its ends vanish on dark and on light paper. */
void sg_chart_color(char color[8], uint32_t i, uint32_t n)
{
    static const uint8_t stop[6][3] = {{59, 82, 139},  {44, 114, 142}, {33, 145, 140},
                                       {40, 174, 128}, {94, 201, 98},  {150, 215, 60}};
    const double at = n > 1 ? 5.0 * (i < n ? i : n - 1) / (n - 1) : 1;
    const uint32_t k = at >= 5 ? 4 : (uint32_t)at;
    unsigned mixed[3];
    for (int c = 0; c < 3; c++)
        mixed[c] = (unsigned)lround(stop[k][c] + (at - k) * (stop[k + 1][c] - stop[k][c]));
    (void)snprintf(color, 8, "#%02x%02x%02x", mixed[0] & 255U, mixed[1] & 255U,
                   mixed[2] & 255U);
}
