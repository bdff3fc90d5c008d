/* encoder_build.c - dividing an encoder's weights into slices, and nodes among them. */
#include "layers/encoder/encoder.h"

#include "base/mem.h"

#include <string.h>

enum {
    MAX_HEAD_SLICES = 256, /* numbers of slices have 8 bits                                   */
    ENOUGH_SLICES = 16,    /* a few threads can share so many evenly                         */
    SMALLEST_SLICE = 1 << 12
};

/* How many parameters of head h a slice should own: few enough for its layer to have enough slices,
 * if they are worth the trouble.  Weights that are looked up by cell are never divided. */
static size_t count_per_slice(const sg_encoder *e, uint32_t h)
{
    const size_t n_slots = e->spec[h].plan->n_slots;
    const size_t size =
        n_slots / (e->n_heads < ENOUGH_SLICES ? ENOUGH_SLICES / e->n_heads : 1) + 1;
    if (e->head[h].n_cells > 0 || size > SG_GRADIENT_SIZE) return SG_GRADIENT_SIZE;
    return size > SMALLEST_SLICE ? size : SMALLEST_SLICE;
}

/* Cut the head's slots into slices where another receiver label begins. */
static sg_status cut_slots(sg_encoder *e, sg_gradient_slices *slices, uint32_t h, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = e->spec[h].plan;
    /* A cut may make twice as many slices as the size asks for. */
    const size_t least = plan->n_slots / (MAX_HEAD_SLICES / 2 - 1) + 1;
    const size_t wanted = count_per_slice(e, h);
    const size_t size = wanted > least ? wanted : least;
    const size_t base = e->head[h].first;
    uint32_t begin = 0;
    for (uint32_t r = 1; r <= plan->n_stretches; r++) {
        const uint32_t end = plan->stretch_begin[r];
        const bool last = r == plan->n_stretches;
        if (!last && plan->stretch_begin[r + 1] - begin <= size) continue;
        SG_TRY(sg_gradient_slices_add(slices,
                                      (sg_gradient_slice){.kind = SG_GRADIENT_WEIGHTS,
                                                          .head = h,
                                                          .n_heads = 1,
                                                          .number = e->head[h].n_slices++,
                                                          .begin = base + begin,
                                                          .end = base + end},
                                      err));
        begin = end;
    }
done:
    return status;
}

static uint8_t find_slice(const sg_gradient_slice *slice, uint32_t n_slices, size_t slot)
{
    uint32_t low = 0, high = n_slices;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (slice[middle].begin <= slot)
            low = middle;
        else
            high = middle;
    }
    return (uint8_t)low;
}

/* Which slice each node or receiver label belongs to: that of its pairs' slots.  `slice` are those of
 * the head, whose first parameter is `base`. */
static sg_status assign_slices(sg_gradient_rows *rows, const sg_gradient_slice *slice,
                               size_t base, uint32_t n_nodes, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = rows->plan;
    const bool implicit = plan->pairs != NULL;
    const uint32_t n = implicit ? plan->n_receiver_labels : n_nodes;
    SG_ALLOC(rows->slice_of, n);
    for (uint32_t i = 0; i < n; i++) {
        const bool none =
            implicit ? plan->some_slot[i] == SG_NO_SLOT : plan->row[i] == plan->row[i + 1];
        if (none) continue;
        const uint32_t slot = implicit ? plan->some_slot[i] : plan->slot[plan->row[i]];
        rows->slice_of[i] = find_slice(slice, rows->n_slices, base + slot);
    }
done:
    return status;
}

/* The rows of the slices that divide the weights of head h, if there are several; they are the last
 * of `slices`. */
