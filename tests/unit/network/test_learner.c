/* test_learner.c - learners: steps, predictions, averages, what is kept, states, and how weights
 * start. */
#include "network/learner.h"

#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"

enum { N_GRAPHS = 9, MAX_NODES = 6, N_OUTPUTS = 3 };

/* Every kind of tensor that there is. */
static const layer_case LAYERS = {
    .name = "learner",
    .layer = {{.kind = &sg_encoder_kind,
               .n_heads = 2,
               .head = {TINY_WL, TINY_EDGE},
               .bias = CASE_BIAS},
              {.kind = &sg_norm_kind, .affine = true},
              {.kind = &sg_decoder_kind,
               .n_heads = 1,
               .head = {TINY_LABEL},
               .outputs = 2,
               .bias = CASE_BIAS},
              {.kind = &sg_linear_kind, .outputs = N_OUTPUTS, .bias = CASE_BIAS}},
    .n_layers = 4,
    .input = CASE_NUMBERS};

/* A network, and classes for its graphs. */
typedef struct ground {
    tiny_model tiny;
    case_network c;
    uint32_t class_of[N_GRAPHS];
    sg_learner_options options;
} ground;

static void open_ground(ground *g, const char *name)
{
    sg_rng rng = check_rng(name);
    *g = (ground){.tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES)};
    case_network_open(&g->c, &LAYERS, &g->tiny, &rng);
    for (uint32_t i = 0; i < N_GRAPHS; i++) g->class_of[i] = i % N_OUTPUTS;
    g->options =
        (sg_learner_options){.precision = SG_PRECISION_DOUBLE,
                             .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                             .loss = &sg_loss_cross_entropy,
                             .targets = {.item_class = g->class_of, .n_columns = N_OUTPUTS}};
}

static void close_ground(ground *g)
{
    case_network_close(&g->c);
    tiny_model_free(&g->tiny);
}

/* A learner with the weights of the ground. */
static sg_learner *learner_of(const ground *g)
{
    sg_learner *learner = NULL;
    check_ok(sg_learner_open(&learner, &g->c.spec, &g->options, NULL, &err));
    sg_learner_write(learner, g->c.parameter);
    return learner;
}

static double *weights_of(const sg_learner *learner)
{
    double *weight = sg_alloc(sg_learner_size(learner), sizeof *weight);
    assert_non_null(weight);
    sg_learner_read(weight, learner);
    return weight;
}

static double step(sg_learner *learner, const ground *g)
{
    return sg_learner_step(NULL, learner, g->c.batch, N_GRAPHS, 0.1);
}

/* ---- Looking at it ---------------------------------------------------------------------------- */

static void new_learners_have_zeros(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "zeros");
    for (int precision = 0; precision < 2; precision++) {
        sg_learner *learner = NULL;
        uint32_t n_tensors = 0;
        g.options.precision = (sg_precision)precision;
        check_ok(sg_learner_open(&learner, &g.c.spec, &g.options, NULL, &err));
        assert_int_equal(sg_learner_size(learner), g.c.n_parameters);
        assert_int_equal(sg_learner_outputs(learner), N_OUTPUTS);
        const sg_tensor *tensor = sg_learner_tensors(learner, &n_tensors);
        assert_int_equal(n_tensors, 4 + 2 + 2 + 2);
        assert_string_equal(tensor[4].name, "gain");
        double *weight = weights_of(learner);
        for (size_t i = 0; i < g.c.n_parameters; i++) assert_true(weight[i] == 0);
        sg_free(weight);
        sg_learner_close(learner);
    }
    close_ground(&g);
}

/* Weights come back as they were, but for the precision. */
static void weights_are_written_and_read(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "written");
    for (int precision = 0; precision < 2; precision++) {
        g.options.precision = (sg_precision)precision;
        sg_learner *learner = learner_of(&g);
        double *weight = weights_of(learner);
        for (size_t i = 0; i < g.c.n_parameters; i++)
            assert_true(weight[i] == (precision == SG_PRECISION_DOUBLE
                                          ? g.c.parameter[i]
                                          : (double)(float)g.c.parameter[i]));
        sg_free(weight);
        sg_learner_close(learner);
    }
    close_ground(&g);
}

