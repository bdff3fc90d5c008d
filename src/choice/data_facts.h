/* data_facts.h - what a choice of a model looks at: kinds and sizes, never names.
 *
 *     sg_data_facts facts;
 *     SG_TRY(sg_data_facts_of(&facts, &data, SG_CLASSIFICATION, err));
 *     printf("%u graphs with %.1f nodes\n", facts.n_graphs, facts.mean_nodes);
 */
#ifndef SG_CHOICE_DATA_FACTS_H
#define SG_CHOICE_DATA_FACTS_H

#include "data/dataset.h"

/* What data can be or have, as flags. */
enum {
    SG_FACT_NODE_LABELS = 1, /* at least two                                             */
    SG_FACT_RICH_LABELS = 2, /* at least five node labels, such as elements             */
    SG_FACT_EDGE_LABELS = 4, /* at least two                                             */
    SG_FACT_ATTRIBUTES = 8,  /* of nodes                                                 */
    SG_FACT_SPARSE = 16,     /* attributes of nodes of which most are 0                  */
    SG_FACT_IMAGES = 32,     /* every graph is a grid of pixels of one size              */
    SG_FACT_TEXTS = 64,      /* every graph is a path of words, of hundreds of words     */
    SG_FACT_BOUNDED_DEGREES = 128, /* no node has more than eight neighbors, as in molecules */
    SG_FACT_STRUCTURES = 256, /* read as structural formulas: SMILES, SDF                 */
    SG_FACT_EDGE_ATTRIBUTES = 512,
    SG_N_FACTS = 10
};

typedef struct sg_data_facts {
    sg_item_kind item;
    sg_task task;
    uint32_t has; /* flags */
    uint32_t n_items, n_graphs;
    uint32_t n_node_labels, n_edge_labels; /* different ones; 0: the data has none           */
    uint32_t n_attributes, n_sparse;       /* columns                                        */
    uint32_t n_edge_attributes;            /* likewise                                       */
    uint32_t largest_degree;
    double mean_nodes, mean_degree;
    uint64_t n_pairs;      /* ordered pairs of nodes of one graph                            */
    uint64_t n_near_pairs; /* at most two steps apart; counted once per way, so no fewer     */
} sg_data_facts;

/* Look at the data as it is for a task.  Fails with SG_ENOMEM.  Time O(nodes + arcs) and sorting the
 * labels, memory O(labels). */
sg_status sg_data_facts_of(sg_data_facts *facts, const sg_dataset *data, sg_task task,
                           sg_error *err);

#endif
