/* json_reader.c - a state machine over RFC 8259's grammar. */
#include "text/json_reader.h"

#include "text/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

sg_json sg_json_of(const char *path, const char *text, size_t size)
{
    return (sg_json){.path = path,
                     .p = text,
                     .end = text + size,
                     .line_begin = text,
                     .line = 1,
                     .expects = JSON_VALUE};
}

static sg_place here(const sg_json *json)
{
    return (sg_place){json->path, json->line, (uint64_t)(json->p - json->line_begin) + 1};
}

static sg_status unexpected(const sg_json *json, const char *needed, sg_error *err)
{
    if (json->p == json->end)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, here(json),
                           "the text ends here; %s is needed", needed);
    const char c = *json->p;
    if (c >= ' ' && c <= '~')
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, here(json), "found '%c'; %s is needed", c,
                           needed);
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, here(json), "found byte %u; %s is needed",
                       (unsigned)(unsigned char)c, needed);
}

static void skip_space(sg_json *json)
{
    for (; json->p < json->end; json->p++) {
        if (*json->p == '\n') {
            json->line++;
            json->line_begin = json->p + 1;
        } else if (*json->p != ' ' && *json->p != '\t' && *json->p != '\r') {
            return;
        }
    }
}

static bool accept(sg_json *json, char c)
{
    if (json->p == json->end || *json->p != c) return false;
    json->p++;
    return true;
}

static bool in_object(const sg_json *json)
{
    return json->depth > 0 && (json->is_object >> (json->depth - 1) & 1) != 0;
}

static void value_ended(sg_json *json)
{
    json->expects = json->depth > 0 ? JSON_AFTER : JSON_DONE;
}

static bool is_digit_at(const sg_json *json)
{
    return json->p < json->end && *json->p >= '0' && *json->p <= '9';
}

static sg_status scan_number(sg_json *json, sg_error *err)
{
    (void)accept(json, '-');
    if (!is_digit_at(json)) return unexpected(json, "a digit", err);
    if (!accept(json, '0'))
        while (is_digit_at(json)) json->p++;
    if (accept(json, '.')) {
        if (!is_digit_at(json)) return unexpected(json, "a digit", err);
        while (is_digit_at(json)) json->p++;
    }
    if (accept(json, 'e') || accept(json, 'E')) {
        if (!accept(json, '-')) (void)accept(json, '+');
        if (!is_digit_at(json)) return unexpected(json, "a digit", err);
        while (is_digit_at(json)) json->p++;
    }
    return SG_OK;
}

static sg_status scan_escape(sg_json *json, sg_error *err)
{
    if (json->p < json->end && strchr("\"\\/bfnrt", *json->p) != NULL && *json->p != '\0') {
        json->p++;
        return SG_OK;
    }
    if (!accept(json, 'u')) return unexpected(json, "one of \"\\/bfnrtu", err);
    for (int i = 0; i < 4; i++) {
        if (json->p == json->end || *json->p == '\0' ||
            strchr("0123456789abcdefABCDEF", *json->p) == NULL)
            return unexpected(json, "a hexadecimal digit", err);
        json->p++;
    }
    return SG_OK;
}

/* Behind the opening quote; stops behind the closing one. */
static sg_status scan_string(sg_json_token *token, sg_json *json, sg_error *err)
{
    token->text = json->p;
    for (;;) {
        if (json->p == json->end) return unexpected(json, "a closing quote", err);
        const unsigned char c = (unsigned char)*json->p;
        if (c < ' ') return unexpected(json, "a printable character", err);
        if (c == '"') break;
        json->p++;
        if (c != '\\') continue;
        const sg_status status = scan_escape(json, err);
        if (status != SG_OK) return status;
    }
    token->size = (size_t)(json->p - token->text);
    json->p++;
    return SG_OK;
}

static sg_status open_container(sg_json_token *token, sg_json *json, bool object, sg_error *err)
{
    if (json->depth == SG_JSON_MAX_DEPTH)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, token->place, "nested more than %d deep",
                           SG_JSON_MAX_DEPTH);
    const uint64_t bit = (uint64_t)1 << json->depth++;
    json->is_object = object ? json->is_object | bit : json->is_object & ~bit;
    json->expects = JSON_FIRST;
    json->p++;
    token->kind = object ? SG_JSON_OBJECT_BEGIN : SG_JSON_ARRAY_BEGIN;
    return SG_OK;
}

static bool accept_word(sg_json *json, const char *word)
{
    const size_t n = strlen(word);
    if ((size_t)(json->end - json->p) < n || memcmp(json->p, word, n) != 0) return false;
    json->p += n;
    return true;
}

