/* test_network_large.c - a thousand heads, a million labels, more weights than one slice takes,
 * and graphs that are too large to be treated as matrices. */
#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"

/* Compare a network with its dense twin in both precisions.  Where a weight is shared by tens
 * of thousands of pairs, a sum of floats is that much less exact. */
static void compare_with_twin(const case_network *c)
{
    any_network roughly = ANY_NETWORK_F32;
    roughly.tolerance = 1e-3;
    const any_network *const all[] = {&roughly, &ANY_NETWORK_F64};
    for (int i = 0; i < N_ANY_NETWORKS; i++) {
        void *network = NULL;
        check_ok(all[i]->open(&network, &c->spec, NULL, &err));
        case_network_compare(c, all[i], network, true);
        all[i]->close(network);
    }
}

/* ---- Heads -------------------------------------------------------------------------------- */

static void a_thousand_heads(void **state)
{
    (void)state;
    enum { N_HEADS = 1000 };
    static const layer_case LAYERS = {
        .name = "1000 heads",
        .layer = {{.kind = &sg_encoder_kind},
                  {.kind = &sg_linear_kind, .outputs = 2, .bias = CASE_BIAS},
                  {.kind = &sg_decoder_kind, .outputs = 1}},
        .n_layers = 3};
    sg_rng rng = check_rng("1000 heads");
    tiny_model tiny = tiny_model_draw(&rng, 10, 6);
    case_network c;
    sg_encoder_head *encoder = check_alloc(N_HEADS, sizeof *encoder);
    sg_decoder_head *decoder = check_alloc(N_HEADS, sizeof *decoder);
    for (uint32_t h = 0; h < N_HEADS; h++) {
        const sg_labels *labels = &tiny.labels[h % N_TINY_LABELS];
        encoder[h] = (sg_encoder_head){.plan = &tiny.plan[h % N_TINY_PLANS]};
        if (h % 5 == 0) {
            encoder[h].bias_label = labels->label;
            encoder[h].n_bias_labels = labels->vocabulary.n_keys;
        }
        decoder[h] =
            (sg_decoder_head){.label = labels->label, .n_labels = labels->vocabulary.n_keys};
    }
    case_network_open(&c, &LAYERS, &tiny, &rng);
    c.of[0].encoder = (sg_encoder_spec){.head = encoder, .n_heads = N_HEADS};
    c.of[2].decoder = (sg_decoder_spec){.head = decoder, .n_heads = N_HEADS, .outputs = 1};
    case_network_redraw(&c, &rng);
    compare_with_twin(&c);
    tiny_model_replan(&tiny, SG_PLAN_IMPLICIT);
    compare_with_twin(&c);
    case_network_close(&c);
    sg_free(encoder);
    sg_free(decoder);
    tiny_model_free(&tiny);
}

/* ---- Labels and weights ------------------------------------------------------------------- */

/* Paths whose nodes are labeled 0, 1, 2, ... through the whole of `period`. */
static labeled_graph build_paths(uint32_t n_paths, uint32_t length, uint32_t period)
{
    labeled_graph data = {0};
    sg_arc_list arcs = {0};
    uint32_t *offset = check_alloc(n_paths + (size_t)1, sizeof *offset);
    data.node_label = check_alloc((size_t)n_paths * length, sizeof *data.node_label);
    for (uint32_t g = 0; g < n_paths; g++) {
        offset[g + 1] = offset[g] + length;
        for (uint32_t v = offset[g]; v < offset[g + 1]; v++) {
            data.node_label[v] = (int32_t)(v % period);
            if (v > offset[g]) check_ok(sg_arc_list_add(&arcs, v - 1, v, &err));
        }
    }
    check_ok(sg_graph_build(&data.graph, NULL, NULL, &arcs, &offset, n_paths, &err));
    data.edge_label = check_alloc(data.graph.n_arcs, sizeof *data.edge_label);
    return data;
}

