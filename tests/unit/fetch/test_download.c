/* test_download.c - downloads from a real server that misbehaves in many ways. */
#include "fetch/download.h"

#include "base/file.h"
#include "base/mem.h"
#include "support/check.h"
#include "support/http_server.h"

#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

#define BODY_SIZE 300000

static unsigned char body[BODY_SIZE];

/* A folder to download to and a server to download from. */
typedef struct scene {
    char *folder;
    char path[256];
    char part[256];
    char tag[256];
    http_server *server;
} scene;

/* Patient enough for a loaded machine, but without pauses. */
static const sg_download_options quick = {.pause_milliseconds = 1};
static const sg_download_options once = {.n_tries = 1};

static int open_scene(void **state)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->folder = check_folder();
    (void)snprintf(s->path, sizeof s->path, "%s/set.zip", s->folder);
    (void)snprintf(s->part, sizeof s->part, "%s/set.zip.part", s->folder);
    (void)snprintf(s->tag, sizeof s->tag, "%s/set.zip.part.tag", s->folder);
    *state = s;
    return 0;
}

static int close_scene(void **state)
{
    scene *s = *state;
    http_server_close(s->server);
    check_folder_remove(s->folder);
    free(s);
    return 0;
}

static void serve_bytes(scene *s, size_t size, const http_step *script, size_t n_steps)
{
    http_server_close(s->server);
    s->server = http_server_open(body, size, script, n_steps);
    assert_non_null(s->server);
}

/* Answer with the steps given, the last one again and again. */
#define serve(s, ...)                                                                          \
    do {                                                                                       \
        static const http_step script_[] = {__VA_ARGS__};                                      \
        serve_bytes((s), BODY_SIZE, script_, sizeof script_ / sizeof *script_);                \
    } while (0)

static sg_status get(scene *s, const sg_download_options *options, sg_error *err)
{
    return sg_download_with(s->path, http_server_url(s->server), NULL, NULL, options, err);
}

/* ---- Assertions ------------------------------------------------------------------------- */

static bool has_body(const char *path, size_t size, unsigned char version)
{
    sg_text text = {0};
    if (sg_file_read(&text, path, BODY_SIZE * 2, NULL) != SG_OK) return false;
    bool is_same = text.size == size;
    for (size_t i = 0; is_same && i < size; i++)
        is_same = (unsigned char)text.data[i] == (body[i] ^ version);
    sg_text_free(&text);
    return is_same;
}

static void assert_nothing_left(const scene *s)
{
    assert_false(sg_path_exists(s->part));
    assert_false(sg_path_exists(s->tag));
}

/* The file is there, all of it and of this version, and nothing else is. */
static void assert_done(const scene *s, unsigned char version)
{
    assert_true(has_body(s->path, BODY_SIZE, version));
    assert_nothing_left(s);
}

/* Nothing is there. */
static void assert_nothing(const scene *s)
{
    assert_false(sg_path_exists(s->path));
    assert_nothing_left(s);
}

/* `size` bytes wait for being resumed. */
static void assert_unfinished(const scene *s, size_t size, unsigned char version)
{
    assert_false(sg_path_exists(s->path));
    assert_true(has_body(s->part, size, version));
    assert_true(sg_path_exists(s->tag));
}

static void assert_requests(const scene *s, unsigned n, const char *last_range)
{
    char range[128];
    assert_int_equal(http_server_requests(s->server), n);
    http_server_range(s->server, range);
    assert_string_equal(range, last_range);
}

static void assert_if_range(const scene *s, const char *expected)
{
    char text[128];
    http_server_if_range(s->server, text);
    assert_string_equal(text, expected);
}

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

/* ---- Resuming --------------------------------------------------------------------------- */

static void resumes_where_it_stopped(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 100000}, {0});
    check_fails(get(s, &once, &err), SG_EIO, "100000 of 300000 bytes");
    assert_unfinished(s, 100000, 0);
    check_ok(get(s, &once, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "bytes=100000-");
    assert_if_range(s, "\"v0\"");
}

