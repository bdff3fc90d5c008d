/* test_inspection_api.c - looking into models: contents, differences, where they apply. */
#include "store/model_parts.h"
#include "unit/api/written_transfer.inc"

/* ---- Looking inside ------------------------------------------------------------------------ */

static void contents(void **state)
{
    (void)state;
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n");
    sg_model *model = build(a, PLAIN, NULL);
    sg_contents *c = NULL;
    size_t n_layers = 0, n_labelings = 0;
    char text[32], what[64];
    sg_weight_info weight[8];
    number_weights(model);
    model->weight[2] = -99;
    check_ok(sg_contents_open(&c, model, &err));
    const sg_layer_info *layer = sg_contents_layers(&n_layers, c);
    const sg_labeling_info *labeling = sg_contents_labelings(&n_labelings, c);
    assert_int_equal(n_layers, 2);
    assert_string_equal(layer[0].kind, "encoder");
    assert_int_equal(layer[0].n_heads, 1);
    assert_string_equal(layer[0].head[0], "label @ distance 0..1");
    assert_int_equal(layer[0].head_weights[0], 4);
    assert_int_equal(layer[1].n_weights, 6);
    assert_int_equal(layer[1].head_weights[0], 4);
    assert_int_equal(n_labelings, 1);
    assert_string_equal(labeling[0].expression, "label");
    assert_int_equal(labeling[0].n_labels, 2);
    assert_int_equal(labeling[0].n_nodes, 4);
    assert_int_equal(sg_contents_largest(weight, 2, c, 0, 0), 2);
    check_near(weight[0].value, -99, 0, 0);
    check_near(weight[1].value, 4, 0, 0);
    sg_contents_key_text(text, c, weight[0].receiver);
    assert_true(strcmp(text, "label 1") == 0 || strcmp(text, "label 2") == 0);
    assert_int_equal(sg_contents_weight_text(what, sizeof what, c, &weight[0]), 32);
    assert_non_null(strstr(what, " -> "));
    assert_non_null(strstr(what, " at distance "));
    assert_int_equal(sg_contents_weight_text(NULL, 0, c, &weight[0]), 32);
    assert_int_equal(sg_contents_weight_text(what, sizeof what, NULL, &weight[0]), 0);
    assert_int_equal(sg_contents_weight_text(what, sizeof what, c, NULL), 0);
    assert_int_equal(sg_contents_largest(weight, 8, c, 1, 0), 4);
    assert_int_equal(sg_contents_largest(weight, 8, c, 1, UINT32_MAX), 6);
    assert_int_equal(sg_contents_largest(weight, 0, c, 1, UINT32_MAX), 0);
    sg_contents_close(c);
    sg_model_close(model);
    sg_data_close(a);
}

/* Lists are written like words and numbers. */
static void contents_of_towers(void **state)
{
    (void)state;
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n");
    sg_model *model =
        build(a,
              "layers: [{linear: {outputs: 3}}, {pool: {}}, {branch: {}}, {pool: {}}, "
              "{concat: [1, 3]}, {linear: {}}]",
              NULL);
    sg_contents *c = NULL;
    size_t n_layers = 0;
    number_weights(model);
    check_ok(sg_contents_open(&c, model, &err));
    const sg_layer_info *layer = sg_contents_layers(&n_layers, c);
    assert_int_equal(n_layers, 6);
    assert_string_equal(layer[2].kind, "branch");
    assert_string_equal(layer[4].text, "layers: [1, 3]");
    sg_contents_close(c);
    sg_model_close(model);
    sg_data_close(a);
}

static void differences(void **state)
{
    (void)state;
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n");
    sg_model *first = build(a, PLAIN, NULL), *second = build(a, PLAIN, NULL);
    sg_model_diff *diff = NULL;
    sg_weight_difference weight[3];
    size_t n = 0;
    number_weights(first);
    number_weights(second);
    second->weight[1] += 6;
    second->weight[3] -= 1;
    check_ok(sg_model_diff_open(&diff, first, second, &err));
    const sg_layer_difference *layer = sg_model_diff_layers(&n, diff);
    assert_int_equal(n, 2);
    assert_int_equal(layer[0].match.n_matched, 4);
    check_near(layer[0].mean_difference, 7.0 / 4, 1e-12, 0);
    check_near(layer[0].largest, 6, 0, 0);
    /* 1 2 3 4 against 1 8 3 3 */
    check_near(layer[0].correlation, 0.5 / sqrt(5 * 26.75), 1e-12, 0);
    check_near(layer[1].correlation, 1, 1e-12, 0);
    assert_int_equal(sg_model_diff_largest(weight, 3, diff), 2);
    check_near(weight[0].weight.value, 2, 0, 0);
    check_near(weight[0].second, 8, 0, 0);
    check_near(weight[1].second, 3, 0, 0);
    sg_model_diff_close(diff);
    sg_model_close(first);
    sg_model_close(second);
    sg_data_close(a);
}

/* ---- Applicability ------------------------------------------------------------------------- */

