/* fuzz_ledger.c - the data base of a run, changed cell by cell.
 *
 * Bytes of an SQLite file are SQLite's matter; what its cells say is ours.  So the input is a list of
 * changes to a good ledger, one per line, and what comes out must be refused or readable to the end:
 *
 *     job.n_epochs 1 4294967295          // table.column, row from 1, a number, "a text" or x'00ff'
 *     ! 4711 255                          // the byte at this place of the file
 */
#include "fuzz/fuzz.h"

#include "store/ledger.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 400, MOST_FILE = 1 << 17 };

/* The good one, in a file of this process. */
static char path[64];
static uint8_t good[MOST_FILE];
static size_t n_good;

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

/* Small pages and no files beside it: most of a run was spent on writing them. */
static void make_small(void)
{
    sqlite3 *db = NULL;
    FUZZ_CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    FUZZ_CHECK(sqlite3_exec(db, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM",
                            NULL, NULL, NULL) == SQLITE_OK);
    FUZZ_CHECK(sqlite3_close(db) == SQLITE_OK);
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
    make_small();
    FILE *file = fopen(path, "rb");
    FUZZ_CHECK(file != NULL);
    n_good = fread(good, 1, sizeof good, file);
    FUZZ_CHECK(n_good > 0 && n_good < sizeof good && fclose(file) == 0);
    remove_files();
}

/* Names are words of letters and values are literals, so no input is a program in SQL. */
static void change_cell(sqlite3 *db, char *line)
{
    char sql[MOST_BYTES + 200], table[40] = "", column[40] = "";
    int row = 0, n_read = 0;
    if (sscanf(line, "%39[a-z_].%39[a-z_] %9d %n", table, column, &row, &n_read) != 3 ||
        n_read == 0 || strpbrk(line + n_read, "();") != NULL)
        return;
    (void)snprintf(sql, sizeof sql,
                   "UPDATE %s SET %s = %s WHERE %s IN (SELECT %s FROM %s LIMIT 1 OFFSET %d)",
                   table, column, line + n_read, column, column, table, row > 0 ? row - 1 : 0);
    (void)sqlite3_exec(db, sql, NULL, NULL, NULL);
}

static void change_byte(uint8_t *file, const char *line)
{
    unsigned at = 0, value = 0;
    if (sscanf(line, "! %9u %9u", &at, &value) == 2 && at < n_good) file[at] = (uint8_t)value;
}

/* Write the changed ledger: first the bytes of the file, then its cells. */
static void make_changed(char *text)
{
    static uint8_t file[MOST_FILE];
    sqlite3 *db = NULL;
    char *rest = NULL;
    memcpy(file, good, n_good);
    for (char *line = text; (line = strchr(line, '!')) != NULL; line++) change_byte(file, line);
    write_file(file, n_good);
    if (strchr(text, '.') == NULL) return; /* no cells */
    if (sqlite3_open(path, &db) == SQLITE_OK) {
        (void)sqlite3_exec(db, "PRAGMA ignore_check_constraints = 1", NULL, NULL, NULL);
        (void)sqlite3_exec(db,
                           "PRAGMA synchronous = 0; PRAGMA locking_mode = EXCLUSIVE; "
                           "PRAGMA journal_mode = MEMORY; BEGIN",
                           NULL, NULL, NULL);
        for (char *line = strtok_r(text, "\n", &rest); line != NULL;
             line = strtok_r(NULL, "\n", &rest))
            change_cell(db, line);
        (void)sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    }
    (void)sqlite3_close(db);
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
    if (n_good == 0) make_good();
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
