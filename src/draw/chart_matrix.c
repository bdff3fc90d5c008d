/* chart_matrix.c - cells are as large as their words; the picture is as large as its cells. */
#include "draw/chart_matrix.h"

#include "draw/colors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WORDS = 12,
    SMALL = 11,
    GAP = 6,
    HEADLINE = 14,
    LEAST_WIDTH = 360,
    SCALE_STEPS = 48,
    SCALE = 10
};

typedef struct grid {
    const sg_matrix_chart *chart;
    sg_svg *svg;
    double cell_width, cell_height;
    double x0, y0, x1, y1; /* corners of the cells */
    double width, height;  /* of the picture       */
    double low, high;
    double tiny; /* the size of letters of notes */
} grid;

/* ---- Measuring -------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A few cells far from all others, trainings that failed say, do not take the scale from the rest: it ends
 * one and a half times the distance of the quartiles beyond them (Tukey's fences). */
static void fence(grid *g)
{
    enum { MOST = 1024 };
    const sg_matrix_chart *c = g->chart;
    double sorted[MOST];
    size_t n = 0;
    for (size_t i = 0; i < (size_t)c->n_rows * c->n_columns && n < MOST; i++)
        if (isfinite(c->value[i])) sorted[n++] = c->value[i];
    if (n < 4) return;
    qsort(sorted, n, sizeof *sorted, compare_numbers);
    const double first = sorted[n / 4], third = sorted[n - 1 - n / 4];
    const double room = 1.5 * (third - first);
    if (room <= 0) return;
    g->low = fmax(g->low, first - room);
    g->high = fmin(g->high, third + room);
}

static void find_range(grid *g)
{
    const sg_matrix_chart *c = g->chart;
    g->low = c->low;
    g->high = c->high;
    if (c->low < c->high) return;
    g->low = INFINITY;
    g->high = -INFINITY;
    for (size_t i = 0; i < (size_t)c->n_rows * c->n_columns; i++) {
        if (!isfinite(c->value[i])) continue;
        g->low = fmin(g->low, c->value[i]);
        g->high = fmax(g->high, c->value[i]);
    }
    if (!(g->low <= g->high)) g->low = 0, g->high = 1;
    fence(g);
    if (g->low == g->high) g->low -= 1;
}

static double widest(const char *const *words, size_t n, double size)
{
    double width = 0;
    for (size_t i = 0; i < n; i++)
        if (words[i] != NULL) width = fmax(width, sg_svg_text_width(words[i], size));
    return width;
}

static double widest_value(const sg_matrix_chart *c)
{
    double width = 0;
    for (size_t i = 0; i < (size_t)c->n_rows * c->n_columns; i++) {
        char words[40];
        if (!isfinite(c->value[i])) continue;
        (void)snprintf(words, sizeof words, "%.*f", c->decimals, c->value[i]);
        width = fmax(width, sg_svg_text_width(words, SMALL));
    }
    return width;
}

/* "100 %", "79.2 %"; "≤ 79.2 %" where cells beyond the end have its color */
typedef struct scale_words {
    char text[48];
} scale_words;

static scale_words words_at_scale(const grid *g, bool is_low)
{
    const sg_matrix_chart *c = g->chart;
    const double number = is_low ? g->low : g->high;
    scale_words words;
    bool beyond = false;
    for (size_t i = 0; i < (size_t)c->n_rows * c->n_columns; i++)
        beyond = beyond || (is_low ? c->value[i] < number : c->value[i] > number);
    (void)snprintf(words.text, sizeof words.text, "%s%.*f%s",
                   !beyond  ? ""
                   : is_low ? "≤ "
                            : "≥ ",
                   number == round(number) ? 0 : c->decimals, number, c->unit);
    return words;
}

/* The bar of colors with its words, where there is one. */
static double scale_width(const grid *g)
{
    if (g->chart->unit == NULL) return 0;
    const scale_words low = words_at_scale(g, true), high = words_at_scale(g, false);
    return GAP + SCALE + GAP +
           fmax(sg_svg_text_width(low.text, SMALL), sg_svg_text_width(high.text, SMALL));
}

