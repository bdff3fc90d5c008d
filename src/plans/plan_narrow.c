/* plan_narrow.c - rows of pairs are copied; senders get the numbers that they have in the field. */
#include "plans/plan_narrow.h"

#include "base/mem.h"
#include "plans/plan_parts.h"

/* Room for the pairs of one receiver. */
typedef struct row_room {
    uint32_t *sender,
        *slot; /* [nodes of the largest graph] where the plan is implicit, else NULL */
} row_room;

static sg_status room_open(row_room *room, const sg_plan *plan, const sg_graph *graph,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const size_t largest = sg_graph_largest(graph->graph_offset, graph->n_graphs);
    if (plan->pairs == NULL) goto done;
    SG_ALLOC(room->sender, largest);
    SG_ALLOC(room->slot, largest);
done:
    return status;
}

static void room_close(row_room *room)
{
    sg_free(room->sender);
    sg_free(room->slot);
}

/* The pairs of a receiver, whose graph begins with node `first`. */
typedef struct pair_row {
    uint64_t begin; /* explicit: its first pair */
    uint32_t n, first;
} pair_row;

static pair_row row_of(const row_room *room, const sg_plan *plan, const sg_graph *graph,
                       uint32_t node)
{
    const uint32_t g = sg_graph_of_node(graph->graph_offset, graph->n_graphs, node),
                   first = graph->graph_offset[g];
    if (plan->pairs == NULL)
        return (pair_row){plan->row[node], (uint32_t)(plan->row[node + 1] - plan->row[node]),
                          first};
    return (pair_row){0, sg_plan_row(room->sender, room->slot, plan, graph, g, node - first),
                      first};
}

/* The sender of pair i of a row, among all nodes. */
static uint32_t sender_of(const row_room *room, const sg_plan *plan, const pair_row *row,
                          uint32_t i)
{
    return row->first +
           (plan->pairs != NULL ? room->sender[i] : sg_plan_sender(plan, row->begin + i));
}

sg_status sg_plan_hear(sg_node_field *field, const sg_plan *plan, uint32_t n, uint32_t depth,
                       sg_error *err)
{
    sg_status status = SG_OK;
    row_room room = {0};
    SG_TRY(room_open(&room, plan, field->whole, err));
    for (uint32_t v = 0; v < n; v++) {
        const pair_row row = row_of(&room, plan, field->whole, field->node[v]);
        for (uint32_t i = 0; i < row.n; i++)
            SG_TRY(sg_node_field_add(field, sender_of(&room, plan, &row, i), depth, err));
    }
done:
    room_close(&room);
    return status;
}

/* Count the pairs of all receivers.  A layer may not hear all senders, as those that no edge leads to. */
static void count_pairs(sg_plan *plan, const sg_plan *whole, const sg_node_field *field,
                        uint32_t depth, const row_room *room)
{
    for (uint32_t v = 0; v < field->n; v++) {
        plan->row[v + 1] = plan->row[v];
        if (field->depth[v] < depth) continue;
        const pair_row row = row_of(room, whole, field->whole, field->node[v]);
        for (uint32_t i = 0; i < row.n; i++)
            plan->row[v + 1] += field->place[sender_of(room, whole, &row, i)] != SG_BEYOND;
    }
    plan->n_pairs = plan->row[field->n];
}

/* Copy the pairs of receiver v, whose graph begins with node `first` of the field. */
static void copy_row(sg_plan *plan, const sg_plan *whole, const sg_node_field *field,
                     uint32_t v, uint32_t first, const row_room *room)
{
    const pair_row row = row_of(room, whole, field->whole, field->node[v]);
    uint64_t to = plan->row[v];
    for (uint32_t i = 0; i < row.n; i++) {
        const uint32_t sender = field->place[sender_of(room, whole, &row, i)];
        if (sender == SG_BEYOND) continue;
        if (plan->sender != NULL)
            plan->sender[to] = (uint16_t)(sender - first);
        else
            plan->far_sender[to] = sender - first;
        plan->slot[to] = whole->pairs != NULL ? room->slot[i] : whole->slot[row.begin + i];
        if (plan->factor != NULL) plan->factor[to] = whole->factor[row.begin + i];
        to++;
    }
}

sg_status sg_plan_narrow(sg_plan *plan, const sg_plan *whole, const sg_node_field *field,
                         uint32_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    row_room room = {0};
    sg_plan made = {.n_slots = whole->n_slots,
                    .n_nodes = field->n,
                    .stretch_begin = whole->stretch_begin,
                    .n_stretches = whole->n_stretches};
    const sg_graph *graph = &field->graph;
    SG_TRY(room_open(&room, whole, field->whole, err));
    SG_ALLOC(made.row, field->n + (size_t)1);
    count_pairs(&made, whole, field, depth, &room);
    SG_ALLOC(made.slot, made.n_pairs);
    if (sg_plan_is_far(graph))
        SG_ALLOC(made.far_sender, made.n_pairs);
    else
        SG_ALLOC(made.sender, made.n_pairs);
    if (whole->factor != NULL) SG_ALLOC(made.factor, made.n_pairs);
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++)
            if (field->depth[v] >= depth)
                copy_row(&made, whole, field, v, graph->graph_offset[g], &room);
    *plan = made;
    made = (sg_plan){0};
done:
    room_close(&room);
    sg_plan_narrow_free(&made);
    return status;
}

void sg_plan_narrow_free(sg_plan *plan)
{
    plan->stretch_begin = NULL; /* the whole plan's */
    sg_plan_free(plan);
}
