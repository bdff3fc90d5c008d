/* test_download_resume.c - a real server breaks off, changes the file, or has none. */
#include "unit/fetch/download_scene.inc"

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

/* ---- Chance ---------------------------------------------------------------------------- */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
        TEST(ends_well_or_with_an_error),
    };
    return is_ready() ? cmocka_run_group_tests(tests, NULL, NULL) : 77;
}
