/* test_encoder.c - what the encoder's files ask of each other, one by one and compared with plain sums
 * over pairs, for float; test_encoder_double.c includes this file for double.  Whole encoders are
 * compared with slow twins in network/test_dense_twin.c. */
#include "layers/encoder/encoder.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/tiny_model.h"
#include "unit/layers/encoder_bench.inc"

/* ---- Rows of pairs -------------------------------------------------------------------------- */

static void check_row(const bench *b, uint32_t h, const SG_R(sg_head_view) *view,
                      sg_pair_row row, uint32_t v)
{
    sg_real found[MOST_NODES] = {0};
    for (uint32_t p = 0; p < row.n; p++)
        found[sg_sender_of(row, p)] += view->w[row.base + row.index[p]];
    for (uint32_t u = 0; u < view->span.n; u++)
        assert_true(found[u] == weight_of(b, h, view->span, v, u));
}

static void check_rows(const bench *b, uint32_t h, sg_batch_span span)
{
    const SG_R(sg_head_view) view = SG_R(sg_view_head)(&b->layer, &b->flow, h, span);
    for (uint32_t v = 0; v < span.n; v++) {
        const sg_pair_row row = SG_R(sg_row_of)(&view, v);
        check_row(b, h, &view, row, v);
        if (view.plan->pairs != NULL) check_row(b, h, &view, SG_R(sg_expand_row)(&view, v), v);
        const sg_pair_row senders = SG_R(sg_senders_of)(&view, v);
        assert_int_equal(senders.n, row.n);
        assert_ptr_equal(senders.sender, row.sender);
    }
}

static void rows_have_the_pairs_of_a_node(void **state)
{
    (void)state;
    check_all("encoder rows", 1, check_rows);
}

/* Weights of many nodes at once, as many as there is room for. */
static void check_gathering(const bench *b, uint32_t h, sg_batch_span span)
{
    enum { ROOM = MOST_NODES * MOST_NODES };
    const SG_R(sg_head_view) view = SG_R(sg_view_head)(&b->layer, &b->flow, h, span);
    for (size_t room = span.n; room <= ROOM; room += 7) {
        sg_real weight[ROOM];
        for (uint32_t v = 0; v < span.n;) {
            const uint32_t behind = SG_R(sg_gather_weights)(weight, room, &view, v);
            const sg_real *of_row = weight;
            assert_true(behind > v && behind <= span.n);
            for (; v < behind; v++) {
                const sg_pair_row row = SG_R(sg_senders_of)(&view, v);
                for (uint32_t p = 0; p < row.n; p++)
                    assert_true(*of_row++ == weight_of(b, h, span, v, sg_sender_of(row, p)));
            }
            assert_true(of_row <= weight + room);
        }
    }
}

static void weights_are_gathered_in_the_order_of_pairs(void **state)
{
    (void)state;
    check_all("gathered weights", 1, check_gathering);
}

static uint32_t n_with_cells;

static void check_cells(const bench *b, uint32_t h, sg_batch_span span)
{
    const SG_R(sg_head_view) view = SG_R(sg_view_head)(&b->layer, &b->flow, h, span);
    const sg_plan_pairs *pairs = view.plan->pairs;
    assert_int_equal(SG_R(sg_has_cells)(&b->layer, h), pairs != NULL && pairs->sender == NULL);
    assert_int_equal(view.by_cell, pairs != NULL);
    if (!SG_R(sg_has_cells)(&b->layer, h)) return;
    n_with_cells++;
    const SG_R(sg_cell_product) c = SG_R(sg_cells_of)(&view);
    assert_int_equal(c.n, span.n);
    for (uint32_t v = 0; v < span.n; v++)
        for (uint32_t u = 0; u < span.n; u++)
            assert_true(
                c.w[c.outer[v] + c.inner[u] + c.value[v * c.outer_step + u * c.inner_step]] ==
                weight_of(b, h, span, v, u));
}

