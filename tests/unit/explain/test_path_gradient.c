/* test_path_gradient.c - mean gradients share outputs out completely, for all layers there are. */
#include "explain/path_gradient.h"

#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/state_shape.h"

static const sg_path_options DEFAULTS = {.tolerance = 1e-7, .steps = 20000};

/* A network of a case on its graphs. */
typedef struct opened {
    tiny_model tiny;
    case_network net;
    sg_network_f64 *network;
} opened;

static void open_case(opened *o, const layer_case *c, sg_rng *rng)
{
    o->tiny = tiny_model_draw(rng, 3, 6);
    case_network_open(&o->net, c, &o->tiny, rng);
    check_ok(sg_network_open_f64(&o->network, &o->net.spec, NULL, &err));
    memcpy(sg_network_parameters_f64(o->network), o->net.parameter,
           o->net.n_parameters * sizeof(double));
}

static void close_case(opened *o)
{
    sg_network_close_f64(o->network);
    case_network_close(&o->net);
    tiny_model_free(&o->tiny);
}

static sg_path_place place_of(const opened *o, uint32_t graph, uint32_t layer, uint32_t output)
{
    const sg_graph *all = &o->tiny.data.graph;
    const sg_state before = state_shape(&o->net.spec, layer);
    const uint32_t n = all->graph_offset[graph + 1] - all->graph_offset[graph];
    return (sg_path_place){&o->net.spec, layer,
                           (size_t)before.width * (before.of_nodes ? n : 1), output};
}

/* Where all is linear, an element contributes what is lost without it. */
static void check_one_by_one(const opened *o, const sg_path_place *place,
                             const sg_path_gradient *path)
{
    double *state = sg_network_state_before_f64(o->network, place->layer);
    for (size_t e = 0; e < place->n; e++) {
        const double kept = state[e];
        state[e] = 0;
        const double without = sg_network_resume_f64(o->network, place->layer)[place->output];
        state[e] = kept;
        check_near(path->value - without, path->mean[e] * kept, 1e-9, 1e-11);
    }
    (void)sg_network_resume_f64(o->network, place->layer);
}

static void check_place(const opened *o, const sg_path_place *place, double value)
{
    sg_scratch scratch = {0};
    sg_path_gradient path = {0};
    double *state = sg_network_state_before_f64(o->network, place->layer);
    double *before = sg_alloc(place->n, sizeof *before);
    assert_non_null(before);
    memcpy(before, state, place->n * sizeof *before);
    check_ok(sg_path_gradient_find(&path, o->network, place, &DEFAULTS, &scratch, &err));
    assert_memory_equal(before, state, place->n * sizeof *before);
    double sum = path.rest;
    for (size_t e = 0; e < place->n; e++) sum += path.mean[e] * state[e];
    check_near(path.value, value, 0, 0);
    const double scale = fmax(fabs(path.value), fabs(path.rest));
    if (!(fabs(sum - value) <= 1e-6 * scale + 1e-14) ||
        !(fabs(sum + path.gap - value) <= 1e-12 * (scale + 1)))
        fail_msg("%s, before layer %u: %.17g + gap %g, output %.17g, %u gradients", o->net.name,
                 place->layer, sum, path.gap, value, path.n_gradients);
    if (path.exact) {
        assert_int_equal(path.n_gradients, 1);
        check_one_by_one(o, place, &path);
    }
    sg_free(before);
    sg_scratch_free(&scratch);
}

static void check_case(const layer_case *c, sg_rng *rng)
{
    opened o = {0};
    open_case(&o, c, rng);
    const uint32_t n_outputs = sg_network_output_width_f64(o.network);
    for (uint32_t g = 0; g < o.tiny.data.graph.n_graphs; g++) {
        double value[64];
        assert_true(n_outputs <= 64);
        memcpy(value, sg_network_forward_f64(o.network, &g, 1, false),
               n_outputs * sizeof *value);
        for (uint32_t layer = 1; layer <= o.net.spec.n_layers; layer++)
            for (uint32_t output = 0; output < n_outputs && output < 3; output++) {
                const sg_path_place place = place_of(&o, g, layer, output);
                check_place(&o, &place, value[output]);
            }
    }
    close_case(&o);
}

static void outputs_are_shared_out_for_every_layer(void **state)
{
    (void)state;
    sg_rng rng = check_rng("outputs_are_shared_out_for_every_layer");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++) check_case(&cases[i], &rng);
}

static void outputs_are_shared_out_for_random_stacks(void **state)
{
    (void)state;
    sg_rng rng = check_rng("outputs_are_shared_out_for_random_stacks");
    for (int i = 0; i < 40; i++) {
        const layer_case c = layer_case_draw(&rng);
        check_case(&c, &rng);
    }
}

/* ---- By hand ----------------------------------------------------------------------------------- */

/* One graph of one node through `layers`, whose parameters are given. */
static sg_path_gradient find_by_hand(double *mean, const layer_case *c, const double *parameter,
                                     uint32_t layer, const sg_path_options *options)
{
    sg_rng rng = check_rng("by hand");
    opened o = {.tiny = tiny_model_draw(&rng, 1, 1)};
    sg_scratch scratch = {0};
    sg_path_gradient path = {0};
    case_network_open(&o.net, c, &o.tiny, &rng);
    check_ok(sg_network_open_f64(&o.network, &o.net.spec, NULL, &err));
    memcpy(sg_network_parameters_f64(o.network), parameter,
           o.net.n_parameters * sizeof(double));
    (void)sg_network_forward_f64(o.network, &(uint32_t){0}, 1, false);
    const sg_path_place place = place_of(&o, 0, layer, 0);
    check_ok(sg_path_gradient_find(&path, o.network, &place, options, &scratch, &err));
    *mean = path.mean[0];
    path.mean = NULL;
    sg_scratch_free(&scratch);
    close_case(&o);
    return path;
}

