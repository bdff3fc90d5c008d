/* cip_tree.c - the tree grows sphere by sphere until it tells all branches apart.
 *
 * Children are sorted from the leaves up, the highest first, so that two branches are compared by walking
 * through both in the same order.  A tree that ends early decides as the whole one would: the first difference
 * is in the first sphere that has one. */
#include "chem/stereo/cip_tree.h"

#include "base/mem.h"
#include "chem/elements.h"
#include "chem/ring_systems.h"

#include <string.h>

/* Atomic numbers times this are whole, also the means of two and three of them. */
enum { FRACTION = 6 };
static const uint32_t NO_NODE = UINT32_MAX, NO_ATOM = UINT32_MAX;

typedef enum cip_rule { BY_NUMBER, BY_NEARNESS, BY_ISOTOPE, N_RULES } cip_rule;

typedef struct sg_cip_node {
    uint32_t atom;         /* NO_ATOM: a hydrogen or a duplicate                       */
    uint32_t parent;       /* node                                                     */
    uint32_t first, n;     /* children, in `order`                                     */
    uint32_t bond;         /* that led here                                            */
    uint32_t depth;        /* bonds from the root                                      */
    uint32_t key[N_RULES]; /* the higher, the higher is its rank; BY_NEARNESS: 0 where it is no
                                  duplicate that closes a ring                         */
    bool is_duplicate;
} cip_node;

void sg_cip_tree_free(sg_cip_tree *t)
{
    sg_free(t->node);
    sg_free(t->order);
    sg_free(t->queue[0]);
    sg_free(t->queue[1]);
    sg_free(t->rank_of);
    *t = (sg_cip_tree){0};
}

/* ---- Growing ------------------------------------------------------------------------------------ */

typedef struct growth {
    sg_cip_tree *tree;
    const sg_molecule *molecule;
    const sg_atom_ranks *ranks;
} growth;

static sg_status add_node(growth *g, const cip_node *node, sg_error *err)
{
    sg_status status = SG_OK;
    sg_cip_tree *t = g->tree;
    SG_TRY(sg_grow(&t->node, &t->node_capacity, t->n_nodes + (size_t)1, sizeof *t->node, err));
    t->node[t->n_nodes++] = *node;
    if (node->parent != NO_NODE) t->node[node->parent].n++;
done:
    return status;
}

/* The weight of an atom in thousandths: of its isotope, or that of the element as it is found.  0 for elements
 * of which isotopes are rarely said. */
static uint32_t weight_of(const sg_atom *atom)
{
    static const uint32_t found[SG_ELEMENTS] = {
        [1] = 1008,   [5] = 10810,  [6] = 12011,  [7] = 14007,  [8] = 15999,
        [9] = 18998,  [14] = 28085, [15] = 30974, [16] = 32060, [17] = 35450,
        [34] = 78971, [35] = 79904, [53] = 126904};
    return atom->isotope > 0 ? 1000U * atom->isotope : found[atom->element];
}

static sg_status add_atom(growth *g, uint32_t atom, uint32_t parent, uint32_t bond,
                          sg_error *err)
{
    const sg_atom *its = &g->molecule->atom[atom];
    const cip_node made = {
        .atom = atom,
        .parent = parent,
        .bond = bond,
        .depth = parent != NO_NODE ? g->tree->node[parent].depth + 1 : 0,
        .key = {
            [BY_NUMBER] = (uint32_t)FRACTION * its->element, [BY_ISOTOPE] = weight_of(its)}};
    return add_node(g, &made, err);
}

/* A duplicate has neither hydrogens nor neighbors. */
static sg_status add_duplicate(growth *g, uint32_t parent, uint32_t number, uint32_t nearness,
                               sg_error *err)
{
    return add_node(g,
                    &(cip_node){.atom = NO_ATOM,
                                .parent = parent,
                                .is_duplicate = true,
                                .key = {[BY_NUMBER] = number, [BY_NEARNESS] = nearness}},
                    err);
}

/* The node of the way to `node` that is at this atom, or NO_NODE. */
static uint32_t find_on_way(const sg_cip_tree *t, uint32_t node, uint32_t atom)
{
    while (node != NO_NODE && t->node[node].atom != atom) node = t->node[node].parent;
    return node;
}

static bool has_aromatic_double(const growth *g, uint32_t v)
{
    for (uint32_t i = g->ranks->offset[v]; i < g->ranks->offset[v + 1]; i++) {
        const sg_bond *bond = &g->molecule->bond[g->ranks->link[i]];
        if (bond->kind == SG_BOND_AROMATIC && bond->order == 2) return true;
    }
    return false;
}

