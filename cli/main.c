/* main.c - sharegnn: find the verb, hand it its arguments, make sure that the output arrived. */
#include "base/nearest.h"
#include "commands.h"
#include "generated_text.h"
#include "help_text.h"
#include "interrupt.h"
#include "message.h"
#include "ranks.h"
#include "standard_streams.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

/* For bash where no shell is named, as version 0.1 did. */
static int print_completion(const char *shell)
{
    if (completion_print(stdout, shell != NULL ? shell : "bash")) return EXIT_SUCCESS;
    return message_usage(NULL, "--completion %s is none of bash, zsh, fish",
                         shown_text(shell).text);
}

/* Options in the place of a verb. */
static int run_global_option(int argc, char **argv)
{
    const char *word = argv[0];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return help_for(argc - 1, argv + 1);
    if (strcmp(word, "--completion") == 0 && argc <= 2) return print_completion(argv[1]);
    if (argc > 1)
        return message_usage(NULL, "%s takes no arguments; %s is one too many",
                             shown_text(word).text, shown_text(argv[1]).text);
    if (strcmp(word, "--version") == 0)
        printf("sharegnn %s\n", sg_version());
    else if (strcmp(word, "--man") == 0)
        man_page_print(stdout);
    else {
        sg_nearest best = {.wanted = word};
        sg_nearest_offer(&best, "--help");
        sg_nearest_offer(&best, "--version");
        if (best.name == NULL)
            return message_usage(NULL, "unknown option %s", shown_text(word).text);
        return message_usage(NULL, "unknown option %s; did you mean %s?", shown_text(word).text,
                             best.name);
    }
    return EXIT_SUCCESS;
}

static int run(int argc, char **argv)
{
    if (argc == 0) return help_for(0, argv);
    if (argv[0][0] == '-') return run_global_option(argc, argv);

    const verb *v = NULL;
    const int n_words = verb_find(&v, argc, argv);
    if (arguments_ask_for_help(argc, argv)) return help_for(argc, argv);
    if (n_words == 0) return message_unknown_verb(argc, argv);
    const int code = arguments_run(v, argc - n_words, argv + n_words);
    if (code != EXIT_SUCCESS) interrupt_obey();
    return code;
}

int main(int argc, char **argv)
{
    /* Large blocks go back to the system when they are freed, so that a budget of memory holds for the process:
     * by default glibc keeps them once it has seen some of them freed. */
    (void)mallopt(M_MMAP_THRESHOLD, 1 << 18);
    standard_streams_open();
    interrupts_prepare();
    ranks_start();
    return standard_streams_check(run(argc > 0 ? argc - 1 : 0, argv + 1));
}
