/* network_run.c - running batches through the layers, forwards and backwards. */
#include "base/rng.h"
#include "model/real/network_parts.h"
#include "optim/normal.h"
#include "optim/updates.h"

#include <string.h>

static SG_R(sg_flow) flow_of(const SG_R(sg_network) *n, uint32_t l, uint32_t worker)
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
            .gradient = n->worker[worker].gradient,
            .scratch = n->worker[worker].scratch,
            .index = n->worker[worker].index,
            .training = n->training,
            .step = n->step};
    if (l + 1 < n->n_layers && layer[1].n_sums > 0)
        flow.dy_sum = layer[1].kept + layer[1].kept_size - layer[1].n_sums;
    if (layer->spec->type == SG_LAYER_RESIDUAL) {
        flow.other = n->value[layer->spec->from];
        flow.d_other = n->gradient_of[layer->spec->from];
    }
    return flow;
}

/* Cut the batch's graphs into pieces of at least so many rows, all but the last. */
static void cut_pieces(sg_stage *stage, const sg_batch *batch)
{
    uint32_t n_rows = 0;
    stage->n_pieces = 0;
    stage->piece[0] = 0;
    for (uint32_t i = 0; i < batch->n_graphs; i++) {
        n_rows += stage->counts_nodes ? batch->first_row[i + 1] - batch->first_row[i] : 1;
        if (n_rows < stage->rows_per_piece && i + 1 < batch->n_graphs) continue;
        stage->piece[++stage->n_pieces] = i + 1;
        n_rows = 0;
    }
}

/* What the pieces of a round need: a stage of a network, from some layer on. */
typedef struct stage_run {
    SG_R(sg_network) *network;
    const sg_stage *stage;
    uint32_t first_layer;
    bool loads;        /* the input comes from the data, and is loaded first */
    uint32_t n_before; /* pieces that are not of graphs, and come first */
} stage_run;

/* The layers of stage s from layer `first` on; there is one. */
static stage_run run_of(SG_R(sg_network) *n, uint32_t s, uint32_t first)
{
    const uint32_t of_stage = n->stage[s].first_layer;
    return (stage_run){.network = n,
                       .stage = &n->stage[s],
                       .first_layer = of_stage > first ? of_stage : first};
}

/* The blocks of the layer that the run begins with; only the first layer of a stage has any. */
static uint32_t blocks_of(const stage_run *run)
{
    return run->network->layer[run->first_layer].n_blocks;
}

static sg_batch_piece piece_of(const sg_stage *stage, uint32_t piece)
{
    return (sg_batch_piece){stage->piece[piece], stage->piece[piece + 1]};
}

/* ---- Forward ------------------------------------------------------------------------------- */

/* What the data says about element e of a node's input. */
static double input_at(const sg_network_spec *spec, size_t node, uint32_t e)
{
    if (spec->input_label != NULL) return spec->input_label[node] == e;
    return spec->input != NULL ? spec->input[node * spec->input_width + e] : 1;
}

/* The input of graph i, with noise during training. */
static void load_input(SG_R(sg_network) *n, uint32_t i)
{
    const sg_network_spec *spec = n->spec;
    const uint32_t width = spec->input_width, g = n->batch.graph[i];
    const uint32_t first = spec->graph->graph_offset[g],
                   n_nodes = spec->graph->graph_offset[g + 1] - first;
    sg_real *x = n->value[0] + (size_t)n->batch.first_row[i] * width;
    const uint64_t words[3] = {UINT64_MAX, n->step, g};
    sg_rng rng = sg_rng_stream(spec->seed, words, 3);
    const bool noisy = n->training && spec->noise > 0;
    for (uint32_t v = 0; v < n_nodes; v++, x += width)
        for (uint32_t e = 0; e < width; e++) {
            const double value = input_at(spec, first + v, e);
            x[e] = (sg_real)(noisy ? value + spec->noise * sg_rng_normal(&rng) : value);
        }
}

