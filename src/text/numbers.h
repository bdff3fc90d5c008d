/* numbers.h - reading numbers out of text, fast and strictly.
 *
 * Every function reads one number at `p` and returns the place behind it, or NULL where there is
 * none; nothing depends on the locale.  The text must be followed by at least 16 readable bytes
 * that are not digits (sg_lines guarantees that).
 */
#ifndef SG_TEXT_NUMBERS_H
#define SG_TEXT_NUMBERS_H

#include <stdint.h>
#include <string.h>

/* Digits only, at most 2^64-1. */
const char *sg_scan_unsigned(uint64_t *value, const char *p);

/* An optional sign and digits, in the range of int64_t. */
const char *sg_scan_integer(int64_t *value, const char *p);

/* A decimal number, "-1.5e-3"; neither "nan" nor "inf" nor hexadecimal.  Rounded correctly; what
 * is too large becomes infinite. */
const char *sg_scan_real(double *value, const char *p);

/* The common case of sg_scan_unsigned, all digits at a time: up to 7 digits followed by
 * something else; NULL for anything longer, which is then left to the functions above. */
static inline const char *sg_scan_short(uint32_t *value, const char *p)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t text;
    memcpy(&text, p, sizeof text);
    text ^= 0x3030303030303030ULL; /* digits become 0 .. 9 */
    const uint64_t other = ((text + 0x7676767676767676ULL) | text) & 0x8080808080808080ULL;
    if (other == 0) return NULL;
    const unsigned bits = (unsigned)__builtin_ctzll(other) & ~7U; /* 8 x number of digits */
    if (bits == 0) return NULL;
    text <<= 64 - bits; /* leading zeros in front */
    text = text * 10 + (text >> 8);
    const uint64_t pairs = 0x000000ff000000ffULL;
    text = ((text & pairs) * 0x000f424000000064ULL +
            ((text >> 16) & pairs) * 0x0000271000000001ULL) >>
           32;
    *value = (uint32_t)text;
    return p + bits / 8;
#else
    uint64_t wide;
    const char *end = sg_scan_unsigned(&wide, p);
    if (end == NULL || end - p > 7) return NULL;
    *value = (uint32_t)wide;
    return end;
#endif
}

#endif
