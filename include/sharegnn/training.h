/* training.h - training: weights that fit the classes or targets of some items.
 *
 * An item is what is learnt and predicted: a graph or, where no layer of the model pools nodes, a node.
 * Item i is graph i of the data, or node i of all its graphs numbered through.
 *
 * Training goes over the training items again and again (epochs) and keeps the weights of the
 * epoch that was best on the validation items.  The settings are those of experiment files, one by
 * one as members of a struct, or as YAML; both give the same bits.  A model may start from the weights
 * of another one, wherever both have the same labels and triples.
 *
 * Example: train for five epochs:
 *
 *     const char *const encoder[] = {"cycles:10 @ distance 0..2"};
 *     const sg_model_options options = {.struct_size = sizeof options,
 *                                       .encoder = encoder,
 *                                       .n_encoders = 1,
 *                                       .decoder = "cycles:10"};
 *     const sg_training_options training = {.struct_size = sizeof training,
 *                                           .n_epochs = 5,
 *                                           .learning_rate = 0.1,
 *                                           .seed = 1};
 *     sg_model *fresh = NULL;
 *     sg_epoch best = {0};
 *     if (sg_model_build(&fresh, data, &options, &err) == SG_OK &&
 *         sg_model_train(&best, fresh, data, &training, &err) == SG_OK)
 *         printf("epoch %u is the best\n", best.epoch);
 *     sg_model_close(fresh);
 *
 * Complexity: labels and plans are made once, as for building.  An epoch takes time proportional to
 * the pairs of nodes that have a value, for every head, times the width of the state.  Memory is
 * that of the plans (sg_plan_choice.n_bytes), a few copies of the weights, and the states of a
 * batch.
 *
 * Threads: training changes the model, so no other thread may use that model meanwhile.  Threads may train
 * different models on the same data.  Callbacks come from the thread that called sg_model_train.
 */
#ifndef SHAREGNN_TRAINING_H
#define SHAREGNN_TRAINING_H

#include "sharegnn/cluster.h"
#include "sharegnn/models.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Choices of a training; the words are those of `settings`.  The first one of each means the
 * default. */
typedef enum sg_optimize {
    SG_OPTIMIZE_DEFAULT, /* Adam */
    SG_OPTIMIZE_ADAM,
    SG_OPTIMIZE_ADAMW,
    SG_OPTIMIZE_SGD,
    SG_N_OPTIMIZE
} sg_optimize;

/* How the learning rate changes. */
typedef enum sg_rate {
    SG_RATE_DEFAULT, /* constant */
    SG_RATE_CONSTANT,
    SG_RATE_STEP,    /* times rate_factor every rate_size epochs                           */
    SG_RATE_PLATEAU, /* times rate_factor when the loss has not sunk for more than
                        rate_patience epochs                                               */
    SG_RATE_COSINE,  /* to rate_lowest along half a cosine                                 */
    SG_N_RATES
} sg_rate;

/* How weights begin. */
typedef enum sg_begin {
    SG_BEGIN_DEFAULT,     /* weights: constant 0.001, biases: constant 0                     */
    SG_BEGIN_CONSTANT,    /* all are `first`                                                 */
    SG_BEGIN_UNIFORM,     /* uniform from `first` to `second`                                */
    SG_BEGIN_NORMAL,      /* normal with mean `first` and standard deviation `second`        */
    SG_BEGIN_HE,          /* normal with mean 0 and deviation sqrt(2 / n), n weights          */
    SG_BEGIN_LOWER_UPPER, /* normal with mean -1 / sqrt(n) and deviation 2 / sqrt(n)          */
    SG_BEGIN_GLOROT, /* uniform in +-sqrt(6 / (inputs + outputs)), matrices of layers, too */
    SG_N_BEGIN
} sg_begin;

typedef enum sg_compute {
    SG_COMPUTE_DEFAULT, /* float */
    SG_COMPUTE_FLOAT,
    SG_COMPUTE_DOUBLE,
    SG_N_COMPUTE
} sg_compute;

/* Losses and metrics by their number in the lists of sg_loss_word and sg_metric_word, plus 1; the
 * defaults are those of the task. */