static void resumes_by_date_without_a_strong_tag(void **state)
{
    scene *s = *state;
#define DATE "Mon, 01 Jan 2024 00:00:00 GMT"
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 100000, .tag = "Last-Modified: " DATE},
          {.tag = "Last-Modified: " DATE});
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "bytes=100000-");
    assert_if_range(s, DATE);

    serve(s,
          {.behavior = HTTP_BREAK_OFF,
           .bytes = 7,
           .tag = "ETag: W/\"v\"\r\nLast-Modified: " DATE},
          {.tag = "Last-Modified: " DATE});
    check_ok(get(s, &quick, &err));
    assert_requests(s, 2, "bytes=7-");
    assert_if_range(s, DATE);
#undef DATE
}

static void starts_over_without_a_tag(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000, .tag = ""}, {0});
    check_fails(get(s, &once, &err), SG_EIO, "the same command starts over");
    assert_nothing(s);
    check_ok(get(s, &once, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "");
}

static void starts_over_with_a_weak_tag(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000, .tag = "ETag: W/\"v0\""}, {0});
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "");
}

/* What somebody else left there is not ours to continue. */
static void starts_over_with_a_strange_part(void **state)
{
    scene *s = *state;
    static const char *const tags[] = {
        NULL,          "", "\n", "\"v0\"\n", "0123456789abcdef \"v0\"\n", "0123456789abcdef",
        "\x01\x02\x03"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        serve(s, {0});
        check_write(s->folder, "set.zip.part", "strange");
        if (tags[i] != NULL) check_write(s->folder, "set.zip.part.tag", tags[i]);
        check_ok(get(s, &once, &err));
        assert_done(s, 0);
        assert_requests(s, 1, "");
    }
}

/* A damaged tag of ours: no newline, a control character, too long. */
static void starts_over_with_a_damaged_tag(void **state)
{
    scene *s = *state;
    static char longer[600];
    memset(longer, 'x', sizeof longer - 1);
    const char *const ends[] = {"", "\r\n", "\x7f\n", longer};
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000});
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        check_fails(get(s, &once, &err), SG_EIO, "1000 of 300000 bytes");
        sg_text text = {0};
        check_ok(sg_file_read(&text, s->tag, 1000, &err));
        assert_int_equal(text.data[text.size - 1], '\n');
        text.size--;
        check_ok(sg_text_add(&text, &err, "%s", ends[i]));
        check_write(s->folder, "set.zip.part.tag", text.data);
        sg_text_free(&text);
        check_fails(get(s, &once, &err), SG_EIO, "1000 of 300000 bytes");
        assert_requests(s, 2 * (unsigned)i + 2, "");
        (void)unlink(s->part);
    }
}

static void starts_over_at_another_address(void **state)
{
    scene *s = *state;
    char other[128];
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000}, {0});
    check_fails(get(s, &once, &err), SG_EIO, "1000 of");
    (void)snprintf(other, sizeof other, "%s?mirror", http_server_url(s->server));
    check_ok(sg_download_with(s->path, other, NULL, NULL, &once, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "");
}

static void starts_over_without_ranges(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 100000}, {.behavior = HTTP_NO_RANGES});
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "bytes=100000-");
}

static void never_mixes_versions(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 100000}, {.version = 1});
    check_ok(get(s, &quick, &err));
    assert_done(s, 1);
    assert_requests(s, 2, "bytes=100000-");
}

static void distrusts_servers_that_ignore_the_version(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 100000},
          {.behavior = HTTP_IGNORE_IF_RANGE, .version = 1}, {.version = 1});
    check_ok(get(s, &quick, &err));
    assert_done(s, 1);
    assert_requests(s, 3, "");
}

static void distrusts_servers_that_send_another_range(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 100000}, {.behavior = HTTP_SHIFTED_RANGE});
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 3, "");
}

