/* test_packed_text.c - packed texts are unpacked again, by a reader of base64 that is written down here and
 * by the library's own inflater. */
#include "text/packed_text.h"

#include "base/mem.h"
#include "support/check.h"
#include "text/inflate.h"

#include <string.h>

static unsigned value_of(char letter)
{
    if (letter >= 'A' && letter <= 'Z') return (unsigned)(letter - 'A');
    if (letter >= 'a' && letter <= 'z') return (unsigned)(letter - 'a') + 26;
    if (letter >= '0' && letter <= '9') return (unsigned)(letter - '0') + 52;
    return letter == '+' ? 62 : 63;
}

static size_t read_letters(unsigned char *bytes, const sg_text *text)
{
    size_t n = 0;
    unsigned bits = 0, value = 0;
    assert_int_equal(text->size % 4, 0);
    for (size_t i = 0; i < text->size && text->data[i] != '='; i++) {
        value = (value << 6 | value_of(text->data[i])) & 0xffffffU;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[n++] = (unsigned char)(value >> bits & 255U);
    }
    return n;
}

static void check_round_trip(const char *data, size_t size)
{
    sg_text text = {0};
    sg_inflater *inflater = NULL;
    bool finished = false;
    check_ok(sg_packed_text_add(&text, data, size, &err));
    unsigned char *packed = sg_alloc(text.size + 1, 1), *out = sg_alloc(size + 1, 1);
    const unsigned char *in = packed;
    size_t n_in = read_letters(packed, &text), n_out = size + 1;
    check_ok(sg_inflater_open(&inflater, &err));
    assert_true(sg_inflater_run(inflater, &in, &n_in, out, &n_out, &finished));
    assert_true(finished);
    assert_int_equal(n_out, size);
    if (size > 0) assert_memory_equal(out, data, size);
    sg_inflater_close(inflater);
    sg_free(out);
    sg_free(packed);
    sg_text_free(&text);
}

static void texts_of_all_lengths(void **state)
{
    (void)state;
    static char data[40000];
    uint32_t seed = 1;
    for (size_t i = 0; i < sizeof data; i++) {
        seed = seed * 1664525U + 1013904223U;
        data[i] = (char)(seed >> 24); /* random bytes cannot be packed */
    }
    for (size_t size = 0; size < 40; size++) check_round_trip(data, size);
    check_round_trip(data, sizeof data);
    memset(data, 'a', sizeof data);
    check_round_trip(data, sizeof data);
}

static void texts_are_appended(void **state)
{
    (void)state;
    sg_text text = {0};
    check_ok(sg_text_add(&text, &err, "data:"));
    check_ok(sg_packed_text_add(&text, "", 0, &err));
    assert_string_equal(text.data, "data:AwA="); /* an empty block of fixed codes */
    sg_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_of_all_lengths),
        cmocka_unit_test(texts_are_appended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
