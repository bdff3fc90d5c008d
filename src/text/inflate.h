/* inflate.h - unpacking deflate data piece by piece, and the checksum that goes with it.
 *
 * ISA-L unpacks twice as fast as zlib (docs/decisions/002-archives.md); where it is missing at
 * build time, zlib does the work.
 */
#ifndef SG_TEXT_INFLATE_H
#define SG_TEXT_INFLATE_H

#include "base/status.h"

typedef struct sg_inflater sg_inflater;

/* Start to unpack a raw deflate stream.  Fails with SG_ENOMEM. */
sg_status sg_inflater_open(sg_inflater **inflater, sg_error *err);

void sg_inflater_close(sg_inflater *inflater);

/* Unpack from `in` to `out` until one of them is exhausted or the stream ends.
 *
 *   in, in_size    in/out; advanced past what was used
 *   out_size       in: room; out: bytes written
 *   finished       out: whether the stream has ended
 *
 * Returns false where the data is not a deflate stream; nothing counts as used or written then,
 * and the unpacker is good for nothing but closing. */
bool sg_inflater_run(sg_inflater *inflater, const unsigned char **in, size_t *in_size,
                     unsigned char *out, size_t *out_size, bool *finished);

/* The CRC-32 of `data` appended to what has the checksum `crc` (0 at the beginning). */
uint32_t sg_crc32(uint32_t crc, const unsigned char *data, size_t size);

#endif
