/* ledger_query.c - prepared statements, and what SQLite's failures mean to the user. */
#include "store/ledger_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const sgi_ledger_stage_names[2] = {"select", "evaluate"};
const char *const sgi_ledger_state_names[3] = {"running", "done", "failed"};

#define JOB_COLUMNS                                                                            \
    "configuration, fold, run, stage, seed, state, train_size, validation_size, test_size, "   \
    "n_epochs, best_epoch, train_loss, train_metric, validation_loss, validation_metric, "     \
    "test_loss, test_metric, seconds, model, error"

#define EPOCH_COLUMNS                                                                          \
    "epoch, learning_rate, train_loss, train_metric, validation_loss, validation_metric, "     \
    "test_loss, test_metric, seconds"

static const char *const SQL[SGI_N_STATEMENTS] = {
    [SGI_VALUE_PUT] = "INSERT INTO run(key, value) VALUES(?, ?) "
                      "ON CONFLICT(key) DO UPDATE SET value = excluded.value",
    [SGI_VALUE] = "SELECT value FROM run WHERE key = ?",
    [SGI_CONFIGURATION_PUT] =
        "INSERT INTO configuration(id, yaml, weights, weights_total, plan_bytes) "
        "VALUES(?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET weights = excluded.weights, "
        "weights_total = excluded.weights_total, plan_bytes = excluded.plan_bytes "
        "WHERE yaml = excluded.yaml",
    [SGI_CONFIGURATIONS] =
        "SELECT id, yaml, weights, weights_total, plan_bytes FROM configuration ORDER BY id",
    [SGI_JOB_FIND] = "SELECT id, state, n_epochs FROM job "
                     "WHERE configuration = ? AND fold = ? AND run = ? AND stage = ?",
    [SGI_JOB_STATE] = "SELECT state, n_epochs FROM job WHERE id = ?",
    [SGI_JOB_PUT] =
        "INSERT INTO job(" JOB_COLUMNS ") "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT(configuration, fold, run, stage) DO UPDATE SET seed = excluded.seed, "
        "state = excluded.state, train_size = excluded.train_size, "
        "validation_size = excluded.validation_size, test_size = excluded.test_size, "
        "n_epochs = excluded.n_epochs, best_epoch = excluded.best_epoch, "
        "train_loss = excluded.train_loss, train_metric = excluded.train_metric, "
        "validation_loss = excluded.validation_loss, "
        "validation_metric = excluded.validation_metric, test_loss = excluded.test_loss, "
        "test_metric = excluded.test_metric, seconds = excluded.seconds, "
        "model = excluded.model, error = excluded.error RETURNING id",
    [SGI_JOB_GROW] = "UPDATE job SET n_epochs = ? WHERE id = ?",
    [SGI_JOBS] = "SELECT id, " JOB_COLUMNS " FROM job "
                 "ORDER BY stage = 'evaluate', configuration, run, fold",
    [SGI_EPOCHS_DROP] = "DELETE FROM epoch WHERE job = ? AND epoch > ?",
    [SGI_EPOCH_PUT] = "INSERT INTO epoch(job, " EPOCH_COLUMNS ") "
                      "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [SGI_EPOCHS] = "SELECT " EPOCH_COLUMNS " FROM epoch WHERE job = ? ORDER BY epoch",
    [SGI_TARGETS_DROP] = "DELETE FROM target_metric WHERE job = ?",
    [SGI_TARGET_PUT] = "INSERT INTO target_metric(job, position, part, target, metric, value) "
                       "VALUES(?, ?, ?, ?, ?, ?)",
    [SGI_TARGETS] = "SELECT part, target, metric, value FROM target_metric WHERE job = ? "
                    "ORDER BY position",
    [SGI_PREDICTIONS_DROP] = "DELETE FROM prediction WHERE job = ?",
    [SGI_PREDICTION_PUT] =
        "INSERT INTO prediction(job, part, graph, output) VALUES(?, ?, ?, ?)",
    [SGI_PREDICTIONS] = "SELECT part, graph, output FROM prediction WHERE job = ? "
                        "ORDER BY part = 'test', part = 'validation', graph",
};

/* ---- Failures ----------------------------------------------------------------------------- */

/* The operating system's word for the failure, in brackets, where there is one. */
static void write_system_error(char text[160], sqlite3 *db)
{
    char reason[128];
    const int code = db != NULL ? sqlite3_system_errno(db) : 0;
    text[0] = '\0';
    if (code != 0 && strerror_r(code, reason, sizeof reason) == 0)
        (void)snprintf(text, 160, " (%s)", reason);
}

