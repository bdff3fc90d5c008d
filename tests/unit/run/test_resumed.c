/* test_resumed.c - a run that is resumed keeps the vocabulary it was started with. */
#include "run/run_folder.h"
#include "support/check.h"
#include "support/folder.h"

static const char FILE_TEXT[] = "data: X\nlayers:\n  - decoder: {heads: [label]}\n";

static bool resumed(const char *own, const char *config)
{
    sg_experiment e = {0};
    char text[200];
    (void)snprintf(text, sizeof text, "%s%s", own, FILE_TEXT);
    check_write(folder, "e.yml", text);
    if (config != NULL) check_write(folder, "config.yml", config);
    check_ok(sg_experiment_open(&e, path_of("e.yml"), NULL, 0, &err));
    check_ok(sg_resumed_vocabulary(&e, folder, &err));
    const bool of_training = e.vocabulary_of_training;
    sg_experiment_free(&e);
    return of_training;
}

static void the_folder_says_what_the_file_does_not(void **state)
{
    (void)state;
    assert_true(resumed("", NULL));
    assert_false(resumed("", "data: X\nvocabulary: all\n"));
    assert_true(resumed("", "data: X\nvocabulary: train\n"));
    assert_false(resumed("", "data: X\n")); /* as before version 0.2 */
    assert_true(resumed("vocabulary: train\n", "data: X\nvocabulary: all\n"));
    assert_false(resumed("vocabulary: all\n", "data: X\nvocabulary: train\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
        the_folder_says_what_the_file_does_not, make_folder, remove_folder)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
