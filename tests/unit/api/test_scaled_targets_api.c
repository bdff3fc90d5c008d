/* test_scaled_targets_api.c - a model learns targets of any size in a unit of its own. */
#include "model/target_scale.h"
#include "unit/api/written_data.inc"

/* Three paths whose targets are far from 0. */
static const source FAR = {.arcs = "1,2\n2,1\n3,4\n4,3\n5,6\n6,5\n",
                           .indicator = "1\n1\n2\n2\n3\n3\n",
                           .node_labels = "6\n6\n6\n8\n8\n8\n",
                           .targets = "1000\n2000\n3000\n"};

static sg_status build(sg_model **model, const sg_dataset *data, const char *scale,
                       const uint32_t *known, uint32_t n, sg_error *failure)
{
    char text[200];
    (void)snprintf(text, sizeof text,
                   "scale: %s\nlayers:\n  - decoder: {heads: [label], outputs: targets, pool: "
                   "sum}\n",
                   scale);
    const sg_model_options options = {.struct_size = sizeof options,
                                      .description = text,
                                      .known_item = known,
                                      .n_known_items = n};
    return sg_model_build(model, data, &options, failure);
}

static void targets_are_learned_in_a_unit_of_their_own(void **state)
{
    (void)state;
    sg_dataset *data = open_source("FAR", &FAR);
    sg_model *model = NULL;
    double score[3];
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 300, loss: mse}",
                                          .learning_rate = 0.1};
    check_ok(build(&model, data, "standard", NULL, 0, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    for (int i = 0; i < 3; i++) check_near(score[i], 1000 * (i + 1), 0.02, 0);
    sg_model_close(model);
    sg_data_close(data);
}

/* The items that train are those that are known. */
static void the_unit_is_that_of_known_items(void **state)
{
    (void)state;
    static const uint32_t SOME[] = {0, 1}, NONE[] = {3};
    sg_dataset *data = open_source("FAR", &FAR);
    sg_model *model = NULL;
    sg_outputs outputs = {0};
    check_fails(build(&model, data, "standard", NONE, 1, &err), SG_EINVAL,
                "there is no item 3");
    check_fails(build(&model, data, "some", NULL, 0, &err), SG_EFORMAT, "scale");
    check_ok(sg_outputs_describe(&outputs, data, SG_REGRESSION, NULL, 0, &err));
    check_ok(sg_outputs_scale(&outputs, SG_SCALE_NONE, data, SOME, 2, &err));
    assert_true(outputs.scale[0] == 1 && outputs.offset[0] == 0);
    check_ok(sg_outputs_scale(&outputs, SG_SCALE_STANDARD, data, SOME, 2, &err));
    check_near(outputs.offset[0], 1500, 1e-12, 0);
    assert_true(outputs.scale[0] > 400 && outputs.scale[0] < 800);
    check_ok(sg_outputs_scale(&outputs, SG_SCALE_STD, data, SOME, 2, &err));
    assert_true(outputs.offset[0] == 0);
    sg_outputs_free(&outputs);
    sg_data_close(data);
}

/* A target that is the same for all items is 0 from its mean on. */
static void what_does_not_vary_has_the_unit_1(void **state)
{
    (void)state;
    static const uint32_t ONE[] = {2};
    static const source SAME = {.arcs = "1,2\n2,1\n3,4\n4,3\n5,6\n6,5\n",
                                .indicator = "1\n1\n2\n2\n3\n3\n",
                                .node_labels = "6\n6\n6\n8\n8\n8\n",
                                .targets = "0.1\n0.1\n0.1\n"};
    sg_dataset *far = open_source("FAR", &FAR), *same = open_source("SAME", &SAME);
    sg_outputs outputs = {0};
    check_ok(sg_outputs_describe(&outputs, far, SG_REGRESSION, NULL, 0, &err));
    check_ok(sg_outputs_scale(&outputs, SG_SCALE_STANDARD, far, ONE, 1, &err));
    assert_true(outputs.scale[0] == 1 && outputs.offset[0] == 3000);
    check_ok(sg_outputs_scale(&outputs, SG_SCALE_STANDARD, same, NULL, 0, &err));
    assert_true(outputs.scale[0] == 1);
    check_near(outputs.offset[0], 0.1, 1e-12, 0);
    sg_outputs_free(&outputs);
    sg_data_close(far);
    sg_data_close(same);
}

/* Models of heads alone, without a description, learn targets of any size, too, unless told otherwise. */
static void the_unit_is_standard_unless_it_is_named(void **state)
{
    (void)state;
    sg_dataset *data = open_source("FAR", &FAR);
    sg_model *model = NULL;
    double score[3];
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 100}"};
    sg_model_options options = {.struct_size = sizeof options, .decoder = "label"};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    for (int i = 0; i < 3; i++) check_near(score[i], 1000 * (i + 1), 0.2, 0);
    sg_model_close(model);
    options.scale = "none";
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_predict(score, model, data, NULL, &err));
    for (int i = 0; i < 3; i++) assert_true(score[i] < 500);
    sg_model_close(model);
    options.scale = "some";
    check_fails(sg_model_build(&model, data, &options, &err), SG_EINVAL,
                "options->scale: \"some\" is none of none, std, standard");
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_are_learned_in_a_unit_of_their_own),
        cmocka_unit_test(the_unit_is_that_of_known_items),
        cmocka_unit_test(what_does_not_vary_has_the_unit_1),
        cmocka_unit_test(the_unit_is_standard_unless_it_is_named)};
    return cmocka_run_group_tests(tests, open_all, close_all);
}
