/* inspection.h - what is inside of models, how two of them differ, how well one knows a graph, and
 * what is wrong with a data set.
 *
 * A topic of sharegnn.h, which includes it.
 */
#ifndef SHAREGNN_INSPECTION_H
#define SHAREGNN_INSPECTION_H

#include "sharegnn/types.h"

/* ---- Models ------------------------------------------------------------------------------ */

/* What a weight belongs to. */
typedef enum sg_weight_kind {
    SG_WEIGHT_TRIPLE, /* receiver, sender and pair value, by content key                   */
    SG_WEIGHT_LABEL,  /* a label, by content key, and an output or column                  */
    SG_WEIGHT_PLAIN   /* a row and a column of the layer                                   */
} sg_weight_kind;

typedef struct sg_weight_info {
    uint32_t layer, head; /* of the model's layers; heads with their copies counted        */
    const char *name;     /* "weight", "bias", "gain", "shift"; static text                */
    sg_weight_kind kind;
    uint64_t receiver;    /* triple, label: content key                                    */
    uint64_t sender;      /* triple                                                        */
    uint64_t pair;        /* triple                                                        */
    uint32_t row, column; /* plain; label: the column                                      */
    double value;
} sg_weight_info;

/* A layer of a model. */
typedef struct sg_layer_info {
    const char *kind;        /* "encoder", "decoder", "linear", ...; static text           */
    const char *text;        /* the layer as in experiment files, in one line              */
    const char *const *head; /* [n_heads] of an encoder or decoder, copies of a head apart */
    const uint64_t *head_weights; /* [n_heads] */
    uint32_t n_heads;
    uint64_t n_weights;
} sg_layer_info;

/* The labels of an expression that a model knows. */
typedef struct sg_labeling_info {
    const char *expression;
    uint32_t n_labels;
    uint64_t n_nodes; /* that had them when the model was built                            */
} sg_labeling_info;

/* How a layer of one model differs from the layer of another in the same place. */
typedef struct sg_layer_difference {
    sg_layer_match match;   /* n_new: only in the first, n_unused: only in the second      */
    double correlation;     /* of the weights that both have; NaN: not defined             */
    double mean_difference; /* mean of |first - second|; NaN: there are none               */
    double largest;
} sg_layer_difference;

/* A weight in two models. */
typedef struct sg_weight_difference {
    sg_weight_info weight; /* as the first model has it */
    double second;
} sg_weight_difference;

/* ---- Applicability ----------------------------------------------------------------------- */

/* How much of a graph a model has never met: what has no weight counts as zero, so where much of it
 * is unknown a prediction says little. */
typedef struct sg_trust {
    uint64_t n_labels;       /* nodes, once for every labeling that pools, adds or enters  */
    uint64_t unknown_labels; /* of these, those whose label has no weight                  */
    uint64_t n_pairs;        /* pairs of nodes, once for every head of an encoder          */
    uint64_t unknown_pairs;  /* of these, those whose triple has no weight                 */
} sg_trust;

/* ---- Data sets --------------------------------------------------------------------------- */

/* Graphs that are the same but for the numbers of their nodes. */
typedef struct sg_duplicates {
    const uint32_t *graph; /* [n] ascending, two or more                                   */
    uint32_t n;
    bool contradict; /* they are not all of one class, or differ in a target               */
} sg_duplicates;

/* Duplicates across the parts of a fold. */
typedef struct sg_fold_leak {
    uint32_t n_test;              /* test graphs                                           */
    uint32_t test_in_train;       /* of these, those with a duplicate that is trained on   */
    uint32_t test_contradicted;   /* of these, those with a duplicate of another class     */
    uint32_t test_in_validation;  /* test graphs with a duplicate that chooses the epoch   */
    uint32_t validation_in_train; /* validation graphs with one that is trained on         */
} sg_fold_leak;

