/* run_record.c - how the record of a run begins: whose it is, and what its configurations are. */
#include "run/run_record.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "data/reading/task_guess.h"
#include "data/task.h"
#include "formats/splits_file.h"
#include "run/run_folder.h"
#include "run/summary/summary.h"
#include "run/workload_parts.h"

#include <stdio.h>
#include <string.h>

/* What makes a run this run and no other. */
typedef struct identity {
    char text[3 * 16 + 1]; /* experiment, data, splits; 16 digits each */
    char data[16 + 1], splits[16 + 1];
} identity;

/* The experiment's own words, and the bytes of the model it starts from. */
static unsigned long long hash_experiment(const sg_workload *w, const char *experiment)
{
    const uint64_t text = sg_hash_bytes(experiment, strlen(experiment));
    if (w->experiment->from == NULL) return text;
    return sg_hash_words((uint64_t[]){text, w->pretrained.fingerprint}, 2);
}

static identity identify(const sg_workload *w, const char *experiment)
{
    identity id;
    const unsigned long long data = sg_dataset_fingerprint(&w->data),
                             splits = sg_workload_splits_fingerprint(w);
    (void)snprintf(id.data, sizeof id.data, "%016llx", data);
    (void)snprintf(id.splits, sizeof id.splits, "%016llx", splits);
    (void)snprintf(id.text, sizeof id.text, "%016llx%016llx%016llx",
                   hash_experiment(w, experiment), data, splits);
    return id;
}

/* Say what is another in the run that is there. */
static sg_status refuse_other(const sg_workload *w, const char *folder, const char *path,
                              const identity *id, sg_error *err)
{
    const char *const part[] = {w->experiment->from != NULL
                                    ? "experiment (its config.yml shows it), or starts from "
                                      "another model"
                                    : "experiment (its config.yml shows it)",
                                "data set", "splits"};
    sg_ledger *ledger = NULL;
    sg_text text = {0};
    size_t other = 0;
    if (sg_ledger_open_read(&ledger, path, NULL) == SG_OK &&
        sg_ledger_value_of(&text, ledger, "fingerprint", NULL) == SG_OK &&
        strlen(text.data) == strlen(id->text))
        while (other < 2 && strncmp(text.data + 16 * other, id->text + 16 * other, 16) == 0)
            other++;
    sg_text_free(&text);
    sg_ledger_close(ledger);
    return sg_error_set(err, SG_EEXIST, SG_WHERE, "%s: the run there is of another %s", folder,
                        part[other]);
}

static sg_status put_values(sg_ledger *ledger, const sg_workload *w, const char *experiment,
                            const identity *id, sg_error *err)
{
    const sg_experiment *e = w->experiment;
    char seed[24], folds[16];
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)e->seed);
    (void)snprintf(folds, sizeof folds, "%u", w->splits.n_folds);
    const sg_ledger_value values[] = {{"data", w->data.name},
                                      {"data-fingerprint", id->data},
                                      {"splits-fingerprint", id->splits},
                                      {"protocol", sg_protocol_words[e->protocol]},
                                      {"metric", w->configuration[0].train.metric->name},
                                      {"folds", folds},
                                      {"seed", seed},
                                      {"experiment", experiment}};
    return sg_ledger_put_values(ledger, values, sizeof values / sizeof *values, err);
}

static bool has_plan(const sg_tensor *tensor, uint32_t n, const sg_plan *plan)
{
    for (uint32_t t = 0; t < n; t++)
        if (tensor[t].plan == plan) return true;
    return false;
}

/* Bytes of a configuration's plans, those that heads share counted once. */
uint64_t sgi_workload_plan_bytes(const sg_model_on_data *m)
{
    uint64_t sum = 0;
    const sg_tensor *tensor = m->outline.tensor;
    for (uint32_t t = 0; t < m->outline.n_tensors; t++)
        if (tensor[t].plan != NULL && !has_plan(tensor, t, tensor[t].plan))
            sum += sg_plan_bytes(tensor[t].plan);
    return sum;
}

/* The same experiment may be spelt in another way when it is resumed, from its config.yml say; the
 * ledger keeps the first spelling. */
