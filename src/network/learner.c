/* learner.c - the choice of a precision, and how weights start. */
#include "network/learner.h"

#include "base/mem.h"
#include "network/learner_ops.h"

#include <math.h>
#include <string.h>

struct sg_learner {
    const sg_learner_ops *ops;
    void *self;
    const sg_network_spec *spec;
};

sg_status sg_learner_open(sg_learner **learner, const sg_network_spec *spec,
                          const sg_learner_options *options, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_learner *opened = NULL;
    SG_TRY(sg_optimizer_check(&options->optimizer, err));
    SG_ALLOC(opened, 1);
    opened->spec = spec;
    opened->ops =
        options->precision == SG_PRECISION_DOUBLE ? &sg_learner_ops_f64 : &sg_learner_ops_f32;
    SG_TRY(opened->ops->open(&opened->self, spec, options, threads, err));
    *learner = opened;
    opened = NULL;
done:
    sg_learner_close(opened);
    return status;
}

void sg_learner_close(sg_learner *learner)
{
    if (learner == NULL) return;
    learner->ops->close(learner->self);
    sg_free(learner);
}

size_t sg_learner_size(const sg_learner *learner)
{
    return learner->ops->size(learner->self);
}

uint32_t sg_learner_outputs(const sg_learner *learner)
{
    return learner->ops->outputs(learner->self);
}

const sg_tensor *sg_learner_tensors(const sg_learner *learner, uint32_t *n_tensors)
{
    return learner->ops->tensors(learner->self, n_tensors);
}

double sg_learner_step(double *outputs, sg_learner *learner, const uint32_t *item, uint32_t n,
                       double learning_rate)
{
    return learner->ops->step(outputs, learner->self, item, n, learning_rate);
}

double sg_learner_step_by(sg_learner *learner, const uint32_t *item, uint32_t n,
                          double learning_rate, const sg_batch_loss *loss)
{
    return learner->ops->step_by(learner->self, item, n, learning_rate, loss);
}

sg_status sg_learner_fault(const sg_learner *learner, sg_error *err)
{
    return learner->ops->fault(learner->self, err);
}

void sg_learner_predict(double *outputs, sg_learner *learner, const uint32_t *item, uint32_t n)
{
    learner->ops->predict(outputs, learner->self, item, n);
}

void sg_learner_states(double *value, sg_learner *learner, uint32_t state, const uint32_t *item,
                       uint32_t n)
{
    learner->ops->states(value, learner->self, state, item, n);
}

void sg_learner_keep(sg_learner *learner)
{
    learner->ops->keep(learner->self);
}

void sg_learner_recall(sg_learner *learner)
{
    learner->ops->recall(learner->self);
}

void sg_learner_read(double *value, const sg_learner *learner)
{
    learner->ops->read(value, learner->self);
}

void sg_learner_write(sg_learner *learner, const double *value)
{
    learner->ops->write(learner->self, value, 0, sg_learner_size(learner));
}

size_t sg_learner_state_size(const sg_learner *learner)
{
    return learner->ops->state_size(learner->self);
}

void sg_learner_state_save(void *bytes, const sg_learner *learner)
{
    learner->ops->state_save(bytes, learner->self);
}

void sg_learner_state_load(sg_learner *learner, const void *bytes)
{
    learner->ops->state_load(learner->self, bytes);
}

/* ---- Starting ------------------------------------------------------------------------------- */

/* Weights drawn at a time. */
enum { CHUNK = 1024 };

static void fill(sg_learner *learner, const sg_tensor *t, const sg_init *init, size_t size,
                 sg_rng *rng)
{
    double value[CHUNK];
    for (size_t i = 0; i < t->n; i += CHUNK) {
        const size_t n = t->n - i < CHUNK ? t->n - i : CHUNK;
        sg_init_fill(value, n, init, size, rng);
        learner->ops->write(learner->self, value, t->first + i, n);
    }
}

/* The heads of a layer are one tensor in the paper's code, and some inits depend on its size. */
static size_t whole_size(const sg_tensor *tensor, uint32_t n_tensors, const sg_tensor *t)
{
    size_t sum = 0;
    for (uint32_t u = 0; u < n_tensors; u++)
        if (tensor[u].layer == t->layer && strcmp(tensor[u].name, t->name) == 0)
            sum += tensor[u].n;
    return sum;
}

/* What a kind starts in its own way: as in torch, or as Glorot and Bengio (2010) do, if that is wanted. */
static sg_init init_by_inputs(const sg_tensor *t, const sg_init *weights, const sg_init *biases)
{
    const double inputs = (double)t->fan_in;
    const bool is_matrix = t->n_axes == 2;
    double end = t->fan_in > 0 ? 1 / sqrt(inputs) : 0;
    if (weights->kind == SG_INIT_GLOROT && strncmp(t->name, "bias", 4) == 0) return *biases;
    if (weights->kind == SG_INIT_GLOROT)
        end = sqrt(6 / (inputs + (is_matrix ? (double)t->axis[1].size : 1)));
    return (sg_init){SG_INIT_UNIFORM, -end, end};
}

static sg_init init_of(const sg_tensor *t, const sg_init *weights, const sg_init *biases)
{
    switch (t->start) {
    case SG_START_FAN_IN:
        return init_by_inputs(t, weights, biases);
    case SG_START_ONES:
    case SG_START_INPUT_DEVIATIONS:
    case SG_START_SPARSE_DEVIATIONS:
        return (sg_init){SG_INIT_CONSTANT, 1, 0};
    case SG_START_ZEROS:
    case SG_START_INPUT_MEANS:
        return (sg_init){SG_INIT_CONSTANT, 0, 0};
    case SG_START_BIASES:
        return *biases;
    case SG_START_WEIGHTS:
        break;
    }
    return *weights;
}

