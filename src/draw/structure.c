/* structure.c - bonds as strokes.
 *
 * A stroke ends before a symbol, and lines beside the middle of a bond are shortened where another bond
 * follows, so that they do not stick out of the ring. */
#include "draw/structure.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

static const double SYMBOL_GAP = 0.26; /* between the middle of a symbol and a stroke   */
static const double APART = 0.16;      /* between the lines of a double bond in a ring  */
static const double SHORTER = 0.14;    /* what such a line lacks at either end          */
enum { LARGEST_RING = 8, MOST_STROKES = 4 };

typedef struct sketch {
    const sg_layout *layout;
    const sg_structure_atom *atom;
    const sg_structure_bond *bond;
    size_t n_bonds;
    uint32_t *offset;   /* [n + 1] first neighbor of an atom */
    uint32_t *neighbor; /* [2 * n_bonds]                     */
    uint32_t *from;     /* [n] where a search came from      */
    uint32_t *queue;    /* [n]                               */
    bool *has_symbol;   /* [n]                               */
    sg_structure made;
} sketch;

void sg_structure_free(sg_structure *structure)
{
    sg_free(structure->stroke);
    sg_free(structure->symbol);
    sg_free(structure->mark);
    *structure = (sg_structure){0};
}

static uint32_t degree(const sketch *s, uint32_t v)
{
    return s->offset[v + 1] - s->offset[v];
}

static sg_status list_neighbors(sketch *s, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = s->layout->n_nodes;
    SG_ALLOC(s->offset, (size_t)n + 2);
    SG_ALLOC(s->neighbor, 2 * s->n_bonds);
    SG_ALLOC(s->from, n);
    SG_ALLOC(s->queue, n);
    SG_ALLOC(s->has_symbol, n);
    for (size_t b = 0; b < s->n_bonds; b++) {
        s->offset[s->bond[b].from + 2]++;
        s->offset[s->bond[b].to + 2]++;
    }
    for (uint32_t v = 0; v < n; v++) s->offset[v + 2] += s->offset[v + 1];
    for (size_t b = 0; b < s->n_bonds; b++) {
        s->neighbor[s->offset[s->bond[b].from + 1]++] = s->bond[b].to;
        s->neighbor[s->offset[s->bond[b].to + 1]++] = s->bond[b].from;
    }
    for (uint32_t v = 0; v < n; v++)
        s->has_symbol[v] =
            strcmp(s->atom[v].symbol, "C") != 0 || s->atom[v].charge != 0 || degree(s, v) == 0;
done:
    return status;
}

/* ---- Rings ------------------------------------------------------------------------------------ */

/* The middle of the smallest ring through a bond; false where there is none of up to LARGEST_RING. */
static bool ring_middle(sg_point *middle, sketch *s, const sg_structure_bond *bond)
{
    const uint32_t n = s->layout->n_nodes;
    uint32_t n_queue = 0, end = 0;
    for (uint32_t v = 0; v < n; v++) s->from[v] = UINT32_MAX;
    s->queue[n_queue++] = bond->from;
    s->from[bond->from] = bond->from;
    for (uint32_t i = 0, level = 0; i < n_queue && level < LARGEST_RING; level++)
        for (end = n_queue; i < end && s->from[bond->to] == UINT32_MAX; i++)
            for (uint32_t k = s->offset[s->queue[i]]; k < s->offset[s->queue[i] + 1]; k++) {
                const uint32_t u = s->queue[i], v = s->neighbor[k];
                if (s->from[v] != UINT32_MAX || (u == bond->from && v == bond->to)) continue;
                s->from[v] = u;
                s->queue[n_queue++] = v;
            }
    if (s->from[bond->to] == UINT32_MAX) return false;
    uint32_t length = 0;
    sg_point sum = {0, 0};
    for (uint32_t v = bond->to; length <= LARGEST_RING; v = s->from[v], length++) {
        sum.x += s->layout->at[v].x;
        sum.y += s->layout->at[v].y;
        if (v == bond->from) {
            *middle = (sg_point){sum.x / (length + 1), sum.y / (length + 1)};
            return length + 1 <= LARGEST_RING;
        }
    }
    return false;
}

