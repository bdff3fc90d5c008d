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

#endif
