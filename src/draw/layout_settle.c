/* layout_settle.c - single nodes feel their way to a better place.
 *
 * For drawings that have the right shape and bad proportions, such as Tutte's.  A node tries steps
 * in eight directions, long ones first, and takes what lowers its own trouble; everything that
 * depends on one node is counted, so that the trouble of the whole falls as well. */
#include "draw/layout_parts.h"

enum { ROUNDS = 20, DIRECTIONS = 8 };

static const double NODE_ROOM = 1.3, EDGE_ROOM = 0.5, CROSSING = 10;

/* Less is not worth a step. */
static const double ENOUGH = 0.01;

/* The distance of a point from a segment. */
static double segment_distance(sg_point p, sg_point a, sg_point b)
{
    const sg_point along = sg_point_minus(b, a), to = sg_point_minus(p, a);
    const double square = along.x * along.x + along.y * along.y;
    const double part = square > 0 ? (along.x * to.x + along.y * to.y) / square : 0;
    const double clipped = fmin(fmax(part, 0), 1);
    return sg_point_distance(p, sg_point_add(a, sg_point_scale(along, clipped)));
}

static double squared_lack(double distance, double room)
{
    return distance < room ? (room - distance) * (room - distance) : 0;
}

/* What the edge u-w has to do with all edges that it shares no node with, and their ends. */
static double edge_trouble(const sg_point *at, const sg_block_graph *block, uint32_t u,
                           uint32_t w)
{
    double sum = 0;
    for (uint32_t x = 0; x < block->n_nodes; x++) {
        if (x == u || x == w) continue;
        sum += 2 * squared_lack(segment_distance(at[x], at[u], at[w]), EDGE_ROOM);
        for (uint32_t a = block->arc_offset[x]; a < block->arc_offset[x + 1]; a++) {
            const uint32_t y = block->neighbor[a];
            if (y < x || y == u || y == w) continue;
            if (sgi_segments_meet(at[u], at[w], at[x], at[y])) sum += CROSSING;
        }
    }
    return sum;
}

/* Everything that node u is part of, or as much of it as reaches `enough`. */
static double node_trouble(const sg_point *at, const sg_block_graph *block, uint32_t u,
                           double enough)
{
    double sum = 0;
    for (uint32_t a = block->arc_offset[u]; a < block->arc_offset[u + 1] && sum < enough; a++) {
        const uint32_t w = block->neighbor[a];
        const double lack = sg_point_distance(at[u], at[w]) - 1;
        sum += lack * lack + edge_trouble(at, block, u, w);
    }
    for (uint32_t x = 0; x < block->n_nodes && sum < enough; x++) {
        if (x == u) continue;
        sum += squared_lack(sg_point_distance(at[u], at[x]), NODE_ROOM) / 2;
        for (uint32_t a = block->arc_offset[x]; a < block->arc_offset[x + 1]; a++) {
            const uint32_t y = block->neighbor[a];
            if (y < x || y == u) continue;
            sum += 2 * squared_lack(segment_distance(at[u], at[x], at[y]), EDGE_ROOM);
        }
    }
    return sum;
}

/* One step of node u; true if it took one. */
static bool step(sg_point *at, const sg_block_graph *block, uint32_t u, double length)
{
    const sg_point here = at[u];
    sg_point best = here;
    double least = node_trouble(at, block, u, INFINITY) - ENOUGH;
    if (least <= 0) return false;
    for (int i = 0; i < DIRECTIONS; i++) {
        at[u] = sg_point_add(here, sg_point_at(2 * SG_PI * i / DIRECTIONS, length));
        const double trouble = node_trouble(at, block, u, least);
        if (trouble >= least) continue;
        least = trouble;
        best = at[u];
    }
    at[u] = best;
    return best.x != here.x || best.y != here.y;
}

void sgi_settle(sg_point *at, const sg_block_graph *block)
{
    double length = 0.4;
    for (int round = 0; round < ROUNDS && length > 0.03; round++) {
        bool has_moved = false;
        for (uint32_t u = 0; u < block->n_nodes; u++) has_moved |= step(at, block, u, length);
        if (!has_moved) length /= 2;
    }
}
