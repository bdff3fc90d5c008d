/* test_expression.c - labelings and pair properties as users write them. */
#include "base/mem.h"
#include "invariants/expression.h"
#include "support/check.h"

/* ---- Right ones --------------------------------------------------------------------------- */

static void check_text(const char *text, const char *normal, size_t n_parts, uint32_t limit)
{
    sg_label_expression expression = {0};
    check_ok(sg_label_parse(&expression, text, &err));
    assert_string_equal(expression.text, normal);
    assert_int_equal(expression.n_parts, n_parts);
    assert_int_equal(expression.limit, limit);
    sg_label_expression_free(&expression);
    assert_null(expression.part);
    assert_null(expression.text);
}

static void blanks_are_normalized(void **state)
{
    (void)state;
    check_text("degree", "degree", 1, 0);
    check_text("  degree\t", "degree", 1, 0);
    check_text("cycles:10 +\tlabel", "cycles:10+label", 2, 0);
    check_text("cycles:10+label", "cycles:10+label", 2, 0);
    check_text("label   limit   500   ", "label limit 500", 1, 500);
    check_text("label\tlimit\t500\t", "label limit 500", 1, 500);
    check_text("wl:2/degree + label limit 007", "wl:2/degree+label limit 7", 2, 7);
    check_text("none limit 4294967295", "none limit 4294967295", 1, UINT32_MAX);
    check_text("degree limit 1", "degree limit 1", 1, 1);
    check_text("patterns:triangle,square + degree limit 3",
               "patterns:triangle,square+degree limit 3", 2, 3);
}

/* What was normalized is normal, and means the same. */
static void normal_text_stays_as_it_is(void **state)
{
    (void)state;
    const char *const texts[] = {" wl:2 ", "label + wl:1/wl-edges:2/degree limit 9",
                                 "core+ring"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        sg_label_expression expression = {0};
        check_ok(sg_label_parse(&expression, texts[i], &err));
        check_text(expression.text, expression.text, expression.n_parts, expression.limit);
        sg_label_expression_free(&expression);
    }
}

static void parts_and_bases_are_what_was_written(void **state)
{
    (void)state;
    sg_label_expression expression = {0};
    check_ok(sg_label_parse(&expression, "wl:2/wl-edges:3/degree+cycles:4-9+label", &err));
    assert_int_equal(expression.n_parts, 3);
    const sg_labeling *wl = &expression.part[0];
    assert_ptr_equal(wl->kind, &sg_labeling_wl);
    assert_int_equal(wl->parameters.max, 2);
    assert_ptr_equal(wl->base->kind, &sg_labeling_wl_edges);
    assert_int_equal(wl->base->parameters.max, 3);
    assert_ptr_equal(wl->base->base->kind, &sg_labeling_degree);
    assert_null(wl->base->base->base);
    assert_ptr_equal(expression.part[1].kind, &sg_labeling_cycles);
    assert_int_equal(expression.part[1].parameters.min, 4);
    assert_int_equal(expression.part[1].parameters.max, 9);
    assert_null(expression.part[1].base);
    assert_ptr_equal(expression.part[2].kind, &sg_labeling_label);
    sg_label_expression_free(&expression);
}

static void every_kind_has_an_example_that_parses(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_labeling_kind *const *kinds = sg_labeling_kinds(&n);
    for (size_t i = 0; i < n; i++) {
        sg_label_expression expression = {0};
        check_ok(sg_label_parse(&expression, kinds[i]->example, &err));
        assert_ptr_equal(expression.part[0].kind, kinds[i]);
        assert_string_equal(expression.text, kinds[i]->example);
        assert_memory_equal(kinds[i]->usage, kinds[i]->name, strlen(kinds[i]->name));
        assert_true(strlen(kinds[i]->about) > 5);
        sg_label_expression_free(&expression);
    }
}

/* A distance belongs to its part, and the text that is kept says it as it was. */
static void distances_belong_to_parts(void **state)
{
    (void)state;
    sg_label_expression expression = {0}, again = {0};
    check_ok(
        sg_label_parse(&expression, " fwl:2 within 4/degree  + fwl:1 within 3 limit 5", &err));
    assert_string_equal(expression.text, "fwl:2 within 4/degree+fwl:1 within 3 limit 5");
    assert_int_equal(expression.part[0].parameters.within, 4);
    assert_int_equal(expression.part[1].parameters.within, 3);
    assert_ptr_equal(expression.part[0].base->kind, &sg_labeling_degree);
    check_ok(sg_label_parse(&again, expression.text, &err));
    assert_string_equal(again.text, expression.text);
    sg_label_expression_free(&expression);
    sg_label_expression_free(&again);
}

