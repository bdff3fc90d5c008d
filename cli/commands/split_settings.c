/* split_settings.c - options of verbs that divide data. */
#include "split_settings.h"

#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "80/10/10" or "0.8/0.1/0.1" */
static int read_shares(double share[3], const arguments *args)
{
    const char *text = arguments_text(args, "shares"), *p = text;
    double sum = 0;
    if (text == NULL) return 0;
    for (int i = 0; i < 3; i++) {
        char *end = NULL;
        share[i] = strtod(p, &end);
        if (end == p || *end != (i < 2 ? '/' : '\0') || !(share[i] >= 0))
            return message_usage(args->verb,
                                 "--shares %s: train/validation/test, as in 80/10/10",
                                 shown_text(text).text);
        sum += share[i];
        p = end + 1;
    }
    for (int i = 0; i < 3 && sum > 1.5; i++) share[i] /= 100;
    return 0;
}

/* Append a setting; what does not fit is left out. */
static void add_setting(char form[SPLIT_FORM], const char *key, const char *value)
{
    size_t size = strlen(form);
    if (size + strlen(key) + 3 * strlen(value) + 3 > SPLIT_FORM) return;
    size += (size_t)sprintf(form + size, "%s%s=", size > 0 ? "&" : "", key);
    for (const unsigned char *c = (const unsigned char *)value; *c != '\0'; c++)
        size += (size_t)sprintf(form + size, strchr("%&=?", *c) == NULL ? "%c" : "%%%02X", *c);
}

int split_options_read(sg_split_options *options, char form[SPLIT_FORM], const arguments *args)
{
    static const char column[] = "column ";
    const char *rejects = arguments_text(args, "max-rejects"),
               *folds = arguments_text(args, "folds");
    *options = (sg_split_options){.struct_size = sizeof *options,
                                  .rule = arguments_text(args, "split"),
                                  .seed = arguments_number(args, "seed")};
    if (folds != NULL) options->n_folds = (uint32_t)arguments_number(args, "folds");
    form[0] = '\0';
    if (arguments_flag(args, "as-written")) add_setting(form, "form", "as-written");
    if (rejects != NULL) add_setting(form, "max-rejects", rejects);
    if (options->rule != NULL && strncmp(options->rule, column, sizeof column - 1) == 0)
        add_setting(form, "split", options->rule + sizeof column - 1);
    return read_shares(options->share, args);
}

void split_notes_print(const sg_splits *splits)
{
    for (uint32_t i = 0; sg_splits_note(splits, i) != NULL; i++)
        fprintf(stderr, "note: %s\n", sg_splits_note(splits, i));
}