/* Paths of 1000 nodes, no two of which have the same label, and a batch of every `step`-th. */
static void check_labels(uint32_t n_paths, uint32_t step, const char *pair, uint32_t n_slots)
{
    sg_rng rng = check_rng(pair);
    labeled_graph data = build_paths(n_paths, 1000, n_paths * 1000);
    const sg_graph_view view = labeled_graph_view(&data);
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    sg_labels labels = {0};
    tiny_plan_of(&plan, &keys, &labels, &view, "label", pair, SG_PLAN_AUTO);
    assert_int_equal(labels.vocabulary.n_keys, n_paths * 1000);
    assert_int_equal(plan.n_slots, n_slots);
    sg_encoder_head encoder = {
        .plan = &plan, .bias_label = labels.label, .n_bias_labels = labels.vocabulary.n_keys};
    sg_decoder_head decoder = {.label = labels.label, .n_labels = labels.vocabulary.n_keys};
    case_network c = {.name = pair, .n_graphs = n_paths / step};
    c.layer[0] = (sg_layer_spec)LAYER(encoder, .head = &encoder, .n_heads = 1);
    c.layer[1] = (sg_layer_spec)LAYER(decoder, .head = &decoder, .n_heads = 1, .outputs = 2);
    c.spec = (sg_network_spec){
        .graph = &data.graph, .layer = c.layer, .n_layers = 2, .max_batch = c.n_graphs};
    c.batch = check_alloc(c.n_graphs, sizeof *c.batch);
    for (uint32_t i = 0; i < c.n_graphs; i++) c.batch[i] = i * step;
    case_network_redraw(&c, &rng);
    compare_with_twin(&c);
    case_network_check_threads(&c, &ANY_NETWORK_F32);
    case_network_close(&c);
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    sg_labels_free(&labels);
    labeled_graph_free(&data);
}

static void a_million_labels(void **state)
{
    (void)state;
    check_labels(1000, 60, "distance 0..1", 1000000 + 1000 * 2 * 999);
}

/* Every receiver label has one weight, so that some weights are the first or last of a slice. */
static void all_weights_of_several_slices(void **state)
{
    (void)state;
    check_labels(40, 1, "distance 0", 40000);
}

/* An encoder over states of one and of several numbers per node. */
static const layer_case MANY_WEIGHTS[] = {
    {.name = "many weights, ones",
     .layer = {{.kind = &sg_encoder_kind, .n_heads = 1, .bias = CASE_BIAS},
               {.kind = &sg_decoder_kind, .n_heads = 1, .outputs = 1}},
     .n_layers = 2},
    {.name = "many weights, one number",
     .layer = {{.kind = &sg_encoder_kind, .n_heads = 1},
               {.kind = &sg_decoder_kind, .n_heads = 1, .outputs = 1}},
     .n_layers = 2,
     .noise = 0.5},
    {.name = "many weights, wide",
     .layer = {{.kind = &sg_encoder_kind, .n_heads = 3},
               {.kind = &sg_decoder_kind, .n_heads = 2, .outputs = 3}},
     .n_layers = 2,
     .input = CASE_NUMBERS},
};

static void check_many_weights(tiny_model *tiny, sg_plan_kind kind, sg_rng *rng)
{
    const sg_graph_view view = labeled_graph_view(&tiny->data);
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    sg_labels labels = {0};
    tiny_plan_of(&plan, &keys, &labels, &view, "label", "distance 0..100", kind);
    assert_true(plan.n_slots > 40000);
    for (size_t i = 0; i < sizeof MANY_WEIGHTS / sizeof *MANY_WEIGHTS; i++) {
        case_network c;
        case_network_open(&c, &MANY_WEIGHTS[i], tiny, rng);
        for (uint32_t h = 0; h < c.of[0].encoder.n_heads; h++) c.encoder[0][h].plan = &plan;
        case_network_redraw(&c, rng);
        compare_with_twin(&c);
        for (int k = 0; k < N_ANY_NETWORKS; k++)
            case_network_check_threads(&c, ANY_NETWORKS[k]);
        case_network_close(&c);
    }
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    sg_labels_free(&labels);
}

/* Paths of graphs that may and that may not be treated as matrices. */
static void weights_of_several_slices(void **state)
{
    (void)state;
    static const uint32_t LENGTHS[] = {250, 280};
    sg_rng rng = check_rng("many weights");
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        labeled_graph data = build_paths(4, LENGTHS[i], LENGTHS[i]);
        tiny_model tiny = tiny_model_of(&data);
        check_many_weights(&tiny, SG_PLAN_EXPLICIT, &rng);
        check_many_weights(&tiny, SG_PLAN_IMPLICIT, &rng);
        tiny_model_free(&tiny);
    }
}

