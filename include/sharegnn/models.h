/* models.h - models: build, look at, save and open them.
 *
 * A model is a list of layers.  Encoders pass messages between nodes, the decoder turns nodes into
 * outputs; their weights are shared by all nodes and pairs with the same labels.  A model is built
 * for some data, trained (training.h), and then predicts any data (prediction.h).  A file has all
 * of it.  It predicts graphs or, where none of its layers pools nodes, nodes.
 *
 * Example: a model for classes, and how large it is:
 *
 *     const char *const encoder[] = {"wl:2 @ distance 0..2"};
 *     const sg_model_options options = {.struct_size = sizeof options,
 *                                       .encoder = encoder,
 *                                       .n_encoders = 1,
 *                                       .decoder = "wl:2"};
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

#include "sharegnn/cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef sg_task sg_model_task; /* its name in version 0.1 */

/* What a model is to learn; SG_TASK_OF_DATA: what the description says, else what
 * sg_data_task (reading.h) tells of the data.  Multilabel needs targets that are 0, 1 or missing. */
typedef enum sg_task_choice {
    SG_TASK_OF_DATA,
    SG_TASK_CLASSIFICATION,
    SG_TASK_REGRESSION,
    SG_TASK_MULTILABEL,
    SG_N_TASK_CHOICES
} sg_task_choice;

/* What the nodes begin with. */
typedef enum sg_features {
    SG_FEATURES_DEFAULT,    /* ones                                                           */
    SG_FEATURES_ONES,       /* the number 1                                                   */
    SG_FEATURES_LABELS,     /* their labels, one-hot                                          */
    SG_FEATURES_ATTRIBUTES, /* their attributes                                               */
    SG_N_FEATURES
} sg_features;

/* The function after a layer. */
typedef enum sg_activate {
    SG_ACTIVATE_DEFAULT,    /* what the kind of layer has where a description says nothing    */
    SG_ACTIVATE_IDENTITY,   /* x                                                              */
    SG_ACTIVATE_TANH,       /* tanh(x)                                                        */
    SG_ACTIVATE_RELU,       /* max(x, 0)                                                      */
    SG_ACTIVATE_LEAKY_RELU, /* x > 0 ? x : 0.01 x                                             */
    SG_ACTIVATE_ELU,        /* x > 0 ? x : exp(x) - 1                                         */
    SG_ACTIVATE_GELU,       /* x P(N <= x) for a standard normal N                            */
    SG_ACTIVATE_SIGMOID,    /* 1 / (1 + exp(-x))                                              */
    SG_N_ACTIVATE
} sg_activate;

/* How the nodes of a graph become one row. */
typedef enum sg_pool_by {
    SG_POOL_BY_DEFAULT, /* mean                                                               */
    SG_POOL_BY_MEAN,
    SG_POOL_BY_SUM,
    SG_POOL_BY_MAX, /* not for decoders                                                       */
    SG_N_POOL_BY
} sg_pool_by;

/* A layer.  Which members a kind has is in docs/models.md; members that it does not have must be 0.
 * An array of layers has elements of one size, that of the first one. */
typedef struct sg_layer_options {
    size_t struct_size;      /* sizeof of this struct, set by the caller                      */
    const char *kind;        /* "encoder", "decoder", "linear", ...: a word of the list
                                SG_REFERENCE_LAYERS (reference.h), as in descriptions         */
    const char *const *head; /* [n_heads] encoder: "wl:2 @ distance 0..6"; decoder: "wl:2"    */
    uint32_t n_heads;
    uint32_t n_outputs; /* decoder, linear; 1,048,576 at most; 0: one per class or target */
    sg_yes_no bias;     /* decoder, linear; by default yes                               */
    const char *bias_labels; /* encoder: the labeling whose labels have biases; NULL: none    */
    uint32_t at_least, at_most; /* encoder: how often a triple occurs; 0: any number          */
    sg_activate activation;     /* encoder, decoder, linear, activation                       */
    sg_pool_by pool;            /* decoder, pool                                              */
    sg_yes_no affine;           /* norm: with a gain and a shift                              */
    double rate;                /* dropout; SG_ZERO: 0                                        */
    const uint32_t *from;       /* residual: an earlier layer, from 0; NULL: the input        */
    uint32_t repeat;            /* so many such layers; 0: one                                */
    const char *settings;       /* YAML with more members, for kinds that have others: "{start:
                                   zeros}", none of which is set above; NULL: none            */
} sg_layer_options;

