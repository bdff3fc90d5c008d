/* hash.h - 64-bit content hashes that are the same on every machine.
 *
 * A content key is the XXH3 hash of a canonical encoding.  The encoding is little-endian whatever
 * the machine is, so keys can be stored in files and compared between computers:
 *
 *     sg_hash_words((uint64_t[]){TAG_DEGREE, degree}, 2)
 */
#ifndef SG_BASE_HASH_H
#define SG_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The key of a sequence of words. */
uint64_t sg_hash_words(const uint64_t *word, size_t n);

/* The key of a sequence of bytes. */
uint64_t sg_hash_bytes(const void *data, size_t size);

#endif