static void gives_up_on_versions_that_keep_changing(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000},
          {.behavior = HTTP_IGNORE_IF_RANGE, .version = 1},
          {.behavior = HTTP_BREAK_OFF, .bytes = 1000, .version = 2},
          {.behavior = HTTP_IGNORE_IF_RANGE, .version = 3});
    check_fails(get(s, &quick, &err), SG_EIO, "the file on the server has changed");
    assert_nothing(s);
}

static sg_status cancel(void *context, const char *path, sg_error *err)
{
    (void)context, (void)path;
    return sg_error_set(err, SG_ECANCELED, SG_WHERE, "checking: stopped");
}

static void finishes_what_is_already_complete(void **state)
{
    scene *s = *state;
    serve(s, {0});
    check_fails(sg_download(s->path, http_server_url(s->server), cancel, NULL, NULL, &err),
                SG_ECANCELED, "checking: stopped");
    assert_unfinished(s, BODY_SIZE, 0);
    check_ok(get(s, &once, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "bytes=300000-");
}

static void starts_over_with_more_than_the_server_has(void **state)
{
    scene *s = *state;
    serve(s, {0});
    check_fails(sg_download(s->path, http_server_url(s->server), cancel, NULL, NULL, &err),
                SG_ECANCELED, "checking: stopped");
    FILE *file = fopen(s->part, "ab");
    assert_non_null(file);
    assert_int_equal(fputs("junk", file), 1);
    assert_int_equal(fclose(file), 0);
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 3, "");
}

/* ---- Broken transfers ------------------------------------------------------------------- */

static void tries_again_by_itself(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000},
          {.behavior = HTTP_BREAK_OFF, .bytes = 50000}, {.behavior = HTTP_CLOSE}, {0});
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 4, "bytes=51000-");
}

static void gives_up_after_four_tries(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000});
    check_fails(get(s, &quick, &err), SG_EIO,
                "broke off with 4000 of 300000 bytes here, after 4 tries");
    assert_unfinished(s, 4000, 0);
    assert_requests(s, 4, "bytes=3000-");
    check_fails(get(s, &quick, &err), SG_EIO, "; the same command resumes");
    assert_unfinished(s, 8000, 0);
}

static void notices_missing_bytes(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_ANNOUNCE_MORE, .bytes = 100});
    check_fails(get(s, &quick, &err), SG_EIO, "300000 of 300100 bytes");
    assert_unfinished(s, BODY_SIZE, 0);
    assert_requests(s, 4, "bytes=300000-");
}

static void resumes_broken_chunks(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_CHUNKED, .bytes = 20000}, {.behavior = HTTP_CHUNKED});
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 2, "bytes=20000-");
}

static void reports_a_server_that_hangs_up(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_CLOSE});
    check_fails(get(s, &quick, &err), SG_EIO, "0 bytes here, after 4 tries (Empty reply");
    assert_nothing(s);
    assert_requests(s, 4, "");
}

static void gives_up_on_a_stalled_server(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_STALL});
    const sg_download_options options = {.stall_seconds = 1, .n_tries = 1};
    check_fails(get(s, &options, &err), SG_EIO, "too slow");
    assert_nothing(s);
    assert_requests(s, 1, "");
}

static void reports_a_refused_connection(void **state)
{
    scene *s = *state;
    char url[128];
    serve(s, {0});
    (void)snprintf(url, sizeof url, "%s", http_server_url(s->server));
    http_server_close(s->server);
    s->server = NULL;
    check_fails(sg_download_with(s->path, url, NULL, NULL, &quick, &err), SG_EIO,
                "another server");
    assert_nothing(s);
}

/* ---- Answers without a file ------------------------------------------------------------- */

