/* test_head.c - heads as users write them. */
#include "plans/head.h"

#include "base/mem.h"
#include "support/check.h"

static sg_head parse(const char *text)
{
    sg_head head = {0};
    check_ok(sg_head_parse(&head, text, &err));
    return head;
}

static void a_plain_head_has_one_label_and_a_property(void **state)
{
    (void)state;
    sg_head head = parse("wl:2 @ distance 0..6");
    assert_string_equal(head.sender, "wl:2");
    assert_string_equal(head.receiver, "wl:2");
    assert_string_equal(head.property, "distance 0..6");
    assert_null(head.bias);
    assert_int_equal(head.copies, 1);
    assert_int_equal(head.thresholds.at_least, 0);
    assert_int_equal(head.thresholds.at_most, 0);
    sg_head_free(&head);
    assert_null(head.sender);
    sg_head_free(&head);
}

static void the_arrow_points_to_the_receiver(void **state)
{
    (void)state;
    sg_head head = parse("label -> degree @ edge");
    assert_string_equal(head.sender, "label");
    assert_string_equal(head.receiver, "degree");
    sg_head_free(&head);
}

static void weights_are_of_edges(void **state)
{
    (void)state;
    sg_head head = parse("label @ arc"), far = parse("label @ distance 1");
    assert_false(head.weighs);
    check_ok(sg_head_weigh(&head, 3, &err));
    assert_true(head.weighs);
    assert_int_equal(head.column, 3);
    check_fails(sg_head_weigh(&far, 0, &err), SG_EINVAL, "are not edges");
    assert_false(far.weighs);
    sg_head_free(&head);
    sg_head_free(&far);
}

static void options_come_in_any_order(void **state)
{
    (void)state;
    sg_head head = parse("label @ distance 1..23 bias label+degree at-most 9 x12 at-least 3");
    assert_string_equal(head.property, "distance 1..23");
    assert_string_equal(head.bias, "label+degree");
    assert_int_equal(head.copies, 12);
    assert_int_equal(head.thresholds.at_least, 3);
    assert_int_equal(head.thresholds.at_most, 9);
    sg_head_free(&head);
}

static void blanks_do_not_matter(void **state)
{
    (void)state;
    sg_head head =
        parse("  wl:1 + label  limit 5->\tdegree@distance\t 0,2   bias degree limit 3 x4 ");
    assert_string_equal(head.sender, "wl:1+label limit 5");
    assert_string_equal(head.receiver, "degree");
    assert_string_equal(head.property, "distance 0,2");
    assert_string_equal(head.bias, "degree limit 3");
    assert_int_equal(head.copies, 4);
    sg_head_free(&head);
}

/* Written heads are parsed to the same, and are written the same again. */
static void writing_and_parsing_are_inverse(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"wl:2@distance 0..6", "wl:2 @ distance 0..6"},
        {"label->degree@edge", "label -> degree @ edge"},
        {"label -> label @ edge", "label @ edge"},
        {"label@path 1..3 x1", "label @ path 1..3"},
        {"label@edge at-least 1", "label @ edge"},
        {"label@edge at-most 7 bias wl:1 x2 at-least 4",
         "label @ edge x2 at-least 4 at-most 7 bias wl:1"},
        {"label@arc weight 3 x2", "label @ arc x2 weight 3"},
        {"label @ edge-bins 0.5,2 of 1 weight 0 bias wl:1",
         "label @ edge-bins 0.5,2 of 1 bias wl:1 weight 0"},
        {"label@edge decay 1e-3 x2 bias wl:1", "label @ edge x2 bias wl:1 decay 0.001"},
        {"label@edge decay 0", "label @ edge decay 0"},
        {"degree limit 3 -> cycles:3-6 + label @ distance 0,3 x4096 at-most 999999999999999999",
         "degree limit 3 -> cycles:3-6+label @ distance 0,3 x4096 at-most 999999999999999999"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = NULL;
        sg_head head = parse(cases[i][0]);
        check_ok(sg_head_write(&text, &head, &err));
        assert_string_equal(text, cases[i][1]);
        sg_head again = parse(text);
        assert_string_equal(again.sender, head.sender);
        assert_string_equal(again.receiver, head.receiver);
        assert_string_equal(again.property, head.property);
        assert_int_equal(again.copies, head.copies);
        assert_int_equal(again.thresholds.at_most, head.thresholds.at_most);
        assert_int_equal(again.bias == NULL, head.bias == NULL);
        assert_int_equal(again.weighs, head.weighs);
        assert_int_equal(again.column, head.column);
        assert_int_equal(again.decays, head.decays);
        assert_true(again.decay == head.decay);
        sg_free(text);
        sg_head_free(&head);
        sg_head_free(&again);
    }
}

/* Thresholds decide which weights there are; copies and bias have weights of their own, and a decay is of
 * training. */
