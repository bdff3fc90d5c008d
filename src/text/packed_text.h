/* packed_text.h - bytes as a short text: raw deflate data (RFC 1951) in base64 (RFC 4648).
 *
 *     SG_TRY(sg_packed_text_add(&page, json.data, json.size, err));
 *
 * Browsers read it with atob and DecompressionStream("deflate-raw").
 */
#ifndef SG_TEXT_PACKED_TEXT_H
#define SG_TEXT_PACKED_TEXT_H

#include "base/text.h"

/* Append `size` bytes of `data` to `text`, packed.  Fails with SG_ENOMEM; `text` is then unchanged. */
sg_status sg_packed_text_add(sg_text *text, const char *data, size_t size, sg_error *err);

#endif