static void every_property_has_an_example_that_parses(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_property_kind *const *kinds = sg_property_kinds(&n);
    for (size_t i = 0; i < n; i++) {
        sg_property property = {0};
        check_ok(sg_property_parse(&property, kinds[i]->example, &err));
        assert_ptr_equal(property.kind, kinds[i]);
        assert_memory_equal(kinds[i]->usage, kinds[i]->name, strlen(kinds[i]->name));
        assert_true(strlen(kinds[i]->about) > 5);
        sg_property_free(&property);
        assert_null(property.kind);
    }
}

static void sixty_four_parts_and_nine_levels_are_fine(void **state)
{
    (void)state;
    char text[1024] = "wl:1";
    for (int i = 1; i < 64; i++) strcat(text, "+none");
    check_text(text, text, 64, 0);
    check_text("wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/degree",
               "wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/degree", 1, 0);
}

/* ---- Wrong ones --------------------------------------------------------------------------- */

/* The message quotes the text, says the column and a part of the reason. */
static void check_wrong(const char *text, int column, const char *reason)
{
    sg_label_expression expression = {0};
    const sg_label_expression untouched = {0};
    sg_error err = {0};
    char place[256];
    (void)snprintf(place, sizeof place, "\"%.120s\", column %d: ", text, column);
    const sg_status status = sg_label_parse(&expression, text, &err);
    if (status != SG_EINVAL || strncmp(err.text, place, strlen(place)) != 0 ||
        strstr(err.text + strlen(place), reason) == NULL)
        fail_msg("status %d: %s; expected %s... %s", (int)status, err.text, place, reason);
    assert_memory_equal(&expression, &untouched, sizeof untouched);
}

static void unknown_names_are_told_with_the_nearest(void **state)
{
    (void)state;
    check_wrong("wll:2", 1, "unknown labeling \"wll\"; did you mean wl?");
    check_wrong("Degree", 1, "did you mean degree?");
    check_wrong("wl_edges:2", 1, "did you mean wl-edges?");
    check_wrong("label + cycle:5", 9, "did you mean cycles?");
    check_wrong("wl:2/degre", 6, "unknown labeling \"degre\"; did you mean degree?");
    check_wrong("betwenness:3", 1, "did you mean betweenness?");
    check_wrong("limit", 1, "unknown labeling \"limit\"");
    check_wrong("limit 5", 1, "unknown labeling \"limit\"");
    check_wrong("xyzzy", 1, "unknown labeling");
    char text[512] = "";
    for (int i = 0; i < 50; i++) strcat(text, "degree");
    check_wrong(text, 1, "unknown labeling \"degreedegree");
}

static void missing_labelings_are_told(void **state)
{
    (void)state;
    check_wrong("", 1, "a labeling is needed here");
    check_wrong("   ", 4, "a labeling is needed here");
    check_wrong("+", 1, "a labeling is needed here");
    check_wrong("degree+", 8, "a labeling is needed here");
    check_wrong("degree+ ", 9, "a labeling is needed here");
    check_wrong("degree++label", 8, "a labeling is needed here");
    check_wrong("wl:2/", 6, "a labeling is needed here");
    check_wrong("wl:2//degree", 6, "a labeling is needed here");
    check_wrong("wl:2/+degree", 6, "a labeling is needed here");
    check_wrong("/degree", 1, "a labeling is needed here");
    check_wrong(":2", 1, "a labeling is needed here");
    check_wrong("->", 1, "a labeling is needed here");
    check_wrong("\xc3\xa4rger", 1, "a labeling is needed here");
    check_wrong("\n", 1, "a labeling is needed here");
}

