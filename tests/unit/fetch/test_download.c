/* test_download.c - downloads that go well, are watched, checked, limited, or run side by side. */
#include "unit/fetch/download_scene.inc"

#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* ---- Nothing goes wrong ----------------------------------------------------------------- */

static void downloads_a_file(void **state)
{
    scene *s = *state;
    serve(s, {0});
    check_ok(sg_download(s->path, http_server_url(s->server), NULL, NULL, NULL, &err));
    assert_done(s, 0);
    assert_requests(s, 1, "");
    assert_if_range(s, "");
}

static void replaces_an_existing_file(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_STATUS, .code = 500}, {0});
    check_write(s->folder, "set.zip", "old");
    check_fails(get(s, &quick, &err), SG_EIO, "500");
    sg_text text = {0};
    check_ok(sg_file_read(&text, s->path, 10, &err));
    assert_int_equal(text.size, 3);
    sg_text_free(&text);
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
}

static void downloads_chunks_without_a_length(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_CHUNKED});
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
}

static void downloads_an_empty_file(void **state)
{
    scene *s = *state;
    serve_bytes(s, 0, &(const http_step){0}, 1);
    check_ok(get(s, &quick, &err));
    assert_true(has_body(s->path, 0, 0));
    assert_nothing_left(s);
}

static void follows_redirections(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_REDIRECT, .location = "/elsewhere.zip"}, {0});
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "");
}

/* Who has a password in an address does not want it in logs and files. */
static void passwords_are_not_told(void **state)
{
    scene *s = *state;
    sg_error err = {0};
    assert_int_equal(sg_download_with(s->path, "http://me:secret@127.0.0.1:1/set.zip?a@b", NULL,
                                      NULL, &quick, &err),
                     SG_EIO);
    assert_null(strstr(err.text, "secret"));
    assert_non_null(strstr(err.text, "http://127.0.0.1:1/set.zip?a@b"));
    err = (sg_error){0};
    assert_int_equal(
        sg_download_with(s->path, "ftp://me:secret@server/set.zip", NULL, NULL, &quick, &err),
        SG_EINVAL);
    assert_null(strstr(err.text, "secret"));
    static const char *const odd[] = {
        "http:/me:secret@server/set.zip", "me:secret@server/set.zip",
        "http:///me:secret@server/set.zip", "http:me:secret@server/set.zip"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        err = (sg_error){0};
        assert_int_not_equal(sg_download_with(s->path, odd[i], NULL, NULL, &quick, &err),
                             SG_OK);
        assert_null(strstr(err.text, "secret"));
    }
}

/* ---- Progress --------------------------------------------------------------------------- */

typedef struct witness {
    uint64_t n_calls;
    sg_progress last;
    uint64_t stop_at; /* stop when so many bytes have arrived; 0 = never */
} witness;

static bool watch(void *context, const sg_progress *progress)
{
    witness *w = context;
    assert_string_equal(progress->stage, "downloading");
    assert_string_equal(progress->unit, "bytes");
    assert_true(progress->done >= w->last.done);
    assert_true(progress->total == 0 || progress->done <= progress->total);
    w->n_calls++;
    w->last = *progress;
    return w->stop_at == 0 || progress->done < w->stop_at;
}

static void reports_progress(void **state)
{
    scene *s = *state;
    witness w = {0};
    const sg_observer observer = {watch, &w};
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000}, {0});
    const sg_download_options options = {.observer = &observer, .pause_milliseconds = 1};
    check_ok(get(s, &options, &err));
    assert_true(w.n_calls > 1);
    assert_int_equal(w.last.done, BODY_SIZE);
    assert_int_equal(w.last.total, BODY_SIZE);

    w = (witness){0};
    serve(s, {.behavior = HTTP_CHUNKED});
    check_ok(get(s, &options, &err));
    assert_int_equal(w.last.done, BODY_SIZE);
    assert_int_equal(w.last.total, BODY_SIZE);
}

static void stops_when_asked_and_resumes(void **state)
{
    scene *s = *state;
    witness w = {.stop_at = 10000};
    const sg_observer observer = {watch, &w};
    /* The stall makes sure that the end cannot arrive before the observer is asked. */
    serve(s, {.behavior = HTTP_STALL, .bytes = 10000}, {0});
    const sg_download_options options = {.observer = &observer};
    check_fails(get(s, &options, &err), SG_ECANCELED, "stopped after 10000 bytes; the same");
    assert_unfinished(s, 10000, 0);
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "bytes=10000-");
}

static bool refuse(void *context, const sg_progress *progress)
{
    (void)progress;
    ++*(int *)context;
    return false;
}

static void stops_before_the_first_byte(void **state)
{
    scene *s = *state;
    int n_calls = 0;
    const sg_observer observer = {refuse, &n_calls};
    serve(s, {0});
    check_fails(sg_download(s->path, http_server_url(s->server), NULL, NULL, &observer, &err),
                SG_ECANCELED, "stopped");
    assert_int_equal(n_calls, 1);
    assert_nothing(s);
}

