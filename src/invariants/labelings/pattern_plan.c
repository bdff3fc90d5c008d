/* pattern_plan.c - search orders and conditions that break symmetries.
 *
 * Conditions: among the symmetries that keep the nodes of all earlier steps in place, look where
 * the node of this step can go.  Of all these places it takes the one with the smallest number in
 * the graph.  Doing so step by step leaves the identity alone: each occurrence is found once. */
#include "invariants/labelings/pattern_plan.h"

#include "base/bitset.h"

/* Does a symmetry that sends from[j] to to[j] for all j < i perhaps send from[i] to to[i]? */
static bool fits(const sg_pattern *pattern, const uint8_t *from, const uint8_t *to, unsigned i)
{
    for (unsigned j = 0; j < i; j++)
        if (to[i] == to[j] || sg_pattern_joined(pattern, from[i], from[j]) !=
                                  sg_pattern_joined(pattern, to[i], to[j]))
            return false;
    return true;
}

/* Is there a symmetry that sends from[i] to to[i] for all i < n, which fit? */
static bool symmetry_exists(const sg_pattern *pattern, const uint8_t *from, uint8_t *to,
                            unsigned n)
{
    if (n == pattern->n_nodes || n == SG_PATTERN_MAX_NODES) return true;
    for (to[n] = 0; to[n] < pattern->n_nodes; to[n]++)
        if (fits(pattern, from, to, n) && symmetry_exists(pattern, from, to, n + 1))
            return true;
    return false;
}

/* Is there a symmetry that keeps order[0 .. n) and sends order[n] to `target`? */
static bool can_take_place(const sg_pattern *pattern, const uint8_t *order, unsigned n,
                           uint8_t target)
{
    uint8_t to[SG_PATTERN_MAX_NODES];
    for (unsigned i = 0; i < n; i++) to[i] = order[i];
    to[n] = target;
    return fits(pattern, order, to, n) && symmetry_exists(pattern, order, to, n + 1);
}

/* The steps before that a node is joined to. */
static uint8_t joined_steps(const sg_pattern *pattern, const uint8_t *order, unsigned n,
                            unsigned node)
{
    unsigned joined = 0;
    for (unsigned i = 0; i < n; i++)
        joined |= (unsigned)sg_pattern_joined(pattern, node, order[i]) << i;
    return (uint8_t)joined;
}

/* The next node is one with the most edges to those before: few nodes of the graph can be it.
 * Of several, one that is joined to the earliest: that keeps symmetric nodes together. */
static void choose_order(uint8_t *order, const sg_pattern *pattern, uint8_t root)
{
    unsigned taken = 1U << root;
    order[0] = root;
    for (unsigned n = 1; n < pattern->n_nodes; n++) {
        uint8_t best = 0;
        unsigned best_joined = 0;
        for (uint8_t v = 0; v < pattern->n_nodes; v++) {
            if ((taken >> v & 1) != 0) continue;
            const unsigned joined = joined_steps(pattern, order, n, v);
            if (joined == 0) continue;
            const uint32_t more = sg_bit_count(joined), most = sg_bit_count(best_joined);
            if (more > most ||
                (more == most && sg_bit_first(joined) < sg_bit_first(best_joined))) {
                best = v;
                best_joined = joined;
            }
        }
        order[n] = best;
        taken |= 1U << best;
    }
}

static sg_pattern_plan make_plan(const sg_pattern *pattern, const uint8_t *order)
{
    sg_pattern_plan plan = {.n_steps = pattern->n_nodes};
    for (unsigned i = 1; i < plan.n_steps; i++) {
        plan.step[i].joined = joined_steps(pattern, order, i, order[i]);
        for (unsigned j = i + 1; j < plan.n_steps; j++)
            if (can_take_place(pattern, order, i, order[j]))
                plan.step[j].above |= (uint8_t)(1U << i);
    }
    return plan;
}

unsigned sg_pattern_plans(sg_pattern_plan plan[SG_PATTERN_MAX_NODES], const sg_pattern *pattern)
{
    unsigned n_plans = 0;
    unsigned planned = 0; /* bit v: a node with the role of v was a root */
    for (uint8_t root = 0; root < pattern->n_nodes; root++) {
        if ((planned >> root & 1) != 0) continue;
        uint8_t order[SG_PATTERN_MAX_NODES];
        choose_order(order, pattern, root);
        for (uint8_t v = root; v < pattern->n_nodes; v++)
            if (can_take_place(pattern, order, 0, v)) planned |= 1U << v;
        plan[n_plans++] = make_plan(pattern, order);
    }
    return n_plans;
}
