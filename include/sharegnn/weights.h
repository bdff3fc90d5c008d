/* weights.h - the weights of a model as arrays, out and in.
 *
 * All weights of a model are one array of double.  A tensor is a named stretch of it, such as the
 * weights of a head.  The axes of a tensor say what its weights are for: content keys of labels or
 * triples, inputs, outputs.  Weights can be read, changed and set; a model that was only built
 * becomes a trained one when all its weights are set.
 *
 * Example: a model that was only built gets the weights of another one:
 *
 *     const sg_model_options options = {.struct_size = sizeof options, .from = model};
 *     sg_model *fresh = NULL;
 *     sg_weights *theirs = NULL, *ours = NULL;
 *     sg_weight_tensor tensor = {.struct_size = sizeof tensor};
 *     sg_weight_axis axis = {.struct_size = sizeof axis};
 *     if (sg_model_build(&fresh, data, &options, &err) == SG_OK &&
 *         sg_weights_open(&theirs, model, &err) == SG_OK &&
 *         sg_weights_open(&ours, fresh, &err) == SG_OK) {
 *         uint64_t n = 0;
 *         const double *value = sg_weights_view(&n, theirs, SG_ALL_TENSORS);
 *         if (sg_weights_set(fresh, ours, SG_ALL_TENSORS, value, n, &err) == SG_OK &&
 *             sg_weights_tensor(&tensor, ours, 0, &err) == SG_OK &&
 *             sg_weights_axis(&axis, ours, 0, 0, &err) == SG_OK)
 *             printf("%s: one for each triple of %s\n", tensor.name, axis.text);
 *     }
 *     sg_weights_close(theirs);
 *     sg_weights_close(ours);
 *     sg_model_close(fresh);
 *
 * Complexity: opening takes time and memory proportional to the labels of the model; reading and
 * setting take time proportional to the weights that are asked for, all else constant time.
 *
 * Threads: threads may share weights, which never change, as long as none of them sets the weights
 * of the model.
 */
#ifndef SHAREGNN_WEIGHTS_H
#define SHAREGNN_WEIGHTS_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Instead of the number of a tensor: all of them, one after the other. */
#define SG_ALL_TENSORS UINT32_MAX

/* What an axis of a tensor counts through. */
typedef enum sg_weight_axis_kind {
    SG_WEIGHTS_PER_INPUT,  /* numbers of a row before the layer          */
    SG_WEIGHTS_PER_OUTPUT, /* numbers that have no meaning but their position */
    SG_WEIGHTS_PER_HEAD,   /* the heads of the layer                     */
    SG_WEIGHTS_PER_LABEL,  /* the labels of a labeling, by content key   */
    SG_WEIGHTS_PER_TRIPLE  /* the triples of a head, by content keys     */
} sg_weight_axis_kind;

/* A named stretch of the weights.  Texts are borrowed until sg_weights_close. */
typedef struct sg_weight_tensor {
    size_t struct_size; /* set it to sizeof(sg_weight_tensor)                              */
    const char *name;   /* "layers.0.heads.1.weight": its name in model files              */
    const char *part;   /* what it is in its layer: "weight", "bias", or a word that the kind
                           of layer has for it: "gain", "attention", "root"; static text   */
    uint32_t layer;     /* of the model, from 0                                            */
    uint32_t head;      /* of the layer, from 0; UINT32_MAX: it is of no single head       */
    uint32_t n_axes;    /* 1 .. 3; the last axis varies fastest                            */
    uint64_t first, n;  /* its place among all weights, and their number                   */
} sg_weight_tensor;

/* An axis of a tensor.  Texts and arrays are borrowed until sg_weights_close or sg_model_close, whichever
 * comes first.  Training the model and setting its weights leave them as they are. */
