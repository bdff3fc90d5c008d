/* test_shelf.c - labels and plans of data are computed once, in the data's numbers or a model's. */
#include "plans/shelf.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

#define PATH "0: 5 5 9 / 0-1 1-2", "1: 5"

static sg_head head_of(const char *text)
{
    sg_head head = {0};
    check_ok(sg_head_parse(&head, text, &err));
    return head;
}

static const sg_plan *plan_of(sg_shelf *shelf, const char *text)
{
    const sg_plan *plan = NULL;
    sg_head head = head_of(text);
    check_ok(sg_shelf_plan(&plan, shelf, &head, &err));
    sg_head_free(&head);
    return plan;
}

/* ---- Once ------------------------------------------------------------------------------------- */

/* Counts how often labels were computed. */
static bool count(void *context, const sg_progress *progress)
{
    if (progress->done == progress->total) ++*(uint32_t *)context;
    return true;
}

static void labels_are_computed_once(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_shelf *shelf = NULL;
    sg_shelf_labeling first = {0}, again = {0}, degree = {0};
    uint32_t n_computed = 0;
    const sg_observer observer = {count, &n_computed};
    const sg_invariant_options options = {.observer = &observer};
    check_ok(sg_shelf_open(&shelf, &data, NULL, &options, &err));
    assert_ptr_equal(sg_shelf_data(shelf), &data);
    check_ok(sg_shelf_labels(&first, shelf, "label", &err));
    const uint32_t once = n_computed;
    assert_true(once > 0);
    check_ok(sg_shelf_labels(&again, shelf, "label", &err));
    assert_int_equal(n_computed, once);
    assert_true(first.label == again.label && first.n_labels == 2 && again.n_labels == 2);
    assert_true(first.label[0] == first.label[1] && first.label[1] == first.label[3] &&
                first.label[0] != first.label[2]);
    /* Others do not move what was handed out; a plan uses the labels that are there. */
    check_ok(sg_shelf_labels(&degree, shelf, "degree", &err));
    assert_true(n_computed > once);
    const uint32_t twice = n_computed;
    for (int i = 0; i < 20; i++) {
        char text[10];
        sg_shelf_labeling more = {0};
        (void)snprintf(text, sizeof text, "wl:%d", i);
        check_ok(sg_shelf_labels(&more, shelf, text, &err));
    }
    check_ok(sg_shelf_labels(&again, shelf, "label", &err));
    assert_ptr_equal(first.label, again.label);
    const uint32_t many = n_computed;
    (void)plan_of(shelf, "label -> degree @ edge");
    assert_int_equal(n_computed, many);
    assert_true(many > twice);
    sg_shelf_close(shelf);
    sg_dataset_free(&data);
}

static void plans_are_made_once(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_shelf *shelf = NULL;
    check_ok(sg_shelf_open(&shelf, &data, NULL, NULL, &err));
    assert_int_equal(sg_shelf_plan_count(shelf), 0);
    assert_int_equal(sg_shelf_plan_bytes(shelf), 0);
    const sg_plan *plan = plan_of(shelf, "label @ distance 0..1");
    assert_int_equal(plan->n_slots, 5);
    const uint64_t bytes = sg_shelf_plan_bytes(shelf);
    assert_true(bytes > 0);
    /* Copies and biases do not matter, thresholds do. */
    assert_ptr_equal(plan_of(shelf, "label @ distance 0..1 x3 bias degree"), plan);
    assert_int_equal(sg_shelf_plan_count(shelf), 1);
    assert_true(sg_shelf_plan_bytes(shelf) == bytes);
    const sg_plan *other = plan_of(shelf, "label @ distance 0..1 at-least 2");
    assert_ptr_not_equal(other, plan);
    assert_int_equal(other->n_slots, 2);
    assert_int_equal(sg_shelf_plan_count(shelf), 2);
    assert_true(sg_shelf_plan_bytes(shelf) > bytes);
    const sg_plan_choice first = sg_shelf_plan_at(shelf, 0),
                         second = sg_shelf_plan_at(shelf, 1);
    assert_string_equal(first.head, "label @ distance 0..1");
    assert_string_equal(second.head, "label @ distance 0..1 at-least 2");
    assert_string_equal(first.kind, sg_plan_kind_name(plan));
    assert_int_equal(first.n_weights, 5);
    assert_int_equal(second.n_weights, 2);
    assert_int_equal(first.n_pairs, plan->n_pairs);
    assert_int_equal(first.n_bytes, sg_plan_bytes(plan));
    sg_shelf_close(shelf);
    sg_shelf_close(NULL);
    sg_dataset_free(&data);
}

/* ---- What is known ---------------------------------------------------------------------------- */

static void known_labels_and_triples_are_copies(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_shelf *shelf = NULL;
    sg_known_labels labels = {0};
    sg_known_weights weights = {0};
    sg_head head = head_of("label @ distance 0..1 x2 bias label");
    check_ok(sg_shelf_open(&shelf, &data, NULL, NULL, &err));
    check_ok(sg_shelf_labels_known(&labels, shelf, "label", &err));
    check_ok(sg_shelf_weights_known(&weights, shelf, &head, &err));
    sg_shelf_close(shelf);
    sg_head_free(&head);
    assert_string_equal(labels.expression, "label");
    assert_int_equal(labels.n_labels, 2);
    const uint32_t five = labels.key[0] == label_key(5) ? 0 : 1;
    assert_true(labels.key[five] == label_key(5) && labels.key[1 - five] == label_key(9));
    assert_true(labels.count[five] == 3 && labels.count[1 - five] == 1);
    assert_string_equal(weights.head, "label @ distance 0..1");
    assert_int_equal(weights.keys.n_slots, 5);
    sg_free(labels.expression);
    sg_free(labels.key);
    sg_free(labels.count);
    sg_free(weights.head);
    sg_weight_keys_free(&weights.keys);
    sg_dataset_free(&data);
}

