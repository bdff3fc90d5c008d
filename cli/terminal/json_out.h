/* json_out.h - writing JSON, one value after the other.
 *
 *     json j = {.out = stdout};
 *     json_open(&j, NULL, '{');
 *     json_text(&j, "name", "CSL");
 *     json_count(&j, "graphs", 150);
 *     json_close(&j, '}');
 *     json_line(&j);                       // {"name":"CSL","graphs":150}
 *
 * `key` names a member of an object; it is NULL inside an array and at the top.
 */
#ifndef SG_CLI_JSON_OUT_H
#define SG_CLI_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json {
    FILE *out;
    bool comma; /* a value stands before the next one */
} json;

/* Begin and end an object, '{' '}', or an array, '[' ']'. */
void json_open(json *j, const char *key, char bracket);
void json_close(json *j, char bracket);

/* UTF-8 goes through; bytes that are not become U+FFFD.  NULL is written as null. */
void json_text(json *j, const char *key, const char *text);

void json_count(json *j, const char *key, uint64_t value);

/* With as few digits as read back to the same double; null where it is not finite. */
void json_real(json *j, const char *key, double value);

void json_bool(json *j, const char *key, bool value);

void json_null(json *j, const char *key);

/* End the line; the next value stands on its own. */
void json_line(json *j);

#endif
