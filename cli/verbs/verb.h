/* verb.h - what a verb of a program is.
 *
 * The table `verbs` is the only place that knows all verbs of a program.  Parsing, --help, the man
 * page and the shell completion are made from it.  Each verb is described in the file that does
 * its work:
 *
 *     const verb verb_data_make = {
 *         .name = "data make",
 *         .positionals = (const positional[]){{.name = "NAME", .help = "..."}, {0}},
 *         .options = (const option[]){{.name = "seed", .metavar = "N", .preset = "0", ...}, {0}},
 *         .run = command_data_make,
 *     };
 */
#ifndef SG_CLI_VERB_H
#define SG_CLI_VERB_H

#include "sharegnn.h"

/* What the shell offers where a word is expected. */
typedef enum completion {
    COMPLETE_NOTHING,
    COMPLETE_FILES,
    COMPLETE_FOLDERS,
    COMPLETE_GENERATED,  /* names of data sets that can be generated  */
    COMPLETE_DOWNLOADED, /* names of data sets that can be downloaded */
    COMPLETE_DATA,       /* any known data set, or a path             */
    COMPLETE_VERBS
} completion;

/* The i-th word that the shell offers besides, as text of at most `size` bytes; false: no more.
 * Words have no blanks and no quotes. */
typedef bool word_function(char *word, size_t size, size_t i);

/* An argument known by its position.  A list of them ends with a nameless one. */
typedef struct positional {
    const char *name; /* "NAME", as the help shows it                        */
    const char *help;
    bool optional;
    bool many; /* takes all the rest; only the last one of a verb may  */
    completion completes;
    word_function *word_at; /* NULL: no words                            */
} positional;

/* An option: --name, --name VALUE, --name=VALUE.  A list of them ends with a nameless one. */
typedef struct option {
    const char *name;    /* without the dashes                                        */
    char letter;         /* -x for short; 0: none                                     */
    const char *metavar; /* what the value is called; NULL: a flag, takes no value    */
    const char *help;
    bool number; /* the value is a whole number, min .. max                     */
    uint64_t min, max;
    bool repeated;      /* every occurrence counts; else the last one does            */
    const char *preset; /* the value where none is given; NULL: none                  */
    sg_status (*preset_now)(char **text, sg_error *err); /* the same, found at run time;
                                                            sg_text_release'd         */
    const char *preset_words; /* a rule instead of a value, for the help              */
    completion completes;
    word_function *word_at; /* words that the value may be, or begin with; NULL: none */
} option;

typedef struct example {
    const char *command;
    const char *about;
} example;

/* A word of the language that a verb's arguments are written in. */
typedef struct expression_term {
    const char *usage, *about; /* one of them may be `made` */
    char made[240];            /* room for a text that is made of others */
} expression_term;

struct arguments;

typedef struct verb {
    const char *name;  /* one or two words: "bench", "data make" */
    const char *brief; /* for lists of verbs                     */
    const char *about; /* one paragraph                          */
    const positional *positionals;
    const option *options;                         /* --help is everybody's and not listed   */
    const char *terms_title;                       /* over the terms; NULL: there are none */
    bool (*term_at)(expression_term *t, size_t i); /* the i-th; false: no more */
    example examples[3];
    int (*run)(const struct arguments *args); /* returns the exit status */
    bool over_ranks; /* its work can be divided among the processes that mpirun starts */
} verb;

/* All verbs in the order of the overview, then NULL.  Each program defines its own table. */
extern const verb *const verbs[];

/* The words of a verb's name that the program's arguments begin with: 1 or 2, with *found the
 * verb; 0 where they name none. */
int verb_find(const verb **found, int argc, char *const *argv);

/* Whether `word` is the first of the two words of a verb's name. */
bool verb_is_group(const char *word);

/* The verb whose name is close to what the program's arguments begin with, or NULL. */
const char *verb_nearest(int argc, char *const *argv);

/* The option of `v` with this long name (`length` characters of it), or NULL. */
const option *verb_option(const verb *v, const char *name, size_t length);

#endif