sg_status sgi_ledger_fail(const sg_ledger *ledger, const char *where, int code, sg_error *err)
{
    const sg_place place = {ledger->path, 0, 0};
    const char *said = sqlite3_errmsg(ledger->db);
    char system_error[160];
    write_system_error(system_error, ledger->db);
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return sg_error_at(err, SG_EINVAL, where, place,
                           "the job is of a configuration that is not in the ledger");
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return sg_error_set(err, SG_ENOMEM, where, "out of memory");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return sg_error_at(err, SG_EIO, where, place,
                           "another process has locked the database (%s); close the program "
                           "that uses it and try again",
                           said);
    case SQLITE_FULL:
        return sg_error_at(err, SG_EIO, where, place,
                           "no space left on the device (%s); make room and resume", said);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return sg_error_at(err, SG_EIO, where, place,
                           "%s%s; check the permissions of the file and of its folder", said,
                           system_error);
    case SQLITE_NOTADB:
        return sg_error_at(err, SG_EFORMAT, where, place,
                           "not a database (%s); give another folder or move the file away",
                           said);
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:
        return sg_error_at(err, SG_EFORMAT, where, place,
                           "damaged or not of this program (%s); restore an earlier copy, "
                           "or move it away and run again",
                           said);
    case SQLITE_CONSTRAINT:
        return sg_error_at(err, SG_EINVAL, where, place, "not allowed: %s", said);
    case SQLITE_TOOBIG:
        return sg_error_at(err, SG_ELIMIT, where, place, "a value is too large: %s", said);
    default:
        return sg_error_at(err, SG_EIO, where, place, "%s%s; check the disk", said,
                           system_error);
    }
}

/* ---- Statements --------------------------------------------------------------------------- */

sg_status sgi_ledger_execute(sg_ledger *ledger, const char *sql, sg_error *err)
{
    const int code = sqlite3_exec(ledger->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? SG_OK : sgi_ledger_fail(ledger, SG_WHERE, code, err);
}

sg_status sgi_ledger_ask(sg_text *answer, sg_ledger *ledger, const char *sql, sg_error *err)
{
    sg_status status = SG_OK;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(ledger->db, sql, -1, &statement, NULL);
    if (code != SQLITE_OK) SG_TRY(sgi_ledger_fail(ledger, SG_WHERE, code, err));
    code = sqlite3_step(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        SG_TRY(sgi_ledger_fail(ledger, SG_WHERE, code, err));
    const bool has_text =
        code == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL;
    const char *text = has_text ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    SG_REQUIRE(!has_text || text != NULL, SG_ENOMEM, "out of memory");
    answer->size = 0;
    SG_TRY(sg_text_add(answer, err, "%s", text != NULL ? text : ""));
done:
    (void)sqlite3_finalize(statement);
    return status;
}

/* Immediate: whoever begins will write, and is told so now rather than in the middle. */
sg_status sgi_ledger_begin(sg_ledger *ledger, sg_error *err)
{
    if (ledger->is_reader)
        return sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){ledger->path, 0, 0},
                           "open for reading only");
    return sgi_ledger_execute(ledger, "BEGIN IMMEDIATE", err);
}

sg_status sgi_ledger_commit(sg_ledger *ledger, sg_error *err)
{
    return sgi_ledger_execute(ledger, "COMMIT", err);
}

void sgi_ledger_rollback(sg_ledger *ledger)
{
    if (!ledger->is_reader && sqlite3_get_autocommit(ledger->db) == 0)
        (void)sqlite3_exec(ledger->db, "ROLLBACK", NULL, NULL, NULL);
}

sg_status sgi_query_open(sgi_query *query, sg_ledger *ledger, sgi_statement which,
                         sg_error *err)
{
    sqlite3_stmt **statement = &ledger->statement[which];
    if (*statement == NULL) {
        const int code = sqlite3_prepare_v3(ledger->db, SQL[which], -1,
                                            SQLITE_PREPARE_PERSISTENT, statement, NULL);
        if (code != SQLITE_OK) return sgi_ledger_fail(ledger, SG_WHERE, code, err);
    }
    *query = (sgi_query){.ledger = ledger, .statement = *statement, .next = 1};
    return SG_OK;
}

sg_status sgi_query_step(sgi_query *query, sg_error *err)
{
    int code = query->code;
    if (code == SQLITE_OK) code = sqlite3_step(query->statement);
    query->has_row = code == SQLITE_ROW;
    query->next = 0;
    if (code == SQLITE_ROW || code == SQLITE_DONE) return SG_OK;
    return sgi_ledger_fail(query->ledger, SG_WHERE, code, err);
}

