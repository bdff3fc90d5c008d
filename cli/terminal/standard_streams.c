/* standard_streams.c - gaps are filled at the start, and the last buffer is written at the end. */
#include "standard_streams.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int standard_streams_check(int code)
{
    /* A full disk shows only when the last buffer is written.  A reader that has seen enough and
     * closed the pipe needs no message. */
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    if (errno != EPIPE)
        (void)fprintf(stderr, "standard output: cannot write: %s\n",
                      errno != 0 ? strerror(errno) : "an earlier part was lost");
    return code != 0 ? code : EXIT_FAILURE;
}
