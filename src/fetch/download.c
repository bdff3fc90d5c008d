/* download.c - libcurl, one unfinished file, a few tries.
 *
 * A try asks for what is missing: "Range: bytes=N-" with "If-Range: TAG".  When the first byte
 * of the answer's body arrives (or its end, if there is none) we decide what the answer means:
 *
 *     200            the whole file: another version, or a server without ranges; start over
 *     206            the rest, if it starts at N and is of the same version; else start over
 *     416            nothing is missing, if the sizes agree; else start over
 *     anything else  no file
 *
 * curl's own resuming (CURLOPT_RESUME_FROM) is not used: it treats a 200 as an error and takes
 * any 206 for the right one. */
#include "fetch/download.h"

#ifdef SG_WITH_CURL

#include "base/file.h"
#include "base/observer.h"
#include "text/part_file.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

typedef unsigned long long ull;

/* Bytes per second below which a transfer is given up.  An archive of 4 GiB cannot be read. */
static const long SLOWEST = 1000;
static const uint64_t MOST_BYTES = (uint64_t)4 << 30;

/* What a try's answer means. */
typedef enum answer {
    ANSWER_NONE,   /* not known (yet)                                        */
    ANSWER_BODY,   /* the bytes that are missing                             */
    ANSWER_WHOLE,  /* nothing is missing                                     */
    ANSWER_STALE,  /* the bytes here do not belong to what the server has    */
    ANSWER_REFUSED /* an HTTP status without a file                          */
} answer;

typedef struct transfer {
    const char *url;
    sg_text shown; /* the same without a password, for messages and files              */
    bool is_file;  /* a file: address; there is no HTTP then                    */
    sg_download_options options;
    sg_part_file part; /* the bytes that are here                                   */
    uint64_t total;    /* bytes announced in all; 0 = unknown                       */
    CURL *curl;
    struct curl_slist *header; /* of the current try                                        */
    char reason[CURL_ERROR_SIZE];
    answer answer;
    sg_status status; /* of the callbacks; `err` says why                          */
    sg_error *err;
} transfer;

/* ---- Understanding the answer ----------------------------------------------------------- */

