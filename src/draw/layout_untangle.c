/* layout_untangle.c - what hangs at a hinge turns, flips or moves away until nothing is in its way.
 *
 * A greedy search: hinge by hinge, of all ways to move what hangs there the one that lowers the
 * trouble most.  Trouble is counted between what moves and what stays, for nothing else changes;
 * turning and stretching have a price, so that molecules keep their usual angles where they can. */
#include "base/observer.h"
#include "draw/layout_parts.h"

#include <string.h>

enum { MOST_ROUNDS = 8, BUDGET = 1500000 };

static const double CROSSING = 4, GAIN = 0.02;

/* A way to move: about the pivot, along the hinge. */
typedef struct movement {
    bool flip;
    double angle;   /* in degrees                    */
    double stretch; /* units, only bridges           */
    double price;
} movement;

static const movement movements[] = {
    {true, 0, 0, 0},       {false, 60, 0, 0.2},  {false, -60, 0, 0.2}, {false, 30, 0, 0.15},
    {false, -30, 0, 0.15}, {false, 15, 0, 0.1},  {false, -15, 0, 0.1}, {true, 30, 0, 0.15},
    {true, -30, 0, 0.15},  {false, 90, 0, 0.4},  {false, -90, 0, 0.4}, {false, 120, 0, 0.5},
    {false, -120, 0, 0.5}, {true, 60, 0, 0.2},   {true, -60, 0, 0.2},  {true, 120, 0, 0.5},
    {true, -120, 0, 0.5},  {false, 0, 0.5, 0.4}, {false, 0, 1, 0.7},   {false, 0, 1.5, 1},
    {false, 0, 2.5, 1.6},  {true, 0, 0.5, 0.4},  {true, 0, 1, 0.7},    {true, 0, 2.5, 1.6},
    {false, 30, 1, 0.9},   {false, -30, 1, 0.9}, {false, 0, 4, 2.4},   {false, 45, 4, 2.8},
    {false, -45, 4, 2.8},
};

typedef struct edge {
    uint32_t u, v;
    sg_point at_u, at_v; /* of edges that stay */
} edge;

typedef struct untangling {
    const sg_block_graph *part;
    sg_point *at;
    sg_point *tried;  /* [n_nodes] */
    bool *is_hanging; /* [n_nodes] */
    edge *edge;       /* [n_edges] those that move with what hangs at the hinge first */
    uint32_t n_edges, n_moving;
    long budget;
} untangling;

static double nearness_between(untangling *s, const sg_point *at, const uint32_t *hanging,
                               uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t v = 0; v < s->part->n_nodes; v++) {
            if (s->is_hanging[v]) continue;
            const double nearness = sgi_nearness(at[hanging[i]], at[v]);
            if (nearness > 0 && !sgi_part_joined(s->part, hanging[i], v)) sum += nearness;
        }
    s->budget -= (long)n * (long)s->part->n_nodes;
    return sum;
}

static double crossings_between(untangling *s, const sg_point *at)
{
    double sum = 0;
    for (uint32_t e = 0; e < s->n_moving; e++) {
        const uint32_t u = s->edge[e].u, v = s->edge[e].v;
        for (const edge *f = s->edge + s->n_moving; f < s->edge + s->n_edges; f++) {
            if (!sgi_segments_meet(at[u], at[v], f->at_u, f->at_v)) continue;
            if (u != f->u && u != f->v && v != f->u && v != f->v) sum += CROSSING;
        }
        s->budget -= s->n_edges;
    }
    return sum;
}

static double trouble(untangling *s, const sg_point *at, const uint32_t *hanging, uint32_t n)
{
    return nearness_between(s, at, hanging, n) + crossings_between(s, at);
}

/* The axis of a hinge: along the bridge, or to the middle of what hangs there. */
static double axis_of(const untangling *s, const sg_hinge *hinge, const uint32_t *hanging,
                      uint32_t n)
{
    sg_point sum = {0};
    if (hinge->is_bridge) return sg_angle_of(s->at[hinge->pivot], s->at[hinge->first]);
    for (uint32_t i = 0; i < n; i++) sum = sg_point_add(sum, s->at[hanging[i]]);
    return sg_angle_of(s->at[hinge->pivot], sg_point_scale(sum, 1.0 / n));
}

