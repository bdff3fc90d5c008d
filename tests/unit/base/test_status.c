/* test_status.c - how failures are recorded. */
#include "base/mem.h"
#include "support/check.h"

#include <errno.h>

static void the_first_failure_is_kept(void **state)
{
    (void)state;
    sg_error err = {0};
    assert_int_equal(sg_error_set(&err, SG_EINVAL, "a.c:1", "seed: %d", 7), SG_EINVAL);
    assert_int_equal(sg_error_set(&err, SG_ENOMEM, "b.c:2", "out of memory"), SG_ENOMEM);
    assert_int_equal(sg_error_at(&err, SG_EFORMAT, "c.c:3", (sg_place){"f", 1, 1}, "x"),
                     SG_EFORMAT);
    errno = ENOENT;
    assert_int_equal(sg_error_errno(&err, "d.c:4", "f", "open"), SG_ENOTFOUND);
    assert_int_equal(err.status, SG_EINVAL);
    assert_string_equal(err.where, "a.c:1");
    assert_string_equal(err.text, "seed: 7");
}

static void what_was_before_is_forgotten(void **state)
{
    (void)state;
    sg_error err = {.status = SG_EIO, .where = "a.c:1", .text = "before"};
    sg_error_forget(&err);
    assert_int_equal(err.status, SG_OK);
    assert_true(err.where == NULL && err.text[0] == '\0');
    sg_error_forget(NULL);
}

/* What the caller's error has gone through meanwhile does not matter. */
static void callers_hear_it_at_the_end(void **state)
{
    (void)state;
    sg_error err = {0};
    sg_error_guard guard = {.caller = &err};
    (void)sg_error_set(&guard.own, SG_EIO, "a.c:1", "first");
    (void)sg_error_set(&err, SG_EINVAL, "b.c:2", "another");
    sg_error_leave(&guard);
    assert_int_equal(err.status, SG_EIO);
    assert_string_equal(err.where, "a.c:1");
    assert_string_equal(err.text, "first");
    guard = (sg_error_guard){.caller = &err};
    sg_error_leave(&guard);
    assert_true(err.status == SG_OK && err.where == NULL && err.text[0] == '\0');
    sg_error_leave(&(sg_error_guard){0});
}

static void large_numbers_were_negative(void **state)
{
    (void)state;
    assert_true(sg_as_meant(7) == 7 && sg_as_meant((uint32_t)-3) == -3);
    assert_true(sg_as_meant(INT32_MAX) == INT32_MAX);
}

static void nobody_has_to_listen(void **state)
{
    (void)state;
    assert_int_equal(sg_error_set(NULL, SG_EINVAL, "a.c:1", "seed: %d", 7), SG_EINVAL);
    assert_int_equal(sg_error_at(NULL, SG_EIO, "a.c:1", (sg_place){"f", 1, 1}, "x"), SG_EIO);
    errno = EACCES;
    assert_int_equal(sg_error_errno(NULL, "a.c:1", "f", "open"), SG_EIO);
}

static void check_place(sg_place place, const char *text)
{
    sg_error err = {0};
    assert_int_equal(sg_error_at(&err, SG_EFORMAT, "a.c:1", place, "not a number: %s", "x"),
                     SG_EFORMAT);
    assert_int_equal(err.status, SG_EFORMAT);
    assert_string_equal(err.where, "a.c:1");
    assert_string_equal(err.text, text);
}

static void a_place_is_path_line_column(void **state)
{
    (void)state;
    check_place((sg_place){"a.txt", 12, 3}, "a.txt:12:3: not a number: x");
    check_place((sg_place){"a.txt", 12, 0}, "a.txt:12: not a number: x");
    check_place((sg_place){"a.txt", 0, 0}, "a.txt: not a number: x");
    check_place((sg_place){"a.txt", 0, 3}, "a.txt, column 3: not a number: x");
}

