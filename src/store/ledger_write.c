/* ledger_write.c - every call one transaction. */
#include "store/ledger_parts.h"

#include "base/mem.h"
#include "text/json_writer.h"

#include <math.h>
#include <string.h>

/* Execute a statement without rows whose parameters are all there. */
static sg_status finish(sgi_query *query, sg_error *err)
{
    const sg_status status = sgi_query_step(query, err);
    sgi_query_close(query);
    return status;
}

/* Execute a statement without rows whose parameters are all whole numbers. */
static sg_status apply(sg_ledger *ledger, sgi_statement which, const int64_t *number, int n,
                       sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    SG_TRY(sgi_query_open(&query, ledger, which, err));
    for (int i = 0; i < n; i++) sgi_query_put_whole(&query, number[i]);
    SG_TRY(finish(&query, err));
done:
    return status;
}

/* ---- Values and configurations ------------------------------------------------------------ */

sg_status sg_ledger_put_values(sg_ledger *ledger, const sg_ledger_value *value, size_t n,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    SG_TRY(sgi_ledger_begin(ledger, err));
    for (size_t i = 0; i < n; i++) {
        SG_REQUIRE(strcmp(value[i].key, "fingerprint") != 0, SG_EINVAL,
                   "ledger: the fingerprint is given when opening and cannot be changed");
        SG_TRY(sgi_query_open(&query, ledger, SGI_VALUE_PUT, err));
        sgi_query_put_text(&query, value[i].key);
        sgi_query_put_text(&query, value[i].text);
        SG_TRY(finish(&query, err));
    }
    SG_TRY(sgi_ledger_commit(ledger, err));
done:
    sgi_ledger_rollback(ledger);
    return status;
}

static sg_status write_weights(sg_text *text, const sg_ledger_configuration *configuration,
                               sg_error *err)
{
    sg_status status = SG_OK;
    text->size = 0;
    sg_json_writer json = sg_json_write_to(text);
    SG_TRY(sg_json_open_array(&json, err));
    for (size_t i = 0; i < configuration->n_layers; i++)
        SG_TRY(sg_json_put_unsigned(&json, configuration->weights[i], err));
    SG_TRY(sg_json_close(&json, err));
done:
    return status;
}

static sg_status put_configuration(sg_ledger *ledger, const sg_ledger_configuration *item,
                                   sg_text *weights, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    SG_REQUIRE(item->weights_total <= INT64_MAX && item->plan_bytes <= INT64_MAX, SG_EINVAL,
               "ledger: configuration %u: a number is beyond 2^63-1", item->id);
    SG_TRY(write_weights(weights, item, err));
    SG_TRY(sgi_query_open(&query, ledger, SGI_CONFIGURATION_PUT, err));
    sgi_query_put_whole(&query, item->id);
    sgi_query_put_text(&query, item->yaml);
    sgi_query_put_text(&query, weights->data);
    sgi_query_put_whole(&query, (int64_t)item->weights_total);
    sgi_query_put_whole(&query, (int64_t)item->plan_bytes);
    SG_TRY(sgi_query_step(&query, err));
    if (sqlite3_changes(ledger->db) == 0)
        SG_TRY(sg_error_at(err, SG_EEXIST, SG_WHERE, (sg_place){ledger->path, 0, 0},
                           "configuration %u is another one here; give another folder",
                           item->id));
done:
    sgi_query_close(&query);
    return status;
}

sg_status sg_ledger_put_configurations(sg_ledger *ledger,
                                       const sg_ledger_configuration *configuration, size_t n,
                                       sg_error *err)
{
    sg_status status = SG_OK;
    sg_text weights = {0};
    SG_TRY(sgi_ledger_begin(ledger, err));
    for (size_t i = 0; i < n; i++)
        SG_TRY(put_configuration(ledger, &configuration[i], &weights, err));
    SG_TRY(sgi_ledger_commit(ledger, err));
done:
    sgi_ledger_rollback(ledger);
    sg_text_free(&weights);
    return status;
}