typedef enum sg_loss_choice {
    SG_LOSS_DEFAULT,
    SG_LOSS_CROSS_ENTROPY,
    SG_LOSS_MAE,
    SG_LOSS_MSE,
    SG_LOSS_HUBER,
    SG_LOSS_BCE
} sg_loss_choice;

typedef enum sg_metric_choice {
    SG_METRIC_DEFAULT,
    SG_METRIC_LOSS,
    SG_METRIC_ACCURACY,
    SG_METRIC_BALANCED_ACCURACY,
    SG_METRIC_ROC_AUC,
    SG_METRIC_F1,
    SG_METRIC_MAE,
    SG_METRIC_RMSE,
    SG_METRIC_R2,
    SG_METRIC_SPEARMAN,
    SG_METRIC_PR_AUC,
    SG_METRIC_MCC,
    SG_METRIC_ECE
} sg_metric_choice;

/* How much classes count. */
typedef enum sg_class_weights {
    SG_CLASS_WEIGHTS_DEFAULT, /* none: an item counts as much as any other                  */
    SG_CLASS_WEIGHTS_NONE,
    SG_CLASS_WEIGHTS_BALANCED, /* a class counts as much as any other, however rare it is   */
    SG_N_CLASS_WEIGHTS
} sg_class_weights;

/* How probabilities are made to fit the validation items. */
typedef enum sg_calibrate_by {
    SG_CALIBRATE_BY_DEFAULT, /* none                                                         */
    SG_CALIBRATE_BY_NONE,
    SG_CALIBRATE_BY_TEMPERATURE, /* outputs are divided by a number, which is part of the model */
    SG_N_CALIBRATE_BY
} sg_calibrate_by;

/* A number for a layer of the model, from 0. */
typedef struct sg_of_layer {
    uint32_t layer;
    double value;
} sg_of_layer;

/* How a model is trained; a struct with its size and nothing else will do.  All pointers are
 * borrowed for the call.  An array that is given has one entry at least, but for lists of items. */
