/* test_explainer_heads.c - for which labels and pairs the weights of heads are, and how often. */
#include "unit/explain/placed_explainer.inc"

/* Two heads with the same triples, and one that pools.  A path 5 - 5 - 9 has the pairs (5, 5) twice,
 * (5, 9) and (9, 5). */
#define LAYERS                                                                                 \
    "layers: [{encoder: {heads: ['label @ distance 1 x2']}}, {decoder: {heads: [label]}}]"

/* What is there before the heads are made, and the heads. */
static sg_status make_heads(sg_explainer *explainer, sg_explainer_layer *layer,
                            const sg_model *model, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(place(explainer, model, data, err));
    layer[0] = (sg_explainer_layer){.number = 0, .of = 0, .width = 1};
    layer[1] = (sg_explainer_layer){.number = 1, .of = 1, .width = 2, .decodes = true};
    explainer->layer = layer;
    explainer->n_layers = 2;
    SG_TRY(sg_explainer_make_heads(explainer, err));
done:
    return status;
}

static void weights_by_hand(void **state)
{
    (void)state;
    sg_dataset data = KNOWN;
    sg_model model = small_model(&data, LAYERS);
    sg_explainer_layer layer[2];
    sg_explainer explainer;
    check_ok(make_heads(&explainer, layer, &model, &data, &err));
    assert_int_equal(explainer.n_heads, 3);
    assert_int_equal(explainer.n_plans, 1);
    assert_int_equal(explainer.n_values, 1);
    assert_int_equal(layer[0].first_head, 0);
    assert_int_equal(layer[0].n_heads, 2);
    assert_int_equal(layer[1].first_head, 2);
    assert_int_equal(layer[1].n_heads, 1);
    const uint32_t *label = explainer.labeling[0].label;
    for (uint32_t h = 0; h < 2; h++) {
        const sg_explained_head *head = &explainer.head[h];
        assert_int_equal(head->layer, 0);
        assert_int_equal(head->number, h);
        assert_false(head->decodes);
        assert_int_equal(head->n_weights, 3);
        assert_int_equal(head->receiver, head->sender);
        assert_int_equal(head->bias, SG_NONE);
        assert_int_equal(head->n_values, 1);
        check_near(head->weight[0], 3 * h + 1, 0, 0);
        for (uint32_t w = 0; w < 3; w++) {
            const bool from_five = head->weight_sender[w] == label[0],
                       to_five = head->weight_receiver[w] == label[0];
            assert_true(from_five || to_five);
            assert_int_equal(head->weight_value[w], 0);
            assert_int_equal(head->occurrences[w], from_five && to_five ? 2 : 1);
        }
    }
    const sg_explained_head *last = &explainer.head[2];
    assert_true(last->decodes);
    assert_int_equal(last->layer, 1);
    assert_string_equal(last->text, "label");
    assert_int_equal(last->n_weights, 2 * 2); /* labels, classes */
    assert_int_equal(last->sender, SG_NONE);
    unplace(&explainer);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* On other data the weights are the same, but some do not occur. */
static void occurrences_are_those_of_the_data(void **state)
{
    (void)state;
    sg_dataset data = KNOWN, other = small_data("0: 5 9 7 / 0-1 1-2");
    sg_model model = small_model(&data, LAYERS);
    sg_explainer_layer layer[2];
    sg_explainer explainer;
    check_ok(make_heads(&explainer, layer, &model, &other, &err));
    const sg_explained_head *head = &explainer.head[0];
    uint64_t sum = 0;
    assert_int_equal(head->n_weights, 3);
    for (uint32_t w = 0; w < 3; w++) {
        assert_int_equal(head->occurrences[w],
                         head->weight_receiver[w] != head->weight_sender[w]);
        sum += head->occurrences[w];
    }
    assert_int_equal(sum, 2);
    unplace(&explainer);
    sg_model_free(&model);
    sg_dataset_free(&other);
    sg_dataset_free(&data);
}

static sg_status make_and_free(void *context, sg_error *err)
{
    const placed *p = context;
    sg_explainer_layer layer[2];
    sg_explainer explainer;
    const sg_status status = make_heads(&explainer, layer, &p->model, &p->data, err);
    unplace(&explainer);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_placed_memory(make_and_free, LAYERS) >= 30);
}

SG_TESTS(cmocka_unit_test(weights_by_hand), cmocka_unit_test(occurrences_are_those_of_the_data),
         cmocka_unit_test(survives_any_failing_allocation))