static sg_status scan_value(sg_json_token *token, sg_json *json, sg_error *err)
{
    sg_status status = SG_OK;
    const char c = json->p < json->end ? *json->p : '\0';
    if (c == '{' || c == '[') return open_container(token, json, c == '{', err);
    if (c == '"') {
        json->p++;
        token->kind = SG_JSON_STRING;
        SG_TRY(scan_string(token, json, err));
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        token->kind = SG_JSON_NUMBER;
        token->text = json->p;
        SG_TRY(scan_number(json, err));
        token->size = (size_t)(json->p - token->text);
    } else if (accept_word(json, "true")) {
        token->kind = SG_JSON_TRUE;
    } else if (accept_word(json, "false")) {
        token->kind = SG_JSON_FALSE;
    } else if (accept_word(json, "null")) {
        token->kind = SG_JSON_NULL;
    } else {
        SG_TRY(unexpected(json, "a value", err));
    }
    value_ended(json);
done:
    return status;
}

static sg_status scan_key(sg_json_token *token, sg_json *json, sg_error *err)
{
    sg_status status = SG_OK;
    if (!accept(json, '"')) SG_TRY(unexpected(json, "a key in quotes", err));
    token->kind = SG_JSON_KEY;
    SG_TRY(scan_string(token, json, err));
    skip_space(json);
    if (!accept(json, ':')) SG_TRY(unexpected(json, "a colon", err));
    json->expects = JSON_VALUE;
done:
    return status;
}

/* Close the innermost container if its bracket comes now. */
static bool close_container(sg_json_token *token, sg_json *json)
{
    const bool object = in_object(json);
    if (!accept(json, object ? '}' : ']')) return false;
    token->kind = object ? SG_JSON_OBJECT_END : SG_JSON_ARRAY_END;
    json->depth--;
    value_ended(json);
    return true;
}

sg_status sg_json_next(sg_json_token *token, sg_json *json, sg_error *err)
{
    skip_space(json);
    *token = (sg_json_token){.kind = SG_JSON_END, .place = here(json)};
    if (json->expects == JSON_DONE)
        return json->p == json->end ? SG_OK : unexpected(json, "the end of the text", err);
    if (json->expects == JSON_FIRST || json->expects == JSON_AFTER) {
        if (close_container(token, json)) return SG_OK;
        if (json->expects == JSON_AFTER && !accept(json, ','))
            return unexpected(json, in_object(json) ? "',' or '}'" : "',' or ']'", err);
        skip_space(json);
        token->place = here(json);
        json->expects = in_object(json) ? JSON_KEY : JSON_VALUE;
    }
    return json->expects == JSON_KEY ? scan_key(token, json, err)
                                     : scan_value(token, json, err);
}

sg_status sg_json_expect(sg_json_token *token, sg_json *json, sg_json_kind kind,
                         const char *what, sg_error *err)
{
    const sg_status status = sg_json_next(token, json, err);
    if (status != SG_OK || token->kind == kind) return status;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, token->place, "%s is needed here", what);
}

sg_status sg_json_skip(sg_json *json, const sg_json_token *token, sg_error *err)
{
    if (token->kind != SG_JSON_OBJECT_BEGIN && token->kind != SG_JSON_ARRAY_BEGIN) return SG_OK;
    const unsigned outside = json->depth - 1;
    while (json->depth > outside) {
        sg_json_token inner;
        const sg_status status = sg_json_next(&inner, json, err);
        if (status != SG_OK) return status;
    }
    return SG_OK;
}

bool sg_json_equals(const sg_json_token *token, const char *text)
{
    return token->size == strlen(text) && memcmp(token->text, text, token->size) == 0;
}

