/* test_batch.c - which rows a piece of a batch has. */
#include "layers/batch.h"

#include "support/check.h"

static void check_rows(const sg_batch *batch, uint32_t first, uint32_t behind,
                       uint32_t first_row, uint32_t n_rows)
{
    const sg_batch_piece piece = {.first = first, .behind = behind};
    const sg_row_range of_nodes = sg_batch_rows(batch, piece, true);
    const sg_row_range of_parts = sg_batch_rows(batch, piece, false);
    assert_int_equal(of_nodes.first, first_row);
    assert_int_equal(of_nodes.n, n_rows);
    assert_int_equal(of_parts.first, first);
    assert_int_equal(of_parts.n, behind - first);
}

/* Parts of 2, 0, 3 and 0 nodes; a graph may be there twice, and its nodes anywhere. */
static void pieces_of_a_batch(void **state)
{
    (void)state;
    sg_batch_span span[] = {{5, 50, 2, 0}, {8, 80, 0, 2}, {5, 50, 3, 2}, {1, 10, 0, 5}};
    const sg_batch batch = {.span = span, .n_spans = 4, .n_rows = 5, .n_items = 4};
    check_rows(&batch, 0, 4, 0, 5);
    check_rows(&batch, 0, 1, 0, 2);
    check_rows(&batch, 1, 2, 2, 0);
    check_rows(&batch, 2, 3, 2, 3);
    check_rows(&batch, 3, 4, 5, 0);
    check_rows(&batch, 1, 3, 2, 3);
    check_rows(&batch, 2, 4, 2, 3);
}

static void pieces_without_spans(void **state)
{
    (void)state;
    sg_batch_span span[] = {{0, 0, 4, 0}, {1, 4, 6, 4}};
    const sg_batch batch = {.span = span, .n_spans = 2, .n_rows = 10}, nothing = {0};
    check_rows(&batch, 0, 0, 0, 0);
    check_rows(&batch, 1, 1, 4, 0);
    check_rows(&batch, 2, 2, 10, 0);
    check_rows(&nothing, 0, 0, 0, 0);
}

SG_TESTS(cmocka_unit_test(pieces_of_a_batch), cmocka_unit_test(pieces_without_spans))
