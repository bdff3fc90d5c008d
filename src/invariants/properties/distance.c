/* distance.c - bounded breadth-first search from every node.
 *
 * Most graphs are molecules of at most 64 nodes: there a set of nodes is one machine word, and a
 * search is a few word operations per node reached.  Larger graphs use a queue. */
#include "base/machine/account.h"
#include "invariants/pair_budget.h"
#include "invariants/properties/pair_rows.h"

#include <stdio.h>
#include <string.h>

/* Arcs that the searches of one graph may follow, and as many more for each node and arc of it. */
static const uint64_t FREE_STEPS = 2000000000;
enum { STEPS_PER_PART = 1000 };

enum { NO_VALUE = UINT16_MAX };

/* Distances being found and written. */
typedef struct distance_search {
    const sg_one_graph *graph;
    const sg_property_parameters *parameters;
    uint16_t *value_of; /* [max_value + 1] number of a distance's value, or NO_VALUE        */
    sg_pair_rows rows;
    bool only_counts; /* pairs are counted and not written                                */
    uint64_t n_counted;
    uint64_t n_steps; /* arcs that were followed                                         */
    uint32_t *queue;  /* [n_nodes] */
    uint32_t *seen;   /* [n_nodes] the last search that reached a node, plus 1               */
} distance_search;

/* ---- Up to 64 nodes ----------------------------------------------------------------------- */

/* There is room for all nodes of the graph. */
static void search_words(distance_search *s, const uint64_t *adjacent, uint32_t start)
{
    uint32_t *sender = s->rows.pairs.sender + s->rows.n_pairs;
    uint16_t *value = s->rows.pairs.value + s->rows.n_pairs;
    uint64_t frontier = (uint64_t)1 << start, seen = frontier;
    size_t n = 0;
    for (uint32_t d = 0; frontier != 0 && d <= s->parameters->max_value; d++) {
        const uint16_t of_distance = s->value_of[d];
        const bool counts = of_distance != NO_VALUE;
        uint64_t next = 0;
        for (uint64_t left = frontier; left != 0; left &= left - 1) {
            const uint32_t u = (uint32_t)__builtin_ctzll(left);
            next |= adjacent[u];
            sender[n] = u; /* overwritten by the next one where the distance does not count */
            value[n] = of_distance;
            n += counts;
        }
        frontier = next & ~seen;
        seen |= next;
    }
    s->rows.n_pairs += (uint32_t)n;
}

static sg_status find_in_words(distance_search *s, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->graph;
    const uint32_t n = graph->n_nodes;
    uint64_t *adjacent = NULL;
    SG_TRY(sg_pair_rows_prepare(&s->rows, graph, scratch, err));
    SG_TAKE(adjacent, scratch, n);
    for (uint32_t v = 0; v < n; v++) {
        adjacent[v] = 0;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            adjacent[v] |= (uint64_t)1 << (graph->neighbor[a] - graph->first);
    }
    for (uint32_t v = graph->first_receiver; v < sg_behind_receivers(graph); v++) {
        SG_TRY(sg_pair_rows_begin(&s->rows, v, n, err));
        search_words(s, adjacent, v);
    }
done:
    return status;
}

/* ---- More nodes --------------------------------------------------------------------------- */

static void search_queue(distance_search *s, uint32_t start)
{
    const sg_one_graph *graph = s->graph;
    const uint32_t mark = start + 1;
    uint32_t head = 0, tail = 0, level_end = 1, d = 0;
    s->queue[tail++] = start;
    s->seen[start] = mark;
    while (head < tail) {
        if (head == level_end) {
            level_end = tail;
            d++;
        }
        const uint32_t u = s->queue[head++];
        if (s->value_of[d] != NO_VALUE) {
            s->n_counted++;
            if (!s->only_counts) sg_pair_rows_add(&s->rows, u, s->value_of[d]);
        }
        /* Nothing is left to be found where all nodes were. */
        if (d == s->parameters->max_value || tail == graph->n_nodes) continue;
        s->n_steps += graph->arc_offset[u + 1] - graph->arc_offset[u];
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t w = graph->neighbor[a] - graph->first;
            if (s->seen[w] == mark) continue;
            s->seen[w] = mark;
            s->queue[tail++] = w;
        }
    }
}

static bool is_wanted(const sg_one_graph *graph, uint32_t v)
{
    return graph->wanted == NULL || graph->wanted[v] != 0;
}

static void forget_searches(distance_search *s)
{
    memset(s->seen, 0, s->graph->n_nodes * sizeof *s->seen);
}

/* Refuse a graph whose pairs or searches are out of proportion. */
static sg_status check_budget(const distance_search *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->graph;
    const uint64_t n_arcs = graph->arc_offset[graph->n_nodes] - graph->arc_offset[0];
    char whose[64];
    if (s->n_counted > sg_pair_budget(graph->n_nodes, n_arcs)) {
        (void)snprintf(whose, sizeof whose, "distance: graph %u", graph->number);
        SG_TRY(sg_pair_budget_require(s->n_counted, graph->n_nodes, n_arcs, whose, err));
    }
    if (s->n_steps <= FREE_STEPS + STEPS_PER_PART * (graph->n_nodes + n_arcs)) goto done;
    (void)snprintf(whose, sizeof whose, "distance: graph %u: %llu steps", graph->number,
                   (unsigned long long)s->n_steps);
    SG_TRY(sg_growth_require(
        s->n_steps, FREE_STEPS + STEPS_PER_PART * (graph->n_nodes + n_arcs), whose, err));
done:
    return status;
}

