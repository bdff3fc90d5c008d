/* json_writer.c - the punctuation of JSON, and escapes in strings. */
#include "text/json_writer.h"

#include "text/json_reader.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

sg_json_writer sg_json_write_to(sg_text *text)
{
    return (sg_json_writer){.text = text};
}

static bool in_object(const sg_json_writer *json)
{
    return json->depth > 0 && (json->is_object >> (json->depth - 1) & 1) != 0;
}

static sg_status add(sg_json_writer *json, const char *piece, sg_error *err)
{
    return sg_text_add_bytes(json->text, piece, strlen(piece), err);
}

static sg_status add_comma(sg_json_writer *json, sg_error *err)
{
    const char *space = json->line_break != NULL ? json->line_break : json->spaced ? " " : "";
    const sg_status status = add(json, ",", err);
    json->line_break = NULL;
    return status == SG_OK ? add(json, space, err) : status;
}

/* Whatever has to stand before the next value. */
static sg_status begin_value(sg_json_writer *json, sg_error *err)
{
    assert(in_object(json) == json->after_key);
    assert(json->depth > 0 || !json->after_value);
    const bool comma = json->after_value;
    json->after_key = false;
    json->after_value = true;
    return comma ? add_comma(json, err) : SG_OK;
}

static sg_status open_container(sg_json_writer *json, bool object, sg_error *err)
{
    assert(json->depth < SG_JSON_MAX_DEPTH);
    sg_status status = SG_OK;
    SG_TRY(begin_value(json, err));
    SG_TRY(add(json, object ? "{" : "[", err));
    const uint64_t bit = (uint64_t)1 << json->depth++;
    json->is_object = object ? json->is_object | bit : json->is_object & ~bit;
    json->after_value = false;
done:
    return status;
}

sg_status sg_json_open_object(sg_json_writer *json, sg_error *err)
{
    return open_container(json, true, err);
}

sg_status sg_json_open_array(sg_json_writer *json, sg_error *err)
{
    return open_container(json, false, err);
}

sg_status sg_json_close(sg_json_writer *json, sg_error *err)
{
    assert(json->depth > 0 && !json->after_key);
    const bool object = in_object(json);
    json->depth--;
    json->after_value = true;
    return add(json, object ? "}" : "]", err);
}

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != '"' && c != '\\' && c != '\x7f';
}

static sg_status add_escape(sg_json_writer *json, char c, sg_error *err)
{
    static const char meaning[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    char escape[8] = {'\\'};
    const char *found = strchr(meaning, c);
    if (found != NULL)
        escape[1] = letter[found - meaning];
    else
        (void)snprintf(escape, sizeof escape, "\\u%04x", (unsigned)(unsigned char)c);
    return add(json, escape, err);
}

static sg_status add_string(sg_json_writer *json, const char *value, sg_error *err)
{
    sg_status status = SG_OK;
    const char *p = value, *const end = value + strlen(value);
    SG_TRY(add(json, "\"", err));
    while (p < end) {
        const char *run = p;
        for (size_t n = 0; p < end && is_plain(*p); p += n) {
            n = sg_utf8_size(p, end);
            SG_REQUIRE(n > 0, SG_EINVAL,
                       "json: byte %u at position %zu of a text; UTF-8 is needed",
                       (unsigned)(unsigned char)*p, (size_t)(p - value) + 1);
        }
        SG_TRY(sg_text_add_bytes(json->text, run, (size_t)(p - run), err));
        if (p < end) SG_TRY(add_escape(json, *p++, err));
    }
    SG_TRY(add(json, "\"", err));
done:
    return status;
}

sg_status sg_json_put_key(sg_json_writer *json, const char *key, sg_error *err)
{
    assert(in_object(json) && !json->after_key);
    sg_status status = SG_OK;
    if (json->after_value) SG_TRY(add_comma(json, err));
    SG_TRY(add_string(json, key, err));
    SG_TRY(add(json, json->spaced ? ": " : ":", err));
    json->after_key = true;
    json->after_value = false;
done:
    return status;
}

sg_status sg_json_put_text(sg_json_writer *json, const char *value, sg_error *err)
{
    const sg_status status = begin_value(json, err);
    return status == SG_OK ? add_string(json, value, err) : status;
}

sg_status sg_json_put_integer(sg_json_writer *json, int64_t value, sg_error *err)
{
    const sg_status status = begin_value(json, err);
    return status == SG_OK ? sg_text_add_integer(json->text, value, err) : status;
}

sg_status sg_json_put_unsigned(sg_json_writer *json, uint64_t value, sg_error *err)
{
    const sg_status status = begin_value(json, err);
    if (status != SG_OK) return status;
    return sg_text_add(json->text, err, "%llu", (unsigned long long)value);
}

sg_status sg_json_put_real(sg_json_writer *json, double value, sg_error *err)
{
    if (!isfinite(value)) return sg_json_put_null(json, err);
    const sg_status status = begin_value(json, err);
    return status == SG_OK ? sg_text_add_real(json->text, value, err) : status;
}

static sg_status put_word(sg_json_writer *json, const char *word, sg_error *err)
{
    const sg_status status = begin_value(json, err);
    return status == SG_OK ? add(json, word, err) : status;
}

sg_status sg_json_put_bool(sg_json_writer *json, bool value, sg_error *err)
{
    return put_word(json, value ? "true" : "false", err);
}

sg_status sg_json_put_null(sg_json_writer *json, sg_error *err)
{
    return put_word(json, "null", err);
}

/* ---- Members ---------------------------------------------------------------------------------- */

sg_status sg_json_member_text(sg_json_writer *json, const char *key, const char *value,
                              sg_error *err)
{
    const sg_status status = sg_json_put_key(json, key, err);
    return status == SG_OK ? sg_json_put_text(json, value, err) : status;
}

sg_status sg_json_member_integer(sg_json_writer *json, const char *key, int64_t value,
                                 sg_error *err)
{
    const sg_status status = sg_json_put_key(json, key, err);
    return status == SG_OK ? sg_json_put_integer(json, value, err) : status;
}

sg_status sg_json_member_unsigned(sg_json_writer *json, const char *key, uint64_t value,
                                  sg_error *err)
{
    const sg_status status = sg_json_put_key(json, key, err);
    return status == SG_OK ? sg_json_put_unsigned(json, value, err) : status;
}

sg_status sg_json_member_real(sg_json_writer *json, const char *key, double value,
                              sg_error *err)
{
    const sg_status status = sg_json_put_key(json, key, err);
    return status == SG_OK ? sg_json_put_real(json, value, err) : status;
}

sg_status sg_json_member_bool(sg_json_writer *json, const char *key, bool value, sg_error *err)
{
    const sg_status status = sg_json_put_key(json, key, err);
    return status == SG_OK ? sg_json_put_bool(json, value, err) : status;
}

sg_status sg_json_member_object(sg_json_writer *json, const char *key, sg_error *err)
{
    const sg_status status = sg_json_put_key(json, key, err);
    return status == SG_OK ? sg_json_open_object(json, err) : status;
}

sg_status sg_json_member_array(sg_json_writer *json, const char *key, sg_error *err)
{
    const sg_status status = sg_json_put_key(json, key, err);
    return status == SG_OK ? sg_json_open_array(json, err) : status;
}
