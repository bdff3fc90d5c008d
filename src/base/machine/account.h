/* account.h - how much memory and work a computation may take.
 *
 * An account bounds the memory that the library holds and the steps that one graph takes, for all calls
 * of a thread and of the threads that help it (threads.h).  It is carried beside the watch of the thread
 * (observer.h, decision 011), so functions in between do not know of it.  Programs open one with
 * sg_account_open; without one there are no bounds but those of the machine.
 *
 * All memory goes through mem.h, which refuses a block that does not fit.  That is the running account,
 * and it needs no care.  Code that knows beforehand what it will need says so before it begins:
 *
 *     char what[96];
 *     (void)snprintf(what, sizeof what, "plan: %llu pairs", n_pairs);
 *     SG_TRY(sg_memory_require(sg_bytes_of(n_pairs, 6), what, err));  // SG_ENOMEM "... need 5.4 GB"
 *     SG_TRY(sg_work_require(n * n_arcs, SG_PROPERTY_BUDGET, what, err));      // SG_ELIMIT
 *
 * Refusals are SG_ENOMEM for memory and SG_ELIMIT for work.  Nothing may choose another way of computing
 * because of an account: it refuses or it has no effect.
 */
#ifndef SG_BASE_MACHINE_ACCOUNT_H
#define SG_BASE_MACHINE_ACCOUNT_H

#include "base/observer.h"
#include "sharegnn/limits.h"

struct sg_account {
    uint64_t ceiling;  /* bytes that all blocks of the library may have; UINT64_MAX: no bound */
    uint64_t steps;    /* that one graph may take; 0: what each computation thinks is enough  */
    sg_account *outer; /* the account that this thread had before                             */
};

/* count * size, or UINT64_MAX where that is more. */
static inline uint64_t sg_bytes_of(uint64_t count, uint64_t size)
{
    return size > 0 && count > UINT64_MAX / size ? UINT64_MAX : count * size;
}

/* Bytes that this thread can still take; UINT64_MAX where nothing bounds them. */
uint64_t sg_memory_room(void);

/* Refuse work that will take more memory than there is room for, before it takes any.
 *
 *   bytes  that it will hold at once, in addition to what is held now
 *   what   needs them, in the plural: "plan: 900 pairs"
 *
 * Fails with SG_ENOMEM, "WHAT need 5.4 GB of memory, more than the 3.0 GB that are left of 4.0 GB". */
sg_status sg_memory_require(uint64_t bytes, const char *what, sg_error *err);

/* The steps that one graph may take; `preset` where no account says a number. */
uint64_t sg_work_budget(uint64_t preset);

/* Refuse work on one graph that will take more steps than are allowed.
 *
 *   what  takes them, in the singular: "distance: graph 7 (30,000 nodes)"
 *
 * Fails with SG_ELIMIT, "WHAT takes about 900060001 steps, more than the budget allows (200000000)". */
sg_status sg_work_require(uint64_t steps, uint64_t preset, const char *what, sg_error *err);

/* Refuse what grows out of proportion to its input: pairs of a star, nodes of a line that claims
 * millions.  Where no account is open, nothing is out of proportion.
 *
 *   n       of them
 *   preset  that are fine; where an account says a larger number of steps, that many are
 *   what    they are, with their number: "graph 7: 900060001 pairs"
 *
 * Fails with SG_ELIMIT, "WHAT are more than the budget allows (16000000)". */
sg_status sg_growth_require(uint64_t n, uint64_t preset, const char *what, sg_error *err);

/* The number that sg_growth_require compares with. */
uint64_t sg_growth_budget(uint64_t preset);

/* An amount of memory in words, "5.4 GB". */
typedef struct sg_bytes_text {
    char text[32];
} sg_bytes_text;

sg_bytes_text sg_bytes_show(uint64_t bytes);

#endif
