/* test_chosen_network.c - the data of an experiment chooses the network that its file lacks. */
#include "run/chosen_network.h"

#include "base/mem.h"
#include "unit/run/tiny_data.inc"

static sg_status open_text(sg_experiment *e, sg_network_choice *choice, const char *text,
                           sg_error *err)
{
    const sg_network_chooser chooser = sg_network_chooser_of(choice);
    check_write(folder, "e.yml", text);
    return sg_experiment_open_with(e, path_of("e.yml"), NULL, 0, &chooser, err);
}

static void the_data_chooses(void **state)
{
    (void)state;
    sg_experiment e = {0};
    sg_network_choice choice = {.data_folder = folder, .n_threads = 1};
    check_ok(open_text(&e, &choice, "data: TINY\n", &err));
    assert_non_null(choice.reason);
    assert_non_null(sg_node_member(e.tree.root, "layers"));
    assert_true(e.n_configurations == 1);
    sg_free(choice.reason);
    sg_experiment_free(&e);
}

static void data_that_is_not_there_chooses_nothing(void **state)
{
    (void)state;
    sg_experiment e = {0};
    sg_network_choice choice = {.data_folder = folder, .n_threads = 1};
    check_fails(open_text(&e, &choice, "data: NOWHERE\n", &err), SG_ENOTFOUND, "NOWHERE");
    assert_null(choice.reason);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_data_chooses),
        cmocka_unit_test(data_that_is_not_there_chooses_nothing),
    };
    return cmocka_run_group_tests(tests, make_tiny_folder, remove_folder);
}
