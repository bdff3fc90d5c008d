/* test_picture_file.c - what the ending of a picture's name decides. */
#include "draw/picture_file.h"

#include "base/file.h"
#include "support/check.h"
#include "support/folder.h"

static void pictures_are_written_as_they_are(void **state)
{
    (void)state;
    static const char svg[] = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    sg_text read = {0};
    check_ok(sg_picture_file_write(path_of("a.svg"), svg, &err));
    check_ok(sg_file_read(&read, path_of("a.svg"), 1000, &err));
    assert_string_equal(read.data, svg);
    sg_text_free(&read);
}

static void other_endings_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"a.jpg", "a", ".svg", "a.SVG", "svg"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_fails(sg_picture_file_write(names[i], "<svg/>", &err), SG_EINVAL,
                    ".svg, .pdf or .png");
    check_fails(sg_picture_file_write("/nowhere/a.svg", "<svg/>", &err), SG_ENOTFOUND, "a.svg");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pictures_are_written_as_they_are),
                                       cmocka_unit_test(other_endings_are_refused)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
