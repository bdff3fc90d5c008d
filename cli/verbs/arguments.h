/* arguments.h - what the user gave a verb, checked against the table.
 *
 *     const char *name = args->positional[0];
 *     const bool force = arguments_flag(args, "force");
 *     const uint64_t seed = arguments_number(args, "seed");
 *     for (int i = 0; (text = arguments_each(args, "set", i)) != NULL; i++) ...
 */
#ifndef SG_CLI_ARGUMENTS_H
#define SG_CLI_ARGUMENTS_H

#include "verb.h"

/* One option as given, or its preset. */
typedef struct given {
    const option *option;
    const char *text; /* the value; NULL for a flag             */
    char *owned;      /* to release: a preset found at run time */
} given;

typedef struct arguments {
    const verb *verb;
    char *const *word; /* [n_words] all of them, as the user gave them; borrowed */
    int n_words;
    char **positional; /* [n_positional]; as many as the verb wants */
    int n_positional;
    given *option; /* [n_options] in the order given, then the presets */
    int n_options;
    sg_cluster *cluster; /* the processes that share the work; NULL: this one alone */
} arguments;

/* Take the words behind a verb's name apart.  `argv` must outlive the result.
 * Returns 0, or an exit status after a message; the result is then empty. */
int arguments_open(arguments *result, const verb *v, int argc, char *const *argv);

void arguments_close(arguments *a);

/* Run the verb on the words behind its name.  Returns the exit status. */
int arguments_run(const verb *v, int argc, char *const *argv);

/* The last value given for an option, else its preset, else NULL. */
const char *arguments_text(const arguments *a, const char *name);

/* The same for an option with `number` set; it needs a preset. */
uint64_t arguments_number(const arguments *a, const char *name);

/* The same, but 0 where the user did not give it: who is told 0 takes a preset of its own. */
uint64_t arguments_given_number(const arguments *a, const char *name);

/* Whether a flag was given. */
bool arguments_flag(const arguments *a, const char *name);

/* The i-th value given for an option, or NULL. */
const char *arguments_each(const arguments *a, const char *name, int i);

/* Whether --help or -h is among the words, before a "--". */
bool arguments_ask_for_help(int argc, char *const *argv);

#endif
