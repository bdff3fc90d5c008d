/* symmetries.h - symmetries of a graph, collected one by one, and the orbits of nodes under them.
 *
 *     SG_TRY(sg_symmetries_add(&known, from, to, err));         // from[i] goes to to[i]
 *     sg_orbits_extend(orbit, &n_used, &known, fixed, n_fixed); // those that keep `fixed`
 *     if (sg_orbit(orbit, u) == sg_orbit(orbit, v)) ...
 */
#ifndef SG_GRAPH_SYMMETRIES_H
#define SG_GRAPH_SYMMETRIES_H

#include "base/status.h"

/* {0} with `n` set is an empty collection. */
typedef struct sg_symmetries {
    uint32_t n;       /* nodes                                             */
    uint32_t n_known; /* symmetries                                        */
    uint32_t *image;  /* [n_known][n] where a node goes                    */
    size_t capacity;  /* of `image`                                        */
} sg_symmetries;

void sg_symmetries_free(sg_symmetries *known);

/* Add the symmetry that takes from[i] to to[i].  Beyond some memory further ones are forgotten: they
 * only save time.  Fails with SG_ENOMEM. */
sg_status sg_symmetries_add(sg_symmetries *known, const uint32_t *from, const uint32_t *to,
                            sg_error *err);

/* Every node an orbit of its own. */
void sg_orbits_begin(uint32_t *orbit, uint32_t n);

/* The lowest node of v's orbit. */
uint32_t sg_orbit(uint32_t *orbit, uint32_t v);

/* Join orbits by the symmetries from *n_used on that keep all nodes of fixed[0 .. n_fixed) in place. */
void sg_orbits_extend(uint32_t *orbit, uint32_t *n_used, const sg_symmetries *known,
                      const uint32_t *fixed, size_t n_fixed);

#endif
