/* train_baselines.c - what anybody could say without a network, on the very items that were held out.
 *
 * Two opponents: the mean, or the shares of the classes, of the training items; and a linear model of how often
 * each label occurs in a graph, trained as the model itself was. */
#include "message.h"
#include "train_job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What an output is, on average, over the training items: the mean of a target, the share of a class. */
static double mean_of(const train_job *j, const sg_data_arrays *arrays, uint32_t output)
{
    const bool classes = sg_model_sizes_of(j->model).task == SG_CLASSIFICATION;
    double sum = 0, n = 0;
    for (uint32_t i = 0; i < j->training.n_items[SG_TRAIN]; i++) {
        const uint32_t item = j->training.item[SG_TRAIN][i];
        const double value =
            classes
                ? arrays->graph_class[item] == output
                : arrays->target[(size_t)item * sg_data_sizes_of(j->data).n_targets + output];
        if (isnan(value)) continue;
        sum += value;
        n++;
    }
    return n > 0 ? sum / n : 0;
}

static sg_status measure_mean(measure_list *list, const train_job *j, double *score,
                              sg_error *err)
{
    const sg_data_arrays arrays = sg_data_view_of(j->data);
    const uint32_t n_outputs = sg_model_sizes_of(j->model).n_outputs,
                   n = j->training.n_items[j->held_out];
    for (uint32_t o = 0; o < n_outputs; o++) {
        const double mean = mean_of(j, &arrays, o);
        for (uint32_t i = 0; i < n; i++) score[(size_t)i * n_outputs + o] = mean;
    }
    return measure_list_make(list, j->model, j->data, score, j->training.item[j->held_out], n,
                             err);
}

static sg_status measure_linear(measure_list *list, const train_job *j, double *score,
                                sg_error *err)
{
    const sg_model_size size = sg_model_sizes_of(j->model);
    const char *outputs = size.task == SG_CLASSIFICATION ? "classes" : "targets",
               *judge = size.task == SG_REGRESSION ? "loss: mse, metric: rmse" : "metric: loss";
    char text[512];
    (void)snprintf(text, sizeof text,
                   "scale: %s\nlayers:\n  - decoder: { heads: [\"label\", \"wl-edges:1\"], "
                   "outputs: %s, pool: sum }\n  - add: { outputs: %s }\n"
                   "train: { optimizer: adamw, weight-decay: 0.5, learning-rate: 0.003, "
                   "batch-size: 32, epochs: 100, average: 0.98, %s }\n",
                   size.task == SG_REGRESSION ? "standard" : "none", outputs, outputs, judge);
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description = text,
        .task = (sg_task_choice)(SG_TASK_CLASSIFICATION + (int)size.task),
        .known_item = j->training.item[SG_TRAIN],
        .n_known_items = j->training.n_items[SG_TRAIN]};
    sg_training_options training = {.struct_size = sizeof training,
                                    .description = text,
                                    .seed = j->training.seed,
                                    .n_threads = j->training.n_threads};
    for (int p = 0; p < SG_N_PARTS; p++) {
        training.item[p] = j->training.item[p];
        training.n_items[p] = j->training.n_items[p];
    }
    const uint32_t *item = j->training.item[j->held_out], n = j->training.n_items[j->held_out];
    sg_model *linear = NULL;
    sg_prediction *prediction = NULL;
    sg_status status = sg_model_build(&linear, j->data, &options, err);
    if (status == SG_OK) status = sg_model_train(NULL, linear, j->data, &training, err);
    if (status == SG_OK) status = sg_prediction_open(&prediction, linear, j->data, NULL, err);
    if (status == SG_OK) status = sg_prediction_run(score, prediction, item, n, err);
    if (status == SG_OK) status = measure_list_make(list, linear, j->data, score, item, n, err);
    sg_prediction_close(prediction);
    sg_model_close(linear);
    return status;
}

int train_measure_baselines(train_job *j)
{
    sg_error err = {0};
    const sg_model_size size = sg_model_sizes_of(j->model);
    if (!j->has_opponents || j->measures.n == 0 || j->n_columns > 0) return 0;
    double *score =
        calloc((size_t)j->training.n_items[j->held_out] * size.n_outputs, sizeof *score);
    if (score == NULL) return message_out_of_memory();
    sg_status status = measure_mean(&j->baseline[0], j, score, &err);
    if (status == SG_OK) status = measure_linear(&j->baseline[1], j, score, &err);
    free(score);
    return status == SG_OK ? 0 : message_failure(&err, NULL);
}

const char *train_baseline_name(const train_job *j, int which)
{
    if (which == 1) return "a linear model of label counts";
    return sg_model_sizes_of(j->model).task == SG_REGRESSION ? "the mean of what trains"
                                                             : "the shares of what trains";
}

/* One line for each: all metrics of all targets together. */
void train_baselines_print(const train_job *j)
{
    for (int b = 0; b < N_BASELINES; b++) {
        const measure_list *list = &j->baseline[b];
        if (list->n == 0) continue;
        printf("beside it, %s:", train_baseline_name(j, b));
        for (uint32_t m = 0, n = 0; m < list->n; m++) {
            const sg_measure *one = &list->measure[m];
            if (one->target != NULL) continue;
            printf("%s %s %s", n++ > 0 ? "," : "", one->metric,
                   measure_in_words(one->value, one->in_percent).text);
        }
        putchar('\n');
    }
}
