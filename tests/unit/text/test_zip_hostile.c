/* test_zip_hostile.c - archives that are cut off, lie, lead outside, explode, or are damaged. */
#include "base/mem.h"
#include "unit/text/small_zip.inc"

/* Open the archive in memory, which must fail with `code` and leave the output alone. */
static void check_refused(const made_zip *made, sg_status code, const char *part)
{
    sg_zip zip, before;
    memset(&zip, 0x5a, sizeof zip);
    memcpy(&before, &zip, sizeof zip);
    const long live = sg_mem_live();
    check_fails(sg_zip_open_memory(&zip, "bad.zip", made->data, made->size, &err), code, part);
    check_fails(sg_zip_open_memory(&zip, "bad.zip", made->data, made->size, &err), code,
                "bad.zip: ");
    assert_memory_equal(&zip, &before, sizeof zip);
    assert_int_equal(sg_mem_live(), live);
}

/* The archive opens, but its first entry fails with `code`. */
static void check_entry_fails(const made_zip *made, sg_status code, const char *part)
{
    static const size_t steps[] = {1, 17, 1 << 16};
    for (size_t i = 0; i < 3; i++) {
        sg_zip zip = {0};
        char *content = NULL;
        size_t size = 0;
        const long live = sg_mem_live();
        check_ok(sg_zip_open_memory(&zip, "bad.zip", made->data, made->size, &err));
        check_fails(read_entry(&content, &size, &zip, 0, steps[i], &err), code, part);
        check_fails(read_entry(&content, &size, &zip, 0, steps[i], &err), code, "bad.zip");
        assert_null(content);
        sg_zip_close(&zip);
        assert_int_equal(sg_mem_live(), live);
    }
}

static void refuses_what_is_no_archive(void **state)
{
    (void)state;
    unsigned char text[] = "this is a text, longer than the shortest archive there can be";
    made_zip made = {.data = text, .size = 0};
    check_refused(&made, SG_EFORMAT, "too short");
    made.size = 21;
    check_refused(&made, SG_EFORMAT, "too short");
    made.size = sizeof text;
    check_refused(&made, SG_EFORMAT, "no directory at its end");

    sg_rng rng = check_rng("refuses_what_is_no_archive");
    unsigned char noise[3000];
    for (size_t i = 0; i < sizeof noise; i++) noise[i] = (unsigned char)sg_rng_below(&rng, 256);
    made = (made_zip){.data = noise, .size = sizeof noise};
    check_refused(&made, SG_EFORMAT, "not a usable zip archive");
}

static void refuses_every_cut_off_archive(void **state)
{
    (void)state;
    made_zip made = small_zip(ZIP_DEFLATED);
    const size_t whole = made.size;
    for (made.size = 0; made.size < whole; made.size++)
        check_refused(&made, SG_EFORMAT, "not a usable zip archive");
    made.size = whole;
    make_zip_free(&made);
}

/* A lie about a field of the end record, and what must be said about it. */
static void check_end_lie(size_t field, uint32_t value, bool wide, const char *part)
{
    made_zip made = small_zip(ZIP_STORED);
    if (wide)
        make_zip_put32(&made, made.end + field, value);
    else
        make_zip_put16(&made, made.end + field, (uint16_t)value);
    check_refused(&made, SG_EFORMAT, part);
    make_zip_free(&made);
}

static void refuses_lies_about_the_directory(void **state)
{
    (void)state;
    check_end_lie(ZIP_END_DISK, 1, false, "several parts");
    check_end_lie(ZIP_END_DIRECTORY_DISK, 1, false, "several parts");
    check_end_lie(ZIP_END_ENTRIES_HERE, 1, false, "several parts");
    check_end_lie(ZIP_END_DIRECTORY, UINT32_MAX, true, "zip64");
    check_end_lie(ZIP_END_DIRECTORY_SIZE, UINT32_MAX, true, "zip64");
    check_end_lie(ZIP_END_DIRECTORY, 100000, true, "does not fit");
    check_end_lie(ZIP_END_DIRECTORY_SIZE, 100000, true, "does not fit");
    check_end_lie(ZIP_END_DIRECTORY_SIZE, 50, true, "does not fit");
    check_end_lie(ZIP_END_DIRECTORY, 0, true, "directory is damaged");

    made_zip made = small_zip(ZIP_STORED); /* more entries than there are */
    make_zip_put16(&made, made.end + ZIP_END_ENTRIES, 3);
    make_zip_put16(&made, made.end + ZIP_END_ENTRIES_HERE, 3);
    check_refused(&made, SG_EFORMAT, "directory");
    make_zip_put16(&made, made.end + ZIP_END_ENTRIES, UINT16_MAX);
    make_zip_put16(&made, made.end + ZIP_END_ENTRIES_HERE, UINT16_MAX);
    check_refused(&made, SG_EFORMAT, "zip64");
    make_zip_free(&made);
}

