/* random_graph.c - edges first, then the disorder of files. */
#include "support/random_graph.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"

/* Arcs as words (from << 32 | to): easy to sort and to shuffle. */
typedef struct arc_words {
    uint64_t *word;
    size_t n;
    size_t capacity;
} arc_words;

static void add_arc(arc_words *arcs, uint32_t u, uint32_t v)
{
    check_ok(sg_grow(&arcs->word, &arcs->capacity, arcs->n + 1, sizeof *arcs->word, &err));
    arcs->word[arcs->n++] = (uint64_t)u << 32 | v;
}

static uint32_t *copy_words(const uint32_t *word, size_t n)
{
    uint32_t *copy = check_alloc(n, sizeof *copy);
    if (n > 0) memcpy(copy, word, n * sizeof *copy);
    return copy;
}

static bool one_in(sg_rng *rng, uint32_t n)
{
    return sg_rng_below(rng, n) == 0;
}

static void draw_any_edges(arc_words *edges, sg_rng *rng, uint32_t first, uint32_t n,
                           double density)
{
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < u; v++)
            if (sg_rng_uniform(rng) < density) add_arc(edges, first + u, first + v);
}

/* Every edge of one graph once; the nodes are first .. first+n-1. */
static void draw_edges(arc_words *edges, sg_rng *rng, uint32_t first, uint32_t n)
{
    enum { NOTHING, SPARSE, ANY, TREE, RING, STAR, COMPLETE, N_KINDS };
    const uint32_t kind = sg_rng_below(rng, N_KINDS);
    if (kind == SPARSE) draw_any_edges(edges, rng, first, n, 1.5 / (n + 1));
    if (kind == ANY) draw_any_edges(edges, rng, first, n, sg_rng_uniform(rng));
    if (kind == COMPLETE) draw_any_edges(edges, rng, first, n, 1);
    for (uint32_t v = 1; v < n; v++) {
        if (kind == TREE) add_arc(edges, first + v, first + sg_rng_below(rng, v));
        if (kind == RING) add_arc(edges, first + v, first + v - 1);
        if (kind == STAR) add_arc(edges, first + v, first);
    }
    if (kind == RING && n > 2) add_arc(edges, first, first + n - 1);
}

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void shuffle_words(sg_rng *rng, uint64_t *word, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        const size_t j = sg_rng_below(rng, (uint32_t)i);
        const uint64_t moved = word[i - 1];
        word[i - 1] = word[j];
        word[j] = moved;
    }
}

/* The arcs of a file that gives these edges: both directions, in order, and then some. */
static arc_words draw_disorder(sg_rng *rng, const arc_words *edges, uint32_t n_nodes)
{
    const bool loops = one_in(rng, 2), repeats = one_in(rng, 2), one_way = one_in(rng, 2);
    arc_words arcs = {0};
    for (size_t i = 0; i < edges->n; i++) {
        const uint32_t u = (uint32_t)(edges->word[i] >> 32), v = (uint32_t)edges->word[i];
        const uint32_t only = one_way && one_in(rng, 4) ? 1 + sg_rng_below(rng, 2) : 0;
        const uint32_t times = repeats && one_in(rng, 4) ? 2 + sg_rng_below(rng, 3) : 1;
        for (uint32_t k = 0; k < times; k++) {
            if (only != 1) add_arc(&arcs, u, v);
            if (only != 2 && (k == 0 || one_in(rng, 2))) add_arc(&arcs, v, u);
        }
    }
    for (uint32_t v = 0; loops && v < n_nodes; v++)
        for (uint32_t k = one_in(rng, 4) ? 1 + sg_rng_below(rng, 2) : 0; k > 0; k--)
            add_arc(&arcs, v, v);
    if (arcs.n > 0) qsort(arcs.word, arcs.n, sizeof *arcs.word, compare_words);
    if (one_in(rng, 3)) shuffle_words(rng, arcs.word, arcs.n);
    return arcs;
}

static sg_arc_list split_words(const arc_words *arcs)
{
    sg_arc_list list = {.n = arcs->n};
    list.from = check_alloc(arcs->n, sizeof *list.from);
    list.to = check_alloc(arcs->n, sizeof *list.to);
    for (size_t i = 0; i < arcs->n; i++) {
        list.from[i] = (uint32_t)(arcs->word[i] >> 32);
        list.to[i] = (uint32_t)arcs->word[i];
    }
    return list;
}

