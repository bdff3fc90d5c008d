/* message.c - errors in words, on standard error. */
#include "message.h"

#include "help_text.h"
#include "safe_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

shown shown_text(const char *text)
{
    static const char dots[] = "...";
    shown result = {""};
    size_t size = 0;
    while (*text != '\0') {
        char piece[SAFE_PIECE];
        const size_t length = safe_piece(piece, &text);
        if (size + length + sizeof dots > sizeof result.text) {
            memcpy(result.text + size, dots, sizeof dots);
            break;
        }
        memcpy(result.text + size, piece, length);
        size += length;
    }
    return result;
}

char *message_escape(const char *text)
{
    enum { LONGEST = 4 }; /* times as long as it was, at most */
    const size_t room = LONGEST * strlen(text) + 1;
    char *result = malloc(room);
    if (result != NULL) safe_write(result, room, text, safe_piece);
    return result;
}

static void print_escaped(const char *text)
{
    while (*text != '\0') {
        char piece[SAFE_PIECE];
        const size_t length = safe_piece(piece, &text);
        fwrite(piece, 1, length, stderr);
    }
}

/* What the user of the program can do about an error of the library, which knows no options: by words
 * of its text, the first one that fits. */
static const struct {
    const char *words, *remedy;
} REMEDIES[] = {
    {"did you mean", NULL},
    {"than the budget allows", "raise it with --budget, or ask for less"},
    {"are left of the", "raise it with --memory, if the machine has it, or ask for less"},
    {"generated; it can be downloaded", "\"sharegnn data get\" does it"},
    {"not a data set that can be generated", "\"sharegnn data list\" shows those that can"},
    {".zip in it", "\"sharegnn data list\" shows what there is"},
    {"no such data set in", "\"sharegnn data list\" shows what there is"},
    {"unknown labeling", "\"sharegnn labels --help\" lists all"},
    {"unknown pair property", "\"sharegnn labels --help\" lists all"},
    {"try another server", "--from URL names one"},
    {"the run is not complete", "go on with it by --resume"},
    {"the run must be made again", "--force does so, --out names another folder"},
    {"so there can be no folder", "--out names another one"},
    {"nothing can be written to the folder", "--out names another one"},
    {"there is a run already",
     "--resume continues it, --force replaces it, --out names another folder"},
    {"is not of a run and would be overwritten", "--force does so, --out names another folder"},
    {"the run there is of another",
     "--resume needs the same, --force replaces it, --out names another folder"},
};

static const char *remedy_of(const char *text)
{
    for (size_t i = 0; i < sizeof REMEDIES / sizeof *REMEDIES; i++)
        if (strstr(text, REMEDIES[i].words) != NULL) return REMEDIES[i].remedy;
    return NULL;
}

static struct {
    char *const *path;
    int n;
} subject;

void message_about(char *const *path, int n)
{
    subject.path = path;
    subject.n = n;
}

/* "tiny.model, MUTAG: " where the text names neither. */
static void print_subject(const sg_error *err)
{
    if (err->status != SG_ENOMEM && err->status != SG_ELIMIT) return;
    for (int i = 0; i < subject.n; i++)
        if (strstr(err->text, subject.path[i]) != NULL) return;
    for (int i = 0; i < subject.n; i++) {
        print_escaped(shown_text(subject.path[i]).text);
        fputs(i + 1 < subject.n ? ", " : ": ", stderr);
    }
}

/* What was said last of a failure. */
static char last_text[sizeof((sg_error){0}).text];

const char *message_last(void)
{
    return last_text;
}

int message_failure(const sg_error *err, const char *remedy)
{
    (void)snprintf(last_text, sizeof last_text, "%s", err->text);
    print_subject(err);
    print_escaped(err->status == SG_ECANCELED ? "stopped" : err->text);
    if (remedy == NULL) remedy = remedy_of(err->text);
    if (remedy != NULL) fprintf(stderr, "; %s", remedy);
    fputc('\n', stderr);
    return EXIT_FAILURE;
}

int message_out_of_memory(void)
{
    return message_failure(&(sg_error){.status = SG_ENOMEM, .text = "out of memory"}, NULL);
}

int message_usage(const verb *v, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    (void)snprintf(last_text, sizeof last_text, "%.*s", (int)sizeof last_text - 1, text);
    fprintf(stderr, "sharegnn%s%s: ", v != NULL ? " " : "", v != NULL ? v->name : "");
    print_escaped(text);
    fputc('\n', stderr);
    if (v != NULL)
        help_usage(stderr, v);
    else
        fputs("sharegnn --help lists the verbs\n", stderr);
    return EXIT_USAGE;
}

int message_unknown_verb(int argc, char *const *argv)
{
    const bool group = verb_is_group(argv[0]);
    const char *meant = verb_nearest(argc, argv);
    if (group && argc == 1) {
        help_group(stderr, argv[0]);
        return EXIT_USAGE;
    }
    char name[2 * sizeof(shown)];
    snprintf(name, sizeof name, "%s%s%s", shown_text(argv[0]).text, group ? " " : "",
             group ? shown_text(argv[1]).text : "");
    if (meant == NULL) return message_usage(NULL, "unknown verb %s", name);
    return message_usage(NULL, "unknown verb %s; did you mean %s?", name, meant);
}
