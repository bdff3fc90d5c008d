/* known_words.h - words that options of several verbs may have, for the completion of shells.
 *
 *     {.name = "decoder", .metavar = "LABEL", .word_at = labeling_word_at, ...}
 *
 * Each gives its i-th word, or false where there are no more (word_function in verb.h).
 */
#ifndef SG_CLI_KNOWN_WORDS_H
#define SG_CLI_KNOWN_WORDS_H

#include "verb.h"

/* An example of every labeling: wl:2. */
word_function labeling_word_at;

/* The name of every pair property: distance. */
word_function property_word_at;

/* Formats that have a graph per line, and those of them that are written. */
word_function line_format_word_at;
word_function written_format_word_at;

/* Kinds of bonds of molecules, and what becomes of their salts, charges, valences, isotopes and stereochemistry. */
word_function bonds_word_at;
word_function bounds_word_at;
word_function split_word_at;
word_function salts_word_at;
word_function charges_word_at;
word_function valence_word_at;
word_function isotopes_word_at;
word_function stereo_word_at;

/* What a model learns. */
word_function task_word_at;

/* How weights start. */
word_function init_word_at;

/* Settings of training with the words that they may have: loss=mae. */
word_function training_word_at;

#endif
