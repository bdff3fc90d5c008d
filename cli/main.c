/* main.c - sharegnn: find the verb, hand it its arguments, make sure that the output arrived. */
#include "commands.h"
#include "generated_text.h"
#include "help_text.h"
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where a standard stream is closed, the next file opened would take its place and be written
 * to by mistake.  A descriptor of the wrong direction fills the gap: using it still fails. */
static void fill_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            _Exit(EXIT_FAILURE);
}

/* Options in the place of a verb. */
static int run_global_option(int argc, char **argv)
{
    const char *word = argv[0];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return help_for(argc - 1, argv + 1);
    if (argc > 1)
        return message_usage(NULL, "%s stands alone; %s is one argument too many",
                             shown_text(word).text, shown_text(argv[1]).text);
    if (strcmp(word, "--version") == 0)
        printf("sharegnn %s\n", sg_version());
    else if (strcmp(word, "--man") == 0)
        man_page_print(stdout);
    else if (strcmp(word, "--completion") == 0)
        completion_print(stdout);
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

    arguments args = {0};
    int code = arguments_open(&args, v, argc - n_words, argv + n_words);
    if (code != 0) return code;
    code = v->run(&args);
    arguments_close(&args);
    return code;
}

/* A full disk shows only when the last buffer is written.  A reader that has seen enough and
 * closed the pipe needs no message. */
static int check_output(int code)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    if (errno != EPIPE)
        fprintf(stderr, "standard output: cannot write: %s\n",
                errno != 0 ? strerror(errno) : "an earlier part was lost");
    return code != 0 ? code : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    fill_standard_streams();
    signal(SIGPIPE, SIG_IGN);
    return check_output(run(argc > 0 ? argc - 1 : 0, argv + 1));
}
