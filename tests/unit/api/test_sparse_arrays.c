/* test_sparse_arrays.c - sparse attributes of nodes from arrays: they come back as they are, models learn
 * from them, and wrong ones are refused. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

/* Two paths; node 1 has no entries. */
static const uint32_t OFFSET[] = {0, 3, 5}, EDGE[] = {0, 1, 1, 2, 3, 4};
static const uint64_t ROW[] = {0, 2, 2, 3, 4, 6};
static const uint32_t COLUMN[] = {1, 7, 3, 1, 0, 7};
static const float VALUE[] = {0.5F, 2, -1, 1, 3, 4};
static const int64_t NODE_CLASS[] = {1, 0, 0, 1, 1};

static sg_graph_arrays two_paths(void)
{
    return (sg_graph_arrays){.struct_size = sizeof(sg_graph_arrays),
                             .n_graphs = 2,
                             .graph_offset = OFFSET,
                             .n_edges = 3,
                             .edge = EDGE,
                             .node_class = NODE_CLASS,
                             .sparse_row = ROW,
                             .sparse_column = COLUMN,
                             .sparse_value = VALUE};
}

static void check_entries(const sg_dataset *data)
{
    const sg_data_arrays view = sg_data_view_of(data);
    assert_memory_equal(view.sparse_row, ROW, sizeof ROW);
    assert_memory_equal(view.sparse_column, COLUMN, sizeof COLUMN);
    assert_memory_equal(view.sparse_value, VALUE, sizeof VALUE);
}

static void entries_come_back(void **state)
{
    sg_graph_arrays arrays = two_paths();
    sg_dataset *data = NULL, *again = NULL;
    (void)state;
    for (int i = 0; i < 2; i++) {
        arrays.ownership = i == 0 ? SG_COPIED : SG_BORROWED;
        check_ok(sg_data_from_arrays(&data, &arrays, &err));
        check_entries(data);
        if (i == 0) check_ok(sg_data_write(data, folder, "sparse", false, &err));
        check_ok(sg_data_open(&again, path_of("sparse"), NULL, &err));
        check_entries(again);
        assert_int_equal(sg_data_fingerprint(data), sg_data_fingerprint(again));
        sg_data_close(again);
        sg_data_close(data);
    }
    arrays.sparse_value = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    for (int e = 0; e < 6; e++) assert_true(sg_data_view_of(data).sparse_value[e] == 1);
    sg_data_close(data);
    arrays.sparse_row = NULL;
    arrays.sparse_column = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    assert_null(sg_data_view_of(data).sparse_row);
    sg_data_close(data);
}

static void builders_append_entries(void **state)
{
    static const uint32_t FIRST[] = {0, 3}, SECOND[] = {0, 2}, LAST_EDGE[] = {0, 1};
    static const uint64_t LAST_ROW[] = {0, 1, 3};
    sg_graph_arrays first = two_paths(), second = two_paths();
    sg_data_builder *builder = NULL;
    sg_dataset *data = NULL;
    (void)state;
    first.n_graphs = second.n_graphs = 1;
    first.graph_offset = FIRST;
    first.n_edges = 2;
    second.graph_offset = SECOND;
    second.n_edges = 1;
    second.edge = LAST_EDGE;
    second.node_class = NODE_CLASS + 3;
    second.sparse_row = LAST_ROW;
    second.sparse_column = COLUMN + 3;
    second.sparse_value = VALUE + 3;
    check_ok(sg_data_builder_open(&builder, NULL, &err));
    check_ok(sg_data_builder_add(builder, &first, &err));
    const sg_graph_arrays without = {.struct_size = sizeof without,
                                     .n_graphs = 1,
                                     .graph_offset = SECOND,
                                     .node_class = NODE_CLASS};
    check_fails(sg_data_builder_add(builder, &without, &err), SG_EINVAL,
                "sparse_row: the graphs before have some");
    check_ok(sg_data_builder_add(builder, &second, &err));
    check_ok(sg_data_builder_finish(&data, builder, &err));
    check_entries(data);
    sg_data_close(data);
    sg_data_builder_close(builder);
}

static void wrong_entries_are_refused(void **state)
{
    static const uint64_t LATE[] = {1, 2, 2, 3, 4, 6}, FALLING[] = {0, 2, 1, 3, 4, 6};
    static const uint32_t FAR[] = {1, 1U << 28, 3, 1, 0, 7}, TWICE[] = {1, 7, 3, 1, 7, 7};
    static const float NO_NUMBER[] = {0.5F, 2, NAN, 1, 3, 4};
    const struct {
        const char *says;
        const uint64_t *row;
        const uint32_t *column;
        const float *value;
    } cases[] = {{"sparse_row[0]: 1; the first offset is 0", LATE, COLUMN, VALUE},
                 {"sparse_row[2]: 1, but the offset before is 2", FALLING, COLUMN, VALUE},
                 {"sparse_row: it is NULL, but there are columns", NULL, COLUMN, NULL},
                 {"sparse_column: it is NULL, but sparse_row ends with 6", ROW, NULL, VALUE},
                 {"sparse_column[1]: 268435456; columns are below 2^28", ROW, FAR, VALUE},
                 {"sparse_column[5]: 7, but the one before is 7; the columns of node 4 must "
                  "ascend",
                  ROW, TWICE, VALUE},
                 {"sparse_value[2]: nan is not finite", ROW, COLUMN, NO_NUMBER}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_graph_arrays arrays = two_paths();
        sg_dataset *data = NULL;
        arrays.sparse_row = cases[i].row;
        arrays.sparse_column = cases[i].column;
        arrays.sparse_value = cases[i].value;
        check_fails(sg_data_from_arrays(&data, &arrays, &err), SG_EINVAL, cases[i].says);
        assert_null(data);
    }
}

/* A class that only the entries tell can be learned. */
static void models_learn_from_entries(void **state)
{
    static const char TEXT[] = "layers:\n  - sparse: {outputs: classes, columns: 8}\n"
                               "train: {epochs: 100, learning-rate: 0.1}\n";
    const sg_graph_arrays arrays = two_paths();
    const sg_model_options how = {.struct_size = sizeof how, .description = TEXT};
    const sg_training_options training = {.struct_size = sizeof training, .description = TEXT};
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    double score[5][2];
    (void)state;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    check_ok(sg_model_build(&model, data, &how, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_predict(score[0], model, data, NULL, &err));
    for (int v = 0; v < 5; v++) assert_int_equal(score[v][1] > 0.5, NODE_CLASS[v]);
    sg_model_close(model);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(entries_come_back),
                                       cmocka_unit_test(builders_append_entries),
                                       cmocka_unit_test(wrong_entries_are_refused),
                                       cmocka_unit_test(models_learn_from_entries)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
