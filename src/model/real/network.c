/* network.c - running batches through the layers, forwards and backwards. */
#include "model/real/network.h"

#include "base/mem.h"
#include "base/rng.h"
#include "model/real/network_parts.h"
#include "optim/normal.h"
#include "optim/updates.h"

#include <stdlib.h>
#include <string.h>

enum { GRAPHS_PER_PIECE = 8 };

/* ---- Opening and closing -------------------------------------------------------------------- */

static int compare_sizes(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* Node rows of the largest batch there can be. */
static sg_status count_rows(uint32_t *max_rows, const sg_network_spec *spec, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *size = NULL;
    uint64_t sum = 0;
    const uint32_t n = spec->graph->n_graphs;
    SG_ALLOC(size, n);
    for (uint32_t g = 0; g < n; g++)
        size[g] = spec->graph->graph_offset[g + 1] - spec->graph->graph_offset[g];
    qsort(size, n, sizeof *size, compare_sizes);
    for (uint32_t g = 0; g < n && g < spec->max_batch; g++) sum += size[g];
    SG_REQUIRE(sum < UINT32_MAX, SG_ELIMIT, "model: more than 2^32 nodes in a batch");
    *max_rows = (uint32_t)sum;
done:
    sg_free(size);
    return status;
}

static size_t state_size(const SG_R(sg_network) *n, uint32_t l)
{
    const bool nodes = l == 0 || n->layer[l - 1].out_nodes;
    const size_t width = l == 0 ? n->spec->input_width : n->layer[l - 1].out_width;
    return (nodes ? n->max_rows : n->spec->max_batch) * width;
}

static sg_status alloc_states(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(count_rows(&n->max_rows, n->spec, err));
    SG_ALLOC(n->parameter, n->n_parameters);
    SG_ALLOC(n->gradient, n->n_parameters);
    SG_ALLOC(n->batch.graph, n->spec->max_batch);
    SG_ALLOC(n->batch.first_row, (size_t)n->spec->max_batch + 1);
    SG_ALLOC(n->value, (size_t)n->n_layers + 1);
    SG_ALLOC(n->gradient_of, (size_t)n->n_layers + 1);
    for (uint32_t l = 0; l <= n->n_layers; l++) {
        SG_ALLOC(n->value[l], state_size(n, l));
        if (l > 0) SG_ALLOC(n->gradient_of[l], state_size(n, l));
    }
    if (n->spec->input == NULL)
        for (size_t e = 0; e < state_size(n, 0); e++) n->value[0][e] = 1;
done:
    return status;
}

sg_status SG_R(sg_network_open)(SG_R(sg_network) **network, const sg_network_spec *spec,
                                sg_pool *pool, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_network) *opened = NULL;
    SG_ALLOC(opened, 1);
    opened->spec = spec;
    opened->pool = pool;
    SG_TRY(SG_R(sg_network_build)(opened, err));
    SG_TRY(alloc_states(opened, err));
    *network = opened;
    opened = NULL;
done:
    SG_R(sg_network_close)(opened);
    return status;
}

static void layer_free(SG_R(sg_layer) *layer)
{
    for (uint32_t h = 0; layer->node_task != NULL && h < layer->spec->n_heads; h++) {
        bool shared = false;
        for (uint32_t other = 0; other < h; other++)
            shared = shared || layer->node_task[other] == layer->node_task[h];
        if (!shared) sg_free(layer->node_task[h]);
    }
    sg_free(layer->node_task);
    sg_free(layer->head_first);
    sg_free(layer->task);
}

void SG_R(sg_network_close)(SG_R(sg_network) *n)
{
    if (n == NULL) return;
    for (uint32_t l = 0; n->layer != NULL && l < n->n_layers; l++)
        if (n->layer[l].spec != NULL) layer_free(&n->layer[l]);
    for (uint32_t l = 0; l <= n->n_layers; l++) {
        if (n->value != NULL) sg_free(n->value[l]);
        if (n->gradient_of != NULL) sg_free(n->gradient_of[l]);
    }
    sg_free(n->value);
    sg_free(n->gradient_of);
    sg_free(n->layer);
    sg_free(n->parameter);
    sg_free(n->gradient);
    sg_free(n->tensor);
    sg_free(n->task);
    sg_free(n->batch.graph);
    sg_free(n->batch.first_row);
    sg_free(n);
}

