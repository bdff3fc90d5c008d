/* layout.c - connected parts, one by one, turned and set on a page.
 *
 * A part is put together from rings and chains.  If edges cross, two more ways are tried: a wider
 * root block, which makes room for what hangs around it, and the stress of the whole part. */
#include "draw/layout.h"

#include "base/mem.h"
#include "draw/layout_parts.h"
#include "graph/undirected.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_RETRIED = 400, TURNS = 12, N_SPREADS = 3 };

static const double MARGIN = 1.5; /* between parts                      */
static const double PAGE = 1.6;   /* width over height that pages have  */
static const double spreads[N_SPREADS] = {1.5, 2.2, 3.2};

/* A connected part on its page. */
typedef struct island {
    uint32_t begin, end; /* of its nodes in `node` */
    double left, top, width, height;
} island;

typedef struct page {
    const sg_one_graph *graph;
    sg_point *at;     /* [n_nodes] */
    uint32_t *node;   /* [n_nodes] island by island */
    uint32_t *number; /* [n_nodes] in its island   */
    island *islands;
    uint32_t n_islands;
} page;

void sg_layout_free(sg_layout *layout)
{
    sg_free(layout->at);
    *layout = (sg_layout){0};
}

static void find_pieces(page *p)
{
    const sg_one_graph *graph = p->graph;
    uint32_t tail = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++) p->number[v] = UINT32_MAX;
    for (uint32_t root = 0; root < graph->n_nodes; root++) {
        const uint32_t begin = tail;
        if (p->number[root] != UINT32_MAX) continue;
        p->number[root] = 0;
        p->node[tail++] = root;
        for (uint32_t head = begin; head < tail; head++) {
            const uint32_t u = p->node[head];
            for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
                const uint32_t w = graph->neighbor[a] - graph->first;
                if (p->number[w] != UINT32_MAX) continue;
                p->number[w] = tail - begin;
                p->node[tail++] = w;
            }
        }
        p->islands[p->n_islands++] = (island){.begin = begin, .end = tail};
    }
}

static sg_status cut(sg_block_graph *part, const page *p, const island *one,
                     sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = p->graph;
    const uint32_t n = one->end - one->begin;
    uint32_t n_arcs = 0;
    *part = (sg_block_graph){.n_nodes = n, .node = p->node + one->begin};
    for (uint32_t i = 0; i < n; i++)
        n_arcs += graph->arc_offset[part->node[i] + 1] - graph->arc_offset[part->node[i]];
    SG_TAKE(part->arc_offset, scratch, (size_t)n + 1);
    SG_TAKE(part->neighbor, scratch, (size_t)n_arcs + 1);
    part->arc_offset[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t v = part->node[i];
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            part->neighbor[part->n_arcs++] = p->number[graph->neighbor[a] - graph->first];
        part->arc_offset[i + 1] = part->n_arcs;
    }
done:
    return status;
}

static sg_status assemble(sg_point *at, sg_assembly *assembly, double spread, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sgi_assembly_place(at, assembly, spread, err));
    SG_TRY(sgi_untangle(at, assembly, err));
done:
    return status;
}

static sg_status place_part(sg_point *at, const sg_block_graph *part, sg_scratch *scratch,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = part->n_nodes;
    sg_assembly assembly = {0};
    sg_point *other = NULL;
    SG_TRY(sgi_assembly_prepare(&assembly, part, scratch, err));
    SG_TRY(assemble(at, &assembly, 1, err));
    sg_tangle tangle = sgi_part_tangle(at, part);
    if (tangle.crossings <= assembly.crossings || n > LARGEST_RETRIED) goto done;
    SG_TAKE(other, scratch, n);
    for (size_t i = 0; i <= N_SPREADS && tangle.crossings > assembly.crossings; i++) {
        if (i < N_SPREADS)
            SG_TRY(assemble(other, &assembly, spreads[i], err));
        else
            SG_TRY(sgi_stress_place(other, false, part, scratch, err));
        const sg_tangle its = sgi_part_tangle(other, part);
        if (its.trouble >= tangle.trouble) continue;
        tangle = its;
        memcpy(at, other, n * sizeof *at);
    }
done:
    return status;
}

static void measure(island *one, const sg_point *at, uint32_t n)
{
    double right = at[0].x, bottom = at[0].y;
    one->left = at[0].x;
    one->top = at[0].y;
    for (uint32_t i = 1; i < n; i++) {
        one->left = fmin(one->left, at[i].x);
        one->top = fmin(one->top, at[i].y);
        right = fmax(right, at[i].x);
        bottom = fmax(bottom, at[i].y);
    }
    one->width = right - one->left;
    one->height = bottom - one->top;
}

