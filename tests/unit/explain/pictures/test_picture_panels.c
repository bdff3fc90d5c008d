/* test_picture_panels.c - titles that fit, panels in their columns, and what stands below them. */
#include "small_page.h"

static void columns_stand_side_by_side(void **state)
{
    (void)state;
    const sg_page p = {.its.width = 100};
    check_near(sg_page_column(&p, 0), 20, 0, 0);
    check_near(sg_page_column(&p, 1), 132, 0, 0);
    check_near(sg_page_column(&p, 3), 356, 0, 0);
}

/* Words that do not fit end in three dots; so do words that are longer than any line. */
static void words_are_cut_where_they_do_not_fit(void **state)
{
    (void)state;
    char many[400];
    sg_page p = {.svg = begun()};
    memset(many, 'm', sizeof many - 1);
    many[sizeof many - 1] = '\0';
    sg_page_line(&p, 3, 4, 10, "sg-ink", "it fits", 1000);
    sg_page_line(&p, 3, 4, 10, "sg-soft", "this does not fit", 60);
    sg_page_line(&p, 3, 4, 10, "sg-soft", "nothing", 0);
    sg_page_line(&p, 3, 4, 10, "sg-soft", many, 500);
    const char *text = drawn(&p.svg);
    CHECK_PARTS(text, "x=\"3\" y=\"4\" font-size=\"10\" class=\"sg-ink\">it fits<", ">this",
                "\xe2\x80\xa6<", ">\xe2\x80\xa6<", ">mmm", "m\xe2\x80\xa6<");
    assert_null(strstr(text, "does not fit"));
    assert_int_equal(count_text(text, "\xe2\x80\xa6"), 3);
    sg_svg_free(&p.svg);
}

static void pages_have_a_title(void **state)
{
    (void)state;
    small_page *s = small_page_open(ONE_HEAD);
    s->page.width = 1000;
    sg_page_title(&s->page);
    CHECK_PARTS(drawn(&s->page.svg), "graph 0<", "predicted");
    check_near(s->page.y, SG_PAGE_TITLE, 0, 0);
    s->page.width = 120; /* nothing is cut: the words take more lines */
    assert_true(sg_page_title_height(&s->page) > SG_PAGE_TITLE + 20);
    small_page_close(s);
}

/* A whole page: ethyl fluoride, placed by the layout. */
static void a_page_of_a_molecule(void **state)
{
    (void)state;
    small_page *s = small_page_open(ONE_HEAD);
    sg_structure_atom atom[] = {{.symbol = "C"}, {.symbol = "C"}, {.symbol = "F"}};
    sg_structure_bond bond[] = {{.from = 0, .to = 1, .look = SG_LOOK_SINGLE},
                                {.from = 1, .to = 2, .look = SG_LOOK_SINGLE}};
    const sg_molecule_look look = {.atom = atom, .bond = bond, .n_bonds = 2};
    sg_svg_free(&s->page.svg);
    s->page.svg = (sg_svg){0};
    s->page.its = (sg_picture_graph){0};
    check_ok(sg_page_molecule(&s->page, &look, &err));
    const char *text = s->page.svg.text.data;
    assert_int_equal(count_text(text, "data-node="), 3);
    assert_int_equal(count_text(text, "class=\"sg-bond\""), 2);
    assert_non_null(strstr(text, ">F<"));
    assert_null(strstr(text, ">C<"));
    sg_layout_free(&s->page.its.layout);
    small_page_close(s);
}

static void panels_have_a_title_and_a_frame(void **state)
{
    (void)state;
    small_page *s = small_page_open(ONE_HEAD);
    sg_page_open_panel(&s->page, 1, "labels", "first & best");
    assert_int_equal(s->page.svg.depth, 3);
    sg_page_close_panel(&s->page);
    assert_int_equal(s->page.svg.depth, 1);
    sg_page_open_panel(&s->page, 0, "messages", "second");
    sg_page_close_panel(&s->page);
    /* Edges are faint where arrows are drawn on top of them. */
    CHECK_PARTS(drawn(&s->page.svg), "translate(132", "100)", "data-panel=\"labels\"",
                ">first &amp; best<", "<rect", "width=\"100\" height=\"60\"",
                "d=\"M20 30L50 30M50 30L80 30\" class=\"sg-line\"", "translate(20",
                "data-panel=\"messages\"", ">second<", "class=\"sg-frame\"",
                "L80 30\" class=\"sg-frame\"");
    small_page_close(s);
}

