/* bitset.h - sets of small numbers, 64 to a word.
 *
 * Number i is bit i % 64 of word i / 64.
 *
 *     for (uint64_t left = set[w]; left != 0; left &= left - 1)
 *         visit(64 * w + sg_bit_first(left));
 */
#ifndef SG_BASE_BITSET_H
#define SG_BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

/* Words for the numbers 0 .. n-1. */
static inline uint32_t sg_bit_words(uint32_t n)
{
    return n / 64 + (n % 64 != 0);
}

static inline void sg_bit_add(uint64_t *set, uint32_t i)
{
    set[i / 64] |= (uint64_t)1 << (i % 64);
}

static inline void sg_bit_remove(uint64_t *set, uint32_t i)
{
    set[i / 64] &= ~((uint64_t)1 << (i % 64));
}

static inline bool sg_bit_has(const uint64_t *set, uint32_t i)
{
    return (set[i / 64] >> (i % 64) & 1) != 0;
}

/* The bits above bit i of its word. */
static inline uint64_t sg_bits_above(uint32_t i)
{
    return ~(uint64_t)1 << (i % 64);
}

/* The lowest bit of a word that is not 0. */
static inline uint32_t sg_bit_first(uint64_t word)
{
    return (uint32_t)__builtin_ctzll(word);
}

/* The number of bits.  The oldest x86-64 machines have no instruction for it, and what compilers
 * call instead is slower than this sum. */
static inline uint32_t sg_bit_count(uint64_t word)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    word -= word >> 1 & 0x5555555555555555ULL;
    word = (word & 0x3333333333333333ULL) + (word >> 2 & 0x3333333333333333ULL);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (uint32_t)((word * 0x0101010101010101ULL) >> 56);
#else
    return (uint32_t)__builtin_popcountll(word);
#endif
}

/* The first n numbers: 0 .. n-1. */
static inline void sg_bits_fill(uint64_t *set, uint32_t n)
{
    for (uint32_t w = 0; w < n / 64; w++) set[w] = ~(uint64_t)0;
    if (n % 64 != 0) set[n / 64] = ~(~(uint64_t)0 << (n % 64));
}

#endif
