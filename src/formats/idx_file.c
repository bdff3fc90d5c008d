/* idx_file.c - four big-endian numbers, then bytes. */
#include "formats/idx_file.h"

#include "base/file.h"
#include "base/text.h"
#include "data/record_collector.h"
#include "formats/format.h"
#include "images/image_graph.h"

#include <string.h>

static const size_t MAX_FILE = (size_t)1 << 34;

/* A file of unsigned bytes in up to three dimensions. */
typedef struct idx {
    uint32_t dimension[3];
    const unsigned char *item;
} idx;

static uint32_t number_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static sg_status read_header(idx *file, const char *path, const char *bytes, size_t size,
                             uint32_t n_dimensions, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t header = 4 + 4 * (size_t)n_dimensions;
    uint64_t n_items = 1;
    SG_REQUIRE(size >= header && number_at(bytes) == (0x800 | n_dimensions), SG_EFORMAT,
               "%s: not an IDX file of bytes in %u dimensions (00 00 08 %02x)", path,
               n_dimensions, n_dimensions);
    for (uint32_t d = 0; d < n_dimensions; d++) {
        file->dimension[d] = number_at(bytes + 4 + 4 * (size_t)d);
        const bool fits = file->dimension[d] == 0 || n_items <= size / file->dimension[d];
        n_items = fits ? n_items * file->dimension[d] : UINT64_MAX;
        SG_REQUIRE(fits, SG_EFORMAT, "%s: it says that it has more than its %zu bytes", path,
                   size);
    }
    SG_REQUIRE(n_items == size - header, SG_EFORMAT,
               "%s: %zu bytes after its header, but %llu are needed", path, size - header,
               (unsigned long long)n_items);
    file->item = (const unsigned char *)bytes + header;
done:
    return status;
}

static sg_status add_image(sg_record_collector *collector, sg_record *record, sg_image *image,
                           const unsigned char *pixel, const unsigned char *label,
                           uint64_t line, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)image->width * image->height;
    sg_record_clear(record);
    for (size_t i = 0; i < n; i++) image->value[i] = pixel[i];
    SG_TRY(sg_image_to_record(record, image, err));
    if (label != NULL) {
        sg_text text = {0};
        status = sg_text_add_integer(&text, *label, err);
        if (status == SG_OK) status = sg_names_add(&record->target, text.data, text.size, err);
        sg_text_free(&text);
        SG_TRY(status);
    }
    SG_TRY(sg_record_collector_add(collector, record, line, err));
done:
    return status;
}

sg_status sg_idx_parse(sg_dataset *data, const char *name, const char *path, const char *bytes,
                       size_t size, const char *labels, size_t labels_size, sg_error *err)
{
    sg_status status = SG_OK;
    idx images = {0}, classes = {0};
    sg_record record = {0};
    sg_record_collector collector = {0};
    sg_image image = {0};
    SG_TRY(read_header(&images, path, bytes, size, 3, err));
    const uint32_t n = images.dimension[0];
    if (labels != NULL) {
        SG_TRY(read_header(&classes, path, labels, labels_size, 1, err));
        SG_REQUIRE(classes.dimension[0] == n, SG_EFORMAT, "%s: %u images, but %u labels", path,
                   n, classes.dimension[0]);
    }
    SG_TRY(sg_image_resize(&image, images.dimension[2], images.dimension[1], 1, err));
    const size_t n_pixels = (size_t)image.width * image.height;
    for (uint32_t i = 0; i < n; i++)
        SG_TRY(add_image(&collector, &record, &image, images.item + i * n_pixels,
                         labels != NULL ? classes.item + i : NULL, i + (uint64_t)1, err));
    SG_TRY(sg_record_collector_finish(data, &collector, name, path, err));
done:
    sg_record_free(&record);
    sg_record_collector_free(&collector);
    sg_image_free(&image);
    return status;
}

/* Where the labels of an image file are: images becomes labels, idx3 becomes idx1. */
static sg_status labels_path(sg_text *path, const char *images, sg_error *err)
{
    sg_status status = SG_OK;
    const char *file = sg_path_name(images);
    const char *word = strstr(file, "images"), *kind = strstr(file, "idx3");
    if (word == NULL) goto done;
    SG_TRY(sg_text_add(path, err, "%.*slabels%s", (int)(word - images), images, word + 6));
    if (kind != NULL && kind > word) path->data[kind - images + 3] = '1';
done:
    return status;
}

sg_status sg_idx_read(sg_dataset *data, const char *name, const char *path, const char *bytes,
                      size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text labels = {0}, beside = {0};
    SG_TRY(labels_path(&beside, path, err));
    const bool there = beside.size > 0 && sg_path_exists(beside.data);
    if (there) SG_TRY(sg_file_read(&labels, beside.data, MAX_FILE, err));
    SG_TRY(sg_idx_parse(data, name, path, bytes, size, there ? labels.data : NULL, labels.size,
                        err));
done:
    sg_text_free(&labels);
    sg_text_free(&beside);
    return status;
}

static sg_status read_images(sg_dataset *data, const sg_format_input *input, sg_error *err)
{
    return sg_idx_read(data, input->name, input->path, input->text, input->size, err);
}

const sg_format sg_format_idx = {
    .name = "idx",
    .about = "images in IDX, as MNIST's; classes from the label file next to them",
    .ending = {"-ubyte", ".idx"},
    .read = read_images,
};
