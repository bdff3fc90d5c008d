/* test_weight_list.c - every weight of a model with what it belongs to, worked out by hand. */
#include "model/weight_list.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

/* A path 5 - 5 - 9 and a single node 5. */
#define PATH "0: 5 5 9 / 0-1 1-2", "1: 5"

/* The list of all weights of a model; sg_free it. */
static sg_weight_info *list_of(const sg_model *model)
{
    sg_model_on_data m;
    sg_weight_info *info = sg_alloc(model->n_weights, sizeof *info);
    assert_non_null(info);
    check_ok(sg_model_open_alone(&m, model, 0, &err));
    check_ok(sg_weight_list_fill(info, &m, &model->vocabularies, model->weight, &err));
    sg_model_on_data_close(&m);
    for (size_t i = 0; i < model->n_weights; i++) assert_true(info[i].value == (double)i + 1);
    return info;
}

static void check_place(const sg_weight_info *w, uint32_t layer, uint32_t head,
                        const char *name, sg_weight_kind kind)
{
    assert_int_equal(w->layer, layer);
    assert_int_equal(w->head, head);
    assert_string_equal(w->name, name);
    assert_int_equal(w->kind, kind);
}

static void check_plain(const sg_weight_info *w, uint32_t layer, const char *name, uint32_t row,
                        uint32_t column)
{
    check_place(w, layer, 0, name, SG_WEIGHT_PLAIN);
    assert_int_equal(w->row, row);
    assert_int_equal(w->column, column);
    assert_true(w->receiver == 0 && w->sender == 0 && w->pair == 0);
}

/* ---- Triples and labels ----------------------------------------------------------------------- */

/* Whether w is the triple (receiver, sender, distance). */
static bool is_triple(const sg_weight_info *w, int32_t receiver, int32_t sender,
                      uint64_t distance)
{
    return w->receiver == label_key(receiver) && w->sender == label_key(sender) &&
           w->pair == distance_key(distance);
}

