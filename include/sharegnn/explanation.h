/* explanation.h - explanations: why a model says what it says.
 *
 * An explanation tells what every message, bias and node of a graph contributes to an output, layer
 * by layer; a ranking tells which weights matter most over many graphs; pictures show both.  The
 * plain structs come first, then the functions that fill them.
 *
 * Example: what the first message of graph 17 contributes to the class that is predicted:
 *
 *     sg_explainer *explainer = NULL;
 *     sg_explanation explanation = {.struct_size = sizeof explanation};
 *     if (sg_explainer_open(&explainer, model, data, NULL, &err) == SG_OK &&
 *         sg_explainer_graph(&explanation, explainer, 17, SG_PREDICTED, &err) == SG_OK) {
 *         const sg_head_explanation head = explanation.layer[0].head[0];
 *         printf("%u messages, the first is %s\n", head.n_messages,
 *                isfinite(head.message[0].contribution) ? "a number" : "none");
 *     }
 *     sg_explanation_free(&explanation);
 *     sg_explainer_close(explainer);
 *
 * Complexity: opening takes what opening a prediction takes (prediction.h).  A layer of a graph
 * takes one gradient where all that follows is linear, else as many as the tolerance needs, `steps`
 * at most; a gradient takes the time of a few predictions.  A ranking does so for all its graphs.
 * Memory is that of a prediction, and of all messages of a graph.
 *
 * Threads: an explainer belongs to one thread at a time.  Functions that take it as const may run
 * side by side while no other one changes or closes it.
 */
#ifndef SHAREGNN_EXPLANATION_H
#define SHAREGNN_EXPLANATION_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

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
 * in place of a decoder is a single head without weights and labels.  So is the layer that stands for
 * all in a model of nodes without encoders, as a GCN: the first one behind another layer that hears
 * neighbors. */
typedef struct sg_explained_head {
    uint32_t layer;   /* of the model, from 0 */
    uint32_t number;  /* within the layer, from 0 */
    const char *kind; /* of the layer: "encoder", "decoder", "pool" */
    bool decodes; /* the layer pools or hears whole rows of nodes; else it passes messages */
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
    const double
        *weight; /* encoder: [n_weights]; decoder: [labels][n_weights / labels]; those of
                             the model, which change when it is trained */
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
    double strength;           /* the weight's value, times that of the edge where the head has
                                  `weight`; or 0 */
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
    uint32_t layer;            /* of the model, from 0 */
    const char *kind;          /* "encoder", "decoder", "pool" */
    bool decodes;              /* it pools or hears rows of nodes; else it passes messages */
    sg_head_explanation *head; /* [n_heads] */
    uint32_t n_heads;
    double *sent;         /* encoder: [n_nodes] contributions of what a node sends */
    double *received;     /* encoder: [n_nodes] and of what it receives, with biases */
    double rest;          /* the output if the layer gave nothing but zeros */
    double gap;           /* output - rest - all contributions: what averaging missed */
    bool exact;           /* a single gradient tells everything: what follows is linear */
    uint32_t n_gradients; /* that were averaged */
} sg_layer_explanation;

/* Why a model predicts what it predicts.  For every encoder of the model and for its decoder,
 *
 *     output = rest + sum of contributions
 *
 * where the contributions are those of the messages and biases of the encoder, or of the nodes and
 * the bias of the decoder, and `rest` is what the output would be if that layer gave nothing but
 * zeros.  Outputs are the network's own, before they become probabilities (logits), or values in
 * the unit of the targets.
 *
 * What an explainer hands out is borrowed until it is closed. */
typedef struct sg_explainer sg_explainer;

/* One output of one graph, or of a node of it. */
typedef struct sg_explanation {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t graph, n_nodes;
    uint32_t output; /* which one */
    double value;    /* what it is: rest + contributions + gap of every layer */
    double *outputs; /* [n_outputs] all of them */
    double *score;   /* [n_outputs] as sg_model_predict gives them, but computed in double
                        precision: where the model computes in float, they differ by rounding */
    uint32_t n_outputs;
    double *node; /* [n_nodes] contribution of a node to the layer that `decodes` */
    sg_layer_explanation *layer; /* [n_layers] all encoders, then the decoder or pool, if any */
    uint32_t n_layers;
    const sg_explainer *explainer; /* that made it */
    uint32_t
        explained_node; /* the node of the graph, from 0, whose output it is; SG_NONE: the graph's */
} sg_explanation;