static sg_status share_rows(sg_encoder *e, const sg_gradient_slices *slices, uint32_t h,
                            const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = e->spec[h].plan;
    const uint32_t n_slices = e->head[h].n_slices;
    uint32_t position = 0;
    if (n_slices < 2) goto done;
    while (position < e->n_rows && e->rows[position].plan != plan) position++;
    e->head[h].rows = position;
    if (position < e->n_rows) goto done;
    sg_gradient_rows *rows = &e->rows[e->n_rows++];
    *rows = (sg_gradient_rows){.plan = plan, .n_slices = n_slices};
    SG_ALLOC(rows->begin, n_slices + (size_t)1);
    SG_ALLOC(rows->row, site->max_rows + (size_t)SG_ROWS_AHEAD);
    SG_TRY(assign_slices(rows, slices->slice + slices->n - n_slices, e->head[h].first,
                         site->graph->n_nodes, err));
done:
    return status;
}

/* Whether at least every fourth of all possible pairs has a weight. */
static bool is_dense(const sg_plan *plan, const sg_graph *graph)
{
    uint64_t n_possible = 0;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint64_t n = graph->graph_offset[g + 1] - graph->graph_offset[g];
        n_possible += n * n;
    }
    return plan->n_pairs >= n_possible / 4;
}

/* A head's place among the parameters, and in `kept` where its plan is implicit. */
static void place_head(sg_encoder *e, SG_R(sg_layer) *layer, uint32_t h, size_t first,
                       const sg_graph *graph)
{
    const sg_encoder_head *spec = &e->spec[h];
    const sg_plan *plan = spec->plan;
    sg_head_weights *head = &e->head[h];
    *head = (sg_head_weights){.first = first};
    if (spec->bias_label != NULL)
        head->n_biases = (size_t)layer->in_width * spec->n_bias_labels;
    head->dense = is_dense(plan, graph);
    if (plan->pairs == NULL) return;
    head->n_cells = sg_plan_cells(plan);
    if (head->n_cells > SG_CELLS_AT_ONCE) head->n_cells = 0;
    head->kept_first = layer->kept_size;
    layer->kept_size += head->n_cells > 0 ? head->n_cells : plan->n_slots + (size_t)1;
}

/* How many heads from h on one slice can have: their parameters are few, and what it needs besides.
 * More would leave threads without work.  An implicit head by slot needs the bin behind a slice's
 * own parameters. */
static uint32_t count_together(const sg_encoder *e, uint32_t h)
{
    enum { MOST_TOGETHER = 4 };
    size_t size = 0, n_cells = 0;
    uint32_t n = 0;
    for (; h + n < e->n_heads && n < MOST_TOGETHER; n++) {
        const sg_plan *plan = e->spec[h + n].plan;
        const sg_head_weights *head = &e->head[h + n];
        if (plan->pairs != NULL && head->n_cells == 0) break;
        size += plan->n_slots + head->n_biases;
        n_cells += head->n_cells;
        if (size > count_per_slice(e, h + n) || n_cells > SG_CELLS_AT_ONCE) break;
    }
    return n;
}

static sg_status build_slices(sg_encoder *e, sg_gradient_slices *slices,
                              const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t h = 0; h < e->n_heads;) {
        const size_t first = e->head[h].first;
        const uint32_t together = count_together(e, h);
        if (together > 0) {
            const sg_head_weights *last = &e->head[h + together - 1];
            const size_t end =
                last->first + last->n_biases + e->spec[h + together - 1].plan->n_slots;
            SG_TRY(sg_gradient_slices_add(
                slices, (sg_gradient_slice){SG_GRADIENT_HEADS, h, together, 0, first, end},
                err));
            h += together;
            continue;
        }
        const size_t bias = first + e->spec[h].plan->n_slots;
        SG_TRY(cut_slots(e, slices, h, err));
        SG_TRY(share_rows(e, slices, h, site, err));
        SG_TRY(sg_gradient_slices_add(
            slices,
            (sg_gradient_slice){SG_GRADIENT_BIAS, h, 1, 0, bias, bias + e->head[h].n_biases},
            err));
        h++;
    }
done:
    return status;
}

/* Whether dX and slices of large graphs are cut.  Implicit plans are not listed by sender: their graphs have
 * at most SG_NEAR_NODES nodes.  Where several slices divide a head's weights, they are work enough for threads. */
