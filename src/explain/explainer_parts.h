/* explainer_parts.h - what an explainer consists of, for the files that build and use it.
 */
#ifndef SG_EXPLAIN_EXPLAINER_PARTS_H
#define SG_EXPLAIN_EXPLAINER_PARTS_H

#include "explain/explainer.h"
#include "explain/pair_values.h"
#include "invariants/expression.h"

/* What nodes with one label do not share (explainer_words.c). */
enum { SG_FACT_NEAR = 1, SG_FACT_DEGREE = 2, SG_FACT_AROMATIC = 4 };

typedef struct sg_label_facts {
    uint64_t near;   /* what the neighbors of the example are called */
    uint8_t differs; /* SG_FACT_..                                   */
} sg_label_facts;

/* Beside a labeling's public part. */
typedef struct sg_explainer_labeling {
    sg_label_expression expression;
    const sg_labeling_kind *kind; /* whose labels these are; NULL: none's alone          */
    sg_table number; /* content key -> label                                             */
    uint32_t *label; /* [n_nodes] SG_NONE: the model does not know it                    */
    uint64_t *count;
    uint32_t *example_graph, *example_node;
    bool *mixed; /* [n_labels] nodes with this label differ in the data's own label      */
    sg_label_facts *facts; /* [n_labels] */
} sg_explainer_labeling;

/* What a plan's weights are for; heads with the same plan share it. */
typedef struct sg_explainer_plan {
    const sg_plan *plan;
    uint32_t values; /* number of the pair values */
    uint32_t *receiver, *sender, *value;
    uint64_t *occurrences;
} sg_explainer_plan;

/* Beside a head's public part. */
typedef struct sg_explainer_head {
    char *text;
    uint32_t plan;      /* encoder: number of the plan                                   */
    const double *bias; /* encoder: [labels][width before]; decoder: [m][width before];
                           NULL: none                                                    */
} sg_explainer_head;

/* An encoder, the decoder, a pool, or a layer of nodes that hears its neighbors. */
typedef struct sg_explainer_layer {
    uint32_t number; /* in the network   */
    uint32_t of;     /* in the blueprint */
    uint32_t first_head, n_heads;
    uint32_t width; /* of the state before it */
    bool decodes;   /* its nodes are told, not its messages: it pools them, or hears them */
} sg_explainer_layer;

/* What one thread needs. */
typedef struct sg_explainer_worker {
    sg_network_f64 *network;
    sg_scratch scratch; /* until the next graph */
} sg_explainer_worker;

struct sg_explainer {
    const sg_model *model;
    uint64_t model_changes; /* when it was opened */
    const sg_dataset *data;
    sg_dataset_hold *hold; /* of the data */
    sg_graph_view view;
    bool nodes_differ;            /* in the data's own labels */
    sg_invariant_options options; /* with threads of its own */
    sg_path_options path;
    sg_model_on_data on_data;

    sg_explained_labeling *labeling; /* [n_labelings] */
    sg_explainer_labeling *labeling_part;
    uint32_t n_labelings;

    sg_pair_values *values; /* [n_values] one for every property */
    uint32_t n_values;
    sg_explainer_plan *plan; /* [n_plans] */
    uint32_t n_plans;

    sg_explained_head *head; /* [n_heads] */
    sg_explainer_head *head_part;
    uint32_t n_heads;

    sg_explainer_layer
        *layer; /* [n_layers] in the order of the network; the last one pools, if one does */
    uint32_t n_layers;

    sg_explainer_worker *worker; /* [n_workers] */
    uint32_t n_workers;
};

/* Whether the data has node labels that differ: else they are not worth mentioning. */
bool sg_explainer_nodes_differ(const sg_dataset *data);

/* The number of a labeling, known from now on.  There is room for as many as the model's
 * vocabularies have. */
sg_status sg_explainer_labeling_of(uint32_t *number, sg_explainer *explainer,
                                   const char *expression, sg_error *err);
void sg_explainer_labelings_free(sg_explainer *explainer);

/* Note what a node of the data shares with the example of its label, which is noted first. */
void sg_explainer_note_node(sg_explainer_labeling *part, const sg_dataset *data, uint32_t label,
                            uint32_t v, uint32_t example);

/* Fill in heads, plans and pair values; layers, the model on its data and the first worker are there. */
sg_status sg_explainer_make_heads(sg_explainer *explainer, sg_error *err);
void sg_explainer_heads_free(sg_explainer *explainer);

#endif
