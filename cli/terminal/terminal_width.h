/* terminal_width.h - how many columns a terminal has. */
#ifndef SG_CLI_TERMINAL_WIDTH_H
#define SG_CLI_TERMINAL_WIDTH_H

#include <stddef.h>
#include <stdio.h>

/* Columns of the terminal that `out` goes to; 0 where it goes elsewhere, into a file or a pipe. */
size_t terminal_width(FILE *out);

#endif
