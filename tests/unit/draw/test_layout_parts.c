/* test_layout_parts.c - the steps of a layout, one by one. */
#include "draw/layout_parts.h"

#include "support/check.h"

enum { MOST_NODES = 16, MOST_ARCS = 64 };

/* A part with its arrays. */
typedef struct part_room {
    sg_block_graph part;
    uint32_t node[MOST_NODES], arc_offset[MOST_NODES + 1], neighbor[MOST_ARCS];
} part_room;

/* The part of n nodes with the edges "ab", "cd" ..., nodes being letters. */
static const sg_block_graph *part_of(part_room *room, uint32_t n, const char *edges)
{
    uint32_t n_arcs = 0;
    *room = (part_room){0};
    for (uint32_t v = 0; v < n; v++) {
        room->node[v] = v;
        room->arc_offset[v] = n_arcs;
        for (const char *e = edges; *e != '\0'; e += e[2] == ' ' ? 3 : 2)
            for (int i = 0; i < 2; i++)
                if ((uint32_t)(e[i] - 'a') == v)
                    room->neighbor[n_arcs++] = (uint32_t)(e[1 - i] - 'a');
    }
    room->arc_offset[n] = n_arcs;
    room->part = (sg_block_graph){n, n_arcs, room->node, room->arc_offset, room->neighbor};
    return &room->part;
}

static const char HEXAGON[] = "ab bc cd de ef fa",
                  NAPHTHALENE[] = "ab bc cd de ef fa fg gh hi ij ja",
                  HEXAGON_WITH_TAIL[] = "ab bc cd de ef fa ag gh",
                  PRISM[] = "ab bc ca de ef fd ad be cf";

static void check_point(sg_point p, double x, double y)
{
    check_near(p.x, x, 0, 1e-12);
    check_near(p.y, y, 0, 1e-12);
}

/* Every edge has about the length 1, and no two nodes share a place. */
static void check_legible(const sg_point *at, const sg_block_graph *part, double tolerance)
{
    for (uint32_t u = 0; u < part->n_nodes; u++)
        for (uint32_t v = u + 1; v < part->n_nodes; v++) {
            const double distance = sg_point_distance(at[u], at[v]);
            assert_true(distance > 0.2);
            if (sgi_part_joined(part, u, v)) check_near(distance, 1, 0, tolerance);
        }
}

static void points_are_vectors(void **state)
{
    (void)state;
    const sg_point p = {3, 4}, q = {1, -2};
    check_point(sg_point_add(p, q), 4, 2);
    check_point(sg_point_minus(p, q), 2, 6);
    check_point(sg_point_scale(p, -2), -6, -8);
    check_point(sg_point_at(SG_PI / 2, 3), 0, 3);
    check_near(sg_point_distance((sg_point){0, 0}, p), 5, 0, 1e-12);
    check_near(sg_angle_of(q, (sg_point){1, 5}), SG_PI / 2, 0, 1e-12);
}

static void segments_meet_or_not(void **state)
{
    (void)state;
    const sg_point a = {0, 0}, b = {2, 2}, c = {0, 2}, d = {2, 0}, far = {5, 5},
                   near_d = {3, 0};
    assert_true(sgi_segments_meet(a, b, c, d));
    assert_true(sgi_lines_meet(a, b, c, d));
    assert_false(sgi_segments_meet(a, c, d, b));
    assert_false(sgi_segments_meet(a, b, far, near_d));
    assert_true(sgi_ranges_apart(0, 1, 2, 3));
    assert_true(sgi_ranges_apart(3, 2, 1, 0));
    assert_false(sgi_ranges_apart(0, 2, 1, 3));
    assert_false(sgi_ranges_apart(0, 1, 1, 2));
}

static void nearness_fades_with_distance(void **state)
{
    (void)state;
    double before = INFINITY;
    for (int i = 0; i <= 20; i++) {
        const double nearness = sgi_nearness((sg_point){0, 0}, (sg_point){0.1 * i, 0});
        assert_true(nearness <= before && nearness >= 0);
        before = nearness;
    }
    assert_true(before == 0);
}

