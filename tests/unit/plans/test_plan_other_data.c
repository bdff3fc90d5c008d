/* test_plan_other_data.c - plans of other data have the slots of the model. */
#include "unit/plans/plan_material.inc"

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
                    "are not together");
        keys.receiver[1] = receiver;
        keys.receiver[2] = keys.receiver[3];
        assert_null(plan.stretch_begin); /* untouched */
    }
    sg_weight_keys_free(&keys);
    close_material(&m);
}

SG_TESTS(cmocka_unit_test(other_data_has_the_slots_of_the_model),
         cmocka_unit_test(any_number_of_labels_is_recognized),
         cmocka_unit_test(damaged_keys_are_refused))
