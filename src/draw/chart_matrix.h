/* chart_matrix.h - numbers in a table, each on a color that says how large it is, as SVG: heat maps
 * and confusion matrices.
 *
 *     const sg_matrix_chart chart = {.title = "Confusion matrix", .row_title = "true class",
 *                                    .column_title = "predicted class", .row = names,
 *                                    .column = names, .n_rows = 2, .n_columns = 2,
 *                                    .value = share, .decimals = 1, .note = counts};
 *     SG_TRY(sg_matrix_draw(&text, &chart, SG_SVG_IN_PAGE, err));
 */
#ifndef SG_DRAW_CHART_MATRIX_H
#define SG_DRAW_CHART_MATRIX_H

#include "draw/svg.h"

typedef struct sg_matrix_chart {
    const char *title; /* as in sg_chart */
    const char *row_title, *column_title;
    const char *const *row, *const *column; /* names */
    uint32_t n_rows, n_columns;
    const double
        *value; /* [n_rows][n_columns] NaN: an empty cell                             */
    const char *const
        *note; /* [n_rows][n_columns] a second line in small letters; NULL: none */
    int decimals;
    double low, high; /* numbers with the lightest and the darkest color; equal: from the data,
                 where a few cells far from the others do not count */
    const char
        *unit; /* behind the numbers of the scale: "%"; NULL: no scale is drawn         */
    const size_t *best; /* the cell that is outlined: row * n_columns + column; NULL: none */
} sg_matrix_chart;

/* Append the chart to `text`.  Fails with SG_ENOMEM. */
sg_status sg_matrix_draw(sg_text *text, const sg_matrix_chart *chart, sg_svg_kind kind,
                         sg_error *err);

#endif
