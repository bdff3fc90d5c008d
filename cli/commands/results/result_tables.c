/* result_tables.c - the results of runs as tables. */
#include "result_tables.h"

#include "counted.h"
#include "locale_signs.h"
#include "measure_view.h"
#include "message.h"
#include "status_line.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int metric_decimals(double value, bool is_percent)
{
    return is_percent ? 1 : fabs(value) < 0.01 ? 5 : 3;
}

static bool is_shown(const listing *l)
{
    return l->format == LISTING_TEXT || l->format == LISTING_LATEX;
}

/* ---- One run ----------------------------------------------------------------------------- */

typedef struct words {
    char text[256];
} words;

static words spread(double mean, double std, int decimals)
{
    words w = {"-"};
    if (isnan(mean)) return w;
    const int length = snprintf(w.text, sizeof w.text, "%.*f", decimals, mean);
    if (!isnan(std) && length > 0 && (size_t)length < sizeof w.text)
        (void)snprintf(w.text + length, sizeof w.text - (size_t)length, " %s %.*f",
                       sign_plus_minus(), decimals, std);
    return w;
}

static words metric_spread(const sg_result_overview *o, double mean, double std)
{
    return spread(mean, std, metric_decimals(mean, o->in_percent));
}

/* "381145 + 8118 = 389263" */
static words weights_of(const sg_result_overview *o)
{
    words w = {""};
    size_t size = 0;
    for (uint32_t l = 0; l < o->n_layers && o->n_layers > 1 && size < sizeof w.text / 2; l++)
        size += (size_t)snprintf(w.text + size, sizeof w.text - size, "%s%" PRIu64,
                                 l > 0 ? " + " : "", o->weights[l]);
    (void)snprintf(w.text + size, sizeof w.text - size, "%s%" PRIu64, size > 0 ? " = " : "",
                   o->weights_total);
    return w;
}

static words seconds_in_words(double seconds)
{
    words w = {"-"};
    if (isnan(seconds)) return w;
    if (seconds < 1)
        (void)snprintf(w.text, sizeof w.text, "%.3g ms", 1000 * seconds);
    else if (seconds < 60)
        (void)snprintf(w.text, sizeof w.text, "%.3g s", seconds);
    else
        (void)snprintf(w.text, sizeof w.text, "%s", clock_of(seconds).text);
    return w;
}

static void add_line(text_table *t, const char *name, const char *value)
{
    text_table_add(t, "%s", name);
    text_table_add(t, "%s", value);
}

static void add_configuration(text_table *t, const sg_results *results,
                              const sg_result_overview *o)
{
    size_t n_axes = 0, n = 0;
    const char *const *axis = sg_results_axes(&n_axes, results);
    const sg_result_configuration *c = sg_results_configurations(&n, results);
    bool alike = true;
    for (uint32_t f = 1; f < o->n_folds; f++) alike = alike && o->chosen[f] == o->chosen[0];
    if (n == 1) return;
    text_table_add(t, "configuration");
    if (!alike) {
        text_table_add(t, "each fold has its own of %" PRIu32, o->n_configurations);
        return;
    }
    text_table_add(t, "%" PRIu32 ", of 0 to %" PRIu32, o->chosen[0], o->n_configurations - 1);
    for (size_t a = 0; a < n_axes; a++) {
        text_table_add(t, "  %s", axis[a]);
        text_table_add(t, "%s", c[o->chosen[0]].value[a]);
    }
}

static void print_incomplete(const sg_result_overview *o, FILE *out)
{
    if (strcmp(o->protocol, "search") == 0) {
        fprintf(
            out,
            "%s: a search; --configurations shows its candidates, on their rungs, the best first\n",
            shown_text(o->data).text);
        return;
    }
    fprintf(out, "%s, %s: not complete", shown_text(o->data).text, o->protocol);
    static const char *const stage[] = {"selection", "evaluation"};
    for (int s = 0; s < 2; s++)
        if (o->n_jobs[s] > 0)
            fprintf(out, ", %" PRIu32 " of %s of the %s done", o->n_done[s],
                    counted(o->n_jobs[s], "job", "jobs").text, stage[s]);
    fputs("; sharegnn run --resume goes on\n", out);
}

