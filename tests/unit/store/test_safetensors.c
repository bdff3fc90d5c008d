/* test_safetensors.c - files as the format wants them, read back, damaged, and made up. */
#include "store/safetensors.h"

#include "base/file.h"
#include "base/mem.h"
#include "support/check.h"
#include "support/folder.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHAPE(...)                                                                             \
    (sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t)), (size_t[])                             \
    {                                                                                          \
        __VA_ARGS__                                                                            \
    }

/* ---- The layout ------------------------------------------------------------------------- */

/* By hand, after the format's description: the length 160 in 8 bytes, the header with 3 spaces
 * behind it, and 2 x F32, 3 x U8. */
static const char OFFICIAL[] =
    "\xa0\0\0\0\0\0\0\0"
    "{\"__metadata__\":{\"format\":\"pt\",\"made by\":\"hand\"},"
    "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
    "\"b\":{\"dtype\":\"U8\",\"shape\":[3,1],\"data_offsets\":[8,11]}}   "
    "\x00\x00\x80\x3f\x00\x00\x20\xc0"
    "\x01\x02\xff";
enum { OFFICIAL_SIZE = sizeof OFFICIAL - 1, OFFICIAL_HEADER = 160 };

static const float OFFICIAL_A[] = {1, -2.5F};
static const uint8_t OFFICIAL_B[] = {1, 2, 255};

static sg_status add_official(sg_tensors_writer *writer, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_tensors_add(writer, "a", SG_TENSOR_F32, OFFICIAL_A, 1, (size_t[]){2}, err));
    SG_TRY(sg_tensors_add_text(writer, "format", "pt", err));
    SG_TRY(sg_tensors_add(writer, "b", SG_TENSOR_U8, OFFICIAL_B, 2, (size_t[]){3, 1}, err));
    SG_TRY(sg_tensors_add_text(writer, "made by", "hand", err));
done:
    return status;
}

static void check_official(const sg_tensors *tensors)
{
    assert_int_equal(tensors->n_tensors, 2);
    assert_int_equal(tensors->n_metadata, 2);
    const sg_file_tensor *a = sg_tensors_find(tensors, "a"), *b = sg_tensors_find(tensors, "b");
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(a->type, SG_TENSOR_F32);
    assert_int_equal(a->n_dims, 1);
    assert_int_equal(a->shape[0], 2);
    assert_int_equal(a->n_items, 2);
    assert_memory_equal(a->data, OFFICIAL_A, sizeof OFFICIAL_A);
    assert_int_equal(b->type, SG_TENSOR_U8);
    assert_int_equal(b->n_dims, 2);
    assert_int_equal(b->shape[0], 3);
    assert_int_equal(b->shape[1], 1);
    assert_memory_equal(b->data, OFFICIAL_B, sizeof OFFICIAL_B);
    assert_string_equal(sg_tensors_find_text(tensors, "format"), "pt");
    assert_string_equal(sg_tensors_find_text(tensors, "made by"), "hand");
    assert_null(sg_tensors_find(tensors, "c"));
    assert_null(sg_tensors_find(tensors, ""));
    assert_null(sg_tensors_find(tensors, "__metadata__"));
    assert_null(sg_tensors_find_text(tensors, "a"));
}

static void writes_the_layout_of_the_format(void **state)
{
    (void)state;
    sg_tensors_writer writer = {0};
    sg_text file = {0};
    check_ok(add_official(&writer, &err));
    check_ok(sg_tensors_write(&writer, path_of("x"), &err));
    check_ok(sg_file_read(&file, path_of("x"), SIZE_MAX, &err));
    assert_int_equal(file.size, OFFICIAL_SIZE);
    assert_memory_equal(file.data, OFFICIAL, OFFICIAL_SIZE);
    assert_int_equal(n_entries(folder), 1);
    sg_text_free(&file);
    sg_tensors_writer_free(&writer);
}

static void reads_the_layout_of_the_format(void **state)
{
    (void)state;
    sg_tensors tensors = {0};
    check_ok(sg_tensors_from_memory(&tensors, "x", OFFICIAL, OFFICIAL_SIZE, &err));
    check_official(&tensors);
    sg_tensors_free(&tensors);
    check_ok(sg_file_write(path_of("x"), OFFICIAL, OFFICIAL_SIZE, &err));
    check_ok(sg_tensors_open(&tensors, path_of("x"), 0, &err));
    check_official(&tensors);
    sg_tensors_free(&tensors);
    sg_tensors_free(&tensors);
}

static void writes_and_reads_nothing(void **state)
{
    (void)state;
    sg_tensors_writer writer = {0};
    sg_tensors tensors = {0};
    sg_text file = {0};
    check_ok(sg_tensors_write(&writer, path_of("x"), &err));
    check_ok(sg_file_read(&file, path_of("x"), SIZE_MAX, &err));
    assert_int_equal(file.size, 16);
    assert_memory_equal(file.data, "\x08\0\0\0\0\0\0\0{}      ", 16);
    check_ok(sg_tensors_open(&tensors, path_of("x"), 0, &err));
    assert_int_equal(tensors.n_tensors, 0);
    assert_int_equal(tensors.n_metadata, 0);
    assert_null(sg_tensors_find(&tensors, "a"));
    assert_null(sg_tensors_find_text(&tensors, "a"));
    sg_tensors_free(&tensors);
    sg_text_free(&file);
    sg_tensors_writer_free(&writer);
}