static const char *header_of_answer(const transfer *t, const char *name)
{
    struct curl_header *header = NULL;
    if (curl_easy_header(t->curl, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return "";
    return header->value;
}

/* The answer's version, or "".  A weak ETag says "much the same", which is not enough. */
static const char *tag_of_answer(const transfer *t)
{
    const char *etag = header_of_answer(t, "ETag");
    if (sg_part_file_is_tag(etag) && strncmp(etag, "W/", 2) != 0) return etag;
    const char *date = header_of_answer(t, "Last-Modified");
    return sg_part_file_is_tag(date) ? date : "";
}

static bool read_number(uint64_t *number, const char **p)
{
    const size_t n_digits = strspn(*p, "0123456789");
    if (n_digits == 0 || n_digits > 18) return false;
    *number = 0;
    for (size_t i = 0; i < n_digits; i++) *number = *number * 10 + (uint64_t)(*(*p)++ - '0');
    return true;
}

/* "bytes FIRST-LAST/TOTAL".  A star may stand for FIRST-LAST and for TOTAL; they are 0 then. */
static bool read_content_range(uint64_t *first, uint64_t *total, const char *p)
{
    uint64_t last = 0;
    *first = *total = 0;
    if (strncasecmp(p, "bytes ", 6) != 0) return false;
    p += 6;
    if (*p == '*') {
        p++;
    } else {
        if (!read_number(first, &p) || *p++ != '-' || !read_number(&last, &p)) return false;
        if (last < *first) return false;
    }
    if (*p++ != '/') return false;
    if (*p == '*') return p[1] == '\0';
    return read_number(total, &p) && *p == '\0';
}

static bool is_same_version(const transfer *t)
{
    const char *tag = tag_of_answer(t);
    return tag[0] == '\0' || strcmp(tag, t->part.tag) == 0;
}

static answer understand_partial(transfer *t, long http_status)
{
    uint64_t first, total;
    if (!is_same_version(t) ||
        !read_content_range(&first, &total, header_of_answer(t, "Content-Range")))
        return ANSWER_STALE;
    if (http_status == 416) return total == t->part.size ? ANSWER_WHOLE : ANSWER_STALE;
    t->total = total;
    return first == t->part.size ? ANSWER_BODY : ANSWER_STALE;
}

static sg_status check_size(transfer *t, uint64_t size, sg_error *err)
{
    if (size <= t->options.max_bytes) return SG_OK;
    t->part.is_garbage = true;
    return sg_error_at(err, SG_ELIMIT, SG_WHERE, (sg_place){t->shown.data, 0, 0},
                       "larger than the %llu bytes allowed; is it the right file?",
                       (ull)t->options.max_bytes);
}

/* Decide what the answer means and make the file ready for its body. */
static sg_status begin_body(transfer *t, sg_error *err)
{
    sg_status status = SG_OK;
    long http_status = 0;
    curl_off_t length = -1;
    (void)curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &http_status);
    (void)curl_easy_getinfo(t->curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    t->total = 0;
    t->answer = ANSWER_REFUSED;
    if ((http_status == 206 || http_status == 416) && t->part.size > 0)
        t->answer = understand_partial(t, http_status);
    else if (http_status == 200 || t->is_file) {
        t->answer = ANSWER_BODY;
        SG_TRY(sg_part_file_start_over(&t->part, err));
        SG_TRY(sg_part_file_remember(&t->part, t->is_file ? "" : tag_of_answer(t), err));
    }
    if (t->answer != ANSWER_BODY) return SG_OK;
    if (t->total == 0 && length > 0) t->total = t->part.size + (uint64_t)length;
    SG_TRY(check_size(t, t->total, err));
done:
    return status;
}

/* ---- What curl calls -------------------------------------------------------------------- */

static sg_status append(transfer *t, const char *data, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(check_size(t, t->part.size + size, err));
    SG_TRY(sg_part_file_append(&t->part, data, size, err));
done:
    return status;
}

static size_t receive(char *data, size_t size, size_t n, void *context)
{
    transfer *t = context;
    n *= size;
    if (t->answer == ANSWER_NONE && t->status == SG_OK) t->status = begin_body(t, t->err);
    if (t->answer == ANSWER_BODY && t->status == SG_OK) t->status = append(t, data, n, t->err);
    return t->answer == ANSWER_BODY && t->status == SG_OK ? n : 0;
}

static sg_status report(const transfer *t, sg_error *err)
{
    const sg_progress progress = {"downloading", "bytes", t->part.size, t->total};
    const sg_status status = sg_observe(t->options.observer, progress, NULL);
    if (status == SG_OK) return SG_OK;
    return sg_error_at(err, status, SG_WHERE, (sg_place){t->shown.data, 0, 0},
                       "stopped after %llu bytes; %s", (ull)t->part.size,
                       sg_part_file_remedy(&t->part));
}

static int watch(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
                 curl_off_t up)
{
    (void)down_total, (void)down, (void)up_total, (void)up;
    transfer *t = context;
    if (t->status == SG_OK) t->status = report(t, t->err);
    return t->status != SG_OK;
}

/* ---- One try ---------------------------------------------------------------------------- */

static sg_status ask_for_rest(transfer *t, sg_error *err)
{
    sg_status status = SG_OK;
    char range[32], condition[SG_PART_TAG_SIZE + 16];
    if (t->part.tag[0] == '\0') SG_TRY(sg_part_file_start_over(&t->part, err));
    curl_slist_free_all(t->header);
    t->header = NULL;
    if (t->part.size > 0) {
        (void)snprintf(range, sizeof range, "%llu-", (ull)t->part.size);
        (void)snprintf(condition, sizeof condition, "If-Range: %s", t->part.tag);
        t->header = curl_slist_append(NULL, condition);
        SG_REQUIRE(t->header != NULL, SG_ENOMEM, "out of memory");
    }
    const char *wanted = t->part.size > 0 ? range : NULL;
    SG_REQUIRE(curl_easy_setopt(t->curl, CURLOPT_RANGE, wanted) == CURLE_OK &&
                   curl_easy_setopt(t->curl, CURLOPT_HTTPHEADER, t->header) == CURLE_OK,
               SG_ENOMEM, "out of memory");
done:
    return status;
}

/* Whether it may go better next time: the server was there and then it was not. */
static bool is_broken(const transfer *t, CURLcode code)
{
    curl_off_t connected = 0;
    switch (code) {
    case CURLE_OK:
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return true;
    case CURLE_OPERATION_TIMEDOUT:
        (void)curl_easy_getinfo(t->curl, CURLINFO_PRETRANSFER_TIME_T, &connected);
        return connected > 0;
    default:
        return false;
    }
}

static sg_status http_error(const transfer *t, sg_error *err)
{
    long http_status = 0;
    (void)curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &http_status);
    return sg_error_at(err, http_status == 404 ? SG_ENOTFOUND : SG_EIO, SG_WHERE,
                       (sg_place){t->shown.data, 0, 0},
                       "the server answered with HTTP status %ld; check the name, or try "
                       "another server",
                       http_status);
}

static sg_status curl_error(const transfer *t, CURLcode code, sg_error *err)
{
    const sg_status status = code == CURLE_OUT_OF_MEMORY            ? SG_ENOMEM
                             : code == CURLE_URL_MALFORMAT          ? SG_EINVAL
                             : code == CURLE_FILE_COULDNT_READ_FILE ? SG_ENOTFOUND
                                                                    : SG_EIO;
    const char *reason = t->reason[0] != '\0' ? t->reason : curl_easy_strerror(code);
    return sg_error_at(err, status, SG_WHERE, (sg_place){t->shown.data, 0, 0},
                       "cannot download: %s; check address and network, or try another "
                       "server",
                       reason);
}

/* Make one try.  *again: it did not get to the end, but another one may. */
static sg_status try_once(bool *again, transfer *t, sg_error *err)
{
    sg_status status = SG_OK;
    long http_status = 0;
    *again = false;
    t->answer = ANSWER_NONE;
    t->reason[0] = '\0';
    SG_TRY(ask_for_rest(t, err));
    const CURLcode code = curl_easy_perform(t->curl);
    SG_TRY(t->status);

    /* An answer may have no body, and that of an error may have broken off. */
    (void)curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &http_status);
    if (t->answer == ANSWER_NONE && (code == CURLE_OK || http_status >= 400))
        SG_TRY(begin_body(t, err));

    if (t->answer == ANSWER_WHOLE) return SG_OK;
    if (t->answer == ANSWER_REFUSED) SG_TRY(http_error(t, err));
    if (t->answer == ANSWER_STALE) {
        *again = true;
        (void)snprintf(t->reason, sizeof t->reason, "the file on the server has changed");
        SG_TRY(sg_part_file_start_over(&t->part, err));
        return SG_OK;
    }
    if (code == CURLE_OK && (t->total == 0 || t->part.size == t->total)) return SG_OK;
    *again = is_broken(t, code);
    if (!*again) SG_TRY(curl_error(t, code, err));
    if (t->reason[0] == '\0')
        (void)snprintf(t->reason, sizeof t->reason, "%s",
                       code == CURLE_OK ? "fewer bytes than announced"
                                        : curl_easy_strerror(code));
done:
    return status;
}

