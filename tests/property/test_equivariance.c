/* test_equivariance.c - Propositions 1 and 2 and Corollary 1 of the paper: renumber the nodes,
 * and the rows behind every layer of nodes move along, what is pooled stays, and so do the
 * gradients of the shared weights.  For every case of layer_cases.h and for random stacks of
 * layers, on random graphs and permutations. */
#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/slow_layers.h"
#include "support/slow_network.h"

static const any_network *const ANY = &ANY_NETWORK_F64;

enum { N_GRAPHS = 3, MAX_NODES = 8 };

/* A network, its batch run forwards and backwards. */
typedef struct run {
    case_network c;
    void *network;
    double *gradient; /* [n_parameters] */
} run;

static void move_rows(double *input, uint32_t width, const uint32_t *new_id, uint32_t n_nodes)
{
    double *moved = check_alloc((size_t)n_nodes * width, sizeof *moved);
    for (uint32_t v = 0; v < n_nodes; v++)
        memcpy(moved + (size_t)new_id[v] * width, input + (size_t)v * width,
               width * sizeof *moved);
    memcpy(input, moved, (size_t)n_nodes * width * sizeof *moved);
    sg_free(moved);
}

/* Plans and labels follow from content, so weights have the same slots on both sides, and the
 * same stream of random numbers gives them the same values. */
static void open_run(run *r, const layer_case *layers, const tiny_model *tiny, sg_rng rng,
                     const uint32_t *new_id)
{
    *r = (run){0};
    case_network_open(&r->c, layers, tiny, &rng);
    if (new_id != NULL)
        move_rows(r->c.input, CASE_INPUT_WIDTH, new_id, tiny->data.graph.n_nodes);
    check_ok(ANY->open(&r->network, &r->c.spec, NULL, &err));
    r->gradient = check_alloc(r->c.n_parameters, sizeof *r->gradient);
    ANY->set_parameters(r->network, r->c.parameter);
    ANY->forward(NULL, r->network, r->c.batch, r->c.n_graphs, false);
    ANY->backward(r->gradient, r->network, r->c.d_out, r->c.n_graphs);
}

static void close_run(run *r)
{
    ANY->close(r->network);
    sg_free(r->gradient);
    case_network_close(&r->c);
}

/* new_row[r] = where row r of the batch's nodes is on the other side. */
static uint32_t *move_batch(const case_network *c, const uint32_t *new_id)
{
    const uint32_t *offset = c->spec.graph->graph_offset;
    uint32_t *new_row = check_alloc(c->spec.graph->n_nodes, sizeof *new_row), first = 0;
    for (uint32_t i = 0; i < c->n_graphs; i++) {
        const uint32_t begin = offset[c->batch[i]], end = offset[c->batch[i] + 1];
        for (uint32_t v = begin; v < end; v++)
            new_row[first + v - begin] = first + new_id[v] - begin;
        first += end - begin;
    }
    return new_row;
}

static void check_states(const run *one, const run *two, const uint32_t *new_row)
{
    uint32_t *n_rows_of = check_alloc((size_t)one->c.spec.n_layers + 1, sizeof *n_rows_of);
    sg_network_spec until = one->c.spec;
    enum { NODES = 2 }; /* rows of a graph that has so many */
    n_rows_of[0] = NODES;
    for (uint32_t l = 0; l < one->c.spec.n_layers; l++) {
        until.n_layers = l + 1;
        const uint32_t width = slow_network_width(&until);
        n_rows_of[l + 1] = slow_layer_rows(&one->c.layer[l], n_rows_of, l);
        const bool of_nodes = n_rows_of[l + 1] == NODES;
        const uint32_t n_rows = of_nodes ? one->c.spec.graph->n_nodes : one->c.n_graphs;
        double *x = check_alloc((size_t)n_rows * width, sizeof *x);
        double *y = check_alloc((size_t)n_rows * width, sizeof *y);
        assert_int_equal(ANY->get_values(x, one->network, l + 1), (size_t)n_rows * width);
        assert_int_equal(ANY->get_values(y, two->network, l + 1), (size_t)n_rows * width);
        for (uint32_t r = 0; r < n_rows; r++)
            for (uint32_t f = 0; f < width; f++)
                check_near(x[(size_t)r * width + f],
                           y[(size_t)(of_nodes ? new_row[r] : r) * width + f], 1e-11, 1e-11);
        sg_free(x);
        sg_free(y);
    }
    sg_free(n_rows_of);
}

static void check_renumbering(const layer_case *layers, sg_rng *rng)
{
    tiny_model tiny = tiny_model_draw(rng, N_GRAPHS, MAX_NODES);
    uint32_t *new_id = check_alloc(tiny.data.graph.n_nodes, sizeof *new_id);
    random_permutation(new_id, rng, tiny.data.graph.graph_offset, N_GRAPHS);
    labeled_graph renumbered = labeled_graph_renumber(&tiny.data, new_id);
    tiny_model other = tiny_model_of(&renumbered);
    if (sg_rng_below(rng, 2) == 0) {
        tiny_model_replan(&tiny, SG_PLAN_IMPLICIT);
        tiny_model_replan(&other, SG_PLAN_IMPLICIT);
    }
    run one, two;
    open_run(&one, layers, &tiny, *rng, NULL);
    open_run(&two, layers, &other, *rng, new_id);
    assert_int_equal(one.c.n_parameters, two.c.n_parameters);
    uint32_t *new_row = move_batch(&one.c, new_id);
    check_states(&one, &two, new_row);
    for (size_t i = 0; i < one.c.n_parameters; i++)
        check_near(one.gradient[i], two.gradient[i], 1e-10, 1e-10);
    sg_free(new_row);
    close_run(&one);
    close_run(&two);
    tiny_model_free(&tiny);
    tiny_model_free(&other);
    sg_free(new_id);
}

static void every_layer_moves_with_the_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("every layer");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++)
        for (int repeat = 0; repeat < 10; repeat++) check_renumbering(&cases[i], &rng);
}

static void random_models_move_with_the_nodes(void **state)
{
    (void)state;
    sg_rng rng = check_rng("random models");
    for (int i = 0; i < 500; i++) {
        const layer_case drawn = layer_case_draw(&rng);
        check_renumbering(&drawn, &rng);
    }
}

SG_TESTS(cmocka_unit_test(every_layer_moves_with_the_nodes),
         cmocka_unit_test(random_models_move_with_the_nodes))