/* ---- Jobs --------------------------------------------------------------------------------- */

/* How many epochs the job has; 0 where it is new.  Fails with SG_EEXIST where it is done. */
static sg_status find_unfinished(uint32_t *n_epochs, sg_ledger *ledger,
                                 const sg_ledger_job *job, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    uint32_t found = 0;
    SG_TRY(sgi_query_open(&query, ledger, SGI_JOB_FIND, err));
    sgi_query_put_whole(&query, job->configuration);
    sgi_query_put_whole(&query, job->fold);
    sgi_query_put_whole(&query, job->run);
    sgi_query_put_text(&query, sgi_ledger_stage_names[job->stage]);
    SG_TRY(sgi_query_step(&query, err));
    if (query.has_row) {
        (void)sgi_query_get_integer(&query);
        const unsigned state = sgi_query_get_name(&query, sgi_ledger_state_names, 3);
        found = (uint32_t)sgi_query_get_whole(&query, UINT32_MAX);
        SG_TRY(sgi_query_check(&query, err));
        if (state == SG_LEDGER_DONE)
            SG_TRY(sg_error_at(err, SG_EEXIST, SG_WHERE, (sg_place){ledger->path, 0, 0},
                               "configuration %u, fold %u, run %u (%s) is done already",
                               job->configuration, job->fold, job->run,
                               sgi_ledger_stage_names[job->stage]));
    }
    *n_epochs = found;
done:
    sgi_query_close(&query);
    return status;
}

static void put_scores(sgi_query *query, const sg_ledger_score *score)
{
    for (int p = 0; p < SG_N_PARTS; p++) {
        sgi_query_put_real(query, score[p].loss);
        sgi_query_put_real(query, score[p].metric);
    }
}

static sg_status put_job(int64_t *id, sg_ledger *ledger, const sg_ledger_job *job,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    SG_TRY(sgi_query_open(&query, ledger, SGI_JOB_PUT, err));
    sgi_query_put_whole(&query, job->configuration);
    sgi_query_put_whole(&query, job->fold);
    sgi_query_put_whole(&query, job->run);
    sgi_query_put_text(&query, sgi_ledger_stage_names[job->stage]);
    sgi_query_put_whole(&query, (int64_t)job->seed);
    sgi_query_put_text(&query, sgi_ledger_state_names[job->state]);
    for (int p = 0; p < SG_N_PARTS; p++) sgi_query_put_whole(&query, job->size[p]);
    sgi_query_put_whole(&query, job->n_epochs);
    if (job->best_epoch > 0)
        sgi_query_put_whole(&query, job->best_epoch);
    else
        sgi_query_put_text(&query, NULL);
    put_scores(&query, job->best);
    sgi_query_put_real(&query, job->seconds);
    sgi_query_put_text(&query, job->model);
    sgi_query_put_text(&query, job->error);
    SG_TRY(sgi_query_step(&query, err));
    const int64_t given = sgi_query_get_integer(&query);
    SG_TRY(sgi_query_check(&query, err));
    SG_TRY(sgi_query_step(&query, err));
    *id = given;
done:
    sgi_query_close(&query);
    return status;
}

static sg_status drop(sg_ledger *ledger, sgi_statement which, int64_t id, sg_error *err)
{
    return apply(ledger, which, &id, 1, err);
}

static sg_status drop_epochs(sg_ledger *ledger, int64_t id, uint32_t n_kept, sg_error *err)
{
    return apply(ledger, SGI_EPOCHS_DROP, (int64_t[]){id, n_kept}, 2, err);
}