/* What is ranked; NULL: all weights by all graphs. */
typedef struct sg_ranking_options {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    const uint32_t *
        graph; /* [n_graphs] over which graphs, one at least; NULL: all.  Here and in the result, a
                              model of nodes has nodes in the place of graphs, numbered through */
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
    size_t struct_size;       /* sizeof of this struct, set by the caller */
    sg_ranked_weight *weight; /* [n_weights] by influence */
    size_t n_weights;
    uint32_t n_graphs;  /* that were explained */
    double largest_gap; /* of any layer of any graph, absolute */
} sg_ranking;

/* Who gets the contribution of a message in a picture of a molecule.  docs/explaining.md says how the
 * default was chosen. */
typedef enum sg_credit {
    SG_CREDIT_HALF,     /* sender and receiver, half each */
    SG_CREDIT_RECEIVER, /* the node that receives it      */
    SG_CREDIT_SENDER    /* the node that sends it         */
} sg_credit;

/* How an explanation is drawn; NULL: molecules with a halo around every atom, other graphs with all
 * encoders with all heads, arrows by weight. */
typedef struct sg_picture_options {
    size_t struct_size;    /* sizeof of this struct, set by the caller */
    const uint32_t *layer; /* only this layer of the model, from 0; NULL: all             */
    const uint32_t *head;  /* only this head of a layer, from 0; NULL: all                */
    uint32_t top;          /* how many of the largest weights are drawn apart; 0: 3       */
    bool by_contribution;  /* arrows show what messages contribute instead of weights     */
    sg_credit credit;      /* molecules: who gets the contribution of a message           */
    bool arrows; /* all messages as arrows, also of molecules, texts, images and dense graphs,
                    which have pictures of their own; so do head, top and by_contribution  */
} sg_picture_options;

typedef struct sg_explainer_options {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    double tolerance;   /* how much of an output may remain unexplained; 0: 1e-7 of it */
    uint32_t steps;     /* the most gradients that are averaged for a layer; 0: 20,000 */
    const sg_label_options *labels; /* threads, budget; its observer is also told how far an
                                       explanation is, until close; NULL: defaults       */
} sg_explainer_options;

/* Prepare to explain the graphs of `data`; *explainer is released with sg_explainer_close.
 *
 *   model    borrowed until close.  Where it gets other weights (sg_model_train, sg_weights_set),
 *            explanations, rankings and pictures of explanations fail with SG_EINVAL
 *   data     may be closed before: the explainer keeps its memory
 *   options  not kept, but for the observer, which is borrowed until close; NULL: defaults
 *
 * Fails like sg_model_predict, or with SG_EINVAL (options). */
SG_API sg_status sg_explainer_open(sg_explainer **explainer, const sg_model *model,
                                   const sg_dataset *data, const sg_explainer_options *options,
                                   sg_error *err);

/* Release an explainer; NULL is fine. */
SG_API void sg_explainer_close(sg_explainer *explainer);

/* The labelings that the model uses, and all heads of its encoders and its decoder, by layer.  They
 * hold the numbers of the paper's weight analysis: value, pair value and occurrences of a weight.  *n is
 * their number; they are borrowed until close; NULL where an argument is NULL. */
SG_API const sg_explained_labeling *sg_explainer_labelings(size_t *n,
                                                           const sg_explainer *explainer);
SG_API const sg_explained_head *sg_explainer_heads(size_t *n, const sg_explainer *explainer);

/* Names for people.  They write to text[0 .. room) like snprintf, and return the whole length; 0 and
 * the empty text where there is no such graph, node, labeling, label, head or weight, all of which count
 * from 0.
 *
 *   node    "C", or the number of the node's label in the data; "" where there are none
 *   label   "C(wl:2 #17)": the node label, where all such nodes have the same, and the number of
 *           the label; "C(degree 3)"; "C" for the node label itself
 *   words   "aromatic C next to N and 2 C (#17)": what all nodes of the data with the label share, and
 *           its number; the name where that says as much
 *   weight  "C(wl:2 #17) -> N at distance 3": sender, receiver, pair value */
SG_API size_t sg_explainer_node_name(char *text, size_t room, const sg_explainer *explainer,
                                     uint32_t graph, uint32_t node);
