/* verb.c - looking things up in the table of verbs. */
#include "verb.h"

#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

/* Whether `name` is `first`, a space and whatever `rest` says (NULL: anything). */
static bool is_two_words(const char *name, const char *first, const char *rest)
{
    const size_t length = strlen(first);
    if (strncmp(name, first, length) != 0 || name[length] != ' ') return false;
    return rest == NULL || strcmp(name + length + 1, rest) == 0;
}

bool verb_is_group(const char *word)
{
    for (const verb *const *at = verbs; *at != NULL; at++)
        if (is_two_words((*at)->name, word, NULL)) return true;
    return false;
}

int verb_find(const verb **found, int argc, char *const *argv)
{
    for (const verb *const *at = verbs; *at != NULL && argc > 0; at++) {
        const bool two = argc > 1 && is_two_words((*at)->name, argv[0], argv[1]);
        if (!two && strcmp((*at)->name, argv[0]) != 0) continue;
        *found = *at;
        return two ? 2 : 1;
    }
    return 0;
}

const char *verb_nearest(int argc, char *const *argv)
{
    char two[128] = ""; /* what does not fit is near nothing */
    if (argc > 1) snprintf(two, sizeof two, "%s %s", argv[0], argv[1]);
    sg_nearest one_word = {.wanted = argc > 0 ? argv[0] : ""}, two_words = {.wanted = two};
    for (const verb *const *at = verbs; *at != NULL; at++) {
        sg_nearest_offer(&one_word, (*at)->name);
        sg_nearest_offer(&two_words, (*at)->name);
    }
    return two_words.name != NULL ? two_words.name : one_word.name;
}

const option *verb_option(const verb *v, const char *name, size_t length)
{
    for (const option *o = v->options; o->name != NULL; o++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0) return o;
    return NULL;
}
