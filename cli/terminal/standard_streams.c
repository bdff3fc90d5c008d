/* standard_streams.c - gaps are filled at the start, and the last buffer is written at the end. */
#include "standard_streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void standard_streams_open(void)
{
    /* Where a standard stream is closed, the next file opened would take its place and be written
     * to by mistake.  A descriptor of the wrong direction fills the gap: using it still fails. */
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            _Exit(EXIT_FAILURE);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write */
}

/* Whether nobody reads the pipe that standard output is.  The system says so also where it was an earlier buffer
 * that could not be written and nothing is left to write. */
static bool reader_is_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

int standard_streams_check(int code)
{
    /* A full disk shows only when the last buffer is written.  A reader that has seen enough and
     * closed the pipe needs no message. */
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    if (errno != EPIPE && !reader_is_gone())
        (void)fprintf(stderr, "standard output: cannot write: %s\n",
                      errno != 0 ? strerror(errno) : "an earlier part was lost");
    return code != 0 ? code : EXIT_FAILURE;
}
