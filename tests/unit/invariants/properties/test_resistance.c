/* test_resistance.c - effective resistances: exact, whatever the way to them. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/named_pair.h"
#include "support/pairs_of.h"
#include "support/shaped_graphs.h"
#include "support/slow_graph.h"
#include "support/slow_joins.h"

static void equals_its_slow_twin(void **state)
{
    (void)state;
    static const char *const expression[] = {"resistance", "resistance within 2",
                                             "resistance within 0"};
    sg_rng rng = check_rng("resistance");
    for (int i = 0; i < 3000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){3, 9});
        const sg_graph_view view = {.graph = &graph};
        check_pairs(&view, expression[i % 3], SG_TAG_RESISTANCE, slow_resistance);
        sg_graph_free(&graph);
    }
}

/* Keys and fractions of the pairs of several graphs. */
typedef struct pair_value {
    slow_fraction fraction;
    sg_key key;
} pair_value;

static size_t collect(pair_value *value, const sg_graph_view *view)
{
    size_t n = 0;
    const sg_one_graph one = sg_view_graph(view, 0);
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(view, "resistance", &scratch);
    uint32_t *distance = slow_distances(view->graph, 0);
    for (uint32_t v = 0; v < one.n_nodes; v++)
        for (uint32_t p = pairs.row[v]; p < pairs.row[v + 1]; p++)
            value[n++] = (pair_value){
                slow_resistance_of(&(slow_pair){&one, distance, v, pairs.sender[p]}),
                pairs.key[pairs.value[p]]};
    sg_free(distance);
    sg_scratch_free(&scratch);
    return n;
}

/* Pairs of different graphs have the same key exactly where their resistances are equal. */
static void equal_means_equal(void **state)
{
    (void)state;
    sg_rng rng = check_rng("equal");
    static pair_value value[20 * 64];
    for (int i = 0; i < 100; i++) {
        size_t n = 0;
        for (int k = 0; k < 20; k++) {
            sg_graph graph = random_graph(&rng, (random_shape){1, 8});
            const sg_graph_view view = {.graph = &graph};
            if (graph.n_graphs == 1) n += collect(value + n, &view);
            sg_graph_free(&graph);
        }
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; b < a; b++) {
                const bool same = value[a].fraction.a == value[b].fraction.a &&
                                  value[a].fraction.b == value[b].fraction.b;
                assert_int_equal(value[a].key.key == value[b].key.key, same);
                assert_int_equal(value[a].key.check == value[b].key.check, same);
            }
    }
}

static void known_values(void **state)
{
    (void)state;
    sg_graph path = graph_of(5, "0-1 1-2 2-3 3-4"), ring = graph_of(4, "0-1 1-2 2-3 3-0");
    sg_graph triangle = complete_graph(3), five = complete_graph(5);
    const sg_graph_view path_view = {.graph = &path}, ring_view = {.graph = &ring};
    const sg_graph_view triangle_view = {.graph = &triangle}, five_view = {.graph = &five};
    assert_string_equal(named_pair(&path_view, "resistance", 0, 4), "resistance 4");
    assert_string_equal(named_pair(&path_view, "resistance", 3, 3), "resistance 0");
    assert_string_equal(named_pair(&ring_view, "resistance", 0, 1), "resistance 3/4");
    assert_string_equal(named_pair(&ring_view, "resistance", 0, 2), "resistance 1");
    assert_string_equal(named_pair(&triangle_view, "resistance", 0, 1), "resistance 2/3");
    assert_string_equal(named_pair(&five_view, "resistance", 2, 4), "resistance 2/5");
    sg_graph_free(&path);
    sg_graph_free(&ring);
    sg_graph_free(&triangle);
    sg_graph_free(&five);
}

/* Rings, each joined to the next at a node: resistances from one end into the last ring are sums of
 * fractions whose common denominator is a multiple of 16 * 17 * 19 * 23 * 25 * 27 * 29, and no small
 * fraction is their name. */
static void long_fractions_have_no_name(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {3, 4, 5, 16, 17, 19, 23, 25, 27, 29};
    enum { N_RINGS = sizeof sizes / sizeof *sizes };
    char edges[2000] = "";
    size_t at = 0;
    uint32_t n = 1, joint[N_RINGS + 1] = {0};
    for (uint32_t r = 0; r < N_RINGS; r++) {
        const uint32_t first = joint[r];
        for (uint32_t i = 0; i < sizes[r]; i++)
            at += (size_t)sprintf(edges + at, "%u-%u ", i == 0 ? first : n + i - 1,
                                  i + 1 == sizes[r] ? first : n + i);
        joint[r + 1] = n;
        n += sizes[r] - 1;
    }
    edges[at - 1] = '\0';
    sg_graph graph = graph_of(n, edges);
    const sg_graph_view view = {.graph = &graph};
    assert_string_equal(named_pair(&view, "resistance", 0, joint[1]), "resistance 2/3");
    assert_string_equal(named_pair(&view, "resistance", 0, joint[3]), "resistance 133/60");
    for (uint32_t v = joint[N_RINGS]; v < n; v++)
        assert_string_equal(named_pair(&view, "resistance", 0, v), "");
    sg_graph_free(&graph);
}

static void keys_move_with_their_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("moving");
    check_pairs_move(&rng, "resistance", 200);
    check_pairs_move(&rng, "resistance within 2", 100);
}

static void large_graphs_are_refused(void **state)
{
    (void)state;
    sg_graph graph = graph_of(1001, "0-1000");
    const sg_graph_view view = {.graph = &graph};
    check_fails(find_all_pairs(&view, "resistance", &err), SG_ELIMIT,
                "resistance: graph 0 has 1001 nodes, more than 1000");
    sg_graph_free(&graph);
}

static void graphs_without_pairs(void **state)
{
    (void)state;
    sg_graph none = graph_of(0, ""), points = graph_of(3, "");
    const sg_graph_view view = {.graph = &none}, point_view = {.graph = &points};
    check_pairs(&view, "resistance", SG_TAG_RESISTANCE, slow_resistance);
    check_pairs(&point_view, "resistance", SG_TAG_RESISTANCE, slow_resistance);
    sg_graph_free(&none);
    sg_graph_free(&points);
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = chain_of_squares(12);
    const sg_graph_view view = {.graph = &graph};
    check_pairs_memory(&view, "resistance within 4");
    sg_graph_free(&graph);
}

static void parameters_are_checked(void **state)
{
    (void)state;
    sg_property property = {0};
    check_fails(sg_property_parse(&property, "resistance 3", &err), SG_EINVAL, "within D");
    check_fails(sg_property_parse(&property, "resistance:3", &err), SG_EINVAL, "within D");
}

SG_TESTS(cmocka_unit_test(equals_its_slow_twin), cmocka_unit_test(equal_means_equal),
         cmocka_unit_test(known_values), cmocka_unit_test(long_fractions_have_no_name),
         cmocka_unit_test(keys_move_with_their_nodes),
         cmocka_unit_test(large_graphs_are_refused), cmocka_unit_test(graphs_without_pairs),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(parameters_are_checked))
