/* test_transfer_api.c - weights that travel: what meets, what is new, what stays where it is. */
#include "store/model_parts.h"
#include "unit/api/written_transfer.inc"

/* ---- Data and models ----------------------------------------------------------------------- */

static void check_same_scores(const sg_model *a, const sg_model *b, const sg_dataset *data,
                              double tolerance)
{
    const size_t n = (size_t)sg_data_sizes_of(data).n_graphs * sg_model_sizes_of(a).n_outputs;
    double *x = predict(a, data), *y = predict(b, data);
    if (tolerance == 0) assert_memory_equal(x, y, n * sizeof *x);
    for (size_t i = 0; i < n; i++) check_near(x[i], y[i], tolerance, tolerance);
    free(x);
    free(y);
}

static void check_match(const sg_model *model, const sg_model *from, uint32_t layer,
                        uint64_t matched, uint64_t fresh, uint64_t unused)
{
    sg_layer_match match[16];
    check_ok(sg_model_match(match, model, from, NULL, 0, &err));
    assert_int_equal(match[layer].n_matched, matched);
    assert_int_equal(match[layer].n_new, fresh);
    assert_int_equal(match[layer].n_unused, unused);
}

/* Freezes everything, so that what training leaves is where it began. */
#define STILL "{epochs: 1, freeze: [0, 1], init: constant 0.25, bias-init: constant 0.5}"

/* ---- What meets ---------------------------------------------------------------------------- */

static void own_data_same_bits(void **state)
{
    (void)state;
    static const char *const description =
        "layers: [{encoder: {heads: [\"cycles:6 @ distance 0..2 x2\", \"degree @ distance 0..1 "
        "bias degree\"], activation: tanh}}, {norm: {affine: true}}, {decoder: {heads: "
        "[\"cycles:6\"], outputs: 5}}, {linear: {outputs: classes}}]";
    sg_model *old = build(csl, description, NULL), *new = NULL;
    train(old, csl, "{epochs: 2, init: uniform -0.5 0.5}", NULL);
    new = build(csl, NULL, old);
    train(new, csl, "{epochs: 1, freeze: [0, 1, 2, 3]}", old);
    check_same_scores(old, new, csl, 0);
    assert_int_equal(old->n_weights, new->n_weights);
    assert_memory_equal(old->weight, new->weight, old->n_weights * sizeof *old->weight);
    for (uint32_t l = 0; l < 4; l++) {
        uint64_t n[4];
        check_ok(sg_model_layer_weights(n, old, &err));
        check_match(new, old, l, n[l], 0, 0);
    }
    sg_model_close(old);
    sg_model_close(new);
}

static void worked_by_hand(void **state)
{
    (void)state;
    /* Of the triples (1,1,0) (2,2,0) (1,2,1) (2,1,1) and (2,2,0) (3,3,0) (2,3,1) (3,2,1) one is in
     * both; of the labels 1, 2 and 2, 3 one, with a weight for each of two classes. */
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n"), *b = edges_of("B", 2, 3, "0\n1\n"),
               *c = edges_of("C", 2, 3, "0\n7\n");
    sg_model *old = build(a, PLAIN, NULL), *new = build(b, PLAIN, NULL),
             *other = build(c, PLAIN, NULL);
    number_weights(old);
    check_match(new, old, 0, 1, 3, 3);
    check_match(new, old, 1, 4, 2, 2);
    check_match(other, old, 0, 1, 3, 3);
    check_match(other, old, 1, 0, 6, 6);

    train(new, b, STILL, old);
    sg_contents *mine = NULL, *theirs = NULL;
    sg_weight_info weight[16], origin[16];
    check_ok(sg_contents_open(&mine, new, &err));
    check_ok(sg_contents_open(&theirs, old, &err));
    for (uint32_t l = 0; l < 2; l++) {
        const size_t n = sg_contents_largest(weight, 16, mine, l, UINT32_MAX);
        const size_t m = sg_contents_largest(origin, 16, theirs, l, UINT32_MAX);
        assert_int_equal(n, l == 0 ? 4 : 6);
        for (size_t i = 0; i < n; i++) {
            double expected = weight[i].kind == SG_WEIGHT_PLAIN ? 0.5 : 0.25;
            for (size_t k = 0; k < m; k++)
                if (weight[i].kind == origin[k].kind &&
                    weight[i].receiver == origin[k].receiver &&
                    weight[i].sender == origin[k].sender && weight[i].pair == origin[k].pair &&
                    weight[i].row == origin[k].row && weight[i].column == origin[k].column)
                    expected = origin[k].value;
            check_near(weight[i].value, expected, 0, 0);
        }
    }
    sg_contents_close(mine);
    sg_contents_close(theirs);
    sg_model_close(old);
    sg_model_close(new);
    sg_model_close(other);
    sg_data_close(a);
    sg_data_close(b);
    sg_data_close(c);
}

