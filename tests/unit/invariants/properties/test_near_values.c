/* test_near_values.c - the parameters, labels and limits that properties of near pairs share. */
#include "invariants/properties/near_values.h"

#include "invariants/expression.h"
#include "sharegnn/limits.h"
#include "support/check.h"
#include "support/keys_of.h"

static void right_texts(void **state)
{
    (void)state;
    sg_property_parameters p = {0};
    check_ok(sg_parse_within(&p, "", &err));
    assert_int_equal(p.within, SG_WITHIN_ALL);
    check_ok(sg_parse_within(&p, "within 0", &err));
    assert_int_equal(p.within, 0);
    check_ok(sg_parse_within(&p, " within  1023 ", &err));
    assert_int_equal(p.within, 1023);
    assert_true(sg_distance_counts(&p, 0) && sg_distance_counts(&p, 1023));
    check_ok(sg_parse_within(&p, "within 2, 4..5", &err));
    assert_int_equal(p.within, 5);
    for (uint32_t d = 0; d < 8; d++)
        assert_int_equal(sg_distance_counts(&p, d), d == 2 || d == 4 || d == 5);
    assert_false(sg_distance_counts(&p, SG_UNREACHED));
    check_ok(sg_parse_within(&p, "within 0..0", &err));
    assert_true(p.within == 0 && sg_distance_counts(&p, 0) && !sg_distance_counts(&p, 1));
    check_ok(sg_parse_rounds_within(&p, ":3", 0, 9, &err));
    assert_true(p.rounds == 3 && p.within == SG_WITHIN_ALL);
    check_ok(sg_parse_rounds_within(&p, ":9 within 4", 0, 9, &err));
    assert_true(p.rounds == 9 && p.within == 4);
    assert_int_equal(sg_within_reach(SG_WITHIN_ALL), SG_WITHIN_REACH);
    assert_int_equal(sg_within_reach(4), 4);
}

static void wrong_texts(void **state)
{
    (void)state;
    static const char *const within[] = {
        "4",          "with 4",      "within",
        "within x",   "within -1",   "within 1024",
        "within 4 5", "within 4.5",  "within 99999999999999999",
        "within 4..", "within 5..4", "within 1,"};
    static const char *const rounds[] = {"",    "3",  ":",   ":x",   ":-1",
                                         ": 3", ":0", ":10", ":3.5", ":99999999999999999999"};
    sg_property_parameters p = {.rounds = 77, .within = 88};
    for (size_t i = 0; i < sizeof within / sizeof *within; i++)
        check_fails(sg_parse_within(&p, within[i], &err), SG_EINVAL,
                    "\"within D\" with a distance from 0 to 1023");
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
        if (strcmp(rounds[i], ":3.5") != 0)
            check_fails(sg_parse_rounds_within(&p, rounds[i], 1, 9, &err), SG_EINVAL,
                        "a colon and a number from 1 to 9 are needed");
    check_fails(sg_parse_rounds_within(&p, ":3.5", 1, 9, &err), SG_EINVAL, "within D");
    check_fails(sg_parse_rounds_within(&p, ":3within 4", 1, 9, &err), SG_EINVAL, "within D");
    assert_true(p.rounds == 77 && p.within == 88);
}

static void too_many_steps_are_refused(void **state)
{
    (void)state;
    const sg_one_graph graph = {.number = 3, .n_nodes = 17};
    sg_property property = {.kind = &sg_property_fwl};
    check_ok(sg_property_spend(&property, &graph, SG_PROPERTY_BUDGET, &err));
    check_fails(sg_property_spend(&property, &graph, SG_PROPERTY_BUDGET + 1, &err), SG_ELIMIT,
                "fwl: graph 3 (17 nodes) takes 1000000001 steps or more, and the budget allows "
                "1000000000; ask for a smaller distance (within D)");
    property.budget = 5;
    assert_int_equal(sg_property_budget(&property), 5);
    check_ok(sg_property_spend(&property, &graph, 5, &err));
    check_fails(sg_property_spend(&property, &graph, 6, &err), SG_ELIMIT,
                "the budget allows 5");
}

