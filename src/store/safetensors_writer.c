/* safetensors_writer.c - tensors in an order that aligns them all, behind a header in JSON. */
#include "base/file.h"
#include "base/mem.h"
#include "base/observer.h"
#include "store/safetensors.h"
#include "store/safetensors_parts.h"
#include "text/json_writer.h"

#include <stdlib.h>
#include <string.h>

void sg_tensors_writer_free(sg_tensors_writer *writer)
{
    for (size_t i = 0; i < writer->n_tensors; i++) sg_free(writer->tensor[i].name);
    for (size_t i = 0; i < writer->n_metadata; i++) {
        sg_free(writer->metadata[i].key);
        sg_free(writer->metadata[i].value);
    }
    sg_free(writer->tensor);
    sg_free(writer->metadata);
    *writer = (sg_tensors_writer){0};
}

sg_status sg_tensors_add(sg_tensors_writer *writer, const char *name, sg_tensor_type type,
                         const void *data, uint32_t n_dims, const size_t *shape, sg_error *err)
{
    sg_status status = SG_OK;
    sg_file_tensor added = {.type = type, .n_dims = n_dims, .data = data};
    SG_REQUIRE(strcmp(name, SGI_TENSORS_METADATA) != 0, SG_EINVAL,
               "tensors: the name %s is taken; choose another", SGI_TENSORS_METADATA);
    SG_REQUIRE(n_dims <= SG_TENSORS_MAX_DIMS, SG_EINVAL,
               "tensors: \"%s\" has %u dimensions; at most %d are allowed", name, n_dims,
               SG_TENSORS_MAX_DIMS);
    for (uint32_t d = 0; d < n_dims; d++) added.shape[d] = shape[d];
    SG_REQUIRE(sgi_tensor_count(&added), SG_EINVAL,
               "tensors: the shape of \"%s\" is too large for any memory", name);
    SG_TRY(sg_grow(&writer->tensor, &writer->tensor_capacity, writer->n_tensors + 1,
                   sizeof added, err));
    SG_REQUIRE((added.name = sg_text_copy(name)) != NULL, SG_ENOMEM, "out of memory");
    writer->tensor[writer->n_tensors++] = added;
done:
    return status;
}

sg_status sg_tensors_add_text(sg_tensors_writer *writer, const char *key, const char *value,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_tensors_text added = {0};
    SG_TRY(sg_grow(&writer->metadata, &writer->metadata_capacity, writer->n_metadata + 1,
                   sizeof added, err));
    SG_REQUIRE((added.key = sg_text_copy(key)) != NULL, SG_ENOMEM, "out of memory");
    SG_REQUIRE((added.value = sg_text_copy(value)) != NULL, SG_ENOMEM, "out of memory");
    writer->metadata[writer->n_metadata++] = added;
    added = (sg_tensors_text){0};
done:
    sg_free(added.key);
    sg_free(added.value);
    return status;
}

