/* interrupt.c - stopping when the user wants to. */
#include "interrupt.h"

#include <stddef.h>

static const int SIGNALS[] = {SIGINT, SIGTERM};

/* A signal handler can reach nothing else. */
static volatile sig_atomic_t came;

static void on_signal(int number)
{
    came = number;
}

/* Handlers are restored by the first signal, so that the second one is not asked.  What is ignored, by
 * nohup say, stays ignored. */
void interrupts_begin(interrupts *i)
{
    struct sigaction action = {0};
    action.sa_handler = on_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    came = 0;
    for (size_t s = 0; s < 2; s++) {
        sigaction(SIGNALS[s], NULL, &i->before[s]);
        if (i->before[s].sa_handler != SIG_IGN) sigaction(SIGNALS[s], &action, NULL);
    }
}

void interrupts_end(const interrupts *i)
{
    for (size_t s = 0; s < 2; s++) sigaction(SIGNALS[s], &i->before[s], NULL);
}

bool interrupted(void)
{
    return came != 0;
}

void interrupt_obey(void)
{
    if (came != 0) (void)raise(came);
}
