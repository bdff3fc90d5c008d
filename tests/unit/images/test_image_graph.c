/* test_image_graph.c - pixels as nodes, joined to their neighbors. */
#include "images/image_graph.h"

#include "support/check.h"

static sg_status make_record(sg_record *record, uint32_t width, uint32_t height,
                             uint32_t n_channels, sg_error *err)
{
    sg_status status = SG_OK;
    sg_image image = {0};
    SG_TRY(sg_image_resize(&image, width, height, n_channels, err));
    for (size_t i = 0; i < (size_t)width * height * n_channels; i++) image.value[i] = (double)i;
    SG_TRY(sg_image_to_record(record, &image, err));
done:
    sg_image_free(&image);
    return status;
}

static void pixels_are_nodes(void **state)
{
    (void)state;
    sg_record record = {0};
    check_ok(make_record(&record, 3, 2, 2, &err));
    assert_int_equal(record.n_nodes, 6);
    assert_int_equal(record.n_attributes, 2);
    for (int i = 0; i < 12; i++) assert_true(record.attribute[i] == i);
    sg_record_free(&record);
}

/* Every pair of pixels that touch, once. */
static void neighbors_are_joined(void **state)
{
    (void)state;
    for (uint32_t width = 1; width <= 4; width++)
        for (uint32_t height = 1; height <= 3; height++) {
            sg_record record = {0};
            uint32_t n_edges = 0;
            bool joined[12][12] = {0};
            check_ok(make_record(&record, width, height, 1, &err));
            for (uint32_t e = 0; e < record.n_edges; e++) {
                const uint32_t u = record.edge[e].from, v = record.edge[e].to;
                assert_false(joined[u][v]);
                joined[u][v] = joined[v][u] = true;
            }
            for (uint32_t u = 0; u < width * height; u++)
                for (uint32_t v = u + 1; v < width * height; v++) {
                    const int dx = (int)(u % width) - (int)(v % width),
                              dy = (int)(u / width) - (int)(v / width);
                    const bool touch = abs(dx) <= 1 && abs(dy) <= 1;
                    n_edges += touch;
                    assert_int_equal(joined[u][v], touch);
                }
            assert_int_equal(record.n_edges, n_edges);
            sg_record_free(&record);
        }
}

static void sizes_that_no_image_has(void **state)
{
    (void)state;
    sg_image image = {0};
    check_fails(sg_image_resize(&image, 0, 3, 1, &err), SG_ELIMIT, "");
    check_fails(sg_image_resize(&image, 3, SG_IMAGE_MAX_SIDE + 1, 1, &err), SG_ELIMIT, "");
    assert_null(image.value);
    sg_image_free(&image);
}

static sg_status make_once(void *context, sg_error *err)
{
    (void)context;
    sg_record record = {0};
    const sg_status status = make_record(&record, 3, 3, 1, err);
    sg_record_free(&record);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(make_once, NULL) > 2);
}

SG_TESTS(cmocka_unit_test(pixels_are_nodes), cmocka_unit_test(neighbors_are_joined),
         cmocka_unit_test(sizes_that_no_image_has),
         cmocka_unit_test(survives_failing_allocations))
