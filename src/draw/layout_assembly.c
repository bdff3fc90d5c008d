/* layout_assembly.c - blocks and bridges put together, from the block in the middle outwards.
 *
 * Around a node, what was placed first takes its angle; the branches that hang at the node get the
 * rest, with equal gaps.  A branch is a bridge, which takes no angle of its own, or a block, which
 * takes the angle between its outermost edges at the node.  A chain would become straight this way:
 * a node with two bridges turns by 60 degrees instead, left and right in turns. */
#include "draw/layout_parts.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* Bridges that leave a node side by side end so far apart. */
static const double APART = 0.7;

typedef struct branch {
    uint32_t block;  /* NO_BLOCK: a bridge                                       */
    uint32_t first;  /* the bridge's other end, or a neighbor in the block       */
    uint32_t weight; /* nodes that hang there                                    */
    double low;      /* block: where its angle begins in its own coordinates     */
    double width;    /* of its angle                                             */
} branch;

#define NO_BLOCK UINT32_MAX

/* The angle around a node that is taken by where it came from. */
typedef struct arrival {
    double low, width;
    bool by_bridge;
    double turn; /* 1 or -1: how the chain turned last; 0: it did not */
} arrival;

/* A placing on its way. */
typedef struct assembling {
    sg_assembly *assembly;
    sg_point *at;
    double spread; /* of the root block          */
    bool *is_placed;
    uint32_t n_order;
    uint32_t *seen;  /* [n_nodes + 1] the last count that met a node */
    uint32_t *queue; /* [n_nodes] */
    uint32_t n_counts;
} assembling;

static sg_point block_point(const assembling *s, uint32_t b, uint32_t v)
{
    const sg_assembly *assembly = s->assembly;
    uint32_t i = assembly->blocks.begin[b];
    while (assembly->blocks.node[i] != v) i++;
    return sg_point_scale(assembly->block_at[i], b == assembly->root ? s->spread : 1);
}

static uint32_t common_block(const sg_assembly *s, uint32_t u, uint32_t v)
{
    for (uint32_t i = s->home_begin[u]; i < s->home_begin[u + 1]; i++)
        for (uint32_t j = s->home_begin[v]; j < s->home_begin[v + 1]; j++)
            if (s->block_of[s->home[i]] == s->block_of[s->home[j]])
                return s->block_of[s->home[i]];
    return NO_BLOCK;
}

/* The smallest angle around `center` that holds all directions; sorts them. */
static void span(double *low, double *width, double *direction, uint32_t n)
{
    qsort(direction, n, sizeof *direction, sg_compare_real);
    double widest = direction[0] + 2 * SG_PI - direction[n - 1];
    *low = direction[0];
    for (uint32_t i = 1; i < n; i++) {
        const double gap = direction[i] - direction[i - 1];
        if (gap <= widest + 1e-9) continue;
        widest = gap;
        *low = direction[i];
    }
    *width = 2 * SG_PI - widest;
}

/* The angle that block b takes at its node v, in the block's own coordinates. */
static sg_status block_span(double *low, double *width, assembling *s, uint32_t b, uint32_t v,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_block_graph *part = s->assembly->part;
    double *direction = NULL;
    uint32_t n = 0;
    SG_TAKE(direction, s->assembly->scratch, sg_part_degree(part, v));
    for (uint32_t a = part->arc_offset[v]; a < part->arc_offset[v + 1]; a++)
        if (common_block(s->assembly, v, part->neighbor[a]) == b)
            direction[n++] =
                sg_angle_of(block_point(s, b, v), block_point(s, b, part->neighbor[a]));
    span(low, width, direction, n);
done:
    return status;
}

/* The number of nodes that are reached from `first` without passing v. */
static uint32_t count_beyond(assembling *s, uint32_t v, uint32_t first)
{
    const sg_block_graph *part = s->assembly->part;
    uint32_t tail = 0;
    s->n_counts++;
    s->seen[v] = s->seen[first] = s->n_counts;
    s->queue[tail++] = first;
    for (uint32_t head = 0; head < tail; head++) {
        const uint32_t u = s->queue[head];
        for (uint32_t a = part->arc_offset[u]; a < part->arc_offset[u + 1]; a++) {
            const uint32_t w = part->neighbor[a];
            if (s->seen[w] == s->n_counts) continue;
            s->seen[w] = s->n_counts;
            s->queue[tail++] = w;
        }
    }
    return tail;
}

