/* ledger_read.c - rows into lists.  The data base may have been changed by anybody, so every number
 * is checked against the range of its place. */
#include "store/ledger_parts.h"

#include "base/mem.h"
#include "text/json_reader.h"

#include <string.h>

sg_status sg_ledger_value_of(sg_text *text, sg_ledger *ledger, const char *key, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    sg_scratch memory = {0};
    size_t size = 0;
    SG_TRY(sgi_query_open(&query, ledger, SGI_VALUE, err));
    sgi_query_put_text(&query, key);
    SG_TRY(sgi_query_step(&query, err));
    if (!query.has_row)
        SG_TRY(sg_error_at(err, SG_ENOTFOUND, SG_WHERE, (sg_place){ledger->path, 0, 0},
                           "the run has no value called \"%.60s\"", key));
    const char *value = sgi_query_get_bytes(&size, &query, &memory);
    SG_TRY(sgi_query_check(&query, err));
    SG_TRY(sg_text_add(text, err, "%s", value != NULL ? value : ""));
done:
    sgi_query_close(&query);
    sg_scratch_free(&memory);
    return status;
}

/* ---- Configurations ----------------------------------------------------------------------- */

/* A list of whole numbers in JSON, each of two characters at least: a digit and what follows it. */
static sg_status read_weights(sg_ledger_configuration *row, const char *text, size_t size,
                              sg_scratch *memory, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *weights = NULL;
    size_t n = 0;
    sg_json json = sg_json_of(path, text, size);
    sg_json_token token;
    SG_TAKE(weights, memory, size / 2 + 1);
    SG_TRY(sg_json_expect(&token, &json, SG_JSON_ARRAY_BEGIN, "a list of weights", err));
    SG_TRY(sg_json_next(&token, &json, err));
    while (token.kind != SG_JSON_ARRAY_END) {
        SG_TRY(sg_json_whole(&weights[n++], &token, UINT64_MAX, err));
        SG_TRY(sg_json_next(&token, &json, err));
    }
    SG_TRY(sg_json_expect(&token, &json, SG_JSON_END, "nothing behind the list", err));
    row->weights = weights;
    row->n_layers = n;
done:
    return status;
}

static sg_status read_configuration(sg_ledger_configuration *row, sgi_query *query,
                                    sg_scratch *memory, sg_error *err)
{
    sg_status status = SG_OK;
    size_t size = 0;
    *row = (sg_ledger_configuration){.id = (uint32_t)sgi_query_get_whole(query, UINT32_MAX)};
    row->yaml = sgi_query_get_bytes(&size, query, memory);
    const char *weights = sgi_query_get_bytes(&size, query, memory);
    row->weights_total = sgi_query_get_whole(query, INT64_MAX);
    row->plan_bytes = sgi_query_get_whole(query, INT64_MAX);
    SG_TRY(sgi_query_check(query, err));
    SG_TRY(read_weights(row, weights != NULL ? weights : "", size, memory, query->ledger->path,
                        err));
done:
    return status;
}

sg_status sg_ledger_read_configurations(sg_ledger_configurations *list, sg_ledger *ledger,
                                        sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    sg_ledger_configurations made = {0};
    SG_TRY(sgi_query_open(&query, ledger, SGI_CONFIGURATIONS, err));
    SG_TRY(sgi_query_step(&query, err));
    while (query.has_row) {
        SG_TRY(sg_grow(&made.row, &made.capacity, made.n + 1, sizeof *made.row, err));
        SG_TRY(read_configuration(&made.row[made.n], &query, &made.memory, err));
        made.n++;
        SG_TRY(sgi_query_step(&query, err));
    }
    *list = made;
    made = (sg_ledger_configurations){0};
done:
    sgi_query_close(&query);
    sg_ledger_configurations_free(&made);
    return status;
}

void sg_ledger_configurations_free(sg_ledger_configurations *list)
{
    sg_free(list->row);
    sg_scratch_free(&list->memory);
    *list = (sg_ledger_configurations){0};
}

/* ---- Jobs --------------------------------------------------------------------------------- */

static void get_scores(sg_ledger_score *score, sgi_query *query)
{
    for (int p = 0; p < SG_N_PARTS; p++) {
        score[p].loss = sgi_query_get_real(query);
        score[p].metric = sgi_query_get_real(query);
    }
}

static void get_job(sg_ledger_job *job, sgi_query *query, sg_scratch *memory)
{
    size_t size = 0;
    job->id = sgi_query_get_integer(query);
    job->configuration = (uint32_t)sgi_query_get_whole(query, UINT32_MAX);
    job->fold = (uint32_t)sgi_query_get_whole(query, UINT32_MAX);
    job->run = (uint32_t)sgi_query_get_whole(query, UINT32_MAX);
    job->stage = (sg_run_stage)sgi_query_get_name(query, sgi_ledger_stage_names, 2);
    job->seed = (uint64_t)sgi_query_get_integer(query);
    job->state = (sg_ledger_state)sgi_query_get_name(query, sgi_ledger_state_names, 3);
    for (int p = 0; p < SG_N_PARTS; p++)
        job->size[p] = (uint32_t)sgi_query_get_whole(query, UINT32_MAX);
    job->n_epochs = (uint32_t)sgi_query_get_whole(query, UINT32_MAX);
    job->best_epoch = (uint32_t)sgi_query_get_whole(query, job->n_epochs);
    get_scores(job->best, query);
    job->seconds = sgi_query_get_real(query);
    job->model = sgi_query_get_bytes(&size, query, memory);
    job->error = sgi_query_get_bytes(&size, query, memory);
}

