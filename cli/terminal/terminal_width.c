/* terminal_width.c - the kernel knows; a terminal that does not tell has 80 columns. */
#include "terminal_width.h"

#include <sys/ioctl.h>
#include <unistd.h>

size_t terminal_width(FILE *out)
{
    struct winsize size = {0};
    if (!isatty(fileno(out))) return 0;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
