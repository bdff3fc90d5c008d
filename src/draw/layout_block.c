/* layout_block.c - a block in the way that suits it.
 *
 * A ring and everything that looks the same from each of its nodes go on a circle.  Then rings are
 * put beside each other as by hand.  Where that fails, or edges cross, or something hangs at a node
 * inside, there are two more ways, and the one with least trouble wins: the rings' outline on a
 * circle, eased by majorizing the stress as far as no edges cross for it; and the stress alone,
 * which also serves blocks with too many cycles for rings to mean anything. */
#include "draw/layout_parts.h"

#include <string.h>

enum {
    MOST_RINGS = 60,
    LARGEST_RINGED = 200,
    LARGEST_SETTLED = 40,
    EASE_STEPS = 6,
    MOST_RINGS_SETTLED = 12,
    SMALL_CIRCLE = 8 /* up to here, a circle with crossings is worth a second try */
};

/* More trouble than this is worth a try in another way. */
static const double GOOD = 0.6;

/* What a node costs at which something hangs that would be inside of the block. */
static const double ENCLOSED = 3;

/* A drawing of a block, the best one so far. */
typedef struct attempt {
    const sg_block_graph *block;
    const bool *is_joint; /* [n_nodes] */
    sg_point *at;         /* [n_nodes] */
    uint64_t crossings;
    double trouble;
    sg_scratch *scratch;
} attempt;

/* The direction in the middle of the widest gap between the edges at v. */
static double widest_gap(const sg_point *at, const sg_block_graph *block, uint32_t v)
{
    double widest = 0, middle = 0;
    for (uint32_t a = block->arc_offset[v]; a < block->arc_offset[v + 1]; a++) {
        const double from = sg_angle_of(at[v], at[block->neighbor[a]]);
        double gap = 2 * SG_PI;
        for (uint32_t b = block->arc_offset[v]; b < block->arc_offset[v + 1]; b++) {
            double turn = sg_angle_of(at[v], at[block->neighbor[b]]) - from;
            if (turn < 0) turn += 2 * SG_PI;
            if (b != a && turn < gap) gap = turn;
        }
        if (gap <= widest) continue;
        widest = gap;
        middle = from + gap / 2;
    }
    return middle;
}

/* Whether the view from v through its widest gap meets an edge. */
static bool is_enclosed(const sg_point *at, const sg_block_graph *block, uint32_t v)
{
    const sg_point far =
        sg_point_add(at[v], sg_point_at(widest_gap(at, block, v), 4.0 * block->n_nodes));
    for (uint32_t x = 0; x < block->n_nodes; x++)
        for (uint32_t a = block->arc_offset[x]; a < block->arc_offset[x + 1]; a++) {
            const uint32_t y = block->neighbor[a];
            if (x == v || y == v || y < x) continue;
            if (sgi_segments_meet(at[v], far, at[x], at[y])) return true;
        }
    return false;
}

/* Keep `at` if it is better than what there is. */
static void offer(attempt *best, const sg_point *at)
{
    const sg_tangle tangle = sgi_part_tangle(at, best->block);
    double trouble = tangle.trouble;
    for (uint32_t v = 0; v < best->block->n_nodes; v++)
        if (best->is_joint[v] && is_enclosed(at, best->block, v)) trouble += ENCLOSED;
    if (trouble >= best->trouble) return;
    best->trouble = trouble;
    best->crossings = tangle.crossings;
    if (at != best->at) memcpy(best->at, at, best->block->n_nodes * sizeof *at);
}

/* Go from `at` towards `goal` as far as that adds no crossings. */
static void ease(sg_point *at, const sg_point *goal, sg_point *between,
                 const sg_block_graph *block)
{
    const uint64_t crossings = sgi_part_tangle(at, block).crossings;
    for (int step = EASE_STEPS; step > 0; step--) {
        const double part = (double)step / EASE_STEPS;
        for (uint32_t v = 0; v < block->n_nodes; v++)
            between[v] =
                sg_point_add(sg_point_scale(goal[v], part), sg_point_scale(at[v], 1 - part));
        if (sgi_part_tangle(between, block).crossings > crossings) continue;
        memcpy(at, between, block->n_nodes * sizeof *at);
        return;
    }
}

