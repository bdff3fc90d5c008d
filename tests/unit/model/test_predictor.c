/* test_predictor.c - predictions: those of a learner, by hand, a few at a time, in any company. */
#include "model/predictor.h"

#include "base/mem.h"
#include "data/subset.h"
#include "model/trust/trust.h"
#include "support/check.h"
#include "support/slow_network.h"
#include "support/small_data.h"

/* Weights that neither explode nor vanish. */
static sg_model random_model(const sg_dataset *data, const char *description, sg_rng *rng)
{
    sg_model model = small_model(data, description);
    for (size_t i = 0; i < model.n_weights; i++) model.weight[i] = sg_rng_uniform(rng) - 0.5;
    return model;
}

#define DEEP                                                                                     \
    "input: labels\n"                                                                            \
    "layers: [{encoder: {heads: ['wl:1 @ distance 0..2 x2', 'label @ edge bias degree'], "       \
    "activation: tanh}}, {norm: {affine: true}}, {decoder: {heads: [wl:2, degree], outputs: 3, " \
    "activation: relu}}, {linear: {}}]"

/* ---- By hand ---------------------------------------------------------------------------------- */

/* One weight per label and output, [label][2], then two biases; the mean over all nodes. */
static void a_decoder_by_hand(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5"),
               other = small_data("0: 9", "0: 5 9 7 7", "1:");
    sg_model model = small_model(&data, "layers: [{decoder: {heads: [label]}}]");
    const uint32_t five = model.vocabularies.labels[0].key[0] == label_key(5) ? 0 : 1;
    sg_predictor *predictor = NULL;
    double output[6];
    for (int o = 0; o < 2; o++) {
        model.weight[2 * five + (uint32_t)o] = o == 0 ? 1 : -1; /* of 5 */
        model.weight[2 * (1 - five) + (uint32_t)o] = o == 0 ? 3 : 4;
        model.weight[4 + o] = o == 0 ? 0.5 : 0.25;
    }
    check_ok(sg_predictor_open(&predictor, &model, NULL, &other, NULL, 2, &err));
    check_ok(sg_predictor_run(output, predictor, (const uint32_t[]){2, 0, 1}, 3, &err));
    /* Nothing but biases; 9 alone; the mean of 5, 9 and twice nothing. */
    const double first[] = {0.5, 3.5, 4.0 / 4 + 0.5}, second[] = {0.25, 4.25, 3.0 / 4 + 0.25};
    for (int i = 0; i < 3; i++) {
        const double p = 1 / (1 + exp(second[i] - first[i]));
        check_near(output[2 * i], p, 1e-14, 0);
        check_near(output[2 * i + 1], 1 - p, 1e-14, 0);
    }
    sg_predictor_close(predictor);
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* ---- Like a learner --------------------------------------------------------------------------- */

static void check_like_a_learner(const sg_model *model, const sg_dataset *data,
                                 const uint32_t *item, uint32_t n, uint32_t max_batch)
{
    sg_model_on_data m;
    sg_learner *learner = NULL;
    sg_predictor *predictor = NULL, *ready = NULL;
    sg_prepared_model prepared = {0};
    double *expected = sg_alloc((size_t)n * 2, sizeof *expected),
           *output = sg_alloc((size_t)n * 2, sizeof *output);
    assert_true(expected != NULL && output != NULL);
    small_model_place(&m, model, data);
    m.spec.max_batch = max_batch;
    check_ok(sg_model_open_learner(&learner, model, &m, NULL, &err));
    sg_learner_predict(expected, learner, item, n);
    sg_outputs_finish(expected, n, &model->outputs);
    check_ok(sg_predictor_open(&predictor, model, NULL, data, NULL, max_batch, &err));
    check_ok(sg_predictor_run(output, predictor, item, n, &err));
    for (size_t i = 0; i < (size_t)n * 2; i++) check_near(output[i], expected[i], 1e-5, 1e-6);
    /* The same model prepared: not a bit changes. */
    check_ok(sg_prepared_model_make(&prepared, model, &err));
    check_ok(sg_predictor_open(&ready, model, &prepared, data, NULL, max_batch, &err));
    check_ok(sg_predictor_run(expected, ready, item, n, &err));
    assert_memory_equal(output, expected, (size_t)n * 2 * sizeof *output);
    sg_predictor_close(ready);
    sg_prepared_model_free(&prepared);
    sg_predictor_close(predictor);
    sg_learner_close(learner);
    sg_model_on_data_close(&m);
    sg_free(expected);
    sg_free(output);
}

static void predictions_are_those_of_a_learner(void **state)
{
    (void)state;
    enum { N = 30 };
    sg_rng rng = check_rng("learner");
    sg_dataset data = random_data(&rng, 20, 9), other = random_data(&rng, N, 9);
    sg_model model = random_model(&data, DEEP, &rng);
    uint32_t item[N];
    for (uint32_t i = 0; i < N; i++) item[i] = i;
    for (int precision = 0; precision < 2; precision++) {
        model.precision = (sg_precision)precision;
        for (uint32_t max_batch = 1; max_batch <= 64; max_batch *= 4) {
            sg_rng_shuffle(&rng, item, N);
            check_like_a_learner(&model, &other, item, N, max_batch);
            check_like_a_learner(&model, &other, item, 7, max_batch);
        }
    }
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    enum { N = 30 };
    sg_rng rng = check_rng("threads");
    sg_dataset data = random_data(&rng, N, 12);
    sg_model model = random_model(&data, DEEP, &rng);
    uint32_t item[N];
    double alone[2 * N], together[2 * N];
    for (uint32_t i = 0; i < N; i++) item[i] = N - 1 - i;
    for (uint32_t n_threads = 1; n_threads <= 4; n_threads++) {
        sg_invariant_options options = {0};
        sg_predictor *predictor = NULL;
        check_ok(sg_threads_open(&options.threads, n_threads, &err));
        check_ok(sg_predictor_open(&predictor, &model, NULL, &data, &options, N, &err));
        check_ok(sg_predictor_run(n_threads == 1 ? alone : together, predictor, item, N, &err));
        if (n_threads > 1) assert_memory_equal(alone, together, sizeof alone);
        sg_predictor_close(predictor);
        sg_threads_close(options.threads);
    }
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- A few at a time -------------------------------------------------------------------------- */

static void few_graphs_fit(void **state)
{
    (void)state;
    const uint64_t most = UINT64_C(1) << 17;
    assert_true(sg_predict_few_fits(0, 0));
    assert_true(sg_predict_few_fits(0, 100000)); /* one graph always does */
    assert_true(sg_predict_few_fits(1, 362));    /* 362^2 = 131044 */
    assert_true(sg_predict_few_fits(most - 131044, 362));
    assert_false(sg_predict_few_fits(most - 131044 + 1, 362));
    assert_true(sg_predict_few_fits(most, 0));
    assert_false(sg_predict_few_fits(most, 1));
}

/* A data set of some graphs of another. */
static sg_dataset some_of(const sg_dataset *data, const uint32_t *graph, uint32_t n)
{
    sg_dataset some = {0};
    check_ok(sg_dataset_subset(&some, data, graph, n, &err));
    return some;
}

/* A graph alone, in pairs and in larger groups. */
static void check_company(const sg_model *model, const sg_dataset *data, sg_rng *rng)
{
    enum { MOST = 24 };
    sg_prepared_model prepared = {0};
    sg_predictor *all = NULL;
    uint32_t graph[MOST];
    double alone[MOST][2], together[MOST * 2];
    const uint32_t n_graphs = data->graph.n_graphs;
    assert_true(n_graphs <= MOST);
    check_ok(sg_prepared_model_make(&prepared, model, &err));
    check_ok(sg_predictor_open(&all, model, NULL, data, NULL, MOST, &err));
    for (uint32_t g = 0; g < n_graphs; g++) {
        sg_dataset one = some_of(data, &g, 1);
        double score[2];
        check_ok(sg_predict_few(alone[g], NULL, &prepared, &one, NULL, &err));
        check_ok(sg_predictor_run(score, all, &g, 1, &err));
        for (int o = 0; o < 2; o++) check_near(alone[g][o], score[o], 1e-5, 1e-6);
        sg_dataset_free(&one);
    }
    for (int round = 0; round < 20; round++) {
        const uint32_t n = 1 + sg_rng_below(rng, n_graphs);
        for (uint32_t g = 0; g < n_graphs; g++) graph[g] = g;
        sg_rng_shuffle(rng, graph, n_graphs);
        sg_dataset some = some_of(data, graph, n);
        check_ok(sg_predict_few(together, NULL, &prepared, &some, NULL, &err));
        for (uint32_t i = 0; i < n; i++)
            assert_memory_equal(together + (size_t)2 * i, alone[graph[i]], sizeof alone[0]);
        sg_dataset_free(&some);
    }
    sg_predictor_close(all);
    sg_prepared_model_free(&prepared);
}

static void scores_do_not_depend_on_company(void **state)
{
    (void)state;
    static const char *const MODELS[] = {
        DEEP,
        "layers: [{encoder: {heads: [label @ distance 0..3]}}, {decoder: {heads: [wl:1]}}]",
        "input: labels\nlayers: [{linear: {outputs: 40, activation: tanh}}, {encoder: {heads: "
        "['wl:1 @ distance 0..2']}}, {residual: {from: 0}}, {pool: {kind: max}}, {linear: {}}]",
        "layers: [{encoder: {heads: ['degree @ edge x2']}}, {decoder: {heads: [label], outputs: "
        "600}}, {linear: {}}]"};
    sg_rng rng = check_rng("company");
    for (size_t k = 0; k < sizeof MODELS / sizeof *MODELS; k++) {
        sg_dataset data = random_data(&rng, 20, 20), other = random_data(&rng, 24, 30);
        sg_model model = random_model(&data, MODELS[k], &rng);
        for (int precision = 0; precision < 2; precision++) {
            model.precision = (sg_precision)precision;
            check_company(&model, &other, &rng);
        }
        sg_model_free(&model);
        sg_dataset_free(&data);
        sg_dataset_free(&other);
    }
}

/* ---- Trust ------------------------------------------------------------------------------------ */

static void trust_is_measured(void **state)
{
    (void)state;
    enum { N = 15 };
    sg_rng rng = check_rng("trust");
    sg_dataset data = random_data(&rng, 3, 5), other = random_data(&rng, N, 9);
    sg_model model = random_model(&data, DEEP, &rng);
    sg_prepared_model prepared = {0};
    sg_predictor *predictor = NULL;
    sg_model_on_data m;
    sg_trust expected[N], trust[N];
    double score[2 * N], same[2 * N];
    uint64_t n_unknown = 0;
    small_model_place(&m, &model, &other);
    check_ok(sg_trust_measure(expected, &m, &model.met, &other, NULL, &err));
    for (int g = 0; g < N; g++) n_unknown += expected[g].unknown_pairs;
    assert_true(n_unknown > 0);
    check_ok(sg_predictor_open(&predictor, &model, NULL, &other, NULL, 4, &err));
    check_ok(sg_predictor_trust(trust, predictor, &err));
    assert_memory_equal(trust, expected, sizeof trust);
    check_ok(sg_prepared_model_make(&prepared, &model, &err));
    memset(trust, 0xff, sizeof trust);
    check_ok(sg_predict_few(score, trust, &prepared, &other, NULL, &err));
    assert_memory_equal(trust, expected, sizeof trust);
    check_ok(sg_predict_few(same, NULL, &prepared, &other, NULL, &err));
    assert_memory_equal(score, same, sizeof score);
    sg_prepared_model_free(&prepared);
    sg_predictor_close(predictor);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* ---- Refusals --------------------------------------------------------------------------------- */

static bool stop(void *context, const sg_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static void what_cannot_be_predicted_is_refused(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
    sg_model model = small_model(&data, "layers: [{decoder: {heads: [label]}}]");
    sg_predictor *predictor = NULL;
    const sg_observer observer = {stop, NULL};
    const sg_invariant_options stopped = {.observer = &observer};
    check_fails(sg_predictor_open(&predictor, &model, NULL, &data, &stopped, 2, &err),
                SG_ECANCELED, "");
    model.n_weights--;
    check_fails(sg_predictor_open(&predictor, &model, NULL, &data, NULL, 2, &err), SG_EFORMAT,
                "model: its layers have 6 weights, but there are 5");
    model.n_weights++;
    check_ok(sg_inputs_parse(&model.blueprint.input, "attributes", &err));
    model.n_attributes = 2;
    check_fails(sg_predictor_open(&predictor, &model, NULL, &data, NULL, 2, &err), SG_EINVAL,
                "model: it looks at 2 node attributes, but the data set ");
    sg_prepared_model prepared = {0};
    double score[4] = {9, 9, 9, 9};
    check_ok(sg_prepared_model_make(&prepared, &model, &err));
    check_fails(sg_predict_few(score, NULL, &prepared, &data, NULL, &err), SG_EINVAL,
                "2 node attributes");
    assert_true(score[0] == 9);
    assert_null(predictor);
    sg_predictor_close(NULL);
    sg_prepared_model_free(&prepared);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

typedef struct ground {
    const sg_model *model;
    const sg_dataset *data;
} ground;

static sg_status predict_all(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const ground *g = context;
    sg_predictor *predictor = NULL;
    sg_prepared_model prepared = {0};
    sg_trust trust[2];
    double score[4];
    SG_TRY(sg_predictor_open(&predictor, g->model, NULL, g->data, NULL, 1, err));
    SG_TRY(sg_predictor_run(score, predictor, (const uint32_t[]){1, 0}, 2, err));
    SG_TRY(sg_prepared_model_make(&prepared, g->model, err));
    SG_TRY(sg_predict_few(score, trust, &prepared, g->data, NULL, err));
done:
    sg_predictor_close(predictor);
    sg_prepared_model_free(&prepared);
    return status;
}

/* ---- States ----------------------------------------------------------------------------------- */

static void check_state(sg_predictor *predictor, uint32_t layer, const double *expected,
                        size_t n_rows, uint32_t width)
{
    static const uint32_t item[] = {3, 0, 2};
    double *value = sg_alloc(n_rows * width + 1, sizeof *value);
    assert_int_equal(sg_predictor_state(predictor, layer)->width, width);
    value[n_rows * width] = 7;
    check_ok(sg_predictor_states(value, predictor, layer, item, 3, &err));
    for (size_t i = 0; i < n_rows * width; i++) check_near(value[i], expected[i], 1e-12, 1e-14);
    assert_true(value[n_rows * width] == 7);
    sg_free(value);
}

/* The states behind all layers are those of dense matrices and plain loops. */
static void states_are_those_of_the_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("states_are_those_of_the_slow_twin");
    static const uint32_t item[] = {3, 0, 2};
    sg_dataset data = random_data(&rng, 5, 8);
    sg_model model = random_model(&data, DEEP, &rng);
    sg_model_on_data m;
    small_model_place(&m, &model, &data);
    const slow_batch batch = {.graph = item, .n_graphs = 3};
    slow_network slow = slow_network_run(&m.spec, model.weight, &batch);
    /* All at once, and graph by graph. */
    for (uint32_t max_batch = 1; max_batch <= 3; max_batch += 2) {
        sg_predictor *predictor = NULL;
        check_ok(sg_predictor_open(&predictor, &model, NULL, &data, NULL, max_batch, &err));
        for (uint32_t l = 0; l < slow.n_layers; l++) {
            if (l + 1 < slow.n_layers && m.layer_of[l + 1] == m.layer_of[l]) continue;
            check_state(predictor, m.layer_of[l], slow.state[l], slow.n_rows[l], slow.width[l]);
            assert_int_equal(sg_predictor_state(predictor, m.layer_of[l])->of_nodes,
                             m.layer_of[l] < 2);
        }
        /* The input has a 1 in the column of the node's label. */
        const sg_state *input = sg_predictor_state(predictor, SG_INPUT_STATE);
        assert_true(input->of_nodes);
        double *one_hot = sg_alloc(slow.n_rows[0] * input->width, sizeof *one_hot);
        check_ok(sg_predictor_states(one_hot, predictor, SG_INPUT_STATE, item, 3, &err));
        double sum = 0;
        for (size_t i = 0; i < slow.n_rows[0] * input->width; i++) sum += one_hot[i];
        check_near(sum, (double)slow.n_rows[0], 0, 0);
        sg_free(one_hot);
        sg_predictor_close(predictor);
    }
    slow_network_free(&slow);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Some nodes at a time --------------------------------------------------------------------- */

#define OF_NODES                                                                               \
    "input: labels\n"                                                                          \
    "layers: [{encoder: {heads: ['wl:1 @ distance 0..1 x2', 'label @ edge bias degree'], "     \
    "activation: tanh}}, {gcn: {outputs: 5, activation: relu}}, {linear: {}}]"

enum { MOST_NODES = 6 * 40 };

/* The same graphs, with classes of nodes. */
static void classify_nodes(sg_dataset *data)
{
    uint32_t *node_class = sg_alloc(data->graph.n_nodes, sizeof *node_class);
    assert_non_null(node_class);
    for (uint32_t v = 0; v < data->graph.n_nodes; v++)
        node_class[v] = v % data->items.n_classes;
    sg_free(data->items.item_class);
    data->items.item_class = node_class;
    data->items.kind = SG_ITEM_NODE;
}

/* All nodes in another order, where the states of a graph may take so many bytes. */
static void predict_nodes(double *output, const sg_model *model, const sg_dataset *data,
                          uint64_t most_bytes, uint32_t n_threads)
{
    const uint32_t n = data->graph.n_nodes;
    uint32_t item[MOST_NODES];
    sg_invariant_options options = {0};
    sg_predictor *predictor = NULL;
    check_ok(sg_threads_open(&options.threads, n_threads, &err));
    for (uint32_t i = 0; i < n; i++) item[i] = (i * 7 + 3) % n;
    if (n % 7 == 0)
        for (uint32_t i = 0; i < n; i++) item[i] = n - 1 - i;
    check_ok(sg_predictor_open(&predictor, model, NULL, data, &options, n, &err));
    sg_predictor_limit_states(predictor, most_bytes);
    check_ok(sg_predictor_run(output, predictor, item, n, &err));
    sg_predictor_close(predictor);
    sg_threads_close(options.threads);
}

/* They are as those of whole graphs, and have the same bits for any number of threads. */
static void nodes_are_predicted_some_at_a_time(void **state)
{
    (void)state;
    sg_rng rng = check_rng("some nodes");
    for (int i = 0; i < 6; i++) {
        sg_dataset data = random_data(&rng, 6, 40);
        classify_nodes(&data);
        sg_model model = random_model(&data, OF_NODES, &rng);
        const size_t size = (size_t)data.graph.n_nodes * model.outputs.n;
        double whole[2 * MOST_NODES], some[2 * MOST_NODES], shared[2 * MOST_NODES];
        assert_true(size <= 2 * MOST_NODES);
        model.precision = i % 2 == 0 ? SG_PRECISION_DOUBLE : SG_PRECISION_FLOAT;
        predict_nodes(whole, &model, &data, 0, 1);
        for (uint64_t most = 1; most <= 100000; most *= 1000) {
            predict_nodes(some, &model, &data, most, 1);
            predict_nodes(shared, &model, &data, most, 3);
            assert_memory_equal(some, shared, size * sizeof *some);
            for (size_t k = 0; k < size; k++)
                check_near(some[k], whole[k], i % 2 == 0 ? 1e-12 : 1e-4, 1e-6);
        }
        sg_model_free(&model);
        sg_dataset_free(&data);
    }
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
    sg_model model =
        small_model(&data, "layers: [{encoder: {heads: [label @ edge]}}, {decoder: "
                           "{heads: [label]}}]");
    ground g = {&model, &data};
    assert_true(check_out_of_memory(predict_all, &g) > 60);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(a_decoder_by_hand),
         cmocka_unit_test(predictions_are_those_of_a_learner),
         cmocka_unit_test(any_number_of_threads), cmocka_unit_test(few_graphs_fit),
         cmocka_unit_test(scores_do_not_depend_on_company), cmocka_unit_test(trust_is_measured),
         cmocka_unit_test(what_cannot_be_predicted_is_refused),
         cmocka_unit_test(states_are_those_of_the_slow_twin),
         cmocka_unit_test(nodes_are_predicted_some_at_a_time), cmocka_unit_test(out_of_memory))
