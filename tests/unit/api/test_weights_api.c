/* test_weights_api.c - weights as arrays through sharegnn.h: what they are for, out and in. */
#include "base/mem.h"
#include "model/model.h"
#include "model/weight_list.h"
#include "unit/api/written_models.inc"

/* Every kind of layer with weights. */
static const char EVERYTHING[] =
    "{ input: labels, layers: [linear: { outputs: 3, activation: relu },"
    " norm: { affine: true }, encoder: { heads: ['degree @ distance 0..1 x2'], bias: degree },"
    " decoder: { heads: ['cycles:6', 'degree'], outputs: 2, pool: sum },"
    " linear: { outputs: classes }] }";

/* Two graphs 5 - 9 and 5 - 5 of two classes. */
static const source PAIRS = {.arcs = "1,2\n2,1\n3,4\n4,3\n",
                             .indicator = "1\n1\n2\n2\n",
                             .node_labels = "5\n9\n5\n5\n",
                             .classes = "0\n1\n"};

static sg_weights *open_weights(const sg_model *model)
{
    sg_weights *weights = NULL;
    check_ok(sg_weights_open(&weights, model, &err));
    return weights;
}

static sg_weight_tensor tensor_at(const sg_weights *weights, uint32_t number)
{
    sg_weight_tensor tensor = {.struct_size = sizeof tensor};
    check_ok(sg_weights_tensor(&tensor, weights, number, &err));
    return tensor;
}

static sg_weight_axis axis_at(const sg_weights *weights, uint32_t tensor, uint32_t number)
{
    sg_weight_axis axis = {.struct_size = sizeof axis};
    check_ok(sg_weights_axis(&axis, weights, tensor, number, &err));
    return axis;
}

/* ---- What there is ------------------------------------------------------------------------- */

/* What the tensors say of weight i of tensor t is what the list of all weights says. */
static void check_weight(const sg_weights *weights, uint32_t t, uint64_t i,
                         const sg_weight_info *info)
{
    const sg_weight_tensor tensor = tensor_at(weights, t);
    const sg_weight_axis first = axis_at(weights, t, 0),
                         last = axis_at(weights, t, tensor.n_axes - 1);
    assert_int_equal(info->layer, tensor.layer);
    assert_string_equal(info->name, tensor.part);
    if (tensor.head != UINT32_MAX) assert_int_equal(info->head, tensor.head);
    assert_int_equal(first.kind == SG_WEIGHTS_PER_TRIPLE, info->kind == SG_WEIGHT_TRIPLE);
    assert_int_equal(first.kind == SG_WEIGHTS_PER_LABEL, info->kind == SG_WEIGHT_LABEL);
    if (info->kind == SG_WEIGHT_TRIPLE) {
        assert_int_equal(info->receiver, first.receiver[i]);
        assert_int_equal(info->sender, first.sender[i]);
        assert_int_equal(info->pair, first.pair[i]);
    } else if (info->kind == SG_WEIGHT_LABEL) {
        assert_int_equal(info->receiver, first.label[i / last.size]);
        assert_int_equal(info->column, i % last.size);
    }
}

static void tensors_and_their_axes_cover_all_weights(void **state)
{
    (void)state;
    sg_model *model = describe(csl, EVERYTHING);
    (void)train(model, csl, "{epochs: 1, init: he}", 1);
    sg_weights *weights = open_weights(model);
    sg_weight_info *info = calloc(model->n_weights, sizeof *info);
    sg_model_on_data alone = {0};
    uint64_t n_seen = 0;
    check_ok(sg_model_open_alone(&alone, model, 0, &err));
    check_ok(sg_weight_list_fill(info, &alone, &model->vocabularies, model->weight, &err));
    for (uint32_t t = 0; t < sg_weights_count(weights); t++) {
        const sg_weight_tensor tensor = tensor_at(weights, t);
        uint64_t product = 1;
        for (uint32_t a = 0; a < tensor.n_axes; a++) product *= axis_at(weights, t, a).size;
        assert_int_equal(product, tensor.n);
        assert_int_equal(tensor.first, n_seen);
        for (uint64_t i = 0; i < tensor.n; i++)
            check_weight(weights, t, i, &info[tensor.first + i]);
        n_seen += tensor.n;
    }
    assert_int_equal(n_seen, sg_model_sizes_of(model).n_weights);
    sg_model_on_data_close(&alone);
    free(info);
    sg_weights_close(weights);
    sg_model_close(model);
}