/* ---- Round trips ------------------------------------------------------------------------ */

static void check_same(const sg_file_tensor *found, const sg_file_tensor *expected)
{
    assert_non_null(found);
    assert_string_equal(found->name, expected->name);
    assert_int_equal(found->type, expected->type);
    assert_int_equal(found->n_dims, expected->n_dims);
    for (uint32_t d = 0; d < found->n_dims; d++)
        assert_int_equal(found->shape[d], expected->shape[d]);
    assert_int_equal(found->n_items, expected->n_items);
    const size_t size = sg_tensor_type_size(found->type);
    assert_int_equal((uintptr_t)found->data % size, 0);
    if (found->n_items > 0)
        assert_memory_equal(found->data, expected->data, found->n_items * size);
}

static void check_reads_back(const sg_tensors_writer *writer, const char *path)
{
    sg_tensors tensors = {0};
    check_ok(sg_tensors_open(&tensors, path, 0, &err));
    assert_int_equal(tensors.n_tensors, writer->n_tensors);
    assert_int_equal(tensors.n_metadata, writer->n_metadata);
    for (size_t i = 0; i < writer->n_tensors; i++)
        check_same(sg_tensors_find(&tensors, writer->tensor[i].name), &writer->tensor[i]);
    for (size_t i = 0; i < writer->n_metadata; i++)
        assert_string_equal(sg_tensors_find_text(&tensors, writer->metadata[i].key),
                            writer->metadata[i].value);
    sg_tensors_free(&tensors);
}

static const float F32[] = {0, -0.0F, 1e-45F, 3.4e38F, NAN, INFINITY};
static const double F64[] = {0.1, 5e-324, -1.7e308, (double)NAN, -(double)INFINITY, 1};
static const uint64_t U64[] = {0, 1, UINT64_MAX, (uint64_t)1 << 63, 0x0123456789abcdef, 7};
static const uint32_t U32[] = {0, 1, UINT32_MAX, 0x01234567, 5, 6};
static const int64_t I64[] = {0, -1, INT64_MIN, INT64_MAX, -2, 3};
static const uint8_t U8[] = {0, 1, 255, 128, 127, 66};

/* Every type as a number, nothing, a row, and four dimensions; odd sizes before large items. */
static sg_status add_all(sg_tensors_writer *writer, sg_error *err)
{
    static const struct {
        const char *name;
        sg_tensor_type type;
        const void *data;
    } all[] = {{"u8", SG_TENSOR_U8, U8},    {"f32", SG_TENSOR_F32, F32},
               {"f64", SG_TENSOR_F64, F64}, {"u64", SG_TENSOR_U64, U64},
               {"u32", SG_TENSOR_U32, U32}, {"i64", SG_TENSOR_I64, I64}};
    sg_status status = SG_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char name[4][16];
        for (int k = 0; k < 4; k++) (void)snprintf(name[k], 16, "%s.%d", all[i].name, k);
        const sg_tensor_type type = all[i].type;
        SG_TRY(sg_tensors_add(writer, name[0], type, all[i].data, 0, NULL, err));
        SG_TRY(sg_tensors_add(writer, name[1], type, NULL, SHAPE(2, 0), err));
        SG_TRY(sg_tensors_add(writer, name[2], type, all[i].data, SHAPE(5), err));
        SG_TRY(sg_tensors_add(writer, name[3], type, all[i].data, SHAPE(1, 2, 1, 3), err));
    }
    SG_TRY(sg_tensors_add_text(writer, "empty", "", err));
    SG_TRY(sg_tensors_add_text(writer, "", "without a key", err));
    SG_TRY(sg_tensors_add_text(writer, "\xc3\xa4\n", "\x01\"\\\xf0\x9f\x98\x80{}[],:", err));
    SG_TRY(sg_tensors_add_text(writer, "json", "{\"layers\":[{\"heads\":2}]}", err));
done:
    return status;
}

static void gives_every_type_back(void **state)
{
    (void)state;
    sg_tensors_writer writer = {0};
    check_ok(add_all(&writer, &err));
    check_ok(sg_tensors_write(&writer, path_of("x"), &err));
    check_reads_back(&writer, path_of("x"));
    sg_tensors_writer_free(&writer);
    sg_tensors_writer_free(&writer);
}

static void knows_names_and_sizes_of_types(void **state)
{
    (void)state;
    assert_string_equal(sg_tensor_type_name(SG_TENSOR_F32), "F32");
    assert_string_equal(sg_tensor_type_name(SG_TENSOR_U8), "U8");
    assert_int_equal(sg_tensor_type_size(SG_TENSOR_I64), 8);
    assert_int_equal(sg_tensor_type_size(SG_TENSOR_U32), 4);
}

static void same_input_gives_same_bytes(void **state)
{
    (void)state;
    sg_text first = {0}, second = {0};
    for (int round = 0; round < 2; round++) {
        sg_tensors_writer writer = {0};
        check_ok(add_all(&writer, &err));
        check_ok(sg_tensors_write(&writer, path_of("x"), &err)); /* replaces the first */
        check_ok(sg_file_read(round == 0 ? &first : &second, path_of("x"), SIZE_MAX, &err));
        sg_tensors_writer_free(&writer);
    }
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    assert_int_equal(n_entries(folder), 1);
    sg_text_free(&first);
    sg_text_free(&second);
}

