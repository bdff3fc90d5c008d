/* canonical.c - a search among the orders of nodes that refinement leaves open, for the least of them.
 *
 * A path of the search singles out nodes one after the other, each from the first smallest cell that
 * has several, and refines after each.  At its end every node has a cell of its own: an order of the
 * nodes, which makes a form.  The form of the graph is the least of all, where a path is compared by
 * what its partitions look like first (traces), then by its form.
 *
 * Two paths with equal forms are a symmetry.  It saves work twice: what is left of the branch in which
 * it was found is a copy of a branch that is finished; and of the nodes of a cell that symmetries map
 * to each other, all but one are skipped.  The first path is compared with as well as the best one,
 * because branches without a better form would hide their symmetries otherwise. */
#include "graph/canonical.h"

#include "base/hash.h"
#include "base/machine/account.h"
#include "base/mem.h"
#include "base/observer.h"
#include "graph/equitable.h"

#include <stdlib.h>
#include <string.h>

/* A path to its end. */
typedef struct leaf {
    bool known;
    size_t depth;
    uint32_t *node;  /* [depth] that were singled out       */
    uint64_t *trace; /* [depth] of the partitions afterwards */
    uint32_t *order; /* [n]                                  */
    uint64_t *form;  /* [n_words]                            */
} leaf;

/* A partition from which nodes of one cell are singled out in turn. */
typedef struct level {
    uint32_t *order, *cell; /* [n] the partition                                         */
    uint32_t *orbit;        /* [n] under symmetries that keep the nodes singled out above */
    uint32_t n_used;        /* symmetries                                                */
    uint32_t target;        /* the cell                                                  */
    uint32_t next;          /* place of the node that is next                            */
    uint64_t trace;         /* of the partition with the node singled out                */
    int against_best;       /* the path to here: -1 before the best one, 0 like it, 1 behind */
    bool like_first;        /* the path to here has the traces of the first one          */
} level;

typedef struct place_arc {
    uint64_t place, arc;
} place_arc;

struct sg_canonical {
    uint32_t n;
    size_t n_words;
    const uint64_t *label;
    sg_equitable parts;
    uint32_t *top_order,
        *top_cell; /* [n] the equitable partition before a node is singled out */
    level *stack;  /* [capacity] of which [depth] are open                     */
    size_t depth, capacity;
    uint32_t *single;  /* [n + 1] the root, if any, then the nodes singled out on the path  */
    size_t n_roots;    /* 0 or 1                                                            */
    uint64_t *form;    /* [n_words] of the leaf at hand                                     */
    place_arc *sorted; /* [n] arcs of one node                                              */
    leaf first, best;
    sg_symmetries known;
    uint32_t *orbit; /* [n] of the whole graph */
};

static void leaf_free(leaf *l)
{
    sg_free(l->node);
    sg_free(l->trace);
    sg_free(l->order);
    sg_free(l->form);
}

void sg_canonical_close(sg_canonical *c)
{
    if (c == NULL) return;
    for (size_t i = 0; i < c->capacity; i++) {
        sg_free(c->stack[i].order);
        sg_free(c->stack[i].cell);
        sg_free(c->stack[i].orbit);
    }
    sg_free(c->stack);
    sg_free(c->single);
    sg_free(c->form);
    sg_free(c->sorted);
    leaf_free(&c->first);
    leaf_free(&c->best);
    sg_symmetries_free(&c->known);
    sg_free(c->orbit);
    sg_free(c->top_order);
    sg_free(c->top_cell);
    sg_equitable_close(&c->parts);
    sg_free(c);
}

/* ---- Partitions -------------------------------------------------------------------------------- */

static void single_out(sg_equitable *p, uint32_t node)
{
    const uint32_t cell = p->cell[node], size = p->size[cell];
    if (size == 1) return;
    sg_equitable_move(p, node, cell + size - 1);
    sg_equitable_part(p, cell, 1);
}

/* Steps of a search through a large graph are long: whoever watches is asked at each of them.  Loops that are
 * stopped end early; the search asks again before it uses what they leave. */
