/* schedule.c - what a schedule does; schedule_text.c reads one.
 *
 * No function of the C library is used: cos() may differ in the last digit from one processor to
 * the next, and with it every weight of a model. */
#include "optim/schedule.h"

#include "optim/power.h"

#include <math.h>

/* torch's defaults for ReduceLROnPlateau. */
#define PLATEAU_THRESHOLD 1e-4
#define PLATEAU_EPSILON   1e-8

sg_schedule_state sg_schedule_start(double learning_rate, uint32_t n_epochs)
{
    return (sg_schedule_state){.learning_rate = learning_rate,
                               .plateau_rate = learning_rate,
                               .best = INFINITY,
                               .n_epochs = n_epochs};
}

/* cos(pi t) for 0 <= t <= 1, as -sin(pi (t - 1/2)) by the sine's series: the argument is at most
 * pi / 2, where 12 terms leave less than the last digit. */
static double half_cosine(double t)
{
    const double x = 0x1.921fb54442d18p1 * (t - 0.5), square = x * x;
    double sum = 1;
    for (int i = 24; i >= 2; i -= 2) sum = 1 - sum * square / (i * (i + 1));
    return -x * sum;
}

static double cosine_rate(const sg_schedule *schedule, const sg_schedule_state *state)
{
    if (state->epoch >= state->n_epochs) return schedule->lowest;
    const double t = (double)state->epoch / (double)state->n_epochs;
    const double range = state->learning_rate - schedule->lowest;
    return schedule->lowest + range * (1 + half_cosine(t)) / 2;
}

static double warm_up_factor(const sg_schedule *schedule, const sg_schedule_state *state)
{
    const uint64_t done = schedule->warm_up_by_step ? state->step : state->epoch;
    return done < schedule->warm_up ? (double)(done + 1) / (double)schedule->warm_up : 1;
}

double sg_schedule_rate(const sg_schedule *schedule, const sg_schedule_state *state)
{
    double rate = state->learning_rate;
    switch (schedule->kind) {
    case SG_SCHEDULE_CONSTANT:
        break;
    case SG_SCHEDULE_STEP:
        rate *= sg_power(schedule->factor, state->epoch / schedule->size);
        break;
    case SG_SCHEDULE_PLATEAU:
        rate = state->plateau_rate;
        break;
    case SG_SCHEDULE_COSINE:
        rate = cosine_rate(schedule, state);
        break;
    }
    return rate * warm_up_factor(schedule, state);
}

void sg_schedule_after_step(sg_schedule_state *state)
{
    state->step++;
}

/* A change too small to matter is not made, as in torch. */
static void reduce_plateau_rate(sg_schedule_state *state, const sg_schedule *schedule)
{
    const double reduced = state->plateau_rate * schedule->factor;
    const double rate = reduced > schedule->lowest ? reduced : schedule->lowest;
    if (state->plateau_rate - rate > PLATEAU_EPSILON) state->plateau_rate = rate;
}

void sg_schedule_after_epoch(sg_schedule_state *state, const sg_schedule *schedule, double loss)
{
    state->epoch++;
    if (schedule->kind != SG_SCHEDULE_PLATEAU) return;
    if (loss < state->best * (1 - PLATEAU_THRESHOLD)) {
        state->best = loss;
        state->bad_epochs = 0;
        return;
    }
    state->bad_epochs++;
    if (state->bad_epochs <= schedule->patience) return;
    reduce_plateau_rate(state, schedule);
    state->bad_epochs = 0;
}