/* A reader that knows nothing but the writer's spelling: the bytes of the tensor called `name`. */
static const char *tiny_find(size_t *size, const sg_text *file, const char *name)
{
    char wanted[64];
    (void)snprintf(wanted, sizeof wanted, "\"%s\":{\"dtype\":", name);
    size_t header = 0;
    for (size_t b = 8; b > 0; b--) header = header << 8 | (unsigned char)file->data[b - 1];
    const char *entry = strstr(file->data + 8, wanted);
    assert_non_null(entry);
    const char *offsets = strstr(entry, "\"data_offsets\":[");
    unsigned long long begin = 0, end = 0;
    assert_int_equal(sscanf(offsets, "\"data_offsets\":[%llu,%llu]", &begin, &end), 2);
    *size = (size_t)(end - begin);
    return file->data + 8 + header + begin;
}

static void writes_what_another_reader_finds(void **state)
{
    (void)state;
    sg_rng rng = check_rng("writes_what_another_reader_finds");
    static uint8_t pool[8 * 24 * 24];
    for (size_t i = 0; i < sizeof pool; i++) pool[i] = (uint8_t)sg_rng_below(&rng, 256);
    for (int round = 0; round < 30; round++) {
        sg_tensors_writer writer = {0};
        sg_text file = {0};
        const uint32_t n = sg_rng_below(&rng, 12);
        for (uint32_t i = 0; i < n; i++) {
            char name[16];
            (void)snprintf(name, sizeof name, "t%u", i);
            const size_t shape[] = {sg_rng_below(&rng, 24), sg_rng_below(&rng, 24)};
            check_ok(sg_tensors_add(&writer, name, (sg_tensor_type)sg_rng_below(&rng, 6), pool,
                                    sg_rng_below(&rng, 3), shape, &err));
        }
        check_ok(sg_tensors_write(&writer, path_of("x"), &err));
        check_reads_back(&writer, path_of("x"));
        check_ok(sg_file_read(&file, path_of("x"), SIZE_MAX, &err));
        for (uint32_t i = 0; i < n; i++) {
            size_t size = 0;
            const char *bytes = tiny_find(&size, &file, writer.tensor[i].name);
            const size_t item = sg_tensor_type_size(writer.tensor[i].type);
            assert_int_equal(size, writer.tensor[i].n_items * item);
            assert_int_equal((size_t)(bytes - file.data) % item, 0);
            const uint16_t probe =
                1; /* items are words of this machine, the file is little-endian */
            if (*(const uint8_t *)&probe == 1 && size > 0)
                assert_memory_equal(bytes, pool, size);
        }
        sg_text_free(&file);
        sg_tensors_writer_free(&writer);
    }
}

/* Larger than any buffer inside, and with many names. */
static void writes_and_reads_much(void **state)
{
    (void)state;
    enum { N = 300001, N_SMALL = 5000 };
    double *large = sg_alloc(N, sizeof *large);
    for (size_t i = 0; i < N; i++) large[i] = (double)i * 0.1;
    sg_tensors_writer writer = {0};
    for (uint32_t i = 0; i < N_SMALL; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "layer.%u.weight", i * 7919 % N_SMALL);
        check_ok(sg_tensors_add(&writer, name, i % 2 == 0 ? SG_TENSOR_U8 : SG_TENSOR_F64, large,
                                SHAPE(i % 4), &err));
    }
    check_ok(sg_tensors_add(&writer, "large", SG_TENSOR_F64, large, SHAPE(N), &err));
    check_ok(sg_tensors_write(&writer, path_of("x"), &err));
    check_reads_back(&writer, path_of("x"));
    sg_tensors_writer_free(&writer);
    sg_free(large);
}

/* ---- Headers of others ------------------------------------------------------------------ */

/* A file in memory of exactly its size: the header as it is given, and `n_data` bytes. */
static sg_status read_made_up(sg_tensors *tensors, const char *header, size_t n_data,
                              sg_error *err)
{
    const size_t length = strlen(header), size = 8 + length + n_data;
    unsigned char *file = malloc(size);
    assert_non_null(file);
    for (size_t b = 0; b < 8; b++) file[b] = (unsigned char)(length >> 8 * b);
    memcpy(file + 8, header, length);
    for (size_t i = 0; i < n_data; i++) file[8 + length + i] = (unsigned char)i;
    const sg_status status = sg_tensors_from_memory(tensors, "x", file, size, err);
    free(file);
    return status;
}

#define TENSOR(name, dtype, shape, offsets)                                                    \
    "\"" name "\":{\"dtype\":\"" dtype "\",\"shape\":[" shape "],\"data_offsets\":[" offsets   \
    "]}"

