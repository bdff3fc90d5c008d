/* test_plan_cache.c - labels and plans of a data set are made once, with or without a model's
 * vocabularies. */
#include "plans/plan_cache.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

#define PATH small_data("0: 5 5 9 / 0-1 1-2", "1: 5")

static sg_plan_cache *open_cache(const sg_dataset *data, const sg_vocabularies *known)
{
    sg_plan_cache *cache = NULL;
    check_ok(sg_plan_cache_open(&cache, data, known, NULL, &err));
    return cache;
}

static sg_status plan_of(const sg_plan **plan, sg_plan_cache *cache, const char *text,
                         sg_error *err)
{
    sg_head head = {0};
    sg_status status = SG_OK;
    SG_TRY(sg_head_parse(&head, text, err));
    SG_TRY(sg_plan_cache_plan(plan, cache, &head, err));
done:
    sg_head_free(&head);
    return status;
}

/* ---- Without a model ---------------------------------------------------------------------- */

static void labels_are_computed_once(void **state)
{
    (void)state;
    sg_dataset data = PATH;
    sg_plan_cache *cache = open_cache(&data, NULL);
    sg_cached_labels first = {0}, again = {0}, degree = {0};
    assert_ptr_equal(sg_plan_cache_data(cache), &data);
    check_ok(sg_plan_cache_labels(&first, cache, "label", &err));
    check_ok(sg_plan_cache_labels(&degree, cache, "degree", &err));
    check_ok(sg_plan_cache_labels(&again, cache, "label", &err));
    assert_ptr_equal(first.label, again.label);
    const uint32_t label[4] = {0, 0, 1, 0}; /* 5 is more frequent than 9 */
    assert_int_equal(first.n_labels, 2);
    assert_memory_equal(first.label, label, sizeof label);
    assert_int_equal(degree.n_labels, 3);
    assert_int_equal(degree.label[0], degree.label[2]);
    check_fails(sg_plan_cache_labels(&again, cache, "colour", &err), SG_EINVAL, "colour");
    assert_ptr_equal(first.label, again.label); /* untouched */
    sg_plan_cache_close(cache);
    sg_plan_cache_close(NULL);
    sg_dataset_free(&data);
}

static void heads_alike_share_a_plan(void **state)
{
    (void)state;
    sg_dataset data = PATH;
    sg_plan_cache *cache = open_cache(&data, NULL);
    const sg_plan *plan = NULL, *copy = NULL, *other = NULL;
    check_ok(plan_of(&plan, cache, "label @ distance 0..1", &err));
    check_ok(plan_of(&other, cache, "label @ distance 0..1 at-least 2", &err));
    check_ok(plan_of(&copy, cache, "label @ distance 0..1 x3 bias degree", &err));
    assert_ptr_equal(plan, copy);
    assert_int_equal(plan->n_slots, 5);
    assert_int_equal(plan->n_pairs, 8);
    assert_int_equal(other->n_slots, 2);
    assert_int_equal(other->n_pairs, 5);
    assert_int_equal(sg_plan_cache_plan_count(cache), 2);
    const sg_plan_choice choice[2] = {sg_plan_cache_plan_at(cache, 0),
                                      sg_plan_cache_plan_at(cache, 1)};
    assert_string_equal(choice[0].head, "label @ distance 0..1");
    assert_string_equal(choice[1].head, "label @ distance 0..1 at-least 2");
    assert_string_equal(choice[0].kind, "explicit");
    assert_int_equal(choice[0].n_weights, 5);
    assert_int_equal(choice[0].n_pairs, 8);
    assert_int_equal(choice[1].n_weights, 2);
    assert_int_equal(choice[0].n_bytes, sg_plan_bytes(plan));
    check_fails(plan_of(&plan, cache, "label @ distance 0..1 at-most x", &err), SG_EINVAL, "");
    assert_ptr_equal(plan, copy); /* untouched */
    sg_plan_cache_close(cache);
    sg_dataset_free(&data);
}

