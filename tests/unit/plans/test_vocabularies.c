/* test_vocabularies.c - what a model knows, found by text and recognized in other data. */
#include "plans/vocabularies.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "support/check.h"
#include "support/labels_of.h"
#include "support/small_data.h"

/* Two labelings and two heads, by hand. */
static uint64_t KEY[3], COUNT[3] = {9, 4, 1}, NONE[1], WORD[2] = {7, 8};
static char LABEL[] = "label", DEGREE[] = "degree", EDGE[] = "label @ edge",
            NEAR[] = "label -> degree @ distance 0..1 at-least 2";

static sg_vocabularies open_known(void)
{
    static sg_label_vocabulary labels[2];
    static sg_triple_vocabulary weights[2];
    KEY[0] = label_key(5);
    KEY[1] = label_key(9);
    KEY[2] = label_key(-3);
    labels[0] = (sg_label_vocabulary){LABEL, KEY, COUNT, 3};
    labels[1] = (sg_label_vocabulary){DEGREE, NONE, NONE, 0};
    weights[0] = (sg_triple_vocabulary){EDGE, {WORD, WORD, WORD, 1}};
    weights[1] = (sg_triple_vocabulary){NEAR, {WORD, WORD, WORD, 2}};
    return (sg_vocabularies){labels, 2, weights, 2};
}

static void texts_find_what_is_known(void **state)
{
    (void)state;
    const sg_vocabularies known = open_known();
    assert_ptr_equal(sg_vocabularies_labels(&known, "label"), &known.labels[0]);
    assert_ptr_equal(sg_vocabularies_labels(&known, "degree"), &known.labels[1]);
    assert_null(sg_vocabularies_labels(&known, "labe"));
    assert_ptr_equal(sg_vocabularies_triples(&known, "label @ edge"), &known.weights[0]);
    assert_ptr_equal(sg_vocabularies_triples(&known, NEAR), &known.weights[1]);
    assert_null(sg_vocabularies_triples(&known, "label @ edge x2"));
    assert_null(sg_vocabularies_triples(&(sg_vocabularies){0}, "label @ edge"));
}

/* Vocabularies one by one: they are empty then, and empty ones stay so. */
static void vocabularies_are_released_alone(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_label_vocabulary labels = {.expression = sg_text_copy("label"),
                                  .key = sg_alloc(3, sizeof(uint64_t)),
                                  .count = sg_alloc(3, sizeof(uint64_t)),
                                  .n_labels = 3};
    sg_triple_vocabulary triples = {.head = sg_text_copy("label @ edge"),
                                    .keys = {.receiver = sg_alloc(2, sizeof(uint64_t)),
                                             .sender = sg_alloc(2, sizeof(uint64_t)),
                                             .value = sg_alloc(2, sizeof(uint64_t)),
                                             .n_slots = 2}};
    assert_int_equal(sg_mem_live(), live + 7);
    for (int again = 0; again < 2; again++) {
        sg_label_vocabulary_free(&labels);
        sg_triple_vocabulary_free(&triples);
        assert_true(labels.expression == NULL && labels.key == NULL && labels.count == NULL);
        assert_int_equal(labels.n_labels, 0);
        assert_true(triples.head == NULL && triples.keys.receiver == NULL);
        assert_int_equal(triples.keys.n_slots, 0);
    }
    assert_int_equal(sg_mem_live(), live);
}

static sg_status find_head(const sg_weight_keys **keys, const char *text, sg_error *err)
{
    const sg_vocabularies known = open_known();
    sg_head head = {0};
    sg_status status = SG_OK;
    SG_TRY(sg_head_parse(&head, text, err));
    SG_TRY(sg_vocabularies_find(keys, &known, &head, err));
done:
    sg_head_free(&head);
    return status;
}

static void heads_find_their_weights(void **state)
{
    (void)state;
    const sg_weight_keys *keys = NULL;
    /* Copies and biases have no say in what the weights are. */
    check_ok(find_head(&keys, "label @ edge x7 bias wl:2", &err));
    assert_int_equal(keys->n_slots, 1);
    check_ok(find_head(&keys, "label->degree   @ distance 0..1 at-least 2", &err));
    assert_int_equal(keys->n_slots, 2);
    check_fails(find_head(&keys, "label @ edge at-least 2", &err), SG_EFORMAT,
                "it knows no weights of \"label @ edge at-least 2\"");
    assert_int_equal(keys->n_slots, 2); /* untouched */
}

static void labels_are_indexed_by_key(void **state)
{
    (void)state;
    const sg_vocabularies known = open_known();
    sg_label_index index = {0};
    check_ok(sg_label_index_make(&index, &known.labels[0], &err));
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(sg_table_find(&index.number, KEY[i]), i);
    assert_int_equal(index.rest, 3); /* a number behind the last */
    sg_label_index_free(&index);
    assert_null(index.number.place);
    sg_label_index_free(&index); /* an empty one as well */

    const uint64_t rest = sg_key_of(SG_TAG_REST, NULL, 0).key;
    uint64_t limited_key[2] = {label_key(5), rest};
    char limited[] = "label limit 2";
    const sg_label_vocabulary with_rest = {limited, limited_key, COUNT, 2};
    check_ok(sg_label_index_make(&index, &with_rest, &err));
    assert_int_equal(index.rest, 1); /* the rest of training is the rest of all data */
    sg_label_index_free(&index);
}

