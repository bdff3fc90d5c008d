/* test_ledger_hostile.c - files that are no ledgers, damaged ledgers, and memory that runs out. */
#include "base/file.h"
#include "base/mem.h"
#include "store/ledger.h"
#include "support/check.h"
#include "support/folder.h"

#include <sqlite3.h>
#include <unistd.h>

static char path[1024];

static int make_place(void **state)
{
    (void)make_folder(state);
    (void)snprintf(path, sizeof path, "%s", path_of("results.sqlite"));
    return 0;
}

/* A ledger with a row in every table. */
static sg_status write_ledger(sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger *ledger = NULL;
    int64_t id = 0;
    const sg_ledger_value value = {"experiment", "a: 1\n"};
    const sg_ledger_configuration configuration = {2, "x: 1\n", (uint64_t[]){10, 20, 30},
                                                   3, 60,       999};
    sg_ledger_job job = {.configuration = 2,
                         .state = SG_LEDGER_DONE,
                         .n_epochs = 30,
                         .best_epoch = 3,
                         .model = "m"};
    sg_ledger_epoch epoch[30];
    for (uint32_t i = 0; i < 30; i++) epoch[i] = (sg_ledger_epoch){.epoch = i + 1};
    const sg_ledger_target target = {SG_TEST, "t", "mae", 1};
    const double output[40] = {1, 2, 3};
    const sg_ledger_prediction prediction = {SG_TEST, 5, output, 40};
    const sg_ledger_details details = {epoch, 30, &target, 1, &prediction, 1};
    SG_TRY(sg_ledger_open(&ledger, path, "f00d", err));
    SG_TRY(sg_ledger_put_values(ledger, &value, 1, err));
    SG_TRY(sg_ledger_put_configurations(ledger, &configuration, 1, err));
    SG_TRY(sg_ledger_start_job(&id, ledger, &job, 0, err));
    SG_TRY(sg_ledger_append_epochs(ledger, id, epoch, 20, err));
    SG_TRY(sg_ledger_finish_job(ledger, &job, &details, err));
done:
    sg_ledger_close(ledger);
    return status;
}

/* Read every table of a ledger. */
static sg_status read_ledger(sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger *ledger = NULL;
    sg_ledger_configurations configurations = {0};
    sg_ledger_jobs jobs = {0};
    sg_ledger_epochs epochs = {0};
    sg_ledger_targets targets = {0};
    sg_ledger_predictions predictions = {0};
    sg_text text = {0};
    SG_TRY(sg_ledger_open_read(&ledger, path, err));
    SG_TRY(sg_ledger_value_of(&text, ledger, "experiment", err));
    SG_TRY(sg_ledger_read_configurations(&configurations, ledger, err));
    SG_TRY(sg_ledger_read_jobs(&jobs, ledger, err));
    SG_TRY(sg_ledger_read_epochs(&epochs, ledger, 1, err));
    SG_TRY(sg_ledger_read_targets(&targets, ledger, 1, err));
    SG_TRY(sg_ledger_read_predictions(&predictions, ledger, 1, err));
done:
    sg_text_free(&text);
    sg_ledger_predictions_free(&predictions);
    sg_ledger_targets_free(&targets);
    sg_ledger_epochs_free(&epochs);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_configurations_free(&configurations);
    sg_ledger_close(ledger);
    return status;
}

static sg_status open_to_write(sg_error *err)
{
    sg_ledger *ledger = NULL;
    const sg_status status = sg_ledger_open(&ledger, path, "f00d", err);
    sg_ledger_close(ledger);
    return status;
}

/* What another program does to the data base. */
static void tamper(const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    char *said = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &said) != SQLITE_OK) fail_msg("%s: %s", sql, said);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static sg_text content(void)
{
    sg_text text = {0};
    check_ok(sg_file_read(&text, path, (size_t)1 << 30, &err));
    return text;
}

