/* test_plan.c - plans of both kinds against what they say: every pair of nodes has the slot of its
 * triple, and triples have slots by their number. */
#include "plans/plan.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"

static const random_shape SHAPE = {.max_graphs = 4, .max_nodes = 8};

/* Everything a plan of random graphs is made from. */
typedef struct material {
    labeled_graph data;
    sg_graph_view view;
    sg_labels receiver, sender; /* sender is not used where both are the same */
    bool same_labels;
    sg_property property;
    sg_plan_pairs *pairs;
} material;

static void open_material(material *m, labeled_graph data, const char *receiver,
                          const char *sender, const char *pair)
{
    *m = (material){.data = data, .same_labels = strcmp(receiver, sender) == 0};
    m->view = labeled_graph_view(&m->data);
    m->receiver = labels_of(&m->view, receiver);
    if (!m->same_labels) m->sender = labels_of(&m->view, sender);
    check_ok(sg_property_parse(&m->property, pair, &err));
    check_ok(sg_plan_pairs_open(&m->pairs, &m->property, &m->view, &err));
}

static void close_material(material *m)
{
    sg_plan_pairs_release(m->pairs);
    sg_property_free(&m->property);
    sg_labels_free(&m->receiver);
    sg_labels_free(&m->sender);
    labeled_graph_free(&m->data);
}

static const sg_labels *senders_of(const material *m)
{
    return m->same_labels ? &m->receiver : &m->sender;
}

static sg_plan_source source_of(const material *m, sg_plan_kind kind)
{
    return (sg_plan_source){
        .receiver = &m->receiver, .sender = senders_of(m), .pairs = m->pairs, .kind = kind};
}

/* ---- The slow twin ------------------------------------------------------------------------ */

/* An ordered pair of nodes and its triple of content keys. */
typedef struct node_pair {
    uint32_t g, v, u;
    uint64_t receiver, sender, value;
} node_pair;

enum { MAX_PAIRS = 4 * 8 * 8 };

static size_t list_pairs(node_pair *list, const material *m)
{
    size_t n = 0;
    sg_scratch scratch = {0};
    for (uint32_t g = 0; g < m->view.graph->n_graphs; g++) {
        const sg_one_graph one = sg_view_graph(&m->view, g);
        sg_pairs found = {0};
        sg_scratch_reset(&scratch);
        check_ok(m->property.kind->find(&found, &m->property, &one, &scratch, &err));
        for (uint32_t v = 0; v < one.n_nodes; v++)
            for (uint32_t p = found.row[v]; p < found.row[v + 1]; p++) {
                const uint32_t u = found.sender[p];
                const sg_labels *sender = senders_of(m);
                assert_true(n < MAX_PAIRS);
                list[n++] = (node_pair){
                    .g = g,
                    .v = v,
                    .u = u,
                    .receiver = m->receiver.vocabulary.key[m->receiver.label[one.first + v]],
                    .sender = sender->vocabulary.key[sender->label[one.first + u]],
                    .value = found.key[found.value[p]].key};
            }
    }
    sg_scratch_free(&scratch);
    return n;
}

static bool same_triple(const node_pair *a, const node_pair *b)
{
    return a->receiver == b->receiver && a->sender == b->sender && a->value == b->value;
}

static uint64_t count_triple(const node_pair *list, size_t n, const node_pair *of)
{
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++) count += same_triple(&list[i], of);
    return count;
}

/* The slot that the plan gives to a pair, or SG_NO_SLOT. */
static uint32_t slot_of(const sg_plan *plan, const sg_graph *graph, const node_pair *p)
{
    uint16_t sender[8];
    uint32_t slot[8], found = SG_NO_SLOT;
    const uint32_t n = sg_plan_row(sender, slot, plan, graph, p->g, p->v);
    for (uint32_t i = 0; i < n; i++) {
        if (sender[i] != p->u) continue;
        assert_int_equal(found, SG_NO_SLOT); /* every sender once */
        found = slot[i];
    }
    return found;
}

static bool is_key(const sg_weight_keys *keys, uint32_t slot, const node_pair *p)
{
    return keys->receiver[slot] == p->receiver && keys->sender[slot] == p->sender &&
           keys->value[slot] == p->value;
}

