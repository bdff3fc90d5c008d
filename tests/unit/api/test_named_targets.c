/* test_named_targets.c - outputs find their columns by name, in training as in everything else, so that a name is
 * that of one column. */
#include "unit/api/six_paths.inc"

enum { N_VALUES = 2 * N };

/* The same graphs with n columns of these names; `swapped`: the large values come first. */
static sg_status make(sg_dataset **data, const char *const *name, uint32_t n, bool swapped,
                      sg_error *err)
{
    static const uint32_t offset[] = {0, 2, 5, 7, 10, 12, 15},
                          edge[] = {0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 13, 14};
    double target[N_VALUES];
    for (uint32_t i = 0; i < N * n; i++)
        target[i] = (i / n % 2 + 1) * ((i % n == 1) != swapped ? 100.0 : 1.0);
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = N,
                                    .graph_offset = offset,
                                    .n_edges = 9,
                                    .edge = edge,
                                    .target = target,
                                    .n_targets = n,
                                    .target_name = name};
    return sg_data_from_arrays(data, &arrays, err);
}

static sg_model *model_of(const sg_dataset *data, const uint32_t *target)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options,
                                      .decoder = "degree",
                                      .target = target,
                                      .n_targets = target != NULL ? 1 : 0,
                                      .task = SG_TASK_REGRESSION};
    check_ok(sg_model_build(&model, data, &options, &err));
    return model;
}

static const char *const AB[] = {"a", "b"}, *const BA[] = {"b", "a"}, *const CD[] = {"c", "d"},
                         *const AA[] = {"a", "a"};

static void trainings_go_on_by_name(void **state)
{
    (void)state;
    const sg_training_options training = {
        .struct_size = sizeof training, .n_epochs = 20, .learning_rate = 0.1, .n_threads = 1};
    sg_dataset *data = NULL, *swapped = NULL, *other = NULL;
    check_ok(make(&data, AB, 2, false, &err));
    check_ok(make(&swapped, BA, 2, true, &err));
    check_ok(make(&other, CD, 2, false, &err));
    double score[2][N_VALUES];
    for (int k = 0; k < 2; k++) {
        sg_model *model = model_of(data, NULL);
        check_ok(sg_model_train(NULL, model, data, &training, &err));
        check_ok(sg_model_train(NULL, model, k == 0 ? data : swapped, &training, &err));
        check_ok(sg_model_predict(score[k], model, data, NULL, &err));
        check_fails(sg_model_train(NULL, model, other, &training, &err), SG_EINVAL,
                    "training: the model predicts \"a\", but the data has no targets of that");
        sg_model_close(model);
    }
    assert_memory_equal(score[0], score[1], sizeof score[0]);
    sg_data_close(data);
    sg_data_close(swapped);
    sg_data_close(other);
}

/* A model of the second column goes on with data that has it alone. */
static void chosen_columns_go_on_by_name(void **state)
{
    (void)state;
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 2};
    const uint32_t second = 1;
    sg_dataset *data = NULL, *alone = NULL;
    double score[2][N];
    check_ok(make(&data, AB, 2, false, &err));
    check_ok(make(&alone, BA, 1, true, &err));
    for (int k = 0; k < 2; k++) {
        sg_model *model = model_of(data, &second);
        check_ok(sg_model_train(NULL, model, k == 0 ? data : alone, &training, &err));
        check_ok(sg_model_predict(score[k], model, data, NULL, &err));
        sg_model_close(model);
    }
    assert_memory_equal(score[0], score[1], sizeof score[0]);
    sg_data_close(data);
    sg_data_close(alone);
}

static void names_are_those_of_one_column(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_fails(make(&data, AA, 2, false, &err), SG_EINVAL,
                "target_name[1]: \"a\" is the name of column 0, too");
    assert_null(data);
}

/* Columns without names are known by their numbers. */
static void columns_without_names_have_numbers(void **state)
{
    (void)state;
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 2};
    sg_dataset *data = NULL;
    check_ok(make(&data, NULL, 2, false, &err));
    sg_model *model = model_of(data, NULL);
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(trainings_go_on_by_name),
         cmocka_unit_test(chosen_columns_go_on_by_name),
         cmocka_unit_test(names_are_those_of_one_column),
         cmocka_unit_test(columns_without_names_have_numbers))
