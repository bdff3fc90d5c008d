/* test_expressivity.c - Proposition 3, Corollary 2 and Figure 2 of the paper: a model tells
 * apart what the labels of its decoder do; there is a model for any two graphs that differ; and
 * distances tell graphs apart that 1-WL labels alone do not. */
#define SG_REAL_DOUBLE
#include "network/real/network.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/layer_specs.h"
#include "support/tiny_model.h"

static const uint32_t BOTH[2] = {0, 1};

/* Two graphs, and a model for them: an encoder over distances, if asked for, and a decoder with
 * one output, both by the same labels. */
typedef struct pair_model {
    sg_labels labels;
    sg_plan plan;
    sg_weight_keys keys;
    sg_encoder_head encoder_head;
    sg_decoder_head decoder_head;
    sg_encoder_spec encoder;
    sg_decoder_spec decoder;
    sg_layer_spec layer[2];
    sg_network_spec spec;
    sg_network_f64 *network;
    double *w; /* weights of the encoder, then of the decoder */
    size_t n;
} pair_model;

static void open_model(pair_model *m, const sg_graph_view *view, const char *label,
                       bool with_encoder)
{
    *m = (pair_model){0};
    tiny_plan(&m->plan, &m->keys, &m->labels, view, label, "distance 0..20");
    m->encoder_head = (sg_encoder_head){.plan = &m->plan};
    m->decoder_head =
        (sg_decoder_head){.label = m->labels.label, .n_labels = m->labels.vocabulary.n_keys};
    m->encoder = (sg_encoder_spec){.head = &m->encoder_head, .n_heads = 1};
    m->decoder = (sg_decoder_spec){.head = &m->decoder_head, .n_heads = 1, .outputs = 1};
    m->layer[0] = (sg_layer_spec){.kind = &sg_encoder_kind, .of = &m->encoder};
    m->layer[1] = (sg_layer_spec){.kind = &sg_decoder_kind, .of = &m->decoder};
    m->spec = (sg_network_spec){.graph = view->graph,
                                .layer = with_encoder ? m->layer : m->layer + 1,
                                .n_layers = with_encoder ? 2 : 1,
                                .max_batch = 2};
    check_ok(sg_network_open_f64(&m->network, &m->spec, NULL, &err));
    m->w = sg_network_parameters_f64(m->network);
    m->n = sg_network_size_f64(m->network);
}

static void close_model(pair_model *m)
{
    sg_network_close_f64(m->network);
    sg_plan_free(&m->plan);
    sg_weight_keys_free(&m->keys);
    sg_labels_free(&m->labels);
}

static void draw_weights(pair_model *m, sg_rng *rng)
{
    for (size_t i = 0; i < m->n; i++) m->w[i] = sg_rng_uniform(rng) - 0.5;
}

/* The difference of the two graphs' outputs. */
static double difference(pair_model *m)
{
    const double *out = sg_network_forward_f64(m->network, BOTH, 2, false);
    return out[0] - out[1];
}

/* Some weight that nobody chose tells the graphs apart, or none does. */
static void check_outputs(const sg_graph_view *view, const char *label, bool with_encoder,
                          bool apart, sg_rng *rng)
{
    pair_model m;
    open_model(&m, view, label, with_encoder);
    for (int i = 0; i < 20; i++) {
        draw_weights(&m, rng);
        if (apart)
            assert_true(fabs(difference(&m)) > 1e-9);
        else
            check_near(difference(&m), 0, 0, 1e-12);
    }
    close_model(&m);
}

/* ---- Proposition 3 ----------------------------------------------------------------------- */

/* How often each label occurs in graph g. */
static uint32_t *histogram(const sg_labels *labels, const sg_graph *graph, uint32_t g)
{
    uint32_t *count = check_alloc(labels->vocabulary.n_keys, sizeof *count);
    for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++)
        count[labels->label[v]]++;
    return count;
}

/* The proof's model: weight 1 for label a and 0 for all others counts a's nodes. */
static bool check_counts(pair_model *m, const sg_graph *graph)
{
    const double n = graph->graph_offset[1];
    uint32_t *first = histogram(&m->labels, graph, 0);
    uint32_t *second = histogram(&m->labels, graph, 1);
    bool apart = false;
    for (uint32_t a = 0; a < m->labels.vocabulary.n_keys; a++) {
        memset(m->w, 0, m->n * sizeof *m->w);
        m->w[a] = 1;
        check_near(difference(m), ((double)first[a] - (double)second[a]) / n, 0, 1e-14);
        apart = apart || first[a] != second[a];
    }
    sg_free(first);
    sg_free(second);
    return apart;
}