static void check_stretches(const sg_plan *plan, const sg_weight_keys *keys)
{
    assert_int_equal(plan->n_slots, keys->n_slots);
    assert_int_equal(plan->receiver_begin[plan->n_receivers], plan->n_slots);
    for (uint32_t r = 0; r < plan->n_receivers; r++)
        for (uint32_t s = plan->receiver_begin[r]; s < plan->receiver_begin[r + 1]; s++)
            assert_true(keys->receiver[s] == keys->receiver[plan->receiver_begin[r]]);
}

/* Every pair has the slot with its triple's keys, if the thresholds admit it; every slot is some
 * pair's. */
static void check_plan(const sg_plan *plan, const sg_weight_keys *keys, const material *m,
                       sg_thresholds t)
{
    static node_pair list[MAX_PAIRS];
    static bool used[MAX_PAIRS];
    const size_t n = list_pairs(list, m);
    uint64_t n_rows = 0, n_admitted = 0;
    memset(used, 0, sizeof used);
    check_stretches(plan, keys);
    for (size_t i = 0; i < n; i++) {
        const uint64_t count = count_triple(list, n, &list[i]);
        const bool admitted = count >= t.at_least && (t.at_most == 0 || count <= t.at_most);
        const uint32_t slot = slot_of(plan, m->view.graph, &list[i]);
        assert_int_equal(slot != SG_NO_SLOT, admitted);
        n_admitted += admitted;
        if (!admitted) continue;
        assert_true(slot < plan->n_slots && is_key(keys, slot, &list[i]));
        used[slot] = true;
    }
    for (uint32_t s = 0; s < plan->n_slots; s++) assert_true(used[s]);
    for (uint32_t g = 0; g < m->view.graph->n_graphs; g++) {
        uint16_t sender[8];
        uint32_t slot[8];
        const uint32_t n_nodes =
            m->view.graph->graph_offset[g + 1] - m->view.graph->graph_offset[g];
        for (uint32_t v = 0; v < n_nodes; v++)
            n_rows += sg_plan_row(sender, slot, plan, m->view.graph, g, v);
    }
    assert_int_equal(n_rows, n_admitted); /* and no other pairs */
}

static void check_same_keys(const sg_weight_keys *a, const sg_weight_keys *b)
{
    assert_int_equal(a->n_slots, b->n_slots);
    assert_memory_equal(a->receiver, b->receiver, a->n_slots * sizeof *a->receiver);
    assert_memory_equal(a->sender, b->sender, a->n_slots * sizeof *a->sender);
    assert_memory_equal(a->value, b->value, a->n_slots * sizeof *a->value);
}

/* ---- Building ----------------------------------------------------------------------------- */

typedef struct head_words {
    const char *receiver, *sender, *pair;
    sg_thresholds thresholds;
} head_words;

static const head_words HEADS[] = {
    {"label", "label", "distance 0..7", {0}},
    {"label", "label", "distance 1", {.at_least = 2}},
    {"wl:1", "wl:1", "distance 0..2", {.at_least = 1, .at_most = 2}},
    {"label", "degree", "edge", {0}},
    {"none", "label", "distance 1..7", {.at_least = 3}},
    {"degree", "none", "distance 2,3", {.at_least = 1000}},
};

enum { N_HEADS = sizeof HEADS / sizeof *HEADS };

