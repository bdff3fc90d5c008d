/* test_knowledge.c - what a model knows, and recognizing it in other data. */
#include "plans/knowledge.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "support/check.h"
#include "support/labels_of.h"
#include "support/small_data.h"

#define PATH "0: 5 5 9 / 0-1 1-2", "1: 5"

/* ---- Finding ---------------------------------------------------------------------------------- */

static void what_is_known_is_found(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, "layers: [{encoder: {heads: ['label @ edge x2 bias "
                                        "degree', 'degree @ edge at-least 2']}}, {decoder: "
                                        "{heads: [wl:1]}}, {linear: {}}]");
    sg_knowledge *k = &model.knowledge;
    assert_int_equal(sg_knowledge_labels(k, "label")->n_labels, 2);
    assert_int_equal(sg_knowledge_labels(k, "degree")->n_labels, 3);
    assert_non_null(sg_knowledge_labels(k, "wl:1"));
    assert_null(sg_knowledge_labels(k, "wl:2"));
    assert_null(sg_knowledge_labels(k, ""));
    assert_ptr_equal(sg_knowledge_weights(k, "label @ edge"), &k->weights[0]);
    assert_ptr_equal(sg_knowledge_weights(k, "degree @ edge at-least 2"), &k->weights[1]);
    assert_null(sg_knowledge_weights(k, "degree @ edge"));
    sg_model_free(&model);
    sg_dataset_free(&data);
    assert_null(sg_knowledge_labels(&(sg_knowledge){0}, "label"));
    assert_null(sg_knowledge_weights(&(sg_knowledge){0}, "label @ edge"));
}