typedef struct sg_training_options {
    size_t struct_size;   /* sizeof of this struct, set by the caller */
    const char *settings; /* YAML, as `train` in experiment files: "{epochs: 50, init: he}";
                                 NULL: the paper's.  Its `init` is for the first training of a
                                 model: one that has been trained goes on from its weights    */
    const uint32_t *item[SG_N_PARTS]; /* an item is in one part, and once.  NULL: to train on
                                 all items that are in no other of these lists; to validate or
                                 test on none.  Parts that the data names do not count here:
                                 sg_splits_of_data (splits.h) makes lists of them              */
    uint32_t n_items[SG_N_PARTS];
    uint64_t seed;      /* of the first weights, batches, noise and dropout                   */
    uint32_t n_threads; /* 0: one per core; the result is the same for any number             */
    void (*plan)(void *context, const sg_plan_choice *plan); /* called before the first epoch,
                                 for every plan that was made; may be NULL                    */
    bool (*epoch)(void *context, const sg_epoch *epoch);     /* called after every epoch, by the
                                 thread that called sg_model_train; false stops: SG_ECANCELED; may be NULL */
    void *context;
    const sg_model *from; /* a model that has not been trained starts from the weights of this
                             trained one, wherever labels and triples are the same; NULL: none.
                             Another task, or classes of other names, get new weights from the
                             decoder on.  Not for a model that has been trained, which goes on
                             from its own weights                                             */
    const uint32_t *from_layers; /* [n_from_layers] layers of `from` to take weights from, which
                                    must then be there; NULL: all, and the data must have what
                                    `from` looks at                                           */
    uint32_t n_from_layers;
    const char
        *description; /* YAML, as of sg_model_options, whose `train`, if it has one, holds where
                         `settings` say nothing; NULL: none                                   */
    const char *path; /* what messages call the description, which must be there; NULL:
                         "description"                                                        */

    /* The settings one by one.  They override `settings` and the description.  0 means that
     * nothing is said, so the paper's value holds, unless `settings` say another one.  For numbers
     * that have another default, SG_ZERO says 0.  Negative numbers are refused. */
    uint32_t n_epochs;      /* the most epochs; default 200                               */
    uint32_t patience;      /* epochs without a better one on the validation items, which must
                               be there, before it stops; default: never                  */
    uint32_t batch_size;    /* items per step, nearly; default 64                         */
    sg_rate rate;           /* how the learning rate changes                              */
    double learning_rate;   /* default 0.01; SG_ZERO: 0                                   */
    double rate_factor;     /* SG_RATE_STEP; SG_RATE_PLATEAU: default 0.1                 */
    double rate_lowest;     /* SG_RATE_PLATEAU, SG_RATE_COSINE: no rate below; at most the
                               learning rate                                              */
    uint32_t rate_size;     /* SG_RATE_STEP: epochs between changes                       */
    uint32_t rate_patience; /* SG_RATE_PLATEAU: default 10; SG_ZERO_COUNT: 0                 */
    uint32_t warm_up;       /* the first epochs, or steps, have smaller rates; no more than the
                               training has; 0: none                                      */
    bool warm_up_in_steps;  /* warm_up counts steps                                       */
    sg_optimize optimizer;  /* where it is said, these begin with its defaults:           */
    sg_yes_no decoupled;    /* weights shrink by themselves; default: AdamW's do          */
    double weight_decay;    /* default 0, AdamW's 0.01; SG_ZERO: 0                        */
    double momentum;        /* SGD; default 0                                             */
    double beta1, beta2;    /* Adam, AdamW; default 0.9 and 0.999; SG_ZERO: 0             */
    double epsilon;         /* Adam, AdamW; default 1e-8                                  */
    sg_begin init;          /* of weights, with the numbers that it needs; not for a model
                               that has been trained, which has begun already             */
    sg_begin bias_init;     /* of biases, likewise                                        */
    double init_first, init_second;
    double bias_init_first, bias_init_second;
    sg_loss_choice loss;
    sg_metric_choice metric;
    double clip;    /* the largest norm of a gradient; 0: any                     */
    double average; /* decay of averaged weights; 0: none                         */
    sg_compute precision;
    uint32_t n_freeze;
    const uint32_t *freeze; /* [n_freeze] layers whose weights do not move                */
    double share;           /* train on so much of the training items; default 1          */
    const sg_observer *observer; /* stage "training", unit "graphs" or "nodes"; asked before
                                    every batch, within long ones,
                                    and while labels and plans are made; NULL: nobody is told */
    const double
        *item_weight; /* [all items of the data] how much the loss of an item counts, 0 or
                                  more, where it is trained on, and not 0 for all; the loss of a batch is divided by
                                  the number of its items all the same; NULL: 1 each        */
    sg_class_weights class_weights; /* classification                                       */
    sg_calibrate_by calibrate;      /* classification, multilabel; needs validation items   */
    sg_metric_choice
        threshold; /* labels, or two classes: the probability above which the second is
                                   said, chosen on the validation items, which must be there, for
                                   accuracy, balanced accuracy, F1 or MCC; SG_METRIC_DEFAULT: 1/2 */
    uint32_t n_rates_of, n_decays_of;
    const sg_of_layer
        *rate_of; /* [n_rates_of] learning rates of some layers, where learning_rate is
                                    not 0; a schedule changes them as it does the others   */
    const sg_of_layer *decay_of; /* [n_decays_of] weight decays of some layers             */
    uint32_t
        batch_nodes; /* where the model predicts nodes: a batch is this many nodes and their
                             senders; 0: all training nodes of batch_size graphs              */
    uint32_t
        shards; /* of a batch, a power of two and no more than batch_size: their gradients are
                        added along a tree; default 1                                       */
    /* Ranks that share the training (cluster.h), no more than shards; NULL: this process alone.  All ranks
     * call sg_model_train with the same model, data and settings, and all have the same model in the end. */
    sg_cluster *cluster;
    /* A file that the training is kept in between its epochs, whole or not at all; NULL: none.  Where it exists
     * already, the training goes on from it and ends with the same bits as if it had never been interrupted, with
     * any number of threads and ranks.  It must be of the same model, data and settings and of this machine's
     * kind (SG_EFORMAT).  It is written when an epoch ends and checkpoint_seconds have passed, when the epoch
     * callback stops the training, and at the end.  It stays there: remove it when the model is saved.  Rank 0
     * alone reads and writes it.  Nothing is trained where it cannot be written: its folder must exist
     * (SG_ENOTFOUND) and be writable (SG_EIO), and the text must not be empty (SG_EINVAL). */
    const char *checkpoint;
    double checkpoint_seconds; /* 0: 600 */
} sg_training_options;