static void tables_are_matrices_of_cells(void **state)
{
    (void)state;
    n_with_cells = 0;
    check_all("encoder cells", 1, check_cells);
    assert_true(n_with_cells > 0);
}

static void senders_are_listed_or_all_nodes_in_order(void **state)
{
    (void)state;
    const uint32_t index[3] = {4, 5, 6};
    const uint16_t sender[3] = {7, 0, 65535};
    const uint32_t far[3] = {65536, 2, UINT32_MAX};
    const sg_pair_row listed = {.index = index, .sender = sender, .n = 3},
                      all = {.index = index, .n = 3},
                      wide = {.index = index, .n = 3, .far = far};
    for (uint32_t p = 0; p < 3; p++) {
        assert_int_equal(sg_sender_of(listed, p), sender[p]);
        assert_int_equal(sg_sender_of(all, p), p);
        assert_int_equal(sg_sender_of(wide, p), far[p]);
    }
}

/* ---- States --------------------------------------------------------------------------------- */

static void check_close(sg_real found, double expected)
{
    const double allowed = sizeof(sg_real) == sizeof(float) ? 1e-5 : 1e-13;
    check_near((double)found, expected, allowed, allowed);
}

/* Y of one head of a graph, with or without biases. */
static void check_messages(const bench *b, uint32_t h, sg_batch_span span, bool with_bias)
{
    const size_t k = b->layer.in_width;
    const uint32_t *label = b->head[h].bias_label;
    for (uint32_t v = 0; v < span.n; v++)
        for (size_t f = 0; f < k; f++) {
            double sum = 0;
            for (uint32_t u = 0; u < span.n; u++)
                sum += (double)weight_of(b, h, span, v, u) *
                       (double)b->x[(span.first_row + u) * k + f];
            if (with_bias && label != NULL)
                sum += (double)b->parameter[b->first_bias + label[span.first_node + v] * k + f];
            check_close(b->y[(span.first_row + (size_t)v) * N_HEADS * k + h * k + f], sum);
        }
}

/* dX of a graph, to which the heads in `heads` have added. */
static void check_sent_back(const bench *b, sg_batch_span span, const bool heads[N_HEADS])
{
    const size_t k = b->layer.in_width;
    for (uint32_t u = 0; u < span.n; u++)
        for (size_t f = 0; f < k; f++) {
            double sum = 1; /* what was there */
            for (uint32_t h = 0; h < N_HEADS; h++)
                for (uint32_t v = 0; heads[h] && v < span.n; v++)
                    sum +=
                        (double)weight_of(b, h, span, v, u) *
                        (double)b->dy[(span.first_row + (size_t)v) * N_HEADS * k + h * k + f];
            check_close(b->dx[(span.first_row + u) * k + f], sum);
        }
}

static void fill_with_ones(const bench *b)
{
    for (size_t i = 0; i < (size_t)b->batch.n_rows * b->layer.in_width; i++) b->dx[i] = 1;
}

static void check_lanes(const bench *b, uint32_t h, sg_batch_span span)
{
    SG_R(sg_lanes_forward)(&b->layer, &b->flow, span);
    check_messages(b, h, span, true);
    fill_with_ones(b);
    SG_R(sg_lanes_backward)(&b->layer, &b->flow, span);
    check_sent_back(b, span, (const bool[]){true, true});
}

static void lanes_sum_messages(void **state)
{
    (void)state;
    static const uint32_t WIDTHS[] = {2, 8, 9, 32};
    for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++)
        check_all("lanes", WIDTHS[i], check_lanes);
}

static void lanes_hold_states_of_2_to_32_numbers(void **state)
{
    (void)state;
    const sg_encoder near = {.far = false}, far = {.far = true};
    for (uint32_t k = 0; k <= 70; k++) {
        assert_int_equal(sg_in_lanes(&near, k), k >= 2 && k <= 32);
        assert_false(sg_in_lanes(&far, k));
    }
    assert_false(sg_in_lanes(&near, UINT32_MAX));
}

