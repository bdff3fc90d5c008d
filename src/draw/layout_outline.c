/* layout_outline.c - Tutte's drawing: the outline on a circle, inside it every node in the middle
 * of its neighbors.
 *
 * If the rings are the inner faces of a planar drawing, their sum (the edges that are in an odd
 * number of them) is its outline.  Cages such as cubane become what one sees through a face. */
#include "draw/layout_parts.h"

#include <string.h>

enum { ROUNDS = 300 };

/* Mark both arcs of the edge u-v, or unmark them. */
static void toggle(bool *is_outer, const sg_block_graph *block, uint32_t u, uint32_t v)
{
    for (uint32_t a = block->arc_offset[u]; a < block->arc_offset[u + 1]; a++)
        if (block->neighbor[a] == v) is_outer[a] = !is_outer[a];
}

static void sum_rings(bool *is_outer, const sg_rings *rings, const sg_block_graph *block)
{
    for (uint32_t r = 0; r < rings->n; r++) {
        const uint32_t *node = rings->node + rings->begin[r];
        const uint32_t n = rings->begin[r + 1] - rings->begin[r];
        for (uint32_t i = 0; i < n; i++) {
            toggle(is_outer, block, node[i], node[(i + 1) % n]);
            toggle(is_outer, block, node[(i + 1) % n], node[i]);
        }
    }
}

/* Walk along the outer edges; the length of the way, or 0 if they are not a single cycle. */
static uint32_t walk(uint32_t *way, const bool *is_outer, const sg_block_graph *block)
{
    uint32_t n_outer = 0, start = block->n_nodes, n = 0;
    for (uint32_t v = 0; v < block->n_nodes; v++) {
        uint32_t degree = 0;
        for (uint32_t a = block->arc_offset[v]; a < block->arc_offset[v + 1]; a++)
            degree += is_outer[a];
        if (degree != 0 && degree != 2) return 0;
        n_outer += degree == 2;
        if (degree == 2 && start == block->n_nodes) start = v;
    }
    if (n_outer < 3) return 0;
    uint32_t before = start, here = start;
    do {
        uint32_t a = block->arc_offset[here];
        way[n++] = here;
        while (!is_outer[a] || (n > 1 && block->neighbor[a] == before)) a++;
        before = here;
        here = block->neighbor[a];
    } while (here != start);
    return n == n_outer ? n : 0;
}

static void settle(sg_point *at, const bool *is_fixed, const sg_block_graph *block)
{
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t v = 0; v < block->n_nodes; v++) {
            if (is_fixed[v]) continue;
            sg_point sum = {0};
            for (uint32_t a = block->arc_offset[v]; a < block->arc_offset[v + 1]; a++)
                sum = sg_point_add(sum, at[block->neighbor[a]]);
            at[v] = sg_point_scale(sum, 1.0 / sg_part_degree(block, v));
        }
}

sg_status sgi_outline_place(sg_point *at, bool *is_whole, const sg_rings *rings,
                            const sg_block_graph *block, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    bool *is_outer = NULL, *is_fixed = NULL;
    uint32_t *way = NULL;

    SG_TAKE(is_outer, scratch, block->n_arcs);
    SG_TAKE(is_fixed, scratch, block->n_nodes);
    SG_TAKE(way, scratch, block->n_nodes);
    memset(is_outer, 0, block->n_arcs * sizeof *is_outer);
    memset(is_fixed, 0, block->n_nodes * sizeof *is_fixed);
    sum_rings(is_outer, rings, block);
    const uint32_t n = walk(way, is_outer, block);
    *is_whole = n > 0;
    if (n == 0) goto done;
    for (uint32_t v = 0; v < block->n_nodes; v++) at[v] = (sg_point){0};
    sgi_polygon_place(at, way, n);
    for (uint32_t i = 0; i < n; i++) is_fixed[way[i]] = true;
    settle(at, is_fixed, block);
done:
    return status;
}
