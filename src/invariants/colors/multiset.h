/* multiset.h - the content of a multiset of keys as a sum, without sorting.
 *
 * Refinements over pairs of nodes look at millions of multisets.  A sum of well-mixed words says
 * what is in a multiset whatever the order, at two multiplications per member; the second sum is
 * made of the checks, as everywhere (key.h).
 *
 *     sg_multiset all = {0};
 *     for (...) sg_multiset_add(&all, sg_mixed(key));
 *     next = sg_key_of_multiset(SG_TAG_FWL, own, all);
 */
#ifndef SG_INVARIANTS_COLORS_MULTISET_H
#define SG_INVARIANTS_COLORS_MULTISET_H

#include "base/hash.h"
#include "invariants/key.h"

typedef struct sg_multiset {
    uint64_t key, check;
} sg_multiset;

/* Both halves of a product: every bit of the result depends on every bit of both words. */
static inline uint64_t sg_fold_product(uint64_t a, uint64_t b)
{
    __extension__ const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* What a member adds to a sum. */
static inline sg_multiset sg_mixed(sg_key key)
{
    return (sg_multiset){
        sg_fold_product(key.key ^ 0xa0761d6478bd642fULL, key.key ^ 0xe7037ed1a0b428dbULL),
        sg_check_mix(key.check)};
}

static inline void sg_multiset_add(sg_multiset *all, sg_multiset member)
{
    all->key += member.key;
    all->check += member.check;
}

/* The key of something that consists of `own` and a multiset. */
static inline sg_key sg_key_of_multiset(sg_tag tag, sg_key own, sg_multiset all)
{
    const uint64_t mixed = sg_fold_product(own.key ^ 0x8ebc6af09c88c6e3ULL,
                                           all.key ^ (0x589965cc75374cc3ULL + (uint64_t)tag));
    return (sg_key){sg_fold_product(mixed ^ own.key, all.key ^ 0x1d8e4e27c47d124fULL),
                    sg_check_mix(sg_check_mix(own.check + (uint64_t)tag) * 3 + all.check)};
}

#endif