/* On which side of a bond, 1 or -1, its second line is: that of the ring, or of most neighbors; 0: both. */
static int side_of(sketch *s, const sg_structure_bond *bond, bool *in_ring)
{
    const sg_point a = s->layout->at[bond->from], b = s->layout->at[bond->to];
    sg_point middle;
    *in_ring = ring_middle(&middle, s, bond);
    if (*in_ring) {
        const double cross = (b.x - a.x) * (middle.y - a.y) - (b.y - a.y) * (middle.x - a.x);
        return cross >= 0 ? 1 : -1;
    }
    if (degree(s, bond->from) == 1 || degree(s, bond->to) == 1) return 0;
    int balance = 0;
    for (int end = 0; end < 2; end++) {
        const uint32_t v = end == 0 ? bond->from : bond->to,
                       other = end == 0 ? bond->to : bond->from;
        for (uint32_t k = s->offset[v]; k < s->offset[v + 1]; k++) {
            if (s->neighbor[k] == other) continue;
            const sg_point c = s->layout->at[s->neighbor[k]];
            balance += (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) >= 0 ? 1 : -1;
        }
    }
    return balance >= 0 ? 1 : -1;
}

/* ---- Bonds ------------------------------------------------------------------------------------ */

/* A line beside the middle of a bond, `beside` to its side, shortened at both ends. */
static void add_line(sketch *s, const sg_structure_bond *bond, double beside, double shorter,
                     bool is_dashed)
{
    const sg_point a = s->layout->at[bond->from], b = s->layout->at[bond->to];
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
    const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
    const double begin = s->has_symbol[bond->from] ? fmax(SYMBOL_GAP, shorter) : shorter;
    const double end = s->has_symbol[bond->to] ? fmax(SYMBOL_GAP, shorter) : shorter;
    if (begin + end >= length) return; /* two symbols touch */
    s->made.stroke[s->made.n_strokes++] =
        (sg_stroke){{a.x + ux * begin - uy * beside, a.y + uy * begin + ux * beside},
                    {b.x - ux * end - uy * beside, b.y - uy * end + ux * beside},
                    is_dashed};
}

static void add_bond(sketch *s, const sg_structure_bond *bond)
{
    bool in_ring = false;
    const bool is_double = bond->look == SG_LOOK_DOUBLE,
               is_aromatic = bond->look == SG_LOOK_AROMATIC;
    const int side = is_double || is_aromatic ? side_of(s, bond, &in_ring) : 0;
    if (is_double && side == 0) { /* C=O: two lines around the middle */
        add_line(s, bond, APART / 2, 0, false);
        add_line(s, bond, -APART / 2, 0, false);
        return;
    }
    if (bond->look == SG_LOOK_QUADRUPLE) {
        for (int i = 0; i < 4; i++) add_line(s, bond, (i - 1.5) * APART * 0.7, 0, false);
        return;
    }
    add_line(s, bond, 0, 0, false);
    if (is_double || is_aromatic)
        add_line(s, bond, (side == 0 ? 1 : side) * APART, SHORTER, is_aromatic);
    if (bond->look == SG_LOOK_TRIPLE) {
        add_line(s, bond, APART * 0.8, SHORTER, false);
        add_line(s, bond, -APART * 0.8, SHORTER, false);
    }
}

/* ---- Symbols ---------------------------------------------------------------------------------- */

/* Hydrogens go where no bonds are. */
static sg_side hydrogen_side(const sketch *s, uint32_t v)
{
    const sg_point at = s->layout->at[v];
    double right = -2, left = -2, above = -2, below = -2, x = 0;
    for (uint32_t k = s->offset[v]; k < s->offset[v + 1]; k++) {
        const sg_point c = s->layout->at[s->neighbor[k]];
        const double length = fmax(hypot(c.x - at.x, c.y - at.y), 1e-9);
        const double dx = (c.x - at.x) / length, dy = (c.y - at.y) / length;
        right = fmax(right, dx), left = fmax(left, -dx);
        above = fmax(above, -dy), below = fmax(below, dy);
        x += dx;
    }
    if (degree(s, v) == 0 || right < 0.4) return SG_SIDE_RIGHT;
    if (left < 0.4) return SG_SIDE_LEFT;
    if (above < 0.6 || below < 0.6) return above < below ? SG_SIDE_ABOVE : SG_SIDE_BELOW;
    return x > 0 ? SG_SIDE_LEFT : SG_SIDE_RIGHT;
}