/* ---- Looking at it -------------------------------------------------------------------------- */

size_t SG_R(sg_network_size)(const SG_R(sg_network) *network)
{
    return network->n_parameters;
}

sg_real *SG_R(sg_network_parameters)(SG_R(sg_network) *network)
{
    return network->parameter;
}

sg_real *SG_R(sg_network_gradients)(SG_R(sg_network) *network)
{
    return network->gradient;
}

const sg_tensor *SG_R(sg_network_tensors)(const SG_R(sg_network) *network, uint32_t *n_tensors)
{
    *n_tensors = network->n_tensors;
    return network->tensor;
}

uint64_t SG_R(sg_network_step)(const SG_R(sg_network) *network)
{
    return network->step;
}

void SG_R(sg_network_set_step)(SG_R(sg_network) *network, uint64_t step)
{
    network->step = step;
}

uint32_t SG_R(sg_network_output_width)(const SG_R(sg_network) *network)
{
    return network->layer[network->n_layers - 1].out_width;
}

const sg_real *SG_R(sg_network_state)(const SG_R(sg_network) *network, uint32_t layer,
                                      uint32_t *width, bool *of_nodes)
{
    *width = network->layer[layer].out_width;
    *of_nodes = network->layer[layer].out_nodes;
    return network->value[layer + 1];
}

sg_real *SG_R(sg_network_output_gradient)(SG_R(sg_network) *network)
{
    return network->gradient_of[network->n_layers];
}

/* ---- Running ---------------------------------------------------------------------------------- */

static SG_R(sg_flow) flow_of(const SG_R(sg_network) *n, uint32_t l)
{
    const SG_R(sg_layer) *layer = &n->layer[l];
    SG_R(sg_flow)
    flow = {.batch = &n->batch,
            .graph = n->spec->graph,
            .x = n->value[l],
            .y = n->value[l + 1],
            .dy = n->gradient_of[l + 1],
            .dx = n->gradient_of[l],
            .parameter = n->parameter + layer->first_parameter,
            .gradient = n->gradient + layer->first_parameter,
            .training = n->training,
            .step = n->step};
    if (layer->spec->type == SG_LAYER_RESIDUAL) {
        flow.other = n->value[layer->spec->from];
        flow.d_other = n->gradient_of[layer->spec->from];
    }
    return flow;
}

static sg_batch_piece piece_of(const SG_R(sg_network) *n, uint32_t piece)
{
    const uint32_t first = piece * GRAPHS_PER_PIECE, left = n->batch.n_graphs - first;
    return (sg_batch_piece){first, first + (left < GRAPHS_PER_PIECE ? left : GRAPHS_PER_PIECE)};
}

static uint32_t count_pieces(const SG_R(sg_network) *n)
{
    return (n->batch.n_graphs + GRAPHS_PER_PIECE - 1) / GRAPHS_PER_PIECE;
}

/* The input of graph i: given numbers or ones, with noise during training. */
static void load_input(SG_R(sg_network) *n, uint32_t i)
{
    const uint32_t width = n->spec->input_width, g = n->batch.graph[i];
    const size_t n_values = (size_t)(n->batch.first_row[i + 1] - n->batch.first_row[i]) * width;
    const double *input = n->spec->input;
    if (input != NULL) input += (size_t)n->spec->graph->graph_offset[g] * width;
    sg_real *x = n->value[0] + (size_t)n->batch.first_row[i] * width;
    const uint64_t words[3] = {UINT64_MAX, n->step, g};
    sg_rng rng = sg_rng_stream(n->spec->seed, words, 3);
    const bool noisy = n->training && n->spec->noise > 0;
    for (size_t e = 0; e < n_values; e++) {
        const double value = input != NULL ? input[e] : 1;
        x[e] = (sg_real)(noisy ? value + n->spec->noise * sg_rng_normal(&rng) : value);
    }
}

