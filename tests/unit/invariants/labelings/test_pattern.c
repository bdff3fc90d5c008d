/* test_pattern.c - which nodes of a small pattern are joined. */
#include "invariants/labelings/pattern.h"

#include "support/check.h"

static void joined_nodes_are_those_of_the_bits(void **state)
{
    (void)state;
    const sg_pattern path = {.n_nodes = 3, .adjacent = {2, 5, 2}}; /* 0-1 1-2 */
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++)
            assert_int_equal(sg_pattern_joined(&path, i, j), i + 1 == j || j + 1 == i);
}

static void names_mean_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned n_nodes, n_edges, degree; /* of each node; 0: not the same */
    } CASES[] = {{"edge", 2, 1, 1},     {"triangle", 3, 3, 2}, {"square", 4, 4, 2},
                 {"clique6", 6, 15, 5}, {"cycle5", 5, 5, 2},   {"tailed-triangle", 4, 4, 0}};
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
        sg_pattern pattern = {0};
        unsigned n_arcs = 0;
        check_ok(sg_pattern_parse(&pattern, CASES[c].text, strlen(CASES[c].text), &err));
        assert_int_equal(pattern.n_nodes, CASES[c].n_nodes);
        for (unsigned i = 0; i < pattern.n_nodes; i++) {
            unsigned degree = 0;
            for (unsigned j = 0; j < pattern.n_nodes; j++) {
                degree += sg_pattern_joined(&pattern, i, j);
                assert_int_equal(sg_pattern_joined(&pattern, i, j),
                                 sg_pattern_joined(&pattern, j, i));
            }
            assert_false(sg_pattern_joined(&pattern, i, i));
            if (CASES[c].degree > 0) assert_int_equal(degree, CASES[c].degree);
            n_arcs += degree;
        }
        assert_int_equal(n_arcs, 2 * CASES[c].n_edges);
    }
}

static void people_have_names_for_some(void **state)
{
    (void)state;
    static const char *const name[][2] = {
        {"0-1", "edge"},          {"cycle3", "triangle"},
        {"clique3", "triangle"},  {"0-1.1-2.2-3.3-0", "square"},
        {"cycle5", "cycle of 5"}, {"clique4", "clique of 4"},
        {"0-1.0-2.0-3", "star"},  {"0-1.1-2", "pattern"}};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        sg_pattern pattern = {0};
        check_ok(sg_pattern_parse(&pattern, name[i][0], strlen(name[i][0]), &err));
        assert_string_equal(sg_pattern_name(&pattern), name[i][1]);
    }
}

SG_TESTS(cmocka_unit_test(people_have_names_for_some),
         cmocka_unit_test(joined_nodes_are_those_of_the_bits),
         cmocka_unit_test(names_mean_what_they_say))
