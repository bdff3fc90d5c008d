/* observer.c - a list of watches per thread, the innermost first. */
#include "base/observer.h"

#include "base/mem.h"

#include <string.h>
#include <time.h>

/* A look at the clock costs more than many a step of the loops that ask. */
enum { ASKS_PER_CLOCK = 16 };

static const double SECONDS_BETWEEN_CALLS = 0.02;

_Thread_local sg_watch_place sg_watch_here;

static bool is_same(const sg_observer *a, const sg_observer *b)
{
    return a->progress == b->progress && a->context == b->context;
}

void sg_watch_begin(sg_watch *watch, const sg_observer *observer)
{
    *watch = (sg_watch){.latest = {.stage = "working", .unit = "steps"}, .stage = "working"};
    if (observer == NULL || observer->progress == NULL || sg_watch_here.helps) return;
    for (const sg_watch *w = sg_watch_here.watch; w != NULL; w = w->outer)
        if (is_same(&w->observer, observer)) return;
    watch->observer = *observer;
    watch->outer = sg_watch_here.watch;
    watch->asked = sg_seconds();
    watch->is_on = true;
    sg_watch_here.watch = watch;
}

/* Take a watch out of the list of this thread; false where it is not there. */
static bool take_out(sg_watch *watch)
{
    for (sg_watch **w = &sg_watch_here.watch; *w != NULL; w = &(*w)->outer)
        if (*w == watch) {
            *w = watch->outer;
            return true;
        }
    return false;
}

void sg_watch_end(sg_watch *watch)
{
    if (watch->is_on && take_out(watch)) watch->is_on = false;
}

/* Tell one observer; what it calls of the library while it looks is not watched. */
static bool tell(const sg_observer *observer, const sg_progress *progress)
{
    const sg_watch_place here = sg_watch_here;
    sg_watch_here = (sg_watch_place){.account = here.account};
    const bool go_on = observer->progress(observer->context, progress);
    sg_watch_here = here;
    return go_on;
}

static sg_status stop(const char *stage, sg_error *err)
{
    return sg_error_set(err, SG_ECANCELED, SG_WHERE, "%s: stopped", stage);
}

/* Stop this watch and all inside it. */
static void stop_watches(const sg_watch *watch)
{
    for (sg_watch *w = sg_watch_here.watch; w != watch->outer; w = w->outer)
        atomic_store(&w->stopped, true);
}

/* Tell all watches what they know already, for they may have changed their minds. */
static void ask_watches(void)
{
    for (sg_watch *w = sg_watch_here.watch; w != NULL; w = w->outer) {
        w->asked = sg_seconds();
        if (!atomic_load(&w->stopped) && !tell(&w->observer, &w->latest)) stop_watches(w);
    }
}

sg_status sg_watch_look(sg_error *err)
{
    sg_watch *watch = sg_watch_here.watch;
    if (!sg_watch_here.helps && ++sg_watch_here.n_asks % ASKS_PER_CLOCK == 0 &&
        sg_seconds() - watch->asked > SECONDS_BETWEEN_CALLS)
        ask_watches();
    return atomic_load_explicit(&watch->stopped, memory_order_relaxed)
               ? stop(atomic_load(&watch->stage), err)
               : SG_OK;
}

sg_status sg_watch_clear(void *memory, size_t size, sg_error *err)
{
    enum { PORTION = 1 << 22 };
    for (size_t begin = 0; begin < size; begin += PORTION) {
        if (sg_watch_ask_seldom(err) != SG_OK) return SG_ECANCELED;
        memset((char *)memory + begin, 0, size - begin < PORTION ? size - begin : PORTION);
    }
    return SG_OK;
}

sg_status sg_observe(const sg_observer *observer, sg_progress progress, sg_error *err)
{
    sg_watch *const innermost = sg_watch_here.watch;
    const bool is_there = observer != NULL && observer->progress != NULL;
    bool go_on = !is_there || tell(observer, &progress);
    for (sg_watch *w = innermost; w != NULL && !sg_watch_here.helps; w = w->outer) {
        const bool is_told = is_there && is_same(&w->observer, observer);
        w->latest = progress;
        atomic_store(&w->stage, progress.stage);
        w->asked = sg_seconds();
        if (atomic_load(&w->stopped)) continue;
        if (is_told ? !go_on : !tell(&w->observer, &progress)) stop_watches(w);
    }
    go_on = go_on && (innermost == NULL || !atomic_load(&innermost->stopped));
    return go_on ? SG_OK : stop(progress.stage, err);
}

double sg_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- For programs ---------------------------------------------------------------------------- */

sg_status sg_watch_open(sg_watch **watch, const sg_observer *observer, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(watch);
    SG_REQUIRE_ARGUMENT(observer);
    sg_status status = SG_OK;
    sg_watch *opened = NULL;
    SG_REQUIRE(observer->progress != NULL, SG_EINVAL, "observer->progress: it is NULL");
    SG_ALLOC(opened, 1);
    sg_watch_begin(opened, observer);
    *watch = opened;
done:
    return status;
}

void sg_watch_close(sg_watch *watch)
{
    if (watch == NULL) return;
    sg_watch_end(watch);
    if (!watch->is_on) sg_free(watch); /* else it is in the list of another thread */
}