static void reads_headers_written_otherwise(void **state)
{
    (void)state;
    sg_tensors tensors = {0};
    /* members and tensors in another order, space anywhere, escapes, lengths of all kinds */
    static const char *const space[] = {"", " ", "  ", "   ", "    ", "\n\t\r ", "      "};
    for (size_t i = 0; i < sizeof space / sizeof *space; i++) {
        char header[400];
        (void)snprintf(
            header, sizeof header,
            "{%s\"b\\u0041\": {\"data_offsets\" : [ 8,16],\"shape\":[1],%s"
            "\"dtype\":\"U64\"},\n" TENSOR(
                "a", "F64", "", "0,8") ","
                                       "\"\\u005f_metadata__\": {\"\\u00e4\":\"\\n\"}}%s",
            space[i], space[i], space[i]);
        check_ok(read_made_up(&tensors, header, 16, &err));
        const sg_file_tensor *b = sg_tensors_find(&tensors, "bA");
        assert_non_null(b);
        assert_true(*(const uint64_t *)b->data == 0x0f0e0d0c0b0a0908);
        assert_non_null(sg_tensors_find(&tensors, "a"));
        assert_int_equal(sg_tensors_find(&tensors, "a")->n_items, 1);
        assert_string_equal(sg_tensors_find_text(&tensors, "\xc3\xa4"), "\n");
        sg_tensors_free(&tensors);
    }
    /* tensors without items may lie at any border */
    check_ok(read_made_up(
        &tensors,
        "{" TENSOR("a", "F32", "0", "0,0") "," TENSOR("b", "F32", "2", "0,8") "," TENSOR(
            "c", "F32", "0,9",
            "8,8") "," TENSOR("d", "U8", "1",
                              "8,9") "," TENSOR("e", "U8", "3,0,1",
                                                "9,9") "," TENSOR("f", "U8", "0", "8,8") "}",
        9, &err));
    assert_int_equal(tensors.n_tensors, 6);
    assert_int_equal(sg_tensors_find(&tensors, "c")->shape[1], 9);
    assert_int_equal(sg_tensors_find(&tensors, "c")->n_items, 0);
    assert_non_null(sg_tensors_find(&tensors, "e")->data);
    sg_tensors_free(&tensors);
}

/* ---- Damage ----------------------------------------------------------------------------- */

/* Read `size` bytes, which may be nonsense: fine, or refused with a reason, and nothing lost. */
static sg_status read_damaged(const char *bytes, size_t size)
{
    const long live = sg_mem_live();
    char *copy = malloc(size > 0 ? size : 1); /* reading past its end gets noticed */
    memcpy(copy, bytes, size);
    sg_tensors tensors = {0};
    sg_error err = {0};
    const sg_status status = sg_tensors_from_memory(&tensors, "damaged", copy, size, &err);
    assert_true(status == SG_OK || status == SG_EFORMAT);
    if (status == SG_OK) {
        for (size_t i = 0; i < tensors.n_tensors; i++)
            assert_ptr_equal(sg_tensors_find(&tensors, tensors.tensor[i].name),
                             &tensors.tensor[i]);
    } else {
        assert_int_equal(strncmp(err.text, "damaged:", 8), 0);
        assert_null(tensors.block);
    }
    sg_tensors_free(&tensors);
    free(copy);
    assert_int_equal(sg_mem_live(), live);
    return status;
}

static void refuses_every_cut(void **state)
{
    (void)state;
    for (size_t size = 0; size < OFFICIAL_SIZE; size++) {
        assert_int_equal(read_damaged(OFFICIAL, size), SG_EFORMAT);
        check_ok(sg_file_write(path_of("x"), OFFICIAL, size, &err));
        sg_tensors tensors = {0};
        check_fails(sg_tensors_open(&tensors, path_of("x"), 0, &err), SG_EFORMAT, path_of("x"));
        assert_null(tensors.block);
    }
    char longer[OFFICIAL_SIZE + 1] = {0};
    memcpy(longer, OFFICIAL, OFFICIAL_SIZE);
    assert_int_equal(read_damaged(longer, sizeof longer), SG_EFORMAT);
}

static void survives_every_changed_byte(void **state)
{
    (void)state;
    char file[OFFICIAL_SIZE];
    memcpy(file, OFFICIAL, OFFICIAL_SIZE);
    size_t n_read = 0;
    for (size_t at = 0; at < 8 + OFFICIAL_HEADER; at++)
        for (int c = 0; c < 256; c++) {
            file[at] = (char)c;
            n_read += read_damaged(file, OFFICIAL_SIZE) == SG_OK;
            file[at] = OFFICIAL[at];
        }
    /* other letters of names and texts: that is no damage a reader can see */
    assert_true(n_read > 0 && n_read < 256 * 40);
}

static void check_refused(const char *header, size_t n_data, const char *part)
{
    sg_tensors tensors = {0};
    const long live = sg_mem_live();
    check_fails(read_made_up(&tensors, header, n_data, &err), SG_EFORMAT, part);
    assert_int_equal(sg_mem_live(), live);
    assert_null(tensors.tensor);
}

