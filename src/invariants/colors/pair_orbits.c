/* pair_orbits.c - joining pairs with their images, symmetry by symmetry. */
#include "invariants/colors/pair_orbits.h"

#include "graph/canonical.h"
#include "graph/symmetries.h"

enum { MAX_NODES = 1024, MAX_SYMMETRIES = 128 };

/* The graph as a search for symmetries wants it: arcs from 0 on, all alike, and hashes of keys. */
typedef struct bare_graph {
    uint32_t *offset, *neighbor;
    uint64_t *arc, *label;
} bare_graph;

static sg_status make_bare(bare_graph *bare, const sg_one_graph *graph, const sg_key *node_key,
                           sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes, first_arc = graph->arc_offset[0];
    const uint32_t n_arcs = graph->arc_offset[n] - first_arc;
    SG_TAKE(bare->offset, scratch, n + (size_t)1);
    SG_TAKE(bare->neighbor, scratch, n_arcs);
    SG_TAKE(bare->arc, scratch, n_arcs);
    SG_TAKE(bare->label, scratch, n);
    for (uint32_t v = 0; v <= n; v++) bare->offset[v] = graph->arc_offset[v] - first_arc;
    for (uint32_t v = 0; v < n; v++)
        bare->label[v] = sg_check_mix(node_key[v].key) + node_key[v].check;
    for (uint32_t a = 0; a < n_arcs; a++) {
        bare->neighbor[a] = graph->neighbor[first_arc + a] - graph->first;
        bare->arc[a] = 0;
    }
done:
    return status;
}

/* Join all pairs with their images; orbits of pairs are orbits of numbers 0 .. n * n - 1. */
static void join_images(uint32_t *orbit, const uint32_t *image, uint32_t n)
{
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t w = 0; w < n; w++) {
            if (image[v] == v && image[w] == w) continue;
            const uint32_t x = sg_orbit(orbit, n * v + w);
            const uint32_t y = sg_orbit(orbit, n * image[v] + image[w]);
            if (x < y)
                orbit[y] = x;
            else
                orbit[x] = y;
        }
}

sg_status sg_pair_orbits_find(sg_pair_orbits *orbits, const sg_one_graph *graph,
                              const sg_key *node_key, uint64_t steps, sg_scratch *scratch,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes;
    bare_graph bare = {0};
    sg_canonical *canonical = NULL;
    uint32_t *orbit = NULL;
    *orbits = (sg_pair_orbits){0};
    if (n < 2 || n > MAX_NODES) goto done;
    SG_TRY(make_bare(&bare, graph, node_key, scratch, err));
    SG_TRY(sg_canonical_open(&canonical, n, bare.offset, bare.neighbor, bare.arc, bare.label,
                             &steps, err));
    const sg_symmetries *known = sg_canonical_symmetries(canonical);
    if (known->n_known == 0) goto done;
    SG_TAKE(orbit, scratch, (size_t)n * n);
    sg_orbits_begin(orbit, n * n);
    for (uint32_t s = 0; s < known->n_known && s < MAX_SYMMETRIES; s++)
        join_images(orbit, known->image + (size_t)s * n, n);
    for (uint32_t p = 0; p < n * n; p++) orbit[p] = sg_orbit(orbit, p);
    orbits->orbit = orbit;
done:
    sg_canonical_close(canonical);
    return status == SG_ELIMIT ? SG_OK : status; /* too many steps: nothing is known */
}
