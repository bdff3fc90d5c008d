/* ledger_schema.c - the tables.
 *
 * The data base keeps the text of each CREATE statement.  Comparing it with ours tells a ledger of
 * this version from anything else that happens to have tables of the same names. */
#include "store/ledger_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { APPLICATION = 0x53474e4e /* "SGNN" */, VERSION = 1 };

#define SCORES                                                                                 \
    "train_loss REAL, train_metric REAL, validation_loss REAL, validation_metric REAL, "       \
    "test_loss REAL, test_metric REAL, "

static const struct {
    const char *name;
    const char *sql;
} TABLES[] = {
    {"run",
     "CREATE TABLE run(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"},
    {"configuration", "CREATE TABLE configuration(id INTEGER PRIMARY KEY, yaml TEXT NOT NULL, "
                      "weights TEXT NOT NULL, weights_total INTEGER NOT NULL, "
                      "plan_bytes INTEGER NOT NULL) STRICT"},
    {"job",
     "CREATE TABLE job(id INTEGER PRIMARY KEY, "
     "configuration INTEGER NOT NULL REFERENCES configuration(id), "
     "fold INTEGER NOT NULL, run INTEGER NOT NULL, "
     "stage TEXT NOT NULL CHECK(stage IN ('select', 'evaluate')), seed INTEGER NOT NULL, "
     "state TEXT NOT NULL CHECK(state IN ('running', 'done', 'failed')), "
     "train_size INTEGER NOT NULL, validation_size INTEGER NOT NULL, "
     "test_size INTEGER NOT NULL, n_epochs INTEGER NOT NULL, best_epoch INTEGER, " SCORES
     "seconds REAL, model TEXT, error TEXT, UNIQUE(configuration, fold, run, stage)) STRICT"},
    {"epoch", "CREATE TABLE epoch(job INTEGER NOT NULL REFERENCES job(id) ON DELETE CASCADE, "
              "epoch INTEGER NOT NULL, learning_rate REAL, " SCORES
              "seconds REAL, PRIMARY KEY(job, epoch)) STRICT, WITHOUT ROWID"},
    {"target_metric",
     "CREATE TABLE target_metric(job INTEGER NOT NULL REFERENCES job(id) ON DELETE CASCADE, "
     "position INTEGER NOT NULL, "
     "part TEXT NOT NULL CHECK(part IN ('train', 'validation', 'test')), "
     "target TEXT NOT NULL, metric TEXT NOT NULL, value REAL, PRIMARY KEY(job, position)) "
     "STRICT, WITHOUT ROWID"},
    /* The column `graph` holds the number of the item. */
    {"prediction",
     "CREATE TABLE prediction(job INTEGER NOT NULL REFERENCES job(id) ON DELETE CASCADE, "
     "part TEXT NOT NULL CHECK(part IN ('train', 'validation', 'test')), "
     "graph INTEGER NOT NULL, output BLOB NOT NULL, PRIMARY KEY(job, part, graph)) "
     "STRICT, WITHOUT ROWID"},
};

enum { N_TABLES = sizeof TABLES / sizeof *TABLES };

sg_status sgi_ledger_create(sg_ledger *ledger, const char *fingerprint, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_query query = {0};
    char marks[80];
    (void)snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                   APPLICATION, VERSION);
    SG_TRY(sgi_ledger_begin(ledger, err));
    for (size_t i = 0; i < N_TABLES; i++)
        SG_TRY(sgi_ledger_execute(ledger, TABLES[i].sql, err));
    SG_TRY(sgi_query_open(&query, ledger, SGI_VALUE_PUT, err));
    sgi_query_put_text(&query, "fingerprint");
    sgi_query_put_text(&query, fingerprint);
    SG_TRY(sgi_query_step(&query, err));
    sgi_query_close(&query);
    SG_TRY(sgi_ledger_execute(ledger, marks, err));
    SG_TRY(sgi_ledger_commit(ledger, err));
done:
    sgi_query_close(&query);
    sgi_ledger_rollback(ledger);
    return status;
}

static sg_status ask_integer(long long *answer, sg_ledger *ledger, const char *sql,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sgi_ledger_ask(&text, ledger, sql, err));
    *answer = strtoll(text.data, NULL, 10);
done:
    sg_text_free(&text);
    return status;
}

static sg_status check_tables(sg_ledger *ledger, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    char sql[120];
    for (size_t i = 0; i < N_TABLES; i++) {
        (void)snprintf(sql, sizeof sql,
                       "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = '%s'",
                       TABLES[i].name);
        SG_TRY(sgi_ledger_ask(&text, ledger, sql, err));
        if (strcmp(text.data, TABLES[i].sql) != 0)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){ledger->path, 0, 0},
                               "the table \"%s\" is not as this program makes it; restore an "
                               "earlier copy of the database",
                               TABLES[i].name));
    }
done:
    sg_text_free(&text);
    return status;
}

sg_status sgi_ledger_has_rest(bool *answer, const sg_ledger *ledger, sg_error *err)
{
    sg_text name = {0};
    struct stat info;
    const sg_status status = sg_text_add(&name, err, "%s-wal", ledger->path);
    if (status == SG_OK) *answer = stat(name.data, &info) == 0 && info.st_size > 0;
    sg_text_free(&name);
    return status;
}

/* Of a file that was cut, SQLite misses whole pages but takes the lost end of one for zeros.  What
 * a writer has left beside the data base may make up for it. */
static sg_status check_size(sg_ledger *ledger, sg_error *err)
{
    sg_status status = SG_OK;
    long long n_pages = 0, page_size = 0;
    bool has_rest = false;
    struct stat info;
    SG_TRY(ask_integer(&n_pages, ledger, "PRAGMA page_count", err));
    SG_TRY(ask_integer(&page_size, ledger, "PRAGMA page_size", err));
    SG_TRY(sgi_ledger_has_rest(&has_rest, ledger, err));
    if (!has_rest && stat(ledger->path, &info) == 0 && info.st_size < n_pages * page_size)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){ledger->path, 0, 0},
                           "cut off (%lld of %lld bytes); restore an earlier copy, or move "
                           "it away and run again",
                           (long long)info.st_size, n_pages * page_size));
done:
    return status;
}

/* SQLite would give back what is left of a damaged table, and nobody would notice. */
static sg_status check_integrity(sg_ledger *ledger, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(check_size(ledger, err));
    SG_TRY(sgi_ledger_ask(&text, ledger, "PRAGMA quick_check(1)", err));
    if (strcmp(text.data, "ok") != 0)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){ledger->path, 0, 0},
                           "damaged (%.200s); restore an earlier copy, or move it away "
                           "and run again",
                           text.data));
done:
    sg_text_free(&text);
    return status;
}

sg_status sgi_ledger_identify(bool *is_empty, sg_ledger *ledger, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_place place = {ledger->path, 0, 0};
    long long application = 0, version = 0, n_objects = 0;
    SG_TRY(ask_integer(&n_objects, ledger, "SELECT count(*) FROM sqlite_schema", err));
    SG_TRY(ask_integer(&application, ledger, "PRAGMA application_id", err));
    SG_TRY(ask_integer(&version, ledger, "PRAGMA user_version", err));
    const bool empty = n_objects == 0 && application == 0 && version == 0;
    if (!empty && application != APPLICATION)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "a database of another program; give another folder"));
    if (version > VERSION)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "written by a newer version of this program (format %lld, this one "
                           "knows %d); use that version",
                           version, VERSION));
    if (!empty) SG_TRY(check_tables(ledger, err));
    if (!empty) SG_TRY(check_integrity(ledger, err));
    *is_empty = empty;
done:
    return status;
}