/* The number of the duplicate that an atom of an aromatic ring has. */
static uint32_t mean_number(const growth *g, uint32_t v)
{
    uint32_t sum = 0, n = 0;
    for (uint32_t i = g->ranks->offset[v]; i < g->ranks->offset[v + 1]; i++) {
        const sg_bond *bond = &g->molecule->bond[g->ranks->link[i]];
        const uint32_t other = sg_bond_other_end(bond, v);
        if (bond->kind != SG_BOND_AROMATIC || !has_aromatic_double(g, other)) continue;
        sum += g->molecule->atom[other].element;
        n++;
    }
    return n > 0 ? FRACTION * sum / n : 0;
}

/* Whether an atom has more bonds than electrons of its own row would make: P=O and S=O are drawn double, but are
 * taken as single bonds. */
static bool is_hypervalent(const growth *g, uint32_t v)
{
    static const uint8_t with[] = {SG_ELEMENT_P,  SG_ELEMENT_S, SG_ELEMENT_CL, 33, 34,
                                   SG_ELEMENT_BR, 52,           SG_ELEMENT_I};
    const sg_atom *atom = &g->molecule->atom[v];
    const uint32_t degree = g->ranks->offset[v + 1] - g->ranks->offset[v];
    return degree + atom->hydrogens >= 3 && memchr(with, atom->element, sizeof with) != NULL;
}

static sg_status add_duplicates(growth *g, uint32_t parent, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = g->ranks->offset[v]; i < g->ranks->offset[v + 1]; i++) {
        const sg_bond *bond = &g->molecule->bond[g->ranks->link[i]];
        const uint32_t other = sg_bond_other_end(bond, v);
        if (bond->kind == SG_BOND_AROMATIC || is_hypervalent(g, v) || is_hypervalent(g, other))
            continue;
        for (uint32_t k = 1; k < bond->order; k++)
            SG_TRY(add_duplicate(
                g, parent, (uint32_t)FRACTION * g->molecule->atom[other].element, 0, err));
    }
    if (has_aromatic_double(g, v)) SG_TRY(add_duplicate(g, parent, mean_number(g, v), 0, err));
done:
    return status;
}

/* The children of a node.  Of ring duplicates the one whose original is nearest ranks highest. */
static sg_status add_children(growth *g, uint32_t node, sg_error *err)
{
    sg_status status = SG_OK;
    sg_cip_tree *t = g->tree;
    const uint32_t v = t->node[node].atom, from = t->node[node].bond;
    t->node[node].first = t->n_nodes;
    if (v == NO_ATOM || t->node[node].is_duplicate) goto done;
    for (uint32_t i = g->ranks->offset[v]; i < g->ranks->offset[v + 1]; i++) {
        const uint32_t b = g->ranks->link[i];
        const uint32_t other = sg_bond_other_end(&g->molecule->bond[b], v);
        if (node > 0 && b == from) continue;
        const uint32_t met = find_on_way(t, node, other);
        if (met != NO_NODE)
            SG_TRY(add_duplicate(g, node, (uint32_t)FRACTION * g->molecule->atom[other].element,
                                 UINT32_MAX - t->node[met].depth, err));
        else
            SG_TRY(add_atom(g, other, node, b, err));
    }
    SG_TRY(add_duplicates(g, node, v, err));
    for (uint32_t h = 0; h < g->molecule->atom[v].hydrogens; h++)
        SG_TRY(add_node(
            g,
            &(cip_node){.atom = NO_ATOM,
                        .parent = node,
                        .key = {[BY_NUMBER] = FRACTION * SG_ELEMENT_H,
                                [BY_ISOTOPE] = weight_of(&(sg_atom){.element = SG_ELEMENT_H})}},
            err));
done:
    return status;
}

/* Grow all nodes of the last sphere. */
static sg_status grow_sphere(growth *g, sg_error *err)
{
    sg_status status = SG_OK;
    sg_cip_tree *t = g->tree;
    for (const uint32_t end = t->n_nodes; t->n_grown < end; t->n_grown++)
        SG_TRY(add_children(g, t->n_grown, err));
    SG_TRY(sg_grow(&t->order, &t->order_capacity, t->n_nodes, sizeof *t->order, err));
    for (int q = 0; q < 2; q++)
        SG_TRY(
            sg_grow(&t->queue[q], &t->queue_capacity[q], t->n_nodes, sizeof *t->queue[q], err));
    for (uint32_t i = 0; i < t->n_nodes; i++) t->order[i] = i;
done:
    return status;
}