static sg_status cut_graphs(SG_R(sg_layer) *layer, sg_encoder *e,
                            const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    bool implicit = false;
    for (uint32_t h = 0; h < e->n_heads; h++) {
        implicit = implicit || e->spec[h].plan->pairs != NULL;
        if (e->head[h].n_slices > 1) layer->cuts &= ~(unsigned)SG_CUT_SLICES;
    }
    if (site->hearers == NULL || layer->number == 0 || !site->learns) goto done;
    if (implicit)
        layer->cuts &= ~(unsigned)SG_CUT_BACKWARD;
    else
        SG_TRY(SG_R(sg_encoder_list_senders)(e, site->graph, err));
done:
    return status;
}

sg_status SG_R(sg_encoder_build)(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    const sg_encoder_spec *spec = layer->of;
    const sg_graph *graph = site->graph;
    size_t first = 0;
    sg_encoder *e = NULL;
    SG_ALLOC(e, 1);
    layer->own = e;
    e->spec = spec->head;
    e->n_heads = spec->n_heads;
    e->span_by_span = !site->learns;
    SG_ALLOC(e->head, e->n_heads);
    SG_ALLOC(e->rows, e->n_heads);
    for (uint32_t h = 0; h < e->n_heads; h++) {
        place_head(e, layer, h, first, graph);
        first += e->spec[h].plan->n_slots + e->head[h].n_biases;
        e->far = e->far || e->spec[h].plan->far_sender != NULL;
    }
    if (site->learns) SG_TRY(build_slices(e, &layer->slices, site, err));
    SG_TRY(cut_graphs(layer, e, site, err));
    layer->n_errands = e->n_rows;
    layer->scratch_size = SG_R(sg_encoder_scratch)(
        e, layer->in_width, sg_graph_largest(graph->graph_offset, graph->n_graphs));
done:
    return status;
}

void SG_R(sg_encoder_close)(SG_R(sg_layer) *layer)
{
    sg_encoder *e = layer->own;
    if (e == NULL) return;
    for (uint32_t i = 0; i < e->n_rows; i++) {
        sg_free(e->rows[i].slice_of);
        sg_free(e->rows[i].begin);
        sg_free(e->rows[i].row);
    }
    sg_free(e->rows);
    SG_R(sg_encoder_free_senders)(e);
    sg_free(e->head);
    sg_free(e);
}

/* ---- For every batch ------------------------------------------------------------------------ */

/* By counting: how many rows each slice has, where they begin, which they are. */
void SG_R(sg_encoder_distribute)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 uint32_t i)
{
    const sg_encoder *e = layer->own;
    const sg_batch *batch = flow->batch;
    sg_gradient_rows *rows = &e->rows[i];
    const uint8_t *slice_of = rows->slice_of;
    const uint16_t *label = rows->plan->receiver_label;
    const uint32_t n_slices = rows->n_slices;
    memset(rows->begin, 0, (n_slices + (size_t)1) * sizeof *rows->begin);
    for (uint32_t p = 0; p < batch->n_spans; p++) {
        const sg_batch_span span = batch->span[p];
        for (uint32_t v = span.first_node; v < span.first_node + span.n; v++)
            rows->begin[slice_of[label != NULL ? label[v] : v] + 1]++;
    }
    for (uint32_t t = 1; t < n_slices; t++) rows->begin[t] += rows->begin[t - 1];
    for (uint32_t p = 0; p < batch->n_spans; p++) {
        const sg_batch_span span = batch->span[p];
        for (uint32_t v = span.first_node; v < span.first_node + span.n; v++)
            rows->row[rows->begin[slice_of[label != NULL ? label[v] : v]]++] =
                (sg_gradient_row){v, span.first_row + (v - span.first_node), p};
    }
    for (uint32_t t = n_slices; t > 0; t--) rows->begin[t] = rows->begin[t - 1];
    rows->begin[0] = 0;
}
