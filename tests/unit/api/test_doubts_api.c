/* test_doubts_api.c - graphs unlike those of the training are doubted, also by models that pool and after a model has
 * been in a file. */
#include "unit/api/written_data.inc"

/* Ten paths of two nodes: seven 6 - 6, then three 8 - 8; the last two are not for training. */
static const source PATHS = {
    .arcs = "1,2\n2,1\n3,4\n4,3\n5,6\n6,5\n7,8\n8,7\n9,10\n10,9\n11,12\n"
            "12,11\n13,14\n14,13\n15,16\n16,15\n17,18\n18,17\n18,19\n19,18\n",
    .indicator = "1\n1\n2\n2\n3\n3\n4\n4\n5\n5\n6\n6\n7\n7\n8\n8\n9\n9\n9\n",
    .node_labels = "6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n6\n8\n8\n6\n6\n6\n",
    .classes = "0\n1\n0\n1\n0\n1\n0\n1\n0\n"};

static sg_model *trained(const sg_dataset *data, bool remembers)
{
    static const uint32_t FIRST[] = {0, 1, 2, 3, 4, 5, 6};
    sg_model *model = NULL;
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description = "input: [labels, labels degree]\n"
                       "layers: [{linear: {outputs: 3}}, {pool: {kind: mean}}, {linear: {}}]",
        .known_item = remembers ? FIRST : NULL,
        .n_known_items = remembers ? 7 : 0};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 2}",
                                          .item[SG_TRAIN] = FIRST,
                                          .n_items[SG_TRAIN] = 7};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

static void measure(sg_trust trust[9], const sg_model *model, const sg_dataset *data)
{
    sg_prediction *prediction = NULL;
    check_ok(sg_prediction_open(&prediction, model, data, NULL, &err));
    check_ok(sg_prediction_trust(trust, prediction, &err));
    sg_prediction_close(prediction);
}

static void check_doubts(const sg_model *model, const sg_dataset *data)
{
    sg_trust trust[9];
    measure(trust, model, data);
    for (int g = 0; g < 7; g++) {
        assert_true(sg_trust_share(&trust[g]) == 1);
        assert_int_equal(sg_model_doubts(model, &trust[g], NULL), 0);
    }
    assert_int_equal(sg_model_doubts(model, &trust[7], NULL), SG_DOUBT_LABEL);
    assert_true(sg_trust_share(&trust[7]) == 0); /* all of its nodes are new */
    assert_int_equal(sg_model_doubts(model, &trust[8], NULL), SG_DOUBT_SIZE);
    check_near(trust[8].new_size, 1.0 / 3, 0, 1e-15);
    assert_int_equal(sg_model_doubts(model, NULL, NULL), 0);
    assert_int_equal(sg_model_doubts(NULL, &trust[8], NULL), 0);
    assert_true(sg_trust_share(NULL) == 0);
}

static void what_training_never_had(void **state)
{
    (void)state;
    sg_dataset *data = open_source("D", &PATHS);
    sg_model *model = trained(data, true), *read = NULL;
    char path[1200];
    check_doubts(model, data);
    (void)snprintf(path, sizeof path, "%s/doubts.model", folder);
    check_ok(sg_model_save(model, path, &err));
    check_ok(sg_model_open(&read, path, &err));
    check_doubts(read, data);
    sg_model_close(read);
    sg_model_close(model);
    sg_data_close(data);
}

/* To a model of all graphs none is new. */
static void models_that_know_all_graphs(void **state)
{
    (void)state;
    sg_dataset *data = open_source("D", &PATHS);
    sg_model *model = trained(data, false);
    sg_trust trust[9];
    measure(trust, model, data);
    for (int g = 0; g < 9; g++) {
        assert_true(sg_trust_share(&trust[g]) == 1);
        assert_int_equal(sg_model_doubts(model, &trust[g], NULL), 0);
    }
    sg_model_close(model);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_training_never_had),
        cmocka_unit_test(models_that_know_all_graphs),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