static void wrong_vocabularies_have_no_index(void **state)
{
    (void)state;
    sg_label_index index = {0};
    sg_vocabularies known = open_known();
    KEY[2] = KEY[0];
    check_fails(sg_label_index_make(&index, &known.labels[0], &err), SG_EFORMAT,
                "labels 0 and 2 of label have the same key");
    char wrong[] = "colour";
    known.labels[1].expression = wrong;
    check_fails(sg_label_index_make(&index, &known.labels[1], &err), SG_EINVAL, "colour");
    assert_null(index.number.place);
}

static void check_labels(const sg_labels *labels, const uint32_t *expected, uint32_t n)
{
    assert_int_equal(labels->n_nodes, n);
    for (uint32_t v = 0; v < n; v++) assert_int_equal(labels->label[v], expected[v]);
}

static void labels_have_the_numbers_of_the_model(void **state)
{
    (void)state;
    const sg_vocabularies known = open_known();
    sg_dataset data = small_data("0: 9 5 7 / 0-1", "1: -3 9");
    const sg_graph_view view = sg_dataset_view(&data);
    sg_label_index index = {0};
    check_ok(sg_label_index_make(&index, &known.labels[0], &err));
    for (int made_before = 0; made_before < 2; made_before++) {
        sg_labels labels = {0};
        check_ok(sg_labels_recognize(&labels, &known.labels[0], made_before ? &index : NULL,
                                     &view, &(sg_invariant_options){0}, &err));
        check_labels(&labels, (const uint32_t[]){1, 0, 3, 2, 1}, 5);
        assert_int_equal(labels.vocabulary.n_keys, 4);
        assert_memory_equal(labels.vocabulary.key, KEY, sizeof KEY);
        assert_int_equal(labels.vocabulary.key[3], 0);
        const uint64_t count[4] = {1, 2, 1, 1};
        assert_memory_equal(labels.vocabulary.count, count, sizeof count);
        sg_labels_free(&labels);
    }
    sg_label_index_free(&index);
    sg_dataset_free(&data);
}

static void labels_beyond_a_limit_are_the_rest(void **state)
{
    (void)state;
    uint64_t key[2] = {label_key(5), sg_key_of(SG_TAG_REST, NULL, 0).key};
    char limited[] = "label limit 2";
    const sg_label_vocabulary known = {limited, key, COUNT, 2};
    sg_dataset data = small_data("0: 9 5 7");
    const sg_graph_view view = sg_dataset_view(&data);
    sg_labels labels = {0};
    check_ok(
        sg_labels_recognize(&labels, &known, NULL, &view, &(sg_invariant_options){0}, &err));
    check_labels(&labels, (const uint32_t[]){1, 0, 1}, 3);
    sg_labels_free(&labels);
    sg_dataset_free(&data);
}

static sg_status recognize_and_find(void *context, sg_error *err)
{
    const sg_dataset *data = context;
    const sg_vocabularies known = open_known();
    const sg_graph_view view = sg_dataset_view(data);
    sg_status status = SG_OK;
    sg_label_index index = {0};
    sg_labels labels = {0};
    const sg_weight_keys *keys = NULL;
    SG_TRY(sg_label_index_make(&index, &known.labels[0], err));
    SG_TRY(sg_labels_recognize(&labels, &known.labels[0], NULL, &view,
                               &(sg_invariant_options){0}, err));
    SG_TRY(find_head(&keys, "label @ edge", err));
done:
    sg_label_index_free(&index);
    sg_labels_free(&labels);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 9 5 7 / 0-1", "1: -3 9");
    assert_true(check_out_of_memory(recognize_and_find, &data) > 10);
    sg_dataset_free(&data);
}

/* Copies are added once; what both know must be the same. */
static void vocabularies_are_added(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    const sg_vocabularies known = open_known();
    sg_vocabularies sum = {0};
    for (int again = 0; again < 2; again++) {
        check_ok(sg_vocabularies_add(&sum, &known, &err));
        assert_true(sum.n_labelings == 2 && sum.n_heads == 2);
    }
    assert_memory_equal(sum.labels[0].key, KEY, sizeof KEY);
    assert_memory_equal(sum.labels[0].count, COUNT, sizeof COUNT);
    assert_string_equal(sum.weights[1].head, NEAR);
    assert_memory_equal(sum.weights[1].keys.sender, WORD, sizeof WORD);
    sum.labels[0].key[1]++;
    check_fails(sg_vocabularies_add(&sum, &known, &err), SG_EINVAL,
                "do not know the same of \"label\"");
    sum.labels[0].key[1]--;
    sum.weights[0].keys.value[0]++;
    check_fails(sg_vocabularies_add(&sum, &known, &err), SG_EINVAL,
                "do not know the same of \"label @ edge\"");
    sg_vocabularies_free(&sum);
    assert_int_equal(sg_mem_live(), live);
}

SG_TESTS(cmocka_unit_test(vocabularies_are_added), cmocka_unit_test(texts_find_what_is_known),
         cmocka_unit_test(vocabularies_are_released_alone),
         cmocka_unit_test(heads_find_their_weights),
         cmocka_unit_test(labels_are_indexed_by_key),
         cmocka_unit_test(wrong_vocabularies_have_no_index),
         cmocka_unit_test(labels_have_the_numbers_of_the_model),
         cmocka_unit_test(labels_beyond_a_limit_are_the_rest),
         cmocka_unit_test(memory_may_run_out))