static void copies_bias_and_decay_do_not_name_weights(void **state)
{
    (void)state;
    char *name = NULL;
    sg_head head =
        parse("label -> degree @ edge x3 at-least 4 at-most 7 bias wl:1 weight 2 decay 0.1");
    check_ok(sg_head_name_weights(&name, &head, &err));
    assert_string_equal(name, "label -> degree @ edge at-least 4 at-most 7 weight 2");
    assert_int_equal(head.copies, 3);
    assert_string_equal(head.bias, "wl:1");
    sg_free(name);
    sg_head_free(&head);
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "head \"\": there is no '@'"},
        {"wl:2", "a head reads LABEL @ PAIR, as in wl:2 @ distance 0..6"},
        {"@ edge", "column 1"},
        {"-> label @ edge", "column 1"},
        {"label -> @ edge", "column 1"},
        {"wll:2 @ edge", "unknown labeling \"wll\"; did you mean wl?"},
        {"label @", "column 1"},
        {"label @ x2", "column 1"},
        {"label @ distanc 3", "did you mean distance?"},
        {"label @ edge @ edge", "\"edge @ edge\""},
        {"label @ edge -> label", "\"edge -> label\""},
        {"label @ distance 5..1", "distance"},
        {"label @ edge x0", "the number of copies, 1 to 4096"},
        {"label @ edge x4097", "the number of copies, 1 to 4096"},
        {"label @ edge x99999999999999999999999", "the number of copies, 1 to 4096"},
        {"label @ edge x2y", "the number of copies, 1 to 4096"},
        {"label @ edge x2 x3", "occurs twice"},
        {"label @ edge at-least", "a number of pairs from 1 on"},
        {"label @ edge at-least 0", "a number of pairs from 1 on"},
        {"label @ edge at-most -1", "a number of pairs from 1 on"},
        {"label @ edge at-most 1.5", "a number of pairs from 1 on"},
        {"label @ edge at-most 2 at-most 2", "occurs twice"},
        {"label @ edge at-least 5 at-most 4", "no weight is left"},
        {"label @ edge weight", "the number of an edge attribute, from 0, must follow weight"},
        {"label @ edge weight one",
         "the number of an edge attribute, from 0, must follow weight"},
        {"label @ edge weight 1e3",
         "the number of an edge attribute, from 0, must follow weight"},
        {"label @ edge weight 65536",
         "the number of an edge attribute, from 0, must follow weight"},
        {"label @ edge weight 0 weight 0", "weight occurs twice"},
        {"label @ distance 0..1 weight 0",
         "the pairs of \"distance 0..1\" are not edges; use edge, arc or edge-bins"},
        {"label @ edge decay", "a weight decay from 0 to 1000000"},
        {"label @ edge decay -1", "a weight decay from 0 to 1000000"},
        {"label @ edge decay 2e6", "a weight decay from 0 to 1000000"},
        {"label @ edge decay much", "a weight decay from 0 to 1000000"},
        {"label @ edge decay 1 decay 1", "decay occurs twice"},
        {"label @ edge bias", "column 1"},
        {"label @ edge bias degre", "did you mean degree?"},
        {"label @ edge bias label bias label", "bias occurs twice"},
        {"label @ edge x2 more", "behind the pair property may come x2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_head head = {.copies = 77};
        check_fails(sg_head_parse(&head, cases[i][0], &err), SG_EINVAL, cases[i][1]);
        assert_int_equal(head.copies, 77);
        assert_null(head.sender);
    }
}

/* A message has room for some of a long text only. */
static void long_texts_are_refused_like_short_ones(void **state)
{
    (void)state;
    char text[5000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    sg_head head = {0};
    check_fails(sg_head_parse(&head, text, &err), SG_EINVAL, "there is no '@'");
    text[100] = '@';
    check_fails(sg_head_parse(&head, text, &err), SG_EINVAL, "unknown labeling");
}

static void decoders_have_a_label_and_copies(void **state)
{
    (void)state;
    char *label = NULL;
    uint32_t copies = 0;
    check_ok(sg_decoder_head_parse(&label, &copies, " wl:1 +label ", &err));
    assert_string_equal(label, "wl:1+label");
    assert_int_equal(copies, 1);
    sg_free(label);
    label = NULL;
    check_ok(sg_decoder_head_parse(&label, &copies, "degree limit 3 x10", &err));
    assert_string_equal(label, "degree limit 3");
    assert_int_equal(copies, 10);
    sg_free(label);
    label = NULL;
    static const char *const wrong[][2] = {{"", "column 1"},
                                           {"x2", "column 1"},
                                           {"degree x0", "1 to 4096"},
                                           {"degree x2 x2", "the number of copies: x2"},
                                           {"degree x2 @ edge", "the number of copies: x2"},
                                           {"degree @ edge", "column"}};
    copies = 77;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_fails(sg_decoder_head_parse(&label, &copies, wrong[i][0], &err), SG_EINVAL,
                    wrong[i][1]);
    assert_null(label);
    assert_int_equal(copies, 77);
}

static sg_status parse_and_write(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_head head = {0};
    char *text = NULL, *name = NULL, *label = NULL;
    uint32_t copies = 0;
    SG_TRY(sg_head_parse(&head, "wl:1 -> degree @ distance 0..2 x2 bias cycles:6", err));
    SG_TRY(sg_head_write(&text, &head, err));
    SG_TRY(sg_head_name_weights(&name, &head, err));
    SG_TRY(sg_decoder_head_parse(&label, &copies, "wl:1+label x2", err));
done:
    sg_head_free(&head);
    sg_free(text);
    sg_free(name);
    sg_free(label);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(parse_and_write, NULL) > 5);
}

SG_TESTS(cmocka_unit_test(a_plain_head_has_one_label_and_a_property),
         cmocka_unit_test(the_arrow_points_to_the_receiver),
         cmocka_unit_test(weights_are_of_edges), cmocka_unit_test(options_come_in_any_order),
         cmocka_unit_test(blanks_do_not_matter),
         cmocka_unit_test(writing_and_parsing_are_inverse),
         cmocka_unit_test(copies_bias_and_decay_do_not_name_weights),
         cmocka_unit_test(what_is_wrong_is_said),
         cmocka_unit_test(long_texts_are_refused_like_short_ones),
         cmocka_unit_test(decoders_have_a_label_and_copies),
         cmocka_unit_test(memory_may_run_out))
