/* key.c - two seeds, two hashes. */
#include "invariants/key.h"

#include "base/hash.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A hash that has nothing in common with XXH3: one multiplication and shift per word. */
static uint64_t check_words(const uint64_t *word, size_t n)
{
    uint64_t sum = 0x2545f4914f6cdd1dULL ^ n;
    for (size_t i = 0; i < n; i++) {
        sum = (sum ^ word[i]) * 0x9fb21c651e98df25ULL;
        sum ^= sum >> 29;
    }
    sum *= 0xd6e8feb86659fd93ULL;
    return sum ^ (sum >> 32);
}

sg_key sg_key_in_place(sg_tag tag, uint64_t *word, size_t n)
{
    word[0] = (uint64_t)tag;
    word[1] = n;
    return (sg_key){sg_hash_words(word, n + 2), check_words(word, n + 2)};
}

sg_key sg_key_of(sg_tag tag, const uint64_t *word, size_t n)
{
    uint64_t local[SG_KEY_SHORT + 2];
    assert(n <= SG_KEY_SHORT);
    if (n > 0) memcpy(local + 2, word, n * sizeof *word);
    return sg_key_in_place(tag, local, n);
}

/* Put two words into order without a branch: which one is smaller cannot be predicted. */
static inline void order(uint64_t *a, uint64_t *b)
{
    const uint64_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

/* Most nodes have up to four neighbors: sorting networks for those. */
static void sort_words(uint64_t *w, size_t n)
{
    switch (n) {
    case 0:
    case 1:
        break;
    case 2:
        order(w, w + 1);
        break;
    case 3:
        order(w, w + 1);
        order(w + 1, w + 2);
        order(w, w + 1);
        break;
    case 4:
        order(w, w + 1);
        order(w + 2, w + 3);
        order(w, w + 2);
        order(w + 1, w + 3);
        order(w + 1, w + 2);
        break;
    default:
        qsort(w, n, sizeof *w, sg_compare_u64);
    }
}

sg_key sg_key_of_keys(sg_tag tag, sg_key own, uint64_t *word, size_t n, uint64_t check_sum)
{
    sort_words(word + SG_KEY_ROOM, n);
    word[0] = (uint64_t)tag;
    word[1] = n;
    word[2] = own.key;
    const uint64_t check = sg_check_mix(own.check + (uint64_t)tag) * 3 + check_sum + n;
    return (sg_key){sg_hash_words(word, n + SG_KEY_ROOM), sg_check_mix(check)};
}
