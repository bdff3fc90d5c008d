/* arguments.c - parsing driven by the table of verbs.
 *
 * Options and positional arguments may be mixed; "--" ends the options.  Everything that is
 * wrong with the usage is found here, so that verbs start with values they can trust. */
#include "arguments.h"

#include "base/nearest.h"
#include "message.h"
#include "ranks.h"
#include "verb_limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The words behind the verb's name while they are read. */
typedef struct words {
    int n;
    char *const *word;
    int next; /* first word not yet read */
} words;

static bool parse_number(uint64_t *value, const char *text)
{
    uint64_t result = 0;
    if (*text == '\0') return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9') return false;
        const uint64_t digit = (uint64_t)(*text - '0');
        if (result > (UINT64_MAX - digit) / 10) return false;
        result = result * 10 + digit;
    }
    *value = result;
    return true;
}

/* Say that an option has no value, or one that is not allowed. */
static int refuse_value(const verb *v, const option *o, const char *text)
{
    const unsigned long long min = o->min, max = o->max;
    const bool missing = text == NULL || *text == '\0';
    if (!o->number) return message_usage(v, "--%s needs a %s", o->name, o->metavar);
    if (missing)
        return message_usage(v, "--%s needs a whole number from %llu to %llu", o->name, min,
                             max);
    return message_usage(v, "--%s %s is not a whole number from %llu to %llu", o->name,
                         shown_text(text).text, min, max);
}

static int check_value(const verb *v, const option *o, const char *text)
{
    uint64_t value = 0;
    const bool good = o->number
                          ? parse_number(&value, text) && value >= o->min && value <= o->max
                          : *text != '\0';
    return good ? 0 : refuse_value(v, o, text);
}

static int unknown_option(const verb *v, const char *word)
{
    char name[128] = ""; /* what does not fit is near nothing */
    const size_t length = strcspn(word + 2, "=");
    memcpy(name, word + 2, length < sizeof name ? length : sizeof name - 1);
    sg_nearest best = {.wanted = name};
    sg_nearest_offer(&best, "help");
    for (const option *o = v->options; o->name != NULL; o++) sg_nearest_offer(&best, o->name);
    if (best.name == NULL) return message_usage(v, "unknown option %s", shown_text(word).text);
    return message_usage(v, "unknown option --%s; did you mean --%s?", shown_text(name).text,
                         best.name);
}

static const option *find_letter(const verb *v, char letter)
{
    for (const option *o = v->options; o->name != NULL; o++)
        if (o->letter != 0 && o->letter == letter) return o;
    return NULL;
}

/* Read the option `o`, whose word ends with `attached` ("=VALUE", or "VALUE" behind a letter),
 * NULL if it has nothing attached. */
static int read_value(arguments *a, words *w, const option *o, const char *attached)
{
    const char *text = attached;
    if (o->metavar == NULL) {
        if (attached != NULL) return message_usage(a->verb, "--%s takes no value", o->name);
    } else if (text == NULL) {
        /* "--out --force" is a forgotten DIR, not a folder of that name. */
        const char *next = w->next < w->n ? w->word[w->next] : "--";
        if (strncmp(next, "--", 2) == 0) return refuse_value(a->verb, o, NULL);
        text = next;
        w->next++;
    }
    if (text != NULL) {
        const int code = check_value(a->verb, o, text);
        if (code != 0) return code;
    }
    a->option[a->n_options++] = (given){.option = o, .text = text};
    return 0;
}

static int read_option(arguments *a, words *w, const char *word)
{
    if (word[1] != '-') {
        const option *o = find_letter(a->verb, word[1]);
        if (o == NULL)
            return message_usage(a->verb, "unknown option %s", shown_text(word).text);
        return read_value(a, w, o, word[2] != '\0' ? word + 2 : NULL);
    }
    const size_t length = strcspn(word + 2, "=");
    const option *o = verb_option(a->verb, word + 2, length);
    if (o == NULL) return unknown_option(a->verb, word);
    return read_value(a, w, o, word[2 + length] == '=' ? word + 2 + length + 1 : NULL);
}

static int read_words(arguments *a, words *w)
{
    bool options_may_follow = true;
    while (w->next < w->n) {
        char *word = w->word[w->next++];
        if (options_may_follow && strcmp(word, "--") == 0) {
            options_may_follow = false;
        } else if (options_may_follow && word[0] == '-' && word[1] != '\0') {
            const int code = read_option(a, w, word);
            if (code != 0) return code;
        } else {
            a->positional[a->n_positional++] = word;
        }
    }
    return 0;
}

