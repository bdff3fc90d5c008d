/* test_plan_parts.c - the steps of making a plan one by one, on a path of three nodes and a lonely one
 * whose pairs are written down by hand. */
#include "plans/plan_parts.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "support/check.h"
#include "support/labels_of.h"
#include "support/small_data.h"

/* Everything that a plan of `label @ distance 0..1` is made from. */
typedef struct ground {
    sg_dataset data;
    sg_graph_view view;
    sg_labels labels;
    sg_property property;
    sg_plan_pairs *pairs;
} ground;

static void open_ground(ground *g, sg_dataset data)
{
    *g = (ground){.data = data};
    g->view = sg_dataset_view(&g->data);
    g->labels = labels_of(&g->view, "label");
    check_ok(sg_property_parse(&g->property, "distance 0..1", &err));
    check_ok(sg_plan_pairs_open(&g->pairs, &g->property, &g->view, &err));
    check_ok(sg_plan_pairs_find(g->pairs, NULL, &err));
}

static void close_ground(ground *g)
{
    sg_plan_pairs_release(g->pairs);
    sg_property_free(&g->property);
    sg_labels_free(&g->labels);
    sg_dataset_free(&g->data);
}

#define PATH small_data("0: 5 5 9 / 0-1 1-2", "1: 5")

static sg_plan_source source_of(const ground *g)
{
    return (sg_plan_source){.receiver = &g->labels, .sender = &g->labels, .pairs = g->pairs};
}

static sg_triples triples_of(const ground *g)
{
    sg_triples triples = {0};
    check_ok(sg_triples_collect(&triples, &g->labels, &g->labels, &g->property, &g->view, NULL,
                                &err));
    return triples;
}

/* The keys of all triples of the path, as a model of it has them. */
static sg_weight_keys keys_of_path(const ground *g)
{
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    sg_triples triples = triples_of(g);
    check_ok(sg_plan_make_explicit(&plan, &keys, &triples, &g->labels, &g->labels,
                                   (sg_thresholds){0}, g->view.graph, &err));
    sg_plan_free(&plan);
    return keys;
}

static void forget_slot(sg_weight_keys *keys, uint32_t slot)
{
    const size_t n = keys->n_slots - slot - 1;
    uint64_t *const part[3] = {keys->receiver, keys->sender, keys->value};
    for (int i = 0; i < 3; i++)
        memmove(part[i] + slot, part[i] + slot + 1, n * sizeof *part[i]);
    keys->n_slots--;
}

static uint32_t find_slot(const sg_weight_keys *keys, int32_t receiver, int32_t sender,
                          uint64_t distance)
{
    for (uint32_t s = 0; s < keys->n_slots; s++)
        if (keys->receiver[s] == label_key(receiver) && keys->sender[s] == label_key(sender) &&
            keys->value[s] == distance_key(distance))
            return s;
    return SG_NO_SLOT;
}

/* "0:5<5@0": node 0 sends to a receiver of label 5, its label is 5, the distance 0. */
static void write_pair(char *text, uint32_t sender, uint32_t slot, const sg_weight_keys *keys)
{
    assert_true(slot < keys->n_slots);
    (void)sprintf(text + strlen(text), "%d:%c<%c@%c ", sender,
                  keys->receiver[slot] == label_key(5) ? '5' : '9',
                  keys->sender[slot] == label_key(5) ? '5' : '9',
                  keys->value[slot] == distance_key(0) ? '0' : '1');
}

/* All pairs of a plan, a bar behind each node's. */
static void check_pairs(const sg_plan *plan, const sg_weight_keys *keys, const sg_graph *graph,
                        const char *expected)
{
    char text[400] = "";
    uint32_t sender[4];
    uint32_t slot[4];
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = 0; v < graph->graph_offset[g + 1] - graph->graph_offset[g]; v++) {
            const uint32_t n = sg_plan_row(sender, slot, plan, graph, g, v);
            for (uint32_t i = 0; i < 4 * n; i++) /* by sender, whatever the kind's own order */
                if (sender[i % n] == i / n) write_pair(text, sender[i % n], slot[i % n], keys);
            strcat(text, "| ");
        }
    assert_string_equal(text, expected);
}

#define ALL_PAIRS      "0:5<5@0 1:5<5@1 | 0:5<5@1 1:5<5@0 2:5<9@1 | 1:9<5@1 2:9<9@0 | 0:5<5@0 | "
#define WITHOUT_9_TO_5 "0:5<5@0 1:5<5@1 | 0:5<5@1 1:5<5@0 | 1:9<5@1 2:9<9@0 | 0:5<5@0 | "

/* ---- Numbers and limits ------------------------------------------------------------------- */

