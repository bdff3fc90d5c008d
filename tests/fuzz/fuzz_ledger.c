/* fuzz_ledger.c - the data base of a run, changed cell by cell.
 *
 * Bytes of an SQLite file are SQLite's matter; what its cells say is ours.  So the input is a list of
 * changes to a good ledger, one per line, and what comes out must be refused or readable to the end:
 *
 *     job.n_epochs 1 4294967295          // table.column, row from 1, a number, "a text" or x'00ff'
 *     ! 4711 255                          // the byte at this place of the file
 *
 * Cells are changed in memory, in a data base that stays open, and the file that is read has small pages:
 * opening and writing took most of the time.
 */
#include "fuzz/pool_memory.h"

#include "store/ledger.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 400, MOST_FILE = 1 << 17 };

/* The good one in memory, and the name of the changed one. */
static sqlite3 *good;
static char path[64];

static void remove_files(void)
{
    char name[80];
    for (const char *const *end = (const char *const[]){"", "-wal", "-shm", NULL}; *end != NULL;
         end++) {
        (void)snprintf(name, sizeof name, "%s%s", path, *end);
        (void)unlink(name);
    }
}

static void write_file(const uint8_t *bytes, size_t n)
{
    remove_files();
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file != NULL && fwrite(bytes, 1, n, file) == n && fclose(file) == 0);
}

/* Copy the file at `path` into memory, with small pages. */
static void keep_good(void)
{
    sqlite3 *file = NULL;
    FUZZ_CHECK(sqlite3_open(path, &file) == SQLITE_OK);
    FUZZ_CHECK(sqlite3_exec(file,
                            "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM",
                            NULL, NULL, NULL) == SQLITE_OK);
    FUZZ_CHECK(sqlite3_open(":memory:", &good) == SQLITE_OK);
    sqlite3_backup *backup = sqlite3_backup_init(good, "main", file, "main");
    FUZZ_CHECK(backup != NULL && sqlite3_backup_step(backup, -1) == SQLITE_DONE);
    FUZZ_CHECK(sqlite3_backup_finish(backup) == SQLITE_OK);
    FUZZ_CHECK(sqlite3_close(file) == SQLITE_OK);
    FUZZ_CHECK(sqlite3_exec(good, "PRAGMA ignore_check_constraints = 1", NULL, NULL, NULL) ==
               SQLITE_OK);
    remove_files();
}