/* ---- Steps ------------------------------------------------------------------------------------ */

/* -log softmax(out)[class], the mean over the batch, and its gradient. */
static double loss_by_hand(double *d_out, const double *out, const ground *g)
{
    double loss = 0;
    for (uint32_t i = 0; i < N_GRAPHS; i++) {
        const double *row = out + (size_t)i * N_OUTPUTS;
        const uint32_t wanted = g->class_of[g->c.batch[i]];
        double sum = 0;
        for (int k = 0; k < N_OUTPUTS; k++) sum += exp(row[k]);
        loss += log(sum) - row[wanted];
        for (uint32_t k = 0; k < N_OUTPUTS; k++)
            d_out[(size_t)i * N_OUTPUTS + k] = (exp(row[k]) / sum - (k == wanted)) / N_GRAPHS;
    }
    return loss / N_GRAPHS;
}

/* The gradient of the first step's loss; sg_free it. */
static double *gradient_by_hand(double *loss, const ground *g)
{
    double out[N_GRAPHS * N_OUTPUTS], d_out[N_GRAPHS * N_OUTPUTS];
    double *gradient = sg_alloc(g->c.n_parameters, sizeof *gradient);
    void *network = NULL;
    assert_non_null(gradient);
    check_ok(ANY_NETWORK_F64.open(&network, &g->c.spec, NULL, &err));
    ANY_NETWORK_F64.set_parameters(network, g->c.parameter);
    ANY_NETWORK_F64.forward(out, network, g->c.batch, N_GRAPHS, true);
    *loss = loss_by_hand(d_out, out, g);
    ANY_NETWORK_F64.backward(gradient, network, d_out, N_GRAPHS);
    ANY_NETWORK_F64.close(network);
    return gradient;
}

static bool is_frozen(const ground *g, const sg_learner *learner, size_t i)
{
    uint32_t n = 0, t = 0;
    const sg_tensor *tensor = sg_learner_tensors(learner, &n);
    while (i >= tensor[t].first + tensor[t].n) t++;
    return g->c.layer[tensor[t].layer].frozen;
}

/* A step of gradient descent, with and without clipping, with and without frozen layers. */
static void steps_go_down_the_gradient(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "steps");
    for (int round = 0; round < 4; round++) {
        double loss = 0, squares = 0, factor = 1;
        g.c.layer[0].frozen = g.c.layer[3].frozen = round >= 2;
        g.options.clip = round % 2 == 1 ? 0.01 : 0;
        double *gradient = gradient_by_hand(&loss, &g);
        sg_learner *learner = learner_of(&g);
        check_near(step(learner, &g), loss, 1e-12, 0);
        double *weight = weights_of(learner);
        for (size_t i = 0; i < g.c.n_parameters; i++) squares += gradient[i] * gradient[i];
        if (g.options.clip > 0) factor = sg_clip_factor(squares, g.options.clip);
        assert_true(g.options.clip == 0 || factor < 0.5);
        for (size_t i = 0; i < g.c.n_parameters; i++) {
            if (is_frozen(&g, learner, i)) assert_true(weight[i] == g.c.parameter[i]);
            check_near(weight[i], g.c.parameter[i] - 0.1 * factor * gradient[i], 0, 1e-13);
        }
        sg_free(weight);
        sg_free(gradient);
        sg_learner_close(learner);
    }
    close_ground(&g);
}

/* Outputs of a step are those before it. */
static void steps_tell_their_outputs(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "outputs");
    double before[N_GRAPHS * N_OUTPUTS], out[N_GRAPHS * N_OUTPUTS], after[N_GRAPHS * N_OUTPUTS];
    sg_learner *learner = learner_of(&g);
    sg_learner_predict(before, learner, g.c.batch, N_GRAPHS);
    (void)sg_learner_step(out, learner, g.c.batch, N_GRAPHS, 0.1);
    sg_learner_predict(after, learner, g.c.batch, N_GRAPHS);
    assert_memory_equal(before, out, sizeof out);
    assert_true(memcmp(before, after, sizeof out) != 0);
    sg_learner_close(learner);
    close_ground(&g);
}

