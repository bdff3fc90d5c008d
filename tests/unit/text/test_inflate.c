/* test_inflate.c - unpacking what zlib packed, in pieces of every size. */
#include "text/inflate.h"

#include "base/mem.h"
#include "support/check.h"

#include <zlib.h>

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

/* Text like that of a data set, or noise. */
static bytes random_content(sg_rng *rng, size_t size, bool text)
{
    bytes b = {malloc(size + 1), size};
    assert_non_null(b.data);
    for (size_t i = 0; i < size; i++)
        b.data[i] = text ? (unsigned char)"0123456789,\n"[sg_rng_below(rng, 12)]
                         : (unsigned char)sg_rng_below(rng, 256);
    return b;
}

static bytes packed(bytes content, int level, int strategy)
{
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, level, Z_DEFLATED, -15, 8, strategy), Z_OK);
    const size_t bound = deflateBound(&stream, (uLong)content.size);
    bytes out = {malloc(bound), 0};
    stream.next_in = content.data;
    stream.avail_in = (uInt)content.size;
    stream.next_out = out.data;
    stream.avail_out = (uInt)bound;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.size = bound - stream.avail_out;
    (void)deflateEnd(&stream);
    return out;
}

typedef enum outcome { FINISHED, REFUSED, STARVED } outcome;

/* Unpack with at most `step_in` bytes of input and `step_out` of room at a time. */
static outcome unpack(bytes *out, bytes in, size_t room, size_t step_in, size_t step_out)
{
    sg_inflater *inflater = NULL;
    const unsigned char *p = in.data, *end = in.data + in.size;
    bool finished = false;
    outcome result = FINISHED;
    *out = (bytes){malloc(room + 1), 0};
    check_ok(sg_inflater_open(&inflater, &err));
    while (!finished) {
        const size_t in_before = (size_t)(end - p) < step_in ? (size_t)(end - p) : step_in;
        size_t n_in = in_before;
        size_t n_out = room - out->size < step_out ? room - out->size : step_out;
        const unsigned char *p_before = p;
        if (!sg_inflater_run(inflater, &p, &n_in, out->data + out->size, &n_out, &finished)) {
            assert_ptr_equal(p, p_before);
            assert_int_equal(n_in, in_before);
            assert_int_equal(n_out, 0);
            result = REFUSED;
            break;
        }
        out->size += n_out;
        if (!finished && n_out == 0 && n_in == in_before) {
            result = STARVED;
            break;
        }
    }
    sg_inflater_close(inflater);
    return result;
}

static void check_round_trip(bytes content, bytes in, size_t step_in, size_t step_out)
{
    bytes out = {0};
    assert_int_equal(unpack(&out, in, content.size, step_in, step_out), FINISHED);
    assert_int_equal(out.size, content.size);
    assert_memory_equal(out.data, content.data, content.size);
    free(out.data);
}

static void unpacks_in_pieces_of_any_size(void **state)
{
    (void)state;
    static const size_t steps[] = {1, 2, 3, 7, 64, 1000, 1 << 20};
    static const size_t sizes[] = {0, 1, 10, 300, 5000, 70000};
    static const int levels[] = {0, 1, 9};
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE};
    enum { N_STEPS = sizeof steps / sizeof *steps };
    sg_rng rng = check_rng("unpacks_in_pieces_of_any_size");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t k = 0; k < 12; k++) {
            const bytes content = random_content(&rng, sizes[s], k % 2 == 0);
            const bytes in = packed(content, levels[k % 3], strategies[k % 4]);
            for (size_t i = 0; i < N_STEPS * N_STEPS; i++)
                if (sizes[s] <= 5000 || i % N_STEPS > 3 || i / N_STEPS > 3)
                    check_round_trip(content, in, steps[i % N_STEPS], steps[i / N_STEPS]);
            free(in.data);
            free(content.data);
        }
}

static void never_finishes_what_is_cut_off(void **state)
{
    (void)state;
    sg_rng rng = check_rng("never_finishes_what_is_cut_off");
    const bytes content = random_content(&rng, 2000, true);
    const bytes in = packed(content, 9, Z_DEFAULT_STRATEGY);
    for (size_t size = 0; size < in.size; size++) {
        bytes out = {0};
        assert_int_not_equal(unpack(&out, (bytes){in.data, size}, content.size + 100, 64, 4096),
                             FINISHED);
        assert_memory_equal(out.data, content.data, out.size);
        free(out.data);
    }
    free(in.data);
    free(content.data);
}

