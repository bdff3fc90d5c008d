/* golden_counts.h - counts per node from the reference values' JSON files.
 *
 * There they are lists of graphs, which are lists of nodes, which are objects {"size": count}.
 */
#ifndef SG_TESTS_SUPPORT_GOLDEN_COUNTS_H
#define SG_TESTS_SUPPORT_GOLDEN_COUNTS_H

#include <stddef.h>
#include <stdint.h>

/* Read the first such list behind "section" in the file: count[v * width + size] for the nodes v
 * of all graphs one after the other, 0 where nothing is said.  The nodes must be n_nodes. */
void golden_counts(uint64_t *count, const char *path, const char *section, size_t n_nodes,
                   size_t width);

#endif
