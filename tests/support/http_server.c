/* http_server.c - one thread between poll() and send().
 *
 * A pipe wakes the thread at close, in the middle of a stall too.  Every wait for a client has
 * a deadline and the number of requests is bounded, so that a client that misbehaves cannot
 * hang a test. */
#include "support/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define MAX_REQUESTS      1000
#define MAX_REQUEST_SIZE  8192
#define WAIT_MILLISECONDS 10000
#define CHUNK             4096

struct http_server {
    const unsigned char *body;
    size_t size;
    const http_step *script; /* [n_steps] */
    size_t n_steps;
    int listener;
    int wake[2]; /* closing the second end stops the thread */
    char url[64];
    pthread_t thread;
    pthread_mutex_t mutex; /* guards the rest */
    unsigned n_requests;
    char range[128];
    char if_range[128];
};

/* Everything that decides one answer. */
typedef struct exchange {
    http_server *server;
    int fd;
    const http_step *step;
    char range[128];
    char if_range[128];
} exchange;

/* Wait until `fd` can be read.  False at the deadline and when the server is being closed. */
static bool wait_readable(const http_server *server, int fd, int milliseconds)
{
    struct pollfd item[2] = {{fd, POLLIN, 0}, {server->wake[0], POLLIN, 0}};
    return poll(item, 2, milliseconds) > 0 && item[1].revents == 0 && item[0].revents != 0;
}

static bool send_all(int fd, const void *data, size_t size)
{
    const char *p = data;
    while (size > 0) {
        const ssize_t n = send(fd, p, size, MSG_NOSIGNAL);
        if (n <= 0) return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

__attribute__((format(printf, 2, 3))) static bool send_text(int fd, const char *fmt, ...)
{
    char text[1024];
    va_list args;
    va_start(args, fmt);
    const int size = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return size >= 0 && (size_t)size < sizeof text && send_all(fd, text, (size_t)size);
}

/* Send body[first .. end) of the step's version, in chunks of HTTP if it says so. */
static bool send_body(const exchange *x, size_t first, size_t end)
{
    unsigned char piece[CHUNK];
    const bool is_chunked = x->step->behavior == HTTP_CHUNKED;
    while (first < end) {
        const size_t n = end - first < CHUNK ? end - first : CHUNK;
        for (size_t i = 0; i < n; i++)
            piece[i] = (unsigned char)(x->server->body[first + i] ^ x->step->version);
        if (is_chunked && !send_text(x->fd, "%zx\r\n", n)) return false;
        if (!send_all(x->fd, piece, n)) return false;
        if (is_chunked && !send_text(x->fd, "\r\n")) return false;
        first += n;
    }
    return true;
}

/* Copy the value of the header `name` of a request; "" if it is not there. */
static void copy_header(char value[128], const char *request, const char *name)
{
    const size_t length = strlen(name);
    value[0] = '\0';
    for (const char *line = strstr(request, "\r\n"); line != NULL;
         line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, length) != 0 || line[length] != ':') continue;
        const char *start = line + length + 1 + strspn(line + length + 1, " ");
        (void)snprintf(value, 128, "%.*s", (int)strcspn(start, "\r"), start);
        return;
    }
}

/* Read the head of a request; a GET has no body. */
static bool read_request(exchange *x)
{
    char request[MAX_REQUEST_SIZE + 1];
    size_t size = 0;
    do {
        if (size == MAX_REQUEST_SIZE) return false;
        if (!wait_readable(x->server, x->fd, WAIT_MILLISECONDS)) return false;
        const ssize_t n = recv(x->fd, request + size, MAX_REQUEST_SIZE - size, 0);
        if (n <= 0) return false;
        size += (size_t)n;
        request[size] = '\0';
    } while (strstr(request, "\r\n\r\n") == NULL);
    copy_header(x->range, request, "Range");
    copy_header(x->if_range, request, "If-Range");
    return true;
}

static void write_tag(char line[256], const http_step *step)
{
    if (step->tag != NULL)
        (void)snprintf(line, 256, "%s%s", step->tag, step->tag[0] != '\0' ? "\r\n" : "");
    else
        (void)snprintf(line, 256, "ETag: \"v%u\"\r\n", (unsigned)step->version);
}

/* Whether the range counts, and where it begins. */
static bool wants_range(size_t *first, const exchange *x, const char *tag_line)
{
    unsigned long long start = 0;
    if (x->step->behavior == HTTP_NO_RANGES || sscanf(x->range, "bytes=%llu-", &start) != 1)
        return false;
    *first = (size_t)start;
    if (x->if_range[0] == '\0' || x->step->behavior == HTTP_IGNORE_IF_RANGE) return true;
    const char *colon = strstr(tag_line, ": ");
    const size_t length = strlen(x->if_range);
    return colon != NULL && strncmp(colon + 2, x->if_range, length) == 0 &&
           colon[2 + length] == '\r';
}

/* The head of a 200, 206 or 416; false if no body is to follow. */
static bool send_head(size_t *first, const exchange *x, size_t size)
{
    char tag[256], length[64];
    write_tag(tag, x->step);
    *first = 0;
    const bool is_partial = wants_range(first, x, tag);
    if (is_partial && *first >= size) {
        (void)send_text(x->fd,
                        "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */%zu"
                        "\r\nContent-Length: 0\r\n%sConnection: close\r\n\r\n",
                        size, tag);
        return false;
    }
    if (!is_partial) *first = 0;
    if (is_partial && x->step->behavior == HTTP_SHIFTED_RANGE) --*first;
    const size_t announced =
        x->step->behavior == HTTP_ANNOUNCE_LESS ? x->step->bytes : size - *first;
    (void)snprintf(length, sizeof length, "Content-Length: %zu", announced);
    if (x->step->behavior == HTTP_CHUNKED)
        (void)snprintf(length, sizeof length, "Transfer-Encoding: chunked");
    if (!is_partial)
        return send_text(x->fd, "HTTP/1.1 200 OK\r\n%s\r\n%sConnection: close\r\n\r\n", length,
                         tag);
    return send_text(
        x->fd,
        "HTTP/1.1 206 Partial Content\r\n%s\r\nContent-Range: bytes %zu-%zu/%zu\r\n"
        "%sConnection: close\r\n\r\n",
        length, *first, size - 1, size, tag);
}

