/* learner_real.c - a network, its optimizer and the weights it remembers, in one precision.
 *
 * Without clipping, gradients are used up where they arise (sg_sink_step); with it, all of them
 * must be known before the first weight moves. */
#include "base/mem.h"
#include "network/learner_ops.h"
#include "network/real/field_batches.h"
#include "network/real/loss.h"
#include "optim/updates.h"

#include <math.h>
#include <string.h>

/* Parameters that a thread updates at a time. */
enum { UPDATE_SIZE = 1 << 15 };

/* Consecutive parameters. */
typedef struct stretch {
    size_t begin, end;
} stretch;

/* The parameters of a layer that has a learning rate or weight decay of its own. */
typedef struct tuned {
    stretch of;
    double rate; /* times the learning rate */
    sg_optimizer optimizer;
    sg_step step;
} tuned;

typedef struct learner {
    SG_R(sg_network) *network;
    const sg_network_spec *spec;
    SG_R(sg_field_batches) *fields; /* what batches are learned on; NULL: on `network`     */
    sg_learner_options options;
    sg_threads *threads;
    size_t n;
    sg_real *first, *second; /* [n] the optimizer's moments, or NULL     */
    sg_real *gradient;       /* [n] where gradients are added up, or NULL */
    sg_real *average;        /* [n] averaged weights, or NULL            */
    sg_real *kept;           /* [n] the weights to recall                */
    double *batch_weight;    /* [max_batch] how much items count, or NULL */
    double *item_loss;       /* [max_batch] where batches are large, or NULL */
    stretch *frozen;         /* [n_frozen] ascending, not for optimizers */
    uint32_t n_frozen;
    tuned *tuned; /* [n_tuned] ascending */
    uint32_t n_tuned;
    bool keeps; /* some of these are tensors that layers keep up to date  */
    uint64_t n_steps;
} learner;

static void close_learner(void *self)
{
    learner *l = self;
    if (l == NULL) return;
    SG_R(sg_network_close)(l->network);
    SG_R(sg_field_batches_close)(l->fields);
    sg_free(l->first);
    sg_free(l->second);
    sg_free(l->gradient);
    sg_free(l->average);
    sg_free(l->kept);
    sg_free(l->batch_weight);
    sg_free(l->item_loss);
    sg_free(l->frozen);
    sg_free(l->tuned);
    sg_free(l);
}

/* Tensors follow one another in the order of their parameters. */
static sg_status list_frozen(learner *l, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_tensors = 0;
    const sg_tensor *tensor = SG_R(sg_network_tensors)(l->network, &n_tensors);
    SG_ALLOC(l->frozen, n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++) {
        l->keeps = l->keeps || tensor[t].kept;
        if (l->spec->layer[tensor[t].layer].frozen || tensor[t].kept)
            l->frozen[l->n_frozen++] =
                (stretch){tensor[t].first, tensor[t].first + tensor[t].n};
    }
done:
    return status;
}

static sg_status list_tuned(learner *l, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_tensors = 0;
    const sg_tensor *tensor = SG_R(sg_network_tensors)(l->network, &n_tensors);
    SG_ALLOC(l->tuned, n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++) {
        const sg_layer_spec *layer = &l->spec->layer[tensor[t].layer];
        if ((!layer->has_rate && !layer->has_decay) || tensor[t].n == 0) continue;
        tuned *made = &l->tuned[l->n_tuned++];
        *made = (tuned){.of = {tensor[t].first, tensor[t].first + tensor[t].n},
                        .rate = layer->has_rate ? layer->rate : 1,
                        .optimizer = l->options.optimizer};
        if (layer->has_decay) made->optimizer.weight_decay = layer->decay;
        SG_TRY(sg_optimizer_check(&made->optimizer, err));
    }
done:
    return status;
}

static sg_status open_learner(void **self, const sg_network_spec *spec,
                              const sg_learner_options *options, sg_threads *threads,
                              sg_error *err)
{
    sg_status status = SG_OK;
    learner *l = NULL;
    SG_ALLOC(l, 1);
    l->spec = spec;
    l->options = *options;
    l->threads = threads;
    if (spec->by_fields) {
        SG_TRY(SG_R(sg_field_batches_open)(&l->fields, spec, threads, err));
        spec = SG_R(sg_field_batches_whole)(l->fields);
    }
    SG_TRY(SG_R(sg_network_open)(&l->network, spec, threads, err));
    l->n = SG_R(sg_network_size)(l->network);
    const uint32_t n_moments = sg_optimizer_moments(&options->optimizer);
    if (n_moments > 0) SG_ALLOC(l->first, l->n);
    if (n_moments > 1) SG_ALLOC(l->second, l->n);
    if (options->clip > 0) SG_ALLOC(l->gradient, l->n);
    if (options->average > 0) SG_ALLOC(l->average, l->n);
    if (options->weight != NULL) SG_ALLOC(l->batch_weight, spec->max_batch);
    const bool learns = sg_network_learns(l->spec);
    if (spec->max_batch >= SG_MANY_ITEMS && learns) SG_ALLOC(l->item_loss, spec->max_batch);
    if (learns) SG_ALLOC(l->kept, l->n);
    SG_TRY(list_frozen(l, err));
    SG_TRY(list_tuned(l, err));
    *self = l;
    l = NULL;
done:
    close_learner(l);
    return status;
}

