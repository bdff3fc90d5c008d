/* schedule.h - learning rates that change while training.
 *
 *     sg_schedule schedule;
 *     SG_TRY(sg_schedule_parse(&schedule, "plateau factor 0.5 patience 5 min 1e-4", err));
 *     sg_schedule_state state = sg_schedule_start(0.001, n_epochs);
 *     for every epoch {
 *         for every batch {
 *             rate = sg_schedule_rate(&schedule, &state);
 *             ...
 *             sg_schedule_after_step(&state);
 *         }
 *         sg_schedule_after_epoch(&state, &schedule, validation_loss);
 *     }
 *
 *     constant
 *     step SIZE GAMMA                            times GAMMA every SIZE epochs
 *     plateau [factor F] [patience N] [min R]    torch's ReduceLROnPlateau: times F when the loss
 *                                                has not sunk by a ten-thousandth for more than N
 *                                                epochs; defaults 0.1, 10 and 0
 *     cosine [min R]                             from the full rate to R along half a cosine
 *     ... warm-up N [epochs|steps]               any of them, times 1/N, 2/N, ... at first
 */
#ifndef SG_OPTIM_SCHEDULE_H
#define SG_OPTIM_SCHEDULE_H

#include "base/text.h"

typedef enum sg_schedule_kind {
    SG_SCHEDULE_CONSTANT,
    SG_SCHEDULE_STEP,
    SG_SCHEDULE_PLATEAU,
    SG_SCHEDULE_COSINE
} sg_schedule_kind;

enum { SG_N_SCHEDULES = SG_SCHEDULE_COSINE + 1 };

/* A kind in words: for all who read, write or list them. */
typedef struct sg_schedule_words {
    const char *word;  /* "step"            */
    const char *usage; /* "step SIZE GAMMA" */
    const char *about; /* one sentence      */
} sg_schedule_words;

extern const sg_schedule_words sg_schedule_kinds[SG_N_SCHEDULES];

typedef struct sg_schedule {
    sg_schedule_kind kind;
    uint32_t size;        /* step: epochs between changes                         */
    double factor;        /* step, plateau                                        */
    uint32_t patience;    /* plateau                                              */
    double lowest;        /* plateau, cosine: no rate below this                  */
    uint32_t warm_up;     /* number of epochs or steps; 0: none                   */
    bool warm_up_by_step; /* of optimizer steps rather than epochs                */
} sg_schedule;

/* Everything that changes while training; plain, to be saved and restored as it is. */
typedef struct sg_schedule_state {
    double learning_rate; /* the full one                                         */
    double plateau_rate;  /* what the plateau schedule has made of it             */
    double best;          /* plateau: the loss to beat                            */
    uint64_t epoch;       /* epochs done                                          */
    uint64_t step;        /* optimizer steps done                                 */
    uint32_t n_epochs;    /* planned; the length of the cosine                    */
    uint32_t bad_epochs;  /* plateau: epochs in a row that did not beat `best`    */
} sg_schedule_state;

/* Read a schedule from text.  Fails with SG_EINVAL; the text says what is allowed. */
sg_status sg_schedule_parse(sg_schedule *schedule, const char *text, sg_error *err);

/* Append a schedule, so that reading it gives the same.  Fails with SG_ENOMEM. */
sg_status sg_schedule_write(sg_text *text, const sg_schedule *schedule, sg_error *err);

/* A schedule of this kind, with the numbers that hold where none are said. */
sg_schedule sg_schedule_default(sg_schedule_kind kind);

sg_schedule_state sg_schedule_start(double learning_rate, uint32_t n_epochs);

/* The learning rate of the next optimizer step. */
double sg_schedule_rate(const sg_schedule *schedule, const sg_schedule_state *state);

/* Count an optimizer step; count an epoch that ended with this loss (only plateau looks at it). */
void sg_schedule_after_step(sg_schedule_state *state);
void sg_schedule_after_epoch(sg_schedule_state *state, const sg_schedule *schedule,
                             double loss);

#endif
