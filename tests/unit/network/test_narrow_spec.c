/* test_narrow_spec.c - some nodes and what they hear give the outputs and gradients that whole graphs give, for all
 * layers that can be narrowed; the others say why not. */
#include "network/narrow_spec.h"

#include "base/mem.h"
#include "network/learner.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"

enum { MOST_ITEMS = 6 };

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
    c->spec.max_batch = MOST_ITEMS;
    c->spec.max_spans = c->spec.graph->n_graphs;
    return true;
}

/* The parameters in the network's precision. */
static void *parameters_of(const case_network *c, bool single)
{
    void *made = check_alloc(c->n_parameters + 1, sizeof(double));
    for (size_t i = 0; i < c->n_parameters; i++)
        if (single)
            ((float *)made)[i] = (float)c->parameter[i];
        else
            ((double *)made)[i] = c->parameter[i];
    return made;
}

/* Outputs and gradients of some items. */
typedef struct result {
    double *out, *gradient;
    size_t n_out;
} result;

static result run(const case_network *c, const sg_network_spec *spec, const any_network *any,
                  const uint32_t *item, uint32_t n, const double *d_out)
{
    void *network = NULL;
    result r = {.gradient = check_alloc(c->n_parameters + 1, sizeof(double))};
    check_ok(any->open(&network, spec, NULL, &err));
    if (spec->parameters == NULL) any->set_parameters(network, c->parameter);
    r.n_out = (size_t)n * any->output_width(network);
    r.out = check_alloc(r.n_out + 1, sizeof(double));
    any->forward(r.out, network, item, n, false);
    any->backward(r.gradient, network, d_out, n);
    any->close(network);
    return r;
}

static void result_free(result *r)
{
    free(r->out);
    free(r->gradient);
}

static void compare(const case_network *c, const any_network *any, sg_narrow_spec *narrow,
                    sg_rng *rng)
{
    const uint32_t n = 1 + sg_rng_below(rng, MOST_ITEMS);
    uint32_t item[MOST_ITEMS];
    double d_out[MOST_ITEMS * 64];
    void *parameter = parameters_of(c, any == &ANY_NETWORK_F32);
    for (uint32_t i = 0; i < n; i++) item[i] = sg_rng_below(rng, c->spec.graph->n_nodes);
    for (size_t i = 0; i < sizeof d_out / sizeof *d_out; i++)
        d_out[i] = sg_rng_uniform(rng) - 0.5;
    check_ok(sg_narrow_spec_fill(narrow, item, n, parameter, &err));
    assert_true(narrow->field.n <= c->spec.graph->n_nodes);
    result whole = run(c, &c->spec, any, item, n, d_out);
    result some = run(c, &narrow->spec, any, narrow->item, n, d_out);
    check_near_twin(some.out, whole.out, whole.n_out, any->tolerance, c->name, "output");
    check_near_twin(some.gradient, whole.gradient, c->n_parameters, 4 * any->tolerance, c->name,
                    "gradient");
    result_free(&whole);
    result_free(&some);
    free(parameter);
}

