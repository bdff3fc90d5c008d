/* test_picture_arrows.c - which messages become arrows, in which order, and what they look like. */
#include "pair_graph.h"

#include "base/mem.h"
#include "draw/colors.h"

/* receiver, sender, weight, value, strength, contribution */
static sg_explained_message MESSAGES[] = {{0, 1, 0, 0, 2, -1},  {1, 0, 1, 0, -3, 5},
                                          {0, 0, 0, 0, 2, -6},  {1, 1, SG_NONE, SG_NONE, 0, 0},
                                          {1, 0, 2, 0, 0, 0.5}, {0, 1, 3, 0, -1, -0.5}};

enum { N_MESSAGES = 6 };

static const sg_head_explanation HEAD = {.message = MESSAGES, .n_messages = N_MESSAGES};

static void check_messages(const sg_arrows *arrows, const uint32_t *expected, uint32_t n)
{
    assert_int_equal(arrows->n, n);
    for (uint32_t i = 0; i < n; i++)
        assert_ptr_equal(arrows->message[i], &MESSAGES[expected[i]]);
}

static void values_are_weights_or_contributions(void **state)
{
    (void)state;
    const sg_arrows weights = {0}, contributions = {.by_contribution = true};
    assert_true(sg_arrow_value(&weights, &MESSAGES[1]) == -3);
    assert_true(sg_arrow_value(&contributions, &MESSAGES[1]) == 5);
}

/* What neither has a weight nor contributes is left out; equal sizes keep their order. */
static void all_messages_by_size(void **state)
{
    (void)state;
    const sg_explained_message *room[N_MESSAGES];
    sg_arrows arrows;
    sg_arrows_all(&arrows, room, &HEAD, false);
    assert_ptr_equal(arrows.head, &HEAD);
    assert_false(arrows.by_contribution);
    check_messages(&arrows, (uint32_t[]){4, 5, 0, 2, 1}, 5);
    check_near(arrows.largest, 3, 0, 0);
    sg_arrows_all(&arrows, room, &HEAD, true);
    assert_true(arrows.by_contribution);
    check_messages(&arrows, (uint32_t[]){4, 5, 0, 1, 2}, 5);
    check_near(arrows.largest, 6, 0, 0);
    const sg_head_explanation silent = {.message = &MESSAGES[3], .n_messages = 1};
    sg_arrows_all(&arrows, room, &silent, true);
    assert_int_equal(arrows.n, 0);
    assert_true(arrows.largest == 0);
}

typedef struct top_case {
    double sign, largest;
    bool by_contribution;
    uint32_t wanted, n;
    uint32_t message[4], n_messages;
    sg_top_weight top[2];
} top_case;

/* Weight 0 has the messages 0 and 2, which contribute -7 together. */
static const top_case CASES[] = {{1, 2, false, 3, 1, {0, 2}, 2, {{0, 2, 2}}},
                                 {-1, 3, false, 3, 2, {5, 1}, 2, {{1, 1, -3}, {3, 1, -1}}},
                                 {-1, 3, false, 1, 1, {1}, 1, {{1, 1, -3}}},
                                 {1, 5, true, 2, 2, {4, 1}, 2, {{1, 1, 5}, {2, 1, 0.5}}},
                                 {-1, 6, true, 1, 1, {0, 2}, 2, {{0, 2, -7}}},
                                 {1, 0, true, 0, 0, {0}, 0, {{0}}}};

static void the_largest_weights_of_a_sign(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const top_case *c = &CASES[i];
        const sg_explained_message *room[N_MESSAGES];
        sg_top_weight top[3] = {{0}};
        sg_arrows arrows;
        uint32_t n = c->wanted;
        check_ok(
            sg_arrows_top(&arrows, top, &n, room, &HEAD, c->sign, c->by_contribution, &err));
        assert_int_equal(n, c->n);
        for (uint32_t t = 0; t < n; t++) {
            assert_int_equal(top[t].weight, c->top[t].weight);
            assert_int_equal(top[t].n_messages, c->top[t].n_messages);
            check_near(top[t].value, c->top[t].value, 0, 0);
        }
        check_messages(&arrows, c->message, c->n_messages);
        if (c->n_messages > 0) check_near(arrows.largest, c->largest, 0, 0);
    }
}