static void check_dense(const bench *b, uint32_t h, sg_batch_span span)
{
    bool dense[N_HEADS];
    for (uint32_t i = 0; i < N_HEADS; i++) dense[i] = SG_R(sg_is_dense)(&b->layer, i, span);
    SG_R(sg_dense_forward)(&b->layer, &b->flow, span);
    if (dense[h]) check_messages(b, h, span, false);
    fill_with_ones(b);
    SG_R(sg_dense_backward)(&b->layer, &b->flow, span);
    check_sent_back(b, span, dense);
}

static void dense_heads_are_matrices(void **state)
{
    (void)state;
    check_all("dense heads", 40, check_dense);
}

/* A quarter of all pairs is dense: of all graphs in learning, of the graph itself in predicting. */
static void heads_are_dense_from_a_quarter_on(void **state)
{
    (void)state;
    uint64_t row[] = {0, 1, 1, 1, 1, 1, 1, 1};
    const sg_plan plan = {.row = row, .n_pairs = 1};
    const sg_encoder_head spec = {.plan = &plan};
    sg_head_weights head = {.dense = true};
    sg_encoder e = {.spec = &spec, .n_heads = 1, .head = &head};
    const SG_R(sg_layer) layer = {.own = &e};
    const sg_batch_span two = {0, 0, 2, 0}, five = {1, 2, 5, 2},
                        large = {2, 0, SG_DENSE_NODES + 1, 0};
    assert_true(SG_R(sg_is_dense)(&layer, 0, two) && SG_R(sg_is_dense)(&layer, 0, five));
    assert_false(SG_R(sg_is_dense)(&layer, 0, large));
    e.span_by_span = true;
    assert_true(SG_R(sg_is_dense)(&layer, 0, two)); /* 1 of 4 pairs */
    assert_false(SG_R(sg_is_dense)(&layer, 0, five));
}

/* ---- Gradients and memory ------------------------------------------------------------------- */

/* What node v of a graph adds to the gradient through head h. */
static void add_node(double *gradient, const bench *b, uint32_t h, sg_batch_span span,
                     uint32_t v)
{
    const size_t k = b->layer.in_width, row = span.first_row + (size_t)v;
    const uint32_t node = span.first_node + v, *label = b->head[h].bias_label;
    const sg_real *dy = b->dy + row * N_HEADS * k + h * k;
    for (size_t f = 0; f < k; f++) {
        if (label != NULL) gradient[b->first_bias + label[node] * k + f] += (double)dy[f];
        for (uint32_t u = 0; u < span.n; u++)
            if (b->slot[h][node][u] != NO_SLOT_AT)
                gradient[b->slot[h][node][u]] +=
                    (double)dy[f] * (double)b->x[(span.first_row + u) * k + f];
    }
}

/* What a slice has made is moved to what is there already; nothing of it stays. */
static void check_move(const bench *b, uint32_t t, sg_real *to)
{
    const sg_gradient_slice *slice = &b->layer.slices.slice[t];
    const size_t n = slice->end - slice->begin;
    sg_real *made = check_alloc(n, sizeof *made);
    memcpy(made, b->flow.gradient, n * sizeof *made);
    for (size_t i = 0; i < n; i++) to[i] = (sg_real)i;
    SG_R(sg_encoder_move)(to, &b->layer, &b->flow, t);
    for (size_t i = 0; i < n; i++) {
        assert_true(to[i] == (sg_real)i + made[i]);
        assert_true(b->flow.gradient[i] == 0);
    }
    sg_free(made);
}

