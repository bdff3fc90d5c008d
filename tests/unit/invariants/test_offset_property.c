/* test_offset_property.c - windows of pixels. */
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/pairs_of.h"
#include "support/slow_pairs.h"

static int64_t gap(uint32_t a, uint32_t b)
{
    return (int64_t)a - (int64_t)b;
}

/* An image whose pixels have 4 or 8 neighbors. */
static sg_graph image(uint32_t width, uint32_t height, bool diagonals)
{
    const uint32_t n = width * height;
    sg_graph graph = {0};
    sg_arc_list arcs = {0};
    uint32_t *offset = sg_alloc(2, sizeof *offset);
    assert_non_null(offset);
    offset[1] = n;
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t w = 0; w < n; w++) {
            const int64_t dx = gap(w % width, v % width), dy = gap(w / width, v / width);
            const int64_t square = dx * dx + dy * dy;
            if (square == 1 || (diagonals && square == 2))
                check_ok(sg_arc_list_add(&arcs, v, w, &err));
        }
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 1, &err));
    return graph;
}

/* All pixels with all pixels, from the definition. */
static void check_image(uint32_t width, uint32_t height, bool diagonals, const char *expression)
{
    sg_graph graph = image(width, height, diagonals);
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_property property = {0};
    sg_scratch scratch = {0};
    sg_pairs pairs = {0};
    uint32_t p = 0;
    check_ok(sg_property_parse(&property, expression, &err));
    check_ok(property.kind->find(&pairs, &property, &one, &scratch, &err));
    const sg_property_parameters *q = &property.parameters;
    const int64_t right = q->width / 2, down = q->height / 2;
    for (uint32_t v = 0; v < one.n_nodes; v++) {
        assert_int_equal(pairs.row[v], p);
        for (uint32_t w = 0; w < one.n_nodes; w++) {
            const int64_t dx = gap(w % width, v % width), dy = gap(w / width, v / width);
            if (dx < -right || dx > right || dy < -down || dy > down) continue;
            if (q->mask != NULL && q->mask[(dy + down) * q->width + dx + right] == 0) continue;
            const uint64_t word[] = {(uint64_t)(dx + 2147483648), (uint64_t)(dy + 2147483648)};
            assert_int_equal(pairs.sender[p], w);
            check_same_key(pairs.key[pairs.value[p++]], sg_key_of(SG_TAG_OFFSET, word, 2));
        }
    }
    assert_int_equal(pairs.row[one.n_nodes], p);
    sg_property_free(&property);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void finds_all_images(void **state)
{
    (void)state;
    static const char *const expression[] = {
        "offset 3x3",     "offset 1x1", "offset 5x1", "offset 1x7", "offset 3x3 111/101/111",
        "offset 3x1  001"};
    for (uint32_t width = 2; width <= 6; width++)
        for (uint32_t height = 2; height <= 6; height++)
            for (size_t i = 0; i < sizeof expression / sizeof *expression; i++) {
                check_image(width, height, false, expression[i]);
                check_image(width, height, true, expression[i]);
            }
}

/* One line of pixels is a row, whatever it was; one pixel and none are images too. */
static void finds_the_smallest_images(void **state)
{
    (void)state;
    sg_graph none = graph_of(0, "");
    const sg_graph_view view = {.graph = &none};
    for (uint32_t width = 1; width <= 6; width++) {
        check_image(width, 1, false, "offset 3x3");
        check_image(width, 1, true, "offset 3x3");
    }
    check_ok(find_all_pairs(&view, "offset 3x3", &err));
    sg_graph_free(&none);
}

/* A 2 x 2 image, seen through a window that leaves out the pixel itself: the first pixel hears
 * from its right, the one below it and the one across, numbered in this order. */
static void a_small_image_by_hand(void **state)
{
    (void)state;
    sg_graph graph = image(2, 2, false);
    const sg_graph_view view = {.graph = &graph};
    const uint32_t sender[] = {1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2};
    const uint16_t value[] = {0, 1, 2, 3, 4, 1, 5, 6, 0, 7, 5, 3};
    sg_scratch scratch = {0};
    const sg_pairs pairs = pairs_of(&view, "offset 3x3 111/101/111", &scratch);
    assert_int_equal(pairs.row[4], 12);
    assert_memory_equal(pairs.sender, sender, sizeof sender);
    assert_memory_equal(pairs.value, value, sizeof value);
    assert_int_equal(pairs.n_values, 8);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void other_graphs_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t n_nodes;
        const char *edges;
    } wrong[] = {
        {2, ""},                                        /* no edges                 */
        {3, "0-1 1-2 2-0"},                             /* a triangle               */
        {4, "0-1 0-2 1-3"},                             /* an edge is missing       */
        {4, "0-1 0-2 1-3 2-3 1-2"},                     /* one diagonal only        */
        {4, "0-1 1-2 2-3 3-0"},                         /* a square around the rim  */
        {5, "0-1 0-2 1-3 2-3 3-4"},                     /* no rectangle             */
        {6, "0-1 2-3 4-5 0-2 2-4 1-3 3-5 0-5"},         /* an edge too many         */
        {4, "0-2 2-1 1-3"},                             /* a row in disorder        */
        {5, "0-1 0-2 0-3 0-4"},                         /* a star                   */
        {6, "0-1 1-2 3-4 4-5 0-3 1-4"},                 /* the last edge is missing */
        {6, "0-1 1-2 3-4 4-5 0-3 1-4 2-5 0-4 1-3 1-5"}, /* the last diagonal is     */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sg_graph graph = graph_of(wrong[i].n_nodes, wrong[i].edges);
        const sg_graph_view view = {.graph = &graph};
        check_fails(find_all_pairs(&view, "offset 3x3", &err), SG_EINVAL,
                    "graph 0 is not an image");
        sg_graph_free(&graph);
    }
}

static void parameters_are_checked(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "offset",         "offset 3",           "offset 3x",         "offset x3",
        "offset 2x3",     "offset 3x0",         "offset 257x3",      "offset 3x3x3",
        "offset 3x3 111", "offset 3x1 1111",    "offset 3x1 11",     "offset 3x1 112",
        "offset 3x1 000", "offset 1x3 1/1/1/1", "offset 1x3 1/1/1x", "offset 3x399999999999",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sg_property property = {0};
        check_fails(sg_property_parse(&property, wrong[i], &err), SG_EINVAL, "needed");
    }
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    sg_graph graph = image(40, 30, true);
    const sg_graph_view view = {.graph = &graph};
    check_pairs_memory(&view, "offset 5x5");
    check_pairs_memory(&view, "offset 3x1 101");
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(finds_all_images), cmocka_unit_test(finds_the_smallest_images),
         cmocka_unit_test(a_small_image_by_hand), cmocka_unit_test(other_graphs_are_refused),
         cmocka_unit_test(parameters_are_checked),
         cmocka_unit_test(survives_any_failing_allocation))
