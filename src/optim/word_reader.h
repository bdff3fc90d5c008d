/* word_reader.h - reading short texts such as "plateau factor 0.5 patience 5" word by word, strictly.
 *
 *     sg_word_reader in = {.what = "schedule", .text = text, .next = text};
 *     sg_word word = sg_word_reader_take(&in);
 *     if (sg_word_is(word, "step")) SG_TRY(sg_word_reader_real(&gamma, &in, "the factor", err));
 *
 * Words are separated by blanks; nothing depends on the locale.  Errors name the text and the
 * column.
 */
#ifndef SG_OPTIM_WORD_READER_H
#define SG_OPTIM_WORD_READER_H

#include "base/text.h"
#include "base/wording.h"

typedef struct sg_word_reader {
    const char *what; /* what the text is, for messages */
    const char *text;
    const char *next; /* where reading goes on */
} sg_word_reader;

typedef struct sg_word {
    const char *at;
    size_t length; /* 0: the text is at its end */
} sg_word;

sg_word sg_word_reader_take(sg_word_reader *in);

bool sg_word_is(sg_word word, const char *text);

/* "schedule "...", column 7: reason", with SG_EINVAL.  The reason should say what is allowed. */
sg_status sg_word_reader_fail(const sg_word_reader *in, sg_word word, const char *reason,
                              sg_error *err);

/* The same with the reason "allowed here are A, B and C, each once", or "allowed here is A, once",
 * where `here` is "allowed here" and `rest` what is behind the words. */
sg_status sg_word_reader_refuse(const sg_word_reader *in, sg_word word, const char *here,
                                sg_words *allowed, const char *rest, sg_error *err);

/* Read a decimal number, "-1.5e-3", or a whole one from 0 to 2^32-1.  `name` says what is missing
 * where there is none: "the factor".  Fail with SG_EINVAL. */
sg_status sg_word_reader_real(double *value, sg_word_reader *in, const char *name,
                              sg_error *err);
sg_status sg_word_reader_count(uint32_t *value, sg_word_reader *in, const char *name,
                               sg_error *err);

/* Append a finite number as the reader takes it, with as few digits as needed.  Fails with SG_ENOMEM. */
sg_status sg_word_add_real(sg_text *text, double value, sg_error *err);

#endif
