/* weighed.h - what nodes get from their neighbors where an attribute of the edge is a factor.
 *
 *     SG_TRY(SG_R(sg_weighed_open)(&weighed, &spec->weight, SG_WEIGHED_SYMMETRIC, site, err));
 *     SG_R(sg_weighed_gather)(z, x, width, &from, weighed);
 *     SG_R(sg_weighed_back)(dx, dz, width, &from, weighed, piece.n_rows > 0);
 *
 * The factors of all arcs are computed once: the weight e of an edge itself in a sum; in a mean it is divided by
 * the number of neighbors, as without weights; in the symmetric average of a GCN (Kipf and Welling 2017) it is
 *
 *     e(v, w) / sqrt(d(v) d(w)),   d(v) = e(v, v) + sum over the other neighbors w of v: e(v, w)
 *
 * A node hears itself there with e(v, v) = 1, or with the weight of its self-loop where it has one.  Where d is
 * not positive the factor is 0.
 *
 * A symmetric average without weights has factors, too, unless a graph is cut, which gather.h does with less
 * memory: all e(v, w) are 1 then, and self-loops add nothing.
 */
#ifndef SG_LAYERS_REAL_WEIGHED_H
#define SG_LAYERS_REAL_WEIGHED_H

#include "layers/edge_weight.h"
#include "layers/real/gather.h"
#include "layers/real/layer.h"

typedef enum sg_weighing { SG_WEIGHED_SUM, SG_WEIGHED_MEAN, SG_WEIGHED_SYMMETRIC } sg_weighing;

typedef struct SG_R(sg_weighed) {
    sg_real *factor; /* [n_arcs]                                                        */
    sg_real *own;    /* [n_nodes] of a node's own row; NULL: 0                          */
    uint32_t *heard; /* where graphs are cut: the arcs of those who hear a node, or NULL */
    bool mutual;     /* an arc back has the same factor, so gradients are gathered alike  */
} SG_R(sg_weighed);

/* Compute the factors for the site's graph.  *weighed stays NULL where nothing is weighed, and is released with
 * close, also where this fails.  Fails with SG_ENOMEM.  Time O(n + m). */
sg_status SG_R(sg_weighed_open)(SG_R(sg_weighed) **weighed, const sg_edge_weight *weight,
                                sg_weighing how, const SG_R(sg_layer_site) *site,
                                sg_error *err);
void SG_R(sg_weighed_close)(SG_R(sg_weighed) *weighed);

/* z[v] = own x[v] + sum over the neighbors w of v: factor x[w]. */
void SG_R(sg_weighed_gather)(sg_real *z, const sg_real *x, size_t width,
                             const sg_gather_from *from, const SG_R(sg_weighed) *weighed);

/* Add to dx what follows from dz: of the rows, which are all of the span, or, where it is `cut`, to dx of the
 * rows from dz of any. */
void SG_R(sg_weighed_back)(sg_real *dx, const sg_real *dz, size_t width,
                           const sg_gather_from *from, const SG_R(sg_weighed) *weighed,
                           bool cut);

#endif