/* Edges of the mean length 1. */
static void scale_edges(sg_point *at, const sg_block_graph *block)
{
    double sum = 0;
    for (uint32_t v = 0; v < block->n_nodes; v++)
        for (uint32_t a = block->arc_offset[v]; a < block->arc_offset[v + 1]; a++)
            sum += sg_point_distance(at[v], at[block->neighbor[a]]);
    if (sum <= 0) return;
    for (uint32_t v = 0; v < block->n_nodes; v++)
        at[v] = sg_point_scale(at[v], block->n_arcs / sum);
}

/* Settling pays where few cycles leave room, as in bridged molecules. */
static void settle_and_offer(attempt *best, sg_point *at)
{
    const uint32_t n = best->block->n_nodes;
    if (n > LARGEST_SETTLED || best->block->n_arcs / 2 > n + MOST_RINGS_SETTLED) return;
    sgi_settle(at, best->block);
    offer(best, at);
}

static sg_status place_by_outline(attempt *best, const sg_rings *rings, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_block_graph *block = best->block;
    sg_point *flat = NULL, *goal = NULL, *between = NULL;
    bool is_whole = false;
    SG_TAKE(flat, best->scratch, block->n_nodes);
    SG_TRY(sgi_outline_place(flat, &is_whole, rings, block, best->scratch, err));
    if (!is_whole) goto done;
    SG_TAKE(goal, best->scratch, block->n_nodes);
    SG_TAKE(between, best->scratch, block->n_nodes);
    memcpy(goal, flat, block->n_nodes * sizeof *goal);
    SG_TRY(sgi_stress_place(goal, true, block, best->scratch, err));
    ease(flat, goal, between, block);
    scale_edges(flat, block);
    offer(best, flat);
    settle_and_offer(best, flat);
done:
    return status;
}

static sg_status place_by_rings(attempt *best, sg_error *err)
{
    sg_status status = SG_OK;
    sg_rings rings = {0};
    sg_point *beside = NULL;
    bool is_whole = false;
    const uint32_t n = best->block->n_nodes;
    SG_TAKE(beside, best->scratch, n);
    SG_TRY(sgi_rings_find(&rings, best->block, best->scratch, err));
    SG_TRY(sgi_rings_place(beside, &is_whole, &rings, n, best->scratch, err));
    if (is_whole) offer(best, beside);
    if (best->trouble <= GOOD) goto done;
    if (is_whole) settle_and_offer(best, beside);
    if (best->trouble > GOOD) SG_TRY(place_by_outline(best, &rings, err));
done:
    return status;
}

static sg_status place_by_stress(attempt *best, sg_error *err)
{
    sg_status status = SG_OK;
    sg_point *at = NULL;
    SG_TAKE(at, best->scratch, best->block->n_nodes);
    SG_TRY(sgi_stress_place(at, false, best->block, best->scratch, err));
    offer(best, at);
    settle_and_offer(best, at);
done:
    return status;
}

/* The first node on top, as on a clock. */
static void place_on_circle(sg_point *at, const uint32_t *order, uint32_t n)
{
    const double radius = fmax(0.5 / sin(SG_PI / n), 0.8);
    for (uint32_t i = 0; i < n; i++)
        at[order[i]] = sg_point_at(2 * SG_PI * i / n - SG_PI / 2, radius);
}

static void walk_ring(uint32_t *order, const sg_block_graph *block)
{
    order[0] = 0;
    order[1] = block->neighbor[0];
    for (uint32_t i = 2; i < block->n_nodes; i++) {
        const uint32_t *two = block->neighbor + block->arc_offset[order[i - 1]];
        order[i] = two[0] == order[i - 2] ? two[1] : two[0];
    }
}

sg_status sgi_block_place(sg_point *at, uint64_t *crossings, const sg_block_graph *block,
                          const bool *is_joint, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = block->n_nodes, n_cycles = block->n_arcs / 2 - n + 1;
    attempt best = {block, is_joint, at, 0, INFINITY, scratch};
    uint32_t *order = NULL;
    bool is_circle = false;

    SG_TAKE(order, scratch, n);
    if (n_cycles == 1) {
        walk_ring(order, block);
        sgi_polygon_place(at, order, n);
        goto done;
    }
    SG_TRY(sgi_circle_order(order, &is_circle, block, scratch, err));
    if (is_circle) {
        place_on_circle(at, order, n);
        offer(&best, at);
        if (n > SMALL_CIRCLE) goto done;
    }
    if (n_cycles <= MOST_RINGS && n <= LARGEST_RINGED) SG_TRY(place_by_rings(&best, err));
    if (!is_circle && best.trouble > GOOD) SG_TRY(place_by_stress(&best, err));
done:
    *crossings = best.crossings;
    return status;
}