/* Heads are found whatever their copies and biases. */
static void heads_are_found(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model =
        small_model(&data, "layers: [{encoder: {heads: [label @ edge]}}, {pool: {}}, "
                           "{linear: {}}]");
    static const char *const FOUND[] = {"label @ edge", "label@edge x7",
                                        "label @ edge bias wl:3", "label -> label @ edge"};
    const sg_weight_keys *keys = NULL;
    sg_head head = {0};
    for (int i = 0; i < 4; i++) {
        check_ok(sg_head_parse(&head, FOUND[i], &err));
        check_ok(sg_knowledge_find(&keys, &model.knowledge, &head, &err));
        assert_ptr_equal(keys, &model.knowledge.weights[0].keys);
        sg_head_free(&head);
    }
    check_ok(sg_head_parse(&head, "label @ edge at-least 2 x3", &err));
    keys = NULL;
    check_fails(sg_knowledge_find(&keys, &model.knowledge, &head, &err), SG_EFORMAT,
                "model: it knows no weights of \"label @ edge at-least 2\"");
    assert_null(keys);
    sg_head_free(&head);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Recognizing ------------------------------------------------------------------------------ */

/* Labels that are known have the model's numbers; all others the one behind them. */
static void labels_are_recognized(void **state)
{
    (void)state;
    uint64_t key[] = {label_key(9), label_key(5)}, count[] = {1, 3};
    const sg_known_labels known = {(char[]){"label"}, key, count, 2};
    sg_dataset other = small_data("0: 5 7 9 / 0-1 1-2", "0: 8", "0: 9");
    const sg_graph_view view = sg_dataset_view(&other);
    sg_labels labels = {0};
    check_ok(sg_known_labels_apply(&labels, &known, &view, NULL, &err));
    static const uint32_t NUMBERS[] = {1, 2, 0, 2, 0};
    assert_int_equal(labels.n_nodes, 5);
    assert_memory_equal(labels.label, NUMBERS, sizeof NUMBERS);
    assert_int_equal(labels.vocabulary.n_keys, 3);
    static const uint64_t COUNTS[] = {2, 1, 2};
    assert_memory_equal(labels.vocabulary.count, COUNTS, sizeof COUNTS);
    assert_true(labels.vocabulary.key[0] == key[0] && labels.vocabulary.key[1] == key[1] &&
                labels.vocabulary.key[2] == 0);
    sg_labels_free(&labels);
    sg_dataset_free(&other);
}

static void nothing_is_known(void **state)
{
    (void)state;
    const sg_known_labels known = {.expression = (char[]){"degree"}};
    sg_dataset other = small_data(PATH);
    const sg_graph_view view = sg_dataset_view(&other);
    sg_labels labels = {0};
    check_ok(sg_known_labels_apply(&labels, &known, &view, NULL, &err));
    for (uint32_t v = 0; v < 4; v++) assert_int_equal(labels.label[v], 0);
    assert_int_equal(labels.vocabulary.n_keys, 1);
    sg_labels_free(&labels);
    sg_dataset_free(&other);
}

/* On the data they come from, labels are what they were. */
static void own_data_has_its_own_labels(void **state)
{
    (void)state;
    static const char *const EXPRESSIONS[] = {"label",    "wl:2",         "degree",
                                              "cycles:4", "label+degree", "wl:1 limit 3"};
    sg_rng rng = check_rng("own labels");
    sg_dataset data = random_data(&rng, 12, 9);
    const sg_graph_view view = sg_dataset_view(&data);
    for (size_t i = 0; i < sizeof EXPRESSIONS / sizeof *EXPRESSIONS; i++) {
        sg_labels computed = labels_of(&view, EXPRESSIONS[i]), labels = {0};
        char expression[40];
        (void)snprintf(expression, sizeof expression, "%s", EXPRESSIONS[i]);
        const sg_known_labels known = {expression, computed.vocabulary.key,
                                       computed.vocabulary.count, computed.vocabulary.n_keys};
        check_ok(sg_known_labels_apply(&labels, &known, &view, NULL, &err));
        assert_memory_equal(labels.label, computed.label,
                            computed.n_nodes * sizeof *labels.label);
        sg_labels_free(&labels);
        sg_labels_free(&computed);
    }
    sg_dataset_free(&data);
}

/* ---- Tables ----------------------------------------------------------------------------------- */

static void an_index_can_be_used_again(void **state)
{
    (void)state;
    uint64_t key[] = {label_key(9), label_key(5)}, count[] = {1, 3};
    const sg_known_labels known = {(char[]){"label"}, key, count, 2};
    sg_label_index index = {0};
    check_ok(sg_label_index_make(&index, &known, &err));
    assert_int_equal(index.rest, 2);
    assert_int_equal(sg_table_find(&index.number, label_key(9)), 0);
    assert_int_equal(sg_table_find(&index.number, label_key(5)), 1);
    assert_int_equal(sg_table_find(&index.number, label_key(7)), SG_TABLE_NONE);
    for (int32_t label = 4; label < 11; label++) {
        char text[20];
        (void)snprintf(text, sizeof text, "0: %d", label);
        sg_dataset one = small_data(text);
        const sg_graph_view view = sg_dataset_view(&one);
        sg_labels labels = {0};
        check_ok(sg_known_labels_recognize(&labels, &known, &index, &view, NULL, &err));
        assert_int_equal(labels.label[0], label == 9 ? 0 : label == 5 ? 1 : 2);
        sg_labels_free(&labels);
        sg_dataset_free(&one);
    }
    sg_label_index_free(&index);
    sg_label_index_free(&index);
}

static void unsound_labels_are_refused(void **state)
{
    (void)state;
    uint64_t twice[] = {7, 8, 7}, count[3] = {0};
    const sg_known_labels doubled = {(char[]){"label"}, twice, count, 3},
                          nonsense = {.expression = (char[]){"labl"}};
    sg_label_index index = {.rest = 99};
    check_fails(sg_label_index_make(&index, &doubled, &err), SG_EFORMAT,
                "model: labels 0 and 2 of label have the same key");
    check_fails(sg_label_index_make(&index, &nonsense, &err), SG_EINVAL, "did you mean label?");
    assert_int_equal(index.rest, 99);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status recognize(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t key[] = {label_key(9), label_key(5)}, count[] = {1, 3};
    const sg_known_labels known = {(char[]){"label"}, key, count, 2};
    const sg_graph_view view = sg_dataset_view(context);
    const sg_weight_keys *keys = NULL;
    sg_known_weights weights = {.head = (char[]){"label @ edge"}};
    const sg_knowledge knowledge = {.weights = &weights, .n_heads = 1};
    sg_labels labels = {0};
    sg_head head = {0};
    SG_TRY(sg_head_parse(&head, "label @ edge", err));
    SG_TRY(sg_knowledge_find(&keys, &knowledge, &head, err));
    SG_TRY(sg_known_labels_apply(&labels, &known, &view, NULL, err));
done:
    sg_head_free(&head);
    sg_labels_free(&labels);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    assert_true(check_out_of_memory(recognize, &data) > 10);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(what_is_known_is_found), cmocka_unit_test(heads_are_found),
         cmocka_unit_test(labels_are_recognized), cmocka_unit_test(nothing_is_known),
         cmocka_unit_test(own_data_has_its_own_labels),
         cmocka_unit_test(an_index_can_be_used_again),
         cmocka_unit_test(unsound_labels_are_refused), cmocka_unit_test(out_of_memory))
