/* interrupt.h - stopping when the user wants to.
 *
 *     interrupts i;
 *     interrupts_begin(&i);
 *     ... if (interrupted()) ...
 *     interrupts_end(&i);
 *
 * Between begin and end, Ctrl-C, a polite kill and a terminal that goes away (SIGINT, SIGTERM, SIGHUP)
 * are noted instead of ending the program; a second one, half a second later or more, ends it at once.
 * After one came, that remains so behind end.  They may be within each other; a signal of the outer one
 * then counts in the inner one, too.
 */
#ifndef SG_CLI_INTERRUPT_H
#define SG_CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

enum { N_INTERRUPTS = 3 };

typedef struct interrupts {
    struct sigaction before[N_INTERRUPTS]; /* what the signals did before */
} interrupts;

/* When the program begins: outside of begin and end a signal ends it at once, without half-written files. */
void interrupts_prepare(void);

/* Let signals wait, for the moment between creating a file and guarding it; `before` is what let needs. */
void interrupts_hold(sigset_t *before);
void interrupts_let(const sigset_t *before);

/* The file at `path`, which stays where it is until release, is removed by a signal that ends the program. */
void interrupt_guard(const char *path);
void interrupt_release(const char *path);

void interrupts_begin(interrupts *i);
void interrupts_end(const interrupts *i);

/* Whether a signal came between a begin and its end, also earlier ones. */
bool interrupted(void);

/* End the program by the signal that came, once everything is cleaned up; if none came, return.  A
 * shell then knows that the user wants to stop, and stops the loop that the program runs in. */
void interrupt_obey(void);

#endif
