/* interrupt.c - stopping when the user wants to. */
#include "interrupt.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

static const int SIGNALS[N_INTERRUPTS] = {SIGINT, SIGTERM, SIGHUP};

/* A signal handler can reach nothing else. */
static volatile sig_atomic_t came;
static _Atomic int64_t came_at; /* nanoseconds; 0: none came */

/* Files that are half-written. */
enum { MOST_GUARDED = 8 };
static const char *volatile guarded[MOST_GUARDED];

static void end_by(int number)
{
    for (size_t i = 0; i < MOST_GUARDED; i++)
        if (guarded[i] != NULL) (void)unlink(guarded[i]);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* The second signal ends the program, unless it is an echo of the first: timeout(1) signals a program
 * and then its group, of which the program is one.  Two threads may be here at the same time, and one of
 * them is the first. */
static void on_signal(int number)
{
    enum { SECOND = 1000000000 };
    struct timespec clock;
    int64_t first = 0;
    (void)clock_gettime(CLOCK_MONOTONIC, &clock);
    const int64_t now = (int64_t)clock.tv_sec * SECOND + clock.tv_nsec;
    if (atomic_compare_exchange_strong(&came_at, &first, now))
        came = number;
    else if (now - first >= SECOND / 2)
        end_by(number);
}

static void handle(int number, void (*handler)(int), struct sigaction *before)
{
    struct sigaction action = {0};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(number, NULL, before);
    if (before->sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

void interrupts_prepare(void)
{
    struct sigaction before;
    for (size_t s = 0; s < N_INTERRUPTS; s++) handle(SIGNALS[s], end_by, &before);
}

void interrupts_hold(sigset_t *before)
{
    sigset_t all;
    sigemptyset(&all);
    for (size_t s = 0; s < N_INTERRUPTS; s++) sigaddset(&all, SIGNALS[s]);
    (void)sigprocmask(SIG_BLOCK, &all, before);
}

void interrupts_let(const sigset_t *before)
{
    (void)sigprocmask(SIG_SETMASK, before, NULL);
}

void interrupt_guard(const char *path)
{
    for (size_t i = 0; i < MOST_GUARDED; i++)
        if (guarded[i] == NULL) {
            guarded[i] = path;
            return;
        }
}

void interrupt_release(const char *path)
{
    for (size_t i = 0; i < MOST_GUARDED; i++)
        if (guarded[i] == path) guarded[i] = NULL;
}

/* What is ignored, by nohup say, stays ignored.  A signal that nobody heard is not forgotten: it came during
 * an earlier step, after the last time that this asked. */
void interrupts_begin(interrupts *i)
{
    for (size_t s = 0; s < N_INTERRUPTS; s++) handle(SIGNALS[s], on_signal, &i->before[s]);
}

/* Once a signal came, its echo may come still, before the program has said what there is to say. */
void interrupts_end(const interrupts *i)
{
    if (came != 0) return;
    for (size_t s = 0; s < N_INTERRUPTS; s++) sigaction(SIGNALS[s], &i->before[s], NULL);
}

bool interrupted(void)
{
    return came != 0;
}

void interrupt_obey(void)
{
    if (came != 0) end_by(came);
}
