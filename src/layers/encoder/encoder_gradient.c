/* encoder_gradient.c - gradients of an encoder's parameters.
 *
 *     dw[slot(v, u)] += <dY[v], X[u]>        db[label(v)] += dY[v]
 *
 * Slots are ordered by receiver label, and a slice owns a stretch of them, so it meets each of its
 * slots in the order of the batch whatever the other slices do; or it owns a few small heads as a
 * whole.
 *
 * With X feature by feature the products of dY[v] with all nodes of a graph are sums of columns, a
 * vector of nodes at a time, and each pair picks its own.  That is done where a slice has many of a
 * graph's pairs. */
#include "layers/encoder/encoder.h"
#include "layers/real/asking.h"
#include "layers/real/prefetch.h"
#include "layers/real/short_rows.h"

#include <string.h>

/* What a slice works with, and the graph it has come to. */
typedef struct scattering {
    sg_real *gradient; /* by slot, from `first` on, [n + 1]; or by cell                     */
    uint32_t first, n;
    uint32_t k;
    const sg_real *x; /* of the graph's first node                                         */
    bool at_once;     /* the products with all nodes are computed at once                  */
    sg_real *columns; /* for that: [k][stride] x feature by feature                        */
    sg_real *term;    /* and: [rows at once][stride] <dY[v], X[u]> for all u               */
    uint32_t stride;
} scattering;

/* Where the gradient of a slot is: in the bin, if the slice does not own it. */
static uint32_t place_of(uint32_t first, uint32_t n, uint32_t slot)
{
    const uint32_t place = slot - first;
    return place < n ? place : n;
}

/* ---- One graph ------------------------------------------------------------------------------ */

/* Come to a graph; at_once: the slice has many of its pairs. */
static void begin_graph(scattering *s, const SG_R(sg_flow) *flow, sg_batch_span span,
                        bool at_once)
{
    s->x = flow->x + (size_t)span.first_row * s->k;
    s->at_once = at_once && s->k > 1 && span.n <= SG_DENSE_NODES;
    if (!s->at_once) return;
    s->stride = sg_whole_lanes(span.n);
    s->term = flow->scratch + SG_CELLS_AT_ONCE;
    s->columns = s->term + (size_t)SG_TERMS_AT_ONCE * SG_DENSE_NODES;
    for (uint32_t f = 0; f < s->k; f++) {
        sg_real *column = s->columns + (size_t)f * s->stride;
        for (uint32_t u = 0; u < span.n; u++) column[u] = s->x[(size_t)u * s->k + f];
        for (uint32_t u = span.n; u < s->stride; u++) column[u] = 0;
    }
}

static sg_real dot(const sg_real *a, const sg_real *b, uint32_t n)
{
    sg_real sum = 0;
    for (uint32_t f = 0; f < n; f++) sum += a[f] * b[f];
    return sum;
}

/* term[i] = the products of dY[i] with all nodes, for n rows. */
static void multiply_rows(const scattering *s, const sg_real *dy, size_t dy_stride, uint32_t n)
{
    SG_R(sg_lane_kernels_best)()->multiply_columns(
        &(SG_R(sg_column_product)){.term = s->term,
                                   .dy = dy,
                                   .dy_stride = dy_stride,
                                   .n_rows = n,
                                   .columns = s->columns,
                                   .k = s->k,
                                   .stride = s->stride});
}

static uint32_t rows_at_once(uint32_t left)
{
    return left < SG_TERMS_AT_ONCE ? left : SG_TERMS_AT_ONCE;
}

static void scatter_cells(const scattering *s, const SG_R(sg_head_view) *view,
                          const sg_real *dy, size_t dy_stride)
{
    const SG_R(sg_cell_product) cells = SG_R(sg_cells_of)(view);
    const uint32_t n = view->span.n;
    const uint32_t *restrict column = cells.inner;
    for (uint32_t v = 0; v < n;) {
        const uint32_t behind = v + rows_at_once(n - v);
        const sg_real *restrict term = s->term;
        multiply_rows(s, dy + v * dy_stride, dy_stride, behind - v);
        for (; v < behind; v++, term += s->stride) {
            const uint8_t *restrict value = cells.value + (size_t)v * n;
            sg_real *restrict gradient = s->gradient + cells.outer[v];
            for (uint32_t u = 0; u < n; u++) gradient[column[u] + value[u]] += term[u];
        }
    }
}