sg_status sg_ledger_start_job(int64_t *id, sg_ledger *ledger, const sg_ledger_job *job,
                              uint32_t n_kept, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_epochs = 0;
    int64_t given = 0;
    sg_ledger_job row = {.configuration = job->configuration,
                         .fold = job->fold,
                         .run = job->run,
                         .stage = job->stage,
                         .seed = job->seed,
                         .state = SG_LEDGER_RUNNING,
                         .n_epochs = n_kept,
                         .seconds = NAN};
    for (int p = 0; p < SG_N_PARTS; p++) {
        row.size[p] = job->size[p];
        row.best[p] = (sg_ledger_score){NAN, NAN};
    }
    SG_TRY(sgi_ledger_begin(ledger, err));
    SG_TRY(find_unfinished(&n_epochs, ledger, job, err));
    SG_REQUIRE(n_kept <= n_epochs, SG_EINVAL,
               "ledger: %u epochs are to be kept, but there are %u", n_kept, n_epochs);
    SG_TRY(put_job(&given, ledger, &row, err));
    SG_TRY(drop_epochs(ledger, given, n_kept, err));
    SG_TRY(drop(ledger, SGI_TARGETS_DROP, given, err));
    SG_TRY(drop(ledger, SGI_PREDICTIONS_DROP, given, err));
    SG_TRY(sgi_ledger_commit(ledger, err));
    *id = given;
done:
    sgi_ledger_rollback(ledger);
    return status;
}

/* ---- Epochs ------------------------------------------------------------------------------- */

/* The number of epochs once `epoch` has been added to what is there. */
static sg_status count_epochs(uint32_t *n_epochs, const sg_ledger_epoch *epoch, size_t n,
                              sg_error *err)
{
    sg_status status = SG_OK;
    if (n == 0) goto done;
    const uint32_t first = epoch[0].epoch;
    SG_REQUIRE(first >= 1 && first - 1 <= *n_epochs && n <= UINT32_MAX - first, SG_EINVAL,
               "ledger: epochs from %u on are given, but there are %u so far", first,
               *n_epochs);
    for (size_t i = 0; i < n; i++)
        SG_REQUIRE(epoch[i].epoch == first + i, SG_EINVAL,
                   "ledger: epoch %u is given in the place of epoch %zu", epoch[i].epoch,
                   first + i);
    *n_epochs = first + (uint32_t)n - 1;
done:
    return status;
}

static sg_status put_epochs(sg_ledger *ledger, int64_t id, const sg_ledger_epoch *epoch,
                            size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    if (n > 0) SG_TRY(drop_epochs(ledger, id, epoch[0].epoch - 1, err));
    for (size_t i = 0; i < n; i++) {
        SG_TRY(sgi_query_open(&query, ledger, SGI_EPOCH_PUT, err));
        sgi_query_put_whole(&query, id);
        sgi_query_put_whole(&query, epoch[i].epoch);
        sgi_query_put_real(&query, epoch[i].learning_rate);
        put_scores(&query, epoch[i].score);
        sgi_query_put_real(&query, epoch[i].seconds);
        SG_TRY(finish(&query, err));
    }
done:
    return status;
}

static sg_status find_running(uint32_t *n_epochs, sg_ledger *ledger, int64_t id, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    SG_TRY(sgi_query_open(&query, ledger, SGI_JOB_STATE, err));
    sgi_query_put_whole(&query, id);
    SG_TRY(sgi_query_step(&query, err));
    SG_REQUIRE(query.has_row, SG_EINVAL, "ledger: there is no job %lld", (long long)id);
    const unsigned state = sgi_query_get_name(&query, sgi_ledger_state_names, 3);
    const uint32_t found = (uint32_t)sgi_query_get_whole(&query, UINT32_MAX);
    SG_TRY(sgi_query_check(&query, err));
    SG_REQUIRE(state == SG_LEDGER_RUNNING, SG_EINVAL, "ledger: job %lld is not running but %s",
               (long long)id, sgi_ledger_state_names[state]);
    *n_epochs = found;
done:
    sgi_query_close(&query);
    return status;
}

sg_status sg_ledger_append_epochs(sg_ledger *ledger, int64_t id, const sg_ledger_epoch *epoch,
                                  size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_epochs = 0;
    SG_TRY(sgi_ledger_begin(ledger, err));
    SG_TRY(find_running(&n_epochs, ledger, id, err));
    SG_TRY(count_epochs(&n_epochs, epoch, n, err));
    SG_TRY(put_epochs(ledger, id, epoch, n, err));
    SG_TRY(apply(ledger, SGI_JOB_GROW, (int64_t[]){n_epochs, id}, 2, err));
    SG_TRY(sgi_ledger_commit(ledger, err));
done:
    sgi_ledger_rollback(ledger);
    return status;
}