static void wrong_parameters_are_told(void **state)
{
    (void)state;
    check_wrong("cycles:", 8, "found \"\"; MAX or MIN-MAX from 3 to");
    check_wrong("cycles", 7, "found \"\"; MAX or MIN-MAX from 3 to");
    check_wrong("cycles:9-3", 8, "found \"9-3\"");
    check_wrong("cycles:3-", 8, "found \"3-\"");
    check_wrong("cycles:-3", 8, "found \"-3\"");
    check_wrong("cycles:2", 8, "found \"2\"");
    check_wrong("cycles:3-4-5", 8, "found \"3-4-5\"");
    check_wrong("cycles:4294967299", 8, "found \"4294967299\"");
    check_wrong("degree + cycles:x", 17, "(usage: cycles:MAX or cycles:MIN-MAX)");
    check_wrong("wl", 3, "a whole number from 0 to 1000 is needed");
    check_wrong("wl:", 4, "a whole number");
    check_wrong("wl:-1", 4, "found \"-1\"");
    check_wrong("wl: 2", 4, "found \"\"");
    check_wrong("wl:2:3", 4, "found \"2:3\"");
    check_wrong("wl:1e3", 4, "found \"1e3\"");
    check_wrong("wl:18446744073709551618", 4, "whole number");
    check_wrong("wl/degree", 3, "found \"\"");
    check_wrong("none:", 5, "takes no parameters");
    check_wrong("label+degree:3", 13, "takes no parameters");
    check_wrong("patterns:triangel", 10, "triangel");
}

static void bases_are_for_those_that_start_from_one(void **state)
{
    (void)state;
    check_wrong("degree/label", 7,
                "starts from nothing; only wl and wl-edges can be followed by");
    check_wrong("wl:2/degree/label", 12, "starts from nothing");
    check_wrong("cycles:5/label", 9, "starts from nothing");
    check_wrong("wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/wl:1/degree", 45, "nested too deep");
}

static void limits_are_checked(void **state)
{
    (void)state;
    const char *const reason = "a number of labels, at least 1, must follow \"limit\"";
    check_wrong("degree limit", 13, reason);
    check_wrong("degree limit ", 14, reason);
    check_wrong("degree limit 0", 14, reason);
    check_wrong("degree limit 000", 14, reason);
    check_wrong("degree limit -5", 14, reason);
    check_wrong("degree limit x", 14, reason);
    check_wrong("degree limit 4294967296", 14, reason);
    check_wrong("degree limit 99999999999999999999", 14, reason);
    check_wrong("degree limit 5x", 15, "may follow here");
    check_wrong("degree limit 5+label", 15, "may follow here");
    check_wrong("degree limit 5 limit 6", 16, "may follow here");
    check_wrong("degree limit5", 8, "may follow here");
    check_wrong("degree limits 5", 8, "may follow here");
    check_wrong("degree Limit 5", 8, "may follow here");
}

static void anything_else_ends_an_expression(void **state)
{
    (void)state;
    const char *const reason = "only \"+\" or \"limit N\" may follow here";
    check_wrong("wl:2->wl:3", 5, reason);
    check_wrong("degree->label", 7, reason);
    check_wrong("degree -> label", 8, reason);
    check_wrong("cycles:3-5->label", 11, reason);
    check_wrong("wl:2@distance 0..3", 5, reason);
    check_wrong("wl:2 @ edge", 6, reason);
    check_wrong("wl:2 / degree", 6, reason);
    check_wrong("wl :2", 3, "a whole number");
    check_wrong("degree label", 8, reason);
    check_wrong("degree\n", 7, reason);
    check_wrong("degree,label", 7, reason);
}

static void a_hundred_parts_are_too_many(void **state)
{
    (void)state;
    char text[1024] = "none";
    for (int i = 1; i < 100; i++) strcat(text, "+none");
    check_wrong(text, 64 * 5 + 1, "more than 64 parts");
}

static void an_error_of_one_s_own_is_kept(void **state)
{
    (void)state;
    sg_label_expression expression = {0};
    sg_error err = {.status = SG_EIO, .text = "first"};
    assert_int_equal(sg_label_parse(&expression, "wll", &err), SG_EINVAL);
    assert_string_equal(err.text, "first");
    assert_int_equal(sg_label_parse(&expression, "wll", NULL), SG_EINVAL);
    assert_int_equal(sg_label_parse(&expression, "cycles:x", NULL), SG_EINVAL);
}

/* ---- Pair properties ---------------------------------------------------------------------- */

