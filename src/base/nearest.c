/* nearest.c - edit distance with transpositions ("optimal string alignment").
 *
 * Typing slips are mostly one letter wrong, missing, doubled or swapped with its neighbor; a
 * third of the letters wrong is still taken for a slip. */
#include "base/nearest.h"

#include <string.h>
#include <strings.h>

enum { MAX_WORD = 63 }; /* longer words are near nothing */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Three rows of the table are alive at a time; both lengths are at most MAX_WORD. */
static size_t edit_distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t row[3][MAX_WORD + 1];
    size_t *before = row[0], *above = row[1], *current = row[2];
    for (size_t j = 0; j <= m; j++) above[j] = j;
    for (size_t i = 1; i <= n; i++) {
        current[0] = i;
        for (size_t j = 1; j <= m; j++) {
            const size_t change = above[j - 1] + (a[i - 1] != b[j - 1]);
            current[j] = smaller(change, smaller(above[j], current[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = smaller(current[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = above;
        above = current;
        current = oldest;
    }
    return above[m];
}

void sg_nearest_offer(sg_nearest *n, const char *candidate)
{
    if (n == NULL || n->wanted == NULL || candidate == NULL) return;
    const size_t length = strlen(n->wanted), other = strlen(candidate);
    if (length == 0 || length > MAX_WORD || other > MAX_WORD) return;
    size_t distance = edit_distance(n->wanted, length, candidate, other);
    /* So are capitals. */
    if (distance > 1 && strcasecmp(n->wanted, candidate) == 0) distance = 1;
    /* The beginning of a word is as good as a slip: --thr means --threads. */
    if (length > 1 && length < other && strncmp(n->wanted, candidate, length) == 0)
        distance = 1;
    if (distance > (length + 2) / 3) return;
    if (n->name != NULL && n->distance <= distance) return;
    n->name = candidate;
    n->distance = distance;
}
