/* isomorphism.c - color refinement and a search above it.
 *
 * Both graphs are refined as one, so nodes that correspond are in one cell always and nothing is
 * overlooked.  Nodes may be in one cell by chance (equitable.c); that only makes the search longer,
 * since what it finds is checked edge by edge.
 *
 * Where refinement leaves several nodes of a graph in a cell, the first of them in one graph gets a
 * cell with each of them in the other graph in turn; then both are refined again.  One of these
 * attempts must succeed where the graphs are the same.  Where the nodes of a cell have the very same
 * neighbors, like the leaves of a star, any order of them is as good as another, and all of them get
 * partners at once.
 *
 * Reference: McKay and Piperno, Practical graph isomorphism II, J. Symb. Comput. 60 (2014). */
#include "graph/isomorphism.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"
#include "graph/equitable.h"
#include "graph/marks.h"

#include <stdlib.h>
#include <string.h>

/* Nodes of partitions that a search may keep, half a gigabyte of them; beyond, it gives up. */
static const uint64_t MOST_KEPT = UINT64_C(1) << 26;

/* ---- One or two graphs side by side ------------------------------------------------------------ */

typedef struct canvas {
    uint32_t n_graphs;
    uint32_t first[3];  /* [n_graphs + 1] first node of each graph         */
    uint32_t *offset;   /* [n_nodes + 1] first arc of a node               */
    uint32_t *neighbor; /* [n_arcs] nodes of the canvas, ascending         */
    uint64_t *arc;      /* [n_arcs] labels of the arc and of the one back  */
    uint64_t *label;    /* [n_nodes] of nodes                              */
    sg_equitable parts;
} canvas;

static void canvas_close(canvas *c)
{
    sg_equitable_close(&c->parts);
    sg_free(c->offset);
    sg_free(c->neighbor);
    sg_free(c->arc);
    sg_free(c->label);
}

static void draw_graph(canvas *c, const sg_graph_view *view, uint32_t g, uint32_t place)
{
    const sg_one_graph one = sg_view_graph(view, g);
    const uint32_t to = c->first[place];
    uint32_t n_arcs = c->offset[to];
    c->first[place + 1] = to + one.n_nodes;
    for (uint32_t v = 0; v < one.n_nodes; v++) {
        c->label[to + v] = sg_node_mark(&one, v);
        for (uint32_t a = one.arc_offset[v]; a < one.arc_offset[v + 1]; a++, n_arcs++) {
            c->neighbor[n_arcs] = one.neighbor[a] - one.first + to;
            c->arc[n_arcs] = sg_arc_mark(&one, v, a);
        }
        c->offset[to + v + 1] = n_arcs;
    }
}

static sg_status canvas_open(canvas *c, const sg_graph_view *view, const uint32_t *number,
                             uint32_t n_graphs, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = view->graph;
    size_t n_nodes = 0, n_arcs = 0;
    c->n_graphs = n_graphs;
    for (uint32_t i = 0; i < n_graphs; i++) {
        const uint32_t begin = graph->graph_offset[number[i]],
                       end = graph->graph_offset[number[i] + 1];
        n_nodes += end - begin;
        n_arcs += graph->arc_offset[end] - graph->arc_offset[begin];
    }
    SG_ALLOC(c->offset, n_nodes + 1);
    SG_ALLOC(c->neighbor, n_arcs);
    SG_ALLOC(c->arc, n_arcs);
    SG_ALLOC(c->label, n_nodes);
    for (uint32_t i = 0; i < n_graphs; i++) draw_graph(c, view, number[i], i);
    SG_TRY(sg_equitable_open(&c->parts, c->first[n_graphs], c->offset, c->neighbor, c->arc,
                             c->label, err));
done:
    return status;
}

/* ---- Key --------------------------------------------------------------------------------------- */

/* The cells in their order, each with its label and its arcs to all cells: one node speaks for all. */
static uint64_t hash_cells(const canvas *c)
{
    const sg_equitable *p = &c->parts;
    uint64_t key = p->n;
    for (uint32_t cell = 0; cell < p->n; cell += p->size[cell]) {
        const uint32_t v = p->order[cell];
        uint64_t arcs = 0;
        for (uint32_t a = c->offset[v]; a < c->offset[v + 1]; a++)
            arcs += sg_hash_words((uint64_t[]){c->arc[a], p->cell[c->neighbor[a]]}, 2);
        key = sg_hash_words((uint64_t[]){key, p->size[cell], c->label[v], arcs}, 4);
    }
    return key;
}