/* Train a model.  One that has been trained before, on these data or others, goes on from its
 * weights.  Classes must be those of the model; outputs find their targets by the names of columns, and
 * by their numbers where columns have no names.  At the end it has the weights of the best epoch: the
 * best metric on the validation items, of the last epoch where there are none.
 *
 *   best      out, may be NULL; how the model did in that epoch
 *   model     changes, so that no other thread may use it meanwhile.  Predictions, feeds, explainers and
 *             live data sets that are open on it refuse to go on with other weights (SG_EINVAL)
 *   training  NULL: the paper's settings, all items train; not kept
 *
 * Fails with SG_EINVAL (items that the data does not have, or that are in two parts; data without classes
 * or targets, with other classes or names of targets than the model has, or with labels that are not 0 or
 * 1; training or validation items of which none has a target; settings that need validation items where
 * there are none, or that would be ignored; data that has none at all of the labels or attributes that
 * the model looks at; a `from` that has not been trained), SG_EFORMAT (settings, checkpoint),
 * SG_ENOTFOUND or SG_EIO (checkpoint), SG_ELIMIT (plans) or SG_ENOMEM.
 *
 * It also fails with SG_EINVAL where weights become infinite; the model is then as before.  Callbacks may
 * read other handles and close the data; training this model, setting its weights or changing the data is
 * refused (SG_EINVAL), and the model must not be closed there.  The model gets its new weights at the end:
 * a callback that predicts with it uses those that it had before, and is refused (SG_EINVAL) in the first
 * training of the model, which has none yet.
 *
 * Where the epoch callback, the observer or a watch stops it, it returns SG_ECANCELED.  If an epoch was
 * complete, the model is trained all the same: it has the weights of the best epoch so far, which
 * *best tells.  If none was, model and *best are as before.  Where an observer or a watch stops it,
 * nothing is fitted to the validation items any more: the model has no temperature and no threshold of
 * its own.  What remains is one copy of the weights. */
SG_API sg_status sg_model_train(sg_epoch *best, sg_model *model, const sg_dataset *data,
                                const sg_training_options *training, sg_error *err);

/* What settings come to. */
typedef struct sg_training_outline {
    size_t struct_size;    /* sizeof of this struct, set by the caller */
    const char *metric;    /* its name: "accuracy"; static text                             */
    bool higher_is_better; /* of the metric                                                 */
    bool in_percent;       /* the metric; else it is in a unit of its own                   */
    uint32_t n_epochs;     /* at most                                                       */
    uint32_t patience;     /* epochs without a better one before it stops; 0: never         */
} sg_training_outline;

/* Word i, from 0, of those that the settings `loss`, `metric`, `optimizer` and `precision` may have, and that
 * `schedule` and `init` begin with, for help texts; static text; NULL: there are no more. */
SG_API const char *sg_loss_word(size_t i);
SG_API const char *sg_metric_word(size_t i);
SG_API const char *sg_optimizer_word(size_t i);
SG_API const char *sg_schedule_word(size_t i);
SG_API const char *sg_init_word(size_t i);
SG_API const char *sg_precision_word(size_t i);

/* Read the settings of a training without data or a model: finds every mistake in them before labels are
 * computed, but for those that items, data or another model decide.  `size` is that of the model, or of
 * sg_model_preview; *outline is the caller's.
 * Fails with SG_EINVAL (members of `training` or `size`), SG_EFORMAT ("settings:LINE:COLUMN", or the
 * description's path) or SG_ENOMEM. */
SG_API sg_status sg_training_preview(sg_training_outline *outline,
                                     const sg_training_options *training,
                                     const sg_model_size *size, sg_error *err);

/* How the weights of `model` meet those of `from`, layer by layer, as sg_training_options' `from` takes
 * them over; match, the caller's array, is [the larger n_layers of both]; from_layers, n_from_layers of them
 * and one at least, count from 0; NULL: all layers.
 * Fails with SG_EINVAL (no such layer), SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_model_match(sg_layer_match *match, const sg_model *model,
                                const sg_model *from, const uint32_t *from_layers,
                                uint32_t n_from_layers, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
