/* ledger.c - opening and closing.
 *
 * In write-ahead mode SQLite lets readers in while a writer is at work, and a transaction is on the
 * disk when it is over.  SQLite would also let a second writer in between two transactions; two
 * runs in one folder would overwrite each other's models, so a writer locks the folder.  The folder
 * and not the data base, for closing any descriptor of that file would give up SQLite's own locks.
 *
 * Readers open for writing, too, and promise not to: a connection that really is read-only cannot
 * clean up behind a writer that was killed, and leaves files of its own behind. */
#include "store/ledger_parts.h"

#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MILLISECONDS = 10000, LARGEST_VALUE = 1 << 26, SMALLEST_FILE = 512 };

void sg_ledger_close(sg_ledger *ledger)
{
    if (ledger == NULL) return;
    for (int i = 0; i < SGI_N_STATEMENTS; i++) (void)sqlite3_finalize(ledger->statement[i]);
    (void)sqlite3_close(ledger->db);
    if (ledger->folder >= 0) (void)close(ledger->folder);
    sg_free(ledger->path);
    sg_free(ledger);
}

/* SQLite takes a file of a few bytes for an empty data base and would write over it. */
static sg_status check_file(const char *path, sg_error *err)
{
    struct stat info;
    const sg_place place = {path, 0, 0};
    if (stat(path, &info) != 0) return SG_OK;
    if (!S_ISREG(info.st_mode))
        return sg_error_at(err, SG_EIO, SG_WHERE, place, "not a plain file; give another path");
    if (info.st_size > 0 && info.st_size < SMALLEST_FILE)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "not a database (%d bytes); give another folder or move the file "
                           "away",
                           (int)info.st_size);
    return SG_OK;
}

