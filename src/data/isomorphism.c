/* isomorphism.c - color refinement and a search above it.
 *
 * Colors are hashes of what a node has seen so far, so those of two graphs can be compared.  Two
 * colors may be equal by chance; that only makes the search longer, since what it finds is checked
 * edge by edge.  Nodes that correspond have equal colors always, so nothing is overlooked.
 *
 * Where refinement leaves several nodes of a color, the first of them in one graph is given a color of
 * its own, and each of them in the other graph in turn; then both are refined again.  One of these
 * attempts must succeed where the graphs are the same.  Where the nodes of a color have the very same
 * neighbors, like the leaves of a star, any order of them is as good as another, and all of them get
 * colors of their own at once.
 *
 * Reference: McKay and Piperno, Practical graph isomorphism II, J. Symb. Comput. 60 (2014). */
#include "data/isomorphism.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Colors that a search may keep, half a gigabyte of them; beyond, it gives up. */
static const uint64_t MOST_KEPT = UINT64_C(1) << 26;

/* ---- One or two graphs side by side ------------------------------------------------------------ */

typedef struct canvas {
    uint32_t n_graphs;
    uint32_t first[3];      /* [n_graphs + 1] first node of each graph                       */
    uint32_t *offset;       /* [n_nodes + 1] first arc of a node                             */
    uint32_t *neighbor;     /* [n_arcs] nodes of the canvas, ascending                       */
    uint64_t *arc;          /* [n_arcs] labels of the arc and of the one back                */
    uint64_t *label;        /* [n_nodes] of nodes                                            */
    uint64_t *color, *next; /* [n_nodes]                                                 */
    uint64_t *word;         /* [max(most arcs of a node, n_nodes) + 2] scratch               */
} canvas;

static void canvas_close(canvas *c)
{
    sg_free(c->offset);
    sg_free(c->neighbor);
    sg_free(c->arc);
    sg_free(c->label);
    sg_free(c->color);
    sg_free(c->next);
    sg_free(c->word);
}

static uint32_t count_nodes(const canvas *c)
{
    return c->first[c->n_graphs];
}

static uint64_t hash_labels(const int32_t *label, uint32_t width, const sg_label_words *words)
{
    uint64_t key = width;
    for (uint32_t i = 0; i < width; i++)
        key = sg_hash_words((uint64_t[]){key, sg_label_content(words, label[i])}, 2);
    return key;
}

static uint64_t arc_label(const sg_graph_view *view, uint32_t a)
{
    if (view->edge_label == NULL) return 0;
    return hash_labels(view->edge_label + (size_t)a * view->n_edge_columns,
                       view->n_edge_columns, &view->edge_words);
}

