/* summary.c - means and deviations as the paper's tables have them.
 *
 * Several folds: the mean over the runs of each run's mean (weighted by size) and deviation over its
 * folds.  A single fold: mean and deviation over the runs. */
#include "run/summary/summary.h"

#include "base/mem.h"
#include "kernels/statistics.h"
#include "run/job_thresholds.h"
#include "run/summary/summary_metrics.h"

#include <math.h>
#include <string.h>

void sg_summary_free(sg_summary *summary)
{
    sg_free(summary->chosen);
    sg_free(summary->config);
    sg_free(summary->fold_test);
    sg_free(summary->weights);
    sg_free(summary->target);
    sg_free(summary->match);
    sg_metric_report_free(&summary->metrics);
    *summary = (sg_summary){0};
}

/* The values of the evaluation, [n_runs][n_folds] each. */
typedef struct table {
    double *metric[SG_N_PARTS], *loss[SG_N_PARTS];
    uint32_t *size[SG_N_PARTS];
    double *epoch;
    uint32_t n_runs, n_folds;
} table;

static void table_free(table *t)
{
    for (int p = 0; p < SG_N_PARTS; p++) {
        sg_free(t->metric[p]);
        sg_free(t->loss[p]);
        sg_free(t->size[p]);
    }
    sg_free(t->epoch);
}

static sg_status table_make(table *t, uint32_t n_runs, uint32_t n_folds, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)n_runs * n_folds;
    *t = (table){.n_runs = n_runs, .n_folds = n_folds};
    for (int p = 0; p < SG_N_PARTS; p++) {
        SG_ALLOC(t->metric[p], n);
        SG_ALLOC(t->loss[p], n);
        SG_ALLOC(t->size[p], n);
    }
    SG_ALLOC(t->epoch, n);
done:
    return status;
}

static void put_row(table *t, size_t at, const sg_ledger_job *job, uint32_t best_epoch,
                    const sg_ledger_score *best)
{
    for (int p = 0; p < SG_N_PARTS; p++) {
        t->metric[p][at] = best[p].metric;
        t->loss[p][at] = best[p].loss;
        t->size[p][at] = job->size[p];
    }
    t->epoch[at] = best_epoch;
}

static void fill_table(table *t, const sg_ledger_jobs *jobs, const uint32_t *chosen)
{
    for (size_t i = 0; i < jobs->n; i++) {
        const sg_ledger_job *job = &jobs->row[i];
        if (sg_summary_counts(job, chosen))
            put_row(t, (size_t)job->run * t->n_folds + job->fold, job, job->best_epoch,
                    job->best);
    }
}

/* Fill the table with the scores at one epoch of one run. */
static sg_status fill_common(table *t, sg_ledger *ledger, const sg_ledger_jobs *jobs,
                             const uint32_t *chosen, const sg_score *common, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_epochs epochs = {0};
    for (size_t i = 0; i < jobs->n; i++) {
        const sg_ledger_job *job = &jobs->row[i];
        if (!sg_summary_counts(job, chosen) || job->run != common->run) continue;
        SG_TRY(sg_ledger_read_epochs(&epochs, ledger, job->id, err));
        const size_t at = common->epoch < epochs.n ? common->epoch : epochs.n;
        put_row(t, job->fold, job, common->epoch, epochs.row[at - 1].score);
        sg_ledger_epochs_free(&epochs);
    }
done:
    sg_ledger_epochs_free(&epochs);
    return status;
}

static sg_mean_std cell_of(const table *t, sg_part part)
{
    const size_t n = (size_t)t->n_runs * t->n_folds;
    if (t->n_folds > 1)
        return sg_mean_std_of_runs(t->metric[part], t->size[part], t->n_runs, t->n_folds);
    return (sg_mean_std){sg_mean(t->metric[part], n), sg_std(t->metric[part], n)};
}

