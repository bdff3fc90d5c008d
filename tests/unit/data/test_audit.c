/* test_audit.c - duplicates, contradictions and what leaks between the parts of a fold. */
#include "data/audit.h"

#include "base/mem.h"
#include "formats/splits_file.h"
#include "formats/tu_reader.h"
#include "support/check.h"

/* Five graphs: 0, 1 and 3 are the path 7-7-8 in different orders, 2 is the path 7-8-7, 4 a
 * triangle. */
static sg_dataset small_data(void)
{
    static const uint32_t first[] = {0, 3, 6, 9, 12, 15};
    static const uint32_t row[] = {0, 1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 16, 18, 20, 22};
    static const uint32_t to[] = {1, 0,  2,  1, 4,  3,  5,  4,  7,  6,  8,
                                  7, 11, 11, 9, 10, 13, 14, 12, 14, 12, 13};
    static const int32_t label[] = {7, 7, 8, 8, 7, 7, 7, 8, 7, 7, 8, 7, 7, 7, 7};
    static const uint32_t class_of[] = {0, 0, 1, 1, 1};
    sg_dataset d = {.graph = {.n_graphs = 5, .n_nodes = 15, .n_arcs = 22},
                    .items.n_classes = 2};
    d.graph.graph_offset = sg_alloc(6, sizeof(uint32_t));
    d.graph.arc_offset = sg_alloc(16, sizeof(uint32_t));
    d.graph.neighbor = sg_alloc(22, sizeof(uint32_t));
    d.node_label.value = sg_alloc(15, sizeof(int32_t));
    d.node_label.n_columns = 1;
    d.items.item_class = sg_alloc(5, sizeof(uint32_t));
    memcpy(d.graph.graph_offset, first, sizeof first);
    memcpy(d.graph.arc_offset, row, sizeof row);
    memcpy(d.graph.neighbor, to, sizeof to);
    memcpy(d.node_label.value, label, sizeof label);
    memcpy(d.items.item_class, class_of, sizeof class_of);
    return d;
}

/* Nodes of the same graphs: a graph is in the parts of its nodes. */
static void folds_of_nodes(void **state)
{
    (void)state;
    sg_dataset data = small_data();
    sg_audit audit = {0};
    sg_fold_leak leak = {.struct_size = sizeof leak};
    uint32_t train[] = {0, 1, 6}, validation[] = {13}, test[] = {4, 5, 14, 8};
    sg_fold fold = {
        .part = {
            [SG_TRAIN] = {train, 3}, [SG_VALIDATION] = {validation, 1}, [SG_TEST] = {test, 4}}};
    sg_free(data.items.item_class);
    data.items = (sg_items){.kind = SG_ITEM_NODE};
    check_ok(sg_audit_make(&audit, &data, NULL, &err));
    assert_int_equal(audit.counts.n_contradictions, 0);
    check_ok(sg_audit_fold(&leak, &audit, &fold, &err));
    /* Graphs 1, 2 and 4 test: 1 is the same as 0, 2 itself trains, 4 itself validates. */
    assert_int_equal(leak.n_test, 3);
    assert_int_equal(leak.test_in_train, 2);
    assert_int_equal(leak.test_in_validation, 1);
    assert_int_equal(leak.validation_in_train, 0);
    assert_int_equal(leak.test_contradicted, 0);
    test[0] = 15;
    check_fails(sg_audit_fold(&leak, &audit, &fold, &err), SG_EINVAL,
                "there is no node 15; there are 15");
    sg_audit_free(&audit);
    sg_dataset_free(&data);
}

/* Where nodes have no labels, attributes take their place; beside labels they do not count. */
static void attributes_in_the_place_of_labels(void **state)
{
    (void)state;
    for (int sparse = 0; sparse < 2; sparse++) {
        sg_dataset data = small_data();
        sg_audit audit = {0};
        const uint32_t n = data.graph.n_nodes;
        double *value = sg_alloc(n, sizeof *value);
        for (uint32_t v = 0; v < n; v++) value[v] = data.node_label.value[v] + 0.5;
        for (uint32_t v = 0; sparse && v < n; v++) {
            check_ok(sg_sparse_row_add(&data.node_sparse, 3, (float)value[v], &err));
            check_ok(sg_sparse_row_end(&data.node_sparse, &err));
        }
        if (!sparse) data.node_attribute = (sg_value_table){value, 1};
        sg_free(data.node_label.value);
        data.node_label = (sg_label_table){0};
        check_ok(sg_audit_make(&audit, &data, NULL, &err));
        assert_int_equal(audit.counts.duplicated, 3);
        assert_int_equal(audit.group[0].graph[2], 3);
        sg_audit_free(&audit);
        if (sparse)
            data.node_sparse.value[9] += 1;
        else
            data.node_attribute.value[9] += 1;
        check_ok(sg_audit_make(&audit, &data, NULL, &err));
        assert_int_equal(audit.counts.duplicated, 2);
        sg_audit_free(&audit);
        if (sparse) sg_free(value);
        sg_dataset_free(&data);
    }
    sg_dataset data = small_data();
    sg_audit audit = {0};
    data.node_attribute = (sg_value_table){sg_alloc(15, sizeof(double)), 1};
    data.edge_attribute = (sg_value_table){sg_alloc(22, sizeof(double)), 1};
    for (uint32_t v = 0; v < 15; v++) data.node_attribute.value[v] = v;
    check_ok(sg_audit_make(&audit, &data, NULL, &err));
    assert_int_equal(audit.counts.duplicated, 3);
    sg_audit_free(&audit);
    data.edge_attribute.value[4] = data.edge_attribute.value[5] = 1; /* of graph 1 alone */
    check_ok(sg_audit_make(&audit, &data, NULL, &err));
    assert_int_equal(audit.counts.duplicated, 2);
    sg_audit_free(&audit);
    sg_dataset_free(&data);
}