static void refuses_lengths_that_cannot_be(void **state)
{
    (void)state;
    static const unsigned char length[][8] = {{9},
                                              {0, 1},
                                              {0, 0xe4, 0x0b, 0x54, 0x02},
                                              {255, 255, 255, 255, 255, 255, 255, 255},
                                              {0xf8, 255, 255, 255, 255, 255, 255, 255},
                                              {0, 0, 0, 0, 0, 0, 0, 128}};
    for (size_t i = 0; i < sizeof length / sizeof *length; i++) {
        char file[16] = "xxxxxxxx{}      ";
        memcpy(file, length[i], 8);
        sg_tensors tensors = {0};
        check_fails(sg_tensors_from_memory(&tensors, "x", file, sizeof file, &err), SG_EFORMAT,
                    "at most 8 are possible here: the file is cut off, or no safetensors file");
    }
    sg_tensors tensors = {0};
    check_fails(sg_tensors_from_memory(&tensors, "x", NULL, 0, &err), SG_EFORMAT,
                "only 0 bytes");
    check_fails(sg_tensors_from_memory(&tensors, "x", "1234567", 7, &err), SG_EFORMAT,
                "x: only 7 bytes; a safetensors file begins with 8");
    check_refused("", 8, "x:1:9: the text ends here");
    check_refused(" {}", 8, "x:1:10: the header must begin with '{'");
    check_refused("\n{}", 8, "x:2:1: the header must begin with '{'");
    check_refused("[]", 8, "x:1:9: an object of tensors is needed here");
    check_refused("{} {}", 0, "x:1:12: found '{'");
    check_refused("{}", 1, "x: no tensor for bytes 0 to 1 of the data");
}

static void refuses_hostile_offsets(void **state)
{
    (void)state;
    check_refused("{" TENSOR("a", "U8", "10000000000", "0,10000000000") "}", 8,
                  "found 10000000000; a whole number from 0 to 8 is needed");
    check_refused("{" TENSOR("a", "U8", "1", "-1,0") "}", 8, "found -1; a whole number");
    check_refused("{" TENSOR("a", "U8", "1", "0.0,1.0") "}", 8, "found 0.0; a whole number");
    check_refused("{" TENSOR("a", "U8", "1", "0,1e0") "}", 8, "found 1e0; a whole number");
    check_refused("{" TENSOR("a", "U8", "1", "9007199254740993,9007199254740994") "}", 8,
                  "found 9007199254740993; ");
    check_refused("{" TENSOR("a", "U8", "1", "0,18446744073709551617") "}", 8,
                  "found 18446744073709551617; ");
    check_refused("{" TENSOR("a", "U8", "1", "0,\\\"1\\\"") "}", 8, "found '\\'");
    check_refused("{" TENSOR("a", "U8", "1", "\"0\",1") "}", 8,
                  "found something else; a whole");
    check_refused("{" TENSOR("a", "U8", "1", "1,0") "}", 8, "data_offsets must be two numbers");
    check_refused("{" TENSOR("a", "U8", "1", "1") "}", 8, "data_offsets must be two numbers");
    check_refused("{" TENSOR("a", "U8", "1", "") "}", 8, "data_offsets must be two numbers");
    check_refused("{" TENSOR("a", "U8", "1", "0,1,2") "}", 8, "more than 2 numbers here");
    check_refused("{" TENSOR("a", "U8", "4", "0,4") "," TENSOR("b", "U8", "4", "3,7") "}", 7,
                  "x: tensors overlap at byte 3 of the data");
    check_refused("{" TENSOR("a", "U8", "4", "0,4") "," TENSOR("b", "U8", "4", "0,4") "}", 4,
                  "x: tensors overlap at byte 0 of the data");
    check_refused("{" TENSOR("a", "U8", "4", "0,4") "," TENSOR("b", "U8", "0", "2,2") "}", 4,
                  "x: tensors overlap at byte 2 of the data");
    check_refused("{" TENSOR("a", "U8", "2", "0,2") "," TENSOR("b", "U8", "1", "3,4") "}", 4,
                  "x: no tensor for bytes 2 to 3 of the data");
    check_refused("{" TENSOR("a", "U8", "2", "2,4") "}", 4, "no tensor for bytes 0 to 2");
    check_refused("{" TENSOR("a", "U8", "2", "0,2") "}", 4, "no tensor for bytes 2 to 4");
    check_refused("{" TENSOR("b", "U8", "1", "0,1") "," TENSOR("a", "U32", "1", "1,5") "}", 5,
                  "data at offset 1; for U32 it must be a multiple of 4");
    check_refused("{" TENSOR("b", "U32", "1", "0,4") "," TENSOR("a", "F64", "1", "4,12") "}",
                  12, "data at offset 4; for F64 it must be a multiple of 8");
}

