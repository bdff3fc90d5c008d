/* verb_limits.c - from options to an account. */
#include "verb_limits.h"

#include "message.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The power of two that a letter is for; -1: none. */
static int shift_of(char letter)
{
    static const char letters[] = "KMGT";
    const char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    const char *at = upper != '\0' ? strchr(letters, upper) : NULL;
    return at != NULL ? 10 * (int)(at - letters + 1) : -1;
}

bool limits_parse(uint64_t *bytes, const char *text)
{
    uint64_t whole = 0, part = 0, scale = 1;
    const char *c = text;
    for (; is_digit(*c); c++) {
        if (whole > UINT64_MAX / 100) return false;
        whole = 10 * whole + (uint64_t)(*c - '0');
    }
    if (c == text) return false;
    if (*c == '.')
        for (c++; is_digit(*c) && scale < 1000; c++, scale *= 10)
            part = 10 * part + (uint64_t)(*c - '0');
    const int shift = shift_of(*c);
    if (shift > 0) c++;
    if (strcmp(c, "B") == 0) c++;
    if (*c != '\0' || (shift < 0 && scale > 1)) return false;
    if (shift > 0 && whole > UINT64_MAX >> (shift + 1)) return false;
    if (shift > 0) whole = (whole << shift) + (part << shift) / scale;
    *bytes = whole;
    return true;
}

int limits_open(sg_account **account, const arguments *args)
{
    sg_error err = {0};
    sg_limits limits = {.struct_size = sizeof limits};
    *account = NULL;
    if (verb_option(args->verb, "memory", strlen("memory")) == NULL) return 0;
    const char *text = arguments_text(args, "memory");
    const uint64_t left = sg_memory_left();
    if (text == NULL)
        limits.memory = left == UINT64_MAX ? 0 : left / 4 * 3 + 1;
    else if (!limits_parse(&limits.memory, text) || limits.memory == 0)
        return message_usage(args->verb, "--memory %s is not an amount like 500M or 4G",
                             shown_text(text).text);
    limits.steps = arguments_given_number(args, "budget");
    if (sg_account_open(account, &limits, &err) != SG_OK) return message_failure(&err, NULL);
    return 0;
}
