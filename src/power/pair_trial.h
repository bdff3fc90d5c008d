/* pair_trial.h - whether a network learns to tell two graphs apart, by the protocol of BREC.
 *
 * A network embeds copies of both graphs with shuffled nodes and is trained to drive the embeddings of the
 * two graphs apart.  Then Hotelling's T-squared of the differences says whether they are apart; that
 * of differences between copies of the first graph must not (reliability).
 *
 *     SG_TRY(sg_pair_trial_run(outcome, data, first, &settings, err));
 *
 * Reference: Wang and Zhang, An Empirical Study of Realized GNN Expressiveness, ICML 2024.
 */
#ifndef SG_POWER_PAIR_TRIAL_H
#define SG_POWER_PAIR_TRIAL_H

#include "model/blueprint.h"
#include "train/train_options.h"

typedef struct sg_pair_trial_settings {
    const sg_blueprint *blueprint;
    const sg_train_options *train; /* optimizer, rate, schedule, batch size, epochs, starts   */
    uint32_t n_outputs;            /* of layers that have as many as there are classes        */
    uint32_t n_copies;             /* of each graph                                           */
    uint32_t n_seeds;              /* networks; copies are the same for all of them           */
    uint64_t seed;
    double enough;   /* a mean loss below this ends a training                                */
    uint64_t budget; /* search steps of a labeling per graph; 0: the default                  */
} sg_pair_trial_settings;

/* What became of one network. */
typedef struct sg_pair_trial_outcome {
    double apart; /* T-squared of the two graphs                                          */
    double alike; /* the same of copies of the first graph                                */
    double loss;  /* of the last epoch                                                    */
    uint32_t n_epochs;
} sg_pair_trial_outcome;

/* Try graphs `first` and first + 1 of `data` with every seed, outcome[0 .. n_seeds).  The outcome
 * depends on nothing but the two graphs, `first` and the settings.
 * Fails with SG_EINVAL (layers that do not fit together or do not end in rows of graphs), SG_ELIMIT,
 * SG_ECANCELED or SG_ENOMEM. */
sg_status sg_pair_trial_run(sg_pair_trial_outcome *outcome, const sg_dataset *data,
                            uint32_t first, const sg_pair_trial_settings *settings,
                            sg_error *err);

#endif
