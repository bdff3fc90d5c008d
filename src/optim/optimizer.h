/* optimizer.h - update rules as torch defines them: Adam, AdamW, SGD with momentum.
 *
 * All parameters are one flat array.  A step is made ready once, in double, and then applied to
 * stretches of the array, by as many threads as there are:
 *
 *     sg_optimizer opt = sg_optimizer_default(SG_OPTIMIZER_ADAM);
 *     sg_step step = sg_optimizer_step(&opt, t, rate, sg_clip_factor(norm2, max_norm));
 *     sg_updates_f32_best()->update(&arrays, begin, end, &step);          // optim/updates.h
 *
 * Reference: Kingma and Ba, ICLR 2015; Loshchilov and Hutter, ICLR 2019.
 */
#ifndef SG_OPTIM_OPTIMIZER_H
#define SG_OPTIM_OPTIMIZER_H

#include "base/status.h"

#include <stddef.h>

typedef enum sg_optimizer_kind {
    SG_OPTIMIZER_ADAM,
    SG_OPTIMIZER_ADAMW, /* Adam whose weight decay is decoupled unless said otherwise */
    SG_OPTIMIZER_SGD
} sg_optimizer_kind;

typedef struct sg_optimizer {
    sg_optimizer_kind kind;
    double beta1, beta2; /* Adam: how much of the running means is kept            */
    double epsilon;      /* Adam: added to the root                                */
    double momentum;     /* SGD: how much of the velocity is kept; 0: none         */
    double weight_decay;
    bool
        decoupled; /* weights shrink by themselves: w *= 1 - rate * decay; else decay is part of
                       the gradient: g += decay * w                                */
} sg_optimizer;

enum { SG_N_OPTIMIZERS = SG_OPTIMIZER_SGD + 1, SG_N_OPTIMIZER_MEMBERS = 6 };

/* A number or flag of optimizers, as files say it: for all who read, write or check it. */
typedef struct sg_optimizer_member {
    const char *word; /* "beta1"                                          */
    size_t offset;    /* in sg_optimizer                                  */
    double min, max;
    unsigned kinds; /* that use it: a sum of 1 << kind                    */
    bool is_flag;   /* a bool; else a double, min .. max                  */
    const char *about;
} sg_optimizer_member;

/* In the order in which they are written. */
extern const sg_optimizer_member sg_optimizer_members[SG_N_OPTIMIZER_MEMBERS];

/* Whether a kind uses a member. */
bool sg_optimizer_uses(sg_optimizer_kind kind, const sg_optimizer_member *member);

/* torch's defaults: betas 0.9 and 0.999, epsilon 1e-8, no decay (AdamW: 0.01, decoupled), no
 * momentum. */
sg_optimizer sg_optimizer_default(sg_optimizer_kind kind);

/* Find a kind by its name: "adam", "adamw", "sgd".  Fails with SG_EINVAL. */
sg_status sg_optimizer_parse(sg_optimizer_kind *kind, const char *name, sg_error *err);
const char *sg_optimizer_name(sg_optimizer_kind kind);

/* One sentence on a kind. */
const char *sg_optimizer_about(sg_optimizer_kind kind);

/* Refuse numbers that make no sense, with SG_EINVAL. */
sg_status sg_optimizer_check(const sg_optimizer *optimizer, sg_error *err);

/* How many numbers per parameter the optimizer remembers: 0, 1 or 2. */
uint32_t sg_optimizer_moments(const sg_optimizer *optimizer);

/* What a gradient is multiplied by so that the norm of all of it is at most `max_norm`, torch's
 * clip_grad_norm_: min(1, max_norm / (norm + 1e-6)).  1 where max_norm is 0. */
double sg_clip_factor(double sum_squares, double max_norm);

/* The numbers of one step; made by sg_optimizer_step. */
typedef struct sg_step {
    bool adam;
    double clip;   /* factor of the gradient                                      */
    double couple; /* how much of the weight is added to the gradient             */
    double keep;   /* factor of the weight                                        */
    double rate;   /* Adam: learning rate / (1 - beta1^t)                         */
    double beta1, take1;
    double beta2, take2; /* 1 - beta                                              */
    double root;         /* factor of the root: 1 / sqrt(1 - beta2^t)             */
    double epsilon;
    double momentum;
    bool flush; /* moments that are all but 0 become 0, see optimizer.c           */
} sg_step;

/* Step number `t` = 1, 2, 3, ... */
sg_step sg_optimizer_step(const sg_optimizer *optimizer, uint64_t t, double learning_rate,
                          double clip_factor);

#endif