#define DECODE                                                                                 \
    {                                                                                          \
        .kind = &sg_decoder_kind, .n_heads = 1, .head = {TINY_LABEL}, .outputs = 1,            \
        .pooling = SG_POOL_SUM, .bias = CASE_BIAS                                              \
    }
#define LINE                                                                                   \
    {                                                                                          \
        .kind = &sg_linear_kind, .outputs = 1, .bias = CASE_BIAS                               \
    }
#define ACT(function)                                                                          \
    {                                                                                          \
        .kind = &sg_activation_kind, .activation = (function)                                  \
    }

/* tanh(3): the mean gradient is tanh(3) / 3, and the rest is tanh(0) = 0. */
static void a_curve_by_hand(void **state)
{
    (void)state;
    const layer_case c = {"tanh", 0, {DECODE, ACT(SG_ACTIVATION_TANH)}, 2, CASE_ONES};
    double mean = 0;
    const sg_path_gradient path = find_by_hand(&mean, &c, (const double[]){2, 1}, 1, &DEFAULTS);
    check_near(mean, tanh(3) / 3, 1e-7, 0);
    check_near(path.rest, 0, 0, 0);
    check_near(path.value, tanh(3), 1e-14, 0);
    assert_false(path.exact);
}

/* 5 relu(z - 1) + 7 with z = 4: nothing for the first quarter of the way, then 5. */
static void a_bend_by_hand(void **state)
{
    (void)state;
    const layer_case c = {
        "relu", 0, {DECODE, LINE, ACT(SG_ACTIVATION_RELU), LINE}, 4, CASE_ONES};
    double mean = 0;
    sg_path_gradient path =
        find_by_hand(&mean, &c, (const double[]){4, 0, 1, -1, 5, 7}, 1, &DEFAULTS);
    check_near(mean, 5 * 0.75, 1e-6, 0);
    check_near(path.rest, 7, 0, 0);
    check_near(path.value, 22, 0, 0);
    assert_true(path.n_gradients <= DEFAULTS.steps);

    /* With one step there is a gap, and it is told. */
    const sg_path_options few = {.tolerance = 1e-7, .steps = 1};
    path = find_by_hand(&mean, &c, (const double[]){4.1, 0, 1, -1, 5, 7}, 1, &few);
    assert_int_equal(path.n_gradients, 2);
    assert_true(fabs(path.gap) > 1);
    check_near(path.rest + 4.1 * mean + path.gap, path.value, 1e-14, 0);
}

/* ---- Stopping ---------------------------------------------------------------------------------- */

static bool count_and_stop(void *context, const sg_progress *progress)
{
    uint32_t *left = context;
    assert_string_equal(progress->unit, "gradients");
    assert_true(progress->done <= progress->total);
    return --*left > 0;
}

/* A curve that is never met well enough takes all steps, unless the observer has enough. */
static void an_observer_may_stop_it(void **state)
{
    (void)state;
    const layer_case c = {"tanh", 0, {DECODE, ACT(SG_ACTIVATION_TANH)}, 2, CASE_ONES};
    sg_rng rng = check_rng("an_observer_may_stop_it");
    opened o = {0};
    sg_scratch scratch = {0};
    sg_path_gradient path = {0};
    uint32_t left = 3;
    const sg_observer observer = {count_and_stop, &left};
    const sg_path_options endless = {
        .tolerance = 1e-300, .steps = 20000, .observer = &observer};
    open_case(&o, &c, &rng);
    (void)sg_network_forward_f64(o.network, &(uint32_t){0}, 1, false);
    const sg_path_place place = place_of(&o, 0, 1, 0);
    check_fails(sg_path_gradient_find(&path, o.network, &place, &endless, &scratch, &err),
                SG_ECANCELED, "");
    assert_int_equal(left, 0);
    assert_null(path.mean);
    sg_scratch_free(&scratch);
    close_case(&o);
}

/* ---- Memory ------------------------------------------------------------------------------------ */

typedef struct search {
    opened on;
    sg_path_place place;
} search;

static sg_status find_once(void *context, sg_error *err)
{
    const search *s = context;
    sg_scratch scratch = {0};
    sg_path_gradient path = {0};
    (void)sg_network_forward_f64(s->on.network, &(uint32_t){0}, 1, false);
    const sg_status status =
        sg_path_gradient_find(&path, s->on.network, &s->place, &DEFAULTS, &scratch, err);
    sg_scratch_free(&scratch);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    const layer_case c = {"tanh", 0, {DECODE, ACT(SG_ACTIVATION_TANH)}, 2, CASE_ONES};
    sg_rng rng = check_rng("survives_failing_allocations");
    search s = {0};
    open_case(&s.on, &c, &rng);
    s.place = place_of(&s.on, 0, 1, 0);
    assert_true(check_out_of_memory(find_once, &s) > 0);
    close_case(&s.on);
}

SG_TESTS(cmocka_unit_test(outputs_are_shared_out_for_every_layer),
         cmocka_unit_test(outputs_are_shared_out_for_random_stacks),
         cmocka_unit_test(a_curve_by_hand), cmocka_unit_test(a_bend_by_hand),
         cmocka_unit_test(an_observer_may_stop_it),
         cmocka_unit_test(survives_failing_allocations))
