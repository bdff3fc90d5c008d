/* test_network_outline.c - sizes of networks that do not exist yet, and of those that never may. */
#include "support/case_network.h"
#include "support/check.h"
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

/* ---- Too large ---------------------------------------------------------------------------- */

static void check_refused(const sg_layer_spec *layer, uint32_t n_layers)
{
    const sg_network_spec spec = {.input_width = 1, .layer = layer, .n_layers = n_layers};
    uint64_t n = 17, widest = 18;
    check_fails(sg_network_measure(&n, &widest, &spec, &err), SG_ELIMIT, "layer");
    assert_true(n == 17 && widest == 18);
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

SG_TESTS(cmocka_unit_test(sizes_are_those_of_the_network),
         cmocka_unit_test(what_cannot_be_counted_is_refused))
