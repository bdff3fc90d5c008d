/* test_picture_rows.c - rows of panels: what they show and how high they are. */
#include "small_page.h"

static void options_choose_layers_and_heads(void **state)
{
    (void)state;
    const uint32_t one = 1, three = 3;
    const sg_layer_explanation first = {.layer = 0, .n_heads = 2},
                               second = {.layer = 1, .n_heads = 1},
                               last = {.layer = 1, .n_heads = 1, .decodes = true};
    const sg_page all = {0}, some = {.options = {.layer = &one, .head = &one}},
                  none = {.options = {.head = &three}};
    assert_true(sg_page_shows_layer(&all, &first) && sg_page_shows_layer(&all, &second));
    assert_false(sg_page_shows_layer(&all, &last));
    assert_false(sg_page_shows_layer(&some, &first));
    assert_true(sg_page_shows_layer(&some, &second));
    assert_false(sg_page_shows_layer(&some, &last));
    assert_true(sg_page_shows_head(&all, 0) && sg_page_shows_head(&all, 7));
    assert_true(sg_page_shows_head(&some, 1) && !sg_page_shows_head(&some, 0));
    assert_int_equal(sg_page_count_heads(&all, &first), 2);
    assert_int_equal(sg_page_count_heads(&some, &first), 1);
    assert_int_equal(sg_page_count_heads(&some, &second), 0);
    assert_int_equal(sg_page_count_heads(&none, &first), 0);
}

/* Panels of 60 pixels with titles of 20, rows with titles of 30, lines of 13, gaps of 12. */
static void heights_by_hand(void **state)
{
    (void)state;
    const uint32_t zero = 0;
    const sg_layer_explanation one = {.n_heads = 1}, two = {.n_heads = 2};
    sg_page p = {.its.height = 60, .top = 2, .n_columns = 2};
    sg_layer_explanation decoder = {.decodes = true};
    const sg_explanation explanation = {.layer = &decoder, .n_layers = 1};
    p.explanation = &explanation;
    check_near(sg_page_first_row_height(&p), 20 + 60 + 13 + 12 + 6, 0, 0);
    p.n_columns = 3; /* six lines of legend are higher */
    check_near(sg_page_first_row_height(&p), 20 + 6 * 16 + 12 + 6, 0, 0);
    p.its.height = 200;
    check_near(sg_page_first_row_height(&p), 20 + 200 + 13 + 12 + 6, 0, 0);
    p.its.height = 60;
    check_near(sg_page_row_height(&p, &one), 30 + 20 + 60 + 2 * 13 + 12, 0, 0);
    check_near(sg_page_row_height(&p, &two), 30 + 2 * (20 + 60) + 12 + 4 * 13 + 12, 0, 0);
    p.options.head = &zero;
    check_near(sg_page_row_height(&p, &two), 30 + 20 + 60 + 2 * 13 + 12, 0, 0);
}

/* Panels that have room for their titles. */
static small_page *wide_page(const char *description)
{
    small_page *s = small_page_open(description);
    s->page.its.width = 300;
    s->page.width = 1300;
    return s;
}

static void the_first_row_shows_the_graph(void **state)
{
    (void)state;
    small_page *s = wide_page(ONE_HEAD);
    sg_page_first_row(&s->page);
    check_near(s->page.y, 100 + sg_page_first_row_height(&s->page), 0, 0);
    CHECK_PARTS(drawn(&s->page.svg), "data-panel=\"labels\"", ">Node labels<", ">5<", ">9<",
                "data-layer=\"1\"", "data-panel=\"decoder\"",
                ">Contributions of the nodes in layer 1<", "data-contribution=", ">Output ",
                ">Color and width: the weight of a message.");
    small_page_close(s);
    s = wide_page(ONE_HEAD);
    s->page.n_columns = 2; /* no room for a legend */
    s->data.node_label.n_columns = 0;
    sg_page_first_row(&s->page);
    const char *text = drawn(&s->page.svg);
    assert_non_null(strstr(text, ">The graph<"));
    assert_null(strstr(text, ">Output "));
    s->data.node_label.n_columns = 1;
    small_page_close(s);
}

