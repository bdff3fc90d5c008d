/* command_help.c - sharegnn help VERB. */
#include "commands.h"
#include "common_options.h"
#include "help_text.h"

static int command_help(const arguments *args)
{
    return help_for(args->n_positional, args->positional);
}

/* clang-format off */
const verb verb_help = {
    .name = "help",
    .brief = "explain a verb",
    .about = "Print what a verb does, its arguments, options, defaults and examples, as "
             "'sharegnn VERB --help' does.",
    .positionals = (const positional[]){
        {.name = "VERB", .optional = true, .many = true, .completes = COMPLETE_VERBS,
         .help = "one or two words: bench, data make; the overview where not given"},
        {0}},
    .options = NO_OPTIONS,
    .examples = {
        {"sharegnn help data make", "one verb"},
        {"sharegnn help data", "all verbs on data"}},
    .run = command_help,
};
/* clang-format on */
