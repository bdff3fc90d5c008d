/* test_vocabularies_index.c - tables of all labels and triples of a model, made once. */
#include "plans/vocabularies_index.h"

#include "support/check.h"
#include "support/small_data.h"

#define MODEL                                                                                  \
    "layers: [{encoder: {heads: [label @ distance 0..1, degree @ edge]}}, {decoder: {heads: "  \
    "[wl:1]}}, {linear: {}}]"

static void everything_is_found(void **state)
{
    (void)state;
    sg_rng rng = check_rng("index");
    sg_dataset data = random_data(&rng, 10, 8);
    sg_model model = small_model(&data, MODEL);
    const sg_vocabularies *k = &model.vocabularies;
    sg_vocabularies_index index = {0};
    check_ok(sg_vocabularies_index_make(&index, k, &err));
    assert_ptr_equal(index.vocabularies, k);
    assert_int_equal(k->n_labelings, 3);
    assert_int_equal(k->n_heads, 2);
    for (uint32_t l = 0; l < k->n_labelings; l++) {
        assert_string_equal(index.labels[l].expression.text, k->labels[l].expression);
        for (uint32_t i = 0; i < k->labels[l].n_labels; i++)
            assert_int_equal(sg_table_find(&index.labels[l].number, k->labels[l].key[i]), i);
    }
    for (uint32_t h = 0; h < k->n_heads; h++)
        assert_int_equal(index.slots[h].n_keys, k->weights[h].keys.n_slots);
    sg_vocabularies_index_free(&index);
    assert_true(index.labels == NULL && index.slots == NULL && index.vocabularies == NULL);
    sg_vocabularies_index_free(&index);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

static void nothing_is_known(void **state)
{
    (void)state;
    const sg_vocabularies nothing = {0};
    sg_vocabularies_index index = {0};
    check_ok(sg_vocabularies_index_make(&index, &nothing, &err));
    sg_vocabularies_index_free(&index);
}

static void contradictions_are_refused(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
    sg_model model = small_model(&data, MODEL);
    sg_vocabularies_index index = {0};
    sg_weight_keys *keys = &model.vocabularies.weights[0].keys;
    const uint64_t receiver = keys->receiver[0], sender = keys->sender[0],
                   value = keys->value[0];
    keys->receiver[0] = keys->receiver[1];
    keys->sender[0] = keys->sender[1];
    keys->value[0] = keys->value[1];
    check_fails(sg_vocabularies_index_make(&index, &model.vocabularies, &err), SG_EFORMAT, "");
    keys->receiver[0] = receiver;
    keys->sender[0] = sender;
    keys->value[0] = value;
    model.vocabularies.labels[1].key[0] = model.vocabularies.labels[1].key[1];
    check_fails(sg_vocabularies_index_make(&index, &model.vocabularies, &err), SG_EFORMAT,
                "have the same key");
    assert_null(index.vocabularies);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

static sg_status make_once(void *context, sg_error *err)
{
    sg_vocabularies_index index = {0};
    const sg_status status = sg_vocabularies_index_make(&index, context, err);
    sg_vocabularies_index_free(&index);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
    sg_model model = small_model(&data, MODEL);
    assert_true(check_out_of_memory(make_once, &model.vocabularies) > 10);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(everything_is_found), cmocka_unit_test(nothing_is_known),
         cmocka_unit_test(contradictions_are_refused), cmocka_unit_test(out_of_memory))