static void some_layers_only(void **state)
{
    (void)state;
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n");
    sg_model *old = build(a, PLAIN, NULL), *new = build(a, PLAIN, NULL);
    sg_layer_match match[2];
    number_weights(old);
    check_ok(sg_model_match(match, new, old, (uint32_t[]){1}, 1, &err));
    assert_int_equal(match[0].n_matched, 0);
    assert_int_equal(match[0].n_new, 4);
    assert_int_equal(match[1].n_matched, 6);
    check_fails(sg_model_match(match, new, old, (uint32_t[]){2}, 1, &err), SG_EINVAL,
                "no layer 2; its last one is 1");
    const sg_training_options nonsense = {.struct_size = sizeof nonsense,
                                          .from = old,
                                          .from_layers = (uint32_t[]){9},
                                          .n_from_layers = 1};
    check_fails(sg_model_train(NULL, new, a, &nonsense, &err), SG_EINVAL, "no layer 9");
    sg_model_close(old);
    sg_model_close(new);
    sg_data_close(a);
}

/* Heads in another order, copies, and a linear layer behind them. */
static void heads_find_their_columns(void **state)
{
    (void)state;
    static const char *const first =
        "layers: [{encoder: {heads: [\"degree @ distance 0\", \"label @ distance 1 x2\"]}}, "
        "{decoder: {heads: [label, degree], outputs: 3}}, {linear: {outputs: classes}}]";
    static const char *const second =
        "layers: [{encoder: {heads: [\"label @ distance 1 x2\", \"degree @ distance 0\"]}}, "
        "{decoder: {heads: [degree, label], outputs: 3}}, {linear: {outputs: classes}}]";
    sg_dataset *data = open_text("P", "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n", "1\n1\n1\n2\n2\n",
                                 "1\n2\n1\n2\n3\n", "0\n1\n");
    sg_model *old = build(data, first, NULL), *new = build(data, second, NULL);
    train(old, data, "{epochs: 3, init: uniform -1 1, precision: double}", NULL);
    train(new, data, "{epochs: 1, freeze: [0, 1, 2], precision: double}", old);
    check_same_scores(old, new, data, 1e-12);
    for (uint32_t l = 0; l < 3; l++) {
        uint64_t n[3];
        check_ok(sg_model_layer_weights(n, old, &err));
        check_match(new, old, l, n[l], 0, 0);
    }
    sg_model_close(old);
    sg_model_close(new);
    sg_data_close(data);
}

/* The columns of a one-hot input are numbered by how often labels occur. */
static void one_hot_inputs_go_by_label(void **state)
{
    (void)state;
    static const char *const description =
        "{input: labels, layers: [{norm: {affine: true}}, {linear: {outputs: 4}}, {pool: {kind: "
        "sum}}, {linear: {outputs: classes}}]}";
    sg_dataset *a = open_text("ONE", "1, 2\n2, 1\n3, 4\n4, 3\n", "1\n1\n2\n2\n", "5\n5\n5\n9\n",
                              "0\n1\n"),
               *b = open_text("TWO", "1, 2\n2, 1\n3, 4\n4, 3\n", "1\n1\n2\n2\n", "9\n9\n9\n5\n",
                              "0\n1\n");
    sg_model *old = build(a, description, NULL), *new = build(b, description, NULL);
    train(old, a, "{epochs: 5, precision: double}", NULL);
    train(new, b, "{epochs: 1, freeze: [0, 1, 2, 3], precision: double}", old);
    check_same_scores(old, new, a, 1e-12);
    check_same_scores(old, new, b, 1e-12);
    sg_model_close(old);
    sg_model_close(new);
    sg_data_close(a);
    sg_data_close(b);
}

