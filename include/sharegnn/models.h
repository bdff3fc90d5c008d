/* models.h - models: build, look at, save and open them.
 *
 * A model is a list of layers.  Encoders pass messages between nodes, the decoder turns nodes into
 * outputs; their weights are shared by all nodes and pairs with the same labels.  A model is built
 * for some data, trained (training.h), and then predicts any data (prediction.h).  A file has all
 * of it.
 *
 * Example: a model for classes, and how large it is:
 *
 *     const char *const encoder[] = {"wl:2 @ distance 0..2"};
 *     const sg_model_options options = {.encoder = encoder, .n_encoders = 1, .decoder = "wl:2"};
 *     sg_model *fresh = NULL;
 *     if (sg_model_build(&fresh, data, &options, &err) == SG_OK)
 *         printf("%u layers, %u outputs\n", sg_model_sizes_of(fresh).n_layers,
 *                sg_model_sizes_of(fresh).n_outputs);
 *     sg_model_close(fresh);
 *
 * Complexity: building computes the labels and pairs of all graphs (labels.h); memory is
 * proportional to the labels and weights, and to the pairs of nodes while it runs.  Saving and
 * opening take time and memory proportional to the weights.
 *
 * Threads: threads may share a model that none of them trains or closes.
 */
#ifndef SHAREGNN_MODELS_H
#define SHAREGNN_MODELS_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef sg_task sg_model_task; /* its name in version 0.1 */

/* "classification", "regression", "multilabel"; NULL for other values; static text. */
SG_API const char *sg_task_word(sg_task task);

/* What a model is made of: encoders and a decoder, or a description.  All pointers are borrowed for
 * the call. */
typedef struct sg_model_options {
    const char *const *encoder; /* [n_encoders] one layer each: "wl:2 @ distance 0..6"; several
                                   heads of a layer are separated by ';'                      */
    uint32_t n_encoders;
    const char *decoder;     /* "wl:2"; one output per class or target, the mean over all nodes
                                for classification, else the sum                              */
    const char *description; /* instead of both: YAML with `layers` and, if wanted, `input`,
                                `noise` and `task`, as in experiment files; `train` in it is
                                for sg_training                                               */
    const char *path;        /* what messages call the description; NULL: "description"       */
    const char *task;        /* "classification", "regression" or "multilabel"; NULL: what the
                                data has                                                      */
    const uint32_t *target;  /* [n_targets] columns of targets to predict; NULL: all          */
    uint32_t n_targets;
    const sg_label_options
        *labels;          /* threads, budget, observer; NULL: defaults                     */
    const sg_model *from; /* where neither decoder nor description is given: layers like those
                             of this model; NULL: none.  Weights are taken over in training  */
} sg_model_options;

/* Build an untrained model for data like `data`: every label and triple that occurs there gets a
 * weight.  *model is released with sg_model_close.  It keeps labels and plans, and the memory of
 * `data` also when that is closed, until it is trained.  `options` must be there and is not kept.
 * Fails with SG_EINVAL or SG_EFORMAT (expressions, layers that do not fit together), SG_ELIMIT,
 * SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_model_build(sg_model **model, const sg_dataset *data,
                                const sg_model_options *options, sg_error *err);

/* How large a model is. */
typedef struct sg_model_size {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    sg_task task;
    uint32_t n_layers;
    uint32_t n_outputs; /* classes or targets                                */
    uint64_t n_weights;
} sg_model_size;

/* What a model of these options would be, as far as that can be known without computing labels;
 * n_weights is 0.  Finds at once what is wrong with the options.
 * Fails as sg_model_build does before it computes anything. */
SG_API sg_status sg_model_preview(sg_model_size *size, const sg_dataset *data,
                                  const sg_model_options *options, sg_error *err);

/* Takes constant time.  Fails with SG_EINVAL. */
SG_API sg_status sg_model_sizes(sg_model_size *size, const sg_model *model, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_model_size sg_model_sizes_of(const sg_model *model)
{
    sg_model_size size;
    memset(&size, 0, sizeof size);
    size.struct_size = sizeof size;
    (void)sg_model_sizes(&size, model, NULL);
    return size;
}

/* The number of weights of every layer: n_weights is [n_layers] of sg_model_sizes.
 * Fails with SG_ENOMEM. */
SG_API sg_status sg_model_layer_weights(uint64_t *n_weights, const sg_model *model,
                                        sg_error *err);

/* Classification: the label in the data of an output (from 0); else 0. */
SG_API int64_t sg_model_class(const sg_model *model, uint32_t output);

/* The same where classes are words; borrowed until sg_model_close; else NULL. */
SG_API const char *sg_model_class_word(const sg_model *model, uint32_t output);

/* Regression, multilabel: the name of an output (from 0); borrowed until sg_model_close; else
 * NULL. */
SG_API const char *sg_model_target(const sg_model *model, uint32_t output);

/* Write a model to a file, whole or not at all, and read it again.  The file is in the safetensors
 * format and has all that prediction needs.  A model that has not been trained has no weights yet
 * and cannot be written.  Of a run's folder the best model is read. An opened model is released
 * with sg_model_close. Fail with SG_EINVAL (not trained), SG_ENOTFOUND, SG_EIO, SG_EFORMAT,
 * SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_model_save(const sg_model *model, const char *path, sg_error *err);
SG_API sg_status sg_model_open(sg_model **model, const char *path, sg_error *err);

/* Release a model; NULL is fine. */
SG_API void sg_model_close(sg_model *model);

#ifdef __cplusplus
}
#endif

#endif
