/* test_plan_widths.c - plans of both kinds under states of all widths, against the dense twin: each
 * width has loops of its own, and each kind of plan its own way to the weights. */
#include "base/mem.h"
#include "support/any_network.h"
#include "support/check.h"
#include "support/layer_specs.h"
#include "support/slow_network.h"
#include "support/tiny_model.h"

enum { N_GRAPHS = 6, MAX_NODES = 12, MOST_WIDTH = 40, N_HEADS = 5 };

/* A network on random input, its parameters and a gradient of its outputs. */
typedef struct fixture {
    sg_network_spec spec;
    sg_input_block block;
    double *input, *parameter, *d_out;
    uint32_t batch[N_GRAPHS];
} fixture;

static double *draw(sg_rng *rng, size_t n)
{
    double *number = sg_alloc(n, sizeof *number);
    assert_non_null(number);
    for (size_t i = 0; i < n; i++) number[i] = sg_rng_uniform(rng) - 0.5;
    return number;
}

static void open_fixture(fixture *f, const tiny_model *tiny, const sg_layer_spec *layer,
                         uint32_t n_layers, uint32_t width, sg_rng *rng)
{
    *f = (fixture){.spec = {.graph = &tiny->data.graph,
                            .layer = layer,
                            .n_layers = n_layers,
                            .max_batch = N_GRAPHS}};
    f->input = draw(rng, (size_t)tiny->data.graph.n_nodes * width);
    f->block = (sg_input_block){.value = f->input, .width = width};
    f->spec.input = &f->block;
    f->spec.n_inputs = 1;
    f->parameter = draw(rng, slow_network_size(&f->spec));
    f->d_out = draw(rng, (size_t)N_GRAPHS * slow_network_width(&f->spec));
    for (uint32_t g = 0; g < N_GRAPHS; g++) f->batch[g] = g;
    sg_rng_shuffle(rng, f->batch, N_GRAPHS);
}

static void close_fixture(fixture *f)
{
    sg_free(f->input);
    sg_free(f->parameter);
    sg_free(f->d_out);
}

static void check_all_near(const double *computed, const double *expected, size_t n,
                           double tolerance, const char *what)
{
    double largest = 1;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(expected[i]));
    for (size_t i = 0; i < n; i++)
        if (!(fabs(computed[i] - expected[i]) <= tolerance * largest))
            fail_msg("%s %zu: %.17g, the twin has %.17g", what, i, computed[i], expected[i]);
}

static void compare_with_twin(const fixture *f, sg_threads *threads)
{
    const slow_batch batch = {f->batch, N_GRAPHS, f->d_out, false, 0};
    slow_network slow = slow_network_run(&f->spec, f->parameter, &batch);
    const uint32_t last = slow.n_layers - 1;
    const size_t n_out = slow.n_rows[last] * slow.width[last];
    for (int i = 0; i < N_ANY_NETWORKS; i++) {
        const any_network *any = ANY_NETWORKS[i];
        void *network = NULL;
        double *out = sg_alloc(n_out, sizeof *out),
               *gradient = sg_alloc(slow.n_parameters, sizeof *gradient);
        assert_true(out != NULL && gradient != NULL);
        check_ok(any->open(&network, &f->spec, threads, &err));
        any->set_parameters(network, f->parameter);
        any->forward(out, network, f->batch, N_GRAPHS, false);
        check_all_near(out, slow.state[last], n_out, any->tolerance, "output");
        any->backward(gradient, network, f->d_out, N_GRAPHS);
        check_all_near(gradient, slow.gradient, slow.n_parameters, any->tolerance, "gradient");
        any->close(network);
        sg_free(out);
        sg_free(gradient);
    }
    slow_network_free(&slow);
}

