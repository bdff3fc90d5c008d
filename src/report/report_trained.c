/* report_trained.c - which weights of a model were never trained.
 *
 * A model has weights for all triples of its data, test graphs included; what no training graph has
 * keeps its initial value and should not be read as learned.  The folds are read or made anew, as the
 * run did it; they are believed where they have as many training graphs as the job says. */
#include "report/report_parts.h"

#include "base/mem.h"
#include "formats/data_folders.h"
#include "run/workload_parts.h"

/* The folds of the run. */
static sg_status open_folds(sg_splits *splits, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    sg_workload folds = {.experiment = &report->results->experiment, .data = *report->data};
    SG_TRY(sg_data_folders_find(&path, report->results->experiment.data,
                                report->options->data_folder, err));
    SG_TRY(sgi_workload_open_splits(&folds, path.data, err));
    *splits = folds.splits;
    folds.splits = (sg_splits){0};
done:
    sg_splits_free(&folds.splits);
    sg_splits_free(&folds.inner);
    sg_text_free(&path);
    return status;
}

/* Mark the training graphs of a fold; *trained stays NULL where there are not as many. */
static sg_status mark_training(bool **trained, const sg_splits *splits,
                               const sg_result_job *job, uint32_t n_graphs, sg_error *err)
{
    sg_status status = SG_OK;
    bool *made = NULL;
    if (job->fold >= splits->n_folds) goto done;
    const sg_index_list *train = &splits->fold[job->fold].part[SG_TRAIN];
    if (train->n != job->n_items[SG_TRAIN]) goto done;
    SG_ALLOC(made, n_graphs);
    for (uint32_t i = 0; i < train->n; i++) made[train->index[i]] = true;
    *trained = made;
done:
    return status;
}

/* The training graphs of the model; *trained is NULL where they are unknown. */
static sg_status find_training(bool **trained, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_splits splits = {0};
    sg_error inner = {0};
    bool found = false;
    size_t job = 0;
    *trained = NULL;
    if (sg_blueprint_item(&report->model->blueprint) != SG_ITEM_GRAPH) goto done;
    SG_TRY(sgi_report_job(&found, &job, report, err));
    if (!found || report->results->job[job].stage != SG_EVALUATING) goto done;
    const sg_status opened = open_folds(&splits, report, &inner);
    SG_REQUIRE(opened != SG_ENOMEM && opened != SG_ECANCELED, opened, "%s", inner.text);
    if (opened != SG_OK) goto done; /* the splits are gone: nobody knows */
    SG_TRY(mark_training(trained, &splits, &report->results->job[job],
                         report->data->graph.n_graphs, err));
done:
    sg_splits_free(&splits);
    return status;
}

sg_status sgi_report_met(sg_known_parts *met, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    bool *trained = NULL;
    SG_TRY(find_training(&trained, report, err));
    if (trained != NULL) SG_TRY(sg_known_parts_mark(met, report->explainer, trained, err));
done:
    sg_free(trained);
    return status;
}

sg_status sgi_report_uses(uint64_t **uses, const sgi_report *report, uint32_t head,
                          sg_error *err)
{
    sg_status status = SG_OK;
    size_t n_heads = 0;
    const sg_explained_head *of = sg_explainer_heads(&n_heads, report->explainer);
    bool *trained = NULL;
    uint64_t *made = NULL;
    *uses = NULL;
    if (of[head].decodes || of[head].n_weights == 0) goto done;
    SG_TRY(find_training(&trained, report, err));
    if (trained == NULL) goto done;
    SG_ALLOC(made, of[head].n_weights);
    SG_TRY(sg_explainer_count_uses(made, report->explainer, head, trained, err));
    *uses = made;
    made = NULL;
done:
    sg_free(made);
    sg_free(trained);
    return status;
}