/* gradient += factor term[sender] for the pairs of one node. */
static void scatter_terms(const scattering *s, sg_pair_row row, const sg_real *term)
{
    sg_real *gradient = s->gradient + row.base;
    if (row.factor != NULL)
        for (uint32_t p = 0; p < row.n; p++)
            gradient[place_of(s->first, s->n, row.index[p])] +=
                (sg_real)row.factor[p] * term[sg_sender_of(row, p)];
    else if (row.sender == NULL && row.far == NULL)
        for (uint32_t p = 0; p < row.n; p++)
            gradient[place_of(s->first, s->n, row.index[p])] += term[p];
    else
        for (uint32_t p = 0; p < row.n; p++)
            gradient[place_of(s->first, s->n, row.index[p])] += term[sg_sender_of(row, p)];
}

/* Whether a row of so many pairs, or so many on average, is worth its products with all nodes. */
static bool is_worth_all(const scattering *s, size_t n_pairs, uint32_t n_rows)
{
    return s->at_once && n_pairs >= (size_t)n_rows * (s->stride / (2 * SG_LANES));
}

/* The pairs of all nodes of a graph. */
static void scatter_all(const scattering *s, const SG_R(sg_head_view) *view, const sg_real *dy,
                        size_t dy_stride)
{
    const uint32_t n = view->span.n;
    for (uint32_t v = 0; v < n;) {
        const uint32_t behind = v + rows_at_once(n - v);
        const sg_real *term = s->term;
        multiply_rows(s, dy + v * dy_stride, dy_stride, behind - v);
        for (; v < behind; v++, term += s->stride)
            scatter_terms(s, SG_R(sg_row_of)(view, v), term);
    }
}

/* gradient += factor <dY[v], X[sender]> for the pairs of one node. */
static void scatter_row(const scattering *s, sg_pair_row row, const sg_real *dy)
{
    sg_real *gradient = s->gradient + row.base;
    if (is_worth_all(s, row.n, 1)) {
        multiply_rows(s, dy, 0, 1);
        scatter_terms(s, row, s->term);
        return;
    }
    for (uint32_t p = 0; p < row.n && row.factor != NULL; p++)
        gradient[place_of(s->first, s->n, row.index[p])] +=
            (sg_real)row.factor[p] * dot(dy, s->x + (size_t)sg_sender_of(row, p) * s->k, s->k);
    for (uint32_t p = 0; p < row.n && row.factor == NULL; p++)
        gradient[place_of(s->first, s->n, row.index[p])] +=
            dot(dy, s->x + (size_t)sg_sender_of(row, p) * s->k, s->k);
}

/* States of one number. */
static void scatter_narrow(const scattering *s, sg_pair_row row, sg_real dy, bool ones)
{
    sg_real *gradient = s->gradient + row.base;
    for (uint32_t p = 0; p < row.n; p++)
        gradient[place_of(s->first, s->n, row.index[p])] +=
            ones ? dy : dy * s->x[sg_sender_of(row, p)];
}

/* It is called for every node of every epoch and has no array on its stack: to protect that would be most of what
 * all protections cost (docs/security.md#how-it-is-checked). */
#ifdef __has_attribute
#if __has_attribute(no_stack_protector)
__attribute__((no_stack_protector))
#endif
#endif
static void
scatter(const SG_R(sg_layer) *layer, const scattering *s, const SG_R(sg_head_view) *view,
        uint32_t v, const sg_real *dy)
{
    const sg_pair_row row = SG_R(sg_row_of)(view, v);
    if (s->k == 1 && row.factor == NULL)
        scatter_narrow(s, row, *dy, layer->input_is_ones);
    else
        scatter_row(s, row, dy);
}

/* ---- Slices ---------------------------------------------------------------------------------- */

/* The nodes of one of several slices that divide a head's weights. */
static void differentiate_slots(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                const sg_gradient_slice *t)
{
    const sg_encoder *e = layer->own;
    const sg_gradient_rows *rows = &e->rows[e->head[t->head].rows];
    const uint32_t h = t->head;
    scattering s = {.gradient = flow->gradient,
                    .first = (uint32_t)(t->begin - e->head[h].first),
                    .n = (uint32_t)(t->end - t->begin),
                    .k = layer->in_width};
    SG_R(sg_head_view) view = {0};
    const bool many = e->head[h].dense && e->head[h].n_slices <= 4;
    const sg_row_range own = SG_R(sg_encoder_rows_of_slice)(rows, flow, t->number);
    const uint32_t begin = own.first, end = own.first + own.n;
    sg_row_asks asks = sg_row_asks_of(flow->batch->n_rows, s.k);
    asks.next += begin;
    for (uint32_t i = begin; i < end; i++) {
        if (i == asks.next && sg_row_asks_stop(&asks)) return;
        const sg_gradient_row at = rows->row[i];
        if (i == begin || at.span != rows->row[i - 1].span) {
            const sg_batch_span g = flow->batch->span[at.span];
            view = SG_R(sg_view_head)(layer, flow, h, g);
            begin_graph(&s, flow, g, many);
        }
        sg_prefetch(flow->dy + (size_t)rows->row[i + SG_ROWS_AHEAD].row * layer->out_width +
                        (size_t)h * s.k,
                    s.k * sizeof *flow->dy);
        scatter(layer, &s, &view, at.node - view.span.first_node,
                flow->dy + (size_t)at.row * layer->out_width + (size_t)h * s.k);
    }
}

