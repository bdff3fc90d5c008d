/* verb_limits.h - the memory and the work that a verb may take: --memory and --budget.
 */
#ifndef SG_CLI_VERB_LIMITS_H
#define SG_CLI_VERB_LIMITS_H

#include "arguments.h"

/* Bytes of a text like 500M, 1.5G or 2000000; K, M, G and T are powers of 1024.  False where it is
 * something else. */
bool limits_parse(uint64_t *bytes, const char *text);

/* Open an account for all that the verb does.  Without --memory it may take three quarters of what the
 * machine has left.  NULL for a verb without the option.
 * Returns 0, or an exit status after a message. */
int limits_open(sg_account **account, const arguments *args);

#endif
