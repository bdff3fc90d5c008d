/* count_words.c - one word or two. */
#include "invariants/colors/count_words.h"

#include <inttypes.h>

sg_status sg_count_words_add(sg_text *text, const sg_length_counts *counts, const char *between,
                             sg_error *err)
{
    sg_status status = SG_OK;
    bool is_first = true;
    for (uint32_t k = counts->first; k <= counts->last; k++) {
        const uint64_t n = counts->count[(size_t)(k - counts->first) * counts->stride];
        if (n == 0) continue;
        SG_TRY(is_first ? sg_text_add(text, err, "%s%" PRIu64 " %s%s of %u", between, n,
                                      counts->what, n == 1 ? "" : "s", k)
                        : sg_text_add(text, err, ", %" PRIu64 " of %u", n, k));
        is_first = false;
    }
done:
    return status;
}
