/* network_run.c - running batches through the layers, forwards and backwards. */
#include "base/observer.h"
#include "base/rng.h"
#include "network/real/network_parts.h"
#include "optim/normal.h"

#include <string.h>

SG_R(sg_flow)
SG_R(sg_network_flow)(const SG_R(sg_network) *n, uint32_t l, uint32_t worker)
{
    const SG_R(sg_layer) *layer = &n->layer[l];
    SG_R(sg_flow)
    flow = {.batch = &n->items.batch,
            .x = n->value[l],
            .y = n->value[l + 1],
            .dy = n->gradient_of[l + 1],
            .dx = n->gradient_of[l],
            .state = n->value,
            .d_state = n->gradient_of,
            .parameter = n->parameter + layer->first_parameter,
            .gradient = n->worker[worker].gradient,
            .scratch = n->worker[worker].scratch,
            .index = n->worker[worker].index,
            .part = {.first = 0, .behind = n->items.batch.n_spans},
            .shard_span = n->shard_span,
            .n_shards = n->n_shards,
            .training = n->training,
            .step = n->step};
    if (n->training && sg_network_learns(n->spec) && n->spec->n_shards == 0)
        flow.statistic = n->parameter + layer->first_parameter;
    if (l + 1 < n->n_layers) flow.dy_sum = SG_R(sg_layer_sums)(&layer[1]);
    return flow;
}

SG_R(sg_flow)
SG_R(sg_network_flow_of_shard)(const SG_R(sg_network) *n, uint32_t l, uint32_t worker,
                               uint32_t s)
{
    SG_R(sg_flow) flow = SG_R(sg_network_flow)(n, l, worker);
    flow.shard = s;
    flow.share = n->shard_share[s];
    flow.part = (sg_batch_piece){.first = n->shard_span[s], .behind = n->shard_span[s + 1]};
    return flow;
}

SG_R(sg_flow)
SG_R(sg_network_flow_of_piece)(const SG_R(sg_network) *n, uint32_t l, uint32_t worker,
                               uint32_t span)
{
    SG_R(sg_flow) flow = SG_R(sg_network_flow)(n, l, worker);
    while (flow.shard + 1 < n->n_shards && n->shard_span[flow.shard + 1] <= span) flow.shard++;
    return flow;
}