sg_status sg_ledger_read_jobs(sg_ledger_jobs *list, sg_ledger *ledger, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    sg_ledger_jobs made = {0};
    SG_TRY(sgi_query_open(&query, ledger, SGI_JOBS, err));
    SG_TRY(sgi_query_step(&query, err));
    while (query.has_row) {
        SG_TRY(sg_grow(&made.row, &made.capacity, made.n + 1, sizeof *made.row, err));
        get_job(&made.row[made.n++], &query, &made.memory);
        SG_TRY(sgi_query_check(&query, err));
        SG_TRY(sgi_query_step(&query, err));
    }
    *list = made;
    made = (sg_ledger_jobs){0};
done:
    sgi_query_close(&query);
    sg_ledger_jobs_free(&made);
    return status;
}

void sg_ledger_jobs_free(sg_ledger_jobs *list)
{
    sg_free(list->row);
    sg_scratch_free(&list->memory);
    *list = (sg_ledger_jobs){0};
}

/* ---- What belongs to a job ---------------------------------------------------------------- */

static sg_status open_of_job(sgi_query *query, sg_ledger *ledger, sgi_statement which,
                             int64_t job, sg_error *err)
{
    const sg_status status = sgi_query_open(query, ledger, which, err);
    if (status != SG_OK) return status;
    sgi_query_put_whole(query, job);
    return sgi_query_step(query, err);
}

sg_status sg_ledger_read_epochs(sg_ledger_epochs *list, sg_ledger *ledger, int64_t job,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    sg_ledger_epochs made = {0};
    SG_TRY(open_of_job(&query, ledger, SGI_EPOCHS, job, err));
    while (query.has_row) {
        SG_TRY(sg_grow(&made.row, &made.capacity, made.n + 1, sizeof *made.row, err));
        sg_ledger_epoch *epoch = &made.row[made.n++];
        epoch->epoch = (uint32_t)sgi_query_get_whole(&query, UINT32_MAX);
        epoch->learning_rate = sgi_query_get_real(&query);
        get_scores(epoch->score, &query);
        epoch->seconds = sgi_query_get_real(&query);
        SG_TRY(sgi_query_check(&query, err));
        SG_TRY(sgi_query_step(&query, err));
    }
    *list = made;
    made = (sg_ledger_epochs){0};
done:
    sgi_query_close(&query);
    sg_ledger_epochs_free(&made);
    return status;
}

void sg_ledger_epochs_free(sg_ledger_epochs *list)
{
    sg_free(list->row);
    *list = (sg_ledger_epochs){0};
}

sg_status sg_ledger_read_targets(sg_ledger_targets *list, sg_ledger *ledger, int64_t job,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    sg_ledger_targets made = {0};
    size_t size = 0;
    SG_TRY(open_of_job(&query, ledger, SGI_TARGETS, job, err));
    while (query.has_row) {
        SG_TRY(sg_grow(&made.row, &made.capacity, made.n + 1, sizeof *made.row, err));
        sg_ledger_target *target = &made.row[made.n++];
        target->part = (sg_part)sgi_query_get_name(&query, sg_part_words, SG_N_PARTS);
        target->target = sgi_query_get_bytes(&size, &query, &made.memory);
        target->metric = sgi_query_get_bytes(&size, &query, &made.memory);
        target->value = sgi_query_get_real(&query);
        SG_TRY(sgi_query_check(&query, err));
        SG_TRY(sgi_query_step(&query, err));
    }
    *list = made;
    made = (sg_ledger_targets){0};
done:
    sgi_query_close(&query);
    sg_ledger_targets_free(&made);
    return status;
}

void sg_ledger_targets_free(sg_ledger_targets *list)
{
    sg_free(list->row);
    sg_scratch_free(&list->memory);
    *list = (sg_ledger_targets){0};
}

/* The inverse of what writes them. */
static void read_doubles(double *value, const char *data, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = 0;
        for (int b = 0; b < 8; b++)
            bits |= (uint64_t)(unsigned char)data[8 * i + (size_t)b] << (8 * b);
        memcpy(&value[i], &bits, sizeof bits);
    }
}

static sg_status read_prediction(sg_ledger_prediction *row, sgi_query *query,
                                 sg_scratch *memory, sg_error *err)
{
    sg_status status = SG_OK;
    size_t size = 0;
    double *output = NULL;
    row->part = (sg_part)sgi_query_get_name(query, sg_part_words, SG_N_PARTS);
    row->item = (uint32_t)sgi_query_get_whole(query, UINT32_MAX);
    const char *data = sgi_query_get_bytes(&size, query, memory);
    if (size % 8 != 0) query->bad = "output";
    SG_TRY(sgi_query_check(query, err));
    SG_TAKE(output, memory, size / 8);
    if (data != NULL) read_doubles(output, data, size / 8);
    row->output = output;
    row->n_outputs = (uint32_t)(size / 8);
done:
    return status;
}

sg_status sg_ledger_read_predictions(sg_ledger_predictions *list, sg_ledger *ledger,
                                     int64_t job, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    sg_ledger_predictions made = {0};
    SG_TRY(open_of_job(&query, ledger, SGI_PREDICTIONS, job, err));
    while (query.has_row) {
        SG_TRY(sg_grow(&made.row, &made.capacity, made.n + 1, sizeof *made.row, err));
        SG_TRY(read_prediction(&made.row[made.n], &query, &made.memory, err));
        made.n++;
        SG_TRY(sgi_query_step(&query, err));
    }
    *list = made;
    made = (sg_ledger_predictions){0};
done:
    sgi_query_close(&query);
    sg_ledger_predictions_free(&made);
    return status;
}

void sg_ledger_predictions_free(sg_ledger_predictions *list)
{
    sg_free(list->row);
    sg_scratch_free(&list->memory);
    *list = (sg_ledger_predictions){0};
}
