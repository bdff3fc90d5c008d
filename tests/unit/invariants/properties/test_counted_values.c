/* test_counted_values.c - keys, parameters and names of numbers by length. */
#include "invariants/properties/counted_values.h"

#include "support/check.h"
#include "support/keys_of.h"
#include "support/named_pair.h"

static void keys_are_made_of_all_lengths(void **state)
{
    (void)state;
    const uint64_t count[] = {0, 9, 1, 9, 3, 9}; /* of one of two nodes, lengths 0, 1, 2 */
    check_same_key(sg_key_of_counts(SG_TAG_WALKS, count, 2, 2),
                   sg_key_of(SG_TAG_WALKS, (uint64_t[]){0, 1, 3}, 3));
    check_same_key(sg_key_of_counts(SG_TAG_PATHS, count, 2, 0),
                   sg_key_of(SG_TAG_PATHS, (uint64_t[]){0}, 1));
}

static void lengths_are_parsed(void **state)
{
    (void)state;
    sg_property_parameters parameters = {0};
    check_ok(sg_parse_lengths(&parameters, ":32", &err));
    assert_int_equal(parameters.rounds, SG_MAX_LENGTH);
    assert_int_equal(parameters.within, UINT32_MAX);
    check_ok(sg_parse_lengths(&parameters, ":2 within 7", &err));
    assert_int_equal(parameters.rounds, 2);
    assert_int_equal(parameters.within, 7);
    check_fails(sg_parse_lengths(&parameters, ":0", &err), SG_EINVAL, "from 1 to 32");
}

static void names_say_what_there_is(void **state)
{
    (void)state;
    sg_graph graph = graph_of(4, "0-1 1-2 2-0 2-3");
    const sg_graph_view view = {.graph = &graph};
    assert_string_equal(named_pair(&view, "paths:3", 0, 1), "1 path of 1, 1 of 2");
    assert_string_equal(named_pair(&view, "paths:3", 3, 3), "self");
    assert_string_equal(named_pair(&view, "walks:3", 3, 3), "self, 1 walk of 2");
    assert_string_equal(named_pair(&view, "walks:3", 0, 1), "1 walk of 1, 1 of 2, 3 of 3");
    sg_graph_free(&graph);
}

/* The shortest comes first, then fewer. */
static void names_are_ranked(void **state)
{
    (void)state;
    const sg_one_graph graph = {.n_nodes = 1};
    const uint64_t count[][3] = {{0, 2, 0}, {0, 1, 5}, {1, 0, 0}, {0, 0, 1}};
    static const char *const order[] = {"self", "1 x of 1, 5 of 2", "2 xs of 1", "1 x of 2"};
    sg_value_names names = {0};
    for (uint64_t i = 0; i < 4; i++)
        check_ok(sg_name_counts(&names, &(sg_value_example){.key = i, .graph = &graph}, "x",
                                count[i], 2, &err));
    check_ok(sg_value_names_sort(&names, &err));
    for (uint32_t i = 0; i < 4; i++)
        assert_string_equal(sg_value_names_text(&names, i), order[i]);
    sg_value_names_free(&names);
}

static sg_status name_once(void *context, sg_error *err)
{
    (void)context;
    const sg_one_graph graph = {.n_nodes = 1};
    sg_value_names names = {0};
    const sg_status status =
        sg_name_counts(&names, &(sg_value_example){.key = 7, .graph = &graph}, "walk",
                       (uint64_t[]){0, 1, 3}, 2, err);
    sg_value_names_free(&names);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(name_once, NULL) > 0);
}

SG_TESTS(cmocka_unit_test(keys_are_made_of_all_lengths), cmocka_unit_test(lengths_are_parsed),
         cmocka_unit_test(names_say_what_there_is), cmocka_unit_test(names_are_ranked),
         cmocka_unit_test(survives_any_failing_allocation))
