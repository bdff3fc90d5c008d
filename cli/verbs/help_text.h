/* help_text.h - what --help prints, made from the table of verbs. */
#ifndef SG_CLI_HELP_TEXT_H
#define SG_CLI_HELP_TEXT_H

#include "verb.h"

#include <stdio.h>

/* One line on the whole program; also the man page's. */
extern const char help_program[];

/* The program on one screen. */
void help_overview(FILE *out);

/* The verbs that begin with the word `group`: "data". */
void help_group(FILE *out, const char *group);

/* One verb: usage, arguments, options with the defaults that would be used now, examples. */
void help_verb(FILE *out, const verb *v);

/* Its line "usage: sharegnn data make NAME [--out DIR]". */
void help_usage(FILE *out, const verb *v);

/* "  term    text more", with the text in a column of its own. */
void help_item(FILE *out, const char *term, const char *text, const char *more);

/* The help that `words` ask for: a verb, a group or nothing.  Returns the exit status. */
int help_for(int n_words, char *const *words);

#endif
