/* command_help.c - sharegnn help VERB, and lists of words that files and expressions may have. */
#include "commands.h"
#include "common_options.h"
#include "help_text.h"

#include <stdlib.h>
#include <string.h>

static bool list_term_at(expression_term *t, size_t i)
{
    t->usage = sg_reference_name((sg_reference)i);
    t->about = sg_reference_about((sg_reference)i);
    return t->usage != NULL;
}

static bool list_word_at(char *word, size_t size, size_t i)
{
    const char *name = sg_reference_name((sg_reference)i);
    if (name != NULL) (void)snprintf(word, size, "%s", name);
    return name != NULL;
}

/* A member of what was printed before it: what it is for, its values, its default. */
static void print_member(const sg_reference_entry *e)
{
    char term[80], text[400], preset[80] = "";
    (void)snprintf(term, sizeof term, "  %s", e->word);
    (void)snprintf(text, sizeof text, "%s%s%s", e->about, e->usage[0] != '\0' ? ": " : "",
                   e->usage);
    if (e->preset[0] != '\0') (void)snprintf(preset, sizeof preset, "(default: %s)", e->preset);
    help_item(stdout, term, text, preset);
}

static int print_list(sg_reference list)
{
    sg_reference_entry e = {.struct_size = sizeof e};
    printf("%s:\n", sg_reference_about(list));
    for (size_t i = 0; i < sg_reference_count(list); i++) {
        if (sg_reference_at(&e, list, i, NULL) != SG_OK) return EXIT_FAILURE;
        if (e.of != NULL)
            print_member(&e);
        else
            help_item(stdout, e.usage, e.about, "");
    }
    return EXIT_SUCCESS;
}

static int command_help(const arguments *args)
{
    for (int l = 0; args->n_positional == 1 && l < SG_N_REFERENCES; l++)
        if (strcmp(args->positional[0], sg_reference_name((sg_reference)l)) == 0)
            return print_list((sg_reference)l);
    return help_for(args->n_positional, args->positional);
}

/* clang-format off */
const verb verb_help = {
    .name = "help",
    .brief = "explain a verb, or list what files and expressions may say",
    .about = "Print what a verb does, its arguments, options, defaults and examples, as "
             "'sharegnn VERB --help' does. Or print a list of the words that experiment files, "
             "expressions and names of files may have, with what they mean.",
    .positionals = (const positional[]){
        {.name = "VERB", .optional = true, .many = true, .completes = COMPLETE_VERBS,
         .word_at = list_word_at,
         .help = "one or two words: bench, data make; or the name of a list; the overview where not given"},
        {0}},
    .options = NO_OPTIONS,
    .terms_title = "Lists",
    .term_at = list_term_at,
    .examples = {
        {"sharegnn help data make", "one verb"},
        {"sharegnn help layers", "all layers with their members"}},
    .run = command_help,
};
/* clang-format on */
