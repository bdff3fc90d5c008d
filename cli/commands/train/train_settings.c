/* train_settings.c - one line of YAML per option, so that a line number names an option. */
#include "train_settings.h"

#include "message.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Options that are settings of the same name. */
static const char *const own_options[] = {"epochs", "learning-rate", "batch-size", "patience",
                                          "init"};

enum { N_OWN_OPTIONS = sizeof own_options / sizeof *own_options };

/* The text of "%s%s%s", to be freed; NULL: out of memory. */
static char *join(const char *a, const char *b, const char *c)
{
    const size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *text = malloc(size);
    if (text != NULL) (void)snprintf(text, size, "%s%s%s", a, b, c);
    return text;
}

/* Append the line "key: value"; `source` moves. */
static bool add_line(train_settings *s, const char *key, const char *value, char *source)
{
    char *line = join(key, ": ", value);
    char *text = line != NULL ? realloc(s->text, s->length + strlen(line) + 2) : NULL;
    if (text != NULL) s->text = text;
    char **sources = realloc(s->source, (s->n_settings + 1) * sizeof *sources);
    if (sources != NULL) s->source = sources;
    if (text == NULL || sources == NULL || source == NULL) {
        free(line);
        free(source);
        return false;
    }
    s->length += (size_t)sprintf(s->text + s->length, "%s\n", line);
    s->source[s->n_settings++] = source;
    free(line);
    return true;
}

/* Whether --set gives `key` (`length` characters of it), from its i-th occurrence on. */
static bool is_set(const arguments *args, const char *key, size_t length, int i)
{
    const char *text = NULL;
    for (; (text = arguments_each(args, "set", i)) != NULL; i++)
        if (strncmp(text, key, length) == 0 && text[length] == '=') return true;
    return false;
}

static bool is_preset(const arguments *args, const char *name)
{
    return arguments_text(args, name) == verb_option(args->verb, name, strlen(name))->preset;
}

/* People write .5 and 1e-3 and +1, YAML's numbers here are stricter. */
static bool rewrite_number(char out[40], const char *text)
{
    char *end = NULL;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(value)) return false;
    (void)snprintf(out, 40, "%.17g", value);
    return true;
}

/* What the user did not give is left to the file, and to the library's defaults, which the help
 * shows. */
static int add_own_option(train_settings *s, const arguments *args, const char *name)
{
    char number[40];
    const char *value = arguments_text(args, name);
    if (is_preset(args, name)) return 0;
    if (is_set(args, name, strlen(name), 0))
        return message_usage(args->verb, "--%s and --set %s contradict each other", name, name);
    char *source = join(name, " ", value);
    if (strcmp(name, "learning-rate") == 0) {
        if (!rewrite_number(number, value)) {
            free(source);
            return message_usage(args->verb, "--%s %s is not a number", name,
                                 shown_text(value).text);
        }
        value = number;
    }
    return add_line(s, name, value, source) ? 0 : message_out_of_memory();
}

/* A key must not end the line or begin something else than a key. */
static bool is_key(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!islower((unsigned char)text[i]) && !isdigit((unsigned char)text[i]) &&
            text[i] != '-')
            return false;
    return length > 0;
}

static bool is_one_line(const char *text)
{
    for (; *text != '\0'; text++)
        if (iscntrl((unsigned char)*text)) return false;
    return true;
}

static int add_set(train_settings *s, const arguments *args, int i)
{
    const char *text = arguments_each(args, "set", i), *equals = strchr(text, '=');
    const size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    char key[64];
    if (!is_key(text, length) || length >= sizeof key || !is_one_line(text) ||
        equals[1] == '\0')
        return message_usage(args->verb, "--set %s is not of the form KEY=VALUE",
                             shown_text(text).text);
    if (is_set(args, text, length, i + 1)) return 0; /* the last one counts */
    memcpy(key, text, length);
    key[length] = '\0';
    return add_line(s, key, equals + 1, join("set ", text, "")) ? 0 : message_out_of_memory();
}

/* "0,1" is the list [0,1]. */
static int add_freeze(train_settings *s, const arguments *args)
{
    const char *value = arguments_text(args, "freeze");
    if (value == NULL) return 0;
    if (is_set(args, "freeze", strlen("freeze"), 0))
        return message_usage(args->verb, "--freeze and --set freeze contradict each other");
    if (value[strspn(value, "0123456789,")] != '\0' || value[0] == '\0')
        return message_usage(args->verb, "--freeze %s: numbers of layers are needed, as in 0,1",
                             shown_text(value).text);
    char *list = join("[", value, "]");
    const bool added = list != NULL && add_line(s, "freeze", list, join("freeze", " ", value));
    free(list);
    return added ? 0 : message_out_of_memory();
}

int train_settings_open(train_settings *settings, const arguments *args)
{
    train_settings made = {0};
    int code = 0;
    for (int i = 0; i < N_OWN_OPTIONS && code == 0; i++)
        code = add_own_option(&made, args, own_options[i]);
    if (code == 0) code = add_freeze(&made, args);
    for (int i = 0; code == 0 && arguments_each(args, "set", i) != NULL; i++)
        code = add_set(&made, args, i);
    if (code == 0)
        *settings = made;
    else
        train_settings_close(&made);
    return code;
}

void train_settings_close(train_settings *settings)
{
    for (size_t i = 0; i < settings->n_settings; i++) free(settings->source[i]);
    free(settings->source);
    free(settings->text);
    *settings = (train_settings){0};
}

/* Split "settings:LINE:COLUMN: what is wrong" off; 0 where the text is of another kind. */
static size_t read_place(const char **what, const char *text)
{
    static const char prefix[] = "settings:";
    char *end = NULL;
    if (strncmp(text, prefix, strlen(prefix)) != 0) return 0;
    const unsigned long line = strtoul(text + strlen(prefix), &end, 10);
    const char *behind = strstr(end, ": ");
    if (behind == NULL) return 0;
    *what = behind + 2;
    return line;
}

int train_settings_failure(const train_settings *settings, const arguments *args,
                           const sg_error *err)
{
    const char *text = err->text;
    size_t line = read_place(&text, err->text);
    /* A file of this name may be what is wrong. */
    if (line == 0 || settings->n_settings == 0) return message_failure(err, NULL);
    /* What does not end is noticed behind the last line. */
    if (line > settings->n_settings) line = settings->n_settings;
    const char *colon = strstr(text, ": ");
    if (strncmp(text, "train", 5) == 0 && colon != NULL) text = colon + 2;
    return message_usage(args->verb, "--%s: %s", shown_text(settings->source[line - 1]).text,
                         text);
}
