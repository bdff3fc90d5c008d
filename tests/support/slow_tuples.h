/* slow_tuples.h - colors that are numbers: things have the same color where their tuples are the same.
 *
 *     slow_tuple *made = slow_tuples(n);
 *     made[i] = slow_tuple_of(3);                     // words 0, 0, 0; fill them
 *     slow_color_by_tuples(color, made, n);           // color[i] is the first that is like i
 *
 * Slow and simple by design.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_TUPLES_H
#define SG_TESTS_SUPPORT_SLOW_TUPLES_H

#include <stddef.h>
#include <stdint.h>

typedef struct slow_tuple {
    int64_t *word;
    size_t n_words;
} slow_tuple;

slow_tuple *slow_tuples(size_t n);
slow_tuple slow_tuple_of(size_t n_words);

/* Sort n items of `width` words each. */
void slow_sort_items(int64_t *item, size_t n, size_t width);

/* Color things by their tuples, and release these. */
void slow_color_by_tuples(uint32_t *color, slow_tuple *made, uint32_t n);

#endif
