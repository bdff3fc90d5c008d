/* test_lines.c - blocks of whole lines against the text they come from. */
#include "text/lines.h"

#include "base/mem.h"
#include "support/check.h"

enum { BUFFER_SIZE = 1 << 18, MAX_LINE = 1 << 24 };

/* A text in memory, opened for reading line by line. */
typedef struct opened {
    sg_memory_file file;
    sg_bundle bundle;
    sg_stream *stream;
    sg_lines lines;
} opened;

static void open_text(opened *o, const char *text, size_t size)
{
    *o = (opened){.file = {"lines.txt", text, size}};
    check_ok(sg_bundle_from_memory(&o->bundle, "memory", &o->file, 1, &err));
    check_ok(sg_stream_open(&o->stream, &o->bundle, 0, &err));
    check_ok(sg_lines_open(&o->lines, o->stream, &err));
}

static void close_text(opened *o)
{
    sg_lines_close(&o->lines);
    sg_lines_close(&o->lines);
    sg_stream_close(o->stream);
    sg_bundle_close(&o->bundle);
}

/* All blocks one after the other must be the text, with a newline at its end. */
static void check_blocks(const char *text, size_t size)
{
    opened o;
    const char *begin = NULL, *end = NULL;
    size_t at = 0;
    open_text(&o, text, size);
    for (;;) {
        check_ok(sg_lines_next(&begin, &end, &o.lines, &err));
        if (begin == end) break;
        size_t n = (size_t)(end - begin);
        assert_int_equal(end[-1], '\n');
        if (at + n == size + 1) n--; /* the newline that was missing */
        assert_true(at + n <= size);
        assert_memory_equal(begin, text + at, n);
        at += n;
    }
    assert_int_equal(at, size);
    /* The end stays the end. */
    check_ok(sg_lines_next(&begin, &end, &o.lines, &err));
    assert_ptr_equal(begin, end);
    close_text(&o);
}

static void gives_small_texts_as_they_are(void **state)
{
    (void)state;
    static const char *const texts[] = {"",     "\n",     "\n\n\n", "a",       "a\n",
                                        "a\nb", "a\nb\n", "a\r\n",  "\na\n\n", "a\n\nb"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_blocks(texts[i], strlen(texts[i]));
    check_blocks("a\0b\n\0", 5);
}

static void gives_large_texts_in_blocks(void **state)
{
    (void)state;
    sg_rng rng = check_rng("gives_large_texts_in_blocks");
    const size_t most = 3 * BUFFER_SIZE;
    char *text = malloc(most);
    for (uint32_t round = 0; round < 30; round++) {
        /* lines of about 2^(round / 2) bytes, and sizes around multiples of the buffer's */
        const uint32_t length = 1u << round / 2;
        const size_t size = most - BUFFER_SIZE * (round % 3) - sg_rng_below(&rng, 5);
        for (size_t i = 0; i < size; i++)
            text[i] = sg_rng_below(&rng, length) == 0 ? '\n' : (char)sg_rng_below(&rng, 256);
        check_blocks(text, size);
    }
    free(text);
}

static void reads_newlines_around_the_buffers_end(void **state)
{
    (void)state;
    char *text = malloc(2 * BUFFER_SIZE);
    for (int shift = -3; shift <= 3; shift++) {
        const size_t at = (size_t)(BUFFER_SIZE + shift);
        memset(text, 'x', 2 * BUFFER_SIZE);
        text[at] = '\n';
        check_blocks(text, 2 * BUFFER_SIZE);
        check_blocks(text, at);
        check_blocks(text, at + 1);
    }
    free(text);
}

static void leaves_room_to_look_ahead(void **state)
{
    (void)state;
    opened o;
    const char *begin = NULL, *end = NULL;
    open_text(&o, "12", 2);
    check_ok(sg_lines_next(&begin, &end, &o.lines, &err));
    assert_int_equal(end - begin, 3);
    for (int i = 0; i < SG_LINES_PADDING; i++) assert_int_equal(end[i], 0);
    close_text(&o);
}

static void refuses_endless_lines(void **state)
{
    (void)state;
    const size_t size = 20000000;
    char *text = malloc(size);
    memset(text, '1', size);
    check_blocks(text, 10000000);
    check_blocks(text, MAX_LINE - 2);

    opened o;
    const char *begin = NULL, *end = NULL;
    text[0] = '\n'; /* a good line first */
    open_text(&o, text, size);
    check_ok(sg_lines_next(&begin, &end, &o.lines, &err));
    assert_int_equal(end - begin, 1);
    check_fails(sg_lines_next(&begin, &end, &o.lines, &err), SG_ELIMIT,
                "memory/lines.txt: a line is longer than 16777216 bytes");
    close_text(&o);
    free(text);
}

static sg_status read_all(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_memory_file file = {"lines.txt", context, strlen(context)};
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    sg_lines lines = {0};
    const char *begin = NULL, *end = NULL;
    SG_TRY(sg_bundle_from_memory(&bundle, "memory", &file, 1, err));
    SG_TRY(sg_stream_open(&stream, &bundle, 0, err));
    SG_TRY(sg_lines_open(&lines, stream, err));
    do SG_TRY(sg_lines_next(&begin, &end, &lines, err));
    while (begin != end);
done:
    sg_lines_close(&lines);
    sg_stream_close(stream);
    sg_bundle_close(&bundle);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    char *text = calloc(1, 1000001);
    memset(text, 'x', 1000000); /* the buffer has to grow twice */
    assert_true(check_out_of_memory(read_all, text) >= 6);
    free(text);
}

/* ---- Line by line ----------------------------------------------------------------------------- */

typedef struct heard {
    char text[32]; /* all lines, each with '|' behind it */
    uint32_t n;
} heard;

static sg_status hear(void *context, const char *text, size_t size, sg_error *err)
{
    heard *h = context;
    strncat(h->text, text, size);
    strcat(h->text, "|");
    return ++h->n < 4 ? SG_OK : sg_error_set(err, SG_ELIMIT, SG_WHERE, "a fourth line");
}

static sg_status hear_all(heard *h, const char *text, sg_error *err)
{
    opened o;
    *h = (heard){0};
    open_text(&o, text, strlen(text));
    const sg_status status = sg_lines_each(o.stream, hear, h, err);
    close_text(&o);
    return status;
}

static void hands_on_line_by_line(void **state)
{
    (void)state;
    heard h;
    check_ok(hear_all(&h, "", &err));
    assert_int_equal(h.n, 0);
    check_ok(hear_all(&h, "ab\r\n\nc\rd", &err));
    assert_string_equal(h.text, "ab||c\rd|");
    check_fails(hear_all(&h, "1\n2\n3\n4\n5\n", &err), SG_ELIMIT, "a fourth line");
    assert_string_equal(h.text, "1|2|3|4|");
}

SG_TESTS(cmocka_unit_test(hands_on_line_by_line),
         cmocka_unit_test(gives_small_texts_as_they_are),
         cmocka_unit_test(gives_large_texts_in_blocks),
         cmocka_unit_test(reads_newlines_around_the_buffers_end),
         cmocka_unit_test(leaves_room_to_look_ahead), cmocka_unit_test(refuses_endless_lines),
         cmocka_unit_test(survives_lack_of_memory))