/* Of three plans the one that was not asked for longest goes; what stays is the same plan as before. */
static void old_plans_can_be_dropped(void **state)
{
    (void)state;
    sg_dataset data = PATH;
    sg_plan_cache *cache = open_cache(&data, NULL);
    const sg_plan *a = NULL, *b = NULL, *c = NULL, *again = NULL;
    assert_true(sg_plan_cache_oldest(cache) == UINT64_MAX && sg_plan_cache_bytes(cache) == 0);
    sg_plan_cache_set_time(cache, 1);
    check_ok(plan_of(&a, cache, "label @ distance 0..1", &err));
    sg_plan_cache_set_time(cache, 2);
    check_ok(plan_of(&b, cache, "label @ edge", &err));
    sg_plan_cache_set_time(cache, 3);
    check_ok(plan_of(&c, cache, "degree @ edge", &err));
    check_ok(plan_of(&again, cache, "label @ distance 0..1", &err));
    const uint64_t bytes = sg_plan_cache_bytes(cache), of_b = sg_plan_bytes(b);
    assert_int_equal(sg_plan_cache_oldest(cache), 2);
    sg_plan_cache_drop(cache, 1);
    assert_int_equal(sg_plan_cache_plan_count(cache), 3);
    sg_plan_cache_drop(cache, 2);
    sg_plan_cache_drop_pairs(cache);
    assert_int_equal(sg_plan_cache_plan_count(cache), 2);
    assert_int_equal(sg_plan_cache_bytes(cache), bytes - of_b);
    assert_int_equal(sg_plan_cache_oldest(cache), 3);
    check_ok(plan_of(&again, cache, "label @ distance 0..1", &err));
    assert_ptr_equal(again, a);
    check_ok(plan_of(&b, cache, "label @ edge", &err));
    assert_int_equal(b->n_pairs, c->n_pairs);
    sg_plan_cache_close(cache);
    sg_dataset_free(&data);
}

/* A ring: most of its pairs are far apart. */
static sg_dataset ring_of(uint32_t n)
{
    sg_dataset ring = {.graph = {.n_graphs = 1, .n_nodes = n, .n_arcs = 2 * n}};
    ring.graph.graph_offset = sg_alloc(2, sizeof *ring.graph.graph_offset);
    ring.graph.arc_offset = sg_alloc(n + (size_t)1, sizeof *ring.graph.arc_offset);
    ring.graph.neighbor = sg_alloc(2 * (size_t)n, sizeof *ring.graph.neighbor);
    ring.graph.graph_offset[1] = n;
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t before = (v + n - 1) % n, behind = (v + 1) % n;
        ring.graph.arc_offset[v + 1] = 2 * (v + 1);
        ring.graph.neighbor[(size_t)2 * v] = before < behind ? before : behind;
        ring.graph.neighbor[(size_t)2 * v + 1] = before < behind ? behind : before;
    }
    return ring;
}

/* Ranks keep plans as one process does that has all graphs, however few are their own. */
static void the_whole_decides_how_plans_are_kept(void **state)
{
    (void)state;
    sg_dataset data = PATH, whole = ring_of(4000);
    const sg_plan *alone = NULL, *part = NULL;
    sg_plan_cache *cache = open_cache(&data, NULL), *of_part = open_cache(&data, NULL);
    sg_plan_cache_choose_by(of_part, &whole);
    check_ok(plan_of(&alone, cache, "none @ distance 0..1000", &err));
    check_ok(plan_of(&part, of_part, "none @ distance 0..1000", &err));
    assert_string_equal(sg_plan_kind_name(alone), "explicit");
    assert_string_equal(sg_plan_kind_name(part), "implicit");
    assert_int_equal(alone->n_slots, part->n_slots);
    sg_plan_cache_close(cache);
    sg_plan_cache_close(of_part);
    sg_dataset_free(&data);
    sg_dataset_free(&whole);
}

