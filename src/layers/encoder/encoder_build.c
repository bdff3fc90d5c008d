/* encoder_build.c - dividing an encoder's weights into tasks, and nodes among them. */
#include "layers/encoder/encoder.h"

#include "base/mem.h"

#include <string.h>

enum {
    MAX_HEAD_TASKS = 256, /* numbers of tasks have 8 bits                                   */
    ENOUGH_TASKS = 16,    /* a few threads can share so many evenly                         */
    SMALLEST_TASK = 1 << 12
};

/* How many parameters of head h a task should own: few enough for its layer to have enough tasks,
 * if they are worth the trouble.  Weights that are looked up by cell are never divided. */
static size_t count_per_task(const sg_encoder *e, uint32_t h)
{
    const size_t n_slots = e->spec[h].plan->n_slots;
    const size_t size =
        n_slots / (e->n_heads < ENOUGH_TASKS ? ENOUGH_TASKS / e->n_heads : 1) + 1;
    if (e->head[h].n_cells > 0 || size > SG_GRADIENT_SIZE) return SG_GRADIENT_SIZE;
    return size > SMALLEST_TASK ? size : SMALLEST_TASK;
}

/* Cut the head's slots into tasks where another receiver label begins. */
static sg_status cut_slots(sg_encoder *e, sg_gradient_tasks *tasks, uint32_t h, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = e->spec[h].plan;
    /* A cut may make twice as many tasks as the size asks for. */
    const size_t least = plan->n_slots / (MAX_HEAD_TASKS / 2 - 1) + 1;
    const size_t wanted = count_per_task(e, h);
    const size_t size = wanted > least ? wanted : least;
    const size_t base = e->head[h].first;
    uint32_t begin = 0;
    for (uint32_t r = 1; r <= plan->n_receivers; r++) {
        const uint32_t end = plan->receiver_begin[r];
        const bool last = r == plan->n_receivers;
        if (!last && plan->receiver_begin[r + 1] - begin <= size) continue;
        SG_TRY(sg_gradient_tasks_add(tasks,
                                     (sg_gradient_task){.kind = SG_GRADIENT_WEIGHTS,
                                                        .head = h,
                                                        .n_heads = 1,
                                                        .number = e->head[h].n_tasks++,
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

/* Which task each node or receiver label belongs to: that of its pairs' slots.  `task` are those of
 * the head, whose first parameter is `base`. */
static sg_status assign_tasks(sg_gradient_rows *rows, const sg_gradient_task *task, size_t base,
                              uint32_t n_nodes, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = rows->plan;
    const bool implicit = plan->pairs != NULL;
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

/* The rows of the tasks that divide the weights of head h, if there are several; they are the last
 * of `tasks`. */
static sg_status share_rows(sg_encoder *e, const sg_gradient_tasks *tasks, uint32_t h,
                            const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = e->spec[h].plan;
    const uint32_t n_tasks = e->head[h].n_tasks;
    uint32_t position = 0;
    if (n_tasks < 2) goto done;
    while (position < e->n_rows && e->rows[position].plan != plan) position++;
    e->head[h].rows = position;
    if (position < e->n_rows) goto done;
    sg_gradient_rows *rows = &e->rows[e->n_rows++];
    *rows = (sg_gradient_rows){.plan = plan, .n_tasks = n_tasks};
    SG_ALLOC(rows->begin, n_tasks + (size_t)1);
    SG_ALLOC(rows->row, site->max_rows + (size_t)SG_ROWS_AHEAD);
    SG_TRY(assign_tasks(rows, tasks->task + tasks->n - n_tasks, e->head[h].first,
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
    sg_head_part *head = &e->head[h];
    *head = (sg_head_part){.first = first};
    if (spec->bias_label != NULL)
        head->n_biases = (size_t)layer->in_width * spec->n_bias_labels;
    head->dense = is_dense(plan, graph);
    if (plan->pairs == NULL) return;
    head->n_cells = sg_plan_cells(plan);
    if (head->n_cells > SG_CELLS_AT_ONCE) head->n_cells = 0;
    head->kept_first = layer->kept_size;
    layer->kept_size += head->n_cells > 0 ? head->n_cells : plan->n_slots + (size_t)1;
}

/* How many heads from h on one task can have: their parameters are few, and what it needs besides.
 * More would leave threads without work.  An implicit head by slot needs the bin behind a task's
 * own parameters. */
static uint32_t count_together(const sg_encoder *e, uint32_t h)
{
    enum { MOST_TOGETHER = 4 };
    size_t size = 0, n_cells = 0;
    uint32_t n = 0;
    for (; h + n < e->n_heads && n < MOST_TOGETHER; n++) {
        const sg_plan *plan = e->spec[h + n].plan;
        const sg_head_part *head = &e->head[h + n];
        if (plan->pairs != NULL && head->n_cells == 0) break;
        size += plan->n_slots + head->n_biases;
        n_cells += head->n_cells;
        if (size > count_per_task(e, h + n) || n_cells > SG_CELLS_AT_ONCE) break;
    }
    return n;
}

static sg_status build_tasks(sg_encoder *e, sg_gradient_tasks *tasks,
                             const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t h = 0; h < e->n_heads;) {
        const size_t first = e->head[h].first;
        const uint32_t together = count_together(e, h);
        if (together > 0) {
            const sg_head_part *last = &e->head[h + together - 1];
            const size_t end =
                last->first + last->n_biases + e->spec[h + together - 1].plan->n_slots;
            SG_TRY(sg_gradient_tasks_add(
                tasks, (sg_gradient_task){SG_GRADIENT_HEADS, h, together, 0, first, end}, err));
            h += together;
            continue;
        }
        const size_t bias = first + e->spec[h].plan->n_slots;
        SG_TRY(cut_slots(e, tasks, h, err));
        SG_TRY(share_rows(e, tasks, h, site, err));
        SG_TRY(sg_gradient_tasks_add(
            tasks,
            (sg_gradient_task){SG_GRADIENT_BIAS, h, 1, 0, bias, bias + e->head[h].n_biases},
            err));
        h++;
    }
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
    e->part_by_part = !site->learns;
    SG_ALLOC(e->head, e->n_heads);
    SG_ALLOC(e->rows, e->n_heads);
    for (uint32_t h = 0; h < e->n_heads; h++) {
        place_head(e, layer, h, first, graph);
        first += e->spec[h].plan->n_slots + e->head[h].n_biases;
    }
    if (site->learns) SG_TRY(build_tasks(e, &layer->tasks, site, err));
    layer->n_errands = e->n_rows;
    layer->scratch_size = SG_R(sg_encoder_scratch)(
        layer->in_width, sg_graph_largest(graph->graph_offset, graph->n_graphs));
done:
    return status;
}

void SG_R(sg_encoder_close)(SG_R(sg_layer) *layer)
{
    sg_encoder *e = layer->own;
    if (e == NULL) return;
    for (uint32_t i = 0; i < e->n_rows; i++) {
        sg_free(e->rows[i].task_of);
        sg_free(e->rows[i].begin);
        sg_free(e->rows[i].row);
    }
    sg_free(e->rows);
    sg_free(e->head);
    sg_free(e);
}

/* ---- For every batch ------------------------------------------------------------------------ */

/* By counting: how many rows each task has, where they begin, which they are. */
void SG_R(sg_encoder_distribute)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 uint32_t i)
{
    const sg_encoder *e = layer->own;
    const sg_batch *batch = flow->batch;
    sg_gradient_rows *rows = &e->rows[i];
    const uint8_t *task_of = rows->task_of;
    const uint16_t *label = rows->plan->receiver_label;
    const uint32_t n_tasks = rows->n_tasks;
    memset(rows->begin, 0, (n_tasks + (size_t)1) * sizeof *rows->begin);
    for (uint32_t p = 0; p < batch->n_parts; p++) {
        const sg_batch_part part = batch->part[p];
        for (uint32_t v = part.first_node; v < part.first_node + part.n; v++)
            rows->begin[task_of[label != NULL ? label[v] : v] + 1]++;
    }
    for (uint32_t t = 1; t < n_tasks; t++) rows->begin[t] += rows->begin[t - 1];
    for (uint32_t p = 0; p < batch->n_parts; p++) {
        const sg_batch_part part = batch->part[p];
        for (uint32_t v = part.first_node; v < part.first_node + part.n; v++)
            rows->row[rows->begin[task_of[label != NULL ? label[v] : v]]++] =
                (sg_gradient_row){v, part.first_row + (v - part.first_node), p};
    }
    for (uint32_t t = n_tasks; t > 0; t--) rows->begin[t] = rows->begin[t - 1];
    rows->begin[0] = 0;
}
