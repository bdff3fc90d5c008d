/* known_words.c - the lists are the library's where it has them. */
#include "known_words.h"

#include <stdio.h>
#include <string.h>

/* Copy the first word of `text`. */
static bool give(char *word, size_t size, const char *text)
{
    (void)snprintf(word, size, "%.*s", (int)strcspn(text, " "), text);
    return true;
}

bool labeling_word_at(char *word, size_t size, size_t i)
{
    return i < sg_labeling_count() && give(word, size, sg_labeling_of(i).example);
}

bool property_word_at(char *word, size_t size, size_t i)
{
    return i < sg_property_count() && give(word, size, sg_property_of(i).example);
}

bool line_format_word_at(char *word, size_t size, size_t i)
{
    for (size_t f = 0; sg_data_format_of(f).name != NULL; f++)
        if (sg_data_format_of(f).has_lines && i-- == 0)
            return give(word, size, sg_data_format_of(f).name);
    return false;
}

bool written_format_word_at(char *word, size_t size, size_t i)
{
    for (size_t f = 0; sg_data_format_of(f).name != NULL; f++)
        if (sg_data_format_of(f).is_written && i-- == 0)
            return give(word, size, sg_data_format_of(f).name);
    return false;
}

/* The i-th word that a setting of data can be. */
static bool give_word_of(const char *key, char *word, size_t size, size_t i)
{
    size_t s = 0;
    while (sg_data_setting_of(s).key != NULL && strcmp(sg_data_setting_of(s).key, key) != 0)
        s++;
    const sg_data_setting setting = sg_data_setting_of(s);
    const size_t most = sizeof setting.word / sizeof *setting.word;
    return i < most && setting.word[i] != NULL && give(word, size, setting.word[i]);
}

bool bonds_word_at(char *word, size_t size, size_t i)
{
    return give_word_of("bonds", word, size, i);
}

bool bounds_word_at(char *word, size_t size, size_t i)
{
    return give_word_of("bounds", word, size, i);
}

bool split_word_at(char *word, size_t size, size_t i)
{
    static const char *const rules[] = {"random", "scaffold"};
    return i < 2 && give(word, size, rules[i]);
}

bool salts_word_at(char *word, size_t size, size_t i)
{
    return give_word_of("salts", word, size, i);
}

bool charges_word_at(char *word, size_t size, size_t i)
{
    return give_word_of("charges", word, size, i);
}

bool valence_word_at(char *word, size_t size, size_t i)
{
    return give_word_of("valence", word, size, i);
}

bool isotopes_word_at(char *word, size_t size, size_t i)
{
    return give_word_of("isotopes", word, size, i);
}

bool stereo_word_at(char *word, size_t size, size_t i)
{
    return give_word_of("stereo", word, size, i);
}

bool task_word_at(char *word, size_t size, size_t i)
{
    return i < SG_N_TASKS && give(word, size, sg_task_word((sg_task)i));
}

bool init_word_at(char *word, size_t size, size_t i)
{
    return sg_init_word(i) != NULL && give(word, size, sg_init_word(i));
}

/* "loss=mae", the i-th of the words that word_at gives; false after the last one. */
static bool give_setting(char *word, size_t size, const char *name,
                         const char *(*word_at)(size_t i), size_t *i)
{
    for (size_t k = 0; word_at(k) != NULL; k++)
        if ((*i)-- == 0) {
            (void)snprintf(word, size, "%s=%s", name, word_at(k));
            return true;
        }
    return false;
}

bool training_word_at(char *word, size_t size, size_t i)
{
    static const struct {
        const char *name;
        const char *(*word_at)(size_t i);
    } lists[] = {{"optimizer", sg_optimizer_word},
                 {"schedule", sg_schedule_word},
                 {"precision", sg_precision_word},
                 {"loss", sg_loss_word},
                 {"metric", sg_metric_word}};
    static const char *const settings[] = {
        "weight-decay=", "momentum=", "warm-up=", "clip=", "average=", "bias-init="};
    const size_t n = sizeof settings / sizeof *settings;
    if (i < n) return give(word, size, settings[i]);
    i -= n;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        if (give_setting(word, size, lists[l].name, lists[l].word_at, &i)) return true;
    return false;
}
