/* test_observer.c - telling whoever watches. */
#include "base/observer.h"
#include "support/check.h"

#include <time.h>

typedef struct watcher {
    sg_progress seen;
    int n_calls;
    int patience; /* calls after which it has had enough */
} watcher;

static bool watch(void *context, const sg_progress *progress)
{
    watcher *w = context;
    w->seen = *progress;
    return ++w->n_calls < w->patience;
}

static const sg_progress halfway = {"reading", "bytes", 5, 10};

static void nobody_has_to_watch(void **state)
{
    (void)state;
    const sg_observer blind = {0};
    check_ok(sg_observe(NULL, halfway, &err));
    check_ok(sg_observe(&blind, halfway, &err));
}

static void the_watcher_sees_all(void **state)
{
    (void)state;
    watcher w = {.patience = 100};
    const sg_observer observer = {watch, &w};
    check_ok(sg_observe(&observer, halfway, &err));
    check_ok(sg_observe(&observer, (sg_progress){"reading", "bytes", 7, 0}, &err));
    assert_int_equal(w.n_calls, 2);
    assert_string_equal(w.seen.stage, "reading");
    assert_string_equal(w.seen.unit, "bytes");
    assert_int_equal(w.seen.done, 7);
    assert_int_equal(w.seen.total, 0);
}

static void the_watcher_can_stop_it(void **state)
{
    (void)state;
    watcher w = {.patience = 2};
    const sg_observer observer = {watch, &w};
    check_ok(sg_observe(&observer, halfway, &err));
    check_fails(sg_observe(&observer, halfway, &err), SG_ECANCELED, "reading: stopped");
    assert_int_equal(sg_observe(&observer, halfway, NULL), SG_ECANCELED);
}

static void the_clock_goes_forward(void **state)
{
    (void)state;
    const double first = sg_seconds(), then = sg_seconds();
    assert_true(then >= first);
}

/* ---- Watches --------------------------------------------------------------------------------- */

/* Ask until the clock has been looked at often enough, or somebody wants to stop. */
static sg_status ask_for_long(sg_error *error)
{
    for (double begin = sg_seconds(); sg_seconds() < begin + 10;)
        if (sg_watch_ask(error) != SG_OK) return SG_ECANCELED;
    return SG_OK;
}

static void who_watches_is_asked_again(void **state)
{
    (void)state;
    watcher w = {.patience = 4};
    const sg_observer observer = {watch, &w};
    sg_watch own;
    check_ok(sg_watch_ask(&err)); /* nobody watches yet */
    sg_watch_begin(&own, &observer);
    check_ok(sg_observe(NULL, halfway, &err));
    check_fails(ask_for_long(&err), SG_ECANCELED, "reading: stopped");
    assert_int_equal(w.n_calls, 4);
    assert_int_equal(w.seen.done, 5);
    /* From now on nobody needs to be asked. */
    check_fails(sg_watch_ask(&err), SG_ECANCELED, "reading: stopped");
    check_fails(sg_observe(NULL, halfway, &err), SG_ECANCELED, "reading: stopped");
    assert_int_equal(w.n_calls, 4);
    sg_watch_end(&own);
    check_ok(sg_watch_ask(&err));
}

static void watches_nest(void **state)
{
    (void)state;
    watcher outer = {.patience = 100}, inner = {.patience = 2};
    const sg_observer first = {watch, &outer}, second = {watch, &inner};
    sg_watch around, within, again;
    sg_watch_begin(&around, &first);
    sg_watch_begin(&within, &second);
    sg_watch_begin(&again, &first); /* it watches already */
    check_ok(sg_observe(&second, halfway, &err));
    assert_int_equal(outer.n_calls, 1);
    assert_int_equal(inner.n_calls, 1);
    check_fails(sg_observe(&first, halfway, &err), SG_ECANCELED, "stopped");
    sg_watch_end(&again);
    sg_watch_end(&within);
    check_ok(sg_watch_ask(&err)); /* only the inner one wanted to stop */
    outer.patience = 0;
    sg_watch_begin(&within, &second);
    check_fails(sg_observe(NULL, halfway, &err), SG_ECANCELED, "stopped");
    check_fails(sg_watch_ask(&err), SG_ECANCELED, "stopped");
    sg_watch_end(&around); /* in any order */
    sg_watch_end(&within);
    check_ok(sg_watch_ask(&err));
}

