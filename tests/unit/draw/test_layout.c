/* test_layout.c - molecules as a chemist would draw them, and everything else legibly. */
#include "draw/layout_parts.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "formats/tu_reader.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"

/* Atoms are numbered ring by ring; exactly the bonds of the carbon skeleton. */
static const char BENZENE[] = "0-1 1-2 2-3 3-4 4-5 5-0";
static const char NAPHTHALENE[] = "0-1 1-2 2-3 3-4 4-5 5-0 4-6 6-7 7-8 8-9 9-5";
static const char ANTHRACENE[] =
    "0-1 1-2 2-3 3-4 4-5 5-0 4-6 6-7 7-8 8-9 9-5 7-10 10-11 11-12 12-13 13-8";
static const char STEROID[] = "0-1 1-2 2-3 3-4 4-5 5-0 4-6 6-7 7-8 8-9 9-5 8-10 10-11 11-12 "
                              "12-13 13-9 12-14 14-15 15-16 16-13";
static const char CORONENE_HALF[] = "0-1 1-2 2-3 3-4 4-5 5-0 0-6 6-7 7-8 8-1 8-9 9-10 10-11 "
                                    "11-2 11-12 12-13 13-14 14-3";
static const char SPIRO[] = "0-1 1-2 2-3 3-4 4-0 4-5 5-6 6-7 7-8 8-4";
static const char CUBANE[] = "0-1 1-2 2-3 3-0 4-5 5-6 6-7 7-4 0-4 1-5 2-6 3-7";
static const char NORBORNANE[] = "0-1 1-2 2-3 3-4 4-5 5-0 0-6 6-3";

static sg_one_graph only(const sg_graph *graph)
{
    const sg_graph_view view = {.graph = graph};
    return sg_view_graph(&view, 0);
}

static sg_layout layout_of(const sg_graph *graph)
{
    const sg_one_graph one = only(graph);
    sg_layout layout = {0};
    check_ok(sg_layout_find(&layout, &one, &err));
    assert_int_equal(layout.n_nodes, graph->n_nodes);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        assert_true(layout.at[v].x >= -1e-9 && layout.at[v].x <= layout.width + 1e-9);
        assert_true(layout.at[v].y >= -1e-9 && layout.at[v].y <= layout.height + 1e-9);
    }
    return layout;
}

/* Pairs of edges that meet, pairs that share a node left out. */
static uint64_t crossings_of(const sg_point *at, const sg_one_graph *graph)
{
    uint64_t n = 0;
    for (uint32_t u = 0; u < graph->n_nodes; u++)
        for (uint32_t v = 0; v < graph->n_nodes; v++)
            for (uint32_t a = graph->arc_offset[u]; u < v && a < graph->arc_offset[u + 1]; a++)
                for (uint32_t b = graph->arc_offset[v]; b < graph->arc_offset[v + 1]; b++) {
                    const uint32_t w = graph->neighbor[a] - graph->first,
                                   x = graph->neighbor[b] - graph->first;
                    if (u < w && v < x && w != v && w != x)
                        n += sgi_segments_meet(at[u], at[w], at[v], at[x]);
                }
    return n;
}

static double distance(sg_point p, sg_point q)
{
    return hypot(p.x - q.x, p.y - q.y);
}

/* The angle at b, in degrees. */
static double angle(sg_point a, sg_point b, sg_point c)
{
    const double cosine = ((a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y)) /
                          (distance(a, b) * distance(c, b));
    return acos(fmin(fmax(cosine, -1), 1)) * 180 / acos(-1);
}

static void check_regular(const sg_layout *layout, const uint32_t *ring, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const sg_point a = layout->at[ring[i]], b = layout->at[ring[(i + 1) % n]];
        check_near(distance(a, b), 1, 0, 1e-6);
        check_near(angle(a, b, layout->at[ring[(i + 2) % n]]), 180.0 - 360.0 / n, 0, 1e-4);
    }
}

