/* man_page.c - the manual page in mdoc, made from the table of verbs. */
#include "generated_text.h"

#include "help_text.h"

#include <string.h>

/* Print text for roff: nothing in it is a request or an escape, and every sentence starts a
 * line, as mdoc wants it. */
static void put_text(FILE *out, const char *text)
{
    bool line_start = true;
    for (; *text != '\0'; text++) {
        if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", out);
        line_start = *text == '.' && text[1] == ' ';
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
        if (line_start) {
            fputc('\n', out);
            text++;
        }
    }
}

static void put_paragraph(FILE *out, const char *text)
{
    put_text(out, text);
    fputc('\n', out);
}

static void put_synopsis(FILE *out, const verb *v)
{
    fputs(".Nm Ic ", out);
    fputs(v->name, out);
    for (const positional *p = v->positionals; p->name != NULL; p++)
        fprintf(out, "%s Ar %s%s", p->optional ? " Op" : "", p->name, p->many ? " ..." : "");
    fputc('\n', out);
    for (const option *o = v->options; o->name != NULL; o++) {
        fprintf(out, ".Op Fl \\-%s", o->name);
        if (o->metavar != NULL) fprintf(out, " Ar %s", o->metavar);
        fputs(o->repeated ? " ...\n" : "\n", out);
    }
}

static void put_option(FILE *out, const option *o)
{
    fputs(".It ", out);
    if (o->letter != 0) fprintf(out, "Fl %c , ", o->letter);
    fprintf(out, "Fl \\-%s", o->name);
    if (o->metavar != NULL) fprintf(out, " Ar %s", o->metavar);
    fputc('\n', out);
    put_paragraph(out, o->help);
    const char *preset = o->preset_words != NULL ? o->preset_words : o->preset;
    if (preset == NULL) return;
    fputs("(default: ", out);
    put_text(out, preset);
    fputs(")\n", out);
}

static void put_verb(FILE *out, const verb *v)
{
    fprintf(out, ".Ss %s\n", v->name);
    put_synopsis(out, v);
    fputs(".Pp\n", out);
    put_paragraph(out, v->about);
    if (v->positionals->name == NULL && v->options->name == NULL) return;
    fputs(".Bl -tag -width Ds\n", out);
    for (const positional *p = v->positionals; p->name != NULL; p++) {
        fprintf(out, ".It Ar %s\n", p->name);
        put_paragraph(out, p->help);
    }
    for (const option *o = v->options; o->name != NULL; o++) put_option(out, o);
    fputs(".El\n", out);
    if (v->terms_title == NULL) return;
    fputs(".Pp\n", out);
    put_paragraph(out, v->terms_title);
    fputs(".Bl -tag -width Ds\n", out);
    expression_term t;
    for (size_t i = 0; v->term_at(&t, i); i++) {
        fputs(".It Li ", out);
        put_paragraph(out, t.usage);
        put_paragraph(out, t.about);
    }
    fputs(".El\n", out);
}

static void put_examples(FILE *out)
{
    fputs(".Sh EXAMPLES\n.Bl -tag -width Ds\n", out);
    for (const verb *const *at = verbs; *at != NULL; at++)
        for (size_t i = 0; i < 3 && (*at)->examples[i].command != NULL; i++) {
            fputs(".It Li ", out);
            put_paragraph(out, (*at)->examples[i].command);
            put_paragraph(out, (*at)->examples[i].about);
        }
    fputs(".El\n", out);
}

static void put_introduction(FILE *out)
{
    fputs(".\\\" Made by sharegnn --man from the table of verbs; change that, not this.\n"
          ".Dd November 15, 2026\n"
          ".Dt SHAREGNN 1\n"
          ".Os\n"
          ".Sh NAME\n"
          ".Nm sharegnn\n",
          out);
    fprintf(out, ".Nd %s\n", help_program);
    fputs(
        ".Sh SYNOPSIS\n"
        ".Nm\n"
        ".Ar verb\n"
        ".Op Ar argument ...\n"
        ".Op Ar option ...\n"
        ".Nm\n"
        ".Fl \\-help | \\-version\n"
        ".Sh DESCRIPTION\n"
        ".Nm\n"
        "learns from graphs with networks whose weights are indexed by graph invariants:\n"
        "the label of the receiving node, the label of the sending node and a property of the\n"
        "pair, such as its distance, decide which weight is used.\n"
        ".Pp\n"
        "Every verb explains itself with\n"
        ".Fl h\n"
        "or\n"
        ".Fl \\-help .\n"
        "A value follows its option as the next word or after an equals sign;\n"
        ".Fl \\-\n"
        "ends the options.\n",
        out);
}

static void put_surroundings(FILE *out)
{
    fputs(".Sh ENVIRONMENT\n"
          ".Bl -tag -width Ds\n"
          ".It Ev SHAREGNN_DATA\n"
          "The folder where data sets are found and written to.\n"
          ".El\n"
          ".Sh FILES\n"
          "A data set\n"
          ".Ar NAME\n"
          "is found where\n"
          ".Fl \\-data\\-dir\n"
          "says, else in\n"
          ".Ev SHAREGNN_DATA ,\n"
          "else in\n"
          ".Pa ./data ,\n"
          "else in\n"
          ".Pa ~/.cache/sharegnn ;\n"
          "a path works wherever a name does.\n"
          ".Bl -tag -width Ds\n"
          ".It Pa DIR/NAME/ , Pa DIR/NAME.zip\n"
          "A data set in TU Dortmund's text format.\n"
          ".It Pa DIR/splits/PROTOCOL/NAME_splits.json\n"
          "Its splits into training, validation and test graphs.\n"
          ".El\n"
          ".Sh EXIT STATUS\n"
          "0 if it was done, 1 if it failed, 2 if the usage was wrong.\n"
          "Errors go to standard error as\n"
          ".Dl path:line:column: what is wrong; what is allowed\n"
          "and nothing is left half\\-written.\n",
          out);
}

void man_page_print(FILE *out)
{
    put_introduction(out);
    for (const verb *const *at = verbs; *at != NULL; at++) put_verb(out, *at);
    put_surroundings(out);
    put_examples(out);
    fputs(".Sh SEE ALSO\n"
          "Invariant\\-Based Weight Sharing for Message Passing.\n",
          out);
}
