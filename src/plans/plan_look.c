/* plan_look.c - looking at a plan, whatever its kind. */
#include "plans/plan.h"

const char *sg_plan_kind_name(const sg_plan *plan)
{
    return plan->pairs != NULL ? "implicit" : "explicit";
}

size_t sg_plan_bytes(const sg_plan *plan)
{
    const size_t n_nodes = plan->n_nodes;
    const size_t receivers = ((size_t)plan->n_stretches + 1) * sizeof *plan->stretch_begin;
    if (plan->pairs == NULL)
        return receivers + (n_nodes + 1) * sizeof *plan->row +
               (size_t)plan->n_pairs *
                   (sizeof *plan->slot + (plan->factor != NULL ? sizeof *plan->factor : 0) +
                    (plan->far_sender != NULL ? sizeof *plan->far_sender
                                              : sizeof *plan->sender));
    const size_t n_labelings = plan->sender_label != plan->receiver_label ? 2 : 1;
    return receivers + n_labelings * n_nodes * sizeof *plan->receiver_label +
           sg_plan_cells(plan) * sizeof *plan->table +
           plan->n_receiver_labels * sizeof *plan->some_slot;
}

static uint32_t explicit_row(uint32_t *sender, uint32_t *slot, const sg_plan *plan,
                             uint32_t node)
{
    const uint64_t begin = plan->row[node];
    const uint32_t n = (uint32_t)(plan->row[node + 1] - begin);
    for (uint32_t i = 0; i < n; i++) {
        sender[i] = sg_plan_sender(plan, begin + i);
        slot[i] = plan->slot[begin + i];
    }
    return n;
}

uint32_t sg_plan_row(uint32_t *sender, uint32_t *slot, const sg_plan *plan,
                     const sg_graph *graph, uint32_t g, uint32_t v)
{
    const uint32_t first = graph->graph_offset[g], n = graph->graph_offset[g + 1] - first;
    if (plan->pairs == NULL) return explicit_row(sender, slot, plan, first + v);
    const sg_plan_pairs *pairs = plan->pairs;
    const bool listed = pairs->sender != NULL;
    const size_t n_columns = (size_t)pairs->values.n_keys + 1;
    const uint32_t *row = plan->table + (size_t)plan->receiver_label[first + v] *
                                            plan->n_sender_labels * n_columns;
    const uint64_t begin = pairs->begin[g] + (!listed ? (uint64_t)v * n
                                              : v > 0 ? pairs->row_end[first + v - 1]
                                                      : 0);
    const uint64_t end = listed ? pairs->begin[g] + pairs->row_end[first + v] : begin + n;
    uint32_t n_found = 0;
    for (uint64_t p = begin; p < end; p++) {
        const uint32_t u = listed ? pairs->sender[p] : (uint32_t)(p - begin);
        sender[n_found] = u;
        slot[n_found] = row[plan->sender_label[first + u] * n_columns + pairs->value[p]];
        n_found += slot[n_found] < plan->n_slots;
    }
    return n_found;
}
