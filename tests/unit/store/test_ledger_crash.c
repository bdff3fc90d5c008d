/* test_ledger_crash.c - writers that are killed, two processes at once, no permission, no space. */
#include "base/file.h"
#include "store/ledger_parts.h"
#include "support/check.h"
#include "support/folder.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N_EPOCHS = 40, N_APPENDED = 25 };

static char path[1024];

static int make_place(void **state)
{
    (void)make_folder(state);
    (void)snprintf(path, sizeof path, "%s", path_of("results.sqlite"));
    return 0;
}

static int remove_place(void **state)
{
    (void)chmod(folder, 0777);
    return remove_folder(state);
}

static void pause_for(long microseconds)
{
    const struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    (void)nanosleep(&time, NULL);
}

/* ---- The work of a child ------------------------------------------------------------------ */

/* Everything about job number k follows from k. */
static sg_ledger_job job_number(uint32_t k)
{
    return (sg_ledger_job){.configuration = 0,
                           .fold = k % 10,
                           .run = k / 10,
                           .stage = SG_SELECTING,
                           .seed = k,
                           .state = SG_LEDGER_DONE,
                           .size = {k, 1, 2},
                           .n_epochs = N_EPOCHS,
                           .best_epoch = 1 + k % N_EPOCHS,
                           .seconds = k,
                           .model = "models/some.safetensors"};
}

static sg_ledger_epoch epoch_number(uint32_t k, uint32_t epoch)
{
    return (sg_ledger_epoch){.epoch = epoch, .learning_rate = k, .seconds = k + epoch};
}

/* Odd jobs are written at once; even ones in two pieces, as long ones are. */
static sg_status write_job(sg_ledger *ledger, uint32_t k)
{
    sg_status status = SG_OK;
    sg_error *err = NULL;
    const sg_ledger_job job = job_number(k);
    sg_ledger_epoch epoch[N_EPOCHS];
    const uint32_t n_first = k % 2 == 0 ? N_APPENDED : 0;
    const double output[2] = {k, -1};
    sg_ledger_prediction prediction[20];
    for (uint32_t i = 0; i < N_EPOCHS; i++) epoch[i] = epoch_number(k, i + 1);
    for (uint32_t i = 0; i < 20; i++)
        prediction[i] = (sg_ledger_prediction){SG_TEST, i, output, 2};
    if (n_first > 0) {
        int64_t id = 0;
        SG_TRY(sg_ledger_start_job(&id, ledger, &job, 0, err));
        SG_TRY(sg_ledger_append_epochs(ledger, id, epoch, n_first, err));
    }
    const sg_ledger_details details = {.epoch = epoch + n_first,
                                       .n_epochs = N_EPOCHS - n_first,
                                       .prediction = prediction,
                                       .n_predictions = 20};
    SG_TRY(sg_ledger_finish_job(ledger, &job, &details, err));
done:
    return status;
}

static sg_status open_with_configuration(sg_ledger **ledger)
{
    const sg_ledger_configuration one = {0, "x: 1\n", NULL, 0, 0, 0};
    sg_status status = sg_ledger_open(ledger, path, "f00d", NULL);
    if (status == SG_OK) status = sg_ledger_put_configurations(*ledger, &one, 1, NULL);
    return status;
}

/* Write the jobs from number k on until killed, and say so after each. */
static void write_jobs(uint32_t k, int report)
{
    sg_ledger *ledger = NULL;
    if (open_with_configuration(&ledger) != SG_OK) _exit(1);
    for (; write_job(ledger, k) == SG_OK; k++)
        if (write(report, &k, sizeof k) != sizeof k) break;
    _exit(1);
}

/* Start a child that writes; kill it after `n_awaited` reports and then a while.  The number of
 * jobs it has reported so far. */
static uint32_t write_and_be_killed(uint32_t n_before, uint32_t n_awaited, long microseconds)
{
    int ends[2], result;
    uint32_t k, n = n_before;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) write_jobs(n_before, ends[1]);
    (void)close(ends[1]);
    while (n < n_before + n_awaited && read(ends[0], &k, sizeof k) == sizeof k) n = k + 1;
    pause_for(microseconds);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFSIGNALED(result)); /* it did not give up by itself */
    while (read(ends[0], &k, sizeof k) == sizeof k) n = k + 1;
    (void)close(ends[0]);
    return n;
}

