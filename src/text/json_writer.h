/* json_writer.h - JSON into a growing text, one value after the other.
 *
 *     sg_text text = {0};
 *     sg_json_writer json = sg_json_write_to(&text);
 *     SG_TRY(sg_json_open_object(&json, err));
 *     SG_TRY(sg_json_member_unsigned(&json, "folds", 10, err));
 *     SG_TRY(sg_json_close(&json, err));                     // {"folds":10}
 *
 * Commas and colons come by themselves, nothing is indented.  This is the only place of the library
 * that knows how JSON is written; the program, which sees sharegnn.h alone and writes to streams, has
 * a small writer of its own (cli/terminal/json_out.h).  That keys stand in objects alone, one
 * before each value, is the caller's duty (asserted).  Every function fails with SG_ENOMEM; what
 * the text then ends with is unspecified.
 */
#ifndef SG_TEXT_JSON_WRITER_H
#define SG_TEXT_JSON_WRITER_H

#include "base/text.h"

typedef struct sg_json_writer {
    sg_text *text;          /* borrowed                                    */
    unsigned depth;         /* of the innermost open container; at most 64 */
    uint64_t is_object;     /* bit d: the container at depth d is an object */
    bool after_key;         /* the value of a member comes next            */
    bool after_value;       /* a comma comes next, or the end              */
    bool spaced;            /* a blank behind every comma and colon; the caller may set it */
    const char *line_break; /* instead of the blank behind the next comma; NULL: none      */
} sg_json_writer;

/* Append one JSON value to `text`, which is borrowed until the value is complete. */
sg_json_writer sg_json_write_to(sg_text *text);

/* Begin an object or array; end the innermost one. */
sg_status sg_json_open_object(sg_json_writer *json, sg_error *err);
sg_status sg_json_open_array(sg_json_writer *json, sg_error *err);
sg_status sg_json_close(sg_json_writer *json, sg_error *err);

/* The key of the next value, or a string: UTF-8, control characters escaped.
 * Also fails with SG_EINVAL where the bytes are not UTF-8. */
sg_status sg_json_put_key(sg_json_writer *json, const char *key, sg_error *err);
sg_status sg_json_put_text(sg_json_writer *json, const char *value, sg_error *err);

sg_status sg_json_put_integer(sg_json_writer *json, int64_t value, sg_error *err);
sg_status sg_json_put_unsigned(sg_json_writer *json, uint64_t value, sg_error *err);

/* With as few digits as read back to the same double; null where it is not finite, because JSON has
 * no word for that. */
sg_status sg_json_put_real(sg_json_writer *json, double value, sg_error *err);

sg_status sg_json_put_bool(sg_json_writer *json, bool value, sg_error *err);
sg_status sg_json_put_null(sg_json_writer *json, sg_error *err);

/* A member of the innermost object: a key and its value, or a key and the beginning of one. */
sg_status sg_json_member_text(sg_json_writer *json, const char *key, const char *value,
                              sg_error *err);
sg_status sg_json_member_integer(sg_json_writer *json, const char *key, int64_t value,
                                 sg_error *err);
sg_status sg_json_member_unsigned(sg_json_writer *json, const char *key, uint64_t value,
                                  sg_error *err);
sg_status sg_json_member_real(sg_json_writer *json, const char *key, double value,
                              sg_error *err);
sg_status sg_json_member_bool(sg_json_writer *json, const char *key, bool value, sg_error *err);
sg_status sg_json_member_object(sg_json_writer *json, const char *key, sg_error *err);
sg_status sg_json_member_array(sg_json_writer *json, const char *key, sg_error *err);

#endif
