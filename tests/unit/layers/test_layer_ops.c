/* test_layer_ops.c - every kind of layer computes, for float; test_layer_ops_double.c includes
 * this file for double.  What they compute is compared with slow twins
 * (network/test_dense_twin.c). */
#include "layers/kinds/standardize_layer.h"
#include "layers/real/layer.h"
#include "layers/real/rows.h"

#include "support/check.h"

static const SG_R(sg_layer_ops) *ops_of(const sg_layer_kind *kind)
{
#ifdef SG_REAL_DOUBLE
    return kind->ops_f64;
#else
    return kind->ops_f32;
#endif
}

static void every_kind_computes(void **state)
{
    (void)state;
    for (uint32_t i = 0; sg_layer_kind_at(i) != NULL; i++) {
        const sg_layer_kind *kind = sg_layer_kind_at(i);
        const SG_R(sg_layer_ops) *ops = ops_of(kind);
        assert_true(ops->forward != NULL && ops->backward != NULL);
        /* Parameters have gradients, and slices that compute them are made by `build`. */
        /* But for statistics, parameters learn. */
        if (kind != &sg_standardize_kind)
            assert_true((kind->tensors != NULL) == (ops->differentiate != NULL));
        assert_true(ops->differentiate == NULL || ops->build != NULL);
        /* Blocks come in pairs. */
        assert_true((ops->forward_block != NULL) == (ops->backward_block != NULL));
    }
}

/* ---- Rows and sums ---------------------------------------------------------------------------- */

/* Three spans of 2, 0 and 3 nodes. */
static sg_batch_span SPANS[] = {{7, 70, 2, 0}, {4, 40, 0, 2}, {9, 90, 3, 2}};
static const sg_batch BATCH = {.span = SPANS, .n_spans = 3, .n_rows = 5};

static void rows_are_those_before_the_layer(void **state)
{
    (void)state;
    const SG_R(sg_flow) flow = {.batch = &BATCH, .part = {.first = 0, .behind = 3}};
    const SG_R(sg_layer) of_nodes = {.in_nodes = true, .out_nodes = false},
                         of_graphs = {.in_nodes = false, .out_nodes = true};
    sg_row_range rows =
        SG_R(sg_rows_of)(&of_nodes, &flow, (sg_batch_piece){.first = 1, .behind = 3});
    assert_true(rows.first == 2 && rows.n == 3);
    rows = SG_R(sg_rows_of)(&of_graphs, &flow, (sg_batch_piece){.first = 1, .behind = 3});
    assert_true(rows.first == 1 && rows.n == 2);
    const sg_batch_piece block = {.first = 2, .behind = 3, .first_row = 1, .n_rows = 1};
    rows = SG_R(sg_rows_of)(&of_nodes, &flow, block);
    assert_true(rows.first == SPANS[2].first_row + 1 && rows.n == 1);
    rows = sg_piece_rows(block, &SPANS[2]);
    assert_true(rows.first == 1 && rows.n == 1);
    rows = sg_piece_rows(flow.part, &SPANS[2]);
    assert_true(rows.first == 0 && rows.n == SPANS[2].n);
    const sg_batch_piece one = sg_piece_of_span(flow.part, 1);
    assert_true(one.first == 1 && one.behind == 2 && one.n_rows == 0);
    rows = SG_R(sg_all_rows)(&of_nodes, &flow);
    assert_true(rows.first == 0 && rows.n == 5);
    rows = SG_R(sg_all_rows)(&of_graphs, &flow);
    assert_true(rows.first == 0 && rows.n == 3);
}

static void sums_stand_at_the_end(void **state)
{
    (void)state;
    sg_real kept[10];
    SG_R(sg_layer) layer = {.kept = kept, .kept_size = 10};
    assert_null(SG_R(sg_layer_sums)(&layer));
    layer.n_sums = 3;
    assert_ptr_equal(SG_R(sg_layer_sums)(&layer), kept + 7);
}

SG_TESTS(cmocka_unit_test(every_kind_computes),
         cmocka_unit_test(rows_are_those_before_the_layer),
         cmocka_unit_test(sums_stand_at_the_end))
