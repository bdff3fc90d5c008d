/* number.c - JSON's numbers through strtod and snprintf, around the locale.
 *
 * strtod wants the decimal point of the locale, so it is given whole digits and a power of ten:
 * "15e-1" for "1.5". */
#include "base/number.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && is_digit(*p)) p++;
    return p;
}

/* Whether `begin` to `end` are digits of a whole number: one at least, no zeros in front. */
static bool are_whole(const char *begin, const char *end)
{
    return end > begin && (*begin != '0' || end == begin + 1);
}

/* Add the exponent at `p`, behind the 'e', to `exponent`; the place behind it, or NULL where there
 * is none. */
static const char *scan_exponent(int *exponent, const char *p, const char *end)
{
    const bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p == end || !is_digit(*p)) return NULL;
    int power = 0;
    for (; p < end && is_digit(*p); p++)
        if (power < 100000) power = power * 10 + (*p - '0');
    *exponent += negative ? -power : power;
    return p;
}

bool sg_number_real(double *value, const char *text, size_t length)
{
    char
        copy[SG_NUMBER_LONGEST + 16]; /* sign and digits without the point, "e", the exponent */
    size_t n = 0;
    int exponent = 0;
    if (length > SG_NUMBER_LONGEST) return false;
    const char *p = text, *const end = text + length;
    if (p < end && *p == '-') copy[n++] = *p++;
    const char *digits = p;
    p = skip_digits(p, end);
    if (!are_whole(digits, p)) return false;
    memcpy(copy + n, digits, (size_t)(p - digits));
    n += (size_t)(p - digits);
    if (p < end && *p == '.') {
        digits = ++p;
        p = skip_digits(p, end);
        if (p == digits) return false;
        memcpy(copy + n, digits, (size_t)(p - digits));
        n += (size_t)(p - digits);
        exponent = -(int)(p - digits);
    }
    if (p < end && (*p == 'e' || *p == 'E')) p = scan_exponent(&exponent, p + 1, end);
    if (p != end) return false;
    (void)snprintf(copy + n, sizeof copy - n, "e%d", exponent);
    const double number = strtod(copy, NULL);
    if (!isfinite(number)) return false;
    *value = number;
    return true;
}

bool sg_number_whole(uint64_t *value, const char *text, size_t length)
{
    const char *const end = text + length;
    if (!are_whole(text, end)) return false;
    uint64_t sum = 0;
    for (const char *p = text; p < end; p++) {
        if (!is_digit(*p)) return false;
        const uint64_t digit = (uint64_t)(*p - '0');
        if (sum > (UINT64_MAX - digit) / 10) return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return true;
}

/* Make what snprintf wrote a number of JSON, and shorter: the point of the locale, which may be
 * several bytes, becomes '.'; "e+06" becomes "e6" and "e-05" "e-5". */
static void tidy(char *number)
{
    char *out = number;
    bool in_exponent = false, leads = false;
    for (const char *p = number; *p != '\0'; p++) {
        if (is_digit(*p)) {
            leads = leads && *p == '0';
            if (!leads) *out++ = *p;
        } else if (*p == 'e') {
            in_exponent = leads = true;
            *out++ = *p;
        } else if (*p == '-') {
            *out++ = *p;
        } else if (!in_exponent && out[-1] != '.') {
            *out++ = '.';
        }
    }
    *out = '\0';
}

void sg_number_write(char text[SG_NUMBER_ROOM], double value)
{
    assert(isfinite(value));
    if (fabs(value) < 1e15 && value == trunc(value)) {
        (void)snprintf(text, SG_NUMBER_ROOM, "%.0f", value);
        return;
    }
    for (int precision = 1; precision <= 17; precision++) {
        (void)snprintf(text, SG_NUMBER_ROOM, "%.*g", precision, value);
        if (strtod(text, NULL) == value) break;
    }
    tidy(text);
}

/* ---- Order ------------------------------------------------------------------------------------ */

int sg_compare_u32(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int sg_compare_u64(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

int sg_compare_i32(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

int sg_compare_real(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
