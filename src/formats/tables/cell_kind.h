/* cell_kind.h - what the cell of a table is, as people write them.
 *
 *     double value = 0;
 *     if (sg_cell_look(&value, "1,234.5", ',') == SG_CELL_NUMBER) ...        // 1234.5
 *     if (sg_cell_look(&value, ">4.5", ',') == SG_CELL_BOUND) ...            // 4.5
 *     if (sg_cell_look(&value, "1.234,5", ';') == SG_CELL_NUMBER) ...        // 1234.5
 */
#ifndef SG_FORMATS_TABLES_CELL_KIND_H
#define SG_FORMATS_TABLES_CELL_KIND_H

#include "base/status.h"

#include <stdbool.h>

typedef enum sg_cell_kind {
    SG_CELL_MISSING, /* nothing, ?, NA, N/A, NaN, null                                   */
    SG_CELL_DASH,    /* - or --: nothing among numbers, a word among words               */
    SG_CELL_NUMBER,  /* -1.5, +2e3, 1,234.5 with commas between thousands                */
    SG_CELL_BOUND,   /* >4.5, <= 10, ~3: a number behind a sign                          */
    SG_CELL_WORD     /* everything else                                                  */
} sg_cell_kind;

/* What `cell` is, blanks around it left out; *value is the number of a number or bound, else unchanged.
 * Programs that separate cells by semicolons do so because commas are in numbers: there "4,5" is 4.5. */
sg_cell_kind sg_cell_look(double *value, const char *cell, char separator);

/* Whether a cell has a decimal comma; *value is its number then. */
bool sg_cell_has_decimal_comma(double *value, const char *cell);

#endif