void sg_learner_start(sg_learner *learner, const sg_init *weights, const sg_init *biases,
                      uint64_t seed)
{
    uint32_t n_tensors = 0;
    const sg_tensor *tensor = sg_learner_tensors(learner, &n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++) {
        const sg_init init = init_of(&tensor[t], weights, biases);
        sg_rng rng = sg_rng_stream(seed, (uint64_t[]){tensor[t].layer, t}, 2);
        fill(learner, &tensor[t], &init, whole_size(tensor, n_tensors, &tensor[t]), &rng);
    }
}

/* ---- Statistics of the input ---------------------------------------------------------------- */

/* The nodes of an item: *first up to the returned one. */
static uint32_t nodes_of(uint32_t *first, const sg_network_spec *spec, uint32_t item)
{
    const bool of_node = spec->item == SG_ITEM_NODE;
    *first = of_node ? item : spec->graph->graph_offset[item];
    return of_node ? item + 1 : spec->graph->graph_offset[item + 1];
}

/* Add up, over the nodes of some items, x or (x - mean)^2 of every column that is a number. */
static size_t add_columns(double *sum, const sg_network_spec *spec, const uint32_t *item,
                          uint32_t n, const double *mean)
{
    size_t n_nodes = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first = 0;
        const uint32_t end = nodes_of(&first, spec, item[i]);
        for (size_t v = first; v < end; v++, n_nodes++) {
            size_t column = 0;
            for (uint32_t b = 0; b < sg_network_inputs(spec); b++) {
                const sg_input_block block = sg_network_input(spec, b);
                for (uint32_t e = 0; block.value != NULL && e < block.width; e++) {
                    const double x = block.value[v * block.width + e];
                    sum[column + e] +=
                        mean == NULL ? x : (x - mean[column + e]) * (x - mean[column + e]);
                }
                column += block.width;
            }
        }
    }
    return n_nodes;
}

/* A column that never changes, and all that are no numbers, are divided by 1. */
static void measure(double *mean, double *deviation, const sg_network_spec *spec,
                    const uint32_t *item, uint32_t n)
{
    const uint32_t width = sg_network_input_width(spec);
    const size_t n_nodes = add_columns(mean, spec, item, n, NULL);
    for (uint32_t c = 0; c < width && n_nodes > 0; c++) mean[c] /= (double)n_nodes;
    (void)add_columns(deviation, spec, item, n, mean);
    for (uint32_t c = 0; c < width; c++)
        deviation[c] = deviation[c] > 0 ? sqrt(deviation[c] / (double)n_nodes) : 1;
}

/* The deviations of sparse columns; n_columns of them, those of the table and perhaps more.  Those that never
 * change are divided by 1. */
static void measure_sparse(double *mean, double *deviation, uint32_t n_columns,
                           const sg_sparse_table *x, const sg_network_spec *spec,
                           const uint32_t *item, uint32_t n)
{
    double n_nodes = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first = 0;
        const uint32_t end = nodes_of(&first, spec, item[i]);
        n_nodes += end - first;
        for (uint64_t e = x->row[first]; e < x->row[end]; e++) {
            const double value = (double)x->value[e];
            mean[x->column[e]] += value;
            deviation[x->column[e]] += value * value;
        }
    }
    for (uint32_t c = 0; c < n_columns; c++) {
        const double m = mean[c] / n_nodes, variance = deviation[c] / n_nodes - m * m;
        deviation[c] = n_nodes > 0 && variance > 1e-12 * m * m ? sqrt(variance) : 1;
    }
}

static sg_status measure_sparse_tensor(sg_learner *learner, const sg_tensor *t,
                                       const uint32_t *item, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    double *mean = NULL, *deviation = NULL;
    if (t->sparse == NULL || t->sparse->row == NULL) goto done;
    SG_ALLOC(mean, t->n);
    SG_ALLOC(deviation, t->n);
    measure_sparse(mean, deviation, (uint32_t)t->n, t->sparse, learner->spec, item, n);
    learner->ops->write(learner->self, deviation, t->first, t->n);
done:
    sg_free(mean);
    sg_free(deviation);
    return status;
}

sg_status sg_learner_measure(sg_learner *learner, const uint32_t *item, uint32_t n,
                             sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_tensors = 0;
    const sg_tensor *tensor = sg_learner_tensors(learner, &n_tensors);
    const uint32_t width = sg_network_input_width(learner->spec);
    double *mean = NULL, *deviation = NULL;
    for (uint32_t t = 0; t < n_tensors; t++) {
        const bool means = tensor[t].start == SG_START_INPUT_MEANS;
        if (tensor[t].start == SG_START_SPARSE_DEVIATIONS)
            SG_TRY(measure_sparse_tensor(learner, &tensor[t], item, n, err));
        if (!means && tensor[t].start != SG_START_INPUT_DEVIATIONS) continue;
        if (mean == NULL) {
            SG_ALLOC(mean, width);
            SG_ALLOC(deviation, width);
            measure(mean, deviation, learner->spec, item, n);
        }
        learner->ops->write(learner->self, means ? mean : deviation, tensor[t].first, width);
    }
done:
    sg_free(mean);
    sg_free(deviation);
    return status;
}
