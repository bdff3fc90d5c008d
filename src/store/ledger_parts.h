/* ledger_parts.h - what the files of the ledger share; for them alone.
 *
 * A query is one execution of a prepared statement: parameters are put in order, rows are stepped
 * through, columns are got in order.  Failures of putting and getting are remembered and reported
 * by the next step or check, so that nobody has to look at each:
 *
 *     SG_TRY(sgi_query_open(&q, ledger, SGI_EPOCHS, err));
 *     sgi_query_put_whole(&q, job);
 *     SG_TRY(sgi_query_step(&q, err));
 *     while (q.has_row) {
 *         epoch = (uint32_t)sgi_query_get_whole(&q, UINT32_MAX);
 *         SG_TRY(sgi_query_check(&q, err));
 *         SG_TRY(sgi_query_step(&q, err));
 *     }
 * done:
 *     sgi_query_close(&q);
 */
#ifndef SG_STORE_LEDGER_PARTS_H
#define SG_STORE_LEDGER_PARTS_H

#include "data/part.h"
#include "store/ledger.h"

#include <sqlite3.h>

typedef enum sgi_statement {
    SGI_VALUE_PUT,
    SGI_VALUE,
    SGI_CONFIGURATION_PUT,
    SGI_CONFIGURATIONS,
    SGI_JOB_FIND,
    SGI_JOB_STATE,
    SGI_JOB_PUT,
    SGI_JOB_GROW,
    SGI_JOBS,
    SGI_EPOCHS_DROP,
    SGI_EPOCH_PUT,
    SGI_EPOCHS,
    SGI_TARGETS_DROP,
    SGI_TARGET_PUT,
    SGI_TARGETS,
    SGI_PREDICTIONS_DROP,
    SGI_PREDICTION_PUT,
    SGI_PREDICTIONS
} sgi_statement;

#define SGI_N_STATEMENTS 18

struct sg_ledger {
    char *path;
    sqlite3 *db;
    int folder; /* of the writer: locked; -1: none */
    bool is_reader;
    sqlite3_stmt *statement[SGI_N_STATEMENTS]; /* prepared at first use */
};

typedef struct sgi_query {
    sg_ledger *ledger;
    sqlite3_stmt *statement;
    int next;        /* parameter or column                                  */
    int code;        /* of SQLite, the first that is not SQLITE_OK           */
    bool has_row;    /* there is a row to get columns from                   */
    const char *bad; /* name of the first column that makes no sense         */
} sgi_query;

extern const char *const sgi_ledger_stage_names[2];
extern const char *const sgi_ledger_state_names[3];

/* Report what SQLite says about the last call that failed. */
sg_status sgi_ledger_fail(const sg_ledger *ledger, const char *where, int code, sg_error *err);

/* Run a text of statements without rows. */
sg_status sgi_ledger_execute(sg_ledger *ledger, const char *sql, sg_error *err);

/* What the first column of the first row of `sql` says; "" where there is no row. */
sg_status sgi_ledger_ask(sg_text *answer, sg_ledger *ledger, const char *sql, sg_error *err);

/* Begin to write; keep it; forget it where it was not kept. */
sg_status sgi_ledger_begin(sg_ledger *ledger, sg_error *err);
sg_status sgi_ledger_commit(sg_ledger *ledger, sg_error *err);
void sgi_ledger_rollback(sg_ledger *ledger);

sg_status sgi_query_open(sgi_query *query, sg_ledger *ledger, sgi_statement which,
                         sg_error *err);
sg_status sgi_query_step(sgi_query *query, sg_error *err);
sg_status sgi_query_check(const sgi_query *query, sg_error *err);

/* {0} and closing twice are fine. */
void sgi_query_close(sgi_query *query);

/* What is put must live until the query is closed.  NaN and NULL become NULL. */
void sgi_query_put_whole(sgi_query *query, int64_t value);
void sgi_query_put_real(sgi_query *query, double value);
void sgi_query_put_text(sgi_query *query, const char *text);
void sgi_query_put_bytes(sgi_query *query, const void *data, size_t size);

/* A whole number from 0 to `max`, NULL being 0; any 64 bits; a real number; one of `n` names. */
uint64_t sgi_query_get_whole(sgi_query *query, uint64_t max);
int64_t sgi_query_get_integer(sgi_query *query);
double sgi_query_get_real(sgi_query *query);
unsigned sgi_query_get_name(sgi_query *query, const char *const *name, unsigned n);

/* Bytes of a text or blob, zero-terminated, copied to `memory`; NULL for NULL. */
const char *sgi_query_get_bytes(size_t *size, sgi_query *query, sg_scratch *memory);

/* Make the tables in an empty data base, and remember the fingerprint. */
sg_status sgi_ledger_create(sg_ledger *ledger, const char *fingerprint, sg_error *err);

/* Find out whether the data base is one of ours, of this version and undamaged, or quite empty. */
sg_status sgi_ledger_identify(bool *is_empty, sg_ledger *ledger, sg_error *err);

/* Whether a writer has left transactions behind that are not in the data base file yet. */
sg_status sgi_ledger_has_rest(bool *answer, const sg_ledger *ledger, sg_error *err);

#endif
