/* test_svg.c - elements, escaping, numbers. */
#include "draw/svg.h"

#include "base/mem.h"
#include "draw/svg_parts.h"
#include "support/check.h"

/* What is written between the end of the picture's first tag and </svg>. */
static void check_written(sg_svg *svg, const char *expected)
{
    check_ok(sg_svg_end(svg, &err));
    const char *begin = strstr(svg->text.data, "</title>") + strlen("</title>");
    const size_t size = strlen(begin);
    assert_true(size > 7 && strcmp(begin + size - 7, "</svg>\n") == 0);
    if (strlen(expected) != size - 7 || strncmp(begin, expected, size - 7) != 0)
        fail_msg("found \"%.*s\", expected \"%s\"", (int)(size - 7), begin, expected);
    sg_svg_free(svg);
}

static sg_svg picture(void)
{
    sg_svg svg = {0};
    sg_svg_begin(&svg, 20, 10.5, "a \"title\"", SG_SVG_IN_PAGE);
    return svg;
}

static void shapes_are_elements(void **state)
{
    (void)state;
    sg_svg svg = picture();
    sg_svg_circle(&svg, 1, 2.5, 0.125);
    sg_svg_class(&svg, "sg-line");
    sg_svg_close(&svg);
    sg_svg_group_at(&svg, -1, 0);
    sg_svg_line(&svg, 0, 0, 1, 1);
    sg_svg_close(&svg);
    sg_svg_close(&svg);
    check_written(&svg, "\n<circle cx=\"1\" cy=\"2.5\" r=\"0.13\" class=\"sg-line\"/>"
                        "\n<g transform=\"translate(-1 0)\">"
                        "\n<line x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\"/></g>");
}

static void paths_are_short(void **state)
{
    (void)state;
    sg_svg svg = picture();
    sg_svg_path(&svg);
    sg_svg_move_to(&svg, 0, 0);
    sg_svg_line_to(&svg, 1, -2);
    sg_svg_curve_to(&svg, 1, 1, 2, 2);
    sg_svg_path_close(&svg);
    sg_svg_path_done(&svg);
    sg_svg_close(&svg);
    check_written(&svg, "\n<path d=\"M0 0L1 -2Q1 1 2 2Z\"/>");
}

static void words_are_escaped(void **state)
{
    (void)state;
    sg_svg svg = picture();
    sg_svg_text(&svg, 1, 2, 12, SG_ANCHOR_END, "sg-ink", "a<b & \"%s\" %d", "c>d\n\x01", 7);
    sg_svg_open(&svg, "g");
    sg_svg_attribute(&svg, "data-x", "\"><script>");
    sg_svg_close(&svg);
    check_written(&svg, "\n<text x=\"1\" y=\"2\" font-size=\"12\" text-anchor=\"end\" "
                        "class=\"sg-ink\">a&lt;b &amp; &quot;c&gt;d \xef\xbf\xbd&quot; 7</text>"
                        "\n<g data-x=\"&quot;&gt;&lt;script&gt;\"/>");
}