static void forward_piece(void *context, uint32_t piece, uint32_t worker)
{
    const stage_run *run = context;
    SG_R(sg_network) *n = run->network;
    const sg_batch_piece range = piece_of(run->stage, piece);
    for (uint32_t i = range.first_graph; i < range.behind_graph && run->loads; i++)
        load_input(n, i);
    for (uint32_t l = run->first_layer; l < run->stage->behind_layer; l++) {
        const SG_R(sg_flow) flow = flow_of(n, l, worker);
        n->layer[l].ops->forward(&n->layer[l], &flow, range);
    }
}

static void forward_block(void *context, uint32_t block, uint32_t worker)
{
    const stage_run *run = context;
    const SG_R(sg_layer) *layer = &run->network->layer[run->first_layer];
    const SG_R(sg_flow) flow = flow_of(run->network, layer->number, worker);
    layer->ops->forward_block(layer, &flow, block);
}

/* The states behind layer `first` and all that follow. */
static void forward_states(SG_R(sg_network) *n, uint32_t first, bool loads)
{
    for (uint32_t s = 0; s < n->n_stages; s++) {
        if (n->stage[s].behind_layer <= first) continue;
        stage_run run = run_of(n, s, first);
        run.loads = loads && s == 0;
        sg_pool_run(n->pool, blocks_of(&run), forward_block, &run);
        sg_pool_run(n->pool, run.stage->n_pieces, forward_piece, &run);
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
    for (uint32_t l = 0; l < n->n_layers; l++) {
        if (n->layer[l].ops->prepare == NULL) continue;
        const SG_R(sg_flow) flow = flow_of(n, l, 0);
        n->layer[l].ops->prepare(&n->layer[l], &flow);
    }
    for (uint32_t s = 0; s < n->n_stages; s++) cut_pieces(&n->stage[s], &n->batch);
    forward_states(n, 0, !n->layer[0].input_is_ones);
    return n->value[n->n_layers];
}

const sg_real *SG_R(sg_network_resume)(SG_R(sg_network) *n, uint32_t layer)
{
    forward_states(n, layer, false);
    return n->value[n->n_layers];
}

/* ---- Backward ------------------------------------------------------------------------------ */

/* Set the gradients that several layers add to to zero. */
static void clear_piece(SG_R(sg_network) *n, sg_batch_piece range)
{
    for (uint32_t l = 1; l < n->n_layers; l++) {
        if (!n->layer[l].adds) continue;
        const bool nodes = n->layer[l].in_nodes;
        const size_t width = n->layer[l].in_width;
        const uint32_t first =
            nodes ? n->batch.first_row[range.first_graph] : range.first_graph;
        const uint32_t behind =
            nodes ? n->batch.first_row[range.behind_graph] : range.behind_graph;
        memset(n->gradient_of[l] + first * width, 0,
               (behind - first) * width * sizeof(sg_real));
    }
}

/* The last stage goes first: it has all gradients cleared, and the nodes distributed among tasks where
 * these will run. */
static void backward_piece(void *context, uint32_t piece, uint32_t worker)
{
    const stage_run *run = context;
    SG_R(sg_network) *n = run->network;
    if (piece < run->n_before) {
        sg_gradient_rows *rows = &n->layer[n->rows[piece].layer].rows[n->rows[piece].rows];
        SG_R(sg_distribute_rows)(rows, &n->batch, n->spec->graph);
        return;
    }
    const sg_batch_piece range = piece_of(run->stage, piece - run->n_before);
    if (run->stage->behind_layer == n->n_layers) clear_piece(n, range);
    for (uint32_t l = run->stage->behind_layer; l-- > run->first_layer;) {
        const SG_R(sg_flow) flow = flow_of(n, l, worker);
        n->layer[l].ops->backward(&n->layer[l], &flow, range);
    }
}

static void backward_block(void *context, uint32_t block, uint32_t worker)
{
    const stage_run *run = context;
    const SG_R(sg_layer) *layer = &run->network->layer[run->first_layer];
    const SG_R(sg_flow) flow = flow_of(run->network, layer->number, worker);
    layer->ops->backward_block(layer, &flow, block);
}

/* The gradients of the states before layer `first` and all that follow. */
static void backward_states(SG_R(sg_network) *n, uint32_t first, bool tasks_follow)
{
    for (uint32_t s = n->n_stages; s-- > 0;) {
        if (n->stage[s].behind_layer <= first) continue;
        stage_run run = run_of(n, s, first);
        if (tasks_follow && s + 1 == n->n_stages) run.n_before = n->n_rows;
        sg_pool_run(n->pool, run.n_before + run.stage->n_pieces, backward_piece, &run);
        sg_pool_run(n->pool, blocks_of(&run), backward_block, &run);
    }
}

const sg_real *SG_R(sg_network_gradient_before)(SG_R(sg_network) *n, uint32_t layer)
{
    backward_states(n, layer, false);
    return n->gradient_of[layer];
}

/* ---- Gradients and steps ------------------------------------------------------------------- */

/* The gradient of a task's parameters goes to the worker's memory, where it is all zeros before and
 * after. */
static SG_R(sg_flow) run_task(const SG_R(sg_network) *n, uint32_t piece, uint32_t worker)
{
    const sg_gradient_reference task = n->task[piece];
    const SG_R(sg_flow) flow = flow_of(n, task.layer, worker);
    n->layer[task.layer].ops->differentiate(&n->layer[task.layer], &flow, task.task);
    return flow;
}

static void add_task(void *context, uint32_t piece, uint32_t worker)
{
    SG_R(sg_network) *n = context;
    const SG_R(sg_layer) *layer = &n->layer[n->task[piece].layer];
    if (layer->spec->frozen) return;
    const sg_gradient_task *task = &layer->task[n->task[piece].task];
    const size_t size = task->end - task->begin;
    const sg_real *from = run_task(n, piece, worker).gradient;
    sg_real *to = n->gradient + layer->first_parameter + task->begin;
    for (size_t i = 0; i < size; i++) to[i] += from[i];
    memset(n->worker[worker].gradient, 0, (size + 1) * sizeof(sg_real));
}

void SG_R(sg_network_backward)(SG_R(sg_network) *n)
{
    backward_states(n, 0, true);
    sg_pool_run(n->pool, n->n_tasks, add_task, n);
}

/* A batch's step, as the tasks need it. */
typedef struct learning {
    const SG_R(sg_network) *network;
    sg_real *first, *second;
    const sg_step *step;
} learning;

static void learn_task(void *context, uint32_t piece, uint32_t worker)
{
    const learning *l = context;
    const SG_R(sg_network) *n = l->network;
    const SG_R(sg_layer) *layer = &n->layer[n->task[piece].layer];
    if (layer->spec->frozen) return;
    const sg_gradient_task *task = &layer->task[n->task[piece].task];
    const size_t begin = layer->first_parameter + task->begin, size = task->end - task->begin;
#ifdef SG_REAL_DOUBLE
    const sg_updates_f64 *updates = sg_updates_f64_best();
#else
    const sg_updates_f32 *updates = sg_updates_f32_best();
#endif
    const SG_R(sg_parameters) arrays = {.weight = n->parameter + begin,
                                        .gradient = run_task(n, piece, worker).gradient,
                                        .first = l->first != NULL ? l->first + begin : NULL,
                                        .second = l->second != NULL ? l->second + begin : NULL};
    updates->update(&arrays, 0, size, l->step);
    arrays.gradient[size] = 0;
}

void SG_R(sg_network_learn)(SG_R(sg_network) *n, sg_real *first, sg_real *second,
                            const sg_step *step)
{
    learning l = {n, first, second, step};
    backward_states(n, 0, true);
    sg_pool_run(n->pool, n->n_tasks, learn_task, &l);
}
