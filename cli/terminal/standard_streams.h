/* standard_streams.h - standard input, output and error from the first to the last line of main.
 *
 *     standard_streams_open();
 *     return standard_streams_check(run(...));
 */
#ifndef SG_CLI_STANDARD_STREAMS_H
#define SG_CLI_STANDARD_STREAMS_H

/* Make sure that all three are open, and that a reader who closes the pipe does not end the
 * program.  Ends the program where /dev/null is missing. */
void standard_streams_open(void);

/* Make sure that the output has arrived.  Returns `code`, or EXIT_FAILURE after a message where
 * output was lost and `code` does not tell of a failure yet. */
int standard_streams_check(int code);

#endif
