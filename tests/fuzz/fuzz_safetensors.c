/* fuzz_safetensors.c - the bytes of a safetensors file. */
#include "fuzz/fuzz.h"

#include "base/mem.h"
#include "store/safetensors.h"

#include <string.h>

/* Its shape is that of its bytes, which lie inside the file's copy and can be read. */
static size_t check_tensor(const sg_file_tensor *tensor, const sg_tensors *tensors, size_t size)
{
    FUZZ_CHECK(tensor->n_dims <= SG_TENSORS_MAX_DIMS);
    size_t n_items = 1;
    for (uint32_t d = 0; d < tensor->n_dims; d++) n_items *= tensor->shape[d];
    FUZZ_CHECK(n_items == tensor->n_items);
    const size_t item = sg_tensor_type_size(tensor->type), n_bytes = n_items * item;
    const unsigned char *data = tensor->data, *block = tensors->block;
    FUZZ_CHECK((uintptr_t)data % item == 0);
    FUZZ_CHECK(data >= block + 8 && n_bytes <= size);
    unsigned sum = 0; /* touch every byte, so that a short block gets noticed */
    for (size_t i = 0; i < n_bytes; i++) sum += data[i];
    FUZZ_CHECK(sum <= 255 * n_bytes);
    return n_bytes;
}

/* Names are distinct and ascending, and no byte of the data is without a tensor. */
static void check_tensors(const sg_tensors *tensors, const uint8_t *bytes, size_t size)
{
    uint64_t header = 0, n_bytes = 0;
    for (size_t b = 8; b > 0; b--) header = header << 8 | bytes[b - 1];
    for (size_t i = 0; i < tensors->n_tensors; i++) {
        const sg_file_tensor *tensor = &tensors->tensor[i];
        n_bytes += check_tensor(tensor, tensors, size);
        FUZZ_CHECK(i == 0 || strcmp(tensor[-1].name, tensor->name) < 0);
        FUZZ_CHECK(sg_tensors_find(tensors, tensor->name) == tensor);
    }
    FUZZ_CHECK(8 + header + n_bytes == size);
    for (size_t i = 0; i < tensors->n_metadata; i++) {
        const sg_tensors_text *text = &tensors->metadata[i];
        FUZZ_CHECK(i == 0 || strcmp(text[-1].key, text->key) < 0);
        FUZZ_CHECK(sg_tensors_find_text(tensors, text->key) == text->value);
    }
    FUZZ_CHECK(tensors->strings.size <= header);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sg_tensors tensors = {0};
    sg_error err = {0};
    const long live = sg_mem_live();
    const sg_status status = sg_tensors_from_memory(&tensors, "memory", bytes, size, &err);
    if (status == SG_OK)
        check_tensors(&tensors, bytes, size);
    else
        FUZZ_CHECK(status == SG_EFORMAT && err.text[0] != '\0' && tensors.block == NULL);
    sg_tensors_free(&tensors);
    FUZZ_CHECK(sg_mem_live() == live);
    return 0;
}
