/* pair_property_kinds.c - the table of all pair properties, and what they share. */
#include "invariants/pair_property.h"

enum { MAX_VALUE = 1023 };

static const sg_property_kind *const KINDS[] = {
    &sg_property_distance,       &sg_property_edge,   &sg_property_path,
    &sg_property_cycle_distance, &sg_property_offset,
};

enum { N_KINDS = sizeof KINDS / sizeof KINDS[0] }; /* NOLINT(bugprone-sizeof-expression) */

const sg_property_kind *const *sg_property_kinds(size_t *n_kinds)
{
    *n_kinds = N_KINDS;
    return KINDS;
}

static bool read_value(uint32_t *value, const char **text)
{
    const char *p = *text;
    uint32_t sum = 0;
    for (; *p >= '0' && *p <= '9' && sum <= MAX_VALUE; p++)
        sum = sum * 10 + (uint32_t)(*p - '0');
    if (p == *text || sum > MAX_VALUE) return false;
    *value = sum;
    *text = p;
    return true;
}

/* "3" or "0..6" at *text. */
static bool read_span(uint32_t *low, uint32_t *high, const char **text)
{
    if (!read_value(low, text)) return false;
    *high = *low;
    if ((*text)[0] != '.' || (*text)[1] != '.') return true;
    *text += 2;
    return read_value(high, text) && *high >= *low;
}

sg_status sg_parse_values(sg_property_parameters *parameters, const char *text, sg_error *err)
{
    sg_property_parameters read = {0};
    const char *p = text;
    for (;;) {
        uint32_t low = 0, high = 0;
        while (*p == ' ') p++;
        if (!read_span(&low, &high, &p)) goto wrong;
        for (uint32_t v = low; v <= high; v++)
            read.value_set[v / 64] |= (uint64_t)1 << (v % 64);
        if (high > read.max_value) read.max_value = high;
        while (*p == ' ') p++;
        if (*p == '\0') break;
        if (*p++ != ',') goto wrong;
    }
    *parameters = read;
    return SG_OK;
wrong:
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "found \"%.40s\"; values from 0 to %d are needed, like 0..6 or 0,3",
                        text, MAX_VALUE);
}