/* Of what the part of the batch that counts has of graph g. */
static void differentiate_bias(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               uint32_t h, sg_batch_span g, sg_real *gradient)
{
    const sg_encoder *e = layer->own;
    const size_t k = layer->in_width;
    const sg_row_range rows = sg_piece_rows(flow->part, &g);
    const uint32_t *label = e->spec[h].bias_label + g.first_node,
                   n_labels = e->spec[h].n_bias_labels;
    const sg_real *dy =
        flow->dy + (g.first_row + (size_t)rows.first) * layer->out_width + h * k;
    for (uint32_t v = rows.first; v < rows.first + rows.n; v++, dy += layer->out_width) {
        if (label[v] >= n_labels) continue;
        SG_R(sg_short_add)(gradient + label[v] * k, dy, k);
    }
}

/* Pairs of a graph; where all nodes are senders, all that there could be. */
static size_t count_pairs(const SG_R(sg_head_view) *view)
{
    const sg_plan *plan = view->plan;
    const uint32_t first = view->span.first_node, n = view->span.n;
    if (plan->pairs == NULL) return plan->row[first + n] - plan->row[first];
    if (plan->pairs->sender == NULL) return (size_t)n * n;
    return plan->pairs->row_end[first + n - 1];
}

/* The pairs of some nodes of a graph, node by node; dy is that of its first node. */
static void scatter_rows(const SG_R(sg_layer) *layer, const scattering *s,
                         const SG_R(sg_head_view) *view, sg_row_range rows, const sg_real *dy)
{
    sg_row_asks asks = sg_row_asks_of(view->span.n, s->k);
    asks.next += rows.first;
    dy += rows.first * (size_t)layer->out_width;
    for (uint32_t v = rows.first; v < rows.first + rows.n; v++, dy += layer->out_width) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        scatter(layer, s, view, v, dy);
    }
}

/* All weights of head h, one graph's share; s->gradient is theirs. */
static void differentiate_head(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               uint32_t h, sg_batch_span g, const scattering *s)
{
    const SG_R(sg_head_view) view = SG_R(sg_view_head)(layer, flow, h, g);
    const sg_real *dy =
        flow->dy + (size_t)g.first_row * layer->out_width + (size_t)h * layer->in_width;
    const sg_row_range rows = sg_piece_rows(flow->part, &g);
    if (rows.n == g.n && s->at_once && SG_R(sg_has_cells)(layer, h))
        scatter_cells(s, &view, dy, layer->out_width);
    else if (rows.n == g.n && is_worth_all(s, count_pairs(&view), g.n))
        scatter_all(s, &view, dy, layer->out_width);
    else
        scatter_rows(layer, s, &view, rows, dy);
}

/* Cells of all heads of a slice that are looked up by cell. */
static size_t count_cells(const SG_R(sg_layer) *layer, const sg_gradient_slice *t)
{
    const sg_encoder *e = layer->own;
    size_t n = 0;
    for (uint32_t h = t->head; h < t->head + t->n_heads; h++) n += e->head[h].n_cells;
    return n;
}

/* From cells to slots. */
static void fold_cells(sg_real *gradient, const sg_real *of_cell, const sg_plan *plan,
                       size_t n_cells)
{
    for (size_t c = 0; c < n_cells; c++)
        if (plan->table[c] < plan->n_slots) gradient[plan->table[c]] += of_cell[c];
}

/* Ask for what the slice reads of graph i's dY. */
__attribute__((always_inline)) static inline void
prefetch_gradients(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t i,
                   const sg_gradient_slice *t)
{
    if (i >= flow->batch->n_spans) return;
    const size_t k = layer->in_width;
    const sg_batch_span span = flow->batch->span[i];
    for (size_t row = span.first_row; row < (size_t)span.first_row + span.n; row++)
        sg_prefetch(flow->dy + row * layer->out_width + t->head * k,
                    t->n_heads * k * sizeof *flow->dy);
}

/* All parameters of some heads, or all weights of one.  Gradients by cell are summed up in scratch
 * memory, one head's behind the other's. */