/* Count the pairs: they may be billions. */
static sg_status count_pairs(distance_search *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->graph;
    forget_searches(s);
    s->only_counts = true;
    for (uint32_t v = graph->first_receiver; v < sg_behind_receivers(graph); v++) {
        SG_TRY(sg_watch_ask(err));
        if (is_wanted(graph, v)) search_queue(s, v);
        SG_TRY(check_budget(s, err));
    }
    s->only_counts = false;
done:
    return status;
}

/* Make room for exactly as many pairs as there are. */
static sg_status prepare_counted(distance_search *s, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->graph;
    if (graph->n_pairs > 0)
        s->n_counted = graph->n_pairs;
    else
        SG_TRY(count_pairs(s, err));
    SG_REQUIRE(s->n_counted <= UINT32_MAX, SG_ELIMIT,
               "distance: graph %u (%u nodes) has more than 2^32-1 pairs; ask for smaller "
               "distances",
               graph->number, graph->n_nodes);
    SG_TRY(sg_pair_rows_prepare_for(&s->rows, graph, (size_t)s->n_counted, scratch, err));
done:
    return status;
}

static sg_status find_by_queue(distance_search *s, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = s->graph;
    const uint32_t n = graph->n_nodes, end = sg_behind_receivers(graph);
    SG_TAKE(s->queue, scratch, n);
    SG_TAKE(s->seen, scratch, n);
    if (n <= SG_PAIRS_SURELY_FIT)
        SG_TRY(sg_pair_rows_prepare(&s->rows, graph, scratch, err));
    else
        SG_TRY(prepare_counted(s, scratch, err));
    forget_searches(s);
    for (uint32_t v = graph->first_receiver; v < end; v++) {
        const size_t left = s->rows.capacity - s->rows.n_pairs;
        SG_TRY(sg_pair_rows_begin(&s->rows, v, left < n ? (uint32_t)left : n, err));
        if (is_wanted(s->graph, v)) search_queue(s, v);
    }
done:
    return status;
}

/* Number the distances that count. */
static sg_status number_values(distance_search *s, sg_key **key, uint32_t *n_values,
                               sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = s->parameters;
    SG_TAKE(s->value_of, scratch, (size_t)p->max_value + 1);
    SG_TAKE(*key, scratch, (size_t)p->max_value + 1);
    *n_values = 0;
    for (uint32_t d = 0; d <= p->max_value; d++) {
        s->value_of[d] = NO_VALUE;
        if (!sg_value_counts(p, d)) continue;
        s->value_of[d] = (uint16_t)*n_values;
        (*key)[(*n_values)++] = sg_key_of(SG_TAG_DISTANCE, &(uint64_t){d}, 1);
    }
done:
    return status;
}

static sg_status count_distances(uint64_t *n_pairs, const sg_property *property,
                                 const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    distance_search s = {.graph = graph, .parameters = &property->parameters};
    sg_key *key = NULL;
    uint32_t n_values = 0;
    SG_TRY(number_values(&s, &key, &n_values, scratch, err));
    SG_TAKE(s.queue, scratch, graph->n_nodes);
    SG_TAKE(s.seen, scratch, graph->n_nodes);
    SG_TRY(count_pairs(&s, err));
    *n_pairs = s.n_counted;
done:
    return status;
}

static sg_status find_distances(sg_pairs *pairs, const sg_property *property,
                                const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    enum { WORD = 64 };
    sg_status status = SG_OK;
    distance_search s = {.graph = graph, .parameters = &property->parameters};
    sg_key *key = NULL;
    uint32_t n_values = 0;
    SG_TRY(number_values(&s, &key, &n_values, scratch, err));
    if (graph->n_nodes <= WORD)
        SG_TRY(find_in_words(&s, scratch, err));
    else
        SG_TRY(find_by_queue(&s, scratch, err));
    *pairs = sg_pair_rows_finish(&s.rows);
    pairs->key = key;
    pairs->n_values = n_values;
done:
    return status;
}

static sg_status list_distances(sg_value_names *names, const sg_property *property,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &property->parameters;
    for (uint32_t d = 0; d <= p->max_value; d++) {
        if (!sg_value_counts(p, d)) continue;
        SG_TRY(sg_value_names_put(names, sg_key_of(SG_TAG_DISTANCE, &(uint64_t){d}, 1).key,
                                  (sg_value_rank){{d, 0}}, err, "distance %u", d));
    }
done:
    return status;
}

const sg_property_kind sg_property_distance = {
    .name = "distance",
    .measure = "distance",
    .series = {SG_TAG_DISTANCE, "distance", 0, 1000},
    .is_distance = true,
    .by_receiver = true,
    .count = count_distances,
    .follows_arcs = true,
    .usage = "distance VALUES",
    .about = "the number of steps between two nodes, 0 for the node itself; pairs that are not "
             "connected have none; in directed graphs steps follow the arcs of the receiver",
    .example = "distance 0..6",
    .radius = sg_radius_of_values,
    .parse = sg_parse_values,
    .find = find_distances,
    .list = list_distances,
};