sg_status sgi_query_check(const sgi_query *query, sg_error *err)
{
    if (query->code != SQLITE_OK)
        return sgi_ledger_fail(query->ledger, SG_WHERE, query->code, err);
    if (query->bad == NULL) return SG_OK;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){query->ledger->path, 0, 0},
                       "a value of \"%.40s\" makes no sense; the database was changed by "
                       "another program: restore an earlier copy",
                       query->bad);
}

void sgi_query_close(sgi_query *query)
{
    (void)sqlite3_reset(query->statement);
    if (query->statement != NULL) (void)sqlite3_clear_bindings(query->statement);
    *query = (sgi_query){0};
}

/* ---- Parameters --------------------------------------------------------------------------- */

static void note(sgi_query *query, int code)
{
    if (query->code == SQLITE_OK) query->code = code;
    query->next++;
}

void sgi_query_put_whole(sgi_query *query, int64_t value)
{
    note(query, sqlite3_bind_int64(query->statement, query->next, value));
}

void sgi_query_put_real(sgi_query *query, double value)
{
    note(query, isnan(value) ? sqlite3_bind_null(query->statement, query->next)
                             : sqlite3_bind_double(query->statement, query->next, value));
}

void sgi_query_put_text(sgi_query *query, const char *text)
{
    note(query, text == NULL ? sqlite3_bind_null(query->statement, query->next)
                             : sqlite3_bind_text64(query->statement, query->next, text,
                                                   strlen(text), SQLITE_STATIC, SQLITE_UTF8));
}

void sgi_query_put_bytes(sgi_query *query, const void *data, size_t size)
{
    note(query, sqlite3_bind_blob64(query->statement, query->next, data, size, SQLITE_STATIC));
}

/* ---- Columns ------------------------------------------------------------------------------ */

static bool lacks_memory(const sgi_query *query)
{
    return (sqlite3_errcode(query->ledger->db) & 0xff) == SQLITE_NOMEM;
}

/* What could not be fetched for want of memory is no nonsense. */
static void complain(sgi_query *query)
{
    if (lacks_memory(query)) query->code = SQLITE_NOMEM;
    const char *name = sqlite3_column_name(query->statement, query->next);
    if (query->bad == NULL) query->bad = name != NULL ? name : "?";
}

int64_t sgi_query_get_integer(sgi_query *query)
{
    if (sqlite3_column_type(query->statement, query->next) != SQLITE_INTEGER) complain(query);
    return sqlite3_column_int64(query->statement, query->next++);
}

uint64_t sgi_query_get_whole(sgi_query *query, uint64_t max)
{
    const int type = sqlite3_column_type(query->statement, query->next);
    const int64_t value = sqlite3_column_int64(query->statement, query->next);
    const bool fits =
        type == SQLITE_NULL || (type == SQLITE_INTEGER && value >= 0 && (uint64_t)value <= max);
    if (!fits) complain(query);
    query->next++;
    return fits ? (uint64_t)value : 0;
}

double sgi_query_get_real(sgi_query *query)
{
    const int type = sqlite3_column_type(query->statement, query->next);
    if (type != SQLITE_NULL && type != SQLITE_FLOAT && type != SQLITE_INTEGER) complain(query);
    const double value = sqlite3_column_double(query->statement, query->next++);
    return type == SQLITE_NULL ? NAN : value;
}

unsigned sgi_query_get_name(sgi_query *query, const char *const *name, unsigned n)
{
    const char *text = (const char *)sqlite3_column_text(query->statement, query->next);
    unsigned i = 0;
    while (i < n && (text == NULL || strcmp(text, name[i]) != 0)) i++;
    if (i == n) complain(query);
    query->next++;
    return i < n ? i : 0;
}

const char *sgi_query_get_bytes(size_t *size, sgi_query *query, sg_scratch *memory)
{
    const int type = sqlite3_column_type(query->statement, query->next);
    const void *data = sqlite3_column_blob(query->statement, query->next);
    *size = (size_t)sqlite3_column_bytes(query->statement, query->next++);
    if (type == SQLITE_NULL) return NULL;
    char *copy = sg_scratch_take(memory, *size + 1, 1);
    if (copy == NULL || (data == NULL && (*size > 0 || lacks_memory(query)))) {
        query->code = SQLITE_NOMEM;
        return NULL;
    }
    if (*size > 0) memcpy(copy, data, *size);
    copy[*size] = '\0';
    return copy;
}
