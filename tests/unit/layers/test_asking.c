/* test_asking.c - when the rows of a graph are interrupted by a question. */
#include "layers/real/asking.h"
#include "support/check.h"

static bool refuse(void *context, const sg_progress *progress)
{
    (void)context, (void)progress;
    return false;
}

static void usual_graphs_are_not_asked_about(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 300; n++) assert_true(sg_row_asks_of(n, 16).next >= n);
    assert_true(sg_row_asks_of(100000, 1).next < 100000);
    assert_int_equal(sg_row_asks_of(UINT32_MAX, 1000).next, 16);
}

static void huge_graphs_are_asked_about_again_and_again(void **state)
{
    (void)state;
    sg_row_asks asks = sg_row_asks_of(1000000, 8);
    const uint32_t first = asks.next;
    assert_false(sg_row_asks_stop(&asks));
    assert_int_equal(asks.next, 2 * first);
    assert_false(sg_rows_stop());
}

/* Nobody is heard while what was stopped is left out. */
static void a_watch_stops_rows(void **state)
{
    (void)state;
    sg_row_asks asks = sg_row_asks_of(1000000, 8);
    const sg_observer observer = {refuse, NULL};
    sg_watch watch;
    sg_watch_begin(&watch, &observer);
    check_fails(sg_observe(NULL, (sg_progress){.stage = "x"}, &err), SG_ECANCELED,
                "x: stopped");
    assert_true(sg_row_asks_stop(&asks));
    assert_true(sg_rows_stop());
    sg_watch *stopped = sg_watch_leave_stopped();
    assert_false(sg_rows_stop());
    sg_watch_resume(stopped);
    assert_true(sg_rows_stop());
    sg_watch_end(&watch);
    assert_false(sg_rows_stop());
}

SG_TESTS(cmocka_unit_test(usual_graphs_are_not_asked_about),
         cmocka_unit_test(huge_graphs_are_asked_about_again_and_again),
         cmocka_unit_test(a_watch_stops_rows))