size_t sg_utf8_size(const char *p, const char *end)
{
    const unsigned char *s = (const unsigned char *)p;
    if (p == end) return 0;
    if (s[0] < 0x80) return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    const size_t size = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if ((size_t)(end - p) < size) return 0;
    for (size_t i = 1; i < size; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    const bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    const bool outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || outside ? 0 : size;
}

const char *sg_utf8_flaw(const char *text)
{
    const char *const end = text + strlen(text);
    for (size_t size = 0; text < end; text += size)
        if ((size = sg_utf8_size(text, end)) == 0) return text;
    return NULL;
}

static sg_status add_character(sg_text *text, uint32_t code, sg_error *err)
{
    static const uint32_t head[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    char bytes[4];
    for (size_t i = size - 1; i > 0; i--, code >>= 6) bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(head[size] | code);
    return sg_text_add_bytes(text, bytes, size, err);
}

/* The number behind \u at `p`, or UINT32_MAX where there is no such escape before `end`.  That
 * its digits are hexadecimal was checked when the token was found. */
static uint32_t escaped_unit(const char *p, const char *end)
{
    if (end - p < 6 || p[0] != '\\' || p[1] != 'u') return UINT32_MAX;
    uint32_t unit = 0;
    for (int i = 2; i < 6; i++) {
        const char c = p[i];
        unit = unit * 16 + (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return unit;
}

/* Append the character of the escape at *p and step over it, and over its second half where it is
 * outside of the basic plane. */
static sg_status decode_escape(sg_text *text, const char **p, const char *end, sg_place place,
                               sg_error *err)
{
    static const char letter[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    uint32_t code = escaped_unit(*p, end);
    if (code == UINT32_MAX) {
        const char *found = strchr(letter, (*p)[1]);
        *p += 2;
        return sg_text_add_bytes(text, &meaning[found - letter], 1, err);
    }
    *p += 6;
    if (code >= 0xd800 && code <= 0xdfff) {
        const uint32_t low = escaped_unit(*p, end);
        if (code >= 0xdc00 || low < 0xdc00 || low > 0xdfff)
            return sg_error_at(
                err, SG_EFORMAT, SG_WHERE, place,
                "found half of a character, \\u%04x; a surrogate needs its partner",
                (unsigned)code);
        *p += 6;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    return add_character(text, code, err);
}

/* The place of the byte at `p` inside a string; no string spans lines. */
static sg_place place_inside(const sg_json_token *token, const char *p)
{
    sg_place place = token->place;
    place.column += 1 + (uint64_t)(p - token->text);
    return place;
}

sg_status sg_json_decode(sg_text *text, const sg_json_token *token, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size_before = text->size;
    const char *p = token->text, *const end = p + token->size;
    do {
        const char *run = p;
        for (size_t n = 0; p < end && *p != '\\'; p += n) {
            n = sg_utf8_size(p, end);
            if (n == 0)
                SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place_inside(token, p),
                                   "found byte %u; the text must be UTF-8",
                                   (unsigned)(unsigned char)*p));
        }
        SG_TRY(sg_text_add_bytes(text, run, (size_t)(p - run), err));
        if (p < end) SG_TRY(decode_escape(text, &p, end, place_inside(token, p), err));
    } while (p < end);
done:
    if (status != SG_OK && text->data != NULL) {
        text->size = size_before;
        text->data[size_before] = '\0';
    }
    return status;
}

/* "found X; NEEDED is needed" for a token that is not the number it should be. */
static sg_status wrong_number(const sg_json_token *token, const char *needed, sg_error *err)
{
    const bool shown = token->kind == SG_JSON_NUMBER;
    const int length = token->size < 40 ? (int)token->size : 40;
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, token->place, "found %.*s; %s is needed",
                       shown ? length : 14, shown ? token->text : "something else", needed);
}

sg_status sg_json_whole(uint64_t *value, const sg_json_token *token, uint64_t max,
                        sg_error *err)
{
    uint64_t number = 0;
    bool whole = token->kind == SG_JSON_NUMBER;
    for (size_t i = 0; whole && i < token->size; i++) {
        const uint64_t digit = (uint64_t)(token->text[i] - '0'); /* huge for other characters */
        whole = digit <= 9 && digit <= max && number <= (max - digit) / 10;
        number = number * 10 + digit;
    }
    if (!whole) {
        char needed[64];
        (void)snprintf(needed, sizeof needed, "a whole number from 0 to %llu",
                       (unsigned long long)max);
        return wrong_number(token, needed, err);
    }
    *value = number;
    return SG_OK;
}

sg_status sg_json_index(uint32_t *value, const sg_json_token *token, uint32_t max,
                        sg_error *err)
{
    uint64_t number = 0;
    const sg_status status = sg_json_whole(&number, token, max, err);
    if (status == SG_OK) *value = (uint32_t)number;
    return status;
}

sg_status sg_json_real(double *value, const sg_json_token *token, sg_error *err)
{
    /* sg_scan_real wants room behind the number; the text may end with it. */
    enum { LONGEST = 1100, ROOM = 17 };
    char copy[LONGEST + ROOM] = {0};
    double number = 0;
    if (token->kind != SG_JSON_NUMBER || token->size > LONGEST)
        return wrong_number(token, "a number of at most 1100 characters", err);
    memcpy(copy, token->text, token->size);
    if (sg_scan_real(&number, copy) == NULL || !isfinite(number))
        return wrong_number(token, "a number from -1.8e308 to 1.8e308", err);
    *value = number;
    return SG_OK;
}