static void distances_are_steps(void **state)
{
    (void)state;
    part_room room;
    const sg_block_graph *part = part_of(&room, 7, HEXAGON);
    uint16_t distance[49];
    uint32_t queue[7];
    sgi_part_distances(distance, queue, part);
    for (uint32_t u = 0; u < 6; u++)
        for (uint32_t v = 0; v < 6; v++) {
            const uint32_t steps = (u + 6 - v) % 6;
            assert_int_equal(distance[u * 7 + v], steps < 3 ? steps : 6 - steps);
            assert_int_equal(sgi_part_joined(part, u, v), steps == 1 || steps == 5);
        }
    assert_int_equal(distance[6], UINT16_MAX);
    assert_int_equal(sg_part_degree(part, 0), 2);
    assert_int_equal(sg_part_degree(part, 6), 0);
}

static void tangles_are_counted(void **state)
{
    (void)state;
    part_room room;
    const sg_block_graph *square = part_of(&room, 4, "ab bc cd da");
    const sg_point plain[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}},
                   bow[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    assert_int_equal(sgi_part_tangle(plain, square).crossings, 0);
    assert_true(sgi_part_tangle(plain, square).trouble == 0);
    assert_int_equal(sgi_part_tangle(bow, square).crossings, 1);
    assert_true(sgi_part_tangle(bow, square).trouble >= 1);
    const sg_block_graph *two = part_of(&room, 4, "ab cd");
    const sg_point touch[] = {{0, 0}, {2, 2}, {1, 1}, {2, 0}},
                   apart[] = {{0, 0}, {2, 2}, {0, 1}, {1, 2}};
    assert_int_equal(sgi_part_tangle(touch, two).crossings, 1);
    assert_int_equal(sgi_part_tangle(apart, two).crossings, 0);
}

static void polygons_are_regular(void **state)
{
    (void)state;
    for (uint32_t n = 3; n <= 8; n++) {
        uint32_t order[8];
        sg_point at[8];
        for (uint32_t i = 0; i < n; i++) order[i] = n - 1 - i;
        sgi_polygon_place(at, order, n);
        for (uint32_t i = 0; i < n; i++) {
            check_near(sg_point_distance(at[i], at[(i + 1) % n]), 1, 0, 1e-9);
            check_near(sg_point_distance(at[i], (sg_point){0, 0}),
                       sg_point_distance(at[0], (sg_point){0, 0}), 0, 1e-9);
        }
    }
}

static void rings_are_found_and_placed(void **state)
{
    (void)state;
    part_room room;
    const sg_block_graph *part = part_of(&room, 10, NAPHTHALENE);
    sg_scratch scratch = {0};
    sg_rings rings = {0};
    sg_point at[MOST_NODES] = {{0}};
    bool is_whole = false;
    check_ok(sgi_rings_find(&rings, part, &scratch, &err));
    assert_int_equal(rings.n, 2);
    for (uint32_t r = 0; r < 2; r++) {
        const uint32_t begin = rings.begin[r], n = rings.begin[r + 1] - begin;
        assert_int_equal(n, 6);
        for (uint32_t i = 0; i < n; i++)
            assert_true(
                sgi_part_joined(part, rings.node[begin + i], rings.node[begin + (i + 1) % n]));
    }
    check_ok(sgi_rings_place(at, &is_whole, &rings, 10, &scratch, &err));
    assert_true(is_whole);
    check_legible(at, part, 1e-6);
    assert_int_equal(sgi_part_tangle(at, part).crossings, 0);
    check_ok(sgi_outline_place(at, &is_whole, &rings, part, &scratch, &err));
    if (is_whole) assert_int_equal(sgi_part_tangle(at, part).crossings, 0);
    sg_scratch_free(&scratch);
}

