/* test_observer.c - telling whoever watches. */
#include "base/observer.h"
#include "support/check.h"

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

SG_TESTS(cmocka_unit_test(the_clock_goes_forward), cmocka_unit_test(nobody_has_to_watch),
         cmocka_unit_test(the_watcher_sees_all), cmocka_unit_test(the_watcher_can_stop_it))
