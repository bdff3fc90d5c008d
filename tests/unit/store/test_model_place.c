/* test_model_place.c - the model of a file, and the best one of a run. */
#include "store/model_place.h"

#include "store/ledger.h"
#include "support/check.h"
#include "support/folder.h"

#include <sys/stat.h>

static void a_file_is_itself(void **state)
{
    (void)state;
    sg_text path = {0};
    check_ok(sg_model_place(&path, "no/such.model", &err));
    assert_string_equal(path.data, "no/such.model");
    sg_text_free(&path);
}

static void a_run_knows_its_best_model(void **state)
{
    (void)state;
    sg_text path = {0};
    sg_ledger *ledger = NULL;
    const sg_ledger_value best = {"model", "models/best.safetensors"};
    char run[1024], wanted[1100];
    (void)snprintf(run, sizeof run, "%s", path_of("run"));
    assert_int_equal(mkdir(run, 0700), 0);
    check_fails(sg_model_place(&path, run, &err), SG_ENOTFOUND, "the folder of a run");
    check_ok(sg_ledger_open(&ledger, path_of("run/results.sqlite"), "f00d", &err));
    check_fails(sg_model_place(&path, run, &err), SG_ENOTFOUND, "the run has no model");
    check_ok(sg_ledger_put_values(ledger, &best, 1, &err));
    sg_ledger_close(ledger);
    assert_null(path.data);
    check_ok(sg_model_place(&path, run, &err));
    (void)snprintf(wanted, sizeof wanted, "%s/models/best.safetensors", run);
    assert_string_equal(path.data, wanted);
    sg_text_free(&path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_file_is_itself),
                                       cmocka_unit_test(a_run_knows_its_best_model)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
