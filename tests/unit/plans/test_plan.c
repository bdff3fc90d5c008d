/* test_plan.c - plans of both kinds against what they say: every pair of nodes has the slot of its
 * triple; and which kind is chosen. */
#include "unit/plans/plan_material.inc"

/* ---- The slow twin ------------------------------------------------------------------------ */

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

static void check_stretches(const sg_plan *plan, const sg_weight_keys *keys)
{
    assert_int_equal(plan->n_slots, keys->n_slots);
    assert_int_equal(plan->stretch_begin[plan->n_stretches], plan->n_slots);
    for (uint32_t r = 0; r < plan->n_stretches; r++)
        for (uint32_t s = plan->stretch_begin[r]; s < plan->stretch_begin[r + 1]; s++)
            assert_true(keys->receiver[s] == keys->receiver[plan->stretch_begin[r]]);
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
        uint32_t sender[8];
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
    source = source_of(&m, SG_PLAN_IMPLICIT);
    check_fails(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err), SG_ELIMIT,
                "65537 nodes");
    source.kind = SG_PLAN_EXPLICIT;
    check_fails(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err), SG_ELIMIT,
                "use labels that more nodes have");
    assert_null(plan.stretch_begin);
    assert_null(keys.receiver);
    close_material(&m);
}

/* Senders of very large graphs take four bytes. */
static void large_graphs_have_explicit_plans(void **state)
{
    (void)state;
    enum { N = 65537 };
    material m;
    sg_plan plan = {0}, again = {0};
    sg_weight_keys keys = {0};
    uint32_t sender[N], slot[N];
    open_material(&m, build_rings(1, N, false), "none", "none", "distance 1");
    const sg_plan_source source = source_of(&m, SG_PLAN_AUTO);
    check_ok(sg_plan_make(&plan, &keys, &source, (sg_thresholds){0}, &err));
    check_ok(sg_plan_recognize(&again, &keys, &source, &err));
    assert_string_equal(sg_plan_kind_name(&plan), "explicit");
    assert_null(plan.sender);
    const sg_graph *g = m.view.graph;
    assert_int_equal(plan.n_pairs, g->n_arcs);
    assert_memory_equal(plan.far_sender, again.far_sender, g->n_arcs * sizeof *plan.far_sender);
    assert_true(sg_plan_bytes(&plan) >=
                g->n_arcs * 2 * sizeof(uint32_t) + N * sizeof(uint64_t));
    for (uint32_t v = 0; v < N; v += N - 1) {
        const uint32_t n = g->arc_offset[v + 1] - g->arc_offset[v];
        assert_int_equal(sg_plan_row(sender, slot, &plan, g, 0, v), n);
        for (uint32_t i = 0; i < n; i++)
            assert_int_equal(sender[i], g->neighbor[g->arc_offset[v] + i]);
    }
    sg_plan_free(&plan);
    sg_plan_free(&again);
    sg_weight_keys_free(&keys);
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
         cmocka_unit_test(the_kind_is_chosen_by_memory),
         cmocka_unit_test(what_is_too_large_is_refused),
         cmocka_unit_test(large_graphs_have_explicit_plans),
         cmocka_unit_test(survives_any_failing_allocation))
