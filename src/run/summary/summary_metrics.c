/* summary_metrics.c - the predictions of every job are a part of the report. */
#include "run/summary/summary_metrics.h"

#include "base/mem.h"
#include "run/job_predictions.h"

bool sg_summary_counts(const sg_ledger_job *job, const uint32_t *chosen)
{
    return job->stage == SG_EVALUATING && job->state == SG_LEDGER_DONE &&
           job->configuration == chosen[job->fold];
}

static void parts_free(sg_job_predictions *parts, size_t n)
{
    for (size_t i = 0; parts != NULL && i < n; i++) sg_job_predictions_free(&parts[i]);
    sg_free(parts);
}

static sg_predictions predictions_of(const sg_job_predictions *p, const sg_workload *w,
                                     const sg_ledger_job *job)
{
    const bool own_unit = !w->experiment->report_scaled;
    return (sg_predictions){.output = p->output,
                            .item = p->item,
                            .n = p->n,
                            .width = w->outputs.n,
                            .loss = w->configuration[job->configuration].train.loss,
                            .targets = &w->targets.of_loss,
                            .scale = own_unit ? w->outputs.scale : NULL,
                            .shift = p->shift};
}

sg_status sg_summary_metrics(sg_metric_report *report, const sg_workload *w, sg_ledger *ledger,
                             const sg_ledger_jobs *jobs, const uint32_t *chosen, sg_error *err)
{
    sg_status status = SG_OK;
    sg_job_predictions *parts = NULL;   /* [jobs->n] */
    sg_predictions *predictions = NULL; /* [jobs->n] */
    uint32_t n = 0;
    SG_ALLOC(parts, jobs->n);
    SG_ALLOC(predictions, jobs->n);
    for (size_t i = 0; i < jobs->n; i++) {
        const sg_ledger_job *job = &jobs->row[i];
        if (!sg_summary_counts(job, chosen)) continue;
        SG_TRY(sg_job_predictions_read(&parts[n], w, ledger, job->id, SG_TEST, err));
        predictions[n] = predictions_of(&parts[n], w, job);
        if (parts[n].n > 0)
            n++;
        else
            sg_job_predictions_free(&parts[n]);
    }
    if (n > 0) SG_TRY(sg_metric_report_make(report, predictions, n, err));
done:
    sg_free(predictions);
    parts_free(parts, jobs->n);
    return status;
}
