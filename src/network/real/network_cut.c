/* network_cut.c - batches with large graphs.
 *
 * The rows of a large graph are cut into blocks, so that threads can share it.  A layer may read rows of other
 * blocks, as those of neighbors; so layers are computed one after the other for all blocks, and all threads wait
 * for each other before a layer that reads what others wrote.  Layers that look at a row alone follow at once,
 * while a block is in the cache.
 *
 * Gradients of parameters are sums over all rows.  Where a layer has few parameters there would be too few
 * slices for the threads, so several sums are made, each over a part of the rows, and added up in their order.
 *
 * Blocks, parts and sums depend on the data alone, so results do not depend on the number of threads. */
#include "base/mem.h"
#include "graph/transpose.h"
#include "network/real/network_parts.h"

#include <string.h>

/* ---- Building ------------------------------------------------------------------------------- */

sg_status SG_R(sg_network_cuts_prepare)(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = n->spec->graph;
    n->cuts.some =
        sg_graph_largest(graph->graph_offset, graph->n_graphs) > sg_network_large_span(n->spec);
    if (n->cuts.some && graph->rules.directed && sg_network_learns(n->spec))
        SG_TRY(sg_graph_transpose(&n->cuts.turned, graph, err));
done:
    return status;
}

/* Whether the slices of a layer are too few for threads, and can be made in several sums. */
static bool is_summed(const SG_R(sg_layer) *layer)
{
    return (layer->cuts & SG_CUT_SLICES) != 0 && layer->in_nodes && layer->out_nodes &&
           layer->slices.n < SG_MOST_SUMS && !layer->spec->frozen;
}

/* Every slice has a bin behind it. */
static sg_status build_sums(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_R(sg_network_cuts) *cuts = &n->cuts;
    SG_ALLOC(cuts->slice, n->n_slices);
    SG_ALLOC(cuts->place, n->n_slices + (size_t)1);
    for (uint32_t t = 0; t < n->n_slices; t++) {
        const sg_layer_reference reference = n->slice[t];
        const SG_R(sg_layer) *layer = &n->layer[reference.layer];
        if (!is_summed(layer)) continue;
        const sg_gradient_slice *slice = &layer->slices.slice[reference.number];
        cuts->slice[cuts->n_slices] = reference;
        cuts->place[cuts->n_slices + 1] =
            cuts->place[cuts->n_slices] + (slice->end - slice->begin) + 1;
        cuts->n_slices++;
    }
    SG_ALLOC(cuts->sum, SG_MOST_SUMS * cuts->place[cuts->n_slices]);
done:
    return status;
}

static sg_cut_step *add_step(sg_cut_step *to, sg_cut_step_kind kind, uint32_t layer,
                             bool is_there)
{
    *to = (sg_cut_step){kind, layer};
    return to + is_there;
}

/* Forwards the blocks of a layer come first, backwards last. */
static sg_status list_steps(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t most = 4 * (size_t)n->n_layers + 2;
    SG_ALLOC(n->cuts.forward, most);
    SG_ALLOC(n->cuts.backward, most);
    sg_cut_step *to = add_step(n->cuts.forward, SG_STEP_BEGIN, 0, true);
    for (uint32_t l = 0; l < n->n_layers; l++) {
        const SG_R(sg_layer) *layer = &n->layer[l];
        to = add_step(to, SG_STEP_BLOCKS, l, layer->n_blocks > 0);
        to = add_step(to, SG_STEP_ROWS, l, layer->ops->forward_rows != NULL);
        to = add_step(to, SG_STEP_TOTAL, l, layer->ops->forward_total != NULL);
        to = add_step(to, SG_STEP_STATES, l, true);
    }
    n->cuts.n_forward = (size_t)(to - n->cuts.forward);
    to = add_step(n->cuts.backward, SG_STEP_BEGIN, 0, true);
    for (uint32_t l = n->n_layers; l-- > 0;) {
        const SG_R(sg_layer) *layer = &n->layer[l];
        to = add_step(to, SG_STEP_ROWS, l, layer->ops->backward_rows != NULL);
        to = add_step(to, SG_STEP_TOTAL, l, layer->ops->backward_total != NULL);
        to = add_step(to, SG_STEP_STATES, l, true);
        to = add_step(to, SG_STEP_BLOCKS, l, layer->n_blocks > 0);
    }
    n->cuts.n_backward = (size_t)(to - n->cuts.backward);
done:
    return status;
}