static void check_drawing(const char *edges, uint32_t n, uint64_t crossings, double closest)
{
    sg_graph graph = graph_of(n, edges);
    sg_layout layout = layout_of(&graph);
    const sg_one_graph one = only(&graph);
    if (crossings_of(layout.at, &one) > crossings)
        fail_msg("%s: %d crossings", edges, (int)crossings_of(layout.at, &one));
    if (!(sg_layout_closest(layout.at, n) >= closest))
        fail_msg("%s: closest nodes at %g", edges, sg_layout_closest(layout.at, n));
    sg_layout_free(&layout);
    sg_graph_free(&graph);
}

static void molecules_have_no_crossings(void **state)
{
    (void)state;
    check_drawing(BENZENE, 6, 0, 0.999);
    check_drawing(NAPHTHALENE, 10, 0, 0.999);
    check_drawing(ANTHRACENE, 14, 0, 0.999);
    check_drawing(STEROID, 17, 0, 0.999);
    check_drawing(CORONENE_HALF, 15, 0, 0.99);
    check_drawing(SPIRO, 9, 0, 0.999);
    check_drawing(CUBANE, 8, 0, 0.4);
    check_drawing(NORBORNANE, 7, 0, 0.5);
}

static void rings_are_regular(void **state)
{
    (void)state;
    sg_graph graph = graph_of(17, STEROID);
    sg_layout layout = layout_of(&graph);
    check_regular(&layout, (const uint32_t[]){0, 1, 2, 3, 4, 5}, 6);
    check_regular(&layout, (const uint32_t[]){4, 5, 9, 8, 7, 6}, 6);
    check_regular(&layout, (const uint32_t[]){9, 8, 10, 11, 12, 13}, 6);
    check_regular(&layout, (const uint32_t[]){12, 13, 16, 15, 14}, 5);
    sg_layout_free(&layout);
    sg_graph_free(&graph);
}

/* Anthracene is three hexagons in a row: lying down, it is as low as one of them. */
static void long_molecules_lie_down(void **state)
{
    (void)state;
    sg_graph graph = graph_of(14, ANTHRACENE);
    sg_layout layout = layout_of(&graph);
    check_near(layout.height, 2, 0, 1e-6);
    check_near(layout.width, 3 * sqrt(3), 0, 1e-6);
    sg_layout_free(&layout);
    sg_graph_free(&graph);
}

static void chains_zigzag(void **state)
{
    (void)state;
    sg_graph graph = graph_of(6, "0-1 1-2 2-3 3-4 4-5");
    sg_layout layout = layout_of(&graph);
    for (uint32_t v = 0; v + 2 < 6; v++)
        check_near(angle(layout.at[v], layout.at[v + 1], layout.at[v + 2]), 120, 0, 1e-4);
    check_near(layout.width, 5 * sqrt(3) / 2, 0, 1e-6);
    check_near(layout.height, 0.5, 0, 1e-6);
    sg_layout_free(&layout);
    sg_graph_free(&graph);
}

static void substituents_point_outwards(void **state)
{
    (void)state;
    sg_graph graph = graph_of(7, "0-1 1-2 2-3 3-4 4-5 5-0 0-6");
    sg_layout layout = layout_of(&graph);
    check_near(angle(layout.at[1], layout.at[0], layout.at[6]), 120, 0, 1e-4);
    check_near(angle(layout.at[5], layout.at[0], layout.at[6]), 120, 0, 1e-4);
    sg_layout_free(&layout);
    sg_graph_free(&graph);
}

/* Node v is joined to v + 1 and, if `skip` is not 0, to v + skip; numbers are shuffled. */
static sg_graph circle_graph(uint32_t n, uint32_t skip, uint32_t factor)
{
    char text[4000];
    size_t used = 0;
    for (uint32_t v = 0; v < n; v++)
        for (int k = 0; k < (skip > 0 ? 2 : 1); k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%u-%u",
                                     used > 0 ? " " : "", v * factor % n,
                                     (v + (k == 0 ? 1 : skip)) * factor % n);
    return graph_of(n, text);
}

