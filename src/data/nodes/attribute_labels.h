/* attribute_labels.h - attributes in the place of labels that nodes or edges do not have.
 *
 *     sg_attribute_labels labels = {0};
 *     SG_TRY(sg_attribute_labels_make(&labels, &view, data, err));    // view sees them
 *     sg_attribute_labels_free(&labels);
 *
 * Graphs of one form that differ in their attributes alone, such as images of one size, are different ones.  Where
 * nodes have labels, these say what a node is, and attributes, which are often coordinates, do not count.
 */
#ifndef SG_DATA_NODES_ATTRIBUTE_LABELS_H
#define SG_DATA_NODES_ATTRIBUTE_LABELS_H

#include "data/dataset.h"
#include "graph/view.h"

typedef struct sg_attribute_labels {
    int32_t *node, *edge; /* [n_nodes], [n_arcs]; NULL: there are labels, or no attributes */
} sg_attribute_labels;

void sg_attribute_labels_free(sg_attribute_labels *labels);

/* Number the rows of attributes, equal rows alike, and let `view`, that of the data, see these numbers as
 * labels.  They mean nothing in other data sets.  Fails with SG_ELIMIT (2^31 different rows), SG_ECANCELED or
 * SG_ENOMEM.  Time and memory O(attributes). */
sg_status sg_attribute_labels_make(sg_attribute_labels *labels, sg_graph_view *view,
                                   const sg_dataset *data, sg_error *err);

#endif