static void losses_become_small(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "losses");
    g.options.optimizer = sg_optimizer_default(SG_OPTIMIZER_ADAM);
    for (int precision = 0; precision < 2; precision++) {
        g.options.precision = (sg_precision)precision;
        sg_learner *learner = learner_of(&g);
        const double first = step(learner, &g);
        double last = first;
        for (int i = 0; i < 100; i++) last = step(learner, &g);
        assert_true(last < first / 2);
        sg_learner_close(learner);
    }
    close_ground(&g);
}

/* ---- Predictions ------------------------------------------------------------------------------ */

/* More items than a batch can have, in any order, some of them again in another batch. */
static void any_number_is_predicted(void **state)
{
    (void)state;
    enum { N = 25 };
    ground g;
    open_ground(&g, "predictions");
    double out[N * N_OUTPUTS], one[N_OUTPUTS];
    uint32_t item[N];
    g.c.spec.max_batch = 4;
    for (uint32_t i = 0; i < N; i++) item[i] = i * 4 % N_GRAPHS;
    sg_learner *learner = learner_of(&g);
    sg_learner_predict(out, learner, item, N);
    for (uint32_t i = 0; i < N; i++) {
        sg_learner_predict(one, learner, &item[i], 1);
        for (int k = 0; k < N_OUTPUTS; k++)
            check_near(out[(size_t)i * N_OUTPUTS + (size_t)k], one[k], 1e-12, 1e-13);
    }
    sg_learner_predict(NULL, learner, NULL, 0);
    sg_learner_close(learner);
    close_ground(&g);
}

/* The states that `learner` computes are those of a network that has its weights and sees one graph
 * after the other.  Returns how many numbers there are. */
static size_t check_states(sg_learner *learner, const ground *g, uint32_t state,
                           const uint32_t *item, uint32_t n)
{
    enum { ROOM = 10000 };
    static double value[ROOM], one[ROOM];
    const any_network *any = ANY_NETWORKS[g->options.precision];
    void *network = NULL;
    size_t behind = 0;
    double *weight = weights_of(learner);
    check_ok(any->open(&network, &g->c.spec, NULL, &err));
    any->set_parameters(network, weight);
    for (size_t i = 0; i < ROOM; i++) value[i] = -777;
    sg_learner_states(value, learner, state, item, n);
    for (uint32_t i = 0; i < n; i++) {
        any->forward(NULL, network, &item[i], 1, false);
        const size_t n_values = any->get_values(NULL, network, state);
        assert_true(behind + n_values < ROOM);
        (void)any->get_values(one, network, state);
        for (size_t j = 0; j < n_values; j++)
            check_near(value[behind + j], one[j], any->tolerance, any->tolerance);
        behind += n_values;
    }
    assert_true(value[behind] == -777);
    any->close(network);
    sg_free(weight);
    return behind;
}

/* Of more items than a batch can have, some of them several times; with averaged weights, if there
 * are. */
static void any_state_is_computed(void **state)
{
    (void)state;
    enum { N = 14 };
    ground g;
    uint32_t item[N];
    open_ground(&g, "states of items");
    g.c.spec.max_batch = 4;
    for (uint32_t i = 0; i < N; i++) item[i] = i * 4 % N_GRAPHS;
    for (int kind = 0; kind < 4; kind++) {
        g.options.precision = (sg_precision)(kind % 2);
        g.options.average = kind >= 2 ? 0.5 : 0;
        sg_learner *learner = learner_of(&g);
        for (int i = 0; i < 2; i++) (void)sg_learner_step(NULL, learner, item, 4, 0.1);
        for (uint32_t s = 0; s <= LAYERS.n_layers; s++) {
            (void)check_states(learner, &g, s, item, N);
            assert_int_equal(check_states(learner, &g, s, item, 0), 0);
        }
        assert_int_equal(check_states(learner, &g, LAYERS.n_layers, item, N), N * N_OUTPUTS);
        sg_learner_close(learner);
    }
    close_ground(&g);
}

