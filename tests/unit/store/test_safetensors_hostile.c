/* test_safetensors_hostile.c - headers of others, and files that are damaged or made up. */
#include "unit/store/official_tensors.inc"

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
        check_fails(
            sg_tensors_from_memory(&tensors, "x", file, sizeof file, &err), SG_EFORMAT,
            "at most 8 are possible here: the file is cut off, or not a safetensors file");
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
    check_refused("{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\"}}", 1, "this key occurs twice");
    check_refused("{\"a\":{\"shape\":[],\"shape\":[]}}", 1, "this key occurs twice");
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
                  "x:1:28: __metadata__ occurs twice");
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

SG_TESTS(cmocka_unit_test(reads_headers_written_otherwise), WITH_FOLDER(refuses_every_cut),
         cmocka_unit_test(survives_every_changed_byte),
         cmocka_unit_test(refuses_lengths_that_cannot_be),
         cmocka_unit_test(refuses_hostile_offsets), cmocka_unit_test(refuses_hostile_shapes),
         cmocka_unit_test(refuses_hostile_objects), cmocka_unit_test(refuses_hostile_metadata),
         cmocka_unit_test(refuses_depth_bombs), WITH_FOLDER(refuses_huge_sparse_files))