static void worked_by_hand(void **state)
{
    (void)state;
    sg_dataset data = small_data();
    sg_audit audit = {0};
    sg_fold_leak leak = {.struct_size = sizeof leak};
    check_ok(sg_audit_make(&audit, &data, NULL, &err));
    assert_int_equal(audit.counts.n_graphs, 5);
    assert_int_equal(audit.counts.alike, 3);
    assert_int_equal(audit.counts.duplicated, 3);
    assert_int_equal(audit.counts.redundant, 2);
    assert_int_equal(audit.counts.n_groups, 1);
    assert_int_equal(audit.counts.contradicted, 3);
    assert_int_equal(audit.counts.undecided, 0);
    assert_int_equal(audit.group[0].n, 3);
    assert_int_equal(audit.group[0].graph[0], 0);
    assert_int_equal(audit.group[0].graph[1], 1);
    assert_int_equal(audit.group[0].graph[2], 3);
    assert_true(audit.group[0].contradict);

    /* Graph 0 trains, 1 and 3 test: both are there, one with another class. */
    uint32_t train[] = {0, 2}, validation[] = {4}, test[] = {1, 3}, outside[] = {5};
    sg_fold fold = {{{train, 2}, {validation, 1}, {test, 2}}};
    check_ok(sg_audit_fold(&leak, &audit, &fold, &err));
    assert_int_equal(leak.n_test, 2);
    assert_int_equal(leak.test_in_train, 2);
    assert_int_equal(leak.test_contradicted, 1);
    assert_int_equal(leak.test_in_validation, 0);
    assert_int_equal(leak.validation_in_train, 0);
    validation[0] = 0;
    train[0] = 4;
    check_ok(sg_audit_fold(&leak, &audit, &fold, &err));
    assert_int_equal(leak.test_in_train, 0);
    assert_int_equal(leak.test_in_validation, 2);
    fold.part[SG_TEST] = (sg_index_list){outside, 1};
    check_fails(sg_audit_fold(&leak, &audit, &fold, &err), SG_EINVAL, "there is no graph 5");
    sg_audit_free(&audit);
    sg_dataset_free(&data);
}

/* Targets that are missing contradict nothing. */
static void targets(void **state)
{
    (void)state;
    sg_dataset data = small_data();
    sg_audit audit = {0};
    sg_free(data.items.item_class);
    data.items.item_class = NULL;
    data.items.target.value = sg_alloc(5, sizeof(double));
    data.items.target.n_columns = 1;
    data.items.target.value[0] = NAN;
    data.items.target.value[1] = data.items.target.value[3] = 0.5;
    check_ok(sg_audit_make(&audit, &data, NULL, &err));
    assert_false(audit.group[0].contradict);
    sg_audit_free(&audit);
    data.items.target.value[0] = 0.25;
    check_ok(sg_audit_make(&audit, &data, NULL, &err));
    assert_true(audit.group[0].contradict);
    sg_audit_free(&audit);
    sg_dataset_free(&data);
}

static void no_graphs(void **state)
{
    (void)state;
    sg_dataset data = {0};
    sg_audit audit = {0};
    data.graph.graph_offset = sg_alloc(1, sizeof(uint32_t));
    check_ok(sg_audit_make(&audit, &data, NULL, &err));
    assert_int_equal(audit.counts.n_groups, 0);
    sg_audit_free(&audit);
    sg_dataset_free(&data);
}

static sg_status audit_body(void *context, sg_error *err)
{
    sg_audit audit = {0};
    const sg_status status = sg_audit_make(&audit, context, NULL, err);
    if (status != SG_OK) assert_null(audit.group);
    sg_audit_free(&audit);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data();
    assert_true(check_out_of_memory(audit_body, &data) > 10);
    sg_dataset_free(&data);
}

/* 138 graphs of NCI1 have a twin that color refinement does not see through, and all are the same. */
static void nci1(void **state)
{
    (void)state;
    char splits_path[1024];
    (void)snprintf(splits_path, sizeof splits_path, "%s",
                   check_shared("data/splits/fair/NCI1_splits.json"));
    sg_dataset data = {0};
    sg_splits splits = {0};
    sg_audit audit = {0};
    uint32_t in_train = 0, contradicted = 0;
    check_ok(sg_tu_open(&data, check_shared("data/NCI1.zip"), 1, &err));
    check_ok(sg_splits_read(&splits, splits_path, data.graph.n_graphs, &err));
    check_ok(sg_audit_make(&audit, &data, NULL, &err));
    assert_int_equal(audit.counts.alike, 138);
    assert_int_equal(audit.counts.duplicated, 138);
    assert_int_equal(audit.counts.n_groups, 67);
    assert_int_equal(audit.counts.contradicted, 15);
    assert_int_equal(audit.counts.undecided, 0);
    for (uint32_t f = 0; f < splits.n_folds; f++) {
        sg_fold_leak leak = {.struct_size = sizeof leak};
        check_ok(sg_audit_fold(&leak, &audit, &splits.fold[f], &err));
        in_train += leak.test_in_train;
        contradicted += leak.test_contradicted;
    }
    assert_int_equal(in_train, 117);
    assert_int_equal(contradicted, 8);
    sg_audit_free(&audit);
    sg_splits_free(&splits);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(folds_of_nodes), cmocka_unit_test(attributes_in_the_place_of_labels),
         cmocka_unit_test(worked_by_hand), cmocka_unit_test(targets),
         cmocka_unit_test(no_graphs), cmocka_unit_test(out_of_memory), cmocka_unit_test(nci1))