/* A long title takes several lines; their number.  Draws them where `svg` is given. */
static uint32_t title_lines(const grid *g, sg_svg *svg)
{
    return sg_svg_lines(svg, 8, HEADLINE + GAP, HEADLINE, HEADLINE + 3, g->width - 16, "sg-ink",
                        g->chart->title);
}

static void measure(grid *g, sg_svg_kind kind)
{
    const sg_matrix_chart *c = g->chart;
    const size_t n_cells = (size_t)c->n_rows * c->n_columns;
    const bool in_page = kind == SG_SVG_IN_PAGE; /* narrow, with words that a phone can show */
    find_range(g);
    g->tiny = in_page ? 10 : 9;
    double width = fmax(widest_value(c), widest(c->column, c->n_columns, SMALL));
    if (c->note != NULL) width = fmax(width, widest(c->note, n_cells, g->tiny));
    const bool is_small = c->n_columns <= 8 && c->n_rows <= 8,
               is_tiny = c->n_columns <= 4 && c->n_rows <= 4,
               is_pair =
                   c->n_columns <= 2 && c->n_rows <= 2; /* as large as the curves beside it */
    g->cell_width = fmax(is_pair    ? 130
                         : is_tiny  ? (in_page ? 72 : 96)
                         : is_small ? (in_page ? 42 : 64)
                                    : 30,
                         width + 10);
    g->cell_height = is_pair ? 130 : is_tiny ? 76 : is_small ? 48 : c->note != NULL ? 40 : 26;
    g->x0 = 8 + WORDS + 2 * GAP + widest(c->row, c->n_rows, SMALL);
    g->x1 = g->x0 + c->n_columns * g->cell_width;
    g->width = g->x1 + 12 + scale_width(g);
    if (kind == SG_SVG_ALONE) g->width = fmax(g->width, LEAST_WIDTH);
    g->y0 = kind == SG_SVG_ALONE ? title_lines(g, NULL) * (HEADLINE + 3) + 3 * GAP - 3 : 8;
    g->y1 = g->y0 + c->n_rows * g->cell_height;
    g->height = g->y1 + SMALL + WORDS + 3 * GAP;
}

/* ---- Drawing ---------------------------------------------------------------------------------- */

static void color_of(char color[SG_COLOR_ROOM], const grid *g, double value)
{
    sg_color_amount(color, (value - g->low) / (g->high - g->low));
}

static void draw_words(sg_svg *svg, double x, double y, double size, const char *color,
                       const char *words)
{
    sg_svg_open(svg, "text");
    sg_svg_number(svg, "x", x);
    sg_svg_number(svg, "y", y);
    sg_svg_number(svg, "font-size", size);
    sg_svg_attribute(svg, "text-anchor", "middle");
    sg_svg_attribute(svg, "fill", color);
    sg_svg_words(svg, words);
    sg_svg_close(svg);
}

static void draw_cell(const grid *g, uint32_t row, uint32_t column)
{
    const sg_matrix_chart *c = g->chart;
    const size_t i = (size_t)row * c->n_columns + column;
    const double x = g->x0 + column * g->cell_width, y = g->y0 + row * g->cell_height;
    const double middle = x + g->cell_width / 2;
    char color[SG_COLOR_ROOM], words[40];
    if (!isfinite(c->value[i])) return;
    color_of(color, g, c->value[i]);
    (void)snprintf(words, sizeof words, "%.*f", c->decimals, c->value[i]);
    sg_svg_rectangle(g->svg, x + 0.5, y + 0.5, g->cell_width - 1, g->cell_height - 1);
    sg_svg_attribute(g->svg, "fill", color);
    sg_svg_number(g->svg, "rx", 2);
    sg_svg_attribute(g->svg, "data-row", c->row[row]);
    sg_svg_attribute(g->svg, "data-column", c->column[column]);
    sg_svg_hint(g->svg, "%s %s, %s %s: %s", c->row_title, c->row[row], c->column_title,
                c->column[column], words);
    sg_svg_close(g->svg);
    const char *ink = sg_color_words_on(color);
    const bool noted = c->note != NULL && c->note[i] != NULL;
    draw_words(g->svg, middle, y + g->cell_height / 2 + (noted ? -1 : 4), SMALL, ink, words);
    if (noted)
        draw_words(g->svg, middle, y + g->cell_height / 2 + 12, g->tiny, ink, c->note[i]);
}

