/* report_figures.c - the figures of a run as HTML, each with a caption. */
#include "report/report_parts.h"

#include "base/mem.h"

enum { MOST_HEADS = 4 };

/* A figure that a run has nothing for is left out; all other failures are failures. */
static sg_status add_figure(sg_text *html, sg_status drawn, const sg_text *svg,
                            const sg_error *inner, const char *caption, sg_error *err)
{
    sg_status status = SG_OK;
    if (drawn == SG_EINVAL) goto done;
    SG_REQUIRE(drawn == SG_OK, drawn, "%s", inner->text);
    SG_TRY(sgi_html_figure(html, svg, caption, err));
done:
    return status;
}

/* Draw with `call`, which sees `svg` and `inner`, and add what comes out. */
#define ADD_FIGURE(html, caption, call)                                                        \
    do {                                                                                       \
        sg_text svg = {0};                                                                     \
        sg_error inner = {0};                                                                  \
        const sg_status drawn = (call);                                                        \
        status = add_figure((html), drawn, &svg, &inner, (caption), err);                      \
        sg_text_free(&svg);                                                                    \
        if (status != SG_OK) goto done;                                                        \
    } while (0)

sg_status sgi_report_strip(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_results *r = report->results;
    ADD_FIGURE(
        html,
        "The test metric of every training, fold by fold; the band is the 95 % confidence "
        "interval of the mean over folds.",
        sgi_figure_folds(&svg, r, SG_SVG_IN_PAGE, &inner));
done:
    return status;
}

sg_status sgi_report_curves(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_results *r = report->results;
    const bool is_alone = r->overview.n_folds * r->overview.n_runs == 1;
    ADD_FIGURE(
        html,
        is_alone
            ? "The run has one training; the dot is its best epoch."
            : "Means over folds and runs; the band is one standard deviation to each side. "
              "A training that has stopped keeps its last value. Thin curves are single "
              "trainings, up to 30 of them, with their best epochs.",
        sgi_figure_curves(&svg, r, false, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(html, is_alone ? "Its loss." : "The loss in the same trainings.",
               sgi_figure_curves(&svg, r, true, SG_SVG_IN_PAGE, &inner));
done:
    return status;
}

static sg_status add_note(sg_text *html, const char *words, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(html, err, "<p class=\"note\">"));
    SG_TRY(sgi_html_add(html, words, err));
    SG_TRY(sg_text_add(html, err, "</p>\n"));
done:
    return status;
}

sg_status sgi_report_predictions(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_results *r = report->results;
    if (report->data == NULL) {
        SG_TRY(add_note(html, report->why_no_data, err));
        goto done;
    }
    ADD_FIGURE(
        html,
        "All folds and runs together: how many percent of a class are predicted as which, and "
        "their number.",
        sgi_figure_confusion(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "All folds and runs together. On the line, predicted and true are the same. R² and the "
        "errors are those of all points, errors in the unit of the target. Several targets are "
        "drawn as the network learned them, scaled, so that they fit into one figure.",
        sgi_figure_scatter(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(html,
               "What is true minus what is predicted: a cloud around the dashed line without a "
               "slope or a bend is what to hope for.",
               sgi_figure_residuals(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "How many of those with a label, or of the second class, are found, at the price of how "
        "many others. Guessing gives the line. The curve and its area are of test items of all "
        "folds and runs together; the mean of folds is what the metric roc-auc reports, where "
        "outputs of different trainings are not compared.",
        sgi_figure_roc(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "How many of those that are found have the label, or are of the second class. The "
        "dashed line, where there is one, is guessing. The curve is of all folds and runs "
        "together, as above.",
        sgi_figure_precision(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "Reliability: how often predictions with a probability come true, in 15 bins. On "
        "the line, probabilities mean what they say; above it the model is too careful, below "
        "it too sure. The band is the 95 % interval of the share in a bin.",
        sgi_figure_calibration(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
done:
    return status;
}

sg_status sgi_report_ablation(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_results *r = report->results;
    ADD_FIGURE(html,
               "Mean over the folds of every configuration of the grid. The outlined one was "
               "chosen by validation, also where test graphs are shown.",
               sgi_figure_heat_map(&svg, r, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "Mean over the folds with one standard deviation to each side, and the number of "
        "weights that are left (dashed).",
        sgi_figure_threshold(&svg, r, SG_SVG_IN_PAGE, &inner));
done:
    return status;
}

/* How many weights have their initial values. */
static sg_status add_untrained(sg_text *html, const uint64_t *uses, uint32_t n, sg_error *err)
{
    uint64_t n_untrained = 0;
    for (uint32_t w = 0; uses != NULL && w < n; w++) n_untrained += uses[w] == 0;
    if (n_untrained == 0) return SG_OK;
    const sgi_phrase some = sgi_count_words(n_untrained), all = sgi_count_words(n);
    return sg_text_add(
        html, err,
        "<p class=\"hint\">%s of %s weights were never trained: no training graph "
        "has such a pair of nodes. They keep their initial values and are gray.</p>\n",
        some.text, all.text);
}

/* Whether the figure has dotted lines: some weights are rare, and not all of them equally. */
static bool has_rare(const sg_explained_head *head)
{
    bool rare = false, other = false;
    for (uint32_t w = 0; w < head->n_weights; w++) {
        rare = rare || head->occurrences[w] <= SGI_RARE;
        other = other || head->occurrences[w] != head->occurrences[0];
    }
    return rare && other;
}

static sg_status add_head_weights(sg_text *html, const sgi_report *report, uint32_t number,
                                  const sg_explained_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *uses = NULL;
    SG_TRY(sgi_report_uses(&uses, report, number, err));
    SG_TRY(sg_text_add(html, err, "<h3>Layer %u, head %u: <code>", head->layer, head->number));
    SG_TRY(sgi_html_add(html, head->text, err));
    SG_TRY(sg_text_add(html, err, "</code></h3>\n"));
    SG_TRY(add_untrained(html, uses, head->n_weights, err));
    ADD_FIGURE(
        html,
        has_rare(head)
            ? "How often each weight occurs among the pairs of nodes of the data. Right of "
              "the dotted lines are weights that occur at most 10, 9, … 1 times."
            : "How often each weight occurs among the pairs of nodes of the data.",
        sgi_figure_weights(&svg, head, uses, false, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(html, "The same weights in the same order: what they are after training.",
               sgi_figure_weights(&svg, head, uses, true, SG_SVG_IN_PAGE, &inner));
done:
    sg_free(uses);
    return status;
}

sg_status sgi_report_weights(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    size_t n = 0, shown = 0, n_encoding = 0;
    if (report->explainer == NULL) goto done;
    const sg_explained_head *head = sg_explainer_heads(&n, report->explainer);
    for (size_t h = 0; h < n; h++) {
        if (head[h].decodes || head[h].n_weights == 0) continue;
        n_encoding++;
        if (shown == MOST_HEADS) continue;
        shown++;
        SG_TRY(add_head_weights(html, report, (uint32_t)h, &head[h], err));
    }
    if (n_encoding > shown)
        SG_TRY(sg_text_add(html, err,
                           "<p class=\"note\">The first %zu of %zu heads; each of them can "
                           "be drawn as a figure of its own.</p>\n",
                           shown, n_encoding));
done:
    return status;
}
