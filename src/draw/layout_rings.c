/* layout_rings.c - ring beside ring, as they are drawn by hand.
 *
 * The ring with most neighbors is a regular polygon.  Then, again and again, a ring that shares a
 * path of nodes with what is placed: if a regular polygon over the path's first edge meets the
 * other shared nodes too (always, if the path is one edge), it is taken; else the ring is a bridge,
 * and its new nodes go on an arc over the path's ends, away from what is there. */
#include "draw/layout_parts.h"

#include <string.h>

/* How far a shared node may be from the corner of a regular polygon. */
static const double FIT = 0.15;

/* How a ring meets what is placed. */
typedef enum meeting { APART, BRIDGE, EDGE, FITTING } meeting;

typedef struct rings_state {
    const sg_rings *rings;
    uint32_t n_nodes;
    sg_point *at;
    bool *is_placed; /* [n_nodes] */
    bool *is_done;   /* [rings]   */
} rings_state;

/* A ring turned such that its shared path comes first. */
typedef struct turned {
    const uint32_t *node;
    uint32_t n, start, shared;
} turned;

static uint32_t corner(const turned *t, uint32_t i)
{
    return t->node[(t->start + i) % t->n];
}

void sgi_polygon_place(sg_point *at, const uint32_t *node, uint32_t n)
{
    const double radius = 0.5 / sin(SG_PI / n);
    for (uint32_t i = 0; i < n; i++)
        at[node[i]] = sg_point_at(2 * SG_PI * i / n - SG_PI / 2 + SG_PI / n, radius);
}

static const uint32_t *ring(const rings_state *s, uint32_t r, uint32_t *n)
{
    *n = s->rings->begin[r + 1] - s->rings->begin[r];
    return s->rings->node + s->rings->begin[r];
}

static bool share_edge(const rings_state *s, uint32_t q, uint32_t r)
{
    uint32_t n_q, n_r, n_common = 0;
    const uint32_t *a = ring(s, q, &n_q), *b = ring(s, r, &n_r);
    for (uint32_t i = 0; i < n_q; i++)
        for (uint32_t j = 0; j < n_r; j++) n_common += a[i] == b[j];
    return n_common > 1;
}

static uint32_t middle_ring(const rings_state *s)
{
    uint32_t best = 0, most = 0;
    for (uint32_t r = 0; r < s->rings->n; r++) {
        uint32_t n_neighbors = 0;
        for (uint32_t q = 0; q < s->rings->n; q++) n_neighbors += q != r && share_edge(s, q, r);
        if (n_neighbors <= most) continue;
        most = n_neighbors;
        best = r;
    }
    return best;
}

/* Turn the ring to its shared path; false if what is placed of it is not a path of two or more. */
static bool turn_ring(turned *t, const rings_state *s, uint32_t r)
{
    uint32_t n_placed = 0, n_starts = 0;
    t->node = ring(s, r, &t->n);
    t->start = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        const bool here = s->is_placed[t->node[i]];
        const bool before = s->is_placed[t->node[(i + t->n - 1) % t->n]];
        n_placed += here;
        if (!here || before) continue;
        n_starts++;
        t->start = i;
    }
    t->shared = n_placed;
    return n_placed >= 2 && (n_starts == 1 || n_placed == t->n);
}

static sg_point middle_of_placed(const rings_state *s)
{
    sg_point sum = {0};
    uint32_t n = 0;
    for (uint32_t v = 0; v < s->n_nodes; v++) {
        if (!s->is_placed[v]) continue;
        sum = sg_point_add(sum, s->at[v]);
        n++;
    }
    return sg_point_scale(sum, 1.0 / n);
}

/* The center of the regular n-gon over the edge a-b, on the left of it for side = 1. */
static sg_point polygon_center(sg_point a, sg_point b, uint32_t n, double side)
{
    const double height = 0.5 / tan(SG_PI / n), length = sg_point_distance(a, b);
    const sg_point middle = sg_point_scale(sg_point_add(a, b), 0.5);
    const double x = -(b.y - a.y) / length * side, y = (b.x - a.x) / length * side;
    return (sg_point){middle.x + x * height, middle.y + y * height};
}

/* Corner i of the regular polygon whose corners 0 and 1 are the first two of the ring. */
static sg_point polygon_corner(const turned *t, const rings_state *s, uint32_t i, double side)
{
    const sg_point a = s->at[corner(t, 0)], b = s->at[corner(t, 1)];
    const sg_point center = polygon_center(a, b, t->n, side);
    const double angle = sg_angle_of(center, a) + side * 2 * SG_PI * i / t->n;
    return sg_point_add(center, sg_point_at(angle, 0.5 / sin(SG_PI / t->n)));
}

static bool fits(const turned *t, const rings_state *s, double side)
{
    for (uint32_t i = 1; i < t->shared; i++)
        if (sg_point_distance(polygon_corner(t, s, i, side), s->at[corner(t, i)]) > FIT)
            return false;
    return true;
}

/* How near the points come to nodes that are placed. */
static double crowd(const rings_state *s, const turned *t, const sg_point *new_at)
{
    double sum = 0;
    for (uint32_t i = t->shared; i < t->n; i++)
        for (uint32_t v = 0; v < s->n_nodes; v++)
            if (s->is_placed[v])
                sum += 1 / (0.01 + sg_point_distance(new_at[i - t->shared], s->at[v]));
    return sum;
}

