/* locale_signs.h - signs beyond ASCII, where the locale of the user has them.
 *
 *     printf("85.3 %s 1.4\n", sign_plus_minus());          // ± or +-
 *
 * The locale is that of the environment: LC_ALL, LC_CTYPE or LANG, the first that says something.
 */
#ifndef SG_CLI_LOCALE_SIGNS_H
#define SG_CLI_LOCALE_SIGNS_H

#include <stdbool.h>

const char *sign_plus_minus(void);

/* A bar of a length from 0 to 1 of the longest. */
enum { SIGN_BAR = 20 };
typedef struct bar_text {
    char text[3 * SIGN_BAR + 1];
} bar_text;

bar_text sign_bar(double share);

/* Whether a text is such a bar. */
bool sign_is_bar(const char *text);

#endif
