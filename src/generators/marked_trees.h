/* marked_trees.h - roots that must find a leaf: complete binary trees whose leaves carry marks and labels.
 *
 * 3,000 trees of depth 3.  Every leaf has another one of 8 marks, in random order, and one of 4 labels; the root has one of
 * the marks.  The class of the root is the label of the leaf that carries its mark; no other node has a class.  So what
 * decides is three steps away and one of eight: fewer layers that look one step far cannot know it, and guessing is right
 * about a quarter of the roots.
 *
 * Node labels: 0 inside, 1 + m of a root with mark m, 9 + 4 m + l of a leaf with mark m and label l.  Nodes are
 * numbered at random.
 *
 * Reference: Alon and Yahav, On the Bottleneck of Graph Neural Networks, ICLR 2021.
 */
#ifndef SG_GENERATORS_MARKED_TREES_H
#define SG_GENERATORS_MARKED_TREES_H

#include "base/text.h"
#include "data/dataset.h"

enum { SG_TREE_DEPTH = 3, SG_TREE_MARKS = 1 << SG_TREE_DEPTH, SG_TREE_LABELS = 4 };

/* Make the data set.  Fails with SG_ENOMEM; `data` is then unchanged. */
sg_status sg_marked_trees_make(sg_dataset *data, uint32_t seed, sg_error *err);

/* A sentence on what can be known.  Fails with SG_ENOMEM. */
sg_status sg_marked_trees_answer(sg_text *text, const sg_dataset *data, sg_error *err);

#endif
