/* ensemble.c - outputs to probabilities and back. */
#include "run/ensemble.h"

#include "model/outputs.h"

void sg_ensemble_add(double *sum, double *output, size_t n, uint32_t width, sg_task task)
{
    sg_outputs_probabilities(output, n, width, task);
    for (size_t i = 0; i < n * width; i++) sum[i] += output[i];
}

void sg_ensemble_mean(double *sum, size_t n_values, uint32_t n_members, sg_task task)
{
    for (size_t i = 0; i < n_values; i++)
        sum[i] = sg_output_of_probability(sum[i] / n_members, task);
}
