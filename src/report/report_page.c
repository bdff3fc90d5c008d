/* report_page.c - headline and tables of a run as HTML.
 *
 * All of it is there without a script, so that it can be read, searched and printed wherever HTML
 * can. */
#include "report/report_parts.h"

#include "base/file.h"
#include "base/mem.h"
#include "kernels/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CONFIGURATIONS = 30 };

/* ---- Numbers ---------------------------------------------------------------------------------- */

static int decimals_of(const sg_result_overview *o, double value)
{
    return o->in_percent ? 1 : fabs(value) < 0.01 ? 5 : 3;
}

static sgi_phrase metric_words(const sg_result_overview *o, double value)
{
    sgi_phrase w = {"–"};
    if (!isnan(value))
        (void)snprintf(w.text, sizeof w.text, "%.*f", decimals_of(o, value), value);
    return w;
}

/* Mean and spread; one value alone has no spread. */
static sgi_phrase number_words(double mean, double std, int decimals)
{
    sgi_phrase w = {"–"};
    if (isnan(mean)) return w;
    const int size = snprintf(w.text, sizeof w.text, "%.*f", decimals, mean);
    if (!isnan(std) && size > 0 && (size_t)size < sizeof w.text)
        (void)snprintf(w.text + size, sizeof w.text - (size_t)size, " ± %.*f", decimals, std);
    return w;
}

static sgi_phrase spread_words(const sg_result_overview *o, double mean, double std)
{
    return number_words(mean, std, decimals_of(o, mean));
}

