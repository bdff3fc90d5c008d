/* fake_ranks.h - several ranks inside one process, one thread each.
 *
 *     static void part(sg_cluster *cluster, void *context) { ... }
 *     run_ranks(3, part, &context);
 *
 * Checks of cmocka belong to the thread of the test: a part writes what it finds into its context.
 */
#ifndef SG_TESTS_FAKE_RANKS_H
#define SG_TESTS_FAKE_RANKS_H

#include "cluster/cluster.h"

/* Let `part` run on n ranks and return when all have ended. */
void run_ranks(uint32_t n, void (*part)(sg_cluster *cluster, void *context), void *context);

#endif