static void circles_look_the_same_everywhere(void **state)
{
    (void)state;
    part_room room;
    sg_scratch scratch = {0};
    uint32_t order[MOST_NODES];
    bool found = false, seen[6] = {0};
    const sg_block_graph *part = part_of(&room, 6, HEXAGON);
    check_ok(sgi_circle_order(order, &found, part, &scratch, &err));
    assert_true(found);
    for (uint32_t i = 0; i < 6; i++) seen[order[i]] = true;
    for (uint32_t v = 0; v < 6; v++) assert_true(seen[v]);
    part = part_of(&room, 10, NAPHTHALENE);
    check_ok(sgi_circle_order(order, &found, part, &scratch, &err));
    assert_false(found);
    sg_scratch_free(&scratch);
}

static void stress_is_low(void **state)
{
    (void)state;
    part_room room;
    const sg_block_graph *part = part_of(&room, 6, HEXAGON);
    sg_scratch scratch = {0};
    sg_point at[MOST_NODES] = {{0}};
    check_ok(sgi_stress_place(at, false, part, &scratch, &err));
    check_legible(at, part, 0.25);
    const sg_tangle before = sgi_part_tangle(at, part);
    check_ok(sgi_stress_place(at, true, part, &scratch, &err));
    sgi_settle(at, part);
    assert_true(sgi_part_tangle(at, part).crossings <= before.crossings);
    check_legible(at, part, 0.25);
    sg_scratch_free(&scratch);
}

static void blocks_are_legible(void **state)
{
    (void)state;
    static const struct {
        uint32_t n;
        const char *edges;
        uint64_t crossings;
    } cases[] = {{6, HEXAGON, 0}, {10, NAPHTHALENE, 0}, {6, PRISM, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        part_room room;
        const sg_block_graph *part = part_of(&room, cases[i].n, cases[i].edges);
        const bool is_joint[MOST_NODES] = {true};
        sg_scratch scratch = {0};
        sg_point at[MOST_NODES] = {{0}};
        uint64_t crossings = 99;
        check_ok(sgi_block_place(at, &crossings, part, is_joint, &scratch, &err));
        assert_int_equal(crossings, sgi_part_tangle(at, part).crossings);
        assert_int_equal(crossings, cases[i].crossings);
        check_legible(at, part, 0.7);
        sg_scratch_free(&scratch);
    }
}

static void parts_are_assembled(void **state)
{
    (void)state;
    part_room room;
    const sg_block_graph *part = part_of(&room, 8, HEXAGON_WITH_TAIL);
    sg_scratch scratch = {0};
    sg_assembly assembly = {0};
    sg_point at[MOST_NODES] = {{0}};
    check_ok(sgi_assembly_prepare(&assembly, part, &scratch, &err));
    assert_int_equal(assembly.blocks.n_blocks, 1);
    assert_int_equal(assembly.crossings, 0);
    check_ok(sgi_assembly_place(at, &assembly, 1, &err));
    assert_int_equal(assembly.n_hinges, 2);
    check_legible(at, part, 1e-6);
    check_ok(sgi_untangle(at, &assembly, &err));
    check_legible(at, part, 1e-6);
    assert_int_equal(sgi_part_tangle(at, part).crossings, 0);
    sg_scratch_free(&scratch);
}

SG_TESTS(cmocka_unit_test(points_are_vectors), cmocka_unit_test(segments_meet_or_not),
         cmocka_unit_test(nearness_fades_with_distance), cmocka_unit_test(distances_are_steps),
         cmocka_unit_test(tangles_are_counted), cmocka_unit_test(polygons_are_regular),
         cmocka_unit_test(rings_are_found_and_placed),
         cmocka_unit_test(circles_look_the_same_everywhere), cmocka_unit_test(stress_is_low),
         cmocka_unit_test(blocks_are_legible), cmocka_unit_test(parts_are_assembled))
