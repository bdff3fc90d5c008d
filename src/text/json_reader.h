/* json_reader.h - JSON token by token, with the line and column of each.
 *
 *     sg_json json = sg_json_of("splits.json", text, size);
 *     sg_json_token token;
 *     SG_TRY(sg_json_next(&token, &json, err));
 *     SG_TRY(sg_json_expect(&token, &json, SG_JSON_ARRAY_BEGIN, "a list of folds", err));
 *
 * Strict (RFC 8259): the reader checks commas, colons and nesting, so that whoever asks for tokens
 * sees only well-formed sequences.  It allocates nothing; tokens point into the text.
 */
#ifndef SG_TEXT_JSON_READER_H
#define SG_TEXT_JSON_READER_H

#include "base/text.h"

#define SG_JSON_MAX_DEPTH 64

typedef enum sg_json_kind {
    SG_JSON_END, /* behind the only value of the text */
    SG_JSON_OBJECT_BEGIN,
    SG_JSON_OBJECT_END,
    SG_JSON_ARRAY_BEGIN,
    SG_JSON_ARRAY_END,
    SG_JSON_KEY,
    SG_JSON_STRING,
    SG_JSON_NUMBER,
    SG_JSON_TRUE,
    SG_JSON_FALSE,
    SG_JSON_NULL
} sg_json_kind;

typedef struct sg_json_token {
    sg_json_kind kind;
    const char *text; /* of keys and strings: between the quotes, escapes as written */
    size_t size;
    sg_place place;
} sg_json_token;

typedef struct sg_json {
    const char *path;
    const char *p, *end, *line_begin;
    uint64_t line;
    unsigned depth;
    uint64_t is_object; /* bit d: the container at depth d is an object */
    enum { JSON_VALUE, JSON_KEY, JSON_FIRST, JSON_AFTER, JSON_DONE } expects;
} sg_json;

/* Read `text`, which is borrowed; `path` is what messages call it. */
sg_json sg_json_of(const char *path, const char *text, size_t size);

/* The next token.  Fails with SG_EFORMAT. */
sg_status sg_json_next(sg_json_token *token, sg_json *json, sg_error *err);

/* The next token, which must be of `kind`; `what` says in a message what is needed. */
sg_status sg_json_expect(sg_json_token *token, sg_json *json, sg_json_kind kind,
                         const char *what, sg_error *err);

/* Skip the value that `token` begins: nothing for a scalar, the rest of a container. */
sg_status sg_json_skip(sg_json *json, const sg_json_token *token, sg_error *err);

/* Whether a key or string is `text` (without escapes). */
bool sg_json_equals(const sg_json_token *token, const char *text);

/* Append what a key or string means, its escapes replaced, as UTF-8.  It may contain zero bytes and
 * is never longer than it is written.  Fails with SG_ENOMEM, or with SG_EFORMAT where a surrogate
 * has no partner or the bytes are not UTF-8; the text is then unchanged. */
sg_status sg_json_decode(sg_text *text, const sg_json_token *token, sg_error *err);

/* The value of a number that must be whole and from 0 to `max`. */
sg_status sg_json_index(uint32_t *value, const sg_json_token *token, uint32_t max,
                        sg_error *err);

/* The same for numbers that may exceed 32 bits; exact up to 2^64-1. */
sg_status sg_json_whole(uint64_t *value, const sg_json_token *token, uint64_t max,
                        sg_error *err);

/* The value of any number, rounded correctly.  Fails with SG_EFORMAT where it is too large for a
 * double, or written with more than 1100 characters. */
sg_status sg_json_real(double *value, const sg_json_token *token, sg_error *err);

/* The number of bytes of the UTF-8 character at `p`, or 0 if there is none before `end` (RFC 3629:
 * no surrogates, no overlong forms, nothing above U+10FFFF). */
size_t sg_utf8_size(const char *p, const char *end);

/* The first byte of a text that belongs to no UTF-8 character, or NULL. */
const char *sg_utf8_flaw(const char *text);

#endif
