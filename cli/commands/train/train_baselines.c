/* train_baselines.c - what anybody could say without a network, on the very items that were held out.
 *
 * Two opponents: the mean, or the shares of the classes, of the training items; and a linear model of what the nodes
 * of a graph have, trained as the model itself was. */
#include "message.h"
#include "train_job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What trains, validates and is to be judged, once or fold by fold. */
typedef struct parts {
    const uint32_t *item[SG_N_PARTS];
    uint32_t n[SG_N_PARTS];
} parts;

/* What an output is, on average, over the training items: the mean of a target, the share of a class. */
static double mean_of(const train_job *j, const parts *p, const sg_data_arrays *arrays,
                      uint32_t output)
{
    const bool classes = sg_model_sizes_of(j->model).task == SG_CLASSIFICATION;
    double sum = 0, n = 0;
    for (uint32_t i = 0; i < p->n[SG_TRAIN]; i++) {
        const uint32_t item = p->item[SG_TRAIN][i];
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

/* A baseline's scores of the items of p->item[SG_TEST]: [n][outputs]. */
typedef sg_status baseline(double *score, const train_job *j, const parts *p, sg_error *err);

static sg_status say_mean(double *score, const train_job *j, const parts *p, sg_error *err)
{
    (void)err;
    const sg_data_arrays arrays = sg_data_view_of(j->data);
    const uint32_t n_outputs = sg_model_sizes_of(j->model).n_outputs;
    for (uint32_t o = 0; o < n_outputs; o++) {
        const double mean = mean_of(j, p, &arrays, o);
        for (uint32_t i = 0; i < p->n[SG_TEST]; i++) score[(size_t)i * n_outputs + o] = mean;
    }
    return SG_OK;
}

/* What the linear opponent counts: labels or, where nodes have attributes and no labels, sums of attributes; of images,
 * and other graphs of one size, every node by its place, as a logistic regression of pixels does. */
typedef struct linear_opponent {
    const char *input, *heads, *name;
} linear_opponent;

static linear_opponent linear_of(const train_job *j)
{
    const sg_data_size size = sg_data_sizes_of(j->data);
    const sg_data_arrays arrays = sg_data_view_of(j->data);
    bool one_size = true;
    for (uint32_t g = 0; g < size.n_graphs; g++)
        one_size = one_size && arrays.graph_offset[g + 1] - arrays.graph_offset[g] ==
                                   arrays.graph_offset[1] - arrays.graph_offset[0];
    if (size.n_node_labels > 0 || size.n_node_attributes == 0)
        return (linear_opponent){"", "\"label\", \"wl-edges:1\"",
                                 "a linear model of label counts"};
    if (one_size)
        return (linear_opponent){"input: attributes\n", "\"index\"",
                                 "a linear model of the attributes of every node"};
    return (linear_opponent){"input: attributes\n", "\"none\"",
                             "a linear model of the sums of attributes"};
}

static sg_status say_linear(double *score, const train_job *j, const parts *p, sg_error *err)
{
    const sg_model_size size = sg_model_sizes_of(j->model);
    const linear_opponent counts = linear_of(j);
    const char *outputs = size.task == SG_CLASSIFICATION ? "classes" : "targets",
               *judge = size.task == SG_REGRESSION ? "loss: mse, metric: rmse" : "metric: loss";
    char text[512];
    (void)snprintf(text, sizeof text,
                   "scale: %s\n%slayers:\n  - decoder: { heads: [%s], "
                   "outputs: %s, pool: sum }\n  - add: { outputs: %s }\n"
                   "train: { optimizer: adamw, weight-decay: 0.5, learning-rate: 0.003, "
                   "batch-size: 32, epochs: 100, average: 0.98, %s }\n",
                   size.task == SG_REGRESSION ? "standard" : "none", counts.input, counts.heads,
                   outputs, outputs, judge);
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description = text,
        .task = (sg_task_choice)(SG_TASK_CLASSIFICATION + (int)size.task),
        .known_item = p->item[SG_TRAIN],
        .n_known_items = p->n[SG_TRAIN]};
    sg_training_options training = {.struct_size = sizeof training,
                                    .description = text,
                                    .seed = j->training.seed,
                                    .n_threads = j->training.n_threads};
    for (int part = SG_TRAIN; part <= SG_VALIDATION; part++) {
        training.item[part] = p->item[part];
        training.n_items[part] = p->n[part];
    }
    sg_model *linear = NULL;
    sg_prediction *prediction = NULL;
    sg_status status = sg_model_build(&linear, j->data, &options, err);
    if (status == SG_OK) status = sg_model_train(NULL, linear, j->data, &training, err);
    if (status == SG_OK) status = sg_prediction_open(&prediction, linear, j->data, NULL, err);
    if (status == SG_OK)
        status = sg_prediction_run(score, prediction, p->item[SG_TEST], p->n[SG_TEST], err);
    sg_prediction_close(prediction);
    sg_model_close(linear);
    return status;
}

/* The scores of a fold in the order of its items, put where the items are in the list of all. */
static void place(double *score, const double *said, const train_cross *all, const parts *p,
                  uint32_t *row_of, uint32_t width)
{
    for (uint32_t i = 0; i < all->n; i++) row_of[all->item[i]] = i;
    for (uint32_t i = 0; i < p->n[SG_TEST]; i++)
        for (uint32_t o = 0; o < width; o++)
            score[(size_t)row_of[p->item[SG_TEST][i]] * width + o] =
                said[(size_t)i * width + o];
}

/* Fold by fold, as the model was judged. */
static sg_status say_folds(double *score, const train_job *j, baseline *say, sg_error *err)
{
    const uint32_t width = sg_model_sizes_of(j->model).n_outputs,
                   n_graphs = sg_data_sizes_of(j->data).n_graphs;
    sg_splits *splits = NULL;
    char *path = train_beside_model(j, ".run/splits.json");
    double *said = calloc((size_t)n_graphs * width + 1, sizeof *said);
    uint32_t *row_of = calloc((size_t)n_graphs + 1, sizeof *row_of);
    sg_status status = SG_ENOMEM;
    if (path != NULL && said != NULL && row_of != NULL)
        status = sg_splits_open_for(&splits, path, j->data, err);
    else
        *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
    for (uint32_t f = 0; status == SG_OK && f < sg_splits_folds(splits); f++) {
        parts p = {0};
        for (int part = 0; part < SG_N_PARTS; part++)
            p.item[part] = sg_splits_part(&p.n[part], splits, f, (sg_part)part);
        status = say(said, j, &p, err);
        if (status == SG_OK) place(score, said, &j->cross, &p, row_of, width);
    }
    sg_splits_close(splits);
    free(path);
    free(said);
    free(row_of);
    return status;
}

static sg_status say_once(double *score, const train_job *j, baseline *say, sg_error *err)
{
    parts p = {0};
    for (int part = 0; part < SG_N_PARTS; part++) {
        p.item[part] = j->training.item[part];
        p.n[part] = j->training.n_items[part];
    }
    p.item[SG_TEST] = j->cross.item;
    p.n[SG_TEST] = j->cross.n;
    return say(score, j, &p, err);
}

int train_measure_baselines(train_job *j)
{
    static baseline *const all[N_BASELINES] = {say_mean, say_linear};
    sg_error err = {0};
    const sg_model_size size = sg_model_sizes_of(j->model);
    sg_status status = SG_OK;
    if (!j->has_opponents || j->measures.n == 0 || j->n_columns > 0) return 0;
    double *score = calloc((size_t)j->cross.n * size.n_outputs + 1, sizeof *score);
    if (score == NULL) return message_out_of_memory();
    for (int b = 0; b < N_BASELINES && status == SG_OK; b++) {
        status = (j->n_cross > 0 ? say_folds : say_once)(score, j, all[b], &err);
        if (status == SG_OK)
            status = measure_list_make(&j->baseline[b], j->model, j->data, score, j->cross.item,
                                       j->cross.n, &err);
    }
    free(score);
    return status == SG_OK ? 0 : message_failure(&err, NULL);
}

const char *train_baseline_name(const train_job *j, int which)
{
    if (which == 1) return linear_of(j).name;
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
