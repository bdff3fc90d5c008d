/* test_safetensors.c - files as the format wants them, written and read back. */
#include "unit/store/official_tensors.inc"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define SHAPE(...)                                                                             \
    (sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t)), (size_t[])                             \
    {                                                                                          \
        __VA_ARGS__                                                                            \
    }

/* ---- The layout ------------------------------------------------------------------------- */

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
    check_fails(sg_tensors_write(&writer, folder, &err), SG_EIO, "not a plain file");
    /* a device is not replaced by a file */
    assert_int_equal(symlink("/dev/full", path_of("full")), 0);
    if (sg_path_exists("/dev/full"))
        check_fails(sg_tensors_write(&writer, path_of("full"), &err), SG_EIO,
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

SG_TESTS(WITH_FOLDER(writes_the_layout_of_the_format),
         WITH_FOLDER(reads_the_layout_of_the_format), WITH_FOLDER(writes_and_reads_nothing),
         WITH_FOLDER(gives_every_type_back), cmocka_unit_test(knows_names_and_sizes_of_types),
         WITH_FOLDER(same_input_gives_same_bytes),
         WITH_FOLDER(writes_what_another_reader_finds), WITH_FOLDER(writes_and_reads_much),
         WITH_FOLDER(refuses_files_that_cannot_be_read), WITH_FOLDER(refuses_to_write_nonsense),
         WITH_FOLDER(refuses_headers_over_the_limit), WITH_FOLDER(writes_only_where_it_may),
         WITH_FOLDER(leaves_a_forbidden_folder_alone), WITH_FOLDER(notices_a_full_disk),
         WITH_FOLDER(survives_lack_of_memory))
