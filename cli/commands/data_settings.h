/* data_settings.h - options of a verb that are settings of data: --bonds kekule is 'FILE?bonds=kekule'.
 *
 * Which settings there are, the library knows; a verb has options of the same names.
 */
#ifndef SG_CLI_DATA_SETTINGS_H
#define SG_CLI_DATA_SETTINGS_H

#include "arguments.h"

/* `name` with the options that are settings behind it, to be freed; NULL: out of memory.  With
 * `of_lines` only those that formats of lines have. */
char *name_with_settings(const char *name, const arguments *args, bool of_lines);

/* Whether the values of settings of lines are among their words: 0, or the exit status after a
 * message. */
int check_line_settings(const arguments *args);

#endif