/* Returns whether the case can be narrowed. */
static bool check_case(const layer_case *layers, sg_rng *rng, bool directed, sg_plan_kind kind)
{
    tiny_model tiny =
        directed ? tiny_model_draw_directed(rng, 3, 30) : tiny_model_draw(rng, 3, 30);
    case_network c;
    sg_narrow_spec narrow = {0};
    bool narrowed = false;
    if (kind != SG_PLAN_EXPLICIT) tiny_model_replan(&tiny, kind);
    if (open_case(&c, layers, &tiny, rng)) {
        narrowed = sg_narrow_spec_check(&c.spec, NULL) == SG_OK;
        if (narrowed) check_ok(sg_narrow_spec_open(&narrow, &c.spec, &err));
        for (int round = 0; narrowed && round < 4; round++) {
            c.spec.large_span = round % 2 == 0 ? 0 : 4; /* fields may be cut, too */
            c.spec.rows_at_once = 2;
            compare(&c, ANY_NETWORKS[round / 2], &narrow, rng);
        }
        if (narrowed) sg_narrow_spec_close(&narrow);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
    return narrowed;
}

static void some_nodes_give_what_whole_graphs_give(void **state)
{
    size_t n = 0, n_narrowed = 0;
    const layer_case *cases = layer_cases(&n);
    sg_rng rng = check_rng("narrowed");
    (void)state;
    for (size_t i = 0; i < n; i++) {
        n_narrowed += check_case(&cases[i], &rng, false, SG_PLAN_EXPLICIT);
        (void)check_case(&cases[i], &rng, true, SG_PLAN_EXPLICIT);
        (void)check_case(&cases[i], &rng, false, SG_PLAN_IMPLICIT);
    }
    assert_true(n_narrowed > n / 2);
}

static void stacks_are_narrowed(void **state)
{
    sg_rng rng = check_rng("narrowed stacks");
    (void)state;
    for (int i = 0; i < 100; i++) {
        const layer_case stack = layer_case_draw(&rng);
        (void)check_case(&stack, &rng, i % 2 == 1, SG_PLAN_EXPLICIT);
    }
}

/* ---- Learning ------------------------------------------------------------------------------- */

static const layer_case DEEP = {
    .name = "two gcn layers",
    .layer = {{.kind = &sg_gcn_kind, .outputs = 4, .bias = CASE_BIAS},
              {.kind = &sg_encoder_kind, .n_heads = 2},
              {.kind = &sg_linear_kind, .outputs = 2, .bias = CASE_BIAS}},
    .n_layers = 3,
    .input = CASE_NUMBERS};

static const layer_case NORMED = {
    .name = "batch norm",
    .layer = {{.kind = &sg_gcn_kind, .outputs = 2}, {.kind = &sg_batch_norm_kind}},
    .n_layers = 2};

/* Learn some steps; the weights go to `weight`. */
static void learn(double *weight, case_network *c, const uint32_t *item_class, bool by_fields,
                  uint32_t n_threads)
{
    sg_threads *threads = NULL;
    sg_learner *learner = NULL;
    const sg_learner_options options = {.precision = SG_PRECISION_DOUBLE,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                        .loss = sg_loss_default(SG_CLASSIFICATION),
                                        .targets = {.item_class = item_class, .n_columns = 2}};
    c->spec.by_fields = by_fields;
    check_ok(sg_threads_open(&threads, n_threads, &err));
    check_ok(sg_learner_open(&learner, &c->spec, &options, threads, &err));
    sg_learner_write(learner, c->parameter);
    for (uint32_t step = 0; step < 5; step++) {
        const uint32_t item[] = {step, step + 7, 3 * step + 1};
        const double loss = sg_learner_step(NULL, learner, item, 3, 0.1);
        assert_true(loss > 0);
        check_ok(sg_learner_fault(learner, &err));
    }
    sg_learner_read(weight, learner);
    sg_learner_close(learner);
    sg_threads_close(threads);
}

static void steps_are_those_of_whole_graphs(void **state)
{
    sg_rng rng = check_rng("steps");
    tiny_model tiny = tiny_model_draw(&rng, 2, 40);
    case_network c;
    (void)state;
    case_network_open(&c, &DEEP, &tiny, &rng);
    c.spec.item = SG_ITEM_NODE;
    c.spec.max_batch = MOST_ITEMS;
    c.spec.large_span = 8;
    c.spec.rows_at_once = 3;
    const uint32_t n = c.spec.graph->n_nodes < 20 ? 20 : c.spec.graph->n_nodes;
    uint32_t *item_class = check_alloc(n, sizeof *item_class);
    double *whole = check_alloc(c.n_parameters, sizeof *whole);
    double *some = check_alloc(c.n_parameters, sizeof *some);
    double *same = check_alloc(c.n_parameters, sizeof *same);
    for (uint32_t i = 0; i < n; i++) item_class[i] = i % 2;
    if (c.spec.graph->n_nodes >= 20) {
        learn(whole, &c, item_class, false, 1);
        learn(some, &c, item_class, true, 1);
        check_near_twin(some, whole, c.n_parameters, 1e-9, "steps", "weights");
        for (uint32_t threads = 2; threads <= 8; threads += 3) {
            learn(same, &c, item_class, true, threads);
            assert_memory_equal(same, some, c.n_parameters * sizeof *same);
        }
    }
    free(item_class);
    free(whole);
    free(some);
    free(same);
    case_network_close(&c);
    tiny_model_free(&tiny);
}

static void what_needs_whole_graphs_is_refused(void **state)
{
    sg_rng rng = check_rng("refused");
    tiny_model tiny = tiny_model_draw(&rng, 2, 8);
    case_network c;
    (void)state;
    case_network_open(&c, &NORMED, &tiny, &rng);
    check_fails(sg_narrow_spec_check(&c.spec, &err), SG_EINVAL,
                "layer 1: a batch-norm layer looks at whole graphs");
    case_network_close(&c);
    tiny_model_free(&tiny);
}

/* The k-th allocation fails, for all k. */
static void memory_may_be_missing(void **state)
{
    sg_rng rng = check_rng("missing");
    tiny_model tiny = tiny_model_draw(&rng, 2, 12);
    case_network c;
    (void)state;
    case_network_open(&c, &DEEP, &tiny, &rng);
    c.spec.item = SG_ITEM_NODE;
    const uint32_t item = 1 % c.spec.graph->n_nodes;
    const long before = sg_mem_live();
    sg_status status = SG_ENOMEM;
    for (long k = 0; status != SG_OK; k++) {
        sg_narrow_spec narrow = {0};
        sg_mem_fail_at(k);
        status = sg_narrow_spec_open(&narrow, &c.spec, NULL);
        if (status == SG_OK) {
            status = sg_narrow_spec_fill(&narrow, &item, 1, c.parameter, NULL);
            sg_narrow_spec_close(&narrow);
        }
        sg_mem_fail_at(-1);
        assert_int_equal(sg_mem_live(), before);
    }
    case_network_close(&c);
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(some_nodes_give_what_whole_graphs_give),
         cmocka_unit_test(stacks_are_narrowed),
         cmocka_unit_test(steps_are_those_of_whole_graphs),
         cmocka_unit_test(what_needs_whole_graphs_is_refused),
         cmocka_unit_test(memory_may_be_missing))
