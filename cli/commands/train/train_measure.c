/* train_measure.c - all metrics of the graphs that were held out. */
#include "message.h"
#include "train_job.h"

#include <stdlib.h>

/* The part to be judged by: test items have chosen nothing, validation items the best epoch. */
static sg_part part_of(const train_job *j)
{
    if (j->training.n_items[SG_TEST] > 0) return SG_TEST;
    return j->training.n_items[SG_VALIDATION] > 0 ? SG_VALIDATION : SG_TRAIN;
}

int train_measure(train_job *j)
{
    sg_error err = {0};
    sg_prediction *prediction = NULL;
    j->held_out = part_of(j);
    if (j->held_out == SG_TRAIN) return 0;
    const uint32_t *item = j->training.item[j->held_out], n = j->training.n_items[j->held_out];
    const sg_label_options labels = {.struct_size = sizeof labels,
                                     .n_threads = j->training.n_threads};
    double *score = calloc((size_t)n * sg_model_sizes_of(j->model).n_outputs, sizeof *score);
    if (score == NULL) return message_out_of_memory();
    sg_status status = sg_prediction_open(&prediction, j->model, j->data, &labels, &err);
    if (status == SG_OK) status = sg_prediction_run(score, prediction, item, n, &err);
    if (status == SG_OK)
        status = measure_list_make(&j->measures, j->model, j->data, score, item, n, &err);
    const int code = status == SG_OK ? train_write_predictions(j, prediction, score)
                                     : message_failure(&err, NULL);
    sg_prediction_close(prediction);
    free(score);
    return code;
}