static void try_movement(untangling *s, const sg_hinge *hinge, const uint32_t *hanging,
                         uint32_t n, double axis, const movement *move)
{
    const double angle = move->angle * SG_PI / 180, c = cos(angle), d = sin(angle);
    const double mirror_c = cos(2 * axis), mirror_d = sin(2 * axis);
    const sg_point pivot = s->at[hinge->pivot];
    const sg_point away = sg_point_at(axis + angle, move->stretch);
    for (uint32_t i = 0; i < n; i++) {
        sg_point p = sg_point_minus(s->at[hanging[i]], pivot);
        if (move->flip)
            p = (sg_point){mirror_c * p.x + mirror_d * p.y, mirror_d * p.x - mirror_c * p.y};
        p = (sg_point){c * p.x - d * p.y, d * p.x + c * p.y};
        s->tried[hanging[i]] = sg_point_add(sg_point_add(pivot, p), away);
    }
}

/* Tell edges that move with what hangs at the hinge from those that stay. */
static void sort_edges(untangling *s)
{
    s->n_moving = 0;
    for (uint32_t e = 0; e < s->n_edges; e++) {
        edge here = s->edge[e];
        here.at_u = s->at[here.u];
        here.at_v = s->at[here.v];
        s->edge[e] = here;
        if (!s->is_hanging[here.u] && !s->is_hanging[here.v]) continue;
        s->edge[e] = s->edge[s->n_moving];
        s->edge[s->n_moving++] = here;
    }
}

/* Move what hangs at the hinge as it suits best; true if anything moved. */
static bool improve(untangling *s, const sg_hinge *hinge, const uint32_t *hanging)
{
    const uint32_t n = hinge->end - hinge->begin;
    const double axis = axis_of(s, hinge, hanging, n);
    for (uint32_t i = 0; i < n; i++) s->is_hanging[hanging[i]] = true;
    sort_edges(s);
    const double now = trouble(s, s->at, hanging, n);
    const movement *best = NULL;
    double least = now - GAIN;
    for (size_t m = 0; now > GAIN && m < sizeof movements / sizeof *movements; m++) {
        if (movements[m].stretch > 0 && !hinge->is_bridge) continue;
        if (movements[m].price >= least) continue;
        try_movement(s, hinge, hanging, n, axis, &movements[m]);
        const double then = trouble(s, s->tried, hanging, n) + movements[m].price;
        if (then >= least) continue;
        least = then;
        best = &movements[m];
    }
    if (best != NULL) try_movement(s, hinge, hanging, n, axis, best);
    for (uint32_t i = 0; i < n; i++) {
        s->is_hanging[hanging[i]] = false;
        if (best != NULL)
            s->at[hanging[i]] = s->tried[hanging[i]];
        else
            s->tried[hanging[i]] = s->at[hanging[i]];
    }
    return best != NULL;
}

static void list_edges(untangling *s)
{
    for (uint32_t u = 0; u < s->part->n_nodes; u++)
        for (uint32_t a = s->part->arc_offset[u]; a < s->part->arc_offset[u + 1]; a++) {
            if (s->part->neighbor[a] < u) continue;
            s->edge[s->n_edges++] = (edge){.u = u, .v = s->part->neighbor[a]};
        }
}

sg_status sgi_untangle(sg_point *at, const sg_assembly *assembly, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_block_graph *part = assembly->part;
    sg_scratch *scratch = assembly->scratch;
    untangling s = {.part = part, .at = at, .budget = BUDGET};
    SG_TAKE(s.tried, scratch, part->n_nodes);
    SG_TAKE(s.is_hanging, scratch, part->n_nodes);
    SG_TAKE(s.edge, scratch, (size_t)part->n_arcs / 2 + 1);
    memcpy(s.tried, at, part->n_nodes * sizeof *at);
    memset(s.is_hanging, 0, part->n_nodes * sizeof *s.is_hanging);
    list_edges(&s);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool has_moved = false;
        for (uint32_t h = 0; h < assembly->n_hinges && s.budget > 0; h++) {
            SG_TRY(sg_watch_ask(err));
            has_moved |=
                improve(&s, &assembly->hinge[h], assembly->order + assembly->hinge[h].begin);
        }
        if (!has_moved) break;
    }
done:
    return status;
}