static int compare_strings(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts `string`. */
static sg_status check_distinct(char **string, size_t n, const char *what, sg_error *err)
{
    if (n > 1) qsort(string, n, sizeof *string, compare_strings);
    for (size_t i = 1; i < n; i++)
        if (strcmp(string[i - 1], string[i]) == 0)
            return sg_error_set(err, SG_EINVAL, SG_WHERE,
                                "tensors: two %s \"%s\"; each must be another", what,
                                string[i]);
    return SG_OK;
}

static sg_status check_names(const sg_tensors_writer *writer, sg_error *err)
{
    sg_status status = SG_OK;
    char **string = NULL;
    SG_ALLOC(string, writer->n_tensors + writer->n_metadata);
    for (size_t i = 0; i < writer->n_tensors; i++) string[i] = writer->tensor[i].name;
    SG_TRY(check_distinct(string, writer->n_tensors, "tensors are called", err));
    for (size_t i = 0; i < writer->n_metadata; i++) string[i] = writer->metadata[i].key;
    SG_TRY(check_distinct(string, writer->n_metadata, "metadata keys are", err));
done:
    sg_free(string);
    return status;
}

/* Large items first: then every tensor begins at a multiple of the size of its items. */
static void order_tensors(size_t *order, const sg_tensors_writer *writer)
{
    for (size_t size = 8; size > 0; size /= 2)
        for (size_t i = 0; i < writer->n_tensors; i++)
            if (sg_tensor_type_size(writer->tensor[i].type) == size) *order++ = i;
}

/* The checksum of all that was added. */
static sg_status compute_checksum(sgi_checksum *checksum, const sg_tensors_writer *writer,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = writer->n_tensors, n_metadata = writer->n_metadata;
    sg_file_tensor *tensor = NULL;
    sg_tensors_text *metadata = NULL;
    SG_ALLOC(tensor, n);
    SG_ALLOC(metadata, n_metadata);
    if (n > 0) memcpy(tensor, writer->tensor, n * sizeof *tensor);
    if (n_metadata > 0) memcpy(metadata, writer->metadata, n_metadata * sizeof *metadata);
    if (n > 1) qsort(tensor, n, sizeof *tensor, sgi_tensors_by_name);
    if (n_metadata > 1) qsort(metadata, n_metadata, sizeof *metadata, sgi_tensors_by_key);
    SG_TRY(sgi_tensors_checksum(checksum,
                                &(sgi_tensors_content){tensor, n, metadata, n_metadata}, err));
done:
    sg_free(tensor);
    sg_free(metadata);
    return status;
}

/* The checksum is the last one: without it the file is as it would be if nobody had asked for it. */
static sg_status put_metadata(sg_json_writer *json, const sg_tensors_writer *writer,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sgi_checksum checksum;
    if (writer->n_metadata == 0 && !writer->has_checksum) goto done;
    SG_TRY(sg_json_member_object(json, SGI_TENSORS_METADATA, err));
    for (size_t i = 0; i < writer->n_metadata; i++) {
        SG_TRY(
            sg_json_member_text(json, writer->metadata[i].key, writer->metadata[i].value, err));
    }
    if (writer->has_checksum) {
        SG_TRY(compute_checksum(&checksum, writer, err));
        SG_TRY(sg_json_member_text(json, SG_TENSORS_CHECKSUM, checksum.text, err));
    }
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

static sg_status put_tensor(sg_json_writer *json, const sg_file_tensor *tensor, uint64_t offset,
                            sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_object(json, tensor->name, err));
    SG_TRY(sg_json_member_text(json, "dtype", sg_tensor_type_name(tensor->type), err));
    SG_TRY(sg_json_member_array(json, "shape", err));
    for (uint32_t d = 0; d < tensor->n_dims; d++)
        SG_TRY(sg_json_put_unsigned(json, tensor->shape[d], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "data_offsets", err));
    SG_TRY(sg_json_put_unsigned(json, offset, err));
    SG_TRY(sg_json_put_unsigned(json, offset + sgi_tensor_bytes(tensor), err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

/* The length and the header, padded so that the data begins at a multiple of 8. */
static sg_status make_header(sg_text *header, const sg_tensors_writer *writer,
                             const size_t *order, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t offset = 0;
    unsigned char length[SGI_TENSORS_LENGTH_SIZE] = {0};
    SG_TRY(sg_text_add_bytes(header, length, SGI_TENSORS_LENGTH_SIZE, err));
    sg_json_writer json = sg_json_write_to(header);
    SG_TRY(sg_json_open_object(&json, err));
    SG_TRY(put_metadata(&json, writer, err));
    for (size_t i = 0; i < writer->n_tensors; i++) {
        const sg_file_tensor *tensor = &writer->tensor[order[i]];
        SG_TRY(put_tensor(&json, tensor, offset, err));
        offset += sgi_tensor_bytes(tensor);
    }
    SG_TRY(sg_json_close(&json, err));
    while (header->size % 8 != 0) SG_TRY(sg_text_add_bytes(header, " ", 1, err));
    const size_t size = header->size - SGI_TENSORS_LENGTH_SIZE;
    SG_REQUIRE(size <= SG_TENSORS_MAX_HEADER, SG_ELIMIT,
               "tensors: names and metadata take %zu bytes; at most %d are allowed", size,
               SG_TENSORS_MAX_HEADER);
    for (size_t b = 0; b < SGI_TENSORS_LENGTH_SIZE; b++)
        header->data[b] = (char)(size >> 8 * b);
done:
    return status;
}

static sg_status write_items(sg_file_writer *file, const sg_file_tensor *tensor, sg_error *err)
{
    sg_status status = SG_OK;
    unsigned char buffer[1 << 14];
    const size_t size = sg_tensor_type_size(tensor->type), capacity = sizeof buffer / size;
    const unsigned char *items = tensor->data;
    for (size_t left = tensor->n_items; left > 0;) {
        const size_t n = left < capacity ? left : capacity;
        SG_TRY(sg_watch_ask_seldom(err)); /* a disk may take its time */
        sgi_tensor_convert(buffer, items, n, size);
        SG_TRY(sg_file_writer_add(file, buffer, n * size, err));
        items += n * size;
        left -= n;
    }
done:
    return status;
}

sg_status sg_tensors_write(const sg_tensors_writer *writer, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    size_t *order = NULL;
    sg_text header = {0};
    sg_file_writer file = {0};
    SG_TRY(check_names(writer, err));
    SG_ALLOC(order, writer->n_tensors);
    order_tensors(order, writer);
    SG_TRY(make_header(&header, writer, order, err));
    SG_TRY(sg_file_writer_open(&file, path, err));
    SG_TRY(sg_file_writer_add(&file, header.data, header.size, err));
    for (size_t i = 0; i < writer->n_tensors; i++)
        SG_TRY(write_items(&file, &writer->tensor[order[i]], err));
    SG_TRY(sg_file_writer_commit(&file, err));
done:
    sg_file_writer_close(&file);
    sg_text_free(&header);
    sg_free(order);
    return status;
}
