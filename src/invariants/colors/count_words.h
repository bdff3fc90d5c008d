/* count_words.h - numbers of things by their length, as people read them: "2 cycles of 3, 1 of 5".
 */
#ifndef SG_INVARIANTS_COLORS_COUNT_WORDS_H
#define SG_INVARIANTS_COLORS_COUNT_WORDS_H

#include "base/text.h"

/* Numbers of things of the lengths first .. last: that of length k is count[(k - first) * stride]. */
typedef struct sg_length_counts {
    const uint64_t *count;
    size_t stride;
    uint32_t first, last;
    const char *what; /* one of them: "cycle" */
} sg_length_counts;

/* Append the lengths that occur, behind `between` where there is something: "2 cycles of 3".
 * Fails with SG_ENOMEM. */
sg_status sg_count_words_add(sg_text *text, const sg_length_counts *counts, const char *between,
                             sg_error *err);

#endif
