/* job_predictions.c - rows of the ledger as arrays. */
#include "run/job_predictions.h"

#include "base/mem.h"

#include <string.h>

void sg_job_predictions_free(sg_job_predictions *predictions)
{
    sg_free(predictions->output);
    sg_free(predictions->item);
    *predictions = (sg_job_predictions){0};
}

sg_status sg_job_predictions_read(sg_job_predictions *predictions, const sg_workload *w,
                                  sg_ledger *ledger, int64_t job, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_predictions list = {0};
    sg_job_predictions made = {0};
    const uint32_t width = w->outputs.n, n_items = sg_item_count(&w->data);
    SG_TRY(sg_ledger_read_predictions(&list, ledger, job, err));
    SG_ALLOC(made.output, list.n * width);
    SG_ALLOC(made.item, list.n);
    for (size_t i = 0; i < list.n; i++) {
        const sg_ledger_prediction *row = &list.row[i];
        if (row->part != SG_TEST) continue;
        SG_REQUIRE(row->n_outputs == width && row->item < n_items, SG_EFORMAT,
                   "the results have a prediction of %u outputs for item %u", row->n_outputs,
                   row->item);
        memcpy(made.output + (size_t)made.n * width, row->output, width * sizeof *made.output);
        made.item[made.n++] = row->item;
    }
    *predictions = made;
    made = (sg_job_predictions){0};
done:
    sg_job_predictions_free(&made);
    sg_ledger_predictions_free(&list);
    return status;
}
