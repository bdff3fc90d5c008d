/* layout_parts.h - the steps of a layout, from a ring to the whole page.
 *
 * Every step works on a part of the graph with its own numbers, 0 .. n_nodes-1, and writes one
 * point per node.  Memory is scratch memory; nothing but its lack can fail.
 */
#ifndef SG_DRAW_LAYOUT_PARTS_H
#define SG_DRAW_LAYOUT_PARTS_H

#include "draw/layout.h"
#include "graph/blocks.h"

#include <math.h>

#define SG_PI 3.14159265358979323846

/* The rings of a part, by ascending length: a minimum cycle basis. */
typedef struct sg_rings {
    uint32_t n;
    uint32_t *begin; /* [n + 1] */
    uint32_t *node;  /* [begin[n]] the nodes of each, in the order of its edges */
} sg_rings;

/* How bad a drawing is: a crossing counts 1, and nodes that are no neighbors up to 2 where they
 * come too near to each other, and more where they hide each other. */
typedef struct sg_tangle {
    uint64_t crossings;
    double trouble;
} sg_tangle;

static inline sg_point sg_point_add(sg_point p, sg_point q)
{
    return (sg_point){p.x + q.x, p.y + q.y};
}

static inline sg_point sg_point_minus(sg_point p, sg_point q)
{
    return (sg_point){p.x - q.x, p.y - q.y};
}

static inline sg_point sg_point_scale(sg_point p, double by)
{
    return (sg_point){p.x * by, p.y * by};
}

static inline double sg_point_distance(sg_point p, sg_point q)
{
    return sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}

/* The point at `length` from the origin in direction `angle`. */
static inline sg_point sg_point_at(double angle, double length)
{
    return (sg_point){length * cos(angle), length * sin(angle)};
}

static inline double sg_angle_of(sg_point from, sg_point to)
{
    return atan2(to.y - from.y, to.x - from.x);
}

static inline uint32_t sg_part_degree(const sg_block_graph *part, uint32_t v)
{
    return part->arc_offset[v + 1] - part->arc_offset[v];
}

bool sgi_part_joined(const sg_block_graph *part, uint32_t u, uint32_t v);

/* distance[u][v] in edges, UINT16_MAX where no path is; `queue` has room for all nodes. */
void sgi_part_distances(uint16_t *distance, uint32_t *queue, const sg_block_graph *part);

/* Whether each of two segments has ends on both sides of the other's line. */
bool sgi_lines_meet(sg_point a, sg_point b, sg_point c, sg_point d);

/* Whether the ranges between a and b and between c and d have nothing in common.  Comparisons
 * alone: fmin and fmax are calls, and most of the time of a layout is spent here. */
static inline bool sgi_ranges_apart(double a, double b, double c, double d)
{
    return (a < c && a < d && b < c && b < d) || (a > c && a > d && b > c && b > d);
}

/* Whether two segments meet, ends included. */
static inline bool sgi_segments_meet(sg_point a, sg_point b, sg_point c, sg_point d)
{
    return !sgi_ranges_apart(a.x, b.x, c.x, d.x) && !sgi_ranges_apart(a.y, b.y, c.y, d.y) &&
           sgi_lines_meet(a, b, c, d);
}

/* What a pair of nodes that are no neighbors adds to the nearness of a drawing. */
double sgi_nearness(sg_point p, sg_point q);

sg_tangle sgi_part_tangle(const sg_point *at, const sg_block_graph *part);

/* Put nodes on a regular polygon around the origin, in this order, edges one unit long. */
void sgi_polygon_place(sg_point *at, const uint32_t *node, uint32_t n);

/* A minimum cycle basis of a block.
 * Time O(n m) searches and comparisons; meant for molecules.  Fails with SG_ENOMEM. */
sg_status sgi_rings_find(sg_rings *rings, const sg_block_graph *block, sg_scratch *scratch,
                         sg_error *err);

/* Put ring beside ring, regular as far as possible.  `is_whole` tells whether every node found a
 * place; if not, `at` is of no use. */
sg_status sgi_rings_place(sg_point *at, bool *is_whole, const sg_rings *rings, uint32_t n_nodes,
                          sg_scratch *scratch, sg_error *err);

/* Put the outline of the rings on a circle and each inner node between its neighbors: no crossings
 * if the rings are the faces of a planar drawing.  `is_whole` as above. */
sg_status sgi_outline_place(sg_point *at, bool *is_whole, const sg_rings *rings,
                            const sg_block_graph *block, sg_scratch *scratch, sg_error *err);

/* Find an order of the nodes in which every node looks the same: `found` is false where there is
 * none, or none that is found soon. */
sg_status sgi_circle_order(uint32_t *order, bool *found, const sg_block_graph *part,
                           sg_scratch *scratch, sg_error *err);

/* Distances on paper like distances in the graph, by majorization of the stress; the part must be
 * connected.  `at` is where it begins if `from_here`, else the start is found as well. */
sg_status sgi_stress_place(sg_point *at, bool from_here, const sg_block_graph *part,
                           sg_scratch *scratch, sg_error *err);

/* Move single nodes as long as that helps: towards edges of length 1, away from other nodes and
 * edges; crossings only get fewer. */
void sgi_settle(sg_point *at, const sg_block_graph *block);

/* Place a block of three or more nodes as it looks best.
 *
 *   crossings  out; those within the block
 *   is_joint   [n_nodes] something hangs at the node, and wants to be outside of the block */
sg_status sgi_block_place(sg_point *at, uint64_t *crossings, const sg_block_graph *block,
                          const bool *is_joint, sg_scratch *scratch, sg_error *err);

/* A connected part as a tree of blocks, bridges and nodes: which nodes hang at which. */
typedef struct sg_hinge {
    uint32_t pivot; /* node that stays                                            */
    uint32_t first; /* node that moves: the other end of a bridge, or the pivot's
                       neighbor in a block                                        */
    uint32_t begin; /* hanging nodes are order[begin .. end)                      */
    uint32_t end;
    bool is_bridge;
} sg_hinge;

typedef struct sg_assembly {
    const sg_block_graph *part;
    sg_blocks blocks;
    sg_point *block_at;   /* [blocks.begin[n_blocks]] own coordinates of each block   */
    uint32_t *block_of;   /* [blocks.begin[n_blocks]] the block of a position         */
    uint32_t *home_begin; /* [n_nodes + 1] of each node's positions in blocks         */
    uint32_t *home;
    uint64_t crossings; /* within blocks; no moving of hinges changes them            */
    uint32_t root;      /* the block in the middle; UINT32_MAX: there is none         */

    /* Made by sgi_assembly_place: */
    uint32_t n_hinges;
    sg_hinge *hinge; /* [n_nodes]                                                     */
    uint32_t *order; /* [n_nodes] such that what hangs at a hinge stands together     */
    sg_scratch *scratch;
} sg_assembly;

/* Find and place the blocks of a connected part, each as it looks best. */
sg_status sgi_assembly_prepare(sg_assembly *assembly, const sg_block_graph *part,
                               sg_scratch *scratch, sg_error *err);

/* Place the part: bridges and branches with even angles around every node, chains in zig-zag.
 * Edges of the root block are `spread` times as long as they were. */
sg_status sgi_assembly_place(sg_point *at, sg_assembly *assembly, double spread, sg_error *err);

/* Turn, flip and stretch what hangs at hinges as long as the drawing gets better. */
sg_status sgi_untangle(sg_point *at, const sg_assembly *assembly, sg_error *err);

#endif