static void reports_http_errors(void **state)
{
    scene *s = *state;
    char text[128];
    serve(s, {.behavior = HTTP_STATUS, .code = 404}, {.behavior = HTTP_STATUS, .code = 500},
          {.behavior = HTTP_STATUS, .code = 416}, {.behavior = HTTP_STATUS, .code = 206},
          {.behavior = HTTP_STATUS, .code = 304}, {.behavior = HTTP_STATUS, .code = 203},
          {.behavior = HTTP_STATUS, .code = 502, .bytes = 1});
    (void)snprintf(text, sizeof text, "%s: the server answered with HTTP status 404; ",
                   http_server_url(s->server));
    check_fails(get(s, &quick, &err), SG_ENOTFOUND, text);
    assert_nothing(s);
    check_fails(get(s, &quick, &err), SG_EIO, "HTTP status 500");
    check_fails(get(s, &quick, &err), SG_EIO, "HTTP status 416");
    check_fails(get(s, &quick, &err), SG_EIO, "HTTP status 206");
    check_fails(get(s, &quick, &err), SG_EIO, "HTTP status 304");
    check_fails(get(s, &quick, &err), SG_EIO, "another server");
    check_fails(get(s, &quick, &err), SG_EIO, "HTTP status 502");
    assert_nothing(s);
    assert_requests(s, 7, "");
}

static void keeps_the_part_through_an_error(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_BREAK_OFF, .bytes = 1000},
          {.behavior = HTTP_STATUS, .code = 503}, {0});
    check_fails(get(s, &quick, &err), SG_EIO, "HTTP status 503");
    assert_unfinished(s, 1000, 0);
    check_ok(get(s, &quick, &err));
    assert_done(s, 0);
    assert_requests(s, 3, "bytes=1000-");
}

static void refuses_garbage(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_GARBAGE});
    check_fails(get(s, &quick, &err), SG_EIO, "cannot download");
    assert_nothing(s);
}

static void refuses_endless_redirections(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_REDIRECT, .location = "/set.zip"});
    check_fails(get(s, &quick, &err), SG_EIO, "redirects");
    assert_nothing(s);
    assert_requests(s, 6, "");
}

