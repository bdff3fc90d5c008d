/* claims.c - a rule of proportion. */
#include "base/machine/claims.h"

#include "base/machine/account.h"

#include <inttypes.h>

enum { FREE_NODES = 500000, NODES_PER_BYTE = 2 };

sg_status sg_claims_check(uint64_t n, uint32_t weight, const char *what, uint64_t n_bytes,
                          sg_place place, sg_error *err)
{
    const uint64_t allowed = sg_growth_budget((FREE_NODES + NODES_PER_BYTE * n_bytes) / weight);
    if (n <= allowed) return SG_OK;
    return sg_error_at(err, SG_ELIMIT, SG_WHERE, place,
                       "%" PRIu64 " %s in %" PRIu64
                       " bytes are more than the budget allows (%" PRIu64 ")",
                       n, what, n_bytes, allowed);
}
