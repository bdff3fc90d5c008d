/* case_network.c - from the words of a case to a network. */
#include "support/case_network.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/slow_network.h"

static double *draw_numbers(sg_rng *rng, size_t n)
{
    double *number = check_alloc(n, sizeof *number);
    for (size_t i = 0; i < n; i++) number[i] = sg_rng_uniform(rng) - 0.5;
    return number;
}

/* The labels, every third of which is unknown. */
static uint32_t *make_holes(const sg_labels *labels)
{
    uint32_t *holes = check_alloc(labels->n_nodes, sizeof *holes);
    for (uint32_t v = 0; v < labels->n_nodes; v++)
        holes[v] = labels->label[v] % 3 == 1 ? labels->vocabulary.n_keys : labels->label[v];
    return holes;
}

static sg_edge_spec edges_of(const case_network *n, const case_layer *c, const tiny_model *tiny)
{
    const bool table = c->edges == CASE_EDGE_TABLE || c->edges == CASE_ALL_OF_EDGES,
               attributes = c->edges == CASE_EDGE_ATTRIBUTES || c->edges == CASE_ALL_OF_EDGES;
    return (sg_edge_spec){.plan = table                         ? &tiny->plan[TINY_EDGE]
                                  : c->edges == CASE_RARE_EDGES ? &tiny->plan[TINY_RARE]
                                                                : NULL,
                          .attribute = attributes ? n->attribute : NULL,
                          .n_attributes = attributes ? CASE_N_ATTRIBUTES : 0};
}

static sg_edge_weight weight_of(const case_network *n, const case_layer *c)
{
    if (c->weighed == 0) return (sg_edge_weight){0};
    return (sg_edge_weight){
        true, c->weighed - 1, {.attribute = n->attribute, .n_attributes = CASE_N_ATTRIBUTES}};
}

/* Layers that look at neighbors. */
static void make_convolution(case_network *n, const case_layer *c, const tiny_model *tiny,
                             any_layer_spec *spec)
{
    const bool bias = c->bias != CASE_NO_BIAS, dynamic = c->kind == &sg_gatv2_kind;
    const sg_edge_weight weight = weight_of(n, c);
    if (c->kind == &sg_gcn_kind) spec->gcn = (sg_gcn_spec){c->outputs, bias, weight};
    if (c->kind == &sg_sage_kind)
        spec->sage = (sg_sage_spec){c->outputs, c->gathering, bias, weight};
    if (c->kind == &sg_gin_kind)
        spec->gin =
            (sg_gin_spec){.outputs = c->outputs, .epsilon = c->affine, .weight = weight};
    if (c->kind == &sg_gine_kind)
        spec->gin = (sg_gin_spec){c->outputs, c->affine, true, edges_of(n, c, tiny), weight};
    if (c->kind == &sg_gat_kind || dynamic)
        spec->attention = (sg_attention_spec){c->outputs, c->join_heads, c->join,
                                              bias,       dynamic,       edges_of(n, c, tiny)};
    if (c->kind == &sg_virtual_node_kind)
        spec->virtual_node = (sg_virtual_node_spec){c->pooling};
}