sg_status sg_graph_key(uint64_t *key, const sg_graph_view *view, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    canvas c = {0};
    SG_TRY(canvas_open(&c, view, &g, 1, err));
    sg_equitable_refine(&c.parts);
    *key = hash_cells(&c);
done:
    canvas_close(&c);
    return status;
}

/* ---- Search ------------------------------------------------------------------------------------ */

/* A node whose part is being looked for. */
typedef struct level {
    uint32_t *order, *cell; /* [n_nodes] of the partition before it got a cell with its part */
    uint32_t node;          /* of the first graph                                           */
    uint32_t next;          /* place in `order` of the next node that is tried              */
} level;

typedef struct search {
    canvas c;
    level *stack; /* [depth] */
    size_t depth, capacity;
    uint32_t *part; /* [n] node of the second graph for each of the first */
    uint64_t n_steps;
} search;

static void level_free(level *l)
{
    sg_free(l->order);
    sg_free(l->cell);
}

static void search_close(search *s)
{
    for (size_t i = 0; i < s->depth; i++) level_free(&s->stack[i]);
    sg_free(s->stack);
    sg_free(s->part);
    canvas_close(&s->c);
}

static bool is_mine(const search *s, uint32_t v)
{
    return v < s->c.first[1];
}

/* Refine; false where a cell has more nodes of one graph, which are different then. */
static bool refine(search *s)
{
    const sg_equitable *p = &s->c.parts;
    sg_equitable_refine(&s->c.parts);
    for (uint32_t cell = 0; cell < p->n; cell += p->size[cell]) {
        uint32_t n_mine = 0;
        for (uint32_t i = 0; i < p->size[cell]; i++) n_mine += is_mine(s, p->order[cell + i]);
        if (2 * n_mine != p->size[cell]) return false;
    }
    return true;
}

/* The first of the cells that have the fewest nodes, but more than one of each graph; p->n where there
 * is none. */
static uint32_t choose_cell(const sg_equitable *p)
{
    uint32_t best = p->n;
    for (uint32_t cell = 0; cell < p->n; cell += p->size[cell])
        if (p->size[cell] > 2 && (best == p->n || p->size[cell] < p->size[best])) best = cell;
    return best;
}

static bool same_arcs(const search *s, uint32_t v)
{
    const canvas *c = &s->c;
    const uint32_t w = s->part[v], n = c->offset[v + 1] - c->offset[v];
    if (c->offset[w + 1] - c->offset[w] != n) return false;
    for (uint32_t a = c->offset[v]; a < c->offset[v + 1]; a++) {
        const uint32_t wanted = s->part[c->neighbor[a]];
        const uint32_t *found =
            bsearch(&wanted, c->neighbor + c->offset[w], n, sizeof wanted, sg_compare_u32);
        if (found == NULL || c->arc[found - c->neighbor] != c->arc[a]) return false;
    }
    return true;
}

/* Whether both graphs are the same if the two nodes of each cell are. */
static bool check_parts(search *s)
{
    const canvas *c = &s->c;
    const sg_equitable *p = &c->parts;
    for (uint32_t cell = 0; cell < p->n; cell += 2) {
        const uint32_t v = p->order[cell], w = p->order[cell + 1];
        if (c->label[v] != c->label[w]) return false;
        s->part[is_mine(s, v) ? v : w] = is_mine(s, v) ? w : v;
    }
    for (uint32_t v = 0; v < c->first[1]; v++)
        if (!same_arcs(s, v)) return false;
    return true;
}

static bool same_neighbors(const canvas *c, uint32_t v, uint32_t w)
{
    const uint32_t n = c->offset[v + 1] - c->offset[v];
    if (c->offset[w + 1] - c->offset[w] != n) return false;
    for (uint32_t i = 0; i < n; i++)
        if (c->neighbor[c->offset[v] + i] != c->neighbor[c->offset[w] + i] ||
            c->arc[c->offset[v] + i] != c->arc[c->offset[w] + i])
            return false;
    return true;
}

/* Whether all nodes that the first graph has in a cell can change places. */
static bool are_twins(const search *s, uint32_t cell)
{
    const sg_equitable *p = &s->c.parts;
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < p->size[cell]; i++) {
        const uint32_t v = p->order[cell + i];
        if (!is_mine(s, v)) continue;
        if (first == UINT32_MAX)
            first = v;
        else if (s->c.label[v] != s->c.label[first] || !same_neighbors(&s->c, first, v))
            return false;
    }
    return true;
}