static void weights_have_names(void **state)
{
    (void)state;
    char text[200];
    sg_dataset *data = open_source("pairs", &PAIRS);
    sg_model *model = build(data, "label @ distance 1", "label");
    sg_weights *weights = open_weights(model);
    assert_int_equal(sg_weights_count(weights), 3);
    assert_string_equal(tensor_at(weights, 0).name, "layers.0.heads.0.weight");
    assert_string_equal(axis_at(weights, 0, 0).text, "label @ distance 1");
    assert_string_equal(axis_at(weights, 1, 0).text, "label");
    assert_null(axis_at(weights, 1, 1).text);
    assert_int_equal(axis_at(weights, 1, 1).kind, SG_WEIGHTS_PER_OUTPUT);
    uint32_t n_found = 0;
    for (uint64_t i = 0; i < tensor_at(weights, 0).n; i++) {
        const size_t length = sg_weights_name(text, sizeof text, weights, 0, i);
        assert_int_equal(length, strlen(text));
        n_found += strcmp(text, "label 5 -> label 9 at distance 1") == 0;
    }
    assert_int_equal(n_found, 1);
    (void)sg_weights_name(text, sizeof text, weights, 1, 1);
    assert_true(strcmp(text, "weight of label 5, column 1") == 0 ||
                strcmp(text, "weight of label 9, column 1") == 0);
    assert_int_equal(sg_weights_name(text, 8, weights, 2, 1), strlen("bias, row 0, column 1"));
    assert_string_equal(text, "bias, r");
    assert_int_equal(sg_weights_name(text, sizeof text, weights, 3, 0), 0);
    assert_int_equal(sg_weights_name(text, sizeof text, weights, 2, 2), 0);
    assert_int_equal(sg_weights_name(NULL, 0, weights, 2, 1), 21);
    sg_weights_close(weights);
    sg_weights_close(NULL);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Out and in ---------------------------------------------------------------------------- */

static void what_is_set_again_is_the_same(void **state)
{
    (void)state;
    static const char *const settings[] = {"{epochs: 2, init: he}",
                                           "{epochs: 2, init: he, precision: double}"};
    for (int i = 0; i < 2; i++) {
        sg_model *model = describe(csl, EVERYTHING);
        (void)train(model, csl, settings[i], 1);
        sg_weights *weights = open_weights(model);
        const uint64_t n = sg_model_sizes_of(model).n_weights;
        double *before = calloc(n, sizeof *before), *after = calloc(n, sizeof *after);
        check_ok(sg_model_save(model, path_of("before.model"), &err));
        check_ok(sg_weights_get(before, n, weights, SG_ALL_TENSORS, &err));
        check_ok(sg_weights_set(model, weights, SG_ALL_TENSORS, before, n, &err));
        for (uint32_t t = 0; t < sg_weights_count(weights); t++) {
            const sg_weight_tensor tensor = tensor_at(weights, t);
            uint64_t n_viewed = 0;
            const double *view = sg_weights_view(&n_viewed, weights, t);
            check_ok(sg_weights_get(after + tensor.first, tensor.n, weights, t, &err));
            assert_int_equal(n_viewed, tensor.n);
            assert_memory_equal(view, after + tensor.first, tensor.n * sizeof *view);
            check_ok(sg_weights_set(model, weights, t, view, n_viewed, &err));
        }
        assert_memory_equal(before, after, n * sizeof *before);
        check_ok(sg_model_save(model, path_of("after.model"), &err));
        check_same_files("before.model", "after.model");
        free(before);
        free(after);
        sg_weights_close(weights);
        sg_model_close(model);
    }
}

/* A node sums up 2 for each neighbor; class c of a graph is (c + 1) times that, in the mean. */
static void a_built_model_becomes_a_trained_one(void **state)
{
    (void)state;
    sg_dataset *data = open_source("pairs", &PAIRS);
    sg_model *model = describe(data, "layers: [{encoder: {heads: [label @ distance 1]}},"
                                     " {decoder: {heads: [label]}}]");
    sg_weights *weights = open_weights(model);
    const uint64_t n = sg_model_sizes_of(model).n_weights;
    double *value = calloc(n, sizeof *value);
    uint64_t n_viewed = 9;
    check_fails(sg_weights_get(value, n, weights, SG_ALL_TENSORS, &err), SG_EINVAL,
                "it has not been trained");
    assert_null(sg_weights_view(&n_viewed, weights, 0));
    assert_int_equal(n_viewed, 0);
    check_fails(sg_weights_set(model, weights, 0, value, tensor_at(weights, 0).n, &err),
                SG_EINVAL, "set all its weights before those of layers.0.heads.0.weight");
    const sg_weight_tensor decoder = tensor_at(weights, 1);
    for (uint64_t i = 0; i < tensor_at(weights, 0).n; i++) value[i] = 2;
    for (uint64_t i = 0; i < decoder.n; i++) value[decoder.first + i] = (double)(i % 2 + 1);
    check_ok(sg_weights_set(model, weights, SG_ALL_TENSORS, value, n, &err));
    double *score = predict(model, data, 1);
    for (int g = 0; g < 2; g++) check_near(score[2 * g], 1 / (1 + exp(2)), 1e-6, 0);
    check_saved(data, model);
    (void)train(model, data, "{epochs: 1}", 1);
    free(score);
    free(value);
    sg_weights_close(weights);
    sg_model_close(model);
    sg_data_close(data);
}

/* What a float cannot hold is rounded when it is set, not when it is saved. */
static void values_are_rounded_to_the_precision(void **state)
{
    (void)state;
    sg_model *model = build_csl();
    (void)train(model, csl, "{epochs: 1}", 1);
    sg_weights *weights = open_weights(model);
    const uint64_t n = tensor_at(weights, 0).n;
    double *value = calloc(n, sizeof *value);
    for (uint64_t i = 0; i < n; i++) value[i] = 0.1;
    check_ok(sg_weights_set(model, weights, 0, value, n, &err));
    check_ok(sg_weights_get(value, n, weights, 0, &err));
    assert_true(value[0] == (double)0.1f);
    check_saved(csl, model);
    free(value);
    sg_weights_close(weights);
    sg_model_close(model);
}

/* ---- Refusals ------------------------------------------------------------------------------ */

static void wrong_values_change_nothing(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
    sg_model *model = build_csl(), *other = build(csl, "degree @ edge", "degree");
    (void)train(model, csl, "{epochs: 1}", 1);
    sg_weights *weights = open_weights(model);
    const uint64_t n = sg_model_sizes_of(model).n_weights;
    double *value = calloc(n, sizeof *value), *before = calloc(n, sizeof *before);
    check_ok(sg_weights_get(before, n, weights, SG_ALL_TENSORS, &err));
    for (int i = 0; i < 4; i++) {
        value[n - 1] = bad[i];
        check_fails(sg_weights_set(model, weights, SG_ALL_TENSORS, value, n, &err), SG_EINVAL,
                    i < 3 ? "weight 9 of layers.1.bias (bias, row 9, column 0) is not a finite"
                          : "weight 9 of layers.1.bias (bias, row 9, column 0) is 1e+300, too");
    }
    check_fails(sg_weights_set(model, weights, 2, value, 9, &err), SG_EINVAL,
                "layers.1.bias has 10 weights, not 9");
    check_fails(sg_weights_set(model, weights, SG_ALL_TENSORS, value, n - 1, &err), SG_EINVAL,
                "the model has");
    check_fails(sg_weights_get(value, 9, weights, 2, &err), SG_EINVAL,
                "layers.1.bias has 10 weights, not 9");
    check_fails(sg_weights_set(model, weights, 3, value, 9, &err), SG_EINVAL,
                "there is no tensor 3; the model has 3");
    check_fails(sg_weights_set(other, weights, 2, value, 10, &err), SG_EINVAL,
                "they are those of another model, which has");
    assert_memory_equal(model->weight, before, n * sizeof *before);
    free(before);
    free(value);
    sg_weights_close(weights);
    sg_model_close(model);
    sg_model_close(other);
}

static void arguments_are_checked(void **state)
{
    (void)state;
    sg_model *model = build_csl();
    sg_weights *weights = open_weights(model), *none = NULL;
    sg_weight_tensor tensor = {.struct_size = sizeof tensor};
    sg_weight_axis axis = {.struct_size = sizeof axis};
    uint64_t n = 1;
    double value = 0;
    check_fails(sg_weights_open(NULL, model, &err), SG_EINVAL, "weights: it is NULL");
    check_fails(sg_weights_open(&none, NULL, &err), SG_EINVAL, "model: it is NULL");
    check_fails(sg_weights_tensor(NULL, weights, 0, &err), SG_EINVAL, "tensor: it is NULL");
    check_fails(sg_weights_tensor(&tensor, NULL, 0, &err), SG_EINVAL, "weights: it is NULL");
    check_fails(sg_weights_tensor(&tensor, weights, 3, &err), SG_EINVAL, "no tensor 3");
    check_fails(sg_weights_axis(NULL, weights, 0, 0, &err), SG_EINVAL, "axis: it is NULL");
    check_fails(sg_weights_axis(&axis, NULL, 0, 0, &err), SG_EINVAL, "weights: it is NULL");
    check_fails(sg_weights_axis(&axis, weights, 3, 0, &err), SG_EINVAL, "no tensor 3");
    check_fails(sg_weights_axis(&axis, weights, 0, 1, &err), SG_EINVAL,
                "no axis 1; layers.0.heads.0.weight has 1");
    tensor.struct_size = axis.struct_size = 0;
    check_fails(sg_weights_tensor(&tensor, weights, 0, &err), SG_EINVAL, "tensor->struct_size");
    check_fails(sg_weights_axis(&axis, weights, 0, 0, &err), SG_EINVAL, "axis->struct_size");
    check_fails(sg_weights_get(NULL, 1, weights, 0, &err), SG_EINVAL, "value: it is NULL");
    check_fails(sg_weights_get(&value, 1, NULL, 0, &err), SG_EINVAL, "weights: it is NULL");
    check_fails(sg_weights_set(NULL, weights, 0, &value, 1, &err), SG_EINVAL,
                "model: it is NULL");
    check_fails(sg_weights_set(model, NULL, 0, &value, 1, &err), SG_EINVAL,
                "weights: it is NULL");
    check_fails(sg_weights_set(model, weights, 0, NULL, 1, &err), SG_EINVAL,
                "value: it is NULL");
    assert_null(sg_weights_view(NULL, weights, 0));
    assert_null(sg_weights_view(&n, NULL, 0));
    assert_int_equal(sg_weights_count(NULL), 0);
    assert_int_equal(sg_weights_name(NULL, 1, weights, 0, 0), 0);
    sg_weights_close(weights);
    sg_model_close(model);
}

static sg_status open_body(void *context, sg_error *err)
{
    sg_weights *weights = NULL;
    const sg_status status = sg_weights_open(&weights, context, err);
    sg_weights_close(weights);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_model *model = describe(csl, EVERYTHING);
    assert_true(check_out_of_memory(open_body, model) > 10);
    sg_model_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tensors_and_their_axes_cover_all_weights),
        cmocka_unit_test(weights_have_names),
        cmocka_unit_test(what_is_set_again_is_the_same),
        cmocka_unit_test(a_built_model_becomes_a_trained_one),
        cmocka_unit_test(values_are_rounded_to_the_precision),
        cmocka_unit_test(wrong_values_change_nothing),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
