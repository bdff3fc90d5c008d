/* distance.c - bounded breadth-first search from every node.
 *
 * Most graphs are molecules of at most 64 nodes: there a set of nodes is one machine word, and a
 * search is a few word operations per node reached.  Larger graphs use a queue. */
#include "invariants/pair_property.h"

#include <string.h>

/* Pairs being written. */
typedef struct pair_writer {
    sg_pairs *pairs;
    uint64_t n;         /* pairs so far                                       */
    uint32_t capacity;  /* 0: only count                                      */
    uint16_t *value_of; /* [max_value + 1] position of a distance in `key`, UINT16_MAX: none */
} pair_writer;

static void write_pair(pair_writer *out, uint32_t sender, uint16_t value)
{
    if (out->capacity > 0) {
        out->pairs->sender[out->n] = sender;
        out->pairs->value[out->n] = value;
    }
    out->n++;
}

/* All pairs of a graph of at most 64 nodes fit into what was reserved. */
static void search_words(pair_writer *out, const uint64_t *adjacent, uint32_t start,
                         const sg_property_parameters *p)
{
    uint32_t *sender = out->pairs->sender + out->n;
    uint16_t *value = out->pairs->value + out->n;
    uint64_t frontier = (uint64_t)1 << start, seen = frontier;
    size_t n = 0;
    for (uint32_t d = 0; frontier != 0 && d <= p->max_value; d++) {
        const uint16_t of_distance = out->value_of[d];
        const bool counts = of_distance != UINT16_MAX;
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
    out->n += n;
}

static sg_status find_in_words(pair_writer *out, const sg_one_graph *graph,
                               const sg_property_parameters *p, sg_scratch *scratch,
                               sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *adjacent = NULL;
    SG_TAKE(adjacent, scratch, graph->n_nodes);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        adjacent[v] = 0;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            adjacent[v] |= (uint64_t)1 << (graph->neighbor[a] - graph->first);
    }
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        out->pairs->row[v] = (uint32_t)out->n;
        search_words(out, adjacent, v, p);
    }
done:
    return status;
}

typedef struct queue_search {
    uint32_t *queue; /* [n_nodes] */
    uint32_t *seen;  /* [n_nodes] the last search that reached a node, plus 1 */
} queue_search;

static void search_queue(pair_writer *out, queue_search *s, const sg_one_graph *graph,
                         uint32_t start, const sg_property_parameters *p)
{
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
        if (out->value_of[d] != UINT16_MAX) write_pair(out, u, out->value_of[d]);
        if (d == p->max_value) continue;
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t w = graph->neighbor[a] - graph->first;
            if (s->seen[w] == mark) continue;
            s->seen[w] = mark;
            s->queue[tail++] = w;
        }
    }
}

static sg_status find_by_queue(pair_writer *out, queue_search *s, const sg_one_graph *graph,
                               const sg_property_parameters *p, sg_error *err)
{
    sg_status status = SG_OK;
    memset(s->seen, 0, graph->n_nodes * sizeof *s->seen);
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        out->pairs->row[v] = (uint32_t)out->n;
        search_queue(out, s, graph, v, p);
        SG_REQUIRE(out->n <= UINT32_MAX, SG_ELIMIT,
                   "distance: graph %u (%u nodes) has more than 2^32-1 pairs; ask for smaller "
                   "distances",
                   graph->number, graph->n_nodes);
    }
done:
    return status;
}

/* All pairs, where they surely fit; else counted first. */
static sg_status reserve_pairs(pair_writer *out, uint32_t n, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TAKE(out->pairs->sender, scratch, n);
    SG_TAKE(out->pairs->value, scratch, n);
    out->capacity = n;
    out->n = 0;
done:
    return status;
}

static sg_status find_pairs(pair_writer *out, const sg_one_graph *graph,
                            const sg_property_parameters *p, sg_scratch *scratch, sg_error *err)
{
    enum { WORD = 64, SURELY_FITS = 512 };
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    queue_search s = {0};
    if (n <= SURELY_FITS && n > 0) SG_TRY(reserve_pairs(out, n * n, scratch, err));
    if (n <= WORD) {
        SG_TRY(find_in_words(out, graph, p, scratch, err));
        goto done;
    }
    SG_TAKE(s.queue, scratch, n);
    SG_TAKE(s.seen, scratch, n);
    SG_TRY(find_by_queue(out, &s, graph, p, err));
    if (out->capacity > 0) goto done;
    SG_TRY(reserve_pairs(out, out->n > 0 ? (uint32_t)out->n : 1, scratch, err));
    SG_TRY(find_by_queue(out, &s, graph, p, err));
done:
    return status;
}

static sg_status find_distances(sg_pairs *pairs, const sg_property *property,
                                const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &property->parameters;
    pair_writer out = {.pairs = pairs};
    SG_TAKE(pairs->row, scratch, (size_t)graph->n_nodes + 1);
    SG_TAKE(out.value_of, scratch, (size_t)p->max_value + 1);
    SG_TAKE(pairs->key, scratch, (size_t)p->max_value + 1);
    pairs->n_values = 0;
    for (uint32_t d = 0; d <= p->max_value; d++) {
        out.value_of[d] = UINT16_MAX;
        if (!sg_value_counts(p, d)) continue;
        out.value_of[d] = (uint16_t)pairs->n_values;
        pairs->key[pairs->n_values++] = sg_key_of(SG_TAG_DISTANCE, &(uint64_t){d}, 1);
    }
    SG_TRY(find_pairs(&out, graph, p, scratch, err));
    pairs->row[graph->n_nodes] = (uint32_t)out.n;
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
    .is_distance = true,
    .usage = "distance VALUES",
    .about = "the number of steps between two nodes, 0 for the node itself; pairs that are not "
             "connected have none",
    .example = "distance 0..6",
    .parse = sg_parse_values,
    .find = find_distances,
    .list = list_distances,
};