static void a_failing_plan_leaves_no_entry(void **state)
{
    (void)state;
    sg_dataset data = PATH;
    sg_plan_cache *cache = open_cache(&data, NULL);
    const sg_plan *plan = NULL;
    char wrong[] = "colour", label[] = "label", edge[] = "edge";
    const sg_head head = {.receiver = label, .sender = wrong, .property = edge, .copies = 1};
    check_fails(sg_plan_cache_plan(&plan, cache, &head, &err), SG_EINVAL, "colour");
    assert_null(plan);
    assert_int_equal(sg_plan_cache_plan_count(cache), 0);
    check_ok(plan_of(&plan, cache, "label @ distance 1", &err));
    assert_int_equal(plan->n_pairs, 4);
    sg_plan_cache_close(cache);
    sg_dataset_free(&data);
}

static void budgets_are_given_back(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 1 1 1 1 1 / 0-1 1-2 2-3 3-0 0-2 1-3 4-0 4-1 4-2 4-3");
    sg_plan_cache *cache = NULL;
    sg_cached_labels labels = {0};
    const sg_invariant_options options = {.budget = 1};
    check_ok(sg_plan_cache_open(&cache, &data, NULL, &options, &err));
    check_fails(sg_plan_cache_labels(&labels, cache, "cliques:5", &err), SG_ELIMIT, "");
    assert_null(labels.label);
    sg_plan_cache_release_options(cache);
    check_ok(sg_plan_cache_labels(&labels, cache, "cliques:5", &err));
    assert_int_equal(labels.n_labels, 1); /* every node is in the one clique of five */
    sg_plan_cache_close(cache);
    sg_dataset_free(&data);
}

/* ---- With a model's vocabularies ---------------------------------------------------------- */

/* What a model of these data and this head knows. */
static sg_status learn(sg_vocabularies *known, const sg_dataset *data, const char *text,
                       sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan_cache *cache = NULL;
    sg_head head = {0};
    SG_TRY(sg_head_parse(&head, text, err));
    SG_ALLOC(known->labels, 1);
    known->n_labelings = 1;
    SG_ALLOC(known->weights, 1);
    known->n_heads = 1;
    SG_TRY(sg_plan_cache_open(&cache, data, NULL, NULL, err));
    SG_TRY(sg_plan_cache_label_vocabulary(&known->labels[0], cache, head.receiver, err));
    SG_TRY(sg_plan_cache_triple_vocabulary(&known->weights[0], cache, &head, err));
done:
    sg_head_free(&head);
    sg_plan_cache_close(cache);
    return status;
}

static void vocabularies_outlive_their_cache(void **state)
{
    (void)state;
    sg_dataset data = PATH;
    sg_vocabularies known = {0};
    check_ok(learn(&known, &data, "label @ distance 1 x2 bias label", &err));
    sg_dataset_free(&data);
    const sg_label_vocabulary *labels = &known.labels[0];
    assert_string_equal(labels->expression, "label");
    assert_int_equal(labels->n_labels, 2);
    assert_true(labels->key[0] == label_key(5) && labels->count[0] == 3);
    assert_true(labels->key[1] == label_key(9) && labels->count[1] == 1);
    const sg_weight_keys *keys = &known.weights[0].keys;
    assert_string_equal(known.weights[0].head, "label @ distance 1");
    assert_int_equal(keys->n_slots, 3);
    const int32_t expected[3][2] = {{5, 5}, {5, 9}, {9, 5}};
    for (int s = 0; s < 3; s++) {
        assert_true(keys->receiver[s] == label_key(expected[s][0]));
        assert_true(keys->sender[s] == label_key(expected[s][1]));
        assert_true(keys->value[s] == distance_key(1));
    }
    sg_vocabularies_free(&known);
}