/* Neither reading nor writing is possible, and trying changes nothing. */
static void check_refused(sg_status code, const char *part)
{
    sg_text before = content();
    check_fails(read_ledger(&err), code, part);
    check_fails(open_to_write(&err), code, part);
    sg_text after = content();
    assert_int_equal(before.size, after.size);
    if (before.size > 0) assert_memory_equal(before.data, after.data, before.size);
    sg_text_free(&after);
    sg_text_free(&before);
}

/* ---- No ledgers --------------------------------------------------------------------------- */

static void random_bytes_are_refused(void **state)
{
    (void)state;
    sg_rng rng = check_rng("bytes");
    static const size_t sizes[] = {1, 15, 16, 99, 100, 101, 511, 512, 513, 4096, 20000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char bytes[20000];
        for (size_t k = 0; k < sizes[i]; k++) bytes[k] = (char)sg_rng_next(&rng);
        check_ok(sg_file_write(path, bytes, sizes[i], &err));
        check_refused(SG_EFORMAT, "results.sqlite: not a database (");
        if (sizes[i] < 100) continue;
        memcpy(bytes, "SQLite format 3", 16);
        check_ok(sg_file_write(path, bytes, sizes[i], &err));
        assert_true(read_ledger(NULL) != SG_OK);
        assert_true(open_to_write(NULL) != SG_OK);
    }
}

static void an_empty_file_becomes_a_ledger(void **state)
{
    (void)state;
    check_ok(sg_file_write(path, "", 0, &err));
    check_fails(read_ledger(&err), SG_ENOTFOUND, "results.sqlite: no results yet");
    check_ok(write_ledger(&err));
    check_ok(read_ledger(&err));
}

static void other_data_bases_are_refused(void **state)
{
    (void)state;
    tamper("CREATE TABLE bookmark(url TEXT); INSERT INTO bookmark VALUES('x')");
    check_refused(SG_EFORMAT, "results.sqlite: a database of another program");
    tamper("DROP TABLE bookmark; PRAGMA user_version = 3");
    check_refused(SG_EFORMAT, "a database of another program");
}

static void other_versions_are_refused(void **state)
{
    (void)state;
    check_ok(write_ledger(&err));
    tamper("PRAGMA user_version = 2");
    check_refused(SG_EFORMAT, "results.sqlite: written by a newer version of this program "
                              "(format 2, this one knows 1); use that version");
    tamper("PRAGMA user_version = 1; PRAGMA application_id = 7");
    check_refused(SG_EFORMAT, "a database of another program");
}

static void other_tables_are_refused(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "DROP TABLE prediction",
        "ALTER TABLE job ADD COLUMN time TEXT",
        "ALTER TABLE epoch RENAME TO epochs",
        "ALTER TABLE run RENAME COLUMN value TO data",
        "DROP TABLE target_metric; CREATE TABLE target_metric(job, part, target, metric, value)",
        "DROP TABLE run; CREATE VIEW run AS SELECT 'fingerprint' AS key, 'f00d' AS value",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        (void)unlink(path);
        check_ok(write_ledger(&err));
        tamper(changes[i]);
        check_refused(SG_EFORMAT, "is not as this program makes it");
    }
}

/* ---- Damaged ledgers ---------------------------------------------------------------------- */

static void cut_files_are_refused(void **state)
{
    (void)state;
    check_ok(write_ledger(&err));
    sg_text whole = content();
    for (size_t lost = 1; lost < whole.size; lost += lost < 4096 ? 300 : 1500) {
        const size_t size = whole.size - lost;
        check_ok(sg_file_write(path, whole.data, size, &err));
        sg_error err = {0};
        const sg_status read = read_ledger(&err), write = open_to_write(NULL);
        if (read != SG_EFORMAT || write != SG_EFORMAT)
            fail_msg("%zu of %zu bytes: %d, %d: %s", size, whole.size, (int)read, (int)write,
                     err.text);
        assert_non_null(strstr(err.text, "results.sqlite: "));
    }
    sg_text_free(&whole);
}

