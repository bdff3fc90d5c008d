/* sort.c - short runs are sorted by qsort, which nobody can stop, and merged two by two. */
#include "base/sort.h"

#include "base/mem.h"
#include "base/observer.h"

#include <stdlib.h>
#include <string.h>

/* Entries of a run: a few milliseconds. */
enum { RUN = 1 << 14 };

typedef struct sorting {
    size_t size;
    int (*compare)(const void *, const void *);
} sorting;

/* Merge a[0 .. n_a) and b[0 .. n_b), each in order, into to[0 .. n_a + n_b). */
static sg_status merge(char *to, const char *a, size_t n_a, const char *b, size_t n_b,
                       const sorting *s, sg_error *err)
{
    sg_status status = SG_OK;
    const char *a_end = a + n_a * s->size, *b_end = b + n_b * s->size;
    for (uint64_t step = 0; a < a_end && b < b_end; step++, to += s->size) {
        SG_TRY(sg_watch_ask_at(step, err));
        const char **from = s->compare(a, b) <= 0 ? &a : &b;
        memcpy(to, *from, s->size);
        *from += s->size;
    }
    memcpy(to, a, (size_t)(a_end - a));
    memcpy(to + (a_end - a), b, (size_t)(b_end - b));
done:
    return status;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Runs of `length` entries become runs of twice as many. */
static sg_status merge_runs(char *to, const char *from, size_t n, size_t length,
                            const sorting *s, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t begin = 0; begin < n; begin += 2 * length) {
        const size_t middle = smaller(begin + length, n), end = smaller(begin + 2 * length, n);
        SG_TRY(merge(to + begin * s->size, from + begin * s->size, middle - begin,
                     from + middle * s->size, end - middle, s, err));
    }
done:
    return status;
}

sg_status sg_sort(void *array, size_t n, size_t size,
                  int (*compare)(const void *, const void *), sg_error *err)
{
    sg_status status = SG_OK;
    const sorting s = {size, compare};
    char *from = array, *other = NULL;
    if (n == 0) goto done;
    if (n > RUN) {
        other = sg_alloc(n, size);
        SG_REQUIRE(other != NULL, SG_ENOMEM, "out of memory");
    }
    for (size_t begin = 0; begin < n; begin += RUN) {
        SG_TRY(sg_watch_ask_seldom(err));
        qsort(from + begin * size, smaller(RUN, n - begin), size, compare);
    }
    char *to = other;
    for (size_t length = RUN; length < n; length *= 2) {
        SG_TRY(merge_runs(to, from, n, length, &s, err));
        char *merged = to;
        to = from;
        from = merged;
    }
    if (from != array) memcpy(array, from, n * size);
done:
    sg_free(other);
    return status;
}
