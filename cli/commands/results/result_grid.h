/* result_grid.h - runs as a table of models and data sets, as papers have it.
 *
 *     if (!result_grid_print(results, n, GRID_TEXT, stdout)) ...          // out of memory
 *
 * A run is of the data that it names, and of the model that the name of its folder has besides:
 * runs/peers/NCI1-gin is gin.  The best model of a column is told from those that are worse by more than
 * chance: the corrected resampled t-test on the means of the folds, runs averaged first, has p < 0.05 after
 * Holm's correction for the number of models in the column.
 */
#ifndef SG_CLI_RESULT_GRID_H
#define SG_CLI_RESULT_GRID_H

#include "sharegnn.h"

#include <stdio.h>

typedef enum grid_format { GRID_TEXT, GRID_MARKDOWN, GRID_LATEX } grid_format;

/* False where memory ran out. */
bool result_grid_print(sg_results *const *results, size_t n, grid_format format, FILE *out);

#endif