static void rotate(sg_point *to, const sg_point *from, uint32_t n, double angle)
{
    const double c = cos(angle), d = sin(angle);
    for (uint32_t i = 0; i < n; i++)
        to[i] = (sg_point){c * from[i].x - d * from[i].y, d * from[i].x + c * from[i].y};
}

/* Turn the part by a multiple of 30 degrees, which keeps hexagons upright or flat, such that it is
 * lowest. */
static void lay_down(sg_point *at, sg_point *tried, island *one, uint32_t n)
{
    int best = 0;
    measure(one, at, n);
    double lowest = one->height;
    for (int i = 1; i < TURNS; i++) {
        rotate(tried, at, n, 2 * SG_PI * i / TURNS);
        measure(one, tried, n);
        if (one->height > lowest * 0.98 - 1e-9) continue;
        lowest = one->height;
        best = i;
    }
    if (best > 0) {
        rotate(tried, at, n, 2 * SG_PI * best / TURNS);
        memcpy(at, tried, n * sizeof *at);
    }
    measure(one, at, n);
}

static sg_status place_island(page *p, island *one, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = one->end - one->begin;
    sg_scratch scratch = {0};
    sg_block_graph part = {0};
    sg_point *at = NULL, *tried = NULL;
    SG_TRY(cut(&part, p, one, &scratch, err));
    SG_TAKE(at, &scratch, n);
    SG_TAKE(tried, &scratch, n);
    SG_TRY(place_part(at, &part, &scratch, err));
    lay_down(at, tried, one, n);
    for (uint32_t i = 0; i < n; i++) p->at[part.node[i]] = at[i];
done:
    sg_scratch_free(&scratch);
    return status;
}

static int compare_islands(const void *a, const void *b)
{
    const island *x = a, *y = b;
    if (x->height != y->height) return x->height > y->height ? -1 : 1;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Set the islands in rows, high ones first. */
static void set_pieces(page *p, sg_layout *layout)
{
    double area = 0, widest = 0, x = 0, y = 0, row_height = 0;
    for (uint32_t i = 0; i < p->n_islands; i++) {
        const island *one = &p->islands[i];
        area += (one->width + MARGIN) * (one->height + MARGIN);
        widest = fmax(widest, one->width);
    }
    const double row_width = fmax(widest, sqrt(area * PAGE));
    qsort(p->islands, p->n_islands, sizeof *p->islands, compare_islands);
    for (uint32_t i = 0; i < p->n_islands; i++) {
        const island *one = &p->islands[i];
        if (x > 0 && x + one->width > row_width + 1e-9) {
            x = 0;
            y += row_height + MARGIN;
            row_height = 0;
        }
        for (uint32_t k = one->begin; k < one->end; k++) {
            sg_point *at = &p->at[p->node[k]];
            at->x += x - one->left;
            at->y += y - one->top;
        }
        layout->width = fmax(layout->width, x + one->width);
        row_height = fmax(row_height, one->height);
        layout->height = fmax(layout->height, y + row_height);
        x += one->width + MARGIN;
    }
}

sg_status sg_layout_find(sg_layout *layout, const sg_one_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    page p = {.graph = graph};
    sg_layout found = {.n_nodes = n};
    sg_graph plain = {0};
    sg_one_graph undirected = {.number = graph->number, .n_nodes = n};

    SG_REQUIRE(n <= SG_LAYOUT_LARGEST, SG_ELIMIT,
               "graph %u has %u nodes, and pictures are of up to %d", graph->number, n,
               SG_LAYOUT_LARGEST);
    if (sg_arcs_are_special(graph->rules)) {
        SG_TRY(sg_undirected_make(&plain, graph, NULL, 1, err));
        undirected.arc_offset = plain.arc_offset;
        undirected.neighbor = plain.neighbor;
        p.graph = &undirected;
    }
    SG_ALLOC(p.at, n);
    SG_ALLOC(p.node, n);
    SG_ALLOC(p.number, n);
    SG_ALLOC(p.islands, n);
    find_pieces(&p);
    for (uint32_t i = 0; i < p.n_islands; i++) SG_TRY(place_island(&p, &p.islands[i], err));
    set_pieces(&p, &found);
    found.at = p.at;
    p.at = NULL;
    *layout = found;
done:
    sg_free(p.islands);
    sg_free(p.number);
    sg_free(p.node);
    sg_free(p.at);
    sg_graph_free(&plain);
    return status;
}
