/* generated_text.h - the files in share/ that are made from the table of verbs.
 *
 *     sharegnn --man > share/sharegnn.1
 *     sharegnn --completion bash > share/sharegnn.bash
 *     sharegnn --completion zsh > share/_sharegnn
 *     sharegnn --completion fish > share/sharegnn.fish
 */
#ifndef SG_CLI_GENERATED_TEXT_H
#define SG_CLI_GENERATED_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* The manual page, in mdoc. */
void man_page_print(FILE *out);

/* The completion for "bash", "zsh" or "fish"; false for any other shell. */
bool completion_print(FILE *out, const char *shell);

#endif