/* Anything may come out but a crash or a leak. */
static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    sg_rng rng = check_rng("damage");
    check_ok(write_ledger(&err));
    sg_text whole = content();
    const long live = sg_mem_live();
    unsigned n_refused = 0;
    for (int k = 0; k < 150; k++) {
        char *damaged = malloc(whole.size);
        assert_non_null(damaged);
        memcpy(damaged, whole.data, whole.size);
        const uint32_t n_changes = 1 + sg_rng_below(&rng, 20);
        for (uint32_t i = 0; i < n_changes; i++) /* more often where structure is */
            damaged[sg_rng_below(&rng, i % 2 ? 200 : (uint32_t)whole.size)] =
                (char)sg_rng_next(&rng);
        check_ok(sg_file_write(path, damaged, whole.size, &err));
        free(damaged);
        sg_error err = {0};
        n_refused += read_ledger(&err) != SG_OK;
        (void)open_to_write(NULL);
        if (err.status == SG_OK) (void)write_ledger(NULL);
        char beside[1100];
        (void)snprintf(beside, sizeof beside, "%s-wal", path);
        (void)unlink(beside);
    }
    assert_true(n_refused > 75);
    assert_int_equal(sg_mem_live(), live);
    sg_text_free(&whole);
}

/* Numbers and texts that no run writes. */
static void senseless_values_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *part;
    } cases[] = {
        {"UPDATE job SET fold = -1", "results.sqlite: a value of \"fold\" makes no sense"},
        {"UPDATE job SET run = 4294967296", "a value of \"run\""},
        {"UPDATE job SET n_epochs = 2", "a value of \"best_epoch\""},
        {"UPDATE job SET train_size = -9223372036854775808", "a value of \"train_size\""},
        {"UPDATE epoch SET epoch = -1 WHERE epoch = 1", "a value of \"epoch\""},
        {"UPDATE configuration SET id = -1; UPDATE job SET configuration = 2",
         "a value of \"id\""},
        {"UPDATE configuration SET weights = ''", "results.sqlite:1:1: "},
        {"UPDATE configuration SET weights = '[1,2'", "results.sqlite:1:"},
        {"UPDATE configuration SET weights = '[1,-2]'", "results.sqlite:1:4: "},
        {"UPDATE configuration SET weights = '[1] 2'", "results.sqlite:1:5: "},
        {"UPDATE configuration SET weights = '[[[[1]]]]'", "results.sqlite:1:2: "},
        {"UPDATE configuration SET plan_bytes = -1", "a value of \"plan_bytes\""},
        {"UPDATE prediction SET output = x'00112233445566'", "a value of \"output\""},
        {"UPDATE prediction SET graph = -1", "a value of \"graph\""},
        {"PRAGMA ignore_check_constraints = 1; UPDATE job SET stage = 'cook'",
         "results.sqlite: damaged (CHECK constraint failed in job)"},
        {"PRAGMA ignore_check_constraints = 1; UPDATE prediction SET part = 'all'",
         "damaged (CHECK constraint failed in prediction)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        (void)unlink(path);
        check_ok(write_ledger(&err));
        tamper(cases[i].sql);
        check_fails(read_ledger(&err), SG_EFORMAT, cases[i].part);
    }
}

/* What a data base brings with it is not executed. */
static void triggers_and_views_sleep(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL;
    check_ok(open_to_write(&err));
    tamper("CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END;"
           "CREATE VIEW v AS SELECT * FROM run; CREATE INDEX i ON job(seed)");
    check_ok(sg_ledger_open(&ledger, path, "f00d", &err));
    check_ok(sg_ledger_put_values(ledger, &(sg_ledger_value){"a", "b"}, 1, &err));
    sg_text text = {0};
    check_ok(sg_ledger_value_of(&text, ledger, "a", &err));
    check_ok(sg_ledger_value_of(&text, ledger, "fingerprint", &err));
    assert_string_equal(text.data, "bf00d");
    sg_text_free(&text);
    sg_ledger_close(ledger);
}