/* What a model is made of: encoders and a decoder, or layers, or a description.  All pointers are
 * borrowed for the call.  An array that is given has one entry at least, here and in sg_layer_options. */
typedef struct sg_model_options {
    size_t struct_size;         /* sizeof of this struct, set by the caller */
    const char *const *encoder; /* [n_encoders] one layer each: "wl:2 @ distance 0..6"; several
                                   heads of a layer are separated by ';'                      */
    uint32_t n_encoders;
    const char *decoder;     /* "wl:2"; one output per class or target, the mean over all nodes
                                for classification, else the sum.  It pools nodes, so a model
                                of nodes has layers, or a description, whose last layer is
                                one of nodes, such as "linear"                                */
    const char *description; /* instead of both, not with them: YAML with `layers` and, if
                                wanted, `input`, `noise`, `task` and `scale`, as in experiment
                                files; `train` in it is for sg_training_options            */
    const char *path;        /* what messages call the description, which must be there; NULL:
                                "description"                                                 */
    sg_task_choice task;     /* what the model is to learn                                    */
    const uint32_t *target;  /* [n_targets] columns of targets to predict, from 0, each once;
                                regression and multilabel alone; NULL: all                    */
    uint32_t n_targets;
    const sg_label_options
        *labels;          /* threads, budget, observer; NULL: defaults                     */
    const sg_model *from; /* where neither decoder nor description is given: layers like those
                             of this model; NULL: none.  In any case outputs that mean the same
                             get the units of its targets.  Weights are taken over in training */
    const sg_layer_options
        *layer; /* [n_layers] instead of encoders and a decoder; NULL: none */
    uint32_t n_layers;
    sg_features input; /* not with a description, which says it itself                        */
    double noise;      /* standard deviation of noise on the input while training; likewise   */
    const char *features; /* instead of `input`: ones, labels LABEL, attributes, or several of
                             them side by side, separated by ';'; NULL: none                  */
    const uint32_t *known_item; /* [n_known_items] labels and triples of these items alone get a
                                   weight, those to be trained on: what a model has never met is
                                   then unknown to it (sg_trust), one at least; NULL: of all  */
    uint32_t n_known_items;
    const char *scale; /* the unit in which targets of regression are learned: "standard" (their
                          deviation, from their mean on; of the known items), "std" (their
                          deviation; both for regression alone) or "none"; NULL: as the description says,
                          else standard                                                       */
    /* Ranks that learn the words of a model together (cluster.h); NULL: this process alone.  All ranks build with the
     * same arguments: each computes labels and triples of a part of the graphs, and all get the same model. */
    sg_cluster *cluster;
} sg_model_options;

/* Build an untrained model for data like `data`: every label and triple that occurs there, or in its
 * known items, gets a weight.  *model is released with sg_model_close.  Until it is trained, it keeps
 * its labels and plans, and the memory of `data` even if that is closed.  `options` must be there and
 * is not kept.  Fails with SG_EINVAL (options that do not go together or with the task of the data;
 * nothing that is set is ignored), SG_EINVAL or SG_EFORMAT (expressions, layers that do not fit
 * together), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_model_build(sg_model **model, const sg_dataset *data,
                                const sg_model_options *options, sg_error *err);

/* How large a model is. */
typedef struct sg_model_size {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    sg_task task;
    uint32_t n_layers;
    uint32_t n_outputs; /* classes or targets                                */
    uint64_t n_weights;
    sg_item_kind item; /* what it predicts: graphs, or nodes where no layer pools them */
} sg_model_size;

