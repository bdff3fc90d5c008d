/* hash.h - 64-bit content hashes that are the same on every machine.
 *
 * A content key is the XXH3 hash of a canonical encoding.  The encoding is little-endian whatever
 * the machine is, so keys can be stored in files and compared between computers:
 *
 *     sg_hash_words((uint64_t[]){TAG_DEGREE, degree}, 2)
 */
#ifndef SG_BASE_HASH_H
#define SG_BASE_HASH_H

#include "base/status.h"

/* The key of a sequence of words. */
uint64_t sg_hash_words(const uint64_t *word, size_t n);

/* The key of a sequence of bytes. */
uint64_t sg_hash_bytes(const void *data, size_t size);

/* The key of bytes that come in portions, the same as that of all of them at once. */
typedef struct sg_hash_stream sg_hash_stream;

/* Begin without bytes; *stream is released with sg_hash_stream_close.  Fails with SG_ENOMEM. */
sg_status sg_hash_stream_open(sg_hash_stream **stream, sg_error *err);

void sg_hash_stream_add(sg_hash_stream *stream, const void *data, size_t size);

/* The key of all bytes so far. */
uint64_t sg_hash_stream_key(const sg_hash_stream *stream);

/* NULL is fine. */
void sg_hash_stream_close(sg_hash_stream *stream);

#endif