/* ---- What is kept ----------------------------------------------------------------------------- */

static void kept_weights_come_back(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "kept");
    for (int averaged = 0; averaged < 2; averaged++) {
        g.options.average = averaged == 1 ? 0.9 : 0;
        sg_learner *learner = learner_of(&g);
        const size_t size = sg_learner_size(learner) * sizeof(double);
        for (int i = 0; i < 3; i++) (void)step(learner, &g);
        double *kept = weights_of(learner);
        sg_learner_keep(learner);
        for (int i = 0; i < 3; i++) (void)step(learner, &g);
        double *moved = weights_of(learner);
        assert_true(memcmp(kept, moved, size) != 0);
        sg_learner_recall(learner);
        double *recalled = weights_of(learner);
        assert_memory_equal(kept, recalled, size);
        sg_free(kept);
        sg_free(moved);
        sg_free(recalled);
        sg_learner_close(learner);
    }
    close_ground(&g);
}

/* The average is what is shown and predicted with: a plain mean at first, which forgets later. */
static void averages_are_shown(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "averages");
    sg_learner *plain = learner_of(&g);
    g.options.average = 0.25;
    sg_learner *learner = learner_of(&g);
    const size_t n = sg_learner_size(learner);
    double *average = weights_of(learner);
    for (int t = 1; t <= 6; t++) {
        const double early = t / (t + 10.0), decay = early < 0.25 ? early : 0.25;
        (void)step(plain, &g);
        (void)step(learner, &g);
        double *weight = weights_of(plain), *shown = weights_of(learner);
        for (size_t i = 0; i < n; i++) {
            average[i] = decay * average[i] + (1 - decay) * weight[i];
            check_near(shown[i], average[i], 1e-12, 1e-14);
        }
        sg_free(weight);
        sg_free(shown);
    }
    double out[N_GRAPHS * N_OUTPUTS], expected[N_GRAPHS * N_OUTPUTS];
    double *shown = weights_of(learner);
    sg_learner_predict(out, learner, g.c.batch, N_GRAPHS);
    sg_learner_write(plain, shown);
    sg_learner_predict(expected, plain, g.c.batch, N_GRAPHS);
    assert_memory_equal(out, expected, sizeof out);
    /* And predicting has changed nothing. */
    double *again = weights_of(learner);
    assert_memory_equal(shown, again, n * sizeof *again);
    sg_free(again);
    sg_free(shown);
    sg_free(average);
    sg_learner_close(learner);
    sg_learner_close(plain);
    close_ground(&g);
}

/* A learner of the same kind goes on from a state bit for bit, also with dropout and averages. */
static void states_are_saved_and_loaded(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        ground g;
        open_ground(&g, "states");
        g.options.precision = (sg_precision)(kind % 2);
        g.options.optimizer =
            sg_optimizer_default(kind < 2 ? SG_OPTIMIZER_ADAM : SG_OPTIMIZER_SGD);
        g.options.optimizer.momentum = 0.9;
        g.options.average = kind == 3 ? 0.5 : 0;
        g.c.spec.noise = 0.1;
        sg_learner *first = learner_of(&g), *second = NULL;
        for (int i = 0; i < 3; i++) (void)step(first, &g);
        sg_learner_keep(first);
        (void)step(first, &g);
        const size_t size = sg_learner_state_size(first);
        void *bytes = sg_alloc(1, size), *again = sg_alloc(1, size);
        assert_true(bytes != NULL && again != NULL);
        sg_learner_state_save(bytes, first);
        check_ok(sg_learner_open(&second, &g.c.spec, &g.options, NULL, &err));
        assert_int_equal(sg_learner_state_size(second), size);
        sg_learner_state_load(second, bytes);
        for (int i = 0; i < 3; i++) assert_true(step(first, &g) == step(second, &g));
        sg_learner_state_save(bytes, first);
        sg_learner_state_save(again, second);
        assert_memory_equal(bytes, again, size);
        sg_free(bytes);
        sg_free(again);
        sg_learner_close(first);
        sg_learner_close(second);
        close_ground(&g);
    }
}

