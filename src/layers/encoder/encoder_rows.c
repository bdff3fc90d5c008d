/* encoder_rows.c - the pairs of a node, whatever the plan's kind.
 *
 * An implicit plan goes from (labels, value) to a cell of its table, from there to a slot and from
 * there to a weight.  Where the table is small, the weights are copied into a table of the same
 * form before every batch, and gradients are summed up in such a table: that saves the way over
 * the slot for every single pair. */
#include "layers/encoder/encoder.h"
#include "layers/real/prefetch.h"

#include <string.h>

void SG_R(sg_encoder_prepare)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    const sg_encoder *e = layer->own;
    for (uint32_t h = 0; h < e->n_heads; h++) {
        const sg_plan *plan = e->spec[h].plan;
        if (plan->pairs == NULL) continue;
        const sg_real *w = flow->parameter + e->head[h].first;
        sg_real *to = layer->kept + e->head[h].kept_first;
        const size_t n_cells = e->head[h].n_cells;
        if (n_cells > 0) {
            for (size_t c = 0; c < n_cells; c++)
                to[c] = plan->table[c] < plan->n_slots ? w[plan->table[c]] : 0;
        } else {
            memcpy(to, w, plan->n_slots * sizeof *to);
            to[plan->n_slots] = 0;
        }
    }
}

/* Where a row begins must have come before what is in it can be asked for. */
__attribute__((always_inline)) static inline void
prefetch_explicit(const sg_plan *plan, sg_batch_span next, sg_batch_span later)
{
    const uint64_t begin = plan->row[next.first_node],
                   n_pairs = plan->row[next.first_node + next.n] - begin;
    sg_prefetch(plan->row + later.first_node, later.n * sizeof *plan->row);
    sg_prefetch(plan->slot + begin, n_pairs * sizeof *plan->slot);
    if (plan->sender != NULL) sg_prefetch(plan->sender + begin, n_pairs * sizeof *plan->sender);
}

/* Heads by the same property share their pairs, which need to be asked for once. */
__attribute__((always_inline)) static inline void
prefetch_implicit(const sg_plan *plan, const sg_plan *before, sg_batch_span next)
{
    const sg_plan_pairs *pairs = plan->pairs;
    sg_prefetch(plan->receiver_label + next.first_node, next.n * sizeof *plan->receiver_label);
    if (plan->sender_label != plan->receiver_label)
        sg_prefetch(plan->sender_label + next.first_node, next.n * sizeof *plan->sender_label);
    if (before != NULL && before->pairs == pairs) return;
    sg_prefetch(pairs->value + pairs->begin[next.graph],
                pairs->begin[next.graph + 1] - pairs->begin[next.graph]);
}

void SG_R(sg_prefetch_plans)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t i,
                             uint32_t head, uint32_t n_heads)
{
    const sg_encoder *e = layer->own;
    const uint32_t n_graphs = flow->batch->n_spans;
    if (i + 1 >= n_graphs) return;
    const sg_batch_span next = flow->batch->span[i + 1];
    const sg_batch_span later = flow->batch->span[i + 2 < n_graphs ? i + 2 : i + 1];
    for (uint32_t h = head; h < head + n_heads; h++) {
        const sg_plan *plan = e->spec[h].plan;
        const sg_plan *before = h > head ? e->spec[h - 1].plan : NULL;
        if (plan == before) continue;
        if (plan->pairs == NULL)
            prefetch_explicit(plan, next, later);
        else
            prefetch_implicit(plan, before, next);
    }
}

SG_R(sg_head_view)
SG_R(sg_view_head)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t h,
                   sg_batch_span span)
{
    const sg_encoder *e = layer->own;
    const sg_plan *plan = e->spec[h].plan;
    SG_R(sg_head_view)
    view = {.plan = plan, .span = span, .w = flow->parameter + e->head[h].first};
    if (plan->pairs == NULL) return view;
    const uint16_t *label = plan->sender_label + span.first_node;
    const uint32_t n_columns = plan->pairs->values.n_keys + 1;
    for (uint32_t u = 0; u < span.n; u++) flow->index[u] = label[u] * n_columns;
    view.by_cell = e->head[h].n_cells > 0;
    view.w = layer->kept + e->head[h].kept_first;
    view.column = flow->index;
    view.index = flow->index + span.n;
    return view;
}

