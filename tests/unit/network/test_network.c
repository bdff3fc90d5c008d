/* test_network.c - what networks refuse, what they are made of, and how gradients accumulate.
 * What they compute is compared with the dense twin (test_dense_twin.c). */
#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"

/* Open every case in every precision, on random graphs, and check it. */
static void check_all_cases(const char *name, uint32_t n_graphs, uint32_t max_nodes,
                            void (*check)(const case_network *c, const any_network *any,
                                          void *network))
{
    sg_rng rng = check_rng(name);
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    tiny_model tiny = tiny_model_draw(&rng, n_graphs, max_nodes);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < N_ANY_NETWORKS; k++) {
            case_network c;
            void *network = NULL;
            case_network_open(&c, &cases[i], &tiny, &rng);
            check_ok(ANY_NETWORKS[k]->open(&network, &c.spec, NULL, &err));
            check(&c, ANY_NETWORKS[k], network);
            ANY_NETWORKS[k]->close(network);
            case_network_close(&c);
        }
    tiny_model_free(&tiny);
}

/* ---- Refusals ---------------------------------------------------------------------------- */

/* A case that must be refused, with a text that contains `says`. */
typedef struct wrong_case {
    const char *says;
    layer_case layers;
} wrong_case;

#define ENCODER                                                                                \
    {                                                                                          \
        .kind = &sg_encoder_kind, .n_heads = 1                                                 \
    }
#define DECODER                                                                                \
    {                                                                                          \
        .kind = &sg_decoder_kind, .n_heads = 1, .outputs = 2                                   \
    }
#define DROPOUT(probability)                                                                   \
    {                                                                                          \
        .kind = &sg_dropout_kind, .rate = (probability)                                        \
    }
#define RESIDUAL(earlier)                                                                      \
    {                                                                                          \
        .kind = &sg_residual_kind, .from = (earlier)                                           \
    }

static void layers_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const wrong_case WRONG[] = {
        {"has no layers", {.n_layers = 0}},
        {"last layer must give a row per graph", {.layer = {ENCODER}, .n_layers = 1}},
        {"layer 1: needs a row per node", {.layer = {DECODER, ENCODER}, .n_layers = 2}},
        {"layer 1: needs a row per node", {.layer = {DECODER, DECODER}, .n_layers = 2}},
        {"layer 1: needs a row per node",
         {.layer = {DECODER, {.kind = &sg_pool_kind}}, .n_layers = 2}},
        {"layer 0: has no heads",
         {.layer = {{.kind = &sg_encoder_kind}, DECODER}, .n_layers = 2}},
        {"layer 0: has no heads",
         {.layer = {{.kind = &sg_decoder_kind, .outputs = 1}}, .n_layers = 1}},
        {"layer 0: has no outputs",
         {.layer = {{.kind = &sg_decoder_kind, .n_heads = 1}}, .n_layers = 1}},
        {"layer 0: has no outputs",
         {.layer = {{.kind = &sg_linear_kind}, DECODER}, .n_layers = 2}},
        {"layer 0: dropout: the rate must be in [0, 1), not 1",
         {.layer = {DROPOUT(1), DECODER}, .n_layers = 2}},
        {"not -0.1", {.layer = {DROPOUT(-0.1), DECODER}, .n_layers = 2}},
        {"dropout", {.layer = {DROPOUT(NAN), DECODER}, .n_layers = 2}},
        {"layer 0: residual: layer 0 does not come before it",
         {.layer = {RESIDUAL(1), DECODER}, .n_layers = 2}},
        {"layer 1: residual: layer 6 does not come before it",
         {.layer = {ENCODER, RESIDUAL(7), DECODER}, .n_layers = 3}},
        {"layer 1: residual: 1 numbers per node cannot be added to 4 per node",
         {.layer = {{.kind = &sg_linear_kind, .outputs = 4}, RESIDUAL(0), DECODER},
          .n_layers = 3}},
        {"layer 1: residual: 1 numbers per node cannot be added to 1 per graph",
         {.layer = {{.kind = &sg_decoder_kind, .n_heads = 1, .outputs = 1}, RESIDUAL(0)},
          .n_layers = 2}},
    };
    sg_rng rng = check_rng("refusals");
    tiny_model tiny = tiny_model_draw(&rng, 2, 4);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        for (int k = 0; k < N_ANY_NETWORKS; k++) {
            case_network c;
            void *network = NULL;
            const long live = sg_mem_live();
            case_network_open(&c, &WRONG[i].layers, &tiny, &rng);
            check_fails(ANY_NETWORKS[k]->open(&network, &c.spec, NULL, &err), SG_EINVAL,
                        WRONG[i].says);
            assert_null(network);
            case_network_close(&c);
            assert_int_equal(sg_mem_live(), live);
        }
    tiny_model_free(&tiny);
}