static int compare_nodes(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The arc from u to v of the data set; there is one, because graphs are undirected. */
static uint32_t arc_between(const sg_graph *graph, uint32_t u, uint32_t v)
{
    const uint32_t *begin = graph->neighbor + graph->arc_offset[u];
    const uint32_t *found = bsearch(&v, begin, graph->arc_offset[u + 1] - graph->arc_offset[u],
                                    sizeof v, compare_nodes);
    return (uint32_t)(found - graph->neighbor);
}

static void draw_graph(canvas *c, const sg_graph_view *view, uint32_t g, uint32_t place)
{
    const sg_graph *graph = view->graph;
    const uint32_t from = graph->graph_offset[g], n = graph->graph_offset[g + 1] - from;
    const uint32_t to = c->first[place];
    uint32_t n_arcs = c->offset[to];
    c->first[place + 1] = to + n;
    for (uint32_t v = 0; v < n; v++) {
        c->label[to + v] =
            view->node_label == NULL
                ? 0
                : hash_labels(view->node_label + (size_t)(from + v) * view->n_node_columns,
                              view->n_node_columns, &view->node_words);
        for (uint32_t a = graph->arc_offset[from + v]; a < graph->arc_offset[from + v + 1];
             a++, n_arcs++) {
            const uint32_t back = arc_between(graph, graph->neighbor[a], from + v);
            c->neighbor[n_arcs] = graph->neighbor[a] - from + to;
            c->arc[n_arcs] =
                sg_hash_words((uint64_t[]){arc_label(view, a), arc_label(view, back)}, 2);
        }
        c->offset[to + v + 1] = n_arcs;
    }
}

static sg_status canvas_open(canvas *c, const sg_graph_view *view, const uint32_t *number,
                             uint32_t n_graphs, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = view->graph;
    size_t n_nodes = 0, n_arcs = 0, most = 0;
    c->n_graphs = n_graphs;
    for (uint32_t i = 0; i < n_graphs; i++) {
        const uint32_t begin = graph->graph_offset[number[i]],
                       end = graph->graph_offset[number[i] + 1];
        n_nodes += end - begin;
        n_arcs += graph->arc_offset[end] - graph->arc_offset[begin];
        for (uint32_t v = begin; v < end; v++)
            if (graph->arc_offset[v + 1] - graph->arc_offset[v] > most)
                most = graph->arc_offset[v + 1] - graph->arc_offset[v];
    }
    SG_ALLOC(c->offset, n_nodes + 1);
    SG_ALLOC(c->neighbor, n_arcs);
    SG_ALLOC(c->arc, n_arcs);
    SG_ALLOC(c->label, n_nodes);
    SG_ALLOC(c->color, n_nodes);
    SG_ALLOC(c->next, n_nodes);
    SG_ALLOC(c->word, (most > n_nodes ? most : n_nodes) + 2);
    for (uint32_t i = 0; i < n_graphs; i++) draw_graph(c, view, number[i], i);
    for (size_t v = 0; v < n_nodes; v++) c->color[v] = c->label[v];
done:
    return status;
}

/* ---- Refinement -------------------------------------------------------------------------------- */

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The colors of a graph in ascending order, in the scratch memory. */
static const uint64_t *sort_colors(canvas *c, uint32_t place)
{
    const uint32_t n = c->first[place + 1] - c->first[place];
    if (n > 0) memcpy(c->word, c->color + c->first[place], n * sizeof *c->word);
    qsort(c->word, n, sizeof *c->word, compare_words);
    return c->word;
}

static uint32_t count_colors(canvas *c, uint32_t place)
{
    const uint64_t *sorted = sort_colors(c, place);
    const uint32_t n = c->first[place + 1] - c->first[place];
    uint32_t n_colors = n > 0;
    for (uint32_t i = 1; i < n; i++) n_colors += sorted[i] != sorted[i - 1];
    return n_colors;
}

/* A number for all colors of a graph, whatever their order. */
static uint64_t hash_colors(canvas *c, uint32_t place)
{
    const uint64_t *sorted = sort_colors(c, place);
    return sg_hash_words(sorted, c->first[place + 1] - c->first[place]);
}

static void refine_once(canvas *c)
{
    for (uint32_t v = 0; v < count_nodes(c); v++) {
        const uint32_t begin = c->offset[v], n = c->offset[v + 1] - begin;
        for (uint32_t i = 0; i < n; i++)
            c->word[i + 1] = sg_hash_words(
                (uint64_t[]){c->arc[begin + i], c->color[c->neighbor[begin + i]]}, 2);
        qsort(c->word + 1, n, sizeof *c->word, compare_words);
        c->word[0] = c->color[v];
        c->next[v] = sg_hash_words(c->word, n + (size_t)1);
    }
    uint64_t *old = c->color;
    c->color = c->next;
    c->next = old;
}

/* Refine until the number of colors does not grow any more; false where the two graphs have turned
 * out different. */
static bool refine(canvas *c)
{
    for (uint32_t before = 0, now = count_colors(c, 0); now > before;) {
        if (c->n_graphs == 2 && hash_colors(c, 0) != hash_colors(c, 1)) return false;
        before = now;
        refine_once(c);
        now = count_colors(c, 0);
    }
    return c->n_graphs < 2 || hash_colors(c, 0) == hash_colors(c, 1);
}

sg_status sg_graph_key(uint64_t *key, const sg_graph_view *view, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    canvas c = {0};
    SG_TRY(canvas_open(&c, view, &g, 1, err));
    (void)refine(&c);
    *key = sg_hash_words(
        (uint64_t[]){count_nodes(&c), c.offset[count_nodes(&c)], hash_colors(&c, 0)}, 3);
done:
    canvas_close(&c);
    return status;
}

/* ---- Search ------------------------------------------------------------------------------------ */

/* A node whose part is being looked for. */
typedef struct level {
    uint64_t *color; /* [n_nodes] before it got a color of its own     */
    uint32_t node;   /* of the first graph                             */
    uint32_t next;   /* node of the second graph that is tried next    */
} level;

/* A node by its color. */
typedef struct colored {
    uint64_t color;
    uint32_t node;
} colored;

typedef struct search {
    canvas c;
    level *stack; /* [depth] */
    size_t depth, capacity;
    uint32_t *part;  /* [n] node of the second graph for each of the first */
    colored *sorted; /* [2 n] scratch                                      */
    uint64_t n_steps;
} search;

static void search_close(search *s)
{
    for (size_t i = 0; i < s->depth; i++) sg_free(s->stack[i].color);
    sg_free(s->stack);
    sg_free(s->part);
    sg_free(s->sorted);
    canvas_close(&s->c);
}

/* A color that the fewest nodes have, but more than one; false where all have their own. */
static bool choose_color(uint64_t *color, search *s)
{
    const uint32_t n = s->c.first[1];
    const uint64_t *sorted = sort_colors(&s->c, 0);
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0, end = 0; i < n; i = end) {
        for (end = i + 1; end < n && sorted[end] == sorted[i];) end++;
        if (end - i < 2 || end - i >= fewest) continue;
        fewest = end - i;
        *color = sorted[i];
    }
    return fewest < UINT32_MAX;
}