static sg_status find_top(void *context, sg_error *err)
{
    const sg_explained_message *room[N_MESSAGES];
    sg_top_weight top[2];
    sg_arrows arrows;
    uint32_t n = 2;
    (void)context;
    return sg_arrows_top(&arrows, top, &n, room, &HEAD, 1, true, err);
}

static void survives_a_failing_allocation(void **state)
{
    (void)state;
    assert_int_equal(check_out_of_memory(find_top, NULL), 1);
}

/* ---- Drawing ---------------------------------------------------------------------------------- */

static void heads_have_the_colors_of_the_signs(void **state)
{
    (void)state;
    sg_svg svg = begun();
    sg_picture_arrow_heads(&svg, SG_ARROW_HEAD);
    CHECK_PARTS(drawn(&svg), "<defs", "id=\"sg-head-negative\"", sg_color_of_sign(-1),
                "id=\"sg-head-positive\"", sg_color_of_sign(1), "</defs>");
    sg_svg_free(&svg);
}

/* Dots of 4 pixels have lines of 0.5 to 2.3 pixels; large dots end at 0.5 + 2.8. */
static void looks_grow_with_the_share(void **state)
{
    (void)state;
    static const struct {
        double share, dot;
        const char *width, *opacity;
    } cases[] = {{0, 4, "stroke-width=\"0.5\"", "opacity=\"0.15\""},
                 {1, 4, "stroke-width=\"2.3\"", "opacity=\"1\""},
                 {-0.5, 4, "stroke-width=\"1.4\"", "opacity=\"0.57\""},
                 {-1, 40, "stroke-width=\"3.3\"", "opacity=\"1\""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_picture_graph its = pair_graph();
        sg_svg svg = begun();
        its.dot = cases[i].dot;
        sg_svg_open(&svg, "g");
        sg_picture_arrow_look(&svg, &its, cases[i].share);
        sg_svg_close(&svg);
        CHECK_PARTS(drawn(&svg), "stroke=\"", sg_color_of_sign(cases[i].share), cases[i].width,
                    cases[i].opacity);
        sg_svg_free(&svg);
    }
}

/* Groups of a level hold arrows; the two of weight 0 have the same level, 8 of 12. */
static void arrows_stand_in_levels(void **state)
{
    (void)state;
    const sg_picture_graph its = pair_graph();
    const sg_explained_message *room[N_MESSAGES];
    sg_arrows arrows;
    sg_svg svg = begun();
    sg_arrows_all(&arrows, room, &HEAD, false);
    sg_picture_arrows(&svg, &its, &arrows);
    const char *text = drawn(&svg);
    assert_int_equal(count_text(text, "marker-end="), 4);
    assert_int_equal(count_text(text, "data-sender="), 5);
    /* What a node sends to itself is a ring around its dot. */
    assert_int_equal(count_text(text, "<path"), 4);
    CHECK_PARTS(
        text, "url(#sg-head-positive)", "data-weight=\"0\"", "stroke-dasharray=\"7 4\"",
        "url(#sg-head-negative)", "data-weight=\"-1\"", "url(#sg-head-positive)", "<path",
        "data-sender=\"1\" data-receiver=\"0\"", "data-weight=\"2\" data-contribution=\"-1\"",
        "<circle cx=\"35\" cy=\"30\" r=\"6.5\"", "data-sender=\"0\" data-receiver=\"0\"",
        "url(#sg-head-negative)", "data-contribution=\"5\"");
    sg_svg_free(&svg);
    sg_svg nothing = begun();
    sg_picture_arrows(&nothing, &its, &(sg_arrows){0});
    assert_null(strstr(drawn(&nothing), "<g"));
    sg_svg_free(&nothing);
}

SG_TESTS(cmocka_unit_test(values_are_weights_or_contributions),
         cmocka_unit_test(all_messages_by_size),
         cmocka_unit_test(the_largest_weights_of_a_sign),
         cmocka_unit_test(survives_a_failing_allocation),
         cmocka_unit_test(heads_have_the_colors_of_the_signs),
         cmocka_unit_test(looks_grow_with_the_share), cmocka_unit_test(arrows_stand_in_levels))
