/* report_page.c - tables and figures of a run as HTML.
 *
 * All of it is there without a script, so that it can be read, searched and printed wherever HTML
 * can. */
#include "report/report_parts.h"

#include "base/file.h"
#include "base/mem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CONFIGURATIONS = 30, MOST_HEADS = 4 };

sg_status sgi_html_add(sg_text *html, const char *words, sg_error *err)
{
    sg_status status = SG_OK;
    while (*words != '\0') {
        const size_t plain = strcspn(words, "&<>\"'");
        SG_TRY(sg_text_add_bytes(html, words, plain, err));
        words += plain;
        if (*words == '\0') break;
        const char *escape = *words == '&'   ? "&amp;"
                             : *words == '<' ? "&lt;"
                             : *words == '>' ? "&gt;"
                             : *words == '"' ? "&quot;"
                                             : "&#39;";
        SG_TRY(sg_text_add(html, err, "%s", escape));
        words++;
    }
done:
    return status;
}

/* ---- Numbers ---------------------------------------------------------------------------------- */

typedef struct phrase {
    char text[96];
} phrase;

static int decimals_of(const sg_result_overview *o, double value)
{
    return o->in_percent ? 1 : fabs(value) < 0.01 ? 5 : 3;
}

static phrase metric_words(const sg_result_overview *o, double value)
{
    phrase w = {"–"};
    if (!isnan(value))
        (void)snprintf(w.text, sizeof w.text, "%.*f", decimals_of(o, value), value);
    return w;
}

/* Mean and spread; one value alone has no spread. */
static phrase number_words(double mean, double std, int decimals)
{
    phrase w = {"–"};
    if (isnan(mean)) return w;
    const int size = snprintf(w.text, sizeof w.text, "%.*f", decimals, mean);
    if (!isnan(std) && size > 0 && (size_t)size < sizeof w.text)
        (void)snprintf(w.text + size, sizeof w.text - (size_t)size, " ± %.*f", decimals, std);
    return w;
}

static phrase spread_words(const sg_result_overview *o, double mean, double std)
{
    return number_words(mean, std, decimals_of(o, mean));
}

/* 53921 as "53,921". */
static phrase count_words(uint64_t count)
{
    char digits[24];
    phrase w = {""};
    size_t at = 0;
    const size_t n = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, count);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) w.text[at++] = ',';
        w.text[at++] = digits[i];
    }
    w.text[at] = '\0';
    return w;
}

static phrase time_words(double seconds)
{
    phrase w = {"–"};
    if (seconds < 1)
        (void)snprintf(w.text, sizeof w.text, "%.3g ms", 1000 * seconds);
    else if (seconds < 120)
        (void)snprintf(w.text, sizeof w.text, "%.3g s", seconds);
    else if (seconds < 7200)
        (void)snprintf(w.text, sizeof w.text, "%.0f min", seconds / 60);
    else if (!isnan(seconds))
        (void)snprintf(w.text, sizeof w.text, "%.1f h", seconds / 3600);
    return w;
}

/* ---- The head of the page --------------------------------------------------------------------- */

static sg_status add_fact(sg_text *html, const char *name, const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(html, err, "<div><dt>"));
    SG_TRY(sgi_html_add(html, name, err));
    SG_TRY(sg_text_add(html, err, "</dt><dd>"));
    SG_TRY(sgi_html_add(html, value, err));
    SG_TRY(sg_text_add(html, err, "</dd></div>\n"));
done:
    return status;
}

static phrase weights_words(const sg_result_overview *o)
{
    phrase w = count_words(o->weights_total);
    size_t size = strlen(w.text);
    if (o->n_layers < 2 || o->n_layers > 4) return w;
    for (uint32_t l = 0; l < o->n_layers && size < 60; l++)
        size += (size_t)snprintf(w.text + size, sizeof w.text - size, "%s%s",
                                 l == 0 ? " = " : " + ", count_words(o->weights[l]).text);
    return w;
}