/* The angle that k equal steps of length 1 on a circle take when they span a chord: by bisection
 * over half the step's angle. */
static double arc_half_step(uint32_t steps, double chord)
{
    double low = 1e-4, high = SG_PI / steps;
    for (int i = 0; i < 60; i++) {
        const double half = (low + high) / 2;
        const double span = sin(steps * half) / sin(half);
        if (span > chord)
            low = half;
        else
            high = half;
    }
    return (low + high) / 2;
}

/* New nodes of a bridge: on an arc from the path's last node back to its first. */
static void arc_points(sg_point *new_at, const turned *t, const rings_state *s, double side)
{
    const sg_point from = s->at[corner(t, t->shared - 1)], to = s->at[corner(t, 0)];
    const uint32_t steps = t->n - t->shared + 1;
    const double chord = sg_point_distance(from, to);
    const double half = arc_half_step(steps, fmin(chord, steps * 0.95));
    const double length = chord / (sin(steps * half) / sin(half));
    double angle = sg_angle_of(from, to) + side * (steps - 1) * half;
    sg_point p = from;
    for (uint32_t i = 0; i + 1 < steps; i++) {
        p = sg_point_add(p, sg_point_at(angle, length));
        new_at[i] = p;
        angle -= side * 2 * half;
    }
}

static void polygon_points(sg_point *new_at, const turned *t, const rings_state *s, double side)
{
    for (uint32_t i = t->shared; i < t->n; i++)
        new_at[i - t->shared] = polygon_corner(t, s, i, side);
}

static meeting meet(turned *t, const rings_state *s, uint32_t r)
{
    if (!turn_ring(t, s, r)) return APART;
    if (t->shared == t->n) return FITTING;
    if (t->shared == 2) return EDGE;
    return fits(t, s, 1) || fits(t, s, -1) ? FITTING : BRIDGE;
}

/* Of the two sides take the emptier one. */
static void place_ring(rings_state *s, const turned *t, meeting how, sg_point *one,
                       sg_point *other)
{
    const uint32_t n_new = t->n - t->shared;
    void (*write)(sg_point *, const turned *, const rings_state *, double) =
        how == BRIDGE ? arc_points : polygon_points;
    write(one, t, s, 1);
    write(other, t, s, -1);
    bool is_one = crowd(s, t, one) <= crowd(s, t, other);
    if (how == EDGE) {
        const sg_point a = s->at[corner(t, 0)], b = s->at[corner(t, 1)];
        const sg_point middle = middle_of_placed(s);
        const sg_point left = polygon_center(a, b, t->n, 1);
        const sg_point right = polygon_center(a, b, t->n, -1);
        const double difference =
            sg_point_distance(left, middle) - sg_point_distance(right, middle);
        if (fabs(difference) > 0.2) is_one = difference > 0;
    } else if (how == FITTING) {
        is_one = fits(t, s, 1);
    }
    for (uint32_t i = 0; i < n_new; i++) {
        s->at[corner(t, t->shared + i)] = is_one ? one[i] : other[i];
        s->is_placed[corner(t, t->shared + i)] = true;
    }
}

/* The ring that meets what is placed best; rings.n if none does. */
static uint32_t next_ring(meeting *how, turned *best, const rings_state *s)
{
    uint32_t found = s->rings->n;
    *how = APART;
    for (uint32_t r = 0; r < s->rings->n; r++) {
        turned t;
        if (s->is_done[r]) continue;
        const meeting m = meet(&t, s, r);
        if (m < *how || m == APART || (m == *how && t.shared <= best->shared)) continue;
        *how = m;
        *best = t;
        found = r;
    }
    return found;
}

sg_status sgi_rings_place(sg_point *at, bool *is_whole, const sg_rings *rings, uint32_t n_nodes,
                          sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    rings_state s = {.rings = rings, .n_nodes = n_nodes, .at = at};
    sg_point *one = NULL, *other = NULL;
    uint32_t n, n_done = 1;

    SG_TAKE(s.is_placed, scratch, n_nodes);
    SG_TAKE(s.is_done, scratch, (size_t)rings->n + 1);
    SG_TAKE(one, scratch, n_nodes);
    SG_TAKE(other, scratch, n_nodes);
    memset(s.is_placed, 0, n_nodes * sizeof *s.is_placed);
    memset(s.is_done, 0, rings->n * sizeof *s.is_done);

    const uint32_t first = middle_ring(&s);
    const uint32_t *node = ring(&s, first, &n);
    sgi_polygon_place(at, node, n);
    for (uint32_t i = 0; i < n; i++) s.is_placed[node[i]] = true;
    s.is_done[first] = true;
    for (; n_done < rings->n; n_done++) {
        turned t = {0};
        meeting how;
        const uint32_t r = next_ring(&how, &t, &s);
        if (r == rings->n) break;
        if (t.shared < t.n) place_ring(&s, &t, how, one, other);
        s.is_done[r] = true;
    }
    *is_whole = n_done == rings->n;
done:
    return status;
}
