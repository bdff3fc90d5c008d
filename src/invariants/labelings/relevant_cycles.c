/* relevant_cycles.c - Vismara's families, shortest first.
 *
 * A relevant cycle has a highest node, its root.  Seen from there both its halves are shortest
 * paths, so it is found by a search from the root among lower nodes: two nodes p and q in
 * different branches of the search tree that are adjacent (odd length), or have a common neighbor
 * one step farther (even length).  The paths of the tree to p and q make the cycle that stands
 * for its family; if it is no sum of shorter cycles, neither is any other of the family, and no
 * path to p meets a path to q.
 *
 * Families must be tested by ascending length, but to sort them they would have to be kept, and
 * dense graphs have too many.  So one round of searches only notes which lengths occur at which
 * root, and each length gets a round of its own.  Searches go 3 steps deep at first (rings of up
 * to 6 nodes), then 6, 12, ... until the cycles found generate all others.  Roots are taken from
 * the last, which has most neighbors, so that in a dense graph this happens at once. */
#include "invariants/labelings/relevant_cycles.h"

#include "base/observer.h"
#include "graph/cycle_space.h"

/* 256 MB for the basis of one graph. */
#define MAX_STORED_WORDS ((uint64_t)1 << 25)

#define TOO_MANY "ring: graph %u has 2^64 or more rings of %u nodes; use cycles:MAX instead"

typedef struct ring_search {
    sg_cycle_space space; /* also the graph           */
    sg_ring_tally *tally;
    uint32_t graph_number; /* for messages             */
    uint32_t length;       /* of the cycles looked for */

    uint32_t root;
    uint32_t *distance;   /* [n_nodes] from the root, UINT32_MAX: not reached               */
    uint32_t *parent;     /* [n_nodes] in the search tree                                   */
    uint32_t *parent_arc; /* [n_nodes]                                                      */
    uint32_t *branch;     /* [n_nodes] the child of the root that a node lies below         */
    uint32_t *queue;      /* [n_reached]                                                    */
    uint32_t n_reached;
    uint64_t *n_paths; /* [n_nodes] shortest paths from the root, if paths_known           */
    bool paths_known;

    uint64_t *lengths;  /* [n_nodes] bit L % 64: a cycle of length L may have this root    */
    uint32_t *near;     /* [n_nodes] arcs from a node back to the nodes before it          */
    uint32_t *on_path;  /* [n_nodes] nodes on paths to one node                            */
    uint64_t *n_onward; /* [n_nodes] paths from a node on to that node; 0 between uses     */
    uint64_t steps;     /* not yet spent                                                   */
} ring_search;

/* Two nodes from which the cycle is closed, by one edge or two. */
typedef struct family {
    uint32_t p, q;
    uint32_t opposite;     /* the node between p and q, or UINT32_MAX */
    uint32_t arc, arc_too; /* equal where there is one edge           */
} family;

/* Search from `root` among lower nodes.  Returns the lengths of the cycles that are closed at
 * most `depth` steps away, as bits modulo 64. */
static uint64_t search_from(ring_search *s, uint32_t root, uint32_t depth)
{
    const uint32_t *offset = s->space.arc_offset, *neighbor = s->space.neighbor;
    uint32_t tail = 0;
    uint64_t lengths = 0;
    for (uint32_t i = 0; i < s->n_reached; i++) s->distance[s->queue[i]] = UINT32_MAX;
    s->root = root;
    s->paths_known = false;
    s->queue[tail++] = root;
    s->distance[root] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        const uint32_t u = s->queue[head], d = s->distance[u];
        if (d == depth) break;
        for (uint32_t a = offset[u]; a < offset[u + 1] && neighbor[a] < root; a++) {
            const uint32_t w = neighbor[a];
            if (s->distance[w] == UINT32_MAX) {
                s->distance[w] = d + 1;
                s->parent[w] = u;
                s->parent_arc[w] = a;
                s->branch[w] = u == root ? w : s->branch[u];
                s->queue[tail++] = w;
            } else if (s->branch[w] != s->branch[u]) {
                lengths |= (uint64_t)1 << ((d + s->distance[w] + 1) % 64);
            }
        }
        s->steps += offset[u + 1] - offset[u];
    }
    s->n_reached = tail;
    return lengths;
}

/* a *= b, or false where that is 2^64 or more. */
static bool multiply(uint64_t *a, uint64_t b)
{
    return !__builtin_mul_overflow(*a, b, a);
}