/* Heads over pairs that are matrices and lists, with and without bias, with unknown labels. */
static void make_heads(sg_encoder_head *head, const tiny_model *tiny)
{
    static const int PLANS[N_HEADS] = {TINY_LABEL, TINY_EDGE, TINY_WL, TINY_WL, TINY_FREQUENT};
    const sg_labels *bias = &tiny->labels[TINY_DEGREE];
    for (int h = 0; h < N_HEADS; h++) {
        head[h] = (sg_encoder_head){.plan = &tiny->plan[PLANS[h]]};
        if (h % 2 == 0) continue;
        head[h].bias_label = bias->label;
        head[h].n_bias_labels = bias->vocabulary.n_keys;
    }
}

static void check_widths(const tiny_model *tiny, sg_rng *rng)
{
    static const uint32_t WIDTHS[] = {1, 2, 7, 8, 9, 16, 17, 24, 25, 31, 32, 33, MOST_WIDTH};
    for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++) {
        sg_encoder_head head[N_HEADS];
        fixture f;
        make_heads(head, tiny);
        const sg_layer_spec layer[] = {LAYER(linear, .outputs = WIDTHS[i], .bias = true),
                                       LAYER(encoder, .head = head, .n_heads = N_HEADS),
                                       LAYER(pool, .pooling = SG_POOL_MEAN)};
        open_fixture(&f, tiny, layer, 3, 3, rng);
        compare_with_twin(&f, NULL);
        close_fixture(&f);
    }
}

static void all_widths_and_kinds(void **state)
{
    (void)state;
    sg_rng rng = check_rng("widths");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    check_widths(&tiny, &rng);
    tiny_model_replan(&tiny, SG_PLAN_IMPLICIT);
    check_widths(&tiny, &rng);
    tiny_model_free(&tiny);
}

/* Dense graphs whose nodes all have labels of their own: more weights than a slice usually has, in a
 * table that is small enough to be used cell by cell; and biases that ask for a slice of their own. */
static void many_weights_by_cell(void **state)
{
    (void)state;
    enum { N = 65, UNUSED = 2000 };
    sg_rng rng = check_rng("many weights by cell");
    labeled_graph data = {0};
    sg_arc_list arcs = {0};
    sg_plan plan = {0};
    sg_weight_keys keys = {0};
    sg_labels labels = {0};
    uint32_t *offset = sg_alloc(N_GRAPHS + 1, sizeof *offset);
    assert_non_null(offset);
    for (uint32_t g = 0; g < N_GRAPHS; g++) {
        offset[g + 1] = offset[g] + N;
        for (uint32_t v = offset[g]; v < offset[g + 1]; v++)
            for (uint32_t u = v + 1; u < offset[g + 1]; u++)
                if (sg_rng_below(&rng, 2) == 0) check_ok(sg_arc_list_add(&arcs, v, u, &err));
    }
    check_ok(sg_graph_build(&data.graph, NULL, NULL, &arcs, &offset, N_GRAPHS, &err));
    data.node_label = sg_alloc(data.graph.n_nodes, sizeof *data.node_label);
    data.edge_label = sg_alloc(data.graph.n_arcs, sizeof *data.edge_label);
    const sg_graph_view view = labeled_graph_view(&data);
    tiny_plan_of(&plan, &keys, &labels, &view, "index", "distance 1,2", SG_PLAN_IMPLICIT);
    assert_in_range(plan.n_slots, 5000, 16000);
    tiny_model tiny = {.data = data};
    for (uint32_t width = 1; width <= 12; width += 11) {
        sg_encoder_head head = {
            .plan = &plan, .bias_label = labels.label, .n_bias_labels = UNUSED * 12 / width};
        const sg_layer_spec layer[] = {LAYER(linear, .outputs = width),
                                       LAYER(encoder, .head = &head, .n_heads = 1),
                                       LAYER(pool, .pooling = SG_POOL_MEAN)};
        fixture f;
        open_fixture(&f, &tiny, layer, 3, 3, &rng);
        compare_with_twin(&f, NULL);
        close_fixture(&f);
    }
    sg_plan_free(&plan);
    sg_weight_keys_free(&keys);
    sg_labels_free(&labels);
    labeled_graph_free(&data);
}