static void refuses_hostile_shapes(void **state)
{
    (void)state;
    check_refused("{" TENSOR("a", "F32", "2", "0,4") "}", 4,
                  "4 bytes of data; the shape needs 8");
    check_refused("{" TENSOR("a", "F32", "", "0,8") "}", 8,
                  "8 bytes of data; the shape needs 4");
    check_refused("{" TENSOR("a", "F32", "0", "0,4") "}", 4,
                  "4 bytes of data; the shape needs 0");
    check_refused("{" TENSOR("a", "U8", "10000000000", "0,8") "}", 8,
                  "the shape needs 10000000000");
    /* 2^32 x 2^32 = 0 and 2^61 x 8 = 0 where products wrap around */
    check_refused("{" TENSOR("a", "U8", "4294967296,4294967296", "0,0") "}", 0,
                  "too large for any");
    check_refused("{" TENSOR("a", "F64", "2305843009213693952", "0,0") "}", 0,
                  "too large for any");
    check_refused("{" TENSOR("a", "U8", "18446744073709551615", "0,0") "}", 0,
                  "too large for any");
    check_refused("{" TENSOR("a", "U8", "0,9223372036854775807,3", "0,0") "}", 0,
                  "too large for");
    check_refused("{" TENSOR("a", "U8", "18446744073709551616", "0,0") "}", 0,
                  "a whole number");
    check_refused("{" TENSOR("a", "U8", "-1", "0,1") "}", 1, "found -1; a whole number");
    check_refused("{" TENSOR("a", "U8", "1.0", "0,1") "}", 1, "found 1.0; a whole number");
    check_refused("{" TENSOR("a", "U8", "[1]", "0,1") "}", 1, "found something else");
    check_refused("{" TENSOR("a", "U8", "1,1,1,1,1", "0,1") "}", 1, "more than 4 numbers here");
    check_refused("{" TENSOR("a", "U8", "1,", "0,1") "}", 1, "found ']'; a value is needed");
}

static void refuses_hostile_objects(void **state)
{
    (void)state;
    check_refused("{" TENSOR("a", "BF16", "1", "0,2") "}", 2,
                  "x:1:23: tensors of type BF16 are not read; F32, F64, U64, U32, I64 or U8");
    check_refused("{" TENSOR("a", "f32", "1", "0,4") "}", 4, "type f32 are not read");
    check_refused("{" TENSOR("a", "", "1", "0,4") "}", 4, "type unknown are not read");
    check_refused("{" TENSOR("a", "\xff\xfe", "1", "0,4") "}", 4, "type unknown are not read");
    check_refused("{" TENSOR("a", "ABCDEFGHIJKLMNOPQ", "1", "0,4") "}", 4, "type unknown are");
    check_refused("{" TENSOR("a", "U8", "1", "0,1") "," TENSOR("a", "U8", "1", "1,2") "}", 2,
                  "x: two tensors have the name \"a\"");
    check_refused("{" TENSOR("a", "U8", "1", "0,1") "," TENSOR("\\u0061", "U8", "1", "1,2") "}",
                  2, "x: two tensors have the name \"a\"");
    check_refused("{\"a\":{}}", 0, "x:1:10: the tensor is incomplete; dtype, shape and");
    check_refused("{\"a\":{\"dtype\":\"U8\",\"shape\":[]}}", 1, "the tensor is incomplete");
    check_refused("{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\"}}", 1, "this key stands twice");
    check_refused("{\"a\":{\"shape\":[],\"shape\":[]}}", 1, "this key stands twice");
    check_refused("{\"a\":{\"type\":\"U8\"}}", 1, "x:1:15: unknown key; a tensor has dtype");
    check_refused("{\"a\":{\"dtype\":8}}", 1, "the name of a type is needed here");
    check_refused("{\"a\":{\"shape\":8}}", 1, "a list of numbers is needed here");
    check_refused("{\"a\":{\"data_offsets\":{}}}", 1, "a list of numbers is needed here");
    check_refused("{\"a\":1}", 1, "the object of a tensor is needed here");
    check_refused("{\"a\":[]}", 1, "the object of a tensor is needed here");
    check_refused("{\"a\\u0000b\":{}}", 1, "x:1:10: found U+0000 in a text");
    check_refused("{\"\\ud800\":{}}", 1, "x:1:11: found half of a character");
    check_refused("{\"\xff\":{}}", 1, "x:1:11: found byte 255; the text must be UTF-8");
}

static void refuses_hostile_metadata(void **state)
{
    (void)state;
    check_refused("{\"__metadata__\":[]}", 0, "an object of texts is needed here");
    check_refused("{\"__metadata__\":null}", 0, "an object of texts is needed here");
    check_refused("{\"__metadata__\":{\"a\":1}}", 0, "a text is needed here");
    check_refused("{\"__metadata__\":{\"a\":{}}}", 0, "a text is needed here");
    check_refused("{\"__metadata__\":{\"a\":\"1\",\"b\":\"\",\"a\":\"2\"}}", 0,
                  "x: two entries of the metadata have the key \"a\"");
    check_refused("{\"__metadata__\":{},\"__metadata__\":{}}", 0,
                  "x:1:28: __metadata__ stands twice");
    check_refused("{\"__metadata__\":{\"a\":\"\\u0000\"}}", 0, "found U+0000 in a text");
}

static void refuses_depth_bombs(void **state)
{
    (void)state;
    static const struct {
        const char *before, *repeated, *part;
    } bomb[] = {{"{\"a\":{\"shape\":", "[", "found something else; a whole number"},
                {"{\"a\":{\"dtype\":", "[", "the name of a type is needed here"},
                {"{\"a\":{\"b\":", "[", "unknown key"},
                {"{\"__metadata__\":", "{\"a\":", "a text is needed here"},
                {"", "{\"a\":", "unknown key"},
                {"", "[", "an object of tensors is needed here"}};
    enum { DEPTH = 100000 };
    for (size_t i = 0; i < sizeof bomb / sizeof *bomb; i++) {
        sg_text header = {0};
        check_ok(sg_text_add(&header, &err, "%s", bomb[i].before));
        for (int d = 0; d < DEPTH; d++)
            check_ok(sg_text_add(&header, &err, "%s", bomb[i].repeated));
        check_refused(header.data, 0, bomb[i].part);
        sg_text_free(&header);
    }
}

