/* layout_cycles.c - Horton's minimum cycle basis.
 *
 * Some minimum basis consists of cycles that are an edge and shortest paths from one node to its
 * two ends.  All of these, shortest first, are offered to the cycle space; those that raise its
 * rank are the rings. */
#include "draw/layout_parts.h"
#include "graph/cycle_space.h"

#include <stdlib.h>
#include <string.h>

typedef struct candidate {
    uint32_t length;
    uint32_t root;
    uint32_t u, v; /* the edge */
} candidate;

typedef struct search {
    const sg_cycle_space *space;
    uint32_t n;
    uint32_t *parent;   /* [n][n] towards the root of each row */
    uint32_t *distance; /* [n] */
    uint32_t *queue;    /* [n] */
    candidate *found;
    uint32_t n_found;
} search;

static int compare_candidates(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    if (x->root != y->root) return x->root < y->root ? -1 : 1;
    if (x->u != y->u) return x->u < y->u ? -1 : 1;
    return (x->v > y->v) - (x->v < y->v);
}

static void search_from(search *s, uint32_t root)
{
    const sg_cycle_space *space = s->space;
    uint32_t *parent = s->parent + (size_t)root * s->n, tail = 0;
    for (uint32_t v = 0; v < s->n; v++) parent[v] = UINT32_MAX;
    s->queue[tail++] = parent[root] = root;
    s->distance[root] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        const uint32_t u = s->queue[head];
        for (uint32_t a = space->arc_offset[u]; a < space->arc_offset[u + 1]; a++) {
            const uint32_t w = space->neighbor[a];
            if (parent[w] != UINT32_MAX) continue;
            parent[w] = u;
            s->distance[w] = s->distance[u] + 1;
            s->queue[tail++] = w;
        }
    }
}

/* Whether the paths from u and v meet nowhere before the root. */
static bool paths_apart(const uint32_t *parent, uint32_t root, uint32_t u, uint32_t v)
{
    for (uint32_t x = u; x != root; x = parent[x])
        for (uint32_t y = v; y != root; y = parent[y])
            if (x == y) return false;
    return u != root && v != root;
}

static void collect(search *s, uint32_t root)
{
    const sg_cycle_space *space = s->space;
    const uint32_t *parent = s->parent + (size_t)root * s->n;
    search_from(s, root);
    for (uint32_t u = 0; u < s->n; u++)
        for (uint32_t a = space->arc_offset[u]; a < space->arc_offset[u + 1]; a++) {
            const uint32_t v = space->neighbor[a];
            if (v < u || parent[u] == v || parent[v] == u) continue;
            if (!paths_apart(parent, root, u, v)) continue;
            s->found[s->n_found++] =
                (candidate){s->distance[u] + s->distance[v] + 1, root, u, v};
        }
}

static uint32_t arc_between(const sg_cycle_space *space, uint32_t u, uint32_t v)
{
    uint32_t a = space->arc_offset[u];
    while (space->neighbor[a] != v) a++;
    return a;
}

/* Write the candidate's nodes in order: from u to the root, and on to v. */
static void write_ring(uint32_t *node, const search *s, const candidate *c)
{
    const uint32_t *parent = s->parent + (size_t)c->root * s->n;
    uint32_t n = 0, end = c->length;
    for (uint32_t x = c->u; x != c->root; x = parent[x]) node[n++] = x;
    node[n] = c->root;
    for (uint32_t y = c->v; y != c->root; y = parent[y]) node[--end] = y;
}

static sg_status choose(sg_rings *rings, search *s, sg_cycle_space *space, sg_error *err)
{
    sg_status status = SG_OK;
    rings->n = rings->begin[0] = 0;
    for (uint32_t i = 0; i < s->n_found && space->rank < space->dimension; i++) {
        uint32_t *node = rings->node + rings->begin[rings->n];
        const uint32_t rank = space->rank, length = s->found[i].length;
        bool is_relevant = false;
        write_ring(node, s, &s->found[i]);
        for (uint32_t k = 0; k < length; k++)
            sg_cycle_space_add(space, arc_between(space, node[k], node[(k + 1) % length]));
        SG_TRY(sg_cycle_space_offer(&is_relevant, space, length, err));
        if (space->rank == rank) continue;
        rings->n++;
        rings->begin[rings->n] = rings->begin[rings->n - 1] + length;
    }
done:
    return status;
}

/* The space has numbered the nodes anew; say it in the block's numbers. */
static sg_status rename_nodes(sg_rings *rings, const sg_cycle_space *space,
                              const sg_block_graph *block, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *name = NULL;
    SG_TAKE(name, scratch, block->n_nodes);
    for (uint32_t v = 0; v < block->n_nodes; v++)
        for (uint32_t w = 0; w < block->n_nodes; w++)
            if (block->node[w] == space->node[v]) name[v] = w;
    for (uint32_t i = 0; i < rings->begin[rings->n]; i++) rings->node[i] = name[rings->node[i]];
done:
    return status;
}

sg_status sgi_rings_find(sg_rings *rings, const sg_block_graph *block, sg_scratch *scratch,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = block->n_nodes, n_edges = block->n_arcs / 2;
    sg_cycle_space space = {0};
    search s = {.space = &space, .n = n};

    SG_TRY(sg_cycle_space_prepare(&space, block, scratch, err));
    SG_TAKE(s.parent, scratch, (size_t)n * n);
    SG_TAKE(s.distance, scratch, n);
    SG_TAKE(s.queue, scratch, n);
    SG_TAKE(s.found, scratch, (size_t)n * n_edges);
    SG_TAKE(rings->begin, scratch, (size_t)space.dimension + 1);
    SG_TAKE(rings->node, scratch, ((size_t)space.dimension + 1) * n);
    for (uint32_t root = 0; root < n; root++) collect(&s, root);
    qsort(s.found, s.n_found, sizeof *s.found, compare_candidates);
    SG_TRY(choose(rings, &s, &space, err));
    SG_TRY(rename_nodes(rings, &space, block, scratch, err));
done:
    return status;
}