static sg_status make_closed(sg_ledger **ledger, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger *made = NULL;
    SG_ALLOC(made, 1);
    made->folder = -1;
    made->path = sg_text_copy(path);
    SG_REQUIRE(made->path != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(check_file(path, err));
    *ledger = made;
    made = NULL;
done:
    sg_ledger_close(made);
    return status;
}

static sg_status open_folder(int *folder, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    const char *slash = strrchr(path, '/');
    sg_text name = {0};
    SG_TRY(sg_text_add(&name, err, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
                       slash != NULL ? path : "."));
    const int opened = open(name.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) SG_TRY(sg_error_errno(err, SG_WHERE, path, "create"));
    *folder = opened;
done:
    sg_text_free(&name);
    return status;
}

static bool is_taken(int folder, int kind)
{
    return flock(folder, kind | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

/* Whoever looks whether a run is going on has the lock for an instant. */
static bool stays_taken(int folder)
{
    enum { TRIES = 10 };
    const struct timespec pause = {.tv_nsec = 10000000};
    for (int i = 0; i < TRIES; i++) {
        if (!is_taken(folder, LOCK_EX)) return false;
        (void)nanosleep(&pause, NULL);
    }
    return true;
}

/* Where the file system knows no locks we go on without. */
static sg_status lock_folder(int *folder, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    int opened = -1;
    SG_TRY(open_folder(&opened, path, err));
    if (stays_taken(opened))
        SG_TRY(sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){path, 0, 0},
                           "another run is writing to this folder; wait until it is done or "
                           "give another folder"));
    *folder = opened;
    opened = -1;
done:
    if (opened >= 0) (void)close(opened);
    return status;
}

bool sg_ledger_is_being_written(const sg_ledger *ledger)
{
    int folder = -1;
    if (open_folder(&folder, ledger->path, NULL) != SG_OK) return false;
    const bool answer = is_taken(folder, LOCK_SH);
    (void)close(folder);
    return answer;
}

/* A name that means nothing but a file to SQLite, to which ":memory:" and "file:x" are special. */
static sg_status plain_name(sg_text *name, const char *path, sg_error *err)
{
    return sg_text_add(name, err, "%s%s", path[0] == '/' ? "" : "./", path);
}

/* Nothing that a data base of unknown origin contains is executed. */
static sg_status open_connection(sg_ledger *ledger, const char *name, int flags, sg_error *err)
{
    const int code = sqlite3_open_v2(name, &ledger->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) return sgi_ledger_fail(ledger, SG_WHERE, code, err);
    (void)sqlite3_extended_result_codes(ledger->db, 1);
    (void)sqlite3_busy_timeout(ledger->db, WAIT_MILLISECONDS);
    (void)sqlite3_limit(ledger->db, SQLITE_LIMIT_LENGTH, LARGEST_VALUE);
    (void)sqlite3_db_config(ledger->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(ledger->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(ledger->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(ledger->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return SG_OK;
}

/* ---- Writing ------------------------------------------------------------------------------ */

static sg_status check_experiment(sg_ledger *ledger, const char *fingerprint, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_ledger_value_of(&text, ledger, "fingerprint", err));
    if (strcmp(text.data, fingerprint) != 0)
        SG_TRY(sg_error_at(err, SG_EEXIST, SG_WHERE, (sg_place){ledger->path, 0, 0},
                           "results of another experiment (fingerprint %.60s, this one has "
                           "%.60s); give another folder",
                           text.data, fingerprint));
done:
    sg_text_free(&text);
    return status;
}

/* Where there is no shared memory, on network drives, write-ahead mode is declined; the mode that
 * stays is as safe, only readers and writer wait for each other. */
static sg_status be_durable(sg_ledger *ledger, sg_error *err)
{
    return sgi_ledger_execute(ledger,
                              "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; "
                              "PRAGMA foreign_keys = ON",
                              err);
}

/* What an opening that failed has made. */
static void remove_new(const char *path)
{
    static const char *const suffix[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        sg_text name = {0};
        if (sg_text_add(&name, NULL, "%s%s", path, suffix[i]) == SG_OK) (void)unlink(name.data);
        sg_text_free(&name);
    }
}

sg_status sg_ledger_open(sg_ledger **ledger, const char *path, const char *fingerprint,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger *made = NULL;
    sg_text name = {0};
    bool is_new = false, is_empty = false;
    SG_TRY(make_closed(&made, path, err));
    SG_TRY(plain_name(&name, path, err));
    SG_TRY(lock_folder(&made->folder, path, err));
    is_new = !sg_path_exists(path);
    SG_TRY(open_connection(made, name.data, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err));
    if (sqlite3_db_readonly(made->db, "main") != 0)
        SG_TRY(sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){path, 0, 0},
                           "cannot be written; check the permissions of the file"));
    SG_TRY(sgi_ledger_identify(&is_empty, made, err));
    if (!is_empty) SG_TRY(check_experiment(made, fingerprint, err));
    SG_TRY(be_durable(made, err));
    if (is_empty) SG_TRY(sgi_ledger_create(made, fingerprint, err));
    *ledger = made;
    made = NULL;
    is_new = false;
done:
    if (is_new) remove_new(path);
    sg_ledger_close(made);
    sg_text_free(&name);
    return status;
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* As a URI, in which '?', '#' and '%' mean something, that says nobody changes the file. */
static sg_status immutable_name(sg_text *uri, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    uri->size = 0;
    SG_TRY(sg_text_add(uri, err, "file:%s", name[0] == '/' ? "//" : ""));
    for (const char *p = name; *p != '\0'; p++) {
        const bool special = *p == '?' || *p == '#' || *p == '%';
        SG_TRY(sg_text_add(uri, err, special ? "%%%02x" : "%c", *p));
    }
    SG_TRY(sg_text_add(uri, err, "?immutable=1"));
done:
    return status;
}

/* Take the view of this moment; the code of SQLite. */
static int look(sg_ledger *ledger)
{
    return sqlite3_exec(ledger->db,
                        "PRAGMA query_only = ON; BEGIN; SELECT count(*) FROM sqlite_schema",
                        NULL, NULL, NULL);
}

/* In a folder that cannot be written, SQLite cannot note that there is a reader.  If the last
 * writer has closed the data base, nobody will change it, and none of that is needed. */
static sg_status begin_reading(sg_ledger *ledger, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text uri = {0};
    bool rest = false;
    SG_TRY(open_connection(ledger, name, SQLITE_OPEN_READWRITE, err));
    int code = look(ledger);
    const int kind = code & 0xff;
    if (kind == SQLITE_READONLY || kind == SQLITE_CANTOPEN) {
        SG_TRY(sgi_ledger_has_rest(&rest, ledger, err));
        if (rest)
            SG_TRY(sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){ledger->path, 0, 0},
                               "the last run did not close it, and it cannot be repaired in a "
                               "folder without write permission; copy the folder to another "
                               "place and read it there"));
        (void)sqlite3_close(ledger->db);
        ledger->db = NULL;
        SG_TRY(immutable_name(&uri, name, err));
        SG_TRY(open_connection(ledger, uri.data, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err));
        code = look(ledger);
    }
    if (code != SQLITE_OK) SG_TRY(sgi_ledger_fail(ledger, SG_WHERE, code, err));
done:
    sg_text_free(&uri);
    return status;
}

sg_status sg_ledger_open_read(sg_ledger **ledger, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger *made = NULL;
    sg_text name = {0};
    bool is_empty = false;
    const sg_place place = {path, 0, 0};
    if (!sg_path_exists(path))
        SG_TRY(sg_error_at(err, SG_ENOTFOUND, SG_WHERE, place,
                           "no such file; give the folder of a run"));
    SG_TRY(make_closed(&made, path, err));
    made->is_reader = true;
    SG_TRY(plain_name(&name, path, err));
    SG_TRY(begin_reading(made, name.data, err));
    SG_TRY(sgi_ledger_identify(&is_empty, made, err));
    if (is_empty)
        SG_TRY(sg_error_at(err, SG_ENOTFOUND, SG_WHERE, place,
                           "no results yet; wait until the run has begun"));
    *ledger = made;
    made = NULL;
done:
    sg_ledger_close(made);
    sg_text_free(&name);
    return status;
}