/* ---- The end of a job --------------------------------------------------------------------- */

static sg_status put_targets(sg_ledger *ledger, int64_t id, const sg_ledger_target *target,
                             size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    SG_TRY(drop(ledger, SGI_TARGETS_DROP, id, err));
    for (size_t i = 0; i < n; i++) {
        SG_TRY(sgi_query_open(&query, ledger, SGI_TARGET_PUT, err));
        sgi_query_put_whole(&query, id);
        sgi_query_put_whole(&query, (int64_t)i);
        sgi_query_put_text(&query, sg_part_words[target[i].part]);
        sgi_query_put_text(&query, target[i].target);
        sgi_query_put_text(&query, target[i].metric);
        sgi_query_put_real(&query, target[i].value);
        SG_TRY(finish(&query, err));
    }
done:
    return status;
}

/* Little-endian on every machine. */
static void write_doubles(unsigned char *bytes, const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], sizeof bits);
        for (int b = 0; b < 8; b++) *bytes++ = (unsigned char)(bits >> (8 * b));
    }
}

static sg_status put_predictions(sg_ledger *ledger, int64_t id,
                                 const sg_ledger_prediction *prediction, size_t n,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    unsigned char *bytes = NULL;
    size_t capacity = 0;
    SG_TRY(drop(ledger, SGI_PREDICTIONS_DROP, id, err));
    for (size_t i = 0; i < n; i++) {
        const sg_ledger_prediction *p = &prediction[i];
        const size_t size = (size_t)p->n_outputs * sizeof *p->output;
        SG_TRY(sg_grow(&bytes, &capacity, size > 0 ? size : 1, 1, err));
        write_doubles(bytes, p->output, p->n_outputs);
        SG_TRY(sgi_query_open(&query, ledger, SGI_PREDICTION_PUT, err));
        sgi_query_put_whole(&query, id);
        sgi_query_put_text(&query, sg_part_words[p->part]);
        sgi_query_put_whole(&query, p->item);
        sgi_query_put_bytes(&query, bytes, size);
        SG_TRY(finish(&query, err));
    }
done:
    sg_free(bytes);
    return status;
}

sg_status sg_ledger_finish_job(sg_ledger *ledger, const sg_ledger_job *job,
                               const sg_ledger_details *details, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_ledger_details *d = details;
    int64_t id = 0;
    sg_ledger_job row = *job;
    SG_REQUIRE(job->state != SG_LEDGER_RUNNING, SG_EINVAL,
               "ledger: a job ends as done or failed");
    SG_TRY(sgi_ledger_begin(ledger, err));
    SG_TRY(find_unfinished(&row.n_epochs, ledger, job, err));
    SG_TRY(count_epochs(&row.n_epochs, d->epoch, d->n_epochs, err));
    SG_REQUIRE(job->state == SG_LEDGER_FAILED || row.n_epochs == job->n_epochs, SG_EINVAL,
               "ledger: a job of %u epochs has %u", job->n_epochs, row.n_epochs);
    SG_REQUIRE(row.best_epoch <= row.n_epochs, SG_EINVAL,
               "ledger: the best epoch, %u, is not among the %u", row.best_epoch, row.n_epochs);
    SG_TRY(put_job(&id, ledger, &row, err));
    SG_TRY(put_epochs(ledger, id, d->epoch, d->n_epochs, err));
    SG_TRY(put_targets(ledger, id, d->target, d->n_targets, err));
    SG_TRY(put_predictions(ledger, id, d->prediction, d->n_predictions, err));
    SG_TRY(sgi_ledger_commit(ledger, err));
done:
    sgi_ledger_rollback(ledger);
    return status;
}