static size_t size_of(const void *self)
{
    return ((const learner *)self)->n;
}

static uint32_t outputs_of(const void *self)
{
    return SG_R(sg_network_output_width)(((const learner *)self)->network);
}

static const sg_tensor *tensors_of(const void *self, uint32_t *n_tensors)
{
    return SG_R(sg_network_tensors)(((const learner *)self)->network, n_tensors);
}

/* ---- Learning ------------------------------------------------------------------------------- */

/* A stretch of parameters for one thread. */
typedef struct sweep {
    learner *l;
    SG_R(sg_update) update;
    double decay;
} sweep;

static uint32_t count_stretches(const learner *l)
{
    return (uint32_t)((l->n + UPDATE_SIZE - 1) / UPDATE_SIZE);
}

static stretch stretch_of(const learner *l, uint32_t piece)
{
    const size_t begin = (size_t)piece * UPDATE_SIZE, end = begin + UPDATE_SIZE;
    return (stretch){begin, end < l->n ? end : l->n};
}

/* The first parameters of a stretch that may move; none where it begins at its end. */
static stretch moving_stretch(const learner *l, stretch s)
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

/* A sink: the step is made at once. */
static void take_step(void *context, size_t begin, size_t end, sg_real *gradient)
{
    apply_step(context, (stretch){begin, end}, gradient);
}

static void update_stretch(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    const sweep *s = context;
    for (stretch rest = stretch_of(s->l, piece); rest.begin < rest.end;) {
        const stretch moving = moving_stretch(s->l, rest);
        if (moving.begin < moving.end) apply_step(s, moving, s->l->gradient + moving.begin);
        rest.begin = moving.end;
    }
}