/* Shortest paths from the root to every node reached. */
static bool count_paths(ring_search *s)
{
    const uint32_t *offset = s->space.arc_offset, *neighbor = s->space.neighbor;
    for (uint32_t i = 1; i < s->n_reached; i++) {
        const uint32_t v = s->queue[i], d = s->distance[v];
        uint64_t sum = d == 1;
        for (uint32_t a = offset[v]; a < offset[v + 1] && neighbor[a] < s->root; a++)
            if (s->distance[neighbor[a]] + 1 == d &&
                __builtin_add_overflow(sum, s->n_paths[neighbor[a]], &sum))
                return false;
        s->n_paths[v] = sum;
    }
    s->paths_known = true;
    return true;
}

/* Count the cycles of a family at the nodes on the shortest paths between the root and p; each
 * such path is in `others` of them. */
static sg_status count_side(ring_search *s, uint32_t p, uint64_t others, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *offset = s->space.arc_offset, *neighbor = s->space.neighbor;
    uint32_t n = 0;
    s->on_path[n++] = p;
    s->n_onward[p] = 1;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t v = s->on_path[i], d = s->distance[v];
        uint64_t rings = s->n_paths[v];
        SG_REQUIRE(multiply(&rings, s->n_onward[v]) && multiply(&rings, others), SG_ELIMIT,
                   TOO_MANY, s->graph_number, s->length);
        SG_TRY(sg_ring_tally_add(s->tally, s->space.node[v], s->length, rings, err));
        for (uint32_t a = offset[v]; d > 1 && a < offset[v + 1] && neighbor[a] < s->root; a++) {
            const uint32_t u = neighbor[a];
            if (s->distance[u] + 1 != d) continue;
            if (s->n_onward[u] == 0) s->on_path[n++] = u;
            s->n_onward[u] += s->n_onward[v]; /* at most n_paths[p] */
        }
        s->steps += offset[v + 1] - offset[v];
    }
    for (uint32_t i = 0; i < n; i++) s->n_onward[s->on_path[i]] = 0;
done:
    return status;
}

static sg_status count_family(ring_search *s, const family *f, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(s->paths_known || count_paths(s), SG_ELIMIT, TOO_MANY, s->graph_number,
               s->length);
    const uint64_t n_p = s->n_paths[f->p], n_q = s->n_paths[f->q];
    uint64_t rings = n_p;
    SG_REQUIRE(multiply(&rings, n_q), SG_ELIMIT, TOO_MANY, s->graph_number, s->length);
    SG_TRY(sg_ring_tally_add(s->tally, s->space.node[s->root], s->length, rings, err));
    if (f->opposite != UINT32_MAX)
        SG_TRY(sg_ring_tally_add(s->tally, s->space.node[f->opposite], s->length, rings, err));
    SG_TRY(count_side(s, f->p, n_q, err));
    SG_TRY(count_side(s, f->q, n_p, err));
done:
    return status;
}

static void add_tree_path(ring_search *s, uint32_t v)
{
    for (; v != s->root; v = s->parent[v]) sg_cycle_space_add(&s->space, s->parent_arc[v]);
}

/* No test is needed where there are no shorter cycles, and none of this length is missing. */
static sg_status is_relevant(bool *relevant, ring_search *s, const family *f, sg_error *err)
{
    if (s->space.rank == s->space.dimension && s->space.shortest == s->length) {
        *relevant = true;
        return SG_OK;
    }
    add_tree_path(s, f->p);
    add_tree_path(s, f->q);
    sg_cycle_space_add(&s->space, f->arc);
    if (f->arc_too != f->arc) sg_cycle_space_add(&s->space, f->arc_too);
    return sg_cycle_space_offer(relevant, &s->space, s->length, err);
}

static sg_status try_family(ring_search *s, const family *f, sg_error *err)
{
    sg_status status = SG_OK;
    bool relevant = false;
    SG_TRY(is_relevant(&relevant, s, f, err));
    if (relevant) SG_TRY(count_family(s, f, err));
    s->steps += s->length;
done:
    return status;
}

/* Cycles that end with an edge between y and a lower node at the same distance. */
static sg_status try_odd(ring_search *s, uint32_t y, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_cycle_space *space = &s->space;
    for (uint32_t a = space->arc_offset[y], end = space->arc_offset[y + 1];
         a < end && space->neighbor[a] < y; a++) {
        const uint32_t z = space->neighbor[a];
        if (s->distance[z] != s->distance[y] || s->branch[z] == s->branch[y]) continue;
        const family f = {y, z, UINT32_MAX, a, a};
        SG_TRY(try_family(s, &f, err));
    }
done:
    return status;
}