static void refuses_redirections_elsewhere(void **state)
{
    scene *s = *state;
    serve(s, {.behavior = HTTP_REDIRECT, .location = "file:///etc/passwd"},
          {.behavior = HTTP_REDIRECT, .location = "ftp://127.0.0.1/set.zip"},
          {.behavior = HTTP_REDIRECT, .location = "gopher://127.0.0.1:1/"});
    for (unsigned i = 1; i <= 3; i++) {
        check_fails(get(s, &quick, &err), SG_EIO, "not supported or disabled");
        assert_nothing(s);
        assert_requests(s, i, "");
    }
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

static void reports_a_full_disk(void **state)
{
    scene *s = *state;
    serve(s, {0});
    if (symlink("/dev/full", s->part) != 0 || access("/dev/full", W_OK) != 0) {
        printf("SKIPPED: needs /dev/full\n");
        skip();
    }
    check_fails(get(s, &quick, &err), SG_EIO, "set.zip.part: no space left on the device");
    assert_nothing(s);
    assert_requests(s, 1, "");
}

static void reports_a_missing_folder(void **state)
{
    scene *s = *state;
    serve(s, {0});
    check_fails(
        sg_download("/nonexistent/set.zip", http_server_url(s->server), NULL, NULL, NULL, &err),
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

/* ---- Memory, chance and threads --------------------------------------------------------- */

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

/* Whatever the server does, a download ends with one version, whole, or with an error. */
static void ends_well_or_with_an_error(void **state)
{
    scene *s = *state;
    sg_rng rng = check_rng("download");
    for (int round = 0; round < 60; round++) {
        http_step script[6] = {{0}};
        for (size_t i = 0; i < 5; i++) {
            script[i].behavior = (http_behavior)sg_rng_below(&rng, HTTP_CHUNKED + 1);
            script[i].bytes = 1 + sg_rng_below(&rng, BODY_SIZE);
            script[i].version = (unsigned char)sg_rng_below(&rng, 2);
            if (script[i].behavior == HTTP_ANNOUNCE_LESS) script[i].behavior = HTTP_CLOSE;
        }
        serve_bytes(s, BODY_SIZE, script, 6);
        while (!sg_path_exists(s->path)) {
            sg_error err = {0};
            const sg_status status = get(s, &quick, &err);
            assert_true(status == SG_OK || status == SG_EIO);
            assert_true((status == SG_OK) == sg_path_exists(s->path));
            assert_true(http_server_requests(s->server) < 20);
        }
        assert_true(has_body(s->path, BODY_SIZE, 0) || has_body(s->path, BODY_SIZE, 1));
        assert_nothing_left(s);
        assert_int_equal(unlink(s->path), 0);
    }
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

/* The tests' server is on this machine; no proxy must come between. */
static void forget_proxies(void)
{
    static const char *const names[] = {"http_proxy",  "HTTP_PROXY", "https_proxy",
                                        "HTTPS_PROXY", "all_proxy",  "ALL_PROXY"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) (void)unsetenv(names[i]);
}

static bool is_built_without_curl(void)
{
    sg_error err = {0};
    (void)sg_download("", "", NULL, NULL, NULL, &err);
    return strstr(err.text, "built without libcurl") != NULL;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)

int main(void)
{
    /* The threads come first: they are to find curl uninitialized. */
    const struct CMUnitTest tests[] = {TEST(downloads_from_several_threads),
                                       TEST(downloads_a_file),
                                       TEST(replaces_an_existing_file),
                                       TEST(downloads_chunks_without_a_length),
                                       TEST(downloads_an_empty_file),
                                       TEST(follows_redirections),
                                       TEST(reports_progress),
                                       TEST(stops_when_asked_and_resumes),
                                       TEST(stops_before_the_first_byte),
                                       TEST(resumes_where_it_stopped),
                                       TEST(resumes_by_date_without_a_strong_tag),
                                       TEST(starts_over_without_a_tag),
                                       TEST(starts_over_with_a_weak_tag),
                                       TEST(starts_over_with_a_strange_part),
                                       TEST(starts_over_with_a_damaged_tag),
                                       TEST(starts_over_at_another_address),
                                       TEST(starts_over_without_ranges),
                                       TEST(never_mixes_versions),
                                       TEST(distrusts_servers_that_ignore_the_version),
                                       TEST(distrusts_servers_that_send_another_range),
                                       TEST(gives_up_on_versions_that_keep_changing),
                                       TEST(finishes_what_is_already_complete),
                                       TEST(starts_over_with_more_than_the_server_has),
                                       TEST(tries_again_by_itself),
                                       TEST(gives_up_after_four_tries),
                                       TEST(notices_missing_bytes),
                                       TEST(resumes_broken_chunks),
                                       TEST(reports_a_server_that_hangs_up),
                                       TEST(gives_up_on_a_stalled_server),
                                       TEST(reports_a_refused_connection),
                                       TEST(reports_http_errors),
                                       TEST(keeps_the_part_through_an_error),
                                       TEST(refuses_garbage),
                                       TEST(refuses_endless_redirections),
                                       TEST(refuses_redirections_elsewhere),
                                       TEST(asks_the_check),
                                       TEST(respects_the_limit),
                                       TEST(respects_the_limit_when_resuming),
                                       TEST(reports_a_full_disk),
                                       TEST(reports_a_missing_folder),
                                       TEST(leaves_another_process_alone),
                                       TEST(refuses_other_addresses),
                                       TEST(copies_local_files),
                                       TEST(survives_lack_of_memory),
                                       TEST(ends_well_or_with_an_error)};
    if (is_built_without_curl()) {
        printf("SKIPPED: built without libcurl\n");
        return 77;
    }
    forget_proxies();
    sg_rng rng = sg_rng_stream(1, NULL, 0);
    for (size_t i = 0; i < BODY_SIZE; i++) body[i] = (unsigned char)sg_rng_below(&rng, 256);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