static int compare_branches(const void *a, const void *b)
{
    const branch *x = a, *y = b;
    if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

/* The heaviest in the middle, the others to the left and right of it in turns. */
static sg_status arrange(branch *sorted, uint32_t n, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    branch *copy = NULL;
    SG_TAKE(copy, scratch, n);
    memcpy(copy, sorted, n * sizeof *copy);
    uint32_t left = (n - 1) / 2, right = left;
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0)
            sorted[left] = copy[0];
        else if (i % 2 == 1)
            sorted[++right] = copy[i];
        else
            sorted[--left] = copy[i];
    }
done:
    return status;
}

/* The branches at v that have no place yet. */
static sg_status find_branches(branch **branches, uint32_t *n, assembling *s, uint32_t v,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const sg_block_graph *part = s->assembly->part;
    branch *list = NULL;
    uint32_t n_found = 0;
    SG_TAKE(list, s->assembly->scratch, (size_t)sg_part_degree(part, v) + 1);
    for (uint32_t a = part->arc_offset[v]; a < part->arc_offset[v + 1]; a++) {
        const uint32_t w = part->neighbor[a];
        const uint32_t b = common_block(s->assembly, v, w);
        bool is_known = s->is_placed[w];
        for (uint32_t i = 0; i < n_found; i++)
            is_known = is_known || (b != NO_BLOCK && list[i].block == b);
        if (is_known) continue;
        list[n_found] = (branch){.block = b, .first = w, .weight = count_beyond(s, v, w)};
        if (b != NO_BLOCK)
            SG_TRY(block_span(&list[n_found].low, &list[n_found].width, s, b, v, err));
        n_found++;
    }
    qsort(list, n_found, sizeof *list, compare_branches);
    *branches = list;
    *n = n_found;
done:
    return status;
}

static void put(assembling *s, uint32_t v, sg_point p)
{
    s->at[v] = p;
    s->is_placed[v] = true;
    s->assembly->order[s->n_order++] = v;
}

/* Block b with its node v where it is, turned by `angle`. */
static void put_block(assembling *s, uint32_t b, uint32_t v, double angle)
{
    const sg_blocks *blocks = &s->assembly->blocks;
    const double c = cos(angle), d = sin(angle);
    const sg_point own = block_point(s, b, v);
    for (uint32_t i = blocks->begin[b]; i < blocks->begin[b + 1]; i++) {
        const uint32_t w = blocks->node[i];
        const sg_point p = sg_point_minus(block_point(s, b, w), own);
        if (w == v) continue;
        put(s, w, sg_point_add(s->at[v], (sg_point){c * p.x - d * p.y, d * p.x + c * p.y}));
    }
}

static sg_status grow(assembling *s, uint32_t v, arrival from, sg_error *err);

/* Everything that hangs at the nodes of a placed block, except at v. */
static sg_status grow_block(assembling *s, uint32_t b, uint32_t v, double angle, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_blocks *blocks = &s->assembly->blocks;
    for (uint32_t i = blocks->begin[b]; i < blocks->begin[b + 1]; i++) {
        const uint32_t w = blocks->node[i];
        arrival from = {0};
        if (w == v) continue;
        SG_TRY(block_span(&from.low, &from.width, s, b, w, err));
        from.low += angle;
        SG_TRY(grow(s, w, from, err));
    }
done:
    return status;
}

/* One branch at v, beginning at the angle `low`; bridges are `length` long. */
static sg_status grow_branch(assembling *s, uint32_t v, const branch *br, double low,
                             double length, double turn, sg_error *err)
{
    sg_status status = SG_OK;
    sg_hinge *hinge = &s->assembly->hinge[s->assembly->n_hinges++];
    *hinge = (sg_hinge){.pivot = v,
                        .first = br->first,
                        .begin = s->n_order,
                        .is_bridge = br->block == NO_BLOCK};
    if (hinge->is_bridge) {
        put(s, br->first, sg_point_add(s->at[v], sg_point_at(low, length)));
        SG_TRY(grow(s, br->first, (arrival){low + SG_PI, 0, true, turn}, err));
    } else {
        put_block(s, br->block, v, low - br->low);
        SG_TRY(grow_block(s, br->block, v, low - br->low, err));
    }
    hinge->end = s->n_order;
done:
    return status;
}