sg_status SG_R(sg_network_cuts_build)(SG_R(sg_network) *n, sg_error *err)
{
    sg_status status = SG_OK;
    if (!n->cuts.some) goto done;
    const size_t most =
        n->items.max_spans + (size_t)1 + n->items.max_rows / sg_network_rows_at_once(n->spec);
    SG_ALLOC(n->cuts.piece, n->items.max_spans + most);
    SG_ALLOC(n->cuts.part, n->items.max_spans + most);
    SG_TRY(list_steps(n, err));
    if (sg_network_learns(n->spec)) SG_TRY(build_sums(n, err));
done:
    return status;
}

void SG_R(sg_network_cuts_free)(SG_R(sg_network) *n)
{
    sg_free(n->cuts.piece);
    sg_free(n->cuts.part);
    sg_free(n->cuts.forward);
    sg_free(n->cuts.backward);
    sg_free(n->cuts.slice);
    sg_free(n->cuts.place);
    sg_free(n->cuts.sum);
    sg_graph_free(&n->cuts.turned);
}

/* ---- Cutting -------------------------------------------------------------------------------- */

/* Cut the large spans into blocks of so many rows, and put others of a shard together until they have as many. */
static uint32_t cut_spans(sg_batch_piece *piece, const SG_R(sg_network) *network,
                          uint32_t rows_at_once)
{
    const sg_batch *batch = &network->items.batch;
    const uint32_t large = sg_network_large_span(network->spec);
    uint32_t n = 0, n_rows = 0, shard = 0;
    for (uint32_t i = 0; i < batch->n_spans; i++) {
        const uint32_t size = batch->span[i].n;
        for (; shard < network->n_shards && network->shard_span[shard] <= i; shard++)
            n_rows = 0;
        if (size > large) {
            for (uint32_t first = 0; first < size; first += rows_at_once)
                piece[n++] = (sg_batch_piece){
                    i, i + 1, first, size - first < rows_at_once ? size - first : rows_at_once};
            n_rows = 0;
            continue;
        }
        if (n_rows == 0) piece[n++] = (sg_batch_piece){.first = i};
        piece[n - 1].behind = i + 1;
        n_rows = n_rows + size < rows_at_once ? n_rows + size : 0;
    }
    return n;
}

