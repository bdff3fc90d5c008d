/* common_options.h - options and arguments that several verbs have, in the same words.
 *
 *     .options = (const option[]){OPTION_JSON("one JSON object: name, path"), OPTION_THREADS, {0}},
 */
#ifndef SG_CLI_COMMON_OPTIONS_H
#define SG_CLI_COMMON_OPTIONS_H

#include "verb.h"

/* clang-format off */
#define OPTION_JSON(text) {.name = "json", .help = (text)}

#define OPTION_DATA_DIR                                                              \
    {.name = "data-dir", .metavar = "DIR", .completes = COMPLETE_FOLDERS,            \
     .preset_words = "$SHAREGNN_DATA, ./data, ~/.cache/sharegnn, the first that has it", \
     .help = "where data sets are found"}

#define OPTION_THREADS                                                               \
    {.name = "threads", .metavar = "N", .number = true, .max = 1024, .preset = "0",  \
     .help = "number of threads; 0: one per core; the result is the same for any number"}

#define OPTION_OUT                                                                   \
    {.name = "out", .letter = 'o', .metavar = "DIR", .completes = COMPLETE_FOLDERS,  \
     .preset_now = sg_data_home, .preset_words = "$SHAREGNN_DATA or ./data",         \
     .help = "folder to write to, created if missing"}

#define OPTION_BUDGET                                                                \
    {.name = "budget", .metavar = "N", .number = true, .min = 1, .max = UINT64_MAX,  \
     .preset = "200000000",                                                          \
     .help = "steps that one graph may take for its labels, and for its pairs (by "   \
             "default five times as many); graphs that need more are refused"}

#define OPTION_MEMORY                                                                \
    {.name = "memory", .metavar = "SIZE",                                            \
     .preset_words = "three quarters of the free memory",                            \
     .help = "memory limit, as in 500M or 4G; requests beyond it are refused"}

#define OPTION_RELABEL                                                               \
    {.name = "relabel", .metavar = "FILE", .completes = COMPLETE_FILES,              \
     .help = "other numbers for the node labels: a line per label, the number in the data and " \
             "the new one, or - where its nodes are left out"}

#define OPTION_MAX_REJECTS                                                           \
    {.name = "max-rejects", .metavar = "SHARE", .preset_words = "1%",                \
     .help = "rows of a table that may be left out because they cannot be read: a share like 5%, " \
             "or a number of rows"}

#define OPTION_SPLIT(words)                                                          \
    {.name = "split", .metavar = "RULE", .preset_words = (words), .word_at = split_word_at, \
     .help = "how data is divided: random; scaffold, so that molecules with the same rings and ways " \
             "between them stay in one part; 'column NAME' of the table; 'file PATH'"}

#define OPTION_SHARES                                                                \
    {.name = "shares", .metavar = "A/B/C", .preset_words = "80/10/10",               \
     .help = "shares that train, validate and test; of several folds the last one does not matter"}

#define OPTION_FOLDS                                                                 \
    {.name = "folds", .metavar = "K", .number = true, .min = 1, .max = 1000000,      \
     .preset_words = "1, by shares", .help = "folds, in which every item tests once"}

#define OPTION_ELEMENTS                                                              \
    {.name = "elements", .metavar = "FILE", .completes = COMPLETE_FILES,             \
     .help = "which atoms and bonds the labels are, for pictures of molecules: a line per label, " \
             "'8 NH3+' or 'bond 2 double'; data read from SMILES needs none"}

#define OPTION_AS_WRITTEN                                                            \
    {.name = "as-written",                                                           \
     .help = "read SMILES as they are written, instead of in the normal form, in which all ways " \
             "to write a molecule give one graph"}

#define POSITIONAL_DATA                                                              \
    {.name = "DATA", .completes = COMPLETE_DATA, .help = "a data set, or its path"}

#define POSITIONAL_MODEL                                                             \
    {.name = "MODEL", .completes = COMPLETE_FILES,                                   \
     .help = "file written by 'sharegnn train', or the folder of a run: its best model"}

#define POSITIONAL_RUN                                                               \
    {.name = "DIR", .completes = COMPLETE_FOLDERS, .help = "folder of a run"}

#define NO_POSITIONALS (const positional[]){{0}}
#define NO_OPTIONS     (const option[]){{0}}
/* clang-format on */

#endif
