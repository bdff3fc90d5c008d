/* terminal_width.h - whether there is a terminal, and how many columns it has. */
#ifndef SG_CLI_TERMINAL_WIDTH_H
#define SG_CLI_TERMINAL_WIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether `out` goes to a terminal of the user's.  One of several processes never has one: mpirun gives each of them a
 * terminal of its own, also where the output goes into a file. */
bool terminal_is_there(FILE *out);

/* Columns of the terminal that `out` goes to; 0 where it goes elsewhere, into a file or a pipe. */
size_t terminal_width(FILE *out);

#endif