static sg_status add_facts(sg_text *html, const sg_result_overview *o, sg_error *err)
{
    sg_status status = SG_OK;
    char text[96];
    (void)snprintf(text, sizeof text, "%u × %u run%s", o->n_folds, o->n_runs,
                   o->n_runs == 1 ? "" : "s");
    SG_TRY(add_fact(html, o->n_folds == 1 ? "Fold" : "Folds", text, err));
    if (o->n_configurations > 1)
        SG_TRY(add_fact(html, "Configurations", count_words(o->n_configurations).text, err));
    if (o->is_complete) {
        SG_TRY(add_fact(html, "Validation",
                        spread_words(o, o->validation_mean, o->validation_std).text, err));
        SG_TRY(add_fact(html, "Training", metric_words(o, o->train_mean).text, err));
        const phrase best_epoch = number_words(o->best_epoch_mean, o->best_epoch_std, 1);
        SG_TRY(add_fact(html, "Best epoch", best_epoch.text, err));
        SG_TRY(add_fact(html, "Weights", weights_words(o).text, err));
        SG_TRY(add_fact(html, "Time per epoch", time_words(o->seconds_per_epoch).text, err));
        SG_TRY(add_fact(html, "Time in all", time_words(o->seconds_total).text, err));
    }
    (void)snprintf(text, sizeof text, "%" PRIu64, o->seed);
    SG_TRY(add_fact(html, "Seed", text, err));
done:
    return status;
}

/* Where the mean lies.  Folds share training graphs, so that their results vary less than new data would. */
static sg_status add_interval(sg_text *html, const sg_result_overview *o, sg_error *err)
{
    double low, high;
    if (!sgi_mean_interval(&low, &high, o->fold, o->n_folds)) return SG_OK;
    const phrase from = metric_words(o, low), to = metric_words(o, high);
    return sg_text_add(
        html, err,
        "<p class=\"interval\">95 %% confidence interval of the mean over %u folds: "
        "%s to %s. It is rather too narrow, because folds share training "
        "graphs.</p>\n",
        o->n_folds, from.text, to.text);
}

sg_status sgi_report_header(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_overview *o = &report->results->overview;
    SG_TRY(sg_text_add(html, err, "<p class=\"protocol\">"));
    SG_TRY(sgi_html_add(html, o->protocol, err));
    SG_TRY(sg_text_add(html, err, " protocol</p>\n<h1>"));
    SG_TRY(sgi_html_add(html, sg_path_name(o->data), err));
    SG_TRY(sg_text_add(html, err, "</h1>\n"));
    if (o->is_complete) {
        SG_TRY(sg_text_add(html, err, "<p class=\"score\"><strong>%s%s</strong> <span>",
                           spread_words(o, o->test_mean, o->test_std).text,
                           o->in_percent ? " %" : ""));
        SG_TRY(sgi_html_add(html, o->metric, err));
        SG_TRY(sg_text_add(html, err, " on test graphs</span></p>\n"));
        SG_TRY(add_interval(html, o, err));
    } else {
        static const char *const stage[] = {"selection", "evaluation"};
        SG_TRY(sg_text_add(html, err, "<p class=\"note\">Not complete"));
        for (int s = 0; s < 2; s++)
            if (o->n_jobs[s] > 0)
                SG_TRY(sg_text_add(html, err, ", %u of %u trainings of the %s done",
                                   o->n_done[s], o->n_jobs[s], stage[s]));
        SG_TRY(sg_text_add(html, err, "; the run can be resumed.</p>\n"));
    }
    SG_TRY(sg_text_add(html, err, "<dl class=\"facts\">\n"));
    SG_TRY(add_facts(html, o, err));
    SG_TRY(sg_text_add(html, err, "</dl>\n"));
done:
    return status;
}

/* ---- Results ---------------------------------------------------------------------------------- */

static sg_status add_job_cells(sg_text *html, const sg_results *r, uint32_t fold, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_overview *o = &r->overview;
    for (uint32_t run = 0; run < o->n_runs; run++)
        for (size_t j = 0; j < r->jobs.n; j++) {
            const sg_result_job *job = &r->job[j];
            if (job->fold != fold || job->run != run || job->stage != SG_EVALUATING ||
                !sgi_job_counts(r, job))
                continue;
            SG_TRY(sg_text_add(html, err, "<td>%s</td>",
                               metric_words(o, job->metric[sgi_results_test_part(r)]).text));
            break;
        }
done:
    return status;
}

