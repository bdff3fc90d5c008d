/* safetensors_parts.c - types, sizes and the order of bytes.
 *
 * Items go through shifts, byte by byte: that reads the same on every machine, and compilers make
 * plain copies of it on those that are little-endian. */
#include "store/safetensors_parts.h"

#include <string.h>

static const struct {
    const char *name;
    size_t size;
} TYPES[SGI_TENSOR_TYPES] = {
    [SG_TENSOR_F32] = {"F32", 4}, [SG_TENSOR_F64] = {"F64", 8}, [SG_TENSOR_U64] = {"U64", 8},
    [SG_TENSOR_U32] = {"U32", 4}, [SG_TENSOR_I64] = {"I64", 8}, [SG_TENSOR_U8] = {"U8", 1}};

const char *sg_tensor_type_name(sg_tensor_type type)
{
    return TYPES[type].name;
}

size_t sg_tensor_type_size(sg_tensor_type type)
{
    return TYPES[type].size;
}

size_t sgi_tensor_bytes(const sg_file_tensor *tensor)
{
    return tensor->n_items * TYPES[tensor->type].size;
}

bool sgi_tensor_count(sg_file_tensor *tensor)
{
    const size_t most = (size_t)PTRDIFF_MAX / TYPES[tensor->type].size;
    size_t product = 1;
    bool empty = false;
    for (uint32_t d = 0; d < tensor->n_dims; d++) {
        const size_t dim = tensor->shape[d];
        empty = empty || dim == 0;
        if (dim == 0) continue;
        if (product > most / dim) return false;
        product *= dim;
    }
    tensor->n_items = empty ? 0 : product;
    return true;
}

int sgi_tensors_by_name(const void *a, const void *b)
{
    const sg_file_tensor *x = a, *y = b;
    return strcmp(x->name, y->name);
}

int sgi_tensors_by_key(const void *a, const void *b)
{
    const sg_tensors_text *x = a, *y = b;
    return strcmp(x->key, y->key);
}

uint64_t sgi_tensors_load_word(const unsigned char *bytes, size_t size)
{
    uint64_t word = 0;
    for (size_t b = 0; b < size; b++) word |= (uint64_t)bytes[b] << 8 * b;
    return word;
}

void sgi_tensor_convert(unsigned char *to, const unsigned char *from, size_t n, size_t size)
{
    if (size == 8) {
        for (size_t i = 0; i < n; i++) {
            const uint64_t word = sgi_tensors_load_word(from + 8 * i, 8);
            memcpy(to + 8 * i, &word, 8);
        }
    } else if (size == 4) {
        for (size_t i = 0; i < n; i++) {
            const uint32_t word = (uint32_t)sgi_tensors_load_word(from + 4 * i, 4);
            memcpy(to + 4 * i, &word, 4);
        }
    } else if (to != from) {
        memcpy(to, from, n);
    }
}
