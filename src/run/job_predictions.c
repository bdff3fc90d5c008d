/* job_predictions.c - rows of the ledger as arrays. */
#include "run/job_predictions.h"

#include "base/mem.h"

#include <string.h>

enum { NAME_ROOM = 256 };

void sg_job_predictions_free(sg_job_predictions *predictions)
{
    sg_free(predictions->output);
    sg_free(predictions->item);
    sg_free(predictions->shift);
    *predictions = (sg_job_predictions){0};
}

sg_status sg_job_predictions_read(sg_job_predictions *predictions, const sg_workload *w,
                                  sg_ledger *ledger, int64_t job, sg_part part, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_predictions list = {0};
    sg_job_predictions made = {0};
    double *threshold = NULL; /* [width] */
    const uint32_t width = w->outputs.n, n_items = sg_item_count(&w->data);
    SG_TRY(sg_ledger_read_predictions(&list, ledger, job, err));
    SG_ALLOC(made.output, list.n * width);
    SG_ALLOC(made.item, list.n);
    for (size_t i = 0; i < list.n; i++) {
        const sg_ledger_prediction *row = &list.row[i];
        if (row->part != part) continue;
        SG_REQUIRE(row->n_outputs == width && row->item < n_items, SG_EFORMAT,
                   "the results have a prediction of %u outputs for item %u", row->n_outputs,
                   row->item);
        memcpy(made.output + (size_t)made.n * width, row->output, width * sizeof *made.output);
        made.item[made.n++] = row->item;
    }
    SG_TRY(sg_job_thresholds_read(&threshold, ledger, job, width, err));
    SG_TRY(sg_job_thresholds_shift(&made.shift, threshold, &w->outputs, err));
    *predictions = made;
    made = (sg_job_predictions){0};
done:
    sg_free(threshold);
    sg_job_predictions_free(&made);
    sg_ledger_predictions_free(&list);
    return status;
}

/* The metric of every target column, then the threshold of every class or label. */
static sg_status make_targets(sg_ledger_details *details, sg_job_details_memory *memory,
                              const sg_workload *workload, const sg_job_result *result,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_outputs *o = &workload->outputs;
    const char *metric = workload->configuration[0].train.metric->name;
    sg_ledger_target *row = NULL;
    size_t n = 0;
    SG_ALLOC(memory->target, 2 * (size_t)o->n);
    row = memory->target;
    for (uint32_t c = 0; c < o->n && result->column_metric != NULL; c++)
        row[n++] = (sg_ledger_target){SG_TEST, sg_names_at(&o->target_name, c), metric,
                                      result->column_metric[c]};
    for (uint32_t c = 0; c < o->n && result->threshold != NULL; c++) {
        char name[NAME_ROOM];
        sg_outputs_name(name, sizeof name, o, c);
        SG_TRY(sg_names_add(&memory->name, name, strlen(name), err));
    }
    for (uint32_t c = 0; c < o->n && result->threshold != NULL; c++)
        row[n++] = (sg_ledger_target){SG_VALIDATION, sg_names_at(&memory->name, c),
                                      SG_THRESHOLD_ROW, result->threshold[c]};
    details->target = row;
    details->n_targets = n;
done:
    return status;
}

void sg_job_details_free(sg_job_details_memory *memory)
{
    sg_free(memory->target);
    sg_free(memory->prediction);
    sg_names_free(&memory->name);
    *memory = (sg_job_details_memory){0};
}

sg_status sg_job_details_make(sg_ledger_details *details, sg_job_details_memory *memory,
                              const sg_workload *workload, const sg_job *job,
                              const sg_job_result *result, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = workload->outputs.n, n_test = result->size[SG_TEST];
    *details = (sg_ledger_details){.epoch = result->epoch, .n_epochs = result->n_epochs};
    if (result->column_metric != NULL || result->threshold != NULL)
        SG_TRY(make_targets(details, memory, workload, result, err));
    if (job->stage == SG_EVALUATING && result->test_output != NULL) {
        SG_ALLOC(memory->prediction, n_test);
        for (uint32_t i = 0; i < n_test; i++)
            memory->prediction[i] = (sg_ledger_prediction){
                SG_TEST, result->test_item[i], result->test_output + (size_t)i * n, n};
        details->prediction = memory->prediction;
        details->n_predictions = n_test;
    }
done:
    return status;
}
