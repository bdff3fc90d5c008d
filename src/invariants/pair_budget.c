/* pair_budget.c - a rule of proportion for pairs. */
#include "invariants/pair_budget.h"

#include "base/machine/account.h"

#include <inttypes.h>

enum { FREE_PAIRS = 3000000, PAIRS_PER_PART = 80 };

uint64_t sg_pair_budget(uint64_t n_nodes, uint64_t n_arcs)
{
    return sg_growth_budget(FREE_PAIRS + PAIRS_PER_PART * (n_nodes + n_arcs));
}

sg_status sg_pair_budget_require(uint64_t n_pairs, uint64_t n_nodes, uint64_t n_arcs,
                                 const char *whose, sg_error *err)
{
    const uint64_t allowed = sg_pair_budget(n_nodes, n_arcs);
    if (n_pairs <= allowed) return SG_OK;
    return sg_error_set(err, SG_ELIMIT, SG_WHERE,
                        "%s: %" PRIu64 " pairs of %" PRIu64
                        " nodes or more are more than the budget allows (%" PRIu64 ")",
                        whose, n_pairs, n_nodes, allowed);
}