/* ---- Letters ---------------------------------------------------------------------------------- */

/* How near the nearest bond of an atom is to a direction: the cosine of their angle. */
static double nearness(const sketch *s, uint32_t v, double ux, double uy)
{
    const sg_point at = s->layout->at[v];
    double nearest = -1;
    for (uint32_t k = s->offset[v]; k < s->offset[v + 1]; k++) {
        const sg_point c = s->layout->at[s->neighbor[k]];
        const double length = fmax(hypot(c.x - at.x, c.y - at.y), 1e-9);
        nearest = fmax(nearest, ((c.x - at.x) * ux + (c.y - at.y) * uy) / length);
    }
    return nearest;
}

/* The letter of a center goes where bonds are farthest. */
static void mark_center(sketch *s, uint32_t v)
{
    enum { DIRECTIONS = 24 };
    const double away = s->has_symbol[v] ? 0.5 : 0.34, step = 2 * acos(-1) / DIRECTIONS;
    double best = 2, x = 0, y = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        const double near = nearness(s, v, cos(step * i), sin(step * i));
        if (near >= best - 1e-9) continue;
        best = near;
        x = cos(step * i);
        y = sin(step * i);
    }
    const sg_point at = s->layout->at[v];
    s->made.mark[s->made.n_marks++] =
        (sg_stereo_mark){{at.x + away * x, at.y + away * y}, v, v, s->atom[v].hand};
}

/* That of a double bond is beside its middle, where the second line is not. */
static void mark_bond(sketch *s, const sg_structure_bond *bond)
{
    bool in_ring = false;
    const sg_point a = s->layout->at[bond->from], b = s->layout->at[bond->to];
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
    const double beside = side_of(s, bond, &in_ring) > 0 ? -0.3 : 0.3;
    s->made.mark[s->made.n_marks++] =
        (sg_stereo_mark){{(a.x + b.x) / 2 - (b.y - a.y) / length * beside,
                          (a.y + b.y) / 2 + (b.x - a.x) / length * beside},
                         bond->from,
                         bond->to,
                         bond->geometry};
}

static sg_status add_marks(sketch *s, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(s->made.mark, s->layout->n_nodes + s->n_bonds);
    for (uint32_t v = 0; v < s->layout->n_nodes; v++)
        if (s->atom[v].hand != '\0') mark_center(s, v);
    for (size_t b = 0; b < s->n_bonds; b++)
        if (s->bond[b].geometry != '\0') mark_bond(s, &s->bond[b]);
done:
    return status;
}

sg_status sg_structure_draw(sg_structure *structure, const sg_layout *layout,
                            const sg_structure_atom *atom, const sg_structure_bond *bond,
                            size_t n_bonds, sg_error *err)
{
    sg_status status = SG_OK;
    sketch s = {.layout = layout, .atom = atom, .bond = bond, .n_bonds = n_bonds};
    SG_TRY(list_neighbors(&s, err));
    SG_ALLOC(s.made.stroke, MOST_STROKES * n_bonds);
    SG_ALLOC(s.made.symbol, layout->n_nodes);
    for (size_t b = 0; b < n_bonds; b++) add_bond(&s, &bond[b]);
    for (uint32_t v = 0; v < layout->n_nodes; v++)
        if (s.has_symbol[v])
            s.made.symbol[s.made.n_symbols++] = (sg_symbol){v, hydrogen_side(&s, v)};
    SG_TRY(add_marks(&s, err));
    *structure = s.made;
    s.made = (sg_structure){0};
done:
    sg_structure_free(&s.made);
    sg_free(s.has_symbol);
    sg_free(s.queue);
    sg_free(s.from);
    sg_free(s.neighbor);
    sg_free(s.offset);
    return status;
}