static void make_layer(case_network *n, const case_layer *c, const tiny_model *tiny, uint32_t l)
{
    const sg_labels *by_degree = &tiny->labels[TINY_DEGREE];
    for (uint32_t h = 0; h < c->n_heads && c->kind == &sg_encoder_kind; h++) {
        sg_encoder_head *head = &n->encoder[l][h];
        *head = (sg_encoder_head){.plan = &tiny->plan[c->head[h]]};
        if (c->bias == CASE_NO_BIAS || (c->bias == CASE_SOME_BIAS && h % 2 == 0)) continue;
        head->bias_label =
            c->bias == CASE_UNKNOWN_BIAS ? n->holes[TINY_DEGREE] : by_degree->label;
        head->n_bias_labels = by_degree->vocabulary.n_keys;
    }
    for (uint32_t h = 0; h < c->n_heads && c->kind == &sg_decoder_kind; h++) {
        const sg_labels *labels = &tiny->labels[c->head[h]];
        n->decoder[l][h] =
            (sg_decoder_head){.label = c->unknown ? n->holes[c->head[h]] : labels->label,
                              .n_labels = labels->vocabulary.n_keys};
    }
    any_layer_spec *spec = &n->of[l];
    n->layer[l] = (sg_layer_spec){.kind = c->kind, .of = spec};
    if (c->kind == &sg_encoder_kind)
        spec->encoder = (sg_encoder_spec){n->encoder[l], c->n_heads};
    if (c->kind == &sg_decoder_kind)
        spec->decoder = (sg_decoder_spec){n->decoder[l], c->n_heads, c->outputs, c->pooling,
                                          c->bias != CASE_NO_BIAS};
    if (c->kind == &sg_linear_kind)
        spec->linear = (sg_linear_spec){c->outputs, c->bias != CASE_NO_BIAS};
    if (c->kind == &sg_norm_kind) spec->norm = (sg_norm_spec){c->affine};
    if (c->kind == &sg_activation_kind) spec->activation = (sg_activation_spec){c->activation};
    if (c->kind == &sg_dropout_kind) spec->dropout = (sg_dropout_spec){c->rate};
    if (c->kind == &sg_pool_kind) spec->pool = (sg_pool_spec){c->pooling};
    if (c->kind == &sg_residual_kind) spec->residual = (sg_residual_spec){c->from, c->rate};
    if (c->kind == &sg_branch_kind) spec->branch = (sg_branch_spec){c->from};
    if (c->kind == &sg_batch_norm_kind)
        spec->batch_norm = (sg_batch_norm_spec){c->affine, c->rate};
    if (c->kind == &sg_add_kind) spec->add = (sg_add_spec){c->outputs, c->parts};
    if (c->kind == &sg_embedding_kind)
        spec->embedding = (sg_embedding_spec){
            c->unknown ? n->holes[c->head[0]] : tiny->labels[c->head[0]].label,
            tiny->labels[c->head[0]].vocabulary.n_keys, NULL, c->outputs, c->affine};
    if (c->kind == &sg_low_rank_kind)
        spec->low_rank = (sg_low_rank_spec){
            .plan = &tiny->plan[c->head[0]],
            .receiver = tiny->labels[c->head[1]].label,
            .sender = c->unknown ? n->holes[c->head[2]] : tiny->labels[c->head[2]].label,
            .n_receiver_labels = tiny->labels[c->head[1]].vocabulary.n_keys,
            .n_sender_labels = tiny->labels[c->head[2]].vocabulary.n_keys,
            .rank = c->outputs};
    if (c->kind == &sg_concat_kind) {
        spec->concat.n = c->n_from;
        memcpy(spec->concat.from, c->of, c->n_from * sizeof *c->of);
    }
    make_convolution(n, c, tiny, spec);
}

void case_network_redraw(case_network *n, sg_rng *rng)
{
    sg_free(n->parameter);
    sg_free(n->d_out);
    n->n_parameters = slow_network_size(&n->spec);
    n->parameter = draw_numbers(rng, n->n_parameters);
    n->d_out = draw_numbers(rng, (size_t)n->n_graphs * slow_network_width(&n->spec));
}

/* Returns how many blocks there are. */
static uint32_t make_input(sg_input_block block[CASE_BLOCKS], const case_network *n,
                           case_input input)
{
    const sg_input_block hot = {.label = n->hot, .width = CASE_INPUT_WIDTH},
                         numbers = {.value = n->input, .width = CASE_INPUT_WIDTH};
    switch (input) {
    case CASE_ONES:
        return 0;
    case CASE_ONE_HOT:
        block[0] = hot;
        return 1;
    case CASE_NUMBERS:
        block[0] = numbers;
        return 1;
    case CASE_SIDE_BY_SIDE:
        block[0] = hot;
        block[1] = numbers;
        block[2] = (sg_input_block){.width = 1};
        return CASE_BLOCKS;
    }
    return 0;
}

void case_network_open(case_network *n, const layer_case *c, const tiny_model *tiny,
                       sg_rng *rng)
{
    const sg_graph *graph = &tiny->data.graph;
    *n = (case_network){.name = c->name, .n_graphs = graph->n_graphs};
    n->input = draw_numbers(rng, (size_t)graph->n_nodes * CASE_INPUT_WIDTH);
    n->hot = check_alloc(graph->n_nodes, sizeof *n->hot);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint32_t label = (uint32_t)tiny->data.node_label[v];
        n->hot[v] = label < CASE_INPUT_WIDTH ? label : CASE_INPUT_WIDTH;
    }
    n->attribute = check_alloc((size_t)graph->n_arcs * CASE_N_ATTRIBUTES, sizeof *n->attribute);
    for (size_t i = 0; i < (size_t)graph->n_arcs * CASE_N_ATTRIBUTES; i++)
        n->attribute[i] = sin(tiny->data.edge_label[i / CASE_N_ATTRIBUTES] +
                              2.5 * (double)(i % CASE_N_ATTRIBUTES));
    for (int i = 0; i < N_TINY_LABELS; i++) n->holes[i] = make_holes(&tiny->labels[i]);
    for (uint32_t l = 0; l < c->n_layers; l++) make_layer(n, &c->layer[l], tiny, l);
    n->spec = (sg_network_spec){.graph = graph,
                                .input = n->block,
                                .n_inputs = make_input(n->block, n, c->input),
                                .noise = c->noise,
                                .layer = n->layer,
                                .n_layers = c->n_layers,
                                .max_batch = graph->n_graphs,
                                .seed = 7};
    case_network_redraw(n, rng);
    n->batch = check_alloc(n->n_graphs, sizeof *n->batch);
    for (uint32_t g = 0; g < n->n_graphs; g++) n->batch[g] = g;
    sg_rng_shuffle(rng, n->batch, n->n_graphs);
}

