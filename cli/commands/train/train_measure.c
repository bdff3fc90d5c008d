/* train_measure.c - all metrics of the graphs that were held out, and intervals by them. */
#include "message.h"
#include "prediction_view.h"
#include "train_job.h"

#include <stdlib.h>

/* The share of items whose interval is to hold what is true, where predictions are written. */
static const double COVERAGE = 0.9;

/* The part to be judged by: test items have chosen nothing, validation items the best epoch. */
static sg_part part_of(const train_job *j)
{
    if (j->training.n_items[SG_TEST] > 0) return SG_TEST;
    return j->training.n_items[SG_VALIDATION] > 0 ? SG_VALIDATION : SG_TRAIN;
}

const char *train_held_out_word(const train_job *j)
{
    return j->n_cross > 0 ? "out-of-fold" : sg_part_word(j->held_out);
}

/* Predict the items of a part with the model itself. */
static sg_status predict_part(train_cross *said, const train_job *j, sg_error *err)
{
    const uint32_t *item = j->training.item[j->held_out], n = j->training.n_items[j->held_out];
    const bool nodes = sg_model_sizes_of(j->model).item == SG_ITEM_NODE;
    const sg_label_options labels = {.struct_size = sizeof labels,
                                     .n_threads = j->training.n_threads};
    sg_prediction *prediction = NULL;
    sg_trust *trust = calloc((size_t)sg_data_sizes_of(j->data).n_graphs + 1, sizeof *trust);
    said->item = calloc((size_t)n + 1, sizeof *said->item);
    said->trust = calloc((size_t)n + 1, sizeof *said->trust);
    said->score =
        calloc((size_t)n * sg_model_sizes_of(j->model).n_outputs + 1, sizeof *said->score);
    sg_status status = SG_ENOMEM;
    if (trust != NULL && said->item != NULL && said->trust != NULL && said->score != NULL)
        status = sg_prediction_open(&prediction, j->model, j->data, &labels, err);
    else
        *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
    if (status == SG_OK) status = sg_prediction_run(said->score, prediction, item, n, err);
    if (status == SG_OK && j->has_opponents)
        status = sg_prediction_trust(trust, prediction, err);
    for (uint32_t i = 0; status == SG_OK && i < n; i++) {
        said->item[i] = item[i];
        if (!nodes) said->trust[i] = sg_trust_share(&trust[item[i]]);
    }
    said->n = n;
    sg_prediction_close(prediction);
    free(trust);
    return status;
}

/* Intervals from what the folds said, and how often they held. */
static sg_status calibrate(train_job *j, sg_error *err)
{
    const sg_held_out held_out = train_cross_items(&j->cross, j->n_members);
    sg_coverage coverage = {.struct_size = sizeof coverage};
    sg_status status =
        sg_model_coverage(&coverage, j->model, j->data, &held_out, COVERAGE, err);
    if (status == SG_OK) status = sg_model_calibrate(j->model, j->data, &held_out, err);
    if (status == SG_OK) j->coverage = coverage;
    return status;
}

int train_measure(train_job *j)
{
    sg_error err = {0};
    sg_status status = SG_OK;
    j->held_out = part_of(j);
    if (j->held_out == SG_TRAIN) return 0;
    if (j->n_cross == 0)
        status = predict_part(&j->cross, j, &err);
    else
        status = calibrate(j, &err);
    if (status == SG_OK)
        status = measure_list_make(&j->measures, j->model, j->data, j->cross.score,
                                   j->cross.item, j->cross.n, &err);
    return status == SG_OK ? train_write_predictions(j, &j->cross)
                           : message_failure(&err, NULL);
}
