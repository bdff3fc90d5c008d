/* blocks.c - one depth-first search.
 *
 * The search keeps the nodes it has met on a stack.  When it leaves node u for the node above and
 * nothing below u leads higher than that, the nodes from u to the top of the stack and the node
 * above u are one block.  So every node leaves the stack once, with the block towards the root,
 * and that block owns its edges to nodes met earlier: which is how the edges of all blocks are
 * found in linear time although a node may belong to many blocks. */
#include "graph/blocks.h"

#include "base/observer.h"

#include <string.h>

typedef struct visit {
    const sg_one_graph *graph;
    sg_blocks *blocks;
    uint32_t *low;  /* [n_nodes] earliest node that can be reached from below       */
    uint32_t *next; /* [n_nodes] first arc not yet followed                         */
    uint32_t *n_up; /* [n_nodes] edges to nodes met earlier                         */
    uint32_t *path; /* [n_nodes] from the root to where the search is               */
    uint32_t *met;  /* [n_nodes] stack of nodes that are in no block yet            */
    uint32_t path_size;
    uint32_t met_size;
    uint32_t n_met;
    uint64_t n_turns; /* of all searches: entered and left nodes                    */
} visit;

static void enter(visit *s, uint32_t u)
{
    s->blocks->order[u] = s->low[u] = ++s->n_met;
    s->next[u] = s->graph->arc_offset[u];
    s->n_up[u] = 0;
    s->path[s->path_size++] = u;
    s->met[s->met_size++] = u;
}

/* Take the nodes from u on off the stack; together with `above` they are a block, or a single
 * edge that is on no cycle. */
static void close_block(visit *s, uint32_t u, uint32_t above)
{
    sg_blocks *blocks = s->blocks;
    uint32_t v, n_edges = 0, end = blocks->begin[blocks->n_blocks];
    if (s->met[s->met_size - 1] == u) {
        s->met_size--;
        return;
    }
    do {
        v = s->met[--s->met_size];
        n_edges += s->n_up[v];
        blocks->node[end++] = v;
    } while (v != u);
    blocks->node[end++] = above;
    blocks->n_edges[blocks->n_blocks++] = n_edges;
    blocks->begin[blocks->n_blocks] = end;
}

static void leave(visit *s, uint32_t u)
{
    s->path_size--;
    if (s->path_size == 0) {
        s->met_size--; /* the root itself */
        return;
    }
    const uint32_t above = s->path[s->path_size - 1];
    if (s->low[u] >= s->blocks->order[above])
        close_block(s, u, above);
    else if (s->low[u] < s->low[above])
        s->low[above] = s->low[u];
}

/* False where somebody stops it. */
static bool search(visit *s, uint32_t root)
{
    const sg_one_graph *graph = s->graph;
    const uint32_t *order = s->blocks->order;
    enter(s, root);
    while (s->path_size > 0) {
        if (sg_watch_ask_at(++s->n_turns, NULL) != SG_OK) return false;
        const uint32_t u = s->path[s->path_size - 1];
        const uint32_t above = s->path_size > 1 ? s->path[s->path_size - 2] : u;
        const uint32_t end = graph->arc_offset[u + 1];
        uint32_t a = s->next[u], down = UINT32_MAX;
        for (; a < end && down == UINT32_MAX; a++) {
            const uint32_t w = graph->neighbor[a] - graph->first;
            if (order[w] == 0) {
                down = w;
            } else if (order[w] < order[u]) {
                s->n_up[u]++;
                if (w != above && order[w] < s->low[u]) s->low[u] = order[w];
            }
        }
        s->next[u] = a;
        if (down != UINT32_MAX)
            enter(s, down);
        else
            leave(s, u);
    }
    return true;
}

sg_status sg_blocks_find(sg_blocks *blocks, const sg_one_graph *graph, sg_scratch *scratch,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    sg_blocks found = {0};
    visit s = {.graph = graph, .blocks = &found};
    SG_TAKE(found.begin, scratch, (size_t)n + 1);
    SG_TAKE(found.node, scratch, (size_t)n * 2); /* every block has a node that is its own */
    SG_TAKE(found.n_edges, scratch, n);
    SG_TAKE(found.order, scratch, n);
    SG_TAKE(found.place, scratch, n);
    SG_TAKE(s.low, scratch, n);
    SG_TAKE(s.next, scratch, n);
    SG_TAKE(s.n_up, scratch, n);
    SG_TAKE(s.path, scratch, n);
    SG_TAKE(s.met, scratch, n);
    found.begin[0] = 0;
    memset(found.order, 0, n * sizeof *found.order);
    for (uint32_t v = 0; v < n; v++)
        if (found.order[v] == 0 && !search(&s, v)) SG_TRY(sg_watch_ask(err));
    *blocks = found;
done:
    return status;
}

/* Call the block's nodes 0, 1, 2, ... in `place` and count the arcs of each, two places late in
 * `offset`: once summed up, offset[v + 1] is where the first arc of v goes. */
static void count_arcs(uint32_t *offset, const sg_blocks *blocks, uint32_t b,
                       const sg_one_graph *graph)
{
    const uint32_t *node = blocks->node + blocks->begin[b], n = sg_block_size(blocks, b);
    uint32_t *place = blocks->place;
    const uint32_t *order = blocks->order;
    for (uint32_t i = 0; i < n; i++) place[node[i]] = i;
    memset(offset, 0, ((size_t)n + 2) * sizeof *offset);
    for (uint32_t i = 0; i + 1 < n && sg_watch_ask_at(i + 1, NULL) == SG_OK; i++) {
        const uint32_t u = node[i];
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t w = graph->neighbor[a] - graph->first;
            if (order[w] > order[u]) continue;
            offset[i + 2]++;
            offset[place[w] + 2]++;
        }
    }
    for (uint32_t i = 0; i < n; i++) offset[i + 2] += offset[i + 1];
}

sg_status sg_block_cut(sg_block_graph *part, const sg_blocks *blocks, uint32_t b,
                       const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *order = blocks->order, *place = blocks->place;
    sg_block_graph cut = {.n_nodes = sg_block_size(blocks, b),
                          .n_arcs = 2 * blocks->n_edges[b],
                          .node = blocks->node + blocks->begin[b]};
    SG_TAKE(cut.arc_offset, scratch, (size_t)cut.n_nodes + 2);
    SG_TAKE(cut.neighbor, scratch, cut.n_arcs);
    count_arcs(cut.arc_offset, blocks, b, graph);
    SG_TRY(sg_watch_ask(err));
    for (uint32_t i = 0; i + 1 < cut.n_nodes; i++) {
        const uint32_t u = cut.node[i];
        SG_TRY(sg_watch_ask_at(i + 1, err));
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t w = graph->neighbor[a] - graph->first;
            if (order[w] > order[u]) continue;
            cut.neighbor[cut.arc_offset[i + 1]++] = place[w];
            cut.neighbor[cut.arc_offset[place[w] + 1]++] = i;
        }
    }
    *part = cut;
done:
    return status;
}
