/* yaml_characters.h - which characters may stand in a YAML document as they are.
 *
 * What people can see, blanks, tabs and line breaks.  Not: control characters, byte order marks
 * except one at the very beginning, and the three line breaks that YAML knows and editors do not
 * (U+0085, U+2028, U+2029).  All of them but the zero character may be written as escapes in double
 * quotes.
 */
#ifndef SG_TEXT_YAML_CHARACTERS_H
#define SG_TEXT_YAML_CHARACTERS_H

#include "base/status.h"

/* The character at `p` and the number of its bytes; 0 bytes where there is none before `end` or it
 * is not UTF-8. */
size_t sg_yaml_character(uint32_t *code, const char *p, const char *end);

/* Whether a character may stand in a document as it is. */
bool sg_yaml_may_stand(uint32_t code);

/* Check a whole text, a byte order mark excepted.  Fails with SG_EFORMAT and the place. */
sg_status sg_yaml_check_characters(const char *path, const char *text, size_t size,
                                   sg_error *err);

#endif
