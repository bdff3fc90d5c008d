/* summary_metrics.c - the predictions of every job are a part of the report. */
#include "run/summary_metrics.h"

#include "base/mem.h"

#include <string.h>

bool sg_summary_counts(const sg_ledger_job *job, const uint32_t *chosen)
{
    return job->stage == SG_LEDGER_EVALUATE && job->state == SG_LEDGER_DONE &&
           job->configuration == chosen[job->fold];
}

/* The predictions of a job as one piece. */
typedef struct part {
    double *output; /* [n][width] */
    uint32_t *item; /* [n]        */
    uint32_t n;
} part;

static void parts_free(part *parts, size_t n)
{
    for (size_t i = 0; parts != NULL && i < n; i++) {
        sg_free(parts[i].output);
        sg_free(parts[i].item);
    }
    sg_free(parts);
}

/* Read the predictions of a job; nothing where one of them does not fit the networks. */
static sg_status read_part(part *p, sg_ledger *ledger, int64_t job, const sg_workload *w,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_predictions list = {0};
    const uint32_t width = w->outputs.n, n_items = sg_item_count(&w->data);
    SG_TRY(sg_ledger_read_predictions(&list, ledger, job, err));
    SG_ALLOC(p->output, list.n * width);
    SG_ALLOC(p->item, list.n);
    for (size_t i = 0; i < list.n; i++) {
        const sg_ledger_prediction *row = &list.row[i];
        if (row->part != SG_TEST) continue;
        SG_REQUIRE(row->n_outputs == width && row->item < n_items, SG_EFORMAT,
                   "the results have a prediction of %u outputs for item %u", row->n_outputs,
                   row->item);
        memcpy(p->output + (size_t)p->n * width, row->output, width * sizeof *p->output);
        p->item[p->n++] = row->item;
    }
done:
    sg_ledger_predictions_free(&list);
    return status;
}

static sg_predictions predictions_of(const part *p, const sg_workload *w,
                                     const sg_ledger_job *job)
{
    const sg_training_spec training =
        sg_workload_training(w, job->configuration, sg_workload_fold(w, false, job->fold));
    return (sg_predictions){.output = p->output,
                            .item = p->item,
                            .n = p->n,
                            .width = w->outputs.n,
                            .loss = training.options->loss,
                            .targets = &w->targets.of_loss,
                            .scale = training.scale};
}

sg_status sg_summary_metrics(sg_metric_report *report, const sg_workload *w, sg_ledger *ledger,
                             const sg_ledger_jobs *jobs, const uint32_t *chosen, sg_error *err)
{
    sg_status status = SG_OK;
    part *parts = NULL;                 /* [jobs->n] */
    sg_predictions *predictions = NULL; /* [jobs->n] */
    uint32_t n = 0;
    SG_ALLOC(parts, jobs->n);
    SG_ALLOC(predictions, jobs->n);
    for (size_t i = 0; i < jobs->n; i++) {
        const sg_ledger_job *job = &jobs->row[i];
        if (!sg_summary_counts(job, chosen)) continue;
        SG_TRY(read_part(&parts[n], ledger, job->id, w, err));
        predictions[n] = predictions_of(&parts[n], w, job);
        if (parts[n].n > 0) n++;
    }
    if (n > 0) SG_TRY(sg_metric_report_make(report, predictions, n, err));
done:
    sg_free(predictions);
    parts_free(parts, jobs->n);
    return status;
}