SG_API size_t sg_explainer_label_name(char *text, size_t room, const sg_explainer *explainer,
                                      uint32_t labeling, uint32_t label);
SG_API size_t sg_explainer_label_words(char *text, size_t room, const sg_explainer *explainer,
                                       uint32_t labeling, uint32_t label);
SG_API size_t sg_explainer_weight_name(char *text, size_t room, const sg_explainer *explainer,
                                       uint32_t head, uint32_t weight);

/* Explain an output (SG_PREDICTED: the predicted class) of a graph.  `explanation` is released
 * with sg_explanation_free, before the explainer is closed, and before the next answer goes into the same
 * struct: what it holds is not looked at.
 * Fails with SG_EINVAL (no such graph or output; the model predicts nodes), SG_ELIMIT, SG_ECANCELED or
 * SG_ENOMEM. */
SG_API sg_status sg_explainer_graph(sg_explanation *explanation, sg_explainer *explainer,
                                    uint32_t graph, uint32_t output, sg_error *err);

/* The same for a node of a graph, from 0, where the model predicts nodes; for other models the node does
 * not matter.  Messages to nodes that cannot change the output are left out.  `explanation` is released
 * likewise.  Fails like sg_explainer_graph, or with SG_EINVAL (no such node). */
SG_API sg_status sg_explainer_node(sg_explanation *explanation, sg_explainer *explainer,
                                   uint32_t graph, uint32_t node, uint32_t output,
                                   sg_error *err);

/* Release the arrays of `explanation` and make it empty but for its size; NULL and an empty one are fine. */
SG_API void sg_explanation_free(sg_explanation *explanation);

/* Rank the weights of all encoders by their influence: the mean over all graphs of the absolute
 * value of what a weight's messages contribute to a graph's output together.  All threads take
 * part; the result is the same for any number.  `ranking` is released with sg_ranking_free; `options` may
 * be NULL.  Fails with SG_EINVAL, SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_explainer_rank(sg_ranking *ranking, sg_explainer *explainer,
                                   const sg_ranking_options *options, sg_error *err);

/* Release the arrays of `ranking` and make it empty but for its size; NULL and an empty one are fine. */
SG_API void sg_ranking_free(sg_ranking *ranking);

/* Draw an explanation, which this explainer made, on its graph: node labels, contributions of nodes, and
 * for every encoder its labels and messages.  `options` may be NULL.  *svg is a whole SVG file, the same
 * bytes always, and is released with sg_text_release.  docs/explaining.md says what is in it.  Of a node in
 * a graph of more than 100 nodes the picture has the part that the node hears.
 * Fails with SG_EINVAL (no such layer, head or credit; an explanation of another explainer; other
 * weights), SG_ELIMIT (more than 2,000 nodes) or SG_ENOMEM. */
SG_API sg_status sg_explainer_picture(char **svg, const sg_explainer *explainer,
                                      const sg_explanation *explanation,
                                      const sg_picture_options *options, sg_error *err);

/* Draw what a label is: a node of the data that has it, and the nodes that decide it.  `labeling` is a number
 * in sg_explainer_labelings, `label` one of its labels, both from 0.  *svg is released with
 * sg_text_release.
 * Fails with SG_EINVAL, SG_ENOTFOUND (no node of the data has it), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_explainer_label_picture(char **svg, const sg_explainer *explainer,
                                            uint32_t labeling, uint32_t label, sg_error *err);

/* Write a picture to `path`, as it is or, if the name ends in .png, in pixels (twice as many as the
 * picture has in each direction), or, if it ends in .pdf, as a page of its size; whole or not at all; a
 * file that is there is replaced.  `svg` is a text
 * that ends with a zero byte; only pixels and pages look at what it is.  Fails with SG_EINVAL (another
 * ending), SG_EFORMAT (.png or .pdf of what is no SVG), SG_EIO, SG_ENOMEM, SG_ENOTFOUND (no such
 * folder; or .png and .pdf without librsvg, which is looked for when it is needed), or SG_ECANCELED: a
 * watch (types.h) is asked while pixels are drawn; for a page before and after librsvg draws it, which
 * takes seconds where a picture has 2,000 nodes. */
SG_API sg_status sg_picture_write(const char *path, const char *svg, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
