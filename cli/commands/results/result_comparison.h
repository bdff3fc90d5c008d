/* result_comparison.h - two runs side by side, and whether the difference means anything. */
#ifndef SG_CLI_RESULT_COMPARISON_H
#define SG_CLI_RESULT_COMPARISON_H

#include "listing.h"
#include "sharegnn.h"

/* Print a comparison; all but LISTING_LATEX.  False where memory ran out. */
bool comparison_print(const sg_comparison *c, const sg_results *first, const sg_results *second,
                      listing_format format, FILE *out);

#endif