/* Labels and plan of other data in the numbers of the path: an edge from 9 to 5, one from 5 to 7. */
static void check_other_data(const sg_vocabularies *known, const sg_vocabularies_index *index)
{
    sg_dataset other = small_data("0: 9 5 7 / 0-1 1-2");
    sg_plan_cache *cache = open_cache(&other, known);
    sg_cached_labels labels = {0};
    const sg_plan *plan = NULL;
    if (index != NULL) sg_plan_cache_use_index(cache, index);
    check_ok(sg_plan_cache_labels(&labels, cache, "label", &err));
    const uint32_t label[3] = {1, 0, 2};
    assert_int_equal(labels.n_labels, 2);
    assert_memory_equal(labels.label, label, sizeof label);
    check_ok(plan_of(&plan, cache, "label @ distance 1", &err));
    const uint64_t row[4] = {0, 1, 2, 2};
    assert_int_equal(plan->n_slots, 3);
    assert_memory_equal(plan->row, row, sizeof row);
    assert_int_equal(plan->sender[0], 1); /* 9 hears 5: the third weight */
    assert_int_equal(plan->slot[0], 2);
    assert_int_equal(plan->sender[1], 0); /* 5 hears 9: the second */
    assert_int_equal(plan->slot[1], 1);
    assert_int_equal(plan->stretch_begin == NULL, index != NULL);
    sg_plan_cache_close(cache);
    sg_dataset_free(&other);
}

static void other_data_speaks_the_numbers_of_the_model(void **state)
{
    (void)state;
    sg_dataset data = PATH;
    sg_vocabularies known = {0};
    sg_vocabularies_index index = {0};
    check_ok(learn(&known, &data, "label @ distance 1", &err));
    check_ok(sg_vocabularies_index_make(&index, &known, &err));
    check_other_data(&known, NULL);
    check_other_data(&known, &index);
    sg_vocabularies_index_free(&index);
    sg_vocabularies_free(&known);
    sg_dataset_free(&data);
}

static void what_a_model_does_not_know_is_refused(void **state)
{
    (void)state;
    sg_dataset data = PATH;
    sg_vocabularies known = {0};
    check_ok(learn(&known, &data, "label @ distance 1", &err));
    sg_plan_cache *cache = open_cache(&data, &known);
    sg_cached_labels labels = {0};
    const sg_plan *plan = NULL;
    check_fails(sg_plan_cache_labels(&labels, cache, "degree", &err), SG_EFORMAT,
                "it knows no labels of \"degree\"");
    check_fails(plan_of(&plan, cache, "label @ distance 2", &err), SG_EFORMAT,
                "it knows no weights of \"label @ distance 2\"");
    check_fails(plan_of(&plan, cache, "degree @ distance 1", &err), SG_EFORMAT, "degree");
    assert_int_equal(sg_plan_cache_plan_count(cache), 0);
    sg_plan_cache_close(cache);
    sg_vocabularies_free(&known);
    sg_dataset_free(&data);
}

static sg_status learn_and_recognize(void *context, sg_error *err)
{
    const sg_dataset *data = context;
    sg_status status = SG_OK;
    sg_vocabularies known = {0};
    sg_vocabularies_index index = {0};
    sg_plan_cache *cache = NULL;
    const sg_plan *plan = NULL;
    SG_TRY(learn(&known, data, "label @ distance 0..1", err));
    SG_TRY(sg_vocabularies_index_make(&index, &known, err));
    SG_TRY(sg_plan_cache_open(&cache, data, &known, NULL, err));
    sg_plan_cache_use_index(cache, &index);
    SG_TRY(plan_of(&plan, cache, "label @ distance 0..1", err));
    assert_int_equal(plan->n_pairs, 8);
done:
    sg_plan_cache_close(cache);
    sg_vocabularies_index_free(&index);
    sg_vocabularies_free(&known);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_dataset data = PATH;
    assert_true(check_out_of_memory(learn_and_recognize, &data) > 50);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(the_whole_decides_how_plans_are_kept),
         cmocka_unit_test(labels_are_computed_once), cmocka_unit_test(heads_alike_share_a_plan),
         cmocka_unit_test(old_plans_can_be_dropped),
         cmocka_unit_test(a_failing_plan_leaves_no_entry),
         cmocka_unit_test(budgets_are_given_back),
         cmocka_unit_test(vocabularies_outlive_their_cache),
         cmocka_unit_test(other_data_speaks_the_numbers_of_the_model),
         cmocka_unit_test(what_a_model_does_not_know_is_refused),
         cmocka_unit_test(memory_may_run_out))
