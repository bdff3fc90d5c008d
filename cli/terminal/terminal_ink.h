/* terminal_ink.h - bold letters and colored bars, where the user has a terminal and wants them.
 *
 *     const bool inked = terminal_has_ink(stdout);
 *     fputs(inked ? INK_BOLD : "", stdout);
 *
 * Nothing is told by ink alone: it is the same text without.
 */
#ifndef SG_CLI_TERMINAL_INK_H
#define SG_CLI_TERMINAL_INK_H

#include <stdbool.h>
#include <stdio.h>

#define INK_BOLD "\033[1m"
#define INK_BAR  "\033[36m"
#define INK_END  "\033[0m"

/* Whether `out` is a terminal that knows more than letters (TERM is not "dumb"), and the environment does not
 * say NO_COLOR (https://no-color.org: set, and not empty). */
bool terminal_has_ink(FILE *out);

#endif
