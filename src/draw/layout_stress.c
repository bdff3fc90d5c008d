/* layout_stress.c - stress majorization, node by node.
 *
 * The stress is the sum over all pairs of (distance on paper / distance in the graph - 1)^2.  Moving
 * a node to the weighted mean of where the others want it never raises the stress; taking the nodes
 * in order makes the result depend on nothing else.  The start is classical scaling: the two main
 * axes of the squared distances, by power iteration that begins with a circle, so that a complete
 * graph, where all axes are alike, stays one.
 *
 * Reference: Gansner, Koren and North, "Graph Drawing by Stress Majorization", GD 2004. */
#include "base/observer.h"
#include "draw/layout_parts.h"

enum { POWER_ROUNDS = 40, MOST_ROUNDS = 200 };

/* How far apart the nodes of a dense part should be, and how much it may grow for that. */
static const double ROOM = 0.7, MOST_ROOM = 3;

/* y = B x for B = -1/2 J D^2 J with the centering matrix J; x must be centered. */
static void apply(double *y, const double *x, const uint16_t *distance, uint32_t n)
{
    double mean = 0;
    for (uint32_t u = 0; u < n; u++) {
        double sum = 0;
        for (uint32_t v = 0; v < n; v++) {
            const double d = distance[(size_t)u * n + v];
            sum -= 0.5 * d * d * x[v];
        }
        y[u] = sum;
        mean += sum / n;
    }
    for (uint32_t u = 0; u < n; u++) y[u] -= mean;
}

static double product(const double *x, const double *y, uint32_t n)
{
    double sum = 0;
    for (uint32_t v = 0; v < n; v++) sum += x[v] * y[v];
    return sum;
}

/* x / |x|; false if there is nothing to divide. */
static bool normalize(double *x, uint32_t n)
{
    const double length = sqrt(product(x, x, n));
    if (!(length > 1e-12)) return false;
    for (uint32_t v = 0; v < n; v++) x[v] /= length;
    return true;
}

/* Iterate `x` towards an axis that is orthogonal to `other` (NULL: none), scaled such that it is a
 * coordinate; `y` is memory. */
static void find_axis(double *x, const double *other, double *y, const uint16_t *distance,
                      uint32_t n)
{
    double size = 0;
    for (int round = 0; round < POWER_ROUNDS; round++) {
        apply(y, x, distance, n);
        if (other != NULL) {
            const double share = product(y, other, n) / product(other, other, n);
            for (uint32_t v = 0; v < n; v++) y[v] -= share * other[v];
        }
        size = sqrt(product(y, y, n));
        if (!normalize(y, n)) break;
        for (uint32_t v = 0; v < n; v++) x[v] = y[v];
    }
    for (uint32_t v = 0; v < n; v++) x[v] *= sqrt(size);
}

static sg_status find_start(sg_point *at, const uint16_t *distance, uint32_t n,
                            sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    double *x = NULL, *y = NULL, *work = NULL;
    SG_TAKE(x, scratch, n);
    SG_TAKE(y, scratch, n);
    SG_TAKE(work, scratch, n);
    for (uint32_t v = 0; v < n; v++) {
        x[v] = cos(2 * SG_PI * v / n);
        y[v] = sin(2 * SG_PI * v / n);
    }
    (void)normalize(x, n);
    (void)normalize(y, n);
    find_axis(x, NULL, work, distance, n);
    find_axis(y, product(x, x, n) > 0 ? x : NULL, work, distance, n);
    /* Nodes with the same distances to all others fall on one point; a little of the circle
     * lets the stress tell them apart. */
    for (uint32_t v = 0; v < n; v++) {
        at[v].x = x[v] + 0.05 * cos(2.4 * v);
        at[v].y = y[v] + 0.05 * sin(2.4 * v);
    }
done:
    return status;
}

/* Move every node once; returns the longest way. */
static double move_all(sg_point *at, const uint16_t *distance, uint32_t n)
{
    double longest = 0;
    for (uint32_t u = 0; u < n; u++) {
        double x = 0, y = 0, total = 0;
        for (uint32_t v = 0; v < n; v++) {
            if (v == u) continue;
            const double d = distance[(size_t)u * n + v], weight = 1 / (d * d);
            const sg_point away = sg_point_minus(at[u], at[v]);
            const double length = sqrt(away.x * away.x + away.y * away.y);
            const double stretch = length > 1e-9 ? d / length : 0;
            x += weight * (at[v].x + stretch * away.x);
            y += weight * (at[v].y + stretch * away.y);
            total += weight;
        }
        const sg_point to = {x / total, y / total};
        longest = fmax(longest, sg_point_distance(at[u], to));
        at[u] = to;
    }
    return longest;
}

/* Dense graphs ask for more nodes in a unit's round than there is room for: they get longer edges
 * instead. */
static void make_room(sg_point *at, uint32_t n)
{
    const double closest = sg_layout_closest(at, n);
    const double by = closest < ROOM ? fmin(ROOM / fmax(closest, 1e-9), MOST_ROOM) : 1;
    for (uint32_t v = 0; v < n; v++) at[v] = sg_point_scale(at[v], by);
}

sg_status sgi_stress_place(sg_point *at, bool from_here, const sg_block_graph *part,
                           sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = part->n_nodes;
    uint16_t *distance = NULL;
    uint32_t *queue = NULL;
    SG_TAKE(distance, scratch, (size_t)n * n);
    SG_TAKE(queue, scratch, n);
    sgi_part_distances(distance, queue, part);
    if (!from_here) SG_TRY(find_start(at, distance, n, scratch, err));
    for (int round = 0; round < MOST_ROUNDS && n > 1; round++) {
        SG_TRY(sg_watch_ask_seldom(err));
        if (move_all(at, distance, n) < 1e-3) break;
    }
    if (!from_here) make_room(at, n);
done:
    return status;
}
