/* key.h - content keys: 64 bits that say what a node's (or pair's) invariant *is*.
 *
 * A key is the XXH3 hash of a canonical encoding, which begins with a tag for the kind of
 * invariant.  The same structure has the same key in every data set, run and machine.  With 64
 * bits two structures may share a key by chance; so a second, independent hash of the same
 * content travels with it, and whoever collects keys (vocabulary.h) compares both.
 *
 *     sg_key degree = sg_key_of(SG_TAG_DEGREE, &(uint64_t){3}, 1);
 */
#ifndef SG_INVARIANTS_KEY_H
#define SG_INVARIANTS_KEY_H

#include "invariants/labeling_list.h"
#include "invariants/pair_property_list.h"

#include <stddef.h>
#include <stdint.h>

typedef struct sg_key {
    uint64_t key;
    uint64_t check; /* another hash of the same content */
} sg_key;

/* What the content is.  Part of every key and so of every model file: numbers are never reused. */
typedef enum sg_tag {
#define SG_TAG_OF_LABELING(kind, tag, number) tag = (number),
    SG_LABELING_LIST(SG_TAG_OF_LABELING) /* 1 .. 13, and from 64 on */
#undef SG_TAG_OF_LABELING
    SG_TAG_COMBINED = 14,
    SG_TAG_REST = 15,         /* all labels beyond a limit          */
    SG_TAG_EXAMPLE = 16,      /* docs/adding-a-labeling.md, nobody else */
    SG_TAG_WORD = 17,         /* a label that is a word             */
    SG_TAG_EXAMPLE_PAIR = 31, /* docs/adding-a-pair-property.md, nobody else */
#define SG_TAG_OF_PROPERTY(kind, tag, number) tag = (number),
    SG_PAIR_PROPERTY_LIST(SG_TAG_OF_PROPERTY) /* 32 .. 63 */
#undef SG_TAG_OF_PROPERTY
} sg_tag;

/* Keys of things that are a word and a small number, or a word alone: they can be found by trying. */
typedef struct sg_key_series {
    sg_tag tag;
    const char *word;
    int first, n; /* numbers; n = 0: it has none */
} sg_key_series;

/* The most words that sg_key_of takes. */
#define SG_KEY_SHORT 62

/* The key of a few words of content under a tag; n <= SG_KEY_SHORT. */
sg_key sg_key_of(sg_tag tag, const uint64_t *word, size_t n);

/* The same for any number of words, in a buffer with two free places in front: word[0] and
 * word[1] are overwritten, word[2 .. 2 + n) is the content. */
sg_key sg_key_in_place(sg_tag tag, uint64_t *word, size_t n);

/* Room that sg_key_of_keys needs in front of the others' keys. */
#define SG_KEY_ROOM 3

/* The key of something that consists of `own` and a multiset of other keyed things.
 *
 *   word       [SG_KEY_ROOM + n]; word[SG_KEY_ROOM ...] are the keys of the others, in any order;
 *              overwritten
 *   check_sum  the sum of sg_check_mix(check) over the others
 *
 * The check is made of checks, not of keys: so two different things that got the same key by
 * chance are still told apart by whatever is built on them. */
sg_key sg_key_of_keys(sg_tag tag, sg_key own, uint64_t *word, size_t n, uint64_t check_sum);

static inline uint64_t sg_check_mix(uint64_t x)
{
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ULL;
    x = (x ^ (x >> 29)) * 0x9fb21c651e98df25ULL;
    return x ^ (x >> 32);
}

#endif