static void broken_characters_are_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *words, *expected;
    } cases[] = {{"\xc3\xa9", "\xc3\xa9"},
                 {"\xe2\x82\xac", "\xe2\x82\xac"},
                 {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
                 {"\xc3", "\xef\xbf\xbd"},
                 {"\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd"},
                 {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
                 {"a\xffz", "a\xef\xbf\xbdz"},
                 {"\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
                 {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[100];
        sg_svg svg = picture();
        sg_svg_open(&svg, "text");
        sg_svg_words(&svg, cases[i].words);
        sg_svg_close(&svg);
        (void)snprintf(expected, sizeof expected, "\n<text>%s</text>", cases[i].expected);
        check_written(&svg, expected);
    }
}

static void numbers_have_two_digits(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *expected;
    } cases[] = {{0, "0"},        {-0.001, "0"},   {1.005, "1"},      {-0.05, "-0.05"},
                 {12.3, "12.3"},  {99.999, "100"}, {-7.126, "-7.13"}, {NAN, "0"},
                 {INFINITY, "0"}, {1e300, "0"},    {123456, "123456"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[100];
        sg_svg svg = picture();
        sg_svg_open(&svg, "g");
        sg_svg_number(&svg, "x", cases[i].value);
        sg_svg_close(&svg);
        (void)snprintf(expected, sizeof expected, "\n<g x=\"%s\"/>", cases[i].expected);
        check_written(&svg, expected);
    }
}

static void whole_numbers_have_no_point(void **state)
{
    (void)state;
    sg_svg svg = picture();
    sg_svg_open(&svg, "g");
    sg_svg_integer(&svg, "data-node", -5);
    sg_svg_close(&svg);
    check_written(&svg, "\n<g data-node=\"-5\"/>");
}

static void hints_come_first_and_words_may_be_long(void **state)
{
    (void)state;
    char words[1000];
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    sg_svg svg = picture();
    sg_svg_circle(&svg, 0, 0, 1);
    sg_svg_hint(&svg, "%s<", words);
    sg_svg_close(&svg);
    check_ok(sg_svg_end(&svg, &err));
    const char *found = strstr(svg.text.data, "r=\"1\"><title>www");
    assert_non_null(found);
    assert_non_null(strstr(found, "w&lt;</title></circle>"));
    sg_svg_free(&svg);
}

static void pictures_alone_have_paper_and_style(void **state)
{
    (void)state;
    sg_svg svg = {0};
    sg_svg_begin(&svg, 20, 10, "x", SG_SVG_ALONE);
    check_ok(sg_svg_end(&svg, &err));
    const char *text = svg.text.data;
    assert_int_equal(strncmp(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg ", 44), 0);
    assert_non_null(strstr(text, "xmlns=\"http://www.w3.org/2000/svg\""));
    assert_non_null(strstr(text, "@media screen and (prefers-color-scheme:dark)"));
    assert_non_null(strstr(text, "class=\"sg-paper\""));
    assert_null(strpbrk(sg_svg_css(), "<>&\""));
    sg_svg_free(&svg);
}

static void widths_grow_with_words(void **state)
{
    (void)state;
    assert_true(sg_svg_text_width("", 10) == 0);
    assert_true(sg_svg_text_width("ill", 10) < sg_svg_text_width("mmm", 10));
    check_near(sg_svg_text_width("ab", 20), 2 * sg_svg_text_width("ab", 10), 1e-12, 0);
    check_near(sg_svg_text_width("\xc3\xa9", 10), 8, 1e-12, 0);
}

static sg_status write_picture(void *context, sg_error *err)
{
    (void)context;
    sg_svg svg = {0};
    char words[400];
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    sg_svg_begin(&svg, 100, 100, "t", SG_SVG_ALONE);
    for (int i = 0; i < 50; i++)
        sg_svg_text(&svg, i, i, 10, SG_ANCHOR_MIDDLE, "sg-ink", "%s", words);
    const sg_status status = sg_svg_end(&svg, err);
    sg_svg_free(&svg);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(write_picture, NULL) > 3);
}

static void rectangles_values_and_words(void **state)
{
    (void)state;
    sg_svg svg = picture();
    sg_svg_rectangle(&svg, 1, 2, 3.5, 4);
    sg_svg_value(&svg, "data-weight", 1.0 / 3);
    sg_svg_close(&svg);
    sg_svg_open(&svg, "text");
    sg_svg_words(&svg, "3 < \"4\"");
    sg_svg_close(&svg);
    check_written(&svg, "\n<rect x=\"1\" y=\"2\" width=\"3.5\" height=\"4\" "
                        "data-weight=\"0.333333333\"/>"
                        "\n<text>3 &lt; &quot;4&quot;</text>");
}

static void parts_are_written_as_they_are(void **state)
{
    (void)state;
    sg_svg svg = {0};
    sgi_svg_add(&svg, "<raw & plain>");
    sgi_svg_add_number(&svg, 1.005);
    sgi_svg_add(&svg, " ");
    sgi_svg_add_number(&svg, NAN);
    sgi_svg_add(&svg, " ");
    sgi_svg_add_number(&svg, 1e9);
    assert_string_equal(svg.text.data, "<raw & plain>1 0 0");
    sg_svg_free(&svg);
}

/* Lines hold as many words as have room; a word that no line has room for is broken. */
static void words_in_lines(void **state)
{
    (void)state;
    sg_svg svg = {0};
    sg_svg_begin(&svg, 200, 100, "lines", SG_SVG_ALONE);
    assert_int_equal(
        sg_svg_lines(NULL, 0, 0, 10, 12, 60, "sg-ink", " one two three fourteen five "), 4);
    assert_int_equal(
        sg_svg_lines(&svg, 5, 20, 10, 12, 60, "sg-ink", " one two three fourteen five "), 4);
    assert_int_equal(sg_svg_lines(NULL, 0, 0, 10, 12, 5, "sg-ink", "enormous word"), 12);
    assert_int_equal(sg_svg_lines(NULL, 0, 0, 10, 12, 60, "sg-ink", ""), 0);
    check_ok(sg_svg_end(&svg, &err));
    assert_non_null(strstr(svg.text.data, ">one two<"));
    assert_non_null(strstr(svg.text.data, "y=\"56\""));
    sg_svg_free(&svg);
}

SG_TESTS(cmocka_unit_test(words_in_lines), cmocka_unit_test(rectangles_values_and_words),
         cmocka_unit_test(parts_are_written_as_they_are), cmocka_unit_test(shapes_are_elements),
         cmocka_unit_test(paths_are_short), cmocka_unit_test(words_are_escaped),
         cmocka_unit_test(broken_characters_are_replaced),
         cmocka_unit_test(numbers_have_two_digits),
         cmocka_unit_test(whole_numbers_have_no_point),
         cmocka_unit_test(hints_come_first_and_words_may_be_long),
         cmocka_unit_test(pictures_alone_have_paper_and_style),
         cmocka_unit_test(widths_grow_with_words), cmocka_unit_test(memory_may_run_out))