static void trust(void **state)
{
    (void)state;
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n"), *b = edges_of("B", 2, 3, "0\n1\n");
    sg_model *model = build(a, PLAIN, NULL);
    sg_prediction *prediction = NULL;
    sg_trust known[2], unknown[2];
    number_weights(model);
    check_ok(sg_prediction_open(&prediction, model, a, NULL, &err));
    check_ok(sg_prediction_trust(known, prediction, &err));
    sg_prediction_close(prediction);
    check_ok(sg_prediction_open(&prediction, model, b, NULL, &err));
    check_ok(sg_prediction_trust(unknown, prediction, &err));
    sg_prediction_close(prediction);
    for (int g = 0; g < 2; g++) {
        assert_int_equal(known[g].n_labels, 2);
        assert_int_equal(known[g].unknown_labels, 0);
        assert_int_equal(known[g].n_pairs, 4);
        assert_int_equal(known[g].unknown_pairs, 0);
        assert_int_equal(unknown[g].n_labels, 2);
        assert_int_equal(unknown[g].unknown_labels, 1);
        assert_int_equal(unknown[g].n_pairs, 4);
        assert_int_equal(unknown[g].unknown_pairs, 3);
    }
    sg_model_close(model);
    sg_data_close(a);
    sg_data_close(b);
}

static void ensembles(void **state)
{
    (void)state;
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n"), *c = edges_of("C", 1, 2, "0\n7\n");
    sg_model *first = build(a, PLAIN, NULL), *second = build(a, PLAIN, NULL),
             *other = build(c, PLAIN, NULL);
    double mean[4], spread[4];
    train(first, a, "{epochs: 3, init: uniform -1 1}", NULL);
    const sg_training_options again = {
        .struct_size = sizeof again, .settings = "{epochs: 3, init: uniform -1 1}", .seed = 8};
    check_ok(sg_model_train(NULL, second, a, &again, &err));
    number_weights(other);
    double *x = predict(first, a), *y = predict(second, a);
    check_ok(
        sg_models_predict(mean, spread, (const sg_model *[]){first, second}, 2, a, NULL, &err));
    for (int i = 0; i < 4; i++) {
        check_near(mean[i], (x[i] + y[i]) / 2, 1e-12, 1e-12);
        check_near(spread[i], fabs(x[i] - y[i]) / 2, 1e-9, 1e-12);
    }
    check_fails(
        sg_models_predict(mean, spread, (const sg_model *[]){first, other}, 2, a, NULL, &err),
        SG_EINVAL, "model 1 does not predict");
    check_fails(sg_models_predict(mean, spread, NULL, 0, a, NULL, &err), SG_EINVAL, "none");
    free(x);
    free(y);
    sg_model_close(first);
    sg_model_close(second);
    sg_model_close(other);
    sg_data_close(a);
    sg_data_close(c);
}

/* ---- Memory -------------------------------------------------------------------------------- */

static sg_status inspect_body(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const pair *p = context;
    sg_layer_match match[8];
    sg_contents *c = NULL;
    sg_model_diff *diff = NULL;
    SG_TRY(sg_model_match(match, p->mine, p->theirs, NULL, 0, err));
    SG_TRY(sg_contents_open(&c, p->mine, err));
    SG_TRY(sg_model_diff_open(&diff, p->mine, p->theirs, err));
done:
    sg_contents_close(c);
    sg_model_diff_close(diff);
    return status;
}

static sg_status trust_body(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const pair *p = context;
    sg_prediction *prediction = NULL;
    sg_trust trusts[2];
    double mean[4], spread[4];
    const sg_label_options one = {.struct_size = sizeof one, .n_threads = 1};
    SG_TRY(sg_prediction_open(&prediction, p->theirs, p->data, &one, err));
    SG_TRY(sg_prediction_trust(trusts, prediction, err));
    SG_TRY(sg_models_predict(mean, spread, (const sg_model *[]){p->theirs, p->theirs}, 2,
                             p->data, &one, err));
done:
    sg_prediction_close(prediction);
    return status;
}

static sg_status train_body(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const pair *p = context;
    sg_model *model = NULL;
    const sg_label_options one = {.struct_size = sizeof one, .n_threads = 1};
    const sg_model_options options = {
        .struct_size = sizeof options, .from = p->theirs, .labels = &one};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 1, share: 0.5, freeze: [0]}",
                                          .n_threads = 1,
                                          .from = p->theirs};
    SG_TRY(sg_model_build(&model, p->data, &options, err));
    SG_TRY(sg_model_train(NULL, model, p->data, &training, err));
done:
    sg_model_close(model);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n"), *b = edges_of("B", 2, 3, "0\n1\n");
    static const char *const description =
        "{input: labels, layers: [{encoder: {heads: [\"label @ distance 0..1 x2 bias label\"]}}, "
        "{decoder: {heads: [label], outputs: 1}}, {linear: {}}]}";
    sg_model *old = build(a, description, NULL), *new = build(b, description, NULL);
    pair p = {b, new, old};
    number_weights(old);
    number_weights(new);
    assert_true(check_out_of_memory(inspect_body, &p) > 50);
    assert_true(check_out_of_memory(trust_body, &p) > 20);
    assert_true(check_out_of_memory(train_body, &p) > 50);
    sg_model_close(old);
    sg_model_close(new);
    sg_data_close(a);
    sg_data_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contents_of_towers), cmocka_unit_test(contents),
        cmocka_unit_test(differences),        cmocka_unit_test(trust),
        cmocka_unit_test(ensembles),          cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
