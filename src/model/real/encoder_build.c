/* encoder_build.c - dividing an encoder's weights into tasks, and nodes among them. */
#include "model/real/encoder.h"
#include "model/real/network_parts.h"

#include "base/mem.h"

#include <string.h>

enum {
    MAX_HEAD_TASKS = 256, /* numbers of tasks have 8 bits                                   */
    ENOUGH_TASKS = 16,    /* a few threads can share so many evenly                         */
    SMALLEST_TASK = 1 << 12
};

/* How many parameters of head h a task should own: few enough for its layer to have enough tasks,
 * if they are worth the trouble.  Weights that are looked up by cell are never divided. */
static size_t count_per_task(const SG_R(sg_layer) *layer, uint32_t h)
{
    const uint32_t n_heads = layer->spec->n_heads;
    const size_t n_slots = layer->spec->encoder_head[h].plan->n_slots;
    const size_t size = n_slots / (n_heads < ENOUGH_TASKS ? ENOUGH_TASKS / n_heads : 1) + 1;
    if (layer->head[h].n_cells > 0 || size > SG_GRADIENT_SIZE) return SG_GRADIENT_SIZE;
    return size > SMALLEST_TASK ? size : SMALLEST_TASK;
}

/* Cut the head's slots into tasks where another receiver label begins. */
static sg_status cut_slots(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, uint32_t h,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = layer->spec->encoder_head[h].plan;
    /* A cut may make twice as many tasks as the size asks for. */
    const size_t least = plan->n_slots / (MAX_HEAD_TASKS / 2 - 1) + 1;
    const size_t wanted = count_per_task(layer, h);
    const size_t size = wanted > least ? wanted : least;
    const size_t base = layer->head[h].first;
    uint32_t begin = 0;
    for (uint32_t r = 1; r <= plan->n_receivers; r++) {
        const uint32_t end = plan->receiver_begin[r];
        const bool last = r == plan->n_receivers;
        if (!last && plan->receiver_begin[r + 1] - begin <= size) continue;
        SG_TRY(SG_R(sg_build_task)(b, layer,
                                   (sg_gradient_task){.kind = SG_GRADIENT_WEIGHTS,
                                                      .head = h,
                                                      .n_heads = 1,
                                                      .number = layer->head[h].n_tasks++,
                                                      .begin = base + begin,
                                                      .end = base + end},
                                   err));
        begin = end;
    }
done:
    return status;
}

static uint8_t find_task(const sg_gradient_task *task, uint32_t n_tasks, size_t slot)
{
    uint32_t low = 0, high = n_tasks;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (task[middle].begin <= slot)
            low = middle;
        else
            high = middle;
    }
    return (uint8_t)low;
}

/* Which task each node or receiver label belongs to: that of its pairs' slots. */
static sg_status assign_tasks(sg_gradient_rows *rows, const SG_R(sg_layer) *layer, uint32_t h,
                              uint32_t n_nodes, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = rows->plan;
    const bool implicit = plan->pairs != NULL;
    const sg_gradient_task *task = layer->task + layer->n_tasks - rows->n_tasks;
    const size_t base = layer->head[h].first;
    const uint32_t n = implicit ? plan->n_receiver_labels : n_nodes;
    SG_ALLOC(rows->task_of, n);
    for (uint32_t i = 0; i < n; i++) {
        const bool none =
            implicit ? plan->some_slot[i] == SG_NO_SLOT : plan->row[i] == plan->row[i + 1];
        if (none) continue;
        const uint32_t slot = implicit ? plan->some_slot[i] : plan->slot[plan->row[i]];
        rows->task_of[i] = find_task(task, rows->n_tasks, base + slot);
    }
done:
    return status;
}

