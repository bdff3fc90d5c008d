/* learner_step.c - steps of an optimizer along the gradient of a batch.
 *
 * Without clipping, gradients are used up where they arise; with it, all of them must be known before the
 * first weight moves. */
#include "network/real/learner_parts.h"
#include "network/real/loss.h"
#include "optim/updates.h"

#include <math.h>
#include <string.h>

/* Parameters that a thread updates at a time. */
enum { UPDATE_SIZE = 1 << 15 };

/* Parameters that are moved, stretch by stretch, each by one thread. */
typedef struct sweep {
    learner *l;
    stretch all;
    SG_R(sg_update) update;
    double decay;
} sweep;

static uint32_t count_stretches(const sweep *s)
{
    return (uint32_t)((s->all.end - s->all.begin + UPDATE_SIZE - 1) / UPDATE_SIZE);
}

static stretch stretch_of(const sweep *s, uint32_t piece)
{
    const size_t begin = s->all.begin + (size_t)piece * UPDATE_SIZE, end = begin + UPDATE_SIZE;
    return (stretch){begin, end < s->all.end ? end : s->all.end};
}

stretch SG_R(sg_learner_moving)(const learner *l, stretch s)
{
    for (uint32_t f = 0; f < l->n_frozen; f++) {
        const stretch frozen = l->frozen[f];
        if (frozen.end <= s.begin || frozen.begin == frozen.end) continue;
        if (frozen.begin > s.begin) {
            if (frozen.begin < s.end) s.end = frozen.begin;
            break;
        }
        s.begin = frozen.end < s.end ? frozen.end : s.end;
        if (s.begin == s.end) break;
    }
    return s;
}

/* Make the step for some parameters, which may be of several layers. */
static void apply_step(const sweep *s, stretch rest, sg_real *gradient)
{
    const learner *l = s->l;
    SG_R(sg_update) own = s->update;
    for (uint32_t t = 0; t < l->n_tuned && rest.begin < rest.end; t++) {
        stretch of = l->tuned[t].of;
        if (of.end <= rest.begin || of.begin >= rest.end) continue;
        if (of.end > rest.end) of.end = rest.end;
        if (of.begin > rest.begin)
            SG_R(sg_update_apply)(&s->update, rest.begin, of.begin, gradient);
        else
            of.begin = rest.begin;
        gradient += of.begin - rest.begin;
        own.step = &l->tuned[t].step;
        SG_R(sg_update_apply)(&own, of.begin, of.end, gradient);
        gradient += of.end - of.begin;
        rest.begin = of.end;
    }
    if (rest.begin < rest.end)
        SG_R(sg_update_apply)(&s->update, rest.begin, rest.end, gradient);
}

/* Of these parameters, put what is the sum of shards' statistics in the place of the old ones. */
static void take_statistics(const learner *l, stretch s, const sg_real *value)
{
    sg_real *weight = SG_R(sg_network_parameters)(l->network);
    for (uint32_t i = 0; i < l->n_statistics; i++) {
        stretch of = l->statistic[i];
        if (of.begin < s.begin) of.begin = s.begin;
        if (of.end > s.end) of.end = s.end;
        if (of.begin < of.end)
            memcpy(weight + of.begin, value + (of.begin - s.begin),
                   (of.end - of.begin) * sizeof *weight);
    }
}

/* Whether a stretch, which is a slice of the network, is one of statistics. */
static bool is_statistic(const learner *l, size_t begin)
{
    for (uint32_t i = 0; i < l->n_statistics; i++)
        if (l->statistic[i].begin <= begin && begin < l->statistic[i].end) return true;
    return false;
}

/* A sink: the step is made at once. */
static void take_step(void *context, size_t begin, size_t end, sg_real *gradient)
{
    const sweep *s = context;
    if (!is_statistic(s->l, begin)) {
        apply_step(s, (stretch){begin, end}, gradient);
        return;
    }
    take_statistics(s->l, (stretch){begin, end}, gradient);
    memset(gradient, 0, (end - begin) * sizeof *gradient);
}

static void update_stretch(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    const sweep *s = context;
    for (stretch rest = stretch_of(s, piece); rest.begin < rest.end;) {
        const stretch moving = SG_R(sg_learner_moving)(s->l, rest);
        if (moving.begin < moving.end) apply_step(s, moving, s->l->gradient + moving.begin);
        rest.begin = moving.end;
    }
    const stretch whole = stretch_of(s, piece);
    take_statistics(s->l, whole, s->l->gradient + whole.begin);
}

static void average_stretch(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    const sweep *s = context;
    const sg_real *weight = SG_R(sg_network_parameters)(s->l->network);
    for (stretch rest = stretch_of(s, piece); rest.begin < rest.end;) {
        const stretch moving = SG_R(sg_learner_moving)(s->l, rest);
        if (moving.begin < moving.end) SG_BEST(sg_updates)
        ()->average(s->l->average, weight, moving.begin, moving.end, s->decay);
        rest.begin = moving.end;
    }
}

static double sum_squares(const sg_real *value, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)value[i] * (double)value[i];
    return sum;
}