static void check_record_lie(size_t field, uint32_t value, bool wide, sg_status code,
                             const char *part)
{
    made_zip made = small_zip(ZIP_STORED);
    if (wide)
        make_zip_put32(&made, made.record[0] + field, value);
    else
        make_zip_put16(&made, made.record[0] + field, (uint16_t)value);
    check_refused(&made, code, part);
    make_zip_free(&made);
}

static void refuses_lies_about_an_entry(void **state)
{
    (void)state;
    check_record_lie(0, 0, true, SG_EFORMAT, "directory is damaged");
    check_record_lie(ZIP_RECORD_FLAGS, 1, false, SG_EFORMAT, "X/X_A.txt is encrypted");
    check_record_lie(ZIP_RECORD_NAME_LENGTH, 60000, false, SG_EFORMAT, "directory is damaged");
    check_record_lie(ZIP_RECORD_EXTRA_LENGTH, 60000, false, SG_EFORMAT, "directory is damaged");
    check_record_lie(ZIP_RECORD_COMMENT_LENGTH, 60000, false, SG_EFORMAT, "is damaged");
    check_record_lie(ZIP_RECORD_NAME_LENGTH, 5, false, SG_EFORMAT, "directory is damaged");
    check_record_lie(ZIP_RECORD_PACKED, 100000, true, SG_EFORMAT, "claims 100000 packed bytes");
    /* ten gigabytes, as many as 32 bits can say, in a few hundred bytes */
    check_record_lie(ZIP_RECORD_UNPACKED, UINT32_MAX - 1, true, SG_ELIMIT, "impossible");
    check_record_lie(ZIP_RECORD_PACKED, UINT32_MAX, true, SG_EFORMAT, "zip64");
    check_record_lie(ZIP_RECORD_UNPACKED, UINT32_MAX, true, SG_EFORMAT, "zip64");
    check_record_lie(ZIP_RECORD_HEADER, UINT32_MAX, true, SG_EFORMAT, "zip64");
}

static void check_name_refused(const char *name, const char *part)
{
    made_zip made = {0};
    make_zip_text(&made, name, "1\n", ZIP_STORED);
    make_zip_finish(&made, "");
    check_refused(&made, SG_EFORMAT, part);
    make_zip_free(&made);
}

