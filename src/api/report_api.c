/* report_api.c - the page as a whole, and single figures. */
#include "api/report_parts.h"
#include "api/web_files.h"

#include "base/file.h"
#include "base/mem.h"
#include "run/run_folder.h"

#include <stdio.h>
#include <string.h>

/* ---- What a report is made of ----------------------------------------------------------------- */

static void close_report(sgi_report *report)
{
    sg_explainer_close(report->explainer);
    sg_model_close(report->model);
    sg_data_close(report->data);
}

/* Without memory, or where the user has stopped, there is no report; anything else may be missing. */
static bool is_fatal(sg_status status)
{
    return status == SG_ENOMEM || status == SG_ECANCELED;
}

static sg_status open_data(sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const sg_data_options options = {.folder = report->options->data_folder,
                                     .n_threads = report->options->n_threads};
    /* As the experiment names it: the overview has the name alone, not the path of a file. */
    const sg_experiment *experiment = &report->results->experiment;
    sg_status opened = sg_data_open(&report->data, experiment->data, &options, &inner);
    if (opened == SG_OK && experiment->relabel != NULL)
        opened = sg_data_relabel(report->data, experiment->relabel, &inner);
    SG_REQUIRE(!is_fatal(opened), opened, "%s", inner.text);
    if (opened != SG_OK) {
        (void)snprintf(report->why_no_data, sizeof report->why_no_data, "%s", inner.text);
        sg_data_close(report->data);
        report->data = NULL;
    }
done:
    return status;
}

static sg_status open_model(sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_text path = {0};
    const char *saved = report->results->overview.model, *asked = report->options->model;
    if (asked == NULL && saved == NULL) {
        (void)snprintf(report->why_no_model, sizeof report->why_no_model,
                       report->results->overview.is_complete
                           ? "The run has saved no model."
                           : "The run has not saved a model yet.");
        goto done;
    }
    if (asked == NULL)
        SG_TRY(sg_run_folder_path(&path, report->results->overview.folder, saved, err));
    const sg_status opened =
        sg_model_open(&report->model, asked != NULL ? asked : path.data, &inner);
    SG_REQUIRE(opened == SG_OK || (asked == NULL && !is_fatal(opened)), opened, "%s",
               inner.text);
    if (opened != SG_OK)
        (void)snprintf(report->why_no_model, sizeof report->why_no_model, "%s", inner.text);
done:
    sg_text_free(&path);
    return status;
}

/* Gradients that a layer of a graph may take.  Few models need as many; those with thousands of broken
 * lines would need far more, and forty graphs of them should not take an hour. */
enum { REPORT_STEPS = 100 };

static sg_status open_explainer(sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    if (report->data == NULL || report->model == NULL) goto done;
    const sg_label_options labels = {.n_threads = report->options->n_threads,
                                     .observer = report->options->observer};
    const sg_explainer_options options = {.steps = REPORT_STEPS, .labels = &labels};
    const sg_status opened =
        sg_explainer_open(&report->explainer, report->model, report->data, &options, &inner);
    SG_REQUIRE(!is_fatal(opened), opened, "%s", inner.text);
    if (opened != SG_OK)
        (void)snprintf(report->why_no_model, sizeof report->why_no_model, "%s", inner.text);
done:
    return status;
}

static sg_status open_report(sgi_report *report, sg_results *results,
                             const sg_report_options *options, bool explains, sg_error *err)
{
    static const sg_report_options defaults = {0};
    sg_status status = SG_OK;
    report->results = results;
    report->options = options != NULL ? options : &defaults;
    SG_TRY(open_data(report, err));
    if (!explains) goto done;
    SG_TRY(open_model(report, err));
    SG_TRY(open_explainer(report, err));
done:
    return status;
}

/* ---- The page --------------------------------------------------------------------------------- */

/* A part of the page: a section with a heading and an entry in the table of contents. */
typedef struct section {
    const char *id, *title;
    sg_status (*write)(sg_text *html, const sgi_report *report, sg_error *err);
} section;

