/* test_explainer_labelings.c - labels with their counts and examples, before there are any heads. */
#include "unit/explain/placed_explainer.inc"

static void nodes_differ_by_their_labels_alone(void **state)
{
    (void)state;
    sg_dataset same = small_data("0: 5 5 / 0-1", "1: 5"), other = small_data("0: 5 5", "1: 9"),
               one = small_data("0: 5"), none = {0};
    assert_false(sg_explainer_nodes_differ(&same));
    assert_true(sg_explainer_nodes_differ(&other));
    assert_false(sg_explainer_nodes_differ(&one));
    assert_false(sg_explainer_nodes_differ(&none));
    /* Without labels nothing differs. */
    other.node_label.n_columns = 0;
    assert_false(sg_explainer_nodes_differ(&other));
    other.node_label.n_columns = 1;
    sg_dataset_free(&same);
    sg_dataset_free(&other);
    sg_dataset_free(&one);
}

/* The degrees of the nodes are 1 2 1 0. */
#define LAYERS "layers: [{encoder: {heads: ['degree @ edge']}}, {decoder: {heads: [label]}}]"

static void counts_and_examples_by_hand(void **state)
{
    (void)state;
    sg_dataset data = KNOWN;
    sg_model model = small_model(&data, LAYERS);
    sg_explainer explainer;
    uint32_t number = 77;
    check_ok(place(&explainer, &model, &data, &err));
    check_ok(sg_explainer_labeling_of(&number, &explainer, "label", &err));
    assert_int_equal(number, 0);
    check_ok(sg_explainer_labeling_of(&number, &explainer, "degree", &err));
    assert_int_equal(number, 1);
    check_ok(sg_explainer_labeling_of(&number, &explainer, "label", &err));
    assert_int_equal(number, 0);
    assert_int_equal(explainer.n_labelings, 2);
    const sg_explained_labeling *own = &explainer.labeling[0], *degree = &explainer.labeling[1];
    assert_string_equal(own->expression, "label");
    assert_int_equal(own->n_labels, 2);
    assert_int_equal(own->radius, 0);
    const uint32_t five = own->label[0], nine = own->label[2];
    assert_int_equal(own->label[1], five);
    assert_int_equal(own->label[3], nine);
    assert_int_equal(own->count[five], 2);
    assert_int_equal(own->count[nine], 2);
    assert_int_equal(own->example_graph[nine], 0);
    assert_int_equal(own->example_node[nine], 2);
    assert_false(explainer.labeling_part[0].mixed[five]);
    assert_int_equal(sg_table_find(&explainer.labeling_part[0].number, label_key(9)), nine);
    assert_int_equal(degree->n_labels, 3);
    assert_int_equal(degree->radius, 1);
    const uint32_t end = degree->label[0], alone = degree->label[3];
    assert_int_equal(degree->label[2], end);
    assert_int_equal(degree->count[end], 2);
    assert_true(explainer.labeling_part[1].mixed[end]); /* a 5 and a 9 */
    assert_false(explainer.labeling_part[1].mixed[alone]);
    assert_int_equal(degree->example_graph[alone], 1);
    assert_int_equal(degree->example_node[alone], 0);
    unplace(&explainer);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* Data that the model does not know: a label that no node has, and a node without a known label. */
static void other_data_may_lack_labels(void **state)
{
    (void)state;
    sg_dataset data = KNOWN, other = small_data("0: 7 5 / 0-1");
    sg_model model = small_model(&data, LAYERS);
    sg_explainer explainer;
    uint32_t number = 0;
    check_ok(place(&explainer, &model, &other, &err));
    check_ok(sg_explainer_labeling_of(&number, &explainer, "label", &err));
    const sg_explained_labeling *own = &explainer.labeling[0];
    assert_int_equal(own->n_labels, 2);
    assert_int_equal(own->label[0], SG_NONE);
    const uint32_t five = own->label[1], nine = 1 - five;
    assert_int_equal(own->count[five], 1);
    assert_int_equal(own->example_node[five], 1);
    assert_int_equal(own->count[nine], 0);
    assert_int_equal(own->example_graph[nine], SG_NONE);
    assert_int_equal(own->example_node[nine], SG_NONE);
    check_fails(sg_explainer_labeling_of(&number, &explainer, "wl:1", &err), SG_EFORMAT,
                "it knows no labels of \"wl:1\"");
    assert_int_equal(explainer.n_labelings, 1);
    unplace(&explainer);
    sg_model_free(&model);
    sg_dataset_free(&other);
    sg_dataset_free(&data);
}

static sg_status find_both(void *context, sg_error *err)
{
    const placed *p = context;
    sg_status status = SG_OK;
    sg_explainer explainer;
    uint32_t number = 0;
    SG_TRY(place(&explainer, &p->model, &p->data, err));
    SG_TRY(sg_explainer_labeling_of(&number, &explainer, "label", err));
    SG_TRY(sg_explainer_labeling_of(&number, &explainer, "degree", err));
done:
    unplace(&explainer);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_placed_memory(find_both, LAYERS) >= 20);
}

SG_TESTS(cmocka_unit_test(nodes_differ_by_their_labels_alone),
         cmocka_unit_test(counts_and_examples_by_hand),
         cmocka_unit_test(other_data_may_lack_labels),
         cmocka_unit_test(survives_any_failing_allocation))
