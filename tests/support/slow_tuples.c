/* slow_tuples.c - everything against everything. */
#include "support/slow_tuples.h"

#include "base/mem.h"
#include "support/check.h"

slow_tuple *slow_tuples(size_t n)
{
    slow_tuple *made = sg_alloc(n, sizeof *made);
    assert_non_null(made);
    return made;
}

slow_tuple slow_tuple_of(size_t n_words)
{
    const slow_tuple made = {sg_alloc(n_words, sizeof *made.word), n_words};
    assert_non_null(made.word);
    return made;
}

static bool item_before(const int64_t *a, const int64_t *b, size_t width)
{
    for (size_t i = 0; i < width; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

void slow_sort_items(int64_t *item, size_t n, size_t width)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0; j--) {
            int64_t *a = item + (j - 1) * width, *b = item + j * width;
            if (!item_before(b, a, width)) break;
            for (size_t k = 0; k < width; k++) {
                const int64_t moved = a[k];
                a[k] = b[k];
                b[k] = moved;
            }
        }
}

static bool same_tuple(const slow_tuple *a, const slow_tuple *b)
{
    return a->n_words == b->n_words &&
           memcmp(a->word, b->word, a->n_words * sizeof *a->word) == 0;
}

void slow_color_by_tuples(uint32_t *color, slow_tuple *made, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        color[i] = 0;
        while (!same_tuple(&made[color[i]], &made[i])) color[i]++;
    }
    for (uint32_t i = 0; i < n; i++) sg_free(made[i].word);
    sg_free(made);
}
