/* completion.c - what the shells are told, whatever their scripts look like. */
#include "completion.h"

#include "generated_text.h"

#include <string.h>

bool completion_print(FILE *out, const char *shell)
{
    static const struct {
        const char *shell;
        void (*print)(FILE *out);
    } shells[] = {
        {"bash", completion_bash}, {"zsh", completion_zsh}, {"fish", completion_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shell, shells[i].shell) == 0) {
            shells[i].print(out);
            return true;
        }
    return false;
}

bool first_word_at(char *word, size_t size, const verb **same, size_t i)
{
    size_t length = 0;
    const verb *const *at = verbs;
    for (; *at != NULL; at++) {
        const bool again = at > verbs && strncmp(at[-1]->name, (*at)->name, length) == 0 &&
                           strcspn((*at)->name, " ") == length;
        if (again) continue;
        length = strcspn((*at)->name, " ");
        if (i-- == 0) break;
    }
    if (*at == NULL) return false;
    (void)snprintf(word, size, "%.*s", (int)length, (*at)->name);
    *same = NULL;
    for (const verb *const *other = at; *other != NULL; other++)
        if (strcmp((*other)->name, word) == 0) *same = *other;
    return true;
}

const char *second_word(const verb *v, const char *group)
{
    const size_t length = strlen(group);
    const bool is_in = strncmp(v->name, group, length) == 0 && v->name[length] == ' ';
    return is_in ? v->name + length + 1 : NULL;
}

bool has_second_words(const char *word)
{
    for (const verb *const *at = verbs; *at != NULL; at++)
        if (second_word(*at, word) != NULL) return true;
    return false;
}

void put_escaped(FILE *out, const char *text, const char *escaped)
{
    for (; *text != '\0'; text++) {
        if (strchr(escaped, *text) != NULL) fputc('\\', out);
        fputc(*text, out);
    }
}

static void put_word(FILE *out, const char *word, char escaped)
{
    put_escaped(out, word, (const char[]){escaped, '\0'});
    fputc(' ', out);
}

void put_words(FILE *out, completion kind, word_function *word_at, char escaped)
{
    char word[64];
    const verb *same = NULL;
    for (size_t i = 0; kind == COMPLETE_VERBS && first_word_at(word, sizeof word, &same, i);
         i++)
        put_word(out, word, escaped);
    const bool any = kind == COMPLETE_DATA;
    for (size_t i = 0; i < sg_data_source_count(); i++) {
        const sg_data_source source = sg_data_source_of(i);
        if (any || kind == (source.generated ? COMPLETE_GENERATED : COMPLETE_DOWNLOADED))
            put_word(out, source.name, escaped);
    }
    for (size_t i = 0; word_at != NULL && word_at(word, sizeof word, i); i++)
        put_word(out, word, escaped);
}

void put_positional_words(FILE *out, const verb *v, char escaped)
{
    for (const positional *p = v->positionals; p->name != NULL; p++)
        put_words(out, p->completes, p->word_at, escaped);
}

bool offers_files(const verb *v)
{
    for (const positional *p = v->positionals; p->name != NULL; p++)
        if (p->completes == COMPLETE_FILES || p->completes == COMPLETE_DATA) return true;
    return false;
}

bool offers_folders(const verb *v)
{
    for (const positional *p = v->positionals; p->name != NULL; p++)
        if (p->completes == COMPLETE_FOLDERS) return true;
    return false;
}

bool offers_words(const verb *v)
{
    for (const positional *p = v->positionals; p->name != NULL; p++)
        if (p->completes >= COMPLETE_GENERATED || p->word_at != NULL) return true;
    return false;
}

void copy_brief(char *brief, size_t size, const char *help)
{
    (void)snprintf(brief, size, "%.*s", (int)strcspn(help, ";:"), help);
}
