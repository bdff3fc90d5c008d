/* message.h - errors in words, on standard error.
 *
 *     return message_failure(&err, NULL);                                  // exit status 1
 *     return message_usage(v, "unknown option %s", shown_text(word).text); // exit status 2
 *
 * Whatever comes from outside is printed with its control characters made visible.
 */
#ifndef SG_CLI_MESSAGE_H
#define SG_CLI_MESSAGE_H

#include "verb.h"

#define EXIT_USAGE 2

/* A text from outside, short and without control characters, for use inside a message. */
typedef struct shown {
    char text[72];
} shown;

shown shown_text(const char *text);

/* A copy of the whole text without control characters, to be freed; NULL: out of memory. */
char *message_escape(const char *text);

/* What the verb works on, borrowed: errors of memory and work, which do not know it, name it. */
void message_about(char *const *path, int n);

/* Print the error's text as it is, "; " and `remedy` (NULL: the options that help with this error, if
 * any are known) and return EXIT_FAILURE.  A computation the user stopped is called that. */
int message_failure(const sg_error *err, const char *remedy);

/* What the last message of a failure said, without its beginning; "": there was none. */
const char *message_last(void);

/* Say that there is no memory left and return EXIT_FAILURE. */
int message_out_of_memory(void);

/* Print "sharegnn VERB: ..." and how the verb is used (NULL: the program) and return
 * EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int message_usage(const verb *v, const char *format, ...);

/* Say that the program's arguments begin with no verb, and what they may have meant; return
 * EXIT_USAGE. */
int message_unknown_verb(int argc, char *const *argv);

#endif
