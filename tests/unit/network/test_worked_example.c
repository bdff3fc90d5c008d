/* test_worked_example.c - the paper's appendix: ethylene and cyclopropenylidene with bonds.
 *
 * The six encoder weights must sit in exactly the printed positions.  The printed matrices have
 * slips, corrected here: the C=C bond of ethylene shows w5 where w6 is meant; row 4 of W_y shows w3
 * for w4 (a carbon receives from a hydrogen); and W_dec_y is in another order of nodes than W_y. */
#define SG_REAL_DOUBLE
#include "network/real/network.h"

#include "data/dataset_view.h"
#include "formats/tu_reader.h"
#include "support/check.h"
#include "support/layer_specs.h"
#include "support/tiny_model.h"

/* w1 = (H, H, self), w2 = (C, C, self), w3 = (H, C, -), w4 = (C, H, -), w5 = (C, C, -),
 * w6 = (C, C, =); receiver first; 0: no message. */
static const int ETHYLENE[6][6] = {{1, 0, 0, 0, 3, 0}, {0, 1, 0, 0, 3, 0}, {0, 0, 1, 0, 0, 3},
                                   {0, 0, 0, 1, 0, 3}, {4, 4, 0, 0, 2, 6}, {0, 0, 4, 4, 6, 2}};
static const int CYCLOPROPENYLIDENE[5][5] = {
    {1, 0, 3, 0, 0}, {0, 1, 0, 3, 0}, {4, 0, 2, 6, 5}, {0, 4, 6, 2, 5}, {0, 0, 5, 5, 2}};

typedef struct example {
    sg_dataset data;
    sg_labels labels;
    sg_plan plan;
    sg_weight_keys keys;
} example;

static void open_example(example *e)
{
    *e = (example){0};
    check_ok(sg_tu_open(&e->data, SG_TEST_FIXTURES "/MOL2", 1, &err));
    const sg_graph_view view = sg_dataset_view(&e->data);
    tiny_plan(&e->plan, &e->keys, &e->labels, &view, "label", "edge");
}

static void close_example(example *e)
{
    sg_plan_free(&e->plan);
    sg_weight_keys_free(&e->keys);
    sg_labels_free(&e->labels);
    sg_dataset_free(&e->data);
}

/* The printed number of each slot, found where the matrices have it; every slot has one number and
 * every number one slot. */
static void match_slots(int *number_of_slot, const example *e, uint32_t g, const int *matrix,
                        uint32_t n)
{
    const uint32_t first = e->data.graph.graph_offset[g];
    for (uint32_t v = 0; v < n; v++) {
        uint32_t n_printed = 0;
        for (uint32_t w = 0; w < n; w++) n_printed += matrix[v * n + w] != 0;
        assert_int_equal(e->plan.row[first + v + 1] - e->plan.row[first + v], n_printed);
        for (uint64_t p = e->plan.row[first + v]; p < e->plan.row[first + v + 1]; p++) {
            const int printed = matrix[v * n + e->plan.sender[p]];
            int *number = &number_of_slot[e->plan.slot[p]];
            assert_int_not_equal(printed, 0);
            if (*number == 0) *number = printed;
            assert_int_equal(*number, printed);
        }
    }
}

static void weights_sit_where_the_paper_has_them(void **state)
{
    (void)state;
    example e;
    int number[6] = {0}, seen = 0;
    open_example(&e);
    assert_int_equal(e.plan.n_slots, 6);
    match_slots(number, &e, 0, &ETHYLENE[0][0], 6);
    match_slots(number, &e, 1, &CYCLOPROPENYLIDENE[0][0], 5);
    for (int s = 0; s < 6; s++) seen |= 1 << number[s];
    assert_int_equal(seen, 0x7e); /* each of 1 .. 6 once */
    close_example(&e);
}

/* x' = tanh(W_dec tanh(W_enc x)), worked out with the matrices. */
static double by_hand(const int *matrix, uint32_t n, const int32_t *atom, const double *w,
                      const double *decoder, uint32_t o)
{
    double sum = 0;
    for (uint32_t v = 0; v < n; v++) {
        double z = 0;
        for (uint32_t u = 0; u < n; u++)
            if (matrix[v * n + u] != 0) z += w[matrix[v * n + u] - 1];
        sum += decoder[(size_t)atom[v] * 2 + o] * tanh(z);
    }
    return tanh(sum);
}

static void outputs_are_those_of_the_matrices(void **state)
{
    (void)state;
    example e;
    int number[6] = {0};
    const double w[6] = {0.3, -0.2, 0.5, 0.7, -0.4, 0.1}; /* w1 .. w6          */
    const double decoder[4] = {0.2, -0.6, 0.9, 0.4};      /* of H (0) and C (1) */
    open_example(&e);
    match_slots(number, &e, 0, &ETHYLENE[0][0], 6);
    match_slots(number, &e, 1, &CYCLOPROPENYLIDENE[0][0], 5);
    sg_encoder_head encoder_head = {.plan = &e.plan};
    sg_decoder_head decoder_head = {.label = e.labels.label,
                                    .n_labels = e.labels.vocabulary.n_keys};
    const sg_layer_spec layer[4] = {LAYER(encoder, .head = &encoder_head, .n_heads = 1),
                                    LAYER(activation, SG_ACTIVATION_TANH),
                                    LAYER(decoder, .head = &decoder_head, .n_heads = 1,
                                          .outputs = 2, .pooling = SG_POOL_SUM),
                                    LAYER(activation, SG_ACTIVATION_TANH)};
    const sg_network_spec spec = {
        .graph = &e.data.graph, .layer = layer, .n_layers = 4, .max_batch = 2};
    sg_network_f64 *network = NULL;
    check_ok(sg_network_open_f64(&network, &spec, NULL, &err));
    double *parameter = sg_network_parameters_f64(network);
    for (int s = 0; s < 6; s++) parameter[s] = w[number[s] - 1];
    for (uint32_t v = 0; v < e.data.graph.n_nodes; v++)
        for (int o = 0; o < 2; o++)
            parameter[6 + 2 * e.labels.label[v] + (uint32_t)o] =
                decoder[2 * e.data.node_label.value[v] + o];
    const uint32_t graphs[2] = {0, 1};
    const double *out = sg_network_forward_f64(network, graphs, 2, false);
    for (uint32_t o = 0; o < 2; o++) {
        check_near(out[o], by_hand(&ETHYLENE[0][0], 6, e.data.node_label.value, w, decoder, o),
                   1e-14, 0);
        check_near(
            out[2 + o],
            by_hand(&CYCLOPROPENYLIDENE[0][0], 5, e.data.node_label.value + 6, w, decoder, o),
            1e-14, 0);
    }
    sg_network_close_f64(network);
    close_example(&e);
}

SG_TESTS(cmocka_unit_test(weights_sit_where_the_paper_has_them),
         cmocka_unit_test(outputs_are_those_of_the_matrices))
