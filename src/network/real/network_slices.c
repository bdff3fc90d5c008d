/* network_slices.c - the gradients of parameters, slice by slice.
 *
 * A worker makes the gradient of a slice in its own memory.  Where the batch is divided in shards, it walks the tree
 * over them there: the gradient of a shard is made in a room of zeros and moved to that of the shards before it.
 * A shard has few graphs, and they touch few of a large layer's parameters; such layers know which (move), or note
 * it while they differentiate (trail). */
#include "layers/real/short_rows.h"
#include "network/real/network_parts.h"

/* A slice of a layer, and who works on it. */
typedef struct slice_work {
    const SG_R(sg_network) *network;
    const SG_R(sg_layer) *layer;
    SG_R(sg_flow) flow;
    uint32_t slice;
    size_t size;       /* parameters                                          */
    sg_real *gradient; /* [levels][gradient_size] behind each slice is a bin  */
    sg_trail trail;
    size_t *mark; /* [shards + 1] where the places of a shard begin in it */
} slice_work;

/* Let the flow be that of some shards, whose gradient is in a room. */
static void look_at(slice_work *w, uint32_t first, uint32_t n_shards, sg_real *gradient)
{
    const SG_R(sg_network) *n = w->network;
    w->flow.gradient = gradient;
    if (w->flow.dy_sum != NULL)
        w->flow.dy_sum += w->layer->out_width * ((ptrdiff_t)first - (ptrdiff_t)w->flow.shard);
    w->flow.shard = first;
    w->flow.share = n->shard_share[first];
    w->flow.part = (sg_batch_piece){.first = n->shard_span[first],
                                    .behind = n->shard_span[first + n_shards]};
}

/* Move the gradient of shards first .. first + n - 1 to another room.  Places that come again have been moved already,
 * and add 0. */
static void move_shards(sg_real *restrict to, slice_work *w, uint32_t first, uint32_t n_shards,
                        sg_real *restrict from)
{
    const SG_R(sg_layer_ops) *ops = w->layer->ops;
    const size_t begin = w->mark[first], end = w->mark[first + n_shards];
    look_at(w, first, n_shards, from);
    if (w->trail.is_kept && !w->trail.is_full) {
        const uint32_t *place = w->trail.place;
        for (size_t i = begin; i < end; i++) {
            to[place[i]] += from[place[i]];
            from[place[i]] = 0;
        }
    } else if (ops->move != NULL) {
        ops->move(to, w->layer, &w->flow, w->slice);
    } else {
        SG_R(sg_short_move)(to, from, w->size);
    }
    from[w->size] = 0;
}

/* The sum of a slice's gradients over shards first .. first + n - 1, a power of two of them, in the room of a
 * level; rooms are all zeros before, and those of higher levels afterwards. */
static void add_shards(slice_work *w, uint32_t first, uint32_t n_shards, size_t level)
{
    const uint32_t half = n_shards / 2;
    sg_real *sum = w->gradient + level * w->network->gradient_size,
            *other = sum + w->network->gradient_size;
    if (n_shards == 1) {
        look_at(w, first, 1, sum);
        w->layer->ops->differentiate(w->layer, &w->flow, w->slice);
        if (w->flow.trail != NULL) w->mark[first + 1] = w->trail.n;
        return;
    }
    add_shards(w, first, half, level);
    add_shards(w, first + half, half, level + 1);
    move_shards(sum, w, first + half, half, other);
}

/* The sum over all shards of the batch. */
static void add_all_shards(slice_work *w)
{
    const SG_R(sg_layer_ops) *ops = w->layer->ops;
    const uint32_t n = w->network->n_shards;
    look_at(w, 0, n, w->gradient);
    if (n > 1 && ops->differentiate_shards != NULL &&
        ops->differentiate_shards(w->layer, &w->flow, w->slice))
        return;
    if (n > 1) w->flow.trail = &w->trail;
    add_shards(w, 0, n, 0);
}

/* The gradient of a slice's parameters is made in the worker's memory, where it is all zeros before and
 * after. */
void SG_R(sg_network_slice)(const SG_R(sg_network) *n, sg_layer_reference reference,
                            const SG_R(sg_gradient_sink) *sink, uint32_t worker)
{
    const SG_R(sg_layer) *layer = &n->layer[reference.layer];
    if (layer->spec->frozen || SG_R(sg_network_is_stopped)(n)) return;
    const sg_gradient_slice *slice = &layer->slices.slice[reference.number];
    slice_work w = {.network = n,
                    .layer = layer,
                    .flow = SG_R(sg_network_flow)(n, reference.layer, worker),
                    .slice = reference.number,
                    .size = slice->end - slice->begin,
                    .gradient = n->worker[worker].gradient,
                    .trail = {.place = n->worker[worker].trail, .capacity = n->gradient_size},
                    .mark = n->worker[worker].mark};
    add_all_shards(&w);
    sink->take(sink->context, layer->first_parameter + slice->begin,
               layer->first_parameter + slice->end, w.gradient);
    w.gradient[w.size] = 0;
}

typedef struct gradient_run {
    const SG_R(sg_network) *network;
    const SG_R(sg_gradient_sink) *sink;
} gradient_run;

static void run_slice(void *context, uint32_t piece, uint32_t worker)
{
    const gradient_run *run = context;
    SG_R(sg_network_slice)(run->network, run->network->slice[piece], run->sink, worker);
}

void SG_R(sg_network_slices)(const SG_R(sg_network) *n, const SG_R(sg_gradient_sink) *sink)
{
    gradient_run run = {n, sink};
    sg_threads_run(n->threads, n->n_slices, run_slice, &run);
}