static void both_kinds_are_what_they_say(void **state)
{
    (void)state;
    sg_rng rng = check_rng("plans");
    for (int i = 0; i < 300; i++) {
        const head_words *head = &HEADS[i % N_HEADS];
        material m;
        sg_plan plan[2] = {{0}, {0}};
        sg_weight_keys keys[2] = {{0}, {0}};
        open_material(&m, labeled_graph_draw(&rng, SHAPE), head->receiver, head->sender,
                      head->pair);
        for (int k = 0; k < 2; k++) {
            const sg_plan_source source =
                source_of(&m, k == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT);
            check_ok(sg_plan_make(&plan[k], &keys[k], &source, head->thresholds, &err));
            check_plan(&plan[k], &keys[k], &m, head->thresholds);
        }
        assert_string_equal(sg_plan_kind_name(&plan[0]), "explicit");
        assert_string_equal(sg_plan_kind_name(&plan[1]), "implicit");
        check_same_keys(&keys[0], &keys[1]);
        for (int k = 0; k < 2; k++) {
            assert_true(sg_plan_bytes(&plan[k]) > 0);
            sg_plan_free(&plan[k]);
            sg_weight_keys_free(&keys[k]);
        }
        close_material(&m);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    sg_rng rng = check_rng("plans and threads");
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    for (int i = 0; i < 60; i++) {
        const head_words *head = &HEADS[i % N_HEADS];
        material m;
        sg_plan plan[2] = {{0}, {0}};
        sg_weight_keys keys[2] = {{0}, {0}};
        open_material(&m, labeled_graph_draw(&rng, SHAPE), head->receiver, head->sender,
                      head->pair);
        for (int k = 0; k < 2; k++) {
            sg_plan_source source = source_of(&m, SG_PLAN_IMPLICIT);
            source.threads = k == 0 ? NULL : threads;
            check_ok(sg_plan_make(&plan[k], &keys[k], &source, head->thresholds, &err));
        }
        check_same_keys(&keys[0], &keys[1]);
        assert_memory_equal(plan[0].table, plan[1].table,
                            sg_plan_cells(&plan[0]) * sizeof(uint32_t));
        for (int k = 0; k < 2; k++) {
            sg_plan_free(&plan[k]);
            sg_weight_keys_free(&keys[k]);
        }
        close_material(&m);
    }
    sg_threads_close(threads);
}

/* ---- Other data --------------------------------------------------------------------------- */

/* Every pair whose triple the model has gets that slot, all others none. */
static void check_rebuilt(const sg_plan *plan, const sg_weight_keys *keys, const material *m)
{
    static node_pair list[MAX_PAIRS];
    const size_t n = list_pairs(list, m);
    assert_int_equal(plan->n_slots, keys->n_slots);
    for (size_t i = 0; i < n; i++) {
        uint32_t expected = SG_NO_SLOT;
        for (uint32_t s = 0; s < keys->n_slots; s++)
            if (is_key(keys, s, &list[i])) expected = s;
        assert_int_equal(slot_of(plan, m->view.graph, &list[i]), expected);
    }
}

static void other_data_has_the_slots_of_the_model(void **state)
{
    (void)state;
    sg_rng rng = check_rng("other data");
    for (int i = 0; i < 200; i++) {
        const head_words *head = &HEADS[i % N_HEADS];
        material known, other;
        sg_plan plan = {0};
        sg_weight_keys keys = {0};
        open_material(&known, labeled_graph_draw(&rng, SHAPE), head->receiver, head->sender,
                      head->pair);
        open_material(&other, labeled_graph_draw(&rng, SHAPE), head->receiver, head->sender,
                      head->pair);
        const sg_plan_source of_known = source_of(&known, SG_PLAN_AUTO);
        check_ok(sg_plan_make(&plan, &keys, &of_known, head->thresholds, &err));
        sg_plan_free(&plan);
        for (int k = 0; k < 2; k++) {
            const sg_plan_source source =
                source_of(&other, k == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT);
            check_ok(sg_plan_recognize(&plan, &keys, &source, &err));
            check_rebuilt(&plan, &keys, &other);
            sg_plan_free(&plan);
        }
        sg_weight_keys_free(&keys);
        close_material(&known);
        close_material(&other);
    }
}

/* A path and many lonely nodes: few pairs, but so many labels and values that a table with a cell for
 * each combination would be too large. */
static labeled_graph build_path_and_dust(uint32_t n_path, uint32_t n_nodes)
{
    labeled_graph data = {0};
    sg_arc_list arcs = {0};
    uint32_t *offset = sg_alloc(2, sizeof *offset);
    assert_non_null(offset);
    offset[1] = n_nodes;
    for (uint32_t v = 1; v < n_path; v++) check_ok(sg_arc_list_add(&arcs, v - 1, v, &err));
    check_ok(sg_graph_build(&data.graph, NULL, NULL, &arcs, &offset, 1, &err));
    data.node_label = sg_alloc(n_nodes, sizeof *data.node_label);
    data.edge_label = sg_alloc(data.graph.n_arcs, sizeof *data.edge_label);
    assert_true(data.node_label != NULL && data.edge_label != NULL);
    return data;
}

/* Forget two of three slots; what is left has the number slot / 3. */
static void forget_slots(sg_weight_keys *keys)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < keys->n_slots; s += 3, n++) {
        keys->receiver[n] = keys->receiver[s];
        keys->sender[n] = keys->sender[s];
        keys->value[n] = keys->value[s];
    }
    keys->n_slots = n;
}