/* ---- Checks and limits ------------------------------------------------------------------ */

/* Accept the body of version 0 and nothing else. */
static sg_status check_body(void *context, const char *path, sg_error *err)
{
    assert_string_equal(path, (const char *)context);
    if (has_body(path, BODY_SIZE, 0)) return SG_OK;
    return sg_error_set(err, SG_EFORMAT, SG_WHERE, "%s: not an archive", path);
}

static void asks_the_check(void **state)
{
    scene *s = *state;
    serve(s, {0}, {.version = 9}, {.behavior = HTTP_ANNOUNCE_LESS, .bytes = 5000});
    const char *url = http_server_url(s->server);
    check_ok(sg_download(s->path, url, check_body, s->part, NULL, &err));
    assert_done(s, 0);
    check_fails(sg_download(s->path, url, check_body, s->part, NULL, &err), SG_EFORMAT,
                "set.zip.part: not an archive");
    assert_done(s, 0);
    assert_int_equal(unlink(s->path), 0);
    check_fails(sg_download(s->path, url, check_body, s->part, NULL, &err), SG_EFORMAT,
                "not an archive");
    assert_nothing(s);
}

static void respects_the_limit(void **state)
{
    scene *s = *state;
    serve(s, {0}, {.behavior = HTTP_CHUNKED}, {0});
    const sg_download_options tight = {.max_bytes = BODY_SIZE - 1};
    check_fails(get(s, &tight, &err), SG_ELIMIT, "larger than the 299999 bytes allowed");
    assert_nothing(s);
    check_fails(get(s, &tight, &err), SG_ELIMIT, "larger than the 299999 bytes allowed");
    assert_nothing(s);
    const sg_download_options exact = {.max_bytes = BODY_SIZE};
    check_ok(get(s, &exact, &err));
    assert_done(s, 0);
    serve(s, {.behavior = HTTP_ANNOUNCE_MORE, .bytes = 1});
    check_fails(get(s, &exact, &err), SG_ELIMIT, "larger than the 300000 bytes allowed");
    assert_done(s, 0);
}

static void respects_the_limit_when_resuming(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 100000}, {.behavior = HTTP_CHUNKED});
    check_fails(get(s, &once, &err), SG_EIO, "100000 of");
    const sg_download_options tight = {.max_bytes = 5000};
    check_fails(get(s, &tight, &err), SG_ELIMIT, "larger than the 5000 bytes allowed");
    assert_nothing(s);
}

/* A limit for the size of files stands in for a disk without room. */
static void reports_a_full_disk(void **state)
{
    scene *s = *state;
    struct rlimit before = {0};
    serve(s, {0});
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    const struct rlimit tight = {.rlim_cur = 1000, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    sg_error failure = {0};
    const sg_status status = get(s, &quick, &failure);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    (void)signal(SIGXFSZ, handler);
    assert_int_equal(status, SG_EIO);
    assert_non_null(strstr(failure.text, "set.zip.part: no space left on the device"));
    assert_requests(s, 1, "");
}

/* Somebody else's file is not written to through a link, whatever it is. */
static void follows_no_link(void **state)
{
    scene *s = *state;
    char victim[600];
    serve(s, {0});
    (void)snprintf(victim, sizeof victim, "%s/victim", s->folder);
    check_write(s->folder, "victim", "precious");
    assert_int_equal(symlink(victim, s->part), 0);
    check_fails(get(s, &quick, &err), SG_EIO, "set.zip.part: cannot create");
    assert_int_equal(unlink(s->part), 0);
    assert_int_equal(link(victim, s->part), 0);
    check_fails(get(s, &quick, &err), SG_EIO, "set.zip.part: not a plain file of yours");
    assert_int_equal(unlink(s->part), 0);
    assert_int_equal(mkfifo(s->part, 0600), 0);
    check_fails(get(s, &quick, &err), SG_EIO, "set.zip.part: not a plain file of yours");
    assert_int_equal(unlink(s->part), 0);
    assert_int_equal(unlink(victim), 0);
    assert_requests(s, 0, "");
}

static void reports_a_missing_folder(void **state)
{
    scene *s = *state;
    char path[400];
    (void)snprintf(path, sizeof path, "%s/nonexistent/set.zip", s->folder);
    serve(s, {0});
    check_fails(sg_download(path, http_server_url(s->server), NULL, NULL, NULL, &err),
                SG_ENOTFOUND, "/nonexistent/set.zip.part: cannot create");
    assert_requests(s, 0, "");
}

static void leaves_another_process_alone(void **state)
{
    scene *s = *state;
    serve(s, {0});
    check_write(s->folder, "set.zip.part", "busy");
    FILE *file = fopen(s->part, "rb");
    assert_non_null(file);
    assert_int_equal(flock(fileno(file), LOCK_EX), 0);
    check_fails(get(s, &quick, &err), SG_EIO, "another process is downloading this file");
    assert_true(sg_path_exists(s->part));
    assert_requests(s, 0, "");
    (void)fclose(file);
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
}

/* ---- Addresses -------------------------------------------------------------------------- */

static void refuses_other_addresses(void **state)
{
    scene *s = *state;
    static const char *const urls[] = {"",
                                       "MUTAG.zip",
                                       "/etc/passwd",
                                       "ftp://127.0.0.1/x",
                                       "scp://127.0.0.1/x",
                                       "dict://127.0.0.1/x",
                                       "httpx://127.0.0.1/x",
                                       "http:/127.0.0.1/x",
                                       "http://127.0.0.1/a b",
                                       "http://127.0.0.1/a\r\nX: y",
                                       "http://127.0.0.1/\xc3\xa4"};
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
        check_fails(sg_download(s->path, urls[i], NULL, NULL, NULL, &err), SG_EINVAL,
                    "cannot download from");
        assert_nothing(s);
    }
    check_fails(sg_download(s->path, "http://:x/", NULL, NULL, NULL, &err), SG_EINVAL,
                "cannot download");
    assert_nothing(s);
}

