/* Experiments without layers: who chooses them, and what counts more. */
#include "experiment_texts.h"

#include "config/experiment_parts.h"
#include "support/folder.h"

static sg_status choose(void *context, char **description, const sg_experiment *e,
                        sg_error *err)
{
    sg_status status = SG_OK;
    int *n_asked = context;
    (*n_asked)++;
    assert_string_equal(e->data, "MUTAG");
    SG_REQUIRE(e->seed != 13, SG_EINVAL, "the chooser has no idea");
    *description = sg_text_copy("noise: 0.5\n"
                                "layers: [decoder: {heads: [label]}]\n"
                                "train: {epochs: 7, patience: 3}\n");
done:
    return status;
}

static sg_status open_text(sg_experiment *e, int *n_asked, const char *text, sg_error *err)
{
    char path[600];
    const sg_network_chooser chooser = {.choose = choose, .context = n_asked};
    check_write(folder, "e.yml", text);
    (void)snprintf(path, sizeof path, "%s/e.yml", folder);
    return sg_experiment_open_with(e, path, NULL, 0, &chooser, err);
}

static void a_file_without_layers_gets_them(void **state)
{
    (void)state;
    int n_asked = 0;
    sg_experiment e = {0};
    check_ok(open_text(
        &e, &n_asked,
        "data: MUTAG\ntrain: {epochs: 5}\ngrid: {train.init: [he, lower-upper]}\n", &err));
    assert_int_equal(n_asked, 1);
    assert_int_equal(e.n_configurations, 2);
    sg_configuration c = configuration_of(&e, 1);
    assert_int_equal(c.train.n_epochs, 5); /* the file counts more */
    assert_int_equal(c.train.patience, 3);
    assert_int_equal(c.blueprint.n_layers, 1);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

static void whoever_names_layers_is_not_asked(void **state)
{
    (void)state;
    static const char *const texts[] = {
        SMALLEST, "data: MUTAG\nmodel: {kernel: wl-subtree}\n",
        "data: MUTAG\ngrid: {layers: [[decoder: {heads: [label]}], [decoder: {heads: [degree]}]]}\n"};
    int n_asked = 0;
    for (size_t i = 0; i < 3; i++) {
        sg_experiment e = {0};
        check_ok(open_text(&e, &n_asked, texts[i], &err));
        sg_experiment_free(&e);
    }
    const sg_network_chooser chooser = {.choose = choose, .context = &n_asked};
    sg_experiment e = experiment_of(SMALLEST);
    check_ok(sgi_network_choose(&e, &chooser, &err));
    sg_experiment_free(&e);
    assert_int_equal(n_asked, 0);
}

static void a_chooser_may_fail(void **state)
{
    (void)state;
    int n_asked = 0;
    sg_experiment e = {0};
    check_fails(open_text(&e, &n_asked, "data: MUTAG\nseed: 13\n", &err), SG_EINVAL,
                "the chooser has no idea");
    check_fails(parse_text(&e, "data: MUTAG\n", NULL, 0, &err), SG_EFORMAT, "layers");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_without_layers_gets_them, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(whoever_names_layers_is_not_asked, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_chooser_may_fail, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
