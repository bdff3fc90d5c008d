/* sparse_layer.h - the spec of a sparse layer, for programs that build networks by hand. */
#ifndef SG_LAYERS_KINDS_SPARSE_LAYER_H
#define SG_LAYERS_KINDS_SPARSE_LAYER_H

#include "data/nodes/sparse_table.h"
#include "layers/edge_weight.h"

/* What becomes of the products of all nodes. */
typedef enum sg_sparse_gathering {
    SG_SPARSE_OWN, /* each node has its own                                          */
    SG_SPARSE_GCN  /* a node averages its own and its neighbors', as a gcn layer does */
} sg_sparse_gathering;

typedef struct sg_sparse_spec {
    uint32_t outputs;
    uint32_t columns; /* of the attributes                                             */
    sg_sparse_gathering gathering;
    bool bias;
    bool shares; /* entries of a row are divided by their sum of sizes            */
    bool scales; /* entries of a column are divided by its deviation over the training items */
    double dropout;
    sg_edge_weight weight;        /* where it averages                                 */
    const sg_sparse_table *table; /* of the data; NULL: there is no data               */
    sg_sparse_table *narrow;      /* owned, where it is for some nodes; else NULL       */
} sg_sparse_spec;

extern const struct sg_layer_kind sg_sparse_kind;

#endif
