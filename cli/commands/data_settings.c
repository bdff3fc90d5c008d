/* data_settings.c - options become settings, which sg_data_open and feeds know. */
#include "data_settings.h"

#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A name that grows. */
typedef struct full_name {
    char *text;
    size_t size;
    bool has_settings;
} full_name;

/* Every byte that means something in settings is written as %XX. */
static void add_escaped(full_name *n, const char *value)
{
    for (const unsigned char *c = (const unsigned char *)value; *c != '\0'; c++) {
        const bool plain = *c > 0x20 && strchr("%&=?", *c) == NULL;
        n->size += (size_t)sprintf(n->text + n->size, plain ? "%c" : "%%%02X", *c);
    }
}

static void add_setting(full_name *n, const char *key, const char *value)
{
    n->size += (size_t)sprintf(n->text + n->size, "%c%s=", n->has_settings ? '&' : '?', key);
    add_escaped(n, value);
    n->has_settings = true;
}

char *name_with_settings(const char *name, const arguments *args, bool of_lines)
{
    size_t room = strlen(name) + 64;
    for (int i = 0; i < args->n_options; i++)
        room += 3 * (args->option[i].text != NULL ? strlen(args->option[i].text) : 0) + 32;
    full_name n = {.text = malloc(room)};
    if (n.text == NULL) return NULL;
    n.has_settings = strchr(name, '?') != NULL;
    n.size = (size_t)sprintf(n.text, "%s", name);
    for (size_t s = 0;; s++) {
        const sg_data_setting setting = sg_data_setting_of(s);
        const char *value = NULL;
        if (setting.key == NULL) return n.text;
        if (of_lines && !setting.of_lines) continue;
        for (int i = 0; (value = arguments_each(args, setting.key, i)) != NULL; i++)
            add_setting(&n, setting.key, value);
        if (arguments_text(args, setting.key) == NULL && arguments_flag(args, setting.key))
            add_setting(&n, setting.key, "");
    }
}

/* Whether `value` is a word of the setting, or there is none; the words in `list`: "a and b". */
static bool is_word(char list[120], const sg_data_setting *setting, const char *value)
{
    const size_t most = sizeof setting->word / sizeof *setting->word;
    size_t size = 0;
    list[0] = '\0';
    for (size_t w = 0; w < most && setting->word[w] != NULL; w++) {
        const bool last = w + 1 == most || setting->word[w + 1] == NULL;
        if (strcmp(setting->word[w], value) == 0) return true;
        size += (size_t)snprintf(list + size, 120 - size, "%s%s",
                                 w == 0 ? ""
                                 : last ? " and "
                                        : ", ",
                                 setting->word[w]);
    }
    return size == 0;
}

int check_line_settings(const arguments *args)
{
    char list[120];
    for (size_t s = 0; sg_data_setting_of(s).key != NULL; s++) {
        const sg_data_setting setting = sg_data_setting_of(s);
        const char *value = arguments_text(args, setting.key);
        if (setting.of_lines && value != NULL && !is_word(list, &setting, value))
            return message_usage(args->verb, "--%s %s: %s are possible", setting.key,
                                 shown_text(value).text, list);
    }
    return 0;
}
