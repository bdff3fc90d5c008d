/* generated_text.h - the files in share/ that are made from the table of verbs.
 *
 *     sharegnn --man > share/sharegnn.1
 *     sharegnn --completion > share/sharegnn.bash
 */
#ifndef SG_CLI_GENERATED_TEXT_H
#define SG_CLI_GENERATED_TEXT_H

#include <stdio.h>

/* The manual page, in mdoc. */
void man_page_print(FILE *out);

/* The completion function for bash. */
void completion_print(FILE *out);

#endif