static sgi_phrase time_words(double seconds)
{
    sgi_phrase w = {"–"};
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

static sgi_phrase weights_words(const sg_result_overview *o)
{
    sgi_phrase w = sgi_count_words(o->weights_total);
    size_t size = strlen(w.text);
    if (o->n_layers < 2 || o->n_layers > 4) return w;
    for (uint32_t l = 0; l < o->n_layers && size < 60; l++)
        size += (size_t)snprintf(w.text + size, sizeof w.text - size, "%s%s",
                                 l == 0 ? " = " : " + ", sgi_count_words(o->weights[l]).text);
    return w;
}

/* "1,513 graphs, 2 classes": what the model learned from. */
static sgi_phrase data_words(const sg_dataset *data)
{
    const sg_items *items = &data->items;
    const uint32_t n = items->n_classes > 0 ? items->n_classes : items->target.n_columns;
    sgi_phrase w = {""};
    (void)snprintf(w.text, sizeof w.text, "%.30s %.20s, %u %s",
                   sgi_count_words(sg_item_count(data)).text, sg_items_word(items->kind), n,
                   items->n_classes > 0 ? (n == 1 ? "class" : "classes")
                                        : (n == 1 ? "target" : "targets"));
    return w;
}

/* "encoder, decoder": the layers, in the order of their weights. */
static sg_status add_model(sg_text *html, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text words = {0};
    for (uint32_t l = 0; l < model->blueprint.n_layers; l++)
        SG_TRY(sg_text_add(&words, err, "%s%s", l > 0 ? ", " : "",
                           model->blueprint.layer[l].kind->word));
    if (words.size > 0) SG_TRY(add_fact(html, "Layers", words.data, err));
done:
    sg_text_free(&words);
    return status;
}

static sg_status add_facts(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_overview *o = &report->results->overview;
    char text[96];
    if (report->data != NULL)
        SG_TRY(add_fact(html, "Data", data_words(report->data).text, err));
    if (report->model != NULL) SG_TRY(add_model(html, report->model, err));
    (void)snprintf(text, sizeof text, "%u × %u run%s", o->n_folds, o->n_runs,
                   o->n_runs == 1 ? "" : "s");
    SG_TRY(add_fact(html, o->n_folds == 1 ? "Fold" : "Folds", text, err));
    if (o->n_configurations > 1)
        SG_TRY(
            add_fact(html, "Configurations", sgi_count_words(o->n_configurations).text, err));
    if (o->is_complete) {
        SG_TRY(add_fact(html, "Validation",
                        spread_words(o, o->validation_mean, o->validation_std).text, err));
        SG_TRY(add_fact(html, "Training", metric_words(o, o->train_mean).text, err));
        const sgi_phrase best_epoch = number_words(o->best_epoch_mean, o->best_epoch_std,
                                                   isnan(o->best_epoch_std) ? 0 : 1);
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
static sg_status add_interval(sg_text *html, const sg_result_overview *o, const char *items,
                              sg_error *err)
{
    double low, high;
    if (!sgi_mean_interval(&low, &high, o->fold, o->n_folds)) return SG_OK;
    if (o->in_percent) { /* with few folds it may go beyond what is possible */
        low = fmax(low, 0);
        high = fmin(high, 100);
    }
    const sgi_phrase from = metric_words(o, low), to = metric_words(o, high);
    if (strcmp(from.text, to.text) == 0)
        return sg_text_add(
            html, err,
            "<p class=\"interval\">All %u folds have the same result, so they say "
            "nothing of how sure it is.</p>\n",
            o->n_folds);
    return sg_text_add(
        html, err,
        "<p class=\"interval\">95 %% confidence interval of the mean over %u folds: "
        "%s to %s. It is rather too narrow, because folds share training "
        "%s.</p>\n",
        o->n_folds, from.text, to.text, items);
}

/* Mean and spread of what the table of folds shows.  The paper's deviation, which tables in the terminal have, is
 * another one where folds differ in size: then both are said. */
static sg_status add_score(sg_text *html, const sg_result_overview *o, const char *items,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const bool of_folds = o->n_folds > 1;
    const double std = of_folds ? sg_std(o->fold, o->n_folds) : o->test_std;
    const sgi_phrase words = spread_words(o, o->test_mean, std),
                     paper = metric_words(o, o->test_std), own = metric_words(o, std);
    SG_TRY(sg_text_add(html, err, "<p class=\"score\"><strong>%s%s</strong> <span>", words.text,
                       o->in_percent ? " %" : ""));
    SG_TRY(sgi_html_add(html, o->metric, err));
    SG_TRY(sg_text_add(html, err, " on test %s", items));
    if (isfinite(std))
        SG_TRY(sg_text_add(html, err, "; ± is the standard deviation over %s",
                           of_folds ? "folds" : "runs"));
    SG_TRY(sg_text_add(html, err, "</span></p>\n"));
    if (of_folds && isfinite(std) && isfinite(o->test_std) && strcmp(paper.text, own.text) != 0)
        SG_TRY(sg_text_add(html, err,
                           "<p class=\"paper\">Tables as in the paper have ± %s: they multiply "
                           "every fold by its size and average over runs.</p>\n",
                           paper.text));
done:
    return status;
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
        const char *items =
            sg_items_word(report->data != NULL ? report->data->items.kind : SG_ITEM_GRAPH);
        SG_TRY(add_score(html, o, items, err));
        SG_TRY(add_interval(html, o, items, err));
        SG_TRY(sgi_report_warnings(html, report, err));
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
    SG_TRY(add_facts(html, report, err));
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
    for (uint32_t run = 0; run < o->n_runs && o->n_runs > 1; run++)
        SG_TRY(sg_text_add(html, err, "<th scope=\"col\">Run %u</th>", run));
    SG_TRY(sg_text_add(html, err, "<th scope=\"col\">%s</th></tr></thead><tbody>\n",
                       o->n_runs > 1 ? "Mean" : "Test"));
    for (uint32_t f = 0; f < o->n_folds; f++) {
        SG_TRY(sg_text_add(html, err, "<tr><th scope=\"row\">%u</th>", f));
        if (o->n_runs > 1) SG_TRY(add_job_cells(html, r, f, err));
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
                       sgi_count_words(c->weights_total).text));
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
        SG_TRY(sg_text_add(html, err, "<div class=\"beside\">\n"));
        SG_TRY(add_folds(html, r, err));
        SG_TRY(add_targets(html, &r->overview, err));
        SG_TRY(sgi_report_strip(html, report, err));
        SG_TRY(sg_text_add(html, err, "</div>\n"));
    }
    SG_TRY(add_configurations(html, r, err));
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
