/* layout_circle.c - graphs that look the same from every node: nodes in the order of a circle.
 *
 * A graph is circulant if its nodes can be numbered such that whether i and j are neighbors depends
 * on the difference of their numbers alone.  The search numbers nodes one by one, each a neighbor
 * of the one before: what it is to the numbered ones (distance, and number of common neighbors) must
 * be what differences to the first node say.  That leaves hardly ever a choice after the first
 * three nodes, and a budget ends the search where it does. */
#include "draw/layout_parts.h"

#include <string.h>

enum { LARGEST = 200, BUDGET = 200000 };

typedef struct circle_search {
    const sg_block_graph *part;
    uint32_t n;
    uint32_t *bond;  /* [n][n] what a node is to another            */
    bool *is_used;   /* [n]                                         */
    uint32_t *order; /* [n]                                         */
    uint32_t *arc;   /* [n] next arc to try from the node before    */
    long budget;
} circle_search;

/* Whether x may be number i: differences known so far must say what the edges say. */
static bool fits(circle_search *s, uint32_t x, uint32_t i)
{
    const uint32_t *row = s->bond + (size_t)x * s->n;
    const uint32_t *first = s->bond + (size_t)s->order[0] * s->n;
    s->budget -= i;
    for (uint32_t d = 1; d < i; d++)
        if (row[s->order[i - d]] != first[s->order[d]]) return false;
    return true;
}

/* The circle closes if differences d and n - d agree. */
static bool closes(const circle_search *s)
{
    const uint32_t *first = s->bond + (size_t)s->order[0] * s->n;
    for (uint32_t d = 1; d < s->n; d++)
        if (first[s->order[d]] != first[s->order[s->n - d]]) return false;
    return true;
}

/* The next node that may be number i; false where none is left. */
static bool advance(circle_search *s, uint32_t i)
{
    const uint32_t before = s->order[i - 1];
    for (; s->arc[i] < s->part->arc_offset[before + 1]; s->arc[i]++) {
        const uint32_t x = s->part->neighbor[s->arc[i]];
        if (s->is_used[x] || !fits(s, x, i)) continue;
        s->arc[i]++;
        s->order[i] = x;
        s->is_used[x] = true;
        return true;
    }
    return false;
}

static bool search(circle_search *s)
{
    uint32_t i = 1;
    s->order[0] = 0;
    s->is_used[0] = true;
    s->arc[1] = s->part->arc_offset[0];
    while (s->budget > 0) {
        if (advance(s, i)) {
            if (i + 1 < s->n) {
                i++;
                s->arc[i] = s->part->arc_offset[s->order[i - 1]];
                continue;
            }
            if (closes(s)) return true;
            s->is_used[s->order[i]] = false;
            continue;
        }
        if (--i == 0) return false;
        s->is_used[s->order[i]] = false;
    }
    return false;
}

/* bond[u][v] = distance, and above it the number of common neighbors. */
static void find_bonds(uint32_t *bond, const uint16_t *distance, const sg_block_graph *part)
{
    const uint32_t n = part->n_nodes;
    for (size_t i = 0; i < (size_t)n * n; i++) bond[i] = distance[i];
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t a = part->arc_offset[u]; a < part->arc_offset[u + 1]; a++)
            for (uint32_t b = part->arc_offset[u]; b < part->arc_offset[u + 1]; b++)
                bond[(size_t)part->neighbor[a] * n + part->neighbor[b]] += 1024;
}

static bool is_regular(const sg_block_graph *part)
{
    for (uint32_t v = 1; v < part->n_nodes; v++)
        if (sg_part_degree(part, v) != sg_part_degree(part, 0)) return false;
    return true;
}

sg_status sgi_circle_order(uint32_t *order, bool *found, const sg_block_graph *part,
                           sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = part->n_nodes;
    circle_search s = {.part = part, .n = n, .order = order, .budget = BUDGET};
    uint16_t *distance = NULL;
    bool is_found = false;

    if (n >= 3 && n <= LARGEST && is_regular(part)) {
        SG_TAKE(s.bond, scratch, (size_t)n * n);
        SG_TAKE(s.is_used, scratch, n);
        SG_TAKE(s.arc, scratch, n);
        SG_TAKE(distance, scratch, (size_t)n * n);
        memset(s.is_used, 0, n * sizeof *s.is_used);
        sgi_part_distances(distance, s.arc, part);
        find_bonds(s.bond, distance, part);
        is_found = search(&s);
    }
    *found = is_found;
done:
    return status;
}