/* A chain turns left and right in turns; at a fork the heavier branch is the chain. */
static bool is_chain(const branch *list, uint32_t n, arrival from)
{
    return from.by_bridge && (n == 1 || n == 2) && list[0].block == NO_BLOCK &&
           list[n - 1].block == NO_BLOCK;
}

static sg_status grow_chain(assembling *s, uint32_t v, const branch *list, uint32_t n,
                            arrival from, sg_error *err)
{
    sg_status status = SG_OK;
    const double ahead = from.low + SG_PI, turn = from.turn > 0 ? -1 : 1;
    for (uint32_t i = 0; i < n; i++) {
        const double side = i == 0 ? turn : -turn;
        SG_TRY(grow_branch(s, v, &list[i], ahead + side * SG_PI / 3, 1, side, err));
    }
done:
    return status;
}

static sg_status grow(assembling *s, uint32_t v, arrival from, sg_error *err)
{
    sg_status status = SG_OK;
    branch *list = NULL;
    uint32_t n = 0;
    SG_TRY(find_branches(&list, &n, s, v, err));
    if (n == 0) goto done;
    if (is_chain(list, n, from)) {
        SG_TRY(grow_chain(s, v, list, n, from, err));
        goto done;
    }
    SG_TRY(arrange(list, n, s->assembly->scratch, err));
    double free_angle = 2 * SG_PI - from.width;
    for (uint32_t i = 0; i < n; i++) free_angle -= list[i].width;
    const double gap = fmax(free_angle, 0) / (n + 1);
    const double length = fmax(1, APART / 2 / fmax(sin(fmin(gap, SG_PI) / 2), 0.01));
    double low = from.low + from.width;
    for (uint32_t i = 0; i < n; i++) {
        low += gap;
        SG_TRY(grow_branch(s, v, &list[i], low, length, 0, err));
        low += list[i].width;
    }
done:
    return status;
}

/* The first node: all around it is free, so the last gap is the first one. */
static sg_status grow_root(assembling *s, uint32_t root, sg_error *err)
{
    sg_status status = SG_OK;
    branch *list = NULL;
    uint32_t n = 0;
    put(s, root, (sg_point){0});
    SG_TRY(find_branches(&list, &n, s, root, err));
    for (uint32_t i = 0; i < n; i++)
        SG_TRY(grow_branch(s, root, &list[i], 2 * SG_PI * i / n - SG_PI / 6, 1, -1, err));
done:
    return status;
}

/* The last node that a search from `v` meets: in a tree, an end of a longest path if v is one. */
static uint32_t farthest(assembling *s, uint32_t v)
{
    const sg_block_graph *part = s->assembly->part;
    if (sg_part_degree(part, v) == 0) return v;
    const uint32_t n_reached = count_beyond(s, part->n_nodes, v);
    return s->queue[n_reached - 1];
}

/* What hangs at a node outside of block b, at most, over the block's nodes. */
static uint32_t heaviest_branch(assembling *s, uint32_t b)
{
    const sg_block_graph *part = s->assembly->part;
    const sg_blocks *blocks = &s->assembly->blocks;
    uint32_t heaviest = 0;
    for (uint32_t i = blocks->begin[b]; i < blocks->begin[b + 1]; i++) {
        const uint32_t v = blocks->node[i];
        for (uint32_t a = part->arc_offset[v]; a < part->arc_offset[v + 1]; a++) {
            const uint32_t w = part->neighbor[a];
            if (common_block(s->assembly, v, w) == b) continue;
            const uint32_t weight = count_beyond(s, v, w);
            if (weight > heaviest) heaviest = weight;
        }
    }
    return heaviest;
}

/* The block whose heaviest branch is lightest; of several, the largest. */
static uint32_t middle_block(assembling *s)
{
    const sg_blocks *blocks = &s->assembly->blocks;
    uint32_t best = NO_BLOCK, least = 0;
    for (uint32_t b = 0; b < blocks->n_blocks; b++) {
        const uint32_t weight = heaviest_branch(s, b);
        const bool is_better =
            best == NO_BLOCK || weight < least ||
            (weight == least && sg_block_size(blocks, b) > sg_block_size(blocks, best));
        if (!is_better) continue;
        best = b;
        least = weight;
    }
    return best;
}

