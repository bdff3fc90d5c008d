/* pair_budget.h - how many pairs are fine for graphs of some size.
 *
 * Pairs of nodes can grow with the square of a graph: a star of 30,000 nodes, which is 60 kB of text, has
 * 900 million.  Where an account is open (base/machine/account.h), three million pairs are fine, and a
 * hundred more for each node and each arc.  That is plenty for thousands of molecules or for graphs with
 * a few hundred nodes.  The account can say another number.
 */
#ifndef SG_INVARIANTS_PAIR_BUDGET_H
#define SG_INVARIANTS_PAIR_BUDGET_H

#include "base/status.h"

/* What is fine for so many nodes and arcs; UINT64_MAX where no account is open. */
uint64_t sg_pair_budget(uint64_t n_nodes, uint64_t n_arcs);

/* Refuse more pairs than are fine; `whose` they are comes first in the message: "distance: graph 7".
 * Fails with SG_ELIMIT. */
sg_status sg_pair_budget_require(uint64_t n_pairs, uint64_t n_nodes, uint64_t n_arcs,
                                 const char *whose, sg_error *err);

#endif
