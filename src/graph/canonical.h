/* canonical.h - a form of a graph with a root that does not depend on the numbers of its nodes.
 *
 * Two rooted graphs have equal forms exactly if there is a bijection of their nodes that keeps the root,
 * labels and arcs.  So a form tells apart all that can be told apart.
 *
 *     SG_TRY(sg_canonical_open(&c, n, offset, neighbor, arc, label, &steps_left, err));
 *     SG_TRY(sg_canonical_rooted(&form, &n_words, c, root, &steps_left, err));
 *     ... form[0 .. n_words) ...
 *     sg_canonical_close(c);
 *
 * Refinement leaves nodes together that a search must tell apart one by one; symmetries that it finds on
 * the way spare it from trying nodes that are alike.  The search is exponential at worst, hence the
 * steps.
 *
 * Reference: McKay and Piperno, Practical graph isomorphism II, J. Symb. Comput. 60 (2014).
 */
#ifndef SG_GRAPH_CANONICAL_H
#define SG_GRAPH_CANONICAL_H

#include "base/status.h"
#include "graph/symmetries.h"

typedef struct sg_canonical sg_canonical;

/* Find the symmetries of a graph.
 *
 *   offset, neighbor  [n + 1], [offset[n]] arcs, both ways; borrowed until close
 *   arc, label        [offset[n]], [n] hashes of what is to be told apart; borrowed until close
 *   steps_left        counted down by the nodes and arcs that are looked at
 *
 * Fails with SG_ENOMEM, SG_ECANCELED, or SG_ELIMIT when the steps are used up, or the search is deeper than an
 * account allows (base/machine/account.h); then `err` is untouched, since the caller knows whose steps they
 * were. */
sg_status sg_canonical_open(sg_canonical **canonical, uint32_t n, const uint32_t *offset,
                            const uint32_t *neighbor, const uint64_t *arc,
                            const uint64_t *label, uint64_t *steps_left, sg_error *err);

/* Release; NULL is fine. */
void sg_canonical_close(sg_canonical *canonical);

/* For every node the lowest node that a known symmetry maps to it; [n], borrowed until close. */
const uint32_t *sg_canonical_orbits(const sg_canonical *canonical);

/* The symmetries that were found, from which the orbits are made; borrowed until close or the next
 * sg_canonical_rooted. */
const sg_symmetries *sg_canonical_symmetries(const sg_canonical *canonical);

/* The form of the graph with the root `root`, borrowed until the next call; its number of words
 * follows from the numbers of nodes and arcs.  Fails like sg_canonical_open. */
sg_status sg_canonical_rooted(const uint64_t **form, size_t *n_words, sg_canonical *canonical,
                              uint32_t root, uint64_t *steps_left, sg_error *err);

#endif
