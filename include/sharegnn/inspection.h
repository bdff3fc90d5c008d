/* inspection.h - what is inside a model, and how two of them differ.
 *
 * Contents list the layers, labelings and weights of a model.  A difference matches the weights of
 * two models by what they stand for, not by their place, so models of different data can be
 * compared.
 *
 * Example: the largest weight of the first layer:
 *
 *     sg_contents *contents = NULL;
 *     sg_weight_info weight = {0};
 *     if (sg_contents_open(&contents, model, &err) == SG_OK &&
 *         sg_contents_largest(&weight, 1, contents, 0, UINT32_MAX) == 1) {
 *         char sender[32];
 *         sg_contents_key_text(sender, contents, weight.sender);
 *         printf("a %s with a sender: %s\n", weight.name, sender[0] != '\0' ? "yes" : "no");
 *     }
 *     sg_contents_close(contents);
 *
 * Complexity: opening takes time and memory proportional to the weights of the models; the n
 * largest of w weights take time O(w log n).
 *
 * Threads: threads may share contents and differences, which never change.
 */
#ifndef SHAREGNN_INSPECTION_H
#define SHAREGNN_INSPECTION_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a weight belongs to. */
typedef enum sg_weight_kind {
    SG_WEIGHT_TRIPLE, /* receiver, sender and pair value, by content key                   */
    SG_WEIGHT_LABEL,  /* a label, by content key, and an output or column                  */
    SG_WEIGHT_PLAIN   /* a row and a column of the layer                                   */
} sg_weight_kind;

typedef struct sg_weight_info {
    uint32_t layer, head; /* of the model's layers; heads with their copies counted        */
    const char *name;     /* "weight", "bias", "gain": sg_weight_tensor.part; static text  */
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

/* What a model consists of.  What is handed out is borrowed until sg_contents_close. */
typedef struct sg_contents sg_contents;

/* Look into a model, trained or not, which is borrowed until close; the weights are copies of those that it
 * has now.  *contents is released with sg_contents_close.
 * Fails with SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_contents_open(sg_contents **contents, const sg_model *model, sg_error *err);

/* Release contents; NULL is fine. */
SG_API void sg_contents_close(sg_contents *contents);

/* The layers of the model, and the labelings that it uses; *n is their number; borrowed until close; NULL
 * where an argument is NULL. */
SG_API const sg_layer_info *sg_contents_layers(size_t *n, const sg_contents *contents);
SG_API const sg_labeling_info *sg_contents_labelings(size_t *n, const sg_contents *contents);

/* The n weights of a layer with the largest absolute values, the largest first; `weight` has room
 * for them.  `head` is a head of an encoder or decoder, or UINT32_MAX: all of them, and what
 * belongs to none.  Returns their number, which is smaller than n where there are fewer, and 0 where there
 * is no such layer or head or an argument is NULL. */
SG_API size_t sg_contents_largest(sg_weight_info *weight, size_t n, const sg_contents *contents,
                                  uint32_t layer, uint32_t head);

/* A content key in words, "label 6" or "distance 3", or its hexadecimal digits, into text[0 .. 32). */
SG_API void sg_contents_key_text(char text[32], const sg_contents *contents, uint64_t key);

/* What a weight of these contents is for, in words, written to text[0 .. room) like snprintf does: "label
 * 7 -> label 6 at distance 3" for a triple, sender first, "bias of label 6, column 2" for a label,
 * "weight, row 4, column 2".  Returns the whole length; 0 where an argument is NULL. */
SG_API size_t sg_contents_weight_text(char *text, size_t room, const sg_contents *contents,
                                      const sg_weight_info *weight);

/* How two models differ, weight by weight, matched as in sg_model_match. */
typedef struct sg_model_diff sg_model_diff;

/* Compare any two models, `first` and `second`, with the weights that they have now; *diff is released
 * with sg_model_diff_close, and both models are borrowed until then.  Fails with SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_model_diff_open(sg_model_diff **diff, const sg_model *first,
                                    const sg_model *second, sg_error *err);

/* Release a difference; NULL is fine. */
SG_API void sg_model_diff_close(sg_model_diff *diff);

/* By layer, of the model that has more, and in *n their number; borrowed until close; NULL where an
 * argument is NULL. */
SG_API const sg_layer_difference *sg_model_diff_layers(size_t *n, const sg_model_diff *diff);

/* The n weights that both have and that differ most, the largest difference first; `weight` has room
 * for them.  Returns their number; 0 where an argument is NULL. */
SG_API size_t sg_model_diff_largest(sg_weight_difference *weight, size_t n,
                                    const sg_model_diff *diff);

#ifdef __cplusplus
}
#endif

#endif