static void huge_values_are_refused(void **state)
{
    (void)state;
    check_ok(write_ledger(&err));
    const size_t size = ((size_t)1 << 26) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'x', size - 1);
    text[size - 1] = '\0';
    sg_ledger *ledger = NULL;
    check_ok(sg_ledger_open(&ledger, path, "f00d", &err));
    check_fails(sg_ledger_put_values(ledger, &(sg_ledger_value){"a", text}, 1, &err), SG_ELIMIT,
                "results.sqlite: a value is too large");
    check_ok(sg_ledger_put_values(ledger, &(sg_ledger_value){"a", "b"}, 1, &err));
    sg_ledger_close(ledger);
    free(text);
    tamper("UPDATE configuration SET yaml = hex(zeroblob(40000000))");
    check_fails(read_ledger(&err), SG_ELIMIT, "results.sqlite: a value is too large");
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status write_and_read(void *context, sg_error *err)
{
    (void)context;
    (void)unlink(path);
    sg_status status = SG_OK;
    SG_TRY(write_ledger(err));
    SG_TRY(read_ledger(err));
done:
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(write_and_read, NULL) >= 20);
}

/* SQLite's own memory, which fails from the k-th request on. */
static sqlite3_mem_methods real_memory;
static long requests_left = -1;

static bool must_fail(void)
{
    if (requests_left > 0) requests_left--;
    return requests_left == 0;
}

static void *failing_malloc(int size)
{
    return must_fail() ? NULL : real_memory.xMalloc(size);
}

static void *failing_realloc(void *block, int size)
{
    return must_fail() ? NULL : real_memory.xRealloc(block, size);
}

static int install_failing_memory(void **state)
{
    sqlite3_mem_methods ours;
    if (sqlite3_shutdown() != SQLITE_OK) return 1;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory) != SQLITE_OK) return 1;
    ours = real_memory;
    ours.xMalloc = failing_malloc;
    ours.xRealloc = failing_realloc;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &ours) != SQLITE_OK) return 1;
    return make_place(state);
}

/* SQLite can do without some requests; all others must come out as what they are. */
static void survives_any_failing_allocation_of_sqlite(void **state)
{
    (void)state;
    long k = 1;
    for (bool enough = false; !enough; k += 1 + k / 20) {
        const long live = sg_mem_live();
        sg_error err = {0};
        requests_left = k;
        const sg_status status = write_and_read(NULL, &err);
        enough = requests_left > 0;
        requests_left = -1;
        if (status != SG_OK && status != SG_ENOMEM)
            fail_msg("request %ld failed and gave status %d: %s", k, (int)status, err.text);
        if (sg_mem_live() != live) fail_msg("request %ld failed and blocks leaked", k);
        if (enough) assert_int_equal(status, SG_OK);
    }
    printf("%ld requests\n", k);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_place, remove_folder)

SG_TESTS(IN_FOLDER(random_bytes_are_refused), IN_FOLDER(an_empty_file_becomes_a_ledger),
         IN_FOLDER(other_data_bases_are_refused), IN_FOLDER(other_versions_are_refused),
         IN_FOLDER(other_tables_are_refused), IN_FOLDER(cut_files_are_refused),
         IN_FOLDER(damaged_files_do_no_harm), IN_FOLDER(senseless_values_are_refused),
         IN_FOLDER(triggers_and_views_sleep), IN_FOLDER(huge_values_are_refused),
         IN_FOLDER(survives_any_failing_allocation),
         cmocka_unit_test_setup_teardown(survives_any_failing_allocation_of_sqlite,
                                         install_failing_memory, remove_folder))
