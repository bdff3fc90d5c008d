/* completion.h - what the completion of every shell is made of.
 *
 * Each shell has a file that writes its script in one pass over the table of verbs:
 *
 *     first_word_at(word, sizeof word, &same, 0)         word is "data", which is no verb itself
 *     second_word(&verb_data_make, "data")               "make"
 *     put_words(out, COMPLETE_NOTHING, o->word_at, 0)    prints "aromatic kekule "
 */
#ifndef SG_CLI_COMPLETION_H
#define SG_CLI_COMPLETION_H

#include "verb.h"

#include <stdio.h>

void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);

/* The i-th different first word of verbs; *same is the verb with this name, or NULL.  False: there
 * are no more. */
bool first_word_at(char *word, size_t size, const verb **same, size_t i);

/* The second word of the verb's name where `group` is the first one, else NULL. */
const char *second_word(const verb *v, const char *group);

/* Whether verbs with two words begin with `word`, that is, second_word is not always NULL. */
bool has_second_words(const char *word);

/* Print the words that are offered for an argument, with a blank behind each; the character
 * `escaped` gets a backslash (0: none does). */
void put_words(FILE *out, completion kind, word_function *word_at, char escaped);

/* Print `text` with a backslash before every character of `escaped`. */
void put_escaped(FILE *out, const char *text, const char *escaped);

/* What is offered for the arguments of a verb together: their kinds and words. */
bool offers_files(const verb *v);
bool offers_folders(const verb *v);
bool offers_words(const verb *v);
void put_positional_words(FILE *out, const verb *v, char escaped);

/* Copy a help text up to its first semicolon or colon; a line of a menu has no room for more. */
void copy_brief(char *brief, size_t size, const char *help);

#endif
