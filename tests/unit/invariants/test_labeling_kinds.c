/* test_labeling_kinds.c - what kinds of labelings share: parsing numbers and where they start from. */
#include "invariants/labeling.h"

#include "base/observer.h"
#include "support/check.h"
#include "support/keys_of.h"

static void numbers_are_parsed(void **state)
{
    (void)state;
    sg_labeling_parameters p = {0};
    check_ok(sg_parse_number(&p, "2", 2, 40, &err));
    assert_int_equal(p.max, 2);
    check_ok(sg_parse_number(&p, "40", 2, 40, &err));
    assert_int_equal(p.max, 40);
    check_ok(sg_parse_number(&p, "007", 2, 40, &err));
    assert_int_equal(p.max, 7);
    static const char *const WRONG[] = {
        "", "1", "41", "-3", "3-4", "3 ", " 3", "3x", "x", "+3", "99999999999999999999"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        check_fails(sg_parse_number(&p, WRONG[i], 2, 40, &err), SG_EINVAL,
                    "a whole number from 2 to 40 is needed");
    assert_int_equal(p.max, 7); /* untouched */
    check_fails(sg_parse_number(&p, "41", 2, 40, &err), SG_EINVAL, "found \"41\"");
}

static void ranges_are_parsed(void **state)
{
    (void)state;
    sg_labeling_parameters p = {0};
    check_ok(sg_parse_range(&p, "9", 2, 40, &err));
    assert_true(p.min == 2 && p.max == 9);
    check_ok(sg_parse_range(&p, "3-3", 2, 40, &err));
    assert_true(p.min == 3 && p.max == 3);
    check_ok(sg_parse_range(&p, "2-40", 2, 40, &err));
    assert_true(p.min == 2 && p.max == 40);
    static const char *const WRONG[] = {
        "",   "1",    "41",    "4-3",   "1-5", "5-41", "5-",
        "-5", "5--6", "5-6-7", "5 - 6", "5x",  "x-5",  "5-99999999999999999999"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        check_fails(sg_parse_range(&p, WRONG[i], 2, 40, &err), SG_EINVAL,
                    "MAX or MIN-MAX from 2 to 40 is needed");
    assert_true(p.min == 2 && p.max == 40); /* untouched */
}

static void labelings_start_from_labels_or_their_base(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const int32_t label[3] = {5, 5, 9};
    const sg_graph_view view = {.graph = &graph, .node_label = label, .n_node_columns = 1};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_budget budget = {UINT64_MAX};
    const sg_label_work work = {&one, &scratch, &budget};
    sg_labeling degree = {.kind = &sg_labeling_degree};
    const sg_labeling plain = {.kind = &sg_labeling_wl},
                      based = {.kind = &sg_labeling_wl, .base = &degree};
    sg_key key[3];
    check_ok(sg_labeling_start(key, &plain, &work, &err));
    for (int v = 0; v < 3; v++)
        check_same_key(key[v], sg_key_of(SG_TAG_LABEL, &(uint64_t){(uint64_t)label[v]}, 1));
    check_ok(sg_labeling_start(key, &based, &work, &err));
    for (int v = 0; v < 3; v++)
        check_same_key(key[v], sg_key_of(SG_TAG_DEGREE, &(uint64_t){v == 1 ? 2 : 1}, 1));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static bool never(void *context, const sg_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

/* Who spends many steps at once is asked about each time, who spends few once in a while. */
static void long_steps_are_watched(void **state)
{
    (void)state;
    sg_budget budget = {UINT64_MAX};
    const sg_label_work work = {.budget = &budget};
    const sg_labeling wl = {.kind = &sg_labeling_wl};
    sg_watch watch;
    sg_watch_begin(&watch, &(sg_observer){never, NULL});
    sg_watch_here.n_asks = 0;
    watch.asked -= 1; /* as if it had been asked a second ago */
    check_ok(sg_budget_spend(&work, &wl, 10, &err));
    check_fails(sg_budget_spend(&work, &wl, 3000000, &err), SG_ECANCELED, "stopped");
    sg_watch_end(&watch);
}

SG_TESTS(cmocka_unit_test(numbers_are_parsed), cmocka_unit_test(ranges_are_parsed),
         cmocka_unit_test(long_steps_are_watched),
         cmocka_unit_test(labelings_start_from_labels_or_their_base))