/* ---- What is found afterwards ------------------------------------------------------------- */

static void check_whole(sg_ledger *ledger, const sg_ledger_job *job)
{
    const uint32_t k = job->run * 10 + job->fold;
    const sg_ledger_job expected = job_number(k);
    sg_ledger_epochs epochs = {0};
    sg_ledger_predictions predictions = {0};
    check_ok(sg_ledger_read_epochs(&epochs, ledger, job->id, &err));
    check_ok(sg_ledger_read_predictions(&predictions, ledger, job->id, &err));
    assert_true(job->seed == k && job->size[0] == k);
    assert_int_equal(epochs.n, job->n_epochs);
    for (uint32_t i = 0; i < epochs.n; i++) {
        const sg_ledger_epoch epoch = epoch_number(k, i + 1);
        assert_int_equal(epochs.row[i].epoch, epoch.epoch);
        assert_true(epochs.row[i].learning_rate == epoch.learning_rate);
        assert_true(epochs.row[i].seconds == epoch.seconds);
    }
    if (job->state == SG_LEDGER_DONE) {
        assert_int_equal(job->n_epochs, N_EPOCHS);
        assert_int_equal(job->best_epoch, expected.best_epoch);
        assert_true(job->seconds == expected.seconds);
        assert_string_equal(job->model, expected.model);
        assert_int_equal(predictions.n, 20);
        for (uint32_t i = 0; i < 20; i++) assert_true(predictions.row[i].output[0] == k);
    } else {
        assert_int_equal(job->state, SG_LEDGER_RUNNING);
        assert_true(job->n_epochs == 0 || job->n_epochs == N_APPENDED);
        assert_int_equal(predictions.n, 0);
        assert_null(job->model);
    }
    sg_ledger_predictions_free(&predictions);
    sg_ledger_epochs_free(&epochs);
}

/* The number of jobs that are done, every one whole; at most the one after them is running. */
static uint32_t check_all_whole(void)
{
    sg_ledger *ledger = NULL;
    sg_ledger_jobs jobs = {0};
    uint32_t n_done = 0;
    check_ok(sg_ledger_open_read(&ledger, path, &err));
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    for (size_t i = 0; i < jobs.n; i++) {
        check_whole(ledger, &jobs.row[i]);
        assert_int_equal(jobs.row[i].run * 10 + jobs.row[i].fold, i);
        if (jobs.row[i].state == SG_LEDGER_DONE) assert_int_equal(n_done++, i);
    }
    assert_true(jobs.n <= n_done + 1);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
    return n_done;
}

static void killed_writers_leave_whole_jobs(void **state)
{
    (void)state;
    sg_rng rng = check_rng("kill");
    sg_ledger *ledger = NULL;
    assert_int_equal(open_with_configuration(&ledger), SG_OK);
    sg_ledger_close(ledger);
    uint32_t n_done = 0;
    for (int round = 0; round < 15; round++) {
        const uint32_t n_reported =
            write_and_be_killed(n_done, (uint32_t)round % 3, 1 + sg_rng_below(&rng, 20000));
        n_done = check_all_whole();
        /* What was said to be written is there; the last word may not have been said. */
        assert_true(n_done == n_reported || n_done == n_reported + 1);
    }
    printf("%u jobs\n", n_done);
    check_ok(sg_ledger_open(&ledger, path, "f00d", &err));
    sg_ledger_close(ledger);
}

/* From the first byte on. */
static void writers_killed_while_creating(void **state)
{
    (void)state;
    sg_rng rng = check_rng("kill early");
    for (int round = 0; round < 20; round++) {
        (void)snprintf(path, sizeof path, "%s/%d.sqlite", folder, round);
        (void)write_and_be_killed(0, 0, 1 + sg_rng_below(&rng, 8000));
        sg_ledger *ledger = NULL;
        check_ok(sg_ledger_open(&ledger, path, "f00d", &err));
        sg_ledger_close(ledger);
        (void)check_all_whole();
    }
}

/* ---- Two processes ------------------------------------------------------------------------ */

/* Run `body` in a child and return what it returns. */
static int in_child(int (*body)(void))
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(body());
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result));
    return WEXITSTATUS(result);
}

