/* encoder_narrow.c - gradients of an explicit head's weights, states of one number: what large models of one head spend
 * their time with.
 *
 * Where a batch is divided in shards, the places of a shard's additions are noted, so that they can be moved without
 * a second look at the plan. */
#include "layers/encoder/encoder.h"
#include "layers/real/asking.h"
#include "layers/real/prefetch.h"

/* Of rows begin .. end-1, which are in the order of the batch, the first that is not before a span. */
static uint32_t first_of_span(const sg_gradient_rows *rows, uint32_t begin, uint32_t end,
                              uint32_t span)
{
    while (begin < end) {
        const uint32_t middle = begin + (end - begin) / 2;
        if (rows->row[middle].span < span)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

sg_row_range SG_R(sg_encoder_rows_of_slice)(const sg_gradient_rows *rows,
                                            const SG_R(sg_flow) *flow, uint32_t number)
{
    uint32_t begin = rows->begin[number], end = rows->begin[number + 1];
    if (flow->part.behind < flow->batch->n_spans)
        end = first_of_span(rows, begin, end, flow->part.behind);
    if (flow->part.first > 0) begin = first_of_span(rows, begin, end, flow->part.first);
    return (sg_row_range){begin, end - begin};
}

/* A slice of an explicit head, states of one number. */
typedef struct narrow_slice {
    sg_real *gradient;
    uint32_t first; /* slot */
    const sg_plan *plan;
    const sg_real *dy, *x;
    size_t stride; /* of dy */
    const sg_batch_span *span;
    sg_trail *trail;
} narrow_slice;

/* The pairs of a node; returns the end of the places that were noted, from `note` on. */
__attribute__((always_inline)) static inline uint32_t *
scatter_node(const narrow_slice *s, sg_gradient_row at, bool ones, uint32_t *restrict note)
{
    sg_real *restrict gradient = s->gradient;
    const uint32_t *restrict slot = s->plan->slot;
    const sg_real dy = s->dy[at.row * s->stride];
    const sg_real *x = ones ? NULL : s->x + s->span[at.span].first_row;
    const uint64_t end = s->plan->row[at.node + 1];
    for (uint64_t p = s->plan->row[at.node]; p < end; p++) {
        const uint32_t place = slot[p] - s->first;
        gradient[place] += ones ? dy : dy * x[sg_plan_sender(s->plan, p)];
        if (note != NULL) *note++ = place;
    }
    return note;
}

/* Where the places of a node's pairs can be noted; NULL: nobody asks, or there is no room. */
static uint32_t *room_for_node(sg_trail *trail, const sg_plan *plan, uint32_t node)
{
    if (trail == NULL || trail->is_full) return NULL;
    trail->is_full = plan->row[node + 1] - plan->row[node] > trail->capacity - trail->n;
    return trail->is_full ? NULL : trail->place + trail->n;
}

/* Some rows of a slice of an explicit head.  What holds for all of them is asked for before the
 * first. */
static void scatter_explicit(const narrow_slice *s, const sg_gradient_row *at, uint32_t n,
                             bool ones)
{
    for (const sg_gradient_row *behind = at + n; at < behind; at++) {
        sg_prefetch(s->plan->slot + s->plan->row[at[SG_ROWS_AHEAD].node], 128);
        uint32_t *note = room_for_node(s->trail, s->plan, at->node);
        if (note == NULL) {
            (void)(ones ? scatter_node(s, *at, true, NULL) : scatter_node(s, *at, false, NULL));
            continue;
        }
        note = ones ? scatter_node(s, *at, true, note) : scatter_node(s, *at, false, note);
        s->trail->n = (size_t)(note - s->trail->place);
    }
}

/* The rows of a slice that a shard has: those behind the shard before it. */
static sg_row_range rows_of_shard(const sg_gradient_rows *rows, const SG_R(sg_flow) *flow,
                                  uint32_t number)
{
    if (flow->trail == NULL) return SG_R(sg_encoder_rows_of_slice)(rows, flow, number);
    const uint32_t first = flow->shard == 0 ? rows->begin[number] : flow->trail->next_row;
    uint32_t end = first;
    while (end < rows->begin[number + 1] && rows->row[end].span < flow->part.behind) end++;
    flow->trail->next_row = end;
    flow->trail->is_kept = true;
    return (sg_row_range){first, end - first};
}

void SG_R(sg_encoder_differentiate_narrow)(const SG_R(sg_layer) *layer,
                                           const SG_R(sg_flow) *flow,
                                           const sg_gradient_slice *t)
{
    const sg_encoder *e = layer->own;
    const sg_gradient_rows *rows = &e->rows[e->head[t->head].rows];
    const sg_row_range own = rows_of_shard(rows, flow, t->number);
    const uint32_t end = own.first + own.n, step = sg_row_asks_of(flow->batch->n_rows, 1).step;
    const narrow_slice s = {.gradient = flow->gradient,
                            .first = (uint32_t)(t->begin - e->head[t->head].first),
                            .plan = e->spec[t->head].plan,
                            .dy = flow->dy + t->head,
                            .x = flow->x,
                            .stride = layer->out_width,
                            .span = flow->batch->span,
                            .trail = flow->trail};
    for (uint32_t i = own.first, behind; i < end; i = behind) {
        behind = end - i > step ? i + step : end;
        if (i > own.first && sg_rows_stop()) return;
        scatter_explicit(&s, rows->row + i, behind - i, layer->input_is_ones);
    }
}
