/* chart.h - curves, bands and points between axes, as SVG.
 *
 *     const sg_chart_series accuracy = {.name = "test", .color = sg_color_series(0),
 *                                       .x = epoch, .y = mean, .low = low, .high = high, .n = n};
 *     const sg_chart chart = {.title = "Learning curve", .width = 560, .height = 300,
 *                             .x = {.title = "epoch", .kind = SG_SCALE_SNUG},
 *                             .left = {.title = "accuracy (%)"},
 *                             .series = &accuracy, .n_series = 1};
 *     SG_TRY(sg_chart_draw(&text, &chart, SG_SVG_IN_PAGE, err));
 *
 * Axes end at round numbers and are as wide as their words need; the legend stands above and takes
 * as many lines as it needs.  Hundreds of thousands of points are fine: those that fall on the same
 * pixel are drawn once.
 */
#ifndef SG_DRAW_CHART_H
#define SG_DRAW_CHART_H

#include "draw/chart_scale.h"
#include "draw/svg.h"

typedef enum sg_chart_mark {
    SG_MARK_LINE,        /* through the points                                  */
    SG_MARK_LINE_POINTS, /* with the points on it                              */
    SG_MARK_POINTS,      /* each a circle with its numbers when pointed at      */
    SG_MARK_DOTS         /* many points: a pixel each                           */
} sg_chart_mark;

typedef struct sg_chart_axis {
    const char *title; /* NULL: none                                                   */
    sg_scale_kind kind;
    const double *keep;   /* [2] numbers that must be seen, whatever the data; NULL: none */
    const double *within; /* [2] the axis does not go beyond: 0 and 100 percent; NULL: it may */
    double apart;         /* how near ticks may be; 0: as long numbers need it            */
} sg_chart_axis;

typedef struct sg_chart_series {
    const char *name;  /* in the legend; NULL: not there        */
    const char *color; /* "#rrggbb"                             */
    const char *dash;  /* of the line; NULL: it is solid        */
    sg_chart_mark mark;
    bool on_right;            /* measured by the right axis     */
    bool is_faint;            /* thin and pale: one of many     */
    bool is_hollow;           /* its points are rings           */
    const double *x, *y;      /* [n] where either is NaN: a gap */
    const double *low, *high; /* [n] a band; NULL: none         */
    size_t n;
} sg_chart_series;

typedef struct sg_chart {
    const char *title; /* screen readers say it; written above where the picture is alone */
    double width, height;
    sg_chart_axis x, left, right; /* the right one is there if a series is measured by it */
    const sg_chart_series *series;
    size_t n_series;
    const char *legend;     /* words in front of the names: "distance"; NULL: none      */
    const double *vertical; /* [n_vertical] dotted lines at these x                     */
    size_t n_vertical;
    bool diagonal;       /* a line where y = x                                          */
    const double *level; /* a dashed line at this y of the left axis; NULL: none         */
} sg_chart;

/* Append the chart to `text`.  Fails with SG_ENOMEM. */
sg_status sg_chart_draw(sg_text *text, const sg_chart *chart, sg_svg_kind kind, sg_error *err);

/* Dashes that tell line i from others without color; NULL: a solid line. */
const char *sg_chart_dash(uint64_t i);

/* The color of step i of n in an order (distances, say): light and dark in one direction, so that
 * it reads without color vision, and seen on light and dark paper. */
void sg_chart_color(char color[8], uint32_t i, uint32_t n);

#endif
