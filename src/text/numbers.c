/* numbers.c - decimal numbers without a locale.
 *
 * A real number whose digits fit into 53 bits and whose power of ten is at most 22 is one exact
 * division or multiplication away (Clinger, 1990); that is nearly every number in practice.  The
 * others go to strtod as whole digits and a power of ten, "15e-1": strtod wants the decimal point
 * of the locale, which may be a comma or even several bytes. */
#include "text/numbers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

const char *sg_scan_unsigned(uint64_t *value, const char *p)
{
    if (!is_digit(*p)) return NULL;
    uint64_t sum = 0;
    for (; is_digit(*p); p++) {
        const uint64_t digit = (uint64_t)(*p - '0');
        if (sum > (UINT64_MAX - digit) / 10) return NULL;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return p;
}

const char *sg_scan_integer(int64_t *value, const char *p)
{
    const bool negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    uint64_t magnitude = 0;
    p = sg_scan_unsigned(&magnitude, p);
    if (p == NULL || magnitude > (uint64_t)INT64_MAX + negative) return NULL;
    *value = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return p;
}

/* The parts of a decimal number: digits * 10^exponent. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
    bool exact; /* all digits are in `digits` */
} decimal;

static const char *scan_digits(decimal *d, int *n_digits, const char *p, bool fraction)
{
    for (; is_digit(*p); p++) {
        ++*n_digits;
        if (d->digits < UINT64_MAX / 10 - 1) {
            d->digits = d->digits * 10 + (uint64_t)(*p - '0');
            d->exponent -= fraction;
        } else {
            d->exact = false;
        }
    }
    return p;
}

static const char *scan_exponent(int *exponent, const char *p)
{
    if (*p != 'e' && *p != 'E') return p;
    const char *digits = p + 1;
    const bool negative = *digits == '-';
    if (*digits == '-' || *digits == '+') digits++;
    if (!is_digit(*digits)) return NULL;
    int value = 0;
    for (; is_digit(*digits); digits++)
        if (value < 100000) value = value * 10 + (*digits - '0');
    *exponent += negative ? -value : value;
    return digits;
}

/* Longer than the longest decimal expansion that can decide the rounding of a double. */
enum { MAX_NUMBER = 1100 };

/* strtod for the well-formed number from `begin` to `end`. */
static double convert_slowly(const char *begin, const char *end)
{
    char copy[MAX_NUMBER + 16];
    size_t n = 0;
    int exponent = 0;
    bool fraction = false;
    for (; begin < end && *begin != 'e' && *begin != 'E'; begin++) {
        if (*begin == '.') {
            fraction = true;
            continue;
        }
        copy[n++] = *begin;
        exponent -= fraction;
    }
    (void)scan_exponent(&exponent, begin);
    (void)snprintf(copy + n, sizeof copy - n, "e%d", exponent);
    return strtod(copy, NULL);
}

const char *sg_scan_real(double *value, const char *p)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *begin = p;
    const bool negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    decimal d = {.exact = true};
    int n_digits = 0;
    p = scan_digits(&d, &n_digits, p, false);
    if (*p == '.') p = scan_digits(&d, &n_digits, p + 1, true);
    if (n_digits == 0) return NULL;
    p = scan_exponent(&d.exponent, p);
    if (p == NULL || p - begin > MAX_NUMBER) return NULL;
    if (!d.exact || d.digits > (uint64_t)1 << 53 || d.exponent < -22 || d.exponent > 22) {
        *value = convert_slowly(begin, p);
        return p;
    }
    double magnitude = (double)d.digits;
    magnitude = d.exponent < 0 ? magnitude / power[-d.exponent] : magnitude * power[d.exponent];
    *value = negative ? -magnitude : magnitude;
    return p;
}