random_union random_union_draw(sg_rng *rng, random_shape shape)
{
    random_union u = {.n_graphs = sg_rng_below(rng, shape.max_graphs + 1)};
    arc_words edges = {0};
    u.graph_offset = check_alloc((size_t)u.n_graphs + 1, sizeof *u.graph_offset);
    for (uint32_t g = 0; g < u.n_graphs; g++) {
        const uint32_t n = sg_rng_below(rng, shape.max_nodes + 1);
        u.graph_offset[g + 1] = u.graph_offset[g] + n;
        draw_edges(&edges, rng, u.graph_offset[g], n);
    }
    const uint32_t n_nodes = u.graph_offset[u.n_graphs];
    uint32_t *new_id = check_alloc(n_nodes, sizeof *new_id);
    random_permutation(new_id, rng, u.graph_offset, u.n_graphs);
    for (size_t i = 0; i < edges.n; i++)
        edges.word[i] =
            (uint64_t)new_id[edges.word[i] >> 32] << 32 | new_id[edges.word[i] & UINT32_MAX];
    arc_words arcs = draw_disorder(rng, &edges, n_nodes);
    u.arcs = split_words(&arcs);
    sg_free(arcs.word);
    sg_free(new_id);
    sg_free(edges.word);
    return u;
}

random_union random_union_copy(const random_union *u)
{
    random_union copy = {.n_graphs = u->n_graphs, .arcs.n = u->arcs.n};
    copy.graph_offset = copy_words(u->graph_offset, (size_t)u->n_graphs + 1);
    copy.arcs.from = copy_words(u->arcs.from, u->arcs.n);
    copy.arcs.to = copy_words(u->arcs.to, u->arcs.n);
    return copy;
}

random_union random_union_renumber(const random_union *u, const uint32_t *new_id)
{
    random_union renumbered = random_union_copy(u);
    for (size_t i = 0; i < u->arcs.n; i++) {
        renumbered.arcs.from[i] = new_id[u->arcs.from[i]];
        renumbered.arcs.to[i] = new_id[u->arcs.to[i]];
    }
    return renumbered;
}

void random_union_free(random_union *u)
{
    sg_free(u->graph_offset);
    sg_arc_list_free(&u->arcs);
    *u = (random_union){0};
}

static sg_graph build(random_union *u)
{
    sg_graph graph = {0};
    check_ok(sg_graph_build(&graph, NULL, NULL, &u->arcs, &u->graph_offset, u->n_graphs, &err));
    return graph;
}

sg_graph random_graph_by(sg_rng *rng, random_shape shape, sg_arc_rules rules)
{
    random_union u = random_union_draw(rng, shape);
    u.arcs.rules = rules;
    return build(&u);
}

sg_graph random_graph(sg_rng *rng, random_shape shape)
{
    return random_graph_by(rng, shape, (sg_arc_rules){0});
}

void random_permutation(uint32_t *new_id, sg_rng *rng, const uint32_t *graph_offset,
                        uint32_t n_graphs)
{
    for (uint32_t v = 0; v < graph_offset[n_graphs]; v++) new_id[v] = v;
    for (uint32_t g = 0; g < n_graphs; g++)
        sg_rng_shuffle(rng, new_id + graph_offset[g], graph_offset[g + 1] - graph_offset[g]);
}

sg_graph renumbered_graph(const sg_graph *graph, const uint32_t *new_id)
{
    random_union u = {
        .n_graphs = graph->n_graphs, .arcs.n = graph->n_arcs, .arcs.rules = graph->rules};
    u.graph_offset = copy_words(graph->graph_offset, (size_t)graph->n_graphs + 1);
    u.arcs.from = check_alloc(u.arcs.n, sizeof *u.arcs.from);
    u.arcs.to = check_alloc(u.arcs.n, sizeof *u.arcs.to);
    for (uint32_t v = 0; v < graph->n_nodes; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            u.arcs.from[a] = new_id[v];
            u.arcs.to[a] = new_id[graph->neighbor[a]];
        }
    return build(&u);
}