static sg_status add_folds(sg_text *html, const sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_overview *o = &r->overview;
    SG_TRY(sg_text_add(html, err,
                       "<div class=\"wide\"><table class=\"numbers\"><caption>Test %s of every "
                       "fold%s</caption><thead><tr><th scope=\"col\">Fold</th>",
                       o->metric, o->in_percent ? ", in percent" : ""));
    for (uint32_t run = 0; run < o->n_runs; run++)
        SG_TRY(sg_text_add(html, err, "<th scope=\"col\">Run %u</th>", run));
    SG_TRY(sg_text_add(html, err, "<th scope=\"col\">Mean</th></tr></thead><tbody>\n"));
    for (uint32_t f = 0; f < o->n_folds; f++) {
        SG_TRY(sg_text_add(html, err, "<tr><th scope=\"row\">%u</th>", f));
        SG_TRY(add_job_cells(html, r, f, err));
        SG_TRY(sg_text_add(html, err, "<td class=\"mean\">%s</td></tr>\n",
                           metric_words(o, o->fold[f]).text));
    }
    SG_TRY(sg_text_add(html, err, "</tbody></table></div>\n"));
done:
    return status;
}

static sg_status add_targets(sg_text *html, const sg_result_overview *o, sg_error *err)
{
    sg_status status = SG_OK;
    if (o->n_targets < 2) goto done;
    SG_TRY(sg_text_add(html, err,
                       "<div class=\"wide\"><table class=\"numbers\"><caption>Test %s of every "
                       "target</caption><thead><tr><th scope=\"col\">Target</th>"
                       "<th scope=\"col\">Mean</th></tr></thead><tbody>\n",
                       o->metric));
    for (uint32_t t = 0; t < o->n_targets; t++) {
        SG_TRY(sg_text_add(html, err, "<tr><th scope=\"row\">"));
        SG_TRY(sgi_html_add(html, o->target[t].name, err));
        SG_TRY(sg_text_add(html, err, "</th><td>%s</td></tr>\n",
                           spread_words(o, o->target[t].mean, o->target[t].std).text));
    }
    SG_TRY(sg_text_add(html, err, "</tbody></table></div>\n"));
done:
    return status;
}

static sg_status add_configuration_row(sg_text *html, const sg_results *r,
                                       const sg_result_configuration *c, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(html, err, "<tr%s><th scope=\"row\">%u</th>",
                       c->n_chosen > 0 ? " class=\"chosen\"" : "", c->rank + 1));
    for (size_t a = 0; a < r->n_axes; a++) {
        SG_TRY(sg_text_add(html, err, "<td class=\"words\">"));
        SG_TRY(sgi_html_add(html, c->value[a], err));
        SG_TRY(sg_text_add(html, err, "</td>"));
    }
    SG_TRY(sg_text_add(html, err, "<td>%s</td><td>%s</td></tr>\n",
                       metric_words(&r->overview, c->metric).text,
                       count_words(c->weights_total).text));
done:
    return status;
}

static sg_status add_configurations(sg_text *html, const sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = r->configurations.n;
    if (n < 2) goto done;
    SG_TRY(sg_text_add(html, err, "<div class=\"wide\"><table class=\"numbers\"><caption>"));
    if (n > MOST_CONFIGURATIONS)
        SG_TRY(sg_text_add(html, err, "The best %u of %zu configurations",
                           (unsigned)MOST_CONFIGURATIONS, n));
    else
        SG_TRY(sg_text_add(html, err, "All %zu configurations", n));
    SG_TRY(sg_text_add(html, err,
                       " by what selects them; the chosen ones are marked</caption><thead><tr>"
                       "<th scope=\"col\">Rank</th>"));
    for (size_t a = 0; a < r->n_axes; a++) {
        SG_TRY(sg_text_add(html, err, "<th scope=\"col\" class=\"words\">"));
        SG_TRY(sgi_html_add(html, r->axis[a], err));
        SG_TRY(sg_text_add(html, err, "</th>"));
    }
    SG_TRY(sg_text_add(html, err, "<th scope=\"col\">"));
    SG_TRY(sgi_html_add(html, sgi_metric_title(r).text, err));
    SG_TRY(sg_text_add(html, err, "</th><th scope=\"col\">Weights</th></tr></thead><tbody>\n"));
    for (uint32_t rank = 0; rank < n && rank < MOST_CONFIGURATIONS; rank++)
        for (size_t c = 0; c < n; c++)
            if (r->configuration[c].rank == rank)
                SG_TRY(add_configuration_row(html, r, &r->configuration[c], err));
    SG_TRY(sg_text_add(html, err, "</tbody></table></div>\n"));
done:
    return status;
}