/* Two copies of a head and another one with biases; the triples of each are there once. */
static void triples_are_named_by_their_keys(void **state)
{
    (void)state;
    static const struct {
        int32_t receiver, sender;
        uint64_t distance;
    } TRIPLES[] = {{5, 5, 0}, {9, 9, 0}, {5, 5, 1}, {5, 9, 1}, {9, 5, 1}};
    sg_dataset data = small_data(PATH);
    sg_model model =
        small_model(&data, "layers: [{encoder: {heads: ['label @ distance 0..1 x2', 'label @ "
                           "distance 1 bias label']}}, {pool: {}}, {linear: {}}]");
    sg_weight_info *w = list_of(&model);
    for (uint32_t head = 0; head < 2; head++)
        for (size_t t = 0; t < 5; t++) {
            uint32_t n = 0;
            for (size_t i = 5 * head; i < 5 * head + (size_t)5; i++) {
                check_place(&w[i], 0, head, "weight", SG_WEIGHT_TRIPLE);
                n += is_triple(&w[i], TRIPLES[t].receiver, TRIPLES[t].sender,
                               TRIPLES[t].distance);
            }
            assert_int_equal(n, 1);
        }
    /* Copies have their triples in the same order. */
    for (int i = 0; i < 5; i++) assert_true(w[i].pair == w[5 + i].pair);
    for (int i = 10; i < 13; i++) {
        check_place(&w[i], 0, 2, "weight", SG_WEIGHT_TRIPLE);
        assert_true(w[i].pair == distance_key(1));
    }
    for (int i = 13; i < 15; i++) {
        check_place(&w[i], 0, 2, "bias", SG_WEIGHT_LABEL);
        assert_int_equal(w[i].column, 0);
    }
    assert_true((w[13].receiver == label_key(5) && w[14].receiver == label_key(9)) ||
                (w[13].receiver == label_key(9) && w[14].receiver == label_key(5)));
    sg_free(w);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* The labels in the order of the vocabularies. */
static void labels_have_columns(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, "layers: [{linear: {outputs: 2}}, {decoder: {heads: "
                                        "['label x2', degree], outputs: 3}}, {linear: {}}]");
    sg_weight_info *w = list_of(&model);
    const sg_label_vocabulary *label = sg_vocabularies_labels(&model.vocabularies, "label"),
                              *degree = sg_vocabularies_labels(&model.vocabularies, "degree");
    assert_true(label->n_labels == 2 && degree->n_labels == 3);
    size_t i = 2 + 2; /* of the first linear layer */
    for (uint32_t head = 0; head < 3; head++) {
        const sg_label_vocabulary *known = head < 2 ? label : degree;
        for (uint32_t l = 0; l < known->n_labels; l++)
            for (uint32_t o = 0; o < 3; o++, i++) {
                check_place(&w[i], 1, head, "weight", SG_WEIGHT_LABEL);
                assert_true(w[i].receiver == known->key[l]);
                assert_int_equal(w[i].column, o);
            }
    }
    /* Biases [heads][outputs][columns]: the last axis is the column, all others make the row. */
    for (uint32_t row = 0; row < 3 * 3; row++)
        for (uint32_t column = 0; column < 2; column++, i++)
            check_plain(&w[i], 1, "bias", row, column);
    for (uint32_t row = 0; row < 18; row++)
        for (uint32_t column = 0; column < 2; column++, i++)
            check_plain(&w[i], 2, "weight", row, column);
    check_plain(&w[i++], 2, "bias", 0, 0);
    check_plain(&w[i++], 2, "bias", 0, 1);
    assert_int_equal(i, model.n_weights);
    sg_free(w);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* Layers are numbered as in the blueprint, whatever activations stand between them. */
static void plain_weights_have_rows_and_columns(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(
        &data,
        "layers: [{linear: {outputs: 3, bias: false, activation: tanh}}, {norm: {affine: "
        "true}}, {pool: {}}, {linear: {}}]");
    sg_weight_info *w = list_of(&model);
    size_t i = 0;
    for (uint32_t c = 0; c < 3; c++) check_plain(&w[i++], 0, "weight", 0, c);
    for (uint32_t c = 0; c < 3; c++) check_plain(&w[i++], 1, "gain", 0, c);
    for (uint32_t c = 0; c < 3; c++) check_plain(&w[i++], 1, "shift", 0, c);
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t c = 0; c < 2; c++) check_plain(&w[i++], 3, "weight", r, c);
    for (uint32_t c = 0; c < 2; c++) check_plain(&w[i++], 3, "bias", 0, c);
    assert_int_equal(i, model.n_weights);
    sg_free(w);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Refusals --------------------------------------------------------------------------------- */

/* A network that knows more than the vocabularies that is asked. */
static void knowledge_that_does_not_fit(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH), less = small_data("0: 5 5 / 0-1", "1: 5");
    const char *heads = "layers: [{encoder: {heads: [label @ distance 0..1]}}, {pool: {}}, "
                        "{linear: {}}]",
               *labels = "layers: [{decoder: {heads: [label]}}]";
    const char *const TEXTS[] = {
        "model: it knows 2 triples of a head that has 5 weights",
        "model: it does not know the labels of \"label\"",
    };
    for (int i = 0; i < 2; i++) {
        sg_model model = small_model(&data, i == 0 ? heads : labels),
                 small = small_model(&less, i == 0 ? heads : labels);
        const sg_vocabularies nothing = {0};
        sg_weight_info info[32];
        sg_model_on_data m;
        assert_true(model.n_weights <= 32);
        check_ok(sg_model_open_alone(&m, &model, 0, &err));
        check_fails(sg_weight_list_fill(info, &m, &small.vocabularies, model.weight, &err),
                    SG_EFORMAT, TEXTS[i]);
        check_fails(sg_weight_list_fill(info, &m, &nothing, model.weight, &err), SG_EFORMAT,
                    "");
        sg_model_on_data_close(&m);
        sg_model_free(&model);
        sg_model_free(&small);
    }
    sg_dataset_free(&data);
    sg_dataset_free(&less);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

typedef struct ground {
    const sg_model *model;
    const sg_model_on_data *m;
} ground;

static sg_status fill_once(void *context, sg_error *err)
{
    const ground *g = context;
    sg_weight_info info[32];
    return sg_weight_list_fill(info, g->m, &g->model->vocabularies, g->model->weight, err);
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, "layers: [{encoder: {heads: [label @ distance 0..1]}}, "
                                        "{decoder: {heads: [label]}}]");
    sg_model_on_data m;
    check_ok(sg_model_open_alone(&m, &model, 0, &err));
    ground g = {&model, &m};
    assert_true(check_out_of_memory(fill_once, &g) > 0);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(triples_are_named_by_their_keys),
         cmocka_unit_test(labels_have_columns),
         cmocka_unit_test(plain_weights_have_rows_and_columns),
         cmocka_unit_test(knowledge_that_does_not_fit), cmocka_unit_test(out_of_memory))