static void check_values(const char *text, uint32_t max, const char *expected)
{
    sg_property property = {0};
    check_ok(sg_property_parse(&property, text, &err));
    assert_ptr_equal(property.kind, &sg_property_distance);
    assert_int_equal(property.parameters.max_value, max);
    for (uint32_t d = 0; d < 1100; d++) {
        const bool listed = d < strlen(expected) && expected[d] == '1';
        if (d < 20) assert_int_equal(sg_value_counts(&property.parameters, d), listed);
        if (d > max) assert_false(sg_value_counts(&property.parameters, d));
    }
    assert_true(sg_value_counts(&property.parameters, max));
    sg_property_free(&property);
}

static void values_are_lists_of_spans(void **state)
{
    (void)state;
    check_values("distance 0..6", 6, "1111111");
    check_values("distance 0,3", 3, "1001");
    check_values("distance 8", 8, "000000001");
    check_values("  distance\t 5..5 ", 5, "000001");
    check_values("distance 7, 1..2 ,4", 7, "01101001");
    check_values("distance 2..3,3..4,2", 4, "00111");
    check_values("distance 1023", 1023, "");
    check_values("distance 0..1023", 1023, "11111111111111111111");
    check_values("distance 63..64", 64, "");
    check_values("distance 007", 7, "00000001");
}

static void check_wrong_pair(const char *text, int column, const char *reason)
{
    sg_property property = {0};
    const sg_property untouched = {0};
    sg_error err = {0};
    char place[256];
    (void)snprintf(place, sizeof place, "\"%.120s\", column %d: ", text, column);
    const sg_status status = sg_property_parse(&property, text, &err);
    if (status != SG_EINVAL || strncmp(err.text, place, strlen(place)) != 0 ||
        strstr(err.text + strlen(place), reason) == NULL)
        fail_msg("status %d: %s; expected %s... %s", (int)status, err.text, place, reason);
    assert_memory_equal(&property, &untouched, sizeof untouched);
}

static void wrong_pair_properties_are_told(void **state)
{
    (void)state;
    check_wrong_pair("", 1, "a pair property is needed here");
    check_wrong_pair("  ", 3, "a pair property is needed here");
    check_wrong_pair("0..6", 1, "unknown pair property \"0\"");
    check_wrong_pair("distnce 3", 1, "did you mean distance?");
    check_wrong_pair("distance0..6", 1, "did you mean distance?");
    check_wrong_pair(" Edge", 2, "did you mean edge?");
    check_wrong_pair("distance", 9, "values from 0 to 1023 are needed");
    check_wrong_pair("distance x", 10, "found \"x\"");
    check_wrong_pair("distance 1024", 10, "found \"1024\"");
    check_wrong_pair("distance 0..1024", 10, "found \"0..1024\"");
    check_wrong_pair("distance 99999999999999999999", 10, "values from 0 to 1023");
    check_wrong_pair("distance 6..0", 10, "found \"6..0\"");
    check_wrong_pair("distance 0..", 10, "found \"0..\"");
    check_wrong_pair("distance 0...6", 10, "found \"0...6\"");
    check_wrong_pair("distance 0..6..8", 10, "found");
    check_wrong_pair("distance 0.6", 10, "found");
    check_wrong_pair("distance 0,", 10, "found \"0,\"");
    check_wrong_pair("distance ,0", 10, "found");
    check_wrong_pair("distance 0 6", 10, "found");
    check_wrong_pair("distance -1", 10, "(usage: distance VALUES)");
    check_wrong_pair("distance->edge", 9, "found \"->edge\"");
    assert_int_equal(sg_property_parse(&(sg_property){0}, "distnce", NULL), SG_EINVAL);
}

/* A kind without parameters takes none. */
static void edge_stands_alone(void **state)
{
    (void)state;
    sg_property property = {0};
    check_ok(sg_property_parse(&property, " edge ", &err));
    assert_ptr_equal(property.kind, &sg_property_edge);
    sg_property_free(&property);
    check_wrong_pair("edge 3", 6, "takes no parameters");
    check_wrong_pair("edge->label", 5, "takes no parameters");
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status parse_both(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression = {0};
    sg_property property = {0};
    (void)context;
    SG_TRY(sg_label_parse(
        &expression, "wl:2/wl:1/degree + patterns:triangle,0-1.1-2 + cycles:5 limit 3", err));
    SG_TRY(sg_property_parse(&property, "distance 0..6", err));
done:
    sg_label_expression_free(&expression);
    sg_property_free(&property);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(parse_both, NULL) > 5);
}