/* ---- Starting --------------------------------------------------------------------------------- */

static void weights_start_by_their_meaning(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "starting");
    const sg_init weights = {SG_INIT_UNIFORM, 5, 6}, biases = {SG_INIT_CONSTANT, 7, 0};
    uint32_t n_tensors = 0;
    sg_learner *learner = learner_of(&g), *twin = learner_of(&g);
    sg_learner_start(learner, &weights, &biases, 11);
    sg_learner_start(twin, &weights, &biases, 11);
    double *w = weights_of(learner), *same = weights_of(twin);
    const size_t size = sg_learner_size(learner) * sizeof *w;
    assert_memory_equal(w, same, size);
    const sg_tensor *tensor = sg_learner_tensors(learner, &n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++)
        for (size_t i = tensor[t].first; i < tensor[t].first + tensor[t].n; i++) {
            const double end = 1 / sqrt(tensor[t].fan_in);
            if (tensor[t].start == SG_START_WEIGHTS) assert_true(w[i] >= 5 && w[i] < 6);
            if (tensor[t].start == SG_START_BIASES) assert_true(w[i] == 7);
            if (tensor[t].start == SG_START_FAN_IN) assert_true(w[i] >= -end && w[i] < end);
            if (tensor[t].start == SG_START_ONES) assert_true(w[i] == 1);
            if (tensor[t].start == SG_START_ZEROS) assert_true(w[i] == 0);
        }
    sg_learner_start(twin, &weights, &biases, 12);
    double *other = weights_of(twin);
    assert_true(memcmp(w, other, size) != 0);
    sg_free(w);
    sg_free(same);
    sg_free(other);
    sg_learner_close(learner);
    sg_learner_close(twin);
    close_ground(&g);
}

/* ---- Failures --------------------------------------------------------------------------------- */

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "nonsense");
    sg_learner *learner = NULL;
    g.options.optimizer.momentum = -1;
    check_fails(sg_learner_open(&learner, &g.c.spec, &g.options, NULL, &err), SG_EINVAL, "");
    g.options.optimizer.momentum = 0;
    g.c.of[3].linear.outputs = 0;
    check_fails(sg_learner_open(&learner, &g.c.spec, &g.options, NULL, &err), SG_EINVAL,
                "layer 3: has no outputs");
    assert_null(learner);
    sg_learner_close(NULL);
    close_ground(&g);
}

static sg_status open_once(void *context, sg_error *err)
{
    const ground *g = context;
    sg_learner *learner = NULL;
    const sg_status status = sg_learner_open(&learner, &g->c.spec, &g->options, NULL, err);
    sg_learner_close(learner);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "memory");
    g.options.optimizer = sg_optimizer_default(SG_OPTIMIZER_ADAM);
    g.options.clip = 1;
    g.options.average = 0.9;
    assert_true(check_out_of_memory(open_once, &g) > 20);
    close_ground(&g);
}

SG_TESTS(cmocka_unit_test(new_learners_have_zeros),
         cmocka_unit_test(weights_are_written_and_read),
         cmocka_unit_test(steps_go_down_the_gradient),
         cmocka_unit_test(steps_tell_their_outputs), cmocka_unit_test(losses_become_small),
         cmocka_unit_test(any_number_is_predicted), cmocka_unit_test(any_state_is_computed),
         cmocka_unit_test(kept_weights_come_back), cmocka_unit_test(averages_are_shown),
         cmocka_unit_test(states_are_saved_and_loaded),
         cmocka_unit_test(weights_start_by_their_meaning),
         cmocka_unit_test(what_makes_no_sense_is_refused), cmocka_unit_test(out_of_memory))