static void survives_garbage(void **state)
{
    (void)state;
    sg_rng rng = check_rng("survives_garbage");
    const bytes content = random_content(&rng, 3000, true);
    const bytes in = packed(content, 9, Z_DEFAULT_STRATEGY);
    int n_refused = 0;
    for (int i = 0; i < 2000; i++) {
        const bytes noise = random_content(&rng, 100 + sg_rng_below(&rng, 400), false);
        bytes out = {0};
        if (i % 2 == 0) { /* a real beginning, then damage */
            const size_t n = noise.size < in.size ? noise.size : in.size;
            memcpy(noise.data, in.data, n);
            noise.data[sg_rng_below(&rng, (uint32_t)n)] ^= (unsigned char)(1 + i % 255);
        }
        n_refused += unpack(&out, noise, 100000, 50, 1000) == REFUSED;
        free(out.data);
        free(noise.data);
    }
    assert_true(n_refused > 500);
    free(in.data);
    free(content.data);
}

static void refuses_the_reserved_block_type(void **state)
{
    (void)state;
    unsigned char reserved[] = {0x07, 0, 0, 0};
    bytes out = {0};
    assert_int_equal(unpack(&out, (bytes){reserved, sizeof reserved}, 10, 4, 10), REFUSED);
    free(out.data);
}

/* A reference to bytes before the beginning, on which ISA-L miscounts what it has used. */
static void refuses_references_to_nowhere(void **state)
{
    (void)state;
    unsigned char in[] = {0x33, 0x24, 0x51, 0x30, 0xe2, 0x32, 0xd2, 0x51, 0x30,
                          0x04, 0x11, 0xc6, 0x5c, 0xc6, 0x20, 0x2e, 0x00};
    for (size_t step = 1; step <= sizeof in; step++) {
        bytes out = {0};
        assert_int_equal(unpack(&out, (bytes){in, sizeof in}, 4096, step, 4096), REFUSED);
        free(out.data);
    }
}

/* One bit at a time, straight from the definition. */
static uint32_t slow_crc32(const unsigned char *data, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (0xedb88320u & (0u - (crc & 1)));
    }
    return ~crc;
}

static void computes_the_checksum_of_zip_archives(void **state)
{
    (void)state;
    assert_int_equal(sg_crc32(0, (const unsigned char *)"123456789", 9), 0xcbf43926u);
    sg_rng rng = check_rng("computes_the_checksum_of_zip_archives");
    for (uint32_t size = 0; size < 600; size++) {
        const bytes b = random_content(&rng, size, false);
        const uint32_t whole = sg_crc32(0, b.data, size);
        const uint32_t cut = sg_rng_below(&rng, size + 1);
        assert_int_equal(whole, slow_crc32(b.data, size));
        assert_int_equal(whole, sg_crc32(sg_crc32(0, b.data, cut), b.data + cut, size - cut));
        free(b.data);
    }
}

static sg_status open_and_run(void *context, sg_error *err)
{
    const bytes *in = context;
    sg_inflater *inflater = NULL;
    const sg_status status = sg_inflater_open(&inflater, err);
    if (status == SG_OK) {
        unsigned char out[100];
        const unsigned char *p = in->data;
        size_t n_in = in->size, n_out = sizeof out;
        bool finished = false;
        assert_true(sg_inflater_run(inflater, &p, &n_in, out, &n_out, &finished));
        assert_true(finished);
    } else {
        assert_null(inflater);
    }
    sg_inflater_close(inflater);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    unsigned char text[] = "1, 2\n";
    bytes in = packed((bytes){text, 5}, 9, Z_DEFAULT_STRATEGY);
    assert_true(check_out_of_memory(open_and_run, &in) > 0);
    free(in.data);
    sg_inflater_close(NULL);
}

SG_TESTS(cmocka_unit_test(unpacks_in_pieces_of_any_size),
         cmocka_unit_test(never_finishes_what_is_cut_off), cmocka_unit_test(survives_garbage),
         cmocka_unit_test(refuses_the_reserved_block_type),
         cmocka_unit_test(refuses_references_to_nowhere),
         cmocka_unit_test(computes_the_checksum_of_zip_archives),
         cmocka_unit_test(survives_lack_of_memory))
