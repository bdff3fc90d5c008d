/* claims.h - how many nodes a file may have by its size.
 *
 * Eighteen bytes can claim four million nodes: {"nodes":4194304}.  Where an account is open
 * (account.h), a file has room for half a million nodes, and for two more with each of its bytes.
 * Formats that write every node down never come near that.
 */
#ifndef SG_BASE_MACHINE_CLAIMS_H
#define SG_BASE_MACHINE_CLAIMS_H

#include "base/status.h"

/* Refuse nodes, or other things, that are too many for the bytes that claim them.
 *
 *   n        of them
 *   weight   how many nodes one of them counts for
 *   what     they are called: "nodes", "pixels"
 *   n_bytes  of the file that have been read
 *   place    for the message
 *
 * Fails with SG_ELIMIT. */
sg_status sg_claims_check(uint64_t n, uint32_t weight, const char *what, uint64_t n_bytes,
                          sg_place place, sg_error *err);

#endif
