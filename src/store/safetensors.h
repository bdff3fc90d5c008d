/* safetensors.h - arrays with names, types and shapes in one file, and texts about them.
 *
 * The format of model files: 8 bytes with the length of the header, the header in JSON, then the
 * items of the arrays, little-endian and without gaps (https://github.com/huggingface/safetensors).
 * Writing:
 *
 *     sg_tensors_writer writer = {0};
 *     SG_TRY(sg_tensors_add_text(&writer, "version", "1", err));
 *     SG_TRY(sg_tensors_add(&writer, "weight", SG_TENSOR_F32, weight, 2, (size_t[]){3, 4}, err));
 *     SG_TRY(sg_tensors_write(&writer, "model.safetensors", err));
 *     sg_tensors_writer_free(&writer);
 *
 * Reading, which believes nothing: a file that is damaged or made up is refused with a reason, and
 * never makes the reader allocate more than the file's size and a small multiple of its header's.
 *
 *     sg_tensors tensors = {0};
 *     SG_TRY(sg_tensors_open(&tensors, "model.safetensors", 0, err));
 *     const sg_file_tensor *weight = sg_tensors_find(&tensors, "weight");
 *     sg_tensors_free(&tensors);
 *
 * A file may have a checksum of its content in its metadata: who changes a bit of it is found out.  It does
 * not depend on the order in which tensors and texts stand in the file.  docs/decisions/014 says why.
 */
#ifndef SG_STORE_SAFETENSORS_H
#define SG_STORE_SAFETENSORS_H

#include "base/text.h"

/* As in the format's own library, which refuses files with a larger header. */
#define SG_TENSORS_MAX_HEADER 100000000
#define SG_TENSORS_MAX_DIMS   4

/* The metadata key of the checksum, which begins with the name of the hash: "xxh3:0123456789abcdef". */
#define SG_TENSORS_CHECKSUM "checksum"

/* The types that are written and read; the format has more. */
typedef enum sg_tensor_type {
    SG_TENSOR_F32,
    SG_TENSOR_F64,
    SG_TENSOR_U64,
    SG_TENSOR_U32,
    SG_TENSOR_I64,
    SG_TENSOR_U8
} sg_tensor_type;

/* What the format calls a type, "F32", and the bytes one item takes. */
const char *sg_tensor_type_name(sg_tensor_type type);
size_t sg_tensor_type_size(sg_tensor_type type);

typedef struct sg_file_tensor {
    char *name; /* UTF-8 */
    sg_tensor_type type;
    uint32_t n_dims;                   /* 0: a single number */
    size_t shape[SG_TENSORS_MAX_DIMS]; /* [n_dims] */
    size_t n_items;   /* product of the shape; its bytes fit into PTRDIFF_MAX */
    const void *data; /* [n_items] row-major, aligned for the type */
} sg_file_tensor;

/* One entry of the metadata, UTF-8. */
typedef struct sg_tensors_text {
    char *key;
    char *value;
} sg_tensors_text;

/* ---- Reading ---------------------------------------------------------------------------- */

typedef struct sg_tensors {
    sg_file_tensor *tensor; /* [n_tensors] ascending by the bytes of the name */
    size_t n_tensors;
    sg_tensors_text *metadata; /* [n_metadata] ascending by the bytes of the key */
    size_t n_metadata;
    sg_text strings; /* names, keys and values */
    void *block;     /* the file; data lies in it */
} sg_tensors;

/* Read a file of at most `limit` bytes (0: 16 GiB) into empty `tensors`.
 * Stricter than the format's own library: tensors must have a type of above, at most 4
 * dimensions and aligned data; no name, key or metadata value contains U+0000; a tensor has no
 * other members than dtype, shape and data_offsets; no name or key stands twice.  Where the metadata has a
 * checksum of a hash that is known here, the content must be what it says.
 * Time O(size + n log n).  Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM;
 * places in messages count from the start of the file. */
sg_status sg_tensors_open(sg_tensors *tensors, const char *path, uint64_t limit, sg_error *err);

/* The same for bytes in memory, which are copied; `path` is what messages call them. */
sg_status sg_tensors_from_memory(sg_tensors *tensors, const char *path, const void *bytes,
                                 size_t size, sg_error *err);

void sg_tensors_free(sg_tensors *tensors);

/* The tensor called `name`, or NULL; borrowed until free.  Time O(log n). */
const sg_file_tensor *sg_tensors_find(const sg_tensors *tensors, const char *name);

/* The metadata value of `key`, or NULL; borrowed until free.  Time O(log n). */
const char *sg_tensors_find_text(const sg_tensors *tensors, const char *key);

/* ---- Writing ---------------------------------------------------------------------------- */

/* What goes into a file; {0} is empty. */
typedef struct sg_tensors_writer {
    sg_file_tensor *tensor; /* [n_tensors] names owned, data borrowed */
    size_t n_tensors, tensor_capacity;
    sg_tensors_text *metadata; /* [n_metadata] owned */
    size_t n_metadata, metadata_capacity;
    bool has_checksum; /* set it, and the metadata gets a checksum */
} sg_tensors_writer;

/* Add a tensor.  The name is copied; `data` is borrowed until the file is written, and may be NULL
 * where there are no items.  Fails with SG_EINVAL (the name "__metadata__", a shape of more than 4
 * dimensions or too large for memory) or SG_ENOMEM; nothing is added then. */
sg_status sg_tensors_add(sg_tensors_writer *writer, const char *name, sg_tensor_type type,
                         const void *data, uint32_t n_dims, const size_t *shape, sg_error *err);

/* Add an entry to the metadata; both texts are copied.  Fails with SG_ENOMEM. */
sg_status sg_tensors_add_text(sg_tensors_writer *writer, const char *key, const char *value,
                              sg_error *err);

/* Write the file, whole or not at all; an existing one is replaced.  The same additions give the
 * same bytes on every machine: metadata in the order added; tensors with items of 8 bytes, of 4,
 * of 1, so that all are aligned, and among those in the order added.  No tensor is copied as a
 * whole.
 * Fails with SG_EINVAL (a name or key that stands twice or is not UTF-8; `path` is something else
 * than a plain file), SG_ELIMIT (a header over SG_TENSORS_MAX_HEADER), SG_ENOTFOUND, SG_EIO or
 * SG_ENOMEM; nothing is left behind then, and an existing file stays as it is. */
sg_status sg_tensors_write(const sg_tensors_writer *writer, const char *path, sg_error *err);

void sg_tensors_writer_free(sg_tensors_writer *writer);

#endif