/* "10, 3 runs each: 84.1 85.0 ..." */
static void add_folds(text_table *t, const sg_result_overview *o)
{
    words w;
    size_t size = 0;
    w.text[0] = '\0';
    for (uint32_t f = 0; f < o->n_folds && o->n_folds > 1 && size < sizeof w.text - 32; f++)
        size += (size_t)snprintf(w.text + size, sizeof w.text - size, " %.*f",
                                 metric_decimals(o->test_mean, o->in_percent), o->fold[f]);
    text_table_add(t, "folds");
    text_table_add(t, "%" PRIu32 ", %" PRIu32 " run%s each%s%s", o->n_folds, o->n_runs,
                   o->n_runs == 1 ? "" : "s", size > 0 ? ":" : "", w.text);
}

static void add_time(text_table *t, const sg_result_overview *o)
{
    text_table_add(t, "time");
    text_table_add(t, "%s per epoch, %s in all, %" PRIu32 " thread%s",
                   seconds_in_words(o->seconds_per_epoch).text,
                   seconds_in_words(o->seconds_total).text, o->n_threads,
                   o->n_threads == 1 ? "" : "s");
}

/* Every metric of the test items, "0.653 (0.61 to 0.70)". */
static void add_measures(text_table *t, const sg_result_overview *o)
{
    for (uint32_t i = 0; i < o->n_metrics; i++) {
        const sg_measure *m = &o->metrics[i];
        if (m->target != NULL)
            text_table_add(t, "%s, %s", shown_text(m->target).text, m->metric);
        else
            text_table_add(t, "test %s", m->metric);
        const measure_words value = measure_in_words(m->value, m->in_percent);
        if (isnan(m->low))
            text_table_add(t, "%s", value.text);
        else
            text_table_add(t, "%s (%s to %s)", value.text,
                           measure_in_words(m->low, m->in_percent).text,
                           measure_in_words(m->high, m->in_percent).text);
    }
}

/* Whether the deviation is that of the folds as they are printed: the paper's weighs them by size. */
static bool deviates_as_folds(const sg_result_overview *o)
{
    double mean = 0, squares = 0;
    for (uint32_t f = 0; f < o->n_folds; f++) mean += o->fold[f] / o->n_folds;
    for (uint32_t f = 0; f < o->n_folds; f++)
        squares += (o->fold[f] - mean) * (o->fold[f] - mean);
    const double std = sqrt(squares / (o->n_folds - 1.0));
    return strcmp(metric_spread(o, o->test_mean, std).text,
                  metric_spread(o, o->test_mean, o->test_std).text) == 0;
}

/* Two kinds of spread stand in one table: the reader is told which is which. */
static void add_spreads(text_table *t, const sg_result_overview *o)
{
    bool any = false;
    for (uint32_t i = 0; i < o->n_metrics; i++) any = any || !isnan(o->metrics[i].low);
    if (!any) return;
    text_table_add(t, "intervals");
    if (o->n_folds > 1)
        text_table_add(
            t, "95 %%, as other test items would give; %s is the deviation over folds%s",
            sign_plus_minus(),
            deviates_as_folds(o) ? "" : " of metric x size, as the paper has it");
    else
        text_table_add(t, "95 %%, as other test items would give");
}

bool result_print(const sg_results *results, FILE *out)
{
    static const column columns[] = {{.left = true}, {.left = true}};
    text_table t = {.columns = columns, .n_columns = 2};
    const sg_result_overview o = sg_results_overview_of(results);
    if (!o.is_complete) {
        print_incomplete(&o, out);
        return true;
    }
    fprintf(out, "%s, %s: %s %s\n", shown_text(o.data).text, o.protocol, o.metric,
            metric_spread(&o, o.test_mean, o.test_std).text);
    add_folds(&t, &o);
    if (!isnan(o.validation_mean))
        add_line(&t, "validation", metric_spread(&o, o.validation_mean, o.validation_std).text);
    add_line(&t, "best epoch", spread(o.best_epoch_mean, o.best_epoch_std, 1).text);
    for (uint32_t i = 0; i < o.n_targets && o.n_targets > 1; i++) {
        text_table_add(&t, "%s", o.target[i].name);
        text_table_add(&t, "%s", metric_spread(&o, o.target[i].mean, o.target[i].std).text);
    }
    add_measures(&t, &o);
    add_spreads(&t, &o);
    add_configuration(&t, results, &o);
    add_line(&t, "weights", weights_of(&o).text);
    add_time(&t, &o);
    if (o.model != NULL) {
        text_table_add(&t, "model");
        text_table_add(&t, "%s/%s", o.folder, o.model);
    }
    add_line(&t, "folder", o.folder);
    const bool printed = text_table_print(&t, "  ", out);
    text_table_free(&t);
    return printed;
}

