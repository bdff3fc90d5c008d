/* predictions_table.c - jobs fold by fold, so that trust is measured once for all runs of a fold. */
#include "run/predictions_table.h"

#include "base/file.h"
#include "base/mem.h"
#include "data/nodes/item_splits.h"
#include "data/subset.h"
#include "kernels/statistics.h"
#include "model/trust/trust.h"
#include "run/job_predictions.h"
#include "run/run_folder.h"
#include "run/summary/summary_metrics.h"

#include <math.h>
#include <string.h>

/* What all rows need. */
typedef struct table {
    sg_text *text;
    const sg_workload *workload;
    const uint32_t *graph_of; /* [nodes]; NULL: items are graphs */
    const sg_trust *trust;    /* [graphs] of one fold */
    const double *shift;      /* [outputs] of one job (job_predictions.h); NULL: none */
    double *room;             /* [outputs] */
} table;

/* A cell; quotes where CSV needs them. */
static sg_status put_word(sg_text *text, const char *word, sg_error *err)
{
    sg_status status = SG_OK;
    if (strpbrk(word, ",\"\r\n") == NULL) return sg_text_add(text, err, "%s", word);
    SG_TRY(sg_text_add(text, err, "\""));
    for (const char *c = word; *c != '\0'; c++)
        SG_TRY(sg_text_add(text, err, *c == '"' ? "\"\"" : "%c", *c));
    SG_TRY(sg_text_add(text, err, "\""));
done:
    return status;
}

/* ",around(name)", or ",name" without `around`. */
static sg_status put_title(sg_text *text, const char *around, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text title = {0};
    SG_TRY(sg_text_add(&title, err, around != NULL ? "%s(%s)" : "%s%s",
                       around != NULL ? around : "", name));
    SG_TRY(sg_text_add(text, err, ","));
    SG_TRY(put_word(text, title.data, err));
done:
    sg_text_free(&title);
    return status;
}

enum { NAME_ROOM = 256 };

static sg_status put_header(sg_text *text, const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_outputs *o = &w->outputs;
    const bool nodes = w->data.items.kind == SG_ITEM_NODE,
               classes = o->task == SG_CLASSIFICATION;
    const sg_names *ids = nodes ? &w->data.node_id : &w->data.graph_id;
    char name[NAME_ROOM];
    SG_TRY(sg_text_add(text, err, "%s%s,fold,run", nodes ? "node" : "graph",
                       ids->n > 0 ? ",id" : ""));
    if (classes) SG_TRY(sg_text_add(text, err, ",class,prediction"));
    for (uint32_t c = 0; c < o->n && !classes; c++) {
        sg_outputs_name(name, sizeof name, o, c);
        SG_TRY(put_title(text, NULL, name, err));
    }
    for (uint32_t c = 0; c < o->n; c++) {
        sg_outputs_name(name, sizeof name, o, c);
        SG_TRY(put_title(text, o->task == SG_REGRESSION ? "prediction" : "p", name, err));
    }
    SG_TRY(sg_text_add(text, err, ",trust\n"));
done:
    return status;
}

static sg_status put_class(sg_text *text, const sg_outputs *o, uint32_t output, sg_error *err)
{
    sg_status status = SG_OK;
    char name[NAME_ROOM];
    sg_outputs_name(name, sizeof name, o, output);
    SG_TRY(sg_text_add(text, err, ","));
    SG_TRY(put_word(text, name, err));
done:
    return status;
}

/* What is true of the item, and for classes what is said. */
static sg_status put_truth(const table *t, uint32_t item, const double *output, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_outputs *o = &t->workload->outputs;
    const sg_items *items = &t->workload->data.items;
    if (o->task == SG_CLASSIFICATION) {
        SG_TRY(put_class(t->text, o, items->item_class[item], err));
        for (uint32_t c = 0; c < o->n; c++)
            t->room[c] = output[c] - (t->shift != NULL ? t->shift[c] : 0);
        SG_TRY(put_class(t->text, o, sg_largest(t->room, o->n), err));
    }
    for (uint32_t c = 0; c < o->n && o->task != SG_CLASSIFICATION; c++) {
        const double value =
            items->target.value[(size_t)item * items->target.n_columns + o->target_column[c]];
        SG_TRY(sg_text_add(t->text, err, ","));
        if (!isnan(value)) SG_TRY(sg_text_add_real(t->text, value, err));
    }
done:
    return status;
}

static sg_status put_row(const table *t, const sg_ledger_job *job, uint32_t item,
                         const double *output, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = &t->workload->data;
    const sg_outputs *o = &t->workload->outputs;
    const bool nodes = t->graph_of != NULL;
    const sg_names *ids = nodes ? &data->node_id : &data->graph_id;
    SG_TRY(sg_text_add(t->text, err, "%u", item));
    if (ids->n > 0) {
        const char *id = sg_names_or_null(ids, item);
        SG_TRY(sg_text_add(t->text, err, ","));
        SG_TRY(put_word(t->text, id != NULL ? id : "", err));
    }
    SG_TRY(sg_text_add(t->text, err, ",%u,%u", job->fold, job->run));
    SG_TRY(put_truth(t, item, output, err));
    memcpy(t->room, output, o->n * sizeof *output);
    sg_outputs_finish(t->room, 1, o);
    for (uint32_t c = 0; c < o->n; c++) SG_TRY(sg_text_add(t->text, err, ",%.9g", t->room[c]));
    SG_TRY(sg_text_add(t->text, err, ",%.4f\n",
                       sg_trust_value(&t->trust[nodes ? t->graph_of[item] : item])));
done:
    return status;
}