/* Cycles in which y is opposite to the root. */
static sg_status try_even(ring_search *s, uint32_t y, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *offset = s->space.arc_offset, *neighbor = s->space.neighbor;
    uint32_t n = 0;
    for (uint32_t a = offset[y]; a < offset[y + 1] && neighbor[a] < s->root; a++)
        if (s->distance[neighbor[a]] + 1 == s->distance[y]) s->near[n++] = a;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            const family f = {neighbor[s->near[i]], neighbor[s->near[j]], y, s->near[i],
                              s->near[j]};
            if (s->branch[f.p] != s->branch[f.q]) SG_TRY(try_family(s, &f, err));
        }
done:
    return status;
}

/* All families of length s->length with this root. */
static sg_status try_root(ring_search *s, uint32_t root, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t half = s->length / 2;
    search_from(s, root, half);
    for (uint32_t i = s->n_reached; i > 0 && s->distance[s->queue[i - 1]] == half; i--) {
        const uint32_t y = s->queue[i - 1];
        SG_TRY(s->length % 2 == 1 ? try_odd(s, y, err) : try_even(s, y, err));
    }
done:
    return status;
}

/* Count what was done since the last call. */
static sg_status spend(ring_search *s, const sg_labeling *labeling, const sg_label_work *work,
                       sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(s->space.n_stored <= MAX_STORED_WORDS, SG_ELIMIT,
               "ring: graph %u is too dense for a basis of its rings; use cycles:MAX instead",
               s->graph_number);
    SG_TRY(sg_budget_spend(work, labeling, s->steps + s->space.steps, err));
    s->steps = s->space.steps = 0;
done:
    return status;
}

/* Note which lengths occur at which root, up to 2 * depth; returns all of them. */
static uint64_t note_lengths(ring_search *s, uint32_t depth)
{
    uint64_t lengths = 0;
    for (uint32_t root = 0; root < s->space.n_nodes && sg_watch_ask(NULL) == SG_OK; root++)
        lengths |= s->lengths[root] = search_from(s, root, depth);
    return lengths;
}

static sg_status take_arrays(ring_search *s, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = s->space.n_nodes;
    SG_TAKE(s->distance, scratch, n);
    SG_TAKE(s->parent, scratch, n);
    SG_TAKE(s->parent_arc, scratch, n);
    SG_TAKE(s->branch, scratch, n);
    SG_TAKE(s->queue, scratch, n);
    SG_TAKE(s->n_paths, scratch, n);
    SG_TAKE(s->lengths, scratch, n);
    SG_TAKE(s->near, scratch, n);
    SG_TAKE(s->on_path, scratch, n);
    SG_TAKE(s->n_onward, scratch, n);
    for (uint32_t v = 0; v < n; v++) {
        s->distance[v] = UINT32_MAX;
        s->branch[v] = v;
        s->n_onward[v] = 0;
    }
done:
    return status;
}

sg_status sg_relevant_cycles_count(sg_ring_tally *tally, const sg_block_graph *block,
                                   const sg_labeling *labeling, const sg_label_work *work,
                                   sg_error *err)
{
    enum { FIRST_DEPTH = 3, SHORTEST = 3 };
    sg_status status = SG_OK;
    ring_search s = {.tally = tally, .graph_number = work->graph->number};
    SG_TRY(sg_cycle_space_prepare(&s.space, block, work->scratch, err));
    SG_TRY(take_arrays(&s, work->scratch, err));
    s.length = SHORTEST;
    for (uint32_t depth = FIRST_DEPTH; s.space.rank < s.space.dimension; depth *= 2) {
        const uint64_t lengths = note_lengths(&s, depth);
        SG_TRY(spend(&s, labeling, work, err));
        for (; s.length <= 2 * depth && s.space.rank < s.space.dimension; s.length++) {
            if ((lengths >> (s.length % 64) & 1) == 0) continue;
            for (uint32_t root = s.space.n_nodes; root-- > 0;) {
                if ((s.lengths[root] >> (s.length % 64) & 1) == 0) continue;
                SG_TRY(try_root(&s, root, err));
                SG_TRY(spend(&s, labeling, work, err));
            }
        }
    }
done:
    return status;
}