/* ---- Runs -------------------------------------------------------------------------------- */

/* "Balanced accuracy" where all runs have this metric, else "Test"; for LaTeX every word begins with a
 * capital, and the unit is behind it. */
static void write_title(metric_title *title, sg_results *const *results, size_t n, bool latex)
{
    const sg_result_overview first =
        n > 0 ? sg_results_overview_of(results[0]) : (sg_result_overview){0};
    bool same = first.metric_title != NULL;
    for (size_t i = 1; i < n && same; i++)
        same = strcmp(sg_results_overview_of(results[i]).metric, first.metric) == 0;
    (void)snprintf(title->text, sizeof title->text, "%s%s", same ? first.metric_title : "Test",
                   same && latex && first.in_percent ? " (%)" : "");
    for (char *p = title->text + 1; latex && *p != '\0'; p++)
        if (p[-1] == ' ') *p = (char)toupper((unsigned char)*p);
}

/* The weights of the configuration that was chosen, once there is one. */
static void add_total(listing *l, const char *title, const sg_result_overview *o)
{
    if (o->is_complete)
        listing_count(l, "weights_total", title, o->weights_total);
    else
        listing_real(l, "weights_total", title, NAN, 0);
}

/* As the paper's table of best runs: one row per data set. */
static void add_latex_row(listing *l, const sg_result_overview *o, const char *title)
{
    listing_text(l, "data", "Dataset", o->data);
    listing_spread(l, "test", title, o->test_mean, o->test_std,
                   metric_decimals(o->test_mean, o->in_percent));
    listing_spread(l, "best_epoch", "Best Epoch", o->best_epoch_mean, o->best_epoch_std, 1);
    listing_real(l, "seconds_per_epoch", "Time per Epoch (s)", o->seconds_per_epoch,
                 o->seconds_per_epoch < 0.1 ? 3 : 1);
    listing_sum(l, "weights", "# Weights", o->weights, o->n_layers);
    add_total(l, "# Total Weights", o);
}

static void add_overview(listing *l, const sg_result_overview *o, const char *title)
{
    char jobs[64];
    const int decimals = metric_decimals(o->test_mean, o->in_percent);
    (void)snprintf(jobs, sizeof jobs, "%" PRIu32 "/%" PRIu32, o->n_done[0] + o->n_done[1],
                   o->n_jobs[0] + o->n_jobs[1]);
    listing_text(l, "folder", "Folder", o->folder);
    listing_text(l, "data", "Data", o->data);
    listing_text(l, "protocol", "Protocol", o->protocol);
    listing_text(l, "metric", "Metric", o->metric);
    listing_spread(l, "test", title, o->test_mean, o->test_std, decimals);
    listing_spread(l, "validation", "Validation", o->validation_mean, o->validation_std,
                   decimals);
    listing_spread(l, "best_epoch", "Best epoch", o->best_epoch_mean, o->best_epoch_std, 1);
    if (!is_shown(l)) listing_sum(l, "weights", "", o->weights, o->n_layers);
    add_total(l, "Weights", o);
    listing_real(l, "seconds_per_epoch", "s/epoch", o->seconds_per_epoch, -3);
    listing_real(l, "seconds_total", "s", o->seconds_total, -4);
    listing_text(l, "jobs", "Jobs", jobs);
}

