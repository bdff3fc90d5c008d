/* test_network_outline.c - states and tensors of networks that do not exist yet, and of those
 * that never may. */
#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/slow_layers.h"
#include "support/slow_network.h"

static void sizes_are_those_of_the_network(void **state)
{
    (void)state;
    sg_rng rng = check_rng("sizes");
    size_t n_cases = 0;
    const layer_case *cases = layer_cases(&n_cases);
    tiny_model tiny = tiny_model_draw(&rng, 3, 6);
    for (size_t i = 0; i < 2 * n_cases; i++) {
        const layer_case layers = i < n_cases ? cases[i] : layer_case_draw(&rng);
        case_network c;
        uint64_t n = 0, widest = 0, expected = layers.input == CASE_ONES ? 1 : CASE_INPUT_WIDTH;
        case_network_open(&c, &layers, &tiny, &rng);
        sg_network_spec until = c.spec;
        for (until.n_layers = 1; until.n_layers <= c.spec.n_layers; until.n_layers++)
            if (slow_network_width(&until) > expected) expected = slow_network_width(&until);
        check_ok(sg_network_measure(&n, &widest, &c.spec, &err));
        assert_int_equal(n, c.n_parameters);
        assert_int_equal(widest, expected);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

/* ---- Outlines ----------------------------------------------------------------------------- */

static size_t product_of(const sg_axis *axis, uint32_t n_axes)
{
    size_t product = 1;
    assert_in_range(n_axes, 1, SG_MAX_AXES);
    for (uint32_t a = 0; a < n_axes; a++) product *= axis[a].size;
    return product;
}

static void check_states(const sg_network_outline *o, const sg_network_spec *spec)
{
    enum { NODES = 2 }; /* rows of a graph that has so many */
    uint32_t *n_rows = check_alloc((size_t)spec->n_layers + 1, sizeof *n_rows);
    n_rows[0] = NODES;
    assert_int_equal(o->n_layers, spec->n_layers);
    for (uint32_t l = 0; l <= spec->n_layers; l++) {
        sg_network_spec until = *spec;
        until.n_layers = l;
        if (l > 0) n_rows[l] = slow_layer_rows(&spec->layer[l - 1], n_rows, l - 1);
        assert_int_equal(o->state[l].of_nodes, n_rows[l] == NODES);
        assert_int_equal(o->state[l].width,
                         l > 0 ? slow_network_width(&until) : sg_network_input_width(spec));
        assert_int_equal(o->state[l].width, product_of(o->state[l].axis, o->state[l].n_axes));
    }
    sg_free(n_rows);
}

/* Tensors follow one another without a gap, and those of a layer stand together. */
static void check_tensors(const sg_network_outline *o, const sg_network_spec *spec)
{
    size_t behind = 0;
    assert_int_equal(o->first_tensor[0], 0);
    assert_int_equal(o->first_tensor[spec->n_layers], o->n_tensors);
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        const size_t begin = behind;
        assert_true(o->first_tensor[l] <= o->first_tensor[l + 1]);
        for (uint32_t t = o->first_tensor[l]; t < o->first_tensor[l + 1]; t++) {
            const sg_tensor *tensor = &o->tensor[t];
            assert_int_equal(tensor->layer, l);
            assert_int_equal(tensor->first, behind);
            assert_int_equal(tensor->n, product_of(tensor->axis, tensor->n_axes));
            assert_true(tensor->head < sg_layer_heads(&spec->layer[l]));
            behind += tensor->n;
        }
        assert_int_equal(behind - begin, slow_layer_size(&spec->layer[l], o->state[l].width));
    }
    assert_int_equal(behind, o->n_parameters);
}

static void outlines_are_those_of_the_network(void **state)
{
    (void)state;
    sg_rng rng = check_rng("outlines");
    size_t n_cases = 0;
    const layer_case *cases = layer_cases(&n_cases);
    tiny_model tiny = tiny_model_draw(&rng, 3, 6);
    for (size_t i = 0; i < 3 * n_cases; i++) {
        const layer_case layers = i < n_cases ? cases[i] : layer_case_draw(&rng);
        case_network c;
        sg_network_outline outline = {0};
        case_network_open(&c, &layers, &tiny, &rng);
        check_ok(sg_network_outline_make(&outline, &c.spec, &err));
        check_states(&outline, &c.spec);
        check_tensors(&outline, &c.spec);
        assert_int_equal(outline.n_parameters, c.n_parameters);
        sg_network_outline_free(&outline);
        assert_true(outline.state == NULL && outline.tensor == NULL &&
                    outline.first_tensor == NULL && outline.n_layers == 0);
        sg_network_outline_free(&outline);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

/* ---- Refusals ----------------------------------------------------------------------------- */

static void check_no_outline(const sg_network_spec *spec, sg_status status, const char *text)
{
    sg_network_outline outline = {.n_tensors = 77};
    const long live = sg_mem_live();
    check_fails(sg_network_outline_make(&outline, spec, &err), status, text);
    assert_true(outline.n_tensors == 77 && outline.state == NULL);
    assert_int_equal(sg_mem_live(), live);
}

/* The rows behind the last layer must be those of the items. */
static void rows_that_are_no_items_are_refused(void **state)
{
    (void)state;
    const sg_layer_spec layer[] = {LAYER(linear, .outputs = 2), LAYER(pool, SG_POOL_SUM)};
    sg_network_spec spec = {.layer = layer};
    sg_network_outline outline = {0};
    check_no_outline(&spec, SG_EINVAL, "model: has no layers");
    spec.n_layers = 1;
    check_no_outline(&spec, SG_EINVAL,
                     "model: the last layer must give a row per graph; end with a decoder or a "
                     "pool");
    spec.item = SG_ITEM_NODE;
    check_ok(sg_network_outline_make(&outline, &spec, &err));
    assert_true(outline.state[1].of_nodes);
    sg_network_outline_free(&outline);
    spec.n_layers = 2;
    check_no_outline(&spec, SG_EINVAL,
                     "model: the last layer must give a row per node; leave out layers "
                     "that pool nodes");
    spec.item = SG_ITEM_GRAPH;
    check_ok(sg_network_outline_make(&outline, &spec, &err));
    sg_network_outline_free(&outline);
}

/* What layers refuse, the network refuses; layers are named by their numbers. */
static void layers_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    const sg_layer_spec layer[] = {LAYER(linear, .outputs = 2), LAYER(pool, SG_POOL_SUM),
                                   LAYER(residual, .from = 1)};
    const sg_network_spec spec = {.layer = layer, .n_layers = 3};
    uint64_t n = 17, widest = 18;
    check_no_outline(&spec, SG_EINVAL,
                     "layer 2: residual: 2 numbers per node cannot be added to 2 per graph");
    check_fails(sg_network_measure(&n, &widest, &spec, &err), SG_EINVAL, "layer 2: residual");
    assert_true(n == 17 && widest == 18);
}

/* ---- Too large ---------------------------------------------------------------------------- */

static void check_refused(const sg_layer_spec *layer, uint32_t n_layers)
{
    const sg_network_spec spec = {.layer = layer, .n_layers = n_layers};
    uint64_t n = 17, widest = 18;
    check_fails(sg_network_measure(&n, &widest, &spec, &err), SG_ELIMIT, "layer");
    assert_true(n == 17 && widest == 18);
    check_no_outline(&spec, SG_ELIMIT, "layer");
}

static void what_cannot_be_counted_is_refused(void **state)
{
    (void)state;
    enum { N_HEADS = 4096 };
    static sg_decoder_head head[N_HEADS];
    for (uint32_t h = 0; h < N_HEADS; h++) head[h] = (sg_decoder_head){.n_labels = UINT32_MAX};
    const sg_layer_spec wide = LAYER(linear, .outputs = UINT32_MAX, .bias = true),
                        large = LAYER(linear, .outputs = 1U << 27),
                        heads = LAYER(decoder, .head = head, .n_heads = N_HEADS,
                                      .outputs = UINT32_MAX),
                        labels = LAYER(decoder, .head = head, .n_heads = N_HEADS, .outputs = 1);
    check_refused(&wide, 1);
    check_refused((const sg_layer_spec[]){large, large}, 2);
    check_refused(&heads, 1);
    check_refused((const sg_layer_spec[]){large, heads}, 2);
    check_refused(&labels, 1);
}

/* 2^40 parameters and no more. */
static void parameters_have_a_limit(void **state)
{
    (void)state;
    const uint64_t most = UINT64_C(1) << 40;
    const sg_layer_spec fits = LAYER(linear, .outputs = 1U << 20),
                        biased = LAYER(linear, .outputs = 1U << 20, .bias = true);
    sg_network_spec spec = {.input = &(sg_input_block){.width = 1U << 20},
                            .n_inputs = 1,
                            .layer = &fits,
                            .n_layers = 1};
    uint64_t n = 0, widest = 0;
    check_ok(sg_network_measure(&n, &widest, &spec, &err));
    assert_true(n == most && widest == 1U << 20);
    spec.layer = &biased;
    check_fails(sg_network_measure(&n, &widest, &spec, &err), SG_ELIMIT,
                "layer 0: 1099512676352 weights are too many");
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status outline_and_measure(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_network_outline outline = {0};
    uint64_t n = 0, widest = 0;
    SG_TRY(sg_network_outline_make(&outline, context, err));
    SG_TRY(sg_network_measure(&n, &widest, context, err));
done:
    sg_network_outline_free(&outline);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    const sg_layer_spec layer[] = {LAYER(linear, .outputs = 2), LAYER(pool, SG_POOL_SUM)};
    sg_network_spec spec = {.layer = layer, .n_layers = 2};
    assert_int_equal(check_out_of_memory(outline_and_measure, &spec), 6);
}

SG_TESTS(cmocka_unit_test(sizes_are_those_of_the_network),
         cmocka_unit_test(outlines_are_those_of_the_network),
         cmocka_unit_test(rows_that_are_no_items_are_refused),
         cmocka_unit_test(layers_that_do_not_fit_are_refused),
         cmocka_unit_test(what_cannot_be_counted_is_refused),
         cmocka_unit_test(parameters_have_a_limit), cmocka_unit_test(out_of_memory))