static void models_of_other_shapes(void **state)
{
    (void)state;
    static const char *const description[] = {
        PLAIN,
        "layers: [{decoder: {heads: [label]}}]",
        "layers: [{pool: {}}, {linear: {}}]",
        "layers: [{linear: {outputs: 3}}, {norm: {affine: true}}, {decoder: {heads: [label], "
        "outputs: 2}}, {linear: {}}, {activation: {}}, {dropout: {}}]",
        "{input: labels, layers: [{encoder: {heads: [\"label @ edge bias label\"]}}, {residual: "
        "{from: 0}}, {decoder: {heads: [\"wl:1 x3\"], outputs: 1}}, {linear: {}}]}",
        "layers: [{encoder: {heads: [\"label @ distance 0..1 at-least 2 x3\"]}}, {decoder: "
        "{heads: [label]}}, {linear: {}}]"};
    enum { N = sizeof description / sizeof *description };
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n"), *b = edges_of("B", 2, 3, "0\n1\n");
    sg_model *of_a[N], *of_b[N];
    for (int i = 0; i < N; i++) {
        of_a[i] = build(a, description[i], NULL);
        of_b[i] = build(b, description[i], NULL);
        number_weights(of_a[i]);
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            sg_layer_match match[8] = {{0}};
            uint64_t mine = 0, theirs = 0;
            check_ok(sg_model_match(match, of_b[i], of_a[k], NULL, 0, &err));
            for (int l = 0; l < 8; l++) {
                mine += match[l].n_matched + match[l].n_new;
                theirs += match[l].n_matched + match[l].n_unused;
            }
            assert_int_equal(mine, of_b[i]->n_weights);
            assert_int_equal(theirs, of_a[k]->n_weights);
        }
    /* Thresholds do not change what a triple is; the first of three copies meets. */
    check_match(of_a[5], of_a[0], 0, 4, 8, 0);
    for (int i = 0; i < N; i++) {
        sg_model_close(of_a[i]);
        sg_model_close(of_b[i]);
    }
    sg_data_close(a);
    sg_data_close(b);
}

/* ---- Freezing ------------------------------------------------------------------------------ */

static void frozen_weights_keep_their_bits(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "{epochs: 3, freeze: 0, learning-rate: 0.1}",
        "{epochs: 3, freeze: [0], optimizer: adamw, weight-decay: 0.1}",
        "{epochs: 3, freeze: [0], optimizer: sgd, momentum: 0.9, weight-decay: 0.1}",
        "{epochs: 3, freeze: [0], clip: 0.01, weight-decay: 0.1}",
        "{epochs: 3, freeze: [0], average: 0.9, clip: 0.1}",
        "{epochs: 3, freeze: [0], average: 0.7, precision: double}"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        sg_model *model = build(csl,
                                "layers: [{encoder: {heads: [\"cycles:6 @ distance 0..1 bias "
                                "degree\"]}}, {decoder: {heads: [\"cycles:6\"]}}]",
                                NULL);
        uint64_t n[2];
        check_ok(sg_model_layer_weights(n, model, &err));
        train(model, csl, "{epochs: 1, init: uniform -1 1, bias-init: uniform -1 1}", NULL);
        double *before = calloc(model->n_weights, sizeof *before);
        memcpy(before, model->weight, model->n_weights * sizeof *before);
        train(model, csl, settings[i], NULL);
        assert_memory_equal(before, model->weight, n[0] * sizeof *before);
        assert_memory_not_equal(before + n[0], model->weight + n[0], n[1] * sizeof *before);
        free(before);
        sg_model_close(model);
    }
}

static void freezing_what_is_not_there(void **state)
{
    (void)state;
    sg_dataset *a = edges_of("A", 1, 2, "0\n1\n");
    sg_model *model = build(a, PLAIN, NULL);
    const sg_training_options beyond = {.struct_size = sizeof beyond,
                                        .settings = "{freeze: [2]}"},
                              word = {.struct_size = sizeof word, .settings = "{freeze: x}"};
    check_fails(sg_model_train(NULL, model, a, &beyond, &err), SG_EFORMAT,
                "freeze: there is no layer 2; the last one is 1");
    check_fails(sg_model_train(NULL, model, a, &word, &err), SG_EFORMAT, "train.freeze");
    sg_model_close(model);
    sg_data_close(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_data_same_bits),
        cmocka_unit_test(worked_by_hand),
        cmocka_unit_test(some_layers_only),
        cmocka_unit_test(heads_find_their_columns),
        cmocka_unit_test(one_hot_inputs_go_by_label),
        cmocka_unit_test(models_of_other_shapes),
        cmocka_unit_test(frozen_weights_keep_their_bits),
        cmocka_unit_test(freezing_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