/* The protocol's test items: the standard one tests on what it calls validation. */
static sg_part test_part(const sg_workload *w)
{
    return w->experiment->protocol == SG_PROTOCOL_STANDARD ? SG_VALIDATION : SG_TEST;
}

static sg_status summarize_table(sg_summary *s, const table *t, const sg_workload *w,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)t->n_runs * t->n_folds;
    const sg_part part = test_part(w);
    const sg_mean_std test = cell_of(t, part), validation = cell_of(t, SG_VALIDATION);
    s->test_mean = test.mean;
    s->test_std = test.std;
    s->test_loss = sg_mean(t->loss[part], n);
    s->validation_mean = validation.mean;
    s->validation_std = validation.std;
    s->train_mean = sg_mean(t->metric[SG_TRAIN], n);
    s->best_epoch_mean = sg_mean(t->epoch, n);
    s->best_epoch_std = sg_std(t->epoch, n);
    s->n_folds = t->n_folds;
    SG_ALLOC(s->fold_test, t->n_folds);
    for (uint32_t f = 0; f < t->n_folds; f++) {
        double sum = 0;
        for (uint32_t r = 0; r < t->n_runs; r++)
            sum += t->metric[part][(size_t)r * t->n_folds + f];
        s->fold_test[f] = sum / t->n_runs;
    }
done:
    return status;
}

/* ---- Targets ---------------------------------------------------------------------------------- */

/* Whether the list begins with the metric of n columns; thresholds may follow, or be alone. */
static bool has_columns(const sg_ledger_targets *list, uint32_t n)
{
    return list->n >= n && strcmp(list->row[0].metric, SG_THRESHOLD_ROW) != 0;
}

static sg_status summarize_targets(sg_summary *s, const sg_workload *w, sg_ledger *ledger,
                                   const sg_ledger_jobs *jobs, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = w->outputs.n;
    const size_t most = (size_t)w->experiment->n_runs * w->splits.n_folds;
    sg_ledger_targets list = {0};
    double *value = NULL;
    size_t n_values = 0;
    if (w->outputs.task == SG_CLASSIFICATION) goto done;
    SG_ALLOC(value, most * n);
    for (size_t i = 0; i < jobs->n; i++) {
        if (!sg_summary_counts(&jobs->row[i], s->chosen)) continue;
        SG_TRY(sg_ledger_read_targets(&list, ledger, jobs->row[i].id, err));
        const bool counts = has_columns(&list, n) && n_values < most;
        for (uint32_t c = 0; counts && c < n; c++)
            value[c * most + n_values] = list.row[c].value;
        n_values += counts;
        sg_ledger_targets_free(&list);
    }
    if (n_values == 0) goto done;
    SG_ALLOC(s->target, n);
    s->n_targets = n;
    for (uint32_t c = 0; c < n; c++)
        s->target[c] = (sg_target_summary){sg_names_at(&w->outputs.target_name, c),
                                           sg_mean(value + c * most, n_values),
                                           sg_std(value + c * most, n_values)};
done:
    sg_ledger_targets_free(&list);
    sg_free(value);
    return status;
}

/* ---- All of it -------------------------------------------------------------------------------- */

static sg_status measure_epochs(double *mean_seconds, sg_ledger *ledger,
                                const sg_ledger_jobs *jobs, const uint32_t *chosen,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_epochs epochs = {0};
    double seconds = 0, n_epochs = 0;
    for (size_t i = 0; i < jobs->n; i++) {
        if (!sg_summary_counts(&jobs->row[i], chosen)) continue;
        SG_TRY(sg_ledger_read_epochs(&epochs, ledger, jobs->row[i].id, err));
        for (size_t e = 0; e < epochs.n; e++) seconds += epochs.row[e].seconds;
        n_epochs += (double)epochs.n;
        sg_ledger_epochs_free(&epochs);
    }
    *mean_seconds = n_epochs > 0 ? seconds / n_epochs : NAN;
done:
    sg_ledger_epochs_free(&epochs);
    return status;
}

