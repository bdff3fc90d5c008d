/* fuzz_images.c - a byte that says which format, then a PNG, PGM or PPM image, or an IDX file. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "formats/idx_file.h"
#include "images/netpbm.h"
#include "images/png_reader.h"

#include <math.h>

static void check_image(const sg_image *image)
{
    const size_t n = (size_t)image->width * image->height * image->n_channels;
    FUZZ_CHECK(n > 0);
    for (size_t i = 0; i < n; i++) FUZZ_CHECK(image->value[i] >= 0 && image->value[i] <= 65535);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sg_image image = {0};
    sg_dataset data = {0};
    sg_error err = {0};
    if (size < 1) return 0;
    const long live = sg_mem_live();
    const char *text = (const char *)bytes + 1;
    sg_status status = SG_OK;
    if (bytes[0] % 3 == 2)
        status = sg_idx_parse(&data, "x", "x.idx", text, size - 1, NULL, 0, &err);
    else
        status = (bytes[0] % 3 == 0 ? sg_png_parse : sg_netpbm_parse)(&image, "x", text,
                                                                      size - 1, &err);
    if (status == SG_OK && bytes[0] % 3 != 2) check_image(&image);
    if (status != SG_OK) FUZZ_CHECK(err.text[0] != '\0' && data.name == NULL);
    sg_image_free(&image);
    sg_dataset_free(&data);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