static void average_stretch(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    const sweep *s = context;
    const sg_real *weight = SG_R(sg_network_parameters)(s->l->network);
    for (stretch rest = stretch_of(s->l, piece); rest.begin < rest.end;) {
        const stretch moving = moving_stretch(s->l, rest);
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

/* Let the optimizer make a step along the gradient of the outputs of the network that has learned. */
static void descend(learner *l, SG_R(sg_network) *learned, double rate)
{
    l->n_steps++;
    sg_step step = make_steps(l, rate, 1);
    sweep s = {l, {SG_R(sg_network_parameters)(l->network), l->first, l->second, &step}, 0};
    if (l->options.clip > 0) {
        const SG_R(sg_gradient_sink) add = {SG_R(sg_sink_add), l->gradient};
        SG_R(sg_network_backward)(learned, &add);
        const double squares = sum_squares(l->gradient, l->n);
        step = make_steps(l, rate, sg_clip_factor(squares, l->options.clip));
        sg_threads_run(l->threads, count_stretches(l), update_stretch, &s);
    } else {
        const SG_R(sg_gradient_sink) apply = {take_step, &s};
        SG_R(sg_network_backward)(learned, &apply);
    }
    if (l->average != NULL) {
        s.decay = decay_at(l);
        sg_threads_run(l->threads, count_stretches(l), average_stretch, &s);
        copy_kept(l);
    }
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

static double step_learner(double *outputs, void *self, const uint32_t *item, uint32_t n,
                           double rate)
{
    learner *l = self;
    const sg_real *out = NULL;
    SG_R(sg_network) *network = forward(&out, l, item, n);
    if (network == NULL) return NAN;
    const uint32_t width = outputs_of(l);
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

static double step_by(void *self, const uint32_t *item, uint32_t n, double rate,
                      const sg_batch_loss *loss)
{
    learner *l = self;
    const sg_real *out = NULL;
    SG_R(sg_network) *network = forward(&out, l, item, n);
    if (network == NULL) return NAN;
    sg_real *gradient = SG_R(sg_network_output_gradient)(network);
    const uint32_t width = outputs_of(l);
    const size_t size = (size_t)n * width;
    for (size_t i = 0; i < size; i++) loss->output[i] = (double)out[i];
    const double value = loss->of(loss->gradient, loss->output, n, width, loss->context);
    for (size_t i = 0; i < size; i++) gradient[i] = (sg_real)loss->gradient[i];
    descend(l, network, rate);
    return value;
}

/* ---- Predicting ----------------------------------------------------------------------------- */

/* Exchange the weights with their average, if there is one; twice is as if nothing had been. */
static void exchange_average(learner *l)
{
    sg_real *weight = SG_R(sg_network_parameters)(l->network);
    for (size_t i = 0; l->average != NULL && i < l->n; i++) {
        const sg_real kept = weight[i];
        weight[i] = l->average[i];
        l->average[i] = kept;
    }
}

static void predict(double *outputs, void *self, const uint32_t *item, uint32_t n)
{
    learner *l = self;
    const uint32_t width = outputs_of(l);
    exchange_average(l);
    for (uint32_t i = 0, m = 0; i < n; i += m) {
        m = SG_R(sg_network_fit)(l->network, item + i, n - i);
        const sg_real *out = SG_R(sg_network_forward)(l->network, item + i, m, false);
        for (size_t j = 0; j < (size_t)m * width; j++)
            outputs[(size_t)i * width + j] = (double)out[j];
    }
    exchange_average(l);
}

static void compute_states(double *value, void *self, uint32_t state, const uint32_t *item,
                           uint32_t n)
{
    learner *l = self;
    exchange_average(l);
    for (uint32_t i = 0, m = 0; i < n; i += m) {
        size_t n_values = 0;
        m = SG_R(sg_network_fit)(l->network, item + i, n - i);
        (void)SG_R(sg_network_forward)(l->network, item + i, m, false);
        const sg_real *from = SG_R(sg_network_values)(l->network, state, &n_values);
        for (size_t j = 0; j < n_values; j++) value[j] = (double)from[j];
        value += n_values;
    }
    exchange_average(l);
}

static const sg_real *weights_to_show(const learner *l)
{
    return l->average != NULL ? l->average : SG_R(sg_network_parameters)(l->network);
}

static void keep(void *self)
{
    learner *l = self;
    memcpy(l->kept, weights_to_show(l), l->n * sizeof *l->kept);
}

static void recall(void *self)
{
    learner *l = self;
    memcpy(SG_R(sg_network_parameters)(l->network), l->kept, l->n * sizeof *l->kept);
    if (l->average != NULL) memcpy(l->average, l->kept, l->n * sizeof *l->kept);
}

static void read_weights(double *value, const void *self)
{
    const learner *l = self;
    const sg_real *weight = weights_to_show(l);
    for (size_t i = 0; i < l->n; i++) value[i] = (double)weight[i];
}

static void write_weights(void *self, const double *value, size_t first, size_t n)
{
    learner *l = self;
    sg_real *weight = SG_R(sg_network_parameters)(l->network) + first;
    for (size_t i = 0; i < n; i++) weight[i] = (sg_real)value[i];
    if (l->average != NULL) memcpy(l->average + first, weight, n * sizeof *weight);
}

/* ---- State ---------------------------------------------------------------------------------- */

/* The arrays of a state, in their order; NULL ends them. */
static void list_arrays(sg_real *array[6], const learner *l)
{
    size_t n = 0;
    array[n++] = SG_R(sg_network_parameters)(l->network);
    array[n++] = l->kept;
    if (l->first != NULL) array[n++] = l->first;
    if (l->second != NULL) array[n++] = l->second;
    if (l->average != NULL) array[n++] = l->average;
    array[n] = NULL;
}

static size_t state_size(const void *self)
{
    const learner *l = self;
    sg_real *array[6];
    size_t n_arrays = 0;
    list_arrays(array, l);
    while (array[n_arrays] != NULL) n_arrays++;
    return 2 * sizeof(uint64_t) + n_arrays * l->n * sizeof(sg_real);
}

static void state_save(void *bytes, const void *self)
{
    const learner *l = self;
    const uint64_t counts[2] = {l->n_steps, l->fields != NULL
                                                ? SG_R(sg_field_batches_step)(l->fields)
                                                : SG_R(sg_network_step)(l->network)};
    sg_real *array[6];
    unsigned char *to = bytes;
    memcpy(to, counts, sizeof counts);
    to += sizeof counts;
    list_arrays(array, l);
    for (size_t i = 0; array[i] != NULL; i++, to += l->n * sizeof(sg_real))
        memcpy(to, array[i], l->n * sizeof(sg_real));
}

static void state_load(void *self, const void *bytes)
{
    learner *l = self;
    uint64_t counts[2];
    sg_real *array[6];
    const unsigned char *from = bytes;
    memcpy(counts, from, sizeof counts);
    from += sizeof counts;
    l->n_steps = counts[0];
    SG_R(sg_network_set_step)(l->network, counts[1]);
    if (l->fields != NULL) SG_R(sg_field_batches_set_step)(l->fields, counts[1]);
    list_arrays(array, l);
    for (size_t i = 0; array[i] != NULL; i++, from += l->n * sizeof(sg_real))
        memcpy(array[i], from, l->n * sizeof(sg_real));
}

static sg_status fault_of(const void *self, sg_error *err)
{
    const learner *l = self;
    return l->fields != NULL ? SG_R(sg_field_batches_fault)(l->fields, err) : SG_OK;
}

const sg_learner_ops SG_R(sg_learner_ops) = {
    open_learner,  close_learner, size_of,        outputs_of, tensors_of, step_learner,
    step_by,       predict,       compute_states, keep,       recall,     read_weights,
    write_weights, state_size,    state_save,     state_load, fault_of};
