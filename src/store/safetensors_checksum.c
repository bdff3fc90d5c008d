/* safetensors_checksum.c - one XXH3 over names, texts, types, shapes and items.
 *
 * Lengths go in before texts, so that no two contents feed the same bytes. */
#include "base/hash.h"
#include "base/mem.h"
#include "base/observer.h"
#include "store/safetensors_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char KIND[] = "xxh3:";

/* Between two looks at the clock. */
enum { PORTION = 1 << 22, CONVERTED = 1 << 14 };

static void add_number(sg_hash_stream *stream, uint64_t number)
{
    unsigned char bytes[8];
    for (int b = 0; b < 8; b++) bytes[b] = (unsigned char)(number >> 8 * b);
    sg_hash_stream_add(stream, bytes, sizeof bytes);
}

static void add_text(sg_hash_stream *stream, const char *text)
{
    const size_t size = strlen(text);
    add_number(stream, size);
    sg_hash_stream_add(stream, text, size);
}

/* Items in the order of bytes of the file. */
static void add_items(sg_hash_stream *stream, const unsigned char *items, size_t bytes,
                      size_t size)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    (void)size;
    sg_hash_stream_add(stream, items, bytes);
#else
    unsigned char buffer[CONVERTED];
    for (size_t begin = 0; begin < bytes; begin += sizeof buffer) {
        const size_t n = bytes - begin < sizeof buffer ? bytes - begin : sizeof buffer;
        sgi_tensor_convert(buffer, items + begin, n / size, size);
        sg_hash_stream_add(stream, buffer, n);
    }
#endif
}

static sg_status add_tensor(sg_hash_stream *stream, const sg_file_tensor *tensor, sg_error *err)
{
    const size_t bytes = sgi_tensor_bytes(tensor);
    add_text(stream, tensor->name);
    add_text(stream, sg_tensor_type_name(tensor->type));
    add_number(stream, tensor->n_dims);
    for (uint32_t d = 0; d < tensor->n_dims; d++) add_number(stream, tensor->shape[d]);
    for (size_t begin = 0; begin < bytes; begin += PORTION) {
        if (sg_watch_ask_seldom(err) != SG_OK) return SG_ECANCELED;
        add_items(stream, (const unsigned char *)tensor->data + begin,
                  bytes - begin < PORTION ? bytes - begin : PORTION,
                  sg_tensor_type_size(tensor->type));
    }
    return SG_OK;
}

sg_status sgi_tensors_checksum(sgi_checksum *checksum, const sgi_tensors_content *content,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_hash_stream *stream = NULL;
    SG_TRY(sg_hash_stream_open(&stream, err));
    for (size_t i = 0; i < content->n_metadata; i++) {
        if (strcmp(content->metadata[i].key, SG_TENSORS_CHECKSUM) == 0) continue;
        add_text(stream, content->metadata[i].key);
        add_text(stream, content->metadata[i].value);
    }
    add_number(stream, content->n_tensors);
    for (size_t i = 0; i < content->n_tensors; i++)
        SG_TRY(add_tensor(stream, &content->tensor[i], err));
    (void)snprintf(checksum->text, sizeof checksum->text, "%s%016" PRIx64, KIND,
                   sg_hash_stream_key(stream));
done:
    sg_hash_stream_close(stream);
    return status;
}

bool sgi_checksum_is_known(const char *text)
{
    return strncmp(text, KIND, sizeof KIND - 1) == 0;
}