/* 0: writing is refused as it should be, and reading is not. */
static int be_second(void)
{
    sg_ledger *ledger = NULL;
    sg_error err = {0};
    if (sg_ledger_open(&ledger, path, "f00d", &err) != SG_EIO) return 1;
    if (strstr(err.text, "results.sqlite: another run is writing to this folder") == NULL)
        return 2;
    if (sg_ledger_open_read(&ledger, path, NULL) != SG_OK) return 3;
    const bool is_seen = sg_ledger_is_being_written(ledger);
    sg_ledger_close(ledger);
    return is_seen ? 0 : 4;
}

/* 0: nobody writes. */
static int be_alone(void)
{
    sg_ledger *ledger = NULL;
    if (sg_ledger_open_read(&ledger, path, NULL) != SG_OK) return 1;
    const bool is_seen = sg_ledger_is_being_written(ledger);
    sg_ledger_close(ledger);
    return is_seen ? 2 : 0;
}

static void one_writer_at_a_time(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL, *second = NULL;
    assert_int_equal(open_with_configuration(&ledger), SG_OK);
    assert_int_equal(in_child(be_second), 0);
    check_fails(sg_ledger_open(&second, path, "f00d", &err), SG_EIO, "another run is writing");
    assert_int_equal(write_job(ledger, 0), SG_OK);
    sg_ledger_close(ledger);
    assert_int_equal(in_child(be_second), 1); /* nobody is first any more */
    assert_int_equal(check_all_whole(), 1);
    assert_int_equal(in_child(be_alone), 0);
}

/* While one process writes, readers see whole jobs at every moment. */
static void readers_see_whole_jobs(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL;
    assert_int_equal(open_with_configuration(&ledger), SG_OK);
    sg_ledger_close(ledger);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) write_jobs(0, ends[1]);
    (void)close(ends[1]);
    uint32_t n_done = 0, n_reported = 0, k;
    while (n_reported < 20 && read(ends[0], &k, sizeof k) == sizeof k) {
        n_reported = k + 1;
        const uint32_t now = check_all_whole();
        assert_true(now >= n_done && now >= n_reported);
        n_done = now;
    }
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    (void)close(ends[0]);
    assert_int_equal(n_reported, 20);
}

/* Somebody else's program has a transaction open. */
static void a_locked_data_base_is_named(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL;
    sqlite3 *other = NULL;
    assert_int_equal(open_with_configuration(&ledger), SG_OK);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    (void)sqlite3_busy_timeout(ledger->db, 20);
    const sg_ledger_value value = {"a", "b"};
    check_fails(sg_ledger_put_values(ledger, &value, 1, &err), SG_EIO,
                "results.sqlite: another process has locked the database (database is "
                "locked); close the program");
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    check_ok(sg_ledger_put_values(ledger, &value, 1, &err));
    sg_ledger_close(ledger);
}

/* ---- Permissions -------------------------------------------------------------------------- */

static bool give_up_privileges(void)
{
    return geteuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
}

/* 0: reading works; 20: the last run did not close; 10: something else. */
static int read_as_somebody(void)
{
    sg_ledger *ledger = NULL;
    sg_ledger_jobs jobs = {0};
    sg_error err = {0};
    if (!give_up_privileges()) return 1;
    if (sg_ledger_open_read(&ledger, path, &err) != SG_OK)
        return strstr(err.text, "the last run did not close it") != NULL ? 20 : 10;
    if (sg_ledger_read_jobs(&jobs, ledger, NULL) != SG_OK || jobs.n != 2) return 3;
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
    return 0;
}

/* 0: refused with a word about permissions. */
static int write_as_somebody(void)
{
    sg_ledger *ledger = NULL;
    sg_error err = {0};
    if (!give_up_privileges()) return 1;
    if (sg_ledger_open(&ledger, path, "f00d", &err) != SG_EIO || ledger != NULL) return 2;
    return strstr(err.text, "check the permissions of the file") != NULL ? 0 : 3;
}

/* Write a ledger and close its folder to writers, which does not close it to readers. */
static void write_and_lock_folder(void)
{
    sg_ledger *ledger = NULL;
    assert_int_equal(open_with_configuration(&ledger), SG_OK);
    assert_int_equal(write_job(ledger, 0), SG_OK);
    assert_int_equal(write_job(ledger, 1), SG_OK);
    sg_ledger_close(ledger);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(in_child(read_as_somebody), 0);
}