/* Cut the spans of every shard into pieces of at least so many rows, all but the last. */
static void cut_pieces(sg_stage *stage, const SG_R(sg_network) *n)
{
    stage->n_pieces = 0;
    stage->piece[0] = 0;
    for (uint32_t s = 0; s < n->n_shards; s++) {
        uint32_t n_rows = 0;
        for (uint32_t i = n->shard_span[s]; i < n->shard_span[s + 1]; i++) {
            n_rows += stage->counts_nodes ? n->items.batch.span[i].n : 1;
            if (n_rows < stage->rows_per_piece && i + 1 < n->shard_span[s + 1]) continue;
            stage->piece[++stage->n_pieces] = i + 1;
            n_rows = 0;
        }
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
    return (sg_batch_piece){.first = stage->piece[piece], .behind = stage->piece[piece + 1]};
}

/* ---- Forward ------------------------------------------------------------------------------- */

/* What the data says about a node, in some columns. */
static void load_block(sg_real *x, const sg_input_block *block, size_t node)
{
    for (uint32_t e = 0; e < block->width; e++)
        x[e] = block->label != NULL   ? (sg_real)(block->label[node] == e)
               : block->value != NULL ? (sg_real)block->value[node * block->width + e]
                                      : 1;
}

/* The same with noise, which is added before anything is rounded. */
static void load_noisy_block(sg_real *x, const sg_input_block *block, size_t node, double noise,
                             sg_rng *rng)
{
    for (uint32_t e = 0; e < block->width; e++) {
        const double value = block->label != NULL   ? (double)(block->label[node] == e)
                             : block->value != NULL ? block->value[node * block->width + e]
                                                    : 1;
        x[e] = (sg_real)(value + noise * sg_rng_normal(rng));
    }
}

/* With noise during training, which is drawn by graph, or by block of a large one. */
void SG_R(sg_network_load)(SG_R(sg_network) *n, sg_batch_piece piece, uint32_t i)
{
    const sg_network_spec *spec = n->spec;
    const sg_batch_span span = n->items.batch.span[i];
    const sg_row_range rows = sg_piece_rows(piece, &span);
    sg_real *x =
        n->value[0] + (span.first_row + (size_t)rows.first) * sg_network_input_width(spec);
    const uint64_t words[4] = {UINT64_MAX, n->step, span.graph, rows.first};
    sg_rng rng = sg_rng_stream(spec->seed, words, piece.n_rows > 0 ? 4 : 3);
    const bool noisy = n->training && spec->noise > 0;
    for (uint32_t v = rows.first; v < rows.first + rows.n; v++)
        for (uint32_t b = 0; b < sg_network_inputs(spec); b++) {
            const sg_input_block block = sg_network_input(spec, b);
            if (noisy)
                load_noisy_block(x, &block, span.first_node + v, spec->noise, &rng);
            else
                load_block(x, &block, span.first_node + v);
            x += block.width;
        }
}

/* Batches of usual graphs are done in milliseconds and look at the clock now
 * and then; what is in a large one may take long. */
bool SG_R(sg_network_is_stopped)(const SG_R(sg_network) *n)
{
    enum { MANY_ROWS = 20000 };
    return (n->items.batch.n_rows > MANY_ROWS ? sg_watch_ask_seldom(NULL)
                                              : sg_watch_ask(NULL)) != SG_OK;
}

static void load_piece(void *context, uint32_t piece, uint32_t worker)
{
    const stage_run *run = context;
    const sg_batch_piece range = piece_of(run->stage, piece);
    (void)worker;
    for (uint32_t i = range.first; i < range.behind; i++)
        SG_R(sg_network_load)(run->network, range, i);
}

static void forward_piece(void *context, uint32_t piece, uint32_t worker)
{
    const stage_run *run = context;
    SG_R(sg_network) *n = run->network;
    const sg_batch_piece range = piece_of(run->stage, piece);
    if (run->loads) load_piece(context, piece, worker);
    for (uint32_t l = run->first_layer; l < run->stage->behind_layer; l++) {
        const SG_R(sg_flow) flow = SG_R(sg_network_flow_of_piece)(n, l, worker, range.first);
        if (SG_R(sg_network_is_stopped)(n)) return;
        if (n->layer[l].ops->forward_rows != NULL)
            n->layer[l].ops->forward_rows(&n->layer[l], &flow, range);
        n->layer[l].ops->forward(&n->layer[l], &flow, range);
    }
}

void SG_R(sg_network_block)(const SG_R(sg_network) *n, uint32_t l, uint32_t block,
                            uint32_t worker, bool back)
{
    const SG_R(sg_layer) *layer = &n->layer[l];
    for (uint32_t s = 0; s < (layer->blocks_join ? 1 : n->n_shards); s++) {
        const SG_R(sg_flow) flow = layer->blocks_join
                                       ? SG_R(sg_network_flow)(n, l, worker)
                                       : SG_R(sg_network_flow_of_shard)(n, l, worker, s);
        if (SG_R(sg_network_is_stopped)(n)) return;
        (back ? layer->ops->backward_block : layer->ops->forward_block)(layer, &flow, block);
    }
}

static void forward_block(void *context, uint32_t block, uint32_t worker)
{
    const stage_run *run = context;
    SG_R(sg_network_block)(run->network, run->first_layer, block, worker, false);
}

/* The states behind layer `first` and all that follow.  Blocks look at the whole input, so it is there
 * before them. */
static void forward_states(SG_R(sg_network) *n, uint32_t first, bool loads)
{
    if (n->cuts.of_batch) {
        SG_R(sg_network_cut_forward)(n, first, loads);
        return;
    }
    for (uint32_t s = 0; s < n->n_stages; s++) {
        if (n->stage[s].behind_layer <= first) continue;
        stage_run run = run_of(n, s, first);
        run.loads = loads && s == 0;
        if (run.loads && blocks_of(&run) > 0) {
            sg_threads_run(n->threads, run.stage->n_pieces, load_piece, &run);
            run.loads = false;
        }
        sg_threads_run(n->threads, blocks_of(&run), forward_block, &run);
        sg_threads_run(n->threads, run.stage->n_pieces, forward_piece, &run);
    }
}

/* The outputs: behind the last layer, or the items among these rows. */
static const sg_real *gather_outputs(SG_R(sg_network) *n)
{
    const sg_batch *batch = &n->items.batch;
    const size_t width = n->outline.state[n->n_layers].width;
    if (n->item_value == NULL) return n->value[n->n_layers];
    for (uint32_t i = 0; i < batch->n_items; i++)
        memcpy(n->item_value + i * width, n->value[n->n_layers] + batch->item_row[i] * width,
               width * sizeof(sg_real));
    return n->item_value;
}

/* Compute the batch that the network's items are. */
static const sg_real *forward_batch(SG_R(sg_network) *n, bool training)
{
    n->training = training;
    n->step += training;
    for (uint32_t l = 0; l < n->n_layers; l++) {
        if (n->layer[l].ops->prepare == NULL) continue;
        const SG_R(sg_flow) flow = SG_R(sg_network_flow)(n, l, 0);
        n->layer[l].ops->prepare(&n->layer[l], &flow);
    }
    for (uint32_t s = 0; s < n->n_stages; s++) cut_pieces(&n->stage[s], n);
    if (n->cuts.some) SG_R(sg_network_cut)(n);
    forward_states(n, 0, !n->layer[0].input_is_ones);
    return gather_outputs(n);
}

const sg_real *SG_R(sg_network_forward)(SG_R(sg_network) *n, const uint32_t *item,
                                        uint32_t n_items, bool training)
{
    sg_batch_items_fill(&n->items, item, n_items);
    n->n_shards = 1;
    n->shard_span[0] = 0;
    n->shard_span[1] = n->items.batch.n_spans;
    n->shard_share[0] = 1;
    return forward_batch(n, training);
}

const sg_real *SG_R(sg_network_forward_shards)(SG_R(sg_network) *n, const uint32_t *item,
                                               const sg_batch_shards *shards, uint32_t n_items)
{
    const uint32_t *begin = shards->begin;
    sg_batch_items_fill_shards(n->shard_span, &n->items, item, shards);
    n->n_shards = shards->n;
    for (uint32_t s = 0; s < shards->n; s++)
        n->shard_share[s] = n_items > 0 ? (double)(begin[s + 1] - begin[s]) / n_items : 0;
    return forward_batch(n, true);
}

const sg_real *SG_R(sg_network_resume)(SG_R(sg_network) *n, uint32_t layer)
{
    forward_states(n, layer, false);
    return gather_outputs(n);
}

/* ---- Backward ------------------------------------------------------------------------------ */

void SG_R(sg_network_clear)(SG_R(sg_network) *n, sg_batch_piece range)
{
    for (uint32_t l = 1; l < n->n_layers; l++) {
        /* The row of a graph that is cut belongs to its first block. */
        if (!n->layer[l].adds || (!n->layer[l].in_nodes && range.first_row > 0)) continue;
        const size_t width = n->layer[l].in_width;
        const sg_row_range rows = sg_batch_rows(&n->items.batch, range, n->layer[l].in_nodes);
        memset(n->gradient_of[l] + rows.first * width, 0, rows.n * width * sizeof(sg_real));
    }
}

/* The last stage goes first: it has all gradients cleared, and runs the errands of slices where
 * these will follow. */
static void backward_piece(void *context, uint32_t piece, uint32_t worker)
{
    const stage_run *run = context;
    SG_R(sg_network) *n = run->network;
    if (piece < run->n_before) {
        const sg_layer_reference errand = n->errand[piece];
        const SG_R(sg_flow) flow = SG_R(sg_network_flow)(n, errand.layer, worker);
        n->layer[errand.layer].ops->run_errand(&n->layer[errand.layer], &flow, errand.number);
        return;
    }
    const sg_batch_piece range = piece_of(run->stage, piece - run->n_before);
    if (run->stage->behind_layer == n->n_layers) SG_R(sg_network_clear)(n, range);
    for (uint32_t l = run->stage->behind_layer; l-- > run->first_layer;) {
        const SG_R(sg_flow) flow = SG_R(sg_network_flow_of_piece)(n, l, worker, range.first);
        if (SG_R(sg_network_is_stopped)(n)) return;
        if (n->layer[l].ops->backward_rows != NULL)
            n->layer[l].ops->backward_rows(&n->layer[l], &flow, range);
        n->layer[l].ops->backward(&n->layer[l], &flow, range);
    }
}

static void backward_block(void *context, uint32_t block, uint32_t worker)
{
    const stage_run *run = context;
    SG_R(sg_network_block)(run->network, run->first_layer, block, worker, true);
}

/* The gradient of the outputs goes to the rows behind the last layer; rows that are no items have
 * none. */
static void scatter_gradient(SG_R(sg_network) *n)
{
    const sg_batch *batch = &n->items.batch;
    const size_t width = n->outline.state[n->n_layers].width;
    sg_real *to = n->gradient_of[n->n_layers];
    if (n->item_gradient == NULL) return;
    memset(to, 0, batch->n_rows * width * sizeof *to);
    for (uint32_t i = 0; i < batch->n_items; i++)
        for (size_t f = 0; f < width; f++)
            to[batch->item_row[i] * width + f] += n->item_gradient[i * width + f];
}

/* The gradients of the states before layer `first` and all that follow. */
static void backward_states(SG_R(sg_network) *n, uint32_t first, bool slices_follow)
{
    scatter_gradient(n);
    if (n->cuts.of_batch) {
        stage_run errands = {.network = n, .n_before = n->n_errands};
        if (slices_follow) sg_threads_run(n->threads, n->n_errands, backward_piece, &errands);
        SG_R(sg_network_cut_backward)(n, first);
        return;
    }
    for (uint32_t s = n->n_stages; s-- > 0;) {
        if (n->stage[s].behind_layer <= first) continue;
        stage_run run = run_of(n, s, first);
        if (slices_follow && s + 1 == n->n_stages) run.n_before = n->n_errands;
        sg_threads_run(n->threads, run.n_before + run.stage->n_pieces, backward_piece, &run);
        sg_threads_run(n->threads, blocks_of(&run), backward_block, &run);
    }
}

const sg_real *SG_R(sg_network_gradient_before)(SG_R(sg_network) *n, uint32_t layer)
{
    backward_states(n, layer, false);
    return n->gradient_of[layer];
}

void SG_R(sg_network_backward)(SG_R(sg_network) *n, const SG_R(sg_gradient_sink) *sink)
{
    backward_states(n, 0, true);
    if (n->cuts.of_batch && n->spec->n_shards == 0)
        SG_R(sg_network_cut_slices)(n, sink);
    else
        SG_R(sg_network_slices)(n, sink);
}