/* ---- Files ------------------------------------------------------------------------------ */

static void refuses_files_that_cannot_be_read(void **state)
{
    (void)state;
    sg_tensors tensors = {0};
    check_fails(sg_tensors_open(&tensors, path_of("none"), 0, &err), SG_ENOTFOUND,
                "none: cannot open: No such file");
    check_fails(sg_tensors_open(&tensors, folder, 0, &err), SG_EFORMAT, "not a plain file");
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0); /* must not wait for a writer */
    check_fails(sg_tensors_open(&tensors, path_of("pipe"), 0, &err), SG_EFORMAT,
                "not a plain file");
    check_fails(sg_tensors_open(&tensors, "/dev/zero", 0, &err), SG_EFORMAT,
                "not a plain file");
    check_ok(sg_file_write(path_of("x"), OFFICIAL, OFFICIAL_SIZE, &err));
    check_fails(sg_tensors_open(&tensors, path_of("x"), OFFICIAL_SIZE - 1, &err), SG_ELIMIT,
                "x: 179 bytes; at most 178 are allowed here");
    check_ok(sg_tensors_open(&tensors, path_of("x"), OFFICIAL_SIZE, &err));
    sg_tensors_free(&tensors);
}

/* The size of a file without content costs nothing to claim, and nothing to refuse. */
static void refuses_huge_sparse_files(void **state)
{
    (void)state;
    sg_tensors tensors = {0};
    check_ok(sg_file_write(path_of("x"), "", 0, &err));
    if (truncate(path_of("x"), (off_t)17 << 30) != 0) {
        printf("SKIPPED: the file system has no sparse files\n");
        skip();
    }
    check_fails(sg_tensors_open(&tensors, path_of("x"), 0, &err), SG_ELIMIT,
                "at most 17179869184 are allowed here");
    /* a header of 1 GB inside a file of 16 GiB: refused before anything is allocated */
    check_ok(sg_file_write(path_of("x"), "\0\0\0\x40\0\0\0\0", 8, &err));
    assert_int_equal(truncate(path_of("x"), (off_t)16 << 30), 0);
    check_fails(sg_tensors_open(&tensors, path_of("x"), 0, &err), SG_EFORMAT,
                "a header of 1073741824 bytes; at most 100000000 are possible here");
}

static void refuses_to_write_nonsense(void **state)
{
    (void)state;
    sg_tensors_writer writer = {0};
    const sg_tensor_type type = SG_TENSOR_F64;
    check_fails(sg_tensors_add(&writer, "__metadata__", type, F64, 0, NULL, &err), SG_EINVAL,
                "the name __metadata__ is taken");
    check_fails(sg_tensors_add(&writer, "a", type, F64, SHAPE(1, 1, 1, 1, 1), &err), SG_EINVAL,
                "\"a\" has 5 dimensions; at most 4 are allowed");
    check_fails(sg_tensors_add(&writer, "a", type, F64, SHAPE(SIZE_MAX / 8, 2), &err),
                SG_EINVAL, "the shape of \"a\" is too large");
    check_fails(sg_tensors_add(&writer, "a", type, F64, SHAPE(0, SIZE_MAX), &err), SG_EINVAL,
                "the shape of \"a\" is too large");
    assert_int_equal(writer.n_tensors, 0);

    check_ok(sg_tensors_add(&writer, "a", type, F64, 0, NULL, &err));
    check_ok(sg_tensors_add(&writer, "b", type, F64, 0, NULL, &err));
    check_ok(sg_tensors_add(&writer, "a", type, F64, 0, NULL, &err));
    check_fails(sg_tensors_write(&writer, path_of("x"), &err), SG_EINVAL,
                "two tensors are called \"a\"");
    sg_tensors_writer_free(&writer);
    check_ok(sg_tensors_add_text(&writer, "k", "1", &err));
    check_ok(sg_tensors_add_text(&writer, "k", "1", &err));
    check_fails(sg_tensors_write(&writer, path_of("x"), &err), SG_EINVAL,
                "two metadata keys are \"k\"");
    sg_tensors_writer_free(&writer);
    check_ok(sg_tensors_add_text(&writer, "k", "\xff", &err));
    check_fails(sg_tensors_write(&writer, path_of("x"), &err), SG_EINVAL, "UTF-8 is needed");
    sg_tensors_writer_free(&writer);
    check_ok(sg_tensors_add(&writer, "\xc3", type, F64, 0, NULL, &err));
    check_fails(sg_tensors_write(&writer, path_of("x"), &err), SG_EINVAL, "UTF-8 is needed");
    sg_tensors_writer_free(&writer);
    assert_int_equal(n_entries(folder), 0);
}

static void refuses_headers_over_the_limit(void **state)
{
    (void)state;
    const size_t size = SG_TENSORS_MAX_HEADER;
    char *value = sg_alloc(size + 1, 1);
    assert_non_null(value);
    memset(value, 'x', size);
    sg_tensors_writer writer = {0};
    check_ok(sg_tensors_add_text(&writer, "k", value, &err));
    sg_free(value);
    check_fails(sg_tensors_write(&writer, path_of("x"), &err), SG_ELIMIT,
                "names and metadata take 1000000");
    sg_tensors_writer_free(&writer);
    assert_int_equal(n_entries(folder), 0);
}