static void forward_piece(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    SG_R(sg_network) *n = context;
    const sg_batch_piece range = piece_of(n, piece);
    const bool constant = n->spec->input == NULL && n->spec->noise == 0;
    for (uint32_t i = range.first_graph; i < range.behind_graph && !constant; i++)
        load_input(n, i);
    for (uint32_t l = 0; l < n->n_layers; l++) {
        const SG_R(sg_flow) flow = flow_of(n, l);
        n->layer[l].ops->forward(&n->layer[l], &flow, range);
    }
}

const sg_real *SG_R(sg_network_forward)(SG_R(sg_network) *n, const uint32_t *graph,
                                        uint32_t n_graphs, bool training)
{
    const uint32_t *offset = n->spec->graph->graph_offset;
    n->batch.n_graphs = n_graphs;
    n->training = training;
    n->step += training;
    n->batch.first_row[0] = 0;
    for (uint32_t i = 0; i < n_graphs; i++) {
        n->batch.graph[i] = graph[i];
        n->batch.first_row[i + 1] =
            n->batch.first_row[i] + offset[graph[i] + 1] - offset[graph[i]];
    }
    sg_pool_run(n->pool, count_pieces(n), forward_piece, n);
    return n->value[n->n_layers];
}

/* Set the gradients of a piece's states to zero, all but the last, which is the loss's. */
static void clear_piece(SG_R(sg_network) *n, sg_batch_piece range)
{
    for (uint32_t l = 1; l < n->n_layers; l++) {
        const SG_R(sg_layer) *before = &n->layer[l - 1];
        const uint32_t first =
            before->out_nodes ? n->batch.first_row[range.first_graph] : range.first_graph;
        const uint32_t behind =
            before->out_nodes ? n->batch.first_row[range.behind_graph] : range.behind_graph;
        memset(n->gradient_of[l] + (size_t)first * before->out_width, 0,
               (size_t)(behind - first) * before->out_width * sizeof(sg_real));
    }
}

static void backward_piece(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    SG_R(sg_network) *n = context;
    const sg_batch_piece range = piece_of(n, piece);
    clear_piece(n, range);
    for (uint32_t l = n->n_layers; l-- > 0;) {
        const SG_R(sg_flow) flow = flow_of(n, l);
        if (flow.dx != NULL || flow.d_other != NULL)
            n->layer[l].ops->backward(&n->layer[l], &flow, range);
    }
}

static void run_task(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    SG_R(sg_network) *n = context;
    const sg_task_reference task = n->task[piece];
    const SG_R(sg_flow) flow = flow_of(n, task.layer);
    n->layer[task.layer].ops->differentiate(&n->layer[task.layer], &flow, task.task);
}

void SG_R(sg_network_backward)(SG_R(sg_network) *n)
{
    sg_pool_run(n->pool, count_pieces(n), backward_piece, n);
    sg_pool_run(n->pool, n->n_tasks, run_task, n);
}

/* A batch's step, as the tasks need it. */
typedef struct learning {
    SG_R(sg_network) *network;
    SG_R(sg_parameters) arrays;
    const sg_step *step;
} learning;

static void run_task_and_update(void *context, uint32_t piece, uint32_t worker)
{
    const learning *l = context;
    const sg_task_reference task = l->network->task[piece];
    const SG_R(sg_layer) *layer = &l->network->layer[task.layer];
    const sg_task *range = &layer->task[task.task];
    run_task(l->network, piece, worker);
#ifdef SG_REAL_DOUBLE
    const sg_updates_f64 *updates = sg_updates_f64_best();
#else
    const sg_updates_f32 *updates = sg_updates_f32_best();
#endif
    updates->update(&l->arrays, layer->first_parameter + range->begin,
                    layer->first_parameter + range->end, l->step);
}

void SG_R(sg_network_learn)(SG_R(sg_network) *n, sg_real *first, sg_real *second,
                            const sg_step *step)
{
    learning l = {n, {n->parameter, n->gradient, first, second}, step};
    sg_pool_run(n->pool, count_pieces(n), backward_piece, n);
    sg_pool_run(n->pool, n->n_tasks, run_task_and_update, &l);
}