/* With a model's knowledge labels have the model's numbers, with an index or without. */
static void a_model_s_numbers(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH),
               other = small_data("0: 9 7 5 / 0-1 1-2", "0: 5 5 / 0-1");
    sg_model model = small_model(&data, "layers: [{encoder: {heads: [label @ distance 0..1]}}, "
                                        "{decoder: {heads: [label]}}]");
    const sg_known_labels *known = &model.knowledge.labels[0];
    const uint32_t five = known->key[0] == label_key(5) ? 0 : 1;
    sg_knowledge_index index = {0};
    check_ok(sg_knowledge_index_make(&index, &model.knowledge, &err));
    for (int indexed = 0; indexed < 2; indexed++) {
        sg_shelf *shelf = NULL;
        sg_shelf_labeling labels = {0};
        uint16_t sender[3];
        uint32_t slot[3];
        check_ok(sg_shelf_open(&shelf, &other, &model.knowledge, NULL, &err));
        if (indexed == 1) sg_shelf_recognize(shelf, &index);
        check_ok(sg_shelf_labels(&labels, shelf, "label", &err));
        const uint32_t wanted[] = {1 - five, SG_NO_LABEL, five, five, five};
        assert_int_equal(labels.n_labels, 2);
        assert_memory_equal(labels.label, wanted, sizeof wanted);
        /* Of 9 - 7 - 5 nothing is known but the nodes themselves; of 5 - 5 everything. */
        const sg_plan *plan = plan_of(shelf, "label @ distance 0..1");
        assert_int_equal(plan->n_slots, 5);
        static const uint32_t N_KNOWN[] = {1, 0, 1};
        for (uint32_t v = 0; v < 3; v++)
            assert_int_equal(sg_plan_row(sender, slot, plan, &other.graph, 0, v), N_KNOWN[v]);
        for (uint32_t v = 0; v < 2; v++)
            assert_int_equal(sg_plan_row(sender, slot, plan, &other.graph, 1, v), 2);
        sg_shelf_close(shelf);
    }
    sg_knowledge_index_free(&index);
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* ---- Failures --------------------------------------------------------------------------------- */

static bool stop(void *context, const sg_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static void failures_leave_nothing(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    sg_model model = small_model(&data, "layers: [{decoder: {heads: [label]}}]");
    sg_shelf *shelf = NULL;
    sg_shelf_labeling labels = {.n_labels = 99};
    const sg_plan *plan = NULL;
    sg_head head = head_of("label @ edge");
    const sg_observer observer = {stop, NULL};
    const sg_invariant_options stopped = {.observer = &observer};
    check_ok(sg_shelf_open(&shelf, &data, NULL, &stopped, &err));
    check_fails(sg_shelf_labels(&labels, shelf, "labl", &err), SG_EINVAL,
                "did you mean label?");
    check_fails(sg_shelf_labels(&labels, shelf, "label", &err), SG_ECANCELED, "");
    check_fails(sg_shelf_plan(&plan, shelf, &head, &err), SG_ECANCELED, "");
    assert_true(labels.n_labels == 99 && plan == NULL);
    assert_int_equal(sg_shelf_plan_count(shelf), 0);
    /* Without the observer it works: the failure was not kept. */
    sg_shelf_release_options(shelf);
    check_ok(sg_shelf_labels(&labels, shelf, "label", &err));
    check_ok(sg_shelf_plan(&plan, shelf, &head, &err));
    assert_int_equal(labels.n_labels, 2);
    sg_shelf_close(shelf);
    check_ok(sg_shelf_open(&shelf, &data, &model.knowledge, NULL, &err));
    check_fails(sg_shelf_labels(&labels, shelf, "degree", &err), SG_EFORMAT,
                "model: it knows no labels of \"degree\"");
    check_fails(sg_shelf_plan(&plan, shelf, &head, &err), SG_EFORMAT,
                "model: it knows no weights of \"label @ edge\"");
    sg_shelf_close(shelf);
    sg_head_free(&head);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status use_all(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_shelf *shelf = NULL;
    sg_shelf_labeling labels = {0};
    const sg_plan *plan = NULL;
    sg_head head = {0};
    SG_TRY(sg_head_parse(&head, "label -> degree @ distance 0..1", err));
    SG_TRY(sg_shelf_open(&shelf, context, NULL, NULL, err));
    SG_TRY(sg_shelf_labels(&labels, shelf, "wl:1", err));
    SG_TRY(sg_shelf_plan(&plan, shelf, &head, err));
done:
    sg_head_free(&head);
    sg_shelf_close(shelf);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data(PATH);
    assert_true(check_out_of_memory(use_all, &data) > 30);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(labels_are_computed_once), cmocka_unit_test(plans_are_made_once),
         cmocka_unit_test(known_labels_and_triples_are_copies),
         cmocka_unit_test(a_model_s_numbers), cmocka_unit_test(failures_leave_nothing),
         cmocka_unit_test(out_of_memory))
