/* learner_real.c - a network, its optimizer and the weights it remembers, in one precision. */
#include "base/mem.h"
#include "network/real/learner_parts.h"

#include <string.h>

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
    sg_free(l->statistic);
    sg_free(l->square);
    sg_free(l->received);
    sg_free(l->place);
    sg_free(l->handed);
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
        if (l->spec.layer[tensor[t].layer].frozen || tensor[t].kept)
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
        const sg_layer_spec *layer = &l->spec.layer[tensor[t].layer];
        const bool decays = tensor[t].decays || layer->has_decay;
        if ((!layer->has_rate && !decays) || tensor[t].n == 0) continue;
        tuned *made = &l->tuned[l->n_tuned++];
        *made = (tuned){.of = {tensor[t].first, tensor[t].first + tensor[t].n},
                        .rate = layer->has_rate ? layer->rate : 1,
                        .optimizer = l->options.optimizer};
        if (decays)
            made->optimizer.weight_decay = tensor[t].decays ? tensor[t].decay : layer->decay;
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
    l->spec = *spec;
    l->options = *options;
    l->threads = threads;
    if (options->n_shards > 1)
        sg_rank_shards(&l->first_shard, &l->n_shards, options->n_shards,
                       sg_cluster_rank(options->cluster), sg_cluster_size(options->cluster));
    l->spec.n_shards = l->n_shards;
    spec = &l->spec;
    if (spec->by_fields) {
        SG_TRY(SG_R(sg_field_batches_open)(&l->fields, spec, threads, err));
        spec = SG_R(sg_field_batches_whole)(l->fields);
    }
    SG_TRY(SG_R(sg_network_open)(&l->network, spec, threads, err));
    l->n = SG_R(sg_network_size)(l->network);
    l->own = (stretch){0, l->n};
    if (options->n_shards > 1) SG_TRY(SG_R(sg_learner_open_shards)(l, err));
    const uint32_t n_moments = sg_optimizer_moments(&options->optimizer);
    if (n_moments > 0) SG_ALLOC(l->first, l->own.end - l->own.begin);
    if (n_moments > 1) SG_ALLOC(l->second, l->own.end - l->own.begin);
    if (options->clip > 0 || l->received != NULL) SG_ALLOC(l->gradient, l->n);
    if (options->average > 0) SG_ALLOC(l->average, l->n);
    if (options->weight != NULL) SG_ALLOC(l->batch_weight, spec->max_batch);
    const bool learns = sg_network_learns(&l->spec);
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

/* An array of a state: of which parameters this rank has it. */
typedef struct state_array {
    sg_real *value;
    stretch of;
    bool is_divided; /* among ranks */
} state_array;

enum { MOST_ARRAYS = 5 };

/* The arrays of a state, in their order; returns how many there are.  Files have all of them whole. */
static size_t list_arrays(state_array array[MOST_ARRAYS], const learner *l)
{
    const stretch all = {0, l->n};
    size_t n = 0;
    array[n++] = (state_array){SG_R(sg_network_parameters)(l->network), all, false};
    array[n++] = (state_array){l->kept, all, false};
    if (l->first != NULL) array[n++] = (state_array){l->first, l->own, true};
    if (l->second != NULL) array[n++] = (state_array){l->second, l->own, true};
    if (l->average != NULL) array[n++] = (state_array){l->average, all, false};
    return n;
}

static size_t state_size(const void *self)
{
    const learner *l = self;
    state_array array[MOST_ARRAYS];
    return 2 * sizeof(uint64_t) + list_arrays(array, l) * l->n * sizeof(sg_real);
}

static void state_save(void *bytes, const void *self)
{
    const learner *l = self;
    const uint64_t counts[2] = {l->n_steps, l->fields != NULL
                                                ? SG_R(sg_field_batches_step)(l->fields)
                                                : SG_R(sg_network_step)(l->network)};
    state_array array[MOST_ARRAYS];
    unsigned char *to = bytes;
    const size_t n_arrays = list_arrays(array, l);
    memcpy(to, counts, sizeof counts);
    to += sizeof counts;
    for (size_t i = 0; i < n_arrays; i++, to += l->n * sizeof(sg_real)) {
        const stretch of = array[i].of;
        memcpy(to + of.begin * sizeof(sg_real), array[i].value,
               (of.end - of.begin) * sizeof(sg_real));
        if (l->received != NULL && array[i].is_divided) SG_R(sg_learner_gather)(l, to);
    }
}

static void state_load(void *self, const void *bytes)
{
    learner *l = self;
    uint64_t counts[2];
    state_array array[MOST_ARRAYS];
    const unsigned char *from = bytes;
    const size_t n_arrays = list_arrays(array, l);
    memcpy(counts, from, sizeof counts);
    from += sizeof counts;
    l->n_steps = counts[0];
    SG_R(sg_network_set_step)(l->network, counts[1]);
    if (l->fields != NULL) SG_R(sg_field_batches_set_step)(l->fields, counts[1]);
    for (size_t i = 0; i < n_arrays; i++, from += l->n * sizeof(sg_real)) {
        const stretch of = array[i].of;
        memcpy(array[i].value, from + of.begin * sizeof(sg_real),
               (of.end - of.begin) * sizeof(sg_real));
    }
}

static sg_status fault_of(const void *self, sg_error *err)
{
    const learner *l = self;
    return l->fields != NULL ? SG_R(sg_field_batches_fault)(l->fields, err) : SG_OK;
}

const sg_learner_ops SG_R(sg_learner_ops) = {open_learner,
                                             close_learner,
                                             size_of,
                                             outputs_of,
                                             tensors_of,
                                             SG_R(sg_learner_step_by_options),
                                             SG_R(sg_learner_step_shards),
                                             SG_R(sg_learner_step_by_loss),
                                             predict,
                                             compute_states,
                                             keep,
                                             recall,
                                             read_weights,
                                             write_weights,
                                             state_size,
                                             state_save,
                                             state_load,
                                             fault_of};
