/* explanation.h - the plain structs of explanations: what the messages, biases and nodes of a graph
 * contribute to a model's output.  The functions that fill them are in sharegnn.h.
 *
 * Level: base; included by explain and by sharegnn.h.
 */
#ifndef SHAREGNN_EXPLANATION_H
#define SHAREGNN_EXPLANATION_H

#include "sharegnn/types.h"

#define SG_NONE UINT32_MAX /* instead of a number: there is none */

/* Instead of an output: the class that is predicted, or the first target. */
#define SG_PREDICTED UINT32_MAX

/* A labeling that the model uses, in the model's numbers, and what its labels are: nodes of the
 * data to look at. */
typedef struct sg_explained_labeling {
    const char *expression; /* "wl:2" */
    uint32_t n_labels;      /* that the model knows */
    const uint32_t *label;  /* [n_nodes of the data] SG_NONE: the model has not seen it */
    const uint64_t *count;  /* [n_labels] nodes of the data that have it */
    const uint32_t *example_graph; /* [n_labels] a graph with such a node, SG_NONE: none has */
    const uint32_t *example_node;  /* [n_labels] the node in that graph, from 0 */
    uint32_t radius; /* nodes up to so many steps away decide a label; SG_NONE: all nodes */
} sg_explained_labeling;

/* A head of an encoder or of the decoder, with its weights.  Copies are heads of their own.  A pool
 * in place of a decoder is a single head without weights and labels. */
typedef struct sg_explained_head {
    uint32_t layer;    /* of the model, from 0 */
    uint32_t number;   /* within the layer, from 0 */
    bool decodes;      /* else it belongs to an encoder */
    const char *text;  /* "wl:2 @ distance 0..6", "wl:2", "pool sum" */
    uint32_t receiver; /* labeling (number in sg_explainer_labelings) of receivers;
                          decoder: of nodes; SG_NONE: a pool */
    uint32_t sender;   /* encoder: labeling of senders */
    uint32_t bias;     /* encoder: labeling of biases; SG_NONE: no bias */
    /* Pair values of an encoder: */
    const char *const *value; /* [n_values] their names: "distance 3", "edge 1" */
    uint32_t n_values;
    const char *measure; /* the word that all these names begin with: "distance"; NULL: none */
    /* Weights; an encoder's are one per triple: */
    uint32_t n_weights;
    const double *weight; /* encoder: [n_weights]; decoder: [labels][n_weights / labels] */
    const uint32_t *weight_receiver; /* encoder: [n_weights] label of the receiver */
    const uint32_t *weight_sender;   /* encoder: [n_weights] label of the sender */
    const uint32_t *weight_value;    /* encoder: [n_weights] pair value */
    const uint64_t *occurrences;     /* encoder: [n_weights] pairs of the data that use it */
} sg_explained_head;

/* What one node sends to another through a head. */
typedef struct sg_explained_message {
    uint32_t receiver, sender; /* nodes of the graph, from 0 */
    uint32_t weight;           /* of the head; SG_NONE: a triple that the model has not seen */
    uint32_t value;            /* pair value; SG_NONE: one that the model has not seen */
    double strength;           /* the weight's value, or 0 */
    double contribution;       /* to the output */
} sg_explained_message;

/* What a head did in one graph.  The contributions of an encoder's head are its messages' and
 * biases', those of a decoder's head its nodes' and its bias. */
typedef struct sg_head_explanation {
    uint32_t head;                  /* number in sg_explainer_heads */
    const uint32_t *receiver_label; /* [n_nodes] or NULL: a pool has none */
    const uint32_t *sender_label;   /* encoder: [n_nodes] */
    sg_explained_message *message;  /* encoder: [n_messages] by receiver, then sender */
    uint32_t n_messages;
    double *node;        /* [n_nodes] encoder: contributions of biases; decoder: of nodes; NULL:
                            an encoder without bias */
    double bias;         /* decoder: contribution of the bias */
    double contribution; /* the sum of them all */
} sg_head_explanation;

typedef struct sg_layer_explanation {
    uint32_t layer; /* of the model, from 0 */
    bool decodes;
    sg_head_explanation *head; /* [n_heads] */
    uint32_t n_heads;
    double *sent;         /* encoder: [n_nodes] contributions of what a node sends */
    double *received;     /* encoder: [n_nodes] and of what it receives, with biases */
    double rest;          /* the output if the layer gave nothing but zeros */
    double gap;           /* output - rest - all contributions: what averaging missed */
    bool exact;           /* a single gradient tells everything: what follows is linear */
    uint32_t n_gradients; /* that were averaged */
} sg_layer_explanation;

/* One output of one graph. */
typedef struct sg_explanation {
    uint32_t graph, n_nodes;
    uint32_t output; /* which one */
    double value;    /* what it is: rest + contributions + gap of every layer */
    double *outputs; /* [n_outputs] all of them */
    double *score;   /* [n_outputs] as sg_model_predict gives them */
    uint32_t n_outputs;
    double *node;                /* [n_nodes] contribution of a node to the decoder or pool */
    sg_layer_explanation *layer; /* [n_layers] all encoders, then the decoder or pool */
    uint32_t n_layers;
} sg_explanation;

/* What is ranked; {0}: all weights by all graphs. */
typedef struct sg_ranking_options {
    const uint32_t *graph; /* [n_graphs] over which graphs; NULL: all */
    uint32_t n_graphs;
    const uint32_t *output; /* which output; NULL: of each graph the predicted class, or the
                               first target */
    size_t top;             /* how many weights are wanted; 0: all that occur */
    uint32_t steps;         /* the most gradients for a layer of a graph; 0: 400 */
    const sg_observer *observer; /* stage "explaining", unit "graphs" */
} sg_ranking_options;

/* Graphs where a weight matters most that are remembered. */
#define SG_RANKED_GRAPHS 5

/* The influence of a weight of an encoder, that is, of a triple. */
typedef struct sg_ranked_weight {
    uint32_t head, weight; /* number in sg_explainer_heads, and within the head */
    double influence;      /* mean over all graphs of what its messages contribute, absolute */
    double contribution;   /* the same with signs */
    uint32_t n_graphs;     /* graphs that have such messages */
    uint64_t n_messages;   /* in all of these */
    uint32_t graph[SG_RANKED_GRAPHS];  /* where it matters most; SG_NONE: no more */
    double in_graph[SG_RANKED_GRAPHS]; /* what it contributes there */
} sg_ranked_weight;

typedef struct sg_ranking {
    sg_ranked_weight *weight; /* [n_weights] by influence */
    size_t n_weights;
    uint32_t n_graphs;  /* that were explained */
    double largest_gap; /* of any layer of any graph, absolute */
} sg_ranking;

/* How an explanation is drawn; {0}: all encoders with all heads, arrows by weight. */
typedef struct sg_picture_options {
    const uint32_t *layer; /* only this layer of the model, from 0; NULL: all             */
    const uint32_t *head;  /* only this head of a layer, from 0; NULL: all                */
    uint32_t top;          /* how many of the largest weights are drawn apart; 0: 3       */
    bool by_contribution;  /* arrows show what messages contribute instead of weights     */
} sg_picture_options;

#endif
