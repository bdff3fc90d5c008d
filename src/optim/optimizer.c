/* optimizer.c - the numbers of a step.
 *
 * The moments of a weight that gets no gradient any more decay until they are denormal and stay
 * there for good, since 0.9 of the smallest number rounds to itself; many processors compute with
 * such numbers a hundred times slower.  So every 64th step sets moments below 2^-100 (double:
 * 2^-900) to 0.  A moment of that size moves a weight by nothing that could be seen, and from there
 * to the denormal numbers takes more than 64 steps for any beta above 0.76. */
#include "optim/optimizer.h"

#include "base/wording.h"
#include "optim/power.h"

#include <math.h>
#include <string.h>

enum { FLUSH_PERIOD = 64 };

static const char *const NAMES[SG_N_OPTIMIZERS] = {
    [SG_OPTIMIZER_ADAM] = "adam", [SG_OPTIMIZER_ADAMW] = "adamw", [SG_OPTIMIZER_SGD] = "sgd"};

static const char *const ABOUTS[SG_N_OPTIMIZERS] = {
    [SG_OPTIMIZER_ADAM] = "steps by running means of gradients and of their squares",
    [SG_OPTIMIZER_ADAMW] = "Adam whose weight decay is apart from the gradient",
    [SG_OPTIMIZER_SGD] = "steps along the gradient, with momentum if wanted"};

enum {
    OF_SGD = 1 << SG_OPTIMIZER_SGD,
    OF_ADAMS = 1 << SG_OPTIMIZER_ADAM | 1 << SG_OPTIMIZER_ADAMW
};

#define MEMBER(member) .offset = offsetof(sg_optimizer, member)

const sg_optimizer_member sg_optimizer_members[SG_N_OPTIMIZER_MEMBERS] = {
    {"weight-decay", MEMBER(weight_decay), .max = 1e6, .kinds = OF_SGD | OF_ADAMS,
     .about = "how much weights shrink"},
    {"decoupled", MEMBER(decoupled), .is_flag = true, .kinds = OF_SGD | OF_ADAMS,
     .about = "weights shrink by themselves; else their decay is part of the gradient"},
    {"momentum", MEMBER(momentum), .max = 0.999999, .kinds = OF_SGD,
     .about = "how much of the last step is kept"},
    {"beta1", MEMBER(beta1), .max = 0.999999, .kinds = OF_ADAMS,
     .about = "how much of the mean of gradients is kept"},
    {"beta2", MEMBER(beta2), .max = 0.99999999, .kinds = OF_ADAMS,
     .about = "how much of the mean of squares is kept"},
    {"epsilon", MEMBER(epsilon), .min = 1e-300, .max = 1, .kinds = OF_ADAMS,
     .about = "added to the root of the squares"}};

bool sg_optimizer_uses(sg_optimizer_kind kind, const sg_optimizer_member *member)
{
    return (member->kinds >> kind & 1) != 0;
}

sg_optimizer sg_optimizer_default(sg_optimizer_kind kind)
{
    const bool adamw = kind == SG_OPTIMIZER_ADAMW;
    return (sg_optimizer){.kind = kind,
                          .beta1 = 0.9,
                          .beta2 = 0.999,
                          .epsilon = 1e-8,
                          .weight_decay = adamw ? 0.01 : 0,
                          .decoupled = adamw};
}

const char *sg_optimizer_about(sg_optimizer_kind kind)
{
    return ABOUTS[kind];
}

const char *sg_optimizer_name(sg_optimizer_kind kind)
{
    return NAMES[kind];
}

sg_status sg_optimizer_parse(sg_optimizer_kind *kind, const char *name, sg_error *err)
{
    sg_words words = {0};
    for (int i = 0; i < SG_N_OPTIMIZERS; i++) {
        sg_words_add(&words, NAMES[i]);
        if (strcmp(name, NAMES[i]) != 0) continue;
        *kind = (sg_optimizer_kind)i;
        return SG_OK;
    }
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "unknown optimizer \"%.40s\"; allowed are %s",
                        name, sg_words_end(&words, "and"));
}

static bool is_fraction(double x)
{
    return x >= 0 && x < 1;
}

sg_status sg_optimizer_check(const sg_optimizer *optimizer, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(is_fraction(optimizer->beta1) && is_fraction(optimizer->beta2), SG_EINVAL,
               "%s: betas must be in [0, 1), not %g and %g", NAMES[optimizer->kind],
               optimizer->beta1, optimizer->beta2);
    SG_REQUIRE(optimizer->epsilon > 0 && optimizer->epsilon < INFINITY, SG_EINVAL,
               "%s: epsilon must be > 0, not %g", NAMES[optimizer->kind], optimizer->epsilon);
    SG_REQUIRE(is_fraction(optimizer->momentum), SG_EINVAL,
               "%s: momentum must be in [0, 1), not %g", NAMES[optimizer->kind],
               optimizer->momentum);
    SG_REQUIRE(optimizer->weight_decay >= 0 && optimizer->weight_decay < INFINITY, SG_EINVAL,
               "%s: weight decay must be >= 0, not %g", NAMES[optimizer->kind],
               optimizer->weight_decay);
done:
    return status;
}

uint32_t sg_optimizer_moments(const sg_optimizer *optimizer)
{
    if (optimizer->kind != SG_OPTIMIZER_SGD) return 2;
    return optimizer->momentum > 0 ? 1 : 0;
}

double sg_clip_factor(double sum_squares, double max_norm)
{
    if (!(max_norm > 0)) return 1;
    const double factor = max_norm / (sqrt(sum_squares) + 1e-6);
    return factor > 1 ? 1 : factor;
}

sg_step sg_optimizer_step(const sg_optimizer *optimizer, uint64_t t, double learning_rate,
                          double clip_factor)
{
    const double decay = optimizer->weight_decay;
    sg_step step = {
        .adam = optimizer->kind != SG_OPTIMIZER_SGD,
        .clip = clip_factor,
        .couple = optimizer->decoupled ? 0 : decay,
        .keep = optimizer->decoupled ? 1 - learning_rate * decay : 1,
        .rate = learning_rate,
        .momentum = optimizer->momentum,
        .flush = t % FLUSH_PERIOD == 0,
    };
    if (!step.adam) return step;
    step.beta1 = optimizer->beta1;
    step.take1 = 1 - optimizer->beta1;
    step.beta2 = optimizer->beta2;
    step.take2 = 1 - optimizer->beta2;
    step.epsilon = optimizer->epsilon;
    step.rate = learning_rate / (1 - sg_power(optimizer->beta1, t));
    step.root = 1 / sqrt(1 - sg_power(optimizer->beta2, t));
    return step;
}
