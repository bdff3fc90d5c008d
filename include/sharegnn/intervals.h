/* intervals.h - intervals around predictions, and sets of classes, that hold what is true as often as they
 * say.
 *
 * Predictions of items that a model was not trained on, such as the out-of-fold predictions of a run, tell
 * how far it errs.  sg_model_calibrate keeps that in the model, and in its file.  sg_model_intervals then
 * gives every prediction an interval (regression), every item a set of classes, and every label a set of no
 * and yes.  They are wider where trust is low and models disagree, and hold what is true for the
 * wanted share of new items like those that calibrated them (conformal prediction).
 *
 * Example: a model that learns from all items but the first ten, which then calibrate it:
 *
 *     enum { N_HELD_OUT = 10 };
 *     uint32_t item[150];
 *     for (uint32_t i = 0; i < 150; i++) item[i] = i;
 *     const sg_model_options options = {.struct_size = sizeof options, .decoder = "cycles:10"};
 *     const sg_training_options training = {.struct_size = sizeof training,
 *                                           .n_epochs = 5,
 *                                           .item = {item + N_HELD_OUT},
 *                                           .n_items = {150 - N_HELD_OUT}};
 *     sg_model *fresh = NULL;
 *     double score[150 * 10];
 *     sg_interval set[10];
 *     const sg_held_out held_out = {.struct_size = sizeof held_out,
 *                                   .item = item,
 *                                   .n_items = N_HELD_OUT,
 *                                   .score = score};
 *     if (sg_model_build(&fresh, data, &options, &err) == SG_OK &&
 *         sg_model_train(NULL, fresh, data, &training, &err) == SG_OK &&
 *         sg_model_predict(score, fresh, data, NULL, &err) == SG_OK &&
 *         sg_model_calibrate(fresh, data, &held_out, &err) == SG_OK &&
 *         sg_model_intervals(set, fresh, score, NULL, NULL, 1, 0.8, &err) == SG_OK)
 *         printf("the first class is %s the set\n", set[0].yes ? "in" : "not in");
 *     sg_model_close(fresh);
 *
 * Complexity: calibrating sorts the items for every output; an interval takes constant time.
 *
 * Threads: calibrating changes the model, so no other thread may use it meanwhile.
 */
#ifndef SHAREGNN_INTERVALS_H
#define SHAREGNN_INTERVALS_H

#include "sharegnn/models.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is said of one output of an item. */
typedef struct sg_interval {
    double low, high; /* regression: the interval, infinite where too few items calibrated it or
                         trust is too low; else the probability                               */
    bool no, yes; /* a label: whether it may be absent, present; a class: whether it is in the
                         set of the item (yes) or not (no).  A set may be empty or hold all    */
} sg_interval;

/* Predictions of items by models that were not trained on them.  All pointers are borrowed for the call. */
typedef struct sg_held_out {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint32_t n_items;
    const uint32_t *item; /* [n_items] of the data, each once                                 */
    const double *score;  /* [n_items][n_outputs] as of sg_model_predict                      */
    const double
        *spread;         /* [n_items][n_outputs] over several models, as of sg_models_predict, 0
                             or more; NULL: of one model                                      */
    const double *trust; /* [n_items] the share of an item that its model knows, 0 .. 1;
                             NULL: all of it                                                  */
    const uint32_t
        *fold;         /* [n_items] for sg_model_coverage: items of one fold, 0 .. 999,999, were
                             predicted by the same model; sg_model_calibrate does not look at
                             it                                                               */
    uint32_t n_models; /* whose mean a score is; 0: one                                    */
} sg_held_out;

/* Keep in a model how far the predictions of `held_out` were from what `data` says is true of these
 * items. Training the model anew forgets it.
 * Fails with SG_EINVAL (no such item, or one twice; a score, spread or trust that cannot be, such as a
 * probability of 5; the data does not say what is true of any), SG_ECANCELED or SG_ENOMEM; the model is
 * unchanged then. */
SG_API sg_status sg_model_calibrate(sg_model *model, const sg_dataset *data,
                                    const sg_held_out *held_out, sg_error *err);

/* Of how many models predictions must be the mean to have intervals of this one: 1, or those of the
 * ensemble it was calibrated with; 0: it has no intervals, or is NULL. */
SG_API uint32_t sg_model_interval_models(const sg_model *model);

/* The intervals of n items.
 *
 *   interval  out, the caller's array; [n][n_outputs]
 *   score     [n][n_outputs] of sg_model_predict, or means of sg_models_predict
 *   spread    [n][n_outputs] of sg_models_predict; NULL: of one model.  It does not widen the intervals of a
 *             model that was calibrated without `spread`: nothing is known there about what it says
 *   trust     [n] the known share of each item; NULL: 1.  Below one half, if fewer items with as little trust
 *             calibrated the model than a promise needs (9 for 0.9), an interval is infinite and a set holds
 *             everything
 *   coverage  the share of items whose interval is to hold what is true, between 0 and 1: 0.9
 *
 * Fails with SG_EINVAL (a model without intervals, a share or a trust out of range, a score or spread that is
 * not finite, a negative spread). */
SG_API sg_status sg_model_intervals(sg_interval *interval, const sg_model *model,
                                    const double *score, const double *spread,
                                    const double *trust, uint32_t n, double coverage,
                                    sg_error *err);

/* How often intervals held what is true. */
typedef struct sg_coverage {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint64_t n;         /* targets, classes or labels that were compared                      */
    double share;       /* of these, those that their interval or set held, 0 .. 1            */
    double third[3];    /* the same in each third of the items by trust, the lowest first     */
    double width;       /* the mean width of intervals, or size of sets                       */
} sg_coverage;

/* Try intervals on the very items of `held_out`: those of every fold by what the other folds say.  The model
 * is not changed.
 *
 *   coverage  out, the caller's
 *   level     the share of items whose interval is to hold what is true, between 0 and 1: 0.9
 *
 * Fails like sg_model_calibrate, and with SG_EINVAL where there are less than two folds or one that has all
 * items. */
SG_API sg_status sg_model_coverage(sg_coverage *coverage, const sg_model *model,
                                   const sg_dataset *data, const sg_held_out *held_out,
                                   double level, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
