/* yaml_characters.c - UTF-8 and the printable characters of YAML 1.1, a little narrower. */
#include "text/yaml_characters.h"

#include "text/json_reader.h"

#include <string.h>

size_t sg_yaml_character(uint32_t *code, const char *p, const char *end)
{
    static const uint32_t head[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    const size_t size = sg_utf8_size(p, end);
    if (size == 0) return 0;
    uint32_t value = (unsigned char)p[0] & head[size];
    for (size_t i = 1; i < size; i++) value = value << 6 | ((unsigned char)p[i] & 0x3f);
    *code = value;
    return size;
}

bool sg_yaml_may_stand(uint32_t code)
{
    if (code < 0xa0)
        return (code >= ' ' && code <= '~') || code == '\t' || code == '\n' || code == '\r';
    return code != 0x2028 && code != 0x2029 && code != 0xfeff && code != 0xfffe &&
           code != 0xffff;
}

static sg_status refuse(sg_place place, const char *p, uint32_t code, sg_error *err)
{
    const unsigned byte = (unsigned char)*p;
    if (place.line == 1 && place.column == 1 && (byte == 0xfe || byte == 0xff))
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "this looks like UTF-16; save the text as UTF-8");
    if (code == UINT32_MAX || code == 0)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "found byte %u; the text must be UTF-8", byte);
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                       "found the invisible character U+%04X; remove it, or write it as "
                       "\"\\u%04X\" in double quotes",
                       (unsigned)code, (unsigned)code);
}

sg_status sg_yaml_check_characters(const char *path, const char *text, size_t size,
                                   sg_error *err)
{
    const char *const end = text + size;
    sg_place place = {path, 1, 1};
    size_t n = 0;
    for (const char *p = text; p < end; p += n) {
        uint32_t code = UINT32_MAX;
        n = sg_yaml_character(&code, p, end);
        if (n == 0 || !sg_yaml_may_stand(code)) return refuse(place, p, code, err);
        place.column++;
        if (code == '\n' || (code == '\r' && (p + 1 == end || p[1] != '\n'))) {
            place.line++;
            place.column = 1;
        }
    }
    return SG_OK;
}
