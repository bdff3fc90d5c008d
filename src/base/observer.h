/* observer.h - telling whoever watches how far we are, asking whether to go on, and how long it took.
 *
 * A function that takes an observer begins a watch and ends it before it returns.  Until then all loops
 * that the thread gets into, and those of the threads that help it (threads.h), ask the watch.  No
 * function in between needs to know of it.
 *
 *     sg_watch watch;
 *     sg_watch_begin(&watch, options->observer);
 *     SG_TRY(sg_observe(NULL, (sg_progress){"reading", "bytes", 0, size}, err)); // tells the stage
 *     for (...) SG_TRY(sg_watch_ask(err));                                       // in any function
 *   done:
 *     sg_watch_end(&watch);
 *
 * Asking costs a few nanoseconds: the observer is called every 20 milliseconds at most, and only by the
 * thread that began the watch.  Loops ask about every thousand steps.  Once an observer has said no, all
 * threads hear SG_ECANCELED until the watch ends, so a loop that cannot fail may simply stop, and whoever
 * started it asks again.
 */
#ifndef SG_BASE_OBSERVER_H
#define SG_BASE_OBSERVER_H

#include "base/status.h"

#include <stdatomic.h>

struct sg_watch {
    sg_observer observer;
    sg_watch *outer;             /* the watch that this thread had before; NULL: none   */
    sg_progress latest;          /* what the observer was told last                     */
    double asked;                /* when it was called last, in seconds                 */
    _Atomic(const char *) stage; /* of `latest`, for helpers, which may not read the rest */
    atomic_bool stopped;
    bool is_on; /* false: there is no observer, or it is told already */
};

typedef struct sg_account sg_account;

/* The watch and the account of this thread. */
typedef struct sg_watch_place {
    sg_watch *watch;     /* the innermost one; NULL: nobody watches                  */
    sg_account *account; /* machine/account.h; NULL: nothing is bounded              */
    uint64_t refused;    /* bytes that mem.h could not give last                     */
    uint32_t n_asks;
    bool helps; /* another thread began the watch, and that one calls the observer */
} sg_watch_place;

extern _Thread_local sg_watch_place sg_watch_here;

/* The observer in options of the caller, by the name of the options, has a function to call.  Returns at
 * once, as SG_REQUIRE_ARGUMENT does. */
#define SG_REQUIRE_OBSERVER(options, name)                                                     \
    do {                                                                                       \
        if ((options).observer != NULL && (options).observer->progress == NULL)                \
            return sg_error_set(err, SG_EINVAL, SG_WHERE,                                      \
                                "%s->observer->progress: it is NULL", (name));                 \
    } while (0)

/* Begin a watch for this thread; `observer` may be NULL and is copied.  Watches nest. */
void sg_watch_begin(sg_watch *watch, const sg_observer *observer);

/* End a watch that this thread began. */
void sg_watch_end(sg_watch *watch);

/* Ask where somebody watches. */
sg_status sg_watch_look(sg_error *err);

/* SG_ECANCELED where somebody who watches wants to stop. */
static inline sg_status sg_watch_ask(sg_error *err)
{
    return sg_watch_here.watch == NULL ? SG_OK : sg_watch_look(err);
}

/* The same for loops whose steps take milliseconds: it looks at the clock every time. */
static inline sg_status sg_watch_ask_seldom(sg_error *err)
{
    sg_watch_here.n_asks = UINT32_MAX;
    return sg_watch_ask(err);
}

/* The same for short steps: it asks once in some thousand of them. */
static inline sg_status sg_watch_ask_at(uint64_t step, sg_error *err)
{
    return step % 4096 == 0 ? sg_watch_ask(err) : SG_OK;
}

/* Set `size` bytes to zero.  Memory that nobody has touched takes a second for some hundred megabytes on a
 * busy machine, so it asks now and then. */
sg_status sg_watch_clear(void *memory, size_t size, sg_error *err);

/* Leave out the watches that have said no already until sg_watch_resume gets what this returns: what there
 * is can be saved then.  Watches that have not said no are asked while it is saved. */
static inline sg_watch *sg_watch_leave_stopped(void)
{
    sg_watch *const watch = sg_watch_here.watch;
    while (sg_watch_here.watch != NULL && atomic_load(&sg_watch_here.watch->stopped))
        sg_watch_here.watch = sg_watch_here.watch->outer;
    return watch;
}

static inline void sg_watch_resume(sg_watch *watch)
{
    sg_watch_here.watch = watch;
}

/* Make the watch and the account of another thread, perhaps NULL, those of this one, which helps it. */
static inline void sg_watch_help(sg_watch *watch, sg_account *account)
{
    sg_watch_here.watch = watch;
    sg_watch_here.account = account;
    sg_watch_here.helps = true;
}

/* Tell `observer`, which may be NULL, and all who watch this thread how far we are.  SG_ECANCELED if
 * one of them wants to stop. */
sg_status sg_observe(const sg_observer *observer, sg_progress progress, sg_error *err);

/* Seconds since some moment, by a clock that never goes back. */
double sg_seconds(void);

#endif
