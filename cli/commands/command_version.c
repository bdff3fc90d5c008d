/* command_version.c - sharegnn version: which program this is, for people and for reports of errors. */
#include "commands.h"
#include "common_options.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>

static int command_version(const arguments *args)
{
    sg_error err = {0};
    char *text = NULL;
    if (!arguments_flag(args, "verbose")) {
        printf("sharegnn %s\n", sg_version());
        return EXIT_SUCCESS;
    }
    if (sg_build_text(&text, &err) != SG_OK) return message_failure(&err, NULL);
    (void)fputs(text, stdout);
    sg_text_release(text);
    return EXIT_SUCCESS;
}

/* clang-format off */
const verb verb_version = {
    .name = "version",
    .brief = "print the version; --verbose: also compiler, libraries, machine",
    .about = "Print the version of the program. With --verbose, also print what a report of an error "
             "needs: compiler, instruction set, versions of libraries, system, cores and memory. Nothing "
             "is sent anywhere.",
    .positionals = NO_POSITIONALS,
    .options = (const option[]){
        {.name = "verbose", .help = "also print compiler, libraries and machine"},
        {0}},
    .examples = {
        {"sharegnn version", "the version alone"},
        {"sharegnn version --verbose", "paste this into a report of an error"}},
    .run = command_version,
};
/* clang-format on */
