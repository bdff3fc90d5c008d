/* safetensors_parts.h - what reader and writer of safetensors files share.
 */
#ifndef SG_STORE_SAFETENSORS_PARTS_H
#define SG_STORE_SAFETENSORS_PARTS_H

#include "store/safetensors.h"

enum {
    SGI_TENSORS_LENGTH_SIZE = 8, /* bytes in front of the header */
    SGI_TENSOR_TYPES = 6         /* values of sg_tensor_type */
};

/* The key of the metadata, which no tensor may have as its name. */
#define SGI_TENSORS_METADATA "__metadata__"

/* The bytes that the items of a tensor take. */
size_t sgi_tensor_bytes(const sg_file_tensor *tensor);

/* Set n_items by type and shape; false, and nothing set, if the bytes of the dimensions that are
 * not 0 are too many to count. */
bool sgi_tensor_count(sg_file_tensor *tensor);

/* The number in the first `size` <= 8 bytes of `bytes`, little-endian. */
uint64_t sgi_tensors_load_word(const unsigned char *bytes, size_t size);

/* Bring `n` items of `size` bytes from the file's order of bytes to the machine's or, which is the
 * same, back; `to` may be `from`. */
void sgi_tensor_convert(unsigned char *to, const unsigned char *from, size_t n, size_t size);

/* For qsort: tensors by the bytes of their names, texts by those of their keys. */
int sgi_tensors_by_name(const void *a, const void *b);
int sgi_tensors_by_key(const void *a, const void *b);

/* A checksum as it stands in the metadata. */
typedef struct sgi_checksum {
    char text[24];
} sgi_checksum;

/* What a checksum is made of, both sorted as above. */
typedef struct sgi_tensors_content {
    const sg_file_tensor *tensor; /* [n_tensors] data in the machine's order of bytes */
    size_t n_tensors;
    const sg_tensors_text *metadata; /* [n_metadata] a checksum among them is left out */
    size_t n_metadata;
} sgi_tensors_content;

/* The checksum of the content: of every name, key, text, type, shape and item.  Fails with SG_ECANCELED or
 * SG_ENOMEM.  Time O(bytes). */
sg_status sgi_tensors_checksum(sgi_checksum *checksum, const sgi_tensors_content *content,
                               sg_error *err);

/* Whether a text of the metadata is a checksum of the hash that is known here. */
bool sgi_checksum_is_known(const char *text);

#endif
