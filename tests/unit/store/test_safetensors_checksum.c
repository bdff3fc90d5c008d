/* test_safetensors_checksum.c - who changes a bit of a file with a checksum is found out, or has changed
 * nothing. */
#include "unit/store/official_tensors.inc"

#include "store/safetensors_parts.h"

static const float A[] = {1, -2.5F};
static const uint8_t B[] = {1, 2, 255};

/* Two tensors and two texts, in one of two orders. */
static void write_both(const char *path, bool turned, bool has_checksum)
{
    sg_tensors_writer writer = {.has_checksum = has_checksum};
    for (int i = 0; i < 2; i++)
        if ((i == 0) == turned) {
            check_ok(sg_tensors_add(&writer, "a", SG_TENSOR_F32, A, 1, (size_t[]){2}, &err));
            check_ok(sg_tensors_add_text(&writer, "format", "pt", &err));
        } else {
            check_ok(sg_tensors_add(&writer, "b", SG_TENSOR_U8, B, 2, (size_t[]){3, 1}, &err));
            check_ok(sg_tensors_add_text(&writer, "made by", "hand", &err));
        }
    check_ok(sg_tensors_write(&writer, path, &err));
    sg_tensors_writer_free(&writer);
}

/* What is in the file but for the checksum and texts of other keys. */
static bool is_whole(const sg_tensors *tensors)
{
    const sg_file_tensor *a = sg_tensors_find(tensors, "a"), *b = sg_tensors_find(tensors, "b");
    const char *format = sg_tensors_find_text(tensors, "format"),
               *made_by = sg_tensors_find_text(tensors, "made by");
    return tensors->n_tensors == 2 && tensors->n_metadata == 3 && a != NULL && b != NULL &&
           a->type == SG_TENSOR_F32 && a->n_dims == 1 && b->type == SG_TENSOR_U8 &&
           b->n_dims == 2 && b->shape[0] == 3 && memcmp(a->data, A, sizeof A) == 0 &&
           memcmp(b->data, B, sizeof B) == 0 && format != NULL && strcmp(format, "pt") == 0 &&
           made_by != NULL && strcmp(made_by, "hand") == 0;
}

/* Every bit of the file, one at a time. */
static void a_changed_bit_is_found(void **state)
{
    (void)state;
    sg_text file = {0};
    size_t n_refused = 0, n_by_checksum = 0;
    write_both(path_of("x"), false, true);
    check_ok(sg_file_read(&file, path_of("x"), SIZE_MAX, &err));
    for (size_t bit = 0; bit < 8 * file.size; bit++) {
        sg_tensors tensors = {0};
        sg_error why = {0};
        file.data[bit / 8] ^= (char)(1 << bit % 8);
        const sg_status status =
            sg_tensors_from_memory(&tensors, "x", file.data, file.size, &why);
        if (status == SG_OK && !is_whole(&tensors)) fail_msg("bit %zu changes something", bit);
        n_refused += status == SG_EFORMAT;
        n_by_checksum += strstr(why.text, "does not have the checksum xxh3:") != NULL;
        sg_tensors_free(&tensors);
        file.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_true(n_refused > 7 * file.size);
    assert_true(n_by_checksum >= 8 * (sizeof A + sizeof B)); /* nothing else sees the items */
    sg_text_free(&file);
}

static void the_order_does_not_matter(void **state)
{
    (void)state;
    sg_tensors one = {0}, other = {0};
    write_both(path_of("one"), false, true);
    write_both(path_of("other"), true, true);
    check_ok(sg_tensors_open(&one, path_of("one"), 0, &err));
    check_ok(sg_tensors_open(&other, path_of("other"), 0, &err));
    assert_true(is_whole(&one) && is_whole(&other));
    const char *said = sg_tensors_find_text(&one, SG_TENSORS_CHECKSUM);
    assert_string_equal(said, sg_tensors_find_text(&other, SG_TENSORS_CHECKSUM));
    assert_true(sgi_checksum_is_known(said));
    assert_int_equal(strlen(said), 21);
    sg_tensors_free(&one);
    sg_tensors_free(&other);
}

/* The same on every machine, or files would not open on another. */
static void a_checksum_is_recorded(void **state)
{
    (void)state;
    sg_tensors tensors = {0};
    sgi_checksum checksum;
    write_both(path_of("x"), false, false);
    check_ok(sg_tensors_open(&tensors, path_of("x"), 0, &err));
    assert_null(sg_tensors_find_text(&tensors, SG_TENSORS_CHECKSUM));
    check_ok(sgi_tensors_checksum(&checksum,
                                  &(sgi_tensors_content){tensors.tensor, tensors.n_tensors,
                                                         tensors.metadata, tensors.n_metadata},
                                  &err));
    assert_string_equal(checksum.text, "xxh3:d7231c203c048993");
    sg_tensors_free(&tensors);
}

/* A hash that a later version may use says nothing here. */
static void other_hashes_are_not_compared(void **state)
{
    (void)state;
    sg_tensors_writer writer = {0};
    sg_tensors tensors = {0};
    check_ok(sg_tensors_add_text(&writer, SG_TENSORS_CHECKSUM, "sha999:77", &err));
    check_ok(sg_tensors_write(&writer, path_of("x"), &err));
    check_ok(sg_tensors_open(&tensors, path_of("x"), 0, &err));
    sg_tensors_free(&tensors);
    sg_tensors_writer_free(&writer);
    assert_false(sgi_checksum_is_known("sha999:77"));
}

static sg_status write_and_read(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tensors_writer writer = {.has_checksum = true};
    sg_tensors tensors = {0};
    (void)context;
    SG_TRY(sg_tensors_add(&writer, "a", SG_TENSOR_F32, A, 1, (size_t[]){2}, err));
    SG_TRY(sg_tensors_write(&writer, path_of("x"), err));
    SG_TRY(sg_tensors_open(&tensors, path_of("x"), 0, err));
done:
    sg_tensors_free(&tensors);
    sg_tensors_writer_free(&writer);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(write_and_read, NULL) > 5);
}

SG_TESTS(WITH_FOLDER(a_changed_bit_is_found), WITH_FOLDER(the_order_does_not_matter),
         WITH_FOLDER(a_checksum_is_recorded), WITH_FOLDER(other_hashes_are_not_compared),
         WITH_FOLDER(survives_lack_of_memory))