static sg_status find_with_budget(const sg_one_graph *graph, const char *expression,
                                  uint64_t budget, sg_error *error)
{
    sg_property property = {0};
    sg_scratch scratch = {0};
    sg_pairs pairs = {0};
    check_ok(sg_property_parse(&property, expression, &err));
    property.budget = budget;
    const sg_status status = sg_property_find(&pairs, &property, graph, &scratch, error);
    sg_scratch_free(&scratch);
    sg_property_free(&property);
    return status;
}

/* Every property of near pairs obeys its own budget, and that of an account. */
static void all_obey_their_budget(void **state)
{
    (void)state;
    static const char *const expression[] = {"walks:4",
                                             "walks:4 within 2",
                                             "paths:5",
                                             "paths:5 within 2",
                                             "fwl:2",
                                             "fwl:2 within 2",
                                             "marked-wl:2",
                                             "marked-wl:2 within 2",
                                             "resistance",
                                             "separators",
                                             "separators within 2"};
    sg_graph graph = graph_of(8, "0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-0 0-4 1-5");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    const sg_limits limits = {.struct_size = sizeof limits, .steps = 100};
    for (size_t i = 0; i < sizeof expression / sizeof *expression; i++) {
        sg_account *account = NULL;
        check_ok(find_with_budget(&one, expression[i], 0, &err));
        check_fails(find_with_budget(&one, expression[i], 100, &err), SG_ELIMIT,
                    "and the budget allows 100");
        check_ok(sg_account_open(&account, &limits, &err));
        check_fails(find_with_budget(&one, expression[i], 0, &err), SG_ELIMIT,
                    "and the budget allows 100");
        check_ok(find_with_budget(&one, expression[i], 1000000, &err));
        sg_account_close(account);
    }
    sg_graph_free(&graph);
}

static void labels_are_those_of_the_data(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1");
    const int32_t label[] = {6, 8, 6};
    const sg_graph_view view = {.graph = &graph, .node_label = label, .n_node_columns = 1};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_key *key = NULL;
    check_ok(sg_node_labels(&key, &one, &scratch, &err));
    for (int v = 0; v < 3; v++)
        check_same_key(key[v], sg_key_of(SG_TAG_LABEL, &(uint64_t){(uint64_t)label[v]}, 1));
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

static void pairs_are_written_in_order(void **state)
{
    (void)state;
    sg_graph graph = graph_of(3, "0-1 1-2");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    const sg_key key[7] = {{9, 9}, {8, 8}, {8, 8}, {9, 9}, {8, 8}, {8, 8}, {9, 9}};
    sg_scratch scratch = {0};
    sg_near_pairs near = {0};
    sg_pairs pairs = {0};
    check_ok(sg_near_pairs_find(&near, &one, 1, &scratch, &err));
    sg_property property = {.kind = &sg_property_fwl};
    check_ok(sg_near_values_write(&pairs, &property, &one, &near, key, &scratch, &err));
    assert_int_equal(pairs.n_values, 2);
    for (uint32_t p = 0; p < 7; p++) {
        assert_int_equal(pairs.sender[p], near.node[p]);
        assert_int_equal(pairs.key[pairs.value[p]].key, key[p].key);
    }
    /* Only neighbors. */
    check_ok(sg_parse_within(&property.parameters, "within 1..2", &err));
    check_ok(sg_near_values_write(&pairs, &property, &one, &near, key, &scratch, &err));
    assert_int_equal(pairs.row[3], 4);
    /* Only pairs of one receiver are wanted. */
    sg_one_graph some = one;
    some.wanted = (const uint8_t[]){0, 1, 0};
    assert_true(sg_pairs_wanted(&one, 0) && sg_pairs_wanted(&some, 1));
    assert_false(sg_pairs_wanted(&some, 2));
    sg_pairs wanted = {0};
    check_ok(sg_near_values_write(&wanted, &property, &some, &near, key, &scratch, &err));
    assert_true(wanted.row[1] == 0 && wanted.row[2] == 2 && wanted.row[3] == 2);
    for (uint32_t p = 0; p < 4; p++) assert_int_equal(pairs.key[pairs.value[p]].key, 8);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(right_texts), cmocka_unit_test(wrong_texts),
         cmocka_unit_test(too_many_steps_are_refused), cmocka_unit_test(all_obey_their_budget),
         cmocka_unit_test(labels_are_those_of_the_data),
         cmocka_unit_test(pairs_are_written_in_order))