/* Steps that take milliseconds look at the clock every time; others every so many steps. */
static void seldom_steps_ask_every_time(void **state)
{
    (void)state;
    watcher w = {.patience = 3};
    const sg_observer observer = {watch, &w};
    const struct timespec pause = {.tv_nsec = 30000000};
    sg_watch own;
    check_ok(sg_watch_ask_seldom(&err)); /* nobody watches */
    sg_watch_begin(&own, &observer);
    check_ok(sg_observe(NULL, halfway, &err));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(nanosleep(&pause, NULL), 0);
        if (i == 0) check_ok(sg_watch_ask_seldom(&err));
    }
    check_fails(sg_watch_ask_seldom(&err), SG_ECANCELED, "stopped");
    check_fails(sg_watch_look(&err), SG_ECANCELED, "stopped");
    assert_int_equal(w.n_calls, 3);
    sg_watch_end(&own);
}

/* A thread that helps calls nobody, but hears that it shall stop. */
static void helpers_hear_and_call_nobody(void **state)
{
    (void)state;
    watcher w = {.patience = 1};
    const sg_observer observer = {watch, &w};
    const sg_watch_place before = sg_watch_here;
    sg_watch own;
    sg_watch_begin(&own, &observer);
    const sg_watch_place ours = sg_watch_here;
    sg_watch_help(&own, NULL);
    check_ok(sg_watch_look(&err));
    assert_int_equal(w.n_calls, 0);
    sg_watch_here = ours;
    check_fails(sg_observe(NULL, halfway, &err), SG_ECANCELED, "stopped");
    sg_watch_help(&own, NULL);
    check_fails(sg_watch_look(&err), SG_ECANCELED, "stopped");
    assert_int_equal(w.n_calls, 1);
    sg_watch_here = ours;
    sg_watch_end(&own);
    assert_ptr_equal(sg_watch_here.watch, before.watch);
}

static bool work_meanwhile(void *context, const sg_progress *progress)
{
    int *n_calls = context;
    (void)progress;
    ++*n_calls;
    check_ok(sg_observe(NULL, halfway, &err)); /* this does not come back */
    return true;
}

static void observers_may_use_the_library(void **state)
{
    (void)state;
    int n_calls = 0;
    sg_watch own;
    sg_watch_begin(&own, &(sg_observer){work_meanwhile, &n_calls});
    check_ok(sg_observe(NULL, halfway, &err));
    assert_int_equal(n_calls, 1);
    sg_watch_end(&own);
}

static void short_steps_ask_now_and_then(void **state)
{
    (void)state;
    watcher w = {.patience = 1};
    sg_watch begun;
    check_ok(sg_watch_ask_at(0, &err)); /* nobody watches */
    sg_watch_begin(&begun, &(sg_observer){watch, &w});
    assert_int_equal(sg_observe(NULL, halfway, NULL), SG_ECANCELED);
    check_ok(sg_watch_ask_at(1, &err));
    check_ok(sg_watch_ask_at(4095, &err));
    check_fails(sg_watch_ask_at(4096, &err), SG_ECANCELED, "stopped");
    sg_watch_end(&begun);
}

SG_TESTS(cmocka_unit_test(short_steps_ask_now_and_then),
         cmocka_unit_test(the_clock_goes_forward), cmocka_unit_test(nobody_has_to_watch),
         cmocka_unit_test(the_watcher_sees_all), cmocka_unit_test(the_watcher_can_stop_it),
         cmocka_unit_test(who_watches_is_asked_again), cmocka_unit_test(watches_nest),
         cmocka_unit_test(seldom_steps_ask_every_time),
         cmocka_unit_test(helpers_hear_and_call_nobody),
         cmocka_unit_test(observers_may_use_the_library))
