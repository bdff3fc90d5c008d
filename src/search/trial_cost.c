/* trial_cost.c - counting what the loops of an epoch will do.
 *
 * A head adds a message per pair and channel, a matrix multiplies the numbers of every row, and an optimizer moves all
 * parameters in every batch.  A training goes through each of them about three times: forward, back, for the weights.
 * The three kinds of steps do not take the same time, but nearly enough to tell cheap candidates from dear ones; the rate of
 * a machine is measured by the candidates that have been trained. */
#include "search/trial_cost.h"

#include "run/workload_parts.h"

/* Seconds of a step on a usual processor, until one has been measured; a number of a matrix takes this part of it. */
static const double USUAL_RATE = 1.2e-9, PART_OF_MATRIX = 0.15;

/* The work of a tensor in an epoch of all items. */
static double work_of(const sg_tensor *t, const sg_model_on_data *m, uint32_t n_items)
{
    const sg_state *before = &m->outline.state[t->layer], *behind = before + 1;
    const double rows = before->of_nodes ? m->spec.graph->n_nodes : n_items;
    if (t->plan != NULL) return (double)t->plan->n_pairs * before->width;
    if (t->label != NULL) return rows * behind->width;
    return PART_OF_MATRIX * rows * (double)t->n;
}

void sg_trial_cost_measure(sg_trial_cost *cost, const sg_model_on_data *m, sg_epoch_size size)
{
    const sg_network_outline *outline = &m->outline;
    const double part = size.n_items > 0 ? (double)size.n_train / size.n_items : 1;
    const double batches = size.batch > 0 ? (double)size.n_train / size.batch : 1;
    *cost = (sg_trial_cost){.fits = true, .n_weights = outline->n_parameters};
    for (uint32_t t = 0; t < outline->n_tensors; t++) {
        const sg_tensor *tensor = &outline->tensor[t];
        if (tensor->plan != NULL) cost->n_pairs += tensor->plan->n_pairs;
        cost->work += 3 * part * work_of(tensor, m, size.n_items);
    }
    cost->work += (batches + 1) * (double)outline->n_parameters;
    cost->plan_bytes = sgi_workload_plan_bytes(m);
}

void sg_work_rate_note(sg_work_rate *rate, double work, double seconds)
{
    if (!(work > 0 && seconds > 0)) return;
    rate->work += work;
    rate->seconds += seconds;
}

double sg_work_rate_seconds(const sg_work_rate *rate)
{
    return rate->work > 0 ? rate->seconds / rate->work : USUAL_RATE;
}