static void any_number_of_labels_is_recognized(void **state)
{
    (void)state;
    material m;
    sg_plan all = {0}, some = {0};
    sg_weight_keys keys = {0};
    uint64_t n = 0;
    open_material(&m, build_path_and_dust(300, 60000), "degree", "index", "distance 0..299");
    const sg_plan_source source = source_of(&m, SG_PLAN_EXPLICIT);
    check_ok(sg_plan_make(&all, &keys, &source, (sg_thresholds){0}, &err));
    forget_slots(&keys);
    check_ok(sg_plan_recognize(&some, &keys, &source, &err));
    for (uint32_t v = 0; v < all.n_nodes; v++) {
        assert_int_equal(some.row[v], n);
        for (uint64_t p = all.row[v]; p < all.row[v + 1]; p++) {
            if (all.slot[p] % 3 != 0) continue;
            assert_int_equal(some.slot[n], all.slot[p] / 3);
            assert_int_equal(some.sender[n], all.sender[p]);
            n++;
        }
    }
    assert_int_equal(some.n_pairs, n);
    keys.receiver[1] = keys.receiver[0];
    keys.sender[1] = keys.sender[0];
    keys.value[1] = keys.value[0];
    sg_plan_free(&some);
    check_fails(sg_plan_recognize(&some, &keys, &source, &err), SG_EFORMAT,
                "weights 0 and 1 have the same key");
    sg_plan_free(&all);
    sg_weight_keys_free(&keys);
    close_material(&m);
}

/* Two nodes of labels 0 and 1, joined. */
static labeled_graph build_edge(void)
{
    labeled_graph data = {0};
    sg_arc_list arcs = {0};
    uint32_t *offset = sg_alloc(2, sizeof *offset);
    data.node_label = sg_alloc(2, sizeof *data.node_label);
    data.edge_label = sg_alloc(2, sizeof *data.edge_label);
    assert_true(offset != NULL && data.node_label != NULL && data.edge_label != NULL);
    offset[1] = 2;
    data.node_label[1] = 1;
    check_ok(sg_arc_list_add(&arcs, 0, 1, &err));
    check_ok(sg_graph_build(&data.graph, NULL, NULL, &arcs, &offset, 1, &err));
    return data;
}

static void damaged_keys_are_refused(void **state)
{
    (void)state;
    material m;
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    open_material(&m, build_edge(), "label", "label", "distance 0..1");
    sg_plan_source source = source_of(&m, SG_PLAN_EXPLICIT);
    check_ok(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err));
    sg_plan_free(&plan);
    assert_int_equal(keys.n_slots, 4);
    for (int k = 0; k < 2; k++) {
        source.kind = k == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT;
        uint64_t *const part[3] = {keys.receiver, keys.sender, keys.value};
        const uint64_t kept[3] = {keys.receiver[1], keys.sender[1], keys.value[1]};
        for (int i = 0; i < 3; i++) part[i][1] = part[i][0];
        check_fails(sg_plan_recognize(&plan, &keys, &source, &err), SG_EFORMAT,
                    "weights 0 and 1 have the same key");
        for (int i = 0; i < 3; i++) part[i][1] = kept[i];
        const uint64_t receiver = keys.receiver[1];
        keys.receiver[1] = 12345; /* the first receiver's slots are torn apart */
        keys.receiver[2] = receiver;
        check_fails(sg_plan_recognize(&plan, &keys, &source, &err), SG_EFORMAT,
                    "do not stand together");
        keys.receiver[1] = receiver;
        keys.receiver[2] = keys.receiver[3];
        assert_null(plan.receiver_begin); /* untouched */
    }
    sg_weight_keys_free(&keys);
    close_material(&m);
}

/* ---- Choosing ----------------------------------------------------------------------------- */

static labeled_graph build_rings(uint32_t n_graphs, uint32_t n, bool closed)
{
    labeled_graph data = {0};
    sg_arc_list arcs = {0};
    const uint32_t n_nodes = n_graphs * n;
    uint32_t *offset = sg_alloc(n_graphs + (size_t)1, sizeof *offset);
    assert_non_null(offset);
    for (uint32_t g = 0; g < n_graphs; g++) {
        const uint32_t first = offset[g];
        offset[g + 1] = first + n;
        for (uint32_t v = 1; v < n; v++)
            check_ok(sg_arc_list_add(&arcs, first + v - 1, first + v, &err));
        if (closed) check_ok(sg_arc_list_add(&arcs, first + n - 1, first, &err));
    }
    check_ok(sg_graph_build(&data.graph, NULL, NULL, &arcs, &offset, n_graphs, &err));
    data.node_label = sg_alloc(n_nodes, sizeof *data.node_label);
    data.edge_label = sg_alloc(data.graph.n_arcs, sizeof *data.edge_label);
    assert_true(data.node_label != NULL && data.edge_label != NULL);
    return data;
}

