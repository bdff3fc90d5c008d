/* limits.h - how much memory and work the library may take.
 *
 * Files and models of strangers can ask for more than a machine has: a line of text can be a graph with
 * a billion pairs of nodes.  An account bounds what all calls of a thread take.  Work whose needs can be
 * known is refused before it begins, with the amount that it needs; all other work stops when it reaches
 * the bound.  An account never changes a result: a call fails or gives what it gives without one.
 *
 * Example: half of what the machine has left, for everything until the account is closed:
 *
 *     sg_account *account = NULL;
 *     const sg_limits limits = {.struct_size = sizeof limits, .memory = sg_memory_left() / 2};
 *     if (sg_account_open(&account, &limits, &err) == SG_OK) {
 *         sg_data_summary summary = {.struct_size = sizeof summary};
 *         if (sg_data_summarize(&summary, data, 1, &err) == SG_OK) printf("it fits\n");
 *         sg_account_close(account);
 *     }
 *
 * Complexity: constant time and memory.
 *
 * Threads: an account belongs to the thread that opened it, and bounds the threads that help that one.
 */
#ifndef SHAREGNN_LIMITS_H
#define SHAREGNN_LIMITS_H

#include "sharegnn/types.h"

typedef struct sg_limits {
    size_t struct_size; /* sizeof of this struct, set by the caller                          */
    uint64_t memory;    /* bytes that the library may hold in addition to what it holds now, for
                           all threads of the process together; 0: no bound                  */
    uint64_t steps;     /* that searches in one graph may take; 0: the default of each; a budget
                           in the options of a call overrides it                             */
} sg_limits;

/* An account: limits for all calls of a thread, see sg_account_open. */
typedef struct sg_account sg_account;

#ifdef __cplusplus
extern "C" {
#endif

/* Let `limits` bound all calls that this thread makes, and the threads that help it, until
 * sg_account_close.  A call that needs more memory fails with SG_ENOMEM, one that needs more steps with
 * SG_ELIMIT; messages name the amounts.  Accounts nest; the smallest bound of memory holds, and the
 * innermost number of steps.
 *
 *   account  out; released with sg_account_close by the same thread
 *   limits   copied
 *
 * Fails with SG_EINVAL or SG_ENOMEM. */
SG_API sg_status sg_account_open(sg_account **account, const sg_limits *limits, sg_error *err);

/* End an account, by the thread that opened it; in any other thread nothing happens.  NULL is fine. */
SG_API void sg_account_close(sg_account *account);

/* Bytes that this process can still get: the least of what the machine has available, what its control
 * groups leave, and what its address space (ulimit -v) leaves.  Takes a few reads of /proc; cannot
 * fail. */
SG_API uint64_t sg_memory_left(void);

#ifdef __cplusplus
}
#endif

#endif