/* Where there is nothing to explore, why, and what to do. */
static sg_status write_no_explorer(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const bool no_data = report->data == NULL;
    SG_TRY(sg_text_add(html, err, "<div class=\"empty\"><p>"));
    SG_TRY(sgi_html_add(html, no_data ? report->why_no_data : report->why_no_model, err));
    SG_TRY(sg_text_add(html, err, "</p><p>%s</p></div>\n",
                       no_data ? "With the data (<code>--data-dir</code>) this page has graphs "
                                 "and the messages that the model passes in them."
                               : "With a saved model (<code>save: one</code> or <code>save: "
                                 "all</code> in the experiment file) this page has graphs and "
                                 "the messages that the model passes in them."));
done:
    return status;
}

static sg_status write_explorer(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    if (report->explainer == NULL) return write_no_explorer(html, report, err);
    SG_TRY(sg_text_add(html, err, "%s", sgi_web_explorer_html));
    SG_TRY(sg_text_add(html, err, "<script type=\"application/json\" id=\"data\">"));
    SG_TRY(sgi_report_explorer(html, report, err));
    SG_TRY(sg_text_add(html, err, "</script>\n"));
done:
    return status;
}

static const section SECTIONS[] = {
    {"results", "Results", sgi_report_results},
    {"curves", "Learning curves", sgi_report_curves},
    {"predictions", "Predictions", sgi_report_predictions},
    {"ablation", "Ablation", sgi_report_ablation},
    {"explorer", "Explorer", write_explorer},
    {"weights", "Weights", sgi_report_weights},
    {"configuration", "Configuration", sgi_report_configuration}};

enum { N_SECTIONS = sizeof SECTIONS / sizeof *SECTIONS };

static sg_status write_sections(sg_text *body, sg_text *contents, const sgi_report *report,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_text part = {0};
    for (int s = 0; s < N_SECTIONS; s++) {
        const section *is = &SECTIONS[s];
        part.size = 0;
        SG_TRY(is->write(&part, report, err));
        if (part.size == 0) continue;
        SG_TRY(sg_text_add(contents, err, "<a href=\"#%s\">%s</a>\n", is->id, is->title));
        SG_TRY(sg_text_add(body, err,
                           "<section id=\"%s\" aria-labelledby=\"%s-title\"><h2 "
                           "id=\"%s-title\">%s</h2>\n",
                           is->id, is->id, is->id, is->title));
        SG_TRY(sg_text_add_bytes(body, part.data, part.size, err));
        SG_TRY(sg_text_add(body, err, "</section>\n"));
    }
done:
    sg_text_free(&part);
    return status;
}

/* What takes the place of <!--{name}--> in the page. */
typedef struct slot {
    const char *name;
    const char *text; /* NULL: nothing */
} slot;

static sg_status fill_slots(sg_text *page, const char *frame, const slot *slots, sg_error *err)
{
    static const char begin[] = "<!--{", end[] = "}-->";
    sg_status status = SG_OK;
    for (const char *mark = NULL; (mark = strstr(frame, begin)) != NULL;) {
        const char *name = mark + strlen(begin);
        const size_t length = strcspn(name, "}");
        SG_TRY(sg_text_add_bytes(page, frame, (size_t)(mark - frame), err));
        for (const slot *s = slots; s->name != NULL; s++)
            if (s->text != NULL && strlen(s->name) == length &&
                memcmp(s->name, name, length) == 0)
                SG_TRY(sg_text_add_bytes(page, s->text, strlen(s->text), err));
        frame = name + length + strlen(end);
    }
    SG_TRY(sg_text_add_bytes(page, frame, strlen(frame), err));
done:
    return status;
}

static sg_status write_page(sg_text *page, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text title = {0}, header = {0}, contents = {0}, body = {0};
    SG_TRY(sgi_html_add(&title, sg_path_name(report->results->overview.data), err));
    SG_TRY(sgi_report_header(&header, report, err));
    SG_TRY(write_sections(&body, &contents, report, err));
    const slot slots[] = {{"title", title.data},
                          {"version", SG_VERSION},
                          {"picture-style", sg_svg_css()},
                          {"style", sgi_web_report_css},
                          {"header", header.data},
                          {"contents", contents.data},
                          {"body", body.data},
                          {"script", report->explainer != NULL ? sgi_web_report_js : ""},
                          {NULL, NULL}};
    SG_TRY(fill_slots(page, sgi_web_report_html, slots, err));
done:
    sg_text_free(&body);
    sg_text_free(&contents);
    sg_text_free(&header);
    sg_text_free(&title);
    return status;
}

