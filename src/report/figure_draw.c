/* figure_draw.c - one figure of a run as a picture of its own. */
#include "report/report_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"

static sg_status draw_weights(sg_text *svg, const sgi_report *report, uint32_t number,
                              bool of_values, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *uses = NULL;
    size_t n = 0;
    SG_REQUIRE(report->data != NULL, SG_ENOTFOUND, "%s", report->why_no_data);
    SG_REQUIRE(report->explainer != NULL, SG_EINVAL, "%s: %s", report->results->overview.folder,
               report->why_no_model);
    const sg_explained_head *head = sg_explainer_heads(&n, report->explainer);
    SG_REQUIRE(number < n, SG_EINVAL, "there is no head %u; the model has %zu, numbered from 0",
               number, n);
    SG_TRY(sgi_report_uses(&uses, report, number, err));
    SG_TRY(sgi_figure_weights(svg, &head[number], uses, of_values, SG_SVG_ALONE, err));
done:
    sg_free(uses);
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
    case SG_FIGURE_PRECISION:
        return draw_predictions(svg, report, sgi_figure_precision, err);
    case SG_FIGURE_CALIBRATION:
        return draw_predictions(svg, report, sgi_figure_calibration, err);
    case SG_FIGURE_RESIDUALS:
        return draw_predictions(svg, report, sgi_figure_residuals, err);
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

static bool needs_data(sg_figure figure)
{
    return figure == SG_FIGURE_CONFUSION || figure == SG_FIGURE_SCATTER ||
           figure == SG_FIGURE_ROC || figure == SG_FIGURE_PRECISION ||
           figure == SG_FIGURE_CALIBRATION || figure == SG_FIGURE_RESIDUALS;
}

sg_status sg_figure_draw(char **svg, sg_results *results, sg_figure figure, uint32_t head,
                         const sg_report_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(svg);
    SG_REQUIRE_ARGUMENT(results);
    sg_report_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    sgi_report report = {0};
    sg_text text = {0};
    sg_watch watch;
    sg_watch_begin(&watch, chosen.observer);
    const bool of_model = figure == SG_FIGURE_OCCURRENCES || figure == SG_FIGURE_WEIGHTS;
    const bool of_data = needs_data(figure);
    report.results = results;
    if (of_model || of_data) SG_TRY(sgi_report_open(&report, results, &chosen, of_model, err));
    SG_TRY(draw_figure(&text, &report, figure, head, err));
    *svg = text.data;
    text = (sg_text){0};
done:
    sg_text_free(&text);
    sgi_report_close(&report);
    sg_watch_end(&watch);
    return status;
}