/* Paths of every length up to far too long, at the last line and column there can be. */
static void a_long_path_keeps_the_reason(void **state)
{
    (void)state;
    char path[2001];
    for (size_t length = 1; length < sizeof path; length++) {
        memset(path, 'p', length);
        memcpy(path + length - 1, "e", 2); /* the end of the path is what tells files apart */
        sg_error err = {0};
        (void)sg_error_at(&err, SG_EFORMAT, "a.c:1", (sg_place){path, UINT64_MAX, UINT64_MAX},
                          "the reason");
        const char *end = "e:18446744073709551615:18446744073709551615: the reason";
        assert_non_null(strstr(err.text, end));
        assert_string_equal(strstr(err.text, end), end);
        if (length <= 300)
            assert_memory_equal(err.text, path, length);
        else
            assert_memory_equal(err.text, "...p", 4);
        errno = ENOENT;
        err = (sg_error){0};
        (void)sg_error_errno(&err, "a.c:1", path, "open");
        assert_non_null(strstr(err.text, "e: cannot open: "));
    }
}

static void a_long_reason_is_cut(void **state)
{
    (void)state;
    char reason[2001];
    memset(reason, 'r', sizeof reason - 1);
    reason[sizeof reason - 1] = '\0';
    sg_error err = {0};
    (void)sg_error_set(&err, SG_EINVAL, "a.c:1", "%s", reason);
    assert_true(strlen(err.text) >= sizeof err.text - 5);
    err = (sg_error){0};
    (void)sg_error_at(&err, SG_EINVAL, "a.c:1", (sg_place){reason, 1, 1}, "%s", reason);
    assert_true(strlen(err.text) >= sizeof err.text - 5);
}

/* Lead bytes say how many bytes follow; no other byte may stand alone. */
static bool is_utf8(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0';) {
        int n_following = *p < 0x80 ? 0 : *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc0 ? 1 : -1;
        if (n_following < 0) return false;
        for (p++; n_following > 0; n_following--, p++)
            if ((*p & 0xc0) != 0x80) return false;
    }
    return true;
}

static void a_cut_leaves_no_half_character(void **state)
{
    (void)state;
    for (size_t shift = 0; shift < 4; shift++) {
        char text[1200] = "abc";
        text[shift] = '\0';
        while (strlen(text) < 1000) strcat(text, "\xf0\x9f\x99\x82\xe2\x82\xac\xc3\xa9");
        for (const char *tail = "1234"; *tail != '\0'; tail++) {
            sg_error err = {0};
            (void)sg_error_set(&err, SG_EINVAL, "a.c:1", "%s%s", tail, text);
            assert_true(is_utf8(err.text));
            assert_true(strlen(err.text) >= sizeof err.text - 5);
            char path[1300];
            (void)snprintf(path, sizeof path, "%s%s", text, tail);
            err = (sg_error){0};
            (void)sg_error_at(&err, SG_EINVAL, "a.c:1", (sg_place){path, 1, 1}, "reason");
            assert_true(is_utf8(err.text));
            assert_non_null(strstr(err.text, ":1:1: reason"));
        }
    }
}

static void check_errno(int code, sg_status status, const char *reason)
{
    sg_error err = {0};
    char text[200];
    errno = code;
    assert_int_equal(sg_error_errno(&err, "a.c:1", "data/a.txt", "read"), status);
    assert_int_equal(err.status, status);
    (void)snprintf(text, sizeof text, "data/a.txt: cannot read: %s", reason);
    assert_string_equal(err.text, text);
}

static void errno_has_a_status_and_words(void **state)
{
    (void)state;
    check_errno(ENOENT, SG_ENOTFOUND, strerror(ENOENT));
    check_errno(ENOMEM, SG_ENOMEM, strerror(ENOMEM));
    check_errno(EACCES, SG_EIO, strerror(EACCES));
    check_errno(EISDIR, SG_EIO, strerror(EISDIR));
}

