/* test_vocabularies_learn.c - a model knows the labels and triples of the data it is built for. */
#include "model/vocabularies_learn.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

/* What a blueprint makes of data; vocabularies that is there stays. */
static sg_status learn(sg_vocabularies *vocabularies, const sg_dataset *data, const char *text,
                       sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan_cache *cache = NULL;
    sg_blueprint b = small_blueprint(text);
    SG_TRY(sg_plan_cache_open(&cache, data, NULL, NULL, err));
    SG_TRY(sg_vocabularies_learn(vocabularies, cache, &b, err));
done:
    sg_plan_cache_close(cache);
    sg_blueprint_free(&b);
    return status;
}

/* How often a label was there, or 0. */
static uint64_t count_of(const sg_label_vocabulary *labels, uint64_t key)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < labels->n_labels; i++)
        if (labels->key[i] == key) count += labels->count[i];
    return count;
}

static uint32_t count_triples(const sg_weight_keys *keys, int32_t receiver, int32_t sender,
                              uint64_t distance)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < keys->n_slots; s++)
        n += keys->receiver[s] == label_key(receiver) && keys->sender[s] == label_key(sender) &&
             keys->value[s] == distance_key(distance);
    return n;
}

#define PATH "0: 5 5 9 / 0-1 1-2", "1: 5"

static void labels_and_triples_by_hand(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_vocabularies k = {0};
    check_ok(learn(&k, &data,
                   "layers: [{encoder: {heads: [label @ distance 0..1]}}, {decoder: {heads: "
                   "[label]}}]",
                   &err));
    assert_int_equal(k.n_labelings, 1);
    assert_string_equal(k.labels[0].expression, "label");
    assert_int_equal(k.labels[0].n_labels, 2);
    assert_int_equal(count_of(&k.labels[0], label_key(5)), 3);
    assert_int_equal(count_of(&k.labels[0], label_key(9)), 1);
    assert_int_equal(k.n_heads, 1);
    assert_string_equal(k.weights[0].head, "label @ distance 0..1");
    const sg_weight_keys *keys = &k.weights[0].keys;
    assert_int_equal(keys->n_slots, 5);
    assert_int_equal(count_triples(keys, 5, 5, 0), 1);
    assert_int_equal(count_triples(keys, 9, 9, 0), 1);
    assert_int_equal(count_triples(keys, 5, 5, 1), 1);
    assert_int_equal(count_triples(keys, 5, 9, 1), 1);
    assert_int_equal(count_triples(keys, 9, 5, 1), 1);
    sg_vocabularies_free(&k);
    sg_dataset_free(&data);
}

/* Names of all that is known, one behind the other. */
static void check_names(const sg_vocabularies *k, const char *expected)
{
    char text[600] = "";
    for (uint32_t i = 0; i < k->n_labelings; i++)
        (void)sprintf(text + strlen(text), "%s; ", k->labels[i].expression);
    for (uint32_t i = 0; i < k->n_heads; i++)
        (void)sprintf(text + strlen(text), "%s; ", k->weights[i].head);
    assert_string_equal(text, expected);
}

/* What several layers need is known once; copies and biases do not matter, thresholds do. */
static void everything_is_known_once(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_vocabularies k = {0};
    check_ok(
        learn(&k, &data,
              "input: labels\n"
              "layers: [{encoder: {heads: ['degree @ edge x3', 'degree @ edge bias label', "
              "'degree @ edge at-least 2']}}, {linear: {outputs: 2}}, {encoder: {heads: "
              "['degree @ edge', 'label -> degree @ edge']}}, {decoder: {heads: ['wl:1 x2', "
              "degree]}}]",
              &err));
    check_names(&k, "label; degree; wl:1; degree @ edge; degree @ edge at-least 2; "
                    "label -> degree @ edge; ");
    sg_vocabularies_free(&k);
    sg_dataset_free(&data);
}

/* Another blueprint adds what is not there yet; what is there is not looked at again. */
static void knowledge_grows(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH), other = small_data("0: 1 2 3 / 0-1 1-2");
    sg_vocabularies k = {0};
    check_ok(learn(&k, &data,
                   "layers: [{encoder: {heads: [label @ edge]}}, {decoder: {heads: [label]}}]",
                   &err));
    check_ok(
        learn(&k, &other,
              "layers: [{encoder: {heads: [label @ edge, degree @ edge]}}, {decoder: {heads: "
              "[label, wl:1]}}]",
              &err));
    check_names(&k, "label; degree; wl:1; label @ edge; degree @ edge; ");
    assert_int_equal(k.labels[0].n_labels, 2);
    assert_int_equal(count_of(&k.labels[0], label_key(9)), 1);
    assert_int_equal(k.labels[1].n_labels, 2);
    sg_vocabularies_free(&k);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

static void layers_that_need_nothing(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_vocabularies k = {0};
    check_ok(learn(&k, &data, "layers: [linear: {}, norm: {}, pool: {}]", &err));
    assert_true(k.n_labelings == 0 && k.n_heads == 0);
    sg_vocabularies_free(&k);
    sg_dataset_free(&data);
}

static void what_labelings_refuse_is_passed_on(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 5 5 5 5 / 0-1 0-2 0-3 0-4 0-5 1-2 1-3 1-4 1-5 2-3 2-4 "
                                 "2-5 3-4 3-5 4-5");
    sg_blueprint b = small_blueprint("layers: [{decoder: {heads: ['cycles:6']}}]");
    sg_plan_cache *cache = NULL;
    sg_vocabularies k = {0};
    const sg_invariant_options poor = {.budget = 3};
    check_ok(sg_plan_cache_open(&cache, &data, NULL, &poor, &err));
    check_fails(sg_vocabularies_learn(&k, cache, &b, &err), SG_ELIMIT, "");
    sg_vocabularies_free(&k);
    sg_plan_cache_close(cache);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

typedef struct ground {
    const sg_dataset *data;
    const sg_blueprint *blueprint;
} ground;

/* What was added before a failure is the caller's. */
static sg_status learn_once(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const ground *g = context;
    sg_vocabularies k = {0};
    sg_plan_cache *cache = NULL;
    SG_TRY(sg_plan_cache_open(&cache, g->data, NULL, NULL, err));
    SG_TRY(sg_vocabularies_learn(&k, cache, g->blueprint, err));
done:
    sg_vocabularies_free(&k);
    sg_plan_cache_close(cache);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_blueprint b =
        small_blueprint("layers: [{encoder: {heads: ['label @ edge bias degree']}}, "
                        "{decoder: {heads: [wl:1]}}]");
    ground g = {&data, &b};
    assert_true(check_out_of_memory(learn_once, &g) > 30);
    sg_blueprint_free(&b);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(labels_and_triples_by_hand),
         cmocka_unit_test(everything_is_known_once), cmocka_unit_test(knowledge_grows),
         cmocka_unit_test(layers_that_need_nothing),
         cmocka_unit_test(what_labelings_refuse_is_passed_on), cmocka_unit_test(out_of_memory))