static void check_choice(labeled_graph data, const char *label, const char *pair,
                         const char *expected)
{
    material m;
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    open_material(&m, data, label, label, pair);
    const sg_plan_source source = source_of(&m, SG_PLAN_AUTO);
    check_ok(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err));
    assert_string_equal(sg_plan_kind_name(&plan), expected);
    sg_plan_free(&plan);
    check_ok(sg_plan_recognize(&plan, &keys, &source, &err));
    assert_string_equal(sg_plan_kind_name(&plan), expected);
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    close_material(&m);
}

static void the_kind_is_chosen_by_memory(void **state)
{
    (void)state;
    check_choice(build_rings(100, 64, true), "none", "distance 0..32", "explicit");
    check_choice(build_rings(1500, 64, true), "none", "distance 0..32", "implicit");
    check_choice(build_rings(1500, 64, true), "none", "distance 1", "explicit");
    /* More values than a byte can number. */
    check_choice(build_rings(70, 300, false), "none", "distance 0..299", "explicit");
    /* More labels than a table can have. */
    check_choice(build_rings(30, 500, false), "index", "distance 0..499", "explicit");
}

static void what_is_too_large_is_refused(void **state)
{
    (void)state;
    material m;
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    open_material(&m, build_rings(1, 300, false), "none", "none", "distance 0..299");
    sg_plan_source source = source_of(&m, SG_PLAN_IMPLICIT);
    check_fails(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err), SG_ELIMIT,
                "more than 254 values");
    close_material(&m);
    open_material(&m, build_rings(1, 20000, false), "index", "index", "distance 1");
    source = source_of(&m, SG_PLAN_IMPLICIT);
    check_fails(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err), SG_ELIMIT,
                "too many labels or pairs");
    close_material(&m);
    open_material(&m, build_rings(1, 65537, false), "index", "none", "distance 1");
    source = source_of(&m, SG_PLAN_EXPLICIT);
    check_fails(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err), SG_ELIMIT,
                "65537 nodes");
    source.kind = SG_PLAN_IMPLICIT;
    check_fails(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err), SG_ELIMIT,
                "65537 nodes");
    assert_null(plan.receiver_begin);
    assert_null(keys.receiver);
    close_material(&m);
}

/* ---- Memory ------------------------------------------------------------------------------- */

typedef struct memory_case {
    const material *m;
    sg_plan_kind kind;
} memory_case;

static sg_status build_twice(void *context, sg_error *err)
{
    const memory_case *c = context;
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    sg_plan_pairs *pairs = NULL;
    sg_status status = sg_plan_pairs_open(&pairs, &c->m->property, &c->m->view, err);
    if (status != SG_OK) return status;
    sg_plan_source source = source_of(c->m, c->kind);
    source.pairs = pairs;
    status = sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, err);
    sg_plan_free(&plan);
    if (status == SG_OK) status = sg_plan_recognize(&plan, &keys, &source, err);
    sg_plan_pairs_release(pairs); /* the plan keeps them */
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_rng rng = check_rng("plans and memory");
    material m;
    open_material(&m, labeled_graph_draw(&rng, SHAPE), "label", "degree", "distance 0..2");
    memory_case c = {.m = &m, .kind = SG_PLAN_EXPLICIT};
    assert_true(check_out_of_memory(build_twice, &c) > 10);
    c.kind = SG_PLAN_IMPLICIT;
    assert_true(check_out_of_memory(build_twice, &c) > 10);
    close_material(&m);
}

SG_TESTS(cmocka_unit_test(both_kinds_are_what_they_say),
         cmocka_unit_test(threads_change_nothing),
         cmocka_unit_test(other_data_has_the_slots_of_the_model),
         cmocka_unit_test(any_number_of_labels_is_recognized),
         cmocka_unit_test(damaged_keys_are_refused),
         cmocka_unit_test(the_kind_is_chosen_by_memory),
         cmocka_unit_test(what_is_too_large_is_refused),
         cmocka_unit_test(survives_any_failing_allocation))
