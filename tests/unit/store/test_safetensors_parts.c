/* test_safetensors_parts.c - sizes and bytes of tensors. */
#include "store/safetensors_parts.h"

#include "support/check.h"

static void counts_items_and_bytes(void **state)
{
    (void)state;
    sg_file_tensor tensor = {.type = SG_TENSOR_F32, .n_dims = 2, .shape = {3, 4}};
    assert_true(sgi_tensor_count(&tensor));
    assert_int_equal(tensor.n_items, 12);
    assert_int_equal(sgi_tensor_bytes(&tensor), 48);
    tensor = (sg_file_tensor){.type = SG_TENSOR_U64};
    assert_true(sgi_tensor_count(&tensor));
    assert_int_equal(tensor.n_items, 1);
    assert_int_equal(sgi_tensor_bytes(&tensor), 8);
    tensor = (sg_file_tensor){.type = SG_TENSOR_U8, .n_dims = 3, .shape = {5, 0, 7}};
    assert_true(sgi_tensor_count(&tensor));
    assert_int_equal(tensor.n_items, 0);
}

static void refuses_what_cannot_be_counted(void **state)
{
    (void)state;
    sg_file_tensor tensor = {
        .type = SG_TENSOR_F64, .n_dims = 2, .shape = {SIZE_MAX / 4, 2}, .n_items = 77};
    assert_false(sgi_tensor_count(&tensor));
    assert_int_equal(tensor.n_items, 77);
    /* A dimension of 0 hides none of the others. */
    tensor.n_dims = 3;
    tensor.shape[2] = 0;
    assert_false(sgi_tensor_count(&tensor));
}

static void bytes_are_little_endian(void **state)
{
    (void)state;
    static const unsigned char bytes[] = {0x01, 0x02, 0x03, 0x04, 0xff, 0, 0, 0x80};
    assert_int_equal(sgi_tensors_load_word(bytes, 0), 0);
    assert_int_equal(sgi_tensors_load_word(bytes, 1), 0x01);
    assert_int_equal(sgi_tensors_load_word(bytes, 4), 0x04030201);
    assert_true(sgi_tensors_load_word(bytes, 8) == 0x800000ff04030201ULL);
    for (size_t size = 1; size <= 8; size *= 2) {
        unsigned char there[8], back[8];
        sgi_tensor_convert(there, bytes, 8 / size, size);
        uint64_t word = 0;
        memcpy(&word, there, size);
        if (size == 8) assert_true(word == 0x800000ff04030201ULL);
        sgi_tensor_convert(back, there, 8 / size, size);
        assert_memory_equal(back, bytes, sizeof bytes);
    }
}

static void names_and_keys_are_sorted_by_bytes(void **state)
{
    (void)state;
    char a[] = "a", b[] = "\xc3\xa9";
    const sg_file_tensor one = {.name = a}, other = {.name = b};
    const sg_tensors_text text = {.key = a}, later = {.key = b};
    assert_true(sgi_tensors_by_name(&one, &other) < 0 && sgi_tensors_by_name(&other, &one) > 0);
    assert_true(sgi_tensors_by_key(&text, &later) < 0 && sgi_tensors_by_key(&text, &text) == 0);
}

SG_TESTS(cmocka_unit_test(counts_items_and_bytes),
         cmocka_unit_test(refuses_what_cannot_be_counted),
         cmocka_unit_test(bytes_are_little_endian),
         cmocka_unit_test(names_and_keys_are_sorted_by_bytes))
