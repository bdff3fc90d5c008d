/* test_hash.c - the keys are stored in files: they may never change. */
#include "base/hash.h"
#include "support/check.h"

/* Values of XXH3's reference implementation. */
static void bytes_have_the_keys_of_xxh3(void **state)
{
    (void)state;
    assert_int_equal(sg_hash_bytes("", 0), 0x2d06800538d394c2ULL);
    assert_int_equal(sg_hash_bytes("a", 1), 0xe6c632b61e964e1fULL);
    assert_int_equal(sg_hash_bytes("abc", 3), 0x78af5f94892f3950ULL);
    assert_int_equal(sg_hash_bytes("sharegnn", 8), 0x3c43c00294b625d9ULL);
}

enum { MAX_WORDS = 300 };

static void make_words(uint64_t word[MAX_WORDS])
{
    for (uint64_t i = 0; i < MAX_WORDS; i++) word[i] = (i + 1) * 0x9e3779b97f4a7c15ULL;
}

/* Lengths on both sides of every border where XXH3 changes its method. */
static void words_have_the_same_keys_on_every_machine(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        uint64_t key;
    } expected[] = {
        {0, 0x2d06800538d394c2ULL},   {1, 0xf1d44f947e9fe56bULL},
        {2, 0xd6ed7be7a0fcf7dcULL},   {3, 0x4b118c92426321fbULL},
        {4, 0x02f6775883ea0a5aULL},   {16, 0x47189d012488ae8cULL},
        {17, 0xa3993c158e000fc2ULL},  {30, 0x7ee80186cdea8b1eULL},
        {31, 0x0612b70a7425d85aULL},  {32, 0x9cd80887cbf4ffa2ULL},
        {33, 0x687e642f0ebe37c3ULL},  {128, 0x643ad8f54fd849dfULL},
        {129, 0x7d6201cd9a45f613ULL}, {300, 0x3df40874f0d558bbULL},
    };
    uint64_t word[MAX_WORDS];
    make_words(word);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(sg_hash_words(word, expected[i].n), expected[i].key);
    assert_int_equal(sg_hash_words((uint64_t[]){0}, 1), 0xc77b3abb6f87acd9ULL);
    assert_int_equal(sg_hash_words((uint64_t[]){UINT64_MAX}, 1), 0x5111c7e47d784413ULL);
    assert_int_equal(sg_hash_words(NULL, 0), 0x2d06800538d394c2ULL);
}

static void words_are_little_endian_bytes(void **state)
{
    (void)state;
    uint64_t word[MAX_WORDS];
    unsigned char byte[8 * MAX_WORDS];
    make_words(word);
    for (size_t i = 0; i < sizeof byte; i++)
        byte[i] = (unsigned char)(word[i / 8] >> (8 * (i % 8)));
    for (size_t n = 0; n <= MAX_WORDS; n++)
        assert_int_equal(sg_hash_words(word, n), sg_hash_bytes(byte, 8 * n));
}

static void bytes_may_start_anywhere(void **state)
{
    (void)state;
    const char text[] = "the quick brown fox jumps over the lazy dog, and then some more of it";
    const uint64_t key = sg_hash_bytes(text, sizeof text);
    char buffer[sizeof text + 16];
    for (size_t shift = 0; shift < 16; shift++) {
        memcpy(buffer + shift, text, sizeof text);
        assert_int_equal(sg_hash_bytes(buffer + shift, sizeof text), key);
    }
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void small_words_have_different_keys(void **state)
{
    (void)state;
    enum { SIDE = 200 };
    static uint64_t key[SIDE * SIDE + SIDE];
    size_t n = 0;
    for (uint64_t a = 0; a < SIDE; a++) {
        key[n++] = sg_hash_words(&a, 1);
        for (uint64_t b = 0; b < SIDE; b++) key[n++] = sg_hash_words((uint64_t[]){a, b}, 2);
    }
    qsort(key, n, sizeof *key, compare_keys);
    for (size_t i = 1; i < n; i++) assert_true(key[i - 1] != key[i]);
}

static void portions_have_the_key_of_the_whole(void **state)
{
    (void)state;
    static unsigned char bytes[5000];
    sg_hash_stream *stream = NULL;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * i >> 3);
    check_ok(sg_hash_stream_open(&stream, &err));
    assert_true(sg_hash_stream_key(stream) == sg_hash_bytes(bytes, 0));
    for (size_t begin = 0, n = 0; begin < sizeof bytes; begin += n, n++) {
        if (n > sizeof bytes - begin) n = sizeof bytes - begin;
        sg_hash_stream_add(stream, bytes + begin, n);
        assert_true(sg_hash_stream_key(stream) == sg_hash_bytes(bytes, begin + n));
    }
    sg_hash_stream_close(stream);
    sg_hash_stream_close(NULL);
}

SG_TESTS(cmocka_unit_test(bytes_have_the_keys_of_xxh3),
         cmocka_unit_test(words_have_the_same_keys_on_every_machine),
         cmocka_unit_test(words_are_little_endian_bytes),
         cmocka_unit_test(bytes_may_start_anywhere),
         cmocka_unit_test(portions_have_the_key_of_the_whole),
         cmocka_unit_test(small_words_have_different_keys))
