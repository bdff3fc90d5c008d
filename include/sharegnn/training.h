/* training.h - training: weights that fit the classes or targets of some graphs.
 *
 * Training goes over the training graphs again and again (epochs) and keeps the weights of the
 * epoch that was best on the validation graphs.  The settings are those of experiment files.  A
 * model may start from the weights of another one, wherever both have the same labels and triples.
 *
 * Example: train for five epochs:
 *
 *     const char *const encoder[] = {"cycles:10 @ distance 0..2"};
 *     const sg_model_options options = {.encoder = encoder, .n_encoders = 1, .decoder = "cycles:10"};
 *     const sg_training training = {.settings = "{epochs: 5, learning-rate: 0.1}", .seed = 1};
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
 */
#ifndef SHAREGNN_TRAINING_H
#define SHAREGNN_TRAINING_H

#include "sharegnn/models.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a model is trained; {0} will do.  All pointers are borrowed for the call. */
typedef struct sg_training {
    const char *settings; /* YAML, as `train` in experiment files: "{epochs: 50, init: he}";
                                 NULL: the paper's                                            */
    const uint32_t *graph[SG_N_PARTS]; /* each of them once; NULL: all to train on, none to
                                 validate or test                                             */
    uint32_t n_graphs[SG_N_PARTS];
    uint64_t seed;      /* of the first weights, batches, noise and dropout                   */
    uint32_t n_threads; /* 0: one per core; the result is the same for any number             */
    void (*plan)(void *context, const sg_plan_choice *plan); /* called before the first epoch,
                                 for every plan that was made; may be NULL                    */
    bool (*epoch)(void *context, const sg_epoch *epoch);     /* called after every epoch, by the
                                 thread that called sg_model_train; false stops; may be NULL  */
    void *context;
    const sg_model *from; /* a model that has not been trained starts from the weights of this
                             one, wherever labels and triples are the same; NULL: none.  Another
                             task, or classes of other names, get new weights from the decoder on */
    const uint32_t *from_layers; /* [n_from_layers] layers to take weights from; NULL: all   */
    uint32_t n_from_layers;
    const char
        *description; /* YAML, as of sg_model_options, whose `train`, if it has one, holds where
                         `settings` say nothing; NULL: none                                   */
    const char *path; /* what messages call the description; NULL: "description"              */
    const sg_observer *observer; /* stage "training", unit "graphs"; asked before every batch,
                                    and while labels and plans are made; NULL: nobody is told */
} sg_training;

/* Train a model.  One that has been trained before, on these data or others, goes on from its
 * weights.  At the end it has the weights of the best epoch: the best metric on the validation
 * graphs, of the last epoch where there are none.
 *
 *   best      out, may be NULL; how the model did in that epoch
 *   model     changes, so that no other thread may use it meanwhile
 *   training  NULL: the paper's settings, all graphs train; not kept
 *
 * Fails with SG_EINVAL, SG_EFORMAT (settings), SG_ENOMEM, or SG_ECANCELED (the model then has the
 * weights of the best epoch so far; where no epoch is complete it is as before). */
SG_API sg_status sg_model_train(sg_epoch *best, sg_model *model, const sg_dataset *data,
                                const sg_training *training, sg_error *err);

/* What settings come to. */
typedef struct sg_training_outline {
    size_t struct_size;    /* sizeof of this struct, set by the caller */
    const char *metric;    /* its name: "accuracy"; static text                             */
    bool higher_is_better; /* of the metric                                                 */
    bool in_percent;       /* the metric; else it is in a unit of its own                   */
    uint32_t n_epochs;     /* at most                                                       */
    uint32_t patience;     /* epochs without a better one before it stops; 0: never         */
} sg_training_outline;

/* The words that the settings `loss` and `metric` may have, for help texts, from 0; static;
 * NULL: there are no more. */
SG_API const char *sg_loss_word(size_t i);
SG_API const char *sg_metric_word(size_t i);

/* Read the settings of a training without data or a model: whatever is wrong with them is found
 * here, before labels are computed.  `size` is that of the model, or of sg_model_preview.
 * Fails with SG_EFORMAT ("settings:LINE:COLUMN", or the description's path) or SG_ENOMEM. */
SG_API sg_status sg_training_preview(sg_training_outline *outline, const sg_training *training,
                                     const sg_model_size *size, sg_error *err);

/* How the weights of `model` meet those of `from`, layer by layer, as sg_training's `from` takes
 * them over; match is [the larger n_layers of both].
 * Fails with SG_EINVAL (no such layer), SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_model_match(sg_layer_match *match, const sg_model *model,
                                const sg_model *from, const uint32_t *from_layers,
                                uint32_t n_from_layers, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
