/* status_line.c - one line on a terminal that is redrawn. */
#include "status_line.h"

#include "terminal_width.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SHORTEST_BAR = 8, LONGEST_BAR = 40 };

double seconds_now(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool status_line_possible(FILE *out)
{
    const char *terminal = getenv("TERM");
    return isatty(fileno(out)) && terminal != NULL && strcmp(terminal, "dumb") != 0;
}

void status_line_draw(FILE *out, const char *head, double share, const char *tail)
{
    char bar[LONGEST_BAR + 4] = "", line[512];
    const size_t columns = terminal_width(out), width = (columns > 0 ? columns : 80) - 1;
    const size_t used = strlen(head) + strlen(tail) + sizeof " [] ";
    if (!isnan(share) && used + SHORTEST_BAR <= width) {
        const size_t length = width - used < LONGEST_BAR ? width - used : LONGEST_BAR;
        const size_t full = (size_t)(fmin(fmax(share, 0), 1) * (double)length);
        bar[0] = '[';
        memset(bar + 1, '#', full);
        memset(bar + 1 + full, '.', length - full);
        memcpy(bar + 1 + length, "] ", 3);
    }
    (void)snprintf(line, sizeof line, "%s %s%s", head, bar, tail);
    fprintf(out, "\r%.*s\033[K", (int)width, line);
    fflush(out);
}

void status_line_clear(FILE *out)
{
    fputs("\r\033[K", out);
    fflush(out);
}

clock_text clock_of(double seconds)
{
    clock_text result;
    const uint64_t s = seconds < 1e9 ? (uint64_t)(fmax(seconds, 0) + 0.5) : 1000000000;
    if (s < 3600)
        (void)snprintf(result.text, sizeof result.text, "%" PRIu64 ":%02u", s / 60,
                       (unsigned)(s % 60));
    else
        (void)snprintf(result.text, sizeof result.text, "%" PRIu64 ":%02u:%02u", s / 3600,
                       (unsigned)(s / 60 % 60), (unsigned)(s % 60));
    return result;
}