/* By what the slow counter says. */
static void check_tangled(const sg_layout *layout, const sg_graph *graph, bool is_tangled)
{
    const sg_one_graph one = only(graph);
    const uint64_t n_edges = (one.arc_offset[one.n_nodes] - one.arc_offset[0]) / 2;
    assert_int_equal(crossings_of(layout->at, &one) > n_edges / 4, is_tangled);
    assert_int_equal(sg_layout_is_tangled(layout, &one), is_tangled);
}

static void check_circle(sg_graph graph)
{
    sg_layout layout = layout_of(&graph);
    check_tangled(&layout, &graph, graph.n_nodes == 41); /* the ring is plain */
    const sg_point middle = {layout.width / 2, layout.height / 2};
    const double radius = 0.5 / sin(acos(-1) / graph.n_nodes);
    for (uint32_t v = 0; v < graph.n_nodes; v++)
        check_near(distance(layout.at[v], middle), radius, 0.02, 0);
    check_near(sg_layout_closest(layout.at, graph.n_nodes), 1, 0, 1e-6);
    sg_layout_free(&layout);
    sg_graph_free(&graph);
}

static void rings_and_circulant_graphs_are_circles(void **state)
{
    (void)state;
    check_circle(circle_graph(100, 0, 37));
    check_circle(circle_graph(41, 2, 17));
    check_circle(circle_graph(41, 9, 12));
    check_circle(circle_graph(41, 16, 5));
}

static void odd_graphs_have_layouts(void **state)
{
    (void)state;
    sg_graph nothing = graph_of(0, ""), one = graph_of(1, ""), three = graph_of(3, "");
    sg_layout layout = layout_of(&nothing);
    assert_true(isinf(sg_layout_closest(layout.at, 0)));
    sg_layout_free(&layout);
    layout = layout_of(&one);
    check_near(layout.width + layout.height, 0, 0, 0);
    sg_layout_free(&layout);
    layout = layout_of(&three);
    assert_true(sg_layout_closest(layout.at, 3) >= 1);
    sg_layout_free(&layout);
    sg_graph_free(&three);
    sg_graph_free(&one);
    sg_graph_free(&nothing);
    check_drawing("0-1", 2, 0, 1 - 1e-9);
    check_drawing("0-1 1-2 2-0 3-4 4-5 5-3", 6, 0, 0.999);
}

static void crossings_are_counted(void **state)
{
    (void)state;
    sg_graph graph = graph_of(4, "0-1 2-3");
    const sg_one_graph one = only(&graph);
    const sg_point cross[4] = {{0, 0}, {2, 2}, {0, 2}, {2, 0}};
    const sg_point apart[4] = {{0, 0}, {2, 2}, {0, 1}, {1, 2}};
    const sg_point touch[4] = {{0, 0}, {2, 2}, {1, 1}, {2, 0}};
    assert_int_equal(crossings_of(cross, &one), 1);
    assert_int_equal(crossings_of(apart, &one), 0);
    assert_int_equal(crossings_of(touch, &one), 1);
    check_near(sg_layout_closest(apart, 4), 1, 0, 1e-12);
    sg_graph_free(&graph);
}

static void trees_never_cross(void **state)
{
    (void)state;
    check_drawing("0-1 0-2 0-3 0-4 1-5 1-6 2-7 2-8 3-9 3-10 4-11 4-12", 13, 0, 0.5);
    check_drawing("0-1 0-2 0-3 0-4 0-5 0-6 0-7 0-8 0-9 0-10 0-11 0-12 0-13", 14, 0, 0.5);
}

/* All that can be said of any graph: places are finite, no two nodes hide each other, and a second
 * layout is the same to the last bit. */