static void a_single_head_has_four_panels(void **state)
{
    (void)state;
    small_page *s = wide_page(ONE_HEAD);
    check_ok(sg_page_layer(&s->page, &s->explanation.layer[0], &err));
    check_near(s->page.y, 100 + sg_page_row_height(&s->page, &s->explanation.layer[0]), 0, 0);
    const char *text = drawn(&s->page.svg);
    assert_int_equal(count_text(text, "data-panel="), 4);
    CHECK_PARTS(text, "data-layer=\"0\"", "Layer 0: label @ distance 1", "weight of a message",
                ">Invariant labels", ">All messages (4)<", ">Top 2 positive<",
                ">+3: ", ">+2: ", ">Top 2 negative<",
                ">\xe2\x88\x92"
                "2: ");
    small_page_close(s);
}

/* Panels are as wide as the names below them. */
static void names_need_room(void **state)
{
    (void)state;
    small_page *s = wide_page(ONE_HEAD);
    double width = 10, wider = 1000;
    check_ok(sg_page_layer_width(&width, &s->page, &s->explanation.layer[0], &err));
    assert_true(width > 100 && width < 300);
    check_ok(sg_page_layer_width(&wider, &s->page, &s->explanation.layer[0], &err));
    check_near(wider, 1000, 0, 0);
    small_page_close(s);
}

static void several_heads_are_columns(void **state)
{
    (void)state;
    const uint32_t one = 1, two = 2;
    small_page *s = wide_page(TWO_HEADS);
    check_ok(sg_page_layer(&s->page, &s->explanation.layer[0], &err));
    check_near(s->page.y, 100 + sg_page_row_height(&s->page, &s->explanation.layer[0]), 0, 0);
    const char *text = drawn(&s->page.svg);
    assert_int_equal(count_text(text, "data-panel=\"messages\""), 2);
    assert_int_equal(count_text(text, "data-panel=\"top\""), 2);
    CHECK_PARTS(text, ">Layer 0<", ">Top 2 positive, negative<", ">+3: ",
                ">\xe2\x88\x92"
                "2: ",
                ">+6: ", ">+5: ");
    small_page_close(s);
    /* One of them alone is drawn like a single head; one that does not exist is not drawn. */
    s = wide_page(TWO_HEADS);
    s->page.options.head = &two;
    const size_t before = s->page.svg.text.size;
    check_ok(sg_page_layer(&s->page, &s->explanation.layer[0], &err));
    assert_int_equal(s->page.svg.text.size, before);
    s->page.options.head = &one;
    check_ok(sg_page_layer(&s->page, &s->explanation.layer[0], &err));
    text = drawn(&s->page.svg);
    assert_int_equal(count_text(text, "data-panel="), 4);
    CHECK_PARTS(text, ">Layer 0<", ">+6: ", ">+5: ", ">There are none.<");
    small_page_close(s);
}

static sg_status draw_layer(void *context, sg_error *err)
{
    small_page *s = context;
    sg_status status = SG_OK;
    s->page.svg = begun();
    SG_TRY(sg_page_layer(&s->page, &s->explanation.layer[0], err));
    SG_TRY(sg_svg_end(&s->page.svg, err));
done:
    sg_svg_free(&s->page.svg);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    static const char *const description[] = {ONE_HEAD, TWO_HEADS};
    for (int i = 0; i < 2; i++) {
        small_page *s = small_page_open(description[i]);
        sg_svg_free(&s->page.svg);
        assert_true(check_out_of_memory(draw_layer, s) >= 4);
        small_page_close(s);
    }
}

SG_TESTS(cmocka_unit_test(options_choose_layers_and_heads), cmocka_unit_test(heights_by_hand),
         cmocka_unit_test(the_first_row_shows_the_graph),
         cmocka_unit_test(a_single_head_has_four_panels),
         cmocka_unit_test(several_heads_are_columns), cmocka_unit_test(names_need_room),
         cmocka_unit_test(survives_any_failing_allocation))
