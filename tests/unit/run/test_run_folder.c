/* test_run_folder.c - what may be in the folder of a run, and what is left behind. */
#include "run/run_folder.h"

#include "base/file.h"
#include "support/check.h"
#include "support/folder.h"

static void paths(void **state)
{
    (void)state;
    sg_text path = {0};
    check_ok(sg_run_folder_path(&path, "runs/a", "config.yml", &err));
    assert_string_equal(path.data, "runs/a/config.yml");
    check_ok(sg_run_folder_path(&path, "b", "models", &err));
    assert_string_equal(path.data, "b/models");
    sg_text_free(&path);
}

static void former_runs_are_refused_kept_or_replaced(void **state)
{
    (void)state;
    const char *run = path_of("run");
    check_ok(sg_run_folder_check(run, SG_FORMER_REFUSE, &err));
    assert_false(sg_path_exists(run));
    check_ok(sg_run_folder_make(run, SG_FORMER_REFUSE, &err));
    assert_true(sg_path_is_folder(path_of("run/models")));
    assert_true(sg_path_is_folder(path_of("run/checkpoints")));
    check_write(folder, "run/results.sqlite", "x");
    check_write(folder, "run/config.yml", "x");
    check_write(folder, "run/notes.txt", "mine");
    check_write(folder, "run/models/evaluate-c0-f0-r0.safetensors", "x");
    check_write(folder, "run/models/evaluate-c0-f0-r1.safetensors.part-1", "x");
    check_fails(sg_run_folder_check(path_of("run"), SG_FORMER_REFUSE, &err), SG_EEXIST,
                "there is a run already");
    check_ok(sg_run_folder_check(path_of("run"), SG_FORMER_RESUME, &err));
    check_ok(sg_run_folder_make(path_of("run"), SG_FORMER_RESUME, &err));
    assert_true(sg_path_exists(path_of("run/results.sqlite")));
    assert_int_equal(n_entries(path_of("run/models")), 1);
    check_ok(sg_run_folder_check(path_of("run"), SG_FORMER_REPLACE, &err));
    check_ok(sg_run_folder_make(path_of("run"), SG_FORMER_REPLACE, &err));
    assert_false(sg_path_exists(path_of("run/results.sqlite")));
    assert_int_equal(n_entries(path_of("run/models")), 0);
    assert_true(sg_path_exists(path_of("run/notes.txt")));
}

static void files_of_others_are_not_overwritten(void **state)
{
    (void)state;
    check_write(folder, "theirs/config.yml", "x");
    check_write(folder, "file", "x");
    check_fails(sg_run_folder_check(path_of("theirs"), SG_FORMER_REFUSE, &err), SG_EEXIST,
                "is not of a run and would be overwritten");
    check_fails(sg_run_folder_check(path_of("file"), SG_FORMER_REPLACE, &err), SG_EEXIST,
                "it is a file");
    check_fails(sg_run_folder_check("", SG_FORMER_REFUSE, &err), SG_EINVAL, "empty");
}

/* Checkpoints go; models stay where there are any; what is not ours stays in any case. */
static void tidying_leaves_results(void **state)
{
    (void)state;
    check_ok(sg_run_folder_make(path_of("done"), SG_FORMER_REFUSE, &err));
    check_write(folder, "done/checkpoints/select-c0-f0-r0-a0.bin", "x");
    check_write(folder, "done/models/evaluate-c0-f0-r0.safetensors", "x");
    sg_run_folder_tidy(path_of("done"));
    assert_false(sg_path_exists(path_of("done/checkpoints")));
    assert_int_equal(n_entries(path_of("done/models")), 1);
    check_ok(sg_run_folder_make(path_of("bare"), SG_FORMER_REFUSE, &err));
    check_write(folder, "bare/checkpoints/notes.txt", "mine");
    sg_run_folder_tidy(path_of("bare"));
    assert_true(sg_path_exists(path_of("bare/checkpoints/notes.txt")));
    assert_false(sg_path_exists(path_of("bare/models")));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(cmocka_unit_test(paths), IN_FOLDER(former_runs_are_refused_kept_or_replaced),
         IN_FOLDER(files_of_others_are_not_overwritten), IN_FOLDER(tidying_leaves_results))