static int compare_colored(const void *a, const void *b)
{
    const colored *x = a, *y = b;
    if (x->color != y->color) return x->color < y->color ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* The nodes of a graph by color, each graph in its half of the scratch memory. */
static const colored *sort_nodes(search *s, uint32_t place)
{
    const uint32_t first = s->c.first[place], n = s->c.first[place + 1] - first;
    colored *sorted = s->sorted + first;
    for (uint32_t i = 0; i < n; i++) sorted[i] = (colored){s->c.color[first + i], first + i};
    qsort(sorted, n, sizeof *sorted, compare_colored);
    return sorted;
}

static bool same_arcs(const search *s, uint32_t v)
{
    const canvas *c = &s->c;
    const uint32_t w = s->part[v], n = c->offset[v + 1] - c->offset[v];
    if (c->offset[w + 1] - c->offset[w] != n) return false;
    for (uint32_t a = c->offset[v]; a < c->offset[v + 1]; a++) {
        const uint32_t wanted = s->part[c->neighbor[a]];
        const uint32_t *found =
            bsearch(&wanted, c->neighbor + c->offset[w], n, sizeof wanted, compare_nodes);
        if (found == NULL || c->arc[found - c->neighbor] != c->arc[a]) return false;
    }
    return true;
}

/* Whether the nodes that have the same color now make both graphs the same. */
static bool check_parts(search *s)
{
    const canvas *c = &s->c;
    const colored *mine = sort_nodes(s, 0), *other = sort_nodes(s, 1);
    for (uint32_t i = 0; i < c->first[1]; i++) {
        if (mine[i].color != other[i].color ||
            c->label[mine[i].node] != c->label[other[i].node])
            return false;
        s->part[mine[i].node] = other[i].node;
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

/* Whether all nodes of the first graph that have this color can change places. */
static bool are_twins(const canvas *c, uint64_t color)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t v = 0; v < c->first[1]; v++) {
        if (c->color[v] != color) continue;
        if (first != UINT32_MAX &&
            (c->label[v] != c->label[first] || !same_neighbors(c, first, v)))
            return false;
        if (first == UINT32_MAX) first = v;
    }
    return true;
}

/* Give all of them colors of their own, in both graphs alike. */
static void part_twins(canvas *c, uint64_t color)
{
    for (uint32_t place = 0; place < 2; place++) {
        uint64_t number = 0;
        for (uint32_t v = c->first[place]; v < c->first[place + 1]; v++)
            if (c->color[v] == color)
                c->color[v] = sg_hash_words((uint64_t[]){color, UINT64_MAX, number++}, 3);
    }
}

static sg_status descend(search *s, uint64_t color, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = count_nodes(&s->c);
    SG_TRY(sg_grow(&s->stack, &s->capacity, s->depth + 1, sizeof *s->stack, err));
    level *l = &s->stack[s->depth];
    *l = (level){.next = s->c.first[1]};
    SG_ALLOC(l->color, n);
    s->depth++;
    memcpy(l->color, s->c.color, n * sizeof *l->color);
    while (s->c.color[l->node] != color) l->node++;
done:
    return status;
}

/* Try the next node for the last of the open ones, going back where none is left; false where none is
 * left at all. */
static bool advance(search *s, uint64_t budget)
{
    const uint32_t n = count_nodes(&s->c);
    while (s->depth > 0) {
        level *l = &s->stack[s->depth - 1];
        const uint64_t color = l->color[l->node];
        while (l->next < n && l->color[l->next] != color) l->next++;
        if (l->next == n) {
            sg_free(l->color);
            s->depth--;
            continue;
        }
        if (s->n_steps++ == budget) return true;
        memcpy(s->c.color, l->color, n * sizeof *l->color);
        s->c.color[l->node] = s->c.color[l->next] =
            sg_hash_words((uint64_t[]){color, s->depth}, 2);
        l->next++;
        if (refine(&s->c)) return true;
    }
    return false;
}

static sg_status run(sg_sameness *same, search *s, uint64_t budget, sg_error *err)
{
    sg_status status = SG_OK;
    bool possible = refine(&s->c);
    while (possible) {
        uint64_t color = 0;
        if (s->n_steps > budget || s->depth * count_nodes(&s->c) > MOST_KEPT) {
            *same = SG_UNDECIDED;
            goto done;
        }
        if (!choose_color(&color, s)) {
            if (check_parts(s)) {
                *same = SG_SAME;
                goto done;
            }
        } else if (are_twins(&s->c, color)) {
            part_twins(&s->c, color);
            if (refine(&s->c)) continue;
        } else {
            SG_TRY(descend(s, color, err));
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
        SG_ALLOC(s.sorted, s.c.first[2]);
        SG_TRY(run(&found, &s, budget, err));
    }
    *same = found;
done:
    search_close(&s);
    return status;
}