static void a_triple_is_an_ordered_key(void **state)
{
    (void)state;
    const uint64_t words[3] = {3, 1, 2};
    assert_true(sg_triple_key(3, 1, 2) == sg_hash_words(words, 3));
    assert_true(sg_triple_key(3, 1, 2) != sg_triple_key(1, 3, 2));
    assert_true(sg_triple_key(3, 1, 2) != sg_triple_key(3, 2, 1));
    assert_true(sg_triple_key(0, 0, 0) != sg_triple_key(0, 0, 1));
}

static void thresholds_admit_both_ends(void **state)
{
    (void)state;
    static const struct {
        uint64_t count;
        sg_thresholds t;
        bool admitted;
    } CASES[] = {
        {1, {0, 0}, true}, {UINT64_MAX, {0, 0}, true}, {1, {2, 0}, false}, {2, {2, 0}, true},
        {2, {2, 2}, true}, {3, {2, 2}, false},         {3, {0, 3}, true},  {4, {0, 3}, false},
        {1, {1, 1}, true}, {9, {10, 5}, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_int_equal(sg_plan_admits(CASES[i].count, CASES[i].t), CASES[i].admitted);
}

static void senders_have_16_bits(void **state)
{
    (void)state;
    uint32_t offset[4] = {0, 65536, 65536, 131073};
    const sg_graph graph = {.n_graphs = 2, .graph_offset = offset, .n_nodes = 65536};
    check_ok(sg_plan_check_graphs(&graph, &err));
    const sg_graph larger = {.n_graphs = 3, .graph_offset = offset, .n_nodes = 131073};
    check_fails(sg_plan_check_graphs(&larger, &err), SG_ELIMIT,
                "graph 2 has 65537 nodes; 65536 are allowed in an implicit plan");
    check_ok(sg_plan_check_graphs(&(sg_graph){0}, &err));
    assert_true(sg_plan_is_far(&larger));
    assert_false(sg_plan_is_far(&graph) || sg_plan_is_far(&(sg_graph){0}));
}

static void keys_are_numbered_by_position(void **state)
{
    (void)state;
    uint64_t key[3] = {70, 0, UINT64_MAX};
    const sg_vocabulary vocabulary = {.key = key, .n_keys = 3};
    sg_table table = {0};
    check_ok(sg_plan_number_keys(&table, &vocabulary, &err));
    assert_int_equal(table.n_keys, 3);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(sg_table_find(&table, key[i]), i);
    assert_int_equal(sg_table_find(&table, 71), SG_TABLE_NONE);
    sg_table_free(&table);
    check_ok(sg_plan_number_keys(&table, &(sg_vocabulary){0}, &err));
    assert_int_equal(table.n_keys, 0);
    sg_table_free(&table);
}

/* ---- Receivers and slots ------------------------------------------------------------------ */

static void receivers_begin_where_the_key_changes(void **state)
{
    (void)state;
    uint64_t receiver[6] = {8, 8, 3, 1, 1, 1};
    sg_weight_keys keys = {.receiver = receiver, .n_slots = 6};
    sg_plan plan = {0};
    check_ok(sg_plan_find_receivers(&plan, &keys, &err));
    const uint32_t expected[4] = {0, 2, 3, 6};
    assert_int_equal(plan.n_stretches, 3);
    assert_memory_equal(plan.stretch_begin, expected, sizeof expected);
    sg_plan_free(&plan);
    receiver[5] = 8;
    check_fails(sg_plan_find_receivers(&plan, &keys, &err), SG_EFORMAT,
                "weight 5: the weights of a receiver's label are not together");
    sg_plan_free(&plan);
    keys.n_slots = 0;
    check_ok(sg_plan_find_receivers(&plan, &keys, &err));
    assert_int_equal(plan.n_stretches, 0);
    assert_int_equal(plan.stretch_begin[0], 0);
    sg_plan_free(&plan);
}

static void slots_are_numbered_by_content(void **state)
{
    (void)state;
    uint64_t receiver[3] = {8, 8, 3}, sender[3] = {1, 2, 1}, value[3] = {5, 5, 5};
    const sg_weight_keys keys = {receiver, sender, value, 3};
    sg_table slots = {0};
    check_ok(sg_slots_number(&slots, &keys, &err));
    assert_int_equal(slots.n_keys, 3);
    for (uint32_t s = 0; s < 3; s++)
        assert_int_equal(sg_table_find(&slots, sg_triple_key(receiver[s], sender[s], value[s])),
                         s);
    assert_int_equal(sg_table_find(&slots, sg_triple_key(3, 2, 5)), SG_TABLE_NONE);
    sg_table_free(&slots);
    sender[1] = 1;
    check_fails(sg_slots_number(&slots, &keys, &err), SG_EFORMAT,
                "weights 0 and 1 have the same key");
    receiver[1] = 3;
    sender[1] = 4;
    receiver[2] = 8;
    sender[2] = 4;
    check_fails(sg_slots_number(&slots, &keys, &err), SG_EFORMAT, "are not together");
    assert_null(slots.place); /* untouched */
}

/* The slot of each triple, looked for one by one. */
static void check_slots(const uint32_t *slot_of, const sg_weight_keys *keys,
                        const sg_triples *triples, const sg_labels *labels)
{
    const uint64_t *key = labels->vocabulary.key;
    for (uint32_t t = 0; t < triples->n_triples; t++) {
        uint32_t expected = SG_NO_SLOT;
        for (uint32_t s = 0; s < keys->n_slots; s++)
            if (keys->receiver[s] == key[triples->receiver[t]] &&
                keys->sender[s] == key[triples->sender[t]] &&
                keys->value[s] == triples->values.key[triples->value[t]])
                expected = s;
        assert_int_equal(slot_of[t], expected);
    }
}

static void triples_find_their_slots(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, PATH);
    sg_weight_keys keys = keys_of_path(&g);
    sg_triples triples = triples_of(&g);
    uint32_t slot_of[5];
    assert_int_equal(triples.n_triples, 5);
    for (int round = 0; round < 3; round++) {
        sg_plan plan = {0};
        if (round == 1) forget_slot(&keys, find_slot(&keys, 5, 9, 1));
        /* A receiver and a sender that this data does not have. */
        if (round == 2) keys.receiver[keys.n_slots - 1] = keys.sender[0] = 12345;
        check_ok(sg_plan_find_receivers(&plan, &keys, &err));
        check_ok(
            sg_plan_find_slots(slot_of, &plan, &keys, &triples, &g.labels, &g.labels, &err));
        check_slots(slot_of, &keys, &triples, &g.labels);
        sg_plan_free(&plan);
    }
    sg_plan plan = {0};
    keys.sender[0] = keys.sender[1];
    keys.value[0] = keys.value[1];
    check_ok(sg_plan_find_receivers(&plan, &keys, &err));
    check_fails(sg_plan_find_slots(slot_of, &plan, &keys, &triples, &g.labels, &g.labels, &err),
                SG_EFORMAT, "weights 0 and 1 have the same key");
    sg_plan_free(&plan);
    sg_triples_free(&triples);
    sg_weight_keys_free(&keys);
    close_ground(&g);
}

/* ---- Plans -------------------------------------------------------------------------------- */

static void an_implicit_plan_by_hand(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, PATH);
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    const sg_plan_source source = source_of(&g);
    check_ok(sg_plan_make_implicit(&plan, &keys, &source, (sg_thresholds){0}, &err));
    assert_int_equal(plan.n_slots, 5);
    assert_int_equal(plan.n_pairs, 8);
    assert_int_equal(plan.n_stretches, 2);
    assert_int_equal(plan.stretch_begin[1], 3); /* three weights of label 5, two of label 9 */
    assert_ptr_equal(plan.sender_label, plan.receiver_label);
    assert_int_equal(sg_plan_cells(&plan), 2 * 2 * 3);
    check_pairs(&plan, &keys, g.view.graph, ALL_PAIRS);
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    check_ok(
        sg_plan_make_implicit(&plan, &keys, &source, (sg_thresholds){.at_least = 2}, &err));
    assert_int_equal(keys.n_slots, 2);
    assert_int_equal(plan.some_slot[1], SG_NO_SLOT); /* label 9 receives nothing */
    check_pairs(&plan, &keys, g.view.graph, "0:5<5@0 1:5<5@1 | 0:5<5@1 1:5<5@0 | | 0:5<5@0 | ");
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    close_ground(&g);
}