/* ---- Memory ------------------------------------------------------------------------------ */

typedef struct opening {
    const any_network *any;
    const sg_network_spec *spec;
} opening;

static sg_status open_and_close(void *context, sg_error *err)
{
    const opening *o = context;
    void *network = NULL;
    const sg_status status = o->any->open(&network, o->spec, NULL, err);
    assert_true((status == SG_OK) == (network != NULL));
    o->any->close(network);
    return status;
}

static void opening_survives_running_out_of_memory(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    tiny_model tiny = tiny_model_draw(&rng, 3, 4);
    for (size_t i = 0; i < n; i++) {
        case_network c;
        case_network_open(&c, &cases[i], &tiny, &rng);
        for (int k = 0; k < N_ANY_NETWORKS; k++) {
            opening o = {ANY_NETWORKS[k], &c.spec};
            assert_true(check_out_of_memory(open_and_close, &o) > 5);
        }
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

static void check_computing(const case_network *c, const any_network *any, void *network)
{
    const sg_optimizer adam = sg_optimizer_default(SG_OPTIMIZER_ADAM);
    const sg_step step = sg_optimizer_step(&adam, 1, 0.01, 1);
    any->forward(NULL, network, c->batch, c->n_graphs, true);
    any->learn(network, c->d_out, c->n_graphs, &step); /* makes its moments */
    const long live = sg_mem_live();
    sg_mem_fail_at(0);
    any->forward(NULL, network, c->batch, c->n_graphs, true);
    any->backward(NULL, network, c->d_out, c->n_graphs);
    any->learn(network, c->d_out, c->n_graphs, &step);
    sg_mem_fail_at(-1);
    assert_int_equal(sg_mem_live(), live);
}

static void computing_takes_no_memory(void **state)
{
    (void)state;
    check_all_cases("no memory", 10, 4, check_computing);
}

/* ---- Parameters -------------------------------------------------------------------------- */

static void check_tensors(const case_network *c, const any_network *any, void *network)
{
    uint32_t n_tensors = 0;
    size_t behind = 0;
    const sg_tensor *tensor = any->tensors(network, &n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++) {
        size_t size = 1;
        for (uint32_t d = 0; d < tensor[t].n_axes; d++) size *= tensor[t].axis[d].size;
        assert_int_equal(size, tensor[t].n);
        assert_int_equal(tensor[t].first, behind);
        assert_true(tensor[t].layer < c->spec.n_layers);
        behind += tensor[t].n;
    }
    assert_int_equal(behind, any->size(network));
}

static void tensors_cover_the_parameters_in_order(void **state)
{
    (void)state;
    check_all_cases("tensors", 3, 6, check_tensors);
}

static void check_zeros(const case_network *c, const any_network *any, void *network)
{
    any->get_parameters(c->parameter, network);
    for (size_t i = 0; i < c->n_parameters; i++) assert_true(c->parameter[i] == 0);
    assert_int_equal(any->step(network), 0);
}

static void new_networks_are_all_zeros(void **state)
{
    (void)state;
    check_all_cases("zeros", 3, 6, check_zeros);
}

static void check_steps(const case_network *c, const any_network *any, void *network)
{
    any->forward(NULL, network, c->batch, 2, true);
    any->forward(NULL, network, c->batch, 2, false);
    any->forward(NULL, network, c->batch, 2, true);
    assert_int_equal(any->step(network), 2);
    any->set_step(network, 1000);
    any->forward(NULL, network, c->batch, 2, true);
    assert_int_equal(any->step(network), 1001);
}

static void only_training_counts_steps(void **state)
{
    (void)state;
    check_all_cases("steps", 3, 6, check_steps);
}

/* ---- Gradients and steps ----------------------------------------------------------------- */

static void check_sum(const case_network *c, const any_network *any, void *network)
{
    double *once = check_alloc(c->n_parameters, sizeof *once);
    double *twice = check_alloc(c->n_parameters, sizeof *twice);
    any->set_parameters(network, c->parameter);
    any->forward(NULL, network, c->batch, c->n_graphs, true);
    any->backward(once, network, c->d_out, c->n_graphs);
    any->backward(NULL, network, c->d_out, c->n_graphs);
    any->backward(twice, network, c->d_out, c->n_graphs);
    for (size_t p = 0; p < c->n_parameters; p++)
        check_near(twice[p], 2 * once[p], any->tolerance, any->tolerance);
    sg_free(once);
    sg_free(twice);
}

static void gradients_add_up(void **state)
{
    (void)state;
    check_all_cases("gradients add up", 4, 6, check_sum);
}

/* Plain gradient descent can be written down in one line. */
static void check_learning(const case_network *c, const any_network *any, void *network)
{
    const sg_optimizer sgd = sg_optimizer_default(SG_OPTIMIZER_SGD);
    const sg_step step = sg_optimizer_step(&sgd, 1, 0.5, 1);
    double *gradient = check_alloc(c->n_parameters, sizeof *gradient);
    double *learned = check_alloc(c->n_parameters, sizeof *learned);
    any->set_parameters(network, c->parameter);
    any->forward(NULL, network, c->batch, c->n_graphs, true);
    any->backward(gradient, network, c->d_out, c->n_graphs);
    any->learn(network, c->d_out, c->n_graphs, &step);
    any->get_parameters(learned, network);
    uint32_t n_tensors = 0;
    const sg_tensor *tensor = any->tensors(network, &n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++)
        for (size_t p = tensor[t].first; p < tensor[t].first + tensor[t].n && !tensor[t].kept;
             p++)
            check_near(learned[p], c->parameter[p] - 0.5 * gradient[p], any->tolerance,
                       any->tolerance);
    any->set_parameters(network, c->parameter);
    any->forward(NULL, network, c->batch, 0, false);
    any->backward(learned, network, c->d_out, 0); /* and no gradient remained */
    for (size_t p = 0; p < c->n_parameters; p++) assert_true(learned[p] == 0);
    sg_free(gradient);
    sg_free(learned);
}

static void learning_is_backward_and_a_step(void **state)
{
    (void)state;
    check_all_cases("learning", 9, 6, check_learning);
}

/* With a one-hot input and equal weights all nodes have the maximum; the first one's label
 * decides which weight it is said to come from. */
static void the_gradient_of_a_maximum_goes_to_the_first(void **state)
{
    (void)state;
    static const layer_case LAYERS = {
        .input = CASE_ONE_HOT,
        .layer = {{.kind = &sg_linear_kind, .outputs = 1},
                  {.kind = &sg_pool_kind, .pooling = SG_POOL_MAX}},
        .n_layers = 2};
    sg_rng rng = check_rng("maximum");
    tiny_model tiny = tiny_model_draw(&rng, 1, 3);
    while (tiny.data.graph.n_nodes < 3) {
        tiny_model_free(&tiny);
        tiny = tiny_model_draw(&rng, 1, 3);
    }
    for (int k = 0; k < N_ANY_NETWORKS; k++) {
        case_network c;
        void *network = NULL;
        double gradient[3];
        case_network_open(&c, &LAYERS, &tiny, &rng);
        for (uint32_t v = 0; v < 3; v++) {
            c.hot[v] = 2 - v;
            c.parameter[v] = 0.5;
        }
        c.d_out[0] = 0.25;
        check_ok(ANY_NETWORKS[k]->open(&network, &c.spec, NULL, &err));
        ANY_NETWORKS[k]->set_parameters(network, c.parameter);
        ANY_NETWORKS[k]->forward(NULL, network, c.batch, 1, false);
        ANY_NETWORKS[k]->backward(gradient, network, c.d_out, 1);
        assert_true(gradient[0] == 0 && gradient[1] == 0 && gradient[2] == 0.25);
        ANY_NETWORKS[k]->close(network);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

/* ---- Batches and states of a network by hand --------------------------------------------- */

/* Graphs of one, two and three nodes. */
static uint32_t OFFSET[] = {0, 1, 3, 6};
static const sg_graph THREE = {.n_graphs = 3, .n_nodes = 6, .graph_offset = OFFSET};

/* Two numbers per node are bent and summed up, and one number comes out. */
#define SMALL                                                                                  \
    {                                                                                          \
        LAYER(linear, .outputs = 2), LAYER(activation, SG_ACTIVATION_TANH),                    \
            LAYER(pool, SG_POOL_SUM), LAYER(linear, .outputs = 1)                              \
    }

static void batches_hold_what_fits(void **state)
{
    (void)state;
    const sg_layer_spec layer[] = SMALL;
    const sg_network_spec spec = {
        .graph = &THREE, .layer = layer, .n_layers = 4, .max_batch = 2};
    const struct {
        uint32_t item[3], n, fit;
    } cases[] = {{{2, 1, 0}, 3, 2}, /* no more than two              */
                 {{2, 1}, 2, 2},    /* five rows, the largest batch  */
                 {{2, 2}, 2, 1},    /* six rows                      */
                 {{1, 1, 1}, 3, 2}, /* repeated, but small           */
                 {{2}, 1, 1},       {{0}, 0, 0}};
    for (int k = 0; k < N_ANY_NETWORKS; k++) {
        void *network = NULL;
        check_ok(ANY_NETWORKS[k]->open(&network, &spec, NULL, &err));
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            assert_int_equal(ANY_NETWORKS[k]->fit(network, cases[i].item, cases[i].n),
                             cases[i].fit);
        ANY_NETWORKS[k]->close(network);
    }
}

/* out = sum over nodes of 2 tanh(0.5 x) - 3 tanh(-0.25 x) where x, the input, is the node's number. */
static void gradients_of_states_by_hand(void **state)
{
    (void)state;
    const sg_layer_spec layer[] = SMALL;
    const double input[] = {0, 1, 2, 3, 4, 5}, parameter[] = {0.5, -0.25, 2, -3};
    const double d_out[] = {10, 0.5};
    const sg_network_spec spec = {.graph = &THREE,
                                  .input = &(sg_input_block){.value = input, .width = 1},
                                  .n_inputs = 1,
                                  .layer = layer,
                                  .n_layers = 4,
                                  .max_batch = 2};
    for (int k = 0; k < N_ANY_NETWORKS; k++) {
        const any_network *any = ANY_NETWORKS[k];
        void *network = NULL;
        double d_pooled[4], d_bent[6], d_linear[6];
        check_ok(any->open(&network, &spec, NULL, &err));
        any->set_parameters(network, parameter);
        any->forward(NULL, network, (const uint32_t[]){0, 1}, 2, false);
        any->gradient_before(d_pooled, network, d_out, 2, 3, 4);
        any->gradient_before(d_bent, network, d_out, 2, 2, 6);
        any->gradient_before(d_linear, network, d_out, 2, 1, 6);
        for (uint32_t v = 0; v < 3; v++) /* node 0 is one graph, 1 and 2 are the other */
            for (uint32_t f = 0; f < 2; f++) {
                const uint32_t graph = v > 0 ? 1 : 0;
                const double up = d_out[graph] * parameter[2 + f];
                const double bent = tanh(parameter[f] * input[v]);
                check_near(d_pooled[2 * graph + f], up, any->tolerance, 0);
                check_near(d_bent[2 * v + f], up, any->tolerance, 0);
                check_near(d_linear[2 * v + f], up * (1 - bent * bent), any->tolerance, 0);
            }
        any->close(network);
    }
}

static void check_values(const any_network *any, const void *network, uint32_t state,
                         const double *expected, size_t n)
{
    double value[8];
    assert_int_equal(any->get_values(NULL, network, state), n);
    assert_int_equal(any->get_values(value, network, state), n);
    for (size_t i = 0; i < n; i++) check_near(value[i], expected[i], any->tolerance, 0);
}

/* The same network: states of the graph with nodes 1 and 2, and of no graphs at all. */
static void states_have_all_their_values(void **state)
{
    (void)state;
    const sg_layer_spec layer[] = SMALL;
    const double input[] = {0, 1, 2, 3, 4, 5}, parameter[] = {0.5, -0.25, 2, -3};
    const double linear[] = {0.5, -0.25, 1, -0.5};
    const double bent[] = {tanh(0.5), tanh(-0.25), tanh(1), tanh(-0.5)};
    const double pooled[] = {bent[0] + bent[2], bent[1] + bent[3]};
    const double out[] = {2 * pooled[0] - 3 * pooled[1]};
    const sg_network_spec spec = {.graph = &THREE,
                                  .input = &(sg_input_block){.value = input, .width = 1},
                                  .n_inputs = 1,
                                  .layer = layer,
                                  .n_layers = 4,
                                  .max_batch = 2};
    for (int k = 0; k < N_ANY_NETWORKS; k++) {
        const any_network *any = ANY_NETWORKS[k];
        void *network = NULL;
        check_ok(any->open(&network, &spec, NULL, &err));
        any->set_parameters(network, parameter);
        any->forward(NULL, network, (const uint32_t[]){1}, 1, false);
        check_values(any, network, 0, input + 1, 2);
        check_values(any, network, 1, linear, 4);
        check_values(any, network, 2, bent, 4);
        check_values(any, network, 3, pooled, 2);
        check_values(any, network, 4, out, 1);
        any->forward(NULL, network, NULL, 0, false);
        for (uint32_t s = 0; s <= 4; s++) check_values(any, network, s, NULL, 0);
        any->close(network);
    }
}

SG_TESTS(cmocka_unit_test(states_have_all_their_values),
         cmocka_unit_test(batches_hold_what_fits),
         cmocka_unit_test(gradients_of_states_by_hand),
         cmocka_unit_test(layers_that_do_not_fit_are_refused),
         cmocka_unit_test(opening_survives_running_out_of_memory),
         cmocka_unit_test(computing_takes_no_memory),
         cmocka_unit_test(tensors_cover_the_parameters_in_order),
         cmocka_unit_test(new_networks_are_all_zeros),
         cmocka_unit_test(only_training_counts_steps), cmocka_unit_test(gradients_add_up),
         cmocka_unit_test(learning_is_backward_and_a_step),
         cmocka_unit_test(the_gradient_of_a_maximum_goes_to_the_first))
