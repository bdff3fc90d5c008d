/* help_text.c - help for people at a terminal, 80 columns wide. */
#include "help_text.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, COLUMN = 22 };

const char help_program[] =
    "graph neural networks whose weights are indexed by graph invariants";

/* Where the next piece of a paragraph goes. */
typedef struct cursor {
    FILE *out;
    size_t column;
    size_t indent; /* of the paragraph's second line and all that follow */
    bool fresh;    /* nothing printed yet: no blank before the next piece */
} cursor;

/* Print a piece that must stay on one line, in the next one if this one is full. */
static void put_piece(cursor *c, const char *piece, size_t length)
{
    if (!c->fresh && c->column + 1 + length > WIDTH) {
        fprintf(c->out, "\n%*s", (int)c->indent, "");
        c->column = c->indent;
    } else if (!c->fresh) {
        fputc(' ', c->out);
        c->column++;
    }
    fwrite(piece, 1, length, c->out);
    c->column += length;
    c->fresh = false;
}

static void put_words(cursor *c, const char *text)
{
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        const size_t length = strcspn(text, " ");
        put_piece(c, text, length);
        text += length;
    }
}

void help_item(FILE *out, const char *term, const char *text, const char *more)
{
    const size_t indent = 2 + strspn(term, " ");
    fprintf(out, "%*s", (int)indent, "");
    cursor t = {out, indent, indent + 2, true};
    put_words(&t, term);
    if (strlen(term) + 4 > COLUMN)
        fprintf(out, "\n%*s", COLUMN, "");
    else
        fprintf(out, "%*s", (int)(COLUMN - t.column), "");
    cursor c = {out, COLUMN, COLUMN, true};
    put_words(&c, text);
    put_words(&c, more);
    fputc('\n', out);
}

static void print_verbs(FILE *out, const char *group)
{
    const size_t length = strlen(group);
    int width = 0;
    for (const verb *const *at = verbs; *at != NULL; at++)
        if ((int)strlen((*at)->name) > width) width = (int)strlen((*at)->name);
    for (const verb *const *at = verbs; *at != NULL; at++) {
        const verb *v = *at;
        if (length == 0 || (strncmp(v->name, group, length) == 0 && v->name[length] == ' '))
            fprintf(out, "  %-*s  %s\n", width, v->name, v->brief);
    }
}

void help_overview(FILE *out)
{
    fprintf(out, "sharegnn %s\n%s\n\n", sg_version(), help_program);
    fputs("usage: sharegnn VERB [ARGUMENTS] [OPTIONS]\n\n", out);
    print_verbs(out, "");
    fputs("\n"
          "'sharegnn VERB --help' explains a verb: arguments, options, defaults, examples.\n"
          "'sharegnn help layers' lists all layers; 'sharegnn help help' names more lists.\n"
          "\n"
          "Data sets are found in --data-dir DIR, else $SHAREGNN_DATA, else ./data, else\n"
          "~/.cache/sharegnn, as DIR/NAME/ or DIR/NAME.zip in TU Dortmund's text format; a\n"
          "path works wherever a name does.\n"
          "\n"
          "First steps:\n"
          "  sharegnn data make CSL\n"
          "  sharegnn data info CSL\n"
          "\n"
          "Exit status: 0 done, 1 it failed, 2 wrong usage, 130 stopped by Ctrl-C.\n",
          out);
}

void help_group(FILE *out, const char *group)
{
    fprintf(out, "usage: sharegnn %s VERB [ARGUMENTS] [OPTIONS]\n\n", group);
    print_verbs(out, group);
    fprintf(out, "\n'sharegnn %s VERB --help' explains a verb.\n", group);
}

void help_usage(FILE *out, const verb *v)
{
    const int start = fprintf(out, "usage: sharegnn %s", v->name);
    cursor c = {out, (size_t)start, 16, false};
    char piece[80];
    for (const positional *p = v->positionals; p->name != NULL; p++) {
        snprintf(piece, sizeof piece, p->optional ? "[%s%s]" : "%s%s", p->name,
                 p->many ? "..." : "");
        put_piece(&c, piece, strlen(piece));
    }
    for (const option *o = v->options; o->name != NULL; o++) {
        const bool flag = o->metavar == NULL;
        snprintf(piece, sizeof piece, "[--%s%s%s]%s", o->name, flag ? "" : " ",
                 flag ? "" : o->metavar, o->repeated ? "..." : "");
        put_piece(&c, piece, strlen(piece));
    }
    fputc('\n', out);
}

/* Say what the value is where none is given, by rule and as it would be now, in this folder and
 * environment. */
static void describe_preset(char *text, size_t size, const option *o)
{
    char *now = NULL;
    if (o->preset_now != NULL) (void)o->preset_now(&now, NULL);
    const char *value = o->preset_words != NULL ? o->preset_words : o->preset;
    if (now != NULL && value != NULL)
        snprintf(text, size, "(default: %s; now %s)", value, shown_text(now).text);
    else if (value != NULL)
        snprintf(text, size, "(default: %s)", value);
    sg_text_release(now);
}

static void print_option(FILE *out, const option *o)
{
    char term[80], preset[256] = "", letter[5] = "   ";
    if (o->letter != 0) snprintf(letter, sizeof letter, "-%c,", o->letter);
    snprintf(term, sizeof term, "%s --%s %s", letter, o->name,
             o->metavar == NULL ? "" : o->metavar);
    describe_preset(preset, sizeof preset, o);
    help_item(out, term, o->help, preset);
}

void help_verb(FILE *out, const verb *v)
{
    help_usage(out, v);
    fputc('\n', out);
    cursor c = {out, 0, 0, true};
    put_words(&c, v->about);
    fputs("\n\n", out);
    if (v->positionals->name != NULL) {
        fputs("Arguments:\n", out);
        for (const positional *p = v->positionals; p->name != NULL; p++)
            help_item(out, p->name, p->help, "");
        fputc('\n', out);
    }
    fputs("Options:\n", out);
    for (const option *o = v->options; o->name != NULL; o++) print_option(out, o);
    help_item(out, "-h, --help", "show this help", "");
    expression_term t;
    if (v->terms_title != NULL) fprintf(out, "\n%s:\n", v->terms_title);
    for (size_t i = 0; v->terms_title != NULL && v->term_at(&t, i); i++)
        help_item(out, t.usage, t.about, "");
    fputs("\nExamples:\n", out);
    for (size_t i = 0; i < 3 && v->examples[i].command != NULL; i++)
        fprintf(out, "  %s\n      %s\n", v->examples[i].command, v->examples[i].about);
}

int help_for(int n_words, char *const *words)
{
    const verb *v = NULL;
    if (n_words == 0)
        help_overview(stdout);
    else if (verb_find(&v, n_words, words) > 0)
        help_verb(stdout, v);
    else if (verb_is_group(words[0]) && (n_words == 1 || words[1][0] == '-'))
        help_group(stdout, words[0]);
    else
        return message_unknown_verb(n_words, words);
    return EXIT_SUCCESS;
}