static void folders_without_write_permission(void **state)
{
    (void)state;
    write_and_lock_folder();
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(in_child(read_as_somebody), 0);
    assert_int_equal(in_child(write_as_somebody), 0);
    (void)snprintf(path, sizeof path, "%s/new.sqlite", folder);
    assert_int_equal(in_child(write_as_somebody), 0);
}

/* A file that may not be read either, and names with characters that a URI would not take. */
static void files_without_permission(void **state)
{
    (void)state;
    (void)snprintf(path, sizeof path, "%s/100%%? #1.sqlite", folder);
    write_and_lock_folder();
    assert_int_equal(chmod(path, 0), 0);
    assert_int_equal(in_child(read_as_somebody), 10);
    assert_int_equal(in_child(write_as_somebody), 0);
}

/* What a killed writer left beside the data base cannot be read there. */
static void an_unclosed_ledger_needs_a_writable_folder(void **state)
{
    (void)state;
    (void)write_and_be_killed(0, 2, 1);
    char beside[1100];
    (void)snprintf(beside, sizeof beside, "%s-wal", path);
    assert_true(sg_path_exists(beside));
    (void)snprintf(beside, sizeof beside, "%s-shm", path);
    (void)unlink(beside);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(in_child(read_as_somebody), 20);
    assert_int_equal(chmod(folder, 0777), 0);
    assert_true(check_all_whole() > 0);
}

/* ---- Space -------------------------------------------------------------------------------- */

static void a_full_disk_is_an_error(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL;
    assert_int_equal(open_with_configuration(&ledger), SG_OK);
    assert_int_equal(write_job(ledger, 0), SG_OK);
    check_ok(sgi_ledger_execute(ledger, "PRAGMA max_page_count = 1", &err)); /* no growing */
    uint32_t k = 1;
    while (write_job(ledger, k) == SG_OK) k++;
    char long_text[50000];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    const sg_ledger_value value = {"long", long_text};
    check_fails(sg_ledger_put_values(ledger, &value, 1, &err), SG_EIO,
                "results.sqlite: no space left on the device (database or disk is full); make "
                "room and resume");
    check_ok(sgi_ledger_execute(ledger, "PRAGMA max_page_count = 100000", &err));
    assert_int_equal(write_job(ledger, k), SG_OK); /* the same ledger goes on */
    sg_ledger_close(ledger);
    assert_int_equal(check_all_whole(), k + 1);
}

/* Files may not grow beyond a limit: every write fails at some point, at opening too.  0: all
 * failures were errors. */
static int write_with_little_space(void)
{
    if (signal(SIGXFSZ, SIG_IGN) == SIG_ERR) return 1;
    for (rlim_t limit = 0; limit < 400000; limit += 16000) {
        struct rlimit space = {limit, RLIM_INFINITY};
        if (setrlimit(RLIMIT_FSIZE, &space) != 0) return 2;
        sg_ledger *ledger = NULL;
        sg_error err = {0};
        const bool existed = sg_path_exists(path);
        sg_status status = sg_ledger_open(&ledger, path, "f00d", &err);
        if (status != SG_OK && !existed && sg_path_exists(path)) return 3; /* left behind */
        if (status == SG_OK) {
            const sg_ledger_configuration one = {0, "x: 1\n", NULL, 0, 0, 0};
            status = sg_ledger_put_configurations(ledger, &one, 1, &err);
            for (uint32_t k = 0; status == SG_OK && k < 200; k++) {
                status = write_job(ledger, k);
                if (status == SG_EEXIST) status = SG_OK;
            }
            sg_ledger_close(ledger);
        }
        if (status != SG_OK && status != SG_EIO) return 10 + (int)status;
    }
    return 0;
}

static void little_space_is_an_error(void **state)
{
    (void)state;
    assert_int_equal(in_child(write_with_little_space), 0);
    assert_true(check_all_whole() > 0);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

SG_TESTS(IN_FOLDER(killed_writers_leave_whole_jobs), IN_FOLDER(writers_killed_while_creating),
         IN_FOLDER(one_writer_at_a_time), IN_FOLDER(readers_see_whole_jobs),
         IN_FOLDER(a_locked_data_base_is_named), IN_FOLDER(folders_without_write_permission),
         IN_FOLDER(files_without_permission),
         IN_FOLDER(an_unclosed_ledger_needs_a_writable_folder),
         IN_FOLDER(a_full_disk_is_an_error), IN_FOLDER(little_space_is_an_error))