static void differentiate_heads(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                const sg_gradient_slice *t)
{
    const sg_encoder *e = layer->own;
    const uint32_t behind = t->head + t->n_heads;
    sg_real *cells = flow->scratch;
    scattering s = {.k = layer->in_width};
    memset(cells, 0, count_cells(layer, t) * sizeof *cells);
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        const sg_batch_span g = flow->batch->span[i];
        size_t first_cell = 0;
        SG_R(sg_prefetch_plans)(layer, flow, i, t->head, t->n_heads);
        prefetch_gradients(layer, flow, i + 1, t);
        if (g.n == 0) continue;
        begin_graph(&s, flow, g, true);
        for (uint32_t h = t->head; h < behind; h++) {
            const sg_plan *plan = e->spec[h].plan;
            sg_real *gradient = flow->gradient + (e->head[h].first - t->begin);
            s.gradient = e->head[h].n_cells > 0 ? cells + first_cell : gradient;
            s.n = e->head[h].n_cells > 0 ? UINT32_MAX : plan->n_slots;
            differentiate_head(layer, flow, h, g, &s);
            if (t->kind == SG_GRADIENT_HEADS && e->head[h].n_biases > 0)
                differentiate_bias(layer, flow, h, g, gradient + plan->n_slots);
            first_cell += e->head[h].n_cells;
        }
    }
    for (uint32_t h = t->head; h < behind; h++) {
        const sg_plan *plan = e->spec[h].plan;
        fold_cells(flow->gradient + (e->head[h].first - t->begin), cells, plan,
                   e->head[h].n_cells);
        cells += e->head[h].n_cells;
    }
}

void SG_R(sg_encoder_differentiate)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                    uint32_t slice)
{
    const sg_encoder *e = layer->own;
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    if (t->kind == SG_GRADIENT_BIAS)
        for (uint32_t i = flow->part.first; i < flow->part.behind; i++)
            differentiate_bias(layer, flow, t->head, flow->batch->span[i], flow->gradient);
    else if (e->head[t->head].n_slices < 2)
        differentiate_heads(layer, flow, t);
    else if (layer->in_width == 1 && e->spec[t->head].plan->pairs == NULL &&
             e->spec[t->head].plan->factor == NULL)
        SG_R(sg_encoder_differentiate_narrow)(layer, flow, t);
    else
        differentiate_slots(layer, flow, t);
}

/* ---- From one gradient to another ------------------------------------------------------------ */

/* The slots of the nodes of a slice.  A slot that comes again has been moved already, and adds 0. */
static void move_slots(sg_real *restrict to, const SG_R(sg_layer) *layer,
                       const SG_R(sg_flow) *flow, const sg_gradient_slice *t)
{
    const sg_encoder *e = layer->own;
    const sg_plan *plan = e->spec[t->head].plan;
    const sg_gradient_rows *rows = &e->rows[e->head[t->head].rows];
    const uint32_t first = (uint32_t)(t->begin - e->head[t->head].first);
    const sg_row_range own = SG_R(sg_encoder_rows_of_slice)(rows, flow, t->number);
    const uint32_t *restrict slot = plan->slot;
    sg_real *restrict from = flow->gradient;
    for (uint32_t i = own.first; i < own.first + own.n; i++) {
        const uint64_t end = plan->row[rows->row[i].node + 1];
        for (uint64_t p = plan->row[rows->row[i].node]; p < end; p++) {
            const uint32_t place = slot[p] - first;
            to[place] += from[place];
            from[place] = 0;
        }
    }
}

static void move_biases(sg_real *to, const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                        const sg_gradient_slice *t)
{
    const sg_encoder *e = layer->own;
    const size_t k = layer->in_width;
    const uint32_t n_labels = e->spec[t->head].n_bias_labels;
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        const sg_batch_span g = flow->batch->span[i];
        const uint32_t *label = e->spec[t->head].bias_label + g.first_node;
        for (uint32_t v = 0; v < g.n; v++)
            if (label[v] < n_labels)
                SG_R(sg_short_move)(to + label[v] * k, flow->gradient + label[v] * k, k);
    }
}

/* Small heads, and those whose pairs are not written down, are not worth a second look at them. */
void SG_R(sg_encoder_move)(sg_real *to, const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           uint32_t slice)
{
    const sg_encoder *e = layer->own;
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    if (t->kind == SG_GRADIENT_BIAS)
        move_biases(to, layer, flow, t);
    else if (e->head[t->head].n_slices > 1 && e->spec[t->head].plan->pairs == NULL)
        move_slots(to, layer, flow, t);
    else
        SG_R(sg_short_move)(to, flow->gradient, t->end - t->begin);
}