/* ---- The whole download ----------------------------------------------------------------- */

static sg_status give_up(const transfer *t, sg_error *err)
{
    char total[32] = "";
    if (t->total > 0) (void)snprintf(total, sizeof total, " of %llu", (ull)t->total);
    return sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){t->shown.data, 0, 0},
                       "broke off with %llu%s bytes here, after %u %s (%s); %s",
                       (ull)t->part.size, total, (unsigned)t->options.n_tries,
                       t->options.n_tries == 1 ? "try" : "tries", t->reason,
                       sg_part_file_remedy(&t->part));
}

static void sleep_milliseconds(uint32_t n)
{
    const struct timespec pause = {(time_t)(n / 1000), (long)(n % 1000) * 1000000L};
    (void)nanosleep(&pause, NULL);
}

static sg_status fetch(transfer *t, sg_error *err)
{
    sg_status status = SG_OK;
    bool again = true;
    for (uint32_t i = 0; again && i < t->options.n_tries; i++) {
        if (i > 0) sleep_milliseconds(t->options.pause_milliseconds);
        SG_TRY(try_once(&again, t, err));
    }
    if (again) SG_TRY(give_up(t, err));
    t->total = t->part.size;
    SG_TRY(report(t, err));
done:
    return status;
}

static void initialize_curl(void)
{
    (void)curl_global_init(CURL_GLOBAL_DEFAULT);
}

/* curl_easy_init would initialize curl by itself, but not safely from two threads at once. */
static sg_status open_curl(transfer *t, sg_error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    sg_status status = SG_OK;
    const long connect_seconds = (long)t->options.connect_seconds;
    const long stall_seconds = (long)t->options.stall_seconds;
    (void)pthread_once(&once, initialize_curl);
    CURL *c = t->curl = curl_easy_init();
    SG_REQUIRE(c != NULL, SG_ENOMEM, "download: cannot start libcurl");
    const bool is_ready =
        curl_easy_setopt(c, CURLOPT_URL, t->url) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https,file") == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR, "http,https") == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 1L) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_MAXREDIRS, 5L) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_USERAGENT, "sharegnn") == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, connect_seconds) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, SLOWEST) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, stall_seconds) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_ERRORBUFFER, t->reason) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, receive) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_WRITEDATA, t) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, watch) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_XFERINFODATA, t) == CURLE_OK &&
        curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L) == CURLE_OK;
    SG_REQUIRE(is_ready, SG_ENOMEM, "download: cannot set up libcurl");
done:
    return status;
}

/* All bytes are here: let them reach the disk, have them checked, give them their name. */
static sg_status finish(transfer *t, const char *path, sg_download_check check, void *context,
                        sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_part_file_sync(&t->part, err));
    if (check != NULL) {
        const sg_status verdict = check(context, t->part.path.data, err);
        t->part.is_garbage =
            verdict != SG_OK && verdict != SG_ECANCELED && verdict != SG_ENOMEM;
        SG_TRY(verdict);
    }
    SG_TRY(sg_part_file_commit(&t->part, path, err));