/* The rows of the tasks that divide the weights of head h, if there are several. */
static sg_status share_rows(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, uint32_t h,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = layer->spec->encoder_head[h].plan;
    uint32_t position = 0;
    if (layer->head[h].n_tasks < 2) goto done;
    while (position < layer->n_rows && layer->rows[position].plan != plan) position++;
    layer->head[h].rows = position;
    if (position < layer->n_rows) goto done;
    sg_gradient_rows *rows = &layer->rows[layer->n_rows++];
    *rows = (sg_gradient_rows){.plan = plan, .n_tasks = layer->head[h].n_tasks};
    SG_ALLOC(rows->begin, rows->n_tasks + (size_t)1);
    SG_ALLOC(rows->row, b->network->max_rows + (size_t)SG_ROWS_AHEAD);
    SG_TRY(assign_tasks(rows, layer, h, b->network->spec->graph->n_nodes, err));
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
static sg_status place_head(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, uint32_t h,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_encoder_head *spec = &layer->spec->encoder_head[h];
    const sg_plan *plan = spec->plan;
    const uint32_t k = layer->in_width, n_slots = plan->n_slots;
    const size_t first = layer->n_parameters;
    const size_t n_biases = spec->bias_label != NULL ? (size_t)k * spec->n_bias_labels : 0;
    const sg_tensor weight = {layer->number, h, "weight", first, n_slots, {n_slots}, 1, 0};
    const sg_tensor bias = {
        layer->number, h, "bias", first + n_slots, n_biases, {spec->n_bias_labels, k}, 2, 0};
    sg_head_part *head = &layer->head[h];
    *head = (sg_head_part){.first = first, .n_biases = n_biases};
    head->dense = is_dense(plan, b->network->spec->graph);
    if (plan->pairs != NULL) {
        head->n_cells = sg_plan_cells(plan);
        if (head->n_cells > SG_CELLS_AT_ONCE) head->n_cells = 0;
        head->kept_first = layer->kept_size;
        layer->kept_size += head->n_cells > 0 ? head->n_cells : n_slots + (size_t)1;
    }
    layer->n_parameters += n_slots + n_biases;
    SG_TRY(SG_R(sg_build_tensor)(b, weight, err));
    if (n_biases > 0) SG_TRY(SG_R(sg_build_tensor)(b, bias, err));
done:
    return status;
}

/* How many heads from h on one task can have: their parameters are few, and what it needs besides.
 * More would leave threads without work.  An implicit head by slot needs the bin behind a task's
 * own parameters. */
static uint32_t count_together(const SG_R(sg_layer) *layer, uint32_t h)
{
    enum { MOST_TOGETHER = 4 };
    size_t size = 0, n_cells = 0;
    uint32_t n = 0;
    for (; h + n < layer->spec->n_heads && n < MOST_TOGETHER; n++) {
        const sg_plan *plan = layer->spec->encoder_head[h + n].plan;
        const sg_head_part *head = &layer->head[h + n];
        if (plan->pairs != NULL && head->n_cells == 0) break;
        size += plan->n_slots + head->n_biases;
        n_cells += head->n_cells;
        if (size > count_per_task(layer, h + n) || n_cells > SG_CELLS_AT_ONCE) break;
    }
    return n;
}

static sg_status build_tasks(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t h = 0; h < layer->spec->n_heads;) {
        const size_t first = layer->head[h].first;
        const uint32_t together = count_together(layer, h);
        if (together > 0) {
            const sg_head_part *last = &layer->head[h + together - 1];
            const size_t end = last->first + last->n_biases +
                               layer->spec->encoder_head[h + together - 1].plan->n_slots;
            SG_TRY(SG_R(sg_build_task)(
                b, layer, (sg_gradient_task){SG_GRADIENT_HEADS, h, together, 0, first, end},
                err));
            h += together;
            continue;
        }
        const size_t bias = first + layer->spec->encoder_head[h].plan->n_slots;
        SG_TRY(cut_slots(b, layer, h, err));
        SG_TRY(share_rows(b, layer, h, err));
        SG_TRY(SG_R(sg_build_task)(
            b, layer,
            (sg_gradient_task){SG_GRADIENT_BIAS, h, 1, 0, bias, bias + layer->head[h].n_biases},
            err));
        h++;
    }
done:
    return status;
}

sg_status SG_R(sg_build_encoder)(SG_R(sg_builder) *b, SG_R(sg_layer) *layer, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_heads = layer->spec->n_heads, k = layer->in_width;
    const sg_graph *graph = b->network->spec->graph;
    SG_ALLOC(layer->head, n_heads);
    SG_ALLOC(layer->rows, n_heads);
    for (uint32_t h = 0; h < n_heads; h++) SG_TRY(place_head(b, layer, h, err));
    if (b->network->spec->parameters == NULL) SG_TRY(build_tasks(b, layer, err));
    layer->graph_by_graph = b->network->spec->parameters != NULL;
    layer->out_width = k * n_heads;
    layer->scratch_size =
        SG_R(sg_encoder_scratch)(k, sg_graph_largest(graph->graph_offset, graph->n_graphs));
done:
    return status;
}

void SG_R(sg_encoder_free)(SG_R(sg_layer) *layer)
{
    for (uint32_t i = 0; i < layer->n_rows; i++) {
        sg_free(layer->rows[i].task_of);
        sg_free(layer->rows[i].begin);
        sg_free(layer->rows[i].row);
    }
    sg_free(layer->rows);
}

/* ---- For every batch ------------------------------------------------------------------------ */

/* By counting: how many rows each task has, where they begin, which they are. */
void SG_R(sg_distribute_rows)(sg_gradient_rows *rows, const sg_batch *batch,
                              const sg_graph *graph)
{
    const uint8_t *task_of = rows->task_of;
    const uint16_t *label = rows->plan->receiver_label;
    const uint32_t n_tasks = rows->n_tasks;
    memset(rows->begin, 0, (n_tasks + (size_t)1) * sizeof *rows->begin);
    for (uint32_t i = 0; i < batch->n_graphs; i++) {
        const uint32_t first = graph->graph_offset[batch->graph[i]],
                       behind = graph->graph_offset[batch->graph[i] + 1];
        for (uint32_t v = first; v < behind; v++)
            rows->begin[task_of[label != NULL ? label[v] : v] + 1]++;
    }
    for (uint32_t t = 1; t < n_tasks; t++) rows->begin[t] += rows->begin[t - 1];
    for (uint32_t i = 0; i < batch->n_graphs; i++) {
        const uint32_t first = graph->graph_offset[batch->graph[i]],
                       behind = graph->graph_offset[batch->graph[i] + 1];
        for (uint32_t v = first; v < behind; v++)
            rows->row[rows->begin[task_of[label != NULL ? label[v] : v]]++] =
                (sg_gradient_row){v, batch->first_row[i] + (v - first), i};
    }
    for (uint32_t t = n_tasks; t > 0; t--) rows->begin[t] = rows->begin[t - 1];
    rows->begin[0] = 0;
}