/* Split a cell into pairs of one node of each graph, whichever. */
static void pair_off(search *s, uint32_t cell)
{
    sg_equitable *p = &s->c.parts;
    const uint32_t end = cell + p->size[cell];
    uint32_t place[2] = {cell, cell + 1}; /* where the next node of each graph goes */
    for (;;) {
        while (place[0] < end && is_mine(s, p->order[place[0]])) place[0] += 2;
        while (place[1] < end && !is_mine(s, p->order[place[1]])) place[1] += 2;
        if (place[0] >= end) break;
        sg_equitable_move(p, p->order[place[0]], place[1]);
    }
    for (uint32_t pair = end - 2; pair > cell; pair -= 2) sg_equitable_part(p, cell, 2);
}

/* Pair the twins of all cells; whether there were any. */
static bool pair_twins(search *s)
{
    const sg_equitable *p = &s->c.parts;
    bool any = false;
    for (uint32_t cell = 0, end = 0; cell < p->n; cell = end) {
        end = cell + p->size[cell];
        if (end - cell <= 2 || !are_twins(s, cell)) continue;
        pair_off(s, cell);
        any = true;
    }
    return any;
}

static sg_status descend(search *s, uint32_t cell, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_equitable *p = &s->c.parts;
    SG_TRY(sg_grow(&s->stack, &s->capacity, s->depth + 1, sizeof *s->stack, err));
    level *l = &s->stack[s->depth++];
    *l = (level){.next = cell, .node = p->order[cell]};
    SG_ALLOC(l->order, p->n);
    SG_ALLOC(l->cell, p->n);
    sg_equitable_save(l->order, l->cell, p);
    for (uint32_t i = cell; !is_mine(s, l->node); i++) l->node = p->order[i];
done:
    return status;
}

/* Try the next node for the last of the open ones, going back where none is left; false where none is
 * left at all. */
static bool advance(search *s, uint64_t budget)
{
    sg_equitable *p = &s->c.parts;
    while (s->depth > 0) {
        level *l = &s->stack[s->depth - 1];
        const uint32_t cell = l->cell[l->node];
        while (l->next < p->n && is_mine(s, l->order[l->next])) l->next++;
        if (l->next == p->n || l->cell[l->order[l->next]] != cell) {
            level_free(l);
            s->depth--;
            continue;
        }
        if (s->n_steps++ == budget || sg_watch_ask(NULL) != SG_OK) return true;
        sg_equitable_restore(p, l->order, l->cell);
        const uint32_t end = cell + p->size[cell], other = l->order[l->next++];
        sg_equitable_move(p, l->node, end - 1);
        sg_equitable_move(p, other, end - 2);
        sg_equitable_part(p, cell, 2);
        if (refine(s)) return true;
    }
    return false;
}

static sg_status run(sg_sameness *same, search *s, uint64_t budget, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_equitable *p = &s->c.parts;
    bool possible = refine(s);
    while (possible) {
        SG_TRY(sg_watch_ask(err));
        if (s->n_steps > budget || s->depth * p->n > MOST_KEPT) {
            *same = SG_UNDECIDED;
            goto done;
        }
        if (pair_twins(s) && !refine(s)) {
            possible = advance(s, budget);
            continue;
        }
        const uint32_t cell = choose_cell(p);
        if (cell < p->n) {
            SG_TRY(descend(s, cell, err));
        } else if (check_parts(s)) {
            *same = SG_SAME;
            goto done;
        }
        possible = advance(s, budget);
    }
    *same = SG_DIFFERENT;
done:
    return status;
}

sg_status sg_graphs_same(sg_sameness *same, const sg_graph_view *view, uint32_t g, uint32_t h,
                         uint64_t budget, sg_error *err)
{
    sg_status status = SG_OK;
    search s = {0};
    sg_sameness found = SG_DIFFERENT;
    SG_TRY(canvas_open(&s.c, view, (uint32_t[]){g, h}, 2, err));
    if (s.c.first[1] == s.c.first[2] - s.c.first[1]) {
        SG_ALLOC(s.part, s.c.first[1]);
        SG_TRY(run(&found, &s, budget, err));
    }
    *same = found;
done:
    search_close(&s);
    return status;
}