/* Names stand in the nodes, or where these are too small, beside a key of colors. */
static void label_panels_name_the_labels(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        small_page *s = small_page_open(ONE_HEAD);
        const sg_node_labels labels = {.page = &s->page};
        if (i == 1) s->page.its.radius = 5;
        sg_page_label_panel(&s->page, 0, "Node labels", &labels);
        const char *text = drawn(&s->page.svg);
        CHECK_PARTS(text, "data-panel=\"labels\"", ">Node labels<", "data-node=\"2\"", ">5<",
                    ">9<");
        assert_int_equal(count_text(text, ">5<"), i == 0 ? 2 : 1);
        assert_int_equal(count_text(text, "<circle"), i == 0 ? 3 : 5);
        assert_int_equal(s->rank[2], 1);
        small_page_close(s);
    }
}

/* Four messages; what biases contribute is said once, with all messages. */
static void arrow_panels_draw_arrows_and_dots(void **state)
{
    (void)state;
    static const char *const kind[] = {"messages", "top"};
    for (int i = 0; i < 2; i++) {
        small_page *s = small_page_open(ONE_HEAD);
        double bias[] = {1, 2, 3};
        sg_head_explanation head = s->explanation.layer[0].head[0];
        sg_arrows arrows;
        head.node = bias;
        sg_arrows_all(&arrows, s->message, &head, false);
        assert_int_equal(arrows.n, 4);
        sg_page_arrow_panel(&s->page, 2, kind[i], "Arrows", &arrows);
        const char *text = drawn(&s->page.svg);
        CHECK_PARTS(text, "data-panel=", kind[i], ">Arrows<",
                    "data-sender=", "data-node=\"0\"");
        assert_int_equal(count_text(text, "data-sender="), 4);
        assert_int_equal(count_text(text, "r=\"4\""), 3);
        assert_int_equal(count_text(text, "data-contribution="), i == 0 ? 7 : 4);
        small_page_close(s);
    }
}

static void weights_are_listed_by_name(void **state)
{
    (void)state;
    small_page *s = small_page_open(ONE_HEAD);
    s->page.its.width = 400;
    const sg_head_explanation *head = &s->explanation.layer[0].head[0];
    const uint32_t five = head->receiver_label[0];
    sg_top_weight top[2] = {{.n_messages = 2, .value = -2}, {.n_messages = 1, .value = 0.25}};
    for (uint32_t w = 0; w < 3; w++) {
        const sg_explained_head *of = &s->explainer->head[head->head];
        if (of->weight_sender[w] == five && of->weight_receiver[w] == five) top[0].weight = w;
        if (of->weight_sender[w] != five) top[1].weight = w;
    }
    sg_page_list_tops(&s->page, 0, head, top, 2);
    sg_page_list_tops(&s->page, 1, head, NULL, 0);
    assert_true(sg_page_tops_width(&s->page, head, top, 2) > 100);
    check_near(sg_page_tops_width(&s->page, head, NULL, 0), 0, 0, 0);
    /* The panel ends at 100 + 20 + 60; lines are 13 apart. */
    CHECK_PARTS(drawn(&s->page.svg), "y=\"193\"",
                ">\xe2\x88\x92"
                "2: 5 \xe2\x86\x92 5 at distance 1 (\xc3\x97 2)<",
                "y=\"206\"", ">+0.25: 9 \xe2\x86\x92 5 at distance 1<", "y=\"193\"",
                ">There are none.<");
    small_page_close(s);
}

static void numbers_have_signs(void **state)
{
    (void)state;
    assert_string_equal(sg_page_number(-0.25, 3, false).text, "\xe2\x88\x92"
                                                              "0.25");
    assert_string_equal(sg_page_number(0.25, 3, true).text, "+0.25");
    assert_string_equal(sg_page_number(1234.5, 2, false).text, "1.2e+03");
}

SG_TESTS(cmocka_unit_test(numbers_have_signs), cmocka_unit_test(columns_stand_side_by_side),
         cmocka_unit_test(words_are_cut_where_they_do_not_fit),
         cmocka_unit_test(pages_have_a_title), cmocka_unit_test(a_page_of_a_molecule),
         cmocka_unit_test(panels_have_a_title_and_a_frame),
         cmocka_unit_test(label_panels_name_the_labels),
         cmocka_unit_test(arrow_panels_draw_arrows_and_dots),
         cmocka_unit_test(weights_are_listed_by_name))
