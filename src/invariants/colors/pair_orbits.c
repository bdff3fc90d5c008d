/* pair_orbits.c - joining pairs with their images, symmetry by symmetry. */
#include "invariants/colors/pair_orbits.h"

#include "graph/canonical.h"
#include "graph/symmetries.h"
#include "invariants/colors/plain_graph.h"

enum { MAX_NODES = 1024, MAX_SYMMETRIES = 128 };

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
    sg_plain_graph plain = {0};
    sg_canonical *canonical = NULL;
    uint32_t *orbit = NULL;
    *orbits = (sg_pair_orbits){0};
    if (n < 2 || n > MAX_NODES) goto done;
    SG_TRY(sg_plain_graph_make(&plain, graph, node_key, SG_ARCS_ALIKE, scratch, err));
    SG_TRY(sg_canonical_open(&canonical, n, plain.offset, plain.neighbor, plain.arc,
                             plain.label, &steps, err));
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