/* Recognize with each of the three functions; all give the pairs that are expected. */
static void check_recognized(const ground *g, const sg_weight_keys *keys, const char *expected)
{
    sg_plan plan = {0};
    sg_table slots = {0};
    sg_triples triples = triples_of(g);
    sg_plan_source source = source_of(g);
    check_ok(sg_plan_recognize_explicit(&plan, keys, &triples, &g->labels, &g->labels,
                                        g->view.graph, &err));
    assert_null(triples.row); /* moved */
    assert_string_equal(sg_plan_kind_name(&plan), "explicit");
    check_pairs(&plan, keys, g->view.graph, expected);
    sg_plan_free(&plan);
    check_ok(sg_plan_recognize_implicit(&plan, keys, &source, &err));
    assert_string_equal(sg_plan_kind_name(&plan), "implicit");
    check_pairs(&plan, keys, g->view.graph, expected);
    sg_plan_free(&plan);
    check_ok(sg_slots_number(&slots, keys, &err));
    source.slots = &slots;
    check_ok(sg_plan_recognize_indexed(&plan, keys->n_slots, &source, &err));
    assert_int_equal(plan.n_slots, keys->n_slots);
    assert_null(plan.stretch_begin); /* for predictions alone */
    check_pairs(&plan, keys, g->view.graph, expected);
    sg_plan_free(&plan);
    sg_table_free(&slots);
}