static void send_file(const exchange *x)
{
    const http_step *step = x->step;
    const http_behavior behavior = step->behavior;
    const size_t size = x->server->size;
    size_t first;
    if (!send_head(&first, x, size + (behavior == HTTP_ANNOUNCE_MORE ? step->bytes : 0)))
        return;
    size_t end = size;
    if (behavior == HTTP_BREAK_OFF || behavior == HTTP_STALL ||
        (behavior == HTTP_CHUNKED && step->bytes > 0))
        end = first + step->bytes < size ? first + step->bytes : size;
    if (!send_body(x, first, end)) return;
    if (behavior == HTTP_CHUNKED && step->bytes == 0) (void)send_text(x->fd, "0\r\n\r\n");
    /* The client becomes readable when it hangs up. */
    if (behavior == HTTP_STALL) (void)wait_readable(x->server, x->fd, WAIT_MILLISECONDS);
}

static void answer(const exchange *x)
{
    switch (x->step->behavior) {
    case HTTP_GARBAGE:
        (void)send_text(x->fd, "\x01\x02 I am not a web server.\n\n\xff\xfe");
        break;
    case HTTP_CLOSE:
        break;
    case HTTP_STATUS:
        (void)send_text(x->fd,
                        "HTTP/1.1 %d Whatever\r\nContent-Length: 10\r\n"
                        "Connection: close\r\n\r\n%s",
                        x->step->code, x->step->bytes > 0 ? "" : "<p>Sorry.\n");
        break;
    case HTTP_REDIRECT:
        (void)send_text(x->fd,
                        "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 7\r\n"
                        "Connection: close\r\n\r\nMoved.\n",
                        x->step->location);
        break;
    default:
        send_file(x);
    }
}

static void serve(http_server *server, int fd)
{
    exchange x = {.server = server, .fd = fd};
    const struct timeval patience = {WAIT_MILLISECONDS / 1000, 0};
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (!read_request(&x)) return;
    (void)pthread_mutex_lock(&server->mutex);
    const size_t i = server->n_requests++;
    memcpy(server->range, x.range, sizeof x.range);
    memcpy(server->if_range, x.if_range, sizeof x.if_range);
    (void)pthread_mutex_unlock(&server->mutex);
    x.step = &server->script[i < server->n_steps ? i : server->n_steps - 1];
    answer(&x);
}

static void *run(void *context)
{
    http_server *server = context;
    for (int i = 0; i < MAX_REQUESTS; i++) {
        if (!wait_readable(server, server->listener, -1)) break;
        const int fd = accept(server->listener, NULL, NULL);
        if (fd < 0) continue;
        serve(server, fd);
        (void)shutdown(fd, SHUT_RDWR);
        (void)close(fd);
    }
    return NULL;
}

static bool listen_on_loopback(http_server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (server->listener < 0) return false;
    if (bind(server->listener, (struct sockaddr *)&address, size) != 0) return false;
    if (listen(server->listener, 16) != 0) return false;
    if (getsockname(server->listener, (struct sockaddr *)&address, &size) != 0) return false;
    (void)snprintf(server->url, sizeof server->url, "http://127.0.0.1:%u/set.zip",
                   (unsigned)ntohs(address.sin_port));
    return true;
}

static void release(http_server *server)
{
    if (server->listener >= 0) (void)close(server->listener);
    if (server->wake[0] >= 0) (void)close(server->wake[0]);
    if (server->wake[1] >= 0) (void)close(server->wake[1]);
    free(server);
}

http_server *http_server_open(const void *body, size_t size, const http_step *script,
                              size_t n_steps)
{
    http_server *server = calloc(1, sizeof *server);
    if (server == NULL) return NULL;
    server->body = body;
    server->size = size;
    server->script = script;
    server->n_steps = n_steps;
    server->listener = server->wake[0] = server->wake[1] = -1;
    (void)pthread_mutex_init(&server->mutex, NULL);
    if (pipe(server->wake) == 0 && listen_on_loopback(server) &&
        pthread_create(&server->thread, NULL, run, server) == 0)
        return server;
    release(server);
    return NULL;
}

void http_server_close(http_server *server)
{
    if (server == NULL) return;
    (void)close(server->wake[1]);
    server->wake[1] = -1;
    (void)pthread_join(server->thread, NULL);
    (void)pthread_mutex_destroy(&server->mutex);
    release(server);
}

const char *http_server_url(const http_server *server)
{
    return server->url;
}

unsigned http_server_requests(http_server *server)
{
    (void)pthread_mutex_lock(&server->mutex);
    const unsigned n = server->n_requests;
    (void)pthread_mutex_unlock(&server->mutex);
    return n;
}

static void copy_text(char text[128], http_server *server, const char *source)
{
    (void)pthread_mutex_lock(&server->mutex);
    memcpy(text, source, 128);
    (void)pthread_mutex_unlock(&server->mutex);
}

void http_server_range(http_server *server, char text[128])
{
    copy_text(text, server, server->range);
}

void http_server_if_range(http_server *server, char text[128])
{
    copy_text(text, server, server->if_range);
}