sg_status sg_report_write(const char *path, sg_results *results,
                          const sg_report_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_report report = {0};
    sg_text page = {0};
    SG_TRY(open_report(&report, results, options, true, err));
    SG_TRY(write_page(&page, &report, err));
    SG_TRY(sg_file_write(path, page.data, page.size, err));
done:
    sg_text_free(&page);
    close_report(&report);
    return status;
}

/* ---- Single figures --------------------------------------------------------------------------- */

static sg_status draw_weights(sg_text *svg, const sgi_report *report, uint32_t number,
                              bool of_values, sg_error *err)
{
    sg_status status = SG_OK;
    size_t n = 0;
    SG_REQUIRE(report->data != NULL, SG_ENOTFOUND, "%s", report->why_no_data);
    SG_REQUIRE(report->explainer != NULL, SG_EINVAL, "%s: %s", report->results->overview.folder,
               report->why_no_model);
    const sg_explained_head *head = sg_explainer_heads(&n, report->explainer);
    SG_REQUIRE(number < n, SG_EINVAL, "there is no head %u; the model has %zu, from 0 on",
               number, n);
    SG_TRY(sgi_figure_weights(svg, &head[number], of_values, SG_SVG_ALONE, err));
done:
    return status;
}

static sg_status draw_predictions(sg_text *svg, const sgi_report *report,
                                  sg_status (*draw)(sg_text *, sg_results *, const sg_dataset *,
                                                    sg_svg_kind, sg_error *),
                                  sg_error *err)
{
    if (report->data == NULL)
        return sg_error_set(err, SG_ENOTFOUND, SG_WHERE, "%s", report->why_no_data);
    return draw(svg, report->results, report->data, SG_SVG_ALONE, err);
}

static sg_status draw_figure(sg_text *svg, const sgi_report *report, sg_figure figure,
                             uint32_t head, sg_error *err)
{
    sg_results *r = report->results;
    switch (figure) {
    case SG_FIGURE_CURVES:
        return sgi_figure_curves(svg, r, false, SG_SVG_ALONE, err);
    case SG_FIGURE_LOSS:
        return sgi_figure_curves(svg, r, true, SG_SVG_ALONE, err);
    case SG_FIGURE_CONFUSION:
        return draw_predictions(svg, report, sgi_figure_confusion, err);
    case SG_FIGURE_SCATTER:
        return draw_predictions(svg, report, sgi_figure_scatter, err);
    case SG_FIGURE_ROC:
        return draw_predictions(svg, report, sgi_figure_roc, err);
    case SG_FIGURE_HEAT_MAP:
        return sgi_figure_heat_map(svg, r, SG_SVG_ALONE, err);
    case SG_FIGURE_THRESHOLD:
        return sgi_figure_threshold(svg, r, SG_SVG_ALONE, err);
    case SG_FIGURE_OCCURRENCES:
        return draw_weights(svg, report, head, false, err);
    case SG_FIGURE_WEIGHTS:
        return draw_weights(svg, report, head, true, err);
    }
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "there is no figure %d", (int)figure);
}

sg_status sg_figure_draw(char **svg, sg_results *results, sg_figure figure, uint32_t head,
                         const sg_report_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_report report = {0};
    sg_text text = {0};
    const bool of_model = figure == SG_FIGURE_OCCURRENCES || figure == SG_FIGURE_WEIGHTS;
    const bool of_data =
        figure == SG_FIGURE_CONFUSION || figure == SG_FIGURE_SCATTER || figure == SG_FIGURE_ROC;
    report.results = results;
    if (of_model || of_data) SG_TRY(open_report(&report, results, options, of_model, err));
    SG_TRY(draw_figure(&text, &report, figure, head, err));
    *svg = text.data;
    text = (sg_text){0};
done:
    sg_text_free(&text);
    close_report(&report);
    return status;
}
