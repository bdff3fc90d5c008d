/* equitable.h - an ordered partition of nodes, refined until it is equitable.
 *
 *     SG_TRY(sg_equitable_open(&p, n, offset, neighbor, arc, label, err));   // cells by label
 *     sg_equitable_refine(&p);
 *     ... p.order[p.cell[v] + i] for i < p.size[p.cell[v]] ...              // the cell of v
 *
 * In the end any two nodes of a cell have, towards every cell, arcs with the same labels: what color
 * refinement (Weisfeiler and Leman) cannot tell apart.  The order of the cells follows from labels
 * and arcs alone, not from the numbers of the nodes, so the partitions of two graphs can be compared
 * cell by cell.  The order of nodes within a cell means nothing.
 *
 * Reference: Cardon and Crochemore, Theor. Comput. Sci. 19 (1982), 85-98; McKay and Piperno, Practical
 * graph isomorphism II, J. Symb. Comput. 60 (2014).
 */
#ifndef SG_GRAPH_EQUITABLE_H
#define SG_GRAPH_EQUITABLE_H

#include "base/status.h"

/* A node by what sets it apart. */
typedef struct sg_seen {
    uint64_t value;
    uint32_t node;
} sg_seen;

/* A cell is known by its first place in `order`. */
typedef struct sg_equitable {
    uint32_t n;               /* nodes                                                     */
    const uint32_t *offset;   /* [n + 1] first arc of a node; borrowed until close         */
    const uint32_t *neighbor; /* [n_arcs] borrowed                                         */
    const uint64_t *arc;      /* [n_arcs] a hash of what is to be told apart; borrowed     */
    uint32_t *order;          /* [n] nodes, cell by cell                                   */
    uint32_t *place;          /* [n] where a node is in `order`                            */
    uint32_t *cell;           /* [n] of a node                                             */
    uint32_t *size;           /* [n] nodes of a cell                                       */
    /* The work to be done and room for it. */
    uint32_t *queue;          /* [n] cells that others are to be split by, in a ring       */
    uint32_t begin, n_queued; /* of the ring                                               */
    bool *queued;             /* [n] whether a cell is in there                            */
    uint32_t *n_touched;      /* [n] nodes of a cell that are known to have an arc         */
    uint64_t *sum;            /* [n] hashes of these arcs of a node                        */
    uint32_t *touched;        /* [n] cells                                                 */
    uint32_t *splitter;       /* [n] nodes                                                 */
    sg_seen *seen;            /* [n] scratch                                               */
} sg_equitable;

/* Make the partition of n nodes by label, into an empty one.  Not refined yet.
 * Fails with SG_ENOMEM.  Time O(n log n). */
sg_status sg_equitable_open(sg_equitable *p, uint32_t n, const uint32_t *offset,
                            const uint32_t *neighbor, const uint64_t *arc,
                            const uint64_t *label, sg_error *err);

/* Release everything and make it empty. */
void sg_equitable_close(sg_equitable *p);

/* Split cells until the partition is equitable.  Time O((nodes + arcs) log nodes) from the beginning;
 * after sg_equitable_part what changes.  Where somebody who watches wants to stop, it returns before the
 * partition is equitable; callers ask (observer.h). */
void sg_equitable_refine(sg_equitable *p);

/* Give the last `n` nodes of a cell, in `order`, a cell of their own; 0 < n < its size. */
void sg_equitable_part(sg_equitable *p, uint32_t cell, uint32_t n);

/* Copy the partition to order[n] and cell[n], and come back to it later; nothing may be queued then. */
void sg_equitable_save(uint32_t *order, uint32_t *cell, const sg_equitable *p);
void sg_equitable_restore(sg_equitable *p, const uint32_t *order, const uint32_t *cell);

/* Move a node to a place of its cell. */
void sg_equitable_move(sg_equitable *p, uint32_t node, uint32_t place);

#endif
