/* progress.h - how far a long computation is, on standard error.
 *
 *     progress p;
 *     progress_start(&p, 0);
 *     status = sg_data_get(name, folder, &(sg_get_options){.struct_size = sizeof(sg_get_options), .observer = &p.observer}, &err);
 *     progress_stop(&p);
 *
 * A terminal shows a bar with rate and time left; anything else gets a line at the start, every
 * ten percent and at the end.  Work of functions that take no observer is shown as well.  Between start
 * and stop, Ctrl-C asks the computation to stop (SG_ECANCELED); a second one ends the program at once.
 */
#ifndef SG_CLI_PROGRESS_H
#define SG_CLI_PROGRESS_H

#include "interrupt.h"
#include "sharegnn.h"

#include <stdio.h>

typedef struct progress {
    sg_observer observer; /* for the library; points to this struct        */
    FILE *out;
    bool bar;           /* a terminal, not just lines                    */
    sg_progress latest; /* what was reported last                        */
    uint64_t begin;     /* done at the start of the stage: not our merit */
    uint64_t tenth;     /* tenths of the stage that were announced       */
    double started;     /* the stage; seconds, as the two below          */
    double time;        /* of the latest report                          */
    double drawn;
    double patience; /* what is faster is not shown                   */
    interrupts signals;
    sg_watch *watch; /* work that takes no observer is shown and stops, too */
} progress;

/* Nothing is shown of a stage before it has taken `patience` seconds, ten times as long where there is
 * no terminal. */
void progress_start(progress *p, double patience);

void progress_stop(progress *p);

/* Stop, and return what the work ended with; SG_ECANCELED also where a signal came after the last time that
 * the work asked.  What follows, a large picture say, must not begin then. */
sg_status progress_finish(progress *p, sg_status status, sg_error *err);

#endif