/* ---- Comparing ---------------------------------------------------------------------------------- */

static int compare_nodes(const cip_node *a, const cip_node *b, cip_rule rule)
{
    const uint32_t x = a->key[rule], y = b->key[rule];
    if (rule == BY_NEARNESS && (x == 0 || y == 0)) return 0;
    return (x > y) - (x < y);
}

/* Compare the children of two nodes, pair by pair, and put them into the queues. */
static int compare_children(sg_cip_tree *t, uint32_t *n_queued, uint32_t a, uint32_t b,
                            cip_rule rule)
{
    const cip_node *x = &t->node[a], *y = &t->node[b];
    const uint32_t n = x->n < y->n ? x->n : y->n;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t u = t->order[x->first + i], v = t->order[y->first + i];
        const int sign = compare_nodes(&t->node[u], &t->node[v], rule);
        if (sign != 0) return sign;
        t->queue[0][*n_queued] = u;
        t->queue[1][(*n_queued)++] = v;
    }
    return (x->n > y->n) - (x->n < y->n);
}

/* Compare two branches by one rule; the children of their nodes are sorted. */
static int compare_by_rule(sg_cip_tree *t, uint32_t a, uint32_t b, cip_rule rule)
{
    uint32_t n_queued = 1;
    int sign = compare_nodes(&t->node[a], &t->node[b], rule);
    t->queue[0][0] = a;
    t->queue[1][0] = b;
    for (uint32_t i = 0; i < n_queued && sign == 0; i++)
        sign = compare_children(t, &n_queued, t->queue[0][i], t->queue[1][i], rule);
    return sign;
}

static int compare_branches(sg_cip_tree *t, uint32_t a, uint32_t b, cip_rule last)
{
    int sign = 0;
    for (int rule = BY_NUMBER; rule <= (int)last && sign == 0; rule++)
        sign = compare_by_rule(t, a, b, (cip_rule)rule);
    return sign;
}

/* Sort the children of all nodes, from the leaves up, the highest first. */
static void sort_tree(sg_cip_tree *t, cip_rule last)
{
    for (uint32_t node = t->n_grown; node-- > 0;) {
        uint32_t *child = t->order + t->node[node].first;
        for (uint32_t i = 1; i < t->node[node].n; i++)
            for (uint32_t k = i; k > 0 && compare_branches(t, child[k - 1], child[k], last) < 0;
                 k--) {
                const uint32_t lower = child[k - 1];
                child[k - 1] = child[k];
                child[k] = lower;
            }
    }
}

/* Number the branches of the root from the lowest; true where no two are equal. */
static bool number_branches(sg_cip_tree *t, cip_rule last)
{
    const cip_node *root = &t->node[0];
    const uint32_t *child = t->order + root->first;
    uint32_t rank = 0, below = NO_NODE;
    bool all_differ = true;
    t->rank_of_hydrogen = 0;
    for (uint32_t i = root->n; i-- > 0;) {
        const cip_node *node = &t->node[child[i]];
        if (node->is_duplicate) continue;
        const bool is_higher =
            below == NO_NODE || compare_branches(t, child[i], below, last) > 0;
        all_differ = all_differ && is_higher;
        rank += is_higher;
        below = child[i];
        if (node->atom == NO_ATOM)
            t->rank_of_hydrogen = rank;
        else
            t->rank_of[node->atom] = rank;
    }
    return all_differ;
}

sg_status sg_cip_tree_rank(sg_cip_tree *tree, const sg_molecule *molecule,
                           const sg_atom_ranks *ranks, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    growth g = {tree, molecule, ranks};
    bool all_differ = false;
    SG_TRY(sg_grow(&tree->rank_of, &tree->rank_capacity, molecule->n_atoms,
                   sizeof *tree->rank_of, err));
    tree->n_nodes = tree->n_grown = 0;
    SG_TRY(add_atom(&g, v, NO_NODE, 0, err));
    while (!all_differ && tree->n_grown < tree->n_nodes && tree->n_nodes < SG_CIP_MOST_NODES) {
        SG_TRY(grow_sphere(&g, err));
        sort_tree(tree, BY_NUMBER);
        all_differ = number_branches(tree, BY_NUMBER);
    }
    for (int rule = BY_NEARNESS;
         rule < N_RULES && !all_differ && tree->n_grown == tree->n_nodes; rule++) {
        sort_tree(tree, (cip_rule)rule);
        all_differ = number_branches(tree, (cip_rule)rule);
    }
done:
    return status;
}
