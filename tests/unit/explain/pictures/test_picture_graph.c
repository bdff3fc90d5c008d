/* test_picture_graph.c - where a panel shows nodes and edges, and how large. */
#include "pair_graph.h"

#include "draw/colors.h"

static void graphs_are_in_the_middle_of_their_panel(void **state)
{
    (void)state;
    const sg_picture_graph its = pair_graph();
    const sg_point a = sg_picture_place(&its, 0), b = sg_picture_place(&its, 1);
    check_near(a.x, 35, 1e-12, 0);
    check_near(a.y, 30, 1e-12, 0);
    check_near(b.x, 65, 1e-12, 0);
    check_near(b.y, 30, 1e-12, 0);
}

/* A bond has at most 34 pixels; a node has 0.4 and a dot 0.22 of the distance of the closest two, up to
 * 10 and 5 pixels.  Panels are at least 240 x 60. */
static void sizes_by_hand(void **state)
{
    (void)state;
    const sg_picture_graph pair = pair_graph();
    sg_picture_graph its = {0};
    check_ok(sg_picture_graph_find(&its, &pair.graph, 300, &err));
    check_near(its.scale, 34, 1e-9, 0);
    check_near(its.radius, 10, 1e-9, 0);
    check_near(its.dot, 5, 1e-9, 0);
    check_near(its.width, 240, 0, 0);
    check_near(its.height, 60, 0, 0);
    const sg_point a = sg_picture_place(&its, 0), b = sg_picture_place(&its, 1);
    check_near(hypot(a.x - b.x, a.y - b.y), 34, 1e-9, 0);
    sg_layout_free(&its.layout);
    /* Room for 48 - 2 * 16 pixels: the longer side, 1 long or cos(30 degrees), fills it. */
    check_ok(sg_picture_graph_find(&its, &pair.graph, 48, &err));
    const double longer = fmax(its.layout.width, its.layout.height);
    check_near(its.scale, 16 / longer, 1e-9, 0);
    check_near(its.radius, 0.4 * its.scale, 1e-9, 0);
    assert_true(sg_picture_has_names(10) && !sg_picture_has_names(5));
    check_near(its.dot, 0.22 * its.scale, 1e-9, 0);
    sg_layout_free(&its.layout);
}

static void graphs_may_be_empty_but_not_huge(void **state)
{
    (void)state;
    const uint32_t n = SG_LAYOUT_LARGEST + 1;
    uint32_t *offset = calloc(n + (size_t)1, sizeof *offset);
    assert_non_null(offset);
    sg_picture_graph its = {0};
    check_ok(sg_picture_graph_find(&its, &(sg_one_graph){.arc_offset = offset}, 300, &err));
    assert_int_equal(its.graph.n_nodes, 0);
    check_near(its.width, 240, 0, 0);
    check_near(its.radius, 10, 0, 0);
    sg_layout_free(&its.layout);
    its = (sg_picture_graph){.scale = 77};
    check_fails(sg_picture_graph_find(&its, &(sg_one_graph){.n_nodes = n, .arc_offset = offset},
                                      300, &err),
                SG_ELIMIT, "2001");
    check_near(its.scale, 77, 0, 0);
    free(offset);
}

static sg_status find_sizes(void *context, sg_error *err)
{
    sg_picture_graph its = {0};
    const sg_status status = sg_picture_graph_find(&its, context, 300, err);
    sg_layout_free(&its.layout);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_picture_graph pair = pair_graph();
    assert_true(check_out_of_memory(find_sizes, &pair.graph) >= 1);
}

/* ---- Drawing ---------------------------------------------------------------------------------- */

static void an_edge_is_one_line(void **state)
{
    (void)state;
    const sg_picture_graph its = pair_graph();
    sg_svg svg = begun();
    sg_picture_edges(&svg, &its, "sg-line");
    CHECK_PARTS(drawn(&svg), "d=\"M35 30L65 30\"", "class=\"sg-line\"",
                "stroke-width=\"1.33\"");
    sg_svg_free(&svg);
}

static const char *fill(char room[8], const void *context, uint32_t node)
{
    (void)context;
    (void)snprintf(room, 8, "%s", node == 0 ? "#ffffff" : "#000000");
    return room;
}

static size_t name(char *text, size_t room, const void *context, uint32_t node)
{
    return (size_t)snprintf(text, room, "%s%u", (const char *)context, node);
}

static void attributes(sg_svg *svg, const void *context, uint32_t node)
{
    (void)context;
    sg_svg_integer(svg, "data-more", 10 + node);
}

static void hint(sg_svg *svg, const void *context, uint32_t node)
{
    (void)context;
    sg_svg_hint(svg, "look at %u", node);
}

/* Names are written onto discs that have room, in the color that can be read there. */
static void nodes_are_discs_with_names(void **state)
{
    (void)state;
    const sg_picture_graph its = pair_graph();
    sg_node_style style = {fill, name, attributes, hint, "n", 8, 1};
    sg_svg svg = begun();
    sg_picture_nodes(&svg, &its, &style);
    const char *text = drawn(&svg);
    CHECK_PARTS(text, "<circle cx=\"35\" cy=\"30\" r=\"8\" fill=\"#ffffff\" data-node=\"0\"",
                "data-more=\"10\"", "look at 0", "cx=\"65\"", "fill=\"#000000\"",
                "stroke-width=\"3\"", "data-node=\"1\"", "data-more=\"11\"", "look at 1",
                "x=\"35\"", "fill=\"#000000\"", ">n0<", "x=\"65\"", "fill=\"#ffffff\"", ">n1<");
    assert_int_equal(count_text(text, "stroke-width=\"3\""), 1);
    sg_svg_free(&svg);
}

static void names_need_room(void **state)
{
    (void)state;
    const sg_picture_graph its = pair_graph();
    const sg_node_style style[] = {
        {fill, NULL, NULL, NULL, NULL, 8, SG_NONE},
        {fill, name, NULL, NULL, "n", 5.4, SG_NONE},
        {fill, name, NULL, NULL, "a name that is longer than any node has room", 8, SG_NONE}};
    for (int i = 0; i < 3; i++) {
        sg_svg svg = begun();
        sg_picture_nodes(&svg, &its, &style[i]);
        const char *text = drawn(&svg);
        assert_int_equal(count_text(text, "<circle"), 2);
        assert_null(strstr(text, "<text"));
        assert_null(strstr(text, "stroke-width=\"3\""));
        sg_svg_free(&svg);
    }
}

SG_TESTS(cmocka_unit_test(graphs_are_in_the_middle_of_their_panel),
         cmocka_unit_test(sizes_by_hand), cmocka_unit_test(graphs_may_be_empty_but_not_huge),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(an_edge_is_one_line), cmocka_unit_test(nodes_are_discs_with_names),
         cmocka_unit_test(names_need_room))
