/* dataset_view.h - a data set as invariants see it.
 */
#ifndef SG_DATA_DATASET_VIEW_H
#define SG_DATA_DATASET_VIEW_H

#include "data/dataset.h"
#include "graph/view.h"

/* The graphs and labels of `data`, borrowed. */
static inline sg_graph_view sg_dataset_view(const sg_dataset *data)
{
    return (sg_graph_view){.graph = &data->graph,
                           .node_label = data->node_label.value,
                           .n_node_columns = data->node_label.n_columns,
                           .edge_label = data->edge_label.value,
                           .n_edge_columns = data->edge_label.n_columns,
                           .edge_attribute = data->edge_attribute.value,
                           .n_edge_attributes = data->edge_attribute.n_columns,
                           .node_words = sg_label_names_words(&data->node_name),
                           .edge_words = sg_label_names_words(&data->edge_name)};
}

#endif