static void copies_local_files(void **state)
{
    scene *s = *state;
    char source[256], url[300];
    (void)snprintf(source, sizeof source, "%s/source.zip", s->folder);
    (void)snprintf(url, sizeof url, "FILE://%s", source);
    check_fails(sg_download(s->path, url, NULL, NULL, NULL, &err), SG_ENOTFOUND, "source.zip");
    assert_nothing(s);
    check_ok(sg_file_write(source, body, BODY_SIZE, &err));
    check_write(s->folder, "set.zip.part", "strange");
    check_ok(sg_download(s->path, url, NULL, NULL, NULL, &err));
    assert_done(s, 0);
}

/* Nobody writes to the pipe, and zeros do not end. */
static void refuses_local_files_without_an_end(void **state)
{
    scene *s = *state;
    char source[256], url[300];
    (void)snprintf(source, sizeof source, "%s/pipe.zip", s->folder);
    (void)snprintf(url, sizeof url, "file://%s/pip%%65.zip", s->folder);
    assert_int_equal(mkfifo(source, 0600), 0);
    check_fails(sg_download(s->path, url, NULL, NULL, NULL, &err), SG_EIO, "not a plain file");
    assert_int_equal(unlink(source), 0);
    assert_int_equal(symlink("/dev/zero", source), 0);
    check_fails(sg_download(s->path, url, NULL, NULL, NULL, &err), SG_EIO, "not a plain file");
    assert_int_equal(unlink(source), 0);
    assert_nothing(s);
}

/* ---- Memory and threads ---------------------------------------------------------------- */

static sg_status download_once(void *context, sg_error *err)
{
    return get(context, &quick, err);
}

static void survives_lack_of_memory(void **state)
{
    scene *s = *state;
    serve(s, {0});
    assert_true(check_out_of_memory(download_once, s) >= 3);
    assert_done(s, 0);
}

typedef struct job {
    const char *url;
    char path[256];
    sg_status status;
} job;

static void *run_job(void *context)
{
    job *j = context;
    j->status = sg_download(j->path, j->url, NULL, NULL, NULL, NULL);
    return NULL;
}

static void downloads_from_several_threads(void **state)
{
    scene *s = *state;
    enum { N_JOBS = 4 };
    job jobs[N_JOBS];
    pthread_t threads[N_JOBS];
    serve(s, {0});
    for (int i = 0; i < N_JOBS; i++) {
        jobs[i] = (job){.url = http_server_url(s->server), .status = SG_EINVAL};
        (void)snprintf(jobs[i].path, sizeof jobs[i].path, "%s/%d.zip", s->folder, i);
        assert_int_equal(pthread_create(&threads[i], NULL, run_job, &jobs[i]), 0);
    }
    for (int i = 0; i < N_JOBS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < N_JOBS; i++) {
        assert_int_equal(jobs[i].status, SG_OK);
        assert_true(has_body(jobs[i].path, BODY_SIZE, 0));
    }
}

int main(void)
{
    /* The threads come first: they are to find curl uninitialized. */
    const struct CMUnitTest tests[] = {
        TEST(downloads_from_several_threads),
        TEST(downloads_a_file),
        TEST(replaces_an_existing_file),
        TEST(downloads_chunks_without_a_length),
        TEST(downloads_an_empty_file),
        TEST(follows_redirections),
        TEST(passwords_are_not_told),
        TEST(reports_progress),
        TEST(stops_when_asked_and_resumes),
        TEST(stops_before_the_first_byte),
        TEST(asks_the_check),
        TEST(respects_the_limit),
        TEST(respects_the_limit_when_resuming),
        TEST(reports_a_full_disk),
        TEST(follows_no_link),
        TEST(reports_a_missing_folder),
        TEST(leaves_another_process_alone),
        TEST(refuses_other_addresses),
        TEST(copies_local_files),
        TEST(refuses_local_files_without_an_end),
        TEST(survives_lack_of_memory),
    };
    return is_ready() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