/* An encoder can leave the state as it is: 1 for every node and itself. */
static void check_same_behind_encoder(pair_model *bare, const sg_graph_view *view,
                                      const char *label, sg_rng *rng)
{
    pair_model m;
    const uint32_t largest = sg_graph_largest(view->graph->graph_offset, 2);
    uint32_t *sender = check_alloc(largest, sizeof *sender);
    uint32_t *slot = check_alloc(largest, sizeof *slot);
    draw_weights(bare, rng);
    open_model(&m, view, label, true);
    memcpy(m.w + m.plan.n_slots, bare->w, bare->n * sizeof *bare->w);
    for (uint32_t g = 0; g < 2; g++) {
        const uint32_t n = view->graph->graph_offset[g + 1] - view->graph->graph_offset[g];
        for (uint32_t v = 0; v < n; v++) {
            const uint32_t n_pairs = sg_plan_row(sender, slot, &m.plan, view->graph, g, v);
            for (uint32_t p = 0; p < n_pairs; p++)
                if (sender[p] == v) m.w[slot[p]] = 1;
        }
    }
    check_near(difference(&m), difference(bare), 0, 1e-14);
    close_model(&m);
    sg_free(sender);
    sg_free(slot);
}

/* Two random graphs with the same number of nodes. */
static labeled_graph draw_pair(sg_rng *rng)
{
    for (;;) {
        labeled_graph data =
            labeled_graph_draw(rng, (random_shape){.max_graphs = 2, .max_nodes = 6});
        const uint32_t *offset = data.graph.graph_offset;
        if (data.graph.n_graphs == 2 && offset[1] > 0 && offset[2] == 2 * offset[1])
            return data;
        labeled_graph_free(&data);
    }
}

static void models_tell_apart_what_their_labels_do(void **state)
{
    (void)state;
    sg_rng rng = check_rng("proposition 3");
    size_t n_kinds = 0;
    const sg_labeling_kind *const *kinds = sg_labeling_kinds(&n_kinds);
    for (size_t k = 0; k < n_kinds; k++) {
        int n_apart = 0;
        for (int i = 0; i < 30; i++) {
            labeled_graph data = draw_pair(&rng);
            const sg_graph_view view = labeled_graph_view(&data);
            pair_model m;
            open_model(&m, &view, kinds[k]->example, false);
            const bool apart = check_counts(&m, &data.graph);
            check_same_behind_encoder(&m, &view, kinds[k]->example, &rng);
            close_model(&m);
            check_outputs(&view, kinds[k]->example, false, apart, &rng);
            if (apart) check_outputs(&view, kinds[k]->example, true, true, &rng);
            n_apart += apart;
            labeled_graph_free(&data);
        }
        const bool one_label =
            strcmp(kinds[k]->name, "none") == 0 || strcmp(kinds[k]->name, "index") == 0;
        assert_true(one_label ? n_apart == 0 : n_apart > 0);
    }
}

/* ---- Figure 2 ---------------------------------------------------------------------------- */

/* Two graphs of n nodes each, their edges as pairs of letters. */
static sg_graph build_pair(uint32_t n, const char *first, const char *second)
{
    sg_arc_list arcs = {0};
    sg_graph graph = {0};
    uint32_t *offset = check_alloc(3, sizeof *offset);
    offset[1] = n;
    offset[2] = 2 * n;
    const char *lists[2] = {first, second};
    for (uint32_t g = 0; g < 2; g++)
        for (const char *s = lists[g]; *s != '\0'; s += 2)
            check_ok(sg_arc_list_add(&arcs, (uint32_t)(s[0] - 'a') + g * n,
                                     (uint32_t)(s[1] - 'a') + g * n, &err));
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 2, &err));
    return graph;
}

/* A ring of six and two of three. */
static const char G1[] = "abbccddeeffa", G2[] = "abbccadeeffd";

/* Two rings of six that share the edge a-f, and two of five joined by the edge a-f. */
static const char G3[] = "abbccddeeffaagghhiijjf", G4[] = "abbccddeeaaffgghhiijjf";

static void labels_alone_do_not_tell_the_pairs_apart_and_distances_do(void **state)
{
    (void)state;
    sg_rng rng = check_rng("figure 2");
    sg_graph rings = build_pair(6, G1, G2), joined = build_pair(10, G3, G4);
    const sg_graph_view pairs[2] = {{.graph = &rings}, {.graph = &joined}};
    for (int i = 0; i < 2; i++) {
        check_outputs(&pairs[i], "wl:10", false, false, &rng);
        check_outputs(&pairs[i], "wl:10", true, true, &rng);
    }
    sg_graph_free(&rings);
    sg_graph_free(&joined);
}