sg_status sgi_report_results(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_results *r = report->results;
    if (r->overview.is_complete) {
        SG_TRY(add_folds(html, r, err));
        SG_TRY(add_targets(html, &r->overview, err));
    }
    SG_TRY(add_configurations(html, r, err));
done:
    return status;
}

/* ---- Figures ---------------------------------------------------------------------------------- */

/* A figure that a run has nothing for is left out; all other failures are failures. */
static sg_status add_figure(sg_text *html, sg_status drawn, const sg_text *svg,
                            const sg_error *inner, const char *caption, sg_error *err)
{
    sg_status status = SG_OK;
    if (drawn == SG_EINVAL) goto done;
    SG_REQUIRE(drawn == SG_OK, drawn, "%s", inner->text);
    SG_TRY(sg_text_add(html, err, "<figure><div class=\"picture\">"));
    SG_TRY(sg_text_add_bytes(html, svg->data, svg->size, err));
    SG_TRY(sg_text_add(html, err, "</div><figcaption>%s</figcaption></figure>\n", caption));
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

sg_status sgi_report_curves(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_results *r = report->results;
    ADD_FIGURE(
        html,
        "The test metric of every training, fold by fold; the band is the 95 % confidence "
        "interval of the mean over folds.",
        sgi_figure_folds(&svg, r, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "Means over folds and runs; the band is one standard deviation to each side. "
        "A training that has stopped keeps its last value. Thin curves are single trainings, "
        "up to 30 of them, with their best epochs.",
        sgi_figure_curves(&svg, r, false, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(html, "The loss in the same trainings.",
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
        "Test graphs of all folds and runs: how many percent of a class are predicted as "
        "which, and their number.",
        sgi_figure_confusion(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "Test graphs of all folds and runs. On the line, predicted and true are the same.",
        sgi_figure_scatter(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(html,
               "What is true minus what is predicted: a cloud around the dashed line without a "
               "slope or a bend is what to hope for.",
               sgi_figure_residuals(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "Test items of all folds and runs together: how many of those with a label, or of "
        "the second class, are found, at the price of how many others. Guessing gives the "
        "line.",
        sgi_figure_roc(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "How many of those that are found have the label, or are of the second class. The "
        "dashed line, where there is one, is guessing.",
        sgi_figure_precision(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
    ADD_FIGURE(
        html,
        "Reliability: how often predictions with a probability come true, in 15 bins. On "
        "the line, probabilities mean what they say; the band is the 95 % interval of the "
        "share in a bin.",
        sgi_figure_calibration(&svg, r, report->data, SG_SVG_IN_PAGE, &inner));
done:
    return status;
}

sg_status sgi_report_ablation(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_results *r = report->results;
    ADD_FIGURE(html, "Mean over the folds of every configuration of the grid.",
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
    const phrase some = count_words(n_untrained), all = count_words(n);
    return sg_text_add(
        html, err,
        "<p class=\"hint\">%s of %s weights were never trained: no training graph "
        "has such a pair of nodes. They keep their initial values and are gray.</p>\n",
        some.text, all.text);
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
    ADD_FIGURE(html,
               "How often each weight occurs among the pairs of nodes of the data. Right of "
               "the dotted lines are weights that occur at most 10, 9, … 1 times.",
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

sg_status sgi_report_configuration(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_overview *o = &report->results->overview;
    SG_TRY(sg_text_add(html, err, "<pre tabindex=\"0\" aria-label=\"config.yml\"><code>"));
    SG_TRY(sgi_html_add(html, o->experiment, err));
    SG_TRY(sg_text_add(html, err, "</code></pre>\n"));
done:
    return status;
}
