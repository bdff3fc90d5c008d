/* command_help.c - sharegnn help VERB. */
#include "commands.h"
#include "help_text.h"

int command_help(const arguments *args)
{
    return help_for(args->n_positional, args->positional);
}
