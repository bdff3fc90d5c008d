/* test_canonical.c - forms of rooted graphs do not depend on numbers, and symmetries are true ones. */
#include "graph/canonical.h"

#include "base/mem.h"
#include "sharegnn/limits.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"

#include <string.h>

enum { MOST_NODES = 24, MOST_ARCS = MOST_NODES * MOST_NODES };

/* The hashes of one graph, whose arcs begin at 0. */
typedef struct input {
    const sg_graph *graph;
    uint64_t arc[MOST_ARCS], label[MOST_NODES];
} input;

static void input_of(input *in, const labeled_graph *graph)
{
    in->graph = &graph->graph;
    assert_true(graph->graph.n_nodes <= MOST_NODES);
    for (uint32_t v = 0; v < graph->graph.n_nodes; v++)
        in->label[v] = (uint64_t)graph->node_label[v] / 2;
    for (uint32_t a = 0; a < graph->graph.n_arcs; a++)
        in->arc[a] = (uint64_t)graph->edge_label[a] / 2 + 1;
}

static sg_canonical *open_search(const input *in, uint64_t *steps)
{
    sg_canonical *canonical = NULL;
    check_ok(sg_canonical_open(&canonical, in->graph->n_nodes, in->graph->arc_offset,
                               in->graph->neighbor, in->arc, in->label, steps, &err));
    return canonical;
}

static void forms_move_with_roots(void **state)
{
    (void)state;
    sg_rng rng = check_rng("forms_move_with_roots");
    for (int i = 0; i < 300; i++) {
        uint32_t new_id[MOST_NODES] = {0};
        input a = {0}, b = {0};
        uint64_t steps = UINT64_MAX;
        labeled_graph one =
            labeled_graph_draw(&rng, (random_shape){.max_graphs = 1, .max_nodes = MOST_NODES});
        random_permutation(new_id, &rng, one.graph.graph_offset, one.graph.n_graphs);
        labeled_graph two = labeled_graph_renumber(&one, new_id);
        input_of(&a, &one);
        input_of(&b, &two);
        sg_canonical *first = open_search(&a, &steps), *second = open_search(&b, &steps);
        const uint32_t *orbit = sg_canonical_orbits(first);
        for (uint32_t v = 0; v < one.graph.n_nodes; v++) {
            const uint64_t *form[3];
            size_t n_words[3];
            check_ok(sg_canonical_rooted(&form[0], &n_words[0], first, v, &steps, &err));
            check_ok(
                sg_canonical_rooted(&form[1], &n_words[1], second, new_id[v], &steps, &err));
            assert_int_equal(n_words[0], n_words[1]);
            assert_memory_equal(form[0], form[1], n_words[0] * sizeof **form);
            /* Nodes of one orbit have one form. */
            check_ok(sg_canonical_rooted(&form[2], &n_words[2], first, orbit[v], &steps, &err));
            assert_memory_equal(form[1], form[2], n_words[1] * sizeof **form);
        }
        sg_canonical_close(first);
        sg_canonical_close(second);
        labeled_graph_free(&one);
        labeled_graph_free(&two);
    }
}

static void steps_are_counted(void **state)
{
    (void)state;
    sg_graph graph = graph_of(6, "0-1 1-2 2-3 3-4 4-5 5-0");
    const uint64_t arc[12] = {0}, label[6] = {0};
    sg_canonical *canonical = NULL;
    uint64_t steps = 60, enough = 1000;
    sg_error failure = {0};
    assert_int_equal(sg_canonical_open(&canonical, 6, graph.arc_offset, graph.neighbor, arc,
                                       label, &steps, &failure),
                     SG_ELIMIT);
    assert_null(canonical);
    assert_true(steps < 60 && failure.status == SG_OK);
    check_ok(sg_canonical_open(&canonical, 6, graph.arc_offset, graph.neighbor, arc, label,
                               &enough, &err));
    assert_true(sg_canonical_symmetries(canonical)->n_known > 0);
    for (uint32_t v = 0; v < 6; v++) assert_int_equal(sg_canonical_orbits(canonical)[v], 0);
    assert_true(enough < 1000);
    sg_canonical_close(canonical);
    sg_canonical_close(NULL);
    sg_graph_free(&graph);
}

static sg_status search_body(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = context;
    const uint64_t arc[12] = {0}, label[6] = {0}, *form = NULL;
    size_t n_words = 0;
    uint64_t steps = UINT64_MAX;
    sg_canonical *canonical = NULL;
    SG_TRY(sg_canonical_open(&canonical, 6, graph->arc_offset, graph->neighbor, arc, label,
                             &steps, err));
    SG_TRY(sg_canonical_rooted(&form, &n_words, canonical, 3, &steps, err));
done:
    sg_canonical_close(canonical);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_graph graph = graph_of(6, "0-1 1-2 2-3 3-4 4-5 5-0");
    assert_true(check_out_of_memory(search_body, &graph) > 10);
    sg_graph_free(&graph);
}

/* Nodes without edges are singled out one after the other, with a partition of all kept for each. */
static void accounts_bound_the_depth(void **state)
{
    (void)state;
    enum { N = 3000 };
    static const uint32_t offset[N + 1];
    static const uint64_t label[N];
    const sg_limits limits = {.struct_size = sizeof limits, .memory = 30000000};
    sg_account *account = NULL;
    sg_canonical *canonical = NULL;
    sg_error err = {0};
    uint64_t steps = UINT64_MAX;
    assert_int_equal(sg_account_open(&account, &limits, &err), SG_OK);
    assert_int_equal(sg_canonical_open(&canonical, N, offset, NULL, NULL, label, &steps, &err),
                     SG_ELIMIT);
    assert_null(canonical);
    sg_account_close(account);
}

SG_TESTS(cmocka_unit_test(forms_move_with_roots), cmocka_unit_test(steps_are_counted),
         cmocka_unit_test(accounts_bound_the_depth), cmocka_unit_test(out_of_memory))