/* What layers keep is no average: predictions use it as it is. */
static void copy_kept(const learner *l)
{
    const sg_real *weight = SG_R(sg_network_parameters)(l->network);
    for (uint32_t f = 0; f < l->n_frozen && l->keeps; f++)
        memcpy(l->average + l->frozen[f].begin, weight + l->frozen[f].begin,
               (l->frozen[f].end - l->frozen[f].begin) * sizeof *weight);
}

/* Early averages would be dominated by the first weights; so they begin as plain means. */
static double decay_at(const learner *l)
{
    const double t = (double)l->n_steps, early = t / (t + 10);
    return early < l->options.average ? early : l->options.average;
}

/* The step that is to be made, of all layers. */
static sg_step make_steps(learner *l, double rate, double clip)
{
    for (uint32_t t = 0; t < l->n_tuned; t++)
        l->tuned[t].step = sg_optimizer_step(&l->tuned[t].optimizer, l->n_steps,
                                             rate * l->tuned[t].rate, clip);
    return sg_optimizer_step(&l->options.optimizer, l->n_steps, rate, clip);
}

static sweep sweep_of(learner *l, const sg_step *step)
{
    return (sweep){.l = l,
                   .all = l->own,
                   .update = {.weight = SG_R(sg_network_parameters)(l->network),
                              .first = l->first,
                              .second = l->second,
                              .moments_begin = l->own.begin,
                              .step = step}};
}

void SG_R(sg_learner_move)(learner *l, double rate, double clip)
{
    const sg_step step = make_steps(l, rate, clip);
    sweep s = sweep_of(l, &step);
    sg_threads_run(l->threads, count_stretches(&s), update_stretch, &s);
}

void SG_R(sg_learner_move_at_once)(learner *l, SG_R(sg_network) *learned, double rate)
{
    const sg_step step = make_steps(l, rate, 1);
    sweep s = sweep_of(l, &step);
    SG_R(sg_network_backward)(learned, &(SG_R(sg_gradient_sink)){take_step, &s});
}

void SG_R(sg_learner_follow)(learner *l)
{
    if (l->average == NULL) return;
    sweep s = {.l = l, .all = {0, l->n}, .decay = decay_at(l)};
    sg_threads_run(l->threads, count_stretches(&s), average_stretch, &s);
    copy_kept(l);
}

/* Let the optimizer make a step along the gradient of the outputs of the network that has learned. */
static void descend(learner *l, SG_R(sg_network) *learned, double rate)
{
    l->n_steps++;
    if (l->options.clip > 0) {
        const SG_R(sg_gradient_sink) add = {SG_R(sg_sink_add), l->gradient};
        SG_R(sg_network_backward)(learned, &add);
        SG_R(sg_learner_move)
        (l, rate, sg_clip_factor(sum_squares(l->gradient, l->n), l->options.clip));
    } else {
        SG_R(sg_learner_move_at_once)(l, learned, rate);
    }
    SG_R(sg_learner_follow)(l);
}

/* The network that learns from a batch, having gone forward.  NULL: there was not enough memory for the field of
 * the batch. */
static SG_R(sg_network) *forward(const sg_real **out, learner *l, const uint32_t *item,
                                 uint32_t n)
{
    if (l->fields != NULL) return SG_R(sg_field_batches_forward)(out, l->fields, item, n);
    *out = SG_R(sg_network_forward)(l->network, item, n, true);
    return l->network;
}

double SG_R(sg_learner_step_by_options)(double *outputs, void *self, const uint32_t *item,
                                        uint32_t n, double rate)
{
    learner *l = self;
    const sg_real *out = NULL;
    SG_R(sg_network) *network = forward(&out, l, item, n);
    if (network == NULL) return NAN;
    const uint32_t width = SG_R(sg_network_output_width)(l->network);
    for (size_t i = 0; outputs != NULL && i < (size_t)n * width; i++)
        outputs[i] = (double)out[i];
    for (uint32_t i = 0; l->batch_weight != NULL && i < n; i++)
        l->batch_weight[i] = l->options.weight[item[i]];
    const sg_loss_items items = {.item = item,
                                 .n = n,
                                 .weight = l->batch_weight,
                                 .room = l->item_loss,
                                 .threads = l->threads};
    const double loss = SG_R(sg_loss_of)(SG_R(sg_network_output_gradient)(network), out, width,
                                         l->options.loss, &l->options.targets, &items);
    descend(l, network, rate);
    return loss;
}

double SG_R(sg_learner_step_by_loss)(void *self, const uint32_t *item, uint32_t n, double rate,
                                     const sg_batch_loss *loss)
{
    learner *l = self;
    const sg_real *out = NULL;
    SG_R(sg_network) *network = forward(&out, l, item, n);
    if (network == NULL) return NAN;
    sg_real *gradient = SG_R(sg_network_output_gradient)(network);
    const uint32_t width = SG_R(sg_network_output_width)(l->network);
    const size_t size = (size_t)n * width;
    for (size_t i = 0; i < size; i++) loss->output[i] = (double)out[i];
    const double value = loss->of(loss->gradient, loss->output, n, width, loss->context);
    for (size_t i = 0; i < size; i++) gradient[i] = (sg_real)loss->gradient[i];
    descend(l, network, rate);
    return value;
}