typedef struct sg_weight_axis {
    size_t struct_size; /* set it to sizeof(sg_weight_axis)                                */
    sg_weight_axis_kind kind;
    uint32_t size;            /* how many entries                                          */
    const char *text;         /* the labeling ("wl:2") or head ("wl:2 @ distance 0..6")
                                 of labels or triples; else NULL                           */
    const uint64_t *label;    /* labels: [size] content keys; else NULL                    */
    const uint64_t *receiver; /* triples: [size] content key of the receiver's label       */
    const uint64_t *sender;   /* triples: [size] content key of the sender's label         */
    const uint64_t *pair;     /* triples: [size] content key of the pair's value           */
} sg_weight_axis;

/* The tensors of a model. */
typedef struct sg_weights sg_weights;

/* Look at the weights of a model, trained or not, which is borrowed until close.  *weights is
 * released with sg_weights_close.  Fails with SG_EFORMAT (the model is not sound) or SG_ENOMEM. */
SG_API sg_status sg_weights_open(sg_weights **weights, const sg_model *model, sg_error *err);

/* Release weights; NULL is fine.  The model stays as it is. */
SG_API void sg_weights_close(sg_weights *weights);

/* The number of tensors; 0 for NULL. */
SG_API uint32_t sg_weights_count(const sg_weights *weights);

/* Tensor `number`, and axis `number` of a tensor, all counted from 0; *tensor and *axis are the
 * caller's.  Fail with SG_EINVAL (there is none, or the struct does not say its size). */
SG_API sg_status sg_weights_tensor(sg_weight_tensor *tensor, const sg_weights *weights,
                                   uint32_t number, sg_error *err);
SG_API sg_status sg_weights_axis(sg_weight_axis *axis, const sg_weights *weights,
                                 uint32_t tensor, uint32_t number, sg_error *err);

/* What weight `i` of a tensor is for, in words, written to text[0 .. room) like snprintf does;
 * returns the whole length; 0 where there is no such weight.
 *
 *   "label 7 -> label 6 at distance 3"  a triple: sender, receiver, value of the pair
 *   "bias of label 6, column 2"         a label
 *   "weight, row 4, column 2"           neither; the last axis is the column
 *
 * Labels that are no simple numbers are shown by their content key, in 16 hexadecimal digits.
 * sg_explainer_weight_name names the same weight of the same head after nodes of some data. */
SG_API size_t sg_weights_name(char *text, size_t room, const sg_weights *weights,
                              uint32_t tensor, uint64_t i);

/* Copy the weights of a tensor, or of SG_ALL_TENSORS, to value[0 .. n), the caller's array.  n must
 * be their number.
 * Fails with SG_EINVAL (no such tensor, another number, a model that has not been trained). */
SG_API sg_status sg_weights_get(double *value, uint64_t n, const sg_weights *weights,
                                uint32_t tensor, sg_error *err);

/* The same without a copy: the model's own weights, and in *n their number.  They are borrowed
 * until sg_model_close, and change when the model is trained or its weights are set.  NULL and 0
 * where there is no such tensor or the model has not been trained. */
SG_API const double *sg_weights_view(uint64_t *n, const sg_weights *weights, uint32_t tensor);

/* Set the weights of a tensor, or of SG_ALL_TENSORS, to value[0 .. n), which is copied.  A model
 * that has not been trained needs all of them at once, and counts as trained then; it computes in
 * float.  A model that computes in float rounds the values to float, so that a file keeps what the
 * model uses.  Predictions, feeds, explainers and live data sets that are open on the model refuse to go on
 * (SG_EINVAL) and must be opened anew.
 *
 *   model    the one that `weights` were opened on; no other thread may use it meanwhile
 *   n        the number of these weights
 *
 * Fails with SG_EINVAL (weights of another model, no such tensor, another number, a value that is
 * not finite or too large for float); the text names the tensor and the weight, and the model is
 * unchanged. */
SG_API sg_status sg_weights_set(sg_model *model, const sg_weights *weights, uint32_t tensor,
                                const double *value, uint64_t n, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