static sg_status put_job(table *t, sg_ledger *ledger, const sg_ledger_job *job, sg_error *err)
{
    sg_status status = SG_OK;
    sg_job_predictions said = {0};
    const uint32_t width = t->workload->outputs.n;
    SG_TRY(sg_job_predictions_read(&said, t->workload, ledger, job->id, SG_TEST, err));
    if (said.n > 0 && t->text->size == 0) SG_TRY(put_header(t->text, t->workload, err));
    t->shift = said.shift;
    for (uint32_t i = 0; i < said.n; i++)
        SG_TRY(put_row(t, job, said.item[i], said.output + (size_t)i * width, err));
done:
    t->shift = NULL;
    sg_job_predictions_free(&said);
    return status;
}

/* How much of every graph the training graphs of a fold have. */
static sg_status measure_fold(sg_trust *trust, const sg_workload *w, uint32_t configuration,
                              uint32_t fold, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *graph = NULL, n_graphs = 0;
    sg_dataset some = {0};
    sg_experience met = {0};
    const sg_fold *parts = sg_workload_fold(w, false, fold);
    const sg_training_spec training = sg_workload_training(w, configuration, parts);
    SG_TRY(sg_item_graphs(&graph, &n_graphs, &w->data, training.item[SG_TRAIN],
                          training.n_items[SG_TRAIN], err));
    SG_TRY(sg_dataset_subset(&some, &w->data, graph, n_graphs, err));
    SG_TRY(sg_experience_learn(&met, &some, &w->outputs, err));
    SG_TRY(sg_trust_measure_among(trust, sg_workload_on_data(w, configuration, fold), &met,
                                  &w->data, graph, n_graphs,
                                  &(sg_invariant_options){.threads = threads}, err));
done:
    sg_experience_free(&met);
    sg_dataset_free(&some);
    sg_free(graph);
    return status;
}

static sg_status number_graphs(uint32_t **graph_of, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    uint32_t *made = NULL;
    if (data->items.kind != SG_ITEM_NODE) goto done;
    SG_ALLOC(made, graph->n_nodes);
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++)
            made[v] = g;
    *graph_of = made;
done:
    return status;
}

sg_status sg_predictions_table(sg_text *text, const sg_workload *w, sg_ledger *ledger,
                               const sg_ledger_jobs *jobs, const uint32_t *chosen,
                               sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text made = {0};
    sg_trust *trust = NULL; /* [graphs] */
    double *room = NULL;    /* [outputs] */
    uint32_t *graph_of = NULL;
    if (w->experiment->protocol == SG_PROTOCOL_STANDARD) goto done;
    SG_ALLOC(trust, w->data.graph.n_graphs);
    SG_ALLOC(room, w->outputs.n);
    SG_TRY(number_graphs(&graph_of, &w->data, err));
    table t = {&made, w, graph_of, trust, NULL, room};
    for (uint32_t f = 0; f < w->splits.n_folds; f++) {
        bool is_measured = false;
        for (size_t i = 0; i < jobs->n; i++) {
            const sg_ledger_job *job = &jobs->row[i];
            if (job->fold != f || !sg_summary_counts(job, chosen)) continue;
            if (!is_measured) SG_TRY(measure_fold(trust, w, chosen[f], f, threads, err));
            is_measured = true;
            SG_TRY(put_job(&t, ledger, job, err));
        }
    }
    *text = made;
    made = (sg_text){0};
done:
    sg_free(trust);
    sg_free(room);
    sg_free(graph_of);
    sg_text_free(&made);
    return status;
}

sg_status sg_predictions_write(const char *folder, const sg_workload *workload,
                               sg_ledger *ledger, const uint32_t *chosen, uint32_t n_threads,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_jobs jobs = {0};
    sg_text text = {0}, path = {0};
    sg_threads *threads = NULL;
    SG_TRY(sg_threads_open(&threads, n_threads, err));
    SG_TRY(sg_ledger_read_jobs(&jobs, ledger, err));
    SG_TRY(sg_predictions_table(&text, workload, ledger, &jobs, chosen, threads, err));
    SG_TRY(sg_run_folder_path(&path, folder, "predictions.csv", err));
    if (text.size > 0) SG_TRY(sg_file_write(path.data, text.data, text.size, err));
done:
    sg_threads_close(threads);
    sg_ledger_jobs_free(&jobs);
    sg_text_free(&text);
    sg_text_free(&path);
    return status;
}
