/* experience.h - what the training graphs of a model were like: sizes, labels, targets.
 *
 * A network that passes messages computes something for any graph, and nothing in its weights tells that a
 * graph is much larger than all it has learned from, or that an element was never there.
 *
 *     sg_experience met = {0};
 *     SG_TRY(sg_experience_learn(&met, &training, &outputs, err));
 *     sg_experience_judge(trust, &met, data);                      // sizes and labels of other graphs
 *     if (sg_experience_is_beyond(&met, score)) ...                // a value that no target is near
 *     sg_experience_free(&met);
 */
#ifndef SG_MODEL_TRUST_EXPERIENCE_H
#define SG_MODEL_TRUST_EXPERIENCE_H

#include "model/outputs.h"
#include "sharegnn/prediction.h"

/* More labels than this are too many to be remembered. */
enum { SG_EXPERIENCE_MOST_LABELS = 1 << 16 };

/* {0} has met nothing that it could compare with, and judges nothing. */
typedef struct sg_experience {
    uint32_t size[2];     /* least and most nodes of a graph, but for one in 200 at either end;
                             the most are 0: unknown                                          */
    uint64_t *node_label; /* [n_node_labels] ascending: column << 32 | label; none: unknown   */
    size_t n_node_labels;
    uint64_t *edge_label; /* [n_edge_labels] likewise */
    size_t n_edge_labels;
    double *target; /* [n_targets][2] the smallest and the largest; NaN where there is none */
    uint32_t n_targets;
} sg_experience;

void sg_experience_free(sg_experience *met);

/* Learn from all graphs of a data set.  Sizes and targets are those of graphs: where nodes are to be predicted
 * they are not learned.
 *
 *   met      out; empty
 *   outputs  of the model: which targets it learns
 *
 * Time O(size of the data, with sorting).  Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sg_experience_learn(sg_experience *met, const sg_dataset *training,
                              const sg_outputs *outputs, sg_error *err);

/* Make `copy`, which is empty, the same.  Fails with SG_ENOMEM; it is empty then. */
sg_status sg_experience_copy(sg_experience *copy, const sg_experience *met, sg_error *err);

/* Write what is new in each graph: n_nodes, new_nodes and new_size of trust[n_graphs]. */
void sg_experience_judge(sg_trust *trust, const sg_experience *met, const sg_dataset *data);

/* Whether one of the values is farther from all targets than a tenth of what lies between them. */
bool sg_experience_is_beyond(const sg_experience *met, const double *score);

#endif