static sg_status place_blocks(sg_assembly *s, const sg_one_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_blocks *blocks = &s->blocks;
    for (uint32_t b = 0; b < blocks->n_blocks; b++) {
        sg_block_graph block = {0};
        uint64_t crossings = 0;
        bool *is_joint = NULL;
        SG_TRY(sg_block_cut(&block, blocks, b, graph, s->scratch, err));
        SG_TAKE(is_joint, s->scratch, block.n_nodes);
        for (uint32_t v = 0; v < block.n_nodes; v++)
            is_joint[v] = sg_part_degree(&block, v) < sg_part_degree(s->part, block.node[v]);
        SG_TRY(sgi_block_place(s->block_at + blocks->begin[b], &crossings, &block, is_joint,
                               s->scratch, err));
        s->crossings += crossings;
    }
done:
    return status;
}

static void find_homes(sg_assembly *s)
{
    const sg_blocks *blocks = &s->blocks;
    const uint32_t n = s->part->n_nodes;
    memset(s->home_begin, 0, ((size_t)n + 2) * sizeof *s->home_begin);
    for (uint32_t b = 0; b < blocks->n_blocks; b++)
        for (uint32_t i = blocks->begin[b]; i < blocks->begin[b + 1]; i++) {
            s->block_of[i] = b;
            s->home_begin[blocks->node[i] + 2]++;
        }
    for (uint32_t v = 0; v < n; v++) s->home_begin[v + 2] += s->home_begin[v + 1];
    for (uint32_t b = 0; b < blocks->n_blocks; b++)
        for (uint32_t i = blocks->begin[b]; i < blocks->begin[b + 1]; i++)
            s->home[s->home_begin[blocks->node[i] + 1]++] = i;
}

static sg_status begin(assembling *s, sg_assembly *assembly, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = assembly->part->n_nodes;
    *s = (assembling){.assembly = assembly};
    SG_TAKE(s->is_placed, assembly->scratch, n);
    SG_TAKE(s->seen, assembly->scratch, n + 1);
    SG_TAKE(s->queue, assembly->scratch, n);
    memset(s->is_placed, 0, n * sizeof *s->is_placed);
    memset(s->seen, 0, (n + 1) * sizeof *s->seen);
done:
    return status;
}

static sg_status find_middle(sg_assembly *assembly, sg_error *err)
{
    sg_status status = SG_OK;
    assembling s;
    SG_TRY(begin(&s, assembly, err));
    assembly->root = middle_block(&s);
done:
    return status;
}

sg_status sgi_assembly_prepare(sg_assembly *assembly, const sg_block_graph *part,
                               sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = part->n_nodes;
    const sg_one_graph graph = {
        .n_nodes = part->n_nodes, .arc_offset = part->arc_offset, .neighbor = part->neighbor};
    sg_assembly *s = assembly;
    *s = (sg_assembly){.part = part, .scratch = scratch};
    SG_TRY(sg_blocks_find(&s->blocks, &graph, scratch, err));
    const size_t n_places = s->blocks.n_blocks > 0 ? s->blocks.begin[s->blocks.n_blocks] : 0;
    SG_TAKE(s->block_at, scratch, n_places + 1);
    SG_TAKE(s->block_of, scratch, n_places + 1);
    SG_TAKE(s->home, scratch, n_places + 1);
    SG_TAKE(s->home_begin, scratch, n + 2);
    SG_TAKE(s->hinge, scratch, n);
    SG_TAKE(s->order, scratch, n);
    find_homes(s);
    SG_TRY(find_middle(s, err));
    SG_TRY(place_blocks(s, &graph, err));
done:
    return status;
}

sg_status sgi_assembly_place(sg_point *at, sg_assembly *assembly, double spread, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_blocks *blocks = &assembly->blocks;
    const uint32_t root = assembly->root;
    assembling s;
    SG_TRY(begin(&s, assembly, err));
    s.at = at;
    s.spread = spread;
    assembly->n_hinges = 0;
    if (root == NO_BLOCK) {
        SG_TRY(grow_root(&s, farthest(&s, farthest(&s, 0)), err));
    } else {
        for (uint32_t i = blocks->begin[root]; i < blocks->begin[root + 1]; i++)
            put(&s, blocks->node[i], block_point(&s, root, blocks->node[i]));
        SG_TRY(grow_block(&s, root, NO_BLOCK, 0, err));
    }
done:
    return status;
}
