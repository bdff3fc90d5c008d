/* test_node_items.c - networks whose items are nodes: some nodes of some graphs, in any order,
 * some of them twice, against the dense twin of whole graphs. */
#include "base/mem.h"
#include "network/batch_items.h"
#include "network/learner.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/slow_network.h"

enum { N_GRAPHS = 7, MAX_NODES = 8, N_ITEMS = 20 };

/* The layers of a case until one pools; false where there are none. */
static bool open_case(case_network *c, const layer_case *layers, const tiny_model *tiny,
                      sg_rng *rng)
{
    layer_case before = *layers;
    before.n_layers = 0;
    while (before.n_layers < layers->n_layers && !layers->layer[before.n_layers].kind->pools)
        before.n_layers++;
    if (before.n_layers == 0) return false;
    case_network_open(c, &before, tiny, rng);
    c->spec.item = SG_ITEM_NODE;
    c->spec.max_batch = N_ITEMS;
    return true;
}

/* Some items, the graphs they ask for, and a gradient of their outputs. */
typedef struct choice {
    uint32_t item[N_ITEMS], n;
    sg_batch_items batch;
    uint32_t graph[N_ITEMS];
    double *d_out;  /* [n][width]       */
    double *d_rows; /* [n_rows][width]  */
} choice;

static void choose(choice *o, const case_network *c, sg_rng *rng)
{
    const size_t width = slow_network_width(&c->spec);
    *o = (choice){.n = 1 + sg_rng_below(rng, N_ITEMS)};
    for (uint32_t i = 0; i < o->n; i++) o->item[i] = sg_rng_below(rng, c->spec.graph->n_nodes);
    check_ok(sg_batch_items_open(&o->batch, c->spec.graph, SG_ITEM_NODE, N_ITEMS, 0, &err));
    sg_batch_items_fill(&o->batch, o->item, o->n);
    const sg_batch *batch = &o->batch.batch;
    for (uint32_t p = 0; p < batch->n_spans; p++) o->graph[p] = batch->span[p].graph;
    o->d_out = check_alloc(o->n * width, sizeof *o->d_out);
    o->d_rows = check_alloc(batch->n_rows * width, sizeof *o->d_rows);
    for (uint32_t i = 0; i < o->n; i++)
        for (size_t f = 0; f < width; f++) {
            const double d = sg_rng_uniform(rng) - 0.5;
            o->d_out[i * width + f] = d;
            o->d_rows[batch->item_row[i] * width + f] += d;
        }
}

static void choice_free(choice *o)
{
    sg_batch_items_close(&o->batch);
    sg_free(o->d_out);
    sg_free(o->d_rows);
}

static void compare(const case_network *c, const any_network *any, void *network,
                    const choice *o)
{
    const uint32_t width = slow_network_width(&c->spec), last = c->spec.n_layers - 1;
    double *out = check_alloc((size_t)o->n * width, sizeof *out);
    double *expected = check_alloc((size_t)o->n * width, sizeof *expected);
    double *gradient = check_alloc(c->n_parameters, sizeof *gradient);
    any->forward(out, network, o->item, o->n, true);
    const slow_batch batch = {o->graph, o->batch.batch.n_spans, o->d_rows, true,
                              any->step(network)};
    slow_network slow = slow_network_run(&c->spec, c->parameter, &batch);
    assert_int_equal(any->output_width(network), width);
    for (uint32_t i = 0; i < o->n; i++)
        memcpy(expected + (size_t)i * width,
               slow.state[last] + (size_t)o->batch.batch.item_row[i] * width,
               width * sizeof *expected);
    check_near_twin(out, expected, (size_t)o->n * width, any->tolerance, c->name, "output");
    any->backward(gradient, network, o->d_out, o->n);
    check_near_twin(gradient, slow.gradient, c->n_parameters, any->tolerance, c->name,
                    "gradient");
    slow_network_free(&slow);
    sg_free(out);
    sg_free(expected);
    sg_free(gradient);
}

static void nodes_are_rows_of_whole_graphs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("nodes");
    size_t n = 0;
    uint32_t n_compared = 0;
    const layer_case *cases = layer_cases(&n);
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    for (size_t i = 0; i < 3 * n; i++) {
        const layer_case layers = i < n ? cases[i] : layer_case_draw(&rng);
        case_network c;
        if (!open_case(&c, &layers, &tiny, &rng)) continue;
        for (int k = 0; k < N_ANY_NETWORKS; k++) {
            void *network = NULL;
            check_ok(ANY_NETWORKS[k]->open(&network, &c.spec, NULL, &err));
            ANY_NETWORKS[k]->set_parameters(network, c.parameter);
            for (int round = 0; round < 3; round++, n_compared++) {
                choice o;
                choose(&o, &c, &rng);
                compare(&c, ANY_NETWORKS[k], network, &o);
                choice_free(&o);
            }
            ANY_NETWORKS[k]->close(network);
        }
        case_network_close(&c);
    }
    assert_true(n_compared > 100);
    tiny_model_free(&tiny);
}

/* ---- Learning --------------------------------------------------------------------------------- */

/* A learner finds out which nodes have which label, and predicts all of them in any order. */
static void nodes_can_be_learned(void **state)
{
    (void)state;
    static const layer_case LAYERS = {
        .name = "labels of nodes",
        .layer = {{.kind = &sg_linear_kind, .outputs = CASE_INPUT_WIDTH, .bias = CASE_BIAS}},
        .n_layers = 1,
        .input = CASE_ONE_HOT};
    sg_rng rng = check_rng("learning nodes");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    const uint32_t n_nodes = tiny.data.graph.n_nodes;
    case_network c;
    assert_true(open_case(&c, &LAYERS, &tiny, &rng));
    uint32_t *class_of = check_alloc(n_nodes, sizeof *class_of),
             *item = check_alloc(n_nodes, sizeof *item);
    double *out = check_alloc((size_t)n_nodes * CASE_INPUT_WIDTH, sizeof *out);
    for (uint32_t v = 0; v < n_nodes; v++) {
        class_of[v] = c.hot[v] < CASE_INPUT_WIDTH ? c.hot[v] : 0;
        item[v] = n_nodes - 1 - v;
    }
    for (int precision = 0; precision < 2; precision++) {
        sg_learner *learner = NULL;
        const sg_learner_options options = {
            .precision = (sg_precision)precision,
            .optimizer = sg_optimizer_default(SG_OPTIMIZER_ADAM),
            .loss = &sg_loss_cross_entropy,
            .targets = {.item_class = class_of, .n_columns = CASE_INPUT_WIDTH}};
        check_ok(sg_learner_open(&learner, &c.spec, &options, NULL, &err));
        for (int round = 0; round < 200; round++)
            for (uint32_t i = 0; i < n_nodes; i += N_ITEMS)
                (void)sg_learner_step(NULL, learner, item + i,
                                      n_nodes - i < N_ITEMS ? n_nodes - i : N_ITEMS, 0.1);
        sg_learner_predict(out, learner, item, n_nodes);
        for (uint32_t i = 0; i < n_nodes; i++)
            for (uint32_t k = 0; k < CASE_INPUT_WIDTH; k++)
                if (k != class_of[item[i]])
                    assert_true(out[(size_t)i * CASE_INPUT_WIDTH + class_of[item[i]]] >
                                out[(size_t)i * CASE_INPUT_WIDTH + k]);
        sg_learner_close(learner);
    }
    sg_free(class_of);
    sg_free(item);
    sg_free(out);
    case_network_close(&c);
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(nodes_are_rows_of_whole_graphs),
         cmocka_unit_test(nodes_can_be_learned))
