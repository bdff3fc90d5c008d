/* word_reader.c - a strict reader of words. */
#include "optim/word_reader.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

sg_word sg_word_reader_take(sg_word_reader *in)
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

sg_status sg_word_reader_fail(const sg_word_reader *in, sg_word word, const char *reason,
                              sg_error *err)
{
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "%s \"%.120s\", column %d: %s", in->what,
                        in->text, (int)(word.at - in->text) + 1, reason);
}

sg_status sg_word_reader_refuse(const sg_word_reader *in, sg_word word, const char *here,
                                sg_words *allowed, const char *rest, sg_error *err)
{
    char reason[sizeof allowed->text + 80];
    const bool several = allowed->size > 0;
    (void)snprintf(reason, sizeof reason, "%s %s %s%s", here, several ? "are" : "is",
                   sg_words_end(allowed, "and"), rest);
    return sg_word_reader_fail(in, word, reason, err);
}

sg_status sg_word_reader_real(double *value, sg_word_reader *in, const char *name,
                              sg_error *err)
{
    const sg_word word = sg_word_reader_take(in);
    char reason[160];
    double number = 0;
    if (sg_number_real(&number, word.at, word.length)) {
        *value = number;
        return SG_OK;
    }
    (void)snprintf(reason, sizeof reason,
                   "%s must be a number, such as 0.01 or 1e-4, not \"%.*s\"", name,
                   (int)(word.length < 40 ? word.length : 40), word.at);
    return sg_word_reader_fail(in, word, reason, err);
}

sg_status sg_word_reader_count(uint32_t *value, sg_word_reader *in, const char *name,
                               sg_error *err)
{
    const sg_word word = sg_word_reader_take(in);
    char reason[160];
    uint64_t number = 0;
    if (sg_number_whole(&number, word.at, word.length) && number <= UINT32_MAX) {
        *value = (uint32_t)number;
        return SG_OK;
    }
    (void)snprintf(reason, sizeof reason, "%s must be a whole number, such as 10, not \"%.*s\"",
                   name, (int)(word.length < 40 ? word.length : 40), word.at);
    return sg_word_reader_fail(in, word, reason, err);
}

sg_status sg_word_add_real(sg_text *text, double value, sg_error *err)
{
    char number[SG_NUMBER_ROOM];
    sg_number_write(number, value);
    return sg_text_add(text, err, "%s", number);
}
