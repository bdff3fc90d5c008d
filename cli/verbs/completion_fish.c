/* completion_fish.c - completion for fish, made from the table of verbs.
 *
 * fish takes a command per word and option, with a condition that says when it is offered. */
#include "completion.h"

static const char start[] =
    "# fish completion for sharegnn; made by sharegnn --completion fish, change the table of verbs.\n"
    "\n"
    "# Whether this many words are there before the one that is typed.\n"
    "function __sharegnn_words\n"
    "    set -l words (commandline -opc)\n"
    "    test (count $words) -eq $argv[1]\n"
    "end\n"
    "\n"
    "# Whether the command line names this verb.\n"
    "function __sharegnn_verb\n"
    "    set -l words (commandline -opc)\n"
    "    set -l verb \"$words[2]\"\n"
    "    switch \"$words[2] $words[3]\"\n"
    "        case";

static const char middle[] = "\n"
                             "            set verb \"$words[2] $words[3]\"\n"
                             "    end\n"
                             "    test \"$verb\" = \"$argv\"\n"
                             "end\n"
                             "\n"
                             "complete -c sharegnn -f\n"
                             "complete -c sharegnn -n '__sharegnn_words 1' -l help\n"
                             "complete -c sharegnn -n '__sharegnn_words 1' -l version\n";

static void put_about(FILE *out, const char *help)
{
    fputs(" -d '", out);
    char brief[200];
    copy_brief(brief, sizeof brief, help);
    put_escaped(out, brief, "'\\");
    fputs("'\n", out);
}

static void put_verbs(FILE *out)
{
    char word[32];
    const verb *same = NULL;
    for (size_t i = 0; first_word_at(word, sizeof word, &same, i); i++) {
        fprintf(out, "complete -c sharegnn -n '__sharegnn_words 1' -a %s", word);
        if (same != NULL)
            put_about(out, same->brief);
        else
            fputc('\n', out);
        for (const verb *const *at = verbs; *at != NULL; at++)
            if (second_word(*at, word) != NULL) {
                fprintf(out,
                        "complete -c sharegnn -n '__sharegnn_words 2; and __sharegnn_verb %s' "
                        "-a %s",
                        word, second_word(*at, word));
                put_about(out, (*at)->brief);
            }
    }
}

static void put_option(FILE *out, const verb *v, const option *o)
{
    fprintf(out, "complete -c sharegnn -n '__sharegnn_verb %s' -l %s", v->name, o->name);
    if (o->letter != 0) fprintf(out, " -s %c", o->letter);
    if (o->completes == COMPLETE_FILES || o->completes == COMPLETE_DATA)
        fputs(" -r -F", out);
    else if (o->metavar != NULL)
        fputs(" -x", out);
    if (o->completes == COMPLETE_FOLDERS)
        fputs(" -a '(__fish_complete_directories)'", out);
    else if (o->completes >= COMPLETE_GENERATED || o->word_at != NULL) {
        fputs(" -a '", out);
        put_words(out, o->completes, o->word_at, 0);
        fputc('\'', out);
    }
    put_about(out, o->help);
}

static void put_positionals(FILE *out, const verb *v)
{
    if (!offers_words(v) && !offers_files(v) && !offers_folders(v)) return;
    fprintf(out, "complete -c sharegnn -n '__sharegnn_verb %s'", v->name);
    if (offers_files(v)) fputs(" -F", out);
    fputs(" -a '", out);
    if (offers_folders(v)) fputs("(__fish_complete_directories) ", out);
    put_positional_words(out, v, 0);
    fputs("'\n", out);
}

void completion_fish(FILE *out)
{
    fputs(start, out);
    for (const verb *const *at = verbs; *at != NULL; at++) {
        const char *name = (*at)->name;
        size_t i = 0;
        while (name[i] != '\0' && name[i] != ' ') i++;
        if (name[i] == ' ') fprintf(out, " '%s'", name);
    }
    fputs(middle, out);
    put_verbs(out);
    for (const verb *const *at = verbs; *at != NULL; at++) {
        for (const option *o = (*at)->options; o->name != NULL; o++) put_option(out, *at, o);
        fprintf(out, "complete -c sharegnn -n '__sharegnn_verb %s' -l help\n", (*at)->name);
        put_positionals(out, *at);
    }
}