sg_pair_row SG_R(sg_senders_of)(const SG_R(sg_head_view) *view, uint32_t v)
{
    const sg_plan *plan = view->plan;
    const sg_plan_pairs *pairs = plan->pairs;
    const uint32_t node = view->span.first_node + v;
    if (pairs == NULL) {
        sg_pair_row row = SG_R(sg_row_of)(view, v);
        row.index = NULL;
        return row;
    }
    if (pairs->sender == NULL) return (sg_pair_row){.n = view->span.n};
    const uint32_t begin = v > 0 ? pairs->row_end[node - 1] : 0;
    return (sg_pair_row){.sender = pairs->sender + pairs->begin[view->span.graph] + begin,
                         .n = pairs->row_end[node] - begin};
}

/* The cells of a row's pairs, from the beginning of the receiver's rows of the table. */
static sg_pair_row find_cells(const SG_R(sg_head_view) *view, uint32_t v)
{
    const sg_plan_pairs *pairs = view->plan->pairs;
    const uint8_t *restrict value = pairs->value + pairs->begin[view->span.graph];
    const uint32_t *restrict column = view->column;
    uint32_t *restrict index = view->index;
    sg_pair_row row = SG_R(sg_senders_of)(view, v);
    row.index = index;
    if (row.sender == NULL) {
        value += (size_t)v * row.n;
        for (uint32_t u = 0; u < row.n; u++) index[u] = column[u] + value[u];
    } else {
        value += row.sender - (pairs->sender + pairs->begin[view->span.graph]);
        for (uint32_t p = 0; p < row.n; p++) index[p] = column[row.sender[p]] + value[p];
    }
    return row;
}

sg_pair_row SG_R(sg_expand_row)(const SG_R(sg_head_view) *view, uint32_t v)
{
    const sg_plan *plan = view->plan;
    const size_t base = (size_t)plan->receiver_label[view->span.first_node + v] *
                        plan->n_sender_labels * (plan->pairs->values.n_keys + (size_t)1);
    sg_pair_row row = find_cells(view, v);
    if (view->by_cell) {
        row.base = base;
        return row;
    }
    const uint32_t *restrict table = plan->table + base;
    uint32_t *restrict slot = view->index;
    for (uint32_t p = 0; p < row.n; p++) slot[p] = table[slot[p]];
    return row;
}

uint32_t SG_R(sg_gather_weights)(sg_real *weight, size_t room, const SG_R(sg_head_view) *view,
                                 uint32_t v)
{
    const sg_plan *plan = view->plan;
    const uint32_t n = view->span.n;
    if (plan->pairs == NULL) {
        const uint64_t *begin = plan->row + view->span.first_node;
        const uint32_t *restrict slot = plan->slot + begin[v];
        uint32_t behind = v + 1;
        while (behind < n && begin[behind + 1] - begin[v] <= room) behind++;
        const size_t n_pairs = begin[behind] - begin[v];
        for (size_t p = 0; p < n_pairs; p++) weight[p] = view->w[slot[p]];
        for (size_t p = 0; plan->factor != NULL && p < n_pairs; p++)
            weight[p] *= (sg_real)plan->factor[begin[v] + p];
        return behind;
    }
    for (size_t used = 0; v < n; v++) {
        const sg_pair_row row = SG_R(sg_senders_of)(view, v);
        if (used > 0 && used + row.n > room) break;
        const sg_pair_row cells = SG_R(sg_expand_row)(view, v);
        for (uint32_t p = 0; p < row.n; p++)
            weight[used + p] = view->w[cells.base + cells.index[p]];
        used += row.n;
    }
    return v;
}

bool SG_R(sg_has_cells)(const SG_R(sg_layer) *layer, uint32_t h)
{
    const sg_encoder *e = layer->own;
    return e->head[h].n_cells > 0 && e->spec[h].plan->pairs->sender == NULL;
}

SG_R(sg_cell_product) SG_R(sg_cells_of)(const SG_R(sg_head_view) *view)
{
    const sg_plan *plan = view->plan;
    const uint32_t n = view->span.n;
    const uint32_t per_receiver = plan->n_sender_labels * (plan->pairs->values.n_keys + 1);
    const uint16_t *label = plan->receiver_label + view->span.first_node;
    for (uint32_t v = 0; v < n; v++) view->index[v] = label[v] * per_receiver;
    return (SG_R(sg_cell_product)){.w = view->w,
                                   .outer = view->index,
                                   .inner = view->column,
                                   .value = plan->pairs->value +
                                            plan->pairs->begin[view->span.graph],
                                   .outer_step = n,
                                   .inner_step = 1,
                                   .n = n};
}
