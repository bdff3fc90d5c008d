/* safe_text.h - texts that somebody else has chosen, on their way to terminals and into other languages.
 *
 *     char piece[SAFE_PIECE];
 *     for (const char *c = name; *c != '\0';) fwrite(piece, 1, safe_piece(piece, &c), out);
 */
#ifndef SG_CLI_SAFE_TEXT_H
#define SG_CLI_SAFE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { SAFE_PIECE = 20 };

/* The length of the UTF-8 character at `s`, or 0 if there is none (RFC 3629: no surrogates, no
 * overlong forms, nothing above U+10FFFF). */
int utf8_length(const char *s);

/* Write the next character of a text as a terminal may see it, and move on behind it: as it is, or as
 * "\x1b" or "\u202e" where it is a control character, is no UTF-8, or turns the direction of writing.
 * Returns the length. */
size_t safe_piece(char out[SAFE_PIECE], const char **text);

/* The same for LaTeX, whose special characters are made plain. */
size_t latex_piece(char out[SAFE_PIECE], const char **text);

/* Write a whole text so, as far as there is room for it and a '\0'. */
void safe_write(char *out, size_t room, const char *text,
                size_t (*piece)(char out[SAFE_PIECE], const char **text));

/* Whether spreadsheets take the field for a formula; with an apostrophe in front it is a text to them. */
bool safe_is_formula(const char *field);

/* Columns that a UTF-8 text takes: its characters, not its bytes; NULL takes none. */
size_t text_width(const char *text);

#endif