/* Building the message may fail, too. */
static sg_status parse_wrong(void *context, sg_error *err)
{
    sg_label_expression expression = {0};
    const sg_status status = sg_label_parse(&expression, context, err);
    return status == SG_EINVAL ? SG_OK : status;
}

static void messages_survive_failing_allocations(void **state)
{
    (void)state;
    char unknown[] = "wl:2/wl:3+degre", nothing[] = "wl:1/wl:2/",
         parameters[] = "wl:1/cycles:x", pattern[] = "patterns:triangle,foo";
    assert_true(check_out_of_memory(parse_wrong, unknown) > 2);
    assert_true(check_out_of_memory(parse_wrong, nothing) > 2);
    assert_true(check_out_of_memory(parse_wrong, parameters) > 2);
    assert_true(check_out_of_memory(parse_wrong, pattern) > 1);
}

/* Labels that one kind alone decides are named by it. */
static void a_kind_may_be_alone(void **state)
{
    (void)state;
    static const char *const mixed[] = {"label+degree", "wl:2/degree", "degree limit 3"};
    sg_label_expression e = {0};
    check_ok(sg_label_parse(&e, SG_LABELS_OF_DATA, &err));
    assert_true(sg_label_kind_alone(&e) == &sg_labeling_label && e.part->kind->is_of_data);
    sg_label_expression_free(&e);
    check_ok(sg_label_parse(&e, "wl:2", &err));
    assert_true(sg_label_kind_alone(&e) == &sg_labeling_wl);
    sg_label_expression_free(&e);
    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        check_ok(sg_label_parse(&e, mixed[i], &err));
        assert_null(sg_label_kind_alone(&e));
        sg_label_expression_free(&e);
    }
}

/* A degree has a name, and rounds are refined by two kinds. */
static void kinds_say_what_their_labels_are(void **state)
{
    (void)state;
    const uint32_t offset[] = {0, 2, 3};
    const sg_graph graph = {.n_nodes = 2, .arc_offset = (uint32_t *)(uintptr_t)offset};
    char text[16];
    assert_int_equal(sg_labeling_degree.name_label(text, sizeof text, &graph, 0), 8);
    assert_string_equal(text, "degree 2");
    size_t n = 0, n_refine = 0, n_of_data = 0;
    const sg_labeling_kind *const *kinds = sg_labeling_kinds(&n);
    for (size_t i = 0; i < n; i++) {
        n_refine += kinds[i]->refinement != SG_NO_REFINEMENT;
        n_of_data += kinds[i]->is_of_data;
        /* Rounds are parameters, and begin with other labels. */
        assert_true(kinds[i]->refinement == SG_NO_REFINEMENT ||
                    (kinds[i]->takes_base && kinds[i]->parse != NULL));
    }
    assert_true(n_refine == 2 && n_of_data == 1);
}

SG_TESTS(cmocka_unit_test(a_kind_may_be_alone),
         cmocka_unit_test(kinds_say_what_their_labels_are),
         cmocka_unit_test(blanks_are_normalized), cmocka_unit_test(normal_text_stays_as_it_is),
         cmocka_unit_test(parts_and_bases_are_what_was_written),
         cmocka_unit_test(distances_belong_to_parts),
         cmocka_unit_test(every_kind_has_an_example_that_parses),
         cmocka_unit_test(every_property_has_an_example_that_parses),
         cmocka_unit_test(sixty_four_parts_and_nine_levels_are_fine),
         cmocka_unit_test(unknown_names_are_told_with_the_nearest),
         cmocka_unit_test(missing_labelings_are_told),
         cmocka_unit_test(wrong_parameters_are_told),
         cmocka_unit_test(bases_are_for_those_that_start_from_one),
         cmocka_unit_test(limits_are_checked),
         cmocka_unit_test(anything_else_ends_an_expression),
         cmocka_unit_test(a_hundred_parts_are_too_many),
         cmocka_unit_test(an_error_of_one_s_own_is_kept),
         cmocka_unit_test(values_are_lists_of_spans),
         cmocka_unit_test(wrong_pair_properties_are_told), cmocka_unit_test(edge_stands_alone),
         cmocka_unit_test(survives_failing_allocations),
         cmocka_unit_test(messages_survive_failing_allocations))