/* The whole of summary.json behind the run's folder. */
static void print_summary(listing *l, const sg_result_overview *o)
{
    json_open(&l->json, NULL, '{');
    json_text(&l->json, "folder", o->folder);
    json_bool(&l->json, "complete", o->is_complete);
    static const char *const stage[] = {"selecting", "evaluating"};
    for (int s = 0; s < 2; s++) {
        json_open(&l->json, stage[s], '{');
        json_count(&l->json, "jobs", o->n_jobs[s]);
        json_count(&l->json, "done", o->n_done[s]);
        json_close(&l->json, '}');
    }
    if (o->is_complete) {
        /* An object, as sg_results_open has checked; its brace is open already.  Line ends stand
         * between its values only. */
        const char *end = strrchr(o->summary, '}');
        fputc(',', l->out);
        for (const char *p = strchr(o->summary, '{') + 1; p < end; p++)
            if (*p != '\n' && *p != '\r') fputc(*p, l->out);
    } else {
        json_text(&l->json, "data", o->data);
        json_text(&l->json, "protocol", o->protocol);
        json_text(&l->json, "metric", o->metric);
    }
    json_close(&l->json, '}');
    json_line(&l->json);
}

void list_overviews(listing *l, metric_title *title, sg_results *const *results, size_t n)
{
    write_title(title, results, n, l->format == LISTING_LATEX);
    for (size_t i = 0; i < n; i++) {
        const sg_result_overview o = sg_results_overview_of(results[i]);
        if (l->format == LISTING_JSON) {
            print_summary(l, &o);
            continue;
        }
        if (l->format == LISTING_LATEX)
            add_latex_row(l, &o, title->text);
        else
            add_overview(l, &o, title->text);
        listing_row(l);
    }
}

/* ---- Inside a run ------------------------------------------------------------------------ */

/* Rows that a program reads say which run they are of. */
static void add_folder(listing *l, const sg_results *results)
{
    if (!is_shown(l))
        listing_text(l, "folder", "Folder", sg_results_overview_of(results).folder);
}

/* Seconds of an epoch of a configuration, the mean over its jobs; NaN: none is done. */
static double epoch_seconds(const sg_results *results, size_t configuration)
{
    size_t n = 0;
    double seconds = 0, n_epochs = 0;
    const sg_result_job *job = sg_results_jobs(&n, results);
    for (size_t i = 0; i < n; i++) {
        if (job[i].configuration != configuration || !job[i].is_done) continue;
        seconds += job[i].seconds;
        n_epochs += job[i].n_epochs;
    }
    return n_epochs > 0 ? seconds / n_epochs : (double)NAN;
}

void list_configurations(listing *l, const sg_results *results)
{
    size_t n = 0, n_axes = 0;
    const sg_result_overview o = sg_results_overview_of(results);
    const char *const *axis = sg_results_axes(&n_axes, results);
    const sg_result_configuration *c = sg_results_configurations(&n, results);
    for (uint32_t rank = 0; rank < n; rank++) {
        size_t i = 0;
        while (c[i].rank != rank) i++;
        add_folder(l, results);
        listing_count(l, "configuration", "Configuration", i);
        for (size_t a = 0; a < n_axes; a++) listing_text(l, axis[a], axis[a], c[i].value[a]);
        listing_real(l, "validation", "Validation", c[i].metric,
                     o.in_percent ? 2 : metric_decimals(c[i].metric, false) + 1);
        listing_real(l, "loss", "Loss", c[i].loss, -4);
        listing_count(l, "jobs", "Jobs", c[i].n_jobs);
        listing_count(l, "weights_total", "Weights", c[i].weights_total);
        if (strcmp(o.protocol, "search") == 0) {
            listing_count(l, "plan_bytes", "Plans", c[i].plan_bytes);
            listing_real(l, "epoch_seconds", "Epoch", epoch_seconds(results, i), -3);
        }
        listing_count(l, "chosen", "Chosen", c[i].n_chosen);
        listing_row(l);
    }
}

static const char *stage_name(sg_run_stage stage)
{
    return stage == SG_SELECTING ? "select" : "evaluate";
}