static void refuses_names_that_lead_outside(void **state)
{
    (void)state;
    static const char *const names[] = {"",         "/etc/passwd", "..",     "../x",
                                        "a/../x",   "a/..",        "a/b/..", "\\x",
                                        "a\\..\\x", "..\\x_A.txt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_name_refused(names[i], "leads out of the archive");
    made_zip made = {0}; /* a name with a zero byte */
    make_zip_text(&made, "XX_A.txt", "1\n", ZIP_STORED);
    make_zip_finish(&made, "");
    made.data[made.record[0] + ZIP_RECORD_NAME + 1] = '\0';
    check_refused(&made, SG_EFORMAT, "control characters");
    make_zip_free(&made);
}

/* Messages end up on terminals: a name may not smuggle line breaks or escapes into them. */
static void refuses_names_with_control_characters(void **state)
{
    (void)state;
    static const char *const names[] = {"a\nb", "\033[2J", "a\rb", "a\tb", "\177"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_name_refused(names[i], "control character");
        made_zip made = {0};
        sg_zip zip = {0};
        sg_error err = {0};
        make_zip_text(&made, names[i], "1\n", ZIP_STORED);
        make_zip_finish(&made, "");
        assert_int_equal(sg_zip_open_memory(&zip, "bad.zip", made.data, made.size, &err),
                         SG_EFORMAT);
        for (const char *p = err.text; *p != '\0'; p++) assert_true(*p >= ' ' && *p <= '~');
        make_zip_free(&made);
    }
}

static void refuses_bombs(void **state)
{
    (void)state;
    /* Each entry is possible (1000 : 1), all together are not. */
    made_zip made = {0};
    char *zeros = calloc(1, 100000);
    for (int i = 0; i < 20; i++) make_zip_add(&made, "zeros", zeros, 100000, ZIP_STORED);
    make_zip_finish(&made, "");
    for (size_t i = 0; i < 20; i++)
        make_zip_put32(&made, made.record[i] + ZIP_RECORD_UNPACKED, 100000000);
    check_refused(&made, SG_ELIMIT, "claim to unpack to 2000000000");
    make_zip_free(&made);

    /* Entries that share their packed bytes. */
    make_zip_add(&made, "zeros", zeros, 100000, ZIP_DEFLATED);
    for (int i = 1; i < ZIP_MAX_ENTRIES; i++) make_zip_text(&made, "again", "", ZIP_STORED);
    make_zip_finish(&made, "");
    for (size_t i = 0; i < ZIP_MAX_ENTRIES; i++) {
        make_zip_put16(&made, made.record[i] + ZIP_RECORD_METHOD, ZIP_DEFLATED);
        make_zip_put32(&made, made.record[i] + ZIP_RECORD_PACKED, 4000);
        make_zip_put32(&made, made.record[i] + ZIP_RECORD_UNPACKED, 4100000);
        make_zip_put32(&made, made.record[i] + ZIP_RECORD_HEADER, 0);
    }
    check_refused(&made, SG_ELIMIT, "claim to unpack to 1230000000");
    make_zip_free(&made);
    free(zeros);
}

/* What unpacks to more than it says is stopped at once, not at the end. */
static void stops_where_the_claimed_length_ends(void **state)
{
    (void)state;
    made_zip made = {0};
    char *zeros = calloc(1, 1 << 24);
    make_zip_add(&made, "zeros", zeros, 1 << 24, ZIP_DEFLATED);
    make_zip_finish(&made, "");
    make_zip_put32(&made, made.record[0] + ZIP_RECORD_UNPACKED, 10);
    sg_zip zip = {0};
    sg_zip_stream *stream = NULL;
    char buffer[100];
    size_t n = 0;
    check_ok(sg_zip_open_memory(&zip, "bomb.zip", made.data, made.size, &err));
    check_ok(sg_zip_stream_open(&stream, &zip, 0, &err));
    check_fails(sg_zip_stream_read(&n, stream, buffer, sizeof buffer, &err), SG_EFORMAT,
                "longer than the directory says");
    sg_zip_stream_close(stream);
    sg_zip_close(&zip);
    make_zip_free(&made);
    free(zeros);
}

static void notices_damaged_entries(void **state)
{
    (void)state;
    const uint32_t size = (uint32_t)strlen(TEXT);
    static const int methods[] = {ZIP_STORED, ZIP_DEFLATED};
    for (size_t k = 0; k < 2; k++) {
        made_zip made = small_zip(methods[k]);
        const size_t record = made.record[0];
        const uint32_t packed = (uint32_t)made.packed[0];

        make_zip_put32(&made, record + ZIP_RECORD_CRC, made.crc[0] ^ 1);
        check_entry_fails(&made, SG_EFORMAT, "X/X_A.txt is damaged: its checksum is wrong");
        make_zip_put32(&made, record + ZIP_RECORD_CRC, made.crc[0]);

        make_zip_put32(&made, record + ZIP_RECORD_UNPACKED, size + 1);
        check_entry_fails(&made, SG_EFORMAT, "shorter than the directory says");
        make_zip_put32(&made, record + ZIP_RECORD_UNPACKED, size - 1);
        check_entry_fails(&made, SG_EFORMAT, "longer than the directory says");
        make_zip_put32(&made, record + ZIP_RECORD_UNPACKED, 0);
        check_entry_fails(&made, SG_EFORMAT, "longer than the directory says");
        make_zip_put32(&made, record + ZIP_RECORD_UNPACKED, size);

        make_zip_put32(&made, record + ZIP_RECORD_PACKED, packed - 1);
        check_entry_fails(&made, SG_EFORMAT, "X/X_A.txt is damaged");
        make_zip_put32(&made, record + ZIP_RECORD_PACKED, packed + 20);
        check_entry_fails(&made, SG_EFORMAT, "X/X_A.txt is damaged");
        make_zip_put32(&made, record + ZIP_RECORD_PACKED, 0);
        check_entry_fails(&made, SG_EFORMAT, "X/X_A.txt is damaged");
        make_zip_put32(&made, record + ZIP_RECORD_PACKED, packed);

        made.data[made.content[0] + 1] ^= 0x40;
        check_entry_fails(&made, SG_EFORMAT, "X/X_A.txt is damaged");
        make_zip_free(&made);
    }
}

static void refuses_unknown_methods_and_misplaced_entries(void **state)
{
    (void)state;
    made_zip made = small_zip(ZIP_STORED);
    make_zip_put16(&made, made.record[0] + ZIP_RECORD_METHOD, 14);
    check_entry_fails(&made, SG_EFORMAT, "X/X_A.txt is packed by method 14");
    make_zip_put16(&made, made.record[0] + ZIP_RECORD_METHOD, ZIP_STORED);

    make_zip_put32(&made, made.record[0] + ZIP_RECORD_HEADER, 5);
    check_entry_fails(&made, SG_EFORMAT, "not where its directory says");
    make_zip_put32(&made, made.record[0] + ZIP_RECORD_HEADER, (uint32_t)made.size - 5);
    check_entry_fails(&made, SG_EFORMAT, "cut off");
    make_zip_put32(&made, made.record[0] + ZIP_RECORD_HEADER, 0xfffffff0u);
    check_entry_fails(&made, SG_EFORMAT, "cut off");
    make_zip_put32(&made, made.record[0] + ZIP_RECORD_HEADER, 0);

    make_zip_put16(&made, made.local[0] + ZIP_LOCAL_NAME_LENGTH, UINT16_MAX);
    make_zip_put16(&made, made.local[0] + ZIP_LOCAL_EXTRA_LENGTH, UINT16_MAX);
    check_entry_fails(&made, SG_EFORMAT, "cut off");
    make_zip_free(&made);
}

/* Change every byte of an archive in turn: nothing may crash, and what is read to the end
 * without an error must be the true content. */
static void survives_any_changed_byte(void **state)
{
    (void)state;
    made_zip made = small_zip(ZIP_DEFLATED);
    for (size_t at = 0; at < made.size; at++)
        for (int bit = 0; bit < 8; bit++) {
            sg_zip zip = {0};
            made.data[at] ^= (unsigned char)(1 << bit);
            if (sg_zip_open_memory(&zip, "x.zip", made.data, made.size, NULL) == SG_OK) {
                char *content = NULL;
                size_t size = 0;
                if (zip.n_entries > 0 &&
                    read_entry(&content, &size, &zip, 0, 1000, NULL) == SG_OK) {
                    assert_int_equal(size, strlen(TEXT));
                    assert_memory_equal(content, TEXT, size);
                    free(content);
                }
                sg_zip_close(&zip);
            }
            made.data[at] ^= (unsigned char)(1 << bit);
        }
    make_zip_free(&made);
}

SG_TESTS(cmocka_unit_test(refuses_what_is_no_archive),
         cmocka_unit_test(refuses_every_cut_off_archive),
         cmocka_unit_test(refuses_lies_about_the_directory),
         cmocka_unit_test(refuses_lies_about_an_entry),
         cmocka_unit_test(refuses_names_that_lead_outside),
         cmocka_unit_test(refuses_names_with_control_characters),
         cmocka_unit_test(refuses_bombs), cmocka_unit_test(stops_where_the_claimed_length_ends),
         cmocka_unit_test(notices_damaged_entries),
         cmocka_unit_test(refuses_unknown_methods_and_misplaced_entries),
         cmocka_unit_test(survives_any_changed_byte))