static sg_status put_configurations(sg_ledger *ledger, const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger_configurations before = {0};
    sg_ledger_configuration *rows = NULL;
    uint64_t **weights = NULL;
    SG_TRY(sg_ledger_read_configurations(&before, ledger, err));
    if (before.n > 0) goto done;
    SG_ALLOC(rows, w->n_configurations);
    SG_ALLOC(weights, w->n_configurations);
    for (uint32_t c = 0; c < w->n_configurations; c++) {
        const uint32_t n = w->configuration[c].blueprint.n_layers;
        const sg_model_on_data *m = sg_workload_on_data(w, c, 0);
        SG_ALLOC(weights[c], n);
        sg_model_on_data_weights(weights[c], m);
        rows[c] = (sg_ledger_configuration){.id = c,
                                            .yaml = w->configuration[c].text,
                                            .weights = weights[c],
                                            .n_layers = n,
                                            .plan_bytes = sgi_workload_plan_bytes(m)};
        for (uint32_t l = 0; l < n; l++) rows[c].weights_total += weights[c][l];
    }
    SG_TRY(sg_ledger_put_configurations(ledger, rows, w->n_configurations, err));
done:
    for (uint32_t c = 0; weights != NULL && c < w->n_configurations; c++) sg_free(weights[c]);
    sg_free(weights);
    sg_free(rows);
    sg_ledger_configurations_free(&before);
    return status;
}

static sg_status write_config(const char *folder, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    SG_TRY(sg_run_folder_path(&path, folder, "config.yml", err));
    SG_TRY(sg_file_write(path.data, text, strlen(text), err));
done:
    sg_text_free(&path);
    return status;
}

static sg_status write_named(const char *folder, const char *name, const sg_text *text,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    SG_TRY(sg_run_folder_path(&path, folder, name, err));
    SG_TRY(sg_file_write(path.data, text->data, text->size, err));
done:
    sg_text_free(&path);
    return status;
}

static sg_status write_splits(const char *folder, const sg_splits *splits, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    SG_TRY(sg_run_folder_path(&path, folder, "splits.json", err));
    SG_TRY(sg_splits_file_write(splits, path.data, err));
done:
    sg_text_free(&path);
    return status;
}

static sg_status add_notes(sg_text *text, const sg_names *note, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < note->n; i++)
        SG_TRY(sg_text_add(text, err, "%s\n", sg_names_at(note, i)));
done:
    return status;
}

/* What was found in the data, what was left out of it, and how it was divided, for people: only where there is
 * something to say. */
static sg_status write_data_files(const char *folder, const sg_workload *w, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text notes = {0}, rejects = {0};
    const sg_reading *reading = &w->data.reading;
    const sg_task_guess guess = sg_task_guess_of(&w->data);
    SG_TRY(add_notes(&notes, &reading->note, err));
    SG_TRY(add_notes(&notes, &w->splits.note, err));
    if (!w->experiment->has_task && (guess.is_doubtful || reading->n_rows > 0))
        SG_TRY(sg_text_add(&notes, err, "%s: %s%s%s\n", guess.reason, sg_task_word(guess.task),
                           guess.is_doubtful ? "; " : "", guess.remedy));
    if (reading->n_rejects > 0) {
        SG_TRY(sg_text_add(&notes, err, "%llu of %llu rows are left out, see rejects.csv\n",
                           (unsigned long long)reading->n_rejects,
                           (unsigned long long)reading->n_rows));
        SG_TRY(sg_reading_rejects_csv(&rejects, reading, err));
        SG_TRY(write_named(folder, "rejects.csv", &rejects, err));
    }
    if (notes.size > 0) SG_TRY(write_named(folder, "data.txt", &notes, err));
    if (w->experiment->split != NULL) SG_TRY(write_splits(folder, &w->splits, err));
done:
    sg_text_free(&notes);
    sg_text_free(&rejects);
    return status;
}

sg_status sg_run_record_open(sg_ledger **ledger, uint64_t *fingerprint,
                             const sg_workload *workload, const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    char *text = NULL;
    sg_text path = {0};
    sg_error inner = {0};
    sg_ledger *opened = NULL;
    SG_TRY(sg_experiment_write(&text, workload->experiment, err));
    const identity id = identify(workload, text);
    SG_TRY(sg_run_folder_path(&path, folder, "results.sqlite", err));
    status = sg_ledger_open(&opened, path.data, id.text, &inner);
    if (status == SG_EEXIST) SG_TRY(refuse_other(workload, folder, path.data, &id, err));
    SG_REQUIRE(status == SG_OK, status, "%s", inner.text);
    SG_TRY(put_values(opened, workload, text, &id, err));
    SG_TRY(write_config(folder, text, err));
    SG_TRY(write_data_files(folder, workload, err));
    SG_TRY(put_configurations(opened, workload, err));
    *fingerprint = sg_hash_bytes(id.text, strlen(id.text));
    *ledger = opened;
    opened = NULL;
done:
    sg_free(text);
    sg_text_free(&path);
    sg_ledger_close(opened);
    return status;
}