static void models_are_recognized(void **state)
{
    (void)state;
    ground g, other;
    open_ground(&g, PATH);
    open_ground(&other, small_data("0: 9 9 / 0-1", "0: 7 5 / 0-1"));
    sg_weight_keys keys = keys_of_path(&g);
    check_recognized(&g, &keys, ALL_PAIRS);
    /* The path has no edge between two nodes of label 9, and no label 7. */
    check_recognized(&other, &keys, "0:9<9@0 | 1:9<9@0 | | 1:5<5@0 | ");
    forget_slot(&keys, find_slot(&keys, 5, 9, 1));
    check_recognized(&g, &keys, WITHOUT_9_TO_5);
    keys.n_slots = 0;
    check_recognized(&g, &keys, "| | | | ");
    keys.n_slots = 4;
    sg_weight_keys_free(&keys);
    close_ground(&other);
    close_ground(&g);
}

static void contradictions_are_refused(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, PATH);
    sg_plan plan = {0};
    sg_weight_keys keys = keys_of_path(&g);
    const sg_plan_source source = source_of(&g);
    keys.sender[1] = keys.sender[0];
    keys.value[1] = keys.value[0];
    sg_triples triples = triples_of(&g);
    check_fails(sg_plan_recognize_explicit(&plan, &keys, &triples, &g.labels, &g.labels,
                                           g.view.graph, &err),
                SG_EFORMAT, "weights 0 and 1 have the same key");
    check_fails(sg_plan_recognize_implicit(&plan, &keys, &source, &err), SG_EFORMAT,
                "weights 0 and 1 have the same key");
    assert_null(plan.table); /* untouched */
    assert_null(plan.row);
    sg_triples_free(&triples);
    sg_weight_keys_free(&keys);
    close_ground(&g);
}

/* ---- Memory ------------------------------------------------------------------------------- */

typedef struct memory_case {
    const ground *g;
    const sg_weight_keys *keys;
} memory_case;

static sg_status make_parts(void *context, sg_error *err)
{
    const memory_case *c = context;
    const ground *g = c->g;
    sg_status status = SG_OK;
    sg_plan plan = {0}, receivers = {0};
    sg_weight_keys keys = {0};
    sg_table slots = {0}, numbers = {0};
    sg_triples triples = {0};
    uint32_t slot_of[5];
    sg_plan_source source = source_of(g);
    SG_TRY(sg_plan_number_keys(&numbers, &g->labels.vocabulary, err));
    SG_TRY(sg_slots_number(&slots, c->keys, err));
    SG_TRY(sg_plan_find_receivers(&receivers, c->keys, err));
    SG_TRY(sg_triples_collect(&triples, &g->labels, &g->labels, &g->property, &g->view, NULL,
                              err));
    SG_TRY(sg_plan_find_slots(slot_of, &receivers, c->keys, &triples, &g->labels, &g->labels,
                              err));
    SG_TRY(sg_plan_recognize_explicit(&plan, c->keys, &triples, &g->labels, &g->labels,
                                      g->view.graph, err));
    sg_plan_free(&plan);
    SG_TRY(sg_plan_recognize_implicit(&plan, c->keys, &source, err));
    sg_plan_free(&plan);
    source.slots = &slots;
    SG_TRY(sg_plan_recognize_indexed(&plan, c->keys->n_slots, &source, err));
    sg_plan_free(&plan);
    SG_TRY(sg_plan_make_implicit(&plan, &keys, &source, (sg_thresholds){0}, err));
done:
    sg_plan_free(&plan);
    sg_plan_free(&receivers);
    sg_weight_keys_free(&keys);
    sg_table_free(&slots);
    sg_table_free(&numbers);
    sg_triples_free(&triples);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, PATH);
    sg_weight_keys keys = keys_of_path(&g);
    memory_case c = {&g, &keys};
    assert_true(check_out_of_memory(make_parts, &c) > 30);
    sg_weight_keys_free(&keys);
    close_ground(&g);
}

SG_TESTS(cmocka_unit_test(a_triple_is_an_ordered_key),
         cmocka_unit_test(thresholds_admit_both_ends), cmocka_unit_test(senders_have_16_bits),
         cmocka_unit_test(keys_are_numbered_by_position),
         cmocka_unit_test(receivers_begin_where_the_key_changes),
         cmocka_unit_test(slots_are_numbered_by_content),
         cmocka_unit_test(triples_find_their_slots), cmocka_unit_test(an_implicit_plan_by_hand),
         cmocka_unit_test(models_are_recognized), cmocka_unit_test(contradictions_are_refused),
         cmocka_unit_test(memory_may_run_out))