static void add_place(listing *l, const sg_results *results, const sg_result_job *job)
{
    add_folder(l, results);
    listing_text(l, "stage", "Stage", stage_name(job->stage));
    listing_count(l, "configuration", "Configuration", job->configuration);
    listing_count(l, "fold", "Fold", job->fold);
    listing_count(l, "run", "Run", job->run);
}

void list_jobs(listing *l, const sg_results *results)
{
    size_t n = 0;
    const sg_result_overview o = sg_results_overview_of(results);
    const sg_result_job *job = sg_results_jobs(&n, results);
    for (size_t i = 0; i < n; i++) {
        const int decimals = metric_decimals(job[i].metric[SG_VALIDATION], o.in_percent);
        add_place(l, results, &job[i]);
        listing_count(l, "seed", "Seed", job[i].seed);
        listing_text(l, "state", "State",
                     job[i].is_done    ? "done"
                     : o.n_writers > 0 ? "running"
                                       : "stopped");
        listing_count(l, "epochs", "Epochs", job[i].n_epochs);
        listing_count(l, "best_epoch", "Best epoch", job[i].best_epoch);
        listing_real(l, "train", "Train", job[i].metric[SG_TRAIN], decimals);
        listing_real(l, "validation", "Validation", job[i].metric[SG_VALIDATION], decimals);
        listing_real(l, "test", "Test", job[i].metric[SG_TEST], decimals);
        listing_real(l, "seconds", "s", job[i].seconds, -3);
        listing_row(l);
    }
}

sg_status list_epochs(listing *l, sg_results *results, sg_error *err)
{
    static const char *const title[] = {"Train", "Validation", "Test"};
    static const char *const loss[] = {"train_loss", "validation_loss", "test_loss"};
    static const char *const loss_title[] = {"Train loss", "Validation loss", "Test loss"};
    size_t n = 0;
    const sg_result_overview o = sg_results_overview_of(results);
    const sg_result_job *job = sg_results_jobs(&n, results);
    for (size_t i = 0; i < n; i++) {
        const sg_epoch *epoch = NULL;
        size_t n_epochs = 0;
        const sg_status status = sg_results_epochs(&epoch, &n_epochs, results, i, err);
        if (status != SG_OK) return status;
        for (size_t e = 0; e < n_epochs; e++) {
            const double typical = epoch[e].metric[SG_VALIDATION];
            add_place(l, results, &job[i]);
            listing_count(l, "epoch", "Epoch", epoch[e].epoch);
            listing_text(l, "best", "Best", epoch[e].best ? "*" : "");
            listing_real(l, "learning_rate", "Rate", epoch[e].learning_rate, -4);
            for (int p = 0; p < SG_N_PARTS; p++) {
                listing_real(l, loss[p], loss_title[p], epoch[e].loss[p], -4);
                listing_real(l, sg_part_word((sg_part)p), title[p], epoch[e].metric[p],
                             metric_decimals(typical, o.in_percent));
            }
            listing_real(l, "seconds", "s", epoch[e].seconds, -3);
            listing_row(l);
        }
    }
    return SG_OK;
}

/* ---- Targets ----------------------------------------------------------------------------- */

/* LaTeX has the targets side by side, as the paper's table of substructures; else they are rows. */
void list_targets(listing *l, sg_results *const *results, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const sg_result_overview o = sg_results_overview_of(results[i]);
        if (l->format == LISTING_LATEX) listing_text(l, "folder", "", o.folder);
        for (uint32_t t = 0; t < o.n_targets; t++) {
            const sg_result_target *target = &o.target[t];
            const int decimals = metric_decimals(target->mean, o.in_percent);
            if (l->format == LISTING_LATEX) {
                listing_spread(l, "test", target->name, target->mean, target->std, decimals);
                continue;
            }
            listing_text(l, "folder", "Folder", o.folder);
            listing_text(l, "data", "Data", o.data);
            listing_text(l, "target", "Target", target->name);
            listing_text(l, "metric", "Metric", o.metric);
            listing_spread(l, "test", "Test", target->mean, target->std, decimals);
            listing_row(l);
        }
        if (l->format == LISTING_LATEX) listing_row(l);
    }
}
