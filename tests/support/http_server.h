/* http_server.h - a small HTTP/1.1 server on the loopback interface that misbehaves on demand.
 *
 * It serves one body under every path.  A script says how it answers: the i-th request is
 * answered by the i-th step, and the last step answers all further ones.
 *
 *     const http_step script[] = {{.behavior = HTTP_BREAK_OFF, .bytes = 1000}, {0}};
 *     http_server *server = http_server_open(body, size, script, 2);
 *     ... http_server_url(server) ... http_server_range(server) ...
 *     http_server_close(server);
 *
 * One thread, one connection at a time, one request per connection.
 */
#ifndef SG_TESTS_SUPPORT_HTTP_SERVER_H
#define SG_TESTS_SUPPORT_HTTP_SERVER_H

#include <stddef.h>

typedef enum http_behavior {
    HTTP_NORMAL = 0,      /* ranges, If-Range, ETag                                       */
    HTTP_NO_RANGES,       /* sends all whatever the range                                 */
    HTTP_IGNORE_IF_RANGE, /* sends the range whatever the version                         */
    HTTP_SHIFTED_RANGE,   /* sends the range, but from one byte earlier, and says so      */
    HTTP_BREAK_OFF,       /* closes after `bytes` bytes of the body                       */
    HTTP_ANNOUNCE_MORE,   /* claims that the file has `bytes` bytes more                  */
    HTTP_ANNOUNCE_LESS,   /* claims a length of `bytes`, and sends all                    */
    HTTP_CHUNKED,         /* no length, chunks; ends without the last one if `bytes` > 0  */
    HTTP_STALL,           /* falls silent after `bytes` bytes of the body                 */
    HTTP_GARBAGE,         /* sends something that is not HTTP                             */
    HTTP_CLOSE,           /* closes without an answer                                     */
    HTTP_STATUS,  /* answers with `code` and a page, which never comes if `bytes` > 0  */
    HTTP_REDIRECT /* sends the client to `location`                               */
} http_behavior;

/* {0} is a well-behaved answer. */
typedef struct http_step {
    http_behavior behavior;
    size_t bytes;
    int code;
    const char *location;
    unsigned char version; /* what is served is the body with every byte XORed with this     */
    const char *tag;       /* header line; NULL: 'ETag: "vN"' with the version, "": none     */
} http_step;

typedef struct http_server http_server;

/* Start a server; body and script are borrowed until it is closed.  NULL if it cannot. */
http_server *http_server_open(const void *body, size_t size, const http_step *script,
                              size_t n_steps);

/* Stop the server, whatever it is doing; NULL is fine. */
void http_server_close(http_server *server);

/* The address of the body, valid until close. */
const char *http_server_url(const http_server *server);

/* Number of requests so far. */
unsigned http_server_requests(http_server *server);

/* The last request's "Range" and "If-Range", "" if it had none; copied into `text`. */
void http_server_range(http_server *server, char text[128]);
void http_server_if_range(http_server *server, char text[128]);

#endif