/* All slices together; every parameter belongs to one of them. */
static void check_gradient(const bench *b)
{
    double *expected = check_alloc(b->n_parameters, sizeof *expected);
    sg_real *to = check_alloc(b->n_parameters, sizeof *to);
    for (uint32_t h = 0; h < N_HEADS; h++)
        for (uint32_t g = 0; g < b->batch.n_spans; g++)
            for (uint32_t v = 0; v < b->span[g].n; v++) add_node(expected, b, h, b->span[g], v);
    size_t n_owned = 0;
    for (uint32_t t = 0; t < b->layer.slices.n; t++) {
        const sg_gradient_slice *slice = &b->layer.slices.slice[t];
        memset(b->flow.gradient, 0, (b->n_parameters + 1) * sizeof(sg_real));
        SG_R(sg_encoder_differentiate)(&b->layer, &b->flow, t);
        for (size_t i = slice->begin; i < slice->end; i++)
            check_close(b->flow.gradient[i - slice->begin], expected[i]);
        check_move(b, t, to);
        n_owned += slice->end - slice->begin;
    }
    assert_int_equal(n_owned, b->n_parameters);
    sg_free(expected);
    sg_free(to);
}

static void slices_sum_gradients(void **state)
{
    (void)state;
    static const uint32_t WIDTHS[] = {1, 5, 40};
    sg_rng rng = check_rng("encoder gradients");
    for (int i = 0; i < 60; i++) {
        bench b;
        open_bench(&b, i % 2 == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT, WIDTHS[i % 3], true,
                   &rng);
        check_gradient(&b);
        close_bench(&b);
    }
}

/* Rows by slice, then in the order of the batch; the batch has the graphs in another order. */
static void nodes_are_distributed_among_slices(void **state)
{
    (void)state;
    uint8_t by_node[] = {2, 0, 2, 0, 2}, by_label[] = {0, 2};
    uint16_t label[] = {1, 0, 1, 0, 1};
    for (int implicit = 0; implicit < 2; implicit++) {
        sg_plan plan = {.receiver_label = implicit ? label : NULL};
        uint32_t begin[4];
        sg_gradient_row row[5];
        sg_gradient_rows rows = {&plan, 3, implicit ? by_label : by_node, begin, row};
        sg_encoder e = {.rows = &rows, .n_rows = 1};
        const SG_R(sg_layer) layer = {.own = &e};
        sg_batch_span span[] = {{1, 2, 3, 0}, {0, 0, 2, 3}};
        const sg_batch batch = {.span = span, .n_spans = 2, .n_rows = 5};
        const sg_gradient_row expected[] = {
            {3, 1, 0}, {1, 4, 1}, {2, 0, 0}, {4, 2, 0}, {0, 3, 1}};
        for (int again = 0; again < 2; again++) {
            SG_R(sg_encoder_distribute)(&layer, &(SG_R(sg_flow)){.batch = &batch}, 0);
            assert_memory_equal(begin, ((uint32_t[]){0, 2, 2, 5}), sizeof begin);
            assert_memory_equal(row, expected, sizeof expected);
        }
    }
}

/* dX of node u of a graph. */
static double slow_dx(const bench *b, sg_batch_span span, uint32_t u, uint32_t f)
{
    const uint32_t k = b->layer.in_width;
    double sum = 0;
    for (uint32_t h = 0; h < N_HEADS; h++)
        for (uint32_t v = 0; v < span.n; v++)
            sum += (double)weight_of(b, h, span, v, u) *
                   (double)b->dy[((size_t)span.first_row + v) * N_HEADS * k + h * k + f];
    return sum;
}

/* Rows of dX one by one, through the pairs of senders. */
static void senders_get_gradients(void **state)
{
    (void)state;
    static const uint32_t WIDTHS[] = {1, 5, 20};
    sg_rng rng = check_rng("encoder senders");
    for (int i = 0; i < 30; i++) {
        const uint32_t k = WIDTHS[i % 3];
        bench b;
        open_bench(&b, SG_PLAN_EXPLICIT, k, true, &rng);
        sg_encoder *e = b.layer.own;
        check_ok(SG_R(sg_encoder_list_senders)(e, &b.tiny.data.graph, &err));
        for (uint32_t g = 0; g < b.batch.n_spans; g++)
            for (uint32_t u = 0; u < b.span[g].n; u++) {
                SG_R(sg_senders_backward)(&b.layer, &b.flow, b.span[g], (sg_row_range){u, 1});
                for (uint32_t f = 0; f < k; f++)
                    check_close(b.dx[((size_t)b.span[g].first_row + u) * k + f],
                                slow_dx(&b, b.span[g], u, f));
            }
        SG_R(sg_encoder_free_senders)(e);
        assert_null(e->senders);
        close_bench(&b);
    }
}

