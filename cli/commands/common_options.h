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
     .help = "folder to write to, made if missing"}

#define OPTION_BUDGET                                                                \
    {.name = "budget", .metavar = "N", .number = true, .min = 1, .max = UINT64_MAX,  \
     .preset = "200000000",                                                          \
     .help = "search steps that one graph may take; what needs more is refused"}

#define OPTION_MEMORY                                                                \
    {.name = "memory", .metavar = "SIZE",                                            \
     .preset_words = "three quarters of what the machine has left",                  \
     .help = "memory to take at most, as in 500M or 4G; what needs more is refused"}

#define OPTION_RELABEL                                                               \
    {.name = "relabel", .metavar = "FILE", .completes = COMPLETE_FILES,              \
     .help = "other numbers for the node labels: a line per label, the number in the data and " \
             "the new one, or - where its nodes are left out"}

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