void SG_R(sg_network_cut)(SG_R(sg_network) *n)
{
    SG_R(sg_network_cuts) *cuts = &n->cuts;
    const sg_batch *batch = &n->items.batch;
    const uint32_t large = sg_network_large_span(n->spec),
                   rows = sg_network_rows_at_once(n->spec);
    const uint32_t per_sum = batch->n_rows / SG_MOST_SUMS + 1;
    cuts->of_batch = false;
    for (uint32_t i = 0; i < batch->n_spans; i++)
        cuts->of_batch = cuts->of_batch || batch->span[i].n > large;
    if (!cuts->of_batch) return;
    cuts->n_pieces = cut_spans(cuts->piece, n, rows);
    cuts->n_parts = cut_spans(cuts->part, n, per_sum > rows ? per_sum : rows);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Some steps that follow each other without waiting, for all pieces. */
typedef struct step_run {
    SG_R(sg_network) *network;
    const sg_cut_step *step; /* [n] */
    size_t n;
    bool back;
    bool whole; /* spans are not cut */
} step_run;

/* Whether a step can be done for blocks of rows. */
static bool is_cut(const SG_R(sg_network) *n, const sg_cut_step *s, bool back)
{
    const SG_R(sg_layer) *layer = &n->layer[s->layer];
    if (s->kind == SG_STEP_BEGIN) return true;
    if (s->kind == SG_STEP_BLOCKS || !layer->in_nodes || !layer->out_nodes) return false;
    return (layer->cuts & (back ? SG_CUT_BACKWARD : SG_CUT_FORWARD)) != 0;
}

/* Whether a step reads nothing that steps before it write to rows of other pieces. */
static bool is_own(const SG_R(sg_network) *n, const sg_cut_step *s)
{
    return s->kind == SG_STEP_ROWS ||
           (s->kind == SG_STEP_STATES && (n->layer[s->layer].cuts & SG_CUT_OWN) != 0);
}

/* Forwards begin with the input, backwards with gradients of 0. */
static void begin_piece(const step_run *run, sg_batch_piece piece)
{
    for (uint32_t i = piece.first; i < piece.behind && !run->back; i++)
        SG_R(sg_network_load)(run->network, piece, i);
    if (run->back) SG_R(sg_network_clear)(run->network, piece);
}

/* Totals belong to the first block of a span. */
static void do_total(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece, bool back)
{
    if (piece.n_rows == 0 || piece.first_row > 0) return;
    (back ? layer->ops->backward_total : layer->ops->forward_total)(layer, flow, piece.first);
}

static void do_piece(void *context, uint32_t number, uint32_t worker)
{
    const step_run *run = context;
    const SG_R(sg_network) *n = run->network;
    const sg_batch_piece whole = {.first = number, .behind = number + 1},
                         piece = run->whole ? whole : n->cuts.piece[number];
    for (const sg_cut_step *s = run->step; s < run->step + run->n; s++) {
        const SG_R(sg_layer) *layer = &n->layer[s->layer];
        const SG_R(sg_layer_ops) *ops = layer->ops;
        const SG_R(sg_flow) flow =
            SG_R(sg_network_flow_of_piece)(n, s->layer, worker, piece.first);
        if (SG_R(sg_network_is_stopped)(n)) return;
        if (s->kind == SG_STEP_BEGIN)
            begin_piece(run, piece);
        else if (s->kind == SG_STEP_ROWS)
            (run->back ? ops->backward_rows : ops->forward_rows)(layer, &flow, piece);
        else if (s->kind == SG_STEP_TOTAL)
            do_total(layer, &flow, piece, run->back);
        else
            (run->back ? ops->backward : ops->forward)(layer, &flow, piece);
    }
}

static void do_block(void *context, uint32_t block, uint32_t worker)
{
    const step_run *run = context;
    SG_R(sg_network_block)(run->network, run->step->layer, block, worker, run->back);
}

/* Do steps[0 .. n), as many at a time as need not wait. */
static void do_steps(SG_R(sg_network) *n, const sg_cut_step *step, size_t n_steps, bool back)
{
    step_run run = {.network = n, .back = back};
    for (size_t i = 0; i < n_steps; i += run.n) {
        const bool cut = is_cut(n, &step[i], back);
        run.step = &step[i];
        run.whole = !cut;
        for (run.n = 1; cut && i + run.n < n_steps; run.n++)
            if (!is_cut(n, &step[i + run.n], back) || !is_own(n, &step[i + run.n])) break;
        if (step[i].kind == SG_STEP_BLOCKS)
            sg_threads_run(n->threads, n->layer[step[i].layer].n_blocks, do_block, &run);
        else
            sg_threads_run(n->threads, cut ? n->cuts.n_pieces : n->items.batch.n_spans,
                           do_piece, &run);
    }
}

void SG_R(sg_network_cut_forward)(SG_R(sg_network) *n, uint32_t first, bool loads)
{
    const sg_cut_step *step = n->cuts.forward;
    size_t begin = 1;
    while (begin < n->cuts.n_forward && step[begin].layer < first) begin++;
    if (loads) begin = 0;
    do_steps(n, step + begin, n->cuts.n_forward - begin, false);
}

void SG_R(sg_network_cut_backward)(SG_R(sg_network) *n, uint32_t first)
{
    const sg_cut_step *step = n->cuts.backward;
    size_t end = n->cuts.n_backward;
    while (end > 1 && step[end - 1].layer < first) end--;
    do_steps(n, step, end, true);
}

/* ---- Gradients ------------------------------------------------------------------------------ */

typedef struct sum_run {
    const SG_R(sg_network) *network;
    const SG_R(sg_gradient_sink) *sink;
    uint32_t n_sums;
} sum_run;

static sg_real *sum_of(const SG_R(sg_network) *n, uint32_t slice, uint32_t sum)
{
    return n->cuts.sum + sum * n->cuts.place[n->cuts.n_slices] + n->cuts.place[slice];
}

/* A sum over some parts of the batch; sums are all zeros before. */
static void add_parts(const sum_run *run, uint32_t slice, uint32_t sum, uint32_t worker)
{
    const SG_R(sg_network) *n = run->network;
    const sg_layer_reference reference = n->cuts.slice[slice];
    const SG_R(sg_layer) *layer = &n->layer[reference.layer];
    SG_R(sg_flow) flow = SG_R(sg_network_flow)(n, reference.layer, worker);
    const uint64_t n_parts = n->cuts.n_parts;
    flow.gradient = sum_of(n, slice, sum);
    for (uint64_t p = n_parts * sum / run->n_sums; p < n_parts * (sum + 1) / run->n_sums; p++) {
        if (SG_R(sg_network_is_stopped)(n)) return;
        flow.part = n->cuts.part[p];
        layer->ops->differentiate(layer, &flow, reference.number);
    }
}

/* Slices that are made at once come first: they take longest. */
static void run_sum(void *context, uint32_t piece, uint32_t worker)
{
    const sum_run *run = context;
    const SG_R(sg_network) *n = run->network;
    if (piece < n->n_slices) {
        const sg_layer_reference reference = n->slice[piece];
        if (!is_summed(&n->layer[reference.layer]))
            SG_R(sg_network_slice)(n, reference, run->sink, worker);
        return;
    }
    piece -= n->n_slices;
    add_parts(run, piece / run->n_sums, piece % run->n_sums, worker);
}

/* Add the sums of a slice up, and leave zeros. */
static void finish_slice(void *context, uint32_t slice, uint32_t worker)
{
    const sum_run *run = context;
    const SG_R(sg_network) *n = run->network;
    const sg_layer_reference reference = n->cuts.slice[slice];
    const SG_R(sg_layer) *layer = &n->layer[reference.layer];
    const sg_gradient_slice *of = &layer->slices.slice[reference.number];
    const size_t size = of->end - of->begin;
    sg_real *total = sum_of(n, slice, 0);
    (void)worker;
    for (uint32_t s = 1; s < run->n_sums; s++) {
        sg_real *sum = sum_of(n, slice, s);
        for (size_t i = 0; i < size; i++) total[i] += sum[i];
        memset(sum, 0, (size + 1) * sizeof *sum);
    }
    run->sink->take(run->sink->context, layer->first_parameter + of->begin,
                    layer->first_parameter + of->end, total);
    total[size] = 0;
}

void SG_R(sg_network_cut_slices)(const SG_R(sg_network) *n, const SG_R(sg_gradient_sink) *sink)
{
    sum_run run = {n, sink, n->cuts.n_parts < SG_MOST_SUMS ? n->cuts.n_parts : SG_MOST_SUMS};
    sg_threads_run(n->threads, n->n_slices + n->cuts.n_slices * run.n_sums, run_sum, &run);
    sg_threads_run(n->threads, n->cuts.n_slices, finish_slice, &run);
}