/* The outline stands above all cells, in a color that no cell has. */
static void outline_best(const grid *g)
{
    const sg_matrix_chart *c = g->chart;
    if (c->best == NULL || !isfinite(c->value[*c->best])) return;
    sg_svg_rectangle(g->svg, g->x0 + (double)(*c->best % c->n_columns) * g->cell_width,
                     g->y0 + floor((double)*c->best / c->n_columns) * g->cell_height,
                     g->cell_width, g->cell_height);
    sg_svg_attribute(g->svg, "fill", "none");
    sg_svg_attribute(g->svg, "stroke", sg_color_series(1));
    sg_svg_number(g->svg, "stroke-width", 3);
    sg_svg_number(g->svg, "rx", 3);
    sg_svg_attribute(g->svg, "data-best", "true");
    sg_svg_hint(g->svg, "chosen");
    sg_svg_close(g->svg);
}

static void draw_names(const grid *g)
{
    const sg_matrix_chart *c = g->chart;
    char turn[80];
    for (uint32_t r = 0; r < c->n_rows; r++)
        sg_svg_text(g->svg, g->x0 - GAP, g->y0 + (r + 0.5) * g->cell_height + 4, SMALL,
                    SG_ANCHOR_END, "sg-soft", "%s", c->row[r]);
    for (uint32_t k = 0; k < c->n_columns; k++)
        sg_svg_text(g->svg, g->x0 + (k + 0.5) * g->cell_width, g->y1 + SMALL + GAP / 2.0, SMALL,
                    SG_ANCHOR_MIDDLE, "sg-soft", "%s", c->column[k]);
    sg_svg_text(g->svg, (g->x0 + g->x1) / 2, g->height - GAP, WORDS, SG_ANCHOR_MIDDLE, "sg-ink",
                "%s", c->column_title);
    (void)snprintf(turn, sizeof turn, "translate(%d %d) rotate(-90)", 4 + WORDS,
                   (int)((g->y0 + g->y1) / 2));
    sg_svg_open(g->svg, "g");
    sg_svg_attribute(g->svg, "transform", turn);
    sg_svg_text(g->svg, 0, 0, WORDS, SG_ANCHOR_MIDDLE, "sg-ink", "%s", c->row_title);
    sg_svg_close(g->svg);
}

static void draw_scale(const grid *g)
{
    const double x = g->x1 + 2 * GAP, step = (g->y1 - g->y0) / SCALE_STEPS;
    for (int i = 0; i < SCALE_STEPS; i++) {
        char color[SG_COLOR_ROOM];
        color_of(color, g, g->high - (g->high - g->low) * i / (SCALE_STEPS - 1));
        /* a little overlap, or the paper shines through */
        sg_svg_rectangle(g->svg, x, g->y0 + i * step, SCALE,
                         i + 1 < SCALE_STEPS ? step + 0.5 : step);
        sg_svg_attribute(g->svg, "fill", color);
        sg_svg_close(g->svg);
    }
    sg_svg_text(g->svg, x + SCALE + GAP / 2.0, g->y0 + SMALL - 2, SMALL, SG_ANCHOR_START,
                "sg-soft", "%s", words_at_scale(g, false).text);
    sg_svg_text(g->svg, x + SCALE + GAP / 2.0, g->y1, SMALL, SG_ANCHOR_START, "sg-soft", "%s",
                words_at_scale(g, true).text);
}

sg_status sg_matrix_draw(sg_text *text, const sg_matrix_chart *chart, sg_svg_kind kind,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sg_svg svg = {0};
    grid g = {.chart = chart, .svg = &svg};
    measure(&g, kind);
    sg_svg_begin(&svg, g.width, g.height, chart->title, kind);
    if (kind == SG_SVG_ALONE) (void)title_lines(&g, &svg);
    for (uint32_t r = 0; r < chart->n_rows; r++)
        for (uint32_t c = 0; c < chart->n_columns; c++) draw_cell(&g, r, c);
    outline_best(&g);
    draw_names(&g);
    if (chart->unit != NULL) draw_scale(&g);
    SG_TRY(sg_svg_end(&svg, err));
    SG_TRY(sg_text_add_bytes(text, svg.text.data, svg.text.size, err));
done:
    sg_svg_free(&svg);
    return status;
}
