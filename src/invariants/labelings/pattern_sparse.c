/* pattern_sparse.c - backtracking along neighbor lists.
 *
 * Every node knows which of the steps settled so far took a neighbor of it: one bit per step.
 * Then it may take another step if these bits are exactly the ones the plan asks for, which is
 * one comparison, whatever the pattern.  A node that has been taken has one more bit, and so
 * never passes. */
#include "invariants/labelings/pattern_sparse.h"

#include "base/bitset.h"

#include <string.h>

enum { STEPS_PER_PAYMENT = 4096, TAKEN = 0x80 };

sg_status sg_sparse_search_open(sg_sparse_search *search, const sg_labeling *labeling,
                                const sg_label_work *work, sg_error *err)
{
    sg_status status = SG_OK;
    sg_sparse_search s = {.labeling = labeling, .work = work};
    SG_TAKE(s.joined, work->scratch, work->graph->n_nodes);
    memset(s.joined, 0, work->graph->n_nodes);
    *search = s;
done:
    return status;
}

static uint32_t degree(const sg_one_graph *graph, uint32_t v)
{
    return graph->arc_offset[v + 1] - graph->arc_offset[v];
}

static void settle(sg_sparse_search *s, unsigned step, uint32_t u)
{
    const sg_one_graph *graph = s->work->graph;
    s->image[step] = u;
    s->joined[u] |= TAKEN;
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        s->joined[graph->neighbor[a] - graph->first] |= (uint8_t)(1U << step);
    s->unpaid += degree(graph, u);
}

static void unsettle(sg_sparse_search *s, unsigned step, uint32_t u)
{
    const sg_one_graph *graph = s->work->graph;
    s->joined[u] &= (uint8_t)~TAKEN;
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        s->joined[graph->neighbor[a] - graph->first] &= (uint8_t) ~(1U << step);
}

/* Of the nodes that the next one is joined to, that with the fewest neighbors. */
static uint32_t choose_anchor(const sg_sparse_search *s, unsigned joined)
{
    uint32_t anchor = s->image[sg_bit_first(joined)];
    for (unsigned left = joined; left != 0; left &= left - 1) {
        const uint32_t u = s->image[sg_bit_first(left)];
        if (degree(s->work->graph, u) < degree(s->work->graph, anchor)) anchor = u;
    }
    return anchor;
}

/* The smallest number that the node of a step may have. */
static uint32_t lowest_number(const sg_sparse_search *s, unsigned above)
{
    uint32_t lowest = 0;
    for (unsigned left = above; left != 0; left &= left - 1) {
        const uint32_t u = s->image[sg_bit_first(left)];
        if (u >= lowest) lowest = u + 1;
    }
    return lowest;
}

/* Take `step` and all after it in every possible way. */
static sg_status extend(uint64_t *count, sg_sparse_search *s, const sg_pattern_plan *plan,
                        unsigned step, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->work->graph;
    const unsigned wanted = plan->step[step].joined;
    const uint32_t anchor = choose_anchor(s, wanted);
    const uint32_t lowest = lowest_number(s, plan->step[step].above);
    const bool is_last = step + 1U == plan->n_steps;
    for (uint32_t a = graph->arc_offset[anchor]; a < graph->arc_offset[anchor + 1]; a++) {
        const uint32_t u = graph->neighbor[a] - graph->first;
        if (s->joined[u] != wanted || u < lowest) continue;
        if (is_last) {
            ++*count;
            continue;
        }
        settle(s, step, u);
        SG_TRY(extend(count, s, plan, step + 1, err));
        unsettle(s, step, u);
    }
    s->unpaid += degree(graph, anchor);
    if (s->unpaid >= STEPS_PER_PAYMENT) {
        SG_TRY(sg_budget_spend(s->work, s->labeling, s->unpaid, err));
        s->unpaid = 0;
    }
done:
    return status;
}

sg_status sg_sparse_search_count(uint64_t *count, sg_sparse_search *search,
                                 const sg_pattern_plan *plan, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t v = 0; v < search->work->graph->n_nodes; v++) {
        settle(search, 0, v);
        SG_TRY(extend(&count[v], search, plan, 1, err));
        unsettle(search, 0, v);
    }
    SG_TRY(sg_budget_spend(search->work, search->labeling, search->unpaid, err));
    search->unpaid = 0;
done:
    return status;
}