static sg_status try_all_macros(int step, sg_error *err)
{
    sg_status status = SG_OK;
    int *block = NULL;
    SG_REQUIRE(step != 1, SG_ELIMIT, "step %d of %d", step, 2);
    SG_ALLOC(block, 3);
    SG_TRY(step == 2 ? sg_error_set(err, SG_EEXIST, "there.c:1", "there") : SG_OK);
done:
    sg_free(block);
    return status;
}

static void the_macros_leave_by_the_label(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_error err = {0};
    assert_int_equal(try_all_macros(0, &err), SG_OK);
    assert_int_equal(err.status, SG_OK);
    assert_int_equal(try_all_macros(1, &err), SG_ELIMIT);
    assert_string_equal(err.text, "step 1 of 2");
    assert_non_null(strstr(err.where, "test_status.c:"));
    err = (sg_error){0};
    sg_mem_fail_at(0);
    assert_int_equal(try_all_macros(0, &err), SG_ENOMEM);
    sg_mem_fail_at(-1);
    assert_string_equal(err.text, "out of memory");
    err = (sg_error){0};
    assert_int_equal(try_all_macros(2, &err), SG_EEXIST);
    assert_string_equal(err.where, "there.c:1");
    assert_int_equal(sg_mem_live(), live);
}

/* Paths and expressions may have any bytes; whoever shows the text counts on UTF-8. */
static void wrong_bytes_become_question_marks(void **state)
{
    (void)state;
    static const struct {
        const char *given, *shown;
    } of[] = {{"ok \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
               "ok \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
              {"\xff\xfe.csv", "\?\?.csv"},
              {"caf\xe9", "caf\?"},
              {"a\xe2\x82z", "a\?\?z"},
              {"\xc0\xaf", "\?\?"},
              {"\xed\xa0\x80", "\?\?\?"},
              {"\xf4\x90\x80\x80", "\?\?\?\?"},
              {"\xe0\x9f\xbf", "\?\?\?"},
              {"\xf0\x8f\xbf\xbf", "\?\?\?\?"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        sg_error err = {0}, at = {0};
        (void)sg_error_set(&err, SG_EFORMAT, "here.c:1", "%s", of[i].given);
        assert_string_equal(err.text, of[i].shown);
        (void)sg_error_at(&at, SG_EFORMAT, "here.c:1", (sg_place){of[i].given, 0, 0}, "wrong");
        assert_memory_equal(at.text, of[i].shown, strlen(of[i].shown));
        assert_string_equal(at.text + strlen(of[i].shown), ": wrong");
    }
}

static void every_status_has_its_name(void **state)
{
    (void)state;
    assert_string_equal(sg_status_word(SG_OK), "SG_OK");
    assert_string_equal(sg_status_word(SG_EFORMAT), "SG_EFORMAT");
    assert_string_equal(sg_status_word(SG_ECANCELED), "SG_ECANCELED");
    for (int s = SG_OK; s <= SG_ECANCELED; s++) assert_non_null(sg_status_word((sg_status)s));
    assert_null(sg_status_word((sg_status)(SG_ECANCELED + 1)));
}

SG_TESTS(cmocka_unit_test(every_status_has_its_name),
         cmocka_unit_test(the_first_failure_is_kept),
         cmocka_unit_test(what_was_before_is_forgotten),
         cmocka_unit_test(callers_hear_it_at_the_end),
         cmocka_unit_test(large_numbers_were_negative), cmocka_unit_test(nobody_has_to_listen),
         cmocka_unit_test(a_place_is_path_line_column),
         cmocka_unit_test(a_long_path_keeps_the_reason), cmocka_unit_test(a_long_reason_is_cut),
         cmocka_unit_test(a_cut_leaves_no_half_character),
         cmocka_unit_test(wrong_bytes_become_question_marks),
         cmocka_unit_test(errno_has_a_status_and_words),
         cmocka_unit_test(the_macros_leave_by_the_label))