static sg_status ask(const sg_canonical *c, sg_error *err)
{
    enum { LARGE = 4096 };
    return c->n > LARGE ? sg_watch_ask_seldom(err) : sg_watch_ask(err);
}

/* Sizes of the cells in their order, and the arcs of each to all: one node speaks for its cell. */
static uint64_t trace_of(const sg_equitable *p)
{
    uint64_t trace = p->n, n_cells = 0;
    for (uint32_t cell = 0; cell < p->n; cell += p->size[cell]) {
        if (sg_watch_ask_at(++n_cells, NULL) != SG_OK) break;
        const uint32_t v = p->order[cell];
        uint64_t arcs = 0;
        for (uint32_t a = p->offset[v]; a < p->offset[v + 1]; a++)
            arcs += sg_hash_words((uint64_t[]){p->arc[a], p->cell[p->neighbor[a]]}, 2);
        trace = sg_hash_words((uint64_t[]){trace, p->size[cell], arcs}, 3);
    }
    return trace;
}

/* The first of the cells with the fewest nodes, but more than one; n where every node is alone. */
static uint32_t choose_cell(const sg_equitable *p)
{
    uint32_t best = p->n;
    for (uint32_t cell = 0; cell < p->n; cell += p->size[cell])
        if (p->size[cell] > 1 && (best == p->n || p->size[cell] < p->size[best])) best = cell;
    return best;
}

static sg_status refine(sg_canonical *c, uint64_t *steps_left, sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t steps = (uint64_t)c->n + c->parts.offset[c->n] + 1;
    if (steps > *steps_left) return SG_ELIMIT;
    *steps_left -= steps;
    sg_equitable_refine(&c->parts);
    SG_TRY(ask(c, err));
done:
    return status;
}

/* ---- Leaves ------------------------------------------------------------------------------------ */

