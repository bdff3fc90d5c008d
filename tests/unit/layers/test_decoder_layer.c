/* test_decoder_layer.c - decoders on data: what they need, their heads, and what nodes give to
 * them. */
#include "layers/decoder/decoder_layer.h"

#include "unit/layers/bound_layer.inc"

#define HEADS "layers: [{decoder: {heads: ['label x2', degree], bias: false, pool: sum}}]"

/* ---- On data ---------------------------------------------------------------------------------- */

static sg_status note(void *context, const sg_need *need, sg_error *err)
{
    char *text = context;
    sg_status status = SG_OK;
    assert_null(need->head);
    SG_REQUIRE(strlen(text) < 10, SG_ELIMIT, "enough");
    (void)sprintf(text + strlen(text), "%s; ", need->labels);
done:
    return status;
}

static void needs_are_the_labels(void **state)
{
    (void)state;
    char text[40] = "";
    sg_blueprint b = small_blueprint(HEADS);
    check_ok(sg_decoder_kind.needs(&(sg_need_visitor){note, text}, b.layer[0].settings, &err));
    assert_string_equal(text, "label; degree; ");
    check_fails(
        sg_decoder_kind.needs(&(sg_need_visitor){note, text}, b.layer[0].settings, &err),
        SG_ELIMIT, "enough");
    sg_blueprint_free(&b);
}

static void copies_are_heads_of_their_own(void **state)
{
    (void)state;
    static const char *const TEXTS[][2] = {
        {"label", "label"}, {"label", "label"}, {"degree", "degree"}};
    bound_layer b = open_bound(HEADS, 6);
    sg_cached_labels label = {0}, degree = {0};
    check_ok(sg_plan_cache_labels(&label, b.cache, "label", &err));
    check_ok(sg_plan_cache_labels(&degree, b.cache, "degree", &err));
    const sg_decoder_spec *spec = b.spec;
    assert_int_equal(spec->n_heads, 3);
    assert_int_equal(spec->outputs, 6);
    assert_int_equal(spec->pooling, SG_POOL_SUM);
    assert_false(spec->bias);
    for (int h = 0; h < 2; h++) {
        assert_ptr_equal(spec->head[h].label, label.label);
        assert_int_equal(spec->head[h].n_labels, 2);
        assert_string_equal(spec->head[h].expression, "label");
    }
    assert_ptr_equal(spec->head[2].label, degree.label);
    assert_int_equal(spec->head[2].n_labels, 3);
    check_head_texts(&b, TEXTS, 3);
    close_bound(&b);
}

static void what_the_file_says_counts(void **state)
{
    (void)state;
    bound_layer b = open_bound("layers: [{decoder: {heads: [label], outputs: 4}}]", 6);
    const sg_decoder_spec *spec = b.spec;
    assert_int_equal(spec->outputs, 4);
    assert_int_equal(spec->pooling, SG_POOL_MEAN);
    assert_true(spec->bias);
    close_bound(&b);
}

/* ---- What nodes give -------------------------------------------------------------------------- */

/* Two heads of 2 and 3 labels, two outputs each, over states of two numbers; nodes 4 .. 6 of the
 * data.  The labels 2 and 3 are unknown. */
static const uint32_t FIRST[] = {9, 9, 9, 9, 1, 2, 0}, SECOND[] = {9, 9, 9, 9, 2, 0, 3};
/* Weights [2][2] and [3][2] of the heads, then biases [2][2][2]. */
static const double PARAMETER[] = {1, 2,  3,   4,            /* */
                                   5, 6,  7,   8,   9,   10, /* */
                                   1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7};
static const double X[] = {1, 2, 3, 4, 5, 6};
/* [head][output][number] */
static const double DELTA[] = {1, 1, 0, 2, 3, 0, 0, 1};

static void check_credit(const sg_decoder_spec *spec, uint32_t head, const double node[3],
                         double bias)
{
    const sg_pooled_graph graph = {
        .parameter = PARAMETER, .x = X, .delta = DELTA, .first_node = 4, .n = 3, .width = 2};
    double found[3] = {99, 99, 99}, of_bias = 99;
    sg_decoder_kind.credit(found, &of_bias, spec, &graph, head);
    for (int v = 0; v < 3; v++) check_near(found[v], node[v], 1e-15, 0);
    check_near(of_bias, bias, 1e-15, 0);
}

static void credit_worked_out_by_hand(void **state)
{
    (void)state;
    sg_decoder_head head[] = {{FIRST, 2, "a"}, {SECOND, 3, "b"}};
    sg_decoder_spec spec = {
        .head = head, .n_heads = 2, .outputs = 2, .pooling = SG_POOL_SUM, .bias = true};
    /* Head 0, node 4 has label 1, weights 3 and 4: 3 (1*1 + 1*2) + 4 (0*1 + 2*2) = 25; node 6
     * has label 0, weights 1 and 2: (5 + 6) + 2 (2*6) = 35.  Its biases: 1*1 + 1*10 + 0*100 +
     * 2*1000. */
    check_credit(&spec, 0, (const double[]){25, 0, 35}, 2011);
    /* Head 1, node 4 has label 2, weights 9 and 10: 9 (3*1) + 10 (1*2); node 5 label 0: 5 (3*3)
     * + 6*4. */
    check_credit(&spec, 1, (const double[]){47, 69, 0}, 3e4 + 1e7);
    spec.pooling = SG_POOL_MEAN;
    check_credit(&spec, 0, (const double[]){25.0 / 3, 0, 35.0 / 3}, 2011);
    spec.bias = false;
    check_credit(&spec, 1, (const double[]){47.0 / 3, 23, 0}, 0);
}

/* A graph without nodes gives nothing but its biases. */
static void credit_of_no_nodes(void **state)
{
    (void)state;
    sg_decoder_head head = {FIRST, 2, "a"};
    const sg_decoder_spec spec = {
        .head = &head, .n_heads = 1, .outputs = 1, .pooling = SG_POOL_MEAN, .bias = true};
    const sg_pooled_graph graph = {.parameter = PARAMETER, .delta = DELTA, .width = 2};
    double bias = 99;
    sg_decoder_kind.credit(NULL, &bias, &spec, &graph, 0);
    check_near(bias, 3 + 4, 0, 0); /* behind two weights */
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static void out_of_memory(void **state)
{
    (void)state;
    assert_true(check_bound_memory(HEADS) > 10);
}

SG_TESTS(cmocka_unit_test(needs_are_the_labels),
         cmocka_unit_test(copies_are_heads_of_their_own),
         cmocka_unit_test(what_the_file_says_counts),
         cmocka_unit_test(credit_worked_out_by_hand), cmocka_unit_test(credit_of_no_nodes),
         cmocka_unit_test(out_of_memory))
