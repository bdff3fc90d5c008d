/* training_session.h - a model on its data, trained from its first epoch to its best one.
 *
 *     sg_training_session session = {0};
 *     SG_TRY(sg_training_session_open(&session, model, data, &options, &request, err));
 *     SG_TRY(sg_training_session_run(&best, &session, err));
 * done:
 *     sg_training_session_close(&session);
 */
#ifndef SG_TRAIN_TRAINING_SESSION_H
#define SG_TRAIN_TRAINING_SESSION_H

#include "sharegnn/training.h"

#include "model/model_on_data.h"
#include "train/item_targets.h"
#include "train/trainer.h"

/* Who keeps a training between its epochs; ranks call it together.  `must`: it is over, or about to be stopped. */
typedef struct sg_training_keeper {
    sg_status (*keep)(void *context, const sg_trainer *trainer, bool must, sg_error *err);
    void *context;
} sg_training_keeper;

/* All that a training needs; {0} is closed. */
typedef struct sg_training_session {
    sg_model *model;                    /* borrowed                                    */
    const sg_training_options *request; /* borrowed                                    */
    sg_train_options options;
    sg_training_spec training;
    uint32_t *all;   /* [n items] all that are in no part of the request */
    uint32_t *share; /* training items, if not all of them count     */
    sg_item_targets targets;
    sg_invariant_options invariants;
    sg_dataset own; /* where ranks divide the data: the graphs that this one computes */
    sg_model_on_data on_data;
    sg_trainer *trainer;
    sg_training_keeper keeper; /* set after open; its function NULL: nobody */
} sg_training_session;

void sg_training_session_close(sg_training_session *session);

/* Whether settings go together with each other and with what is predicted.  Fails with SG_EINVAL. */
sg_status sg_training_settings_check(const sg_train_options *options, sg_item_kind item,
                                     sg_error *err);

/* Get ready to train `model` on `data`.
 *
 *   options  the settings, checked
 *   request  items of each part, seed, threads, another model to start from, whom to tell; its
 *            settings are not read
 *
 * The model, data and request stay until close.  Fails with SG_EINVAL, SG_ELIMIT, SG_ECANCELED or
 * SG_ENOMEM; the session is to be closed then, too. */
sg_status sg_training_session_open(sg_training_session *session, sg_model *model,
                                   const sg_dataset *data, const sg_train_options *options,
                                   const sg_training_options *request, sg_error *err);

/* Whether all ranks of the request train the same model on the same data in the same way; they call it together
 * after all have opened their sessions.  Fails with SG_EINVAL or SG_ENOMEM. */
sg_status sg_training_session_compare(const sg_training_session *session,
                                      const sg_dataset *data, sg_error *err);

/* A number that tells trainings apart: by data, model, settings, items, seed and first weights.
 * Fails with SG_ENOMEM. */
sg_status sg_training_session_fingerprint(uint64_t *fingerprint,
                                          const sg_training_session *session,
                                          const sg_dataset *data, sg_error *err);

/* Train to the end, or until somebody wants to stop, and give the model the weights of its best epoch;
 * `best`, which may be NULL, becomes that epoch.  Fails with SG_ECANCELED (the model has the best
 * weights so far if there was an epoch) or what a trainer fails with.  Ranks stop together after an epoch, where
 * the callback of one of them says so; observers are not asked then. */
sg_status sg_training_session_run(sg_epoch *best, sg_training_session *session, sg_error *err);

#endif