done:
    return status;
}

/* An address without the user and the password before its server, also where slashes are missing. */
static sg_status hide_password(sg_text *shown, const char *url, sg_error *err)
{
    sg_status status = SG_OK;
    const char *slash = strstr(url, ":/");
    const char *server = slash != NULL ? slash + 1 : url;
    server += strspn(server, "/");
    const char *behind = server;
    for (const char *p = server; *p != '\0' && strchr("/?#", *p) == NULL; p++)
        if (*p == '@') behind = p + 1;
    SG_TRY(sg_text_add_bytes(shown, url, (size_t)(server - url), err));
    SG_TRY(sg_text_add(shown, err, "%s", behind));
done:
    return status;
}

/* Whether `url` is an address; messages show it as `shown`. */
static sg_status check_url(const char *url, const char *shown, sg_error *err)
{
    sg_status status = SG_OK;
    const bool is_known = strncasecmp(url, "http://", 7) == 0 ||
                          strncasecmp(url, "https://", 8) == 0 ||
                          strncasecmp(url, "file://", 7) == 0;
    SG_REQUIRE(is_known, SG_EINVAL,
               "cannot download from \"%.300s\"; an address starts with https://, http:// or "
               "file://",
               shown);
    for (const char *p = url; *p != '\0'; p++)
        SG_REQUIRE(
            *p > ' ' && *p <= '~', SG_EINVAL,
            "cannot download from \"%.300s\": byte %zu is not a character of an address; "
            "write it as %%%02X",
            shown, (size_t)(p - url) + 1, (unsigned)(unsigned char)*p);
done:
    return status;
}

/* A file: address names a plain file, if it names one at all: a pipe would be waited for, a device has no end. */
static sg_status check_local(const transfer *t, sg_error *err)
{
    sg_status status = SG_OK;
    char *path = NULL;
    CURLU *parts = curl_url();
    SG_REQUIRE(parts != NULL, SG_ENOMEM, "out of memory");
    if (curl_url_set(parts, CURLUPART_URL, t->url, 0) == CURLUE_OK &&
        curl_url_get(parts, CURLUPART_PATH, &path, CURLU_URLDECODE) == CURLUE_OK &&
        sg_path_is_special(path))
        SG_TRY(sg_error_at(err, SG_EIO, SG_WHERE, (sg_place){t->shown.data, 0, 0},
                           "not a plain file"));
done:
    curl_free(path);
    curl_url_cleanup(parts);
    return status;
}

static sg_download_options with_defaults(const sg_download_options *given)
{
    sg_download_options options = {0};
    if (given != NULL) options = *given;
    if (options.max_bytes == 0) options.max_bytes = MOST_BYTES;
    if (options.connect_seconds == 0) options.connect_seconds = 20;
    if (options.stall_seconds == 0) options.stall_seconds = 30;
    if (options.n_tries == 0) options.n_tries = 4;
    if (options.pause_milliseconds == 0) options.pause_milliseconds = 1000;
    return options;
}

sg_status sg_download_with(const char *path, const char *url, sg_download_check check,
                           void *context, const sg_download_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    transfer t = {.url = url, .options = with_defaults(options), .err = err};
    t.is_file = strncasecmp(url, "file:", 5) == 0;
    SG_TRY(hide_password(&t.shown, url, err));
    SG_TRY(check_url(url, t.shown.data, err));
    if (t.is_file) SG_TRY(check_local(&t, err));
    SG_TRY(sg_part_file_open(&t.part, path, t.shown.data, err));
    if (!t.is_file) sg_part_file_recall(&t.part);
    SG_TRY(open_curl(&t, err));
    SG_TRY(fetch(&t, err));
    SG_TRY(finish(&t, path, check, context, err));
done:
    sg_part_file_close(&t.part);
    curl_slist_free_all(t.header);
    curl_easy_cleanup(t.curl);
    sg_text_free(&t.shown);
    return status;
}

#else

sg_status sg_download_with(const char *path, const char *url, sg_download_check check,
                           void *context, const sg_download_options *options, sg_error *err)
{
    (void)path, (void)url, (void)check, (void)context, (void)options;
    return sg_error_set(
        err, SG_EINVAL, SG_WHERE,
        "cannot download: built without libcurl; fetch the file by other means, "
        "or install libcurl and build again");
}

#endif

sg_status sg_download(const char *path, const char *url, sg_download_check check, void *context,
                      const sg_observer *observer, sg_error *err)
{
    return sg_download_with(path, url, check, context,
                            &(sg_download_options){.observer = observer}, err);
}
