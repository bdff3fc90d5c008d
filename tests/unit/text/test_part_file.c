/* test_part_file.c - unfinished files: kept with a tag, deleted without, one owner at a time. */
#include "base/file.h"
#include "support/check.h"
#include "support/folder.h"
#include "text/part_file.h"

static const char ADDRESS[] = "https://server/file";

static void check_content(const char *name, const char *content)
{
    sg_text text = {0};
    check_ok(sg_file_read(&text, path_of(name), 1000, &err));
    assert_string_equal(text.data, content);
    sg_text_free(&text);
}

/* Leave "abc" of version `tag` behind. */
static void break_off(const char *tag)
{
    sg_part_file part = {0};
    check_ok(sg_part_file_open(&part, path_of("x"), ADDRESS, &err));
    check_ok(sg_part_file_start_over(&part, &err));
    check_ok(sg_part_file_remember(&part, tag, &err));
    assert_string_equal(sg_part_file_remedy(&part), "the same command starts over");
    check_ok(sg_part_file_append(&part, "abc", 3, &err));
    assert_int_equal(part.size, 3);
    sg_part_file_close(&part);
    sg_part_file_close(&part);
}

static void tagged_bytes_are_resumed(void **state)
{
    (void)state;
    sg_part_file part = {0};
    break_off("\"v1\"");
    check_content("x.part", "abc");
    check_ok(sg_part_file_open(&part, path_of("x"), ADDRESS, &err));
    assert_false(sg_part_file_can_resume(&part)); /* not before the tag is recalled */
    sg_part_file_recall(&part);
    assert_true(sg_part_file_can_resume(&part));
    assert_string_equal(sg_part_file_remedy(&part), "the same command resumes");
    assert_string_equal(part.tag, "\"v1\"");
    assert_int_equal(part.size, 3);
    check_ok(sg_part_file_append(&part, "defg", 4, &err));
    check_ok(sg_part_file_sync(&part, &err));
    check_ok(sg_part_file_commit(&part, path_of("x"), &err));
    sg_part_file_close(&part);
    check_content("x", "abcdefg");
    assert_false(sg_path_exists(path_of("x.part")));
    assert_false(sg_path_exists(path_of("x.part.tag")));
}

static void bytes_without_a_tag_are_deleted(void **state)
{
    (void)state;
    break_off("\"v1\"");
    break_off(""); /* takes the tag of before away, too */
    assert_false(sg_path_exists(path_of("x.part")));
    assert_false(sg_path_exists(path_of("x.part.tag")));
}

static void garbage_is_deleted(void **state)
{
    (void)state;
    sg_part_file part = {0};
    break_off("\"v1\"");
    check_ok(sg_part_file_open(&part, path_of("x"), ADDRESS, &err));
    sg_part_file_recall(&part);
    part.is_garbage = true;
    sg_part_file_close(&part);
    assert_false(sg_path_exists(path_of("x.part")));
    assert_false(sg_path_exists(path_of("x.part.tag")));
}

static void a_tag_belongs_to_its_address(void **state)
{
    (void)state;
    sg_part_file part = {0};
    break_off("\"v1\"");
    check_ok(sg_part_file_open(&part, path_of("x"), "https://mirror/file", &err));
    sg_part_file_recall(&part);
    assert_string_equal(part.tag, "");
    sg_part_file_close(&part);
    assert_false(sg_path_exists(path_of("x.part")));
}

static void a_damaged_tag_is_none(void **state)
{
    (void)state;
    const char *const lines[] = {"", "\n", "\"v1\"\n", "0123456789abcdef \"v1\"\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        sg_part_file part = {0};
        break_off("\"v1\"");
        check_write(folder, "x.part.tag", lines[i]);
        check_ok(sg_part_file_open(&part, path_of("x"), ADDRESS, &err));
        sg_part_file_recall(&part);
        assert_false(sg_part_file_can_resume(&part));
        sg_part_file_close(&part);
    }
}

static void tags_are_short_and_plain(void **state)
{
    (void)state;
    char text[SG_PART_TAG_SIZE + 1];
    memset(text, 'x', sizeof text);
    text[SG_PART_TAG_SIZE] = '\0';
    assert_false(sg_part_file_is_tag(text));
    text[SG_PART_TAG_SIZE - 1] = '\0';
    assert_true(sg_part_file_is_tag(text));
    assert_true(sg_part_file_is_tag("Mon, 01 Jan 2024 00:00:00 GMT"));
    assert_false(sg_part_file_is_tag(""));
    assert_false(sg_part_file_is_tag("a\nb"));
    assert_false(sg_part_file_is_tag("\xc3\xa4"));
}

static void the_second_owner_is_sent_away(void **state)
{
    (void)state;
    sg_part_file first = {0}, second = {0};
    check_ok(sg_part_file_open(&first, path_of("x"), ADDRESS, &err));
    check_fails(sg_part_file_open(&second, path_of("x"), ADDRESS, &err), SG_EIO,
                "x.part: another process is downloading this file");
    sg_part_file_close(&second);
    assert_true(sg_path_exists(path_of("x.part")));
    sg_part_file_close(&first);
    assert_false(sg_path_exists(path_of("x.part")));
    check_fails(sg_part_file_open(&first, path_of("no/x"), ADDRESS, &err), SG_ENOTFOUND,
                "no/x.part: cannot create: ");
}

static sg_status use_everything(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_part_file part = {0};
    (void)context;
    SG_TRY(sg_part_file_open(&part, path_of("x"), ADDRESS, err));
    SG_TRY(sg_part_file_remember(&part, "\"v1\"", err));
    SG_TRY(sg_part_file_append(&part, "abc", 3, err));
    SG_TRY(sg_part_file_commit(&part, path_of("x"), err));
done:
    sg_part_file_close(&part);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(use_everything, NULL) >= 3);
    check_content("x", "abc");
    assert_false(sg_path_exists(path_of("x.part")));
    assert_false(sg_path_exists(path_of("x.part.tag")));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(IN_FOLDER(tagged_bytes_are_resumed), IN_FOLDER(bytes_without_a_tag_are_deleted),
         IN_FOLDER(garbage_is_deleted), IN_FOLDER(a_tag_belongs_to_its_address),
         IN_FOLDER(a_damaged_tag_is_none), cmocka_unit_test(tags_are_short_and_plain),
         IN_FOLDER(the_second_owner_is_sent_away), IN_FOLDER(survives_any_failing_allocation))
