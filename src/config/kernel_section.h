/* kernel_section.h - `model:` of a document, a graph kernel said in short.
 *
 *     model: { kernel: wl-subtree, rounds: 3, svm: linear, C: [0.01, 0.1, 1] }
 *
 *     kernel     vertex-histogram: counts of node labels
 *                wl-subtree: counts of the labels of 0 .. rounds rounds of Weisfeiler and Leman
 *                shortest-path: counts of (label, label, distance)
 *     labels     the labeling to begin with; label if absent
 *     rounds     of wl-subtree; 3 if absent
 *     distance   the largest of shortest-path; 8 if absent
 *     classes    how many heads shortest-path needs, one per class; 2 if absent
 *     divide     true: counts are divided by the number of nodes; false if absent
 *     svm        linear: these kernels are products of counts, so no other machine is needed
 *     C          the cost of a graph on the wrong side, or a list; the best on validation counts
 *
 * It stands for `layers` and `train.svm`.
 */
#ifndef SG_CONFIG_KERNEL_SECTION_H
#define SG_CONFIG_KERNEL_SECTION_H

#include "base/document/tree.h"

/* Put what is meant in the place of `model` of a document, where there is one.  Fails with SG_EFORMAT or
 * SG_ENOMEM. */
sg_status sg_kernel_spell_out(sg_node *root, const char *path, sg_error *err);

#endif
