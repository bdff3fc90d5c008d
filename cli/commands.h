/* commands.h - the verbs of the program.
 *
 * A verb is a line here and a file commands/command_NAME.c, which describes it as verb_NAME
 * (verb.h) and does its work; a verb that needs more files has a folder of its own.  A command
 * trusts its arguments, which were checked against the description; it prints its result on
 * standard output and returns the program's exit status.
 */
#ifndef SG_CLI_COMMANDS_H
#define SG_CLI_COMMANDS_H

#include "arguments.h"

/* In the order of the overview.  A name of two words stands before the name that is its first
 * word: "model diff" before "model". */
#define EACH_VERB(VERB)                                                                        \
    VERB(data_list)                                                                            \
    VERB(data_make)                                                                            \
    VERB(data_get)                                                                             \
    VERB(data_info)                                                                            \
    VERB(data_import)                                                                          \
    VERB(data_export)                                                                          \
    VERB(data_audit)                                                                           \
    VERB(data_split)                                                                           \
    VERB(labels)                                                                               \
    VERB(power)                                                                                \
    VERB(run)                                                                                  \
    VERB(search)                                                                               \
    VERB(results)                                                                              \
    VERB(train)                                                                                \
    VERB(predict)                                                                              \
    VERB(watch)                                                                                \
    VERB(explain)                                                                              \
    VERB(model_diff)                                                                           \
    VERB(model)                                                                                \
    VERB(report)                                                                               \
    VERB(plot)                                                                                 \
    VERB(bench)                                                                                \
    VERB(version)                                                                              \
    VERB(help)

#define DECLARE_VERB(name) extern const verb verb_##name;
EACH_VERB(DECLARE_VERB)
#undef DECLARE_VERB

#endif
