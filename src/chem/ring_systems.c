/* ring_systems.c - a walk in depth that keeps the bonds of unfinished systems on a stack. */
#include "chem/ring_systems.h"

#include "base/mem.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

typedef struct walk {
    sg_molecule *molecule;
    sg_ring_systems *systems;
    uint32_t *low;  /* the earliest atom that can be reached without the bond that led here */
    uint32_t *next; /* place in `link`                                                      */
    uint32_t *path; /* atoms from the root                                                  */
    uint32_t *open; /* bonds of systems that are not finished                               */
    uint32_t n_path, n_open, n_visited;
} walk;

static void make_links(sg_ring_systems *s, const sg_molecule *m)
{
    const uint32_t n = m->n_atoms;
    uint32_t *place = s->offset + 1; /* ends as offset[v + 1] */
    memset(s->offset, 0, (n + (size_t)2) * sizeof *s->offset);
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        s->offset[m->bond[b].from + 2]++;
        s->offset[m->bond[b].to + 2]++;
    }
    for (uint32_t v = 2; v < n + 2; v++) s->offset[v] += s->offset[v - 1];
    for (uint32_t b = 0; b < m->n_bonds; b++) {
        s->link[place[m->bond[b].from]++] = b;
        s->link[place[m->bond[b].to]++] = b;
    }
}

static void enter(walk *w, uint32_t v, uint32_t bond)
{
    w->systems->order[v] = w->low[v] = ++w->n_visited;
    w->next[v] = w->systems->offset[v];
    w->systems->from_bond[v] = bond;
    w->path[w->n_path++] = v;
}

/* The bonds from `bond` to the end of the stack are a system, or a bond on no ring. */
static void close_system(walk *w, uint32_t bond)
{
    sg_ring_systems *s = w->systems;
    uint32_t first = w->n_open;
    while (w->open[--first] != bond) continue;
    const uint32_t n = w->n_open - first, begin = s->begin[s->n];
    w->n_open = first;
    if (n == 1) return;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t b = w->open[first + i];
        s->bond[begin + i] = b;
        w->molecule->bond[b].in_ring = true;
    }
    s->begin[++s->n] = begin + n;
}

static void leave(walk *w, uint32_t v)
{
    const uint32_t b = w->systems->from_bond[v];
    w->n_path--;
    if (b == NONE) return;
    const uint32_t u = w->path[w->n_path - 1];
    if (w->low[v] < w->low[u]) w->low[u] = w->low[v];
    if (w->low[v] >= w->systems->order[u]) close_system(w, b);
}

static void walk_from(walk *w, uint32_t root)
{
    const sg_ring_systems *s = w->systems;
    const sg_molecule *m = w->molecule;
    enter(w, root, NONE);
    while (w->n_path > 0) {
        const uint32_t v = w->path[w->n_path - 1];
        if (w->next[v] == s->offset[v + 1]) {
            leave(w, v);
            continue;
        }
        const uint32_t b = s->link[w->next[v]++];
        const uint32_t u = sg_bond_other_end(&m->bond[b], v);
        if (b == s->from_bond[v] || s->offset[u + 1] - s->offset[u] == 1) continue;
        if (s->order[u] == 0) {
            w->open[w->n_open++] = b;
            enter(w, u, b);
        } else if (s->order[u] < s->order[v]) {
            w->open[w->n_open++] = b;
            if (s->order[u] < w->low[v]) w->low[v] = s->order[u];
        }
    }
}

sg_status sg_ring_systems_find(sg_ring_systems *systems, sg_molecule *m, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = m->n_atoms, n_bonds = m->n_bonds;
    SG_TRY(sg_grow(&m->rings, &m->rings_capacity, 10 * n + 5 * n_bonds + 8, sizeof *m->rings,
                   err));
    sg_ring_systems s = {.offset = m->rings};
    s.link = s.offset + n + 2;
    s.bond = s.link + 2 * n_bonds;
    s.begin = s.bond + n_bonds;
    s.order = s.begin + n_bonds + 2;
    s.from_bond = s.order + n;
    s.seen = s.from_bond + n;
    s.number = s.seen + n;
    s.atom = s.number + n;
    walk w = {.molecule = m, .systems = &s, .low = s.atom + n};
    w.next = w.low + n;
    w.path = w.next + n;
    w.open = w.path + n;
    make_links(&s, m);
    s.begin[0] = 0;
    memset(s.order, 0, n * sizeof *s.order);
    memset(s.seen, 0, n * sizeof *s.seen);
    for (uint32_t b = 0; b < m->n_bonds; b++) m->bond[b].in_ring = false;
    for (uint32_t v = 0; v < m->n_atoms; v++)
        if (s.order[v] == 0 && s.offset[v + 1] - s.offset[v] > 1) walk_from(&w, v);
    *systems = s;
done:
    return status;
}
