/* report_sources.c - opening what a report is made of. */
#include "report/report_parts.h"

#include "base/mem.h"
#include "formats/data_file.h"
#include "formats/data_folders.h"
#include "formats/element_file.h"
#include "formats/relabel_file.h"
#include "run/run_folder.h"
#include "store/model_file.h"
#include "store/model_place.h"

#include <stdio.h>

/* Without memory, or where the user has stopped, there is no report; anything else may be missing,
 * and the page says why. */
static sg_status forgive(char why[600], sg_status opened, const sg_error *inner, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(opened != SG_ENOMEM && opened != SG_ECANCELED, opened, "%s", inner->text);
    if (opened != SG_OK) (void)snprintf(why, 600, "%s", inner->text);
done:
    return status;
}

static void close_data(sgi_report *report)
{
    if (report->data == NULL) return;
    sg_dataset_free(report->data);
    sg_free(report->data);
    report->data = NULL;
}

static void close_model(sgi_report *report)
{
    if (report->model == NULL) return;
    sg_model_free(report->model);
    sg_free(report->model);
    report->model = NULL;
}

/* As the experiment names it: the overview has the name alone, not the path of a file.  Molecules are
 * read as the model read them. */
static sg_status read_data(sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experiment *experiment = &report->results->experiment;
    sg_text path = {0};
    const char *form = report->model != NULL ? sg_model_form_text(report->model) : NULL;
    SG_ALLOC(report->data, 1);
    SG_TRY(sg_data_folders_find(&path, experiment->data, report->options->data_folder, err));
    SG_TRY(sg_data_file_open(report->data, path.data, form, report->options->n_threads, err));
    if (experiment->relabel != NULL)
        SG_TRY(sg_dataset_relabel_by_file(report->data, experiment->relabel, err));
    if (report->options->elements != NULL)
        SG_TRY(sg_dataset_name_elements(report->data, report->options->elements, err));
done:
    sg_text_free(&path);
    if (status != SG_OK) close_data(report);
    return status;
}

static sg_status read_model(sgi_report *report, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text place = {0};
    SG_ALLOC(report->model, 1);
    SG_TRY(sg_model_place(&place, path, err));
    SG_TRY(sg_model_read(report->model, place.data, err));
done:
    sg_text_free(&place);
    if (status != SG_OK) close_model(report);
    return status;
}

/* The model that the user asks for must be there; the run's own may be missing. */
static sg_status open_model(sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_text path = {0};
    const sg_result_overview *o = &report->results->overview;
    if (report->options->model != NULL) {
        SG_TRY(read_model(report, report->options->model, err));
    } else if (o->model != NULL) {
        SG_TRY(sg_run_folder_path(&path, o->folder, o->model, err));
        const sg_status opened = read_model(report, path.data, &inner);
        SG_TRY(forgive(report->why_no_model, opened, &inner, err));
    } else {
        (void)snprintf(report->why_no_model, sizeof report->why_no_model,
                       o->is_complete ? "The run has saved no model."
                                      : "The run has not saved a model yet.");
    }
done:
    sg_text_free(&path);
    return status;
}

/* Gradients that a layer of a graph may take.  Few models need as many; those with thousands of broken
 * lines would need far more, and forty graphs of them should not take an hour. */
enum { REPORT_STEPS = 100 };

static sg_status open_explainer(sgi_report *report, sg_error *err)
{
    sg_error inner = {0};
    if (report->data == NULL || report->model == NULL) return SG_OK;
    const sg_label_options labels = {.struct_size = sizeof labels,
                                     .n_threads = report->options->n_threads,
                                     .observer = report->options->observer};
    const sg_explainer_options options = {
        .struct_size = sizeof options, .steps = REPORT_STEPS, .labels = &labels};
    const sg_status opened =
        sg_explainer_open(&report->explainer, report->model, report->data, &options, &inner);
    return forgive(report->why_no_model, opened, &inner, err);
}

sg_status sgi_report_open(sgi_report *report, sg_results *results,
                          const sg_report_options *options, bool explains, sg_error *err)
{
    static const sg_report_options defaults = {0};
    sg_status status = SG_OK;
    sg_error inner = {0};
    report->results = results;
    report->options = options != NULL ? options : &defaults;
    if (explains) SG_TRY(open_model(report, err));
    const sg_status opened = read_data(report, &inner);
    SG_TRY(forgive(report->why_no_data, opened, &inner, err));
    if (explains) SG_TRY(open_explainer(report, err));
done:
    return status;
}

void sgi_report_close(sgi_report *report)
{
    sg_explainer_close(report->explainer);
    close_model(report);
    close_data(report);
}