static int compare_places(const void *a, const void *b)
{
    const place_arc *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

/* The place of the root, then label and arcs of every node, in the order of the partition. */
static void write_form(sg_canonical *c)
{
    const sg_equitable *p = &c->parts;
    uint64_t *word = c->form;
    *word++ = c->n_roots > 0 ? p->place[c->single[0]] : c->n;
    for (uint32_t i = 0; i < c->n && sg_watch_ask_at(i + 1, NULL) == SG_OK; i++) {
        const uint32_t v = p->order[i], n_arcs = p->offset[v + 1] - p->offset[v];
        for (uint32_t a = 0; a < n_arcs; a++)
            c->sorted[a] =
                (place_arc){p->place[p->neighbor[p->offset[v] + a]], p->arc[p->offset[v] + a]};
        qsort(c->sorted, n_arcs, sizeof *c->sorted, compare_places);
        *word++ = c->label[v];
        *word++ = n_arcs;
        for (uint32_t a = 0; a < n_arcs; a++) {
            *word++ = c->sorted[a].place;
            *word++ = c->sorted[a].arc;
        }
    }
}

static int compare_words(const uint64_t *x, const uint64_t *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void keep_leaf(leaf *l, const sg_canonical *c)
{
    l->known = true;
    l->depth = c->depth;
    for (size_t i = 0; i < c->depth; i++) {
        l->node[i] = c->single[c->n_roots + i];
        l->trace[i] = c->stack[i].trace;
    }
    memcpy(l->order, c->parts.order, c->n * sizeof *l->order);
    memcpy(l->form, c->form, c->n_words * sizeof *l->form);
}

static void keep_best(sg_canonical *c)
{
    keep_leaf(&c->best, c);
    for (size_t i = 0; i < c->depth; i++) c->stack[i].against_best = 0;
}

/* The path at hand ends like `l`: note the symmetry and leave the branch, which is a copy of the one
 * that `l` is in. */
static sg_status note_symmetry(sg_canonical *c, const leaf *l, sg_error *err)
{
    sg_status status = SG_OK;
    size_t common = 0;
    SG_TRY(sg_symmetries_add(&c->known, l->order, c->parts.order, err));
    while (common < c->depth && l->node[common] == c->single[c->n_roots + common]) common++;
    c->depth = common + 1;
done:
    return status;
}

static sg_status end_path(sg_canonical *c, sg_error *err)
{
    sg_status status = SG_OK;
    write_form(c);
    SG_TRY(ask(c, err));
    if (!c->first.known) {
        keep_leaf(&c->first, c);
        keep_best(c);
        for (size_t i = 0; i < c->depth; i++) c->stack[i].like_first = true;
        goto done;
    }
    const level *last = &c->stack[c->depth - 1];
    if (last->like_first && compare_words(c->form, c->first.form, c->n_words) == 0) {
        SG_TRY(note_symmetry(c, &c->first, err));
        goto done;
    }
    const int order = last->against_best != 0
                          ? last->against_best
                          : compare_words(c->form, c->best.form, c->n_words);
    if (order < 0) keep_best(c);
    if (order == 0) SG_TRY(note_symmetry(c, &c->best, err));
done:
    return status;
}

/* ---- Search ------------------------------------------------------------------------------------ */

/* Numbers that the levels may have in all where an account bounds memory: so many are fine, and some more
 * for each node and arc.  Thousands of nodes without edges would take gigabytes otherwise. */
enum { FREE_NUMBERS = 2000000, NUMBERS_PER_PART = 8 };

static bool is_too_deep(const sg_canonical *c)
{
    const uint64_t n_parts = (uint64_t)c->n + c->parts.offset[c->n];
    return (c->depth + (uint64_t)1) * c->n >
           sg_growth_budget(FREE_NUMBERS + NUMBERS_PER_PART * n_parts);
}

static sg_status descend(sg_canonical *c, uint32_t target, sg_error *err)
{
    sg_status status = SG_OK;
    if (is_too_deep(c)) return SG_ELIMIT;
    if (c->depth == c->capacity) {
        const size_t before = c->capacity;
        SG_TRY(sg_grow(&c->stack, &c->capacity, c->depth + 1, sizeof *c->stack, err));
        memset(c->stack + before, 0, (c->capacity - before) * sizeof *c->stack);
    }
    level *l = &c->stack[c->depth];
    if (l->order == NULL) SG_ALLOC(l->order, c->n);
    if (l->cell == NULL) SG_ALLOC(l->cell, c->n);
    if (l->orbit == NULL) SG_ALLOC(l->orbit, c->n);
    l->target = l->next = target;
    l->n_used = 0;
    sg_orbits_begin(l->orbit, c->n);
    sg_equitable_save(l->order, l->cell, &c->parts);
    c->depth++;
done:
    return status;
}

/* Whether a symmetry maps an earlier node of the cell to the node at `place`. */
static bool is_copy(sg_canonical *c, level *l, uint32_t place)
{
    sg_orbits_extend(l->orbit, &l->n_used, &c->known, c->single, c->n_roots + c->depth - 1);
    for (uint32_t i = l->target; i < place && sg_watch_ask_at(i - l->target + 1, NULL) == SG_OK;
         i++)
        if (sg_orbit(l->orbit, l->order[i]) == sg_orbit(l->orbit, l->order[place])) return true;
    return false;
}

/* Compare the path with the first and the best one; whether it may lead to something new. */
static bool compare_path(sg_canonical *c)
{
    const size_t d = c->depth - 1;
    level *l = &c->stack[d];
    const level *above = d > 0 ? &c->stack[d - 1] : NULL;
    l->trace = trace_of(&c->parts);
    if (!c->first.known) return true;
    l->like_first = (above == NULL || above->like_first) && d < c->first.depth &&
                    l->trace == c->first.trace[d];
    l->against_best = above != NULL ? above->against_best : 0;
    if (l->against_best == 0) {
        if (d >= c->best.depth)
            l->against_best = 1;
        else
            l->against_best = (l->trace > c->best.trace[d]) - (l->trace < c->best.trace[d]);
    }
    return l->like_first || l->against_best <= 0;
}

/* Single out the next node of the last open level, closing levels that have none left; *found is false
 * where no level is left. */
static sg_status advance(bool *found, sg_canonical *c, uint64_t *steps_left, sg_error *err)
{
    sg_status status = SG_OK;
    *found = false;
    while (c->depth > 0 && !*found) {
        level *l = &c->stack[c->depth - 1];
        const uint32_t place = l->next;
        SG_TRY(ask(c, err));
        if (place == c->n || l->cell[l->order[place]] != l->target) {
            c->depth--;
            continue;
        }
        l->next++;
        if (is_copy(c, l, place)) continue;
        sg_equitable_restore(&c->parts, l->order, l->cell);
        c->single[c->n_roots + c->depth - 1] = l->order[place];
        single_out(&c->parts, l->order[place]);
        SG_TRY(refine(c, steps_left, err));
        *found = compare_path(c);
    }
done:
    return status;
}

/* Find the least form from the partition at hand on. */
static sg_status search(sg_canonical *c, uint64_t *steps_left, sg_error *err)
{
    sg_status status = SG_OK;
    bool going_on = true;
    c->depth = 0;
    c->first.known = c->best.known = false;
    while (going_on) {
        const uint32_t target = choose_cell(&c->parts);
        if (target < c->n)
            SG_TRY(descend(c, target, err));
        else
            SG_TRY(end_path(c, err));
        SG_TRY(advance(&going_on, c, steps_left, err));
    }
done:
    return status;
}

/* ---- Interface --------------------------------------------------------------------------------- */

static sg_status alloc_leaf(leaf *l, const sg_canonical *c, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(l->node, c->n);
    SG_ALLOC(l->trace, c->n);
    SG_ALLOC(l->order, c->n);
    SG_ALLOC(l->form, c->n_words);
done:
    return status;
}

sg_status sg_canonical_open(sg_canonical **canonical, uint32_t n, const uint32_t *offset,
                            const uint32_t *neighbor, const uint64_t *arc,
                            const uint64_t *label, uint64_t *steps_left, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_used = 0;
    sg_canonical *c = NULL;
    SG_ALLOC(c, 1);
    c->n = c->known.n = n;
    c->n_words = 2 * ((size_t)n + offset[n]) + 1;
    c->label = label;
    SG_ALLOC(c->top_order, n);
    SG_ALLOC(c->top_cell, n);
    SG_ALLOC(c->single, n + (size_t)1);
    SG_ALLOC(c->form, c->n_words);
    SG_ALLOC(c->sorted, n);
    SG_ALLOC(c->orbit, n);
    SG_TRY(alloc_leaf(&c->first, c, err));
    SG_TRY(alloc_leaf(&c->best, c, err));
    SG_TRY(sg_equitable_open(&c->parts, n, offset, neighbor, arc, label, err));
    SG_TRY(refine(c, steps_left, err));
    sg_equitable_save(c->top_order, c->top_cell, &c->parts);
    SG_TRY(search(c, steps_left, err));
    sg_orbits_begin(c->orbit, n);
    sg_orbits_extend(c->orbit, &n_used, &c->known, NULL, 0);
    for (uint32_t v = 0; v < n; v++) c->orbit[v] = sg_orbit(c->orbit, v);
    *canonical = c;
    c = NULL;
done:
    sg_canonical_close(c);
    return status;
}

const uint32_t *sg_canonical_orbits(const sg_canonical *canonical)
{
    return canonical->orbit;
}

const sg_symmetries *sg_canonical_symmetries(const sg_canonical *canonical)
{
    return &canonical->known;
}

sg_status sg_canonical_rooted(const uint64_t **form, size_t *n_words, sg_canonical *canonical,
                              uint32_t root, uint64_t *steps_left, sg_error *err)
{
    sg_status status = SG_OK;
    sg_canonical *c = canonical;
    sg_equitable_restore(&c->parts, c->top_order, c->top_cell);
    single_out(&c->parts, root);
    c->single[0] = root;
    c->n_roots = 1;
    SG_TRY(refine(c, steps_left, err));
    SG_TRY(search(c, steps_left, err));
    *form = c->best.form;
    *n_words = c->n_words;
done:
    return status;
}