void case_network_close(case_network *n)
{
    sg_free(n->input);
    sg_free(n->hot);
    sg_free(n->attribute);
    for (int i = 0; i < N_TINY_LABELS; i++) sg_free(n->holes[i]);
    sg_free(n->parameter);
    sg_free(n->batch);
    sg_free(n->d_out);
    *n = (case_network){0};
}

/* ---- The dense twin ----------------------------------------------------------------------- */

void check_near_twin(const double *computed, const double *expected, size_t n, double tolerance,
                     const char *name, const char *what)
{
    double largest = 1;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(expected[i]));
    for (size_t i = 0; i < n; i++)
        if (!(fabs(computed[i] - expected[i]) <= tolerance * largest))
            fail_msg("%s: %s, item %zu: %.17g, the twin has %.17g", name, what, i, computed[i],
                     expected[i]);
}

void case_network_compare(const case_network *c, const any_network *any, void *network,
                          bool training)
{
    char what[100];
    assert_int_equal(any->size(network), c->n_parameters);
    double *gradient = check_alloc(c->n_parameters, sizeof *gradient);
    any->set_parameters(network, c->parameter);
    any->forward(NULL, network, c->batch, c->n_graphs, training);
    const slow_batch batch = {c->batch, c->n_graphs, c->d_out, training, any->step(network)};
    slow_network slow = slow_network_run(&c->spec, c->parameter, &batch);
    for (uint32_t l = 0; l < slow.n_layers; l++) {
        const size_t n = slow.n_rows[l] * slow.width[l];
        double *state = check_alloc(n, sizeof *state);
        assert_int_equal(any->get_values(state, network, l + 1), n);
        (void)snprintf(what, sizeof what, "%s, state after layer %u", any->name, l);
        check_near_twin(state, slow.state[l], n, any->tolerance, c->name, what);
        sg_free(state);
    }
    any->backward(gradient, network, c->d_out, c->n_graphs);
    (void)snprintf(what, sizeof what, "%s, gradient", any->name);
    check_near_twin(gradient, slow.gradient, c->n_parameters, any->tolerance, c->name, what);
    slow_network_free(&slow);
    sg_free(gradient);
}

/* ---- Threads ------------------------------------------------------------------------------ */

/* Outputs, gradients, and parameters after some steps, one after the other; float becomes
 * double without loss. */
typedef struct results {
    double *number;
    size_t n;
} results;

static results train(const case_network *c, const any_network *any, uint32_t n_threads)
{
    enum { N_STEPS = 2 };
    sg_threads *threads = NULL;
    void *network = NULL;
    const sg_optimizer adam = sg_optimizer_default(SG_OPTIMIZER_ADAM);
    check_ok(sg_threads_open(&threads, n_threads, &err));
    check_ok(any->open(&network, &c->spec, threads, &err));
    const size_t n_out = (size_t)c->n_graphs * any->output_width(network);
    results r = {.n = n_out + 2 * c->n_parameters};
    r.number = check_alloc(r.n, sizeof *r.number);
    any->set_parameters(network, c->parameter);
    any->forward(r.number, network, c->batch, c->n_graphs, true);
    any->backward(r.number + n_out, network, c->d_out, c->n_graphs);
    for (uint64_t t = 1; t <= N_STEPS; t++) {
        const sg_step step = sg_optimizer_step(&adam, t, 0.01, 1);
        any->forward(NULL, network, c->batch, c->n_graphs, true);
        any->learn(network, c->d_out, c->n_graphs, &step);
    }
    any->get_parameters(r.number + n_out + c->n_parameters, network);
    any->close(network);
    sg_threads_close(threads);
    return r;
}

void case_network_check_threads(const case_network *c, const any_network *any)
{
    static const uint32_t N_THREADS[] = {2, 3, 8};
    results one = train(c, any, 1);
    for (size_t t = 0; t < sizeof N_THREADS / sizeof *N_THREADS; t++) {
        results many = train(c, any, N_THREADS[t]);
        if (memcmp(one.number, many.number, one.n * sizeof *one.number) != 0)
            fail_msg("%s, %s: other bits with %u threads", c->name, any->name, N_THREADS[t]);
        sg_free(many.number);
    }
    sg_free(one.number);
}