static int check_positionals(const arguments *a)
{
    const positional *p = a->verb->positionals;
    bool many = false;
    int n = 0;
    for (; p->name != NULL; p++, n++) {
        if (n >= a->n_positional && !p->optional)
            return message_usage(a->verb, "%s is missing", p->name);
        if (p->many) many = true;
    }
    if (a->n_positional > n && !many)
        return message_usage(a->verb, "%s is one argument too many",
                             shown_text(a->positional[n]).text);
    for (int i = 0; i < a->n_positional; i++)
        if (a->positional[i][0] == '\0')
            return message_usage(a->verb, "%s is empty",
                                 a->verb->positionals[i < n ? i : n - 1].name);
    return 0;
}

static int add_presets(arguments *a)
{
    for (const option *o = a->verb->options; o->name != NULL; o++) {
        if (arguments_each(a, o->name, 0) != NULL) continue;
        given preset = {.option = o, .text = o->preset};
        if (o->preset_now != NULL) {
            sg_error err = {0};
            if (o->preset_now(&preset.owned, &err) != SG_OK) return message_failure(&err, NULL);
            preset.text = preset.owned;
        }
        if (preset.text != NULL) a->option[a->n_options++] = preset;
    }
    return 0;
}

int arguments_open(arguments *result, const verb *v, int argc, char *const *argv)
{
    size_t n_options = (size_t)argc;
    for (const option *o = v->options; o->name != NULL; o++) n_options++;
    arguments a = {.verb = v, .word = argv, .n_words = argc};
    a.option = calloc(n_options + 1, sizeof *a.option);
    a.positional = calloc((size_t)argc + 1, sizeof *a.positional);

    if (a.option == NULL || a.positional == NULL) {
        arguments_close(&a);
        return message_out_of_memory();
    }
    words w = {.n = argc, .word = argv};
    int code = read_words(&a, &w);
    if (code == 0) code = check_positionals(&a);
    if (code == 0) code = add_presets(&a);
    if (code == 0)
        *result = a;
    else
        arguments_close(&a);
    return code;
}

void arguments_close(arguments *a)
{
    for (int i = 0; i < a->n_options; i++) sg_text_release(a->option[i].owned);
    free(a->option);
    free(a->positional);
    *a = (arguments){0};
}

int arguments_run(const verb *v, int argc, char *const *argv)
{
    arguments args = {0};
    int code = arguments_open(&args, v, argc, argv);
    if (code != 0) return ranks_exit(code);
    sg_account *account = NULL;
    code = limits_open(&account, &args);
    message_about(args.positional, args.n_positional);
    if (code == 0) code = ranks_open(&args.cluster, v);
    code = code == 0 ? ranks_close(args.cluster, v->run(&args)) : ranks_exit(code);
    message_about(NULL, 0);
    sg_account_close(account);
    arguments_close(&args);
    return code;
}

const char *arguments_text(const arguments *a, const char *name)
{
    const char *text = NULL;
    for (int i = 0; i < a->n_options; i++)
        if (strcmp(a->option[i].option->name, name) == 0) text = a->option[i].text;
    return text;
}

uint64_t arguments_number(const arguments *a, const char *name)
{
    uint64_t value = 0;
    const char *text = arguments_text(a, name);
    assert(text != NULL);
    (void)parse_number(&value, text);
    return value;
}

uint64_t arguments_given_number(const arguments *a, const char *name)
{
    const option *o = verb_option(a->verb, name, strlen(name));
    if (o == NULL || !o->number || arguments_text(a, name) == o->preset) return 0;
    return arguments_number(a, name);
}

bool arguments_flag(const arguments *a, const char *name)
{
    for (int i = 0; i < a->n_options; i++)
        if (strcmp(a->option[i].option->name, name) == 0) return true;
    return false;
}

const char *arguments_each(const arguments *a, const char *name, int i)
{
    for (int k = 0; k < a->n_options; k++)
        if (strcmp(a->option[k].option->name, name) == 0 && i-- == 0) return a->option[k].text;
    return NULL;
}

bool arguments_ask_for_help(int argc, char *const *argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}