static void writes_only_where_it_may(void **state)
{
    (void)state;
    sg_tensors_writer writer = {0};
    check_ok(add_official(&writer, &err));
    check_fails(sg_tensors_write(&writer, path_of("no/x"), &err), SG_ENOTFOUND, "No such file");
    check_fails(sg_tensors_write(&writer, folder, &err), SG_EINVAL, "not a plain file");
    /* a device is not replaced by a file */
    assert_int_equal(symlink("/dev/full", path_of("full")), 0);
    if (sg_path_exists("/dev/full"))
        check_fails(sg_tensors_write(&writer, path_of("full"), &err), SG_EINVAL,
                    "full: not a plain file");
    assert_int_equal(n_entries(folder), 1);
    sg_tensors_writer_free(&writer);
}

static void leaves_a_forbidden_folder_alone(void **state)
{
    (void)state;
    if (geteuid() == 0) {
        printf("SKIPPED: nothing is forbidden to root\n");
        skip();
    }
    sg_tensors_writer writer = {0};
    check_ok(add_official(&writer, &err));
    assert_int_equal(chmod(folder, 0555), 0);
    check_fails(sg_tensors_write(&writer, path_of("x"), &err), SG_EIO, "Permission denied");
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(n_entries(folder), 0);
    sg_tensors_writer_free(&writer);
}

/* A disk that is full in the middle of the file, played by a limit on the size of files. */
static void notices_a_full_disk(void **state)
{
    (void)state;
    enum { N = 100000 };
    float *weight = sg_alloc(N, sizeof *weight);
    sg_tensors_writer small = {0}, large = {0};
    check_ok(add_official(&small, &err));
    check_ok(sg_tensors_write(&small, path_of("x"), &err));
    check_ok(sg_tensors_add(&large, "w", SG_TENSOR_F32, weight, SHAPE(N), &err));
    (void)signal(SIGXFSZ, SIG_IGN);
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    static const rlim_t sizes[] = {0, 20, 5000, 200000, 400000, 400071};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct rlimit limit = before;
        limit.rlim_cur = sizes[i];
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        sg_error err = {0};
        const sg_status status = sg_tensors_write(&large, path_of("x"), &err);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(status, SG_EIO);
        assert_non_null(strstr(err.text, "x: cannot write: File too large"));
        assert_int_equal(n_entries(folder), 1);
        check_reads_back(&small, path_of("x")); /* the old one is still there */
    }
    check_ok(sg_tensors_write(&large, path_of("x"), &err));
    check_reads_back(&large, path_of("x"));
    sg_tensors_writer_free(&small);
    sg_tensors_writer_free(&large);
    sg_free(weight);
}

/* ---- Memory ----------------------------------------------------------------------------- */

static sg_status write_and_read(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tensors_writer writer = {0};
    sg_tensors tensors = {0}, copy = {0};
    SG_TRY(add_all(&writer, err));
    SG_TRY(sg_tensors_write(&writer, context, err));
    SG_TRY(sg_tensors_open(&tensors, context, 0, err));
    SG_TRY(sg_tensors_from_memory(&copy, "x", OFFICIAL, OFFICIAL_SIZE, err));
done:
    if (status != SG_OK) assert_true(copy.block == NULL && n_entries(folder) <= 1);
    sg_tensors_free(&copy);
    sg_tensors_free(&tensors);
    sg_tensors_writer_free(&writer);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    char path[1024];
    (void)snprintf(path, sizeof path, "%s", path_of("x"));
    assert_true(check_out_of_memory(write_and_read, path) >= 50);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(WITH_FOLDER(writes_the_layout_of_the_format),
         WITH_FOLDER(reads_the_layout_of_the_format), WITH_FOLDER(writes_and_reads_nothing),
         WITH_FOLDER(gives_every_type_back), cmocka_unit_test(knows_names_and_sizes_of_types),
         WITH_FOLDER(same_input_gives_same_bytes),
         WITH_FOLDER(writes_what_another_reader_finds), WITH_FOLDER(writes_and_reads_much),
         cmocka_unit_test(reads_headers_written_otherwise), WITH_FOLDER(refuses_every_cut),
         cmocka_unit_test(survives_every_changed_byte),
         cmocka_unit_test(refuses_lengths_that_cannot_be),
         cmocka_unit_test(refuses_hostile_offsets), cmocka_unit_test(refuses_hostile_shapes),
         cmocka_unit_test(refuses_hostile_objects), cmocka_unit_test(refuses_hostile_metadata),
         cmocka_unit_test(refuses_depth_bombs), WITH_FOLDER(refuses_files_that_cannot_be_read),
         WITH_FOLDER(refuses_huge_sparse_files), WITH_FOLDER(refuses_to_write_nonsense),
         WITH_FOLDER(refuses_headers_over_the_limit), WITH_FOLDER(writes_only_where_it_may),
         WITH_FOLDER(leaves_a_forbidden_folder_alone), WITH_FOLDER(notices_a_full_disk),
         WITH_FOLDER(survives_lack_of_memory))
