/* interrupt.c - stopping when the user wants to. */
#include "interrupt.h"

#include <stddef.h>
#include <time.h>

static const int SIGNALS[] = {SIGINT, SIGTERM};

/* A signal handler can reach nothing else. */
static volatile sig_atomic_t came;
static struct timespec came_at; /* read by the handler alone */

/* The second signal ends the program, unless it is an echo of the first: timeout(1) signals a program
 * and then its group, of which the program is one. */
static void on_signal(int number)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (came == 0) {
        came = number;
        came_at = now;
        return;
    }
    const double apart =
        (double)(now.tv_sec - came_at.tv_sec) + 1e-9 * (double)(now.tv_nsec - came_at.tv_nsec);
    if (apart < 0.5) return;
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* What is ignored, by nohup say, stays ignored. */
void interrupts_begin(interrupts *i)
{
    struct sigaction action = {0};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    for (size_t s = 0; s < 2; s++) {
        sigaction(SIGNALS[s], NULL, &i->before[s]);
        if (s == 0 && i->before[s].sa_handler != on_signal)
            came = 0; /* else it is within another */
        if (i->before[s].sa_handler != SIG_IGN) sigaction(SIGNALS[s], &action, NULL);
    }
}

/* Once a signal came, its echo may come still, before the program has said what there is to say. */
void interrupts_end(const interrupts *i)
{
    if (came != 0) return;
    for (size_t s = 0; s < 2; s++) sigaction(SIGNALS[s], &i->before[s], NULL);
}

bool interrupted(void)
{
    return came != 0;
}

void interrupt_obey(void)
{
    if (came == 0) return;
    (void)signal(came, SIG_DFL);
    (void)raise(came);
}
