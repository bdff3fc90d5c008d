/* test_pixel_grid.c - graphs that are images, and those that are nearly so. */
#include "graph/pixel_grid.h"

#include "support/check.h"
#include "support/small_data.h"

#include "data/dataset_view.h"

static bool is_grid(sg_pixel_grid *grid, const char *graph)
{
    sg_dataset data = small_data(graph);
    const sg_graph_view view = sg_dataset_view(&data);
    const sg_one_graph one = sg_view_graph(&view, 0);
    const bool found = sg_pixel_grid_find(grid, &one);
    sg_dataset_free(&data);
    return found;
}

static void images(void **state)
{
    (void)state;
    sg_pixel_grid grid = {0};
    assert_true(is_grid(&grid, "0: 1 1 1 1 1 1 / 0-1 1-2 3-4 4-5 0-3 1-4 2-5"));
    assert_true(grid.width == 3 && grid.height == 2 && !grid.diagonals);
    assert_true(is_grid(&grid, "0: 1 1 1 1 / 0-1 2-3 0-2 1-3 0-3 1-2"));
    assert_true(grid.width == 2 && grid.height == 2 && grid.diagonals);
    assert_true(is_grid(&grid, "0: 1 1 1 / 0-1 1-2")); /* a row */
    assert_true(grid.width == 3 && grid.height == 1);
}

static void no_images(void **state)
{
    (void)state;
    sg_pixel_grid grid = {.width = 77};
    assert_false(
        is_grid(&grid, "0: 1 1 1 1 1 1 / 0-1 1-2 3-4 4-5 0-3 1-4")); /* an edge is missing */
    assert_false(is_grid(&grid, "0: 1 1 1 / 0-1 1-2 0-2"));
    assert_false(is_grid(&grid, "0: 1 1 1 1 1 / 0-1 0-2 0-3 0-4"));
    assert_int_equal(grid.width, 77);
}

SG_TESTS(cmocka_unit_test(images), cmocka_unit_test(no_images))
