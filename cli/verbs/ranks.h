/* ranks.h - a program of which mpirun has started several.
 *
 * Rank 0 talks to the user.  What the others would print goes nowhere: all ranks do the same, and their
 * failures are told to rank 0.  Only a rank that fails alone says so itself, and ends the others.
 */
#ifndef SG_CLI_RANKS_H
#define SG_CLI_RANKS_H

#include "arguments.h"

/* First of all: let ranks but 0 be silent. */
void ranks_start(void);

/* Join the other ranks for a verb that can be divided among them; refuse another verb.
 * Returns 0, or an exit status after a message. */
int ranks_open(sg_cluster **cluster, const verb *v);

/* Tell each other how far they have come: `code` is 0, or what a message returned.  All ranks call it.  Returns 0
 * where no rank has failed; else the exit status, after rank 0 has said why. */
int ranks_agree(sg_cluster *cluster, int code);

/* Leave them; `code` is how the verb ended.  Returns the exit status of the process. */
int ranks_close(sg_cluster *cluster, int code);

/* The exit status of a process that ends before it has joined the others. */
int ranks_exit(int code);

#endif