static void make_good(void)
{
    sg_ledger *ledger = NULL;
    const double output[] = {0.25, 0.75};
    const sg_ledger_score score = {0.5, 80};
    const sg_ledger_epoch epoch[] = {{.epoch = 1, .score = {score, score, score}},
                                     {.epoch = 2, .score = {score, score, score}}};
    const sg_ledger_target target = {SG_TEST, "y", "accuracy", 80};
    const sg_ledger_prediction prediction = {SG_TEST, 3, output, 2};
    const sg_ledger_details details = {epoch, 2, &target, 1, &prediction, 1};
    const sg_ledger_value value = {"data", "CSL"};
    const sg_ledger_configuration configuration = {.id = 0, .yaml = "x: 1\n"};
    (void)snprintf(path, sizeof path, "%s/sg_fuzz_ledger_%d.sqlite",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    pool_memory_use();
    FUZZ_CHECK(sg_ledger_open(&ledger, path, "f00d", NULL) == SG_OK);
    FUZZ_CHECK(sg_ledger_put_values(ledger, &value, 1, NULL) == SG_OK);
    FUZZ_CHECK(sg_ledger_put_configurations(ledger, &configuration, 1, NULL) == SG_OK);
    for (uint32_t fold = 0; fold < 2; fold++) {
        const sg_ledger_job job = {.fold = fold,
                                   .stage = SG_EVALUATING,
                                   .state = SG_LEDGER_DONE,
                                   .size = {8, 1, 1},
                                   .n_epochs = 2,
                                   .best_epoch = 1,
                                   .best = {score, score, score}};
        FUZZ_CHECK(sg_ledger_finish_job(ledger, &job, &details, NULL) == SG_OK);
    }
    sg_ledger_close(ledger);
    keep_good();
}

/* Names are words of letters and values are literals, so no input is a program in SQL. */
static void change_cell(char *line)
{
    char sql[MOST_BYTES + 200], table[40] = "", column[40] = "";
    int row = 0, n_read = 0;
    if (sscanf(line, "%39[a-z_].%39[a-z_] %9d %n", table, column, &row, &n_read) != 3 ||
        n_read == 0 || strpbrk(line + n_read, "();") != NULL)
        return;
    (void)snprintf(sql, sizeof sql,
                   "UPDATE %s SET %s = %s WHERE %s IN (SELECT %s FROM %s LIMIT 1 OFFSET %d)",
                   table, column, line + n_read, column, column, table, row > 0 ? row - 1 : 0);
    (void)sqlite3_exec(good, sql, NULL, NULL, NULL);
}

static void change_byte(uint8_t *file, size_t size, const char *line)
{
    unsigned at = 0, value = 0;
    if (sscanf(line, "! %9u %9u", &at, &value) == 2 && at < size) file[at] = (uint8_t)value;
}

/* Write the changed ledger: first its cells, then the bytes of the file. */
static void make_changed(char *text)
{
    char *rest = NULL;
    const char *bytes[MOST_BYTES];
    size_t n_bytes = 0;
    sqlite3_int64 size = 0;
    FUZZ_CHECK(sqlite3_exec(good, "BEGIN", NULL, NULL, NULL) == SQLITE_OK);
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '!')
            bytes[n_bytes++] = line;
        else
            change_cell(line);
    }
    uint8_t *file = sqlite3_serialize(good, "main", &size, 0);
    FUZZ_CHECK(file != NULL && size > 0 && size < MOST_FILE);
    FUZZ_CHECK(sqlite3_exec(good, "ROLLBACK", NULL, NULL, NULL) == SQLITE_OK);
    for (size_t i = 0; i < n_bytes; i++) change_byte(file, (size_t)size, bytes[i]);
    write_file(file, (size_t)size);
    sqlite3_free(file);
}

static void read_all(sg_ledger *ledger)
{
    sg_ledger_jobs jobs = {0};
    sg_ledger_configurations configurations = {0};
    sg_text value = {0};
    (void)sg_ledger_value_of(&value, ledger, "data", NULL);
    (void)sg_ledger_read_configurations(&configurations, ledger, NULL);
    if (sg_ledger_read_jobs(&jobs, ledger, NULL) == SG_OK)
        for (size_t i = 0; i < jobs.n; i++) {
            sg_ledger_epochs epochs = {0};
            sg_ledger_targets targets = {0};
            sg_ledger_predictions predictions = {0};
            (void)sg_ledger_read_epochs(&epochs, ledger, jobs.row[i].id, NULL);
            (void)sg_ledger_read_targets(&targets, ledger, jobs.row[i].id, NULL);
            (void)sg_ledger_read_predictions(&predictions, ledger, jobs.row[i].id, NULL);
            FUZZ_CHECK(epochs.n <= 4 && targets.n <= 4 && predictions.n <= 4);
            sg_ledger_epochs_free(&epochs);
            sg_ledger_targets_free(&targets);
            sg_ledger_predictions_free(&predictions);
        }
    sg_ledger_jobs_free(&jobs);
    sg_ledger_configurations_free(&configurations);
    sg_text_free(&value);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char text[MOST_BYTES + 1];
    sg_ledger *ledger = NULL;
    sg_error err = {0};
    if (size > MOST_BYTES) return 0;
    if (good == NULL) make_good();
    if (size > 0) memcpy(text, bytes, size);
    text[size] = '\0';
    make_changed(text);
    const sg_status status = sg_ledger_open_read(&ledger, path, &err);
    FUZZ_CHECK(status == SG_OK || err.text[0] != '\0');
    if (status == SG_OK) read_all(ledger);
    sg_ledger_close(ledger);
    remove_files();
    return 0;
}