/* The slot of receiver v and sender w of graph g. */
static uint32_t slot_of(const pair_model *m, const sg_graph *graph, uint32_t g, uint32_t v,
                        uint32_t w)
{
    uint32_t sender[10];
    uint32_t slot[10];
    const uint32_t n = sg_plan_row(sender, slot, &m->plan, graph, g, v);
    for (uint32_t p = 0; p < n; p++)
        if (sender[p] == w) return slot[p];
    fail_msg("no message from %u to %u", w, v);
    return 0;
}

/* Let one message's weight be 1, that of receiver v and sender w of graph g, and all others 0:
 * an output is then the number of pairs with the message, per node. */
static void check_arrow(const sg_graph *graph, uint32_t g, char v, char w, double first,
                        double second)
{
    const sg_graph_view view = {.graph = graph};
    pair_model m;
    open_model(&m, &view, "wl:10", true);
    for (size_t i = 0; i < m.n; i++) m.w[i] = i >= m.plan.n_slots;
    m.w[slot_of(&m, graph, g, (uint32_t)(v - 'a'), (uint32_t)(w - 'a'))] = 1;
    const double *out = sg_network_forward_f64(m.network, BOTH, 2, false);
    check_near(out[0], first, 1e-14, 0);
    check_near(out[1], second, 1e-14, 1e-15);
    close_model(&m);
}

/* In G1 each node has one at distance 3, in G2 none.  In G3 the four nodes farthest from the
 * middle (c, d and h, i) have one partner at distance 4 and one at 5; in G4 (c, d and h, i
 * again) both are at distance 5. */
static void the_arrows_of_the_figure_decide(void **state)
{
    (void)state;
    sg_graph rings = build_pair(6, G1, G2), joined = build_pair(10, G3, G4);
    check_arrow(&rings, 0, 'a', 'd', 1, 0);
    check_arrow(&joined, 0, 'c', 'h', 4.0 / 10, 0);
    check_arrow(&joined, 0, 'c', 'i', 4.0 / 10, 8.0 / 10);
    check_arrow(&joined, 1, 'c', 'i', 4.0 / 10, 8.0 / 10);
    sg_graph_free(&rings);
    sg_graph_free(&joined);
}

/* ---- Corollary 2 ------------------------------------------------------------------------- */

/* Two strongly regular graphs with the same parameters: fields of a 4 x 4 board that a rook
 * joins, and Shrikhande's graph.  Distances do not help, but cliques do. */
static sg_graph build_boards(void)
{
    sg_arc_list arcs = {0};
    sg_graph graph = {0};
    uint32_t *offset = check_alloc(3, sizeof *offset);
    offset[1] = 16;
    offset[2] = 32;
    for (uint32_t u = 0; u < 16; u++)
        for (uint32_t v = 0; v < u; v++) {
            const uint32_t dx = (u % 4 + 4 - v % 4) % 4, dy = (u / 4 + 4 - v / 4) % 4;
            const bool next_x = dx == 1 || dx == 3, next_y = dy == 1 || dy == 3;
            if (dx == 0 || dy == 0) check_ok(sg_arc_list_add(&arcs, u, v, &err));
            if ((next_x && dy == 0) || (dx == 0 && next_y) || (next_x && dx == dy))
                check_ok(sg_arc_list_add(&arcs, 16 + u, 16 + v, &err));
        }
    check_ok(sg_graph_build(&graph, NULL, NULL, &arcs, &offset, 2, &err));
    return graph;
}

static void there_is_a_model_for_graphs_that_distances_do_not_tell_apart(void **state)
{
    (void)state;
    sg_rng rng = check_rng("corollary 2");
    sg_graph graph = build_boards();
    const sg_graph_view view = {.graph = &graph};
    assert_int_equal(graph.n_arcs, 2 * 16 * 6);
    check_outputs(&view, "wl:10", true, false, &rng);
    check_outputs(&view, "cliques:4", false, true, &rng);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(models_tell_apart_what_their_labels_do),
         cmocka_unit_test(labels_alone_do_not_tell_the_pairs_apart_and_distances_do),
         cmocka_unit_test(the_arrows_of_the_figure_decide),
         cmocka_unit_test(there_is_a_model_for_graphs_that_distances_do_not_tell_apart))
