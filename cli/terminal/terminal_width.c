/* terminal_width.c - the kernel knows; a terminal that does not tell has 80 columns. */
#include "terminal_width.h"

#include "sharegnn.h"

#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is_there(FILE *out)
{
    uint32_t n_processes = 1;
    sg_cluster_look(NULL, &n_processes);
    return n_processes == 1 && isatty(fileno(out)) == 1;
}

size_t terminal_width(FILE *out)
{
    struct winsize size = {0};
    if (!terminal_is_there(out)) return 0;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
