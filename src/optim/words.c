/* words.c - a strict reader of words.
 *
 * strtod wants the decimal point of the locale, so it is given whole digits and a power of ten:
 * "15e-1" for "1.5". */
#include "optim/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBER = 40 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

sg_word sg_words_take(sg_words *in)
{
    while (is_blank(*in->next)) in->next++;
    const char *at = in->next;
    while (*in->next != '\0' && !is_blank(*in->next)) in->next++;
    return (sg_word){at, (size_t)(in->next - at)};
}

bool sg_word_is(sg_word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

sg_status sg_words_fail(const sg_words *in, sg_word word, const char *reason, sg_error *err)
{
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s \"%.120s\", column %d: %s", in->what,
                        in->text, (int)(word.at - in->text) + 1, reason);
}

/* Copy the digits at *p to `copy` and go behind them; false where there are none. */
static bool copy_digits(char *copy, size_t *n, const char **p)
{
    const char *begin = *p;
    while (is_digit(**p)) copy[(*n)++] = *(*p)++;
    return *p > begin;
}

/* [+-] digits [. digits] [e [+-] digits], a digit on one side of the point at least. */
static bool convert_real(double *value, sg_word word)
{
    char copy[MAX_NUMBER + 16];
    size_t n = 0;
    int exponent = 0;
    const char *p = word.at, *end = word.at + word.length;
    if (word.length == 0 || word.length > MAX_NUMBER) return false;
    if (*p == '-' || *p == '+') copy[n++] = *p++;
    bool digits = copy_digits(copy, &n, &p);
    if (*p == '.') {
        const char *point = p++;
        digits |= copy_digits(copy, &n, &p);
        exponent = -(int)(p - point - 1);
    }
    if (!digits) return false;
    if (*p == 'e' || *p == 'E') {
        const bool negative = *++p == '-';
        if (*p == '-' || *p == '+') p++;
        if (!is_digit(*p)) return false;
        int power = 0;
        for (; is_digit(*p); p++) power = power < 100000 ? power * 10 + (*p - '0') : power;
        exponent += negative ? -power : power;
    }
    (void)snprintf(copy + n, sizeof copy - n, "e%d", exponent);
    *value = strtod(copy, NULL);
    return p == end && isfinite(*value);
}

sg_status sg_words_real(double *value, sg_words *in, const char *name, sg_error *err)
{
    const sg_word word = sg_words_take(in);
    char reason[160];
    double number = 0;
    if (convert_real(&number, word)) {
        *value = number;
        return SG_OK;
    }
    (void)snprintf(reason, sizeof reason,
                   "%s must be a number, such as 0.01 or 1e-4, not \"%.*s\"", name,
                   (int)(word.length < 40 ? word.length : 40), word.at);
    return sg_words_fail(in, word, reason, err);
}

sg_status sg_words_count(uint32_t *value, sg_words *in, const char *name, sg_error *err)
{
    const sg_word word = sg_words_take(in);
    char reason[160];
    uint64_t number = 0;
    size_t i = 0;
    for (; i < word.length && is_digit(word.at[i]) && number <= UINT32_MAX; i++)
        number = number * 10 + (uint64_t)(word.at[i] - '0');
    if (word.length > 0 && i == word.length && number <= UINT32_MAX) {
        *value = (uint32_t)number;
        return SG_OK;
    }
    (void)snprintf(reason, sizeof reason, "%s must be a whole number, such as 10, not \"%.*s\"",
                   name, (int)(word.length < 40 ? word.length : 40), word.at);
    return sg_words_fail(in, word, reason, err);
}
