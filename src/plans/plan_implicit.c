/* plan_implicit.c - a table from triples to slots.
 *
 * Triples are counted in a table with a cell for every combination of labels and value that there
 * could be, and numbered in the order of the cells, which is the order of explicit plans. */
#include "plans/plan_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/table.h"

static const uint64_t MAX_CELLS = (uint64_t)1 << 28;

static sg_status copy_labels(uint16_t **to, const sg_labels *labels, sg_error *err)
{
    sg_status status = SG_OK;
    uint16_t *made = NULL;
    SG_REQUIRE(labels->vocabulary.n_keys <= UINT16_MAX, SG_ELIMIT,
               "plan: %u labels are too many for an implicit plan", labels->vocabulary.n_keys);
    SG_ALLOC(made, labels->n_nodes);
    for (uint32_t v = 0; v < labels->n_nodes; v++) made[v] = (uint16_t)labels->label[v];
    *to = made;
done:
    return status;
}

/* Everything but the slots. */
static sg_status prepare(sg_plan *plan, uint64_t *n_cells, const sg_plan_source *source,
                         sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(copy_labels(&plan->receiver_label, source->receiver, err));
    plan->sender_label = plan->receiver_label;
    if (source->sender->label != source->receiver->label)
        SG_TRY(copy_labels(&plan->sender_label, source->sender, err));
    plan->n_receiver_labels = source->receiver->vocabulary.n_keys;
    plan->n_sender_labels = source->sender->vocabulary.n_keys;
    *n_cells = (uint64_t)plan->n_receiver_labels * plan->n_sender_labels *
               (source->pairs->values.n_keys + 1);
    SG_REQUIRE(*n_cells <= MAX_CELLS && source->pairs->n_pairs < UINT32_MAX, SG_ELIMIT,
               "plan: too many labels or pairs for an implicit plan");
    SG_ALLOC(plan->table, *n_cells);
    SG_ALLOC(plan->some_slot, plan->n_receiver_labels);
    plan->n_nodes = source->receiver->n_nodes;
    plan->n_pairs = source->pairs->n_pairs;
    plan->pairs = sg_plan_pairs_keep(source->pairs);
done:
    return status;
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* Threads count in tables of their own, if they are small. */
typedef struct counting {
    const sg_plan *plan;
    const sg_graph *graph;
    uint32_t *count; /* [n_tables][n_cells] */
    uint64_t n_cells;
    uint32_t n_tables;
} counting;

static void count_graph(uint32_t *count, const sg_plan *plan, const sg_graph *graph, uint32_t g)
{
    const sg_plan_pairs *pairs = plan->pairs;
    const uint32_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
    const size_t n_columns = (size_t)pairs->values.n_keys + 1;
    const uint16_t *sender_label = plan->sender_label + first;
    const uint8_t *value = pairs->value + pairs->begin[g];
    const uint16_t *sender = pairs->sender != NULL ? pairs->sender + pairs->begin[g] : NULL;
    uint32_t p = 0;
    for (uint32_t v = 0; v < n && sg_watch_ask(NULL) == SG_OK; v++) {
        uint32_t *row =
            count + (size_t)plan->receiver_label[first + v] * plan->n_sender_labels * n_columns;
        if (sender == NULL) {
            for (uint32_t u = 0; u < n; u++)
                row[sender_label[u] * n_columns + value[(size_t)v * n + u]]++;
        } else {
            for (; p < pairs->row_end[first + v]; p++)
                row[sender_label[sender[p]] * n_columns + value[p]]++;
        }
    }
}

static void count_piece(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    const counting *c = context;
    const uint64_t n = c->graph->n_graphs;
    const uint32_t begin = (uint32_t)(n * piece / c->n_tables),
                   end = (uint32_t)(n * (piece + 1) / c->n_tables);
    for (uint32_t g = begin; g < end; g++)
        count_graph(c->count + piece * c->n_cells, c->plan, c->graph, g);
}

/* How often each triple occurs goes to plan->table. */
static sg_status count_triples(sg_plan *plan, uint64_t n_cells, const sg_plan_source *source,
                               sg_error *err)
{
    enum { MAX_COUNTERS = 1 << 24 };
    sg_status status = SG_OK;
    const uint32_t n_threads = sg_threads_count(source->threads);
    const uint64_t n_affordable = n_cells > 0 ? MAX_COUNTERS / n_cells : 1;
    counting c = {.plan = plan, .graph = source->pairs->view.graph, .n_cells = n_cells};
    uint32_t *more = NULL;
    c.n_tables = n_affordable < n_threads ? (uint32_t)n_affordable : n_threads;
    if (c.n_tables < 2) {
        c.n_tables = 1;
        c.count = plan->table;
        count_piece(&c, 0, 0);
        SG_TRY(sg_watch_ask(err));
        goto done;
    }
    SG_ALLOC(more, c.n_tables * n_cells);
    c.count = more;
    sg_threads_run(source->threads, c.n_tables, count_piece, &c);
    SG_TRY(sg_watch_ask(err));
    for (uint32_t t = 0; t < c.n_tables; t++)
        for (uint64_t i = 0; i < n_cells; i++) plan->table[i] += more[t * n_cells + i];
done:
    sg_free(more);
    return status;
}

/* ---- Numbering ----------------------------------------------------------------------------- */

/* Whether the cell, so far a count, gets a slot. */
static bool has_slot(const sg_plan *plan, uint64_t cell, sg_thresholds t)
{
    const uint32_t n_values = plan->pairs->values.n_keys;
    return cell % (n_values + 1) < n_values && plan->table[cell] > 0 &&
           sg_plan_admits(plan->table[cell], t);
}

/* Turn counts into slots, and write down what they are. */
static sg_status number_cells(sg_plan *plan, sg_weight_keys *keys, uint64_t n_cells,
                              const sg_plan_source *source, sg_thresholds thresholds,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_columns = plan->pairs->values.n_keys + 1;
    uint32_t n_slots = 0;
    for (uint64_t cell = 0; cell < n_cells; cell++) n_slots += has_slot(plan, cell, thresholds);
    SG_ALLOC(keys->receiver, n_slots);
    SG_ALLOC(keys->sender, n_slots);
    SG_ALLOC(keys->value, n_slots);
    plan->n_slots = keys->n_slots = n_slots;
    uint64_t cell = 0;
    uint32_t slot = 0;
    for (uint32_t r = 0; r < plan->n_receiver_labels; r++) {
        plan->some_slot[r] = SG_NO_SLOT;
        for (uint32_t s = 0; s < plan->n_sender_labels; s++)
            for (uint32_t v = 0; v < n_columns; v++, cell++) {
                const bool has = has_slot(plan, cell, thresholds);
                plan->table[cell] = has ? slot : n_slots;
                if (!has) continue;
                keys->receiver[slot] = source->receiver->vocabulary.key[r];
                keys->sender[slot] = source->sender->vocabulary.key[s];
                keys->value[slot] = plan->pairs->values.key[v];
                plan->some_slot[r] = slot++;
            }
    }
done:
    return status;
}

sg_status sg_plan_make_implicit(sg_plan *plan, sg_weight_keys *keys,
                                const sg_plan_source *source, sg_thresholds thresholds,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan made = {0};
    sg_weight_keys made_keys = {0};
    uint64_t n_cells = 0;
    SG_TRY(prepare(&made, &n_cells, source, err));
    SG_TRY(count_triples(&made, n_cells, source, err));
    SG_TRY(number_cells(&made, &made_keys, n_cells, source, thresholds, err));
    SG_TRY(sg_plan_find_receivers(&made, &made_keys, err));
    *plan = made;
    *keys = made_keys;
    made = (sg_plan){0};
    made_keys = (sg_weight_keys){0};
done:
    sg_plan_free(&made);
    sg_weight_keys_free(&made_keys);
    return status;
}

/* ---- With the slots of a model ------------------------------------------------------------- */

sg_status sg_plan_recognize_implicit(sg_plan *plan, const sg_weight_keys *keys,
                                     const sg_plan_source *source, sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan made = {.n_slots = keys->n_slots};
    sg_table receivers = {0}, senders = {0}, values = {0};
    uint64_t n_cells = 0;
    SG_TRY(prepare(&made, &n_cells, source, err));
    SG_TRY(sg_plan_number_keys(&receivers, &source->receiver->vocabulary, err));
    SG_TRY(sg_plan_number_keys(&senders, &source->sender->vocabulary, err));
    SG_TRY(sg_plan_number_keys(&values, &source->pairs->values, err));
    for (uint64_t cell = 0; cell < n_cells; cell++) made.table[cell] = keys->n_slots;
    for (uint32_t r = 0; r < made.n_receiver_labels; r++) made.some_slot[r] = SG_NO_SLOT;
    for (uint32_t slot = 0; slot < keys->n_slots; slot++) {
        const uint32_t r = sg_table_find(&receivers, keys->receiver[slot]),
                       s = sg_table_find(&senders, keys->sender[slot]),
                       v = sg_table_find(&values, keys->value[slot]);
        if (r == SG_TABLE_NONE || s == SG_TABLE_NONE || v == SG_TABLE_NONE) continue;
        uint32_t *cell = &made.table[((size_t)r * made.n_sender_labels + s) *
                                         (source->pairs->values.n_keys + 1) +
                                     v];
        SG_REQUIRE(*cell == keys->n_slots, SG_EFORMAT,
                   "model: weights %u and %u have the same key", *cell, slot);
        *cell = slot;
        made.some_slot[r] = slot;
    }
    SG_TRY(sg_plan_find_receivers(&made, keys, err));
    *plan = made;
    made = (sg_plan){0};
done:
    sg_table_free(&receivers);
    sg_table_free(&senders);
    sg_table_free(&values);
    sg_plan_free(&made);
    return status;
}
