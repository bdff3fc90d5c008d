/* status_line.h - one line on a terminal that is redrawn while something goes on.
 *
 *     if (status_line_possible(stderr)) status_line_draw(stderr, "reading", 0.4, "40% 2 of 5 MB");
 *     status_line_clear(stderr);
 *
 * It needs nothing of a terminal but "\r" and "erase to the end of the line", no colors.
 */
#ifndef SG_CLI_STATUS_LINE_H
#define SG_CLI_STATUS_LINE_H

#include <stdbool.h>
#include <stdio.h>

/* Seconds of a clock that only goes forward. */
double seconds_now(void);

/* Whether it is a terminal that can do this. */
bool status_line_possible(FILE *out);

/* Draw "HEAD [###...] TAIL" within the width of the terminal; a share (of 1) that is not a number, or
 * a narrow terminal, has no bar. */
void status_line_draw(FILE *out, const char *head, double share, const char *tail);

void status_line_clear(FILE *out);

/* A time as "3:07" or "2:03:07". */
typedef struct clock_text {
    char text[32];
} clock_text;

clock_text clock_of(double seconds);

#endif