/* What a model of these options for `data` would be, as far as that can be known without computing labels:
 * *size is the caller's, n_weights is 0.  Finds at once what is wrong with the options.
 * Fails as sg_model_build does before it computes anything. */
SG_API sg_status sg_model_preview(sg_model_size *size, const sg_dataset *data,
                                  const sg_model_options *options, sg_error *err);

/* How large `model` is: *size is the caller's.  Takes constant time.  Fails with SG_EINVAL. */
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

/* The number of weights of every layer: n_weights, the caller's array, is [n_layers] of sg_model_sizes.
 * Fails with SG_EINVAL or SG_ENOMEM. */
SG_API sg_status sg_model_layer_weights(uint64_t *n_weights, const sg_model *model,
                                        sg_error *err);

/* Classification: the label in the data of an output (from 0); 0 for other tasks and where there is no
 * such output. */
SG_API int64_t sg_model_class(const sg_model *model, uint32_t output);

/* The same for an output (from 0) where classes are words; borrowed until sg_model_close; else NULL. */
SG_API const char *sg_model_class_word(const sg_model *model, uint32_t output);

/* Regression, multilabel: the name of an output (from 0); borrowed until sg_model_close; else
 * NULL. */
SG_API const char *sg_model_target(const sg_model *model, uint32_t output);

/* The name of an output (from 0) for people, whatever the task: the word of a class or else its number,
 * or the name of a target.  Writes to text[0 .. room) like snprintf and returns the whole length; 0 and
 * the empty text where there is no such output. */
SG_API size_t sg_model_output_name(char *text, size_t room, const sg_model *model,
                                   uint32_t output);

/* Whether the model says this output (from 0), given its row of scores for an item, score [n_outputs]:
 * the class, or yes for a label.  That is the most probable class, and a label above 1/2, unless the
 * model has thresholds of its own (sg_training_options.threshold).  False for regression, where there is
 * no such output, and for NULL. */
SG_API bool sg_model_says(const sg_model *model, const double *score, uint32_t output);

/* The probability above which the model says an output (from 0), a label or the second of two classes;
 * 1/2 unless it has a threshold of its own, NaN where there is no such output. */
SG_API double sg_model_threshold(const sg_model *model, uint32_t output);

/* What the model divides an output (from 0) by before it becomes a probability
 * (sg_training_options.calibrate); 1 unless it does, NaN where there is no such output. */
SG_API double sg_model_temperature(const sg_model *model, uint32_t output);

/* How many items of any data the model predicts, which are the rows of the arrays that prediction.h
 * writes: all graphs, or all nodes of all graphs.  0 where an argument is NULL. */
SG_API uint32_t sg_model_items(const sg_model *model, const sg_dataset *data);

/* How the molecules of the data were read that the model was built for, as settings: "form=normal",
 * or "form=as-written" where nothing is known; "&directed=yes" and "&self-loops=keep" follow where the
 * graphs were read so.  Data to be predicted should be read in the same way: sg_data_options.form.
 * Borrowed until sg_model_close; NULL for NULL. */
SG_API const char *sg_model_form(const sg_model *model);

/* Write a model to a file, whole or not at all, and read it again.  The file is in the safetensors
 * format and has all that prediction needs.  A model that has not been trained has no weights yet
 * and cannot be written.  Where `path` is the folder of a run, sg_model_open reads its best model.  An
 * opened model, *model, is released with sg_model_close.
 * Fail with SG_EINVAL (not trained; an empty path), SG_ENOTFOUND, SG_EIO (also where `path` is no plain file
 * and would be replaced), SG_EFORMAT, SG_ELIMIT, SG_ENOMEM or SG_ECANCELED (a watch of types.h; saving asks
 * only those that have not said no before). */
SG_API sg_status sg_model_save(const sg_model *model, const char *path, sg_error *err);
SG_API sg_status sg_model_open(sg_model **model, const char *path, sg_error *err);

/* Release a model; NULL is fine.  Weights, contents, predictions, feeds, explainers and live data sets on it
 * must be closed before. */
SG_API void sg_model_close(sg_model *model);

#ifdef __cplusplus
}
#endif

#endif