/* Scratch memory is enough for states and for gradients, and for graphs of any size in lanes. */
static void scratch_is_enough(void **state)
{
    (void)state;
    for (uint32_t k = 1; k <= 70; k++)
        for (uint32_t n = 1; n <= 1000000; n *= 10) {
            const size_t size = SG_R(sg_encoder_scratch)(&(sg_encoder){0}, k, n);
            assert_true(size >= SG_CELLS_AT_ONCE + (size_t)SG_DENSE_NODES * k);
            if (sg_in_lanes(&(sg_encoder){0}, k))
                assert_true(size >= (size_t)3 * n * k + SG_WEIGHTS_AT_ONCE);
            if (k > 32) assert_true(size >= (size_t)2 * SG_DENSE_CELLS);
        }
}

static sg_status build_once(void *context, sg_error *err)
{
    bench *b = context;
    SG_R(sg_layer) layer = b->layer;
    layer.own = NULL;
    layer.slices = (sg_gradient_slices){0};
    const SG_R(sg_layer_site) site = {
        .graph = &b->tiny.data.graph, .max_rows = b->batch.n_rows, .learns = true};
    const sg_status status = SG_R(sg_encoder_build)(&layer, &site, err);
    SG_R(sg_encoder_close)(&layer);
    sg_gradient_slices_free(&layer.slices);
    return status;
}

static void building_survives_without_memory(void **state)
{
    (void)state;
    sg_rng rng = check_rng("encoder memory");
    bench b;
    open_bench(&b, SG_PLAN_IMPLICIT, 1, true, &rng);
    assert_true(check_out_of_memory(build_once, &b) >= 4);
    close_bench(&b);
    SG_R(sg_encoder_close)(&(SG_R(sg_layer)){0}); /* what was never built */
}

static void factors_multiply_weights(void **state)
{
    (void)state;
    static const sg_real W[] = {2, 3, 5};
    static const uint32_t INDEX[] = {2, 0};
    static const double FACTOR[] = {0.5, -4};
    const sg_pair_row plain = {.index = INDEX, .n = 2},
                      weighed = {.index = INDEX, .n = 2, .factor = FACTOR};
    assert_true(SG_R(sg_pair_weight)(W, &plain, 0) == 5);
    assert_true(SG_R(sg_pair_weight)(W, &weighed, 0) == (sg_real)2.5);
    assert_true(SG_R(sg_pair_weight)(W, &weighed, 1) == -8);
}

SG_TESTS(cmocka_unit_test(senders_get_gradients), cmocka_unit_test(factors_multiply_weights),
         cmocka_unit_test(rows_have_the_pairs_of_a_node),
         cmocka_unit_test(weights_are_gathered_in_the_order_of_pairs),
         cmocka_unit_test(tables_are_matrices_of_cells),
         cmocka_unit_test(senders_are_listed_or_all_nodes_in_order),
         cmocka_unit_test(lanes_sum_messages),
         cmocka_unit_test(lanes_hold_states_of_2_to_32_numbers),
         cmocka_unit_test(dense_heads_are_matrices),
         cmocka_unit_test(heads_are_dense_from_a_quarter_on),
         cmocka_unit_test(slices_sum_gradients),
         cmocka_unit_test(nodes_are_distributed_among_slices),
         cmocka_unit_test(scratch_is_enough),
         cmocka_unit_test(building_survives_without_memory))