/* ---- Graphs ------------------------------------------------------------------------------- */

/* A star, whose nodes are all near each other, a path and a small graph. */
static tiny_model build_large_graphs(void)
{
    enum { STAR = 270, PATH = 300, SMALL = 5 };
    labeled_graph data = {0};
    sg_arc_list arcs = {0};
    const uint32_t n_nodes = STAR + PATH + SMALL;
    uint32_t *offset = check_alloc(4, sizeof *offset);
    offset[1] = STAR;
    offset[2] = STAR + PATH;
    offset[3] = n_nodes;
    for (uint32_t v = 1; v < n_nodes; v++) {
        const uint32_t before = v < STAR ? 0 : v - 1;
        if (v != STAR && v != STAR + PATH) check_ok(sg_arc_list_add(&arcs, before, v, &err));
    }
    check_ok(sg_graph_build(&data.graph, NULL, NULL, &arcs, &offset, 3, &err));
    data.node_label = check_alloc(n_nodes, sizeof *data.node_label);
    data.edge_label = check_alloc(data.graph.n_arcs, sizeof *data.edge_label);
    for (uint32_t v = 0; v < n_nodes; v++) data.node_label[v] = (int32_t)(v * v % 7 % 4);
    return tiny_model_of(&data);
}

static void large_graphs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("large graphs");
    tiny_model tiny = build_large_graphs();
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++) {
        case_network c;
        case_network_open(&c, &cases[i], &tiny, &rng);
        tiny_model_replan(&tiny, i % 2 == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT);
        compare_with_twin(&c);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

/* ---- A readout in blocks ------------------------------------------------------------------- */

/* So many outputs of the decoder that the layer behind it is cut into blocks of inputs, which also sum
 * up the gradient of the decoder's biases, unless others add to it. */
static void a_wide_readout(void **state)
{
    (void)state;
    static const layer_case CASES[] = {
        {.name = "readout of biased numbers",
         .layer = {{.kind = &sg_linear_kind, .outputs = 25, .bias = CASE_BIAS},
                   {.kind = &sg_decoder_kind, .outputs = 50, .bias = CASE_BIAS},
                   {.kind = &sg_linear_kind, .outputs = 3, .bias = CASE_BIAS}},
         .n_layers = 3,
         .input = CASE_NUMBERS},
        {.name = "readout of others",
         .layer = {{.kind = &sg_linear_kind, .outputs = 25, .bias = CASE_BIAS},
                   {.kind = &sg_decoder_kind, .outputs = 50},
                   {.kind = &sg_linear_kind, .outputs = 3}},
         .n_layers = 3,
         .input = CASE_NUMBERS},
        {.name = "readout of numbers that are read twice",
         .layer = {{.kind = &sg_linear_kind, .outputs = 25, .bias = CASE_BIAS},
                   {.kind = &sg_decoder_kind, .outputs = 50, .bias = CASE_BIAS},
                   {.kind = &sg_linear_kind, .outputs = 2500, .bias = CASE_BIAS},
                   {.kind = &sg_residual_kind, .from = 2},
                   {.kind = &sg_linear_kind, .outputs = 1}},
         .n_layers = 5,
         .input = CASE_NUMBERS}};
    sg_rng rng = check_rng("wide readout");
    tiny_model tiny = tiny_model_draw(&rng, 9, 6);
    sg_decoder_head decoder[2];
    for (uint32_t h = 0; h < 2; h++)
        decoder[h] = (sg_decoder_head){.label = tiny.labels[h].label,
                                       .n_labels = tiny.labels[h].vocabulary.n_keys};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        case_network c;
        case_network_open(&c, &CASES[i], &tiny, &rng);
        c.of[1].decoder.head = decoder;
        c.of[1].decoder.n_heads = 2;
        case_network_redraw(&c, &rng);
        compare_with_twin(&c);
        case_network_check_threads(&c, &ANY_NETWORK_F32);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(a_thousand_heads), cmocka_unit_test(a_million_labels),
         cmocka_unit_test(all_weights_of_several_slices),
         cmocka_unit_test(weights_of_several_slices), cmocka_unit_test(large_graphs),
         cmocka_unit_test(a_wide_readout))