/* A readout of so many inputs that they are cut into blocks, behind a decoder and alone. */
static void wide_readouts(void **state)
{
    (void)state;
    sg_rng rng = check_rng("wide readouts");
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    const sg_labels *labels = &tiny.labels[TINY_WL];
    sg_decoder_head head[2] = {{.label = labels->label, .n_labels = labels->vocabulary.n_keys},
                               {.label = tiny.labels[TINY_LABEL].label,
                                .n_labels = tiny.labels[TINY_LABEL].vocabulary.n_keys}};
    const sg_layer_spec layer[] = {LAYER(decoder, .head = head, .n_heads = 2, .outputs = 350,
                                         .bias = true, .pooling = SG_POOL_SUM),
                                   LAYER(linear, .outputs = 6, .bias = true),
                                   LAYER(residual, .from = 2),
                                   LAYER(linear, .outputs = 3000),
                                   LAYER(activation, .activation = SG_ACTIVATION_TANH),
                                   LAYER(linear, .outputs = 2, .bias = true)};
    fixture f;
    open_fixture(&f, &tiny, layer, sizeof layer / sizeof *layer, 3, &rng);
    compare_with_twin(&f, NULL);
    compare_with_twin(&f, threads);
    close_fixture(&f);
    tiny_model_free(&tiny);
    sg_threads_close(threads);
}

/* The state before a wide readout is also added to one behind it. */
static void wide_readouts_with_a_way_around(void **state)
{
    (void)state;
    enum { WIDTH = 2500 };
    sg_rng rng = check_rng("a way around");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    const sg_layer_spec layer[] = {LAYER(pool, .pooling = SG_POOL_SUM),
                                   LAYER(linear, .outputs = WIDTH),
                                   LAYER(linear, .outputs = WIDTH, .bias = true),
                                   LAYER(residual, .from = 2), LAYER(linear, .outputs = 2)};
    fixture f;
    open_fixture(&f, &tiny, layer, sizeof layer / sizeof *layer, 3, &rng);
    for (size_t i = 0; i < slow_network_size(&f.spec); i++) f.parameter[i] /= 20;
    compare_with_twin(&f, NULL);
    close_fixture(&f);
    tiny_model_free(&tiny);
}

/* Plans without a single slot: all messages are zero, and nothing is learned. */
static void plans_without_slots(void **state)
{
    (void)state;
    sg_rng rng = check_rng("no slots");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    const sg_graph_view view = labeled_graph_view(&tiny.data);
    for (int k = 0; k < 2; k++) {
        sg_plan plan = {0};
        sg_weight_keys keys = {0};
        sg_property property = {0};
        sg_plan_pairs *pairs = NULL;
        check_ok(sg_property_parse(&property, "distance 0..2", &err));
        check_ok(sg_plan_pairs_open(&pairs, &property, &view, &err));
        const sg_plan_source source = {.receiver = &tiny.labels[TINY_WL],
                                       .sender = &tiny.labels[TINY_LABEL],
                                       .pairs = pairs,
                                       .kind = k == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT};
        check_ok(
            sg_plan_make(&plan, &keys, &source, (sg_thresholds){.at_least = 100000}, &err));
        assert_int_equal(plan.n_slots, 0);
        sg_encoder_head head = {.plan = &plan};
        const sg_layer_spec layer[] = {LAYER(linear, .outputs = 5),
                                       LAYER(encoder, .head = &head, .n_heads = 1),
                                       LAYER(pool, .pooling = SG_POOL_SUM)};
        fixture f;
        open_fixture(&f, &tiny, layer, 3, 3, &rng);
        compare_with_twin(&f, NULL);
        close_fixture(&f);
        sg_plan_free(&plan);
        sg_weight_keys_free(&keys);
        sg_plan_pairs_release(pairs);
        sg_property_free(&property);
    }
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(all_widths_and_kinds), cmocka_unit_test(many_weights_by_cell),
         cmocka_unit_test(wide_readouts), cmocka_unit_test(wide_readouts_with_a_way_around),
         cmocka_unit_test(plans_without_slots))