static void any_graph_is_legible(void **state)
{
    (void)state;
    sg_rng rng = check_rng("layouts");
    for (int i = 0; i < 300; i++) {
        sg_graph graph = random_graph(
            &rng, (random_shape){.max_graphs = 1, .max_nodes = i % 10 == 0 ? 40 : 12});
        if (graph.n_graphs == 1) {
            sg_layout layout = layout_of(&graph), again = layout_of(&graph);
            assert_true(sg_layout_closest(layout.at, layout.n_nodes) > 0.1);
            assert_memory_equal(layout.at, again.at, layout.n_nodes * sizeof *layout.at);
            sg_layout_free(&again);
            sg_layout_free(&layout);
        }
        sg_graph_free(&graph);
    }
}

static void too_large_graphs_are_refused(void **state)
{
    (void)state;
    sg_graph graph = graph_of(SG_LAYOUT_LARGEST + 1, "");
    const sg_one_graph one = only(&graph);
    sg_layout layout = {0};
    check_fails(sg_layout_find(&layout, &one, &err), SG_ELIMIT, "2001 nodes");
    assert_null(layout.at);
    sg_graph_free(&graph);
}

static sg_status find_and_free(void *context, sg_error *err)
{
    const sg_one_graph one = only(context);
    sg_layout layout = {0};
    const sg_status status = sg_layout_find(&layout, &one, err);
    sg_layout_free(&layout);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_graph cage =
        graph_of(12, "0-1 1-2 2-3 3-0 4-5 5-6 6-7 7-4 0-4 1-5 2-6 3-7 7-8 8-9 10-11");
    sg_graph dense = graph_of(6, "0-1 0-2 0-3 0-4 0-5 1-2 1-3 1-4 2-3 2-4 2-5 3-4 3-5");
    assert_true(check_out_of_memory(find_and_free, &cage) > 3);
    assert_true(check_out_of_memory(find_and_free, &dense) > 3);
    sg_graph_free(&dense);
    sg_graph_free(&cage);
}

/* Every `step`-th molecule of a real data set: `share` of them without crossings, and none of up to
 * 40 nodes with nodes that hide each other. */
static void check_molecules(const char *name, uint32_t step, double share)
{
    sg_dataset data = {0};
    check_ok(sg_tu_open(&data, check_shared(name), 1, &err));
    const sg_graph_view view = sg_dataset_view(&data);
    uint32_t n = 0, n_plain = 0, n_hiding = 0;
    for (uint32_t g = 0; g < view.graph->n_graphs; g += step) {
        const sg_one_graph one = sg_view_graph(&view, g);
        sg_layout layout = {0};
        check_ok(sg_layout_find(&layout, &one, &err));
        n++;
        n_plain += crossings_of(layout.at, &one) == 0;
        n_hiding += sg_layout_closest(layout.at, one.n_nodes) < 0.2;
        sg_layout_free(&layout);
    }
    print_message("%s: %u of %u without crossings, %u with nodes on top of each other\n", name,
                  n_plain, n, n_hiding);
    assert_true(n_plain >= share * n);
    assert_true(n_hiding <= 0.01 * n);
    sg_dataset_free(&data);
}

static void real_molecules_rarely_cross(void **state)
{
    (void)state;
    check_molecules("data/NCI1.zip", 20, 0.95);
    check_molecules("data/DHFR.zip", 10, 0.95);
}

SG_TESTS(cmocka_unit_test(molecules_have_no_crossings), cmocka_unit_test(rings_are_regular),
         cmocka_unit_test(long_molecules_lie_down), cmocka_unit_test(chains_zigzag),
         cmocka_unit_test(substituents_point_outwards),
         cmocka_unit_test(rings_and_circulant_graphs_are_circles),
         cmocka_unit_test(odd_graphs_have_layouts), cmocka_unit_test(crossings_are_counted),
         cmocka_unit_test(trees_never_cross), cmocka_unit_test(any_graph_is_legible),
         cmocka_unit_test(too_large_graphs_are_refused), cmocka_unit_test(memory_may_run_out),
         cmocka_unit_test(real_molecules_rarely_cross))