/* What an audit has counted. */
typedef struct sg_audit_counts {
    uint32_t n_graphs;
    uint32_t alike;        /* graphs that color refinement cannot tell from another graph   */
    uint32_t duplicated;   /* graphs of which there is another, exactly the same            */
    uint32_t redundant;    /* graphs that could go: all but one of each group               */
    uint32_t n_groups;     /* of duplicates                                                 */
    uint32_t contradicted; /* graphs in groups that contradict themselves                  */
    uint32_t n_contradictions; /* such groups                                              */
    uint32_t undecided; /* graphs that could not be compared within the budget           */
} sg_audit_counts;

/* ---- Inside of models --------------------------------------------------------------------- */

#ifdef __cplusplus
extern "C" {
#endif

/* What a model consists of.  What is handed out is borrowed until sg_contents_close. */
typedef struct sg_contents sg_contents;

/* Look into a model, which is borrowed until close.  Fails with SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_contents_open(sg_contents **contents, const sg_model *model, sg_error *err);

SG_API void sg_contents_close(sg_contents *contents);

SG_API const sg_layer_info *sg_contents_layers(size_t *n, const sg_contents *contents);
SG_API const sg_labeling_info *sg_contents_labelings(size_t *n, const sg_contents *contents);

/* The n weights of a layer with the largest absolute values, the largest first; `weight` has room for
 * them.  `head` is a head of an encoder or decoder, or UINT32_MAX: all of them, and what belongs to
 * none.  Returns their number, which is smaller than n where there are fewer. */
SG_API size_t sg_contents_largest(sg_weight_info *weight, size_t n, const sg_contents *contents,
                                  uint32_t layer, uint32_t head);

/* A content key in words, "label 6" or "distance 3", or its hexadecimal digits, into text[0 .. 32). */
SG_API void sg_contents_key_text(char text[32], const sg_contents *contents, uint64_t key);

/* How two models differ, weight by weight, matched as in sg_model_match. */
typedef struct sg_model_diff sg_model_diff;

/* Compare; both models are borrowed until close.  Fails with SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_model_diff_open(sg_model_diff **diff, const sg_model *first,
                                    const sg_model *second, sg_error *err);

SG_API void sg_model_diff_close(sg_model_diff *diff);

/* By layer, of the model that has more; borrowed until close. */
SG_API const sg_layer_difference *sg_model_diff_layers(size_t *n, const sg_model_diff *diff);

/* The n weights that both have and that differ most, the largest difference first; `weight` has room
 * for them.  Returns their number. */
SG_API size_t sg_model_diff_largest(sg_weight_difference *weight, size_t n,
                                    const sg_model_diff *diff);

/* ---- Duplicates --------------------------------------------------------------------------- */

/* Which graphs of a data set are there more than once: the same but for the numbers of their nodes,
 * with all labels of nodes and edges. */
typedef struct sg_audit sg_audit;

typedef struct sg_audit_settings {
    uint32_t n_threads; /* 0: one per core                                              */
    uint64_t budget;    /* nodes that are tried to compare two graphs; 0: 100,000       */
    const sg_observer *observer;
} sg_audit_settings;

/* Find them.  `data` is borrowed until close.  Fails with SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_audit_open(sg_audit **audit, const sg_dataset *data,
                               const sg_audit_settings *settings, sg_error *err);

SG_API void sg_audit_close(sg_audit *audit);

SG_API sg_audit_counts sg_audit_numbers(const sg_audit *audit);

/* The groups of duplicates, by their first graphs; borrowed until close. */
SG_API const sg_duplicates *sg_audit_groups(size_t *n, const sg_audit *audit);

/* Duplicates across the parts of a fold.  Fails with SG_EINVAL (no such fold, or a graph that the
 * data does not have) or SG_ENOMEM. */
SG_API sg_status sg_audit_leak(sg_fold_leak *leak, const sg_audit *audit,
                               const sg_splits *splits, uint32_t fold, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
