/* test_picture_nodes.c - colors, names and hints of nodes, by label and by contribution. */
#include "draw/colors.h"
#include "small_page.h"

static void check_ranks(const sg_node_labels *labels, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t rank[3] = {77, 77, 77};
    sg_page_rank_labels(labels, rank);
    assert_int_equal(rank[0], a);
    assert_int_equal(rank[1], b);
    assert_int_equal(rank[2], c);
}

/* Labels get numbers in the order in which they occur. */
static void labels_are_ranked_as_they_occur(void **state)
{
    (void)state;
    small_page *s = small_page_open(ONE_HEAD);
    check_ranks(&(sg_node_labels){.page = &s->page}, 0, 0, 1);
    check_ranks(&(sg_node_labels){.page = &s->page, .label = (uint32_t[]){9, 3, 9}}, 0, 1, 0);
    check_ranks(&(sg_node_labels){.page = &s->page, .label = (uint32_t[]){SG_NONE, 3, 0}}, 0, 1,
                2);
    /* Nodes without labels are alike. */
    s->data.node_label.n_columns = 0;
    check_ranks(&(sg_node_labels){.page = &s->page}, 0, 0, 0);
    s->data.node_label.n_columns = 1;
    small_page_close(s);
}

static void check_name(const sg_node_style *style, uint32_t node, const char *expected)
{
    char text[32];
    assert_int_equal(style->name(text, sizeof text, style->context, node), strlen(expected));
    assert_string_equal(text, expected);
}

static void nodes_by_label(void **state)
{
    (void)state;
    char room[8];
    small_page *s = small_page_open(ONE_HEAD);
    const uint32_t label[] = {4, SG_NONE, 11};
    const sg_node_labels own = {.page = &s->page}, numbers = {.page = &s->page, .label = label},
                         named = {.page = &s->page, .label = label, .is_own = true};
    sg_node_style style = sg_page_label_style(&own, false);
    s->rank[1] = 3;
    assert_string_equal(style.fill(room, style.context, 1), sg_color_label(3));
    assert_string_equal(style.fill(room, style.context, 0), sg_color_label(0));
    check_near(style.radius, 8, 0, 0);
    assert_int_equal(style.marked, SG_NONE);
    check_name(&style, 0, "5");
    check_name(&style, 2, "9");
    style = sg_page_label_style(&numbers, false);
    check_name(&style, 0, "4");
    check_name(&style, 1, "?");
    check_name(&style, 2, "11");
    style = sg_page_label_style(&named, false);
    check_name(&style, 2, "9");
    style = sg_page_label_style(&numbers, true);
    assert_null(style.name);
    check_near(style.radius, 4, 0, 0);
    small_page_close(s);
}

/* Attributes are there where biases contribute; hints name the node and its label. */
static void nodes_say_what_they_are(void **state)
{
    (void)state;
    small_page *s = small_page_open(ONE_HEAD);
    const double contribution[] = {0.5, 0, -2};
    const sg_node_labels silent = {.page = &s->page},
                         biased = {.page = &s->page, .contribution = contribution};
    const sg_node_labels *const both[] = {&silent, &biased};
    for (int i = 0; i < 2; i++) {
        const sg_node_style style = sg_page_label_style(both[i], true);
        sg_svg svg = begun();
        sg_picture_nodes(&svg, &s->page.its, &style);
        const char *text = drawn(&svg);
        assert_int_equal(count_text(text, "data-contribution="), 3 * i);
        CHECK_PARTS(text, "data-node=\"0\"", "node 0: 5<", "data-node=\"2\"",
                    i == 1 ? "data-contribution=\"-2\"" : "", "node 2: 9<");
        sg_svg_free(&svg);
    }
    small_page_close(s);
}

/* Two digits, no zero before the point; below a hundredth of the largest it is zero. */
static void nodes_by_value(void **state)
{
    (void)state;
    small_page *s = small_page_open(ONE_HEAD);
    const double value[] = {0.5, -0.254, 0.004};
    sg_node_values values = {.page = &s->page, .value = value, .largest = 0.5};
    char room[8], expected[SG_COLOR_ROOM];
    const sg_node_style style = sg_page_value_style(&values);
    check_near(style.radius, 8, 0, 0);
    assert_int_equal(style.marked, SG_NONE);
    check_name(&style, 0, ".5");
    check_name(&style, 1, "-.25");
    check_name(&style, 2, "0");
    sg_color_signed(expected, 1);
    assert_string_equal(style.fill(room, style.context, 0), expected);
    sg_color_signed(expected, -0.508);
    assert_string_equal(style.fill(room, style.context, 1), expected);
    sg_svg svg = begun();
    sg_picture_nodes(&svg, &s->page.its, &style);
    CHECK_PARTS(drawn(&svg), "data-contribution=\"0.5\"", "node 0 contributes 0.5<",
                "data-contribution=\"-0.254\"", "node 1 contributes -0.254<");
    sg_svg_free(&svg);
    /* Where nothing contributes, all is as pale as zero. */
    values.largest = 0;
    sg_color_signed(expected, 0);
    assert_string_equal(style.fill(room, style.context, 0), expected);
    small_page_close(s);
}

SG_TESTS(cmocka_unit_test(labels_are_ranked_as_they_occur), cmocka_unit_test(nodes_by_label),
         cmocka_unit_test(nodes_say_what_they_are), cmocka_unit_test(nodes_by_value))