static sg_status choose(sg_summary *s, sg_score *common, const sg_selection *selection,
                        sg_ledger *ledger, const sg_ledger_jobs *jobs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_score *score = NULL;
    SG_ALLOC(s->chosen, selection->n_folds);
    if (selection->protocol == SG_PROTOCOL_STANDARD) {
        SG_ALLOC(score, selection->n_configurations);
        SG_TRY(sg_selection_scores(score, selection, ledger, jobs, err));
        const uint32_t best = sg_score_best(score, selection);
        for (uint32_t f = 0; f < selection->n_folds; f++) s->chosen[f] = best;
        *common = score[best];
        s->common_epoch = common->epoch;
    } else {
        SG_TRY(sg_selection_choose(s->chosen, selection, jobs, err));
    }
    s->configuration = s->chosen[0];
done:
    sg_free(score);
    return status;
}

static sg_status copy_config(sg_summary *s, sg_ledger *ledger, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_configurations list = {0};
    SG_TRY(sg_ledger_read_configurations(&list, ledger, err));
    SG_REQUIRE(s->configuration < list.n, SG_EFORMAT, "the results have no configuration %u",
               s->configuration);
    s->config = sg_text_copy(list.row[s->configuration].yaml);
    SG_REQUIRE(s->config != NULL, SG_ENOMEM, "out of memory");
done:
    sg_ledger_configurations_free(&list);
    return status;
}

static sg_status measure_transfer(sg_summary *s, const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    sg_transfer transfer = {0};
    if (w->experiment->from == NULL) goto done;
    SG_TRY(sg_workload_match(&transfer, w, s->configuration, 0, err));
    s->match = transfer.layer;
    s->n_matches = transfer.n_layers;
    transfer.layer = NULL;
done:
    sg_transfer_free(&transfer);
    return status;
}

sg_status sg_summary_make(sg_summary *summary, const sg_workload *w, sg_ledger *ledger,
                          sg_error *err)
{
    sg_status status = SG_OK;
    sg_summary s = {0};
    sg_ledger_jobs jobs = {0};
    sg_score common = {0};
    table t = {0};
    const sg_selection selection = sg_workload_selection(w);
    const bool standard = selection.protocol == SG_PROTOCOL_STANDARD;
    SG_TRY(sg_ledger_read_jobs(&jobs, ledger, err));
    SG_TRY(choose(&s, &common, &selection, ledger, &jobs, err));
    SG_TRY(table_make(&t, standard ? 1 : w->experiment->n_runs, w->splits.n_folds, err));
    if (standard)
        SG_TRY(fill_common(&t, ledger, &jobs, s.chosen, &common, err));
    else
        fill_table(&t, &jobs, s.chosen);
    SG_TRY(copy_config(&s, ledger, err));
    SG_TRY(summarize_table(&s, &t, w, err));
    SG_TRY(summarize_targets(&s, w, ledger, &jobs, err));
    SG_TRY(sg_summary_metrics(&s.metrics, w, ledger, &jobs, s.chosen, err));
    const sg_metric *metric = w->configuration[s.configuration].train.metric;
    s.metric = metric->name;
    s.higher_is_better = metric->higher_is_better;
    SG_TRY(measure_epochs(&s.seconds_per_epoch, ledger, &jobs, s.chosen, err));
    s.n_layers = w->configuration[s.configuration].blueprint.n_layers;
    SG_ALLOC(s.weights, s.n_layers);
    sg_model_on_data_weights(s.weights, sg_workload_on_data(w, s.configuration, 0));
    for (uint32_t l = 0; l < s.n_layers; l++) s.weights_total += s.weights[l];
    SG_TRY(measure_transfer(&s, w, err));
    *summary = s;
    s = (sg_summary){0};
done:
    table_free(&t);
    sg_ledger_jobs_free(&jobs);
    sg_summary_free(&s);
    return status;
}
